"""Which layouts of a small board need no guess, by definition: lists every layout, and plays each by revealing the
cells that are mines in no layout with the same numbers.

>>> no_guess_layouts(1, 3, 1, (0, 0))
{frozenset({(0, 1)}), frozenset({(0, 2)})}
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

__all__ = ["no_guess_layouts", "play_certain"]

MINE = -1

Cell = tuple[int, int]


def all_layouts(rows: int, cols: int, mines: int | None) -> np.ndarray:
    """What every cell shows in every layout, one a line; those with any number of mines where none is given."""
    cells = rows * cols
    counts = range(cells + 1) if mines is None else [mines]
    chosen = [mined for count in counts for mined in combinations(range(cells), count)]
    layouts = np.zeros((len(chosen), cells), dtype=bool)
    for line, mined in enumerate(chosen):
        layouts[line, list(mined)] = True
    padded = np.pad(layouts.reshape(-1, rows, cols).astype(np.int8), ((0, 0), (1, 1), (1, 1)))
    around = sum(
        padded[:, 1 + down : 1 + down + rows, 1 + right : 1 + right + cols]
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if down or right
    )
    return np.where(layouts, MINE, np.asarray(around).reshape(-1, cells)).astype(np.int8)


def play_certain(shows: np.ndarray, worlds: np.ndarray, start: int) -> np.ndarray:
    """Return the cells revealed by certain moves alone. The neighbours of a zero are certain, so it opens them."""
    shown = np.zeros(len(shows), dtype=bool)
    shown[start] = True
    while True:
        worlds = worlds[(worlds[:, shown] == shows[shown]).all(axis=1)]
        certain = ~(worlds == MINE).any(axis=0)
        if (certain == shown).all():
            return shown
        shown = certain


def no_guess_layouts(rows: int, cols: int, mines: int, start: Cell, *, counter: bool = True) -> set[frozenset[Cell]]:
    """The mines of every layout that is finished from a start without a guess."""
    layouts = all_layouts(rows, cols, mines)
    worlds = layouts if counter else all_layouts(rows, cols, None)
    first = start[0] * cols + start[1]
    return {
        frozenset((int(cell) // cols, int(cell) % cols) for cell in np.flatnonzero(shows == MINE))
        for shows in layouts[layouts[:, first] != MINE]
        if (play_certain(shows, worlds, first) == (shows != MINE)).all()
    }
