"""What the first-click rule promises before the first reveal of a game.

A game comes in; a `Promise` comes out, or None once a cell is revealed or where the rule promises nothing. Players
know the rule, so an analysis of the board before the first reveal has to take it into account.

>>> from sapper.board.level import LEVELS
>>> from sapper.game.live import Terms
>>> terms = Terms("id", "new", LEVELS["beginner"], FirstClick.ZERO, False, 1, False, None, None, False, None, 0)
>>> find_promise(LiveGame(terms))
Promise(cell=(2, 2), only=False, opens=True)
"""

from __future__ import annotations

from dataclasses import dataclass

from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.board.level import FirstClick
from sapper.board.view import View
from sapper.game.live import LiveGame

__all__ = ["Promise", "find_promise"]


@dataclass(frozen=True, slots=True)
class Promise:
    """The cells that are safe to reveal first.

    Attributes:
        cell: a good cell to begin with, which is safe.
        only: whether the promise is about this cell alone; otherwise any cell is safe if it is the first.
        opens: whether the first reveal shows a 0.
    """

    cell: Cell
    only: bool
    opens: bool

    def covers(self, cell: Cell) -> bool:
        """Whether this cell, revealed first, is safe."""
        return not self.only or cell == self.cell

    def known(self, board: Board) -> Board:
        """Return the board with what is known of `cell`: a 0, or a cell without a mine whose number is unknown."""
        return board.replace({self.cell: 0 if self.opens else View.VOID})


def find_promise(live: LiveGame) -> Promise | None:
    """Return what is promised about the next reveal of a game; None if nothing is."""
    terms = live.terms
    begun = terms.position is not None or any(event.kind in ("reveal", "chord") for event in live.moves)
    if begun or terms.first_click is FirstClick.NONE:
        return None
    # A chosen start cell, or a layout that was made before, has one promised cell: players may reveal another one.
    start = terms.start if live.layout is None else live.layout.start
    if start is None:
        cell = terms.level.default_start(terms.first_click)
        return None if live.layout is not None else Promise(cell, only=False, opens=terms.first_click.opens)
    return Promise(start, only=True, opens=terms.first_click.opens)
