"""A board of any shape as an SVG picture: polygons with a clue, a sign or a mine probability in each.

A shape comes in with an array of its cells, risks and marks; the text of an SVG element comes out. Squares in rows
and columns are drawn by `sapper.board.svg`. Layers of a box lie side by side, a cube is unfolded, a globe is drawn as
its two halves, and the cells of a graph are joined by lines.

>>> from sapper import Shape
>>> import numpy as np
>>> shape = Shape.hexagons(2, 2)
>>> picture = draw_shape(shape, np.array([[1, -1], [-1, 11]], dtype=np.int8), caption="hex:2x2, 1 mine")
>>> picture.startswith("<svg "), picture.count("<path"), ">11<" in picture
(True, 2, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import dist, sqrt

import numpy as np
from numpy.typing import NDArray

from sapper.board.cell import Cell
from sapper.board.colours import clue_colour
from sapper.board.shape import Shape
from sapper.board.shapes.kind import Point
from sapper.board.svg import (
    BROAD,
    EDGE,
    FONT,
    LEAST_TEXT,
    LINE,
    MUTED,
    NARROWEST,
    WIDEST,
    background,
    draw_cells,
    flag_sign,
    mine_path,
    percent_text,
)
from sapper.board.view import View

__all__ = ["draw_shape"]

_MOST = 10_000  # cells that are drawn
_BORDER = 4  # pixels around the polygons
_APART = 3.7  # from the middle of one half of a globe to that of the other, in radii of the globe
_POINT = 0.12  # radius of a cell of a graph that lies in space

Polygon = list[tuple[float, float]]


def draw_shape(
    shape: Shape,
    cells: NDArray[np.int8],
    *,
    risk: NDArray[np.float64] | None = None,
    outlined: Mapping[Cell, str] | None = None,
    caption: str = "",
) -> str:
    """Return the picture of an array of the cells of a shape, clues and values of `View`.

    Args:
        shape: the shape of the cells.
        cells: the cells; its sides are those of the shape.
        risk: mine probabilities, shown in hidden cells; NaN where there is none.
        outlined: colours of the outlines of marked cells.
        caption: text below the board.
    """
    if shape.has_square_rows:
        return draw_cells(cells, risk=risk, outlined=outlined, caption=caption)
    values = cells.reshape(-1).tolist()
    chances = [float("nan")] * len(values) if risk is None else risk.reshape(-1).tolist()
    lines = [caption] if caption else []
    drawn = len(shape) <= _MOST
    if not drawn:
        lines.append(f"(a board of {len(shape):,} cells is not drawn)")
    polygons = _scale(_flatten(shape)) if drawn else []
    right, bottom = (max((point[k] for polygon in polygons for point in polygon), default=0.0) for k in (0, 1))
    width = max(right + _BORDER, *(7 * len(line) + 8 for line in lines), 60)
    height = bottom + _BORDER + (LINE * len(lines) + 6 if lines else 0)
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' role='img' width='{width:.0f}' height='{height:.0f}' "
        f"viewBox='0 0 {width:.0f} {height:.0f}' style='max-width:100%;height:auto'>",
        f"<title>{escape(caption or f'a board of shape {shape}')}</title>",
        *(_edges(shape, polygons) if drawn and shape.kind == "graph" else ()),
        *_backgrounds(values, chances, polygons),
        *_signs(values, chances, polygons),
        *(_outlines(shape, outlined or {}, polygons) if drawn else ()),
        *(
            f"<text x='{_BORDER}' y='{bottom + LINE * (k + 1):.1f}' fill='{MUTED}' font-size='12' "
            f"font-family='DejaVu Sans,Verdana,Arial,sans-serif'>{escape(line)}</text>"
            for k, line in enumerate(lines)
        ),
        "</svg>",
    ]
    return "".join(parts)


def _flatten(shape: Shape) -> list[Polygon]:
    """The outlines of all cells in the plane; a globe as two discs, the half in front and the half behind."""
    outlines = [shape.outline(cell) for cell in shape.cells]
    if not shape.on_sphere:
        return [[(point[0], point[1]) for point in outline] for outline in outlines]
    found = []
    for outline in outlines:
        behind = sum(point[2] for point in outline) < 0
        disc = [_onto_disc(point, behind) for point in outline]
        found.append(disc if len(disc) > 2 else _around(disc[0]))
    return found


def _onto_disc(point: Point, behind: bool) -> tuple[float, float]:
    """A point of the sphere on the disc of its half: areas keep their size (Lambert)."""
    x, y, z = point
    depth = -z if behind else z
    stretch = sqrt(2 / max(1 + depth, 0.2))
    return (_APART - x * stretch, -y * stretch) if behind else (x * stretch, -y * stretch)


def _around(middle: tuple[float, float]) -> Polygon:
    x, y = middle
    turns = ((1, 0), (0.5, 0.866), (-0.5, 0.866), (-1, 0), (-0.5, -0.866), (0.5, -0.866))
    return [(x + _POINT * dx, y + _POINT * dy) for dx, dy in turns]


def _scale(polygons: list[Polygon]) -> list[Polygon]:
    """The polygons in pixels, from the corner of the picture on, as large as squares are drawn."""
    left, top = (min(point[k] for polygon in polygons for point in polygon) for k in (0, 1))
    right = max(point[0] for polygon in polygons for point in polygon)
    inner = sorted(_reach(polygon) for polygon in polygons)[len(polygons) // 2]
    size = WIDEST / (2 * inner)
    size = max(NARROWEST / (2 * inner), min(size, BROAD / max(right - left, 1e-9)))
    return [[(_BORDER + (x - left) * size, _BORDER + (y - top) * size) for x, y in polygon] for polygon in polygons]


def _middle(polygon: Polygon) -> tuple[float, float]:
    return sum(x for x, _ in polygon) / len(polygon), sum(y for _, y in polygon) / len(polygon)


def _reach(polygon: Polygon) -> float:
    """The distance from the middle of a polygon to the nearest middle of a side."""
    middle = _middle(polygon)
    sides = zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    return min(dist(middle, ((a + c) / 2, (b + d) / 2)) for (a, b), (c, d) in sides)


def _path(polygon: Polygon) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in polygon) + "z"


def _edges(shape: Shape, polygons: list[Polygon]) -> Iterable[str]:
    """Yield the lines between neighbours."""
    middles = [_middle(polygon) for polygon in polygons]
    lines = []
    for number, cell in enumerate(shape.cells):
        for other in map(shape.number, shape.neighbours(cell)):
            if other > number:
                (x, y), (right, bottom) = middles[number], middles[other]
                lines.append(f"M{x:.1f} {y:.1f}L{right:.1f} {bottom:.1f}")
    yield f"<path d='{''.join(lines)}' stroke='{MUTED}' fill='none'/>"


def _backgrounds(values: Sequence[int], chances: Sequence[float], polygons: list[Polygon]) -> Iterable[str]:
    """Yield one path for each colour."""
    paths: dict[str, list[str]] = {}
    for value, chance, polygon in zip(values, chances, polygons, strict=False):
        if value != View.VOID:
            paths.setdefault(background(value, chance), []).append(_path(polygon))
    for colour, places in paths.items():
        yield f"<path fill='{colour}' stroke='{EDGE}' d='{''.join(places)}'/>"


def _signs(values: Sequence[int], chances: Sequence[float], polygons: list[Polygon]) -> Iterable[str]:
    mines: dict[str, list[str]] = {}
    yield f"<g {FONT} font-weight='bold'>"
    for value, chance, polygon in zip(values, chances, polygons, strict=False):
        (x, y), size = _middle(polygon), 2 * _reach(polygon)
        if value > 0:
            digit = round(size * (0.66 if value < 10 else 0.5))
            place = f"x='{x:.1f}' y='{y + digit * 0.36:.1f}' font-size='{digit}'"
            yield f"<text {place} fill='{clue_colour(value)}'>{value}</text>"
        elif value == View.MINE or (value < 0 and chance == 1):
            colour = "#ffffff" if chance == 1 else "#111111"
            mines.setdefault(colour, []).append(mine_path(round(x, 1), round(y, 1), round(size)))
        elif value == View.FLAG:
            yield flag_sign(round(x, 1), round(y, 1), size * 0.3)
        elif value < 0 and not np.isnan(chance) and size >= LEAST_TEXT:
            small, ink = max(7, round(size * 0.4)), "#ffffff" if chance == 0 else "#1c2430"
            place = f"x='{x:.1f}' y='{y + small * 0.36:.1f}' font-size='{small}'"
            yield f"<text {place} font-weight='normal' fill='{ink}'>{percent_text(chance)}</text>"
        elif value == View.QUESTION:
            digit = round(size * 0.66)
            yield f"<text x='{x:.1f}' y='{y + digit * 0.36:.1f}' font-size='{digit}' fill='#1c2430'>?</text>"
    yield "</g>"
    for colour, places in mines.items():
        yield f"<path d='{''.join(places)}' fill='{colour}' stroke='{colour}' stroke-width='2'/>"


def _outlines(shape: Shape, outlined: Mapping[Cell, str], polygons: list[Polygon]) -> Iterable[str]:
    for cell, colour in outlined.items():
        polygon = polygons[shape.number(cell)]
        x, y = _middle(polygon)
        inside = [(x + (left - x) * 0.86, y + (top - y) * 0.86) for left, top in polygon]
        yield f"<path d='{_path(inside)}' fill='none' stroke='{colour}' stroke-width='3'/>"
