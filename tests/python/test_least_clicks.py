"""The least number of clicks against brute force, and clicks that win with it."""

from __future__ import annotations

import json

import pytest

import sapper
from sapper.game.statistics import TimedClick, judge
from tests.oracle import clicks as oracle
from tests.oracle.boards import random_layout
from tests.oracle.zini import Ground, replay
from tests.python.command_line import check_refused, run, written

SMALL = [(1, 6, 2), (2, 6, 3), (3, 4, 3), (3, 5, 3), (3, 5, 5), (4, 4, 4)]
SHAPES = ["hex:3x4/3", "torus:3x4/3", "tri:2x3/3", "box:2x2x3/3", "square4:3x4/3"]


def wins(layout: sapper.Layout, path: tuple[sapper.Click, ...]) -> bool:
    """Whether clicks win the game itself."""
    buttons = {"reveal": "left", "flag": "right", "chord": "chord"}
    return judge(layout, [TimedClick(buttons[one.kind], one.cell, 0.0) for one in path]).won


def brute(layout: sapper.Layout, *, any_flag: bool = False) -> int:
    shape = layout.shape
    around = [[shape.number(other) for other in shape.neighbours(cell)] for cell in shape]
    return oracle.least_clicks(around, frozenset(shape.number(cell) for cell in layout.mines), any_flag=any_flag)


@pytest.mark.parametrize("size", SMALL, ids=str)
def test_squares_as_brute_force(size):
    rows, cols, mines = size
    for seed in range(8):
        layout = sapper.Layout.from_mines(rows, cols, random_layout(rows, cols, mines, seed=seed))
        found = sapper.least_clicks(layout)
        assert isinstance(found, sapper.ExactClicks)
        assert found.clicks == len(found.path) == brute(layout), str(layout)


def test_flags_on_safe_cells_save_nothing():
    for seed in range(6):
        layout = sapper.Layout.from_mines(2, 5, random_layout(2, 5, 2, seed=seed))
        assert sapper.least_clicks(layout).low == brute(layout) == brute(layout, any_flag=True)


@pytest.mark.parametrize("level", SHAPES)
def test_shapes_as_brute_force(level):
    for seed in range(8):
        layout = sapper.Layout.from_seed(level, seed=seed, first_click="none")
        found = sapper.least_clicks(layout)
        assert found.low == found.high == brute(layout), str(layout)
        assert wins(layout, found.path)


def test_clicks_win_and_are_no_more_than_any_zini():
    for level, count in (("beginner", 60), ("intermediate", 10), ("9x30/70", 5)):
        for seed in range(count):
            layout = sapper.Layout.from_seed(level, seed=seed)
            found = sapper.least_clicks(layout)
            assert isinstance(found, sapper.ExactClicks)
            assert wins(layout, found.path)
            assert replay(Ground(layout.rows, layout.cols, layout.mines), [(c.kind, c.cell) for c in found.path])
            assert len(found.path) <= sapper.metrics(layout).best_zini


def test_few_states_give_bounds_around_the_number():
    for seed in range(12):
        layout = sapper.Layout.from_seed("intermediate", seed=seed)
        proved = sapper.least_clicks(layout)
        for limit in (1, 200, 2000):
            found = sapper.least_clicks(layout, limit=limit)
            assert found.low <= proved.low <= found.high == len(found.path)
            assert found.high <= sapper.metrics(layout).best_zini
            assert wins(layout, found.path)
            assert isinstance(found, sapper.ExactClicks if found.low == found.high else sapper.BoundClicks)


def test_extreme_layouts():
    assert sapper.least_clicks(sapper.Layout.from_text("***\n***\n")) == sapper.ExactClicks(0, ())
    assert sapper.least_clicks(sapper.Layout.from_text("...\n...\n")).clicks == 1
    assert sapper.least_clicks(sapper.Layout.from_text("*.*\n.*.\n")).clicks == 3


def test_a_known_layout_takes_a_click_less_than_every_zini():
    link = "b=3&m=00o1a00100d5gc850g1m0430003kg4g08a08gg00g00k00g826008k2g801g880g1agk00bio040s40q004007is41k1c8jg"
    layout = sapper.Layout.from_text(link)
    assert (sapper.least_clicks(layout).low, sapper.metrics(layout).best_zini) == (94, 95)


@pytest.mark.parametrize("limit", [0, -1, 1.5, "many", None])
def test_bad_limits_are_refused(limit):
    with pytest.raises(sapper.InputError, match="limit"):
        sapper.least_clicks(sapper.Layout.from_seed("beginner", seed=1), limit=limit)


def test_only_a_layout_has_clicks():
    with pytest.raises(sapper.InputError, match="'expert'"):
        sapper.least_clicks("expert")


def test_the_command_prints_measures_and_writes_clicks_to_watch(tmp_path):
    options = ("metrics", "--level", "beginner", "--seed", 4)
    found = sapper.metrics(sapper.Layout.from_seed("beginner", seed=4))
    shown = json.loads(run(*options, "--least", "--path", "least", "--json").stdout)
    assert (shown["bbbv"], shown["zini"], shown["least"]) == (found.bbbv, found.zini, {"low": 12, "high": 12})
    assert len(shown["clicks"]) == 12
    printed = run(*options, "--path", "greedy").stdout
    assert printed.splitlines()[-1].split() == ["13", *str(found.path()[-1]).split()]
    watched = tmp_path / "least.evf"
    run(*options, "--path", "least", "--out", watched)
    played = sapper.Replay.read(watched)
    assert (played.won, played.statistics.cl) == (True, 12)


def test_the_command_computes_columns():
    options = ("metrics", "--level", "beginner", "--seed", 4)
    added = ("--column", "save=zini-least", "--column", "share=100*save/bbbv", "--column", "none=save/0")
    shown = json.loads(run(*options, "--least", *added, "--json").stdout)
    assert (shown["save"], shown["share"], shown["none"]) == (1, pytest.approx(100 / 15), None)
    lines = dict(line.split(maxsplit=1) for line in run(*options, "--least", *added[:4]).stdout.splitlines())
    assert (lines["save"], lines["share"]) == ("1", "6.66667")
    check_refused(run(*options, "--column", "save=zini-least"), "'least'")
    check_refused(run(*options, "--column", "seed=zini"), "'seed'")


def test_the_command_refuses_what_it_cannot_do(tmp_path):
    watched = tmp_path / "watched.evf"
    check_refused(run("metrics", "--path", "best"), "'best'")
    check_refused(run("metrics", "--out", watched), "--path")
    check_refused(run("metrics", "--seed", 1, "--path", "greedy", "--out", tmp_path / "a.txt"), "'.txt'")
    several = written(tmp_path, run("generate", "beginner", "--seed", 1, "--count", 2).stdout)
    check_refused(run("metrics", several, "--path", "least", "--out", tmp_path / "new.evf"), "--game")
    assert len(run("metrics", several, "--json").stdout.splitlines()) == 2
