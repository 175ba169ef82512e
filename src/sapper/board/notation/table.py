"""Tables: nested sequences, arrays and data frames of cells, before they are checked to be a board.

Anything with rows and columns goes in; rows of clues and values of `View` come out. Data frames are read through
numpy, so that no library for them is imported here.

>>> import numpy as np
>>> read_table([[1, None, "?"], ["🚩", "#", 2.0]], None)
[[1, -1, -3], [-2, -5, 2]]
>>> read_table(np.array([[1.0, np.nan]]), None)
[[1, -1]]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper._engine import MAX_CELLS
from sapper.base.number import quote
from sapper.board.notation.codes import SQUARES, Codes, read_codes
from sapper.board.notation.picture import SIGNS
from sapper.board.view import View
from sapper.errors import InputError, LimitError

__all__ = ["as_array", "outer_list", "read_table"]

_HIDDEN_VIEWS = (View.HIDDEN, View.FLAG, View.QUESTION)
_HIDDEN_SIGNS = frozenset(sign for sign, value in SIGNS.items() if value == View.HIDDEN)


def read_table(rows: object, codes: Codes | None) -> list[Any]:
    """Return the rows of a table with every cell as a clue or a view.

    A row that is no sequence is returned as it is; the engine refuses it.

    Raises:
        InputError: no table, a value that stands for no cell or for several; with the cell.
        LimitError: more cells than the engine takes.
    """
    book, out = read_codes(codes), []
    signs: dict[str, tuple[int, int]] = {}  # signs that may mean several things, with the first cell of each
    for row, line in enumerate(outer_list(rows)):
        cells = _inner_list(line)
        if cells is None:
            out.append(line)
            continue
        values = []
        for col, value in enumerate(cells):
            try:
                values.append(book.decode(value))
            except InputError as error:
                raise InputError(str(error), (row, col)) from None
            if isinstance(value, str) and value not in book.own and value[:1] not in "012345678F?*M":
                signs.setdefault(value.strip()[:1], (row, col))
        out.append(values)
    _refuse_two_meanings(out, signs)
    return out


def as_array(rows: object) -> NDArray[Any] | None:
    """Return an array, a data frame or another table that numpy reads as an array; None for a sequence.

    Raises:
        InputError: not two rows-and-columns dimensions, or the object cannot be read.
        LimitError: more cells than the engine takes.
    """
    if not hasattr(type(rows), "__array__"):
        return None
    try:
        found: NDArray[Any] = rows if isinstance(rows, np.ndarray) else np.asarray(rows)
    except Exception as error:  # the caller's object may raise anything
        raise InputError(f"{quote(rows)} cannot be read as rows of cells: {error!r}") from error
    if found.ndim == 1 and (found.dtype.kind == "U" or all(isinstance(line, str) for line in found)):
        return None  # rows as strings
    if found.ndim != 2:
        raise InputError(f"an array of cells has two dimensions, rows and columns, not {found.ndim}")
    if found.size > MAX_CELLS:
        raise LimitError(f"a board of {found.size} cells is larger than the limit of {MAX_CELLS}")
    if found.dtype.kind in "bcmMV":
        raise InputError(f"an array of cells holds numbers or signs, not {found.dtype}")
    if isinstance(found, np.ma.MaskedArray):
        return np.where(np.ma.getmaskarray(found), None, found.data)  # type: ignore[call-overload, no-any-return]
    return found.astype("U") if found.dtype.kind == "S" else found


def outer_list(rows: object) -> list[Any]:
    """Return the rows as a list. The length is checked before the rows are copied, because it may be huge.

    Raises:
        InputError: not a sequence.
        LimitError: more rows than the engine takes.
    """
    if type(rows) is list:
        return rows
    if isinstance(rows, bytes | bytearray) or not hasattr(type(rows), "__getitem__") or isinstance(rows, Mapping):
        # A Python strategy gets an Analysis, which is easily taken for its board.
        own = "; its attribute board is one" if hasattr(type(rows), "board") else ""
        raise InputError(f"rows are a sequence of sequences, a 2-D array or a text, not {quote(rows)}{own}")
    try:
        length = len(rows)  # type: ignore[arg-type]  # an object without a length raises TypeError
        if length <= MAX_CELLS:
            return rows.tolist() if isinstance(rows, np.ndarray) else list(rows)  # type: ignore[call-overload, no-any-return]
    except OverflowError:
        length = -1
    except Exception:  # the caller's object may raise anything
        raise InputError(f"rows are a sequence of sequences, a 2-D array or a text, not {quote(rows)}") from None
    raise LimitError(f"a board of {length if length >= 0 else 'too many'} rows is larger than the limit")


def _inner_list(line: object) -> list[Any] | None:
    """Return a row as a list; None where it is none, or too long to be one."""
    if type(line) is list:
        return line
    if isinstance(line, str | bytes | bytearray | Mapping) or not hasattr(type(line), "__getitem__"):
        return None
    try:
        return list(line) if len(line) <= MAX_CELLS else None  # type: ignore[call-overload, arg-type]
    except Exception:  # the caller's object may raise anything
        return None


def _refuse_two_meanings(rows: list[Any], signs: Mapping[str, tuple[int, int]]) -> None:
    """Raise InputError for signs whose meaning this board does not tell."""
    squares = [sign for sign in signs if sign in SQUARES]
    other = [sign for sign in signs if sign in _HIDDEN_SIGNS]
    if squares and len(squares) + len(other) > 1:
        sign = squares[-1]
        raise InputError(
            f"{sign!r} beside {next(one for one in (*squares, *other) if one != sign)!r} may be a hidden cell or a "
            f"zero: choose one, for example with codes={{{sign!r}: 0}}",
            signs[sign],
        )
    if "#" in signs and not any(value in _HIDDEN_VIEWS for row in rows if isinstance(row, list) for value in row):
        raise InputError(
            "'#' is a cell out of play, but no other cell is hidden: if '#' is hidden, say so with "
            "codes={'#': 'hidden'}",
            signs["#"],
        )
