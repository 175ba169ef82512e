"""`sapper database`: backs up and restores everything the web app stores.

>>> from sapper.cli.database import database
>>> [command.callback.__name__ for command in database.registered_commands]
['backup', 'restore', 'free_name']
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.base.extras import require
from sapper.base.number import quote
from sapper.cli.errors import reporting
from sapper.cli.lazy import make_app
from sapper.cli.options import DatabaseOption
from sapper.errors import InputError

if TYPE_CHECKING:
    from sqlalchemy import Engine

__all__ = ["database"]

database = make_app("database", "Back up or restore the database of the web app.")


@database.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to write. It must not exist.")],
    *,
    url: DatabaseOption = "",
) -> None:
    """Write all games, results, scores and races to a file.

    Servers may run meanwhile. The key that signs scores is not in it.
    """
    with reporting(), _opened(url) as engine:
        from sapper.web.copies import back_up  # noqa: PLC0415

        typer.echo(f"saved {back_up(engine, file)} games to {file}")


@database.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File that sapper database backup wrote.")],
    *,
    url: DatabaseOption = "",
) -> None:
    """Copy a backup into an empty database, of the same kind or of another."""
    with reporting(), _opened(url) as engine:
        from sapper.web import copies  # noqa: PLC0415

        typer.echo(f"restored {copies.restore(engine, file)} games")


@database.command()
def free_name(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name to free.")],
    *,
    url: DatabaseOption = "",
) -> None:
    """Let another browser claim a name, if its owner has lost the browser's storage."""
    with reporting(), _opened(url) as engine:
        from sapper.web.owners import free  # noqa: PLC0415

        if not free(engine, name):
            raise InputError(f"no browser has claimed the name {quote(name)}")
        typer.echo(f"the name {quote(name)} is free")


@contextmanager
def _opened(url: str) -> Iterator[Engine]:
    for package in ("sqlalchemy", "alembic", "fastapi"):
        require(package, "web")
    from sapper.web.database import open_database  # noqa: PLC0415
    from sapper.web.settings import Settings  # noqa: PLC0415

    engine = open_database(Settings(database=url).database_url)
    try:
        yield engine
    finally:
        engine.dispose()
