"""The ladder of techniques: kinds of reasoning that settle a cell, from the easiest to the hardest.

Each technique has a rank, a name for programs and a label for people. [Explanations](../docs/explanations.md) defines
them one by one.

>>> Technique.parse("pair"), Technique.parse("case split"), Technique.SINGLE < Technique.COUNTING
(<Technique.PAIR: 2>, <Technique.CASES: 4>, True)
>>> print(Technique.CHAIN)
chain of clues
"""

from __future__ import annotations

from enum import IntEnum

from sapper.base.number import quote
from sapper.errors import InputError
from sapper.words.catalogue import ENGLISH

__all__ = ["Technique"]


class Technique(IntEnum):
    """A kind of reasoning that settles a cell; the value is its rank. Ranks above `CASES` need the mine counter.

    Attributes:
        SINGLE: a clue that needs no more mines, or as many as it has hidden cells left.
        PAIR: one clue minus another.
        CHAIN: three to six clues added and subtracted.
        CASES: an assumption that contradicts a clue.
        COUNTING: clues added up and compared with the mine counter.
        COUNTING_CASES: all fillings of areas compared with the mine counter.
    """

    SINGLE = 1
    PAIR = 2
    CHAIN = 3
    CASES = 4
    COUNTING = 5
    COUNTING_CASES = 6

    @property
    def label(self) -> str:
        """What people call it."""
        return ENGLISH.entry(f"technique.{int(self)}")

    def __str__(self) -> str:
        """The label."""
        return self.label

    @classmethod
    def parse(cls, text: object) -> Technique:
        """Return the technique with this rank, name or label.

        Raises:
            InputError: there is none.
        """
        if isinstance(text, int) and not isinstance(text, bool) and text in cls._value2member_map_:
            return cls(text)
        if isinstance(text, str):
            name = text.strip().lower().replace("-", "_")
            for technique in cls:
                if name in (technique.name.lower(), technique.label, str(int(technique))):
                    return technique
        names = ", ".join(technique.name.lower().replace("_", "-") for technique in cls)
        raise InputError(f"a technique is one of {names}, or its rank from 1 to {len(cls)}, not {quote(text)}")
