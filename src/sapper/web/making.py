"""Making games: the terms of a game from a request, and its layout from the terms and the first reveal.

A new game has no layout until its first reveal, because the first-click rule depends on that cell.

>>> from sapper.web.requests import NewGame
>>> terms = make_terms(NewGame(level="beginner", seed=1), "id", 0, Limits())
>>> terms.level, terms.helped, make_layout(terms, (2, 2)).mines[:2]
(Level(rows=9, cols=9, mines=10), True, [(2, 4), (3, 0)])
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import replace

import numpy as np

from sapper.analysis.analysis import analyze
from sapper.base.number import quote
from sapper.board.cell import Cell
from sapper.board.level import FirstClick, Level
from sapper.board.view import View
from sapper.errors import GameError, InputError, LimitError, NoGuessError
from sapper.game.layout import Layout
from sapper.game.maker import Maker
from sapper.game.noguess import no_guess
from sapper.web.live import LiveGame, Terms
from sapper.web.names import read_name
from sapper.web.reading import check_size, read_board
from sapper.web.requests import NewGame
from sapper.web.settings import Limits

__all__ = ["from_position", "from_same_board", "make_layout", "make_terms"]

_SEEDS = 2**53  # seeds stay below this, so that JSON readers that use doubles keep every digit
# The uniform maker first; repair finds layouts with many mines. The attempts are counted, so that a seed gives the
# same layout on every machine; the time limit only ends a search that takes too long.
_MAKERS = ((Maker.UNIFORM, 2_000), (Maker.REPAIR, 1_000))
_MOST_SECONDS = 10.0


def make_terms(body: NewGame, game: str, now: int, limits: Limits) -> Terms:
    """Return the terms of a new game.

    A seed chosen by the player counts as help, because the layout may be known. A chosen start cell does not.

    Raises:
        InputError: no level, a level and a size that contradict each other, more mines than the first-click rule
            leaves room for, a start outside the board, or a bad name.
        LimitError: a board larger than allowed.
    """
    level = _read_level(body, limits)
    if body.start is not None and not (body.start[0] < level.rows and body.start[1] < level.cols):
        raise InputError(f"the start cell lies outside a board of {level}", body.start)
    terms = Terms(
        id=game,
        origin="new",
        level=level,
        first_click=body.first_click,
        no_guess=body.no_guess,
        seed=secrets.randbelow(_SEEDS) if body.seed is None else body.seed,
        seed_chosen=body.seed is not None,
        start=body.start,
        position=None,
        helped=body.seed is not None,
        name=_name(body, limits),
        created_at=now,
    )
    if level.mines >= level.rows * level.cols:
        raise InputError(f"a board of {level} has no cell without a mine")
    if body.no_guess and body.first_click is FirstClick.NONE:
        raise InputError("a no-guess game needs a first click that is promised to be safe")
    # A zero in the middle needs the most cells: mines that fit then fit with any start.
    _seeded(terms, body.start or (level.rows // 2, level.cols // 2))
    return terms


def make_layout(terms: Terms, cell: Cell) -> Layout:
    """Return where the mines are in a game whose first reveal is this cell.

    Raises:
        InputError: the cell lies outside the board, or the mines do not fit with the first-click rule.
        LimitError: found no layout that needs no guess.
    """
    start = terms.start or cell
    return _without_guess(terms, start) if terms.no_guess else _seeded(terms, start)


def from_same_board(other: LiveGame, body: NewGame, game: str, now: int, limits: Limits) -> tuple[Terms, Layout]:
    """Return terms and layout of a game with the layout of another one.

    Raises:
        GameError: the other game has no layout yet.
        InputError: a bad name.
    """
    if other.layout is None:
        raise GameError("that game has no layout yet: its first reveal creates it")
    name = _name(body, limits) or other.terms.name
    start = other.layout.start or other.terms.start or next((move.cell for move in other.moves), None)
    terms = replace(other.terms, id=game, origin="same", start=start, helped=True, name=name, created_at=now)
    return terms, other.layout


def from_position(body: NewGame, game: str, now: int, limits: Limits) -> tuple[Terms, Layout]:
    """Return terms and layout of a game that starts from a position, with a random world of it as layout.

    The text may also be a layout; then nothing is revealed at the start.

    Raises:
        ParseError: the text is no board.
        InputError: the position has no number of mines, has cells out of play, or nothing is left to reveal.
        ContradictionError: no world fits it.
        LimitError: it is too large, or too wide to be analysed.
    """
    board = read_board(body.from_position or "", limits, mines=body.mines)
    if isinstance(board, Layout):
        if board.level.mines >= board.rows * board.cols:
            raise InputError(f"a board of {board.level} has no cell without a mine")
        return replace(_practice(board.level, body, game, now, limits), start=board.start), board
    if board.mines is None:
        raise InputError("a game needs a number of mines, but this position has a density")
    cells = board.cells
    if (cells == View.VOID).any():
        row, col = np.argwhere(cells == View.VOID)[0].tolist()
        raise InputError("a game cannot be played with cells out of play", (row, col))
    level = Level(board.rows, board.cols, board.mines)
    if np.count_nonzero(cells < 0) <= level.mines:
        raise InputError("nothing is left to reveal in this position")
    seed = secrets.randbelow(_SEEDS) if body.seed is None else body.seed
    world = analyze(board, max_states=limits.states).sample(1, seed=seed)[0]
    layout = Layout.from_mines(board.rows, board.cols, [(row, col) for row, col in np.argwhere(world).tolist()])
    terms = replace(_practice(level, body, game, now, limits), seed=seed, position=board)
    if LiveGame(terms, layout).over:
        raise InputError("nothing is left to reveal in this position")
    return terms, layout


def _name(body: NewGame, limits: Limits) -> str | None:
    return None if body.name is None else read_name(body.name, most=limits.name)


def _practice(level: Level, body: NewGame, game: str, now: int, limits: Limits) -> Terms:
    """The terms of a game with a layout or position of the player."""
    return Terms(
        id=game,
        origin="position",
        level=level,
        first_click=FirstClick.NONE,
        no_guess=False,
        seed=0,
        seed_chosen=body.seed is not None,
        start=None,
        position=None,
        helped=True,
        name=_name(body, limits),
        created_at=now,
    )


def _read_level(body: NewGame, limits: Limits) -> Level:
    sides = (body.rows, body.cols, body.mines)
    if body.level is None:
        if None in sides:
            raise InputError("a game needs a level, or rows, cols and mines")
        level = Level(*(side for side in sides if side is not None))
    else:
        level = Level.parse(body.level)
        for name, side, own in zip(
            ("rows", "cols", "mines"), sides, (level.rows, level.cols, level.mines), strict=True
        ):
            if side not in (None, own):
                raise InputError(f"level {quote(body.level)} has {own} {name}, not {side}")
    check_size(level.rows, level.cols, limits)
    return level


def _seeded(terms: Terms, start: Cell) -> Layout:
    return Layout.from_seed(terms.level, seed=terms.seed, start=start, first_click=terms.first_click)


def _without_guess(terms: Terms, start: Cell) -> Layout:
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
            )
    raise LimitError(f"found no layout of {terms.level} that needs no guess: try fewer mines")
