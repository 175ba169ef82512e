"""Many layouts under a condition: which they are, that every command reads them, and that none is lost."""

import itertools
import json
import subprocess
import sys

import pytest
from command_line import check_refused, run

import sapper
from sapper.cli import generate as command
from sapper.game.generate import COLUMNS, GenerateProgress


def test_without_a_condition_they_are_the_layouts_of_a_run():
    layouts = list(sapper.generate("9x9/12", 40, seed=3))
    assert [layout.seed for layout in layouts] == sapper.game_seeds(3, 40)
    assert layouts[7] == sapper.Layout.from_seed("9x9/12", seed=layouts[7].seed)
    assert list(sapper.generate("expert", 30, seed=3, no_guess=True)) == sapper.no_guess_many("expert", 30, seed=3)
    repaired = list(sapper.generate("9x9/30", 3, seed=1, no_guess=True, maker="repair"))
    assert repaired == sapper.no_guess_many("9x9/30", 3, seed=1, maker="repair")


@pytest.mark.parametrize("threads", [1, 3])
def test_a_condition_filters_them_in_order(threads):
    every = itertools.islice(sapper.generate("9x9/14", 600, seed=2), 600)
    rated = [(layout, sapper.rate(layout)) for layout in every]
    where = 'bbbv < 30 and solvable and hardest >= "pair" and difficulty < 7'
    wanted = [
        layout
        for layout, rating in rated
        if layout.bbbv < 30 and rating.solvable and rating.hardest >= 2 and rating.difficulty < 7
    ]
    assert len(wanted) > 20
    assert list(sapper.generate("9x9/14", 20, seed=2, where=where, threads=threads)) == wanted[:20]


def test_every_column_has_a_value():
    [layout] = sapper.generate("beginner", 1, seed=1, where=" and ".join(f"{name} >= 0" for name in COLUMNS))
    assert sapper.rate(layout).solvable


def test_the_counter_and_techniques():
    found = sapper.generate("9x9/14", 5, seed=1, no_guess=True, counter=False, max_technique="pair")
    for layout in found:
        rating = sapper.rate(layout, counter=False)
        assert rating.solvable
        assert rating.hardest <= 2


@pytest.mark.parametrize(
    ("arguments", "error", "quoted"),
    [
        ({"where": "bvb < 3"}, sapper.ParseError, "unknown column 'bvb'"),
        ({"where": 'hardest == "guess"'}, sapper.ParseError, "unknown word 'guess'"),
        ({"count": 0}, sapper.InputError, "count must be at least 1"),
        ({"maker": "repair"}, sapper.InputError, "set no_guess"),
        ({"attempts": 3}, sapper.InputError, "set no_guess"),
        ({"first_click": "none", "where": "solvable"}, sapper.InputError, "column 'solvable' needs a safe start"),
        ({"level": "3x3/9"}, sapper.InputError, "9 mines"),
        ({"where": "bbbv > 99", "seconds": 0.2}, sapper.LimitError, "0 of 2 layouts with 'bbbv > 99' were found"),
    ],
)
def test_refusals(arguments, error, quoted):
    given = {"level": "4x4/2", "count": 2, "seed": 1} | arguments
    with pytest.raises(error, match=quoted):
        list(sapper.generate(given.pop("level"), given.pop("count"), **given))


def test_a_hopeless_condition_ends(monkeypatch):
    monkeypatch.setattr("sapper.game.generate._MOST_MISSES", 3000)
    with pytest.raises(sapper.LimitError, match=r"the last [3-7],\d+ layouts do not fulfil the condition: 0 of 2"):
        list(sapper.generate("4x4/2", 2, seed=1, where="bbbv > 99"))


def test_conditions_on_measures():
    where = "bbbv < 150 and zini/bbbv < 0.7 and openings == ops and hzini >= zini8"
    found = list(sapper.generate("expert", 3, seed=5, where=where))
    every = [sapper.metrics(layout) for layout in sapper.generate("expert", 200, seed=5)]
    good = [one.layout for one in every if one.bbbv < 150 and one.zini / one.bbbv < 0.7 and one.hzini >= one.zini8]
    assert found == good[:3]
    with pytest.raises(sapper.InputError, match="rows and columns"):
        list(sapper.generate("box:4x4x4/9", 1, seed=1, where="zini8 > 0"))


