"""The best next move on a board, how safe it is, how often it wins, and why.

A board comes in, in any form that reads as one; a `Move` comes out. Where a cell is safe, the move is the easiest
safe cell, the one that `hint` names; otherwise a strategy guesses. `choose` returns the move of a strategy as it
would play it, with all that the strategy weighs; `best_move` explains one move in the terms of the board.

>>> move = best_move("mines 1\\n.1.\\n")
>>> move.cell, move.safety, move.win
((0, 0), 0.5, Exact(wins=1, total=2, moves=((0, 0),)))
>>> move = best_move([[0, 1, None], [0, 2, None], [0, 1, None]], mines=2)
>>> move.cell, move.safety, move.reason.partition("\\n")[0]
((1, 2), 1.0, '1,2 is safe: two clues compared.')
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sapper.analysis.analysis import Analysis, analyze
from sapper.analysis.hint import Strength, give_hint
from sapper.analysis.value import win_value
from sapper.base.number import seed_number, whole_number
from sapper.board.board import BoardLike
from sapper.board.cell import Cell, spell
from sapper.board.notation.codes import Codes
from sapper.errors import InputError
from sapper.explain.guess import Candidate, candidates_json
from sapper.explain.weigh import explain_guess, weigh_cells
from sapper.explain.worth import Bound, WinValue, win_json
from sapper.play.choice import choose
from sapper.play.strategy import Choose, Strategy

__all__ = ["Move", "best_move"]

# Games for each number that a candidate may show: some 0.2 s on an expert board.
_ROLLOUTS = 100
_MOST_CELLS = 2_500  # of boards on which they are played unasked
_NUMBERS = 9  # that a cell may show
_MOST_ROLLOUTS = 2**32 - 1


@dataclass(frozen=True, slots=True)
class Move:
    """A move on a board; `str(move)` is its reason.

    Attributes:
        cell: the cell to reveal.
        safety: exact chance that it holds no mine, above 0; exactly 1 for a safe cell.
        win: chance to win the game when the cell is revealed: proved, between two bounds, or measured.
        reason: why this cell: a proof, or what speaks for a guess.
        candidates: this cell first, then others: safe ones, or the safer guesses first.
    """

    cell: Cell
    safety: float
    win: WinValue
    reason: str
    candidates: tuple[Candidate, ...]

    @property
    def is_guess(self) -> bool:
        """Whether the cell may be a mine."""
        return self.safety < 1

    def to_json(self) -> dict[str, Any]:
        """Return the move as one object for JSON."""
        return {
            "kind": "move",
            "cell": self.cell,
            "safety": self.safety,
            "win": win_json(self.win),
            "reason": self.reason,
            "candidates": candidates_json(self.candidates),
        }

    def __str__(self) -> str:
        """Return the reason."""
        return self.reason


def best_move(
    board: BoardLike | Analysis,
    strategy: Strategy | str | Choose = "best",
    *,
    mines: int | None = None,
    density: float | None = None,
    codes: Codes | None = None,
    trust_flags: bool = False,
    rollouts: int | None = None,
    seed: int = 0,
) -> Move:
    """Return the best next move on a board.

    `board`, `mines`, `density` and `codes` are as in `Board.from_rows`; an analysis in place of the board saves
    counting it again. Where a cell is safe, the move is the easiest safe cell, whatever the strategy. Otherwise
    `strategy` guesses; where few worlds are left, `best` takes a cell that a search proves to be best.

    The chance to win is exact where few worlds are left. Elsewhere it is estimated by `rollouts` games for each
    number that the cell may show, drawn with `seed`; with fewer than two, and without a known number of mines, it is
    a `Bound`. None stands for 100 games, and for none on boards above 2,500 cells, where they would take too long.

    Raises:
        InputError: what does not read as a board, an unknown strategy, a board on which every safe cell is revealed,
            or a number out of its range.
        ContradictionError: no world fits the board.
        LimitError: the board is too wide.
    """
    asked, stream = Strategy.parse(strategy), seed_number(seed) % 2**64
    games = None if rollouts is None else min(whole_number(rollouts, "rollouts"), _MOST_ROLLOUTS // _NUMBERS)
    analysis = (
        board
        if isinstance(board, Analysis)
        else analyze(board, mines=mines, density=density, codes=codes, trust_flags=trust_flags)
    )
    if games is None:
        games = _ROLLOUTS if analysis.board.rows * analysis.board.cols <= _MOST_CELLS else 0
    if not np.any(analysis.mine_probability < 1):
        raise InputError("there is no move: every safe cell is revealed")
    if analysis.safe_cells:
        return _safe_move(analysis, games, stream)
    return _guess(analysis, asked, games, stream)


def _safe_move(analysis: Analysis, rollouts: int, seed: int) -> Move:
    found = give_hint(analysis, Strength.WHY)
    assert found.cell is not None  # some cell is safe
    others = [cell for cell in analysis.safe_cells if cell != found.cell]
    win = win_value(analysis._trusted, rollouts=rollouts * _NUMBERS, seed=seed)
    return Move(found.cell, 1.0, win, found.text, weigh_cells(analysis, [found.cell, *others]))


def _guess(analysis: Analysis, asked: Strategy, rollouts: int, seed: int) -> Move:
    chosen, said = None, ""
    if asked != Strategy.parse("best"):
        choice = choose(analysis, asked, seed=seed, candidates=False)
        chosen, said = choice.cell, f"{asked} reveals {spell(choice.cell)}: {choice.words}. "
    report = explain_guess(analysis, rollouts=rollouts, seed=seed, chosen=chosen)
    first = report.candidates[0]
    win = first.win if first.win is not None else _bound(analysis, first)
    return Move(first.cell, first.safety, win, said + report.text, report.candidates)


def _bound(analysis: Analysis, one: Candidate) -> WinValue:
    """Return what is proved about a guess that was neither searched nor played out."""
    value = win_value(analysis._trusted, rollouts=0)
    if one.cell in value.moves and not isinstance(value, Bound):
        return value
    low, high = (value.low, value.high) if isinstance(value, Bound) else (0.0, 1.0)
    return Bound(low if one.cell in value.moves else 0.0, max(low, min(high, one.safety)), (one.cell,))
