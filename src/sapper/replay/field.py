"""The mines of a file, checked.

>>> check_mines([(0, 1), (2, 0)], 3, 2, at=4)
((0, 1), (2, 0))
"""

from __future__ import annotations

from collections.abc import Sequence

from sapper.errors import ParseError

__all__ = ["LEVELS", "check_mines", "check_size"]

# Rows, columns and mines of the levels of programs that record replays.
LEVELS = {"beginner": (8, 8, 10), "intermediate": (16, 16, 40), "expert": (16, 30, 99)}


def check_size(rows: int, cols: int, mines: int, *, at: int) -> None:
    """Refuse a board without cells, or with more mines than cells.

    Raises:
        ParseError: names the byte.
    """
    if not (rows > 0 and cols > 0 and 0 <= mines <= rows * cols):
        raise ParseError(f"{rows}x{cols} cells with {mines} mines are no board", byte=at)


def check_mines(
    mines: Sequence[tuple[int, int]], rows: int, cols: int, *, at: int, step: int = 2
) -> tuple[tuple[int, int], ...]:
    """Return mines as (row, col), all on the board and none twice; `step` bytes each stand in the file from `at` on.

    Raises:
        ParseError: names the byte of the first that is wrong.
    """
    if not mines:
        return ()
    listed_rows, listed_cols = zip(*mines, strict=True)
    inside = 0 <= min(listed_rows) <= max(listed_rows) < rows and 0 <= min(listed_cols) <= max(listed_cols) < cols
    if inside and len(set(mines)) == len(mines):
        return tuple(mines)
    seen: set[tuple[int, int]] = set()
    for number, (row, col) in enumerate(mines):
        if not (0 <= row < rows and 0 <= col < cols):
            message = f"the mine at {row},{col} lies outside a board of {rows} rows and {cols} columns"
            raise ParseError(message, byte=at + step * number)
        if (row, col) in seen:
            raise ParseError(f"the mine at {row},{col} is listed twice", byte=at + step * number)
        seen.add((row, col))
    return tuple(mines)
