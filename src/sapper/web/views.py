"""Views: what the server sends of a game, which is what its player may see.

>>> from sapper.board.level import LEVELS, FirstClick
>>> from sapper.game.live import Terms
>>> terms = Terms("id", "new", LEVELS["beginner"], FirstClick.ZERO, False, 1, False, None, None, False, None, 0)
>>> view = view_game(LiveGame(terms))
>>> view.level, view.status, view.seed, view.mines_left
('beginner', 'ready', None, 10)
"""

from __future__ import annotations

from collections.abc import Sequence

from sapper.board.cell import Cell
from sapper.board.level import LEVELS, Level
from sapper.game.live import LiveGame
from sapper.web.clock import now_ms
from sapper.web.places import Places
from sapper.web.schemas import GameView, WatchView

__all__ = ["level_name", "view_game", "view_watched"]

_SEEDED = ("new", "ranked", "match", "position")
_LEVEL_NAMES = {level: name for name, level in LEVELS.items()}


def view_game(live: LiveGame, flash: Sequence[Cell] = ()) -> GameView:
    """Return the view of a game for its player."""
    watched = view_watched(live)
    cells = Places(live.terms.level.shape).all(flash)
    return GameView(id=live.terms.id, can_undo=bool(live.moves), flash=cells, **watched.__dict__)


def view_watched(live: LiveGame) -> WatchView:
    """Return the view of a game for others: nothing in it allows a move."""
    terms, signs = live.terms, live.signs
    shown = live.over and not live.covered  # whether the layout is
    three_bv = live.three_bv if shown else None
    won = live.status == "won" and live.clicks > 0
    start = live.layout.start if terms.start is None and live.layout is not None else terms.start
    return WatchView(
        watch=terms.watch,
        version=live.version,
        level=level_name(terms.level),
        shape=str(terms.level.shape),
        rows=terms.level.rows,
        cols=terms.level.cols,
        mines=terms.level.mines,
        first_click=terms.first_click,
        no_guess=terms.no_guess,
        seed=terms.seed if _shows_seed(live, shown=shown) else None,
        start=None if start is None else Places(terms.level.shape).of(start),
        origin=terms.origin,
        status=live.status,
        board=signs if live.paused_at is None else "." * len(signs),
        mines_left=terms.level.mines - signs.count("F") - signs.count("W"),
        clicks=live.clicks,
        moves=len(live.moves),
        three_bv=three_bv,
        efficiency=three_bv / live.clicks if three_bv is not None and won else None,
        elapsed_ms=live.elapsed_ms(now_ms()),
        started_at=live.started_at,
        ended_at=live.ended_at,
        helped=live.helped,
        practice=live.practice,
        timed=live.timed,
        paused=live.paused_at is not None,
        name=terms.name,
    )


def _shows_seed(live: LiveGame, *, shown: bool) -> bool:
    """Whether the seed tells the layout, and the player may know it. Others still play the layout of a day."""
    if live.terms.origin == "cruel":
        return False  # its layout may have been replaced
    return live.terms.seed_chosen or (shown and live.terms.origin in _SEEDED)


def level_name(level: Level) -> str:
    """Return the name of a level, or SHAPE/MINES if it has none."""
    return _LEVEL_NAMES.get(level, str(level))
