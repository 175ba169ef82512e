"""Names of players: any script, and nothing that breaks a list or fools a reader.

A text comes in; the name it stands for goes out, the same for the same name however it was typed.

>>> read_name("  Ada   Lovelace ", most=32)
'Ada Lovelace'
>>> read_name("\\uff21da", most=32)
'Ada'
>>> read_name("a\\u202eb", most=32)
Traceback (most recent call last):
sapper.errors.InputError: a name may not hold the character U+202E
"""

from __future__ import annotations

import re
import unicodedata

from sapper.errors import InputError

__all__ = ["read_name"]

# Control, format (which turn the direction of a line), private, unassigned, surrogates, line ends.
_REFUSED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MOST_MARKS = 2  # on one letter; more of them climb over the lines above
_SPACES = re.compile(r"\s+")


def read_name(text: str, *, most: int) -> str:
    """Return a name: normalised (NFKC), trimmed, one space between words.

    Raises:
        InputError: it is empty, longer than `most` characters, or has a character that names may not have.
    """
    # Tabs and line ends around or between words are typing; what is left of them is a space.
    name = _SPACES.sub(" ", unicodedata.normalize("NFKC", text)).strip()
    if not name:
        raise InputError("a name needs at least one character")
    if len(name) > most:
        raise InputError(f"a name has at most {most} characters, not {len(name)}")
    marks = 0
    for character in name:
        kind = unicodedata.category(character)
        if kind in _REFUSED:
            raise InputError(f"a name may not hold the character U+{ord(character):04X}")
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > _MOST_MARKS:
            raise InputError("a name may not pile marks on a letter")
    return name
