"""Instructions of two builds of Sapper: `python benchmarks/instructions.py OTHER_PYTHON`.

OTHER_PYTHON is the interpreter of another environment with Sapper, such as that of an older checkout. Each row is
fixed work under `valgrind --tool=callgrind`, less the instructions of starting up and preparing it. Counts do not
depend on how busy the machine is. Their ratio is printed: below 1 this build executes fewer. Needs valgrind.
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
boards = []
for seed in sapper.game_seeds(1, 40):
    game = sapper.Game(sapper.Layout.from_seed("expert", seed=seed, start=(3, 3)))
    game.reveal((3, 3))
    for cell in sapper.analyze(game.board).safe_cells:
        game.reveal(cell)
    boards.append(game.board)
def play(strategy, games):
    sapper.simulate("expert", games=games, seed=1, strategy=strategy, threads=1)
"""
# Once before, so that everything is loaded, and then the work that is counted.
_ROWS = {
    "safest": ("play('safest', 2)", "play('safest', 202)"),
    "lookahead": ("play('lookahead', 2)", "play('lookahead', 42)"),
    "analyze_many": ("sapper.analyze_many(boards[:1], threads=1)", "sapper.analyze_many(boards * 25, threads=1)"),
    "analyze": ("sapper.analyze(boards[0])", "[sapper.analyze(board).mine_probability for board in boards * 25]"),
}


def count(python: str, code: str) -> int:
    """The instructions of a program."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", python, "-c", _PREPARE + code]
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
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
        before, after = _ROWS[row]
        other, this = (count(python, after) - count(python, before) for python in (options.other, sys.executable))
        print(f"{row:14} {other / 1e6:10.1f} {this / 1e6:10.1f} {this / other:7.3f}", flush=True)


if __name__ == "__main__":
    main()
