"""The picture: a board as people type and paste it, one line a row.

In goes a text, out comes a `Draft`; and back from the cells to the one canonical picture.

    mines 2        total (or "density 0.2"); may be missing on reading
    ..1?           . hidden   0-8 clue   F flag   ? question   * known mine   # out of play
    F2#*           on reading, _ and - are hidden too and M is a known mine; blanks between cells mean nothing, and ;
                   begins a comment

>>> from sapper.board.notation.reader import read_text

>>> from sapper.board.notation.picture import write_picture
>>> draft = read_text("mines 2 ; a comment\\n . . 1 ?\\n F 2 # *")
>>> print(write_picture(draft.rows, draft.mines, draft.density))
mines 2
..1?
F2#*
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from sapper.base.place import parse_error, quote
from sapper.board.notation.alphabet import ROW_END, join_rows, reading_table, writing_table
from sapper.board.notation.draft import Draft, check_widths, read_count
from sapper.board.view import View

__all__ = ["SIGNS", "cut_comments", "read_header", "read_picture", "write_picture"]

_WRITTEN = {
    **{str(number): number for number in range(9)},
    ".": View.HIDDEN,
    "F": View.FLAG,
    "?": View.QUESTION,
    "*": View.MINE,
    "#": View.VOID,
}
# Every sign that is read; where two mean the same, the first is the one that is written.
SIGNS = {**_WRITTEN, "_": View.HIDDEN, "-": View.HIDDEN, "M": View.MINE}
_READING_TABLE = reading_table(SIGNS, "\n")
_WRITING_TABLE = writing_table(_WRITTEN)

_BLANKS = " \t;"  # a comment is cut to its semicolon before anything else is read
_COMMENT = re.compile(r";[^\n]*")
_HEADER = re.compile(r"(mines|density)(?![A-Za-z])[ \t:=]*([^\n;]*)", re.IGNORECASE)
_EMPTY_LINE = re.compile(r"\n[ \t]*\n")
_NOT_BLANK = re.compile(r"[^ \t;\n]")
_STRANGER = re.compile(rf"[^{re.escape(''.join(SIGNS))} \t\n;]")
# Numbers such as -1 in a row of numbers: a sign and a digit alone between blanks, beside other cells.
_SIGNED_NUMBER = re.compile(r"(?<=[ \t])-[0-9](?![^ \t\n;])|(?<![^\n])-[0-9](?=[ \t]+[^ \t\n;])")


def read_picture(text: str, prepare: Callable[[str], str] | None = None) -> Draft:
    r"""Read a picture whose lines end in "\n" and whose comments are cut.

    `prepare` rewrites what follows the header, for signs that are not those of a picture.

    Raises:
        ParseError: an unknown character, rows of different lengths, an empty line between rows, no rows at
            all, or a header without a number; each with its line and column.
    """
    mines, density, count_at, start = read_header(text)
    if prepare is not None:
        after = 0 if count_at is None else text.find("\n", count_at) + 1 or len(text)
        text = text[:after] + prepare(text[after:])
        start = _skip(text, after)
    end = len(text.rstrip(_BLANKS + "\n"))
    if start >= end:
        raise parse_error("the picture has no rows", text, start)
    _refuse_strangers(text, start, end)
    codes = text[start:end].encode("ascii").translate(_READING_TABLE, _BLANKS.encode("ascii"))

    def find(row: int, col: int) -> int:
        return _find(text, start, end, row, col)

    # Lines that held only a comment are empty by now and are no rows.
    flat = np.frombuffer(codes + bytes([ROW_END]), dtype=np.int8)
    widths = np.diff(np.flatnonzero(flat == ROW_END), prepend=-1) - 1
    widths = widths[widths > 0]
    hint = "; if a blank is a zero, read it with codes={' ': 0}" if " " in text[start:end] else ""
    check_widths(text, widths, int(widths[0]), find, hint)
    cells = flat[flat != ROW_END].reshape(widths.size, int(widths[0]))
    return Draft(text, cells, mines, density, count_at, find)


def cut_comments(text: str) -> str:
    """Return a text with every comment cut to its semicolon, which moves no other character."""
    return _COMMENT.sub(";", text) if ";" in text else text


def write_picture(cells: NDArray[np.int8], mines: int | None, density: float | None) -> str:
    """The canonical picture: header, then one line a row; no blanks, no line end after the last row."""
    header = f"mines {mines}\n" if mines is not None else f"density {density!r}\n"
    return header + join_rows(cells, _WRITING_TABLE, "\n")


def read_header(text: str) -> tuple[int | None, float | None, int | None, int]:
    """Read the first line that is not blank. Return mines, density, their offset, and the offset of the rows.

    Raises:
        ParseError: a header without a number, or a second one.
    """
    start = _skip(text, 0)
    header = _HEADER.match(text, start)
    if not header:
        return None, None, None, start
    count_at, end = header.start(2), header.start(2) + len(header[2].rstrip(" \t"))
    mines, density = read_count(text, count_at, end, density=header[1].lower() == "density")
    start = _skip(text, header.end())
    if second := _HEADER.match(text, start):
        message = f"the number of mines is given twice, here as {quote(second[0])}"
        raise parse_error(message, text, start)
    return mines, density, count_at, start


def _refuse_strangers(text: str, start: int, end: int) -> None:
    """Raise ParseError for anything between the offsets that is no row of cells."""
    if stranger := _STRANGER.search(text, start, end):
        piece = quote(text[stranger.start() : end])
        message = f"unknown cell {stranger[0]!r} in {piece}; cells are . 0-8 F ? * #"
        if stranger[0] == "9":
            message = "9 may be a mine, a flag or a hidden cell: choose one, for example with codes={9: 'mine'}"
        raise parse_error(message, text, stranger.start())
    if empty := _EMPTY_LINE.search(text, start, end):
        message = f"an empty line stands before the row {quote(text[_skip(text, empty.start()) : end])}"
        raise parse_error(message, text, empty.start() + 1)
    if number := _SIGNED_NUMBER.search(text, start, end):
        message = f"{number[0]!r} may mean two cells or one number; write '.' for a hidden cell"
        raise parse_error(message, text, number.start())


def _skip(text: str, offset: int) -> int:
    """The offset of the first character from `offset` on that is not blank."""
    found = _NOT_BLANK.search(text, offset)
    return found.start() if found else len(text)


def _find(text: str, start: int, end: int, row: int, col: int) -> int:
    """The offset of a cell. Slow, and used for messages only."""
    for line in text[start:end].split("\n"):
        if line.strip(_BLANKS):
            if row == 0:
                return start + next(islice(_NOT_BLANK.finditer(line), col, None)).start()
            row -= 1
        start += len(line) + 1
    return end
