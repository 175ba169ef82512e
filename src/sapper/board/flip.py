"""Mirrors: which cell a cell becomes when a board is turned over.

`Board.flip`, `Layout.flip` and `Puzzle.flip` take a `Flip` or its name. A strategy should play a board and its
mirror image alike, except for ties.

>>> Flip("horizontal").cell((0, 1), rows=2, cols=5), Flip.VERTICAL.cell((0, 1), rows=2, cols=5)
((0, 3), (1, 1))
"""

from __future__ import annotations

from enum import StrEnum

from sapper.base.number import quote
from sapper.board.cell import Cell
from sapper.errors import InputError

__all__ = ["Flip"]


class Flip(StrEnum):
    """A mirror; a value that names none raises InputError.

    Attributes:
        HORIZONTAL: left becomes right.
        VERTICAL: top becomes bottom.
    """

    HORIZONTAL = "horizontal"
    VERTICAL = "vertical"

    @classmethod
    def _missing_(cls, value: object) -> Flip:
        raise InputError(f"unknown mirror {quote(value)}: it is one of {', '.join(cls)}")

    @property
    def axis(self) -> int:
        """The axis of an array of cells along which their order is turned around."""
        return 1 if self is Flip.HORIZONTAL else 0

    def cell(self, cell: Cell, *, rows: int, cols: int) -> Cell:
        """Return where the mirror puts a cell of a board of this size."""
        row, col = cell
        return (row, cols - 1 - col) if self is Flip.HORIZONTAL else (rows - 1 - row, col)
