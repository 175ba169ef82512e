"""Advice about a board that was read from the screen.

>>> from sapper.board.board import Board
>>> advice = advise(Board.from_text("mines 2\\n.1..\\n.1.."))
>>> advice.win, advice.best
('Win chance 25 %', (0, 0))
>>> advice.text[:42]
'Nothing is certain. Reveal 0,0: it is safe'
"""

from __future__ import annotations

from dataclasses import dataclass

from sapper.analysis.analysis import Analysis, analyze
from sapper.analysis.hint import Strength, give_hint
from sapper.analysis.quick_win import find_win
from sapper.analysis.value import Bound, Exact, WinValue
from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.board.view import View
from sapper.errors import ContradictionError, LimitError

__all__ = ["CHEATING", "Advice", "advise"]

CHEATING = "Using this in ranked play is cheating."


@dataclass(frozen=True)
class Advice:
    """The analysis of one board, in numbers and words."""

    board: Board
    analysis: Analysis | None  # None: there is none; `text` says why
    best: Cell | None  # the cell to reveal
    text: str  # the hint, or why there is none
    win: str  # the win probability in words, or ""


def advise(board: Board) -> Advice:
    """Return the analysis, the best move with its reason and the win probability of a board.

    What has no analysis, such as a board that contradicts itself, gets a text that says why.
    """
    if (board.cells == View.MINE).any():
        return Advice(board, None, None, "The game is lost.", "")
    if not (board.cells < 0).any() or int((board.cells < 0).sum()) == board.mines:
        return Advice(board, None, None, "All safe cells are open.", "")
    try:
        found = analyze(board)
        hint = give_hint(found, Strength.WHY)
        win = _spell_win(find_win(board)) if board.mines is not None else "Win chance: give the number of mines"
    except (ContradictionError, LimitError) as error:
        return Advice(board, None, None, f"No analysis: {error}", "")
    return Advice(board, found, hint.cell, hint.text, win)


def _spell_win(value: WinValue) -> str:
    if isinstance(value, Exact):
        return f"Win chance {value.wins / value.total:.0%}".replace("%", " %")
    if isinstance(value, Bound):
        return f"Win chance {100 * value.low:.0f} to {100 * value.high:.0f} %"
    return f"Win chance about {100 * value.probability:.0f} %"
