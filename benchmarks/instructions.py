"""Instructions of two builds of Sapper, or of an analysis of several shapes, counted by valgrind.

`python benchmarks/instructions.py OTHER_PYTHON` compares two builds. OTHER_PYTHON is the interpreter of another
environment with Sapper, such as that of an older checkout. Each row is fixed work under `valgrind --tool=callgrind`,
counted inside one function of the engine, with the ratio of the builds: below 1 this build executes fewer. Counts
hardly depend on how busy the machine is; those of games vary by up to 2 %, because waiting threads count too.

`python benchmarks/instructions.py --shapes hex tri torus` prints the instructions of an analysis for a hidden cell,
and their ratio to squares, on boards as in shapes.py.
"""

from __future__ import annotations

import argparse
import os
import pickle
import re
import shutil
import subprocess
import sys
import tempfile

from shapes import DENSITY, positions

import sapper

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
_ANALYSIS = "sapper::analyze_board*"
_GAMES = 30  # whose positions are analysed, a shape
# The work, and the function of the engine whose instructions are counted, with all that it calls.
_ROWS = {
    "safest": ("play('safest', 60)", "sapper::play_games*"),
    "lookahead": ("play('lookahead', 15)", "sapper::play_games*"),
    "analyze_many": ("sapper.analyze_many(boards(6) * 100, threads=1)", _ANALYSIS),
}
_READ = "import pickle, sapper; sapper.analyze_many(pickle.load(open({file!r}, 'rb')), threads=1)"
_SIZE = "16x30"


def count(python: str, code: str, function: str) -> int:
    """The instructions of a function of the engine in a program."""
    options = ["--callgrind-out-file=/dev/null", "--collect-atstart=no", f"--toggle-collect={function}"]
    command = ["valgrind", "--tool=callgrind", *options, python, "-c", code]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    found = re.search(r"Collected : ([0-9]+)", done.stderr)
    assert found is not None
    return int(found[1])


def count_shape(word: str, games: int) -> float:
    """The instructions of an analysis for each hidden cell of boards of a shape; the empty word means squares."""
    shape = sapper.Shape.parse(f"{word}:{_SIZE}" if word else _SIZE)
    boards = positions(sapper.Level.of(shape, round(DENSITY * len(shape))), games)
    with tempfile.NamedTemporaryFile() as file:
        file.write(pickle.dumps(boards))
        file.flush()
        found = count(sys.executable, _READ.format(file=file.name), _ANALYSIS)
    return found / sum(len(board.hidden_cells) for board in boards)


def main() -> None:
    """Print the millions of instructions of both builds and their ratio, row by row; or the figures of shapes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", nargs="?", help="the Python interpreter of the other build")
    parser.add_argument("--rows", nargs="+", choices=list(_ROWS), default=list(_ROWS))
    parser.add_argument("--shapes", nargs="+", default=[], metavar="SHAPE", help="such as hex, tri, torus")
    options = parser.parse_args()
    if shutil.which("valgrind") is None:
        sys.exit("valgrind is not installed")
    if options.other is None and not options.shapes:
        parser.error("name the interpreter of another build, or shapes")
    for row in options.rows if options.other else ():
        code, function = _ROWS[row]
        other, this = (count(python, _PREPARE + code, function) for python in (options.other, sys.executable))
        print(f"{row:14} {other / 1e6:10.1f} {this / 1e6:10.1f} {this / other:7.3f}", flush=True)
    squares = count_shape("", _GAMES) if options.shapes else 0
    for word in options.shapes:
        each = count_shape(word, _GAMES)
        print(f"{word:14} {each:10.1f} {squares:10.1f} {each / squares:7.3f}", flush=True)


if __name__ == "__main__":
    main()
