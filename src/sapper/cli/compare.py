"""`sapper compare`: two strategies, or recorded results, on the same boards."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Annotated, Any

import typer

from sapper.base.whole_file import write_whole, writing_text
from sapper.cli.errors import STOPPED, reporting
from sapper.cli.names import complete_strategy
from sapper.cli.options import (
    ClusterOption,
    JsonOption,
    LuckFreeOption,
    SeedOption,
    StartOption,
    ThreadsOption,
    choose_threads,
    count_option,
    read_start,
    read_test,
    spell_rate,
)
from sapper.cli.outputs import ForceOption, keep
from sapper.cli.progress import show_progress
from sapper.cli.together import exclude, need
from sapper.errors import InputError
from sapper.game.layout import FirstClick
from sapper.run.comparison import Comparison, Differing, DifferingValues
from sapper.run.comparison import compare as compare_sides
from sapper.run.interval import Decision, PairedDifference

__all__ = ["compare", "to_json"]

_LISTED = 10  # boards printed
_FACTS, _BOARDS = "comparison.json", "boards.csv"  # the files of --out


def compare(
    first: Annotated[
        str,
        typer.Argument(
            metavar="A",
            help="Strategy, folder of a run, or CSV file with the columns seed and won.",
            autocompletion=complete_strategy,
        ),
    ],
    second: Annotated[
        str | None,
        typer.Argument(
            metavar="B", help="As A.", show_default="the file of --against", autocompletion=complete_strategy
        ),
    ] = None,
    *,
    against: Annotated[
        Path | None, typer.Option(metavar="FILE", help="CSV file with the columns seed and won, instead of B.")
    ] = None,
    level: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="As in simulate.", show_default="expert, or that of a run")
    ] = None,
    games: Annotated[
        int | None, count_option("Number of boards to play.", show_default="all recorded boards")
    ] = None,
    seed: SeedOption = 1,
    first_click: Annotated[
        FirstClick | None, typer.Option(help="As in simulate.", show_default="zero, or that of a run")
    ] = None,
    start: StartOption = None,
    stop: Annotated[
        str | None,
        typer.Option(
            metavar="WORSE,BETTER",
            help="Stop when a sequential test decides whether A leads B by BETTER or by WORSE percentage points. "
            "Example: 0,0.5.",
        ),
    ] = None,
    error: Annotated[float, typer.Option(metavar="P", help="With --stop: probability of a wrong decision.")] = 0.05,
    threads: ThreadsOption = None,
    cluster: ClusterOption = None,
    luck_free: LuckFreeOption = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder for comparison.json and boards.csv, the boards won by one side only, or with different "
            "luck-free values.",
        ),
    ] = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Compare two strategies game by game on the same boards.

    Prints both win rates and their difference with a 95 % interval.
    """
    told: list[Comparison] = []  # the last one
    with reporting():
        exclude("second", "against")
        exclude("cluster", "threads")
        need("stop", "error")
        need("out", "force")
        if out is not None:
            keep(out / _FACTS, out / _BOARDS, force=force)
            out.mkdir(parents=True, exist_ok=True)  # a refusal comes before the games
        if second is None and against is None:
            raise InputError("compare needs two sides: give B or --against FILE")
        if against is not None and against.suffix.lower() != ".csv":
            raise InputError(f"--against takes a CSV file, not {str(against)!r}")
        try:
            with show_progress("boards", quiet=as_json) as show:

                def tell(now: Comparison) -> None:
                    told[:] = [now]
                    show(now.games, now.wanted, 0, f"A - B {now.pairs}")

                found = compare_sides(
                    first,
                    str(against) if second is None else second,
                    level=level,
                    games=games,
                    seed=seed,
                    first_click=first_click,
                    start=read_start(start, level),
                    threads=choose_threads(threads, cluster),
                    cluster=cluster,
                    test=None if stop is None else read_test(stop, error),
                    luck_free=luck_free,
                    on_progress=tell,
                )
        except KeyboardInterrupt:
            for last in told:
                typer.echo(f"stopped after {last.games:,} of {last.wanted:,} boards, A - B {last.pairs}", err=True)
            raise typer.Exit(STOPPED) from None
        if out is not None:
            _save(found, out)
        if as_json:
            typer.echo(json.dumps(to_json(found)))
        else:
            _tell(found)


