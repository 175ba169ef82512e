"""The strategy `patterns`: guess the open cell that was safe most often in the local patterns of a learned table.

Only the certain mines of the `Analysis` are used, not its probabilities of open cells. A rate from few samples is
shrunk towards the rate of the next simpler pattern: 5x5 towards 3x3, and 3x3 or pair towards the rate of all open
cells.

>>> import sapper
>>> from sapper.reference.pattern_table import Count, PatternTable
>>> table = PatternTable({"3x3": {91990999904: Count(90, 40, 45.0, 22.5)}, "5x5": {}, "pair": {}}, {})
>>> find_safety(sapper.analyze(sapper.Board.from_text("mines 1\\n.1.")), table).round(3)
array([[0.444,   nan, 0.444]])
"""

from __future__ import annotations

import os
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sapper.analysis.analysis import Analysis
from sapper.base.number import quote
from sapper.errors import InputError
from sapper.reference.pattern_table import PatternTable
from sapper.reference.pattern_windows import SHAPES, Windows, code_boards, find_windows

__all__ = ["DEFAULT_TABLE", "choose", "find_safety"]

DEFAULT_TABLE = "patterns.parquet"  # in the current folder
_DEFAULT_PRIOR = 10.0


def choose(
    analysis: Analysis, *, table: str = DEFAULT_TABLE, window: str = "5x5", prior: float = _DEFAULT_PRIOR
) -> tuple[int, int]:
    """Return the open cell with the highest learned rate of being safe; of equals the first, row by row.

    Raises:
        InputError: a file that holds no table, or a bad setting.
    """
    safety = find_safety(analysis, _load(table), window=window, prior=prior)
    row, col = divmod(int(np.nanargmax(safety)), safety.shape[1])
    return row, col


def find_safety(
    analysis: Analysis, table: PatternTable, *, window: str = "5x5", prior: float = _DEFAULT_PRIOR
) -> NDArray[np.float64]:
    """Return the learned rate of being safe of every open cell, by row and column; NaN for all others.

    `window` is the largest kind to look up; `prior` is the number of samples that the simpler rate counts for.

    Raises:
        InputError: an unknown window, or a prior below zero.
    """
    if window not in SHAPES:
        raise InputError(f"window must be one of {', '.join(SHAPES)}, not {quote(window)}")
    if not 0 <= prior < np.inf:
        raise InputError(f"prior must be a number from 0 on, not {quote(prior)}")
    codes = code_boards(analysis.board.cells[None], analysis.mine_probability[None])
    kinds = ("3x3", "5x5") if window == "5x5" else (window,)
    found = find_windows(codes, *kinds)
    safety = np.where((analysis.mine_probability > 0) & (analysis.mine_probability < 1), table.overall("3x3"), np.nan)
    for kind in kinds:
        safety = _look_up(found[kind], table, kind, prior, safety)
    return safety


def _look_up(
    found: Windows, table: PatternTable, kind: str, prior: float, simpler: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The rate of every open cell, the mean over its windows of this kind; the simpler one where there are none."""
    counts = table.windows.get(kind, {})
    total, number = np.zeros(simpler.shape), np.zeros(simpler.shape)
    for (_, row, col), key in zip(found.cells.tolist(), found.keys(), strict=True):
        count = counts.get(key)
        if count is not None:
            total[row, col] += (count.safe + prior * simpler[row, col]) / (count.seen + prior)
            number[row, col] += 1
    return np.where(number > 0, total / np.maximum(number, 1), simpler)


def _load(path: str) -> PatternTable:
    """Return the table in a file; reads it again only when the file changes.

    Raises:
        InputError: there is none.
    """
    try:
        changed = os.stat(path).st_mtime_ns
    except (OSError, ValueError) as error:
        raise InputError(
            f"the strategy patterns plays by a table it has learned, and {path!r} cannot be read: {error}; "
            "`sapper reference patterns learn` makes one"
        ) from error
    return _load_once(os.path.abspath(path), changed)


@lru_cache(maxsize=4)
def _load_once(path: str, _changed: int) -> PatternTable:
    return PatternTable.load(path)
