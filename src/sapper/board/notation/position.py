"""The position: a whole board in one line that is safe in URLs, as FEN is for chess.

In goes a text, out comes a `Draft`; and back from the cells to the one canonical string, so that two boards
are equal exactly when their positions are.

    <rows>x<cols>:<mines>:<row>/<row>/...      "p0.2" in place of the number of mines is a density
    0-8 clue   a-z 1 to 26 hidden cells   F flag   Q question   M known mine   V out of play

>>> from sapper.board.notation.reader import read_text

>>> from sapper.board.notation.position import write_position
>>> draft = read_text("2x4:2:b1Q/F2VM")
>>> write_position(draft.rows, draft.mines, draft.density)
'2x4:2:b1Q/F2VM'
"""

from __future__ import annotations

import re
from string import ascii_lowercase

import numpy as np
from numpy.typing import NDArray

from sapper._engine import MAX_CELLS
from sapper.base.place import parse_error, quote
from sapper.board.notation.alphabet import ROW_END, join_rows, reading_table, writing_table
from sapper.board.notation.draft import Draft, check_widths, read_count
from sapper.board.view import View
from sapper.errors import LimitError

__all__ = ["read_position", "write_position"]

_LONGEST_RUN = len(ascii_lowercase)
_SINGLE = {
    **{str(number): number for number in range(9)},
    "F": View.FLAG,
    "Q": View.QUESTION,
    "M": View.MINE,
    "V": View.VOID,
}
_READING_TABLE = reading_table({**_SINGLE, **dict.fromkeys(ascii_lowercase, View.HIDDEN)}, "/")
_RUN_TABLE = bytes(ascii_lowercase.find(chr(code)) + 1 or 1 for code in range(256))
_WRITING_TABLE = writing_table({**_SINGLE, ".": View.HIDDEN})  # dots are then counted into runs

_SIZE = re.compile(r"([0-9]+)[xX]([0-9]+)")
_LONGEST_SIZE = 20  # digits of one side
_STRANGER = re.compile(r"[^0-8a-zFQMV/]")
_FORM = "a position is <rows>x<cols>:<mines>:<row>/<row>/..."


def read_position(text: str) -> Draft:
    """Read a position; white space around it is ignored.

    Raises:
        ParseError: a field that is missing or malformed, an unknown character, or rows that do not fill the
            declared size; each with its line and column.
        LimitError: the declared size is larger than the largest board, found before anything is allocated.
    """
    head, end = len(text) - len(text.lstrip()), len(text.rstrip())
    first = text.find(":", head, end)
    second = text.find(":", first + 1, end) if first >= 0 else -1
    if second < 0:
        raise parse_error(f"{_FORM}, but {quote(text[head:end])} has no second ':'", text, end)
    rows, cols = _read_size(text, head, first)
    density_mark = text.startswith("p", first + 1)
    count_at = first + 1 + density_mark
    mines, density = read_count(text, count_at, second, density=density_mark)

    start = second + 1
    if stranger := _STRANGER.search(text, start, end):
        piece = quote(text[stranger.start() : end])
        message = f"unknown cell {stranger[0]!r} in {piece}; cells are 0-8 a-z F Q M V"
        raise parse_error(message, text, stranger.start())
    body = (text[start:end] + "/").encode("ascii")
    if (found := body.count(b"/")) != rows:
        raise parse_error(f"{quote(text[start:end])} has {found} rows instead of {rows}", text, start)

    def find(row: int, col: int) -> int:
        return _find(text, start, end, row, col)

    values = np.frombuffer(body.translate(_READING_TABLE), dtype=np.int8)
    runs = np.frombuffer(body.translate(_RUN_TABLE), dtype=np.uint8)
    row_starts = np.concatenate(([0], np.flatnonzero(values == ROW_END)[:-1] + 1))
    # 32 bits hold the longest row: no text read here has more than 2^27 letters of 26 cells each.
    widths = np.add.reduceat(runs, row_starts, dtype=np.uint32) - np.uint32(1)
    check_widths(text, widths, cols, find)
    cells = np.repeat(values, runs).reshape(rows, cols + 1)[:, :cols]
    return Draft(text, cells, mines, density, count_at, find)


def write_position(cells: NDArray[np.int8], mines: int | None, density: float | None) -> str:
    """The canonical position: runs as long as possible, the longest letters first."""
    rows, cols = cells.shape
    count = str(mines) if mines is not None else f"p{density!r}"
    body = re.sub(r"\.+", _write_run, join_rows(cells, _WRITING_TABLE, "/"))
    return f"{rows}x{cols}:{count}:{body}"


def _write_run(dots: re.Match[str]) -> str:
    full, rest = divmod(dots.end() - dots.start(), _LONGEST_RUN)
    return "z" * full + (ascii_lowercase[rest - 1] if rest else "")


def _read_size(text: str, start: int, end: int) -> tuple[int, int]:
    field = text[start:end]
    size = _SIZE.fullmatch(field)
    if not size:
        raise parse_error(f"{_FORM}, but {quote(field)} is no size", text, start)
    if max(len(size[1]), len(size[2])) > _LONGEST_SIZE:
        raise LimitError(f"a board of {quote(field)} cells is larger than the limit of {MAX_CELLS}")
    rows, cols = int(size[1]), int(size[2])
    if rows == 0 or cols == 0:
        raise parse_error(f"a board needs at least one row and one column, not {quote(field)}", text, start)
    if rows * cols > MAX_CELLS:
        raise LimitError(f"a board of {field} = {rows * cols} cells is larger than the limit of {MAX_CELLS}")
    return rows, cols


def _find(text: str, start: int, end: int, row: int, col: int) -> int:
    """The offset of a cell, or of the run it is in. Slow, and used for messages only."""
    for _ in range(row):
        start = text.index("/", start, end) + 1
    line = text[start:end].partition("/")[0]
    cells_up_to = np.cumsum(np.frombuffer(line.encode("ascii").translate(_RUN_TABLE), dtype=np.uint8))
    return start + int(np.searchsorted(cells_up_to, col, side="right"))
