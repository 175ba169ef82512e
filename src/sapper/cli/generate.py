"""`sapper generate`: the layout of a seed, or the board after its first reveal.

>>> from sapper.cli.generate import read_cell
>>> read_cell("3,4")
(3, 4)
"""

from __future__ import annotations

import json
import re
import secrets
from typing import Annotated

import typer

from sapper.cli.errors import reporting
from sapper.errors import InputError
from sapper.game import Game
from sapper.layout import FirstClick, Layout
from sapper.number import quote

__all__ = ["generate", "read_cell"]

# Seeds drawn by us stay below this, so that every reader of JSON keeps all their digits.
_SEEDS = 2**53


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
    board: Annotated[
        bool, typer.Option("--board", help="Reveal the start and print the board a player sees.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """Print a layout, the same one for the same seed everywhere, or the opening of a game on it."""
    with reporting():
        layout = Layout.from_seed(
            level,
            seed=secrets.randbelow(_SEEDS) if seed is None else seed,
            start=None if start is None else read_cell(start),
            first_click=first_click,
        )
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


def read_cell(text: str) -> tuple[int, int]:
    """The cell written as ROW,COL.

    Raises:
        InputError: it is no such text.
    """
    match = re.fullmatch(r"\s*\(?\s*(-?[0-9]{1,18})\s*,\s*(-?[0-9]{1,18})\s*\)?\s*", text)
    if match is None:
        raise InputError(f"a cell is written as row,column such as 3,3, not {quote(text)}")
    return int(match[1]), int(match[2])


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
