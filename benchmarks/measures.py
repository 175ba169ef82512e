"""3BV, openings, islands and G-ZiNi of many expert layouts, beside ms_toollib on some of the same layouts.

    python benchmarks/measures.py                       a million layouts on two threads
    python benchmarks/measures.py --layouts 100000 --threads 1 --sample 2000

The engine deals the layouts as well, which its time includes; ms_toollib gets finished boards. Both are compared on
one thread in turns, by CPU time, and their values must agree. ms_toollib is optional (extra `bench`).
"""

from __future__ import annotations

import argparse
import importlib
import time
from collections.abc import Callable

import numpy as np

import sapper
from sapper.game.metrics import measure_seeds

NAMES = ["bbbv", "ops", "isls", "zini"]
TURNS = 5


def seconds_of(call: Callable[[], object]) -> float:
    """CPU seconds of a call."""
    begin = time.process_time()
    call()
    return time.process_time() - begin


def theirs(boards: list[list[list[int]]]) -> list[list[int]]:
    """The same measures by ms_toollib."""
    other = importlib.import_module("ms_toollib")
    found = []
    for cells in boards:
        board = other.Board(cells)
        found.append([board.bbbv, board.op, board.isl, other.cal_zini(cells)])
    return found


def compare(first: sapper.Layout, sample: int) -> None:
    """Print the speed of both on one thread."""
    seeds = np.array(sapper.game_seeds(2, sample), np.uint64)
    layouts = [sapper.Layout.from_seed(first.level, seed=int(seed)) for seed in seeds]
    boards = []
    for layout in layouts:
        numbers = layout._handle.numbers()
        boards.append(np.where(numbers < 0, -1, numbers).tolist())
    ours = measure_seeds(first, seeds, NAMES).tolist()
    if theirs(boards) != ours:
        raise SystemExit("the measures of both differ")
    turns = [
        (seconds_of(lambda: measure_seeds(first, seeds, NAMES)), seconds_of(lambda: theirs(boards)))
        for _ in range(TURNS)
    ]
    mine, other = (min(column) / sample * 1e6 for column in zip(*turns, strict=True))
    print(f"one thread: {mine:.1f} µs a layout, ms_toollib {other:.1f} µs: {other / mine:.1f} times as fast")


def main() -> None:
    """Measure many layouts, then compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layouts", type=int, default=1_000_000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--sample", type=int, default=2_000)
    told = parser.parse_args()
    first = sapper.Layout.from_seed("expert", seed=0)
    seeds = np.array(sapper.game_seeds(1, told.layouts), np.uint64)
    begin, used = time.perf_counter(), time.process_time()
    table = measure_seeds(first, seeds, NAMES, threads=told.threads)
    seconds, used = time.perf_counter() - begin, time.process_time() - used
    means = ", ".join(f"{name} {mean:.2f}" for name, mean in zip(NAMES, table.mean(axis=0), strict=True))
    print(f"{told.layouts:,} expert layouts on {told.threads} threads in {seconds:.1f} s ({used:.1f} s of processor)")
    print(f"means: {means}")
    try:
        compare(first, told.sample)
    except ModuleNotFoundError as error:
        print(f"not compared: {error}")


if __name__ == "__main__":
    main()
