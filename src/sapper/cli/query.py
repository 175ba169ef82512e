"""`sapper query`: runs an SQL query on the games of a run.

>>> from sapper.cli.query import spell_value
>>> spell_value(0.1 + 0.2), spell_value(None), spell_value(["safest", "area"])
('0.3', '', 'safest area')
"""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from sapper.base.number import quote
from sapper.cli.console import open_console
from sapper.cli.errors import reporting
from sapper.cli.together import exclude
from sapper.errors import InputError
from sapper.run.run import Run

__all__ = ["query", "spell_value"]


def query(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run.")],
    sql: Annotated[
        str,
        typer.Argument(
            metavar="SQL",
            help="Query for DuckDB on the views games (all games), lost (lost games) and guesses (one row a guess).",
        ),
    ],
    *,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV instead of a table.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON array of objects instead of a table.")
    ] = False,
) -> None:
    """Query the games of a run with SQL.

    won is true or false: avg(won::int) is the share of games won.
    """
    with reporting():
        exclude("as_csv", "as_json")
        answer = Run.open(folder).query(sql)
        names = answer.column_names
        # By position: SQL allows several columns of one name.
        rows = list(zip(*(column.to_pylist() for column in answer.columns), strict=True))
        if as_json:
            _check_names(names)
            typer.echo(json.dumps([dict(zip(names, row, strict=True)) for row in rows], default=str))
        elif as_csv:
            writer = csv.writer(sys.stdout, lineterminator="\n")
            writer.writerow(names)
            writer.writerows([spell_value(value, exact=True) for value in row] for row in rows)
        else:
            _print(names, rows)


def spell_value(value: object, *, exact: bool = False) -> str:
    """A value as a cell of a table: lists with blanks between, floats with six digits unless exact, null empty."""
    if value is None:
        return ""
    if isinstance(value, float) and not exact:
        return f"{value:.6g}"
    if isinstance(value, list):
        return " ".join(spell_value(part, exact=exact) for part in value)
    return str(value)


def _check_names(names: list[str]) -> None:
    """Raise InputError for repeated names, because a JSON object has one value per name."""
    for place, name in enumerate(names):
        if name in names[:place]:
            raise InputError(f"several columns are called {quote(name)}: give each its own name with 'as' for JSON")


def _print(names: list[str], rows: list[tuple[object, ...]]) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for place, name in enumerate(names):
        numeric = all(isinstance(row[place], int | float) or row[place] is None for row in rows)
        table.add_column(Text(name), justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        # In a plain string, rich would read text in brackets as markup.
        table.add_row(*(Text(spell_value(value)) for value in row))
    open_console().print(table)
    typer.echo(f"{len(rows):,} rows" if len(rows) != 1 else "1 row", err=True)
