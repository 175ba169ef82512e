"""The board as a picture: a clue or a mine probability in every cell.

An `Analysis`, or a board with an array of risks, goes in; a renderable comes out that adapts to the width of the
console. This module draws squares in rows and columns, `sapper.draw.shaped` draws all other shapes. Cells take the
wider of two forms that fits. A board too wide for both is split into panels of columns:

    " 17.3"   percent with one decimal        " 17"   percent
    " ok "    safe: a mine in no world        " * "   mine: in every world, or known to be one

">" (safest guess), "F" (flag) and "?" stand before the percentage, "#" is out of play, and a blank is clue 0.
A picture by class has these signs before the percentage: ">" best, "+" good, "=" similar, "x" dead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import isnan
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.style import Style
from rich.text import Text

from sapper.analysis.analysis import Analysis
from sapper.board.board import Board, check_squares
from sapper.board.cell import Cell
from sapper.board.view import View
from sapper.draw.colours import CLASSES, LABEL, PLAIN, risk_style
from sapper.draw.guesses import find_guesses
from sapper.draw.shaped import ShapePicture
from sapper.draw.signs import FORMS, MARKS, Form, centre, list_signs, percent, write_cell, write_legend, write_line
from sapper.play.classes import CellClass, classify

__all__ = ["MOST_DRAWN", "BoardPicture", "draw_board", "draw_classes", "draw_risk"]

# Limit in cells: a larger board would take thousands of lines.
MOST_DRAWN = 40_000
# The most safest guesses that are marked. If there are more, they are the floating cells, which need no marks.
_MOST_MARKED = 12


_SIGNS = {CellClass.BEST: ">", CellClass.GOOD: "+", CellClass.SIMILAR: "=", CellClass.DEAD: "x"}
_MEANINGS = {
    CellClass.BEST: "best move",
    CellClass.GOOD: "good",
    CellClass.SIMILAR: "similar: beside one clue",
    CellClass.DEAD: "dead",
}


Picture: TypeAlias = "BoardPicture | ShapePicture | Text"


def draw_board(analysis: Analysis) -> Picture:
    """The picture of the board; for a board too large to look at, a line that says so."""
    probability = analysis.mine_probability
    best = next(iter(find_guesses(analysis)), None)
    # Floating cells all have one probability, except those known or proven to be mines or safe.
    floating = (cell for cell in analysis.floating if 0 < analysis.mine_probability_of(cell) < 1)
    return _draw(analysis.board, probability, () if best is None else best.cells, floating, "chance of a mine in %")


def draw_classes(analysis: Analysis) -> Picture:
    """Return the picture with every hidden cell in the colour of its class, and the mine probabilities.

    Raises:
        InputError: a board without a known number of mines.
        LimitError: the board is too wide.
    """
    board = analysis.board
    check_squares(board.shape, "a picture of the classes of cells")
    if len(board.shape) > MOST_DRAWN:
        return _too_large(board)
    classes = {cell: one for one, cells in classify(analysis).items() for cell in cells}
    meaning = "chance of a mine in %"
    return BoardPicture(
        board.cells, analysis.mine_probability, marked=(), floating=(), meaning=meaning, classes=classes
    )


def draw_risk(board: Board, risk: NDArray[np.float64]) -> Picture:
    """Return the picture of an array of risks, NaN where there is none; flags are drawn as mines."""
    found = np.isin(board.cells, (View.FLAG, View.MINE))
    uncertain = np.where(risk > 0, risk, np.nan)
    lowest = [] if np.isnan(uncertain).all() or np.any(risk == 0) else np.argwhere(risk == np.nanmin(risk)).tolist()
    return _draw(board, np.where(found, 1.0, risk), [(row, col) for row, col in lowest], (), "risk in %")


def _draw(
    board: Board, probability: NDArray[np.float64], marked: Sequence[Cell], floating: Iterable[Cell], meaning: str
) -> Picture:
    if len(board.shape) > MOST_DRAWN:
        return _too_large(board)
    few = marked if len(marked) <= _MOST_MARKED else ()
    kind = BoardPicture if board.shape.has_square_rows else partial(ShapePicture, board.shape)
    return kind(board.cells, probability, marked=few, floating=floating, meaning=meaning)


def _too_large(board: Board) -> Text:
    return Text(f"(a board of {board.shape!s:.60} cells is not drawn)")


class BoardPicture:
    """A renderable that draws a board with a number between 0 and 1 in every hidden cell."""

    def __init__(
        self,
        cells: NDArray[np.int8],
        probability: NDArray[np.float64],
        *,
        marked: Iterable[Cell],
        floating: Iterable[Cell],
        meaning: str,
        classes: Mapping[Cell, CellClass] | None = None,
    ) -> None:
        """Draw `cells`, point at the marked ones, and say what the numbers mean; with classes, in their colours."""
        self._cells = cells
        self._probability = probability
        self._label_width = len(str(cells.shape[0] - 1)) + 1
        self._marked = frozenset(marked)
        self._floating = frozenset(floating)
        self._meaning = meaning
        self._classes = classes

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """From one cell a panel to all cells in the widest form."""
        widest = self._label_width + self._cells.shape[1] * FORMS[0].width
        least = self._label_width + FORMS[-1].width
        return Measurement(min(least, options.max_width), min(widest, options.max_width))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw panel after panel, then say what the signs mean."""
        panel_cols, form = self._fit(options.max_width)
        cols = self._cells.shape[1]
        for first in range(0, cols, panel_cols):
            last = min(first + panel_cols, cols)
            if panel_cols < cols:
                yield from write_line([(f"columns {first} to {last - 1}", LABEL)])
            for heading in self._headings(first, last, form):
                yield from write_line([(heading, LABEL)])
            for row in range(self._cells.shape[0]):
                label = (f"{str(row).rjust(self._label_width - 1)} ", LABEL)
                yield from write_line([label, *(self._cell(row, col, form) for col in range(first, last))])
        yield self._legend(form)

    def _fit(self, width: int) -> tuple[int, Form]:
        """Return the columns per panel and their form: as few panels, then as wide cells as possible."""
        cols = self._cells.shape[1]
        room = width - self._label_width
        most = max(1, room // FORMS[-1].width)
        panels = -(-cols // most)
        panel_cols = -(-cols // panels)
        fitting = (form for form in FORMS if panel_cols * form.width <= room)
        return panel_cols, next(fitting, FORMS[-1])

    def _headings(self, first: int, last: int, form: Form) -> Iterator[str]:
        """The column numbers: in one line or, where they would touch, tens above units."""
        margin = " " * self._label_width
        if len(str(last - 1)) < form.width:
            yield margin + "".join(" " * form.gap + centre(str(col), form) for col in range(first, last))
            return
        tens = [" " * (form.width - 1) + str(col) if col % 10 == 0 else "" for col in range(first, last)]
        # A number is longer than its cell and runs on over the cells after it, which are empty.
        line = ""
        for col, text in enumerate(tens):
            if text:
                line = line.ljust(col * form.width) + text
        yield margin + line
        yield margin + "".join(str(col % 10).rjust(form.text).rjust(form.width) for col in range(first, last))

    def _legend(self, form: Form) -> Text:
        """Return the meaning of the signs in this picture."""
        present = set((self._classes or {}).values())
        entries = list_signs(self._cells, self._probability, form, self._meaning, self._marked)
        if self._classes is not None:
            entries = [
                (there, sign, PLAIN if meaning == self._meaning else style, meaning)
                for there, sign, style, meaning in entries
            ]
        return write_legend(
            [*((one in present, _SIGNS[one], CLASSES[one], _MEANINGS[one]) for one in CellClass), *entries]
        )

    def _cell(self, row: int, col: int, form: Form) -> tuple[str, Style]:
        value, probability = int(self._cells[row, col]), float(self._probability[row, col])
        if self._classes is not None and not isnan(probability):
            return self._classified(row, col, form, self._classes.get((row, col)))
        marked, floating = (row, col) in self._marked, (row, col) in self._floating
        return write_cell(value, probability, form, marked=marked, floating=floating)

    def _classified(self, row: int, col: int, form: Form, one: CellClass | None) -> tuple[str, Style]:
        probability = float(self._probability[row, col])
        sign = "" if one is None else _SIGNS[one]
        if not sign:
            sign = MARKS.get(View(int(self._cells[row, col])), "")
        text = " " * form.gap + percent(probability, form)
        if sign:
            text = (sign + text.strip()).rjust(form.width)
        style = CLASSES[one] if one is not None else risk_style(1) if probability == 1 else PLAIN
        return (text, style)