def to_json(found: Comparison) -> dict[str, Any]:
    """Return a comparison as one object for JSON; rates and differences as fractions, not percent."""
    pairs = found.pairs
    wins: dict[str, Any]
    if isinstance(pairs, PairedDifference):
        wins = {
            "first_wins": found.first_rate.wins,
            "second_wins": found.second_rate.wins,
            "only_first": pairs.only_first,
            "only_second": pairs.only_second,
        }
    else:
        wins = {"first_value": found.first_rate.value, "second_value": found.second_rate.value}
    return {
        "first": found.first,
        "second": found.second,
        "level": str(found.spec.level),
        "first_click": str(found.spec.first_click),
        "start": list(found.spec.start),
        "games": found.games,
        "luck_free": found.spec.luck_free,
        **wins,
        "difference": pairs.value,
        "interval": [pairs.low, pairs.high],
        "decision": str(found.decision) if found.test is not None else None,
    }


def _tell(found: Comparison) -> None:
    pairs = found.pairs
    for sign, name, rate, seconds in (
        ("A", found.first, found.first_rate, found.seconds[0]),
        ("B", found.second, found.second_rate, found.seconds[1]),
    ):
        speed = f", {seconds / found.games * 1e3:.3g} ms a game" if seconds else ""
        won = f"mean luck-free value of {rate.games:,} games"
        if isinstance(pairs, PairedDifference):
            won = f"won {rate.wins:,} of {rate.games:,},"
        typer.echo(f"{sign}  {name}: {won} {spell_rate(rate)}{speed}")
    typer.echo(
        f"A - B  {pairs.value * 100:+.3f} points, 95 % interval {pairs.low * 100:+.3f} to {pairs.high * 100:+.3f}"
    )
    if isinstance(pairs, PairedDifference):
        typer.echo(f"boards won by one side only: {pairs.only_first:,} by A, {pairs.only_second:,} by B")
    else:
        typer.echo(f"boards with different values: {pairs.differing:,}")
    if found.test is not None:
        typer.echo(_spell_decision(found))
    for board in found.differing[:_LISTED]:
        typer.echo(f"  game {board.game:<9,} seed {board.seed:<21} {_spell_results(board)}")
    if len(found.differing) > _LISTED:
        typer.echo(f"  and {len(found.differing) - _LISTED:,} more; --out saves them all")


def _spell_results(board: Differing | DifferingValues) -> str:
    if isinstance(board, DifferingValues):
        return f"values {board.first_value:.4f} and {board.second_value:.4f}"
    return f"won by {'A' if board.first_won else 'B'}"


def _spell_decision(found: Comparison) -> str:
    test = found.test
    if test is None or found.decision is Decision.OPEN:
        return "the sequential test has not decided"
    ahead = test.better if found.decision is Decision.FIRST else test.worse
    other = test.worse if found.decision is Decision.FIRST else test.better
    return (
        f"the sequential test decided after {found.games:,} boards: A is ahead by {ahead:g} points rather than "
        f"by {other:g} (log-likelihood ratio {test.ratio(found.pairs):+.2f})"
    )


def _save(found: Comparison, folder: Path) -> None:
    write_whole(folder / _FACTS, json.dumps(to_json(found), indent=2) + "\n")
    columns = ("first_value", "second_value") if found.spec.luck_free else ("first_won", "second_won")
    with writing_text(folder / _BOARDS) as stream:
        writer = csv.writer(stream)
        writer.writerow(("game", "seed", *columns))
        for board in found.differing:
            if isinstance(board, DifferingValues):
                writer.writerow((board.game, board.seed, board.first_value, board.second_value))
            else:
                writer.writerow((board.game, board.seed, int(board.first_won), int(board.second_won)))
