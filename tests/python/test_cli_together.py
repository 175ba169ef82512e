"""Options that exclude or need each other, what one command writes and another reads, and messages that name them."""

import json
import re

import pytest
from command_line import run, written

from sapper import Layout, Puzzle, save_puzzles
from sapper.cli.progress import show_progress

POSITION = "1x3:1:b1"
EXCLUDED = [
    ("analyze", POSITION, "--json", "--width", "80"),
    ("analyze", POSITION, "--mines", "1", "--density", "0.2"),
    ("hint", POSITION, "--mines", "1", "--density", "0.2"),
    ("explain", POSITION, "--mines", "1", "--density", "0.2"),
    ("explain", POSITION, "0,0", "--strategy", "best"),
    ("explain", POSITION, "--easiest", "--strategy", "best"),
    ("explain", POSITION, "--rollouts", "0", "--strategy", "best"),
    ("explain", POSITION, "0,0", "--rollouts", "9"),
    ("flip", POSITION, "horizontal", "--mines", "1", "--density", "0.2"),
    ("solve", "FILE", "--seed", "1"),
    ("solve", "FILE", "--level", "expert"),
    ("solve", "FILE", "--first-click", "zero"),
    ("solve", "FILE", "--start", "1,1"),
    ("solve", "--seed", "1", "--json", "--all"),
    ("generate", "5x5/3", "--board", "--count", "2"),
    ("generate", "5x5/3", "--board", "--out", "there"),
    ("rate", "FILE", "--seed", "1"),
    ("rate", "FILE", "--level", "expert"),
    ("rate", "FILE", "--first-click", "zero"),
    ("simulate", "5x5/3", "--games", "1", "--no-folder", "--out", "there"),
    ("simulate", "5x5/3", "--games", "1", "--no-folder", "--threads", "1", "--cluster", "local:1"),
    ("simulate", "5x5/3", "--games", "1", "--no-folder", "--luck-free", "--measure", "zini"),
    ("sweep", "5x5/3", "--vary", "start", "--games", "1", "--threads", "1", "--cluster", "local:1"),
    ("compare", "safest", "random", "--threads", "1", "--cluster", "local:1"),
    ("compare", "safest", "random", "--against", "there.csv"),
    ("gallery", "safest", "--no-picture", "--out", "there"),
    ("query", "there", "select 1", "--csv", "--json"),
    ("bench", "--signature", "--seconds", "1"),
    ("reference", "matrix", POSITION, "--rule", "1:a,b"),
    ("reference", "matrix", POSITION, "--games", "5"),
    ("reference", "matrix", POSITION, "--seed", "5"),
    ("reference", "matrix", "--rule", "1:a,b", "--level", "expert"),
    ("reference", "matrix", "--rule", "1:a,b", "--threads", "1"),
    ("reference", "automine", POSITION, "--games", "5"),
    ("reference", "automine", POSITION, "--boards", "5"),
    ("reference", "automine", POSITION, "--threads", "1"),
    ("reference", "superloc", "--game", "1", "--games", "5"),
    ("reference", "superloc", "--game", "1", "--save-failed", "there"),
    ("reference", "superloc", "--game", "1", "--json"),
]
NEEDY = [
    ("explain", POSITION, "--seed", "1"),
    ("solve", "--seed", "1", "--game", "1"),
    ("rate", "--seed", "1", "--game", "1"),
    ("compare", "safest", "random", "--games", "1", "--error", "0.1"),
    ("generate", "5x5/3", "--maker", "repair"),
    ("generate", "5x5/3", "--no-counter"),
    ("generate", "5x5/3", "--max-technique", "pair"),
    ("generate", "5x5/3", "--difficulty", "1..2"),
    ("generate", "5x5/3", "--time", "1"),
    ("reference", "matrix", "--mines", "3", "--games", "1"),
    ("reference", "automine", "--mines", "3", "--games", "0"),
    ("reference", "automine", "--no-search", "--games", "0"),
]


@pytest.mark.parametrize("line", EXCLUDED, ids=" ".join)
def test_options_that_exclude_each_other(tmp_path, line, monkeypatch):
    monkeypatch.chdir(tmp_path)
    layout = written(tmp_path, str(Layout.from_seed("5x5/3", seed=1)), "FILE")
    result = run(*(layout.name if word == "FILE" else word for word in line))
    assert result.exit_code == 2
    assert re.fullmatch(r"sapper: error: give \S+ or \S+, not both\n", result.stderr)
    assert [path.name for path in tmp_path.iterdir()] == ["FILE"]


@pytest.mark.parametrize("line", NEEDY, ids=" ".join)
def test_options_that_need_another(line):
    result = run(*line)
    assert result.exit_code == 2
    assert re.fullmatch(r"sapper: error: --[a-z-]+: valid only with \S+\n", result.stderr)


def test_the_message_names_what_was_typed():
    assert "give --no-picture or --out, not both" in run("gallery", "safest", "--no-picture", "--out", "x").stderr
    assert "give FILE or --seed, not both" in run("rate", "-", "--seed", "1", stdin="").stderr


