"""`sapper query`: a question in SQL about a run.

>>> from sapper.cli.query import spell_value
>>> spell_value(0.1 + 0.2), spell_value(None), spell_value(["safest", "area"])
('0.3', '', 'safest area')
"""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from sapper.cli.errors import reporting
from sapper.run import Run

__all__ = ["query", "spell_value"]


def query(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")],
    sql: Annotated[
        str,
        typer.Argument(
            metavar="SQL", help="A question to DuckDB about the views games, lost (games) and guesses (one row each)."
        ),
    ],
    *,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array of objects.")] = False,
) -> None:
    """Ask a run in SQL, such as: select guesses, avg(won::int) from games group by all order by 1."""
    with reporting():
        answer = Run.open(folder).query(sql)
        names, rows = answer.column_names, answer.to_pylist()
        if as_json:
            typer.echo(json.dumps(rows, default=str))
        elif as_csv:
            writer = csv.writer(sys.stdout, lineterminator="\n")
            writer.writerow(names)
            writer.writerows([spell_value(value, exact=True) for value in row.values()] for row in rows)
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


def _print(names: list[str], rows: list[dict[str, Any]]) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in names:
        numeric = all(isinstance(row[name], int | float) or row[name] is None for row in rows)
        table.add_column(name, justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*(spell_value(value) for value in row.values()))
    Console().print(table)
    typer.echo(f"{len(rows):,} rows" if len(rows) != 1 else "1 row", err=True)
