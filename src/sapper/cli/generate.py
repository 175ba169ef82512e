"""`sapper generate`: the layout of a seed, or the board after its first reveal.

>>> from sapper.cli.app import app
>>> from typer.testing import CliRunner
>>> CliRunner().invoke(app, ["generate", "1x3/1", "--seed", "1", "--start", "0,0", "--board"]).stdout
'; layout 1x3/1 seed 1 first-click zero start 0,0\\nmines 1\\n01.\\n'
"""

from __future__ import annotations

import math
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from sapper.base.whole_file import naming_file
from sapper.cli.errors import STOPPED, reporting
from sapper.cli.options import (
    FirstClickOption,
    JsonOption,
    LayoutSeedOption,
    LevelArgument,
    StartOption,
    choose_seed,
    count_option,
    read_range,
    read_start,
)
from sapper.cli.outputs import ForceOption, keep
from sapper.cli.progress import show_progress
from sapper.cli.together import exclude, need
from sapper.errors import LimitError, NoGuessError
from sapper.game.game import Game
from sapper.game.generate import COLUMNS, GenerateProgress
from sapper.game.generate import generate as make_layouts
from sapper.game.layout import FirstClick, Layout
from sapper.game.maker import Maker
from sapper.game.noguess import MakerProgress
from sapper.game.noguess import no_guess as make_no_guess

__all__ = ["generate"]

_WHERE = f"""Only layouts that fulfil it, such as "bbbv < 130 and zini/bbbv < 0.7".

The columns are {", ".join(COLUMNS)}."""
_NONE_FOUND = 1  # exit code when no board without a guess was found


def generate(
    level: LevelArgument = "expert",
    *,
    seed: LayoutSeedOption = None,
    count: Annotated[
        int | None,
        count_option(
            "Number of layouts, made from the seeds of a run with seed --seed. An empty line separates them.",
            least=1,
            show_default="one layout, of seed --seed",
        ),
    ] = None,
    where: Annotated[
        str | None,
        typer.Option(
            metavar="CONDITION",
            help=_WHERE,
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File for the layouts; solve, rate and flip read it.")
    ] = None,
    start: StartOption = None,
    first_click: FirstClickOption = FirstClick.ZERO,
    no_guess: Annotated[
        bool,
        typer.Option("--no-guess", help="Search for a layout that can be won from the start cell without a guess."),
    ] = False,
    maker: Annotated[
        Maker,
        typer.Option(
            help="How --no-guess finds a layout.\n\n\b\nuniform  all are equally likely\nrepair   mends a layout",
        ),
    ] = Maker.UNIFORM,
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
            "--time",
            metavar="SECONDS",
            help="With --no-guess, --count or --where: longest time to search.",
            show_default="no limit",
        ),
    ] = None,
    force: ForceOption = False,
    board: Annotated[bool, typer.Option("--board", help="Reveal the start cell and print the board.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Print the layout of a seed, or the board after its first reveal.

    The same seed gives the same layouts on every machine. Exit code 1 means that too few were found.
    """
    told: deque[GenerateProgress] = deque(maxlen=1)  # the last one
    with reporting():
        number = choose_seed(seed)
        cell = read_start(start, level)
        many = count is not None or where is not None or out is not None
        need("no_guess", "maker", "no_counter", "max_technique", "difficulty", *(() if many else ("seconds",)))
        exclude("board", "count", "where", "out")
        need("out", "force")
        keep(out, force=force)
        if many:
            layouts = make_layouts(
                level,
                count or 1,
                seed=number,
                where=_join_conditions(where, difficulty),
                start=cell,
                first_click=first_click,
                no_guess=no_guess,
                maker=maker,
                counter=not no_counter,
                max_technique=max_technique,
                seconds=seconds,
                on_progress=told.append,
            )
            _write_many(layouts, told, count or 1, out, as_json=as_json)
            return
        if no_guess:
            layout = _search(
                lambda tell: make_no_guess(
                    level,
                    seed=number,
                    start=cell,
                    first_click=first_click,
                    maker=maker,
                    counter=not no_counter,
                    max_technique=max_technique,
                    difficulty=None if difficulty is None else read_range(difficulty),
                    seconds=seconds,
                    on_progress=tell,
                )
            )
        else:
            layout = Layout.from_seed(level, seed=number, start=cell, first_click=first_click)
        header = str(layout).partition("\n")[0]
        if not board:
            typer.echo(layout.to_json() if as_json else str(layout))
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


def _join_conditions(where: str | None, difficulty: str | None) -> str | None:
    """The condition, and that on the difficulty, which has an option of its own."""
    if difficulty is None:
        return where
    low, high = read_range(difficulty)
    ends = [f"difficulty >= {low}"] * (low > -math.inf) + [f"difficulty <= {high}"] * (high < math.inf)
    return " and ".join([*([f"({where})"] if where else []), *(ends or ["difficulty >= 0"])])


def _write_many(
    layouts: Iterator[Layout], told: deque[GenerateProgress], wanted: int, out: Path | None, *, as_json: bool
) -> None:
    """Write layouts as they are found, so that a command that is stopped or killed loses none."""
    found, failure = 0, ""
    with ExitStack() as stack:
        show = stack.enter_context(show_progress("layouts", quiet=out is None))
        if out is not None:
            stack.enter_context(naming_file(out))
        # Without a buffer: what a killed command has written are whole layouts.
        stream = sys.stdout.buffer if out is None else stack.enter_context(open(out, "wb", buffering=0))
        try:
            for found, layout in enumerate(layouts, start=1):
                stream.write((f"{layout.to_json()}\n" if as_json else f"{layout}\n\n").encode())
                if told:
                    now = told.pop()
                    stream.flush()
                    show(found, wanted, 0, f"{now.tried:,} tried")
        except (LimitError, NoGuessError) as error:
            failure = str(error)
        except KeyboardInterrupt:
            failure = "stopped"
    if out is not None:
        typer.echo(f"saved {found:,} of {wanted:,} layouts in {out}", err=bool(failure))
    if failure:
        typer.echo(failure if failure == "stopped" else f"sapper: error: {failure}", err=True)
        raise typer.Exit(STOPPED if failure == "stopped" else _NONE_FOUND)


def _search(make: Callable[[Callable[[MakerProgress], None]], Layout]) -> Layout:
    """Return what `make` finds, with a progress bar; if it finds none, show the best and exit with code 1."""
    try:
        with show_progress("layouts dealt") as show:
            return make(lambda now: show(now.attempts, now.wanted, 0, _spell(now)))
    except NoGuessError as error:
        message = str(error).replace("maker='repair'", "--maker repair")
        typer.echo(f"sapper: error: {message}", err=True)
        if error.layout is not None:
            typer.echo(f"The best found:\n{error.layout}", err=True)
        if error.board is not None:
            typer.echo(f"It needs a guess here:\n{error.board}", err=True)
        raise typer.Exit(_NONE_FOUND) from None


def _spell(now: MakerProgress) -> str:
    return f"{now.found:,} without a guess" if now.found else f"furthest {now.revealed} cells"
