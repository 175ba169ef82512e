"""Places in texts: line and column of an offset, and short quotations for messages.

>>> place("ab\\ncd", 4), quote("x" * 99)
((2, 2), "'xxxxxxxxxxxxxxxxxxxxxxxx'...")
>>> str(parse_error("no digit", "ab\\ncd", 4))
'no digit (line 2, column 2)'
"""

from __future__ import annotations

from sapper.errors import ParseError

__all__ = ["parse_error", "place", "quote"]

_LONGEST_QUOTE = 24  # characters


def place(text: str, offset: int) -> tuple[int, int]:
    """The 1-based line and column of an offset into a text."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def quote(text: str) -> str:
    """A short printable piece of the first line of a text, for messages."""
    piece = text[:_LONGEST_QUOTE]
    piece = piece[:line_end] if (line_end := piece.find("\n", 1)) > 0 else piece
    return repr(piece) + ("..." if len(piece) < len(text) else "")


def parse_error(message: str, text: str, offset: int) -> ParseError:
    """The error that reports a fault at an offset of a text."""
    return ParseError(message, *place(text, offset))
