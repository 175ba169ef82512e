"""Turns: the order in which requests start on the event loop.

A request starts at once while the loop has time. Otherwise one request starts in each round of the loop: that of the
client address that used the loop least lately. A client that sends as much as it can then waits for itself, and a
player who sends a few requests a second waits for at most one request of each other player.

>>> import asyncio
>>> async def example():
...     turns, order = Turns(), []
...     async def request(address):
...         await turns.enter(address)
...         async def work():
...             order.append(address)
...         await turns.measure(address, work())
...     await asyncio.gather(*(request(address) for address in ("greedy", "greedy", "greedy", "modest")))
...     return order
>>> asyncio.run(example())
['greedy', 'modest', 'greedy', 'greedy']
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Awaitable, Generator
from types import coroutine
from typing import Any, TypeVar

from sapper.web.usage import Usage

__all__ = ["Turns"]

T = TypeVar("T")

_HALF_LIFE = 10.0  # seconds
_LEAST = 1e-9  # seconds


class Turns:
    """The requests that wait to start, by address."""

    def __init__(self) -> None:
        """Have none yet."""
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._used = Usage(half_life=_HALF_LIFE)
        self._loop: asyncio.AbstractEventLoop | None = None  # in which a request has started in this round

    async def enter(self, address: str) -> None:
        """Return when a request of this address may start."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop = loop
            loop.call_soon(self._next)
            return
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        await turn

    @coroutine
    def measure(self, address: str, work: Awaitable[T]) -> Generator[Any, None, T]:
        """Return what the request returns; count the time for which it holds the loop."""
        steps = work.__await__()
        raised: BaseException | None = None
        while True:
            begun = time.thread_time()  # no request pays for what other programs of the machine take
            try:
                step = steps.send(None) if raised is None else steps.throw(raised)
            except StopIteration as end:
                result: T = end.value
                return result
            finally:
                self._used.add(address, time.thread_time() - begun)
            raised = None
            try:
                yield step
            except BaseException as error:  # such as a cancellation, which the request has to see
                raised = error

    def _rank(self, address: str) -> int:
        """The power of two of its usage: of clients that use nearly the same, none waits for all others."""
        return math.frexp(max(self._used.of(address), _LEAST))[1]

    def _next(self) -> None:
        """Start one request, and look again in the next round."""
        loop, self._loop = self._loop, None
        while self._waiting:
            address = min(self._waiting, key=self._rank)  # of equal ones, the first that came
            here = self._waiting[address]
            turn = here.popleft()
            if not here:
                del self._waiting[address]
            if not turn.done():  # otherwise its request was cancelled
                turn.set_result(None)
                assert loop is not None
                self._loop = loop
                loop.call_soon(self._next)
                return
