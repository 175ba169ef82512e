"""The versions of games and matches in the database, which other servers may have changed.

A server caches games. Before it answers from the cache it asks here whether another server wrote in the meantime.
From a SQLite file the version of a cached game is read at once: that takes about 20 microseconds, less than a change
of threads. PostgreSQL is asked on a thread. Requests that come while a query runs share the next one, so that many
readers cost few queries.

>>> import tempfile
>>> from sapper.web.database import open_database
>>> with tempfile.TemporaryDirectory() as folder:
...     engine = open_database(f"sqlite:///{folder}/games.db")
...     print(read_versions(engine, ["a", "b"]))
...     engine.dispose()
{}
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from sqlalchemy import Engine, bindparam, func, literal_column, select

from sapper.web.tables import events, games, matches

__all__ = ["Versions", "match_key", "read_versions"]

# A subquery for each game takes the last entry of an index. Grouping would read all events.
_LAST = select(func.max(events.c.number)).where(events.c.game == games.c.id).scalar_subquery()
_VERSIONS = select(games.c.id, func.coalesce(_LAST, literal_column("0")).label("version"))


_MATCH = "match:"  # no id of a game has a colon


def match_key(match: str) -> str:
    """Return the name of a match among games."""
    return f"{_MATCH}{match}"


class Versions:
    """Reads versions, all that wait at once."""

    def __init__(self, engine: Engine) -> None:
        """Read from this database, on a thread of its own."""
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="versions")
        self._waiting: dict[str, asyncio.Future[int | None]] = {}
        self._task: asyncio.Task[None] | None = None
        self._near = _Near(engine) if engine.dialect.name == "sqlite" else None

    async def get(self, game: str) -> int | None:
        """Return the version of a game after all changes that were committed before this call; None without the game.

        Raises:
            sqlalchemy.exc.SQLAlchemyError: the database cannot be read.
        """
        if self._near is not None:
            with suppress(sqlite3.OperationalError):  # another program has locked the file: a thread can wait
                return self._near.read(game)
        if game not in self._waiting:
            self._waiting[game] = asyncio.get_running_loop().create_future()
        waiting = self._waiting[game]
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        return await asyncio.shield(waiting)

    async def read(self, games: Collection[str]) -> dict[str, int]:
        """Return the versions of those games, and of those matches named by `match_key`, that exist.

        Raises:
            sqlalchemy.exc.SQLAlchemyError: the database cannot be read.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, read_versions, self._engine, games)

    def close(self) -> None:
        """Read nothing more."""
        if self._near is not None:
            self._near.close()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _work(self) -> None:
        try:
            while self._waiting:
                asked, self._waiting = self._waiting, {}
                found = await asyncio.gather(self.read(list(asked)), return_exceptions=True)
                for game, waiting in asked.items():
                    if isinstance(found[0], BaseException):
                        waiting.set_exception(found[0])
                        waiting.exception()  # read here, because all callers may have left
                    else:
                        waiting.set_result(found[0].get(game))
        finally:
            self._task = None


class _Near:
    """A connection to a SQLite file, used by one thread, that never waits for a lock."""

    def __init__(self, engine: Engine) -> None:
        self._lent = engine.raw_connection()
        connection = self._lent.driver_connection
        assert isinstance(connection, sqlite3.Connection)
        self._connection = connection
        self._connection.execute("PRAGMA busy_timeout=0")
        self._text = str(_VERSIONS.where(games.c.id == bindparam("game")).compile(engine))

    def read(self, game: str) -> int | None:
        """The version of a game, or None."""
        found = self._connection.execute(self._text, (game,)).fetchall()
        return int(found[0][1]) if found else None

    def close(self) -> None:
        self._lent.invalidate()  # the pool must not lend a connection that does not wait


def read_versions(engine: Engine, wanted: Collection[str]) -> dict[str, int]:
    """Return the versions of those games, and of those matches named by `match_key`, that exist."""
    named = [key.removeprefix(_MATCH) for key in wanted if key.startswith(_MATCH)]
    with engine.connect() as connection:
        found = {row.id: row.version for row in connection.execute(_VERSIONS.where(games.c.id.in_(wanted)))}
        if named:
            chosen = select(matches.c.id, matches.c.version).where(matches.c.id.in_(named))
            found |= {match_key(row.id): row.version for row in connection.execute(chosen)}
    return found
