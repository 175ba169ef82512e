"""Pictures and tables in the signs of other programs: emoji, signs that the caller explains, and numbers as codes.

In goes a text with the codes of the caller, out comes a `Draft`.

>>> from sapper.board.notation.codes import read_codes
>>> read_foreign("mines 1\\n⬜1️⃣\\n🚩2️⃣", read_codes(None)).rows.tolist()
[[-1, 1], [-2, 2]]
>>> read_foreign("x1 \\nx1", read_codes({"x": "hidden", " ": 0})).rows.tolist()
[[-1, 1, 0], [-1, 1, 0]]
>>> read_numbers("10 11 1\\n10  2 1").rows
[['10', '11', '1'], ['10', '2', '1']]
"""

from __future__ import annotations

import re

import numpy as np

from sapper.base.place import parse_error, quote
from sapper.board.notation.codes import SQUARES, CodeBook, plain_emoji, write_code
from sapper.board.notation.draft import Draft, check_widths
from sapper.board.notation.picture import read_header, read_picture
from sapper.errors import InputError, ParseError

__all__ = ["read_foreign", "read_numbers"]

_SQUARE = re.compile(f"[{SQUARES}]")
_HIDDEN = re.compile(r"[._-]")
_NUMBER = re.compile(r"[^\s,;]+")


def read_foreign(text: str, book: CodeBook) -> Draft:
    """Read a picture with emoji or with signs of the caller.

    Raises:
        ParseError: as `read_picture`; or two signs of which one may be a zero.
    """
    return read_picture(text, lambda rows: _translate(rows, book))


def read_numbers(text: str) -> Draft:
    """Read rows of numbers between blanks or commas, one row a line; the cells are the texts of the numbers.

    Raises:
        ParseError: no rows, or rows of different lengths.
    """
    mines, density, count_at, start = read_header(text)
    found = [list(_NUMBER.finditer(line)) for line in text[start:].split("\n")]
    offsets = np.cumsum([0, *(len(line) + 1 for line in text[start:].split("\n"))])
    places = [
        [start + int(offset) + cell.start() for cell in row] for row, offset in zip(found, offsets, strict=False)
    ]
    places = [row for row in places if row]
    rows = [[cell[0] for cell in row] for row in found if row]
    if not rows:
        raise parse_error("the text has no rows", text, start)

    def find(row: int, col: int) -> int:
        return places[row][col]

    check_widths(text, np.array([len(row) for row in rows]), len(rows[0]), find)
    return Draft(text, rows, mines, density, count_at, find)


def _translate(rows: str, book: CodeBook) -> str:
    """Return rows in the signs of a picture."""
    plain = book.translate(plain_emoji(rows))
    squares = sorted(set(_SQUARE.findall(plain)), key=plain.index)
    others = _HIDDEN.findall(plain)[:1]
    if squares and len(squares) + len(others) > 1:
        sign = squares[-1]
        other = next(one for one in (*squares, *others) if one != sign)
        raise InputError(
            f"{sign!r} beside {other!r} may be a hidden cell or a zero: choose one, for example with "
            f"codes={{{sign!r}: 0}}"
        )
    if squares:
        plain = plain.replace(squares[0], ".")
    return plain if book.blank is None else _fill(plain, write_code(book.blank))


def _fill(rows: str, sign: str) -> str:
    """Return rows with a sign in place of every blank, also of those that an editor cut off at the end of a line."""
    lines = rows.strip("\n").split("\n")
    if any("\t" in line for line in lines):
        raise ParseError(f"a tab in {quote(next(line for line in lines if chr(9) in line))}: blanks are cells here")
    cols = max(map(len, lines))
    return "\n".join(line.ljust(cols).replace(" ", sign) for line in lines)