@pytest.mark.parametrize("rule", ["zero", "safe", "none", "moved", "drawn"])
def test_rate_solve_and_flip_read_what_generate_writes(rule):
    made = run("generate", "9x9/10", "--seed", "4", "--first-click", rule, "--json").stdout
    drawn = run("generate", "9x9/10", "--seed", "4", "--first-click", rule).stdout
    assert json.loads(made)["seed"] == 4
    assert Layout.from_text(made) == Layout.from_text(drawn)
    assert str(Layout.from_text(made)) == str(Layout.from_text(drawn))
    for command in (["rate", "-"], ["rate", "-", "--json"], ["solve", "-", "--all"], ["flip", "-", "horizontal"]):
        results = [run(*command, stdin=text) for text in (made, drawn)]
        assert results[0].stdout == results[1].stdout
        assert results[0].exit_code == results[1].exit_code
        assert results[0].stderr == results[1].stderr


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"rows": 2, "cols": 2}', "'mine_cells' is missing"),
        ('{"rows": 2, "cols": 2, "mine_cells": 3}', "no list"),
        ('{"rows": 2, "cols": 2, "mine_cells": [[0, 5]]}', "outside the board"),
        ('{"rows": 2, "cols": 2, "mine_cells": [[0, 0]], "colour": 1}', "'colour'"),
        ('{"rows": 2, "cols": 2, "mine_cells": [[0, 0]], "start": [0, 1], "first_click": "soon"}', "soon"),
        (
            '{"rows": 9, "cols": 9, "mine_cells": [[0, 0]], "start": [0, 1], "first_click": "none", "seed": 1}',
            "seed 1",
        ),
        ('{"rows": 2, "cols": 2, "mine_cells": [[0, 0]', "broken"),
        ('{"rows": ' + "[" * 100_000, "broken"),
    ],
)
def test_layouts_in_json_that_are_none(text, fault):
    result = run("rate", "-", stdin=text)
    assert result.exit_code == 2
    assert fault in result.stderr
    assert result.stderr.count("\n") == 1


def test_rate_chooses_one_of_several_puzzles(tmp_path):
    layouts = [Layout.from_seed("5x5/3", seed=seed) for seed in (1, 2)]
    save_puzzles(tmp_path / "two", [Puzzle(layout) for layout in layouts])
    lines = written(tmp_path, "".join(f"{layout.to_json()}\n" for layout in layouts), "lines")
    for file in (tmp_path / "two", lines):
        for number, layout in enumerate(layouts, start=1):
            assert run("rate", file, "--game", number).stdout == run("rate", "-", stdin=str(layout)).stdout
        assert "no puzzle 3" in run("rate", file, "--game", 3).stderr
    assert run("rate", lines).stdout == run("rate", tmp_path / "two").stdout


def test_flip_takes_what_analyze_takes(tmp_path):
    assert run("flip", "1x3:1:1b", "horizontal").stdout == "1x3:1:b1\n"
    assert run("flip", written(tmp_path, "1..\n"), "horizontal", "--mines", "1").stdout == "mines 1\n..1\n"
    assert run("flip", written(tmp_path, "1..\n"), "horizontal", "--density", "0.2").stdout == "density 0.2\n..1\n"
    assert "position '1x3:1:1c'" in run("flip", "1x3:1:1c", "horizontal").stderr


def test_the_repair_maker_is_named_where_the_other_gives_up():
    result = run("generate", "16x30/160", "--no-guess", "--seed", "1", "--time", "0.1")
    assert result.exit_code == 1
    assert "--maker repair" in result.stderr
    assert run("generate", "16x30/160", "--no-guess", "--seed", "1", "--maker", "repair").exit_code == 0


def test_simulate_says_that_a_folder_holds_more(tmp_path):
    command = ["simulate", "5x5/3", "--strategy", "safest", "--out", tmp_path / "run", "--games"]
    assert "more than" not in run(*command, 5).stderr
    fewer = run(*command, 3)
    assert "the folder holds 5 games, more than --games 3" in fewer.stderr
    assert "of 5 games" in fewer.stdout
    assert json.loads(run(*command, 3, "--json").stdout)["games"] == 5


def test_serve_says_where_the_key_lies():
    text = " ".join(run("serve", "--help").stdout.replace("│", " ").split())
    assert "scores.key in ~/.local/share/sapper" in text


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
def test_the_progress_bar_keeps_a_width(capfd, monkeypatch, columns):
    for name, value in (("COLUMNS", str(columns)), ("FORCE_COLOR", "1"), ("TERM", "xterm"), ("TTY_COMPATIBLE", "1")):
        monkeypatch.setenv(name, value)
    with show_progress("games") as show:
        show(1_234_567, 10_000_000, 0, "won 39.51 % (39.42 to 39.60)")
    drawn = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", capfd.readouterr().err)
    bars = re.findall(r"[━╸╺]+", drawn)
    assert bars
    assert min(map(len, bars)) >= 8
    assert max(map(len, drawn.replace("\r", "\n").split("\n"))) <= columns
