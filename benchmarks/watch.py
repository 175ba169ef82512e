"""How much processor time `sapper watch` uses beside a Debian program that is being played.

    python benchmarks/watch.py --seconds 20

It needs xvfb, xdotool and the program as packages of Debian. `sapper watch` runs as a user starts it, with its own
window, at 10 looks a second. Two parts are measured: a window that does not change, and a game in which a cell is
opened twice a second. The time is that of the whole process with all its threads, as a share of one core.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from desktop import PROGRAMS, Program, open_display, start

from sapper.vision.autoplay import Autoplay, Step

MOST = 0.5  # cores
SETTLE = 8.0  # seconds until the command has started and found the board


def main() -> int:
    """Run the command line; 1 where more than half a core was used."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", choices=[one.name for one in PROGRAMS], default="sgt-mines")
    parser.add_argument("--seconds", type=float, default=20, help="length of each part")
    parser.add_argument("--rate", type=float, default=10, help="looks at the screen a second")
    options = parser.parse_args()
    program = next(one for one in PROGRAMS if one.name == options.program)
    with open_display(), start(program) as (screen, window):
        player = Autoplay(screen, window, mines=program.mines, pace=0.5)
        watcher = begin(program, options.rate)
        try:
            time.sleep(SETTLE)
            shares = {"unchanged": measure(watcher, options.seconds)}
            shares["played"] = measure(watcher, options.seconds, player, program.new_game)
            assert watcher.poll() is None, "sapper watch ended"
        finally:
            watcher.terminate()
            watcher.wait()
    for part, share in shares.items():
        print(f"{program.name} {program.level} {part}: {share:.3f} cores at {options.rate:g} looks a second")
    met = max(shares.values()) < MOST
    print("met" if met else f"MISSED: more than {MOST} cores")
    return int(not met)


def begin(program: Program, rate: float) -> subprocess.Popen[bytes]:
    """Start the command."""
    command = [sys.executable, "-m", "sapper", "watch", "--window", program.title, "--mines", str(program.mines)]
    return subprocess.Popen([*command, "--rate", str(rate)], stdout=subprocess.DEVNULL)


def measure(
    watcher: subprocess.Popen[bytes], seconds: float, player: Autoplay | None = None, steps: Sequence[Step] = ()
) -> float:
    """Return the cores that a process uses for so many seconds while games are played."""
    begun, used = time.monotonic(), spent(watcher.pid)

    def tell(_: str) -> None:
        if time.monotonic() - begun > seconds:
            raise TimeoutError

    if player is None:
        time.sleep(seconds)
    else:
        player.tell = tell
        try:
            while True:
                player.game()
                player.renew(steps)
        except TimeoutError:
            pass
    return (spent(watcher.pid) - used) / (time.monotonic() - begun)


def spent(pid: int) -> float:
    """Return the seconds of processor time of a process and its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    sys.exit(main())
