"""MBF and ABF: a layout as bytes, or as their hexadecimal digits.

    width u8, height u8, mines u16 (high byte first), then x u8 and y u8 of every mine, from 0

>>> layout = read_mbf(bytes.fromhex("03 02 0001 00 00"))
>>> layout.layout, write_mbf(layout).hex()
(('*..', '...'), '030200010000')
"""

from __future__ import annotations

import re

from sapper.base.place import parse_error
from sapper.errors import ParseError
from sapper.formats.content import Content, check_side

__all__ = ["is_hex", "is_mbf", "read_hex", "read_mbf", "write_mbf"]

_HEADER = 4  # bytes before the mines
_HEX = re.compile(r"[0-9a-fA-F\s]{12,}")
_BLANK = re.compile(r"\s")
_LONGEST = 2 * (_HEADER + 2 * 0xFFFF)  # digits


def is_mbf(data: bytes) -> bool:
    """Whether bytes have the length that their number of mines asks for."""
    return len(data) >= _HEADER and len(data) == _length(data) and data[0] > 0 and data[1] > 0


def is_hex(text: str) -> bool:
    """Whether a text is the hexadecimal digits of a file with at least one mine."""
    if not _HEX.fullmatch(text):
        return False
    digits = _BLANK.sub("", text)
    return len(digits) <= _LONGEST and len(digits) % 2 == 0 and is_mbf(bytes.fromhex(digits))


def read_mbf(data: bytes) -> Content:
    """Return the layout in the bytes of a file.

    Raises:
        ParseError: another length than the number of mines asks for, a mine outside the board or listed twice; names
            the byte.
    """
    if len(data) < _HEADER:
        raise ParseError(f"an MBF file has at least {_HEADER} bytes, not {len(data)}", byte=len(data))
    cols, rows, mines = data[0], data[1], int.from_bytes(data[2:4], "big")
    if not (cols and rows):
        raise ParseError(f"an MBF board has at least one cell, not {cols}x{rows}", byte=0 if not cols else 1)
    if len(data) != _length(data):
        raise ParseError(
            f"an MBF file with {mines} mines has {_length(data)} bytes, not {len(data)}",
            byte=min(len(data), _length(data)),
        )
    drawn = [bytearray(b"." * cols) for _ in range(rows)]
    for at in range(_HEADER, len(data), 2):
        x, y = data[at], data[at + 1]
        if x >= cols or y >= rows:
            raise ParseError(f"the mine at column {x}, row {y} lies outside a board of {cols}x{rows}", byte=at)
        if drawn[y][x] == ord("*"):
            raise ParseError(f"the mine at column {x}, row {y} is listed twice", byte=at)
        drawn[y][x] = ord("*")
    return Content.of_layout((line.decode() for line in drawn), form="mbf")


def read_hex(text: str) -> Content:
    """Return the layout in hexadecimal digits.

    Raises:
        ParseError: as `read_mbf`, with the line and column of the byte.
    """
    digits = [match.start() for match in re.finditer(r"[0-9a-fA-F]", text)]
    try:
        return read_mbf(bytes.fromhex("".join(text[at] for at in digits)))
    except ParseError as error:
        raise parse_error(str(error), text, digits[2 * (error.byte or 0)]) from None


def write_mbf(content: Content) -> bytes:
    """Return the file of a layout; mines are listed column by column.

    Raises:
        InputError: a side above 255.
    """
    check_side("mbf", (content.rows, content.cols), 255)
    mines = sorted((col, row) for row, col in content.mine_cells)
    header = bytes([content.cols, content.rows, *len(mines).to_bytes(2, "big")])
    return header + bytes(side for mine in mines for side in mine)


def _length(data: bytes) -> int:
    return _HEADER + 2 * int.from_bytes(data[2:4], "big")
