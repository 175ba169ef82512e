"""What long runs cost: how much faster two threads are than one, the speed of a Python strategy, and memory.

One and two threads, or processes, take turns, measured by wall-clock time, because each has its own core. The Python
strategy is a function that looks at the safe cells first and then at the safest ones. The run in a folder is
`sapper simulate ... --out` in a separate process, which reports its peak memory at the end.

>>> two_threads("safest", games=200, rounds=1) > 0
True
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

from solo import peak_memory

import sapper
from sapper.cli.app import main as run_command
from sapper.play.strategy import Choose, Strategy

__all__ = ["folder_memory", "python_speed", "safe_then_safest", "two_threads"]

MEMORY = "peak memory:"


def safe_then_safest(analysis: sapper.Analysis) -> tuple[int, int]:
    """A strategy as one writes it first."""
    cell: tuple[int, int] = (analysis.safe_cells or analysis.safest_cells)[0]
    return cell


def python_speed(*, games: int) -> float:
    """Expert games that the function plays in a second of processor time, in this process."""
    begin = time.process_time()
    sapper.simulate("expert", games=games, strategy=safe_then_safest, first_click="zero", start=(3, 3))
    return games / (time.process_time() - begin)


def two_threads(strategy: Strategy | str | Choose, *, games: int, rounds: int) -> float:
    """How many times faster two threads play than one: the ratio of each round, and the median of these."""
    _seconds(strategy, min(games, 20), 2)
    ratios = []
    for count in range(rounds):
        order = (1, 2) if count % 2 == 0 else (2, 1)
        took = {threads: _seconds(strategy, games, threads) for threads in order}
        ratios.append(took[1] / took[2])
    return statistics.median(ratios)


def _seconds(strategy: Strategy | str | Choose, games: int, threads: int) -> float:
    """Seconds by the clock to play a run in memory."""
    begin = time.perf_counter()
    sapper.simulate("expert", games=games, strategy=strategy, first_click="zero", start=(3, 3), threads=threads)
    return time.perf_counter() - begin


def folder_memory(strategy: str, *, games: int) -> int:
    """Bytes: most memory of a process that plays a run into a folder and writes its report."""
    with tempfile.TemporaryDirectory() as place:
        options = ["--games", str(games), "--seed", "1", "--strategy", strategy, "--start", "3,3"]
        command = ["simulate", "expert", *options, "--out", os.path.join(place, "run"), "--json"]
        done = subprocess.run([sys.executable, __file__, *command], capture_output=True, text=True, check=True)
    return int(done.stdout.partition(MEMORY)[2])


def _main() -> None:
    """Run the command `sapper`, and print the peak memory at the end."""
    try:
        run_command()
    finally:
        print(MEMORY, peak_memory())


if __name__ == "__main__":
    _main()
