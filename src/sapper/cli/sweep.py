"""`sapper sweep`: measures the win rate over a grid of levels, strategies or settings, and draws it."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from sapper.base.whole_file import write_whole, writing_text
from sapper.board.level import Level
from sapper.cli.errors import reporting
from sapper.cli.names import complete_level
from sapper.cli.options import (
    LEVELS_HELP,
    ClusterOption,
    FirstClickOption,
    JsonOption,
    LuckFreeOption,
    SeedOption,
    StartOption,
    StrategyOption,
    ThreadsOption,
    choose_threads,
    count_option,
    read_start,
    spell_rate,
)
from sapper.cli.outputs import ForceOption, keep
from sapper.cli.progress import show_progress
from sapper.cli.together import exclude, need
from sapper.errors import InputError
from sapper.game.layout import FirstClick
from sapper.run.sweep.picture import draw_sweep
from sapper.run.sweep.sweep import Sweep
from sapper.run.sweep.sweep import sweep as play_sweep

__all__ = ["sweep"]

_LISTED = 10  # points printed
_FILES = ("sweep.json", "sweep.csv", "sweep.png", "sweep.svg")  # of --out


def sweep(
    level: Annotated[
        str | None,
        typer.Argument(
            metavar="LEVEL",
            help=LEVELS_HELP,
            autocompletion=complete_level,
            show_default="the first of --vary level",
        ),
    ] = None,
    *,
    vary: Annotated[
        list[str],
        typer.Option(
            metavar="WHAT",
            help="What to vary. Repeat it to cross several.\n\n\b\n"
            "mines=20:99:10        mines, 20 to 99 by 10\n"
            "density=0.1:0.2:0.02  share of mines\n"
            "size=9x9,16x30        rows and columns\n"
            "level=beginner,expert\n"
            "first_click=safe,zero\n"
            "start                 every start cell\n"
            "row=0:7, col=0:14     its row, its column\n"
            "strategy=best,safest  or A,x=1;B,y=2\n"
            "budget=fast,deep      of the strategy\n"
            "NAME=1:9:2            any setting",
        ),
    ],
    games: Annotated[int, count_option("Number of games at each point of the grid.")],
    seed: SeedOption = 1,
    strategy: StrategyOption = "best",
    first_click: FirstClickOption = FirstClick.ZERO,
    start: StartOption = None,
    threads: ThreadsOption = None,
    cluster: ClusterOption = None,
    luck_free: LuckFreeOption = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Folder for sweep.json, sweep.csv and the picture as sweep.png and sweep.svg."
        ),
    ] = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Measure the win rate over a grid of levels, strategies or settings.

    Every point plays the same seeds.
    """
    with reporting():
        exclude("cluster", "threads")
        need("out", "force")
        if out is not None:
            keep(*(out / name for name in _FILES), force=force)
            out.mkdir(parents=True, exist_ok=True)  # a refusal comes before the games
        size = Level.parse(_first_level(vary) if level is None else level)
        with show_progress("points", quiet=as_json) as show:
            found = play_sweep(
                size,
                vary,
                games=games,
                seed=seed,
                strategy=strategy,
                first_click=first_click,
                start=read_start(start, str(size)),
                threads=choose_threads(threads, cluster),
                cluster=cluster,
                luck_free=luck_free,
                on_progress=lambda now, count: show(len(now.points), count, 0, _spell_best(now)),
            )
        if out is not None:
            _save(found, out)
        if as_json:
            typer.echo(json.dumps(found.to_json()))
        else:
            _tell(found, out)


def _first_level(vary: list[str]) -> str:
    for what in vary:
        name, _, values = what.partition("=")
        if name == "level" and values:
            return values.replace(";", ",").partition(",")[0]
    raise InputError("name a LEVEL such as beginner or 16x30/99, or vary it: --vary level=beginner,expert")


def _spell_best(found: Sweep) -> str:
    values = (f"{axis.name} {value}" for axis, value in zip(found.axes, found.best.values, strict=True))
    return f"best {', '.join(values)}: {spell_rate(found.best.rate)}"


def _tell(found: Sweep, out: Path | None) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for axis in found.axes:
        table.add_column(axis.name, justify="right")
    table.add_column("mean value" if found.spec.luck_free else "won")
    table.add_column("ms a game", justify="right")
    ranked = sorted(found.points, key=lambda point: -point.rate.wins)
    for point in ranked[:_LISTED]:
        time = f"{point.seconds / point.rate.games * 1e3:.3g}"
        table.add_row(*(str(value) for value in point.values), spell_rate(point.rate), time)
    Console(highlight=False).print(table)
    if len(ranked) > _LISTED:
        typer.echo(f"and {len(ranked) - _LISTED:,} more points, down to {spell_rate(ranked[-1].rate)}")
    if out is not None:
        typer.echo(f"saved in {out}; picture: sweep.png")


def _save(found: Sweep, folder: Path) -> None:
    facts, rows, *pictures = (folder / name for name in _FILES)
    write_whole(facts, json.dumps(found.to_json(), indent=2) + "\n")
    with writing_text(rows) as stream:
        writer = csv.writer(stream)
        writer.writerow([*(axis.name for axis in found.axes), "games", "wins", "win_rate", "low", "high", "seconds"])
        for point in found.points:
            rate = point.rate
            writer.writerow([*point.values, rate.games, rate.wins, rate.value, rate.low, rate.high, point.seconds])
    draw_sweep(found, *pictures)
