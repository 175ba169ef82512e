"""The JSON form: for programs, and for the files other tools write.

In goes a text, out comes a `Draft`; and back. The object has "rows", nested lists of clues and of values of
`View`, and "mines" or "density"; any other key is an error, because its meaning would be lost. A list alone is read
as the rows. On reading, a cell may also be null or a sign.

>>> from sapper.board.notation.reader import read_text

>>> from sapper.board.notation.json_text import write_json
>>> draft = read_text('{"rows": [[-1, 1], [-2, 1]], "mines": 1}')
>>> draft.rows, draft.mines, draft.find(1, 0)
([[-1, 1], [-2, 1]], 1, 20)
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from sapper.base.place import parse_error, quote
from sapper.board.notation.draft import DENSITIES, Draft, is_density

__all__ = ["read_json", "write_json"]

_KEYS = ("rows", "mines", "density")
_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\n\r]*")
_COMMA = re.compile(r"[ \t\n\r]*,[ \t\n\r]*")
_BEFORE_CELL = re.compile(r"[\[ \t\n\r]*")
_LONG_NUMBER = re.compile(r"(?<![0-9])[0-9]{1000}")


class _Entry(NamedTuple):
    """One value of the object and the piece of text it came from."""

    value: Any
    start: int
    end: int


def read_json(text: str) -> Draft:
    """Read a JSON object, or a list of rows alone.

    Raises:
        ParseError: malformed JSON, an unknown or repeated key, a value of the wrong type, rows of different
            lengths, or too deep nesting; each with its line and column.
    """
    at = _skip(text, 0)
    entries = {"rows": _read_list(text, at)} if text.startswith("[", at) else _read_object(text)
    if "rows" not in entries:
        _refuse(text, _skip(text, 0), 'the object {} has no "rows"')
    if "mines" in entries and "density" in entries:
        later = max(entries["mines"], entries["density"], key=lambda entry: entry.start)
        _refuse(text, later.start, 'give "mines" or "density", not both; the second is {}', later.end)
    rows = _check_rows(text, entries["rows"])

    def find(row: int, col: int) -> int:
        return _find_cell(text, entries["rows"].start, row * len(rows[0]) + col)

    mines, density, count_at = None, None, None
    if entry := entries.get("mines"):
        if type(entry.value) is not int or entry.value < 0:
            _refuse(text, entry.start, '"mines" must be a whole number, 0 or more, not {}', entry.end)
        mines, count_at = entry.value, entry.start
    if entry := entries.get("density"):
        if type(entry.value) is not float or not is_density(entry.value):
            _refuse(text, entry.start, f'"density" must lie {DENSITIES}, not {{}}', entry.end)
        density, count_at = entry.value, entry.start
    return Draft(text, rows, mines, density, count_at, find)


def write_json(cells: NDArray[np.int8], mines: int | None, density: float | None) -> str:
    """The object on one line."""
    count = {"mines": mines} if mines is not None else {"density": density}
    return json.dumps({"rows": cells.tolist(), **count})


def _read_object(text: str) -> dict[str, _Entry]:
    """The entries of the one object in the text. Read key by key, so that every fault has its place."""
    entries: dict[str, _Entry] = {}
    at = _expect(text, 0, "{")
    closed = text.startswith("}", at)
    while not closed:
        key = _decode(text, at)
        if type(key.value) is not str:
            _refuse(text, at, "malformed JSON: expected a key in double quotes, not {}", key.end)
        if key.value not in _KEYS:
            _refuse(text, at, 'unknown key {}; the keys are "rows", "mines" and "density"', key.end)
        if key.value in entries:
            _refuse(text, at, "repeated key {}", key.end)
        entries[key.value] = entry = _decode(text, _expect(text, key.end, ":"))
        at = _skip(text, entry.end)
        closed = text.startswith("}", at)
        if not closed:
            at = _expect(text, at, ",")
    _expect_end(text, at + 1)
    return entries


def _read_list(text: str, at: int) -> _Entry:
    """The one list in the text."""
    entry = _decode(text, at)
    _expect_end(text, entry.end)
    return entry


def _expect_end(text: str, at: int) -> None:
    end = _skip(text, at)
    if end < len(text):
        _refuse(text, end, "malformed JSON: text after the end of the board, {}")


def _check_rows(text: str, entry: _Entry) -> list[list[Any]]:
    """The rows, checked to be lists of one length; their cells are decoded later."""
    rows = entry.value
    if type(rows) is not list:
        _refuse(text, entry.start, '"rows" must be a list of rows, not {}', entry.end)
    if not rows:
        _refuse(text, entry.start, "the board has no rows: {}", entry.end)
    for number, row in enumerate(rows):
        if type(row) is not list or not row:
            _refuse(text, _find_item(text, entry.start, number), f"row {number} is not a list of cells: {{}}")
        if len(row) != len(rows[0]):
            message = f"row {number} has {len(row)} cells instead of {len(rows[0])}: {{}}"
            _refuse(text, _find_item(text, entry.start, number), message)
    return rows


def _decode(text: str, at: int) -> _Entry:
    """The value that begins at an offset."""
    try:
        value, end = _DECODER.raw_decode(text, at)
    except json.JSONDecodeError as error:
        fault = error.msg[0].lower() + error.msg[1:].removesuffix(" at")
        _refuse(text, error.pos, f"malformed JSON: {fault} at {{}}")
    except RecursionError:
        _refuse(text, at, "malformed JSON: nested too deeply, {}")
    except ValueError:  # an integer of more digits than Python converts
        number = _LONG_NUMBER.search(text, at)
        _refuse(text, number.start() if number else at, "malformed JSON: a number of too many digits, {}")
    return _Entry(value, at, end)


def _expect(text: str, at: int, mark: str) -> int:
    """The offset of what follows a mark, which must be the next thing in the text."""
    at = _skip(text, at)
    if not text.startswith(mark, at):
        _refuse(text, at, f"malformed JSON: expected '{mark}' at {{}}")
    return _skip(text, at + 1)


def _skip(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at


def _find_item(text: str, at: int, index: int) -> int:
    """The offset of an item of the list that begins at an offset; used for messages only."""
    at = _skip(text, at + 1)
    for _ in range(index):
        comma = _COMMA.match(text, _DECODER.raw_decode(text, at)[1])
        at = comma.end() if comma else at
    return at


def _find_cell(text: str, at: int, index: int) -> int:
    """The offset of a cell of the rows that begin at an offset, where all cells before it are numbers."""
    if index:
        # A cell has as many commas before it as cells. Every character becomes one byte here.
        marks = np.frombuffer(text.encode("ascii", "replace"), dtype=np.uint8, offset=at)
        at += int(np.flatnonzero(marks == ord(","))[index - 1]) + 1
    before = _BEFORE_CELL.match(text, at)
    return before.end() if before else at


def _refuse(text: str, at: int, message: str, end: int | None = None) -> NoReturn:
    """Raise the error of a fault at an offset; {} in its message is the piece of text from there."""
    piece = text[at:end]
    raise parse_error(message.replace("{}", quote(piece) if piece else "the end"), text, at)
