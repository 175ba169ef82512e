"""Shapes in the plane with rows and columns: squares, tori, cylinders, hexagons and triangles.

>>> from sapper.board.shapes.flat import Hexagons, Torus
>>> Torus(3, 4).sides, len(Torus(3, 4).pairs()) // 12
((3, 4), 8)
>>> Hexagons(2, 2).text
'hex:2x2'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.base.number import quote
from sapper.board.shapes.kind import Kind, Pairs, Point, check_size, place_array, steps_apart, verified
from sapper.errors import InputError

__all__ = [
    "Cylinder",
    "Hexagon",
    "Hexagons",
    "Knights",
    "Squares",
    "Squares4",
    "Torus",
    "Triangles",
    "Triangles3",
    "square_kind",
    "triangle_kind",
]

_EIGHT = [step for step in product((-1, 0, 1), repeat=2) if any(step)]
_FOUR = [(-1, 0), (0, -1), (0, 1), (1, 0)]
_KNIGHT = [step for step in product((-2, -1, 1, 2), repeat=2) if abs(step[0]) != abs(step[1])]
_HALF_ROOT = 3**0.5 / 2  # the height of a triangle with sides of 1


@dataclass(frozen=True)
class _Rows(Kind):
    """A kind with rows and columns."""

    sizes_form: ClassVar[str] = "ROWSxCOLS"
    rows: int
    cols: int

    def __post_init__(self) -> None:
        """Check the sizes."""
        check_size(self, ("rows", "cols"))

    @property
    def sizes(self) -> tuple[int, ...]:
        """Rows and columns."""
        return self.rows, self.cols

    @property
    def sides(self) -> tuple[int, ...]:
        """Rows and columns."""
        return self.rows, self.cols

    def outlines(self) -> list[list[Point]]:
        """Unit squares."""
        return [
            [(col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)]
            for row in range(self.rows)
            for col in range(self.cols)
        ]

    def symmetries(self) -> Iterator[list[int]]:
        """Mirrors, turns and, on rings, shifts."""
        yield from verified(self, self._images())

    def _images(self) -> Iterator[NDArray[np.int64]]:
        places = place_array(self.sides)
        rings = self._rings()
        shifts = [range(side) if ring else (0,) for side, ring in zip(self.sides, rings, strict=True)]
        for shift in product(*shifts):
            moved = (places + np.array(shift)) % np.array(self.sides)
            for flips in product((False, True), repeat=2):
                turned = np.where(flips, np.array(self.sides) - 1 - moved, moved)
                yield np.ravel_multi_index(tuple(turned.T), self.sides)
                if self.rows == self.cols:
                    yield np.ravel_multi_index(tuple(turned[:, ::-1].T), self.sides)

    def _rings(self) -> tuple[bool, bool]:
        return False, False


@dataclass(frozen=True)
class Squares(_Rows):
    """Squares with eight neighbours: the usual board, which the engine makes itself."""

    word: ClassVar[str] = "square"
    most_around: ClassVar[int] = 0  # the engine makes them itself, in less room

    @property
    def text(self) -> str:
        """Rows and columns alone, as levels write them."""
        return f"{self.rows}x{self.cols}"

    def pairs(self) -> Pairs:
        """Cells that share a side or a corner."""
        return steps_apart(self.sides, _EIGHT)

    def grid(self) -> _engine.Grid:
        """The shape as the engine holds it."""
        return _engine.square_grid(self.rows, self.cols)


@dataclass(frozen=True)
class Squares4(_Rows):
    """Squares with four neighbours, those that share a side."""

    word: ClassVar[str] = "square4"
    most_around: ClassVar[int] = 4

    def pairs(self) -> Pairs:
        """Cells that share a side."""
        return steps_apart(self.sides, _FOUR)


@dataclass(frozen=True)
class Knights(_Rows):
    """Squares whose neighbours are a knight's move of chess away."""

    word: ClassVar[str] = "knight"

    def pairs(self) -> Pairs:
        """Cells a knight's move apart."""
        return steps_apart(self.sides, _KNIGHT)


