"""Rates: how often one game may be moved in, and how often one visitor may ask for something costly.

Every key has a bucket that fills with time and from which each request takes one; an empty bucket refuses.

>>> rate = Rate(per_second=1, at_once=2, clock=lambda: 0.0)
>>> [rate.take("a") for _ in range(3)]
[0.0, 0.0, 1.0]
>>> rate.take("b")
0.0
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from sapper.web.problems import RateError

__all__ = ["Rate"]

_MOST_KEYS = 10_000  # the longest unused are forgotten: they are full again, or nearly


class Rate:
    """A bucket for every key."""

    def __init__(self, *, per_second: float, at_once: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Fill `per_second` a second into every bucket, up to `at_once`."""
        self._per_second = per_second
        self._at_once = at_once
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what is left, and when that was

    def take(self, key: str) -> float:
        """Take one from a bucket; return 0, or how many seconds to wait where it is empty."""
        now = self._clock()
        left, then = self._buckets.pop(key, (self._at_once, now))
        left = min(left + (now - then) * self._per_second, self._at_once)
        wait = 0.0 if left >= 1 else (1 - left) / self._per_second
        self._buckets[key] = (left - 1 if not wait else left, now)
        if len(self._buckets) > _MOST_KEYS:
            self._buckets.popitem(last=False)
        return wait

    def check(self, key: str) -> None:
        """Take one from a bucket.

        Raises:
            RateError: it is empty.
        """
        wait = self.take(key)
        if wait:
            raise RateError(f"too many requests: try again in {wait:.1f} seconds", wait)
