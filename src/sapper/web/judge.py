"""The judge: a thread that plays finished layouts with the strategy `best@fast` and stores whether it wins.

It reads results without a verdict from the database, plays one layout at a time from the player's start cell, and
writes the verdict.

>>> best_wins(Layout.from_seed("beginner", seed=1))
True
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

from sqlalchemy import Engine, select, update
from sqlalchemy.exc import SQLAlchemyError

from sapper.errors import LimitError
from sapper.game.layout import Layout
from sapper.play.strategy import Strategy
from sapper.play.walk import Walk
from sapper.web.tables import games, results

__all__ = ["Judge", "best_wins"]

_STRATEGY = "best@fast"
_LARGEST = 2_000  # cells; larger layouts take too long
_TOGETHER = 20  # results read at once
_REST = 0.05  # seconds between layouts, so that requests come first


def best_wins(layout: Layout) -> bool:
    """Whether the strategy `best@fast` wins this layout from its start cell."""
    walk = Walk.play(layout, Strategy.parse(_STRATEGY))
    walk.to_end()
    return walk.game.status.value == "won"


class Judge:
    """A thread that runs as long as the server."""

    def __init__(self, engine: Engine) -> None:
        """Start with the results left from the last run of the server."""
        self._engine = engine
        self._news = threading.Event()
        self._news.set()
        self._stop = threading.Event()
        self._passed: set[str] = set()  # layouts that cannot be judged
        self._thread = threading.Thread(target=self._work, name="judge", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Look for new results."""
        self._news.set()

    async def close(self) -> None:
        """Stop after the current layout."""
        self._stop.set()
        self._news.set()
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        while not self._stop.is_set():
            self._news.wait()
            self._news.clear()
            with suppress(SQLAlchemyError):  # tries again when the next game ends
                while not self._stop.is_set() and (waiting := self._next()):
                    for game, text in waiting:
                        self._judge(game, text)
                        if self._stop.wait(_REST):
                            return

    def _next(self) -> list[tuple[str, str]]:
        chosen = (
            select(results.c.game, games.c.layout)
            .join(games, games.c.id == results.c.game)
            .where(results.c.best_wins.is_(None), games.c.layout.is_not(None))
            .order_by(results.c.ended_at.desc())
            .limit(_TOGETHER + len(self._passed))
        )
        with self._engine.connect() as connection:
            return [(row.game, row.layout) for row in connection.execute(chosen) if row.game not in self._passed]

    def _judge(self, game: str, text: str) -> None:
        layout = Layout.from_text(text)
        verdict = None
        if layout.rows * layout.cols <= _LARGEST:
            with suppress(LimitError):  # too wide to analyse
                verdict = best_wins(layout)
        if verdict is None:
            self._passed.add(game)
            return
        with self._engine.begin() as connection:
            connection.execute(update(results).where(results.c.game == game).values(best_wins=verdict))
