"""Players of the web app: each plays expert games with the overlay, at a pace, over one connection.

A player makes a move, reads the analysis of the board after it, then takes the next safe cell or the cell with the
least risk. Players run in a process of their own (`apart`), whose CPU time is measured, because it shares the cores
with the server.

>>> percentile([4.0, 1.0, 3.0, 2.0], 0.5)
3.0
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any, TypeVar, cast

__all__ = ["BROKEN", "Load", "Wire", "apart", "percentile", "play"]

T = TypeVar("T")

BROKEN = (OSError, asyncio.IncompleteReadError)  # a connection that was closed
_PATIENCE = 30.0  # seconds a player waits for a server that is down
_END = b"\r\n\r\n"


class Wire(asyncio.Protocol):
    """One connection that is kept open; reopened after it was closed."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        """Connect when first needed, from this address."""
        self._port = port
        self._address = address
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None
        self._received = bytearray()

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Return status and JSON of one request.

        Raises:
            OSError, asyncio.IncompleteReadError: the connection broke; the request may or may not have succeeded.
        """
        status, content = await self.fetch(method, path, body)
        return status, json.loads(content)

    async def fetch(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        """Return status and content of one request.

        Raises:
            OSError, asyncio.IncompleteReadError: as in `ask`.
        """
        loop = asyncio.get_running_loop()
        if self._transport is None:
            self._received.clear()
            await loop.create_connection(lambda: self, "127.0.0.1", self._port, local_addr=(self._address, 0))
        if self._transport is None:
            raise ConnectionResetError("the server closed the connection at once")
        self._answer = loop.create_future()
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Sapper: 1\r\nContent-Length: {len(content)}\r\n"
        self._transport.write(f"{head}Content-Type: application/json\r\n\r\n".encode() + content)
        return await self._answer

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.close()
        self._transport = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep it."""
        self._transport = cast("asyncio.Transport", transport)  # that of uvloop is no subclass

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the request that waits."""
        self._transport = None
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(exc if isinstance(exc, OSError) else asyncio.IncompleteReadError(b"", None))

    def data_received(self, data: bytes) -> None:
        """Answer the request when all is there."""
        self._received += data
        head = self._received.find(_END)
        if head < 0 or self._answer is None or self._answer.done():
            return
        length = int(bytes(self._received[:head]).lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        if len(self._received) >= head + len(_END) + length:
            answer = int(self._received[9:12]), bytes(self._received[head + len(_END) :])
            self._received.clear()
            self._answer.set_result(answer)


@dataclass
class Load:
    """The measurements."""

    moves: list[float] = field(default_factory=list)  # seconds of each move
    overlays: list[float] = field(default_factory=list)  # seconds of each analysis
    games: dict[str, int] = field(default_factory=dict)  # the last version each game was acknowledged with
    broken_off: int = 0  # requests that the kill cut short
    refused: list[str] = field(default_factory=list)  # requests answered with an error
    seconds: float = 0.0
    cpu_seconds: float = 0.0  # of the process of the players

    @property
    def moves_per_second(self) -> float:
        """Moves acknowledged in a second."""
        return len(self.moves) / self.seconds

    def tell(self, title: str) -> None:
        """Print it in some lines."""
        both = [*self.moves, *self.overlays]
        print(
            f"{title}: {self.moves_per_second:.0f} moves/s, {len(both) / self.seconds:.0f} requests/s, "
            f"{len(self.games)} games, {self.broken_off} requests cut short"
        )
        for name, times in (("move", self.moves), ("overlay", self.overlays), ("all", both)):
            row = " ".join(f"p{share * 100:g} {percentile(times, share) * 1000:.1f} ms" for share in (0.5, 0.9, 0.99))
            print(f"  {name:8} {row}, longest {max(times) * 1000:.1f} ms")
        print(f"  the players used {self.cpu_seconds / self.seconds:.0%} of one core")
        for text in self.refused[:5]:
            print(f"  refused: {text}"[:200])


def apart(make: Callable[..., Coroutine[Any, Any, T]], *args: object, **options: object) -> Future[T]:
    """Run a coroutine in a process of its own, which has started when this returns."""
    executor = ProcessPoolExecutor(1, get_context("spawn"))
    executor.submit(time.process_time).result()
    future = executor.submit(_run, make, args, options)
    executor.shutdown(wait=False)
    return future


async def play(port: int, *, players: int, rate: float, seconds: float) -> Load:
    """Let all players play for some time, together at `rate` moves per second; 0 means as fast as they can.

    Each has an address of its own.
    """
    load = Load()
    begin, spent = time.perf_counter(), time.process_time()
    pace = players / rate if rate else 0.0
    await asyncio.gather(
        *(
            _player(
                Wire(port, f"127.0.2.{number % 250 + 1}"),
                load,
                begin + pace * number / players,
                pace,
                begin + seconds,
            )
            for number in range(players)
        )
    )
    load.seconds = time.perf_counter() - begin
    load.cpu_seconds = time.process_time() - spent
    return load


async def _player(wire: Wire, load: Load, first: float, pace: float, end: float) -> None:
    game, cell, due = "", [3, 3], first
    while (now := time.perf_counter()) < end:
        if now < due:
            await asyncio.sleep(due - now)
        due = max(due + pace, time.perf_counter() - pace)  # a player that fell behind does not catch up at once
        try:
            if not game:
                game = (await wire.ask("POST", "/api/games", {"level": "expert"}))[1]["id"]
                load.games[game] = 0
            view = await _timed(
                load.moves, wire.ask("POST", f"/api/games/{game}/moves", {"kind": "reveal", "cell": cell})
            )
            load.games[game] = view["version"]
            if view["status"] != "playing":
                game, cell = "", [3, 3]
                continue
            seen = await _timed(load.overlays, wire.ask("GET", f"/api/games/{game}/analysis"))
            load.games[game] = seen["version"]
            cell = _choose(view, seen)
        except RuntimeError as error:
            load.refused.append(str(error))
            game, cell = "", [3, 3]
        except BROKEN:
            load.broken_off += 1
            view = await _wait(wire, game)
            # The move may have been made before the kill, so the game is read again.
            if game and (view["status"] != "playing" or view["board"][cell[0] * view["cols"] + cell[1]] != "."):
                game, cell = ("", [3, 3]) if view["status"] != "playing" else (game, _any_hidden(view))
            due = time.perf_counter()
    wire.close()


async def _timed(times: list[float], request: Any) -> Any:  # noqa: ANN401  # JSON
    begin = time.perf_counter()
    status, answer = await request
    times.append(time.perf_counter() - begin)
    if status != 200:
        raise RuntimeError(f"{status}: {answer}")
    return answer


async def _wait(wire: Wire, game: str) -> Any:  # noqa: ANN401  # JSON
    """Return the game after the server has restarted."""
    deadline = time.perf_counter() + _PATIENCE
    while True:
        try:
            return (await wire.ask("GET", f"/api/games/{game}" if game else "/api/levels"))[1]
        except BROKEN:
            if time.perf_counter() > deadline:
                raise
            await asyncio.sleep(0.05)


def _choose(view: dict[str, Any], seen: dict[str, Any]) -> list[int]:
    """A safe cell, else the least risk."""
    if seen["safe"]:
        return list(seen["safe"][0])
    chances = [(chance, number) for number, chance in enumerate(seen["mine_probability"]) if chance is not None]
    return list(divmod(min(chances)[1], view["cols"]))


def _any_hidden(view: dict[str, Any]) -> list[int]:
    return list(divmod(view["board"].index("."), view["cols"]))


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of all values lies below."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


def _run(make: Callable[..., Coroutine[Any, Any, T]], args: tuple[Any, ...], options: dict[str, Any]) -> T:
    import uvloop  # noqa: PLC0415  # quicker: the clients share the cores with the server

    runner = asyncio.Runner(loop_factory=uvloop.new_event_loop)
    try:
        return runner.run(make(*args, **options))
    finally:
        with suppress(OSError):  # a connection was just being opened
            runner.close()
