"""The results of an analysis in words: worlds, safe cells, mines, dead cells, guesses and components.

An `Analysis` goes in; labelled lines come out. Cells are written row,column, from 0.

>>> import sapper
>>> from rich.console import Console
>>> analysis = sapper.analyze(sapper.Board.from_text("mines 2\\n.1..\\n.1.."))
>>> Console(width=80, no_color=True).print(draw_summary(analysis))
board        2x4, 2 mines; 6 hidden cells, 4 on the frontier, 2 floating
best         reveal 0,0
worlds       8
safe         none
mines        none
dead         none
guess        25 % a mine, 4:  0,0  0,2  1,0  1,2
             50 % a mine, any of 2 floating cells
components   4 cells at 0,0, 1 clue, width 1
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import numpy as np
from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from rich.style import Style

from sapper.analysis.analysis import Analysis
from sapper.analysis.hint import find_move
from sapper.board.cell import Cell, spell
from sapper.board.view import View
from sapper.draw.digits import shorten_integer
from sapper.draw.guesses import Guesses, find_guesses

__all__ = ["Summary", "draw_summary"]

# How many of each are listed; the JSON output and the Python functions return all of them.
_MOST_CELLS = 60
_MOST_COMPONENTS = 5

_LABEL = Style(bold=True)
_LABEL_WIDTH = 13
_NARROW = 40  # columns below which labels take lines of their own


class Summary:
    """A renderable that writes the facts of an analysis, each behind its label."""

    def __init__(self, analysis: Analysis) -> None:
        """Collect the facts of `analysis`."""
        self._facts = _facts(analysis)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Write the facts, wrapped behind their labels; a table would fill its lines with blanks."""
        narrow = options.max_width < _NARROW
        indent = " " * (2 if narrow else _LABEL_WIDTH)
        for label, fact in self._facts:
            lines = textwrap.wrap(fact, max(options.max_width - len(indent), _LABEL_WIDTH))
            if label or not narrow:
                yield Segment(f"{label}\n{indent}" if narrow else label.ljust(_LABEL_WIDTH), _LABEL)
            yield Segment(f"\n{indent}".join(lines))
            yield Segment.line()


def draw_summary(analysis: Analysis) -> Summary:
    """The facts of an analysis, one a line."""
    return Summary(analysis)


def _facts(analysis: Analysis) -> list[tuple[str, str]]:
    move = find_move(analysis)
    facts = [
        ("board", _board(analysis)),
        ("best", "nothing is left to be revealed" if move is None else f"reveal {spell(move)}"),
        ("worlds", shorten_integer(analysis.worlds)),
        ("safe", _cells(analysis.safe_cells)),
        ("mines", _cells(analysis.mine_cells)),
        ("dead", _cells(analysis.dead_cells)),
    ]
    safe_flags = [cell for cell in analysis.safe_cells if analysis.board[cell] == View.FLAG]
    if safe_flags:
        facts.append(("wrong flags", _cells(safe_flags)))
    guesses = find_guesses(analysis)
    facts += [("guess" if k == 0 else "", _guesses(analysis, guess)) for k, guess in enumerate(guesses)]
    return facts + _components(analysis)


def _board(analysis: Analysis) -> str:
    board = analysis.board
    count = f"mine density {board.density:.4g}" if board.mines is None else _plural(board.mines, "mine")
    hidden = int(np.count_nonzero(~np.isnan(analysis.mine_probability)))
    where = f"{len(analysis.frontier)} on the frontier, {len(analysis.floating)} floating"
    return f"{board.shape!s:.60}, {count}; {_plural(hidden, 'hidden cell')}, {where}"


def _cells(cells: Sequence[Cell]) -> str:
    if not cells:
        return "none"
    listed = "  ".join(spell(cell) for cell in cells[:_MOST_CELLS])
    return f"{len(cells)}:  {listed}" + ("  ..." if len(cells) > _MOST_CELLS else "")


def _guesses(analysis: Analysis, guesses: Guesses) -> str:
    floating = set(analysis.floating)
    beside = [cell for cell in guesses.cells if cell not in floating]
    free = len(guesses.cells) - len(beside)
    if free > 1 and free == len(floating):
        where = [f"any of {free} floating cells"] + ([_cells(beside)] if beside else [])
    else:
        where = [_cells(guesses.cells)]
    return f"{guesses.probability * 100:.4g} % a mine, " + " or ".join(where)


def _components(analysis: Analysis) -> list[tuple[str, str]]:
    components = sorted(analysis.components, key=lambda component: (-component.width, component.cells))
    if not components:
        return [("components", "none")]
    lines = [
        f"{_plural(len(part.cells), 'cell')} at {spell(part.cells[0])}, "
        f"{_plural(len(part.clues), 'clue')}, width {part.width}"
        for part in components[:_MOST_COMPONENTS]
    ]
    if len(components) > _MOST_COMPONENTS:
        lines.append(f"and {len(components) - _MOST_COMPONENTS} no wider")
    return [("components" if k == 0 else "", line) for k, line in enumerate(lines)]


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
