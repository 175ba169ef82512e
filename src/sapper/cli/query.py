"""`sapper query`: runs an SQL query on the games of a run.

>>> from sapper.cli.query import spell_value
>>> spell_value(0.1 + 0.2), spell_value(None), spell_value(["safest", "area"])
('0.3', '', 'safest area')
"""

from __future__ import annotations

import csv
import json
import math
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from sapper.base.number import quote
from sapper.cli.console import open_console
from sapper.cli.errors import reporting
from sapper.cli.together import exclude
from sapper.errors import InputError
from sapper.run.run import Run

if TYPE_CHECKING:
    import pyarrow

__all__ = ["query", "spell_value"]

_MOST_ROWS = 50  # printed as a table
_LONGEST_CELL = 60  # characters of a cell of it
_NO_EDGE = 1 << 16  # columns, where no terminal cuts a line
_AT_ONCE = 1_000  # rows that are turned into text together


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

    Prints the first 50 rows, with long cells cut; --csv and --json print everything.

    won is true or false: avg(won::int) is the share of games won.
    """
    with reporting():
        exclude("as_csv", "as_json")
        answer = Run.open(folder).query(sql)
        names = answer.column_names
        if as_json:
            _check_names(names)
            _write_json(names, _list_rows(answer))
        elif as_csv:
            writer = csv.writer(sys.stdout, lineterminator="\n")
            writer.writerow(names)
            writer.writerows([spell_value(value, exact=True) for value in row] for row in _list_rows(answer))
        else:
            _print(names, list(_list_rows(answer.slice(0, _MOST_ROWS))), answer.num_rows)


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


def _list_rows(answer: pyarrow.Table) -> Iterator[tuple[object, ...]]:
    """Yield the rows of an answer, a part of it at a time: as Python objects they take much more room."""
    for part in answer.to_batches(max_chunksize=_AT_ONCE):
        # By position: SQL allows several columns of one name.
        yield from zip(*(column.to_pylist() for column in part.columns), strict=True)


def _write_json(names: list[str], rows: Iterable[tuple[object, ...]]) -> None:
    """Write an array of objects. JSON has no nan and no infinity: they are null."""
    sys.stdout.write("[")
    for number, row in enumerate(rows):
        one = json.dumps(dict(zip(names, map(_to_json, row), strict=True)), default=str, allow_nan=False)
        sys.stdout.write(f", {one}" if number else one)
    sys.stdout.write("]\n")


def _to_json(value: object) -> object:
    if isinstance(value, list):
        return [_to_json(part) for part in value]
    if isinstance(value, dict):
        return {name: _to_json(part) for name, part in value.items()}
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST_CELL else f"{text[: _LONGEST_CELL - 1]}…"


def _print(names: list[str], rows: list[tuple[object, ...]], count: int) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for place, name in enumerate(names):
        numeric = all(isinstance(row[place], int | float) or row[place] is None for row in rows)
        table.add_column(Text(name), justify="right" if numeric else "left", no_wrap=True)
    for row in rows:
        # In a plain string, rich would read text in brackets as markup.
        table.add_row(*(Text(_shorten(spell_value(value))) for value in row))
    console = open_console()
    if not console.is_terminal:
        console.width = _NO_EDGE
    console.print(table)
    if len(rows) < count:
        typer.echo(f"… {len(rows)} of {count:,} rows; --csv and --json print them all", err=True)
    else:
        typer.echo(f"{count:,} rows" if count != 1 else "1 row", err=True)
