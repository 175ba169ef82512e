"""The load a server handles: many games at once with the overlay, and the server killed in the middle.

Starts a separate server on a separate database. Every player plays expert games with the overlay: a move, the
analysis of the board after it, then the next safe cell or the cell with the least risk. First all players move at a
common pace, and the time of every request is measured. Half-way the server is killed with SIGKILL and started again,
and the players continue. At the end every acknowledged move must still be in the database. Then they play as fast as
they can, which measures the capacity of the server.

    python benchmarks/web_load.py --players 100 --rate 320 --seconds 20
    python benchmarks/web_load.py --players 100 --rate 300 --seconds 60 --attack
    python benchmarks/web_load.py --stored 1000000

With `--attack`, twenty attackers do their worst beside the players (`web_attack.py`), and the memory of the server is
printed too. With `--stored`, the requests of every page are timed on a database of so many results (`web_stored.py`).

>>> percentile([4.0, 1.0, 3.0, 2.0], 0.5)
3.0
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["Load", "percentile", "play"]

_START = "Sapper is at http://127.0.0.1:"
_PATIENCE = 30.0  # seconds a player waits for a server that is down


class Server:
    """`sapper serve` in a process that can be killed and started again at the same port."""

    def __init__(self, folder: Path, database: str | None) -> None:
        """Start it, on a SQLite file in the folder unless another database is given."""
        self._options = [
            *("--no-open", "--database", database or f"sqlite:///{folder}/games.db", "--key", str(folder / "key"))
        ]
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start it, and wait until it prints its address."""
        command = [sys.executable, "-m", "sapper", "serve", "--port", str(self.port), *self._options]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.startswith(_START):
            raise RuntimeError(f"the server did not start: {line!r}")
        self.port = int(line.removeprefix(_START).partition("/")[0])

    def cpu_seconds(self) -> float:
        """Return the CPU time of the process."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Return the memory of the process and its workers in MB; pages they share count once."""
        return sum(_memory_of(process) for process in _tree(self._process.pid)) / 1000

    def kill(self) -> None:
        """Kill it with SIGKILL, so that it cannot write or announce anything."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


class Wire:
    """One connection that is kept open; reopened after the server was killed."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        """Connect when first needed, from this address."""
        self._port = port
        self._address = address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Return status and JSON of one request.

        Raises:
            OSError, asyncio.IncompleteReadError: the connection broke; the request may or may not have succeeded.
        """
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self._port, local_addr=(self._address, 0), limit=2**22
            )
        reader, writer = self._streams
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Sapper: 1\r\nContent-Length: {len(content)}\r\n"
        try:
            writer.write(f"{head}Content-Type: application/json\r\n\r\n".encode() + content)
            answer = (await reader.readuntil(b"\r\n\r\n")).lower()
            length = int(answer.partition(b"content-length:")[2].partition(b"\r\n")[0])
            return int(answer[9:12]), json.loads(await reader.readexactly(length))
        except (OSError, asyncio.IncompleteReadError):
            self.close()
            raise

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
        self._streams = None


@dataclass
class Load:
    """The measurements."""

    moves: list[float] = field(default_factory=list)  # seconds of each move
    overlays: list[float] = field(default_factory=list)  # seconds of each analysis
    games: dict[str, int] = field(default_factory=dict)  # the last version each game was acknowledged with
    broken_off: int = 0  # requests that the kill cut short
    refused: int = 0  # requests answered with an error
    seconds: float = 0.0

    @property
    def moves_per_second(self) -> float:
        """Moves acknowledged in a second."""
        return len(self.moves) / self.seconds

    def tell(self, title: str) -> None:
        """Print it in two lines."""
        both = [*self.moves, *self.overlays]
        print(
            f"{title}: {self.moves_per_second:.0f} moves/s, {len(both) / self.seconds:.0f} requests/s, "
            f"{len(self.games)} games, {self.broken_off} requests cut short"
        )
        for name, times in (("move", self.moves), ("overlay", self.overlays), ("all", both)):
            row = " ".join(f"p{share * 100:g} {percentile(times, share) * 1000:.1f} ms" for share in (0.5, 0.9, 0.99))
            print(f"  {name:8} {row}, longest {max(times) * 1000:.1f} ms")


