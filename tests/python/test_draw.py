"""The drawing of an analysis: its text, with and without colours, at every width, and as a picture."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import run, run_process, written

import sapper
from sapper.bench.boards import stuck_position
from sapper.draw.digits import shorten_integer, spell_integer

ROOT = Path(__file__).resolve().parents[2]
STUCK = json.loads((ROOT / "tests" / "golden" / "expert_stuck.json").read_text())[36]
STUCK_TEXT = json.dumps({"rows": STUCK["rows"], "mines": 99})
SMALL = "4x4:6:d/a13a/d/d"


def words(picture):
    """Return the text of a picture up to the components, whose widths depend on the engine."""
    elements = ElementTree.parse(picture).iter("{http://www.w3.org/2000/svg}text")
    texts = [element.text.strip() for element in elements]
    return texts[: texts.index("components")]


def strip_colours(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_the_drawing_says_everything():
    result = run("analyze", SMALL)
    assert result.exit_code == 0
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    for label in ("board", "worlds", "safe", "mines", "dead", "guess", "components"):
        assert any(line.startswith(label) for line in lines), label
    assert "worlds       66" in lines


def test_safe_and_mine_cells_are_listed_and_drawn():
    text = run("analyze", "3x8:3:1g/h/2g").stdout
    assert "safe         1:  0,1" in text
    assert "mines        1:  2,1" in text
    assert "dead         1:  1,0" in text
    assert " ok " in text
    assert "guess" not in text


def test_a_flag_on_a_safe_cell_is_called_wrong():
    assert "wrong flags  1:  0,3" in run("analyze", "1x4:1:a1aF", "--mines", 1).stdout


def test_guesses_are_the_safest_cells():
    text = run("analyze", "-", stdin=STUCK_TEXT).stdout
    assert "guess        2.631 % a mine, 3:  8,9  10,12  11,12" in text
    assert text.count(">03") == 3


@pytest.mark.parametrize("width", [20, 40, 60, 80, 94, 120, 200])
@pytest.mark.parametrize("colour", [False, True])
def test_an_expert_board_fits_any_width(width, colour):
    env = {"COLUMNS": str(width), "FORCE_COLOR": "1" if colour else None, "TERM": "xterm-256color"}
    result = run("analyze", "-", stdin=STUCK_TEXT, env=env)
    assert result.exit_code == 0
    plain = strip_colours(result.stdout)
    assert max(len(line) for line in plain.splitlines()) <= width
    assert ("columns" in plain) == (width < 93)


def test_coloured_cells_do_not_touch():
    env = {"COLUMNS": "80", "FORCE_COLOR": "1", "TERM": "xterm-256color"}
    plain = strip_colours(run("analyze", "-", stdin=STUCK_TEXT, env=env).stdout)
    assert not re.search(r"[0-9]{3}", "\n".join(line for line in plain.splitlines() if re.match(r" ?[0-9]+ ", line)))


def test_the_width_may_be_asked_for():
    wide = run("analyze", "16x30:99:" + "/".join(["zd"] * 16), "--width", 200).stdout
    narrow = run("analyze", "16x30:99:" + "/".join(["zd"] * 16), "--width", 40).stdout
    assert max(map(len, wide.splitlines())) == 3 + 5 * 30
    assert max(map(len, narrow.splitlines())) <= 40


def test_without_a_terminal_an_expert_board_is_one_picture_without_colours(tmp_path):
    path = written(tmp_path, STUCK_TEXT)
    result = run_process("analyze", path)
    assert result.returncode == 0
    assert result.stderr == b""
    assert b"\x1b" not in result.stdout
    assert b"columns" not in result.stdout
    assert result.stdout.isascii()


def test_colours_and_ways_to_refuse_them():
    env = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    coloured = run("analyze", "3x8:3:1g/h/2g", env=env).stdout
    assert "48;2;" in coloured
    for args, more in ((("--no-color",), {}), ((), {"NO_COLOR": "1"})):
        plain = run("analyze", "3x8:3:1g/h/2g", *args, env=env | more).stdout
        assert "48;2;" not in plain
        assert "38;2;" not in plain
        assert strip_colours(plain) == strip_colours(coloured)


@pytest.mark.parametrize("no_color", [False, True])
def test_a_terminal_gets_colours(no_color):
    controller, terminal = pty.openpty()
    env = {"TERM": "xterm-256color", "COLUMNS": "100"} | ({"NO_COLOR": "1"} if no_color else {})
    process = subprocess.Popen(
        [sys.executable, "-m", "sapper", "analyze", "3x8:3:1g/h/2g"], stdout=terminal, env=os.environ | env
    )
    os.close(terminal)
    seen = b""
    try:
        while block := os.read(controller, 4096):
            seen += block
    except OSError:  # the error of Linux when the other end is closed
        pass
    os.close(controller)
    assert process.wait(60) == 0
    assert (b"48;5;" in seen) == (not no_color)
    assert b"ok" in seen


def test_output_that_is_not_utf_8():
    result = run_process("analyze", SMALL, env={"PYTHONIOENCODING": "ascii:strict"})
    assert (result.returncode, result.stderr) == (0, b"")


def test_a_huge_board_is_summed_up_and_not_drawn():
    board = sapper.Board.from_rows([[-1] * 300] * 300, mines=9000)
    result = run("analyze", "-", stdin=board.position)
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) < 40
    assert "not drawn" in result.stdout


def test_the_picture_is_an_svg_that_needs_no_network(tmp_path):
    path = tmp_path / "board.svg"
    result = run("analyze", SMALL, "--svg", path, "--json", "--no-color")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["worlds"] == "66"
    text = path.read_text()
    assert ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    assert text.count("http") == 1
    assert "url(http" not in text
    assert "@font-face" not in text


def test_the_picture_of_the_readme_is_of_its_board(tmp_path):
    pictures = ROOT / "docs" / "pictures"
    made = tmp_path / "analyze.svg"
    assert run("analyze", pictures / "analyze.txt", "--width", 94, "--svg", made).exit_code == 0
    assert words(made) == words(pictures / "analyze.svg")


def test_stuck_positions_have_guesses():
    assert "guess" in run("analyze", stuck_position("expert", seed=5).position).stdout


@pytest.mark.parametrize("exponent", [0, 1, 39, 40, 41, 308, 309, 4299, 4300, 4301, 20_000, 100_000])
@pytest.mark.parametrize("change", [-1, 0, 1])
def test_long_numbers(exponent, change):
    number = 10**exponent + change
    digits = spell_integer(number)
    assert len(digits) == max(1, exponent + (change >= 0))
    assert set(digits[1:-1]) <= ({"9"} if change < 0 else {"0"})
    short = shorten_integer(number)
    if len(digits) <= 40:
        assert short == digits
    else:
        assert short.endswith(f"e+{len(digits) - 1} ({len(digits)} digits)")


@pytest.mark.parametrize("bits", [1, 64, 10_000, 16_384, 16_385, 100_000, 999_999])
def test_all_digits_of_a_long_number(bits):
    digits = spell_integer(2**bits - 1)
    number = 0
    for first in range(0, len(digits), 4000):
        piece = digits[first : first + 4000]
        number = number * 10 ** len(piece) + int(piece)
    assert number == 2**bits - 1


def test_classes_have_colours_signs_and_a_legend():
    board = "6x7:11:bVd/bV2c/VVe/a1a3c/cVVb/g"
    plain = run("analyze", board, "--classes", "--no-color").stdout
    assert "> best move  + good  = similar: beside one clue" in plain
    lines = plain.splitlines()
    assert lines[4].startswith("3  >4.5  1 ")
    assert lines[5].startswith("4  +4.5 +4.5")
    assert lines[1].count("=18.2") == 2
    dead = run("analyze", "2x5:7:MM3MM/McM", "--classes").stdout
    assert "x33.3" in dead
    assert "x dead" in dead
    coloured = run("analyze", board, "--classes", env={"FORCE_COLOR": "1"}).stdout
    assert "\x1b[" in coloured
    narrow = run("analyze", board, "--classes", "--width", "20", env={"FORCE_COLOR": "1"}).stdout
    assert ">" in re.sub(r"\x1b\[[0-9;]*m", "", narrow.split("best move")[0])  # never by colour alone
    found = json.loads(run("analyze", board, "--classes", "--json").stdout)["classes"]
    assert found["best"] == [[3, 0]]
    assert found["good"] == [[4, 0], [4, 1]]
    done = json.loads(run("analyze", "1x2:1:a1", "--classes", "--json").stdout)["classes"]
    assert done == {"best": [], "good": [], "similar": [], "dead": []}  # only mines are left


HEX = "shape hex:3x4\nmines 3\n1...\n.2..\n....\n"
TRIANGLES = "shape tri:3x5\nmines 3\n1 . . . .\n. 2 . . .\n. . . . .\n"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            HEX,
            ["   0    1    2    3", "0   1   50.0>25.0>25.0", "1    50.0  2  >25.0>25.0", "2 >25.0>25.0>25.0>25.0"],
        ),
        (TRIANGLES, ["   0    1    2    3    4", "0 / 1  \\25.0/25.0\\25.0/25.0", "1 \\25.0/ 2  \\25.0>20.0\\25.0"]),
        ("box:2x2x2:1:1d1b", [" 0,...          1,...", "  1  >16.7     >16.7  1"]),
        ("globe:12:3:1k", [" 0  1     1>20.0   2>20.0   3>20.0   4>20.0   5>20.0"]),
    ],
)
def test_cells_of_other_shapes_stand_where_they_lie(text, lines):
    shown = run("analyze", "-", "--width", "60", stdin=text).stdout.splitlines()
    assert [line for line in lines if not any(line in other for other in shown)] == []


@pytest.mark.parametrize("width", [20, 25, 33, 120])
def test_layers_that_do_not_fit_side_by_side_stand_below_each_other(width):
    shown = run("analyze", "-", "--width", str(width), stdin="box:3x3x3:4:1k2n").stdout
    assert [shown.count(f"{layer},...") for layer in range(3)] == [1, 1, 1]
    assert all(len(line) <= width for line in shown.splitlines()[:12])


def test_a_density_is_printed_with_few_digits():
    result = run("analyze", "2x2:0:1a/b", "--density", str(10 / 81))
    assert "2x2, mine density 0.1235; 3 hidden cells" in result.stdout
