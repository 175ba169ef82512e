"""From bytes to text, and from text of any form to a draft.

>>> from sapper.board.notation.reader import decode, read_text
>>> read_text(decode(b"1x2:1:1a")).rows.tolist()
[[1, -1]]
"""

from __future__ import annotations

import re
from enum import StrEnum

from sapper.base.place import parse_error, quote
from sapper.board.notation.codes import CodeBook, Codes, read_codes
from sapper.board.notation.draft import Draft
from sapper.board.notation.drawing import read_drawing
from sapper.board.notation.foreign import read_foreign, read_numbers
from sapper.board.notation.json_text import read_json
from sapper.board.notation.picture import cut_comments, read_picture
from sapper.board.notation.position import read_position
from sapper.errors import InputError, ParseError

__all__ = ["MAX_TEXT", "Form", "decode", "find_form", "read_rows", "read_text"]

# Bytes or characters. The largest board fits in every form, even as JSON with blanks and one cell a row.
MAX_TEXT = 1 << 27

_MARK = "\ufeff"  # the byte order mark some editors write
_POSITION = re.compile(r"\s*[0-9]+[xX]")
_LAYOUT = re.compile(r"\s*(layout)\b")


class Form(StrEnum):
    """How a board is written."""

    PICTURE = "picture"
    POSITION = "position"
    JSON = "json"


def decode(data: bytes) -> str:
    """The text in the bytes of a file, without its byte order mark.

    Raises:
        ParseError: more than MAX_TEXT bytes, or bytes that are not UTF-8 text, with the offset of the first.
        InputError: `data` is not bytes.
    """
    if not isinstance(data, bytes | bytearray):
        raise InputError(f"expected bytes, not {type(data).__name__}")
    _check_length(len(data))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _binary(data, error.start) from None
    if (zero := data.find(0)) >= 0:
        raise _binary(data, zero)
    return text.removeprefix(_MARK)


def read_text(text: str, codes: Codes | None = None) -> Draft:
    """Read a board in any of its forms; the beginning of the text decides which.

    A picture may have other signs than our own: emoji, and what `codes` lists. Cells of JSON are left as they are.

    Raises:
        ParseError: the text is not a board; the error has line and column.
        LimitError: the text declares a board larger than the largest.
        InputError: `text` is not a string.
    """
    if not isinstance(text, str):
        raise InputError(f"expected text, not {type(text).__name__}")
    _check_length(len(text))
    text = text.removeprefix(_MARK).replace("\r\n", "\n").replace("\r", "\n")
    begin = text.lstrip()[:1]
    if not begin:
        raise ParseError("the text is empty")
    book = read_codes(codes)
    form = find_form(text)
    if form is Form.JSON:
        return read_json(text)
    if form is Form.POSITION:
        return read_position(text)
    if layout := _LAYOUT.match(text):
        raise parse_error(f"{quote(text[layout.start(1) :])} begins a layout, not a board", text, layout.start(1))
    return read_rows(text, book)


def read_rows(text: str, book: CodeBook) -> Draft:
    """Read a picture, a drawing of an analysis, or rows in the codes of another program.

    Raises:
        ParseError: the text is none; the error has line and column.
    """
    text = cut_comments(text)
    if book.program is not None:
        return read_numbers(text)
    drawn = read_drawing(text)
    if drawn is not None:
        return drawn
    return read_picture(text) if text.isascii() and not book.own else read_foreign(text, book)


def find_form(text: str) -> Form:
    """Return the form of a board, detected from the beginning of its text."""
    begun = text.removeprefix(_MARK)
    if begun.lstrip().startswith(("{", "[")):
        return Form.JSON
    return Form.POSITION if _POSITION.match(begun) else Form.PICTURE


def _check_length(length: int) -> None:
    if length > MAX_TEXT:
        raise ParseError(f"the text is {length} long, more than the limit of {MAX_TEXT}")


def _binary(data: bytes | bytearray, offset: int) -> ParseError:
    line = data.count(b"\n", 0, offset) + 1
    column = offset - data.rfind(b"\n", 0, offset)
    return ParseError(f"this is not UTF-8 text: byte 0x{data[offset]:02x} at offset {offset}", line, column)
