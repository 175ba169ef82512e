"""Curves of win rates: what goes along the axis, which curves there are, and their intervals."""

import subprocess
import sys

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
import numpy as np
import pytest

import sapper
from sapper.run.sweep.axis import Axis
from sapper.run.sweep.sweep import Point


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


def play(level: str, strategy: str = "safest", games: int = 40):
    return sapper.simulate(level, games=games, strategy=strategy, threads=1)


def labels(axes) -> list[str]:
    legend = axes.get_legend()
    return [] if legend is None else [text.get_text() for text in legend.get_texts()]


def places(axes) -> list[list[float]]:
    return [list(bar.lines[0].get_xdata()) for bar in axes.containers]


def test_mines_with_intervals():
    runs = [play("9x9/15"), play("9x9/5"), play("9x9/10")]
    axes = sapper.plot(runs)
    assert (axes.get_xlabel(), labels(axes), places(axes)) == ("mines", [], [[5, 10, 15]])
    assert axes.get_title() == "safest, first click zero, 40 games a point"
    drawn = axes.containers[0].lines[0].get_ydata()
    expected = [run.win_rate.value * 100 for run in (runs[1], runs[2], runs[0])]
    assert drawn == pytest.approx(expected)
    bars = [segment[:, 1] for segment in axes.containers[0].lines[2][0].get_segments()]
    rate = runs[1].win_rate
    assert bars[0] == pytest.approx([rate.low * 100, rate.high * 100])


def test_a_curve_for_each_strategy_and_size():
    runs = [
        play(f"{side}x{side}/{mines}", strategy)
        for side in (4, 5)
        for mines in (2, 3)
        for strategy in ("safest", "random")
    ]
    axes = sapper.plot(runs, against="mines")
    assert sorted(labels(axes)) == ["random, 4x4", "random, 5x5", "safest, 4x4", "safest, 5x5"]


def test_size_and_density():
    runs = [play("4x4/2"), play("8x8/8")]
    assert places(sapper.plot(runs, against="size")) == [[16, 64]]
    axes = sapper.plot([runs[0], play("4x4/4")], against="density")
    assert places(axes) == [[0.125, 0.25]]
    assert axes.get_xlabel() == "mines per cell"


def test_time_of_runs_comparisons_and_sweeps():
    found = sapper.compare("safest", "random", level="4x4/2", games=40, threads=1)
    axes = sapper.plot([play("4x4/2", "lookahead"), found], against="time")
    assert sorted(labels(axes)) == ["lookahead", "random", "safest"]
    assert axes.get_xscale() == "log"
    assert all(0 < x < 1 for curve in places(axes) for x in curve)


def test_a_comparison_by_strategy():
    axes = sapper.plot(sapper.compare("safest", "random", level="4x4/2", games=40, threads=1))
    assert axes.get_xlabel() == "strategy"
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["safest", "random"]


def test_sweeps_by_what_they_vary():
    swept = sapper.sweep("4x4/2", [Axis("row", (0, 3)), Axis("col", (0, 1, 2))], games=20, strategy="safest")
    axes = sapper.plot(swept)
    assert (axes.get_xlabel(), labels(axes)) == ("row", ["col 0", "col 1", "col 2"])
    assert places(sapper.plot(swept, against="col")) == [[0, 1, 2], [0, 1, 2]]


@pytest.mark.parametrize(
    ("name", "values", "against", "expected"),
    [
        ("mines", (10, 20), "mines", [10, 20]),
        ("mines", (10, 20), "density", [10 / 81, 20 / 81]),
        ("size", ("8x8", "16x30"), "size", [64, 480]),
        ("level", ("beginner", "expert"), "mines", [10, 99]),
        ("density", (0.1, 0.2), "mines", [8, 16]),
        ("rows", (4, 5), "size", [36, 45]),
    ],
)
def test_sweeps_over_the_numbers_of_a_level(name, values, against, expected):
    spec = play("9x9/10").spec
    points = tuple(Point((value,), sapper.Rate(10, 20), 0.1) for value in values)
    axes = sapper.plot(sapper.Sweep(spec, (Axis(name, values),), points), against=against)
    assert [x for curve in places(axes) for x in curve] == pytest.approx(expected)


def test_names_of_the_caller_and_axes_of_the_caller():
    figure, own = plt.subplots()
    axes = sapper.plot({"mine": [play("4x4/2"), play("4x4/3")], "yours": play("4x4/2", "random")}, ax=own)
    assert axes is own
    assert axes.figure is figure
    assert labels(axes) == ["mine", "yours"]
    assert axes.get_title() == ""


def test_generators_and_single_runs_are_taken():
    assert places(sapper.plot(play(f"4x4/{mines}") for mines in (1, 2))) == [[1, 2]]
    axes = sapper.plot(play("4x4/2"))
    assert np.allclose(axes.containers[0].lines[0].get_ydata(), play("4x4/2").win_rate.value * 100)


@pytest.mark.parametrize(
    ("results", "against", "message"),
    [
        ([], None, "there is nothing to plot"),
        ("runs/expert", None, "only runs, comparisons and sweeps can be plotted, not 'runs/expert'"),
        ([1], None, "only runs, comparisons and sweeps can be plotted, not 1"),
    ],
)
def test_what_is_no_result_is_refused(results, against, message):
    with pytest.raises(sapper.InputError, match=message):
        sapper.plot(results, against=against)


def test_an_unknown_column_is_refused_with_those_there_are():
    with pytest.raises(sapper.InputError, match=r"no 'colour': against is one of cols, density, first_click, level,"):
        sapper.plot(play("4x4/2"), against="colour")


def test_recorded_results_have_no_time(tmp_path):
    path = tmp_path / "rival.csv"
    path.write_text("seed,won\n1,1\n2,0\n")
    found = sapper.compare("safest", path, level="4x4/2", threads=1)
    with pytest.raises(sapper.InputError, match="is not known: recorded results have none"):
        sapper.plot(found, against="time")


def test_without_matplotlib_the_extra_is_named():
    script = """
import sys
sys.modules["matplotlib"] = sys.modules["matplotlib.pyplot"] = None
import sapper
try:
    sapper.plot(sapper.simulate("4x4/2", games=1, strategy="safest"))
except sapper.MissingError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "this needs matplotlib, which is not installed: pip install 'sapper[plot]' brings it\n"
