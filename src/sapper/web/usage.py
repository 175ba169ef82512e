"""Usage: the seconds that each client address used lately, to serve first who used least.

>>> now = 0.0
>>> usage = Usage(half_life=30.0, clock=lambda: now)
>>> usage.add("a", 2.0)
>>> now = 30.0
>>> usage.add("b", 1.5)
>>> usage.of("a") < usage.of("b"), usage.of("c")
(True, 0.0)
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

__all__ = ["Usage"]

_MOST_AGED = 20.0  # half-lives after which all are counted anew
_MOST_KEYS = 10_000
_NOTHING = 1e-4  # seconds that need not be remembered


class Usage:
    """Seconds by key; they count half after each half-life."""

    def __init__(self, *, half_life: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Have no usage yet."""
        self._half_life = half_life
        self._clock = clock
        self._since = clock()
        self._used: dict[str, float] = {}  # seconds, worth more the later they were added

    def of(self, key: str) -> float:
        """Return a number to compare keys by: 0 for one without usage, more for more."""
        return self._used.get(key, 0.0)

    def add(self, key: str, seconds: float) -> None:
        """Add what a key has used."""
        # To make later seconds worth more is the same as to make earlier ones worth less, and takes one entry.
        aged = (self._clock() - self._since) / self._half_life
        if aged > _MOST_AGED or len(self._used) > _MOST_KEYS:
            least = _NOTHING * math.exp2(aged)
            self._used = {key: used * math.exp2(-aged) for key, used in self._used.items() if used > least}
            self._since += aged * self._half_life
            aged = 0.0
        self._used[key] = self._used.get(key, 0.0) + seconds * math.exp2(aged)
