"""Steps a second of environments for learners: Sapper, Jumanji and a plain Python environment, in one run.

    python benchmarks/rl.py            # a table, about a minute
    python benchmarks/rl.py --quick    # less work, to see whether anything broke
    python benchmarks/rl.py --skip-jumanji   # without Jumanji, which the extra `bench` brings

The environments take turns. All play beginner boards (9x9, 10 mines) by random possible actions and begin a new game
at once when one ends. Only the steps are timed, not the choice of the actions. Jumanji reveals one cell a step, may
lose at the first reveal and has no cascades; "Sapper, Jumanji's rules" plays the same game. Jumanji's step is
compiled and vectorised over all games, which is how it is meant to be used. Rates are shown by the clock and by
the time on the cores; ratios use the time on the cores, as other programs may run.
"""

from __future__ import annotations

import argparse
import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stopwatch import Busy

from sapper.base.threads import count_cores
from sapper.rl import MinesweeperVectorEnv

ROWS, COLS, MINES = 9, 9, 10
CELLS = ROWS * COLS

Actions = NDArray[np.int64]


@dataclass(slots=True)
class Job:
    """An environment, or many, stepped by the benchmark."""

    games: int
    mask: Callable[[], NDArray[np.bool_]]  # the possible actions of every game
    step: Callable[[Actions], object]
    clock: list[float] = field(default_factory=list)  # seconds by the clock a step, of each turn
    core: list[float] = field(default_factory=list)  # seconds on the cores a step


class PlainGame:
    """Minesweeper as one writes it first: lists, loops and a stack."""

    def __init__(self) -> None:
        """Begin a game."""
        self.reset()

    def reset(self) -> None:
        """Begin the next game; the mines are laid at the first reveal."""
        self.mines: set[int] = set()
        self.shown = [-1] * CELLS
        self.left = CELLS - MINES

    def step(self, action: int) -> tuple[list[int], float, bool]:
        """Reveal a cell; return the board, the reward and whether the game is over."""
        if not self.mines:
            spared = {action, *around(action)}
            self.mines = set(random.sample([cell for cell in range(CELLS) if cell not in spared], MINES))
        if action in self.mines:
            return self.shown, 0.0, True
        stack = [action]
        while stack:
            cell = stack.pop()
            if self.shown[cell] >= 0:
                continue
            self.shown[cell] = sum(other in self.mines for other in around(cell))
            self.left -= 1
            if self.shown[cell] == 0:
                stack.extend(other for other in around(cell) if self.shown[other] < 0)
        return self.shown, float(self.left == 0), self.left == 0


def around(cell: int) -> list[int]:
    """Return the neighbours of a cell, from a table."""
    return NEIGHBOURS[cell]


