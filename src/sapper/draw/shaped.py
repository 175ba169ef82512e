"""A board of hexagons, triangles, layers, faces or any other cells as a picture of characters.

A shape, the array of its cells and their mine probabilities go in; a renderable comes out. Cells stand where their
outlines lie: rows of hexagons are shifted by half a cell, "/" and "\\" separate triangles, layers of a box lie side
by side and the faces of a cube as if unfolded. A globe and a graph are lists: every cell stands behind its name.

>>> from rich.console import Console
>>> import sapper
>>> board = sapper.Board("hex:3x4", {(0, 0): 1, (1, 1): 2}, mines=3)
>>> probability = sapper.analyze(board).mine_probability
>>> picture = ShapePicture(board.shape, board.cells, probability, marked=(), floating=(), meaning="chance in %")
>>> Console(width=80, no_color=True).print(picture)
   0    1    2    3
0   1   50.0 25.0 25.0
1    50.0  2   25.0 25.0
2  25.0 25.0 25.0 25.0
25.0 chance in %
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console, ConsoleOptions, RenderResult
from rich.style import Style

from sapper.board.cell import Cell, spell
from sapper.board.shape import Shape
from sapper.draw.colours import LABEL
from sapper.draw.signs import FORMS, Form, list_signs, write_cell, write_legend, write_line

__all__ = ["ShapePicture"]

_FACES = ("up", "left", "front", "right", "back", "down")
_GAP = 2  # characters between the entries of a list


class _Row(NamedTuple):
    """A line of cells."""

    label: str
    headings: tuple[tuple[float, str], ...]  # texts above the line: where they begin, in cells from the left
    places: tuple[tuple[float, int], ...]  # cells: where they begin and their numbers, from left to right


class ShapePicture:
    """A renderable that draws a board of any shape with a number between 0 and 1 in every hidden cell."""

    def __init__(
        self,
        shape: Shape,
        cells: NDArray[np.int8],
        probability: NDArray[np.float64],
        *,
        marked: Iterable[Cell],
        floating: Iterable[Cell],
        meaning: str,
    ) -> None:
        """Draw `cells`, point at the marked ones, and say what the numbers mean."""
        self._shape = shape
        self._values = cells.reshape(-1)
        self._probability = probability.reshape(-1)
        self._marked = frozenset(map(shape.number, marked))
        self._floating = frozenset(map(shape.number, floating))
        self._meaning = meaning

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw line after line, then say what the signs mean."""
        listed = self._shape.kind in ("globe", "graph")
        form = FORMS[0]
        if listed:
            yield from self._list(form, options.max_width)
        else:
            rows = _plan(self._shape)
            form = _fit(rows, options.max_width)
            for first, last in _panels(rows, form, options.max_width):
                yield from self._draw(rows, form, first, last)
        signs = list_signs(self._values, self._probability, form, self._meaning, self._marked)
        yield write_legend(signs)

    def _cell(self, number: int, form: Form) -> tuple[str, Style]:
        value, probability = int(self._values[number]), float(self._probability[number])
        marked, floating = number in self._marked, number in self._floating
        return write_cell(value, probability, form, marked=marked, floating=floating)

    def _draw(self, rows: Sequence[_Row], form: Form, first: float, last: float) -> RenderResult:
        """Draw the cells that begin between two places."""
        margin = _label_width(rows)
        triangles = self._shape.kind.startswith("tri")
        for index, row in enumerate(rows):
            headings = [(at, text) for at, text in row.headings if first <= at < last]
            if headings:
                line = ""
                for at, text in headings:
                    line = line.ljust(margin + int((at - first) * form.width) + form.gap) + text
                yield from write_line([(line, LABEL)])
            pieces, end = [(row.label.ljust(margin), LABEL)], 0
            for at, number in row.places:
                if not first <= at < last:
                    continue
                begin = int((at - first) * form.width)
                if begin > end:
                    pieces.append((" " * (begin - end), Style()))
                text, style = self._cell(number, form)
                if triangles and text.startswith(" "):
                    text = ("/" if (index + round(at)) % 2 == 0 else "\\") + text[1:]
                pieces.append((text, style))
                end = begin + form.width
            yield from write_line(pieces)

    def _list(self, form: Form, width: int) -> RenderResult:
        """List the cells behind their names."""
        names = [spell(cell) for cell in self._shape.cells]
        longest = max(map(len, names))
        count = max(1, (width + _GAP) // (longest + form.width + _GAP))
        for first in range(0, len(names), count):
            pieces: list[tuple[str, Style]] = []
            for number in range(first, min(first + count, len(names))):
                pieces += [(" " * _GAP if pieces else "", Style()), (names[number].rjust(longest), LABEL)]
                pieces.append(self._cell(number, form))
            yield from write_line(pieces)


@lru_cache(maxsize=8)
def _plan(shape: Shape) -> tuple[_Row, ...]:
    """The lines of a shape whose cells lie in rows: where each cell begins, by the middle of its outline."""
    middles = []
    for number, cell in enumerate(shape.cells):
        outline = shape.outline(cell)
        x, y = ((min(values) + max(values)) / 2 for values in zip(*outline, strict=True))
        middles.append((round(y, 6), round(x, 6), number))
    middles.sort()
    lines = [list(line) for _, line in groupby(middles, key=lambda middle: middle[0])]
    steps = [after[1] - before[1] for line in lines for before, after in pairwise(line)]
    step, left = min(steps, default=1.0), min(x for _, x, _ in middles)
    names = shape.cells
    rows = []
    for line in lines:
        places = tuple(((x - left) / step, number) for _, x, number in line)
        rows.append(_Row(_label(shape, names[line[0][2]]), _headings(shape, names, places), places))
    return tuple(rows)


def _label(shape: Shape, cell: Cell) -> str:
    """What stands before a line: its row, where its cells have one."""
    if shape.kind in ("hex", "tri", "tri3"):
        return str(cell[0])
    return f"r {cell[1]}" if shape.kind == "hexagon" else ""


def _headings(
    shape: Shape, names: Sequence[Cell], places: Sequence[tuple[float, int]]
) -> tuple[tuple[float, str], ...]:
    """What stands above a line: columns, the faces of a cube that begin there, or the layers of a box."""
    found = []
    for at, number in places:
        cell = names[number]
        if shape.kind in ("hex", "tri", "tri3") and cell[0] == 0:
            found.append((at, str(cell[1])))
        elif shape.kind == "cube" and cell[1:] == (0, 0):
            found.append((at, _FACES[cell[0]]))
        elif shape.kind == "box" and len(cell) > 2 and cell[-2:] == (0, 0):
            found.append((at, ",".join(map(str, cell[:-2])) + ",..."))
    return tuple(found)


def _label_width(rows: Sequence[_Row]) -> int:
    longest = max(len(row.label) for row in rows)
    return longest + 1 if longest else 0


def _fit(rows: Sequence[_Row], width: int) -> Form:
    """The widest form of cells that fits, or the narrowest."""
    across = max(at for row in rows for at, _ in row.places) + 1
    room = width - _label_width(rows)
    return next((form for form in FORMS if across * form.width <= room), FORMS[-1])


def _panels(rows: Sequence[_Row], form: Form, width: int) -> Iterator[tuple[float, float]]:
    """Yield from where to where the cells of each panel begin: as many as fit, and whole layers if one fits."""
    taken = {int(at) for row in rows for at, _ in row.places}
    across = max(at for row in rows for at, _ in row.places)
    most = max(1, (width - _label_width(rows)) // form.width)
    if across + 1 > most:
        most = max(1, most - 1)  # a cell that begins between two others must fit, too
    first = 0
    while first <= across:
        last = first + most
        if last <= across:
            last = next((gap + 1 for gap in range(last, first, -1) if gap not in taken), last)
        yield first, last
        first = last
