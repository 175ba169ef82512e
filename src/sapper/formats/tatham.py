"""Game IDs of Simon Tatham's Mines: a layout and the first click.

    WIDTHxHEIGHT[nMINES]:[X,Y,][m|u]HEX

HEX has four cells a digit, row by row, with 1 for a mine. After `m` the bits are masked, so that the mines cannot be
read off the text.

>>> content = read_tatham("9x9:4,4,m00b7d48a3e0231c419200")
>>> content.mines, content.start, content.layout[0]
(35, (4, 4), '******..*')
>>> write_tatham(content)
'9x9:4,4,m00b7d48a3e0231c419200'
"""

from __future__ import annotations

import re
from hashlib import sha1

from sapper.base.place import parse_error, quote
from sapper.errors import InputError
from sapper.formats.content import Content

__all__ = ["is_tatham", "read_tatham", "write_tatham"]

_ID = re.compile(r"\s*([0-9]{1,8})(?:x([0-9]{1,8}))?(?:n([0-9]{1,9}))?a?([:#])([^:\s]*)\s*")
_DESCRIPTION = re.compile(r"(?:([0-9]{1,8}),([0-9]{1,8}),)?([mu]?)([0-9a-fA-F]*)")
_MOST_CELLS = 1 << 24
_FEWEST_BARE = 4  # digits


def is_tatham(text: str) -> bool:
    """Whether a text is such an ID; our own position has two colons."""
    found = _ID.fullmatch(text)
    if found is None:
        return False
    told = _DESCRIPTION.fullmatch(found[5])
    if found[4] == "#" or found[5].startswith("r") or (told is not None and (told[1] or told[3])):
        return True
    # Bare digits are one only if they are as many as the board needs, and more than a broken position has.
    needed = (int(found[1]) * int(found[2] or found[1]) + 3) // 4
    return told is not None and len(told[4]) == needed >= _FEWEST_BARE


def read_tatham(text: str) -> Content:
    """Return the layout and the first click of an ID.

    Raises:
        ParseError: an ID whose mines only the program can make, another number of digits than the board needs, or
            another number of mines than it says; names line and column.
    """
    found = _ID.fullmatch(text)
    assert found is not None
    cols, rows = int(found[1]), int(found[2] or found[1])
    if not (cols and rows):
        raise parse_error(f"a board of {cols}x{rows} has no cells", text, found.start(1))
    if found[4] == "#" or found[5].startswith("r"):
        raise parse_error("the ID is a seed, from which only Tatham's Mines makes the layout", text, found.start(5))
    told = _DESCRIPTION.fullmatch(found[5])
    if told is None:
        raise parse_error(f"{quote(found[5])} is no description such as 4,4,m00b7d48a", text, found.start(5))
    digits, cells = told[4], rows * cols
    at = found.start(5) + told.start(4)
    if len(digits) != (cells + 3) // 4:
        message = f"a board of {cols}x{rows} has {(cells + 3) // 4} digits, not {len(digits)}"
        raise parse_error(message, text, at + min(len(digits), (cells + 3) // 4))
    size = (cells + 7) // 8
    data = bytes.fromhex(digits + "0" * (2 * size - len(digits)))
    if told[3] == "m":
        data = _mask(data, cells, encode=False)
    bits = f"{int.from_bytes(data, 'big'):0{8 * size}b}"
    drawn = bits[:cells].replace("0", ".").replace("1", "*")
    if found[3] is not None and drawn.count("*") != int(found[3]):
        raise parse_error(f"the layout has {drawn.count('*')} mines, not {found[3]}", text, found.start(3))
    start = None if told[1] is None else (int(told[2]), int(told[1]))
    if start is not None and (start[0] >= rows or start[1] >= cols):
        raise parse_error(f"the first click {told[1]},{told[2]} lies outside the board", text, found.start(5))
    lines = [drawn[first : first + cols] for first in range(0, cells, cols)]
    return Content.of_layout(lines, start=start, form="tatham", text=text)


def write_tatham(content: Content) -> str:
    """Return the ID, masked, with the first click where it is known.

    Raises:
        InputError: more cells than the ID can tell.
    """
    assert content.layout is not None
    cells = content.rows * content.cols
    if cells > _MOST_CELLS:
        raise InputError(f"the form 'tatham' holds up to {_MOST_CELLS} cells, not {cells}")
    bits = "".join(content.layout).replace(".", "0").replace("*", "1")
    size = (cells + 7) // 8
    data = int(bits.ljust(8 * size, "0"), 2).to_bytes(size, "big")
    digits = _mask(data, cells, encode=True).hex()[: (cells + 3) // 4]
    start = "" if content.start is None else f"{content.start[1]},{content.start[0]},"
    return f"{content.cols}x{content.rows}:{start}m{digits}"


def _mask(data: bytes, cells: int, *, encode: bool) -> bytes:
    """Mask each half of the bytes by the other one, or undo that, and clear the bits beyond the cells."""
    half = len(data) // 2
    first, second = data[:half], data[half:]
    spare = 8 * len(data) - cells
    if encode:
        first = _mix(first, second)
        second = _clear(_mix(second, first), spare)
    else:
        second = _clear(_mix(second, first), spare)
        first = _mix(first, second)
    return first + second


def _clear(data: bytes, spare: int) -> bytes:
    return data[:-1] + bytes([data[-1] >> spare << spare])


def _mix(data: bytes, seed: bytes) -> bytes:
    stream = b"".join(
        sha1(seed + str(counter).encode(), usedforsecurity=False).digest() for counter in range(len(data) // 20 + 1)
    )
    return bytes(one ^ other for one, other in zip(data, stream, strict=False))
