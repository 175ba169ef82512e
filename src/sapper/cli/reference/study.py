"""`sapper reference study`: the tables behind the settings of superloc, played again with intervals."""

from __future__ import annotations

import json
from statistics import fmean
from typing import Annotated

import typer
from rich.table import Table

from sapper.base.number import quote
from sapper.cli.console import open_console
from sapper.cli.errors import reporting
from sapper.cli.options import ThreadsOption
from sapper.cli.progress import show_progress
from sapper.errors import InputError
from sapper.reference.studies import STUDIES, Cell, play_study
from sapper.run.interval import Rate

__all__ = ["study"]


def study(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Table to measure: starts, threshold, multiplier or methods.")
    ],
    *,
    level: Annotated[str, typer.Option(metavar="LEVEL", help="beginner, intermediate or expert.")] = "expert",
    seeds: Annotated[int, typer.Option(metavar="N", min=1, max=1000, help="Number of run seeds: 1 to N.")] = 5,
    games: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Number of games for each value of the table.", show_default="as in the document"
        ),
    ] = None,
    threads: ThreadsOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array instead of a table.")] = False,
) -> None:
    """Measure a published table of superloc's settings again."""
    with reporting():
        if name not in STUDIES:
            raise InputError(f"unknown study {quote(name)}: it is one of {', '.join(STUDIES)}")
        columns = STUDIES[name].columns(level)
        with show_progress("runs", quiet=as_json) as show:
            cells = play_study(
                name,
                level,
                seeds=range(1, seeds + 1),
                games=games,
                threads=threads,
                on_cell=lambda now: show(len(now), seeds * len(columns), 0, str(now[-1].rate)),
            )
        if as_json:
            typer.echo(json.dumps([_to_json(cell) for cell in cells]))
        else:
            _print(name, level, columns, cells)


def _to_json(cell: Cell) -> dict[str, object]:
    rate = cell.rate
    found = {"games": rate.games, "wins": rate.wins, "win_rate": rate.value, "interval": [rate.low, rate.high]}
    return {"column": cell.column, "seed": cell.seed, "published_percent": cell.published, **found}


def _print(name: str, level: str, columns: tuple[str, ...], cells: list[Cell]) -> None:
    console = open_console()
    console.print(f"{STUDIES[name].section}, {level}: {cells[0].rate.games:,} games in each cell, percent won")
    table = Table("seed", "", box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, justify="right")
    for seed in sorted({cell.seed for cell in cells}):
        row = [cell for cell in cells if cell.seed == seed]
        table.add_row(str(seed), "published", *("" if c.published is None else f"{c.published:.3f}" for c in row))
        table.add_row("", "here", *(_spell(cell.rate) for cell in row))
    by_column = [[cell for cell in cells if cell.column == column] for column in columns]
    known = [[cell.published for cell in group if cell.published is not None] for group in by_column]
    table.add_row("mean", "published", *(f"{fmean(rates):.3f}" if rates else "" for rates in known), style="bold")
    sums = [Rate(sum(c.rate.wins for c in group), sum(c.rate.games for c in group)) for group in by_column]
    table.add_row("", "here", *map(_spell, sums), style="bold")
    console.print(table)


def _spell(rate: Rate) -> str:
    return f"{rate.value * 100:.3f} ± {(rate.high - rate.low) * 50:.2f}"
