"""Rate limits: a token bucket for every game or client address.

A bucket fills with time. Each request takes one token, or more if it costs more; an empty bucket refuses.

>>> rate = Rate(per_second=1, at_once=2, clock=lambda: 0.0)
>>> [rate.take("a") for _ in range(3)]
[0.0, 0.0, 1.0]
>>> rate.take("b", 2), rate.take("b")
(0.0, 1.0)
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable

from sapper.web.problems import RateError

__all__ = ["Rate"]

_MOST_KEYS = 10_000  # the least recently used are dropped: they are nearly full


class Rate:
    """A bucket for every key."""

    def __init__(self, *, per_second: float, at_once: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Fill every bucket with `per_second` tokens a second, up to `at_once`."""
        self._per_second = per_second
        self._at_once = at_once
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens, and when they were counted

    def take(self, key: str, cost: float = 1) -> float:
        """Take so many tokens; return 0, or the seconds to wait if there are fewer. No cost is more than a bucket."""
        cost = min(cost, self._at_once)
        now = self._clock()
        left, then = self._buckets.pop(key, (self._at_once, now))
        left = min(left + (now - then) * self._per_second, self._at_once)
        wait = 0.0 if left >= cost else (cost - left) / self._per_second
        self._buckets[key] = (left - cost if not wait else left, now)
        if len(self._buckets) > _MOST_KEYS:
            self._buckets.popitem(last=False)
        return wait

    def check(self, key: str, cost: float = 1) -> None:
        """Take so many tokens.

        Raises:
            RateError: there are fewer.
        """
        wait = self.take(key, cost)
        if wait:
            tenths = math.ceil(wait * 10) / 10  # never "0.0 seconds"
            raise RateError(f"too many requests: try again in {tenths:.1f} seconds", wait)
