"""`sapper reference study`: the tables of superloc's document, played again with intervals."""

from __future__ import annotations

import json
import re
from typing import Annotated

import typer
from rich.table import Table

from sapper.base.number import quote
from sapper.cli.console import QuietConsole, open_console
from sapper.cli.errors import reporting
from sapper.cli.options import ThreadsOption, count_option
from sapper.cli.progress import show_progress
from sapper.errors import InputError
from sapper.reference.studies import MISPRINTS, STUDIES, Cell, find_means, play_study

__all__ = ["study"]

_MOST_SEEDS = 1000


def study(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="Table to measure.\n\n\b\n"
            "results     final results: 40 run seeds, a column a variant\n"
            "starts      start cells (columns x,y), 10,000 games\n"
            "refine      best start cells (columns x,y), 100,000 games\n"
            "threshold   setting threshold\n"
            "multiplier  setting multiplier\n"
            "methods     settings linked and plus",
        ),
    ],
    *,
    level: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LEVEL", help="beginner, intermediate or expert. Repeat it for several.", show_default="expert"
        ),
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Column of the table, such as jar+. Repeat it for several.",
            show_default="all columns",
        ),
    ] = None,
    seeds: Annotated[str, typer.Option(metavar="N", help="Run seeds: 1 to N, or FIRST..LAST such as 11..20.")] = "5",
    games: Annotated[
        int | None,
        count_option("Number of games for each value of the table.", least=1, show_default="as in the document"),
    ] = None,
    threads: ThreadsOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array instead of a table.")] = False,
) -> None:
    """Measure a published table of superloc again.

    Start cells in these tables are x,y from 0, as in the document. The option --start of other commands takes
    row,column: the document's 3,2 is --start 2,3.
    """
    with reporting():
        if name not in STUDIES:
            raise InputError(f"unknown study {quote(name)}: it is one of {', '.join(STUDIES)}")
        levels = level or ["expert"]
        numbers = _read_seeds(seeds)
        # Names are refused before anything is played.
        names = {each: STUDIES[name].columns(each, column or ()) for each in levels}

        def play(each: str) -> list[Cell]:
            with show_progress("runs", quiet=as_json) as show:
                runs = len(numbers) * len(names[each])
                return play_study(
                    name,
                    each,
                    seeds=numbers,
                    columns=names[each],
                    games=games,
                    threads=threads,
                    on_cell=lambda now: show(len(now), runs, 0, str(now[-1].rate)),
                )

        if as_json:
            found = {each: play(each) for each in levels}
            typer.echo(
                json.dumps([_to_json(each, cell) for each in found for cell in found[each] + find_means(found[each])])
            )
            return
        for each in levels:
            _print(name, each, names[each], play(each))


def _read_seeds(text: str) -> range:
    """The run seeds written as N or FIRST..LAST."""
    match = re.fullmatch(r"\s*(?:([0-9]{1,18})\s*\.\.\s*)?([0-9]{1,18})\s*", text)
    if match is None:
        raise InputError(f"run seeds are written as N or FIRST..LAST, such as 10 or 11..20, not {quote(text)}")
    first, last = int(match[1] or 1), int(match[2])
    if not 1 <= first <= last or last - first >= _MOST_SEEDS:
        raise InputError(f"run seeds go up from 1, at most {_MOST_SEEDS:,} at a time, unlike {quote(text)}")
    return range(first, last + 1)


def _to_json(level: str, cell: Cell) -> dict[str, object]:
    rate = cell.rate
    found = {"games": rate.games, "wins": rate.wins, "win_rate": rate.value, "interval": [rate.low, rate.high]}
    return {
        "level": level,
        "column": cell.column,
        "seeds": [cell.first_seed, cell.last_seed],
        "published_percent": cell.published,
        "published_games": cell.published_games,
        **found,
        "difference_points": cell.difference,
        "margin_points": cell.margin,
        "within_error": cell.agrees,
    }


def _print(name: str, level: str, columns: tuple[str, ...], cells: list[Cell]) -> None:
    console = open_console()
    study = STUDIES[name]
    console.print(
        f"{study.section}, {level}: percent won, {cells[0].rate.games:,} games in each cell here, "
        f"{study.games:,} in the published ones",
        style="bold",
    )
    if study.by_start:
        console.print("columns are start cells written x,y, as in the document; options take row,column")
    # Where all columns are shown, those of other programs are too, as published.
    all_columns = columns == study.columns(level)
    others = [column for column in study.table(level) if all_columns and study.strategy(column) is None]
    table = Table("seed", "", box=None, pad_edge=False, header_style="bold")
    for column in (*others, *columns):
        table.add_column(column, justify="right")
    table.add_column("95 % margin", justify="right")
    means = find_means(cells)
    rows = list(dict.fromkeys((cell.first_seed, cell.last_seed) for cell in [*cells, *means]))
    # A mean follows the seeds it is of, and the mean of all comes last.
    for first, last in sorted(rows, key=lambda row: (row[1], row[1] - row[0])):
        _add_rows(table, study.table(level), others, [c for c in [*cells, *means] if _seeds(c) == (first, last)])
    console.print(table)
    _print_agreement(console, cells)
    for mean in means:
        printed = MISPRINTS.get((name, level, mean.column, *_seeds(mean)))
        if printed is not None and mean.published is not None:
            console.print(
                f"The document prints {printed} as the mean of seeds {mean.first_seed} to {mean.last_seed}, column "
                f"{mean.column}; its rows give {mean.published:.4f}.",
                soft_wrap=True,
            )


def _seeds(cell: Cell) -> tuple[int, int]:
    return cell.first_seed, cell.last_seed


def _add_rows(table: Table, published: dict[str, list[float]], others: list[str], cells: list[Cell]) -> None:
    first, last = _seeds(cells[0])
    single = first == last
    there = []
    for column in others:
        rows = published[column][first - 1 : last]
        there.append(f"{sum(rows) / len(rows):.3f}" if len(rows) == last + 1 - first else "")
    known = ["" if cell.published is None else f"{cell.published:.3f}" for cell in cells]
    here = [f"{cell.rate.value * 100:.3f}" for cell in cells]
    # The margins of a row hardly differ, as in the document.
    margins = [
        max(cell.published_margin for cell in cells),
        max(cell.rate.high - cell.rate.low for cell in cells) * 50,
        max(cell.margin for cell in cells),
    ]
    spelled = [f"± {margin:.3f}" for margin in margins]
    compared = any(known)
    style = None if single else "bold"
    none = ["" for _ in others]
    table.add_row(
        str(first) if single else f"{first} to {last}",
        "published",
        *there,
        *known,
        spelled[0] if compared else "",
        style=style,
    )
    table.add_row("" if single else "(mean)", "here", *none, *here, spelled[1], style=style)
    if compared:
        table.add_row("", "difference", *none, *map(_spell_difference, cells), spelled[2], style=style)


def _spell_difference(cell: Cell) -> str:
    return "" if cell.difference is None else f"{cell.difference:+.3f}{'' if cell.agrees else '*'}"


def _print_agreement(console: QuietConsole, cells: list[Cell]) -> None:
    known = [cell.agrees for cell in cells if cell.agrees is not None]
    if known:
        console.print(
            f"{sum(known)} of {len(known)} differences are within error (95 %, from the margins of both figures); "
            "the others have a *"
        )
