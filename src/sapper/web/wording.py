"""Wording: cells as players count them, from 1, in sentences that programs wrote with positions from 0.

>>> for_players("0,0 is safe. 1,2 is not: see (2, 4), (3, 4)")
'Row 1 column 1 is safe. Row 2 column 3 is not: see row 3 column 5, row 4 column 5'
>>> say_cell((0, 0))
'row 1 column 1'
"""

from __future__ import annotations

import re

__all__ = ["for_players", "say_cell"]

_CELL = re.compile(r"\((?P<row>\d+), (?P<col>\d+)\)|\b(?P<first>\d+),(?P<second>\d+)\b")


def for_players(text: str) -> str:
    """Return a sentence with every `row,col` and `(row, col)` spelled out and counted from 1."""
    return _CELL.sub(_spell, text)


def say_cell(cell: tuple[int, int]) -> str:
    """Return what a cell is called."""
    return f"row {cell[0] + 1} column {cell[1] + 1}"


def _spell(match: re.Match[str]) -> str:
    spelled = say_cell((int(match["row"] or match["first"]), int(match["col"] or match["second"])))
    begins = match.string[: match.start()].rstrip(" ")[-1:] in ("", ".", "\n")
    return spelled.capitalize() if begins else spelled
