"""Turns: the order in which requests start on the event loop.

A request starts at once while the loop has time. Otherwise a few requests start in each round of the loop: those of
the client addresses that used the loop least lately. A client that sends as much as it can then waits for itself, and
a player who sends a few requests a second waits for at most one request of each other player.

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
import heapq
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
# Each round costs some time of its own: with one request a round, part of the loop is not used.
_TOGETHER = 8  # requests
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
        """Start some requests, at most one of each address, and look again in the next round."""
        loop, self._loop = self._loop, None
        first = heapq.nsmallest(_TOGETHER, self._waiting, key=self._rank)  # of equal ones, those that came first
        equal = [address for address in first if self._rank(address) == self._rank(first[0])]
        for address in equal:
            here = self._waiting.pop(address)
            turn = here.popleft()
            if here:
                self._waiting[address] = here  # behind the others of its rank
            if not turn.done():  # otherwise its request was cancelled
                turn.set_result(None)
        if equal:
            assert loop is not None
            self._loop = loop
            loop.call_soon(self._next)
