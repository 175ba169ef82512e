"""Boards of other shapes than squares with eight neighbours, in the same three forms: picture, position and JSON.

The picture begins with a line `shape ...`, the position with the text of the shape, the JSON object has "shape" and
"cells". Cells stand in the order of the shape, so the lines of a picture may be of any length. Where a clue may be
above 9, blanks separate the cells of a picture; a position writes such a clue in brackets.

>>> from sapper.board.notation.shaped import read_shaped, write_shaped_position
>>> draft = read_shaped("shape tri:4x6\\nmines 5\\n. . 1 . . .\\n. 2 . . . .\\n. . 11 . . .\\n. . . . . .")
>>> draft.shape.sides, draft.values[2], draft.values[14], draft.mines
((4, 6), 1, 11, 5)
>>> write_shaped_position(draft.shape, draft.values, 5, None)
'tri:4x6:5:b1d2f(11)i'
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import index
from string import ascii_lowercase
from typing import Any, SupportsIndex

import numpy as np

from sapper._engine import MAX_NEIGHBOURS
from sapper.base.place import parse_error, place, quote
from sapper.board.notation.draft import DENSITIES, is_density, read_count
from sapper.board.shape import Shape
from sapper.board.view import View
from sapper.errors import InputError, ParseError

__all__ = [
    "ShapedDraft",
    "is_shaped",
    "read_entries",
    "read_shaped",
    "read_value",
    "shape_name",
    "write_shaped_json",
    "write_shaped_picture",
    "write_shaped_position",
]

_BEGIN = re.compile(r"\s*(?:shape[ \t:=]|(?!mines|density)[a-z][a-z0-9]*:|\{)", re.IGNORECASE)
_SHAPE = re.compile(r"[ \t\n]*shape[ \t:=]+([^\n]*)", re.IGNORECASE)
_COUNT = re.compile(r"[ \t\n]*(mines|density)[ \t:=]+([^\n]*)", re.IGNORECASE)
_SHAPE_KEY = re.compile(r'"shape"\s*:')
_TOKEN = re.compile(r"[^ \t\n,]+")
_POSITION_TOKEN = re.compile(r"\(([0-9]{1,3})\)|([0-9])|([a-z])|([FQMV])|(/)|(.)", re.DOTALL)
_SIGNS = {
    ".": View.HIDDEN,
    "_": View.HIDDEN,
    "-": View.HIDDEN,
    "F": View.FLAG,
    "?": View.QUESTION,
    "*": View.MINE,
    "M": View.MINE,
    "#": View.VOID,
}
_WRITTEN = {View.HIDDEN: ".", View.FLAG: "F", View.QUESTION: "?", View.MINE: "*", View.VOID: "#"}
_LETTERS = {"F": View.FLAG, "Q": View.QUESTION, "M": View.MINE, "V": View.VOID}
_LETTER_OF = {view: letter for letter, view in _LETTERS.items()}
_KEYS = ("shape", "cells", "rows", "mines", "density")
_LONGEST_LINE = 40  # cells in a line of a picture, where the shape has no rows


@dataclass(frozen=True, slots=True)
class ShapedDraft:
    """What a text says of a board of some shape, before it is checked to be one."""

    text: str
    shape: Shape
    values: list[int]  # as many as cells
    mines: int | None
    density: float | None
    count_at: int | None  # offset of the number of mines
    places: list[int]  # offset of every cell; empty where they are not known

    def relocate(self, error: InputError, *, counted: bool) -> ParseError:
        """The same fault as a ParseError that names line and column, where they are known."""
        at = self.count_at if counted else None
        if error.cell is not None:
            at = self.places[self.shape.number(error.cell)] if self.places else None
        relocated = ParseError(str(error)) if at is None else parse_error(str(error), self.text, at)
        relocated.cell = error.cell
        return relocated


def is_shaped(text: str) -> bool:
    """Whether a text names a shape at its beginning, so that `read_shaped` reads it."""
    begun = _BEGIN.match(text)
    if begun is None:
        return False
    return not begun[0].endswith("{") or _SHAPE_KEY.search(text) is not None


def read_shaped(text: str) -> ShapedDraft:
    """Read a board of any shape in any of its forms.

    Raises:
        ParseError: the text is no such board; with line and column.
        LimitError: the shape is larger than the engine allows.
    """
    if text.lstrip().startswith("{"):
        return _read_json(text)
    return _read_picture(text) if _SHAPE.match(text) else _read_position(text)


def shape_name(text: str) -> str | None:
    """Return the name of the shape that `read_shaped` would make of a text; None if it would make none.

    The shape is not made, so that a program can refuse names of files and of very large shapes.
    """
    if text.lstrip().startswith("{"):
        try:
            entries = json.loads(text)
        except (RecursionError, ValueError):
            return None
        name = entries.get("shape") if isinstance(entries, dict) else None
        return name if isinstance(name, str) else None
    header = _SHAPE.match(text)
    return header[1].strip() if header else text[slice(*_position_parts(text)[:2])]


def write_shaped_picture(shape: Shape, values: Sequence[int], mines: int | None, density: float | None) -> str:
    """The picture: the shape, the number of mines, then rows of cells."""
    gap = " " if shape.most_neighbours > 9 else ""
    width = shape.sides[-1] if len(shape.sides) > 1 else _LONGEST_LINE
    signs = [_WRITTEN[View(value)] if value < 0 else str(value) for value in values]
    wide = max(map(len, signs)) if gap else 1
    lines = (
        gap.join(sign.rjust(wide) for sign in signs[first : first + width]) for first in range(0, len(signs), width)
    )
    count = f"mines {mines}" if mines is not None else f"density {density!r}"
    return "\n".join([f"shape {shape}", count, *lines])


def write_shaped_position(shape: Shape, values: Sequence[int], mines: int | None, density: float | None) -> str:
    """The position in one line: shape, number of mines, and all cells."""
    parts = []
    for value, run in groupby(values):
        length = len(list(run))
        if value == View.HIDDEN:
            full, rest = divmod(length, len(ascii_lowercase))
            parts.append("z" * full + (ascii_lowercase[rest - 1] if rest else ""))
        else:
            sign = f"({value})" if value > 9 else str(value) if value >= 0 else _LETTER_OF[View(value)]
            parts.append(sign * length)
    count = str(mines) if mines is not None else f"p{density!r}"
    return f"{shape}:{count}:{''.join(parts)}"


def write_shaped_json(shape: Shape, values: Sequence[int], mines: int | None, density: float | None) -> str:
    """The object on one line; cells are nested as an array with the sides of the shape."""
    count = {"mines": mines} if mines is not None else {"density": density}
    return json.dumps({"shape": str(shape), "cells": np.reshape(values, shape.sides).tolist(), **count})


def _read_shape(text: str, begin: int, name: str) -> Shape:
    try:
        return Shape.parse(name)
    except InputError as error:
        raise parse_error(str(error), text, begin) from error


def _read_picture(text: str) -> ShapedDraft:
    header = _SHAPE.match(text)
    assert header is not None
    shape = _read_shape(text, header.start(1), header[1].strip())
    mines, density, count_at, begin = None, None, None, header.end()
    if count := _COUNT.match(text, begin):
        count_at, begin = count.start(2), count.end()
        end = count_at + len(count[2].rstrip(" \t"))
        mines, density = read_count(text, count_at, end, density=count[1].lower() == "density")
    tokens = [(match.start(), match[0]) for match in _TOKEN.finditer(text, begin)]
    # Where no clue has two digits, blanks between cells mean nothing.
    if shape.most_neighbours <= 9 or len(tokens) < len(shape):
        tokens = [(at + k, sign) for at, token in tokens for k, sign in enumerate(token)]
    values = [_read_sign(text, at, token) for at, token in tokens]
    _check_length(text, shape, len(values), begin)
    return ShapedDraft(text, shape, values, mines, density, count_at, [at for at, _ in tokens])


def _read_sign(text: str, at: int, token: str) -> int:
    try:
        return read_value(token)
    except InputError as error:
        raise parse_error(str(error), text, at) from error


def _read_position(text: str) -> ShapedDraft:
    begin, first, second, end = _position_parts(text)
    if first == begin or ":" not in text[begin:first]:
        raise parse_error(f"a position is <shape>:<mines>:<cells>, unlike {quote(text[begin:end])}", text, begin)
    shape = _read_shape(text, begin, text[begin:first])
    density_mark = text.startswith("p", first + 1)
    count_at = first + 1 + density_mark
    mines, density = read_count(text, count_at, second, density=density_mark)
    values: list[int] = []
    places: list[int] = []
    for match in _POSITION_TOKEN.finditer(text, second + 1, end):
        bracketed, digit, letter, sign, slash, other = match.groups()
        if other or (bracketed and int(bracketed) > MAX_NEIGHBOURS):
            message = f"unknown cell {match[0]!r}; cells are 0-9 (10) a-z F Q M V"
            raise parse_error(message, text, match.start())
        if letter:
            fresh = [int(View.HIDDEN)] * (ascii_lowercase.index(letter) + 1)
        else:
            fresh = [] if slash else [int(_LETTERS[sign]) if sign else int(bracketed or digit)]
        values += fresh
        places += [match.start()] * len(fresh)
    _check_length(text, shape, len(values), second + 1)
    return ShapedDraft(text, shape, values, mines, density, count_at, places)


def _position_parts(text: str) -> tuple[int, int, int, int]:
    """Where the shape of a position begins, the two colons after it, and the end; no shape if the first two agree."""
    begin, end = len(text) - len(text.lstrip()), len(text.rstrip())
    second = text.rfind(":", begin, end)
    first = text.rfind(":", begin, second) if second >= 0 else -1
    return begin, max(first, begin), second, end


def _read_json(text: str) -> ShapedDraft:
    try:
        entries = json.loads(text)
    except json.JSONDecodeError as error:
        raise ParseError(f"malformed JSON: {error.msg}", error.lineno, error.colno) from error
    except (RecursionError, ValueError) as error:
        raise ParseError(f"malformed JSON: {error}") from error
    return read_entries(entries, text)


def read_entries(entries: dict[str, Any], text: str) -> ShapedDraft:
    """Read an object with "shape", "cells" and "mines" or "density".

    Raises:
        ParseError: another key, or a value that is none.
        LimitError: the shape is larger than the engine allows.
    """
    unknown = [key for key in entries if key not in _KEYS]
    if unknown:
        raise ParseError(f'unknown key {unknown[0]!r}; the keys are "shape", "cells", "mines" and "density"')
    cells = entries.get("cells", entries.get("rows"))
    if not isinstance(cells, list) or ("cells" in entries and "rows" in entries):
        raise ParseError('a board with a "shape" has a list "cells"')
    name = entries["shape"]
    shape = name if isinstance(name, Shape) else _read_shape(text, *(0, name) if isinstance(name, str) else (0, ""))
    values: list[int] = []
    for value in _flatten(cells):
        try:
            values.append(read_value(value))
        except InputError as error:
            raise ParseError(str(error)) from error
    if len(values) != len(shape):
        raise ParseError(f"shape {shape} has {len(shape)} cells, not {len(values)}")
    mines, density = entries.get("mines"), entries.get("density")
    if mines is not None and (type(mines) is not int or mines < 0):
        raise ParseError(f'"mines" must be a whole number, 0 or more, not {mines!r}')
    if density is not None and (type(density) is not float or not is_density(density)):
        raise ParseError(f'"density" must lie {DENSITIES}, not {density!r}')
    if mines is not None and density is not None:
        raise ParseError('give "mines" or "density", not both')
    return ShapedDraft(text, shape, values, mines, density, None, [])


def read_value(value: object, cell: object = None) -> int:
    """What a cell shows as a number: a clue, a value of `View`, a sign of the picture, or None, which is hidden.

    Raises:
        InputError: none of these; it names the cell.
    """
    if value is None:
        return int(View.HIDDEN)
    if isinstance(value, str):
        if value in _SIGNS:
            return int(_SIGNS[value])
        value = int(value) if value.isascii() and value.isdigit() and len(value) <= 3 else value
    if isinstance(value, SupportsIndex) and not isinstance(value, bool | np.bool_):
        number = index(value)
        if View.VOID <= number <= MAX_NEIGHBOURS:
            return number
    raise InputError(
        f"unknown cell value {quote(repr(value))}; cells are numbers, . F ? * # and values of View", cell
    )


def _flatten(cells: list[Any]) -> list[Any]:
    flat: list[Any] = cells
    while any(isinstance(one, list) for one in flat):
        flat = [item for one in flat for item in (one if isinstance(one, list) else [one])]
    return flat


def _check_length(text: str, shape: Shape, count: int, at: int) -> None:
    if count != len(shape):
        raise ParseError(f"shape {shape} has {len(shape)} cells, not {count}", *place(text, at))