@dataclass(frozen=True)
class Torus(_Rows):
    """Squares with eight neighbours; the last row lies beside the first, the last column beside the first."""

    word: ClassVar[str] = "torus"

    def __post_init__(self) -> None:
        """Check the sizes: two rows would be neighbours on both sides."""
        why = ": a cell would be its own neighbour, or a neighbour twice"
        check_size(self, ("rows", "cols"), least=3, why=why)

    def pairs(self) -> Pairs:
        """Cells that share a side or a corner."""
        return steps_apart(self.sides, _EIGHT, around=self._rings())

    def _rings(self) -> tuple[bool, bool]:
        return True, True


@dataclass(frozen=True)
class Cylinder(_Rows):
    """Squares with eight neighbours; the last column lies beside the first."""

    word: ClassVar[str] = "cylinder"

    def __post_init__(self) -> None:
        """Check the sizes: two columns would be neighbours on both sides."""
        check_size(self, ("rows",))
        check_size(self, ("cols",), least=3, why=": a cell would be its own neighbour, or a neighbour twice")

    def pairs(self) -> Pairs:
        """Cells that share a side or a corner."""
        return steps_apart(self.sides, _EIGHT, around=self._rings())

    def _rings(self) -> tuple[bool, bool]:
        return False, True


@dataclass(frozen=True)
class Hexagons(_Rows):
    """Hexagons in rows, odd rows shifted right by half a cell: up to six neighbours."""

    word: ClassVar[str] = "hex"
    most_around: ClassVar[int] = 6

    def pairs(self) -> Pairs:
        """Cells that share a side."""
        odd = place_array(self.sides)[:, 0] % 2 == 1
        row = [(0, -1), (0, 1)]
        even_steps = [*row, (-1, -1), (-1, 0), (1, -1), (1, 0)]
        odd_steps = [*row, (-1, 0), (-1, 1), (1, 0), (1, 1)]
        parts = [
            steps_apart(self.sides, steps, where=where) for steps, where in ((even_steps, ~odd), (odd_steps, odd))
        ]
        return np.concatenate(parts)

    def outlines(self) -> list[list[Point]]:
        """Hexagons with a corner on top and a width of 1."""
        return [
            _hexagon(col + 0.5 + (row % 2) / 2, row * _HALF_ROOT + 1 / 3**0.5)
            for row in range(self.rows)
            for col in range(self.cols)
        ]


@dataclass(frozen=True)
class Triangles(_Rows):
    """Triangles in rows, a cell pointing up where row + col is even: up to twelve neighbours."""

    word: ClassVar[str] = "tri"
    most_around: ClassVar[int] = 12

    def pairs(self) -> Pairs:
        """Cells that share a side or a corner."""
        row = [(0, -2), (0, -1), (0, 1), (0, 2)]
        up = [*row, *((-1, col) for col in (-1, 0, 1)), *((1, col) for col in range(-2, 3))]
        down = [*row, *((1, col) for col in (-1, 0, 1)), *((-1, col) for col in range(-2, 3))]
        return self._pairs(up, down)

    def outlines(self) -> list[list[Point]]:
        """Triangles with sides of 1."""
        return [_triangle(row, col) for row in range(self.rows) for col in range(self.cols)]

    def _pairs(self, up: list[tuple[int, int]], down: list[tuple[int, int]]) -> Pairs:
        pointing_up = place_array(self.sides).sum(axis=1) % 2 == 0
        return np.concatenate(
            [steps_apart(self.sides, up, where=pointing_up), steps_apart(self.sides, down, where=~pointing_up)]
        )


@dataclass(frozen=True)
class Triangles3(Triangles):
    """Triangles in rows with up to three neighbours, those that share a side."""

    word: ClassVar[str] = "tri3"
    most_around: ClassVar[int] = 3

    def pairs(self) -> Pairs:
        """Cells that share a side."""
        row = [(0, -1), (0, 1)]
        return self._pairs([*row, (1, 0)], [*row, (-1, 0)])


