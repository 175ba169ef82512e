"""Retention: a task that deletes abandoned games, and old matches.

A game is abandoned if it has no result and was neither created nor changed for some days. Branches and games from
positions never have a result, so they are deleted too. Finished games, scores and statistics stay. A match is
deleted if it was not changed for as long; its finished games stay.

>>> delete_abandoned.__annotations__["before"]
'int'
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import NamedTuple

from sqlalchemy import Engine, delete, exists, or_, select
from sqlalchemy.exc import SQLAlchemyError

from sapper.web.clock import now_ms
from sapper.web.reads import Reads
from sapper.web.tables import events, games, matches, results

__all__ = ["Deleted", "Retention", "delete_abandoned", "delete_matches"]

_DAY_MS = 86_400_000
_FIRST_S, _EVERY_S = 60.0, 3600.0  # seconds from the start to the first search, and between two
_TOGETHER = 100  # games in one transaction: others wait for it
_REST_S = 0.2  # seconds between two transactions


class Deleted(NamedTuple):
    """What one transaction deleted, and where the search goes on."""

    games: int  # how many
    after: tuple[int, str] | None  # creation and id of the last game seen; None at the end


def delete_abandoned(engine: Engine, *, before: int, after: tuple[int, str] = (-1, "")) -> Deleted:
    """Delete some abandoned games that were not touched since `before`, in milliseconds since 1970."""
    created, last = after
    beyond = or_(games.c.created_at > created, (games.c.created_at == created) & (games.c.id > last))
    old = (
        select(
            games.c.id,
            games.c.created_at,
            exists().where(results.c.game == games.c.id).label("has_ended"),
            exists().where(events.c.game == games.c.id, events.c.at >= before).label("is_touched"),
        )
        .where(games.c.created_at >= created, games.c.created_at < before, beyond)
        .order_by(games.c.created_at, games.c.id)
        .limit(_TOGETHER)
    )
    with engine.connect() as connection:
        seen = connection.execute(old).all()
    chosen = [row.id for row in seen if not row.has_ended and not row.is_touched]
    if chosen:
        with engine.begin() as connection:
            connection.execute(delete(games).where(games.c.id.in_(chosen)))
    return Deleted(len(chosen), (seen[-1].created_at, seen[-1].id) if len(seen) == _TOGETHER else None)


def delete_matches(engine: Engine, *, before: int) -> None:
    """Delete matches that were not changed since `before`, in milliseconds since 1970."""
    with engine.begin() as connection:
        connection.execute(delete(matches).where(matches.c.changed_at < before))


class Retention:
    """A task that runs as long as the server."""

    def __init__(self, engine: Engine, reads: Reads, *, days: int) -> None:
        """Delete games that are abandoned for so many days; 0 keeps all."""
        self._engine = engine
        self._reads = reads
        self._days = days
        self._task = asyncio.create_task(self._work()) if days else None

    async def close(self) -> None:
        """Stop at once."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _work(self) -> None:
        await asyncio.sleep(_FIRST_S)
        while True:
            with suppress(SQLAlchemyError):  # tries again later
                await self._sweep()
            await asyncio.sleep(_EVERY_S)

    async def _sweep(self) -> None:
        before = now_ms() - self._days * _DAY_MS
        await self._reads.run(delete_matches, self._engine, before=before)
        deleted = await self._reads.run(delete_abandoned, self._engine, before=before)
        while deleted.after is not None:
            await asyncio.sleep(_REST_S)
            deleted = await self._reads.run(delete_abandoned, self._engine, before=before, after=deleted.after)
