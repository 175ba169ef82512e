"""`sapper simulate`: plays a run of many games and saves it in a folder."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.errors import STOPPED, reporting
from sapper.cli.options import (
    ClusterOption,
    FirstClickOption,
    JsonOption,
    LevelArgument,
    LuckFreeOption,
    SeedOption,
    StartOption,
    StrategyOption,
    ThreadsOption,
    choose_threads,
    count_option,
    read_start,
    spell_rate,
    spell_time,
)
from sapper.cli.progress import show_progress
from sapper.cli.together import exclude
from sapper.game.layout import FirstClick
from sapper.run.report.page import write_report
from sapper.run.run import Run
from sapper.run.simulate import Progress, play_run
from sapper.run.spec import RunSpec

__all__ = ["simulate"]

_RUNS = Path("runs")


def simulate(
    level: LevelArgument = "expert",
    *,
    games: Annotated[int, count_option("Number of games of the run. A larger number extends a saved run.")],
    seed: SeedOption = 1,
    strategy: StrategyOption = "best",
    first_click: FirstClickOption = FirstClick.ZERO,
    start: StartOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Folder that stores the run.", show_default="runs/NAME, NAME from the options"
        ),
    ] = None,
    no_folder: Annotated[bool, typer.Option("--no-folder", help="Store nothing; print only the result.")] = False,
    threads: ThreadsOption = None,
    cluster: ClusterOption = None,
    luck_free: LuckFreeOption = False,
    measure: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Add a column with a measure of every layout, such as isls or zini; may be given several times.",
            show_default="none",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play many games and save them in a folder.

    After Ctrl-C, or with a larger --games, the same command continues the run.
    """
    told: list[Progress] = []  # the last one
    with reporting():
        exclude("no_folder", "out")
        exclude("cluster", "threads")
        exclude("luck_free", "measure")
        cell = read_start(start, level)
        spec = RunSpec.make(
            level,
            seed=seed,
            strategy=strategy,
            first_click=first_click,
            start=cell,
            luck_free=luck_free,
            measures=measure or (),
        )
        folder = None if no_folder else out or _RUNS / spec.name
        try:
            with _ended_like_ctrl_c(), show_progress("games", quiet=as_json) as show:

                def tell(now: Progress) -> None:
                    told[:] = [now]
                    show(
                        now.games,
                        now.wanted,
                        now.games - now.played,
                        f"{_spell_result(spec)} {spell_rate(now.win_rate)}",
                    )

                run = play_run(
                    spec,
                    games=games,
                    threads=choose_threads(threads, cluster),
                    folder=folder,
                    cluster=cluster,
                    on_progress=tell,
                )
            page = None if run.folder is None or luck_free else write_report(run)
        except KeyboardInterrupt:
            _tell_stop(told, folder, spec)
            raise typer.Exit(STOPPED) from None
        if run.games > games:
            typer.echo(f"the folder holds {run.games:,} games, more than --games {games}: all are reported", err=True)
        if as_json:
            typer.echo(json.dumps(_to_json(run, told)))
        else:
            _tell(run, told, page)


@contextmanager
def _ended_like_ctrl_c() -> Iterator[None]:
    """Treat SIGTERM, which batch queues send, as Ctrl-C, so that finished games are saved."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _to_json(run: Run, told: list[Progress]) -> dict[str, object]:
    rate = run.win_rate
    return {
        "games": run.games,
        "wins": None if run.spec.luck_free else run.wins,
        "win_rate": rate.value,
        "interval": [rate.low, rate.high],
        "luck_free": run.spec.luck_free,
        "efficiency": run.efficiency,
        "games_per_second": _speed(told[0]) if told else None,
        "folder": None if run.folder is None else str(run.folder),
    }


def _tell(run: Run, told: list[Progress], page: Path | None) -> None:
    won = f"won {run.wins:,} of {run.games:,} games,"
    if run.spec.luck_free:
        won = f"{_spell_result(run.spec)} of {run.games:,} games"
    result = f"{won} {spell_rate(run.win_rate)}"
    typer.echo(f"{run.spec.strategy} on {run.spec.level}: {result}")
    efficiency = run.efficiency
    if efficiency is not None:
        typer.echo(
            f"efficiency {efficiency:.1f} % on games won: 3BV in percent of all clicks, flags and chords included"
        )
    for last in told:
        played = f"{last.played:,} games played in {spell_time(last.seconds)}"
        typer.echo(f"{played}, {_speed(last):,.0f} games a second")
    if page is not None:
        typer.echo(f"saved in {run.folder}; report: {page}")
    elif run.folder is not None:
        typer.echo(f"saved in {run.folder}")


def _tell_stop(told: list[Progress], folder: Path | None, spec: RunSpec) -> None:
    done = "".join(
        f" after {last.games:,} of {last.wanted:,} games, {_spell_result(spec)} {spell_rate(last.win_rate)}"
        for last in told
    )
    typer.echo(f"stopped{done}", err=True)
    if folder is not None:
        typer.echo(f"finished games are saved in {folder}; the same command continues the run", err=True)


def _spell_result(spec: RunSpec) -> str:
    return "mean luck-free value" if spec.luck_free else "won"


def _speed(progress: Progress) -> float:
    return progress.played / max(progress.seconds, 1e-9)
