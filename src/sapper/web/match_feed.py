"""Feeds: the changes of a match for its event streams.

While a match has streams in this process, one task computes its view after every change of the match or of one of its
games, a few times a second at most, and all streams send the same text. So a spectator costs no computation.

>>> name_feed("id")
'feed:id'
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sqlalchemy.exc import SQLAlchemyError

from sapper.errors import SapperError
from sapper.web.hub import Hub
from sapper.web.match_schemas import MatchView
from sapper.web.matches import Matches
from sapper.web.problems import NotFoundError, first_line, log
from sapper.web.versions import match_key

__all__ = ["Feed", "Feeds", "name_feed"]

_PAUSE = 0.2  # seconds between two views
_QUIET = 10.0  # seconds after which a match is looked at anyway: players go away without a message
_LATER = 1.0  # seconds until the next attempt after an error


def name_feed(match: str) -> str:
    """Return the name of the feed of a match in the hub."""
    return f"feed:{match}"


@dataclass(slots=True, eq=False)
class Feed:
    """The newest view of a match, for its players and for those who watch."""

    streams: int = 0
    number: int = 0  # of the view, from 1
    view: MatchView | None = None
    _texts: dict[bool, str] = field(default_factory=dict)  # the view as JSON, by whether it is for those who watch

    def set(self, view: MatchView) -> bool:
        """Set the view; return whether it differs, other than by the time."""
        before, self.view, self._texts = self.view, view, {}
        if before is not None and _untimed(before) == _untimed(view):
            return False
        self.number += 1
        return True

    def text(self, *, watching: bool) -> str:
        """Return the view as JSON."""
        assert self.view is not None
        if watching not in self._texts:
            view = self.view.model_copy(update={"join": None}) if watching else self.view
            self._texts[watching] = view.model_dump_json()
        return self._texts[watching]


class Feeds:
    """The feeds of all matches that have streams in this process."""

    def __init__(self, hub: Hub, matches: Matches) -> None:
        """Have none yet."""
        self._hub = hub
        self._matches = matches
        self._feeds: dict[str, Feed] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    @contextmanager
    def open(self, match: str) -> Iterator[Feed]:
        """Open the feed of a match, by its id. The hub tells its streams of every new view."""
        if match not in self._feeds:
            self._feeds[match] = Feed()
            self._tasks[match] = asyncio.create_task(self._work(match, self._feeds[match]))
        feed = self._feeds[match]
        feed.streams += 1
        try:
            yield feed
        finally:
            feed.streams -= 1
            if not feed.streams:
                del self._feeds[match]
                self._tasks.pop(match).cancel()

    async def close(self) -> None:
        """Stop all."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def _work(self, match: str, feed: Feed) -> None:
        with self._hub.follow() as news:
            news.listen({match_key(match)})
            while True:
                try:
                    found, view = await self._matches.look(await self._matches.find(match))
                except NotFoundError:
                    return  # it was deleted: the streams stay quiet
                except (SapperError, SQLAlchemyError) as error:
                    log.warning("a match cannot be followed now: %s", first_line(error))
                    await asyncio.sleep(_LATER)
                    continue
                games = {seat.game for seat in found.seats if seat.game is not None}
                if news.listen({match_key(match), *games}):
                    continue  # a move may have been made before
                if feed.set(view):
                    self._hub.tell(name_feed(match), feed.number)
                await news.wait(timeout=_QUIET if view.starts_in_ms is None else view.starts_in_ms / 1000)
                await asyncio.sleep(_PAUSE)


def _untimed(view: MatchView) -> MatchView:
    return view.model_copy(update={"elapsed_ms": None, "starts_in_ms": None})
