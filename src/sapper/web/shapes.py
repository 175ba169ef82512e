"""Shapes in requests and answers: read from names within the limits of the server, and described for the page.

A shape that is read from a file is refused: clients must not read files of the server.

>>> read_level("hex:8x8/10").mines
10
>>> view = view_shape(read_shape("hex:1x2"))
>>> view.neighbours, len(view.points), view.outlines[0]
([[1], [0]], 10, [0, 1, 2, 3, 4, 5])
"""

from __future__ import annotations

from typing import Final

from sapper.base.number import quote
from sapper.board.level import Level
from sapper.board.shape import Shape
from sapper.errors import InputError, LimitError
from sapper.web.schemas import ShapeView
from sapper.web.settings import Limits

__all__ = ["check_size", "read_level", "read_shape", "view_shape"]

_AROUND: Final = {"torus": (True, True), "cylinder": (False, True)}  # rows, columns
_DIGITS = 5  # of the coordinates of a point


def read_level(text: str) -> Level:
    """Return the level of a name, ROWSxCOLS/MINES or SHAPE/MINES.

    Raises:
        InputError: the text is none of these, or names a file.
        LimitError: more cells than the engine allows.
    """
    _refuse_files(text)
    return Level.parse(text)


def read_shape(text: str) -> Shape:
    """Return the shape of a name such as hex:8x8.

    Raises:
        InputError: the text names no shape, or a file.
        LimitError: more cells than the engine allows.
    """
    _refuse_files(text)
    return Shape.parse(text)


def check_size(shape: Shape, limits: Limits) -> None:
    """Check the size of a board.

    Raises:
        LimitError: it is larger than allowed.
    """
    if len(shape.sides) != 2:
        if len(shape) > limits.shape_cells:
            raise LimitError(
                f"a board of {shape} has {len(shape)} cells, more than the limit of {limits.shape_cells}"
            )
        return
    rows, cols = shape.sides
    if rows > limits.rows or cols > limits.cols:
        raise LimitError(f"a board of {rows} rows and {cols} columns is larger than {limits.rows}x{limits.cols}")


def view_shape(shape: Shape) -> ShapeView:
    """Return the description of a shape."""
    cells = shape.cells
    plain = len(shape.sides) == 2
    points: dict[tuple[float, ...], int] = {}
    outlines = []
    for cell in cells:
        corners = (tuple(round(value, _DIGITS) for value in corner) for corner in shape.outline(cell))
        outlines.append([points.setdefault(corner, len(points)) for corner in corners])
    return ShapeView(
        name=str(shape),
        kind=shape.kind,
        rows=shape.sides[0] if plain else 1,
        cols=shape.sides[1] if plain else len(cells),
        sides=list(shape.sides),
        around=_AROUND.get(shape.kind, (False, False)),
        on_sphere=shape.on_sphere,
        neighbours=[[shape.number(near) for near in shape.neighbours(cell)] for cell in cells],
        points=[list(point) for point in points],
        outlines=outlines,
        names=None if plain else cells,
    )


def _refuse_files(text: str) -> None:
    if text.lstrip().lower().startswith("graph:"):
        raise InputError(f"{quote(text)} is read from a file, which this server does not do")
