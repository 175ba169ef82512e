"""The judge: lets the crew play finished layouts with the strategy `best@fast`, and stores whether it wins.

It reads results without a verdict from the database, one layout after another is played from the player's start cell,
and it writes the verdicts.

>>> best_wins(Layout.from_seed("beginner", seed=1))
True
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from sqlalchemy import Engine, select
from sqlalchemy.exc import SQLAlchemyError

from sapper.errors import LimitError
from sapper.game.layout import Layout
from sapper.play.strategy import Strategy
from sapper.play.walk import Walk
from sapper.web.crew import Crew
from sapper.web.problems import RateError
from sapper.web.reads import Reads
from sapper.web.tables import games, results
from sapper.web.totals import store_verdict

__all__ = ["Judge", "best_wins"]

_STRATEGY = "best@fast"
_TOGETHER = 20  # results read at once
_ADDRESS = "judge"  # in place of a client's: its share of the crew is that of one client
_REST = 0.05  # seconds between layouts, so that requests come first


def best_wins(layout: Layout) -> bool:
    """Whether the strategy `best@fast` wins this layout from its start cell."""
    walk = Walk.play(layout, Strategy.parse(_STRATEGY))
    walk.to_end()
    return walk.game.status.value == "won"


class Judge:
    """A task that runs as long as the server."""

    def __init__(self, engine: Engine, reads: Reads, crew: Crew) -> None:
        """Start with the results left from the last run of the server."""
        self._engine = engine
        self._reads = reads
        self._crew = crew
        self._news = asyncio.Event()
        self._news.set()
        self._task = asyncio.create_task(self._work())

    def wake(self) -> None:
        """Look for new results."""
        self._news.set()

    async def close(self) -> None:
        """Stop at once; a layout that is not judged yet is judged after the next start."""
        self._task.cancel()
        await asyncio.wait({self._task})

    async def _work(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            with suppress(SQLAlchemyError):  # tries again when the next game ends
                while waiting := await self._reads.run(self._next):
                    for game, text in waiting:
                        await self._judge(game, text)
                        await asyncio.sleep(_REST)

    def _next(self) -> list[tuple[str, str]]:
        chosen = (
            select(results.c.game, games.c.layout)
            .join(games, games.c.id == results.c.game)
            .where(results.c.to_judge.is_(True), games.c.layout.is_not(None))
            .order_by(results.c.ended_at.desc())
            .limit(_TOGETHER)
        )
        with self._engine.connect() as connection:
            return [(row.game, row.layout) for row in connection.execute(chosen)]

    async def _judge(self, game: str, text: str) -> None:
        layout = Layout.from_text(text)
        verdict = None
        try:
            verdict = await self._crew.run(_ADDRESS, best_wins, layout, long=True)
        except LimitError:
            pass  # too wide to analyse
        except RateError as error:  # too much waits
            await asyncio.sleep(error.wait)
            return
        await self._reads.run(self._store, game, verdict)

    def _store(self, game: str, verdict: bool | None) -> None:
        with self._engine.begin() as connection:
            store_verdict(connection, game, verdict)