def test_a_condition_that_none_fulfils_tells_the_closest(monkeypatch):
    monkeypatch.setattr("sapper.game.generate._MOST_MISSES", 3000)
    most = max(layout.bbbv for layout in sapper.generate("4x4/2", 3000, seed=1))
    with pytest.raises(sapper.LimitError, match=rf"found among [0-9,]+; the closest other has bbbv {most}"):
        list(sapper.generate("4x4/2", 2, seed=1, where="bbbv > 99"))


def test_every_command_reads_the_file(tmp_path):
    file = tmp_path / "many.layouts"
    options = ("--count", "1e1", "--seed", 4, "--where", "bbbv > 5", "--out", file)
    result = run("generate", "9x9/10", *options)
    assert (result.exit_code, result.stdout) == (0, f"saved 10 of 10 layouts in {file}\n")
    layouts = [puzzle.layout for puzzle in sapper.load_puzzles(file)]
    assert layouts == list(sapper.generate("9x9/10", 10, seed=4, where="bbbv > 5"))
    assert [layout.seed for layout in layouts] == [
        layout.seed for layout in sapper.generate("9x9/10", 10, seed=4, where="bbbv > 5")
    ]
    assert run("rate", file).stdout.count("9x9/10 from 2,2: ") == 10
    assert json.loads(run("rate", file, "--game", 3, "--json").stdout)["seed"] == layouts[2].seed
    assert [json.loads(line)["3bv"] for line in run("rate", file, "--json").stdout.splitlines()] == [
        layout.bbbv for layout in layouts
    ]
    assert str(layouts[4]).partition("\n")[0] in run("solve", file, "--game", 5, "--all").stdout
    assert run("flip", file, "horizontal").stdout.count("layout 9x9/10") == 10
    printed = run("generate", "9x9/10", *options[:-2]).stdout
    assert printed == file.read_text()
    lines = run("generate", "9x9/10", *options[:-2], "--json").stdout.splitlines()
    assert [json.loads(line)["seed"] for line in lines] == [layout.seed for layout in layouts]


def test_ctrl_c_keeps_what_was_found(tmp_path, monkeypatch):
    def stopped(*_, on_progress, **__):
        yield from sapper.generate("4x4/2", 7, seed=1)
        on_progress(GenerateProgress(7, 100, 7, 0.1))
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "make_layouts", stopped)
    result = run("generate", "4x4/2", "--count", 100, "--out", tmp_path / "some")
    assert result.exit_code == 130
    assert result.stderr == f"saved 7 of 100 layouts in {tmp_path / 'some'}\nstopped\n"
    assert len(list(sapper.load_puzzles(tmp_path / "some"))) == 7


def test_a_killed_command_leaves_whole_layouts_and_repeated_replaces_none(tmp_path):
    """Ctrl-C and the same command again replaced 232 layouts by 36."""
    file, wanted = tmp_path / "some", sapper.generate("expert", 100_000, seed=1)
    options = ("expert", "--count", 100000, "--seed", 1, "--out", file)
    playing = subprocess.Popen([sys.executable, "-m", "sapper", "generate", *map(str, options)])
    while not file.exists() or file.stat().st_size < 100_000:
        assert playing.poll() is None
    playing.kill()
    playing.wait()
    kept, text = list(sapper.load_puzzles(file)), file.read_text()
    assert [puzzle.layout for puzzle in kept] == list(itertools.islice(wanted, len(kept)))
    check_refused(run("generate", *options), f"{str(file)!r} exists; --force replaces it")
    assert file.read_text() == text
    assert run("generate", "4x4/2", "--count", 3, "--seed", 1, "--out", file, "--force").exit_code == 0
    assert [puzzle.layout for puzzle in sapper.load_puzzles(file)] == list(sapper.generate("4x4/2", 3, seed=1))
    check_refused(run("generate", "4x4/2", "--force"), "--force: valid only with --out")


def test_layouts_are_expert_unless_a_level_is_named():
    assert run("generate", "--seed", 3).stdout == run("generate", "expert", "--seed", 3).stdout


def test_the_command_refuses(tmp_path):
    check_refused(run("generate", "4x4/2", "--count", 3, "--board"), "give --board or --count, not both")
    check_refused(run("generate", "4x4/2", "--where", "bvb"), "unknown column 'bvb'")
    check_refused(run("generate", "4x4/2", "--count", 3, "--maker", "repair"), "--maker: valid only with --no-guess")
    check_refused(run("rate", "--game", 3), "--game: valid only with FILE")
    result = run("generate", "4x4/2", "--count", 3, "--where", "bbbv > 99", "--time", 0.2)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "0 of 3 layouts with 'bbbv > 99' were found" in result.stderr
