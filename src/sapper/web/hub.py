"""The hub: sends the new version of a game or a match to every open event stream of it.

A slow stream gets only the newest version.

>>> import asyncio
>>> async def example():
...     hub = Hub(in_all=10, per_game=2, watching_a_game=2, per_address=2)
...     with hub.listen("game", "127.0.0.1") as listener:
...         hub.tell("game", 7)
...         return await listener.next(timeout=1)
>>> asyncio.run(example())
7
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress

from sapper.web.problems import RateError

__all__ = ["Hub", "Listener", "News"]


class Listener:
    """One event stream of one game."""

    def __init__(self, version: int | None, *, watching: bool) -> None:
        """Start with the version that the stream has sent; `watching`: it is of a client that cannot play."""
        self._version = version
        self.watching = watching
        self._news = asyncio.Event()
        self.closed = False

    def tell(self, version: int) -> None:
        """Set the newest version; the same one again, or an older one, is no news."""
        if self._version is None or version > self._version:
            self._version = version
            self._news.set()

    def close(self) -> None:
        """End the stream, because the server stops."""
        self.closed = True
        self._news.set()

    async def next(self, *, timeout: float) -> int | None:
        """Return the newest version not returned yet; None after the timeout."""
        try:
            await asyncio.wait_for(self._news.wait(), timeout)
        except TimeoutError:
            return None
        self._news.clear()
        return self._version


class News:
    """The changes of several games and matches, for the server itself. It takes no place of a stream."""

    def __init__(self) -> None:
        """Listen to nothing yet."""
        self.names: frozenset[str] = frozenset()  # of what it listens to
        self._known: dict[str, int] = {}  # the newest version that was told, by name
        self._news = asyncio.Event()

    def listen(self, names: Collection[str]) -> bool:
        """Listen to these from now on, and to no others; return whether one of them is new."""
        before, self.names = self.names, frozenset(names)
        return not self.names <= before

    def tell(self, name: str, version: int) -> None:
        """Note the version of a game or match; the same one again, or an older one, is no news."""
        if name in self.names and version > self._known.get(name, -1):
            self._known[name] = version
            self._news.set()

    async def wait(self, *, timeout: float) -> None:
        """Return when something has changed since the last call, or after the timeout."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), timeout)
        self._news.clear()


class Hub:
    """The event streams of all games."""

    def __init__(self, *, in_all: int, per_game: int, watching_a_game: int, per_address: int) -> None:
        """Allow at most so many streams; those that watch a game take no place of its player."""
        self._in_all = in_all
        self._per_game = {False: per_game, True: watching_a_game}
        self._per_address = per_address
        self._by_address: Counter[str] = Counter()
        self._listeners: dict[str, set[Listener]] = {}
        self._news: set[News] = set()
        self._count = 0

    @contextmanager
    def listen(
        self, game: str, address: str, version: int | None = None, *, watching: bool = False
    ) -> Iterator[Listener]:
        """Open a stream of a game, which starts with a version, for a client address.

        Raises:
            RateError: too many streams are open.
        """
        self.check(game, address, watching=watching)
        here = self._listeners.setdefault(game, set())
        listener = Listener(version, watching=watching)
        here.add(listener)
        self._count += 1
        self._by_address[address] += 1
        try:
            yield listener
        finally:
            here.discard(listener)
            self._count -= 1
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]
            if not here:
                self._listeners.pop(game, None)

    def check(self, game: str, address: str, *, watching: bool = False) -> None:
        """Check that a client address may have one more stream of a game.

        Raises:
            RateError: too many streams are open.
        """
        here = sum(listener.watching is watching for listener in self._listeners.get(game, ()))
        if here >= self._per_game[watching] or self._count >= self._in_all:
            raise RateError("too many pages are listening to events", 10)
        if self._by_address[address] >= self._per_address:
            raise RateError("too many pages of this address are listening to events", 10)

    @contextmanager
    def follow(self) -> Iterator[News]:
        """Tell changes to the server itself."""
        news = News()
        self._news.add(news)
        try:
            yield news
        finally:
            self._news.discard(news)

    @property
    def names(self) -> list[str]:
        """The games and matches to which something listens."""
        return list(self._listeners.keys() | frozenset().union(*(news.names for news in self._news)))

    def tell(self, game: str, version: int) -> None:
        """Send the new version of a game or match to all that listen to it."""
        for listener in self._listeners.get(game, ()):
            listener.tell(version)
        for news in self._news:
            news.tell(game, version)

    def close(self) -> None:
        """Close all streams."""
        for here in self._listeners.values():
            for listener in here:
                listener.close()
