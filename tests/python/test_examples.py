"""Every example prints its documented output and nothing on standard error."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PRINTED = {
    "analyze_board.py": ["13 worlds fit this board.", "safe: [(0, 4)]", "probability 3/13, exactly"],
    "compare_guesses.py": ["137807208 worlds, 0 safe cells", "(4, 1)  0.030  0.208  1.487"],
    "explain_move.py": ["0,4 is safe: single clue.", "(2, 0) is a mine: ", "Reveal 1,0", "41 of them"],
    "learn_small_board.py": ["optimal play wins 50088 of 52360 layouts", "the network wins", "the goal of 90% is"],
    "own_strategy.py": ["mine 79.000 %", "22 of 400 boards differ", "20.2% failed"],
    "play_game.py": ["lost after 25 clicks and 1 guesses", "the mine at (7, 0) went off", "playing again"],
    "region_rules.py": ["5 ways to hide the keys", "white  0.600 = 3/5", "blue and black: 1/5"],
    "sample_worlds.py": ["893060257303212001732872 worlds", "mines in the upper half: 18.5 on average"],
}
# Less work than by default, where that takes minutes.
ARGUMENTS = {"learn_small_board.py": ["--steps", "24", "--games", "500"]}


def test_every_example_is_known():
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(PRINTED)


@pytest.mark.parametrize("name", PRINTED)
def test_example(name, tmp_path):
    result = subprocess.run(
        [sys.executable, "-W", "error", EXAMPLES / name, *ARGUMENTS.get(name, [])],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        cwd=tmp_path,
    )
    assert (result.returncode, result.stderr) == (0, "")
    for fragment in PRINTED[name]:
        assert fragment in result.stdout
