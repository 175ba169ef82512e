"""Lists and mappings that are computed once and copied for each caller, so that no caller can change the next answer.

>>> class Numbers:
...     @property
...     def squares(self):
...         return cached_copy(self, "squares", lambda: [n * n for n in range(4)])
>>> numbers = Numbers()
>>> numbers.squares.append(99)
>>> numbers.squares
[0, 1, 4, 9]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, Self, TypeVar

__all__ = ["cached_copy"]


class _Copied(Protocol):
    def copy(self) -> Self: ...


_Value = TypeVar("_Value", bound=_Copied)


def cached_copy(owner: object, name: str, compute: Callable[[], _Value]) -> _Value:
    """Return a copy of what `compute` returned on the first call for this owner and name."""
    # The name may be that of a property: a property comes before an entry of the object's own dictionary.
    known = owner.__dict__
    if name not in known:
        known[name] = compute()
    value: _Value = known[name]
    return value.copy()
