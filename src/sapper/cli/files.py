"""Reads the input of commands: boards and other texts, from files or standard input.

>>> read_board("1x4:1:1ab", None, None).mines
1
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from sapper.base.number import quote
from sapper.board.board import Board
from sapper.board.notation.codes import Codes
from sapper.board.notation.reader import MAX_TEXT, decode
from sapper.errors import InputError, LimitError
from sapper.formats.reading import is_binary, recognise

__all__ = ["name_file", "naming", "read_board", "read_board_data", "read_file"]

_POSITION = re.compile(r"\s*(?:[0-9]+[xX][0-9]+|[a-z][a-z0-9]*:[0-9x]+):")


def read_board(file: str, mines: int | None, density: float | None, codes: Codes | None = None) -> Board:
    """Return the board in a file; every message about its content names the file.

    Raises:
        InputError: the file holds no board, or a larger one than the engine allows.
        OSError: there is no such file.
    """
    name, data = read_board_data(file)
    with naming(name):
        return Board.from_text(data, mines=mines, density=density, codes=codes)


def read_board_data(file: str) -> tuple[str, str | bytes]:
    """Return the name for messages and the text or bytes of a board or a layout.

    The argument itself is read if it is a position, a link or a game ID and no file has that name. A file is returned
    as text, unless it is one of another program that is none.

    Raises:
        InputError: as `read_file`.
        OSError: there is no such file.
    """
    if _is_position(file):
        return f"position {quote(file)}", file
    try:
        data = _read_bytes(file)
        return name_file(file), data if len(data) <= MAX_TEXT and is_binary(data) else decode(data)
    except InputError as error:
        raise InputError(f"{name_file(file)}: {error}") from error


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Turn errors of reading a board into InputErrors whose messages begin with its name."""
    try:
        yield
    except (InputError, LimitError) as error:
        raise InputError(f"{name}: {error}") from error


def read_file(file: str) -> str:
    """Return the text in a file, which may be a pipe; - is standard input.

    Raises:
        InputError: it holds no text or too much of it, or there is no standard input; the message names the file.
        OSError: there is no such file.
    """
    try:
        return decode(_read_bytes(file))
    except InputError as error:
        raise InputError(f"{name_file(file)}: {error}") from error


def name_file(file: str) -> str:
    """Return the name of a file for messages."""
    return "standard input" if file == "-" else repr(file)


def _is_position(file: str) -> bool:
    """Whether the argument is a board itself: it begins like a position, or is a link, and no file has that name."""
    return (_POSITION.match(file) is not None or recognise(file) is not None) and not os.path.lexists(file)


def _read_bytes(file: str) -> bytes:
    if file == "-":
        if sys.stdin is None:
            raise InputError("there is none")
        return sys.stdin.buffer.read(MAX_TEXT + 1)
    try:
        with open(file, "rb") as stream:
            return stream.read(MAX_TEXT + 1)  # some files never end
    except ValueError as error:  # a zero in the name
        raise InputError(str(error)) from error
