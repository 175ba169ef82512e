"""The entries of the gallery: Sapper's strategies and systems that others described, each under a short name.

Every strategy of the engine registers its own entries.

>>> [entry.name for entry in ENTRIES if entry.family == "matrix"]
['matrix']
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sapper import _engine
from sapper.base.number import quote
from sapper.errors import InputError
from sapper.play.strategy import Strategy

__all__ = ["ENTRIES", "OWN_FAMILY", "Entry", "choose_entries"]

OWN_FAMILY = "Sapper"


@dataclass(frozen=True, slots=True)
class Entry:
    """One strategy of the gallery."""

    name: str  # short, for the table and the picture
    strategy: str  # NAME[@BUDGET][,setting=value...]
    family: str  # "Sapper", or the system it comes from
    share: int = 1  # it plays the first 1/share of the games; more than 1 for slow strategies


ENTRIES = tuple(
    Entry(entry.name, entry.strategy, strategy.family, entry.share)
    for strategy in map(_engine.describe_strategy, _engine.strategy_names())
    for entry in strategy.gallery
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
            found = [Entry(name, str(Strategy.parse(name)), OWN_FAMILY)]
        for entry in found:
            chosen.setdefault(entry.name, entry)
    if not chosen:
        raise InputError(f"the gallery needs an entry, and {quote(list(names))} names none")
    return tuple(chosen.values())
