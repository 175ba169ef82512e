"""Reads numbers and texts from bytes, one after the other; the end of the bytes is an error that names the byte.

>>> cursor = Cursor(bytes([1, 0, 2, 65, 0]))
>>> cursor.u8(), cursor.u16(), cursor.string(), cursor.at
(1, 2, b'A', 5)
>>> read_digits("127"), read_digits("²"), read_digits("9" * 5000)
(127, None, None)
"""

from __future__ import annotations

import struct
from struct import Struct

from sapper.errors import ParseError

__all__ = ["Cursor", "decode_text", "read_digits"]

# Names are in the code page of the player's system.
_CODE_PAGES = ("utf-8", "gb18030", "cp1252")
_MOST_DIGITS = 18  # of a number that fits in 64 bits


class Cursor:
    """A place in bytes. Numbers have their high byte first."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        """Begin at a byte."""
        self.data = data
        self.at = at

    def take(self, count: int, what: str = "the file") -> bytes:
        """Return the next bytes.

        Raises:
            ParseError: there are fewer.
        """
        end = self.at + count
        if end > len(self.data):
            raise ParseError(f"{what} ends {end - len(self.data)} bytes too early", byte=len(self.data))
        piece = self.data[self.at : end]
        self.at = end
        return piece

    def number(self, size: int, what: str = "the file", *, signed: bool = False) -> int:
        """Return a number of so many bytes."""
        return int.from_bytes(self.take(size, what), "big", signed=signed)

    def numbers(self, layout: Struct) -> tuple[int, ...]:
        """Return several numbers; faster than one by one."""
        begin, self.at = self.at, self.at + layout.size
        try:
            return layout.unpack_from(self.data, begin)
        except struct.error:
            self.at = begin
            return layout.unpack(self.take(layout.size))  # raises

    def u8(self) -> int:
        """Return a number of one byte."""
        if self.at >= len(self.data):
            return self.number(1)  # raises
        self.at += 1
        return self.data[self.at - 1]

    def u16(self) -> int:
        """Return a number of two bytes."""
        return self.number(2)

    def u24(self) -> int:
        """Return a number of three bytes."""
        return self.number(3)

    def u32(self) -> int:
        """Return a number of four bytes."""
        return self.number(4)

    def string(self, what: str = "a text") -> bytes:
        """Return the bytes up to a zero, and pass the zero.

        Raises:
            ParseError: no zero follows.
        """
        end = self.data.find(0, self.at)
        if end < 0:
            raise ParseError(f"{what} has no end", byte=self.at)
        piece = self.data[self.at : end]
        self.at = end + 1
        return piece


def decode_text(data: bytes, *, first: str = "utf-8") -> str:
    """Return a text in one of the code pages that such files have: UTF-8, GB18030 or Windows-1252."""
    for page in (first, *_CODE_PAGES):
        try:
            return data.decode(page)
        except UnicodeDecodeError:
            continue
    return data.decode("cp1252", errors="replace")


def read_digits(text: str) -> int | None:
    """Return the number that a text of ASCII digits writes; None where it is another text, or has above 18 digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else None
