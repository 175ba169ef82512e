"""Links that hold a layout: those of the PTT ZiNi calculator, and of LlamaSweeper with its path of clicks.

    b=SIZE&m=MINES[&c=CLICKS], after any address or alone

SIZE is 1, 2 or 3 for 9x9, 16x16 and 30x16, otherwise width and height with equally many digits. MINES has five cells
a digit (0-9, a-v), row by row; missing digits are cells without mines. CLICKS is a string of bits in base64url: two
bits of the kind, then the number of the cell, column by column.

>>> content = read_link("https://example.org/?b=0302&m=g")
>>> content.layout
('*..', '...')
>>> write_link(content)
'b=32&m=g0'
"""

from __future__ import annotations

import base64
import binascii
import re

from sapper.base.place import parse_error, quote
from sapper.errors import ParseError
from sapper.formats.content import Click, ClickKind, Content, check_side

__all__ = ["HOSTS", "find_parameters", "is_address", "is_link", "read_address", "read_link", "write_link"]

# Where a link of each form is opened.
HOSTS = {
    "ptta": "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?",
    "analysis": "https://davidnhill.github.io/JSMinesweeper/index.html?",
}
_MOST_SIDE = 100  # the readers of such links take no more
_LEVELS = {"1": (9, 9), "2": (16, 16), "3": (30, 16)}  # width, height
_NAMES = {size: name for name, size in _LEVELS.items()}
_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_BITS = 5  # cells a digit
_KINDS: tuple[ClickKind, ...] = ("reveal", "flag", "chord")
_END = len(_KINDS)  # the mark after the last click
_PARAMETER = re.compile(r"([A-Za-z]+)=([^&\s#]*)")
_ADDRESS = re.compile(r"\s*(?:https?://\S+|\S*[?][A-Za-z]+=\S*)\s*", re.IGNORECASE)
_LINK = re.compile(r"\s*(?:\S*[?])?[A-Za-z]+=[^&\s]*(?:&[A-Za-z]+=[^&\s]*)*\s*")


def find_parameters(text: str) -> dict[str, tuple[str, int]]:
    """Return the parameters of a link, each with its offset in the text; none where the text is no link."""
    if not _LINK.fullmatch(text):
        return {}
    begin = text.rfind("?") + 1
    return {match[1]: (match[2], match.start(2)) for match in _PARAMETER.finditer(text, begin)}


def is_link(text: str) -> bool:
    """Whether a text is a link that holds a layout."""
    return "b" in find_parameters(text)


def is_address(text: str) -> bool:
    """Whether a text is a link, with or without a layout."""
    return _ADDRESS.fullmatch(text) is not None


def read_address(text: str) -> Content:
    """Raise the error that tells why a link without a layout or a position cannot be read.

    Raises:
        ParseError: always.
    """
    if "seed" in find_parameters(text):
        raise ParseError("the link holds a seed, from which only the program behind it makes the layout", 1, 1)
    if "minesweeper.online" in text.lower():
        raise ParseError(
            "a link to minesweeper.online holds no board: the bookmarklet of the help page reads it", 1, 1
        )
    raise ParseError("the link holds no board: links with one have b= or analysis=", 1, 1)


def read_link(text: str) -> Content:
    """Return the layout and the clicks of a link.

    Raises:
        ParseError: no size from 1 to 100, an unknown digit, more cells than the size has, or clicks that are none;
            names line and column.
    """
    found = find_parameters(text)
    cols, rows = _read_size(text, *found["b"])
    lines = _read_mines(text, *found.get("m", ("", 0)), cols, rows)
    clicks = _read_clicks(text, *found["c"], cols, rows) if "c" in found else ()
    return Content.of_layout(lines, clicks=clicks, form="ptta", text=text)


def write_link(content: Content) -> str:
    """Return what follows the address in a link.

    Raises:
        InputError: a side above 100.
    """
    assert content.layout is not None
    check_side("ptta", (content.rows, content.cols), _MOST_SIDE)
    size = content.cols, content.rows
    width = max(len(str(side)) for side in size)
    name = _NAMES.get(size) or "".join(str(side).zfill(width) for side in size)
    bits = "".join(content.layout).replace(".", "0").replace("*", "1")
    bits += "0" * (-len(bits) % _BITS)
    mines = "".join(_DIGITS[int(bits[at : at + _BITS], 2)] for at in range(0, len(bits), _BITS))
    link = f"b={name}&m={mines}"
    return f"{link}&c={_write_clicks(content)}" if content.clicks else link


def _read_size(text: str, size: str, at: int) -> tuple[int, int]:
    if size in _LEVELS:
        return _LEVELS[size]
    half = len(size) // 2
    if not (size.isascii() and size.isdigit() and len(size) % 2 == 0 and half):
        raise parse_error(f"the size b={quote(size)} is not 1, 2, 3 or width and height as in 3016", text, at)
    cols, rows = int(size[:half]) if half < 9 else 0, int(size[half:]) if half < 9 else 0
    if not (1 <= cols <= _MOST_SIDE and 1 <= rows <= _MOST_SIDE):
        raise parse_error(f"the sides of b={quote(size)} are not from 1 to {_MOST_SIDE}", text, at)
    return cols, rows


def _read_mines(text: str, digits: str, at: int, cols: int, rows: int) -> list[str]:
    cells = cols * rows
    bits = []
    for offset, digit in enumerate(digits.lower()):
        value = _DIGITS.find(digit)
        if value < 0:
            raise parse_error(f"unknown digit {digit!r} in m=: digits are 0-9 and a-v", text, at + offset)
        bits.append(f"{value:05b}")
    drawn = "".join(bits)
    if "1" in drawn[cells:]:
        beyond = at + (cells + drawn[cells:].index("1")) // _BITS
        raise parse_error(f"m= has a mine beyond the {cells} cells of {cols}x{rows}", text, beyond)
    drawn = drawn[:cells].ljust(cells, "0").replace("0", ".").replace("1", "*")
    return [drawn[first : first + cols] for first in range(0, cells, cols)]


def _read_clicks(text: str, coded: str, at: int, cols: int, rows: int) -> tuple[Click, ...]:
    try:
        data = base64.b64decode(coded + "=" * (-len(coded) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise parse_error(f"the clicks c={quote(coded)} are not base64url", text, at) from None
    bits = "".join(f"{byte:08b}" for byte in data)
    width = _cell_bits(cols, rows)
    clicks: list[Click] = []
    place = 0
    while place + 2 <= len(bits):
        kind = int(bits[place : place + 2], 2)
        if kind == _END:
            return tuple(clicks)
        number = bits[place + 2 : place + 2 + width]
        col, row = divmod(int(number, 2) if number else 0, rows)
        if len(number) < width or col >= cols:
            break
        clicks.append(Click(_KINDS[kind], (row, col)))
        place += 2 + width
    fault = f"click {len(clicks) + 1} of c= is cut off or outside the board, or the end mark is missing"
    raise parse_error(fault, text, at + place // 6)


def _write_clicks(content: Content) -> str:
    width = _cell_bits(content.cols, content.rows)
    bits = ""
    for kind, (row, col) in content.clicks:
        number = col * content.rows + row
        bits += f"{_KINDS.index(kind):02b}" + (f"{number:0{width}b}" if width else "")
    bits += f"{_END:02b}"
    bits += "0" * (-len(bits) % 8)
    data = int(bits, 2).to_bytes(len(bits) // 8, "big")
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _cell_bits(cols: int, rows: int) -> int:
    return (cols * rows - 1).bit_length()
