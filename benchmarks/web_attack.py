"""The server under attack: twenty clients at their worst beside the players, each from its own address.

The attackers use what a stranger may: reveal and undo on the largest boards, demos and races on them, contradictory
positions, no-guess boards that cannot be made, branches and reviews of long games, overlays of wide boards, half-open
connections, long headers, event streams, statistics and pages. They repeat it as fast as the server answers, refusals
included, and count what was answered and what was refused. `benchmarks/web_load.py --attack` runs them in a process
of their own.

>>> len(ATTACKS)
11
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from web_players import BROKEN, Wire

__all__ = ["ATTACKS", "Attack", "attack"]

_HUGE = {"rows": 200, "cols": 200, "mines": 4000}
_REST = 0.01  # seconds after an answer; a client in a loop would measure itself
_LONG_GAME = 1500  # moves


@dataclass
class Attack:
    """What attackers of all kinds did."""

    answered: Counter[str] = field(default_factory=Counter)  # by kind
    refused: Counter[str] = field(default_factory=Counter)  # with a status of 400 or more, or by closing
    failed: Counter[str] = field(default_factory=Counter)  # with a status of 500 or more
    cpu_seconds: float = 0.0  # of the process of the attackers
    seconds: float = 0.0


class _Attacker:
    """One attacker of one kind."""

    def __init__(self, port: int, address: str, kind: str, done: Attack) -> None:
        self.port = port
        self.address = address
        self.kind = kind
        self.done = done
        self._open: list[Wire | asyncio.StreamWriter] = []

    def wire(self) -> Wire:
        wire = Wire(self.port, self.address)
        self._open.append(wire)
        return wire

    def close(self) -> None:
        """Close all its connections."""
        for one in self._open:
            one.close()
        self._open.clear()

    async def ask(self, wire: Wire, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        """Send a request, count its answer and rest."""
        status = 0
        try:
            status, content = await wire.fetch(method, path, body)
            return status, content
        finally:
            self.count(status)
            await asyncio.sleep(_REST)

    def count(self, status: int) -> None:
        counted = self.done.answered if 200 <= status < 400 else self.done.refused
        counted[self.kind] += 1
        self.done.failed[self.kind] += status in (500, 502, 504)  # 503 refuses

    async def begin(self, wire: Wire, body: object) -> str:
        """The id of a game whose first cell is revealed."""
        while True:
            status, made = await wire.ask("POST", "/api/games", body)
            if status == 201:
                break
            self.count(status)
            await asyncio.sleep(_REST)
        await wire.ask("POST", f"/api/games/{made['id']}/moves", {"kind": "reveal", "cell": [0, 0]})
        return str(made["id"])

    async def open(self, *, sending: bytes) -> asyncio.StreamWriter:
        """A connection on which this was sent."""
        _, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        self._open.append(writer)
        writer.write(sending)
        return writer


async def attack(port: int, *, attackers: int, seconds: float) -> Attack:
    """Attack for some time; return what was done."""
    done = Attack()
    begin, spent = time.perf_counter(), time.process_time()
    tasks = [
        asyncio.create_task(_repeat(work, _Attacker(port, f"127.0.1.{number + 1}", work.__name__.strip("_"), done)))
        for number, work in zip(range(attackers), itertools.cycle(ATTACKS), strict=False)
    ]
    await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception):
            raise error
    done.seconds, done.cpu_seconds = time.perf_counter() - begin, time.process_time() - spent
    return done


async def _repeat(work: Callable[[_Attacker], Awaitable[None]], attacker: _Attacker) -> None:
    while True:
        with contextlib.suppress(*BROKEN):  # closed by the server
            try:
                await work(attacker)
            finally:
                attacker.close()
        await asyncio.sleep(_REST)


async def _undo_large_boards(attacker: _Attacker) -> None:
    wire = attacker.wire()
    game = await attacker.begin(wire, {"level": "200x200/1"})
    for _ in range(200):
        await attacker.ask(wire, "POST", f"/api/games/{game}/undo", {})
        await attacker.ask(wire, "POST", f"/api/games/{game}/moves", {"kind": "reveal", "cell": [0, 0]})


async def _request_demos(attacker: _Attacker) -> None:
    game = await attacker.begin(attacker.wire(), _HUGE)
    body = {"strategy": "best@normal"}
    await _together(attacker, "POST", f"/api/games/{game}/demo", body)


async def _read_races(attacker: _Attacker) -> None:
    wire = attacker.wire()
    status, made = await wire.ask("POST", "/api/races", {**_HUGE, "strategy": "best@normal", "open": True})
    attacker.count(status)
    if status == 201:
        await wire.ask("POST", f"/api/games/{made['game']['id']}/moves", {"kind": "reveal", "cell": [9, 9]})
        await _together(attacker, "GET", f"/api/races/{made['race']['id']}")


async def _analyze_contradictions(attacker: _Attacker) -> None:
    rows = [["."] * 45 for _ in range(44)]
    for row, col in itertools.product(range(1, 44, 2), range(1, 45, 2)):
        rows[row][col] = "1"
    rows[1][1] = "8"
    text = "mines 300\n" + "\n".join("".join(row) for row in rows)
    await _together(attacker, "POST", "/api/analyze", {"position": text})


async def _make_hopeless_boards(attacker: _Attacker) -> None:
    body = {"rows": 60, "cols": 60, "mines": 1200, "no_guess": True}

    async def one() -> None:
        wire = attacker.wire()
        status, made = await wire.ask("POST", "/api/games", body)
        if status == 201:
            await attacker.ask(wire, "POST", f"/api/games/{made['id']}/moves", {"kind": "reveal", "cell": [0, 0]})
        else:
            attacker.count(status)

    await asyncio.gather(*(one() for _ in range(6)), return_exceptions=True)


async def _branch_long_games(attacker: _Attacker) -> None:
    """Branches of a game with many flags, reviews of it after a fatal click, and overlays of a wide board."""
    wire = attacker.wire()
    game = await attacker.begin(wire, {"rows": 24, "cols": 25, "mines": 150})
    for number in range(_LONG_GAME):
        await attacker.ask(
            wire, "POST", f"/api/games/{game}/moves", {"kind": "flag", "cell": [number % 23 + 1, number % 24 + 1]}
        )
        if number % 50 == 0:
            await attacker.ask(wire, "GET", f"/api/games/{game}/analysis")
            await attacker.ask(wire, "POST", f"/api/games/{game}/branch", {"move": number})
    for _ in range(100):
        await attacker.ask(wire, "POST", f"/api/games/{game}/branch", {"move": _LONG_GAME})
        await attacker.ask(wire, "GET", f"/api/games/{game}/review")


async def _hold_connections(attacker: _Attacker) -> None:
    for _ in range(300):
        await attacker.open(sending=b"GET /api/names HTTP/1.1\r\nHost:")
        attacker.done.answered[attacker.kind] += 1
    await asyncio.sleep(5)


async def _send_headers(attacker: _Attacker) -> None:
    writer = await attacker.open(sending=b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
    try:
        for _ in range(100):
            writer.write(b"x" * 65536)
            await writer.drain()
        attacker.done.answered[attacker.kind] += 1
    except OSError:
        attacker.count(431)
        raise


async def _hold_streams(attacker: _Attacker) -> None:
    wire = attacker.wire()
    for _ in range(10):
        game = await attacker.begin(wire, {"level": "beginner"})
        for _ in range(20):
            request = f"GET /api/games/{game}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            await attacker.open(sending=request.encode())
            attacker.done.answered[attacker.kind] += 1
    await asyncio.sleep(5)


async def _read_statistics(attacker: _Attacker) -> None:
    wires = [attacker.wire() for _ in range(5)]
    for path in ("/api/statistics", "/api/scores?level=expert", "/api/names", "/api/statistics/demos") * 20:
        await asyncio.gather(*(attacker.ask(wire, "GET", path) for wire in wires), return_exceptions=True)


async def _open_pages(attacker: _Attacker) -> None:
    wires = [attacker.wire() for _ in range(5)]
    for path in ("/", "/static/js/main.js", "/api/strategies", "/nowhere") * 20:
        await asyncio.gather(*(attacker.ask(wire, "GET", path) for wire in wires), return_exceptions=True)


ATTACKS = (
    _undo_large_boards,
    _request_demos,
    _read_races,
    _analyze_contradictions,
    _make_hopeless_boards,
    _branch_long_games,
    _hold_connections,
    _send_headers,
    _hold_streams,
    _read_statistics,
    _open_pages,
)


async def _together(attacker: _Attacker, method: str, path: str, body: object = None) -> None:
    """Seven equal requests at once."""
    wires = [attacker.wire() for _ in range(7)]
    await asyncio.gather(*(attacker.ask(wire, method, path, body) for wire in wires), return_exceptions=True)
