"""How long the command line takes to start: `python benchmarks/start.py [PYTHON...]`.

Each PYTHON is the interpreter of another environment with Sapper, such as that of an older checkout. All start in
turns, so that a busy machine slows all of them. The least CPU time of each command is printed.
"""

from __future__ import annotations

import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage

ROUNDS = 7
COMMANDS = (["-c", "pass"], ["-m", "sapper", "--version"], ["-m", "sapper", "--help"])


def measure(command: list[str]) -> float:
    """CPU seconds of one process."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure this environment and those named."""
    starts = [[python, *command] for python in (sys.executable, *sys.argv[1:]) for command in COMMANDS]
    rounds = [[measure(start) for start in starts] for _ in range(ROUNDS)]
    for start, seconds in zip(starts, zip(*rounds, strict=True), strict=True):
        print(f"{min(seconds):6.3f} s  {' '.join(start)}")


if __name__ == "__main__":
    main()
