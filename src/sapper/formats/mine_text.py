"""The text position of JSMinesweeper, in files that end in `.mine`.

    WIDTHxHEIGHTxMINES, then one line a row: 0-8 revealed, H hidden, F flag, ? or M a mine

Where the flags and mines are as many as the first line says, the text is a layout too.

>>> content = read_mine_text("3x2x1\\nH1H\\nF1H\\n")
>>> content.view, content.layout
(('.1.', 'F1.'), ('...', '*..'))
>>> print(write_mine_text(content))
3x2x1
H1H
F1H
"""

from __future__ import annotations

import re

from sapper.base.place import parse_error, quote
from sapper.errors import InputError
from sapper.formats.content import Content

__all__ = ["SIGNS", "is_mine_text", "read_mine_text", "read_mines", "write_mine_text", "write_signs"]

_HEADER = re.compile(r"\s*([0-9]{1,8})[xX]([0-9]{1,8})[xX]([0-9]{1,9})[ \t]*(?:\n|$)")
# What the letters of JSMinesweeper stand for: I is a mine that is proved, O a flag, both in links only.
SIGNS = {**{str(number): str(number) for number in range(9)}, "H": ".", "F": "F", "O": "F"}
SIGNS |= {"?": "*", "M": "*", "I": "*"}
_TABLE = str.maketrans(SIGNS)
_STRANGER = re.compile(r"[^0-8HFMIO?]")
_WRITTEN = str.maketrans({".": "H", "*": "?"})
_LAYOUT_WRITTEN = str.maketrans({".": "H", "*": "F"})
_MARKED = str.maketrans(dict.fromkeys("012345678", ".") | {"F": "*"})


def is_mine_text(text: str) -> bool:
    """Whether a text begins with a size and a number of mines."""
    return _HEADER.match(text) is not None


def read_mine_text(text: str) -> Content:
    """Return the position, and the layout where all mines are marked.

    Raises:
        ParseError: another number of rows or columns than the first line says, or an unknown sign; names line and
            column.
    """
    header = _HEADER.match(text)
    assert header is not None
    cols, rows, mines = (int(side) for side in header.groups())
    lines = [line.rstrip() for line in text[header.end() :].rstrip().split("\n")]
    if len(lines) != rows or not cols:
        raise parse_error(f"the first line says {rows} rows, but {len(lines)} follow", text, header.start(1))
    places = []
    at = header.end()
    for line in text[header.end() :].rstrip().split("\n"):
        places.append(at)
        at += len(line) + 1
    for row, line in enumerate(lines):
        if stranger := _STRANGER.search(line):
            message = f"unknown cell {stranger[0]!r}: cells are 0-8 H F ? M"
            raise parse_error(message, text, places[row] + stranger.start())
        if len(line) != cols:
            message = f"row {row} has {len(line)} cells instead of {cols}: {quote(line)}"
            raise parse_error(message, text, places[row])
    view = [line.translate(_TABLE) for line in lines]
    return Content.of_view(
        view,
        mines,
        layout=read_mines(view, mines),
        form="mine",
        text=text,
        find=lambda row, col: places[row] + col,
    )


def read_mines(view: list[str], mines: int) -> tuple[str, ...] | None:
    """Return the layout of a position whose flags and known mines are all its mines; otherwise None."""
    marked = sum(line.count("F") + line.count("*") for line in view)
    return tuple(line.translate(_MARKED) for line in view) if marked == mines else None


def write_mine_text(content: Content) -> str:
    """Return the position; of a layout alone, a position with a flag on every mine.

    Raises:
        InputError: a question mark or a cell out of play.
    """
    return "\n".join([f"{content.cols}x{content.rows}x{content.mines}", *write_signs(content, "mine")])


def write_signs(content: Content, form: str) -> list[str]:
    """Return rows of cells as letters, without the difference between a flag and its kinds in links.

    Raises:
        InputError: a question mark or a cell out of play, which the letters cannot hold.
    """
    if content.view is None:
        assert content.layout is not None
        return [line.translate(_LAYOUT_WRITTEN) for line in content.layout]
    for row, line in enumerate(content.view):
        for col, sign in enumerate(line):
            if sign in "?#":
                lost = "a question mark" if sign == "?" else "a cell out of play"
                raise InputError(f"the form {form!r} has no sign for {lost}", (row, col))
    return [line.translate(_WRITTEN) for line in content.view]
