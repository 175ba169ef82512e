"""Names of players: normalised, in any script, without characters that disturb a list.

>>> read_name("  Ada   Lovelace ", most=32)
'Ada Lovelace'
>>> read_name("\\uff21da", most=32)
'Ada'
>>> read_name("a\\u202eb", most=32)
Traceback (most recent call last):
sapper.errors.InputError: a name must not contain the character U+202E
"""

from __future__ import annotations

import re
import unicodedata

from sapper.errors import InputError

__all__ = ["read_name"]

# Control, format (such as the direction of a line), surrogates, private, unassigned, line ends.
_REFUSED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MOST_MARKS = 2  # on one letter; more would overlap the lines above
_MOST_TYPED = 4  # characters that may become one when they are normalised: a letter, its marks, spaces around it
_SPACES = re.compile(r"\s+")


def read_name(text: str, *, most: int) -> str:
    """Return a name: normalised (NFKC), trimmed, one space between words.

    Raises:
        InputError: it is empty, longer than `most` characters, or has a character that names may not have.
    """
    # Before anything else: the time to normalise grows with the square of the number of marks.
    if len(text) > _MOST_TYPED * most:
        raise InputError(f"a name has at most {most} characters, not {len(text)}")
    # Tabs and line ends count as spaces.
    name = _SPACES.sub(" ", unicodedata.normalize("NFKC", text)).strip()
    if not name:
        raise InputError("a name needs at least one character")
    if len(name) > most:
        raise InputError(f"a name has at most {most} characters, not {len(name)}")
    marks = 0
    for character in name:
        kind = unicodedata.category(character)
        if kind in _REFUSED:
            raise InputError(f"a name must not contain the character U+{ord(character):04X}")
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > _MOST_MARKS:
            raise InputError(f"a name has at most {_MOST_MARKS} marks on one letter")
    return name
