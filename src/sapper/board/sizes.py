"""The levels with names: rows, columns and mines. Imports nothing, so that a shell completes the names at once."""

from __future__ import annotations

from typing import Final

__all__ = ["SIZES"]

SIZES: Final = {
    "beginner": (9, 9, 10),
    "intermediate": (16, 16, 40),
    "expert": (16, 30, 99),
    "classic": (8, 8, 10),
}
