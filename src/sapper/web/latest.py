"""A small cache: the values that were used last, by name.

>>> kept = Latest[int](2)
>>> kept.keep("a", 1), kept.keep("b", 2), kept.get("a"), kept.keep("c", 3)
(None, None, 1, None)
>>> kept.get("a"), kept.get("b")
(1, None)
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

__all__ = ["Latest"]

T = TypeVar("T")


class Latest(Generic[T]):
    """Values by name; those that were not used for the longest time are dropped."""

    def __init__(self, most: int) -> None:
        """Keep so many."""
        self._most = most
        self._kept: OrderedDict[str, T] = OrderedDict()

    def get(self, name: str) -> T | None:
        """Return the value of a name, if it is kept."""
        if name in self._kept:
            self._kept.move_to_end(name)
        return self._kept.get(name)

    def keep(self, name: str, value: T) -> None:
        """Keep the value of a name."""
        self._kept[name] = value
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
