"""Sweeps: what varies is read and checked, and every point is the run it names."""

import csv
import io
import json

import pytest
from command_line import check_refused, run

import sapper
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
        (["start", "a=1"], "'row', 'col', 'a'"),
        (["a=1", "a=2"], "'a', 'a'"),
        (["a"], "not 'a'"),
        (["a=x"], "not 'x'"),
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
    with pytest.raises(sapper.InputError, match=r"cell \(6, 0\)"):
        sweep(LEVEL, [read_axis("row=5,6"), read_axis("col=0")], games=10**9)
    with pytest.raises(sapper.InputError, match="unknown setting 'depth'"):
        sweep(LEVEL, [read_axis("depth=5")], games=10**9)
    with pytest.raises(sapper.InputError, match="unknown budget 'much'"):
        sweep(LEVEL, [read_axis("budget=much")], games=10**9)
    with pytest.raises(sapper.LimitError, match="100000000000 games are more than a run has"):
        sweep(LEVEL, [read_axis("row=0")], games=10**11)


@pytest.mark.parametrize("vary", [("start",), ("endgame_worlds=0:40:10",), ("budget=fast,deep",)])
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
