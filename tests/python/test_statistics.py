"""Figures of played games, against plain definitions and values worked out by hand."""

from __future__ import annotations

import itertools
import math
import random

import pytest

import sapper
from sapper.game.formulas import Bests, ios, level_strength, lsf, path_length, qg, rqp, rv, stnb
from sapper.game.statistics import FIGURES, TimedClick, judge
from sapper.play.luck import click_safeties, pluck_of
from tests.oracle import zini as oracle


class PlainGame:
    """The rules and both ways to count, cell by cell."""

    def __init__(self, layout: sapper.Layout, *, questions: bool) -> None:
        self.ground = oracle.Ground(layout.rows, layout.cols, layout.mines)
        self.play, self.questions, self.over = oracle.Play(self.ground), questions, False
        self.marks: set[tuple[int, int]] = set()
        self.ever: set[tuple[int, int]] = set()
        self.changed = {"left": 0, "right": 0, "chord": 0}
        self.counted = dict(self.changed)

    def solved(self, *, whole: bool) -> int:
        ground, opened = self.ground, self.play.open
        openings = sum(
            region <= opened and (not whole or all(other in opened for cell in region for other in ground.near(cell)))
            for region in ground.regions
        )
        return openings + len(ground.singles & opened)

    def click(self, kind: str, cell: tuple[int, int] | None) -> None:
        play, ground = self.play, self.ground
        if cell is None or self.over:
            return
        before = len(play.open)
        if kind == "right" and cell not in play.open:
            self.changed[kind] += 1
            if cell in play.flagged:
                play.flagged.discard(cell)
                self.marks |= {cell} if self.questions else set()
            elif cell in self.marks:
                self.marks.discard(cell)
            else:
                play.flagged.add(cell)
                self.counted[kind] += cell in ground.mines and cell not in self.ever
                self.ever.add(cell)
            return
        if kind == "left":
            targets = [] if cell in play.flagged or cell in play.open else [cell]
        else:
            beside = ground.near(cell)
            full = cell in play.open and ground.number[cell] == len(play.flagged & set(beside))
            targets = [one for one in beside if full and one not in play.flagged and one not in play.open]
        if kind == "right" or not targets:
            return
        self.changed[kind] += 1
        self.over = any(one in ground.mines for one in targets)
        for one in targets:
            if one not in ground.mines:
                play.reveal(one)
        self.counted[kind] += len(play.open) > before
        self.over |= play.done


@pytest.mark.parametrize("questions", [False, True])
def test_clicks_are_counted_by_both_conventions(questions):
    draw = random.Random(4)
    for seed in range(60):
        layout = sapper.Layout.from_seed("6x7/7", seed=seed)
        safe = [cell for cell in layout.shape.cells if cell not in layout.mines]
        plain, clicks = PlainGame(layout, questions=questions), []
        solved: dict[str, list[int]] = {"board": [], "toollib": []}
        for step in range(80):
            kind = draw.choice(["left", "right", "chord", "chord"])
            cells = [None, *layout.shape.cells] if kind != "left" and draw.random() < 0.3 else safe
            if kind == "right" and draw.random() < 0.8:
                cells = layout.mines
            clicks.append(TimedClick(kind, draw.choice(cells), step / 10))
            plain.click(kind, clicks[-1].cell)
            solved["board"].append(plain.solved(whole=True))
            solved["toollib"].append(plain.solved(whole=False))
        for convention, counts in (("board", plain.changed), ("toollib", plain.counted)):
            found = judge(layout, clicks, questions=questions, convention=convention)
            assert (found.lce, found.rce, found.dce) == (counts["left"], counts["right"], counts["chord"])
            assert [found.solved_at(k) for k in range(len(clicks))] == solved[convention]
            assert sum(map(found.is_effective, range(len(clicks)))) == found.ce
            assert found.flag == len(plain.play.flagged)
            assert found.won == plain.play.done
            assert found.lost == (plain.over and not plain.play.done)
            assert found.left + found.right + found.double == found.cl == 80
            assert found.cl == found.ce + found.wasted


