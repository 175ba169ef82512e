"""Cells: how one is named, how it is written, and which cells lie beside it.

>>> neighbours((0, 0), rows=2, cols=3), count_neighbours((0, 1), rows=2, cols=3)
([(0, 1), (1, 0), (1, 1)], 5)
>>> spell((0, 1))
'0,1'
"""

from __future__ import annotations

from typing import Any, TypeAlias

from sapper.words.catalogue import Speller, spell

__all__ = ["Cell", "Speller", "count_neighbours", "neighbours", "spell"]

# The name of a cell: (row, col), counted from 0, on squares and other shapes with rows and columns; what `Shape` says
# on others, where it may be any hashable object.
Cell: TypeAlias = Any


def neighbours(cell: Cell, *, rows: int, cols: int) -> list[Cell]:
    """Return the cells beside a cell on a board of this size, row by row."""
    near_rows, near_cols = _reach(cell[0], rows), _reach(cell[1], cols)
    return [(row, col) for row in near_rows for col in near_cols if (row, col) != cell]


def count_neighbours(cell: Cell, *, rows: int, cols: int) -> int:
    """Return the number of cells beside a cell on a board of this size."""
    return len(_reach(cell[0], rows)) * len(_reach(cell[1], cols)) - 1


def _reach(at: int, size: int) -> range:
    """Return a row or column and those beside it."""
    return range(at - 1 if at else 0, at + 2 if at + 2 < size else size)
