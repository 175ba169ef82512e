"""`sapper reference matrix`: rule sets and matrices on a board, step by step, or on the three levels."""

from __future__ import annotations

import dataclasses
import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from sapper.cli.bench import spell_seconds
from sapper.cli.console import open_console
from sapper.cli.errors import reporting
from sapper.cli.options import MinesOption, SeedOption, ThreadsOption, count_option, spell_rate, spell_time
from sapper.cli.progress import show_progress
from sapper.cli.reference.boards import MostOption, read_named_board
from sapper.cli.reference.matrix_steps import tell_walk, walk_to_json
from sapper.cli.together import exclude, need
from sapper.reference import matrix as system
from sapper.reference.rule_matrix import DEFAULT_MAX_TRIALS, MatrixWalk, walk_matrix, walk_rules
from sapper.run.interval import Rate

__all__ = ["matrix", "to_json"]

_MOST = 12  # lines of each kind printed of a board
_STAGES = (("rule", "rules"), ("total", "the total"), ("matrix", "matrices"))


def matrix(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="[BOARD]",
            help="A board, as in analyze, or a lettered one such as abcd/e13f/ghij/klmn, to solve step by step.",
            show_default="play the three levels",
        ),
    ] = None,
    *,
    rule: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RULE",
            help="A rule to solve in place of a board, such as '1 mine in spaces (0,1) and (1,1)' or '1:a,b'. "
            "Give the option once for each rule.",
            show_default=False,
        ),
    ] = None,
    mines: MinesOption = None,
    max_trials: Annotated[
        int, typer.Option(metavar="N", min=1, help="For a board or rules: give up a matrix beyond so many trials.")
    ] = DEFAULT_MAX_TRIALS,
    most: MostOption = _MOST,
    games: Annotated[int, count_option("Number of games on each level.")] = 100_000,
    seed: SeedOption = 1,
    level: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="Level to play.", show_default="the three published levels")
    ] = None,
    threads: ThreadsOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a level instead of text.")] = False,
) -> None:
    """Solve a board by rule sets and matrices, or measure the published win rates again."""
    with reporting():
        exclude("file", "rule")
        for board_or_rules in ("file", "rule"):
            exclude(board_or_rules, "games", "seed", "level", "threads")
        if file is not None or rule:
            walk, names = _walk(file, rule or [], mines, max_trials)
            if as_json:
                typer.echo(json.dumps(walk_to_json(walk, names, most)))
            else:
                tell_walk(open_console(), walk, names, most)
            return
        need("file", "mines", "max_trials", "most")  # or --rule, which has returned
        levels = tuple(system.LEVELS) if level is None else (level,)
        results: dict[str, system.Results] = {}
        with show_progress("games", quiet=as_json) as show:
            for name in levels:
                done = len(results) * games

                def tell(now: int, name: str = name, done: int = done) -> None:
                    show(done + now, len(levels) * games, 0, name)

                results[name] = system.play(name, games=games, seed=seed, threads=threads, on_progress=tell)
        if as_json:
            for name, one in results.items():
                typer.echo(json.dumps(to_json(name, one)))
        else:
            _tell(open_console(), results)


def _walk(
    file: str | None, rules: list[str], mines: int | None, max_trials: int
) -> tuple[MatrixWalk, dict[Any, str]]:
    if file is None:
        return walk_rules(rules, mines=mines, max_trials=max_trials), {}
    board, names = read_named_board(file, mines)
    return walk_matrix(board, max_trials=max_trials), names or {}


def to_json(name: str, results: system.Results) -> dict[str, Any]:
    """The results of a level as one object for JSON, with what was published of it."""
    rate, published = results.rate, system.LEVELS.get(name)
    return dataclasses.asdict(results) | {
        "level": str(results.level),
        "rate": {"wins": rate.wins, "games": rate.games, "value": rate.value, "interval": [rate.low, rate.high]},
        "published": None if published is None else {"wins": published[0], "games": published[1]},
    }


def _tell(console: Console, results: dict[str, system.Results]) -> None:
    table = _table("level", "published", "ours", "difference", "time a game", "the longest")
    for name, one in results.items():
        published = Rate(*system.LEVELS[name]) if name in system.LEVELS else None
        table.add_row(
            name,
            "" if published is None else spell_rate(published),
            spell_rate(one.rate),
            "" if published is None else f"{100 * (one.rate.value - published.value):+.2f}",
            spell_seconds(one.mean),
            spell_seconds(one.longest),
        )
    console.print(table)
    if "expert" in results:
        expert = results["expert"]
        times = _table("time on expert", "published", "ours")
        ours = (expert.mean, expert.mean_won, expert.mean_lost, expert.longest)
        for (what, published_time), seconds in zip(system.TIMES.items(), ours, strict=True):
            times.add_row(
                what,
                spell_time(published_time) if published_time > 60 else spell_seconds(published_time),
                spell_seconds(seconds),
            )
        console.print()
        console.print(times)
    console.print()
    for name, one in results.items():
        console.print(f"{name}: {_spell_work(one)}", soft_wrap=True)


def _table(first: str, *others: str) -> Table:
    table = Table(first, box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for head in others:
        table.add_column(head, justify="right")
    return table


def _spell_work(results: system.Results) -> str:
    counted = results.counted
    cells = [f"{counted[f'{stage}_cells']:,} by {what}" for stage, what in _STAGES]
    return f"cells settled {', '.join(cells)}"
