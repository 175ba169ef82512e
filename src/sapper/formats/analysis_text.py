"""The parameter `analysis` of JSMinesweeper's links: a position in few characters.

Width and height have two digits each and the mines four, in base 62. Then follow the cells, row by row, as runs of
equal cells. Each kind of cell has digits of its own, so a run is the number of its cells in those digits. Flags (F)
and proved mines (I) lower the numbers beside them by one each; an O is a flag that does not.

>>> content = read_analysis("aeaeaaagWlx0")
>>> content.view, content.mines
(('....', '.13.', '....', '....'), 6)
>>> write_analysis(content)
'aeaeaaagWlx0'
"""

from __future__ import annotations

from itertools import groupby

from sapper.base.place import parse_error
from sapper.errors import InputError, LimitError, ParseError
from sapper.formats.content import Content, beside, check_side
from sapper.formats.link import find_parameters
from sapper.formats.mine_text import SIGNS, read_mines, write_signs

__all__ = ["is_analysis", "read_analysis", "write_analysis"]

_DIGITS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_BASES = {"0": 10, "1": 7, "2": 5, "3": 5, "4": 4, "5": 3, "6": 3, "7": 1, "8": 1, "I": 4, "H": 10, "F": 8, "O": 1}
_HEADER = 8  # characters before the cells
_MOST_MINES = 62**4 - 1
_MOST_SIDE = 500  # a few characters can tell millions of cells


def _deal() -> dict[str, str]:
    dealt, first = {}, 0
    for kind, base in _BASES.items():
        dealt[kind] = _DIGITS[first : first + base]
        first += base
    return dealt


_DIGITS_OF = _deal()
_KIND_OF = {digit: kind for kind, digits in _DIGITS_OF.items() for digit in digits}


def is_analysis(text: str) -> bool:
    """Whether a text is such a link, or the value of its parameter alone, which then has to be whole."""
    if "analysis" in find_parameters(text):
        return True
    coded = text.strip()
    if len(coded) <= _HEADER or not (coded.isascii() and coded.isalnum()):
        return False
    try:
        read_analysis(text)
    except (ParseError, LimitError):
        return False
    return True


def read_analysis(text: str) -> Content:
    """Return the position in a link or in the value of its parameter.

    Raises:
        ParseError: an unknown character, another number of cells than the size asks for, or a clue above 8; names
            line and column.
        LimitError: a side above 500.
    """
    begin = len(text) - len(text.lstrip())
    coded, at = find_parameters(text).get("analysis", (text.strip(), begin))
    for offset, digit in enumerate(coded):
        if digit not in _KIND_OF:
            raise parse_error(f"unknown character {digit!r}: digits are a-z, A-Z and 0-9", text, at + offset)
    if len(coded) <= _HEADER:
        raise parse_error("a position has a size, a number of mines and cells", text, at)
    cols, rows, mines = _number(coded[:2]), _number(coded[2:4]), _number(coded[4:_HEADER])
    if not (cols and rows):
        raise parse_error(f"a board of {cols}x{rows} has no cells", text, at)
    if max(cols, rows) > _MOST_SIDE:
        raise LimitError(f"a link holds boards of up to {_MOST_SIDE}x{_MOST_SIDE} cells, not {cols}x{rows}")
    cells = _read_cells(text, coded, at, rows * cols)
    # A link tells the same letters as a text, except that flags lower the clues beside them.
    grid = [list(cells[first : first + cols]) for first in range(0, len(cells), cols)]
    marked = [(row, col) for row, line in enumerate(grid) for col, kind in enumerate(line) if kind in "FI"]
    for row, col in marked:
        for near_row, near_col in beside(row, col, rows, cols):
            kind = grid[near_row][near_col]
            if kind.isdigit():
                if kind == "8":
                    raise parse_error(f"the clue at row {near_row}, column {near_col} is above 8", text, at)
                grid[near_row][near_col] = str(int(kind) + 1)
    view = ["".join(SIGNS[kind] for kind in line) for line in grid]
    return Content.of_view(
        view, mines, layout=read_mines(view, mines), form="analysis", text=text, find=lambda _row, _col: at
    )


def write_analysis(content: Content) -> str:
    """Return the value of the parameter; of a layout alone, a position with a flag on every mine.

    Raises:
        InputError: a question mark or a cell out of play, a known mine beside a clue that it contradicts, or a board
            larger than the digits can tell.
    """
    rows, cols = content.rows, content.cols
    check_side("analysis", (rows, cols), _MOST_SIDE)
    if content.mines > _MOST_MINES:
        raise InputError(f"the form 'analysis' holds up to {_MOST_MINES} mines, not {content.mines}")
    grid = [list(line.replace("?", "I")) for line in write_signs(content, "analysis")]
    # Proved mines first: a flag that no longer fits has a sign of its own.
    for wanted in "IF":
        for row, line in enumerate(grid):
            for col, kind in enumerate(line):
                if kind == wanted and not _lower(grid, row, col):
                    if kind == "I":
                        raise InputError("the form 'analysis' has no sign for a mine beside this many", (row, col))
                    line[col] = "O"
    flat = (kind for line in grid for kind in line)
    runs = "".join(_write_run(kind, sum(1 for _ in run)) for kind, run in groupby(flat))
    return _spell(cols, 2) + _spell(rows, 2) + _spell(content.mines, 4) + runs


def _read_cells(text: str, coded: str, at: int, cells: int) -> str:
    """Return one letter a cell; a count is read only as far as the board goes."""
    pieces: list[str] = []
    total = 0
    place = _HEADER
    for kind, run in groupby(coded[_HEADER:], _KIND_OF.__getitem__):
        digits = "".join(run)
        base = _BASES[kind]
        length = 0
        for digit in digits:
            length = length * base + _DIGITS_OF[kind].index(digit) if base > 1 else len(digits)
            if total + length > cells:
                raise parse_error(f"more than the {cells} cells of the board", text, at + place)
        pieces.append(kind * length)
        total += length
        place += len(digits)
    if total != cells:
        raise parse_error(f"{total} cells instead of {cells}", text, at + len(coded))
    return "".join(pieces)


def _lower(grid: list[list[str]], row: int, col: int) -> bool:
    """Lower the clues beside a marked cell by one; False, and nothing changed, if one of them is 0."""
    clues = [cell for cell in beside(row, col, len(grid), len(grid[0])) if grid[cell[0]][cell[1]].isdigit()]
    if any(grid[at][near] == "0" for at, near in clues):
        return False
    for at, near in clues:
        grid[at][near] = str(int(grid[at][near]) - 1)
    return True


def _write_run(kind: str, length: int) -> str:
    digits, base = _DIGITS_OF[kind], _BASES[kind]
    if base == 1:
        return digits * length
    written = ""
    while length:
        length, digit = divmod(length, base)
        written = digits[digit] + written
    return written


def _number(digits: str) -> int:
    number = 0
    for digit in digits:
        number = number * len(_DIGITS) + _DIGITS.index(digit)
    return number


def _spell(number: int, width: int) -> str:
    digits = ""
    for _ in range(width):
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits
