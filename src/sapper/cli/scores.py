"""`sapper scores`: lists, checks, backs up, restores and removes scores of the web app.

>>> from sapper.cli.scores import spell_ms
>>> spell_ms(75_250)
'75.25 s'
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.base.extras import require
from sapper.base.whole_file import write_whole
from sapper.board.level import Level
from sapper.board.notation.reader import decode
from sapper.cli.errors import reporting
from sapper.cli.lazy import make_app
from sapper.cli.options import DatabaseOption
from sapper.cli.outputs import ForceOption, keep
from sapper.errors import InputError

if TYPE_CHECKING:
    from sqlalchemy import Engine

__all__ = ["scores", "spell_ms"]

scores = make_app("scores", "List, check, back up, restore or remove scores of the web app.")

_BROKEN = 1  # exit code where a row was edited

KeyOption = Annotated[
    Path | None,
    typer.Option(
        "--key", metavar="FILE", help="File with the key that signs scores.", show_default="as for sapper serve"
    ),
]


@scores.command("list")
def list_scores(
    level: Annotated[
        str | None,
        typer.Argument(
            metavar="LEVEL", help="Level whose scores are meant, such as expert.", show_default="all levels"
        ),
    ] = None,
    *,
    database: DatabaseOption = "",
    key: KeyOption = None,
) -> None:
    """Print the ten best times of each level."""
    with reporting(), _opened(database, key) as (engine, secret):
        from sapper.web import scores as web_scores  # noqa: PLC0415

        wanted = None if level is None else str(Level.parse(level))
        tables = [
            table for table in web_scores.list_tables(engine) if wanted is None or table[0].split()[0] == wanted
        ]
        if not tables:
            typer.echo("no scores yet")
        for name, helped in tables:
            table = web_scores.read_scores(engine, secret, name, helped=helped)
            typer.echo(f"{name}{', with help' if helped else ''}")
            for place, score in enumerate(table.best, 1):
                date = datetime.fromtimestamp(score.ended_at / 1000, UTC)
                typer.echo(
                    f"{place:4}  {spell_ms(score.time_ms):>10}  {score.three_bv_per_s:5.2f} 3BV/s  {date:%Y-%m-%d}"
                    f"  {score.name}"
                )
            for score in table.broken:
                typer.echo(f"   -  {spell_ms(score.time_ms):>10}  broken: edited since it was signed  {score.name}")


@scores.command()
def verify(*, database: DatabaseOption = "", key: KeyOption = None) -> None:
    """Check all signatures, and the games behind them; exit with code 1 if one was edited."""
    with reporting(), _opened(database, key) as (engine, secret):
        from sapper.web import scores as web_scores  # noqa: PLC0415

        tables = [
            web_scores.read_scores(engine, secret, name, helped=helped)
            for name, helped in web_scores.list_tables(engine)
        ]
        broken = [score for table in tables for score in table.broken]
        signed = [score for table in tables for score in table.genuine]
        unfounded = [score for score in signed if web_scores.is_unfounded(engine, secret, score)]
        for word, found in (("broken", broken), ("its game was edited", unfounded)):
            for score in found:
                typer.echo(f"{word}: {score.name}, {score.level}, {spell_ms(score.time_ms)}, game {score.game}")
        edited = f", {len(unfounded)} with an edited game" if unfounded else ""
        typer.echo(f"{len(signed) - len(unfounded)} genuine, {len(broken)} broken{edited}")
        if broken or unfounded:
            raise typer.Exit(_BROKEN)


@scores.command()
def reset(
    level: Annotated[
        str | None,
        typer.Argument(
            metavar="LEVEL", help="Level whose scores are meant, such as expert.", show_default="all levels"
        ),
    ] = None,
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    database: DatabaseOption = "",
    key: KeyOption = None,
) -> None:
    """Remove the scores of a level, or all scores. This cannot be undone."""
    with reporting(), _opened(database, key) as (engine, _):
        from sapper.web import scores as web_scores  # noqa: PLC0415

        wanted = None if level is None else str(Level.parse(level))
        if not yes:
            typer.confirm(f"Remove {'all scores' if wanted is None else f'the scores of {wanted}'}?", abort=True)
        typer.echo(f"{web_scores.wipe(engine, wanted)} removed")


@scores.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to write.")],
    *,
    force: ForceOption = False,
    database: DatabaseOption = "",
    key: KeyOption = None,
) -> None:
    """Write all scores and their signatures to a file."""
    with reporting(), _opened(database, key) as (engine, _):
        from sapper.web import scores as web_scores  # noqa: PLC0415

        keep(file, force=force)
        write_whole(file, web_scores.backup(engine))
        typer.echo(f"saved to {file}")


@scores.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File that sapper scores backup wrote.")],
    *,
    database: DatabaseOption = "",
    key: KeyOption = None,
) -> None:
    """Add the scores of a backup, except those that were edited."""
    with reporting(), _opened(database, key) as (engine, secret):
        from sapper.web import scores as web_scores  # noqa: PLC0415

        added, broken = web_scores.restore(engine, secret, decode(file.read_bytes()))
        typer.echo(f"{added} added, {broken} broken")


def spell_ms(time_ms: int) -> str:
    """A time in seconds."""
    return f"{time_ms / 1000:.2f} s"


@contextmanager
def _opened(database: str, key: Path | None) -> Iterator[tuple[Engine, bytes]]:
    """The database and the key."""
    for package in ("sqlalchemy", "alembic", "fastapi"):
        require(package, "web")
    from sapper.web.database import open_database  # noqa: PLC0415
    from sapper.web.scores import read_key  # noqa: PLC0415
    from sapper.web.settings import Settings  # noqa: PLC0415

    settings = Settings(database=database, key_file=key)
    if key is not None and not key.exists():
        raise InputError(f"there is no key {str(key)!r}")
    engine = open_database(settings.database_url)
    try:
        yield engine, read_key(settings.key_path)
    finally:
        engine.dispose()
