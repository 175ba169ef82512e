"""The database of the server: opened by URL, migrated to the newest revision.

`sqlite:///FILE` is a file; `postgresql://USER@HOST/NAME` is a PostgreSQL server. All other
modules use SQLAlchemy and work with both.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     engine = open_database(f"sqlite:///{folder}/games.db")
...     print(sqlalchemy.inspect(engine).get_table_names()[:3])
...     engine.dispose()
['alembic_version', 'daily', 'demo_totals']
"""

from __future__ import annotations

import os
import re
import sqlite3
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import sqlalchemy
from sqlalchemy import Engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from sapper.base.number import quote
from sapper.errors import InputError
from sapper.web.problems import first_line
from sapper.web.tables import metadata

__all__ = ["NEWEST", "open_database", "read_url", "revision_of"]

NEWEST = "0012"  # the last revision in `sapper.web.migrations`
_OWNER_ONLY = 0o600  # layouts of running games and ids that let others play them
_PATIENCE_S = 10  # seconds to wait for what another process locks in a file
_PAUSE_S = 0.02  # seconds between two tries
_VERSIONS = "alembic_version"  # the table in which Alembic stores the revision
_PASSWORD = re.compile(r"(//[^:/@]*):.*@")  # also in a text that is no valid URL
_DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


def read_url(text: str) -> URL:
    """Return the URL of a database.

    Raises:
        InputError: it is no URL, or of a kind of database that is not supported.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # ValueError: the port is no number
        shown = quote(_PASSWORD.sub(r"\1:***@", text))
        raise InputError(f"a database is named by a URL such as sqlite:///games.db, not by {shown}") from None
    kind = url.drivername.partition("+")[0]
    if kind not in _DRIVERS:
        raise InputError(f"a database of kind {quote(kind)} is not supported: it is one of sqlite, postgresql")
    if kind == "sqlite" and url.database in (None, "", ":memory:"):
        raise InputError("a database in memory would be lost with the server: name a file, as in sqlite:///games.db")
    return url.set(drivername=_DRIVERS[kind])


def open_database(text: str) -> Engine:
    """Return an engine for the database of a URL, with all tables migrated.

    Raises:
        InputError: a URL that names no database, or one that cannot be reached or read, was made by a newer Sapper or
            lacks tables or columns.
    """
    url = read_url(text)
    try:
        engine = _make_engine(url)
        try:
            _bring_up_to_date(engine)
        except BaseException:
            engine.dispose()
            raise
    except (SQLAlchemyError, OSError, ValueError) as error:  # ValueError: unknown options in the URL
        raise InputError(f"the database {url.render_as_string()} cannot be used: {first_line(error)}") from error
    return engine


def revision_of(engine: Engine) -> str | None:
    """Return the revision of the tables in a database; None where there are none."""
    with engine.connect() as connection:
        if not sqlalchemy.inspect(connection).has_table(_VERSIONS):
            return None
        found: str | None = connection.execute(sqlalchemy.text(f"SELECT version_num FROM {_VERSIONS}")).scalar()
        return found


def _make_engine(url: URL) -> Engine:
    is_file = url.get_backend_name() == "sqlite"
    if is_file:
        _keep_private(Path(str(url.database)).expanduser().resolve())
    engine = sqlalchemy.create_engine(url, pool_pre_ping=not is_file)
    if is_file:
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _bring_up_to_date(engine: Engine) -> None:
    revision = revision_of(engine)
    if revision != NEWEST:
        # Imported here: a database that is up to date opens in half the time without Alembic.
        migrations = import_module("sapper.web.migrations")
        if revision is not None and revision not in migrations.revisions():
            made = "it was made by a newer Sapper, or by another program"
            raise InputError(f"{made}: it is of version {quote(revision)}, and the newest known is {NEWEST!r}")
        migrations.migrate(engine)
    _check_columns(engine)


def _check_columns(engine: Engine) -> None:
    found = {
        table: {column["name"] for column in columns}
        for (_, table), columns in sqlalchemy.inspect(engine).get_multi_columns().items()
    }
    tables = metadata.tables.keys() - found.keys()
    if tables:
        raise InputError(f"it lacks tables of its version {NEWEST!r}: {', '.join(sorted(tables))}")
    columns = [
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        for column in table.columns
        if column.name not in found[table.name]
    ]
    if columns:
        raise InputError(f"it lacks columns of its version {NEWEST!r}: {', '.join(sorted(columns))}")


def _keep_private(file: Path) -> None:
    """Make the file readable by its owner only. SQLite gives the files it makes beside it the same permissions."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, _OWNER_ONLY))
    for there in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        # A file of another user stays as it is: its owner decides.
        with suppress(FileNotFoundError, PermissionError):
            there.chmod(_OWNER_ONLY)


def _prepare_sqlite(connection: Any, _: object) -> None:  # noqa: ANN401  # the connection type depends on the driver
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={1000 * _PATIENCE_S}")  # first, because the next one may have to wait
    _log_ahead(cursor)
    # A commit survives a killed process without waiting for the disk. After a power failure the last moves may be
    # missing, but the file is consistent.
    for pragma in (
        "synchronous=NORMAL",
        "wal_autocheckpoint=8000",  # pages; a checkpoint waits for the disk, and players wait with it
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _log_ahead(cursor: Any) -> None:  # noqa: ANN401
    """Let readers not wait for a writer.

    SQLite does not wait where several processes switch a new file at once: all but one fail. They try again.
    """
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(_PAUSE_S)
        else:
            return
