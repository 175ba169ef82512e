"""Boxes of any dimension, and the surface of a cube.

>>> from sapper.board.shapes.solid import Box, Cube
>>> Box(3, 3, 3).cell_count, Cube(2).sides
(27, (6, 2, 2))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import prod
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.base.number import whole_number
from sapper.board.shapes.kind import Kind, Pairs, Point, check_count, place_array, steps_apart, verified
from sapper.errors import InputError, LimitError

__all__ = ["Box", "Cube"]

_MOST_SIDES = 6  # with seven, even sides of two give more neighbours than the engine allows

# The faces of a cube of side n as functions of (row, col): the corner at row 0 and col 0, the step of a row, the step
# of a column. Unfolded, they lie as a cross: up over front, then left, front, right, back in a row, then down.
_FACES = (
    ((0, 0, 1), (0, 1, 0), (1, 0, 0)),  # up: the plane z = n
    ((0, 0, 1), (0, 0, -1), (0, 1, 0)),  # left: the plane x = 0
    ((0, 1, 1), (0, 0, -1), (1, 0, 0)),  # front: the plane y = n
    ((1, 1, 1), (0, 0, -1), (0, -1, 0)),  # right: the plane x = n
    ((1, 0, 1), (0, 0, -1), (-1, 0, 0)),  # back: the plane y = 0
    ((0, 1, 0), (0, -1, 0), (1, 0, 0)),  # down: the plane z = 0
)
_CROSS = ((0, 1), (1, 0), (1, 1), (1, 2), (1, 3), (2, 1))  # where a face lies when unfolded, as (row, col)


@dataclass(frozen=True, init=False)
class Box(Kind):
    """A box of any dimension: cells are neighbours if every coordinate differs by one at most."""

    word: ClassVar[str] = "box"
    sizes_form: ClassVar[str] = "SIDExSIDExSIDE..."
    lengths: tuple[int, ...]

    def __init__(self, *lengths: int) -> None:
        """Check the sides."""
        if not 1 <= len(lengths) <= _MOST_SIDES:
            raise InputError(f"a box has from 1 to {_MOST_SIDES} sides, not {len(lengths)}")
        sides = tuple(whole_number(length, "a side of a box", least=1) for length in lengths)
        object.__setattr__(self, "lengths", sides)
        most = prod(min(side, 3) for side in sides) - 1
        check_count(self, "a box", most)
        if most > _engine.MAX_NEIGHBOURS:
            raise LimitError(f"a cell of this box has {most} neighbours; the limit is {_engine.MAX_NEIGHBOURS}")

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sides."""
        return self.lengths

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides."""
        return self.lengths

    def pairs(self) -> Pairs:
        """Cells whose coordinates differ by one at most."""
        return steps_apart(self.sides, [step for step in product((-1, 0, 1), repeat=len(self.sides)) if any(step)])

    def outlines(self) -> list[list[Point]]:
        """Unit squares: the last two coordinates are row and col of a layer; layers lie side by side.

        Two further coordinates are row and col in a grid of layers, and so on; a single one left is a col.
        """
        places = place_array(self.sides)
        x, y = _fold(places, self.sides, last=True), _fold(places, self.sides, last=False)
        return [
            [(left, top), (left + 1, top), (left + 1, top + 1), (left, top + 1)]
            for left, top in zip(x.tolist(), y.tolist(), strict=True)
        ]

    def symmetries(self) -> Iterator[list[int]]:
        """Mirrors along every side, and exchanges of equal sides."""
        yield from verified(self, self._images())

    def _images(self) -> Iterator[NDArray[np.int64]]:
        places = place_array(self.sides)
        count = len(self.sides)
        for order in permutations(range(count)):
            if tuple(self.sides[k] for k in order) != self.sides:
                continue
            for flips in product((False, True), repeat=count):
                turned = np.where(flips, np.array(self.sides) - 1 - places, places)[:, order]
                yield np.ravel_multi_index(tuple(turned.T), self.sides)


def _fold(places: NDArray[np.int64], sides: Sequence[int], *, last: bool) -> NDArray[np.int64]:
    """The column (with `last`) or the row of every cell when layers are laid out side by side, with gaps between."""
    axes = range(len(sides) - 1 if last else len(sides) - 2, -1, -2)
    if len(sides) % 2 == 1 and len(sides) > 1:
        # The first coordinate has no partner: its layers lie in a row.
        axes = range(len(sides) - 1, 0, -2) if last else range(len(sides) - 2, 0, -2)
    at, width = np.zeros(len(places), np.int64), 1
    for axis in axes:
        at = at + places[:, axis] * width
        width = sides[axis] * width + 1
    if last and len(sides) % 2 == 1 and len(sides) > 1:
        at = at + places[:, 0] * width
    return at


@dataclass(frozen=True)
class Cube(Kind):
    """The surface of a cube; a cell is (face, row, col). Cells that share a side or a corner are neighbours.

    The faces are up, left, front, right, back and down.
    """

    word: ClassVar[str] = "cube"
    sizes_form: ClassVar[str] = "SIDE"
    side: int

    def __post_init__(self) -> None:
        """Check the side."""
        object.__setattr__(self, "side", whole_number(self.side, "side", least=1))
        check_count(self, "a cube", self.most_around)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The side."""
        return (self.side,)

    @property
    def sides(self) -> tuple[int, ...]:
        """Six faces of rows and columns."""
        return 6, self.side, self.side

    def pairs(self) -> Pairs:
        """Cells that share a corner, and so also those that share a side."""
        corners = self._corners()
        points = corners.reshape(-1, 3) @ np.array([(self.side + 1) ** 2, self.side + 1, 1])
        cells = np.repeat(np.arange(self.cell_count), 4)
        order = np.argsort(points, kind="stable")
        points, cells = points[order], cells[order]
        found = []
        # At most four cells share a corner, so partners lie at most three places further.
        for apart in (1, 2, 3):
            same = points[apart:] == points[:-apart]
            one, other = cells[apart:][same], cells[:-apart][same]
            found += [np.stack([one, other], axis=1), np.stack([other, one], axis=1)]
        return np.unique(np.concatenate(found), axis=0)

    def outlines(self) -> list[list[Point]]:
        """Unit squares of the unfolded cube: a cross of its faces."""
        out: list[list[Point]] = []
        for face, row, col in place_array(self.sides).tolist():
            top, left = _CROSS[face][0] * self.side + row, _CROSS[face][1] * self.side + col
            out.append([(left, top), (left + 1, top), (left + 1, top + 1), (left, top + 1)])
        return out

    def symmetries(self) -> Iterator[list[int]]:
        """The 48 turns and mirrors of a cube."""
        yield from verified(self, self._images())

    def _images(self) -> Iterator[NDArray[np.int64]]:
        middles = self._corners().sum(axis=1)  # four times the middle of a cell, so that it is a whole number
        size = 4 * self.side
        numbers = {tuple(middle): number for number, middle in enumerate(middles.tolist())}
        for order in permutations(range(3)):
            for flips in product((False, True), repeat=3):
                turned = np.where(flips, size - middles, middles)[:, order]
                yield np.array([numbers[tuple(middle)] for middle in turned.tolist()])

    def _corners(self) -> NDArray[np.int64]:
        """The four corners of every cell in space."""
        places = place_array(self.sides)
        origin, down, right = (np.array([face[k] for face in _FACES])[places[:, 0]] for k in range(3))
        start = origin * self.side + down * places[:, 1:2] + right * places[:, 2:3]
        return np.stack([start, start + right, start + down + right, start + down], axis=1)