async def play(port: int, *, players: int, rate: float, seconds: float, own_addresses: bool = False) -> Load:
    """Let all players play for some time, together at `rate` moves per second; 0 means as fast as they can."""
    load = Load()
    begin = time.perf_counter()
    pace = players / rate if rate else 0.0
    await asyncio.gather(
        *(
            _player(
                Wire(port, f"127.0.2.{number % 250 + 1}" if own_addresses else "127.0.0.1"),
                load,
                begin + pace * number / players,
                pace,
                begin + seconds,
            )
            for number in range(players)
        )
    )
    load.seconds = time.perf_counter() - begin
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
            load.refused += 1
            print(f"  refused: {error}"[:200])
            game, cell = "", [3, 3]
        except (OSError, asyncio.IncompleteReadError):
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
        except (OSError, asyncio.IncompleteReadError):
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


async def _count_lost(port: int, games: dict[str, int]) -> int:
    """Count the games whose version is earlier than the acknowledged one."""
    wire = Wire(port)
    lost = 0
    for game, version in games.items():
        status, view = await wire.ask("GET", f"/api/games/{game}")
        lost += status != 200 or view["version"] < version
    wire.close()
    return lost


def _tree(process: int) -> list[int]:
    """A process and its descendants."""
    found = [process]
    for one in found:
        with contextlib.suppress(OSError):  # it has ended
            for path in Path(f"/proc/{one}/task").glob("*/children"):
                found += [int(child) for child in path.read_text().split()]
    return found


def _memory_of(process: int) -> int:
    """Its memory in kB; of a page that several processes share, its part."""
    try:
        return int(Path(f"/proc/{process}/smaps_rollup").read_text().partition("\nPss:")[2].split()[0])
    except (OSError, IndexError):  # it has ended
        return 0


async def _measure_attack(server: Server, options: argparse.Namespace) -> int:
    from web_attack import attack, watch  # noqa: PLC0415  # it imports this module

    readings: list[tuple[float, float]] = []
    watching = asyncio.create_task(watch(server.memory, readings))
    load, counts = await attack(
        server.port,
        players=options.players,
        rate=options.rate,
        attackers=options.attackers,
        seconds=options.seconds,
    )
    watching.cancel()
    load.tell(f"{options.players} players at {options.rate:g} moves/s beside {options.attackers} attackers")
    print(f"  refused or failed: {load.refused + load.broken_off}")
    start, middle, end = readings[0][1], readings[len(readings) // 2][1], readings[-1][1]
    most = max(memory for _, memory in readings)
    print(
        f"  memory: {start:.0f} MB at the start, {middle:.0f} in the middle, {end:.0f} at the end, {most:.0f} at most"
    )
    print(f"  attacks: {', '.join(f'{name} {count}' for name, count in counts.items())}")
    return load.refused + load.broken_off


async def _measure(server: Server, options: argparse.Namespace) -> int:
    async def kill_halfway() -> None:
        await asyncio.sleep(options.seconds / 2)
        server.kill()
        await asyncio.to_thread(server.start)

    before = server.cpu_seconds()
    calm = await play(server.port, players=options.players, rate=options.rate, seconds=options.seconds)
    spent = server.cpu_seconds() - before
    calm.tell(f"{options.players} players at {options.rate:g} moves/s")
    print(f"  the server spent {spent / len(calm.moves) * 1000:.2f} ms of one core a move with its overlay")
    torn, _ = await asyncio.gather(
        play(server.port, players=options.players, rate=options.rate, seconds=options.seconds), kill_halfway()
    )
    torn.tell("the same, killed and started again half-way")
    lost = await _count_lost(server.port, calm.games | torn.games)
    print(f"  acknowledged moves lost in {lost} of {len(calm.games | torn.games)} games")
    most = await play(server.port, players=options.players, rate=0, seconds=options.seconds / 2)
    most.tell("as fast as they can")
    return lost


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of all values lies below."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


def main() -> None:
    parser = argparse.ArgumentParser(description="Play many games at once against a server of its own.")
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--rate", type=float, default=320, help="moves a second, all players together")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--database", help="URL of an empty database; a SQLite file unless given")
    parser.add_argument("--attack", action="store_true", help="play beside attackers")
    parser.add_argument("--attackers", type=int, default=20)
    parser.add_argument("--stored", type=int, default=0, metavar="N", help="time every page with N stored results")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.stored:
            from web_stored import fill, measure  # noqa: PLC0415  # it imports this module

            fill(options.database or f"sqlite:///{folder}/games.db", Path(folder) / "key", count=options.stored)
        server = Server(Path(folder), options.database)
        try:
            if options.stored:
                asyncio.run(measure(server.port, times=200))
                lost = 0
            else:
                lost = asyncio.run((_measure_attack if options.attack else _measure)(server, options))
        finally:
            server.kill()
    sys.exit(lost > 0)


if __name__ == "__main__":
    main()