NEIGHBOURS = [
    [
        COLS * row + col
        for row in range(max(cell // COLS - 1, 0), min(cell // COLS + 2, ROWS))
        for col in range(max(cell % COLS - 1, 0), min(cell % COLS + 2, COLS))
        if COLS * row + col != cell
    ]
    for cell in range(CELLS)
]


def plain_job() -> Job:
    random.seed(1)
    games = [PlainGame() for _ in range(8)]

    def step(actions: Actions) -> None:
        for game, action in zip(games, actions.tolist(), strict=True):
            if game.step(action)[2]:
                game.reset()

    return Job(len(games), lambda: np.array([game.shown for game in games]) < 0, step)


def sapper_job(games: int, **settings: Any) -> Job:  # noqa: ANN401
    envs = MinesweeperVectorEnv(games, (ROWS, COLS, MINES), autoreset_mode="SameStep", **settings)
    envs.reset(seed=1)
    return Job(games, envs.action_masks, envs.step)


def jumanji_job(games: int) -> Job:
    # Imported only where it is measured. It takes seconds, and has no types where it is not installed.
    jax: Any = importlib.import_module("jax")
    logic = "jumanji.environments.logic.minesweeper"
    minesweeper: Any = importlib.import_module(f"{logic}.env")
    generators: Any = importlib.import_module(f"{logic}.generator")
    wrappers: Any = importlib.import_module("jumanji.wrappers")
    jax.config.update("jax_platforms", "cpu")
    generator = generators.UniformSamplingGenerator(num_rows=ROWS, num_cols=COLS, num_mines=MINES)
    env = wrappers.VmapAutoResetWrapper(minesweeper.Minesweeper(generator=generator))
    compiled = jax.jit(env.step)
    now = jax.jit(env.reset)(jax.random.split(jax.random.PRNGKey(1), games))

    def step(actions: Actions) -> None:
        nonlocal now
        cells = np.stack([actions // COLS, actions % COLS], axis=1).astype(np.int32)
        now = jax.block_until_ready(compiled(now[0], cells))

    return Job(games, lambda: np.asarray(now[1].observation.action_mask).reshape(games, CELLS), step)


def take_turn(job: Job, steps: int, rng: np.random.Generator) -> None:
    """Take so many steps of every game, timed, between choices of actions, not timed."""
    clock = core = 0.0
    for _ in range(steps):
        mask = job.mask()
        actions = np.where(mask, rng.random(mask.shape), -1).argmax(axis=1)
        before = time.perf_counter(), time.process_time()
        job.step(actions)
        clock += time.perf_counter() - before[0]
        core += time.process_time() - before[1]
    job.clock.append(clock / steps / job.games)
    job.core.append(core / steps / job.games)


def rate(seconds: list[float]) -> str:
    return f"{1 / statistics.median(seconds):,.0f}"


def ratio(slow: Job, fast: Job) -> float:
    return statistics.median(one / other for one, other in zip(slow.core, fast.core, strict=True))


def make_jobs(games: int, *, jumanji: bool) -> dict[str, Job]:
    jobs = {
        "Sapper, without copies": sapper_job(games, copy=False),
        "Sapper": sapper_job(games),
        "Sapper, one thread": sapper_job(games, threads=1),
        "Sapper, planes": sapper_job(games, observation="planes", copy=False),
        "Sapper, Jumanji's rules": sapper_job(games, first_click="none", cascade=False, reward="cells"),
        "Sapper, log_safety": sapper_job(games, reward="log_safety"),
        "Sapper, probabilities and safe cells": sapper_job(games, teacher=("mine_probability", "safe")),
        "plain Python": plain_job(),
    }
    if jumanji:
        jobs["Jumanji"] = jumanji_job(games)
    return jobs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4096, help="games at a time (default 4096)")
    parser.add_argument("--rounds", type=int, default=9, help="turns of every environment (default 9)")
    parser.add_argument("--quick", action="store_true", help="64 games and 2 rounds")
    parser.add_argument("--skip-jumanji", action="store_true", help="leave Jumanji out")
    options = parser.parse_args()
    games, rounds, steps = (64, 2, 10) if options.quick else (options.games, options.rounds, 50)
    if min(games, rounds) < 1:
        sys.exit("--games and --rounds must be at least 1")
    jobs = make_jobs(games, jumanji=not options.skip_jumanji)
    rng = np.random.default_rng(1)
    busy = Busy(count_cores())
    for job in jobs.values():
        take_turn(job, steps, rng)  # loads code, compiles and fills caches; not counted
        job.clock.clear()
        job.core.clear()
    for _ in range(rounds):
        for job in jobs.values():
            take_turn(job, steps, rng)
    print(f"beginner boards, {games} games at a time, {count_cores()} cores, random possible actions\n")
    print(f"| {'environment':36} | {'steps/s':>12} | {'steps a core second':>19} |")
    print(f"| {'-' * 36} | {'-' * 11}: | {'-' * 18}: |")
    for name, job in jobs.items():
        print(f"| {name:36} | {rate(job.clock):>12} | {rate(job.core):>19} |")
    print()
    for other in ("Jumanji", "plain Python"):
        if other in jobs:
            for ours in ("Sapper", "Sapper, Jumanji's rules"):
                print(f"{ours} against {other}: {ratio(jobs[other], jobs[ours]):,.0f} times")
    print(f"\nother programs had the cores, or they were idle, for {busy.share:.0%} of the time")


if __name__ == "__main__":
    main()
