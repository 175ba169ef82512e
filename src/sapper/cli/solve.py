"""`sapper solve`: plays one game in the terminal, move by move, with the reason of each move."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console, RenderableType
from rich.padding import Padding

from sapper.board.board import Board
from sapper.board.cell import spell
from sapper.cli.candidates import candidates_table
from sapper.cli.console import open_console
from sapper.cli.errors import reporting
from sapper.cli.files import name_file, read_board_data
from sapper.cli.options import (
    FirstClickOption,
    JsonOption,
    LayoutSeedOption,
    LevelOption,
    StartOption,
    StrategyOption,
    choose_seed,
    read_start,
)
from sapper.cli.together import exclude, need
from sapper.draw.picture import draw_board
from sapper.errors import InputError, ParseError
from sapper.formats.reading import recognise
from sapper.game.layout import FirstClick, Layout
from sapper.game.moves import read_moves
from sapper.game.puzzle import Puzzle, read_puzzles
from sapper.play.choice import Weighed
from sapper.play.strategy import Strategy
from sapper.play.walk import CERTAIN, Step, Walk
from sapper.run.run import Run

__all__ = ["read_puzzle_file", "solve"]

_KEYS = "n next   g to the next guess   e to the end   b back   q quit"


def solve(
    place: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE",
            help="File with a layout or puzzles, as generate and puzzles write them, a layout of another program or "
            "its link, or the folder of a run. - reads standard input.",
            show_default="the layout of --seed",
        ),
    ] = None,
    *,
    level: LevelOption = "expert",
    seed: LayoutSeedOption = None,
    game: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Number of the game to replay from a run, or of the puzzle in a file, from 1."
        ),
    ] = None,
    strategy: StrategyOption = "best",
    first_click: FirstClickOption = FirstClick.ZERO,
    start: StartOption = None,
    every: Annotated[
        bool, typer.Option("--all", help="Print all moves at once; otherwise each move waits for a key.")
    ] = False,
    candidates: Annotated[
        bool, typer.Option("--candidates", help="At each guess, print all candidates with what the strategy weighs.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Play one game in the terminal and explain each move.

    For each move prints the cell, the chance that it is safe, and the reason.
    """
    with reporting():
        exclude("place", "seed", "level", "first_click", "start")
        need("place", "game")
        exclude("as_json", "every")
        if place is not None and place != "-" and Path(place).is_dir():
            exclude("place", "strategy")
            walk = _open_game(Run.open(place), game)
        elif place is not None:
            walk = Walk.play(_read_puzzle(place, game).layout, Strategy.parse(strategy))
        else:
            cell = read_start(start, level)
            number = choose_seed(seed)
            layout = Layout.from_seed(level, seed=number, start=cell, first_click=first_click)
            walk = Walk.play(layout, Strategy.parse(strategy))
        if as_json:
            typer.echo(json.dumps(_to_json(walk, candidates)))
        elif every or not sys.stdin.isatty():
            _print_all(walk, candidates)
        else:
            _ask(walk, candidates)


def read_puzzle_file(place: str, number: int | None = None) -> list[Puzzle]:
    """Return the puzzles in a file, or the one with this number, from 1; - is standard input.

    Raises:
        InputError: the file holds none, or none of this number.
        OSError: it cannot be read.
    """
    name, text = read_board_data(place)
    try:
        if recognise(text) is not None:
            return [Puzzle(Layout.from_text(text))]
        assert isinstance(text, str)  # bytes that are no text are recognised
        found = list(islice(read_puzzles(StringIO(text, newline=None)), number))
    except ParseError as error:
        try:
            Board.from_text(text)
        except InputError:
            raise InputError(f"{name}: {error}") from error
        raise InputError(f"{name} is a board, which does not contain its mines; analyze reads it") from None
    if len(found) < (number or 1):
        raise InputError(f"{name} has no puzzle {number or 1}, but {len(found)}")
    return found if number is None else found[-1:]


def _read_puzzle(place: str, number: int | None) -> Puzzle:
    """Return the puzzle with this number in a file; a file with one puzzle needs no number."""
    found = read_puzzle_file(place, number)
    if len(found) > 1:
        raise InputError(f"{name_file(place)} holds several puzzles: choose one with --game")
    return found[0]


