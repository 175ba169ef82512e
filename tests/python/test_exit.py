"""At exit of a script the package prints no message and keeps no object alive."""

from __future__ import annotations

import subprocess
import sys

import pytest

# Objects that the package could keep alive: a board, an analysis with its results, a game, an error.
USE = """
import sapper
from sapper import _engine
board = sapper.Board.from_text("mines 2\\n..1\\n.2.\\n...\\n")
analysis = sapper.analyze(board)
analysis.worlds, analysis.world(0), analysis.sample(2), analysis.dead_cells, analysis.outcomes((0, 0))
analysis.probability_of({(0, 0): True}, given={(0, 1): False}), analysis.components, analysis.mine_probability
sapper.analyze_many([board, board])
rules = sapper.solve_rules(["1:a,b", "1-2:b,c,d"])
rules.world(0), rules.probability_of({"a": True}, exact=True)
game = sapper.Game(sapper.Layout.from_seed("beginner", seed=1))
game.reveal((2, 2))
try:
    sapper.analyze(sapper.Board.from_rows([[-1, 1, 0]], mines=1))
except sapper.SapperError as error:
    kept = error
"""

# A thread that never ends keeps its objects alive until the interpreter exits.
KEEP_ALIVE = """
import threading, time
threading.Thread(target=lambda held=analysis: time.sleep(60), daemon=True).start()
"""


def messages(script: str) -> str:
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("script", [USE, USE + KEEP_ALIVE], ids=["plain", "daemon thread"])
def test_no_message_at_exit(script: str):
    assert messages(script) == ""


def test_the_package_itself_leaks_nothing():
    assert messages(USE + "_engine.warn_of_leaks(True)\n") == ""


def test_leaks_would_be_seen():
    assert "leaked" in messages(USE + KEEP_ALIVE + "_engine.warn_of_leaks(True)\n")
