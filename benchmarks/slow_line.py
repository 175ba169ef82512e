"""A line to a server with a round trip and a rate, as that of a phone: a proxy between a browser and a local server.

Unlike the throttling of a browser's own tools, it also delays opening a connection (by a round trip) and what a
service worker loads, and all connections share its rate. Small requests go up without a limit of rate.

>>> line = Line(port=9, round_trip=0.1, megabits=10)
>>> round(line.arrival(now=5.0, size=125_000), 3), round(line.arrival(now=5.0, size=125_000), 3)
(5.15, 5.25)
"""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

__all__ = ["Line", "slow_line"]

_PIECE = 16384  # bytes that are delayed at once
_REQUEST = re.compile(rb"(GET|POST|PUT|DELETE|HEAD) ")


class Line:
    """The line, and what has crossed it."""

    def __init__(self, *, port: int, round_trip: float, megabits: float) -> None:
        """Lead to a port of this machine, with a round trip in seconds and a rate in megabits a second."""
        self._port = port
        self._round_trip = round_trip
        self._bytes_per_s = megabits * 1e6 / 8
        self._free = 0.0  # when the line has sent all that it was given
        self.requests: list[float] = []  # when each was sent, as `time.time()`
        self.received: list[tuple[float, int]] = []  # when bytes arrived, and how many

    def arrival(self, *, now: float, size: int) -> float:
        """Return when bytes arrive that the server sends now."""
        self._free = max(self._free, now) + size / self._bytes_per_s
        return self._free + self._round_trip / 2

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry one connection."""
        opened = time.time() + self._round_trip  # when the browser would know that there is one
        up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self._port)
        with suppress(asyncio.CancelledError, ConnectionError):
            await asyncio.gather(self._send(reader, up_writer, opened), self._answer(up_reader, writer))

    async def _send(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, opened: float) -> None:
        while piece := await reader.read(_PIECE):
            if _REQUEST.match(piece):
                self.requests.append(time.time())
            await _sleep_until(max(time.time(), opened) + self._round_trip / 2)
            writer.write(piece)
        writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        passing = asyncio.create_task(self._deliver(waiting, writer))
        while piece := await reader.read(_PIECE):
            waiting.put_nowait((self.arrival(now=time.time(), size=len(piece)), piece))
        waiting.put_nowait((time.time() + self._round_trip / 2, b""))
        await passing

    async def _deliver(self, waiting: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter) -> None:
        while True:
            at, piece = await waiting.get()
            await _sleep_until(at)
            if not piece:
                writer.close()
                return
            writer.write(piece)
            self.received.append((time.time(), len(piece)))


async def _sleep_until(at: float) -> None:
    await asyncio.sleep(max(0.0, at - time.time()))


@contextmanager
def slow_line(port: int, *, round_trip: float, megabits: float) -> Iterator[tuple[Line, int]]:
    """Open a line to a port of this machine; yield it with the port of its near end."""
    line = Line(port=port, round_trip=round_trip, megabits=megabits)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    opening = asyncio.run_coroutine_threadsafe(asyncio.start_server(line.connect, "127.0.0.1", 0), loop)
    server = opening.result()
    try:
        yield line, server.sockets[0].getsockname()[1]
    finally:
        asyncio.run_coroutine_threadsafe(_end(server), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


async def _end(server: asyncio.Server) -> None:
    server.close()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
