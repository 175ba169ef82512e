"""Layouts for players: from the terms of a game and its first reveal, or from a position.

A new game has no layout until its first reveal, because the first-click rule depends on that cell.

>>> from sapper.board.level import LEVELS
>>> terms = Terms("id", "new", LEVELS["beginner"], FirstClick.ZERO, False, 1, False, None, None, False, None, 0)
>>> deal(terms, (2, 2)).mines[:2]
[(2, 4), (3, 0)]
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import numpy as np

from sapper.analysis.analysis import analyze
from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.board.level import FirstClick, Level
from sapper.board.view import View
from sapper.errors import InputError, LimitError, NoGuessError
from sapper.game.layout import Layout
from sapper.game.live import Terms
from sapper.game.maker import Maker
from sapper.game.noguess import MakerProgress, no_guess

__all__ = ["check_terms", "deal", "deal_position"]

# The uniform maker first; repair finds layouts with many mines. The attempts are counted, so that a seed gives the
# same layout on every machine; the time limit only ends a search that takes too long.
_MAKERS = ((Maker.UNIFORM, 2_000), (Maker.REPAIR, 1_000))
_MOST_SECONDS = 10.0


def check_terms(terms: Terms) -> None:
    """Check that a layout can be dealt for any first reveal.

    Raises:
        InputError: no cell without a mine, more mines than the first-click rule leaves room for, a start outside the
            board, a no-guess game without a safe first reveal, or one without a fixed layout.
    """
    level, start = terms.level, terms.start
    if start is not None and start not in level.shape:
        raise InputError(f"the start cell lies outside a board of {level}", start)
    if level.mines >= len(level.shape):
        raise InputError(f"a board of {level} has no cell without a mine")
    if terms.no_guess and terms.origin == "cruel":
        raise InputError("a game is either cruel or needs no guess: a cruel game has no fixed layout")
    if terms.no_guess and terms.first_click is FirstClick.NONE:
        raise InputError("a no-guess game needs a first click that is promised to be safe")
    # A zero in the middle needs the most cells: mines that fit then fit with any start.
    _seeded(terms, level.shape.grid.roomiest(True) if start is None else start)


def deal(terms: Terms, cell: Cell, *, on_progress: Callable[[MakerProgress], None] | None = None) -> Layout:
    """Return where the mines are in a game whose first reveal is this cell.

    `on_progress` is called several times a second while a layout that needs no guess is searched.

    Raises:
        InputError: the cell lies outside the board, or the mines do not fit with the first-click rule.
        LimitError: found no layout that needs no guess.
    """
    start = cell if terms.start is None else terms.start
    if not terms.no_guess:
        return _seeded(terms, start)
    for maker, attempts in _MAKERS:
        with suppress(NoGuessError):
            return no_guess(
                terms.level,
                seed=terms.seed,
                start=start,
                first_click=terms.first_click,
                maker=maker,
                attempts=attempts,
                seconds=_MOST_SECONDS,
                on_progress=on_progress,
            )
    raise LimitError(f"found no layout of {terms.level} that needs no guess: try fewer mines")


def deal_position(board: Board, *, seed: int, states: int) -> Layout:
    """Return a random world of a position as a layout, each equally likely.

    Raises:
        InputError: the position has no number of mines, has cells out of play, or nothing is left to reveal.
        ContradictionError: no world fits it.
        LimitError: it is too wide to be analysed with so many states.
    """
    if board.mines is None:
        raise InputError("a game needs a number of mines, but this position has a density")
    cells = board.cells
    if (cells == View.VOID).any():
        raise InputError("a game cannot be played with cells out of play", board.cells_where(cells == View.VOID)[0])
    level = Level.of(board.shape, board.mines)
    if np.count_nonzero(cells < 0) <= level.mines:
        raise InputError("nothing is left to reveal in this position")
    world = analyze(board, max_states=states).sample(1, seed=seed)[0]
    return Layout.from_mask(world, shape=board.shape)


def _seeded(terms: Terms, start: Cell) -> Layout:
    return Layout.from_seed(terms.level, seed=terms.seed, start=start, first_click=terms.first_click)
