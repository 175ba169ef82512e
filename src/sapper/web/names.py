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
# Characters that are drawn as nothing although they are letters, marks or signs: those of Unicode's property
# Default_Ignorable_Code_Point that `_REFUSED` lets through, and the blank pattern of braille.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
# Scripts that are written together, as in UTS 39 (highly restrictive), by the first word of the names of letters.
_TOGETHER = frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"})
_COMMON = frozenset({"MODIFIER"})  # letters of any script, such as an apostrophe


def read_name(text: str, *, most: int) -> str:
    """Return a name: normalised (NFKC), trimmed, one space between words.

    Raises:
        InputError: it is empty, longer than `most` characters, has a character that names may not have or that is not
            seen, or letters of several scripts, which look like letters of one.
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
        if kind in _REFUSED or _BLANK.match(character):
            raise InputError(f"a name must not contain the character U+{ord(character):04X}")
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > _MOST_MARKS:
            raise InputError(f"a name has at most {_MOST_MARKS} marks on one letter")
    scripts = _scripts(name)
    if len(scripts) > 1 and not scripts <= _TOGETHER:
        raise InputError(f"a name has letters of one script, not of {' and '.join(sorted(scripts)).lower()}")
    return name


def _scripts(name: str) -> set[str]:
    """Return the scripts of the letters of a name."""
    letters = (character for character in name if unicodedata.category(character).startswith("L"))
    return {unicodedata.name(letter, "").partition(" ")[0] for letter in letters} - _COMMON
