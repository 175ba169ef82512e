"""A draft: the content of a text before it is checked to be a board.

Every reader of a text form returns one `Draft`. It maps cells back to offsets in the text, so that a fault
found later, such as a clue above its number of neighbours, is reported with its line and column.

>>> from sapper.board.notation.draft import read_count
>>> read_count("mines 10", 6, 8, density=False)
(10, None)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper._engine import LEAST_DENSITY
from sapper.base.place import parse_error, quote
from sapper.errors import InputError, ParseError

__all__ = ["DENSITIES", "Draft", "check_widths", "is_density", "read_count"]

DENSITIES = f"from {LEAST_DENSITY} to 1 - {LEAST_DENSITY}"  # the range, for messages
_LONGEST_NUMBER = 1000  # characters; enough to spell nearly every double exactly
_WHOLE = re.compile(r"[0-9]+")
_REAL = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


@dataclass(frozen=True, slots=True)
class Draft:
    """What a text says: cells, and the number of mines if it gives one."""

    text: str  # what was read, its lines ended by "\n"
    rows: NDArray[np.int8] | list[list[Any]]  # all of one length; the values are not checked yet
    mines: int | None  # total as written, not checked against the cells
    density: float | None  # within `DENSITIES`
    count_at: int | None  # offset in the text of the number of mines or the density
    find: Callable[[int, int], int]  # offset in the text of the cell (row, col)

    def relocate(self, error: InputError, *, counted: bool, hint: str = "") -> ParseError:
        """The same fault as a ParseError that names line and column; `hint` follows the fault.

        `counted` says that the number of mines came from this text. Then a fault without a cell is reported at that
        number.
        """
        at = self.find(*error.cell) if error.cell else self.count_at if counted else None
        message = f"{error}{hint}"
        relocated = ParseError(message) if at is None else parse_error(message, self.text, at)
        relocated.cell = error.cell
        return relocated


def check_widths(
    text: str, widths: NDArray[np.integer], cols: int, find: Callable[[int, int], int], hint: str = ""
) -> None:
    """Raise ParseError naming the first row that does not have `cols` cells; `hint` ends its message."""
    wrong = np.flatnonzero(widths != cols)
    if wrong.size:
        row = int(wrong[0])
        at = find(row, 0)
        message = f"row {row} has {widths[row]} cells instead of {cols}: {quote(text[at:])}{hint}"
        raise parse_error(message, text, at)


def read_count(text: str, start: int, end: int, *, density: bool) -> tuple[int | None, float | None]:
    """The total or the density spelled between two offsets, as (mines, density) with one of them None.

    Raises:
        ParseError: not a number, a density outside `DENSITIES`, or more than 1000 characters.
    """
    number = text[start:end]
    if len(number) > _LONGEST_NUMBER:
        raise parse_error(f"the number {quote(number)} has {len(number)} characters", text, start)
    if not density:
        if not _WHOLE.fullmatch(number):
            raise parse_error(f"{quote(number)} is not a number of mines (0 or more)", text, start)
        return int(number), None
    value = float(number) if _REAL.fullmatch(number) else 0.0
    if not is_density(value):
        raise parse_error(f"{quote(number)} is not a density ({DENSITIES})", text, start)
    return None, value


def is_density(value: float) -> bool:
    """Whether a number lies in the range of densities; nan does not."""
    return LEAST_DENSITY <= value <= 1 - LEAST_DENSITY
