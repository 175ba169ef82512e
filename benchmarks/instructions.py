"""Instructions of two builds of Sapper: `python benchmarks/instructions.py OTHER_PYTHON`.

OTHER_PYTHON is the interpreter of another environment with Sapper, such as that of an older checkout. Each row is
fixed work under `valgrind --tool=callgrind`, counted inside one function of the engine. Counts do not depend on how
busy the machine is. Their ratio is printed: below 1 this build executes fewer. Needs valgrind.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys

_PREPARE = """
import sapper
def boards(games):
    found = []
    for seed in sapper.game_seeds(1, games):
        game = sapper.Game(sapper.Layout.from_seed("expert", seed=seed, start=(3, 3)))
        game.reveal((3, 3))
        found.append(game.board)
    return found
def play(strategy, games):
    sapper.simulate("expert", games=games, seed=1, strategy=strategy, threads=1)
"""
# The work, and the function of the engine whose instructions are counted, with all that it calls.
_ROWS = {
    "safest": ("play('safest', 60)", "sapper::play_games*"),
    "lookahead": ("play('lookahead', 15)", "sapper::play_games*"),
    "analyze_many": ("sapper.analyze_many(boards(6) * 100, threads=1)", "sapper::analyze_board*"),
}


def count(python: str, code: str, function: str) -> int:
    """The instructions of a function of the engine in a program."""
    options = ["--callgrind-out-file=/dev/null", "--collect-atstart=no", f"--toggle-collect={function}"]
    command = ["valgrind", "--tool=callgrind", *options, python, "-c", _PREPARE + code]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    found = re.search(r"Collected : ([0-9]+)", done.stderr)
    assert found is not None
    return int(found[1])


def main() -> None:
    """Print the millions of instructions of both builds and their ratio, row by row."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", help="the Python interpreter of the other build")
    parser.add_argument("--rows", nargs="+", choices=list(_ROWS), default=list(_ROWS))
    options = parser.parse_args()
    if shutil.which("valgrind") is None:
        sys.exit("valgrind is not installed")
    for row in options.rows:
        other, this = (count(python, *_ROWS[row]) for python in (options.other, sys.executable))
        print(f"{row:14} {other / 1e6:10.1f} {this / 1e6:10.1f} {this / other:7.3f}", flush=True)


if __name__ == "__main__":
    main()
