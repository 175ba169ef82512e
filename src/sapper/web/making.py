"""Making games: the terms of a game from a request.

>>> from sapper.web.requests import NewGame
>>> terms = make_terms(NewGame(level="beginner", seed=1), "id", 0, Limits())
>>> terms.level, terms.helped
(Level(rows=9, cols=9, mines=10), True)
"""

from __future__ import annotations

import secrets
from dataclasses import replace

from sapper.base.number import quote
from sapper.board.level import FirstClick, Level
from sapper.errors import GameError, InputError
from sapper.game.dealing import check_terms, deal_position
from sapper.game.layout import Layout
from sapper.game.live import LiveGame, Terms
from sapper.web.names import read_name
from sapper.web.places import Places
from sapper.web.reading import read_board
from sapper.web.requests import NewGame
from sapper.web.settings import Limits
from sapper.web.shapes import check_size, read_level

__all__ = ["from_position", "from_same_board", "make_terms"]

_SEEDS = 2**53  # seeds stay below this, so that JSON readers that use doubles keep every digit


def make_terms(body: NewGame, game: str, now: int, limits: Limits) -> Terms:
    """Return the terms of a new game.

    A seed chosen by the player counts as help, because the layout may be known. A chosen start cell does not.

    Raises:
        InputError: no level, a level and a size that contradict each other, more mines than the first-click rule
            leaves room for, a start outside the board, a ranked or no-guess game that is cruel,
            a ranked game with a seed, or a bad name.
        LimitError: a board larger than allowed.
    """
    level = _read_level(body, limits)
    if body.ranked and (body.cruel or body.seed is not None):
        raise InputError("a ranked game has a best time: it is not cruel, and its seed cannot be chosen")
    terms = Terms(
        id=game,
        origin="cruel" if body.cruel else "ranked" if body.ranked else "new",
        level=level,
        first_click=body.first_click,
        no_guess=body.no_guess,
        seed=secrets.randbelow(_SEEDS) if body.seed is None else body.seed,
        seed_chosen=body.seed is not None,
        start=None if body.start is None else Places(level.shape).cell(body.start),
        position=None,
        helped=body.seed is not None,
        name=_name(body, limits),
        created_at=now,
    )
    check_terms(terms)
    return terms


def from_same_board(other: LiveGame, body: NewGame, game: str, now: int, limits: Limits) -> tuple[Terms, Layout]:
    """Return terms and layout of a game with the layout of another one, which may be of another player.

    Raises:
        GameError: the other game has no layout yet, or none that is fixed.
        InputError: a bad name, or a ranked or cruel game.
    """
    _check_known(body)
    if other.layout is None:
        raise GameError("that game has no layout yet: its first reveal creates it")
    other.check_fixed()
    known = (other.layout.start, other.terms.start, *(move.cell for move in other.moves))
    start = next((cell for cell in known if cell is not None), None)
    terms = replace(other.terms, id=game, origin="same", start=start, helped=True, created_at=now)
    return replace(terms, name=_name(body, limits)), other.layout


def from_position(body: NewGame, game: str, now: int, limits: Limits) -> tuple[Terms, Layout]:
    """Return terms and layout of a game that starts from a position, with a random world of it as layout.

    The text may also be a layout; then nothing is revealed at the start.

    Raises:
        ParseError: the text is no board.
        InputError: the position has no number of mines, has cells out of play, or nothing is left to reveal; or a
            cruel game.
        ContradictionError: no world fits it.
        LimitError: it is too large, or too wide to be analysed.
    """
    _check_known(body)
    board = read_board(body.from_position or "", limits, mines=body.mines)
    if isinstance(board, Layout):
        if board.level.mines >= len(board.shape):
            raise InputError(f"a board of {board.level} has no cell without a mine")
        return replace(_practice(board.level, body, game, now, limits), start=board.start), board
    seed = secrets.randbelow(_SEEDS) if body.seed is None else body.seed
    layout = deal_position(board, seed=seed, states=limits.states)
    terms = replace(_practice(layout.level, body, game, now, limits), seed=seed, position=board)
    if LiveGame(terms, layout).over:
        raise InputError("nothing is left to reveal in this position")
    return terms, layout


def _check_known(body: NewGame) -> None:
    """Check that a game may begin with a given layout."""
    if body.cruel:
        raise InputError("a cruel game has no fixed layout: it cannot begin with a given one")
    if body.ranked:
        raise InputError("a game that begins with a given layout is practice: it cannot be ranked")


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
        level = read_level(body.level)
        for name, side, own in zip(
            ("rows", "cols", "mines"), sides, (level.rows, level.cols, level.mines), strict=True
        ):
            if side not in (None, own):
                raise InputError(f"level {quote(body.level)} has {own} {name}, not {side}")
    check_size(level.shape, limits)
    return level
