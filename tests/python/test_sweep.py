"""Sweeps: what varies is read and checked, and every point is the run it names."""

import csv
import io
import json

import numpy as np
import pytest
from command_line import check_refused, run

import sapper
from sapper.board.level import FirstClick
from sapper.run.sweep.axis import Axis, read_axes, read_axis
from sapper.run.sweep.sweep import sweep

LEVEL = sapper.Level(6, 7, 8)


def test_every_point_is_its_run():
    found = sweep(LEVEL, read_axes(["start"], LEVEL), games=30, strategy="safest", first_click="safe")
    assert [point.values for point in found.points] == [(r, c) for r in range(6) for c in range(7)]
    for point in found.points[::11]:
        played = sapper.simulate(LEVEL, games=30, strategy="safest", first_click="safe", start=point.values)
        assert point.rate == played.win_rate
    assert found.best.rate.wins == max(point.rate.wins for point in found.points)


def test_settings_and_budgets():
    axes = [read_axis("endgame_worlds=0,20"), read_axis("budget=fast,deep")]
    found = sweep(LEVEL, axes, games=5, strategy="safest,endgame_nodes=100")
    assert [point.values for point in found.points] == [(0, "fast"), (0, "deep"), (20, "fast"), (20, "deep")]


def test_anything_varies_and_crosses():
    """Every point is the run that `simulate` plays with its values."""
    axes = {
        "size": ["6x7", "8x8"],
        "density": np.array([0.125, 0.25]),
        "first_click": ["safe", FirstClick.ZERO],
        "strategy": ["safest,endgame_worlds=0", "random"],
    }
    found = sweep(LEVEL, axes, games=12, seed=3)
    assert len(found.points) == 16
    for point in found.points[::5]:
        size, density, rule, strategy = point.values
        rows, cols = map(int, size.split("x"))
        level = sapper.Level(rows, cols, round(density * rows * cols))
        run = sapper.simulate(level, games=12, seed=3, strategy=strategy, first_click=rule)
        assert point.rate == run.win_rate
    mines = sweep(LEVEL, ["mines=4:12:4", "first-click=safe,none"], games=12)
    assert [point.values for point in mines.points][:3] == [(4, "safe"), (4, "none"), (8, "safe")]
    levels = sweep(LEVEL, ["level=beginner,4x4/2", "strategy=safest;best,rollouts=0"], games=5)
    assert [point.values[0] for point in levels.points] == ["beginner", "beginner", "4x4/2", "4x4/2"]


def test_words_are_values_of_settings():
    found = sweep(LEVEL, ["ties=left,right"], games=5, strategy="matrix")
    assert [point.values for point in found.points] == [("left",), ("right",)]


def test_a_function_without_a_module_has_settings():
    found = sweep("9x9/20", ["place=0,1"], games=60, strategy=lambda a, *, place=0: a.safest_cells[-place])
    assert found.points[0].rate != found.points[1].rate


def test_settings_of_a_python_strategy(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "varied.py").write_text(
        "def choose(analysis, *, last=0):\n    return analysis.safest_cells[-1 if last else 0]\n"
    )
    found = sweep("9x9/20", [read_axis("last=0,1")], games=60, strategy="varied")
    assert found.points[0].rate != found.points[1].rate


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a=1", (1,)),
        ("a=1,2.5", (1, 2.5)),
        ("a=0:3", (0, 1, 2, 3)),
        ("a=0:1:0.25", (0, 0.25, 0.5, 0.75, 1)),
        ("a=-1:1", (-1, 0, 1)),
    ],
)
def test_axes_are_read(text, values):
    assert read_axis(text) == Axis("a", values)


