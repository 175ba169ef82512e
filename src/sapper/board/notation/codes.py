"""Codes: which values stand for which cell in boards of other programs.

Without codes, a cell is a clue from 0 to 8, a value of `View`, a sign of the picture, an emoji, or nothing at all
(`None`, NaN), which is a hidden cell. What may mean several things is refused; `codes` says which is meant:

    codes="ms_toollib"                     0-8 clue   10 12 14 18 hidden   11 flag   15 16 mine
    codes={9: "mine", " ": 0, "#": "hidden"}        a value or sign -> a clue, a view or its name

>>> read_codes("ms_toollib").decode(11), read_codes({9: "mine"}).decode(9), read_codes(None).decode("🚩")
(-2, -4, -2)
>>> read_codes(None).decode(9)
Traceback (most recent call last):
sapper.errors.InputError: 9 may be a mine, a flag or a hidden cell: choose one, for example with codes={9: 'mine'}
"""

from __future__ import annotations

import operator
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from sapper.base.number import quote
from sapper.board.notation.picture import SIGNS
from sapper.board.view import View
from sapper.errors import InputError

__all__ = ["SQUARES", "CodeBook", "Codes", "plain_emoji", "read_codes", "write_code"]

# The name of a program, or what each value of one's own stands for.
Codes: TypeAlias = str | Mapping[Any, int | str]

# One kind of square is a hidden cell; two kinds on one board may be hidden cells and zeros.
SQUARES = "⬜⬛🟦🟩🟥🟧🟨🟪🟫🔲🔳◻◼◽◾■□█▓▒░"
_EMOJI = {"🚩": "F", "⚑": "F", "❓": "?", "❔": "?", "💣": "*", "💥": "*"}
_EMOJI |= {chr(0xFF10 + number): str(number) for number in range(9)}  # full-width digits
# A keycap is a digit and two marks; some emoji carry the first mark too.
_MARKS = dict.fromkeys((0xFE0E, 0xFE0F, 0x20E3))
_EMOJI_TABLE = {**{ord(emoji): sign for emoji, sign in _EMOJI.items()}, **_MARKS}

_HIDDEN, _FLAG, _MINE = int(View.HIDDEN), int(View.FLAG), int(View.MINE)
_PROGRAMS: dict[str, dict[Any, int]] = {
    # 12 is proved safe and 18 highlighted, both not yet opened; 14 is a flag that was wrong, shown after the end.
    "ms_toollib": {
        **{number: number for number in range(9)},
        **dict.fromkeys((10, 12, 14, 18), _HIDDEN),
        11: _FLAG,
        **dict.fromkeys((15, 16), _MINE),
    }
}
_CLUES = range(9)
_VIEWS = {int(view) for view in View}
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
_NAMES = {view.name.lower(): int(view) for view in View}