@dataclass(frozen=True)
class Hexagon(Kind):
    """A hexagon made of hexagons, `side` along each edge. A cell is (q, r) with q, r and q + r between its edges."""

    word: ClassVar[str] = "hexagon"
    most_around: ClassVar[int] = 6
    sizes_form: ClassVar[str] = "SIDE"
    side: int

    def __post_init__(self) -> None:
        """Check the side."""
        check_size(self, ("side",))

    @property
    def sizes(self) -> tuple[int, ...]:
        """The side."""
        return (self.side,)

    @property
    def sides(self) -> tuple[int, ...]:
        """One side: the cells row by row."""
        return (3 * self.side * (self.side - 1) + 1,)

    def names(self) -> list[Any]:
        """All (q, r), row by row."""
        reach = self.side - 1
        return [
            (q, r)
            for r in range(-reach, reach + 1)
            for q in range(max(-reach, -reach - r), min(reach, reach - r) + 1)
        ]

    def pairs(self) -> Pairs:
        """Cells that share a side."""
        names = self.names()
        numbers = {name: number for number, name in enumerate(names)}
        found = [
            (number, numbers[q + right, r + down])
            for number, (q, r) in enumerate(names)
            for right, down in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
            if (q + right, r + down) in numbers
        ]
        return np.array(found, np.int64).reshape(-1, 2)

    def outlines(self) -> list[list[Point]]:
        """Hexagons with a corner on top and a width of 1; the whole lies in positive coordinates."""
        reach = self.side - 1
        return [_hexagon(q + r / 2 + reach + 0.5, (r + reach) * _HALF_ROOT + 1 / 3**0.5) for q, r in self.names()]

    def symmetries(self) -> Iterator[list[int]]:
        """Six turns, and each of them mirrored."""
        yield from verified(self, self._images())

    def _images(self) -> Iterator[NDArray[np.int64]]:
        names = self.names()
        numbers = {name: number for number, name in enumerate(names)}
        for mirrored, turns in product((False, True), range(6)):
            image = []
            for place in names:
                q, r = place[::-1] if mirrored else place
                for _ in range(turns):
                    q, r = -r, q + r
                image.append(numbers[q, r])
            yield np.array(image)


def _hexagon(x: float, y: float) -> list[Point]:
    """The corners of a hexagon of width 1 around a point, from the top clockwise."""
    long, short = 1 / 3**0.5, 0.5 / 3**0.5
    right, left = x + 0.5, x - 0.5
    return [
        (x, y - long),
        (right, y - short),
        (right, y + short),
        (x, y + long),
        (left, y + short),
        (left, y - short),
    ]


def _triangle(row: int, col: int) -> list[Point]:
    top, bottom, left = row * _HALF_ROOT, (row + 1) * _HALF_ROOT, col / 2
    if (row + col) % 2 == 0:
        return [(left + 0.5, top), (left + 1, bottom), (left, bottom)]
    return [(left, top), (left + 1, top), (left + 0.5, bottom)]


def square_kind(rows: int, cols: int, neighbours: object) -> Kind:
    """The kind of squares with so many neighbours: 8, 4 or "knight".

    Raises:
        InputError: other neighbours, or an empty side.
        LimitError: more cells than the engine allows.
    """
    kinds: dict[object, type[_Rows]] = {8: Squares, 4: Squares4, "knight": Knights}
    if isinstance(neighbours, bool) or not isinstance(neighbours, int | str) or neighbours not in kinds:
        raise InputError(f"squares have 8, 4 or 'knight' neighbours, not {quote(neighbours)}")
    return kinds[neighbours](rows, cols)


def triangle_kind(rows: int, cols: int, neighbours: object) -> Kind:
    """The kind of triangles with so many neighbours: 12 or 3.

    Raises:
        InputError: other neighbours, or an empty side.
        LimitError: more cells than the engine allows.
    """
    kinds: dict[object, type[_Rows]] = {12: Triangles, 3: Triangles3}
    if isinstance(neighbours, bool) or not isinstance(neighbours, int) or neighbours not in kinds:
        raise InputError(f"triangles have 12 or 3 neighbours, not {quote(neighbours)}")
    return kinds[neighbours](rows, cols)
