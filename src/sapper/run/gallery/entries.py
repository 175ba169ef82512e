"""What hangs in the gallery: strategies of the house, and systems others described, each under a short name.

>>> [entry.name for entry in ENTRIES if entry.family == "matrix"]
['matrix']
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sapper.base.number import quote
from sapper.errors import InputError
from sapper.play.strategy import Strategy

__all__ = ["ENTRIES", "HOUSE", "Entry", "choose_entries"]

HOUSE = "Sapper"


@dataclass(frozen=True, slots=True)
class Entry:
    """One strategy of the gallery."""

    name: str  # short, for the table and the picture
    strategy: str  # as everywhere in the house
    family: str  # "Sapper", or the system it comes from
    share: int = 1  # it plays one in so many of the games, the first ones; more than 1 for what is slow


ENTRIES = (
    Entry("random", "random", HOUSE),
    Entry("safest", "safest", HOUSE),
    Entry("safest+endgames", "safest,endgame_worlds=400,endgame_nodes=5000", HOUSE),
    Entry("lookahead@fast", "lookahead@fast", HOUSE),
    Entry("lookahead", "lookahead", HOUSE),
    Entry("best@fast", "best@fast", HOUSE),
    Entry("best", "best", HOUSE),
    Entry("best@deep", "best@deep", HOUSE, share=2),
    Entry("superloc 400", "superloc@fast", "superloc"),
    Entry("superloc 1000", "superloc", "superloc"),
    Entry("superloc 4000", "superloc@deep", "superloc"),
    Entry("smartguess random", "smartguess,mode=random", "smartguess"),
    Entry("smartguess smart", "smartguess,mode=smart", "smartguess"),
    Entry("smartguess perfect", "smartguess,mode=perfect", "smartguess"),
    Entry("automine", "automine", "automine"),
    Entry("automine, no patterns", "automine,patterns=off", "automine"),
    Entry("automine, search alone", "automine,overlap=off,patterns=off", "automine"),
    Entry("automine, no search", "automine,search=off", "automine"),
    Entry("matrix", "matrix", "matrix"),
)


def choose_entries(names: Iterable[str]) -> tuple[Entry, ...]:
    """The entries these texts name: an entry, a family with all its entries, or a strategy of its own.

    Raises:
        InputError: a text that is none of these.
    """
    chosen: dict[str, Entry] = {}
    for name in names:
        found = [entry for entry in ENTRIES if name in (entry.name, entry.family, entry.family.lower())]
        if not found:
            found = [Entry(name, str(Strategy.parse(name)), HOUSE)]
        for entry in found:
            chosen.setdefault(entry.name, entry)
    if not chosen:
        raise InputError(f"the gallery needs an entry, and {quote(list(names))} names none")
    return tuple(chosen.values())
