"""`sapper reference smartguess`: single-cell, two-cell and multi-cell logic, with its results screen."""

from __future__ import annotations

import csv
import dataclasses
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from sapper.base.number import quote
from sapper.board.level import Level
from sapper.cli.bench import spell_seconds
from sapper.cli.console import open_console
from sapper.cli.errors import reporting
from sapper.cli.options import LevelOption, SeedOption, ThreadsOption, count_option, spell_rate
from sapper.cli.progress import show_progress
from sapper.errors import InputError
from sapper.reference import smartguess as system

__all__ = ["smartguess", "to_json"]

_BAR = 40  # characters of the longest bar

OnGame = Callable[[int, str], None]


def smartguess(
    *,
    games: Annotated[int, count_option("Number of games for each mode and start.")] = 100_000,
    seed: SeedOption = 1,
    mode: Annotated[
        str | None,
        typer.Option(metavar="MODE", help="How to guess: random, smart or perfect.", show_default="all three"),
    ] = None,
    first: Annotated[
        str | None,
        typer.Option(
            metavar="START",
            help="How to start. human reveals any cell; zero is given cells that show 0 until logic applies.",
            show_default="both",
        ),
    ] = None,
    level: LevelOption = str(system.FIELD),
    maps: Annotated[
        Path | None, typer.Option(metavar="FILE", help="CSV file to write the transition map of each game to.")
    ] = None,
    threads: ThreadsOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object for each mode and start.")] = False,
) -> None:
    """Measure the published win rates of smartguess again.

    With --mode and --first, also prints the results screen of that combination.
    """
    with reporting():
        ways = [(start, guess) for start in _choose(first, "start", system.FIRSTS) for guess in _modes(mode)]
        results: list[system.Results] = []
        with _write_maps(maps) as write, show_progress("games", quiet=as_json) as show:
            for start, guess in ways:
                done = len(results) * games

                def tell(now: int, start: str = start, guess: str = guess, done: int = done) -> None:
                    show(done + now, len(ways) * games, 0, f"{start} start, {guess} guesses")

                results.append(
                    system.play(
                        guess,
                        start,
                        games=games,
                        seed=seed,
                        level=level,
                        threads=threads,
                        on_progress=tell,
                        on_game=write(start, guess),
                    )
                )
        console = open_console()
        if as_json:
            for one in results:
                typer.echo(json.dumps(to_json(one)))
            return
        console.print(_compare(results, level))
        if len(results) == 1:
            _tell(console, results[0])


def to_json(results: system.Results) -> dict[str, Any]:
    """The results of one way as one object for JSON, with what was published of it."""
    rate, way = results.rate, (results.first, results.mode)
    return dataclasses.asdict(results) | {
        "rate": {"wins": rate.wins, "games": rate.games, "value": rate.value, "interval": [rate.low, rate.high]},
        "published": {"won_percent": system.RATES.get(way), "seconds_a_game": system.SECONDS.get(way)},
    }


def _choose(given: str | None, what: str, known: tuple[str, ...]) -> tuple[str, ...]:
    if given is not None and given not in known:
        raise InputError(f"a {what} is one of {', '.join(known)}, not {quote(given)}")
    return known if given is None else (given,)


def _modes(mode: str | None) -> tuple[str, ...]:
    return _choose(mode, "mode", system.MODES)


@contextmanager
def _write_maps(path: Path | None) -> Iterator[Callable[[str, str], OnGame | None]]:
    """Yield a function from start and mode to the writer of their maps, or to None without a path."""
    if path is None:
        yield lambda *_: None
        return
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("start", "mode", "seed", "map"))

        def write(start: str, mode: str) -> OnGame:
            return lambda seed, trail: writer.writerow((start, mode, seed, trail))

        yield write


def _compare(results: list[system.Results], level: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for head in ("start", "guesses"):
        table.add_column(head)
    for head in ("published", "ours", "difference", "published time", "our time"):
        table.add_column(head, justify="right")
    same = Level.make(level) == system.FIELD
    for one in results:
        way, rate = (one.first, one.mode), one.rate
        published = system.RATES.get(way) if same else None
        seconds = system.SECONDS.get(way) if same else None
        table.add_row(
            one.first,
            one.mode,
            "" if published is None else f"{published} %",
            spell_rate(rate),
            "" if published is None else f"{100 * rate.value - published:+.2f}",
            "" if seconds is None else spell_seconds(seconds),
            spell_seconds(one.seconds / rate.games),
        )
    return table


def _tell(console: Console, results: system.Results) -> None:
    console.print(
        "\n[bold]Games lost[/bold]  [dim]by the share of mines flagged; wins and early losses left out[/dim]"
    )
    most = max(*results.losses, 1)
    for bar, count in enumerate(results.losses):
        ends = f"{100 * bar / system.BARS:3.0f} to {100 * (bar + 1) / system.BARS:3.0f} %"
        console.print(f"  {ends}  {count:>8,}  {'█' * round(_BAR * count / most)}", markup=False, soft_wrap=True)
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 3, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    table.add_column(justify="right")
    games, won, lost = results.rate.games, results.rate.wins, results.lost
    _row(table, "games won", won, games)
    _row(table, "  without a guess, the first move aside", results.won_without_guess, won)
    _row(table, "  with guesses", results.won_with_guess, won)
    _row(table, "games lost", lost, games)
    _row(table, "  before the first flag", results.lost_before_flag, lost)
    _row(table, "  while solving", sum(results.losses), lost)
    table.add_row("guesses", f"{results.guesses:,}", "")
    table.add_row("average safety of a guess", "", f"{100 * results.safety:.2f} %")
    found = sum(results.found.values())
    for name, count in results.found.items():
        _row(table, f"cells settled by {name.replace('_', ' ')}", count, found)
    console.print()
    console.print(table)


def _row(table: Table, what: str, count: int, total: int) -> None:
    table.add_row(what, f"{count:,}", f"{100 * count / max(total, 1):.2f} %")
