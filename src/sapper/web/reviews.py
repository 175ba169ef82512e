"""Running reviews: each game is reviewed once, one at a time, on a thread.

>>> Reviews(states=100_000)._kept
OrderedDict()
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from sapper.game.live import LiveGame
from sapper.play.review import Review

__all__ = ["Reviews"]

_MOST = 50  # cached reviews; others are computed again


class Reviews:
    """Reviews by game and version."""

    def __init__(self, *, states: int) -> None:
        """Have none yet; analyse boards within so many states."""
        self._states = states
        self._kept: OrderedDict[tuple[str, int], Review] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()

    async def get(self, live: LiveGame) -> Review:
        """Return the review of a game, which may be incomplete.

        Raises:
            GameError: the game has not ended.
            LimitError: a board too wide to analyse.
        """
        key = (live.terms.id, live.version)
        if key not in self._kept:
            review = await asyncio.to_thread(Review, live, states=self._states)
            if key not in self._kept:
                self._kept[key] = review
                task = asyncio.create_task(self._grow(review))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            while len(self._kept) > _MOST:
                self._kept.popitem(last=False)[1].stop()
        return self._kept[key]

    async def close(self) -> None:
        """Stop all reviews."""
        for review in self._kept.values():
            review.stop()
        await asyncio.gather(*self._tasks)

    async def _grow(self, review: Review) -> None:
        async with self._turn:
            await asyncio.to_thread(review.find_wins)
