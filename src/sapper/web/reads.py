"""Reads of the database: on threads that do nothing else.

A computation can therefore never keep a request waiting that only reads a row.

>>> import asyncio
>>> async def example():
...     reads = Reads()
...     try:
...         return await reads.run(max, 3, 4)
...     finally:
...         await reads.close()
>>> asyncio.run(example())
4
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TypeVar

__all__ = ["Reads"]

T = TypeVar("T")

_THREADS = 4
_PATIENCE = 2.0  # seconds


class Reads:
    """Threads that read the database."""

    def __init__(self) -> None:
        """Start threads when they are needed."""
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="reads")

    async def run(self, work: Callable[..., T], *args: object, **options: object) -> T:
        """Return `work(*args, **options)`."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(work, *args, **options))

    async def close(self) -> None:
        """Forget what waits; return when no read is running, or after some seconds."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        # A connection that a read still uses would outlive the pool of connections.
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.to_thread(self._threads.shutdown), _PATIENCE)
