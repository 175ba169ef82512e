"""Reads a text or file of another program: the form is recognised, the content returned.

>>> read("b=0302&m=g").layout, read(bytes([3, 2, 0, 1, 0, 0])).form
(('*..', '...'), 'mbf')
>>> recognise("3x2x1\\nHHH\\nHHH"), recognise("mines 1\\n..1")
('mine', None)
"""

from __future__ import annotations

import re
from collections.abc import Callable

from sapper.base.number import quote
from sapper.base.place import parse_error
from sapper.errors import InputError, ParseError
from sapper.formats.analysis_text import is_analysis, read_analysis
from sapper.formats.board_text import is_board_text, read_board_text
from sapper.formats.content import Content
from sapper.formats.link import is_address, is_link, read_address, read_link
from sapper.formats.mbf import is_hex, is_mbf, read_hex, read_mbf
from sapper.formats.mine_text import is_mine_text, read_mine_text
from sapper.formats.rawvf_board import is_rawvf, read_rawvf_board
from sapper.formats.tatham import is_tatham, read_tatham

__all__ = ["is_binary", "read", "recognise"]

_MARK = "\ufeff"  # the byte order mark some editors write
# How a replay begins that is no text.
_REPLAYS = {b"*rmv": "RMV", b"*umf": "UMF", b"\x11M": "MVF"}

# What every form begins with or consists of, so that one look tells most texts of our own.
_PERHAPS = re.compile(
    r"\s*(?:#|[a-z_]+[ \t]*:|[0-9]+x[0-9]+x|[0-9]+(?:x[0-9]+)?(?:n[0-9]+)?a?[:#][^:\s]*\s*\Z|\S*=|https?://|[0-9a-z\s]{9,}\Z)",
    re.IGNORECASE,
)

_READERS: dict[str, tuple[Callable[[str], bool], Callable[[str], Content]]] = {
    "board": (is_board_text, read_board_text),
    "mine": (is_mine_text, read_mine_text),
    "rawvf": (is_rawvf, read_rawvf_board),
    "ptta": (is_link, read_link),
    "tatham": (is_tatham, read_tatham),
    "mbf": (is_hex, read_hex),
    "analysis": (is_analysis, read_analysis),
    "link": (is_address, read_address),  # a link without a board is refused
}


def recognise(data: str | bytes) -> str | None:
    """Return the form of a text or file, or None where it is none of other programs; "link" holds no board.

    Raises:
        InputError: `data` is neither text nor bytes.
    """
    if isinstance(data, bytes | bytearray):
        if is_binary(data):
            return "mbf"
        data = data.decode("utf-8")
    elif not isinstance(data, str):
        raise InputError(f"expected text or bytes, not {quote(data)}")
    if not _PERHAPS.match(data.removeprefix(_MARK)):
        return None
    text = _plain(data)
    return next((form for form, (fits, _) in _READERS.items() if fits(text)), None)


def read(data: str | bytes) -> Content:
    """Return what a text or file of another program says.

    Raises:
        ParseError: it is of no form that is known, or broken; names line and column, or the byte.
        InputError: `data` is neither text nor bytes.
    """
    form = recognise(data)
    if isinstance(data, bytes | bytearray):
        if is_binary(data):
            return _read_binary(bytes(data))
        data = data.decode("utf-8")
    text = _plain(data)
    if "\0" in text:  # a file with it would be taken for MBF
        raise parse_error("a text of another program has no character NUL", text, text.index("\0"))
    if form is not None:
        return _READERS[form][1](text)
    known = ", ".join(form for form in _READERS if form != "link")
    raise ParseError(f"{quote(text[:60])} is no board of another program: forms are {known}", 1, 1)


def is_binary(data: bytes | bytearray) -> bool:
    """Whether bytes are no text in UTF-8."""
    if 0 in data:
        return True
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return True
    return False


def _plain(text: str) -> str:
    return text.removeprefix(_MARK).replace("\r\n", "\n").replace("\r", "\n")


def _read_binary(data: bytes) -> Content:
    for begin, name in _REPLAYS.items():
        if data.startswith(begin):
            raise ParseError(f"this is a replay ({name}), not a board: Replay.read reads it", byte=0)
    if len(data) > 4 and not is_mbf(data):
        mines = int.from_bytes(data[2:4], "big")
        raise ParseError(
            f"this is not UTF-8 text, and MBF with {mines} mines would have {4 + 2 * mines} bytes, not {len(data)}",
            byte=min(len(data), 4 + 2 * mines),
        )
    return read_mbf(data)
