"""`sapper simulate`: a run of many games, with progress, kept in a folder.

>>> from sapper.cli.simulate import spell_rate
>>> from sapper.interval import Rate
>>> spell_rate(Rate(540, 1000))
'54.00 % (50.90 to 57.07)'
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as ProgressBar

from sapper.cli.errors import reporting
from sapper.cli.generate import read_cell
from sapper.interval import Rate
from sapper.layout import FirstClick
from sapper.report import write_report
from sapper.run import Progress, Run, RunSpec
from sapper.run import simulate as play_run

__all__ = ["Clock", "show_progress", "simulate", "spell_rate"]

_STOPPED = 130
_RUNS = Path("runs")

LevelArgument = Annotated[
    str,
    typer.Argument(metavar="LEVEL", help="beginner, intermediate, expert, classic or ROWSxCOLS/MINES, as 16x30/99."),
]
StrategyOption = Annotated[
    str,
    typer.Option(
        metavar="NAME[@BUDGET][,SETTING=VALUE...]", help="A strategy, built in or an importable Python module."
    ),
]
StartOption = Annotated[
    str | None, typer.Option(metavar="ROW,COL", help="The first cell revealed.", show_default="by level and rule")
]
FirstClickOption = Annotated[
    FirstClick, typer.Option(help="What is promised of the start: nothing, no mine, or none beside it either.")
]
ThreadsOption = Annotated[int | None, typer.Option(metavar="N", min=1, help="Threads.", show_default="all cores")]


def simulate(
    level: LevelArgument,
    *,
    games: Annotated[int, typer.Option(metavar="N", help="Games in all; a run can be extended by asking for more.")],
    seed: Annotated[int, typer.Option(help="Of the run: every game gets its own from it.")] = 1,
    strategy: StrategyOption = "safest",
    first_click: FirstClickOption = FirstClick.ZERO,
    start: StartOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Where the run is kept.", show_default="runs/ and a name made of the above"
        ),
    ] = None,
    no_folder: Annotated[bool, typer.Option("--no-folder", help="Keep nothing but the result.")] = False,
    threads: ThreadsOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """Play many games and keep them in a folder; the same command goes on where it stopped."""
    with reporting():
        cell = None if start is None else read_cell(start)
        spec = RunSpec.make(level, seed=seed, strategy=strategy, first_click=first_click, start=cell)
        folder = None if no_folder else out or _RUNS / spec.name
        clock = Clock()
        try:
            with show_progress(quiet=as_json) as show:
                run = play_run(
                    spec.level,
                    games=games,
                    seed=seed,
                    strategy=spec.strategy,
                    first_click=first_click,
                    start=spec.start,
                    threads=threads,
                    folder=folder,
                    on_progress=clock.then(show),
                )
        except KeyboardInterrupt:
            _tell_stop(clock.last, folder)
            raise typer.Exit(_STOPPED) from None
        page = None if run.folder is None else write_report(run)
        _tell(run, clock.last, page, as_json)


class Clock:
    """Remembers the last progress that was told."""

    def __init__(self) -> None:
        """Begin without any."""
        self.last: Progress | None = None

    def then(self, show: Callable[[Progress], None]) -> Callable[[Progress], None]:
        """Return a listener that remembers and passes on."""

        def listen(progress: Progress) -> None:
            self.last = progress
            show(progress)

        return listen


@contextmanager
def show_progress(*, quiet: bool = False) -> Iterator[Callable[[Progress], None]]:
    """Draw a bar on standard error, if that is a terminal: games, games a second, win rate, time left."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
        BarColumn(),
        TextColumn("{task.fields[rate]}"),
        TextColumn("{task.fields[speed]}"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[left]}"),
    )
    with ProgressBar(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as bar:
        task = bar.add_task("", total=None, visible=False, rate="", speed="", left="")

        def show(progress: Progress) -> None:
            speed = progress.played / max(progress.seconds, 1e-9)
            bar.update(
                task,
                visible=True,
                completed=progress.games,
                total=progress.wanted,
                rate=f"won {spell_rate(progress.win_rate)}",
                speed=f"{speed:,.0f}/s",
                left=f"{_spell_time((progress.wanted - progress.games) / max(speed, 1e-9))} left",
            )

        yield show


def spell_rate(rate: Rate) -> str:
    """A rate in percent with its interval."""
    return f"{rate.value * 100:.2f} % ({rate.low * 100:.2f} to {rate.high * 100:.2f})"


def _tell(run: Run, last: Progress | None, page: Path | None, as_json: bool) -> None:
    rate = run.win_rate
    if as_json:
        found = {
            "games": run.games,
            "wins": run.wins,
            "win_rate": rate.value,
            "interval": [rate.low, rate.high],
            "games_per_second": None if last is None else last.played / max(last.seconds, 1e-9),
            "folder": None if run.folder is None else str(run.folder),
        }
        typer.echo(json.dumps(found))
        return
    typer.echo(
        f"{run.spec.strategy} on {run.spec.level}: won {run.wins:,} of {run.games:,} games, {spell_rate(rate)}"
    )
    if last is not None:
        speed = last.played / max(last.seconds, 1e-9)
        typer.echo(f"{last.played:,} games played in {_spell_time(last.seconds)}, {speed:,.0f} games a second")
    if page is not None:
        typer.echo(f"kept in {run.folder}; {page} tells about it")


def _tell_stop(last: Progress | None, folder: Path | None) -> None:
    done = "" if last is None else f" after {last.games:,} of {last.wanted:,} games, won {spell_rate(last.win_rate)}"
    typer.echo(f"stopped{done}", err=True)
    if folder is not None:
        typer.echo(f"what is finished is kept in {folder}; the same command goes on from there", err=True)


def _spell_time(seconds: float) -> str:
    """A time as hours, minutes and seconds, without what is zero in front."""
    whole = round(seconds)
    hours, minutes = divmod(whole // 60, 60)
    if hours:
        return f"{hours} h {minutes:02d} min"
    return f"{minutes} min {whole % 60:02d} s" if minutes else f"{seconds:.1f} s"
