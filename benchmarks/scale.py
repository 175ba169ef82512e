"""The cost of a game in a run: CPU time, bytes on disk, and the overhead of a cluster; the table of docs/scale.md.

    .venv/bin/python benchmarks/scale.py

Times are those of the processor, not of the clock, so that other work on the machine disturbs them little.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import sapper
from sapper.run.cluster import ClusterExecutor
from sapper.run.report.page import write_report
from sapper.run.spec import RunSpec

_GAMES = {
    "safest": 40_000,
    "lookahead@fast": 10_000,
    "lookahead": 10_000,
    "best@fast": 1000,
    "best": 400,
    "best@deep": 100,
}
_KEPT = 40_000  # games kept in a folder, or sent by a cluster
_ROW = "| `{}` | {:,.0f} us | {:,.0f} | {} | {} |"


def main() -> None:
    """Print the table, then the other costs of a game."""
    print("| strategy | time a game | games a second and core | a billion on one core | on 100 cores |")
    print("| --- | --- | --- | --- | --- |")
    for strategy, games in _GAMES.items():
        each = measure(play, strategy, games) / games
        print(_ROW.format(strategy, each * 1e6, 1 / each, spell(each * 1e9), spell(each * 1e7)))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "run"
        kept = measure(play, "safest", _KEPT, folder) - measure(play, "safest", _KEPT)
        size = sum(file.stat().st_size for file in folder.glob("games/*.parquet"))
        print(f"\nkeeping a game in a folder: {kept / _KEPT * 1e6:.1f} us, {size / _KEPT:.0f} bytes")
        print(f"report of {_KEPT:,} games: {measure(write_report, sapper.Run.open(folder)):.1f} s")
    with ClusterExecutor("local:2") as executor:
        # Short games, so that the work of the client is visible beside that of the scheduler.
        client = measure(receive, executor, RunSpec.make("beginner", seed=1, strategy="safest"), 10 * _KEPT)
        print(f"the client and scheduler of a cluster: {client / _KEPT / 10 * 1e6:.1f} us a game")


def receive(executor: ClusterExecutor, spec: RunSpec, games: int) -> None:
    """Receive games that the cluster plays."""
    for _ in executor.play(spec, [range(1, games + 1)]):
        pass


def play(strategy: str, games: int, folder: Path | None = None) -> None:
    """Play games of expert on one thread."""
    sapper.simulate("expert", games=games, seed=2, strategy=strategy, threads=1, folder=folder)


def measure(work: Callable[..., object], *arguments: object) -> float:
    """Processor seconds of this process."""
    begin = time.process_time()
    work(*arguments)
    return time.process_time() - begin


def spell(seconds: float) -> str:
    """A long time in its unit."""
    for size, name in ((86400 * 365, "years"), (86400, "days"), (3600, "hours")):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {name}"
    return f"{seconds / 60:.0f} minutes"


if __name__ == "__main__":
    main()
