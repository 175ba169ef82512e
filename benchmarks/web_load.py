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
printed too. Both modes print the CPU time of the server's own process for 1,000 moves. With `--stored`, the requests
of every page are timed on a database of so many results (`web_stored.py`).

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
from pathlib import Path
from typing import Any

from web_attack import ATTACKS, attack
from web_players import Load, Wire, apart, percentile, play
from web_probe import tell

__all__ = ["Server"]

_START = "Sapper is at http://127.0.0.1:"
_RAMP = 3.0  # seconds of attack before the players begin


class Server:
    """`sapper serve` in a process that can be killed and started again at the same port."""

    def __init__(self, folder: Path, database: str | None, report: Path | None = None) -> None:
        """Start it, on a SQLite file in the folder unless another database is given.

        With `report`, the probe measures its event loop and writes the file when it stops.
        """
        probe = [str(Path(__file__).with_name("web_probe.py")), str(report)]
        self._program = ["-m", "sapper", "serve"] if report is None else probe
        self._options = [
            *("--no-open", "--database", database or f"sqlite:///{folder}/games.db", "--key", str(folder / "key"))
        ]
        self._report = report
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start it, and wait until it prints its address."""
        command = [sys.executable, *self._program, "--port", str(self.port), *self._options]
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

    def report(self) -> dict[str, Any]:
        """Return what the probe measured so far."""
        assert self._report is not None
        self._process.send_signal(signal.SIGUSR1)
        while not self._report.exists():
            time.sleep(0.05)
        found: dict[str, Any] = json.loads(self._report.read_text())
        return found

    def kill(self) -> None:
        """Kill it with SIGKILL, so that it cannot write or announce anything."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


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


async def _measure_attack(server: Server, options: argparse.Namespace) -> bool:
    readings = [server.memory()]
    attacking = apart(attack, server.port, attackers=options.attackers, seconds=options.seconds + _RAMP + 1)
    await asyncio.sleep(_RAMP)  # the attack is on when the players begin
    playing = apart(play, server.port, players=options.players, rate=options.rate, seconds=options.seconds)
    begun, before = time.perf_counter(), server.cpu_seconds()
    while not playing.done():
        await asyncio.sleep(1)
        readings.append(server.memory())
    spent, passed = server.cpu_seconds() - before, time.perf_counter() - begun
    load, done = playing.result(), attacking.result()
    load.tell(f"{options.players} players at {options.rate:g} moves/s beside {options.attackers} attackers")
    print(f"  the attackers used {done.cpu_seconds / done.seconds:.0%} of one core")
    _tell_cpu(spent, passed, load)
    print("  attack                  answered  refused   failed")
    for kind in (work.__name__.strip("_") for work in ATTACKS):
        print(f"  {kind:22} {done.answered[kind]:9} {done.refused[kind]:8} {done.failed[kind]:8}")
    third = len(readings) // 3
    middle, late = (sum(part) / len(part) for part in (readings[third : 2 * third], readings[2 * third :]))
    print(f"  memory: {readings[0]:.0f} MB at the start, {middle:.0f} in the middle third, {late:.0f} in the last")
    failed = len(load.refused) + load.broken_off
    slowest = percentile(load.moves, 0.99) * 1000
    return all(
        [
            _judge("99 % of moves within 100 ms", slowest < 100, f"{slowest:.1f} ms"),
            _judge("no failed move", failed == 0, f"{failed}"),
            _judge("memory under 500 MB", max(readings) < 500, f"{max(readings):.0f} MB at most"),
            _judge("memory flat", late < 1.1 * middle + 10, f"{late - middle:+.0f} MB from the middle to the end"),
            _judge("no attacker broke it", not sum(done.failed.values()), f"{sum(done.failed.values())} answers 5xx"),
        ]
    )


async def _measure(server: Server, options: argparse.Namespace) -> bool:
    def begin(rate: float, seconds: float) -> asyncio.Future[Load]:
        playing = apart(play, server.port, players=options.players, rate=rate, seconds=seconds)
        return asyncio.wrap_future(playing)

    async def kill_halfway() -> None:
        await asyncio.sleep(options.seconds / 2)
        server.kill()
        await asyncio.to_thread(server.start)

    begun, before = time.perf_counter(), server.cpu_seconds()
    calm = await begin(options.rate, options.seconds)
    spent, passed = server.cpu_seconds() - before, time.perf_counter() - begun
    calm.tell(f"{options.players} players at {options.rate:g} moves/s")
    _tell_cpu(spent, passed, calm)
    torn, _ = await asyncio.gather(begin(options.rate, options.seconds), kill_halfway())
    torn.tell("the same, killed and started again half-way")
    lost = await _count_lost(server.port, calm.games | torn.games)
    most = await begin(0, options.seconds / 2)
    most.tell("as fast as they can")
    return _judge("no acknowledged move lost", lost == 0, f"{lost} of {len(calm.games | torn.games)} games")


def _tell_cpu(spent: float, passed: float, load: Load) -> None:
    """Print the CPU time of the server, which depends less on the other programs of the machine than the times do."""
    share = f"the server's own process used {spent / passed:.0%} of one core"
    print(f"  {share}, {spent / len(load.moves) * 1000:.2f} s for 1,000 moves with all else it did meanwhile")


def _judge(target: str, met: bool, figure: str) -> bool:
    """Print whether a target is met, and return that."""
    print(f"{'met' if met else 'MISSED':6} {target}: {figure}", flush=True)
    return met


def main() -> None:
    parser = argparse.ArgumentParser(description="Play many games at once against a server of its own.")
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--rate", type=float, default=320, help="moves a second, all players together")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--database", help="URL of an empty database; a SQLite file unless given")
    parser.add_argument("--attack", action="store_true", help="play beside attackers")
    parser.add_argument("--attackers", type=int, default=20)
    parser.add_argument("--stored", type=int, default=0, metavar="N", help="time every page with N stored results")
    parser.add_argument("--probe", action="store_true", help="report what takes long on the event loop")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.stored:
            from web_stored import fill, measure  # noqa: PLC0415  # it imports this module

            begin = time.perf_counter()
            scored = fill(
                options.database or f"sqlite:///{folder}/games.db", Path(folder) / "key", count=options.stored
            )
            print(f"stored {options.stored} games in {time.perf_counter() - begin:.0f} s")
        report = Path(folder) / "probe.json" if options.probe else None
        server = Server(Path(folder), options.database, report)
        try:
            if options.stored:
                slowest = max(asyncio.run(measure(server.port, scored=scored, times=200)), key=lambda one: one[1])
                figure = f"{slowest[1] * 1000:.1f} ms, {slowest[0]}"
                met = _judge("99 % of every page's requests within 50 ms", slowest[1] < 0.05, figure)
            else:
                met = asyncio.run((_measure_attack if options.attack else _measure)(server, options))
        finally:
            if report is not None:
                tell(server.report())
            server.kill()
    sys.exit(not met)


if __name__ == "__main__":
    main()
