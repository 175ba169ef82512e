"""The server under attack: twenty clients at their worst beside a hundred players, each from its own address.

The attackers use what a stranger may: reveal and undo on the largest boards, demos and races on them, contradictory
positions, no-guess boards that cannot be made, half-open connections, long headers, event streams and statistics.
They repeat it as fast as the server answers, refusals included. `benchmarks/web_load.py --attack` runs them and
prints the times of the moves and the memory of the server.

>>> len(ATTACKS)
9
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any

from web_load import Load, Wire, play

__all__ = ["ATTACKS", "attack"]

_HUGE = {"rows": 200, "cols": 200, "mines": 4000}
_REST = 0.01  # seconds after an answer; a client in a loop would measure itself
_BROKEN = (OSError, asyncio.IncompleteReadError, ValueError, asyncio.LimitOverrunError)


async def attack(
    port: int, *, players: int, rate: float, attackers: int, seconds: float
) -> tuple[Load, dict[str, int]]:
    """Let players play beside attackers for some time; return the players' load and the attacks by kind."""
    counts = dict.fromkeys((work.__name__.strip("_") for work in ATTACKS), 0)
    tasks = [
        asyncio.create_task(_repeat(port, f"127.0.1.{number + 1}", work, counts))
        for number, work in zip(range(attackers), itertools.cycle(ATTACKS), strict=False)
    ]
    await asyncio.sleep(1)
    try:
        load = await play(port, players=players, rate=rate, seconds=seconds, own_addresses=True)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return load, counts


async def _repeat(
    port: int, address: str, work: Callable[[int, str, Callable[[], None]], Awaitable[None]], counts: dict[str, int]
) -> None:
    def count() -> None:
        counts[work.__name__.strip("_")] += 1

    while True:
        with contextlib.suppress(*_BROKEN):  # refused or closed by the server
            await work(port, address, count)
        await asyncio.sleep(_REST)


async def _undo_large_boards(port: int, address: str, count: Callable[[], None]) -> None:
    wire = Wire(port, address)
    game = await _begin(wire, {"level": "200x200/1"})
    for _ in range(200):
        await wire.ask("POST", f"/api/games/{game}/undo", {})
        await wire.ask("POST", f"/api/games/{game}/moves", {"kind": "reveal", "cell": [0, 0]})
        count()
        await asyncio.sleep(_REST)


async def _request_demos(port: int, address: str, count: Callable[[], None]) -> None:
    game = await _begin(Wire(port, address), _HUGE)
    body = {"strategy": "best@normal"}
    await asyncio.gather(
        *(Wire(port, address).ask("POST", f"/api/games/{game}/demo", body) for _ in range(7)), return_exceptions=True
    )
    count()


async def _read_races(port: int, address: str, count: Callable[[], None]) -> None:
    wire = Wire(port, address)
    _, made = await wire.ask("POST", "/api/races", {**_HUGE, "strategy": "best@normal", "open": True})
    await wire.ask("POST", f"/api/games/{made['race']['game']}/moves", {"kind": "reveal", "cell": [9, 9]})
    race = made["race"]["id"]
    await asyncio.gather(
        *(Wire(port, address).ask("GET", f"/api/races/{race}") for _ in range(7)), return_exceptions=True
    )
    count()


async def _analyze_contradictions(port: int, address: str, count: Callable[[], None]) -> None:
    rows = [["."] * 45 for _ in range(44)]
    for row, col in itertools.product(range(1, 44, 2), range(1, 45, 2)):
        rows[row][col] = "1"
    rows[1][1] = "8"
    text = "mines 300\n" + "\n".join("".join(row) for row in rows)
    wires = [Wire(port, address) for _ in range(7)]
    await asyncio.gather(
        *(wire.ask("POST", "/api/analyze", {"position": text}) for wire in wires), return_exceptions=True
    )
    count()


async def _make_hopeless_boards(port: int, address: str, count: Callable[[], None]) -> None:
    async def one() -> None:
        await _begin(Wire(port, address), {"rows": 60, "cols": 60, "mines": 1200, "no_guess": True})

    await asyncio.gather(*(one() for _ in range(6)), return_exceptions=True)
    count()


async def _hold_connections(port: int, address: str, count: Callable[[], None]) -> None:
    writers = []
    for _ in range(300):
        _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        writer.write(b"GET /api/names HTTP/1.1\r\nHost:")
        writers.append(writer)
        count()
    await asyncio.sleep(5)
    for writer in writers:
        writer.close()


async def _send_headers(port: int, address: str, count: Callable[[], None]) -> None:
    _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
    for _ in range(100):
        writer.write(b"x" * 65536)
        await writer.drain()
    count()


async def _hold_streams(port: int, address: str, count: Callable[[], None]) -> None:
    wire = Wire(port, address)
    writers = []
    for _ in range(10):
        game = await _begin(wire, {"level": "beginner"})
        for _ in range(20):
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
            writer.write(f"GET /api/games/{game}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            writers.append(writer)
            count()
    await asyncio.sleep(5)
    for writer in writers:
        writer.close()


async def _read_statistics(port: int, address: str, count: Callable[[], None]) -> None:
    wires = [Wire(port, address) for _ in range(5)]
    for path in ("/api/statistics", "/api/scores?level=expert", "/api/names", "/api/statistics/demos") * 20:
        await asyncio.gather(*(wire.ask("GET", path) for wire in wires), return_exceptions=True)
        count()
        await asyncio.sleep(_REST)


ATTACKS = (
    _undo_large_boards,
    _request_demos,
    _read_races,
    _analyze_contradictions,
    _make_hopeless_boards,
    _hold_connections,
    _send_headers,
    _hold_streams,
    _read_statistics,
)


async def _begin(wire: Wire, body: dict[str, Any]) -> str:
    """The id of a game whose first cell is revealed."""
    status, made = await wire.ask("POST", "/api/games", body)
    if status != 201:
        raise ValueError(json.dumps(made))
    await wire.ask("POST", f"/api/games/{made['id']}/moves", {"kind": "reveal", "cell": [0, 0]})
    return str(made["id"])


async def watch(read: Callable[[], float], readings: list[tuple[float, float]]) -> None:
    """Add the time and what `read` returns to the readings, every second."""
    begin = time.perf_counter()
    while True:
        readings.append((time.perf_counter() - begin, read()))
        await asyncio.sleep(1)