@pytest.mark.parametrize(
    ("texts", "quoted"),
    [
        ([], r"\[\]"),
        (["start", "a=1", "b=1", "c=1"], "'row', 'col', 'a', 'b', 'c'"),
        (["a=1", "a=2"], "'a', 'a'"),
        (["a"], "not 'a'"),
        (["a=x!"], "not 'x!'"),
        (["a=1,,2"], "not '1,,2'"),
        (["strategy=best,,safest"], "'best,,safest'"),
        (["mines=1.5"], "whole numbers, unlike '1.5'"),
        (["mines=ten"], "whole numbers, unlike 'ten'"),
        (["density=0.5,1.5"], "shares of mines from 0 to 1, unlike '0.5,1.5'"),
        (["level=expert", "mines=3"], "level and mines cannot both vary"),
        (["mines=3", "density=0.1"], "mines and density cannot both vary"),
        (["a=1,1"], "unlike '1,1'"),
        (["a=3:1"], "unlike '3:1'"),
        (["a=3:2.5"], "unlike '3:2.5'"),
        (["a=0:-1e308:1e-9"], "unlike '0:-1e308:1e-9'"),
        (["a=0:inf"], "not '0:inf'"),
        (["a=1,nan"], "not '1,nan'"),
        (["a=0:1:1e-320"], "'0:1:1e-320' has more than 10000"),
        (["a=1:2:0"], "not '1:2:0'"),
        (["a=0:1e9"], "more than 10000"),
        (["row=0.5"], "whole numbers, unlike '0.5'"),
    ],
)
def test_bad_axes_are_quoted(texts, quoted):
    with pytest.raises(sapper.InputError, match=quoted):
        read_axes(texts, LEVEL)


def test_bad_points_are_refused_before_anything_is_played():
    with pytest.raises(sapper.InputError, match="cell 6,0"):
        sweep(LEVEL, [read_axis("row=5,6"), read_axis("col=0")], games=10**9)
    with pytest.raises(sapper.InputError, match="unknown setting 'depth'"):
        sweep(LEVEL, [read_axis("depth=5")], games=10**9)
    with pytest.raises(sapper.InputError, match="unknown budget 'much'"):
        sweep(LEVEL, [read_axis("budget=much")], games=10**9)
    with pytest.raises(sapper.InputError, match="'much'"):
        sweep(LEVEL, [read_axis("endgame_worlds=much")], games=10**9)
    with pytest.raises(sapper.InputError, match="unknown strategy 'bets'"):
        sweep(LEVEL, ["strategy=best,bets"], games=10**9)
    with pytest.raises(sapper.InputError, match="unknown first-click rule 'kind'"):
        sweep(LEVEL, ["first_click=safe,kind"], games=10**9)
    with pytest.raises(sapper.InputError, match="not '6by7'"):
        sweep(LEVEL, ["size=6x7,6by7"], games=10**9)
    with pytest.raises(sapper.InputError, match="41 mines"):
        sweep(LEVEL, ["mines=8,41"], games=10**9)
    with pytest.raises(sapper.LimitError, match="100000000000 games are more than a run has"):
        sweep(LEVEL, [read_axis("row=0")], games=10**11)


@pytest.mark.parametrize(
    "vary",
    [
        ("start",),
        ("endgame_worlds=0:40:10",),
        ("budget=fast,deep",),
        ("mines=4:12:4", "first_click=safe,zero"),
        ("mines=4,8", "size=6x7,7x7", "budget=fast,deep"),
    ],
)
def test_the_command_saves_everything(tmp_path, vary):
    options = [part for what in vary for part in ("--vary", what)]
    result = run(
        "sweep",
        "6x7/8",
        *options,
        "--games",
        10,
        "--strategy",
        "safest,endgame_nodes=1000",
        "--out",
        tmp_path / "sweep",
    )
    assert result.exit_code == 0, result.stderr
    found = json.loads((tmp_path / "sweep" / "sweep.json").read_text())
    rows = list(csv.DictReader(io.StringIO((tmp_path / "sweep" / "sweep.csv").read_text())))
    assert len(found["points"]) == len(rows) > 1
    assert (tmp_path / "sweep" / "sweep.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (tmp_path / "sweep" / "sweep.svg").read_text()


def test_the_command_refuses():
    check_refused(run("sweep", "6x7/8", "--vary", "up", "--games", 3), "not 'up'")
    check_refused(run("sweep", "6x7/8", "--vary", "start", "--games", 0), "not 0")
