"""Shapes: which cells a board has and which of them are neighbours.

Makers and texts come in, a `Shape` comes out, which boards, levels, layouts and games take. Squares with eight
neighbours are one shape among many.

>>> from sapper import Shape
>>> shape = Shape.hexagons(3, 4)
>>> str(shape), len(shape), shape.neighbours((1, 0))
('hex:3x4', 12, [(0, 0), (0, 1), (1, 1), (2, 0), (2, 1)])
>>> Shape.parse("box:3x3x3").neighbours((0, 0, 0))
[(0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1)]
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NoReturn, Self, final

from sapper import _engine
from sapper.base.number import quote
from sapper.board.cell import Cell
from sapper.board.shapes.flat import (
    Cylinder,
    Hexagon,
    Hexagons,
    Knights,
    Squares,
    Squares4,
    Torus,
    Triangles,
    Triangles3,
    square_kind,
    triangle_kind,
)
from sapper.board.shapes.globe import Globe
from sapper.board.shapes.graph import Graph, make_graph, parse_graph
from sapper.board.shapes.kind import Kind, Point
from sapper.board.shapes.solid import Box, Cube
from sapper.errors import InputError, spell

__all__ = ["Shape", "square_grid"]

_KINDS: Final[Mapping[str, type[Kind]]] = {
    kind.word: kind
    for kind in (
        Squares, Squares4, Knights, Torus, Cylinder, Hexagons, Hexagon, Triangles, Triangles3, Box, Cube, Globe
    )
}  # fmt: skip
_CACHED_CELLS = 1 << 16  # larger shapes take megabytes: the latest is kept, and the latest squares


@final
class Shape:
    """The cells of a board and their neighbours. Immutable and hashable; `str(shape)` is what `parse` reads.

    Cells are named (row, col) where there are rows and columns, (x, y, ...) in a box, (face, row, col) on a cube,
    (q, r) in a hexagon, by a number on a globe, and by any label in a graph.
    """

    __slots__ = ("_kind",)
    _kind: Kind

    def __new__(cls, *_: object, **__: object) -> Self:
        """Refuse: a shape is made by one of the makers."""
        raise TypeError("use Shape.square, Shape.hexagons, Shape.parse or another maker")

    @classmethod
    def square(cls, rows: int, cols: int, *, neighbours: int | str = 8) -> Self:
        """Squares in rows and columns, with 8 neighbours, 4 (those that share a side), or those of a "knight".

        Raises:
            InputError: an empty side, or other neighbours.
            LimitError: more cells than the engine allows.
        """
        return cls._of_kind(square_kind(rows, cols, neighbours))

    @classmethod
    def torus(cls, rows: int, cols: int) -> Self:
        """Squares with eight neighbours each: the last row lies beside the first, the last column beside the first.

        Raises:
            InputError: a side below 3, where a cell would be a neighbour twice.
            LimitError: more cells than the engine allows.
        """
        return cls._of_kind(Torus(rows, cols))

    @classmethod
    def cylinder(cls, rows: int, cols: int) -> Self:
        """Squares with eight neighbours; the last column lies beside the first.

        Raises:
            InputError: no row, or fewer than 3 columns.
            LimitError: more cells than the engine allows.
        """
        return cls._of_kind(Cylinder(rows, cols))

    @classmethod
    def hexagons(cls, rows: int, cols: int) -> Self:
        """Hexagons in rows, odd rows shifted right by half a cell.

        Raises:
            InputError: an empty side.
            LimitError: more cells than the engine allows.
        """
        return cls._of_kind(Hexagons(rows, cols))

    @classmethod
    def hexagon(cls, side: int) -> Self:
        """A hexagon of hexagons, `side` of them along each edge; a cell is (q, r), the one in the middle (0, 0).

        Raises:
            InputError: an empty side.
            LimitError: more cells than the engine allows.
        """
        return cls._of_kind(Hexagon(side))

    @classmethod
    def triangles(cls, rows: int, cols: int, *, neighbours: int = 12) -> Self:
        """Triangles in rows, (row, col) pointing up where row + col is even, with 12 neighbours or 3.

        Raises:
            InputError: an empty side, or other neighbours.
            LimitError: more cells than the engine allows.
        """
        return cls._of_kind(triangle_kind(rows, cols, neighbours))

    @classmethod
    def box(cls, *sides: int) -> Self:
        """A box of any dimension: cells are neighbours if every coordinate differs by one at most.

        Raises:
            InputError: no side, or an empty one.
            LimitError: more cells, or more neighbours of a cell, than the engine allows.
        """
        return cls._of_kind(Box(*sides))

    @classmethod
    def cube(cls, side: int) -> Self:
        """The surface of a cube: cells (face, row, col) of the faces up, left, front, right, back and down.

        Raises:
            InputError: an empty side.
            LimitError: more cells than the engine allows.
        """
        return cls._of_kind(Cube(side))

    @classmethod
    def globe(cls, cells: int) -> Self:
        """A globe of 10 T + 2 hexagons and pentagons or of 20 T triangles, T = a*a + a*b + b*b.

        Raises:
            InputError: there is no globe of so many cells; the message names some.
            LimitError: more cells than allowed.
        """
        return cls._of_kind(Globe(cells))

    @classmethod
    def graph(
        cls,
        neighbours: Mapping[Any, Sequence[Any]] | Sequence[Sequence[int]],
        *,
        names: Sequence[Any] | None = None,
        points: Sequence[Sequence[float]] | None = None,
    ) -> Self:
        """Any symmetric graph.

        `neighbours` maps the name of every cell to the names of its neighbours, or lists for cell 0, 1, ... the
        numbers of its neighbours; `names` then gives the cells names. `points` says where cells lie: (x, y) with y
        downwards, or (x, y, z).

        Raises:
            InputError: a neighbour that is unknown, listed twice, the cell itself, or does not list the cell back;
                names that are not different; as many points as cells are not given.
            LimitError: more cells, or more neighbours of a cell, than the engine allows.
        """
        return cls._of_kind(make_graph(neighbours, names, points))

    @classmethod
    def parse(cls, text: str) -> Self:
        """The shape that a text names, such as hex:8x8, torus:16x30, box:4x4x4x4, globe:162 or graph:FILE.

        `16x30` alone names squares with eight neighbours. FILE holds a JSON object with "neighbours", and "names" and
        "points" where there are any.

        Raises:
            InputError: the text names no shape, or one that cannot be; a file that cannot be read.
            LimitError: more cells than the engine allows.
        """
        if not isinstance(text, str):
            raise InputError(f"a shape is a text such as hex:8x8, not {quote(text)}")
        word, colon, sizes = text.partition(":")
        if not colon:
            word, sizes = Squares.word, text
        if word == Graph.word:
            return cls._of_kind(parse_graph(sizes))
        kind = _KINDS.get(word)
        if kind is None or (not colon and sizes.count("x") != 1):
            raise InputError(
                f"unknown shape {quote(text)}: it is one of {', '.join([*_KINDS, 'graph'])} with its sizes"
            )
        return cls._of_kind(kind.from_sizes(sizes.split("x")))

    @classmethod
    def make(cls, shape: Shape | str | tuple[int, int]) -> Shape:
        """Return `shape` itself, the one a text names, or squares of (rows, cols).

        Raises:
            InputError: it is none of these, or no shape can be like that.
            LimitError: more cells than the engine allows.
        """
        if isinstance(shape, Shape):
            return shape
        if isinstance(shape, tuple | list) and len(shape) == 2:
            return cls.square(*shape)
        return cls.parse(shape)

    @classmethod
    def _of_kind(cls, kind: Kind) -> Self:
        shape = object.__new__(cls)
        object.__setattr__(shape, "_kind", kind)
        return shape

    @classmethod
    def of_grid(cls, grid: _engine.Grid) -> Self:
        """The shape that the engine holds as this grid."""
        return cls._of_kind(_kept_kind(grid.rows, grid.cols) if grid.form is None else grid.form)

    @property
    def grid(self) -> _engine.Grid:
        """The shape as the engine holds it; made when it is first needed."""
        if isinstance(self._kind, Squares):
            return square_grid(self._kind.rows, self._kind.cols)
        return _kept_grid(self._kind) if len(self) <= _CACHED_CELLS else _latest_grid(self._kind)

    @property
    def kind(self) -> str:
        """The word before the colon of its text: "hex", "torus", "graph" and so on; "square" for 16x30."""
        return self._kind.word

    @property
    def is_square(self) -> bool:
        """Whether the cells are squares with eight neighbours in rows and columns, the usual board."""
        return isinstance(self._kind, Squares)

    @property
    def has_square_rows(self) -> bool:
        """Whether cells are squares in rows and columns and called (row, col), with any neighbours."""
        return isinstance(self._kind, Squares | Squares4 | Knights | Torus | Cylinder)

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides of an array of cells: (rows, cols), (x, y, z), (6, rows, cols), or the number of cells alone.

        Where names of cells are places, `array[cell]` is the value of a cell in such an array.
        """
        return self._kind.sides

    @property
    def cells(self) -> list[Cell]:
        """A fresh list of the names of all cells, in order."""
        return self.grid.names()

    @property
    def most_neighbours(self) -> int:
        """The largest number of neighbours of any cell."""
        return self.grid.most_neighbours

    def cell(self, text: str) -> Cell:
        """The cell that a text names as messages write it: 3,4 or 0,2,1, a number, or a label.

        Raises:
            InputError: the shape has no such cell.
        """
        if not isinstance(text, str):
            raise InputError(f"a cell is written as a text such as 3,4, not {quote(text)}")
        names = self._kind.names()
        if names is not None:
            found = {spell(name): name for name in names}.get(text)
            if found is None:
                raise InputError(f"shape {quote(str(self))} has no cell {quote(text)}")
            return found
        parts = text.split(",")
        if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
            raise InputError(f"a cell is written as a text such as 3,4, not {quote(text)}")
        place = tuple(map(int, parts))
        name = place if len(self.sides) > 1 else place[0] if len(place) == 1 else place
        self.number(name)
        return name

    def number(self, cell: Cell) -> int:
        """The place of a cell among all cells, from 0.

        Raises:
            InputError: the shape has no such cell.
        """
        return self.grid.number(cell)

    def neighbours(self, cell: Cell) -> list[Cell]:
        """A fresh list of the cells beside a cell, in order.

        Raises:
            InputError: the shape has no such cell.
        """
        return self.grid.neighbours(cell)

    @property
    def on_sphere(self) -> bool:
        """Whether outlines are polygons on the unit sphere, (x, y, z); else in the plane, (x, y) with y downwards."""
        return len(_kept_outlines(self._kind)[0][0]) == 3

    def outline(self, cell: Cell) -> list[Point]:
        """The corners of a cell as drawn, in order around it; cells that are drawn side by side share corners.

        Raises:
            InputError: the shape has no such cell.
        """
        return list(_kept_outlines(self._kind)[self.number(cell)])

    def centre(self, cell: Cell) -> Point:
        """The middle of the outline of a cell.

        Raises:
            InputError: the shape has no such cell.
        """
        corners = self.outline(cell)
        middle = [sum(values) / len(corners) for values in zip(*corners, strict=True)]
        size = (
            sum(value * value for value in middle) ** 0.5 if len(middle) == 3 and isinstance(self._kind, Globe) else 1
        )
        return tuple(value / size for value in middle)

    def symmetries(self) -> Iterator[list[int]]:
        """Iterate over permutations of the cells that keep neighbours neighbours, the identity first.

        A permutation lists for cell 0, 1, ... the number of the cell it becomes. Those given form a group: mirrors,
        turns and shifts. Of a graph they are found by trying; the identity alone where that takes too long.
        """
        return self._kind.symmetries()

    def __len__(self) -> int:
        """The number of cells."""
        return self._kind.cell_count

    def __contains__(self, cell: object) -> bool:
        """Whether the shape has a cell of that name."""
        try:
            self.grid.number(cell)
        except InputError:
            return False
        return True

    def __iter__(self) -> Iterator[Cell]:
        """Iterate over the cells, in order."""
        return iter(self.cells)

    def __str__(self) -> str:
        """The text that names the shape."""
        return self._kind.text

    def __repr__(self) -> str:
        """An expression that makes the shape again, unless it is a graph that was given by lists."""
        if isinstance(self._kind, Graph) and self._kind.source is None:
            return f"<Shape graph of {len(self)} cells>"
        return f"Shape.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        """Whether cells, names and neighbours are the same. The usual board also equals (rows, cols), as in numpy."""
        if isinstance(other, tuple) and self.is_square:
            return self.sides == other
        return self._kind == other._kind if isinstance(other, Shape) else NotImplemented

    def __hash__(self) -> int:
        """Equal shapes hash alike, and like the tuple that they equal."""
        return hash(self.sides if self.is_square else self._kind)

    def __reduce__(self) -> tuple[Callable[..., Shape], tuple[Kind]]:
        """Pickle and copy by the kind."""
        return _rebuild, (self._kind,)

    def __setattr__(self, name: str, _: object) -> NoReturn:
        """Refuse: a shape never changes."""
        raise AttributeError(f"a shape is immutable: {name} cannot be set")


def square_grid(rows: int, cols: int) -> _engine.Grid:
    """Squares with eight neighbours as the engine holds them; made once for the same size.

    Raises:
        InputError: an empty side.
        LimitError: more cells than the engine allows.
    """
    return _kept_squares(rows, cols) if rows * cols <= _CACHED_CELLS else _latest_squares(rows, cols)


@lru_cache(maxsize=32)
def _kept_squares(rows: int, cols: int) -> _engine.Grid:
    return _engine.square_grid(rows, cols)


@lru_cache(maxsize=1)
def _latest_squares(rows: int, cols: int) -> _engine.Grid:
    return _engine.square_grid(rows, cols)


@lru_cache(maxsize=32)
def _kept_kind(rows: int, cols: int) -> Squares:
    return Squares(rows, cols)


def _rebuild(kind: Kind) -> Shape:
    return Shape._of_kind(kind)


@lru_cache(maxsize=32)
def _kept_grid(kind: Kind) -> _engine.Grid:
    return kind.grid()


@lru_cache(maxsize=1)
def _latest_grid(kind: Kind) -> _engine.Grid:
    return kind.grid()


@lru_cache(maxsize=8)
def _kept_outlines(kind: Kind) -> list[list[Point]]:
    return kind.outlines()


# nanobind reports every object that is alive at interpreter exit as a leak on standard error.
atexit.register(_kept_squares.cache_clear)
atexit.register(_latest_squares.cache_clear)
atexit.register(_kept_grid.cache_clear)
atexit.register(_latest_grid.cache_clear)
