"""Reads a text or file of another program: the engine recognises the form and reads the content.

>>> read("b=0302&m=g").layout, read(bytes([3, 2, 0, 1, 0, 0])).form
(('*..', '...'), 'mbf')
>>> recognise("3x2x1\\nHHH\\nHHH"), recognise("mines 1\\n..1")
('mine', None)
"""

from __future__ import annotations

from sapper import _engine
from sapper.base.number import quote
from sapper.errors import InputError
from sapper.formats.content import CLICKS, Click, Content

__all__ = ["is_binary", "read", "recognise"]

_MARK = "\ufeff"  # the byte order mark some editors write
# What a text says beyond its content, as words of a message.
_LEFT_OUT = {
    "events": "the events of the replay",
    "exploded": "which mine exploded",
    "wrong_flags": "which flags are wrong",
}


def recognise(data: str | bytes) -> str | None:
    """Return the form of a text or file, or None where it is none of other programs; "link" holds no board.

    Raises:
        InputError: `data` is neither text nor bytes.
    """
    return _engine.recognise_form(*_encode(data)) or None


def read(data: str | bytes) -> Content:
    """Return what a text or file of another program says.

    Raises:
        ParseError: it is of no form that is known, or broken; names line and column, or the byte.
        LimitError: a link to a board with a side above 500.
        InputError: `data` is neither text nor bytes.
    """
    given, file = _encode(data)
    rows, cols, mines, layout, view, start, clicks, details, left_out, form, row_at, along = _engine.read_form(
        given, file
    )
    text = "" if file and is_binary(given) else given.decode("utf-8", "surrogatepass")
    return Content(
        rows,
        cols,
        mines,
        layout=layout,
        view=view,
        start=None if start is None else divmod(start, cols),
        clicks=tuple(Click(CLICKS[kind], divmod(cell, cols)) for kind, cell in clicks),
        details=details,
        left_out=tuple(_LEFT_OUT[key] for key in left_out),
        form=form,
        text=text.removeprefix(_MARK).replace("\r\n", "\n").replace("\r", "\n"),
        find=lambda row, col: row_at[row] + col * along if row_at else None,
    )


def is_binary(data: bytes | bytearray) -> bool:
    """Whether bytes are no text in UTF-8."""
    return _engine.is_binary(bytes(data))


def _encode(data: str | bytes) -> tuple[bytes, bool]:
    """Return a text in UTF-8, or the bytes of a file, and whether it is a file."""
    if isinstance(data, bytes | bytearray):
        return bytes(data), True
    if isinstance(data, str):
        return data.encode("utf-8", "surrogatepass"), False
    raise InputError(f"expected text or bytes, not {quote(data)}")
