"""Two builds of Sapper side by side: `python benchmarks/sides.py OTHER_PYTHON`.

OTHER_PYTHON is the interpreter of another environment with Sapper, such as that of an older checkout. Each row is
fixed work. Both builds do it in turns, each in a process of its own, so that a busy machine slows both. The least CPU
time of each build and their ratio are printed: below 1 this build is faster.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable

# This file runs in both builds, so it uses only public names that both have.
import sapper

Work = Callable[[], object]


def boards(level: str, games: int, seed: int) -> list[sapper.Board]:
    """Boards of games played by safe cells for three rounds."""
    found = []
    for one in sapper.game_seeds(seed, games):
        game = sapper.Game(sapper.Layout.from_seed(level, seed=int(one), start=(3, 3), first_click="zero"))
        game.reveal((3, 3))
        for _ in range(3):
            if str(game.status) == "playing":
                for cell in sapper.analyze(game.board).safe_cells:
                    game.reveal(cell)
        if str(game.status) == "playing":
            found.append(game.board)
    return found


def analyze_one_by_one() -> Work:
    some = boards("expert", 150, 1) * 40
    return lambda: [sapper.analyze(board).mine_probability for board in some]


def analyze_a_batch() -> Work:
    some = boards("expert", 150, 1) * 100
    return lambda: sapper.analyze_many(some, threads=1)


def analyze_large() -> Work:
    some = boards("100x100/1500", 3, 2) * 100
    return lambda: [sapper.analyze(board) for board in some]


def ask_outcomes() -> Work:
    some = boards("expert", 60, 3) * 4

    def ask(board: sapper.Board) -> object:
        analysis = sapper.analyze(board)
        return analysis.dead_cells, [analysis.outcomes(cell) for cell in analysis.safest_cells]

    return lambda: [ask(board) for board in some]


def sample_worlds() -> Work:
    some = [sapper.analyze(board) for board in boards("expert", 20, 4)]
    return lambda: [analysis.sample(2000, seed=1) for analysis in some]


def prove_cells() -> Work:
    some = [sapper.analyze(board) for board in boards("expert", 60, 5)]
    return lambda: [
        analysis.explain(cell) for analysis in some for cell in [*analysis.safe_cells, *analysis.mine_cells][:4]
    ]


def give_hints() -> Work:
    some = boards("expert", 100, 6)
    return lambda: [sapper.hint(board) for board in some]


def rate_layouts() -> Work:
    some = [sapper.Layout.from_seed("expert", seed=k, start=(3, 3), first_click="zero") for k in range(1500)]
    return lambda: [sapper.rate(layout) for layout in some]


def make_no_guess_boards() -> Work:
    return lambda: sapper.no_guess_many("expert", 20, seed=1, maker="repair", threads=1)


def solve_whole_boards() -> Work:
    return lambda: sapper.optimum("4x5/4")


def play(strategy: str, games: int) -> Callable[[], Work]:
    """Games on expert boards."""
    return lambda: lambda: sapper.simulate("expert", games=games, seed=1, strategy=strategy, threads=1)


ROWS: dict[str, Callable[[], Work]] = {
    "analyze, one by one": analyze_one_by_one,
    "analyze, a batch": analyze_a_batch,
    "analyze, 100x100": analyze_large,
    "outcomes and dead cells": ask_outcomes,
    "samples": sample_worlds,
    "proofs": prove_cells,
    "hints": give_hints,
    "ratings": rate_layouts,
    "no-guess boards": make_no_guess_boards,
    "optimum of a whole board": solve_whole_boards,
    "play random": play("random", 8000),
    "play safest": play("safest", 4000),
    "play lookahead@fast": play("lookahead@fast", 1500),
    "play lookahead": play("lookahead", 1000),
    "play best": play("best", 80),
    "play superloc": play("superloc", 800),
    "play smartguess": play("smartguess", 1500),
    "play automine": play("automine", 1500),
    "play matrix": play("matrix", 200),
}


def time_work(work: Work, repeats: int = 5) -> float:
    """CPU seconds of the quickest of some repetitions."""
    work()  # the first one also loads code
    best = float("inf")
    for _ in range(repeats):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def time_row(python: str, name: str) -> float:
    """CPU seconds of a row in one build."""
    done = subprocess.run([python, __file__, "", "--work", name], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{python} failed:\n{done.stderr}")
    return float(done.stdout)


def main() -> None:
    """Measure the rows in both builds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", help="interpreter of the other environment")
    parser.add_argument("--rounds", type=int, default=5, help="processes of each build for a row (default 5)")
    parser.add_argument("--rows", default="", help="measure only rows whose name contains this text")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--work", choices=ROWS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        print(time_work(ROWS[options.work]()))
        return
    found = {}
    for name in ROWS:
        if options.rows not in name:
            continue
        pairs = [(time_row(options.other, name), time_row(sys.executable, name)) for _ in range(options.rounds)]
        other, this = (min(times) for times in zip(*pairs, strict=True))
        found[name] = {"other_s": other, "this_s": this, "ratio": this / other}
        if not options.json:
            print(f"{name:26} {other:8.4f} s {this:8.4f} s {this / other:6.3f}", flush=True)
    if options.json:
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
