"""The speed of our own engine on fixed work: one `Measurement` a workload.

The boards come from seeds, so that no data files are needed. The folder benchmarks/ of the source measures other
libraries.

>>> from sapper.bench.speed import run
>>> [measurement.boards for measurement in run(seconds=0)]
[60, 60, 120, 120, 1, 1, 1, 1, 1]
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from numpy import ndindex

from sapper.analysis.analysis import analyze, analyze_many
from sapper.bench.boards import lattice_position, random_position, stuck_position
from sapper.board.board import Board
from sapper.game.layout import game_seeds

__all__ = ["Measurement", "run"]

_BOARDS = 60  # expert boards of each kind


@dataclass(frozen=True, slots=True)
class Measurement:
    """How long one workload took."""

    name: str  # what was done
    boards: int  # boards analysed in one round
    seconds: float  # of the fastest round

    @property
    def each(self) -> float:
        """Seconds a board."""
        return self.seconds / self.boards


def run(*, seconds: float = 1.0) -> Iterator[Measurement]:
    """Measure every workload for about `seconds` seconds, and for at least one round."""
    seeds = game_seeds(1, _BOARDS)
    random = [random_position("expert", seed=seed, share=(1 + k % 7) / 8) for k, seed in enumerate(seeds)]
    stuck = [stuck_position("expert", seed=seed) for seed in seeds]
    for kind, boards in (("random play", random), ("nothing safe", stuck)):
        yield _measure(f"expert, {kind}, one by one from lists", _one_by_one(boards), _BOARDS, seconds)
    batch = random + stuck
    for threads, where in ((1, "one core"), (None, "all cores")):
        yield _measure(f"expert, both, as a batch on {where}", _at_once(batch, threads), len(batch), seconds)
    for name, board in (
        ("lattice 13x13, 33 mines", lattice_position(13, mines=33, seed=1)),
        ("lattice 21x21, 90 mines", lattice_position(21, mines=90, seed=1)),
        ("200x200, 8000 mines, half played", random_position("200x200/8000", seed=1)),
    ):
        yield _measure(name, _at_once([board], 1), 1, seconds)
    long = random_position("3x2001/1200", seed=1)
    for name, board in (("mines", long), ("density", Board.from_rows(long.cells, density=0.2))):
        yield _measure(f"3x2001, exact fraction with {name}", _exactly(board), 1, seconds)


def _one_by_one(boards: list[Board]) -> Callable[[], None]:
    """Each board from nested lists, as other programs hold them, to its probabilities."""
    lists = [(board.cells.tolist(), board.mines) for board in boards]

    def work() -> None:
        for rows, mines in lists:
            _ = analyze(Board.from_rows(rows, mines=mines)).mine_probability

    return work


def _at_once(boards: list[Board], threads: int | None) -> Callable[[], None]:
    def work() -> None:
        for analysis in analyze_many(boards, threads=threads):
            _ = analysis.mine_probability

    return work


def _exactly(board: Board) -> Callable[[], None]:
    """From a board to the exact mine probability of a cell that is not certain."""
    probability = analyze(board).mine_probability
    row, col = next((r, c) for r, c in ndindex(probability.shape) if 0 < probability[r, c] < 1)

    def work() -> None:
        analyze(board).mine_fraction((row, col))

    return work


def _measure(name: str, work: Callable[[], None], boards: int, seconds: float) -> Measurement:
    best = float("inf")
    end = time.perf_counter() + seconds
    while True:
        begin = time.perf_counter()
        work()
        now = time.perf_counter()
        best = min(best, now - begin)
        if now >= end:
            return Measurement(name, boards, best)