def test_flags():
    layout = sapper.Layout.from_text("*..\n...\n*..\n")
    cells = [("left", (0, 1)), ("right", (0, 0)), ("right", (1, 1)), ("right", (1, 1)), ("chord", (0, 1))]
    clicks = [TimedClick(kind, cell, at) for at, (kind, cell) in enumerate(cells)]
    found = judge(layout, clicks)
    assert (found.flag, found.unflags, found.misflags, found.misunflags, found.flags_wasted) == (1, 1, 1, 1, 1)
    assert (found.rce, judge(layout, clicks, convention="toollib").rce) == (3, 1)
    assert (found.ops_solved, found.isls_solved) == (1, 1)
    # Of five clicks that change the board Arbiter takes off the wrong flag once and its removal twice.
    assert (found.corr, found.corr_shown, found.thrp_shown) == (1.0, 0.4, 1.0)


def test_the_way_between_effective_clicks():
    layout = sapper.Layout.from_text("*...*\n.....\n.....\n.....\n")
    cells = [("left", (0, 1)), ("right", (3, 4)), ("left", (3, 4)), ("right", (0, 4)), ("left", None)]
    clicks = [TimedClick(kind, cell, at) for at, (kind, cell) in enumerate(cells)]
    # The flag on a safe cell changes the board, but ms_toollib does not count it; the click on it does nothing.
    assert judge(layout, clicks).epath == pytest.approx(16 * (math.sqrt(18) + 3))
    assert judge(layout, clicks, convention="toollib").epath == pytest.approx(16 * 3)
    hexagons = sapper.Layout.from_seed("hex:5x5/3", seed=1)
    assert judge(hexagons, [TimedClick("left", hexagons.start, 0.0)]).epath is None


def test_figures_of_a_game():
    layout = sapper.Layout.from_seed("expert", seed=9)
    path = sapper.metrics(layout).path()
    names = {"reveal": "left", "flag": "right", "chord": "chord"}
    clicks = [TimedClick(names[click.kind], click.cell, 0.4 * at) for at, click in enumerate(path)]
    found = judge(layout, clicks, rtime=50.0, path=1000.0, cpath=900.0, fps=125.0, pluck=0.5)
    assert found.won
    assert (found.cl, found.ce, found.bbbv_solved) == (126, 126, 185)
    values = found.figures()
    assert set(values) == set(FIGURES)
    expected = {
        "ioe": 185 / 126,
        "corr": 1.0,
        "thrp": 185 / 126,
        "bbbv_s": 3.7,
        "cl_s": 2.52,
        "etime": 50.0,
        "completion": 1.0,
        "rqp": 50 * 51 / 185,
        "qg": 50**1.7 / 185,
        "stnb": 435 * 185 / 50**1.7,
        "ios": math.log(185) / math.log(50),
        "zne": 1.0,
        "znt": 1.0,
        "hzne": 130 / 126,
        "zini_s": 126 / 50,
        "cpo": (126 - 185) / 17,
        "coo": (126 - 185) / 17 + 1,
        "corr_shown": 1.0,
        "thrp_shown": 185 / 126,
        "cpath": 900.0,
        "epath": 16 * sum(math.dist(a.cell, b.cell) for a, b in itertools.pairwise(path)),
        "fps": 125.0,
        "mov": 20.0,
        "iome": 0.185,
        "sao": 20 * 2.52,
        "obg": 10000 * 3.7 / sapper.metrics(layout).numbers,
        "rv": math.sqrt(100 * 50 * 51 / 185 + 0.25) - 0.5,
        "luck": 10**-0.5,
    }
    assert {name: values[name] for name in expected} == pytest.approx(expected)
    assert judge(layout, clicks).rtime == pytest.approx(0.4 * 125)


def test_figures_without_a_value():
    found = judge(sapper.Layout.from_seed("5x5/3", seed=1), [])
    assert found.figures("bbbv_s", "ioe", "corr", "thrp", "etime", "stnb", "mov", "luck", "rv") == dict.fromkeys(
        ["bbbv_s", "ioe", "corr", "thrp", "etime", "stnb", "mov", "luck", "rv"]
    )


