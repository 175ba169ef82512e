"""Lettered boards: every hidden cell has its own letter, by which the steps of a method name it.

A text comes in; a `Board` and the names of its hidden cells come out. Rows end with a line end or with "/".

    mines 6        the total, which may be given as an argument instead
    abcd           a-z A-Z hidden cell   0-8 clue   * known mine   # out of play
    e13f

>>> board, names = read_lettered("abcd/e13f/ghij/klmn", mines=6)
>>> board.position, names[1, 0], names[3, 3]
('4x4:6:d/a13a/d/d', 'e', 'n')
"""

from __future__ import annotations

import re

from sapper.base.place import parse_error
from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.board.view import View
from sapper.errors import InputError, ParseError

__all__ = ["is_lettered", "read_lettered"]

_COMMENT = re.compile(r";[^\n]*")
_HEADER = re.compile(r"\s*(?:mines|density)\b[^\n]*\n", re.IGNORECASE)
_LETTER = re.compile(r"[A-Za-z]")
_BODY = re.compile(r"(?!\s*layout\b)(?=[^a-z]*[a-z])[A-Za-z0-9*#/\s]+")
_STRANGER = re.compile(r"[^A-Za-z0-8*#\s]")


def is_lettered(text: str) -> bool:
    """Whether a text is meant as a lettered board: letters, lower-case ones among them, digits, * and # alone."""
    plain = _COMMENT.sub("", text)
    return _BODY.fullmatch(plain, _body_start(plain)) is not None


def read_lettered(text: str, *, mines: int | None = None) -> tuple[Board, dict[Cell, str]]:
    """Return a lettered board and the letter of each hidden cell; `mines` replaces what the text says.

    Raises:
        ParseError: a letter for two cells, an unknown character, rows of different lengths, no number of mines, or a
            board that `Board.from_text` refuses; with line and column, where "/" ends a line.
        InputError: `text` is not a string, or `mines` is not in its domain.
    """
    if not isinstance(text, str):
        raise InputError(f"expected text, not {type(text).__name__}")
    plain = _COMMENT.sub("", text.replace("\r\n", "\n"))
    start = _body_start(plain)
    header, body = plain[:start], plain[start:].replace("/", "\n")
    plain = header + body
    if stranger := _STRANGER.search(plain, start):
        message = f"unknown cell {stranger[0]!r}; cells of a lettered board are a-z A-Z 0-8 * #"
        raise parse_error(message, plain, stranger.start())
    if not header and mines is None:
        raise ParseError("a lettered board needs the number of mines: begin it with 'mines 6', or give mines=6")
    letters: dict[str, int] = {}
    for found in _LETTER.finditer(plain, start):
        if found[0] in letters:
            raise parse_error(f"the letter {found[0]!r} stands for two cells", plain, found.start())
        letters[found[0]] = found.start()
    # Every letter becomes the sign of a hidden cell in the same place, so that messages name the right one.
    board = Board.from_text(header + _LETTER.sub(".", body), mines=mines)
    hidden = ((row, col) for row in range(board.rows) for col in range(board.cols) if board[row, col] == View.HIDDEN)
    return board, dict(zip(hidden, letters, strict=True))


def _body_start(text: str) -> int:
    header = _HEADER.match(text)
    return header.end() if header else 0
