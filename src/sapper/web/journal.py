"""The journal: the one writer of the database.

Requests submit changes. One thread writes all waiting changes in one transaction, and each caller continues when its
change is committed. A hundred players therefore cost a few commits, not a hundred.

>>> change = Change().add(ADD_EVENT, game="a", number=1, kind="undo", row=None, col=None, at=0)
>>> [(statement is ADD_EVENT, len(rows)) for statement, rows in change.rows.items()]
[(True, 1)]
"""

from __future__ import annotations

import asyncio
import queue
import secrets
import sqlite3
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Engine, FromClause, bindparam, insert, select, text, update
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.sql.dml import UpdateBase

from sapper.web.tables import daily, demos, events, games, races, results, scores
from sapper.web.totals import count_demos, count_results, name_result

__all__ = [
    "ADD_DAILY",
    "ADD_DEMO",
    "ADD_EVENT",
    "ADD_GAME",
    "ADD_RACE",
    "ADD_RESULT",
    "ADD_SCORE",
    "CHANNEL",
    "END_DAILY",
    "FIX_LAYOUT",
    "NAME_RESULT",
    "Change",
    "Journal",
    "notify",
]

ADD_GAME = insert(games)
FIX_LAYOUT = update(games).where(games.c.id == bindparam("game")).values(layout=bindparam("text"))
ADD_EVENT = insert(events)
ADD_RESULT = insert(results)
NAME_RESULT = update(results)  # once; `name_result` completes it
ADD_SCORE = insert(scores)
ADD_RACE = insert(races)
ADD_DEMO = insert(demos)
ADD_DAILY = insert(daily)
END_DAILY = update(daily).where(daily.c.game == bindparam("of"))  # sets what `daily_row` returns
# Rows refer to rows of earlier statements.
_ORDER: tuple[UpdateBase, ...] = (
    ADD_GAME,
    FIX_LAYOUT,
    ADD_EVENT,
    ADD_RESULT,
    ADD_SCORE,
    ADD_RACE,
    ADD_DEMO,
    ADD_DAILY,
    END_DAILY,
)

CHANNEL = "sapper_games"  # of the messages to other servers
_NOTIFY = text("SELECT pg_notify(:channel, :notice)")
_MOST_TOLD = 100  # games in one message; it may have 8000 bytes
_MOST_TOGETHER = 200  # changes in one transaction
_NONCE_BITS = 63  # what a signed integer of a database holds
_STOP = None


@dataclass(frozen=True, slots=True)
class Change:
    """Rows that are written together or not at all."""

    rows: dict[UpdateBase, list[dict[str, Any]]] = field(default_factory=dict)  # by statement

    def add(self, statement: UpdateBase, **row: object) -> Change:
        """Add a row for one of the statements above; returns the change itself."""
        self.rows.setdefault(statement, []).append(row)
        return self


class Journal:
    """The one writer of a database. `write` may be called from any task of the loop it was opened in."""

    def __init__(self, engine: Engine) -> None:
        """Start writing to the database of `engine`."""
        self._engine = engine
        self._loop = asyncio.get_running_loop()
        self._waiting: queue.SimpleQueue[tuple[Change, asyncio.Future[None]] | None] = queue.SimpleQueue()
        self._events = _Events(engine) if engine.dialect.name == "sqlite" else None
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    async def write(self, change: Change) -> None:
        """Return when the change is committed.

        Raises:
            sqlalchemy.exc.SQLAlchemyError: it was not written, or the database cannot say.
        """
        for row in change.rows.get(ADD_EVENT, ()):
            row["nonce"] = secrets.randbits(_NONCE_BITS)
        done: asyncio.Future[None] = self._loop.create_future()
        self._waiting.put((change, done))
        # A cancelled caller has still submitted its change.
        await asyncio.shield(done)

    async def close(self) -> None:
        """Write the waiting changes, and stop."""
        self._waiting.put(_STOP)
        await asyncio.to_thread(self._thread.join)
        if self._events is not None:
            self._events.close()

    def _run(self) -> None:
        while True:
            taken = [self._waiting.get()]
            while taken[-1] is not _STOP and len(taken) < _MOST_TOGETHER and not self._waiting.empty():
                taken.append(self._waiting.get())
            self._write_together([item for item in taken if item is not None])
            if taken[-1] is _STOP:
                return

    def _write_together(self, items: list[tuple[Change, asyncio.Future[None]]]) -> None:
        """Write changes in one transaction; if that fails, one by one, so that each caller gets its own error."""
        if not items:
            return
        if self._events is not None and self._events.write([change for change, _ in items]):
            self._answer(items, None)
            return
        try:
            with self._engine.begin() as connection:
                _execute(connection, (change for change, _ in items))
        except Exception as error:  # drivers raise various errors; the caller gets them
            if len(items) == 1:
                self._answer(items, self._settle(items[0][0], error))
                return
            for item in items:
                self._write_together([item])
        else:
            self._answer(items, None)

    def _settle(self, change: Change, error: Exception) -> Exception | None:
        """Return the error of a change, or None if it is written all the same.

        The connection may break after the database has committed a transaction and before it says so. Such a change
        must not be reported as lost, and the caller must not repeat it. Another server may have written the same
        event within the same millisecond: that row has another nonce.
        """
        if not isinstance(error, DBAPIError):
            return error
        try:
            with self._engine.connect() as connection:
                return None if _is_written(connection, change) else error
        except SQLAlchemyError:
            return error

    def _answer(self, items: list[tuple[Change, asyncio.Future[None]]], error: Exception | None) -> None:
        def answer() -> None:
            for _, done in items:
                if not done.done():
                    done.set_result(None) if error is None else done.set_exception(error)

        self._loop.call_soon_threadsafe(answer)


