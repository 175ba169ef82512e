"""The clicks of a game as one short text: every cell a fixed number of digits to base 64.

Cells are counted row by row from 0; two digits do for boards up to 4096 cells.

>>> text = write_moves([(3, 3), (0, 1)], Level.parse("expert"))
>>> text, read_moves(text, Level.parse("expert"))
('BdAB', [(3, 3), (0, 1)])
"""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase, ascii_uppercase, digits

from sapper.base.number import quote
from sapper.board.cell import Cell
from sapper.board.level import Level
from sapper.errors import InputError

__all__ = ["MOVE_DIGITS", "move_width", "read_moves", "write_moves"]

MOVE_DIGITS = ascii_uppercase + ascii_lowercase + digits + "-_"
_VALUES = {digit: value for value, digit in enumerate(MOVE_DIGITS)}


def move_width(level: Level) -> int:
    """How many digits a cell of the level takes, at least 2."""
    width = 2
    while 64**width < len(level.shape):
        width += 1
    return width


def write_moves(cells: Iterable[Cell], level: Level) -> str:
    """Return the text of these clicks."""
    shifts = range(6 * (move_width(level) - 1), -1, -6)
    numbers = map(level.shape.number, cells)
    return "".join(MOVE_DIGITS[number >> shift & 63] for number in numbers for shift in shifts)


def read_moves(text: str, level: Level) -> list[Cell]:
    """Return the cells a text of moves names.

    Raises:
        InputError: a character that is not a digit, a length that is not a multiple of the width, or a cell outside
        the board.
    """
    width = move_width(level)
    if len(text) % width:
        raise InputError(f"moves of {width} digits each cannot be {len(text)} digits long: {quote(text)}")
    cells: list[Cell] = []
    names = None if level.shape.is_square else level.shape.cells
    for begin in range(0, len(text), width):
        number = 0
        for digit in text[begin : begin + width]:
            if digit not in _VALUES:
                raise InputError(f"{quote(digit)} is no digit of a move, in {quote(text)}")
            number = number * 64 + _VALUES[digit]
        if number >= len(level.shape):
            raise InputError(f"move {quote(text[begin : begin + width])} is outside a board of {level}")
        cells.append(divmod(number, level.cols) if names is None else names[number])
    return cells
