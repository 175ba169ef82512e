"""The engine on a stack of half a megabyte, as threads have on some systems, and within bounds of memory."""

import resource
import subprocess
import sys

import pytest


def run(program: str, *, stack: int | None = None) -> subprocess.CompletedProcess[str]:
    """Run a program in a process of its own, whose threads have stacks of so many bytes."""

    def limit() -> None:
        if stack is not None:
            resource.setrlimit(resource.RLIMIT_STACK, (stack, resource.getrlimit(resource.RLIMIT_STACK)[1]))

    return subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True, preexec_fn=limit
    )


LIMITED = """
import sapper
from sapper import Board, _engine
from sapper.play.player import play_games
from sapper.play.strategy import Strategy

# A million worlds may be searched, each a row of 160,000 cells.
choice = sapper.choose(Board((400, 400), None, mines=1), "safest,endgame_worlds=1000000,endgame_nodes=1")
print(choice.rule)

# One mine in a long corridor, in a shorter one and in a hall: a long way down to the last world.
for sides in ((1, 2000), (1, 300), (40, 40)):
    value = sapper.win_value(Board(sides, None, mines=1), worlds=10_000, nodes=20_000, rollouts=0)
    print(type(value).__name__)
print(type(sapper.win_value(Board((1, 18), None, density=0.5), worlds=1 << 18, rollouts=0, nodes=100)).__name__)

level, seeds = sapper.Level(16, 16, 60), sapper.game_seeds(1, 4)
for name in _engine.strategy_names():
    play_games(level, (0, 0), sapper.FirstClick.SAFE, seeds, Strategy.parse(name), threads=3)
print("played")
board = sapper.Board.from_text("mines 9\\n......\\n.1.2..\\n......\\n..3...\\n......")
analysis = sapper.analyze(board)
analysis.sample(3, seed=1)
analysis.dead_cells
sapper.optimum("3x4/3")
print("done")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits a process as Linux does")
def test_half_a_megabyte_of_stack_is_enough() -> None:
    ran = run(LIMITED, stack=512 << 10)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.split() == ["safest", "Bound", "Exact", "Bound", "Bound", "played", "done"]


KEPT = """
import sapper

def resident():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmRSS"))

# A lattice of clues with hidden cells between them: the widest there is.
rows = [[3 if row % 2 and col % 2 else -1 for col in range(61)] for row in range(61)]
board = sapper.Board.from_rows(rows, mines=1400)
sapper.analyze(sapper.Board.from_text("mines 1\\n...\\n.1."))
before = resident()
try:
    sapper.analyze(board, max_states=3_000_000)
except sapper.LimitError:
    print((resident() - before) // 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory of a process as Linux tells it")
def test_little_memory_is_kept_after_an_analysis_that_is_too_wide() -> None:
    ran = run(KEPT)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert int(ran.stdout) < 16


STARVED = """
import resource
import sapper

boards = [sapper.Board.from_text("mines 3\\n....\\n.2..\\n....")] * 2000
used = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmSize")) * 1024
resource.setrlimit(resource.RLIMIT_AS, (used + (1 << 29), resource.RLIM_INFINITY))
found = sapper.analyze_many(boards, threads=4)  # the stack of not even one more thread fits
print(len(found), found[-1].safest_cells == found[0].safest_cells)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits a process as Linux does")
def test_a_system_that_starts_few_threads_is_made_do_with() -> None:
    ran = run(STARVED, stack=1 << 30)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.split() == ["2000", "True"]