def _open_game(run: Run, number: int | None) -> Walk:
    if number is None:
        raise InputError(f"choose one of the {run.games:,} games of the run with --game")
    run.check_layouts()
    rows = run.query(f"select seed, moves, guess_clicks, guess_kinds, guess_odds from games where game = {number}")
    if rows.num_rows == 0:
        raise InputError(f"the run has no game {number}, but {run.games:,} games")
    row, spec = rows.to_pylist()[0], run.spec
    layout = Layout.from_seed(spec.level, seed=row["seed"], start=spec.start, first_click=spec.first_click)
    guesses = zip(row["guess_clicks"], row["guess_kinds"], row["guess_odds"], strict=True)
    return Walk.replay(layout, read_moves(row["moves"], spec.level), guesses, spec.strategy)


def _lines(walk: Walk, candidates: bool) -> Iterator[tuple[Step, str, Sequence[Weighed]]]:
    """Every move that is left, with its reason and, where they are wanted, its candidates, made one by one."""
    while walk.next is not None:
        reason, weighed = _spell_reason(walk), walk.weigh() if candidates else ()
        yield walk.forward(), reason, weighed


def _to_json(walk: Walk, candidates: bool) -> dict[str, Any]:
    moves = [
        {"cell": step.cell, "kind": step.kind, "safety": step.safety, "reason": reason}
        | ({"candidates": [asdict(one) for one in weighed]} if candidates else {})
        for step, reason, weighed in _lines(walk, candidates)
    ]
    return {
        "level": str(walk.layout.level),
        "seed": walk.layout.seed,
        "moves": moves,
        "won": walk.game.exploded is None,
        "died": walk.game.exploded,
    }


def _print_all(walk: Walk, candidates: bool) -> None:
    console = open_console()
    console.print(_title(walk))
    for number, (step, reason, weighed) in enumerate(_lines(walk, candidates), start=1):
        line = f"{number:>4}  {_spell(step):<36} {reason}"
        console.print(line, style="bold" if step.is_guess else None, soft_wrap=True)
        if weighed:
            console.print(Padding(candidates_table(weighed), (0, 0, 1, 6)))
    console.print(_picture(walk))
    console.print(_end(walk))


def _ask(walk: Walk, candidates: bool) -> None:
    """Show the game, wait for a key and move, until the user quits."""
    console = open_console()
    while True:
        _show(console, walk, candidates)
        key = typer.getchar().lower()
        if key in ("n", " ", "\r", "\n", "\x1b[c") and walk.next is not None:
            walk.forward()
        elif key == "g":
            walk.to_guess()
        elif key == "e":
            walk.to_end()
        elif key in ("b", "\x1b[d"):
            walk.back()
        elif key in ("q", "\x1b", "\x04"):
            return


def _show(console: Console, walk: Walk, candidates: bool) -> None:
    console.print()
    console.print(_title(walk))
    console.print(_picture(walk))
    if walk.last is not None:
        console.print(f"move {walk.place} of {len(walk.steps)}: {_spell(walk.last)}")
    if walk.next is None:
        console.print(_end(walk), style="bold")
    else:
        console.print(
            f"next: {_spell(walk.next)}, {_spell_reason(walk)}", style="bold" if walk.next.is_guess else None
        )
        if candidates and (weighed := walk.weigh()):
            console.print(candidates_table(weighed))
    console.print(_KEYS, style="dim")


def _picture(walk: Walk) -> RenderableType:
    """Return the board with its probabilities; a lost board without them."""
    return draw_board(walk.analyze()) if walk.game.exploded is None else str(walk.game.board)


def _title(walk: Walk) -> str:
    return str(walk.layout).partition("\n")[0]


def _spell(step: Step) -> str:
    chance = f"{step.kind}, {step.safety * 100:.2f} % safe" if step.is_guess else step.kind
    return f"reveal {spell(step.cell)}  {chance}"


def _spell_reason(walk: Walk) -> str:
    """Return why the next move is made, without the kind of a guess, which is printed beside it."""
    reason = walk.explain()
    return str(reason) if walk.next is not None and walk.next.kind == CERTAIN else reason.text


def _end(walk: Walk) -> str:
    guesses = sum(step.is_guess for step in walk.steps)
    clicks = f"{len(walk.steps)} clicks and {guesses} guesses"
    if walk.game.exploded is None:
        return f"won after {clicks}"
    return f"lost after {clicks}: the mine at {spell(walk.game.exploded)} went off"
