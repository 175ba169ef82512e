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
from collections.abc import Callable, Coroutine, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Generic, TypeVar

__all__ = ["Reads", "Together"]

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)

_THREADS = 4
_PATIENCE = 2.0  # seconds


class Reads:
    """Threads that read the database."""

    def __init__(self, threads: int = _THREADS) -> None:
        """Start threads when they are needed."""
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="reads")

    async def run(self, work: Callable[..., T], *args: object, **options: object) -> T:
        """Return `work(*args, **options)`."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(work, *args, **options))

    async def close(self) -> None:
        """Forget what waits; return when no read is running, or after some seconds."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        # A connection that a read still uses would outlive the pool of connections.
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.to_thread(self._threads.shutdown), _PATIENCE)


class Together(Generic[K, T]):
    """Equal reads that wait are made once: of each key one runs, and one more answers all who asked since it began.

    So an answer is never older than the question, and a crowd costs two reads.
    """

    def __init__(self) -> None:
        """Wait for nothing."""
        self._running: dict[K, asyncio.Task[T]] = {}
        self._next: dict[K, asyncio.Task[T]] = {}

    async def get(self, key: K, read: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return what `read` returns."""
        running = self._running.get(key)
        if running is None:
            task = self._running[key] = asyncio.create_task(read())
            task.add_done_callback(lambda _: self._advance(key))
        elif key in self._next:
            task = self._next[key]
        else:
            task = self._next[key] = asyncio.create_task(_after(running, read))
        return await asyncio.shield(task)  # others wait for it too

    def _advance(self, key: K) -> None:
        del self._running[key]
        task = self._next.pop(key, None)
        if task is not None:
            self._running[key] = task
            task.add_done_callback(lambda _: self._advance(key))


async def _after(running: asyncio.Task[T], read: Callable[[], Coroutine[Any, Any, T]]) -> T:
    await asyncio.wait([running])
    return await read()
