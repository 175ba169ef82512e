"""Alphabets: which character stands for which cell, as tables that turn whole texts at once.

A board may have millions of cells, so no reader or writer looks at them one by one in Python.

>>> from sapper.board.notation.alphabet import reading_table
>>> list(b"1.x".translate(reading_table({"1": 1, ".": -1}, "/")))
[1, 255, 126]
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

__all__ = ["ROW_END", "UNKNOWN", "join_rows", "reading_table", "writing_table"]

# Codes in a translated text that are not values of cells; both are far above every clue.
ROW_END = 127
UNKNOWN = 126


def reading_table(alphabet: Mapping[str, int], row_end: str) -> bytes:
    """A table for `bytes.translate` from characters to the values of cells, ROW_END and UNKNOWN."""
    table = bytearray([UNKNOWN]) * 256
    for character, value in alphabet.items():
        table[ord(character)] = value & 0xFF
    table[ord(row_end)] = ROW_END
    return bytes(table)


def writing_table(alphabet: Mapping[str, int]) -> bytes:
    """A table for `bytes.translate` from the values of cells to characters."""
    return bytes.maketrans(bytes(value & 0xFF for value in alphabet.values()), "".join(alphabet).encode("ascii"))


def join_rows(cells: NDArray[np.int8], table: bytes, separator: str) -> str:
    """All rows as text, with a separator between them."""
    rows, cols = cells.shape
    characters = np.frombuffer(cells.tobytes().translate(table), dtype=np.uint8)
    lines = np.full((rows, cols + 1), ord(separator), dtype=np.uint8)
    lines[:, :cols] = characters.reshape(rows, cols)
    return lines.tobytes()[:-1].decode("ascii")