@dataclass(frozen=True, slots=True)
class CodeBook:
    """What values stand for: codes of the caller's own, and the common ones unless they belong to a program."""

    own: Mapping[Any, int]  # value or sign -> clue or view
    program: str | None = None  # the program whose codes these are; then nothing else is read

    def decode(self, value: object) -> int:
        """Return the clue or view that a value stands for.

        Raises:
            InputError: it stands for none, or for several.
        """
        try:
            found = self.own.get(value)
        except Exception:  # not hashable, or an error of the caller's object
            found = None
        if found is not None and not isinstance(value, bool):
            return found
        if isinstance(value, str):
            return self._decode_sign(value)
        if _is_missing(value):
            return _HIDDEN
        number = _whole(value)
        if number is None:
            raise InputError(
                f"unknown cell value {quote(value)} (a clue is 0 to 8, hidden -1, flag -2, question -3, mine -4, "
                "out of play -5)"
            )
        return self._decode_number(number, value)

    def _decode_sign(self, text: str) -> int:
        sign = plain_emoji(text.strip())
        if sign in self.own:
            return self.own[sign]
        if self.program is None:
            if not sign:
                raise InputError(
                    f"the blank cell {quote(text)} may be a zero or hidden: choose one, for example with "
                    f"codes={{{text!r}: 0}}"
                )
            if sign in SIGNS:
                return int(SIGNS[sign])
            if sign in SQUARES:
                return _HIDDEN
        if _NUMBER.fullmatch(sign):
            return self._decode_number(int(sign), text)
        raise InputError(f"unknown cell value {quote(text)}; signs are . 0-8 F ? * #")

    def _decode_number(self, number: int, value: object) -> int:
        if number in self.own:
            return self.own[number]
        if self.program is not None:
            known = ", ".join(str(code) for code in sorted(self.own))
            raise InputError(f"{quote(value)} is no code of {self.program}, which are {known}")
        if number in _CLUES or number in _VIEWS:
            return number
        if number == 9:
            raise InputError(
                "9 may be a mine, a flag or a hidden cell: choose one, for example with codes={9: 'mine'}"
            )
        if number in _PROGRAMS["ms_toollib"]:
            raise InputError(
                f"{number} is a code of other programs: read it with codes='ms_toollib', or say what it stands for, "
                f"for example with codes={{{number}: 'hidden'}}"
            )
        raise InputError(
            f"unknown cell value {quote(value)} (a clue is 0 to 8, hidden -1, flag -2, question -3, mine -4, out of "
            "play -5); codes= gives other values a meaning"
        )

    @property
    def blank(self) -> int | None:
        """What a blank in a text stands for; None where blanks mean nothing."""
        return next((self.own[blank] for blank in (" ", "") if blank in self.own), None)

    def translate(self, text: str) -> str:
        """Return a text of rows with the caller's own signs replaced by those of the picture.

        Raises:
            InputError: a code of several characters, which a text cannot have.
        """
        table = {}
        for code, meaning in self.own.items():
            sign = plain_emoji(str(code))
            if len(sign) > 1:
                raise InputError(f"the code {quote(code)} has several characters; a text has one a cell")
            if sign.strip():
                table[ord(sign)] = write_code(meaning)
        return text.translate(table)


_PLAIN = CodeBook({})


def read_codes(codes: object) -> CodeBook:
    """Return the codes that a caller names or lists; None stands for the common ones alone.

    Raises:
        InputError: no program of that name, or a code that stands for no cell.
    """
    if codes is None:
        return _PLAIN
    if isinstance(codes, CodeBook):
        return codes
    if isinstance(codes, str):
        name = codes.strip().lower().replace("-", "_")
        if name not in _PROGRAMS:
            raise InputError(
                f"unknown codes {quote(codes)}: they are {', '.join(_PROGRAMS)}, or a mapping such as {{9: 'mine'}}"
            )
        return CodeBook(_PROGRAMS[name], name)
    if not isinstance(codes, Mapping):
        raise InputError(f"codes are the name of a program or a mapping such as {{9: 'mine'}}, not {quote(codes)}")
    return CodeBook({_read_key(key): _read_meaning(key, meaning) for key, meaning in codes.items()})


def write_code(value: int) -> str:
    """Return the sign of a clue or view in a picture."""
    return _WRITTEN[value]


def plain_emoji(text: str) -> str:
    """Return a text with emoji replaced by signs of the picture; squares stay."""
    return text if text.isascii() else text.translate(_EMOJI_TABLE)


_WRITTEN = {
    int(value): sign for sign, value in reversed(SIGNS.items())
}  # the first sign of a value is the written one


def _read_key(key: object) -> object:
    return plain_emoji(key) if isinstance(key, str) else key


def _read_meaning(key: object, meaning: object) -> int:
    if isinstance(meaning, str):
        name = meaning.strip().lower()
        if name in _NAMES:
            return _NAMES[name]
        if meaning in SIGNS:
            return int(SIGNS[meaning])
    elif (number := _whole(meaning)) is not None and (number in _CLUES or number in _VIEWS):
        return number
    names = ", ".join(_NAMES)
    raise InputError(f"the code {quote(key)} stands for a clue from 0 to 8 or one of {names}, not {quote(meaning)}")


def _is_missing(value: object) -> bool:
    """Whether a value says that there is none: None, NaN, and what data frames have for it."""
    if value is None or (isinstance(value, float) and value != value):  # noqa: PLR0124  # NaN alone differs from itself
        return True
    pandas = sys.modules.get("pandas")  # a value of pandas exists only where it has been imported
    return pandas is not None and (value is pandas.NA or value is pandas.NaT)


def _whole(value: object) -> int | None:
    """Return a whole number as an int, a float such as 2.0 too; None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # an object without it raises TypeError
    except Exception:  # the caller's object may raise anything
        return None
