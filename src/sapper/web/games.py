"""The games of the server: creates, changes, branches and caches them, and loads them from the database.

A game is changed by one request at a time. A change is committed before the request is answered. If that fails, the
game in memory is dropped and loaded again. Other servers may change the same game: an answer that changes nothing is
given only from a game that has all events of the database, and a change that another server was faster with is
repeated on the game after that.

>>> Games.__init__.__annotations__["limits"]
'Limits'
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from sapper.board.cell import Cell
from sapper.errors import GameError, LimitError, SapperError
from sapper.game.cruel import Doubt, settle, settle_or_keep
from sapper.game.dealing import deal
from sapper.game.layout import Layout
from sapper.game.live import UNKNOWN, Event, LiveGame, Played, Terms
from sapper.web.clock import CLOCK, now_ms, tick_of
from sapper.web.crew import Crew
from sapper.web.hub import Hub
from sapper.web.journal import ADD_EVENT, ADD_GAME, ADD_RESULT, END_DAILY, FIX_LAYOUT, Change, Journal
from sapper.web.places import Place, Places
from sapper.web.problems import BusyError, StaleError
from sapper.web.reads import Reads
from sapper.web.rows import (
    Stored,
    daily_row,
    event_row,
    load_events,
    load_stored,
    read_event,
    result_row,
    shift_of,
    terms_row,
)
from sapper.web.seals import Sealer
from sapper.web.settings import Limits
from sapper.web.versions import Versions

__all__ = ["Games", "new_id"]

T = TypeVar("T")

_ENTRIES = 60  # attempts at a change, if other servers change the same game
_MOST_FOLLOWED = 20  # events of other servers applied one by one; more are replayed on a thread
_LONGEST_PAUSE = 0.1  # seconds between two of them
_QUICK_CELLS, _QUICK_STATES = 600, 2_000  # below both, an analysis takes less than two milliseconds
_CONFLICTS = ("40001", "40P01")  # codes of PostgreSQL: transactions that cannot both be committed


class _OvertakenError(Exception):
    """Another server changed the game first: the work must be repeated on the game after that."""


@dataclass(slots=True)
class _Held:
    """A game in memory."""

    live: LiveGame
    seal: str | None  # of its last event; None for a game without seals
    layout: str  # digest of its layout, for seals
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)  # held while the game is changed
    heard: int = 0  # the newest version that another server told


class Games:
    """All games; those in use are cached in memory."""

    def __init__(
        self,
        engine: Engine,
        *,
        journal: Journal,
        hub: Hub,
        reads: Reads,
        crew: Crew,
        versions: Versions,
        sealer: Sealer,
        limits: Limits,
        ended: Callable[[], None],
    ) -> None:
        """Store games in this database, and call `ended` when one has ended."""
        self._engine = engine
        self._journal = journal
        self._hub = hub
        self._limits = limits
        self._ended = ended
        self._held: OrderedDict[str, _Held] = OrderedDict()  # least recently used first
        self._reads = reads
        self._crew = crew
        self._versions = versions
        self._sealer = sealer
        self._loading: dict[str, asyncio.Task[Stored]] = {}

    async def add(
        self,
        terms: Terms,
        layout: Layout | None = None,
        moves: list[Event] | None = None,
        change: Change | None = None,
    ) -> LiveGame:
        """Create a game, with moves already made in it and a new token for others, and return it.

        The rows of `change` are written together with it. If the layout is unknown to the player, the moves are those
        of this server, and are sealed.
        """
        terms = replace(terms, watch=new_id())
        # A long branch is replayed on a thread: it would stop the loop for too long.
        live = await self._reads.run(LiveGame.replay, terms, layout, moves) if moves else LiveGame(terms, layout)
        row = terms_row(terms, layout)
        if terms.origin in (*UNKNOWN, "cruel"):  # others are helped from the start
            row["seal"] = self._sealer.seal_game(row)
        change = (change or Change()).add(ADD_GAME, **row)
        held = _Held(live, row["seal"], self._sealer.digest(row["layout"]))
        for event in live.moves:
            change.add(ADD_EVENT, **event_row(terms, event))
        if held.seal is not None:
            self._stamp(held, change)
        await self._journal.write(change)
        self._keep(terms.id, held)
        return live

    def cells_of(self, game: str) -> int | None:
        """Return the number of cells of a game in memory; None for others."""
        held = self._held.get(game)
        return None if held is None else len(held.live.terms.level.shape)

    async def get(self, game: str, *, covered: bool = False) -> LiveGame:
        """Return a game; waits for a move that is being written.

        A covered game, which is part of a running match, is returned only if `covered` is set. The caller then shows
        nothing of it but what its player sees.

        Raises:
            NotFoundError: there is no such game.
            GameError: the game is covered.
        """
        # A game that is not here yet is loaded after this, with all that was committed before.
        is_here = game in self._held or game in self._loading
        newest = await self._versions.get(game) if is_here else 0
        if newest is None:
            self._held.pop(game, None)
        async with self._locked(game, newest or 0) as held:
            if not covered:
                _check_uncovered(held.live)
            return held.live

    def hear(self, game: str, version: int) -> None:
        """Note that a game has this version in the database."""
        held = self._held.get(game)
        if held is not None:
            held.heard = max(held.heard, version)

    async def move(
        self, game: str, kind: str, place: Place, address: str, *, version: int | None = None
    ) -> tuple[LiveGame, Played]:
        """Make a move at a place of a game and return both; a no-guess layout is made for this client address.

        Raises:
            NotFoundError: there is no such game.
            StaleError: the game has another version than the given one; nothing has changed.
            InputError, GameError: the move cannot be made; nothing has changed.
        """

        async def make(live: LiveGame, change: Change) -> Played:
            _check_version(live, version)
            had_ended = live.has_ended
            live.check_running()
            if live.covered and live.started_at is not None and now_ms() + live.shift < live.started_at:
                raise GameError("the match has not begun")
            cell = Places(live.terms.level.shape).cell(place)
            before = live.layout
            if live.needs_layout(kind, cell):
                live.fix(await self._make_layout(live.terms, cell, address))
            doubt = live.doubt(kind, cell)
            if doubt is not None:
                live.fix(await self._settle(doubt, address))
            if live.layout is not before:
                change.add(FIX_LAYOUT, game=game, text=str(live.layout))
            played = live.play(kind, cell, at=now_ms())
            _log(live, change, played.event)
            if live.has_ended and not had_ended and live.terms.origin in (*UNKNOWN, "same"):
                change.add(ADD_RESULT, **result_row(live))
                if live.terms.origin == "daily":
                    change.add(END_DAILY, **daily_row(live))
            return played

        live, played = await self._change(game, make)
        if live.over:
            self._ended()
        return live, played

    async def undo(self, game: str, *, version: int | None = None) -> LiveGame:
        """Take back the last move of a game.

        Raises:
            NotFoundError: there is no such game.
            StaleError: the game has another version than the given one; nothing has changed.
            GameError: there is no move to take back, or the game is paused or part of a match.
        """
        return await self._note(game, LiveGame.undo, version=version)

    async def help(self, game: str, *, unrank: bool = False) -> LiveGame:
        """Return a game, marked as helped; `unrank` allows that in a ranked game too.

        Raises:
            NotFoundError: there is no such game.
            GameError: the game is covered or paused, or ranked.
        """
        live = await self.get(game)
        live.check_running()
        if not unrank:
            live.check_unranked()
        return live if live.helped or live.over else await self._note(game, LiveGame.help)

    async def expose(self, game: str) -> LiveGame:
        """Return a game whose layout is shown elsewhere: a running game is practice from then on.

        Raises:
            NotFoundError: there is no such game.
            GameError: the game is covered, paused, or a running ranked or cruel game.
        """
        live = await self.get(game)
        live.check_running()
        live.check_unranked()
        live.check_fixed()
        return live if live.practice or live.over else await self._note(game, LiveGame.expose)

    async def cheat(self, game: str) -> LiveGame:
        """Return a game whose mines may be shown: it is practice from then on.

        Raises:
            NotFoundError: there is no such game.
            GameError: the game has no layout yet or none that is fixed, or is covered or paused.
        """
        return await self._note(game, LiveGame.cheat)

    async def pause(self, game: str) -> LiveGame:
        """Return a game whose clock is stopped.

        Raises:
            NotFoundError: there is no such game.
            GameError: the game is not being played, or is part of a match.
        """
        return await self._note(game, LiveGame.pause)

    async def unpause(self, game: str) -> LiveGame:
        """Return a game whose clock runs again.

        Raises:
            NotFoundError: there is no such game.
        """
        return await self._note(game, LiveGame.unpause)

    async def leave(self, game: str) -> LiveGame:
        """Return a game of a match, whose player gives it up.

        Raises:
            NotFoundError: there is no such game.
        """
        return await self._note(game, LiveGame.leave, covered=True)

    async def uncover(self, game: str) -> LiveGame:
        """Return a game of a match in which all games have ended: its layout may be shown.

        Raises:
            NotFoundError: there is no such game.
        """
        return await self._note(game, LiveGame.uncover, covered=True)

    async def _note(
        self, game: str, mark: Callable[..., Event | None], *, version: int | None = None, covered: bool = False
    ) -> LiveGame:
        """Write the event with which a method of the game marks it, and return the game."""

        async def note(live: LiveGame, change: Change) -> None:
            _check_version(live, version)
            if not covered:
                _check_uncovered(live)
            _log(live, change, mark(live, at=now_ms()))

        return (await self._change(game, note))[0]

    async def branch(self, game: str, move: int, name: str | None) -> LiveGame:
        """Return a new game that continues another one before one of its moves; it counts as practice.

        Raises:
            NotFoundError: there is no such game.
            GameError: the game has no such move, has not started, is covered, or is a running cruel game.
        """
        live = await self.get(game)
        if live.layout is None or not 0 <= move <= len(live.moves):
            raise GameError(f"the game has no move {move}: it has {len(live.moves)}")
        live = await self.expose(game)
        now = now_ms()
        moves = [Event(number, event.kind, event.cell, now) for number, event in enumerate(live.moves[:move], 1)]
        terms = replace(
            live.terms, id=new_id(), origin="branch", helped=True, created_at=now, name=name or live.terms.name
        )
        return await self.add(terms, live.layout, moves)

    async def _change(self, game: str, work: Callable[[LiveGame, Change], Awaitable[T]]) -> tuple[LiveGame, T]:
        """Run `work` on a game while it is locked, and commit the changes it collected."""
        for entry in range(_ENTRIES):
            if entry:
                await asyncio.sleep(random.uniform(0, min(0.002 * 2**entry, _LONGEST_PAUSE)))
            with suppress(_OvertakenError):
                return await self._try_change(game, work)
        raise BusyError("other servers change this game all the time: try again")

    async def _try_change(self, game: str, work: Callable[[LiveGame, Change], Awaitable[T]]) -> tuple[LiveGame, T]:
        async with self._locked(game) as held:
            live = held.live
            most = self._limits.events_per_game + 2 * len(live.terms.level.shape)
            if live.version >= most:
                raise GameError(f"the game has reached the limit of {most} events")
            change = Change()
            try:
                result = await work(live, change)
                if change.rows:
                    self._stamp(held, change)
                    await self._journal.write(change)
            except BaseException as error:
                # The game in memory may be ahead of the database. A refused move changed nothing.
                if change.rows:
                    self._held.pop(game, None)
                if isinstance(error, DBAPIError) and _is_conflict(error):
                    raise _OvertakenError from error
                if isinstance(error, SapperError) and not change.rows:
                    await self._check_newest(live)  # it may be possible after the moves of another server
                raise
            if not change.rows:
                await self._check_newest(live)
        if change.rows:
            self._hub.tell(game, live.version)
        return live, result

    def _stamp(self, held: _Held, change: Change) -> None:
        """Give the events of a change their ticks and seals."""
        for fixed in change.rows.get(FIX_LAYOUT, ()):
            held.layout = self._sealer.digest(fixed["text"])
        for row in change.rows.get(ADD_EVENT, ()):
            row.update(tick=tick_of(row["at"] - held.live.shift), clock=CLOCK)
            if held.seal is not None:
                row["seal"] = held.seal = self._sealer.seal_event(held.seal, row, held.layout)

    async def _make_layout(self, terms: Terms, cell: Cell, address: str) -> Layout:
        if not terms.no_guess:
            return deal(terms, cell)  # takes less time than sending it to a worker
        return await self._crew.run(address, deal, terms, cell)

    async def _settle(self, doubt: Doubt, address: str) -> Layout:
        """Choose the layout that answers a move of a cruel game; it stays if that takes too long."""
        if len(doubt.board.shape) <= _QUICK_CELLS:
            with suppress(LimitError):  # it needs more states: the crew has them
                return settle(doubt, max_states=min(_QUICK_STATES, self._limits.states))
        try:
            return await self._crew.run(address, partial(settle_or_keep, max_states=self._limits.states), doubt)
        except LimitError:
            return doubt.layout

    async def _check_newest(self, live: LiveGame) -> None:
        """Check that no other server has changed the game.

        Raises:
            _OvertakenError: one has; the next to lock the game will see that.
        """
        newest = await self._versions.get(live.terms.id)
        if newest is None:
            self._held.pop(live.terms.id, None)
            raise _OvertakenError
        self.hear(live.terms.id, newest)
        if newest > live.version:
            raise _OvertakenError

    @asynccontextmanager
    async def _locked(self, game: str, newest: int = 0) -> AsyncIterator[_Held]:
        """Lock a game that has at least the version `newest`, and all that other servers told."""
        while True:
            held = await self._hold(game)
            async with held.lock:
                # The game may have been dropped while we waited for the lock.
                if self._held.get(game) is not held:
                    continue
                if held.live.version < max(newest, held.heard) and not await self._catch_up(held):
                    self._held.pop(game, None)
                    continue
                yield held
                return

    async def _catch_up(self, held: _Held) -> bool:
        """Apply the events of other servers; False if the game must be loaded again."""
        live = held.live
        if live.terms.origin == "cruel":
            return False  # moves that were undone since may have had other layouts
        layout, log = await self._reads.run(load_events, self._engine, live.terms.id, live.version)
        if len(log) > _MOST_FOLLOWED or any(row["clock"] != CLOCK for row in log):
            return False
        if live.layout is None and layout is not None:
            live.fix(Layout.from_text(layout))
            held.layout = self._sealer.digest(layout)
        shift, live.shift = live.shift, 0  # these events have the times of the game
        try:
            followed = all(live.follow(read_event(live.terms, row)) for row in log)
        except SapperError:
            return False
        live.shift = shift_of(log[-1]) if log else shift
        held.seal = log[-1]["seal"] if log else held.seal
        return followed

    async def _hold(self, game: str) -> _Held:
        held = self._held.get(game)
        if held is not None:
            self._held.move_to_end(game)
            return held
        task = self._loading.get(game)
        if task is None:
            task = asyncio.create_task(self._reads.run(load_stored, self._engine, game))
            self._loading[game] = task
            task.add_done_callback(lambda _: self._loading.pop(game, None))
        stored = await asyncio.shield(task)
        return self._held.get(game) or self._keep(
            game, _Held(stored.live, stored.seal, self._sealer.digest(stored.layout))
        )

    def _keep(self, game: str, held: _Held) -> _Held:
        self._held[game] = held
        while len(self._held) > self._limits.live_games:
            oldest = next(iter(self._held))
            if self._held[oldest].lock.locked():
                self._held.move_to_end(oldest)
                break
            del self._held[oldest]
        return held


def new_id() -> str:
    """Return a random id of 128 bits."""
    return secrets.token_urlsafe(16)


def _check_uncovered(live: LiveGame) -> None:
    if live.covered:
        raise GameError("this game is part of a match: there is no help, and its mines are shown when all have ended")


def _check_version(live: LiveGame, version: int | None) -> None:
    if version not in (None, live.version):
        raise StaleError(f"this is for version {version} of the game, which has version {live.version}")


def _is_conflict(error: DBAPIError) -> bool:
    return isinstance(error, IntegrityError) or getattr(error.orig, "sqlstate", None) in _CONFLICTS


def _log(live: LiveGame, change: Change, event: Event | None) -> None:
    if event is not None:
        change.add(ADD_EVENT, **event_row(live.terms, event))
