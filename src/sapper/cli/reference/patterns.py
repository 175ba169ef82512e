"""`sapper reference patterns`: local patterns learned from games, and what was learned."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from sapper.analysis.analysis import analyze
from sapper.base.extras import require
from sapper.cli.console import open_console
from sapper.cli.errors import reporting
from sapper.cli.files import read_board
from sapper.cli.options import (
    DatabaseOption,
    FirstClickOption,
    SeedOption,
    StartOption,
    StrategyOption,
    ThreadsOption,
    count_option,
    read_start,
)
from sapper.cli.outputs import ForceOption, keep
from sapper.cli.progress import show_progress
from sapper.draw.picture import draw_risk
from sapper.errors import InputError
from sapper.game.layout import FirstClick
from sapper.game.puzzle import Puzzle, load_puzzles
from sapper.reference.pattern_learning import DEFAULT_LEAST, learn_from_games, learn_from_play, learn_from_run
from sapper.reference.pattern_play import DEFAULT_TABLE, find_safety
from sapper.reference.pattern_table import Count, PatternTable
from sapper.reference.pattern_windows import SHAPES, write_pattern
from sapper.run.run import Run

__all__ = ["patterns", "to_json"]

patterns = typer.Typer(
    name="patterns",
    help="Learn from games which cells of local patterns are safe, and print what was learned.",
    no_args_is_help=True,
    add_completion=False,
)


class Window(StrEnum):
    """A kind of window."""

    PAIR = "pair"
    SMALL = "3x3"
    LARGE = "5x5"


class Order(StrEnum):
    """Which patterns come first."""

    SEEN = "seen"  # met most often
    SAFE = "safe"  # safe most often, by the lower end of the interval
    SPREAD = "spread"  # says least: its exact chances differ most


@patterns.command()
def learn(
    source: Annotated[
        Path | None,
        typer.Argument(
            metavar="[SOURCE]",
            help="The folder of a run, or a file of puzzles with the games of a player.",
            show_default="play games",
        ),
    ] = None,
    *,
    level: Annotated[str, typer.Option(help="As in simulate.")] = "beginner",
    games: Annotated[int, count_option("Games to play.", least=1)] = 10_000,
    seed: SeedOption = 1,
    strategy: StrategyOption = "safest",
    first_click: FirstClickOption = FirstClick.ZERO,
    start: StartOption = None,
    least: Annotated[
        int, typer.Option(metavar="N", min=1, help="Drop patterns that were met fewer than N times.")
    ] = DEFAULT_LEAST,
    threads: ThreadsOption = None,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the table goes.")] = Path(DEFAULT_TABLE),
    force: ForceOption = False,
    player: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Learn from the finished games of this player on the page."),
    ] = None,
    database: DatabaseOption = "",
) -> None:
    """Count, wherever a game had to guess, how often each open cell of each local pattern was safe.

    With --player the games of one player on the page are read, with --database alone those of all players.
    """
    with reporting():
        from_page = player is not None or database != ""
        if source is not None and from_page:
            raise InputError(f"give either SOURCE, here {str(source)!r}, or --player and --database")
        require("pyarrow", "runs")  # rather now than after all games
        keep(out, force=force)
        with show_progress("games") as show:
            run = Run.open(source) if source is not None and source.is_dir() else None
            wanted = 0 if from_page else games if source is None else 0 if run is None else run.games

            def tell(done: int) -> None:
                show(done, max(done, wanted), 0, "")

            if from_page:
                with _open_history(database, player) as (name, history):
                    table = learn_from_games(history, name=name, least=least, threads=threads, on_progress=tell)
            elif run is not None:
                table = learn_from_run(run, least=least, threads=threads, on_progress=tell)
            elif source is not None:
                table = learn_from_games(
                    load_puzzles(source), name=source.name, least=least, threads=threads, on_progress=tell
                )
            else:
                table = learn_from_play(
                    level,
                    games=games,
                    seed=seed,
                    strategy=strategy,
                    first_click=first_click,
                    start=read_start(start),
                    least=least,
                    threads=threads,
                    on_progress=tell,
                )
        table.save(out)
        console = open_console()
        _tell_about(console, table)
        console.print(f"saved in {out}", soft_wrap=True)


@patterns.command()
def show(
    file: Annotated[Path, typer.Argument(metavar="[FILE]", help="A table that was learned.")] = Path(DEFAULT_TABLE),
    *,
    window: Annotated[Window, typer.Option(help="The kind of window.")] = Window.SMALL,
    order: Annotated[Order, typer.Option("--sort", help="Met most often, safe most often, or telling least.")] = (
        Order.SEEN
    ),
    least: Annotated[int, typer.Option(metavar="N", min=1, help="Only patterns that were met N times.")] = 1,
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="Patterns to print.")] = 12,
    board: Annotated[
        str | None,
        typer.Option(metavar="BOARD", help="A board, as in analyze: draw it with the risk the table tells."),
    ] = None,
    mines: Annotated[
        int | None, typer.Option(metavar="N", help="The number of mines, whatever the board says.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """Print learned patterns: how often the cell was safe beside its exact chance, or a board by them."""
    with reporting():
        table = PatternTable.load(file)
        console = open_console()
        if board is not None:
            _show_board(console, table, board, mines, window, as_json=as_json)
            return
        chosen = _choose(table, window, order, least, limit)
        if as_json:
            typer.echo(json.dumps(to_json(table, window, chosen)))
            return
        _tell_about(console, table)
        for key, count in chosen:
            _tell_pattern(console, window, key, count)


@contextmanager
def _open_history(database: str, player: str | None) -> Iterator[tuple[str, Iterator[Puzzle]]]:
    """What the games are called, and the games of a player, or of all, in the database of the page."""
    for package in ("sqlalchemy", "alembic"):
        require(package, "web")
    from sapper.web.database import open_database, read_url  # noqa: PLC0415
    from sapper.web.history import read_history  # noqa: PLC0415
    from sapper.web.names import read_name  # noqa: PLC0415
    from sapper.web.settings import Settings  # noqa: PLC0415

    settings = Settings(database=database)
    name = None if player is None else read_name(player, most=settings.limits.name)
    url = read_url(settings.database_url)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).expanduser().exists():
        raise InputError(f"there is no database {str(url.database)!r}")  # opening it would create it
    engine = open_database(settings.database_url)
    try:
        yield "games of all players" if name is None else f"games of {name}", read_history(engine, name=name)
    finally:
        engine.dispose()


def to_json(table: PatternTable, window: str, chosen: list[tuple[int, Count]]) -> dict[str, Any]:
    """Some patterns as one object for JSON."""
    width = SHAPES[window][1]
    return {
        **table.about,
        "window": str(window),
        "patterns": [
            {
                "pattern": write_pattern(window, key),
                "cell": divmod(key % 100, width),
                "seen": count.seen,
                "safe": count.safe,
                "interval": [count.rate.low, count.rate.high],
                "exact": count.exact,
                "spread": count.spread,
            }
            for key, count in chosen
        ],
    }


def _choose(table: PatternTable, window: str, order: Order, least: int, limit: int) -> list[tuple[int, Count]]:
    found = [(key, count) for key, count in table.windows[window].items() if count.seen >= least]
    return sorted(found, key=lambda one: (-_worth(one[1], order), one[0]))[:limit]


def _worth(count: Count, order: Order) -> float:
    return {Order.SEEN: count.seen, Order.SAFE: count.rate.low, Order.SPREAD: count.spread}[order]


def _tell_about(console: Console, table: PatternTable) -> None:
    about = table.about
    console.print(
        f"[bold]{about['source']}[/bold]: {about['games']:,} games, {about['positions']:,} guesses; "
        f"patterns met {about['least']:,} times or more",
        soft_wrap=True,
    )
    lines = Table("window", box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for head in ("patterns", "cells met", "safe", "expected"):
        lines.add_column(head, justify="right")
    for kind, counts in table.windows.items():
        seen = sum(count.seen for count in counts.values())
        expected = sum(count.expected for count in counts.values())
        shares = [f"{value * 100:.2f} %" for value in (table.overall(kind), expected / seen)] if seen else ["", ""]
        lines.add_row(kind, f"{len(counts):,}", f"{seen:,}", *shares)
    console.print(lines)


def _tell_pattern(console: Console, window: str, key: int, count: Count) -> None:
    """The window with the cell as `?`, and what was seen beside it."""
    width = SHAPES[window][1]
    rows = write_pattern(window, key).split("/")
    row, col = divmod(key % 100, width)
    rows[row] = rows[row][:col] + "?" + rows[row][col + 1 :]
    rate = count.rate
    facts = [
        f"met {count.seen:,} times",
        f"safe {rate.value * 100:.2f} % ({rate.low * 100:.2f} to {rate.high * 100:.2f})",
        f"expected {count.exact * 100:.2f} %, spread {count.spread * 100:.2f}",
    ]
    console.print()
    for place, line in enumerate(rows):
        console.print(f"{' '.join(line)}   {facts[place] if place < len(facts) else ''}".rstrip(), markup=False)


def _show_board(
    console: Console, table: PatternTable, text: str, mines: int | None, window: str, *, as_json: bool
) -> None:
    analysis = analyze(read_board(text, mines, None))
    risk = 1 - find_safety(analysis, table, window=window)
    exact = analysis.mine_probability
    risk[(exact == 0) | (exact == 1)] = exact[(exact == 0) | (exact == 1)]
    if as_json:
        rows = np.where(np.isnan(risk), None, risk).tolist()  # type: ignore[call-overload]
        typer.echo(json.dumps({**table.about, "window": str(window), "risk": rows}))
        return
    console.print(draw_risk(analysis.board, risk), crop=False)
    opened = (exact > 0) & (exact < 1)
    if opened.any():
        off = abs(risk - exact)[opened]
        console.print(
            f"off the exact risk by {off.mean() * 100:.2f} points on average, {off.max() * 100:.2f} at most",
            style="dim",
        )
