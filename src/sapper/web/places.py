"""Places: how requests, answers and the database write cells of any shape.

A place is (row, col), with the rows and columns of the level; `row * cols + col` is the number of the cell in the
order of its shape. A shape without rows and columns has one row of all its cells.

>>> from sapper.board.shape import Shape
>>> box = Places(Shape.box(3, 3, 3))
>>> box.of((0, 1, 2)), box.cell((0, 5)), Places(Shape.hexagons(3, 4)).of((1, 2))
((0, 5), (0, 1, 2), (1, 2))
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from sapper.board.cell import Cell
from sapper.board.shape import Shape
from sapper.errors import InputError

__all__ = ["Place", "Places"]

Place: TypeAlias = tuple[int, int]


class Places:
    """The places of the cells of a shape."""

    def __init__(self, shape: Shape) -> None:
        """Write cells of this shape."""
        self._shape = shape
        self._plain = len(shape.sides) == 2  # where cells have rows and columns, a cell is its place

    def of(self, cell: Cell) -> Place:
        """Return the place of a cell."""
        return cell if self._plain else (0, self._shape.number(cell))

    def all(self, cells: Iterable[Cell]) -> list[Place]:
        """Return the places of cells, in order."""
        return list(cells) if self._plain else [(0, self._shape.number(cell)) for cell in cells]

    def cell(self, place: Place) -> Cell:
        """Return the cell at a place; of a shape with rows and columns it may lie outside.

        Raises:
            InputError: a shape without rows and columns has no such place.
        """
        row, col = place
        if self._plain:
            return place  # games and boards check it
        if row != 0 or not 0 <= col < len(self._shape):
            raise InputError(f"the cell lies outside a board of {self._shape}: it has {len(self._shape)} cells")
        return _names(self._shape)[col]


@lru_cache(maxsize=64)
def _names(shape: Shape) -> list[Cell]:
    return shape.cells
