"""The command line: what every command reads and prints."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import run, run_process, written
from typer.core import TyperGroup

import sapper
from sapper.bench.boards import random_position
from sapper.cli.app import Commands
from sapper.cli.lazy import load_command
from sapper.cli.reference import Systems

ROOT = Path(__file__).resolve().parents[2]
STUCK = json.loads((ROOT / "tests" / "golden" / "expert_stuck.json").read_text())[36]
SMALL = "4x4:6:d/a13a/d/d"

# Everywhere


def test_a_share_has_a_space_before_the_sign():
    """As on the page and in the documents: "50 %"."""
    asked = ["analyze -", "explain -", "best -", "explain - --strategy lookahead"]
    texts = [run(*one.split(), stdin=SMALL).stdout for one in asked]
    texts.append(run("optimum", "3x3/2").stdout)
    for text in texts:
        assert re.search(r"\d[ \u00a0]%", text), text
        assert not re.search(r"\d%", text), text


# Analyze


@pytest.mark.parametrize("form", ["picture", "position", "json"])
def test_every_text_form_is_read(tmp_path, form):
    board = sapper.Board.from_text(SMALL)
    text = {"picture": str(board), "position": board.position, "json": board.to_json()}[form]
    by_file = run("analyze", written(tmp_path, text), "--json")
    by_stdin = run("analyze", "-", "--json", stdin=text)
    assert by_file.exit_code == by_stdin.exit_code == 0
    assert by_file.stdout == by_stdin.stdout
    assert json.loads(by_file.stdout)["worlds"] == "66"


def test_the_shape_other_programs_write():
    text = json.dumps({"rows": STUCK["rows"], "mines": 99})
    found = json.loads(run("analyze", "-", "--json", stdin=text).stdout)
    assert found["worlds"] == STUCK["total_solutions"]
    for values, cells, expected in zip(found["mine_probability"], STUCK["rows"], STUCK["exact_probs"], strict=True):
        assert [value is None for value in values] == [cell >= 0 for cell in cells]
        assert [value or 0.0 for value in values] == pytest.approx(expected, abs=1e-9)


def test_a_byte_order_mark_and_windows_lines_are_read(tmp_path):
    path = written(tmp_path, b"\xef\xbb\xbfmines 1\r\n1.\r\n1.\r\n")
    assert json.loads(run("analyze", path, "--json").stdout)["worlds"] == "2"


def test_a_position_may_stand_in_place_of_a_file():
    assert json.loads(run("analyze", SMALL, "--json").stdout)["worlds"] == "66"


def test_a_file_goes_before_a_position_of_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("1x2:1:b").write_text("1x3:1:c")
    assert json.loads(run("analyze", "1x2:1:b", "--json").stdout)["worlds"] == "3"


def test_a_position_longer_than_any_file_name():
    board = random_position("60x60/700", seed=1)
    assert len(board.position) > 1000
    found = json.loads(run("analyze", board.position, "--json").stdout)
    assert found["worlds"] == str(sapper.analyze(board).worlds)


def test_mines_and_density_replace_what_the_board_says():
    counted = json.loads(run("analyze", "1x3:1:c", "--mines", 2, "--json").stdout)
    assert counted["mine_probability"] == [[pytest.approx(2 / 3)] * 3]
    dense = json.loads(run("analyze", "1x3:1:c", "--density", 0.25, "--json").stdout)
    assert dense["mine_probability"] == [[pytest.approx(0.25)] * 3]
    assert json.loads(run("analyze", "-", "--mines", 1, "--json", stdin="..1").stdout)["worlds"] == "1"


def test_flags_count_only_when_trusted():
    board = "1x3:1:F1a"
    assert json.loads(run("analyze", board, "--json").stdout)["mine_probability"] == [[0.5, None, 0.5]]
    trusted = json.loads(run("analyze", board, "--json", "--trust-flags").stdout)
    assert (trusted["mine_cells"], trusted["safe_cells"]) == ([[0, 0]], [[0, 2]])


def test_json_has_exactly_the_promised_keys():
    text = run("analyze", "3x3:2:a1a/M2F/VQ1", "--json").stdout
    assert text.count("\n") == 1
    found = json.loads(text)
    assert list(found) == ["worlds", "mine_probability", "safe_cells", "mine_cells", "dead_cells", "best"]
    assert isinstance(found["worlds"], str)
    analysis = sapper.analyze(sapper.Board.from_text("3x3:2:a1a/M2F/VQ1"))
    for name, cells in (
        ("safe_cells", analysis.safe_cells),
        ("mine_cells", analysis.mine_cells),
        ("dead_cells", analysis.dead_cells),
    ):
        assert found[name] == [list(cell) for cell in cells]
    revealed = [[value is None for value in row] for row in found["mine_probability"]]
    assert revealed == [[False, True, False], [False, True, False], [True, False, True]]


def test_worlds_longer_than_python_writes():
    board = sapper.Board.from_rows([[-1] * 200] * 200, mines=20000)
    result = run("analyze", "-", "--json", stdin=board.to_json())
    worlds = json.loads(result.stdout)["worlds"]
    assert len(worlds) > 4300
    assert worlds.isdigit()
    drawn = run("analyze", "-", stdin=board.position)
    assert f"({len(worlds)} digits)" in drawn.stdout


# Generate


def test_a_layout_is_printed_as_its_text():
    result = run("generate", "expert", "--seed", 7, "--start", "3,3", "--first-click", "zero")
    assert result.exit_code == 0
    layout = sapper.Layout.from_seed("expert", seed=7, start=(3, 3), first_click="zero")
    assert result.stdout == f"{layout}\n"
    assert sapper.Layout.from_text(result.stdout) == layout


@pytest.mark.parametrize("level", ["beginner", "intermediate", "expert", "classic", "5x7/3"])
@pytest.mark.parametrize("rule", sapper.FirstClick)
def test_levels_and_rules(level, rule):
    printed = run("generate", level, "--seed", -3, "--first-click", rule).stdout
    assert sapper.Layout.from_text(printed) == sapper.Layout.from_seed(level, seed=-3, first_click=rule)
    assert f"first-click {rule}" in printed


def test_a_random_seed_is_printed_and_gives_the_layout_again():
    first, second = (sapper.Layout.from_text(run("generate", "beginner").stdout) for _ in range(2))
    assert first.seed != second.seed
    assert first == sapper.Layout.from_seed("beginner", seed=first.seed)


def test_the_opening_can_be_analysed():
    printed = run("generate", "expert", "--seed", 7, "--start", "3,3", "--board").stdout
    game = sapper.Game(sapper.Layout.from_seed("expert", seed=7, start=(3, 3)))
    game.reveal((3, 3))
    assert printed.startswith("; layout 16x30/99 seed 7 first-click zero start 3,3\nmines 99\n")
    assert sapper.Board.from_text(printed) == game.board
    assert run("analyze", "-", stdin=printed).exit_code == 0


def test_an_opening_on_a_mine_shows_it():
    layout = sapper.Layout.from_seed("3x3/8", seed=1, first_click="none")
    start = "{},{}".format(*layout.mines[0])
    options = ("--seed", 1, "--first-click", "none", "--start", start)
    printed = run("generate", "3x3/8", *options, "--board").stdout
    assert sapper.Board.from_text(printed)[layout.mines[0]] == sapper.View.MINE


def test_layouts_as_json():
    found = json.loads(run("generate", "classic", "--seed", 5, "--json").stdout)
    layout = sapper.Layout.from_seed("classic", seed=5)
    assert found == {
        "rows": 8,
        "cols": 8,
        "mine_cells": [list(cell) for cell in layout.mines],
        "seed": 5,
        "start": [2, 2],
        "first_click": "zero",
    }


def test_openings_as_json_are_boards_and_the_seed_is_not_lost():
    result = run("generate", "classic", "--board", "--json")
    assert sapper.Board.from_text(result.stdout).mines == 10
    assert run("analyze", "-", stdin=result.stdout).exit_code == 0
    assert result.stderr.startswith("; layout 8x8/10 seed ")


# Bench, and all commands


def test_bench_prints_a_table():
    result = run("bench", "--seconds", 0)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert len(lines) == 10
    assert "boards a second" in lines[0]
    assert all(line.split()[-2] in ("us", "ms", "s") for line in lines[1:])


def test_the_version():
    assert run("--version").stdout == f"sapper {sapper.__version__}\n"


@pytest.mark.parametrize("group", [Commands, Systems])
def test_every_command_is_listed_with_the_first_line_of_its_help(group):
    found = {name: load_command(f"{group.package}.{name}") for name in group.lines}
    assert {name: command.help.partition("\n")[0] for name, command in found.items()} == group.lines
    folder = ROOT.joinpath("src", *group.package.split("."))
    files = {path.stem for path in folder.iterdir() if f"\ndef {path.stem}(" in read_module(path)}
    assert files == {name for name, command in found.items() if not isinstance(command, TyperGroup)}


def read_module(path: Path) -> str:
    return path.read_text() if path.suffix == ".py" else ""


def commands():
    yield from ([name] for name in Commands.lines)
    yield from (["reference", name] for name in Systems.lines)
    yield from (["database", name] for name in ("backup", "restore"))
    yield from (["scores", name] for name in ("list", "verify", "reset", "backup", "restore"))


@pytest.mark.parametrize("command", list(commands()), ids=" ".join)
def test_help_fits_a_terminal_of_80_columns(command):
    result = run(*command, "--help", env={"COLUMNS": "80"})
    assert result.exit_code == 0
    assert [line for line in result.stdout.splitlines() if len(line) > 80] == []


def test_the_version_imports_no_command():
    script = """
import sys
from sapper.cli.app import app
app(["--version"], standalone_mode=False)
print("numpy" in sys.modules, *sorted(name for name in sys.modules if name.startswith("sapper")))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines()[1] == "False sapper sapper._engine sapper.cli sapper.cli.app sapper.cli.lazy"


def test_both_ways_to_start():
    script = Path(sys.executable).with_name("sapper")
    result = subprocess.run([script, "--version"], capture_output=True, check=True, timeout=60)
    assert result.stdout == run_process("--version").stdout
