"""`sapper rate`: how hard a layout is to finish by logic, and where it needs a guess.

>>> from sapper.cli.app import app
>>> from typer.testing import CliRunner
>>> print(CliRunner().invoke(app, ["rate", "--level", "beginner", "--seed", "1"]).stdout.partition("\\n")[0])
9x9/10 from 2,2: no guess needed, difficulty 4.64
"""

from __future__ import annotations

import json
from typing import Annotated

import typer

from sapper.board.cell import spell
from sapper.cli.errors import reporting
from sapper.cli.options import (
    FirstClickOption,
    JsonOption,
    LayoutNumberOption,
    LayoutsArgument,
    LayoutSeedOption,
    LevelOption,
    StartOption,
    choose_seed,
    read_cell,
    read_start,
    spell_count,
)
from sapper.cli.solve import read_puzzle_file
from sapper.cli.together import exclude, need
from sapper.explain.technique import Technique
from sapper.game.layout import FirstClick, Layout
from sapper.game.rating import Rating
from sapper.game.rating import rate as rate_layout

__all__ = ["rate"]


def rate(
    place: LayoutsArgument = None,
    *,
    level: LevelOption = "expert",
    seed: LayoutSeedOption = None,
    game: LayoutNumberOption = None,
    first_click: FirstClickOption = FirstClick.ZERO,
    start: StartOption = None,
    no_counter: Annotated[bool, typer.Option("--no-counter", help="Do not use the number of mines.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Rate how hard a layout is to finish by logic.

    Each move uses the easiest technique that works. Prints the difficulty and the number of moves by technique, or
    the board on which a guess is needed; for a file of several layouts, one line or one JSON object each.
    """
    with reporting():
        exclude("place", "seed", "level", "first_click")
        need("place", "game")
        if place is not None:
            layouts = [puzzle.layout for puzzle in read_puzzle_file(place, game)]
        else:
            cell = read_start(start, level)
            number = choose_seed(seed)
            layouts = [Layout.from_seed(level, seed=number, start=cell, first_click=first_click)]
        for layout in layouts:
            cell = None if start is None else read_cell(start, layout.shape)
            rating = rate_layout(layout, start=cell, counter=not no_counter)
            write = _json if as_json else _text if len(layouts) == 1 else _line
            typer.echo(write(layout, rating))


def _line(layout: Layout, rating: Rating) -> str:
    """The layout and its difficulty, in one line."""
    verdict = (
        f"no guess needed, difficulty {rating.difficulty:g}"
        if rating.solvable
        else f"stuck with {rating.revealed} of {_to_reveal(layout)} cells revealed"
    )
    return f"{layout.level} from {spell(rating.start)}: {verdict}"


def _text(layout: Layout, rating: Rating) -> str:
    total = sum(rating.moves.values())
    lines = [
        _line(layout, rating),
        f"3BV {rating.bbbv}, {spell_count(rating.openings, 'opening')}, {spell_count(total, 'move')} after the start",
        *(f"{count:>6}  {technique}" for technique, count in rating.moves.items() if count),
    ]
    if not rating.solvable:
        lines += ["A guess is needed here:", str(rating.board)]
    return "\n".join(lines)


def _json(layout: Layout, rating: Rating) -> str:
    return json.dumps(
        {
            "level": str(layout.level),
            "seed": layout.seed,
            "start": rating.start,
            "solvable": rating.solvable,
            "difficulty": rating.difficulty,
            "hardest": None if rating.hardest is None else rating.hardest.name.lower(),
            "moves": {technique.name.lower(): rating.moves[technique] for technique in Technique},
            "3bv": rating.bbbv,
            "openings": rating.openings,
            "revealed": rating.revealed,
            "to_reveal": _to_reveal(layout),
            "stuck": None if rating.solvable else rating.board.position,
        }
    )


def _to_reveal(layout: Layout) -> int:
    return len(layout.shape) - layout.level.mines
