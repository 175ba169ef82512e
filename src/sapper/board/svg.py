"""A board as an SVG picture, for notebooks and pages: a clue, a sign or a mine probability in every cell.

An array of cells comes in, with risks and marks if there are any; the text of an SVG element comes out. It names no
font or file that must be loaded, and draws its own background, so that it looks the same on light and dark pages.
Boards of any size give a picture of limited size: narrow cells first, then only the first rows and columns.

>>> import numpy as np
>>> picture = draw_cells(np.array([[1, -1]], dtype=np.int8), caption="1x2, 1 mine")
>>> picture.startswith("<svg "), picture.count("<text")
(True, 5)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

import numpy as np
from numpy.typing import NDArray

from sapper.board.cell import Cell
from sapper.board.colours import CLUES, REVEALED, risk_colour
from sapper.board.view import View

__all__ = [
    "ADVICE",
    "BROAD",
    "CLUE_MARK",
    "EDGE",
    "FONT",
    "HIDDEN",
    "LEAST_TEXT",
    "LINE",
    "MINE_MARK",
    "MUTED",
    "NARROWEST",
    "SAFE_MARK",
    "WIDEST",
    "background",
    "draw_cells",
    "flag_sign",
    "mine_path",
    "percent_text",
]

# Outlines of marked cells.
ADVICE = "#0b57d0"  # a cell to look at or to reveal
CLUE_MARK = "#0b57d0"  # a clue that a proof uses
SAFE_MARK = "#007a1f"
MINE_MARK = "#b3001b"

WIDEST, NARROWEST = 26, 9  # pixels a cell
BROAD = 900  # pixels that a wide board tries to keep within
_MOST = 100  # rows and columns that are drawn
LEAST_TEXT = 16  # pixels of a cell below which risks are colours only
_MOST_CLUE = 8  # of squares; knights and squares on tori have no more neighbours
_MARGIN = 22  # pixels for the numbers of rows and columns
LINE = 16  # pixels a line of the caption
HIDDEN, EDGE, MUTED = "#a9b3c1", "#87919f", "#7b8694"
FONT = "font-family='DejaVu Sans,Verdana,Arial,sans-serif' text-anchor='middle'"


def draw_cells(
    cells: NDArray[np.int8],
    *,
    risk: NDArray[np.float64] | None = None,
    outlined: Mapping[Cell, str] | None = None,
    caption: str = "",
) -> str:
    """Return the picture of an array of cells, clues and values of `View`.

    Args:
        cells: the cells, (rows, cols).
        risk: mine probabilities, shown in hidden cells; NaN where there is none.
        outlined: colours of the outlines of marked cells.
        caption: text below the board; the part of a large board that is drawn is added to it.
    """
    rows, cols = (min(side, _MOST) for side in cells.shape)
    size = max(NARROWEST, min(WIDEST, BROAD // cols))
    lines = [caption] if caption else []
    if cells.shape != (rows, cols):
        lines.append(f"(the first {rows} of {cells.shape[0]:,} rows, the first {cols} of {cells.shape[1]:,} columns)")
    width = max(_MARGIN + cols * size + 2, *(7 * len(line) + _MARGIN for line in lines), 60)
    height = _MARGIN + rows * size + 2 + (LINE * len(lines) + 6 if lines else 0)
    shown = cells[:rows, :cols]
    chances = np.full(shown.shape, np.nan) if risk is None else risk[:rows, :cols]
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' role='img' width='{width}' height='{height}' "
        f"viewBox='0 0 {width} {height}' style='max-width:100%;height:auto'>",
        f"<title>{escape(caption or f'a board of {cells.shape[0]}x{cells.shape[1]} cells')}</title>",
        *_labels(rows, cols, size),
        f"<g transform='translate({_MARGIN} {_MARGIN})'>",
        *_backgrounds(shown, chances, size),
        *_signs(shown, chances, size),
        *_outlines(outlined or {}, rows, cols, size),
        "</g>",
        *(
            f"<text x='{_MARGIN}' y='{_MARGIN + rows * size + LINE * (k + 1)}' fill='{MUTED}' font-size='12' "
            f"font-family='DejaVu Sans,Verdana,Arial,sans-serif'>{escape(line)}</text>"
            for k, line in enumerate(lines)
        ),
        "</svg>",
    ]
    return "".join(parts)


def _labels(rows: int, cols: int, size: int) -> Iterable[str]:
    """Yield the numbers of columns and rows: all of them, or every fifth where cells are narrow."""
    step = 1 if size >= 20 else 5
    yield f"<g fill='{MUTED}' font-size='10' {FONT}>"
    for col in range(0, cols, step):
        yield f"<text x='{_MARGIN + col * size + size / 2:g}' y='{_MARGIN - 7}'>{col}</text>"
    for row in range(0, rows, step):
        yield f"<text x='{_MARGIN / 2:g}' y='{_MARGIN + row * size + size / 2 + 3.5:g}'>{row}</text>"
    yield "</g>"


def _backgrounds(cells: NDArray[np.int8], risk: NDArray[np.float64], size: int) -> Iterable[str]:
    """Yield one path for each colour: far shorter than one element for each cell."""
    paths: dict[str, list[str]] = {}
    for (row, col), value in np.ndenumerate(cells):
        if value != View.VOID:
            colour = background(int(value), float(risk[row, col]))
            paths.setdefault(colour, []).append(f"M{col * size} {row * size}h{size}v{size}h-{size}z")
    for colour, places in paths.items():
        yield f"<path fill='{colour}' stroke='{EDGE}' d='{''.join(places)}'/>"


def background(value: int, chance: float) -> str:
    """Return the colour of a cell by what it shows and, where it is hidden, by its mine probability."""
    if value >= 0 or np.isnan(chance):
        return REVEALED if value >= 0 or value == View.MINE else HIDDEN
    return risk_colour(chance)


def _signs(cells: NDArray[np.int8], risk: NDArray[np.float64], size: int) -> Iterable[str]:
    digit, small = round(size * 0.66), max(7, round(size * 0.4))
    mines: dict[str, list[str]] = {}
    yield f"<g {FONT} font-size='{digit}' font-weight='bold'>"
    for row, values in enumerate(cells):
        yield from _clues(values, row, size, digit)
        for col in np.flatnonzero(values < 0).tolist():
            value, chance = values[col], float(risk[row, col])
            x, y = col * size + size / 2, row * size + size / 2
            if value == View.MINE or chance == 1:
                colour = "#ffffff" if chance == 1 else "#111111"
                mines.setdefault(colour, []).append(mine_path(x, y, size))
            elif value == View.FLAG:
                yield flag_sign(x, y, size * 0.3)
            elif not np.isnan(chance) and size >= LEAST_TEXT:
                ink = "#ffffff" if chance == 0 else "#1c2430"
                place = f"x='{x:g}' y='{y + small * 0.36:g}'"
                place += f" font-size='{small}' font-weight='normal'"
                yield f"<text {place} fill='{ink}'>{percent_text(chance)}</text>"
            elif value == View.QUESTION:
                yield f"<text x='{x:g}' y='{y + digit * 0.36:g}' fill='#1c2430'>?</text>"
    yield "</g>"
    for colour, places in mines.items():
        yield f"<path d='{''.join(places)}' fill='{colour}' stroke='{colour}' stroke-width='{size * 0.08:.1f}'/>"


def _clues(values: NDArray[np.int8], row: int, size: int, digit: int) -> Iterable[str]:
    """Yield the clues of a row, those of the same number in one element that lists their places."""
    for clue in range(1, _MOST_CLUE + 1):
        cols = np.flatnonzero(values == clue).tolist()
        if cols:
            places = " ".join(f"{col * size + size / 2:g}" for col in cols)
            height = f"{row * size + size / 2 + digit * 0.36:.1f}"
            yield f"<text x='{places}' y='{height}' fill='{CLUES[clue]}'>{str(clue) * len(cols)}</text>"


def _outlines(outlined: Mapping[Cell, str], rows: int, cols: int, size: int) -> Iterable[str]:
    for (row, col), colour in outlined.items():
        if row < rows and col < cols:
            place = f"x='{col * size + 1.5}' y='{row * size + 1.5}' width='{size - 3}' height='{size - 3}'"
            yield f"<rect {place} fill='none' stroke='{colour}' stroke-width='3'/>"


def mine_path(x: float, y: float, size: int) -> str:
    """Return the path of a disc with eight rays, or of a disc where cells are narrow."""
    reach = size * 0.22
    ray, slant = reach * 2.9, reach * 2.1
    half = f"a{reach:.1f} {reach:.1f} 0 1 0 "
    disc = f"M{x - reach:.1f} {y:g}{half}{reach * 2:.1f} 0{half}{-reach * 2:.1f} 0"
    if size < LEAST_TEXT:
        return disc
    upright = f"M{x - ray / 2:.1f} {y:g}h{ray:.1f}M{x:g} {y - ray / 2:.1f}v{ray:.1f}"
    slanted = f"M{x - slant / 2:.1f} {y - slant / 2:.1f}l{slant:.1f} {slant:.1f}"
    return f"{disc}{upright}{slanted}m0 {-slant:.1f}l{-slant:.1f} {slant:.1f}"


def flag_sign(x: float, y: float, reach: float) -> str:
    """Return a flag around a point."""
    pole, foot = (
        f"M{x:g} {y - reach:.1f}V{y + reach:.1f}",
        f"M{x - reach * 0.7:.1f} {y + reach:.1f}h{reach * 1.4:.1f}",
    )
    cloth = f"M{x:g} {y - reach:.1f}L{x - reach * 1.1:.1f} {y - reach * 0.4:.1f}L{x:g} {y + reach * 0.2:.1f}z"
    return f"<path d='{pole}{foot}' stroke='#111111' stroke-width='2'/><path d='{cloth}' fill='#c4001a'/>"


def percent_text(chance: float) -> str:
    """Return a probability in percent that is never rounded to 0 or 100, and a word for a safe cell."""
    if chance == 0:
        return "ok"
    percent = chance * 100
    return "&lt;.1" if percent < 0.1 else f"{min(percent, 99.9):.2g}" if percent < 99 else f"{min(percent, 99.9):.1f}"
