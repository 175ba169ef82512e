"""How many threads a call may start.

>>> count_threads(3), count_threads(None) == count_cores()
(3, True)
"""

from __future__ import annotations

import os

from sapper.base.number import whole_number

__all__ = ["count_cores", "count_threads"]

# More than the cores of any current machine, and few enough for the system to start.
_MOST_THREADS = 1024


def count_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def count_threads(threads: object) -> int:
    """Return a number of threads as an int: all cores for None, and at most 1024.

    Raises:
        InputError: it is not a whole number, or below 1.
    """
    return count_cores() if threads is None else min(whole_number(threads, "threads", least=1), _MOST_THREADS)
