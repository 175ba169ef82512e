"""`sapper flip`: a board, a layout or puzzles in a mirror.

>>> from sapper.cli.flip import flip_text
>>> flip_text("layout 2x3/1\\n..*\\n...\\n", Flip.HORIZONTAL)
'layout 2x3/1\\n*..\\n...'
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from sapper.board import Board
from sapper.cli.errors import reporting
from sapper.flip import Flip
from sapper.notation import MAX_TEXT, decode
from sapper.puzzle import Puzzle

__all__ = ["flip", "flip_text"]


def flip(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A board, a layout or puzzles; - is standard input.")],
    mirror: Annotated[Flip, typer.Argument(metavar="horizontal|vertical", help="Left to right, or top to bottom.")],
) -> None:
    """Print a board, a layout or puzzles in a mirror."""
    with reporting():
        if file == "-":
            content = sys.stdin.buffer.read(MAX_TEXT + 1)
        else:
            with open(file, "rb") as stream:
                content = stream.read(MAX_TEXT + 1)
        typer.echo(flip_text(decode(content), mirror))


def flip_text(text: str, mirror: Flip) -> str:
    """Return the mirror image of what a text describes, in the same form.

    Raises:
        ParseError: it describes neither a board nor a layout; names line and column.
    """
    if not text.lstrip().startswith("layout"):
        return str(Board.from_text(text).flip(mirror))
    blocks = [block for block in text.replace("\r\n", "\n").split("\n\n") if block.strip()]
    return "\n\n".join(str(Puzzle.from_text(block).flip(mirror)) for block in blocks)
