"""What everybody may see of a match: who plays, how far each one is, and the order of the finish.

It tells shares, states and times, and no cell of any board. Tokens with which others see the games are part of it
when the round has ended.

>>> from sapper.web.match_rows import LEVELS, Seat
>>> seat = Seat(1, "code", "Ada", ready=True, gone=False, wins=0, game=None, seen_at=5)
>>> match = Match("id", "token", 1, 1, "lobby", LEVELS["beginner"], False, 5, 5, (seat,))
>>> view = view_match(match, {}, np.array([], np.intp), now=6)
>>> view.status, view.host, view.seats[0].state
('lobby', 1, 'waiting')
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from sapper.game.live import LiveGame
from sapper.web.match_progress import done_of
from sapper.web.match_rows import Match, Seat
from sapper.web.match_schemas import MatchView, SeatView
from sapper.web.views import level_name

__all__ = ["places_of", "view_match"]

_DIGITS = 2  # of a share: whole per cent


def view_match(match: Match, lives: Mapping[int, LiveGame], clicks: NDArray[np.intp], *, now: int) -> MatchView:
    """Return a match, with its games by seat and the cells that `clicks_of` returns for their layout."""
    level = match.level
    ended = match.status == "ended"
    first = next(iter(lives.values()), None)
    since = None if first is None or first.started_at is None else now + first.shift - first.started_at
    counting = match.status == "playing" and since is not None and since < 0
    places = places_of(lives, clicks, ended=ended)
    return MatchView(
        join=match.id,
        watch=match.watch,
        version=match.version,
        round=match.round,
        status="countdown" if counting else match.status,
        level=level_name(level),
        shape=str(level.shape),
        rows=level.rows,
        cols=level.cols,
        mines=level.mines,
        no_guess=match.no_guess,
        host=match.host(now),
        starts_in_ms=-since if counting and since is not None else None,
        elapsed_ms=max(since, 0) if since is not None and match.status == "playing" else None,
        three_bv=len(clicks) if ended and lives else None,
        seats=[
            _view_seat(match, seat, lives.get(seat.number), clicks, now=now, place=places.get(seat.number))
            for seat in match.seats
        ],
    )


def places_of(lives: Mapping[int, LiveGame], clicks: NDArray[np.intp], *, ended: bool) -> dict[int, int]:
    """Return the places by seat: wins by time, then, when the round has ended, losses by what they have done.

    Equal results share a place. A player who left has none.
    """
    ranks: dict[int, tuple[int, int]] = {}
    for number, live in lives.items():
        if live.status == "won":
            ranks[number] = (0, _time_of(live) or 0)
        elif live.status == "lost" and ended:
            ranks[number] = (1, -done_of(clicks, live.board))
    return {number: 1 + sum(other < rank for other in ranks.values()) for number, rank in ranks.items()}


def _view_seat(
    match: Match, seat: Seat, live: LiveGame | None, clicks: NDArray[np.intp], *, now: int, place: int | None
) -> SeatView:
    view = SeatView(
        seat=seat.number,
        name=seat.name,
        ready=seat.ready,
        here=seat.is_here(now),
        wins=seat.wins,
        state="waiting",
        progress=None,
        opened=None,
        time_ms=None,
        timed=True,
        place=place,
        watch=None,
    )
    if live is not None:
        view.state = _state_of(live)
        view.progress = round(done_of(clicks, live.board) / max(len(clicks), 1), _DIGITS)
        safe = len(match.level.shape) - match.level.mines
        view.opened = round(int(np.count_nonzero(live.board.cells >= 0)) / safe, _DIGITS)
        view.time_ms = _time_of(live)
        view.timed = live.timed
        view.watch = live.terms.watch if match.status == "ended" and not live.covered else None
    return view


def _state_of(live: LiveGame) -> Literal["playing", "won", "lost", "left"]:
    if live.status in ("won", "lost"):
        return "won" if live.status == "won" else "lost"
    return "left" if live.left else "playing"


def _time_of(live: LiveGame) -> int | None:
    return None if live.ended_at is None else live.elapsed_ms(live.ended_at)