def test_formulas_where_programs_disagree():
    assert rqp(10, 50) == 2.2
    assert rqp(10, 50, definition="toollib") == 2.0
    assert ios(10, 100) == pytest.approx(2)
    assert ios(10, 100, definition="minesweepergame") == pytest.approx(0.5)
    assert stnb(1, 1, "8x8/10") == 36
    assert stnb(1, 1, "beginner", year=2009) == 47.299
    assert stnb(1, 1, "16x16/40", year=2009) == 153.73
    assert stnb(1, 4, "expert", solved=1) == pytest.approx(435 / 2)
    assert stnb(1, 1, "16x30/98") is None
    assert qg(0, 0) is None
    assert rv(2.0, "beginner") is None
    points = [(0, 0), (3, 4), (100, 100), (3, 4)]
    assert path_length(points[:2], metric="manhattan") == 7
    assert path_length(points[:2], cell_size=32) == 2.5
    assert path_length(points, inside=[True, True, False, True]) == 5


def test_strength_is_compared_with_the_best_twenty():
    top = Bests(rtime=40.0, bbbv_s=4.0, stnb=100.0)
    assert level_strength("expert", top, top) == pytest.approx(100)
    assert level_strength("beginner", Bests(80.0, 2.0, 50.0), top) == pytest.approx(50)
    assert level_strength("8x8/10", Bests(80.0, 4.0, 100.0), top) == pytest.approx(100 - 31 / 2)
    assert level_strength("intermediate", Bests(40.0, 4.0, 0.0), top) == pytest.approx(68)
    assert level_strength("16x30/98", top, top) is None
    assert level_strength("expert", Bests(0.0, 1.0, 1.0), top) is None
    everywhere = {"beginner": 90.0, "intermediate": 80.0, "expert": 70.0}
    assert lsf(everywhere, {"expert": 50.0}) == pytest.approx(0.94 * (5 * 90 + 12 * 80 + 16 * 70) + 0.06 * 16 * 50)


def test_luck_is_the_product_over_clicks_after_the_first():
    layout = sapper.Layout.from_text("*..\n..*\n")
    cells = [("left", (1, 0)), ("right", (0, 0)), ("chord", (1, 0)), ("left", (0, 2))]
    clicks = [TimedClick(kind, cell, 0.0) for kind, cell in cells]
    # One of the three cells beside the 1 is a mine, and one of the two others; the chord reveals two of the three.
    assert click_safeties(layout, clicks) == pytest.approx([1, 1, 1 / 3, 1 / 2])
    assert pluck_of(layout, clicks) == pytest.approx(math.log10(6))
    assert pluck_of(layout, [*clicks[:3], TimedClick("left", (1, 2), 1.0)]) == math.inf


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda layout: judge(layout, [TimedClick("up", (0, 0), 0)]), "'up'"),
        (lambda layout: judge(layout, [], convention="mine"), "'mine'"),
        (lambda layout: judge(layout, [TimedClick("left", (9, 9), 0)]), "9"),
        (lambda layout: judge(layout, []).solved_at(0), "no click 0"),
        (lambda layout: judge(layout, []).is_effective(-1), "no click -1"),
        (lambda layout: judge(layout, []).figures("speed"), "'speed'"),
        (lambda layout: stnb(1, 1, "expert", year=1999), "1999"),
        (lambda layout: ios(2, 2, definition="mine"), "'mine'"),
        (lambda layout: rqp(2, 2, definition="mine"), "'mine'"),
        (lambda layout: lsf({"hard": 1.0}, {}), "'hard'"),
        (lambda layout: path_length([], metric="chess"), "'chess'"),
        (lambda layout: path_length([], cell_size=0), "size of a cell"),
        (lambda layout: path_length([(0, 0)], inside=[]), "1 points"),
    ],
)
def test_wrong_arguments_are_refused(call, message):
    with pytest.raises(sapper.InputError, match=message):
        call(sapper.Layout.from_seed("5x5/3", seed=1))
