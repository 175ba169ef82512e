"""Changes that other servers made, sent to the event streams of this one.

On PostgreSQL every commit notifies all servers (`NOTIFY`), and a thread of each one listens. A SQLite file has no
such messages: the versions of games with event streams are read ten times a second, if the file changed.

>>> read_notice("abc 7 def 12")
[('abc', 7), ('def', 12)]
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from sapper.web.hub import Hub
from sapper.web.journal import CHANNEL
from sapper.web.problems import first_line, log
from sapper.web.versions import Versions

__all__ = ["Follower", "read_notice"]

_POLL = 0.1  # seconds between two looks at a SQLite file
_WAIT = 0.5  # seconds that the thread waits for a message before it looks whether to stop
_AGAIN = 1.0  # seconds until the next attempt to reach a database that failed


class Follower:
    """Follows the changes of other servers until it is closed."""

    def __init__(self, engine: Engine, *, versions: Versions, hub: Hub, heard: Callable[[str, int], None]) -> None:
        """Send versions to `hub`, and call `heard` with each game and version that another server told."""
        self._engine = engine
        self._versions = versions
        self._hub = hub
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        self._stopped = threading.Event()
        self._task: asyncio.Task[None] | None = None
        self._thread: threading.Thread | None = None
        if engine.dialect.name == "sqlite":
            self._task = asyncio.create_task(self._poll())
        else:
            self._thread = threading.Thread(target=self._listen, name="follower", daemon=True)
            self._thread.start()

    async def close(self) -> None:
        """Stop following."""
        self._stopped.set()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)

    async def _poll(self) -> None:
        seen: int | None = None
        with self._engine.connect() as connection:
            while True:
                await asyncio.sleep(_POLL)
                with suppress(SQLAlchemyError):  # requests that fail say so
                    state = _file_state(connection)
                    if self._hub.names and state != seen:
                        await self._tell_all()
                    seen = state

    async def _tell_all(self) -> None:
        for game, version in (await self._versions.read(self._hub.names)).items():
            self._hub.tell(game, version)

    def _listen(self) -> None:
        while not self._stopped.is_set():
            try:
                with _listening(self._engine) as driver:
                    # What was sent while there was no connection.
                    asyncio.run_coroutine_threadsafe(self._tell_all(), self._loop)
                    while not self._stopped.is_set():
                        for notice in driver.notifies(timeout=_WAIT, stop_after=1):
                            self._loop.call_soon_threadsafe(self._hear, notice.payload)
            except Exception as error:  # of the driver, which SQLAlchemy does not translate here
                log.warning("no messages from other servers: %s", first_line(error))
                self._stopped.wait(_AGAIN)

    def _hear(self, notice: str) -> None:
        for game, version in read_notice(notice):
            self._hub.tell(game, version)
            self._heard(game, version)


def read_notice(notice: str) -> list[tuple[str, int]]:
    """Return games and versions of a message; nothing of one that is not ours."""
    words = notice.split()
    if len(words) % 2 or not all(word.isdecimal() for word in words[1::2]):
        return []
    return [(game, int(version)) for game, version in zip(words[::2], words[1::2], strict=True)]


def _file_state(connection: Connection) -> int:
    """A number that changes when the SQLite file was changed by another connection. It takes microseconds."""
    found: int = connection.exec_driver_sql("PRAGMA data_version").scalar_one()
    connection.rollback()
    return found


@contextmanager
def _listening(engine: Engine) -> Iterator[Any]:
    """A connection of psycopg that receives the messages."""
    with engine.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT")
        connection.execute(text(f"LISTEN {CHANNEL}"))
        try:
            yield connection.connection.driver_connection
        finally:
            connection.invalidate()  # the pool must not lend a connection that listens
