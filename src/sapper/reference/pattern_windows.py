"""Local patterns of a board: the cells in a window, up to symmetry, without cells that do not affect hidden ones.

Boards and the mine probabilities of their cells come in; every *open* cell (hidden, and neither safe nor a mine for
certain) gets the key of each window it lies in. There are three kinds of window: `pair`, the twelve cells around two
clues side by side; `3x3` and `5x5`, around the open cell itself. A cell of a window is written

    .        an open cell
    1 to 7   a clue, less the certain mines around it
    #        nothing: outside the board, a certain mine or safe cell, or a clue without an open neighbour

Of the eight symmetries the one with the smallest key counts. A key is the digits of the window, 0 for `.` and 9 for
`#`, and then two digits for the place of the open cell in it, row by row.

>>> codes = code_boards(np.array([[[-1, 1, -1]]]), np.array([[[0.5, np.nan, 0.5]]]))
>>> found = find_windows(codes)["3x3"]
>>> [(cell.tolist(), write_pattern("3x3", key)) for cell, key in zip(found.cells, found.keys())]
[([0, 0, 0], '#1#/#.#/###'), ([0, 0, 2], '#1#/#.#/###')]
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["LOW", "SHAPES", "Windows", "code_boards", "find_windows", "write_pattern"]

# Rows and columns of each kind of window.
SHAPES = {"pair": (4, 3), "3x3": (3, 3), "5x5": (5, 5)}

_OPEN, _NOTHING = 0, 9  # what is no clue, as digits
_SIGNS = {"0": ".", "9": "#"} | {str(clue): str(clue) for clue in range(1, 8)}
_MARGIN = 2  # cells of nothing around a board, so that every window lies inside
_LOW_DIGITS = 12  # digits of a window in the low half of a key; the rest are in the high half
LOW = 10 ** (_LOW_DIGITS + 2)  # a key is the high half times this, and the low half


@dataclass(frozen=True, slots=True)
class Windows:
    """Open cells, each in one window; a cell may lie in several windows or in none."""

    cells: NDArray[np.int64]  # board, row and column of each
    high: NDArray[np.int64]  # of its key
    low: NDArray[np.int64]

    def keys(self) -> list[int]:
        """The keys as whole numbers."""
        return [high * LOW + low for high, low in zip(self.high.tolist(), self.low.tolist(), strict=True)]


def code_boards(cells: NDArray[np.int8], risk: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return boards of one size as digits, with a margin of nothing; `risk` is their mine probability."""
    opened = (risk > 0) & (risk < 1)
    codes = np.full(cells.shape, _NOTHING, np.int64)
    codes[opened] = _OPEN
    shown = (cells >= 0) & (_count_beside(opened) > 0)
    codes[shown] = (cells - _count_beside(risk == 1))[shown]
    return np.pad(codes, ((0, 0), (_MARGIN, _MARGIN), (_MARGIN, _MARGIN)), constant_values=_NOTHING)


def find_windows(codes: NDArray[np.int64], *kinds: str) -> dict[str, Windows]:
    """Return the windows of each kind, or of these kinds only, on boards from `code_boards`."""
    return {kind: _around_pairs(codes) if kind == "pair" else _around_cells(codes, kind) for kind in kinds or SHAPES}


def write_pattern(kind: str, key: int) -> str:
    """Return the window of a key as text, rows separated by slashes."""
    rows, cols = SHAPES[kind]
    text = "".join(_SIGNS[digit] for digit in f"{key // 100:0{rows * cols}d}")
    return "/".join(text[row * cols : (row + 1) * cols] for row in range(rows))


def _count_beside(chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many of the eight neighbours of every cell are chosen; the cell itself must not be."""
    rows, cols = chosen.shape[1:]
    padded = np.pad(chosen.astype(np.int64), ((0, 0), (1, 1), (1, 1)))
    return sum(
        (padded[:, down : down + rows, right : right + cols] for down in range(3) for right in range(3)),
        start=np.zeros(chosen.shape, np.int64),
    )


def _around_cells(codes: NDArray[np.int64], kind: str) -> Windows:
    """A square window around every open cell."""
    side = SHAPES[kind][0]
    board, row, col = np.nonzero(codes == _OPEN)
    down, right = np.divmod(np.arange(side * side), side)
    half = side // 2
    digits = codes[board[:, None], row[:, None] + down - half, col[:, None] + right - half]
    cells = np.stack([board, row - _MARGIN, col - _MARGIN], axis=1)
    return _least(kind, cells, digits, np.full(len(board), side * side // 2))


def _around_pairs(codes: NDArray[np.int64]) -> Windows:
    """A window around every two clues side by side, once for every open cell in it; pairs in a row are turned."""
    rows, cols = SHAPES["pair"]
    along, across = np.divmod(np.arange(rows * cols), cols)
    clue = (codes != _OPEN) & (codes != _NOTHING)
    all_cells, all_digits, all_places = [], [], []
    for turned in (False, True):
        both = clue[:, :, :-1] & clue[:, :, 1:] if turned else clue[:, :-1] & clue[:, 1:]
        board, row, col = np.nonzero(both)
        down, right = (across - 1, along - 1) if turned else (along - 1, across - 1)
        digits = codes[board[:, None], row[:, None] + down, col[:, None] + right]
        which, place = np.nonzero(digits == _OPEN)
        shifted = (board[which], row[which] + down[place] - _MARGIN, col[which] + right[place] - _MARGIN)
        all_cells.append(np.stack(shifted, axis=1))
        all_digits.append(digits[which])
        all_places.append(place)
    return _least("pair", np.concatenate(all_cells), np.concatenate(all_digits), np.concatenate(all_places))


def _least(kind: str, cells: NDArray[np.int64], digits: NDArray[np.int64], places: NDArray[np.int64]) -> Windows:
    """The smallest key over the symmetries of the window, the place of the cell as its last digits."""
    size = digits.shape[1]
    low_powers = 10 ** np.arange(min(size, _LOW_DIGITS), dtype=np.int64)[::-1]
    high_powers = 10 ** np.arange(max(size - _LOW_DIGITS, 0), dtype=np.int64)[::-1]
    split = len(high_powers)
    best_high = best_low = np.zeros(0, np.int64)
    for order in _symmetries(kind):
        high = digits[:, order[:split]] @ high_powers
        low = digits[:, order[split:]] @ low_powers * 100 + np.argsort(order)[places]
        if not len(best_low):
            best_high, best_low = high, low
            continue
        better = (high < best_high) | ((high == best_high) & (low < best_low))
        best_high, best_low = np.where(better, high, best_high), np.where(better, low, best_low)
    return Windows(cells, best_high, best_low)


def _symmetries(kind: str) -> list[NDArray[np.int64]]:
    """Which cell goes to each place, for the symmetries that keep the shape of a window."""
    rows, cols = SHAPES[kind]
    grid = np.arange(rows * cols).reshape(rows, cols)
    grids = [grid, grid[::-1], grid[:, ::-1], grid[::-1, ::-1]]
    return [one.ravel() for one in (grids + [one.T for one in grids] if rows == cols else grids)]
