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
from sapper.cli.options import (
    FirstClickOption,
    JsonOption,
    LayoutSeedOption,
    LevelArgument,
    StartOption,
    choose_seed,
    read_range,
    read_start,
)
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
    level: LevelArgument,
    *,
    seed: LayoutSeedOption = None,
    start: StartOption = None,
    first_click: FirstClickOption = FirstClick.ZERO,
    no_guess: Annotated[
        bool,
        typer.Option("--no-guess", help="Search for a layout that can be won from the start cell without a guess."),
    ] = False,
    maker: Annotated[
        Maker | None,
        typer.Option(
            help="How --no-guess finds a layout.\n\n\b\n"
            "uniform  all are equally likely (default)\n"
            "repair   changes a layout until it is one",
            show_default=False,
        ),
    ] = None,
    no_counter: Annotated[
        bool, typer.Option("--no-counter", help="With --no-guess: solvable without the number of mines.")
    ] = False,
    max_technique: Annotated[
        str | None,
        typer.Option(metavar="TECHNIQUE", help="With --no-guess: hardest technique needed, by name or rank, 1 to 6."),
    ] = None,
    difficulty: Annotated[
        str | None,
        typer.Option(
            metavar="A..B", help="With --no-guess: range of difficulty as rate prints it. A or B may be left out."
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--time", metavar="SECONDS", help="With --no-guess: longest time to search.", show_default="no limit"
        ),
    ] = None,
    board: Annotated[bool, typer.Option("--board", help="Reveal the start cell and print the board.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Print the layout of a seed, or the board after its first reveal.

    The same seed gives the same layout on every machine. With --no-guess, exit code 1 means that none was found.
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
            raise InputError(
                f"{', '.join(name for name, there in given.items() if there)}: valid only with --no-guess"
            )
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
            # The JSON of a board has no seed, which is needed to continue the game.
            typer.echo(f"; {header}", err=True)
            typer.echo(game.board.to_json())
        else:
            typer.echo(f"; {header}\n{game.board}")


def _search(make: Callable[[Callable[[MakerProgress], None]], Layout]) -> Layout:
    """Return what `make` finds, with a progress bar; if it finds none, show the best and exit with code 1."""
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
