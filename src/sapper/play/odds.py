"""The odds of a game so far: the product of the exact safeties of all cells revealed in it.

The safety of a move depends only on the board before it, so the odds say nothing about cells that are still hidden.
Each move is analysed once.

>>> from sapper.board.level import LEVELS, FirstClick
>>> from sapper.game.layout import Layout
>>> from sapper.game.live import Terms
>>> terms = Terms("id", "new", LEVELS["beginner"], FirstClick.ZERO, False, 1, False, None, None, False, None, 0)
>>> live = LiveGame(terms, Layout.from_seed("beginner", seed=1, start=(4, 4)))
>>> _ = live.play("reveal", (4, 4), at=0), live.play("reveal", (1, 7), at=9)
>>> found = GameOdds(live).find(live.moves, states=100_000)
>>> round(found.odds, 2), found.guesses, round(found.last, 2)
(0.9, 1, 0.9)
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from sapper.analysis.analysis import Analysis, analyze
from sapper.board.cell import Cell
from sapper.game.game import hidden_beside
from sapper.game.live import Event, LiveGame
from sapper.play.promise import find_promise

__all__ = ["GameOdds", "Taken", "is_promised", "safety_of"]


class Taken(NamedTuple):
    """The risks that a player has taken."""

    odds: float  # probability that all of them succeed
    guesses: int  # moves that might have hit a mine
    last: float  # probability that the last move hits no mine


class GameOdds:
    """The safety of every move of one game, computed when it is asked for."""

    def __init__(self, live: LiveGame) -> None:
        """Begin before the first move of a game that has a layout."""
        self.layout = live.layout
        self._replayed = LiveGame(live.terms, live.layout)
        self._made: list[tuple[int, float]] = []  # the number of each move and its safety
        self._lock = threading.Lock()

    def find(self, moves: Sequence[Event], *, states: int) -> Taken:
        """Return the risks of these moves of the game.

        Raises:
            LimitError: a board too wide to analyse within so many states.
        """
        with self._lock:
            same = 0
            while same < min(len(self._made), len(moves)) and self._made[same][0] == moves[same].number:
                same += 1
            while len(self._made) > same:  # undone since
                self._made.pop()
                self._replayed.undo(at=0)
            for event in moves[same:]:
                self._make(event, states)
            safeties = [safety for _, safety in self._made]
            last = safeties[-1] if safeties else 1.0
            return Taken(prod(safeties), sum(safety < 1 for safety in safeties), last)

    def _make(self, event: Event, states: int) -> None:
        assert event.cell is not None  # of a move
        safety = 1.0
        if event.kind in ("reveal", "chord") and not is_promised(self._replayed, event.cell):
            safety = safety_of(analyze(self._replayed.board, max_states=states), event.kind, event.cell)
        self._replayed.play(event.kind, event.cell, at=event.at)
        self._made.append((event.number, safety))


def is_promised(live: LiveGame, cell: Cell) -> bool:
    """Whether the first-click rule promises that a reveal of this cell, made now, is safe."""
    promise = find_promise(live)
    return promise is not None and promise.covers(cell)


def safety_of(analysis: Analysis, kind: str, cell: Cell) -> float:
    """Return the probability that a reveal or a chord hits no mine."""
    board = analysis.board
    cells = (cell,) if kind == "reveal" else hidden_beside(board, cell)
    if len(cells) == 1:
        return 1 - board.value_of(analysis.mine_probability, cells[0]) if board[cells[0]] < 0 else 1.0
    return analysis.probability_of(dict.fromkeys(cells, False)) if cells else 1.0
