"""Boards that a reference command reads: a file, a position, or a lettered board.

>>> board, names = read_named_board("ab/1c", 1)
>>> board.position, names
('2x2:1:b/1a', {(0, 0): 'a', (0, 1): 'b', (1, 1): 'c'})
"""

from __future__ import annotations

import os
import re
from typing import Annotated

import typer

from sapper.base.number import quote
from sapper.board.board import Board
from sapper.cli.files import naming, read_board_data
from sapper.reference.lettered import is_lettered, read_lettered

__all__ = ["MostOption", "read_named_board"]

# A slash and a clue distinguish it from a mistyped file name.
_LETTERED = re.compile(r"(?=.*[0-9])[A-Za-z0-9*#]+(/[A-Za-z0-9*#]+)+")

MostOption = Annotated[int, typer.Option(metavar="N", min=1, help="Print at most N lines of each kind.")]


def read_named_board(file: str, mines: int | None) -> tuple[Board, dict[tuple[int, int], str] | None]:
    """The board in a file or in the argument itself, and the names of its hidden cells where it is lettered.

    Raises:
        InputError: the text is no board; the message begins with the file's name or the argument.
        OSError: there is no such file.
    """
    if _LETTERED.fullmatch(file) and not os.path.lexists(file):
        with naming(f"lettered board {quote(file)}"):
            return read_lettered(file, mines=mines)
    name, text = read_board_data(file)
    with naming(name):
        if isinstance(text, str) and is_lettered(text):
            return read_lettered(text, mines=mines)
        return Board.from_text(text, mines=mines), None
