"""Measures of layouts against their definitions, golden values and brute force."""

from __future__ import annotations

import random

import numpy as np
import pytest

import sapper
from sapper.game.metrics import MEASURES, measure_seeds
from tests.oracle import zini as oracle
from tests.oracle.boards import golden, random_layout

SIZES = [(1, 1, 0), (1, 5, 1), (2, 2, 1), (4, 4, 3), (5, 7, 6), (8, 8, 10), (6, 9, 20), (9, 9, 3)]


def layouts() -> list[sapper.Layout]:
    return [
        sapper.Layout.from_mines(rows, cols, random_layout(rows, cols, mines, seed=seed))
        for rows, cols, mines in SIZES
        for seed in range(6)
    ]


def ground(layout: sapper.Layout) -> oracle.Ground:
    return oracle.Ground(layout.rows, layout.cols, layout.mines)


def link(query: str) -> sapper.Layout:
    """A layout of a link: five cells a digit, row by row."""
    size, digits = query.split("&")
    cols, rows = {"3": (30, 16), "2": (16, 16)}.get(size) or (
        int(size[: len(size) // 2]),
        int(size[len(size) // 2 :]),
    )
    bits = "".join(f"{int(digit, 32):05b}" for digit in digits)[: rows * cols]
    return sapper.Layout.from_mask(np.array([bit == "1" for bit in bits]).reshape(rows, cols))


@pytest.mark.parametrize("case", golden("measures.json"), ids=lambda case: case["link"][:12])
def test_golden_values(case):
    found = sapper.metrics(link(case["link"]))
    assert {name: found.measure(name) for name in case["measures"]} == case["measures"]
    assert (found.bbbv, found.ops, found.isls) == tuple(case["measures"][name] for name in ("bbbv", "ops", "isls"))


@pytest.mark.parametrize("layout", layouts(), ids=repr)
def test_measures_are_what_their_definitions_say(layout):
    found, plain = sapper.metrics(layout), ground(layout)
    assert (found.bbbv, found.ops, found.isls) == (plain.bbbv, plain.openings, plain.islands)
    assert found.cells == tuple(list(plain.number.values()).count(number) for number in range(9))
    assert found.numbers == sum(plain.number.values()) == found.measure("numbers")
    assert (layout.bbbv, layout.openings) == (found.bbbv, found.ops)
    assert found.zini == oracle.greedy(plain)
    assert found.hzini == oracle.greedy(plain, human=True)
    assert found.zini8 == oracle.eight_way(plain)
    assert found.count("online") == oracle.online(plain)
    assert found.count("online-corrected") == oracle.online(plain, corrected=True)
    assert found.count("online-human") == oracle.online(plain, human=True)
    assert [found.measure(f"cell{number}") for number in range(9)] == list(found.cells)


def test_a_large_board_is_measured_alike():
    """Boards of more than 4096 cells keep the cells sorted by premium."""
    layout = sapper.Layout.from_mines(65, 64, random_layout(65, 64, 16, seed=1))
    found, plain = sapper.metrics(layout), ground(layout)
    assert (found.zini, found.hzini) == (oracle.greedy(plain), oracle.greedy(plain, human=True))


def test_paths_win_with_as_many_clicks_as_are_counted():
    for layout in layouts():
        found, plain = sapper.metrics(layout), ground(layout)
        for kind in sapper.Zini:
            path = found.path(kind, runs=3, seed=5)
            assert oracle.replay(plain, [(click.kind, click.cell) for click in path])
            assert len(path) == found.count(kind, runs=3, seed=5)
        assert found.best_zini <= min(found.zini, found.hzini, found.zini8)


def test_random_runs_draw_as_the_definition_does():
    """The mean of one run, drawn often, is that of the slow rule."""
    layout = sapper.Layout.from_seed("8x8/14", seed=19)
    found, plain = sapper.metrics(layout), ground(layout)
    fast = [found.count("random", runs=1, seed=seed) for seed in range(2000)]
    draw = random.Random(1)
    slow = [oracle.random_runs(plain, draw.choice) for _ in range(150)]
    assert set(slow) <= set(fast)
    error = np.hypot(np.std(slow) / np.sqrt(len(slow)), np.std(fast) / np.sqrt(len(fast)))
    assert abs(np.mean(fast) - np.mean(slow)) < 5 * error
    assert found.count("random", runs=200, seed=1) <= min(fast[:50])


def test_ptt_runs_are_what_their_definition_says():
    """Single runs draw as the slow rule does, and many find what its runs with every sight find."""
    layout = sapper.Layout.from_seed("8x8/14", seed=19)
    found, plain = sapper.metrics(layout), ground(layout)
    draw = random.Random(1)
    fast = [found.count("ptt", runs=1, seed=seed) for seed in range(2000)]
    slow = [oracle.ptt_run(plain, draw.choice, sight=1) for _ in range(100)]
    assert set(slow) <= set(fast)
    error = np.hypot(np.std(slow) / np.sqrt(len(slow)), np.std(fast) / np.sqrt(len(fast)))
    assert abs(np.mean(fast) - np.mean(slow)) < 5 * error
    for seed in range(8):
        small = sapper.Layout.from_seed("5x6/7", seed=seed)
        slow = [oracle.ptt_run(ground(small), draw.choice, sight=1 + run % 3) for run in range(60)]
        assert sapper.metrics(small).count("ptt", runs=3000, seed=1) == min(slow)


def test_ptt_zini_finds_the_clicks_that_its_calculator_finds():
    """92 clicks are published; the runs of another random generator need more of them."""
    query = "2020&240002000202cguh00c0h40o2q120290944431010gc088050g18016002064g40g80g008090j0h1h0"
    found = sapper.metrics(link(query))
    assert found.count("ptt", runs=5000) == 92
    assert found.count("ptt") == found.measure("zini_ptt") <= found.zini


def test_layouts_of_seeds_are_measured_at_once():
    first = sapper.Layout.from_seed("16x16/40", seed=0)
    seeds = sapper.game_seeds(7, 70)
    names = list(MEASURES)
    table = measure_seeds(first, seeds, names, threads=2)
    assert table.dtype == np.uint32
    for row, seed in zip(table, seeds, strict=True):
        found = sapper.metrics(sapper.Layout.from_seed("16x16/40", seed=seed))
        assert list(row) == [found.measure(name) for name in names]


@pytest.mark.parametrize("level", ["hex:6x7/8", "torus:6x6/7", "box:3x4x5/9", "globe:20/8"])
def test_other_shapes_have_measures(level):
    try:
        layout = sapper.Layout.from_seed(level, seed=2, first_click="none", start=None)
    except sapper.InputError:
        pytest.fail(f"{level} is no level")
    found = sapper.metrics(layout)
    assert found.bbbv >= found.ops
    assert min(found.zini, found.hzini) > 0
    assert sum(found.cells) == len(layout.shape) - len(layout.mines)
    assert found.best_zini <= found.zini
    if len(layout.shape.sides) == 2:
        assert found.zini8 <= found.zini
    else:
        with pytest.raises(sapper.InputError, match="rows and columns"):
            _ = found.zini8


def test_a_layout_without_clicks():
    found = sapper.metrics(sapper.Layout.from_text("**\n**\n"))
    assert (found.bbbv, found.zini, found.hzini, found.zini8, found.best_zini) == (0, 0, 0, 0, 0)
    assert found.max_efficiency is None
    assert found.path() == ()


def test_wrong_arguments_are_refused():
    found = sapper.metrics(sapper.Layout.from_seed("beginner", seed=1))
    with pytest.raises(sapper.InputError, match="only a layout"):
        sapper.metrics("beginner")  # type: ignore[arg-type]
    with pytest.raises(sapper.InputError, match="'fast'"):
        found.count("fast")
    with pytest.raises(sapper.InputError, match="runs"):
        found.count("random", runs=0)
    with pytest.raises(sapper.InputError, match="at most"):
        found.count("random", runs=10**9)
    with pytest.raises(sapper.InputError, match="'zinni'"):
        found.measure("zinni")
    with pytest.raises(sapper.InputError, match="no start"):
        measure_seeds(sapper.Layout.from_text("*.\n"), [1], ["bbbv"])
