"""The library to compare with, ms_toollib: how it is called, and how long it takes on a board that may be too hard.

A `Case` comes in; out come its mine probabilities, or the seconds it needed in a separate process, which is ended at
the time limit.

>>> round(rival_probability([[1, 10], [1, 10]], 1)[0][1], 6)
0.5
"""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import time
from typing import Any

from boards import Case

__all__ = ["RIVAL", "rival_no_guess", "rival_probability", "rival_rows", "rival_seconds"]

HIDDEN = 10  # as ms_toollib writes it

# Looked up at run time, because it is installed for benchmarks only.
_library: Any = importlib.import_module("ms_toollib")

RIVAL = "ms_toollib"


def rival_rows(case: Case) -> list[list[int]]:
    """The board as ms_toollib takes it."""
    return [[HIDDEN if value < 0 else value for value in row] for row in case.rows]


def rival_probability(rows: list[list[int]], mines: int) -> list[list[float]]:
    """Mine probabilities of all cells, as ms_toollib finds them."""
    table: list[list[float]] = _library.cal_probability_onboard(rows, mines)[0]
    return table


def rival_no_guess(rows: int, cols: int, mines: int, start: tuple[int, int], *, adjust: bool) -> list[list[int]]:
    """A board without guesses as ms_toollib makes it, by adjusting or by filtering; -1 is a mine."""
    make = _library.laymine_solvable_adjust if adjust else _library.laymine_solvable
    board: list[list[int]]
    board, solvable = make(rows, cols, mines, *start)
    if not solvable:
        raise SystemExit(f"ms_toollib found no board of {rows}x{cols}/{mines}")
    return board


def rival_seconds(case: Case, *, limit: float) -> float | None:
    """Seconds on the core that ms_toollib takes for a board, or None when `limit` seconds are not enough."""
    try:
        done = subprocess.run(
            [sys.executable, __file__],
            input=json.dumps([rival_rows(case), case.mines]),
            capture_output=True,
            text=True,
            timeout=limit,
            check=True,
        )
    except subprocess.TimeoutExpired:
        return None
    return float(done.stdout)


def _main() -> None:
    rows, mines = json.load(sys.stdin)
    rival_probability([[1, HIDDEN], [1, HIDDEN]], 1)  # the first call loads code, which is not measured
    begin = time.process_time()
    rival_probability(rows, mines)
    print(time.process_time() - begin)


if __name__ == "__main__":
    _main()