class _Events:
    """A connection to a SQLite file that adds events and does nothing else.

    Most changes are one event. SQLAlchemy takes four times as long for it, and holds the interpreter lock meanwhile.
    """

    def __init__(self, engine: Engine) -> None:
        self._lent = engine.raw_connection()
        connection = self._lent.driver_connection
        assert isinstance(connection, sqlite3.Connection)
        self._connection = connection
        self._dialect = engine.dialect
        statement = ADD_EVENT.compile(engine)
        assert statement.positiontup is not None
        self._text = str(statement)
        self._values = itemgetter(*statement.positiontup)

    def write(self, changes: Iterable[Change]) -> bool:
        """Commit changes together; False if one does more than add events, or if it failed."""
        rows: list[tuple[Any, ...]] = []
        for change in changes:
            if len(change.rows) != 1 or ADD_EVENT not in change.rows:
                return False
            rows += map(self._values, change.rows[ADD_EVENT])
        try:
            self._connection.execute("BEGIN")
            self._connection.executemany(self._text, rows)
            self._dialect.do_commit(self._lent)
        except sqlite3.Error:
            with suppress(sqlite3.Error):
                self._connection.rollback()
            return False  # the caller writes them with SQLAlchemy, which says what is wrong
        return True

    def close(self) -> None:
        self._lent.close()


def _execute(connection: Connection, changes: Iterable[Change]) -> None:
    rows: dict[UpdateBase, list[dict[str, Any]]] = {}
    for change in changes:
        for statement, added in change.rows.items():
            rows.setdefault(statement, []).extend(added)
    for statement in _ORDER:
        if statement in rows:
            # In the order of their keys: servers that write the same rows wait for each other, but never in a circle.
            connection.execute(statement, sorted(rows[statement], key=_key))
    count_results(connection, rows.get(ADD_RESULT, ()))
    count_demos(connection, rows.get(ADD_DEMO, ()))
    for row in rows.get(NAME_RESULT, ()):
        name_result(connection, row["of"], row["by"])
    newest: dict[str, int] = {}
    for row in rows.get(ADD_EVENT, []):
        newest[row["game"]] = max(newest.get(row["game"], 0), row["number"])
    notify(connection, newest)


def _is_written(connection: Connection, change: Change) -> bool:
    """Whether the database has the rows that a change adds: the very same ones."""
    added = [(statement.table, row) for statement, rows in change.rows.items() if statement.is_insert for row in rows]
    return bool(added) and all(_has(connection, table, row) for table, row in added)


def _has(connection: Connection, table: FromClause, row: Mapping[str, Any]) -> bool:
    keys = [column for column in table.primary_key if column.name in row]
    if not keys:  # the database numbers these rows
        return False
    columns = [table.c[name] for name in row]
    found = connection.execute(select(*columns).where(*(column == row[column.name] for column in keys))).all()
    return [tuple(one) for one in found] == [tuple(row.values())]


def _key(row: Mapping[str, Any]) -> tuple[str, int]:
    return str(row.get("game") or row.get("id") or row.get("of")), row.get("number", 0)


def notify(connection: Connection, newest: Mapping[str, int]) -> None:
    """Tell all servers the new versions of games and matches; sent when the transaction commits.

    A SQLite file has no such messages: servers look at it.
    """
    if connection.dialect.name != "postgresql":
        return
    told = [f"{key} {version}" for key, version in newest.items()]
    for begin in range(0, len(told), _MOST_TOLD):
        notice = " ".join(told[begin : begin + _MOST_TOLD])
        connection.execute(_NOTIFY, {"channel": CHANNEL, "notice": notice})
