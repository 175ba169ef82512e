"""`sapper generate`: the layout of a seed, or the board after its first reveal.

>>> from sapper.cli.app import app
>>> from typer.testing import CliRunner
>>> CliRunner().invoke(app, ["generate", "1x3/1", "--seed", "1", "--start", "0,0", "--board"]).stdout
'; layout 1x3/1 seed 1 first-click zero start 0,0\\nmines 1\\n01.\\n'
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated

import typer

from sapper.cli.errors import reporting
from sapper.cli.options import choose_seed, read_range, read_start
from sapper.cli.progress import show_progress
from sapper.errors import InputError, NoGuessError
from sapper.game.game import Game
from sapper.game.layout import FirstClick, Layout
from sapper.game.maker import Maker
from sapper.game.noguess import MakerProgress
from sapper.game.noguess import no_guess as make_no_guess

__all__ = ["generate"]

_NONE_FOUND = 1  # exit code when no board without a guess was found


def generate(
    level: Annotated[
        str,
        typer.Argument(
            metavar="LEVEL", help="beginner, intermediate, expert, classic or ROWSxCOLS/MINES, as 16x30/99."
        ),
    ],
    *,
    seed: Annotated[
        int | None, typer.Option(help="Any whole number of 64 bits.", show_default="a random one")
    ] = None,
    start: Annotated[
        str | None,
        typer.Option(metavar="ROW,COL", help="The first cell revealed.", show_default="by level and rule"),
    ] = None,
    first_click: Annotated[
        FirstClick,
        typer.Option(help="What is promised of the start: nothing, no mine, or none beside it either."),
    ] = FirstClick.ZERO,
    no_guess: Annotated[
        bool, typer.Option("--no-guess", help="Only a layout that can be finished from the start without a guess.")
    ] = False,
    maker: Annotated[
        Maker | None,
        typer.Option(
            help="How such a layout is made: all equally likely, or changed until it is one.", show_default="uniform"
        ),
    ] = None,
    no_counter: Annotated[
        bool, typer.Option("--no-counter", help="Without a guess also for players who do not count mines.")
    ] = False,
    max_technique: Annotated[
        str | None,
        typer.Option(metavar="TECHNIQUE", help="The hardest technique needed, by name or rank from 1 to 6."),
    ] = None,
    difficulty: Annotated[
        str | None, typer.Option(metavar="A..B", help="The difficulty, as rate tells it; either end may be left out.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--time", metavar="SECONDS", help="Search no longer than this.")
    ] = None,
    board: Annotated[
        bool, typer.Option("--board", help="Reveal the start and print the board a player sees.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """Print the layout of a seed, or the board after its first reveal.

    With --no-guess the layout can be finished by logic alone; exit code 1 says that none was found.
    """
    with reporting():
        number = choose_seed(seed)
        cell = read_start(start)
        given = {
            "--maker": maker is not None,
            "--no-counter": no_counter,
            "--max-technique": max_technique is not None,
            "--difficulty": difficulty is not None,
            "--time": seconds is not None,
        }
        if no_guess:
            layout = _search(
                lambda tell: make_no_guess(
                    level,
                    seed=number,
                    start=cell,
                    first_click=first_click,
                    maker=Maker.UNIFORM if maker is None else maker,
                    counter=not no_counter,
                    max_technique=max_technique,
                    difficulty=None if difficulty is None else read_range(difficulty),
                    seconds=seconds,
                    on_progress=tell,
                )
            )
        elif any(given.values()):
            raise InputError(f"{', '.join(name for name, there in given.items() if there)}: only with --no-guess")
        else:
            layout = Layout.from_seed(level, seed=number, start=cell, first_click=first_click)
        header = str(layout).partition("\n")[0]
        if not board:
            typer.echo(_layout_json(layout) if as_json else str(layout))
            return
        game = Game(layout)
        if layout.start is not None:
            game.reveal(layout.start)
        if as_json:
            # The object is a board and has no room for the seed, without which nobody could play on.
            typer.echo(f"; {header}", err=True)
            typer.echo(game.board.to_json())
        else:
            typer.echo(f"; {header}\n{game.board}")


def _search(make: Callable[[Callable[[MakerProgress], None]], Layout]) -> Layout:
    """What `make` finds, with a progress bar; when it finds none, exit with code 1 after showing the best."""
    try:
        with show_progress("layouts dealt") as show:
            return make(lambda now: show(now.attempts, now.wanted, 0, _spell(now)))
    except NoGuessError as error:
        typer.echo(f"sapper: error: {error}", err=True)
        if error.layout is not None:
            typer.echo(f"The best found:\n{error.layout}", err=True)
        if error.board is not None:
            typer.echo(f"It needs a guess here:\n{error.board}", err=True)
        raise typer.Exit(_NONE_FOUND) from None


def _spell(now: MakerProgress) -> str:
    return f"{now.found:,} without a guess" if now.found else f"furthest {now.revealed} cells"


def _layout_json(layout: Layout) -> str:
    return json.dumps(
        {
            "rows": layout.rows,
            "cols": layout.cols,
            "mines": layout.mines,
            "seed": layout.seed,
            "start": layout.start,
            "first_click": layout.first_click,
        }
    )
