"""The hub: whoever looks at a game hears that it has changed elsewhere.

Games tell the hub their new version; every open stream of that game gets it. Streams that are slow get the newest
version only: it is all they need.

>>> import asyncio
>>> async def example():
...     hub = Hub(in_all=10, per_game=2)
...     with hub.listen("game") as listener:
...         hub.tell("game", 7)
...         return await listener.next(timeout=1)
>>> asyncio.run(example())
7
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from sapper.web.problems import RateError

__all__ = ["Hub", "Listener"]


class Listener:
    """One stream of one game."""

    def __init__(self) -> None:
        """Have heard nothing."""
        self._version: int | None = None
        self._news = asyncio.Event()
        self.closed = False

    def tell(self, version: int) -> None:
        """Hear of a version."""
        self._version = version
        self._news.set()

    def close(self) -> None:
        """End: the server stops."""
        self.closed = True
        self._news.set()

    async def next(self, *, timeout: float) -> int | None:
        """Return the newest version not returned yet; None when nothing came in time."""
        try:
            await asyncio.wait_for(self._news.wait(), timeout)
        except TimeoutError:
            return None
        self._news.clear()
        return self._version


class Hub:
    """All streams of all games."""

    def __init__(self, *, in_all: int, per_game: int) -> None:
        """Allow so many streams."""
        self._in_all = in_all
        self._per_game = per_game
        self._listeners: dict[str, set[Listener]] = {}
        self._count = 0

    @contextmanager
    def listen(self, game: str) -> Iterator[Listener]:
        """Listen to a game.

        Raises:
            RateError: too many are listening already.
        """
        self.check(game)
        here = self._listeners.setdefault(game, set())
        listener = Listener()
        here.add(listener)
        self._count += 1
        try:
            yield listener
        finally:
            here.discard(listener)
            self._count -= 1
            if not here:
                self._listeners.pop(game, None)

    def check(self, game: str) -> None:
        """Check that one more may listen to a game.

        Raises:
            RateError: too many are listening already.
        """
        if len(self._listeners.get(game, ())) >= self._per_game or self._count >= self._in_all:
            raise RateError("too many pages are listening", 10)

    def tell(self, game: str, version: int) -> None:
        """Say that a game has changed."""
        for listener in self._listeners.get(game, ()):
            listener.tell(version)

    def close(self) -> None:
        """End all streams."""
        for here in self._listeners.values():
            for listener in here:
                listener.close()
