"""The clock of the server: the time of day when the process started, and a clock that cannot be set since then.

Setting the system's clock changes no time of a running server. Processes on one machine read the same ticks, so that
a game goes on with exact times after the server was started again.

>>> now_ms() > 1_700_000_000_000
True
>>> now_ms() - tick_of(now_ms()) == ANCHOR
True
"""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime
from pathlib import Path

__all__ = ["ANCHOR", "CLOCK", "day_of", "now_ms", "tick_of"]

_BOOT = Path("/proc/sys/kernel/random/boot_id")


def now_ms() -> int:
    """Return the time in milliseconds since 1970; never less than before."""
    return ANCHOR + _ticks()


def tick_of(at: int) -> int:
    """Return the tick, in milliseconds, of a time of this process."""
    return at - ANCHOR


def day_of(at: int) -> str:
    """Return the day of a time in milliseconds since 1970, as YYYY-MM-DD, UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def _ticks() -> int:
    # The time since the machine started, which Linux counts also while it sleeps.
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return (time.monotonic_ns() if clock is None else time.clock_gettime_ns(clock)) // 1_000_000


def _name_clock() -> str:
    """Return a name of the ticks: that of this start of the machine or, where there is none, of this process."""
    try:
        return _BOOT.read_text("ascii").replace("-", "").strip()[:16]
    except OSError:
        return secrets.token_hex(8)


ANCHOR = time.time_ns() // 1_000_000 - _ticks()  # the time of day at tick 0
CLOCK = _name_clock()  # ticks of different names cannot be compared
