"""`sapper replay`: the statistics of replays of other programs.

>>> import json, tempfile
>>> from pathlib import Path
>>> from sapper.cli.app import app
>>> from typer.testing import CliRunner
>>> file = Path(tempfile.mkdtemp()) / "game.rawvf"
>>> head = "Width: 3\\nHeight: 2\\nMines: 1\\nBoard:\\n*00\\n000\\n"
>>> _ = file.write_text(head + "Events:\\n0.1 lc (40 8)\\n0.2 lr (40 8)\\n")
>>> shown = json.loads(CliRunner().invoke(app, ["replay", str(file), "--json"]).stdout)
>>> shown["format"], shown["rows"], shown["won"], shown["bbbv"], shown["zini"]
('rawvf', 2, False, 2, 2)
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from sapper.base.threads import count_threads
from sapper.cli.console import open_console
from sapper.cli.errors import reporting
from sapper.cli.options import ColumnOption
from sapper.cli.outputs import ForceOption, keep
from sapper.cli.progress import show_progress
from sapper.cli.together import need
from sapper.errors import InputError
from sapper.game.statistics import Convention
from sapper.replay.mouse import MouseRules
from sapper.replay.table import (
    COLUMNS,
    Row,
    check_table,
    find_files,
    measure_files,
    read_columns,
    to_json,
    write_table,
)

__all__ = ["replay"]

# The columns of the table of several replays.
_BRIEF = ("file", "format", "won", "rtime", "bbbv", "bbbv_s", "cl", "ioe", "stnb")
_DIGITS = 3  # after the point


def replay(
    places: Annotated[list[str], typer.Argument(metavar="FILE...", help="Replays, or folders with replays.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a replay, each on a line.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the table to this .csv, .json or .parquet file.")
    ] = None,
    force: ForceOption = False,
    pluck: Annotated[
        bool, typer.Option("--pluck", help="Analyse every move for the exact luck of the game; takes longer.")
    ] = False,
    partial: Annotated[
        bool, typer.Option("--partial", help="Read files that are cut off as far as they go.")
    ] = False,
    convention: Annotated[
        str, typer.Option(metavar="NAME", help="How effective clicks are counted: board (as Arbiter) or toollib.")
    ] = "board",
    rilian: Annotated[
        bool,
        typer.Option("--rilian", help="The second release after a chord reveals a cell, as in Arbiter up to 0.44."),
    ] = False,
    count_outside: Annotated[
        bool,
        typer.Option("--count-outside", help="A left release beside the board is a click, as in ms_toollib."),
    ] = False,
    column: ColumnOption = None,
    threads: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Number of processes.", show_default="all cores")
    ] = None,
) -> None:
    """Print the statistics of replays that other programs recorded.

    Reads AVF, MVF, RMV, UMF, EVF, EVFS, RAWVF, FSVF and MSOR files.

    A file that cannot be read is reported on standard error, and the exit code is then 2.
    """
    with reporting():
        columns = read_columns(column or ())
        need("out", "force")
        if out is not None:
            check_table(out)
            keep(out, force=force)
        files = find_files(places)
        rows: list[Row] = []
        with show_progress("replays", quiet=as_json and out is None) as show:
            for row in measure_files(
                files,
                convention=_read_convention(convention),
                pluck=pluck,
                partial_files=partial,
                columns=columns,
                rules=MouseRules(rilian=rilian, count_outside=count_outside),
                processes=count_threads(threads),
                on_progress=lambda done, total: show(done, total, 0, ""),
            ):
                rows.append(row)
                if as_json and row["format"] is not None:
                    typer.echo(to_json(row))
        good = [row for row in rows if row["format"] is not None]
        if out is not None:
            write_table(out, good, columns=columns)
        if not as_json and out is None:
            _print(good, tuple(columns))
        bad = [row for row in rows if row["error"] is not None]
        for row in bad:
            typer.echo(
                f"sapper: {'error' if row['format'] is None else 'warning'}: {row['file']!r}: {row['error']}",
                err=True,
            )
        if any(row["format"] is None for row in bad):
            raise typer.Exit(2)


def _read_convention(name: str) -> Convention:
    if name == "board":
        return "board"
    if name == "toollib":
        return "toollib"
    raise InputError(f"convention must be board or toollib, not {name!r}")


def _print(rows: list[Row], new: tuple[str, ...]) -> None:
    console = open_console()
    if len(rows) == 1:
        table = Table.grid(padding=(0, 2))
        for name in (*COLUMNS, *new):
            if rows[0][name] not in (None, ""):
                table.add_row(name, _spell(rows[0][name]))
        console.print(table)
    elif rows:
        table = Table(box=None, pad_edge=False)
        for name in (*_BRIEF, *new):
            table.add_column(name, justify="left" if name in ("file", "format") else "right", no_wrap=name != "file")
        for row in rows:
            table.add_row(*(_spell(row[name]) for name in (*_BRIEF, *new)))
        console.print(table)


def _spell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.{_DIGITS}f}"
    return "" if value is None else str(value)
