"""`sapper flip`: prints the mirror image of a board, a layout or puzzles.

>>> from sapper.cli.flip import flip_text
>>> flip_text("layout 2x3/1\\n..*\\n...\\n", Flip.HORIZONTAL)
'layout 2x3/1\\n*..\\n...'
>>> flip_text("1x3:1:1b", Flip.HORIZONTAL)
'1x3:1:b1'
"""

from __future__ import annotations

from io import StringIO
from typing import Annotated

import typer

from sapper.board.board import Board
from sapper.board.flip import Flip
from sapper.board.notation.reader import Form, find_form
from sapper.cli.errors import reporting
from sapper.cli.files import name_file, read_file
from sapper.errors import InputError, ParseError
from sapper.game.puzzle import read_puzzles

__all__ = ["flip", "flip_text"]


def flip(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="File with a board, a layout or puzzles. - reads standard input.")
    ],
    mirror: Annotated[Flip, typer.Argument(help="Swap left and right, or top and bottom.")],
) -> None:
    """Print the mirror image of a board, a layout or puzzles.

    A board keeps its text form. A mirrored layout has no seed.
    """
    with reporting():
        text = read_file(file)
        try:
            typer.echo(flip_text(text, mirror))
        except InputError as error:
            raise InputError(f"{name_file(file)}: {error}") from error


def flip_text(text: str, mirror: Flip) -> str:
    """Return the mirror image of what a text describes: puzzles as puzzles, a board in its own form.

    Layouts get a header if they had none, and lose their seed, because a mirror image has none.

    Raises:
        ParseError: it describes neither a board nor layouts; names line and column.
    """
    try:
        puzzles = [puzzle.flip(mirror) for puzzle in read_puzzles(StringIO(text, newline=None))]
    except ParseError:
        if text.lstrip().startswith("layout"):
            raise
        puzzles = []
    return "\n\n".join(map(str, puzzles)) if puzzles else _flip_board(text, mirror)


def _flip_board(text: str, mirror: Flip) -> str:
    board = Board.from_text(text).flip(mirror)
    match find_form(text):
        case Form.JSON:
            return board.to_json()
        case Form.POSITION:
            return board.position
        case _:
            return str(board)
