"""Matches: two to eight people play the same layout at the same time, and see how far the others are.

A match has rounds. In the lobby the host chooses the board, and players say that they are ready. The start makes one
layout and a game for each player, in which the same cell is revealed after a countdown. Each game is covered until
all have ended: the server shows no mines, gives no help, and shows it to no other client. Then comes the next lobby.

All of it is in the database, so that players of one match may talk to different servers.

>>> code_of("match", "a" * 16) == code_of("match", "b" * 16)
False
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from sapper.board.level import FirstClick
from sapper.errors import GameError, InputError
from sapper.game.dealing import deal
from sapper.game.layout import Layout
from sapper.game.live import Event, LiveGame, Terms
from sapper.web.clock import now_ms
from sapper.web.crew import Crew
from sapper.web.games import Games, new_id
from sapper.web.hub import Hub
from sapper.web.making import make_terms
from sapper.web.match_progress import clicks_of
from sapper.web.match_rows import HERE_MS, Match, Seat, add_match, change_match, load_match, touch_seat
from sapper.web.match_schemas import MatchTerms, MatchView
from sapper.web.match_view import places_of, view_match
from sapper.web.rates import Rate
from sapper.web.reads import Reads
from sapper.web.requests import NewGame
from sapper.web.settings import Limits
from sapper.web.versions import match_key

__all__ = ["Matches", "code_of"]

_COUNTDOWN_MS = 3_000
_LEAST = 2  # players of a round
_DEALS = 20  # layouts tried until one is not won by its first reveal
_MOST_KEPT = 256  # matches whose clicks are cached
_LEAVING_MS = 10_000  # milliseconds after its page has closed within which a player counts as here: a reload is quick


class Matches:
    """All matches."""

    def __init__(
        self, engine: Engine, *, reads: Reads, games: Games, crew: Crew, hub: Hub, games_a_day: Rate, limits: Limits
    ) -> None:
        """Keep matches in this database; a start counts one game for each player."""
        self._engine = engine
        self._reads = reads
        self._games = games
        self._crew = crew
        self._hub = hub
        self._games_a_day = games_a_day
        self._limits = limits
        self._clicks: OrderedDict[tuple[str, int], NDArray[np.intp]] = OrderedDict()  # by match and round
        self._closing: set[asyncio.Task[None]] = set()

    async def create(self, body: MatchTerms, name: str | None) -> Match:
        """Return a new match with its first player.

        Raises:
            InputError, LimitError: no board can be made so.
        """
        now, match = now_ms(), new_id()
        terms = self._read_terms(body)
        host = _new_seat(1, code_of(match, body.player), name, now)
        made = Match(match, new_id(), 1, 1, "lobby", terms.level, terms.no_guess, now, now, (host,))
        return await self._reads.run(add_match, self._engine, made)

    async def find(self, token: str) -> Match:
        """Return the match of its id, or of its token for others.

        Raises:
            NotFoundError: there is none.
        """
        return await self._reads.run(load_match, self._engine, token)

    async def look(self, match: Match) -> tuple[Match, MatchView]:
        """Return a match as it is now, and what everybody may see of it. A round that is over ends here."""
        match, lives = await self._settle(match)
        clicks = await self._clicks_of(match, lives)
        return match, view_match(match, lives, clicks, now=now_ms())

    async def own_game(self, match: Match, player: str) -> LiveGame | None:
        """Return the game of a player in this round, once it has begun; None before, and without one."""
        seat = match.seat_of(code_of(match.id, player))
        if seat is None or seat.game is None:
            return None
        live = await self._games.get(seat.game, covered=True)
        assert live.started_at is not None
        return live if live.started_at <= now_ms() + live.shift else None

    async def take_seat(self, match: Match, player: str, name: str | None) -> Match:
        """Give a player a seat, or the seat the player had. During a round it is for the next one.

        Raises:
            GameError: all seats are taken.
        """
        code, now = code_of(match.id, player), now_ms()

        def take(match: Match) -> Match:
            own = match.seat_of(code)
            if own is not None:
                return _set(match, replace(own, name=name or own.name, gone=False, seen_at=now))
            free = set(range(1, self._limits.seats + 1)) - {seat.number for seat in match.seats}
            if not free:
                # A player who is away and not in this round loses the seat.
                free = {seat.number for seat in match.seats if seat.game is None and not seat.is_here(now)}
            if not free:
                raise GameError(f"the match is full: it has {len(match.seats)} players")
            others = tuple(seat for seat in match.seats if seat.number != min(free))
            seats = (*others, _new_seat(min(free), code, name, now))
            return replace(match, seats=tuple(sorted(seats, key=lambda seat: seat.number)))

        return await self._change(match, take)

    async def leave(self, match: Match, player: str) -> Match:
        """Take a player out of a match; a running game is given up.

        Raises:
            GameError: the player has no seat.
        """
        own = _own_seat(match, player)
        if own.game is not None:
            await self._games.leave(own.game)

        def leave(match: Match) -> Match:
            own = _own_seat(match, player)
            if own.game is not None:  # the table of this round keeps it
                return _set(match, replace(own, gone=True, ready=False))
            return replace(match, seats=tuple(seat for seat in match.seats if seat.number != own.number))

        return await self._change(match, leave)

    async def remove(self, match: Match, player: str, number: int) -> Match:
        """Take the player of another seat out of a match.

        Raises:
            GameError: the player is not the host, this is no lobby, or the seat is free or the host's own.
        """

        def remove(match: Match) -> Match:
            _check_host(match, player)
            if match.status != "lobby":
                raise GameError("players are removed in the lobby")
            if number == _own_seat(match, player).number:
                raise GameError("the host cannot be removed: leave the match instead")
            if all(seat.number != number for seat in match.seats):
                raise GameError(f"seat {number} is free")
            return replace(match, seats=tuple(seat for seat in match.seats if seat.number != number))

        return await self._change(match, remove)

    async def set_terms(self, match: Match, body: MatchTerms) -> Match:
        """Choose the board of the next round; everybody confirms again.

        Raises:
            GameError: the player is not the host, or this is no lobby.
            InputError, LimitError: no board can be made so.
        """
        terms = self._read_terms(body)

        def choose(match: Match) -> Match:
            _check_host(match, body.player)
            if match.status != "lobby":
                raise GameError("the board is chosen in the lobby")
            seats = tuple(replace(seat, ready=False) for seat in match.seats)
            return replace(match, level=terms.level, no_guess=terms.no_guess, seats=seats)

        return await self._change(match, choose)

    async def set_ready(self, match: Match, player: str, address: str, *, ready: bool) -> Match:
        """Note whether a player is ready. After a round this opens the next lobby; it starts when all are ready.

        Raises:
            GameError: the player has no seat, or the round is running.
            LimitError, RateError: no layout could be made.
        """
        match, _ = await self._settle(match)

        def note(match: Match) -> Match:
            own = replace(_own_seat(match, player), ready=ready, gone=False, game=None, seen_at=now_ms())
            if match.status == "playing":
                raise GameError("the round is still running")
            if match.status == "ended":
                match = _next_lobby(_set(match, own))
            return _set(match, own)

        match = await self._change(match, note)
        here = [seat for seat in match.seats if seat.is_here(now_ms())]
        if len(here) < _LEAST or not all(seat.ready for seat in here):
            return match
        return await self._begin(match, address)

    async def start(self, match: Match, player: str, address: str) -> Match:
        """Start a round with the players who are ready, and the host.

        Raises:
            GameError: the player is not the host, this is no lobby, or no other player is ready.
            LimitError, RateError: no layout could be made.
        """

        def check(match: Match) -> Match:
            _check_host(match, player)
            if match.status != "lobby":
                raise GameError("the round has begun already")
            match = _set(match, replace(_own_seat(match, player), ready=True))
            if len(_players(match)) < _LEAST:
                raise GameError("a match needs two players who are ready")
            return match

        return await self._begin(await self._change(match, check), address)

    async def touch(self, match: str, player: str) -> None:
        """Note that the page of a player is open."""
        version = await self._reads.run(touch_seat, self._engine, match, code_of(match, player), now_ms())
        if version is not None:
            self._hub.tell(match_key(match), version)

    def close_page(self, match: str, player: str) -> None:
        """Note that the page of a player has closed, without waiting for it."""
        at = now_ms() - HERE_MS + _LEAVING_MS

        async def note() -> None:
            with suppress(SQLAlchemyError, RuntimeError):  # the database fails, or the server has stopped
                await self._reads.run(touch_seat, self._engine, match, code_of(match, player), at)

        task = asyncio.create_task(note())
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _begin(self, match: Match, address: str) -> Match:
        """Make the layout and the games of a round, and start its countdown."""
        players = _players(match)
        self._games_a_day.check(address, len(players))
        terms, layout = await self._deal(match, address)
        at = now_ms() + _COUNTDOWN_MS
        assert terms.start is not None
        opening = Event(1, "reveal", terms.start, at)
        made = await asyncio.gather(
            *(self._games.add(replace(terms, id=new_id(), name=seat.name), layout, [opening]) for seat in players)
        )
        games = {seat.player: live.terms.id for seat, live in zip(players, made, strict=True)}

        def begin(match: Match) -> Match:
            seats = tuple(replace(seat, ready=False, game=games.get(seat.player)) for seat in match.seats)
            same = (match.level, match.no_guess) == (terms.level, terms.no_guess)
            if match.status != "lobby" or not same or sum(seat.game is not None for seat in seats) < _LEAST:
                return match  # another request was faster: these games stay unused
            return replace(match, status="playing", seats=seats)

        return await self._change(match, begin)

    async def _deal(self, match: Match, address: str) -> tuple[Terms, Layout]:
        level = match.level
        start = level.default_start(FirstClick.ZERO)
        if level.shape.is_square:  # the middle, where the opening has the longest frontier
            start = (level.rows // 2, level.cols // 2)
        body = NewGame(level=str(level), no_guess=match.no_guess)
        for _ in range(_DEALS):
            terms = replace(make_terms(body, "", now_ms(), self._limits), origin="match", start=start)
            layout = await self._crew.run(address, deal, terms, start) if terms.no_guess else deal(terms, start)
            if not LiveGame.replay(terms, layout, [Event(1, "reveal", start, terms.created_at)]).over:
                return terms, layout
        raise InputError(f"a board of {level} is won by its first reveal: choose more mines")

    async def _settle(self, match: Match) -> tuple[Match, dict[int, LiveGame]]:
        """Return a match and its games, after what time has changed: players who are away too long have left."""
        lives: dict[int, LiveGame] = {}
        for seat in match.seats:
            if seat.game is not None:
                live = await self._games.get(seat.game, covered=True)
                if match.status == "playing" and not live.done and self._has_left(seat, live):
                    live = await self._games.leave(seat.game)
                lives[seat.number] = live
        if match.status != "lobby" and all(live.done for live in lives.values()):
            for number, live in lives.items():
                if live.covered:
                    lives[number] = await self._games.uncover(live.terms.id)
            if match.status == "playing":
                match = await self._end(match, lives)
        return match, lives

    def _has_left(self, seat: Seat, live: LiveGame) -> bool:
        now = now_ms() + live.shift
        assert live.started_at is not None
        seen = max(seat.seen_at, live.started_at, live.moves[-1].at if live.moves else 0)
        return now - seen > self._limits.away_s * 1000 or now - live.started_at > self._limits.round_s * 1000

    async def _end(self, match: Match, lives: dict[int, LiveGame]) -> Match:
        clicks = await self._clicks_of(match, lives)
        first = {number for number, place in places_of(lives, clicks, ended=True).items() if place == 1}

        def end(match: Match) -> Match:
            if match.status != "playing":
                return match
            seats = tuple(replace(seat, wins=seat.wins + (seat.number in first)) for seat in match.seats)
            return replace(match, status="ended", seats=seats)

        return await self._change(match, end)

    async def _clicks_of(self, match: Match, lives: dict[int, LiveGame]) -> NDArray[np.intp]:
        layout = next((live.layout for live in lives.values()), None)
        if layout is None:
            return np.array([], np.intp)
        key = match.id, match.round
        if key not in self._clicks:
            self._clicks[key] = await self._reads.run(clicks_of, layout)
            if len(self._clicks) > _MOST_KEPT:
                self._clicks.popitem(last=False)
        return self._clicks[key]

    def _read_terms(self, body: MatchTerms) -> Terms:
        asked = body.model_dump(include={"level", "rows", "cols", "mines", "no_guess"})
        terms = make_terms(NewGame(**asked), "", now_ms(), self._limits)
        if not terms.level.mines:
            raise InputError("a match needs a board with mines")
        return terms

    async def _change(self, match: Match, work: Callable[[Match], Match]) -> Match:
        changed = await self._reads.run(change_match, self._engine, match.id, work)
        self._hub.tell(match_key(match.id), changed.version)
        return changed


def code_of(match: str, player: str) -> str:
    """Return the code that the database has for a player: it tells nothing about the player's other matches."""
    return hashlib.sha256(f"match {match}\n{player}".encode()).hexdigest()


def _new_seat(number: int, code: str, name: str | None, now: int) -> Seat:
    return Seat(number, code, name, ready=False, gone=False, wins=0, game=None, seen_at=now)


def _own_seat(match: Match, player: str) -> Seat:
    own = match.seat_of(code_of(match.id, player))
    if own is None:
        raise GameError("this player has no seat in the match")
    return own


def _check_host(match: Match, player: str) -> None:
    if _own_seat(match, player).number != match.host(now_ms()):
        raise GameError("only the host of the match can do this")


def _players(match: Match) -> list[Seat]:
    """The players of the next round."""
    return [seat for seat in match.seats if seat.ready and seat.is_here(now_ms())]


def _set(match: Match, changed: Seat) -> Match:
    return replace(match, seats=tuple(changed if seat.number == changed.number else seat for seat in match.seats))


def _next_lobby(match: Match) -> Match:
    seats = tuple(replace(seat, ready=False, game=None) for seat in match.seats if not seat.gone)
    return replace(match, status="lobby", round=match.round + 1, seats=seats)
