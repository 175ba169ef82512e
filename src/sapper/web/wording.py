"""Wording: cells as players count them, from 1, in sentences that programs wrote with positions from 0.

>>> for_players("the 1 at 0,11 has all its mines: see (2, 4), (3, 4)")
'the 1 at row 1 column 12 has all its mines: see row 3 column 5, row 4 column 5'
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
    return say_cell((int(match["row"] or match["first"]), int(match["col"] or match["second"])))
