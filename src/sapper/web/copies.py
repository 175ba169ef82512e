"""Copies of a whole database: a backup is one SQLite file, whatever kind of database it was made from.

A backup is taken from one moment, also while servers write. It can be restored into an empty database of either kind,
so that it also moves games from SQLite to PostgreSQL. The key that signs scores is a file of its own.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     engine = open_database(f"sqlite:///{folder}/games.db")
...     print(back_up(engine, Path(folder) / "backup.db"), restore(engine, Path(folder) / "backup.db"))
...     engine.dispose()
0 0
"""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import sqlalchemy
from sqlalchemy import Connection, Engine, func, insert, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from sapper.errors import InputError
from sapper.web.database import open_database, revision_of
from sapper.web.tables import games, metadata

__all__ = ["back_up", "restore"]

_TOGETHER = 5000  # rows copied at once


def back_up(engine: Engine, file: Path) -> int:
    """Write all tables to a new SQLite file; return the number of games in it.

    Raises:
        InputError: the file exists, or cannot be written.
    """
    if file.exists():
        raise InputError(f"the file {str(file)!r} exists: a backup overwrites nothing")
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    copy = open_database(_url(part))
    try:
        with engine.connect() as source, copy.begin() as target:
            _begin_reading(source)
            count = _copy(source, target)
    except BaseException:
        copy.dispose()
        part.unlink(missing_ok=True)
        raise
    copy.dispose()  # the last connection writes everything into the one file
    part.rename(file)
    return count


def restore(engine: Engine, file: Path) -> int:
    """Copy a backup, also one of an older version, into an empty database; return the number of games.

    Raises:
        InputError: the file is no backup, or the database has rows.
        OSError: the file cannot be read.
    """
    with TemporaryDirectory(prefix="sapper-restore-") as folder:
        # A copy, because a backup of an older version is migrated.
        there = Path(folder) / "backup.db"
        shutil.copyfile(file, there)
        _check_backup(file, there)
        backup = open_database(_url(there))
        try:
            with backup.connect() as source, engine.begin() as target:
                for table in metadata.sorted_tables:
                    if target.execute(select(func.count()).select_from(table)).scalar_one():
                        raise InputError(f"the database has rows in {table.name}: restore into an empty one")
                return _copy(source, target)
        finally:
            backup.dispose()


def _check_backup(file: Path, copy: Path) -> None:
    engine = sqlalchemy.create_engine(_url(copy))
    try:
        revision = revision_of(engine)
    except SQLAlchemyError:
        revision = None
    finally:
        engine.dispose()
    if revision is None:
        raise InputError(f"the file {str(file)!r} is no backup of a database")


def _url(file: Path) -> str:
    return URL.create("sqlite", database=str(file.resolve())).render_as_string()


def _begin_reading(source: Connection) -> None:
    """Let all reads see the same moment."""
    if source.dialect.name == "sqlite":
        source.exec_driver_sql("BEGIN")
    else:
        source.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")


def _copy(source: Connection, target: Connection) -> int:
    for table in metadata.sorted_tables:
        rows = source.execution_options(yield_per=_TOGETHER).execute(select(table)).mappings()
        for part in rows.partitions():
            target.execute(insert(table), [dict(row) for row in part])
    return int(target.execute(select(func.count()).select_from(games)).scalar_one())
