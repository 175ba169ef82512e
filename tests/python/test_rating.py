"""Ratings: solvable exactly where the full analysis finishes, consistent moves, and a sensible order."""

from __future__ import annotations

import json
import os
import statistics

import pytest
from command_line import check_refused, run, run_process, written
from oracle.certain import no_guess_layouts

import sapper
from sapper import InputError, Layout, Technique, rate


def test_solvable_means_no_guess_by_enumeration():
    expected = no_guess_layouts(3, 4, 3, (0, 1))
    for seed in range(300):
        layout = Layout.from_seed("3x4/3", seed=seed, start=(0, 1), first_click="safe")
        assert rate(layout).solvable == (frozenset(layout.mines) in expected)


def test_play_ends_where_the_analysis_has_nothing_safe():
    solved = 0
    for seed in range(40):
        layout = Layout.from_seed("9x9/14", seed=seed)
        rating = rate(layout)
        solved += rating.solvable
        assert rating.revealed == (rating.board.cells >= 0).sum()
        if rating.solvable:
            assert rating.revealed == 81 - 14
        else:
            assert sapper.analyze(rating.board).safe_cells == []
            assert rating.difficulty is None
    assert 5 < solved < 35


def test_moves_are_clicks():
    layout = sapper.no_guess("expert", seed=3)
    rating = rate(layout)
    game = sapper.Game(layout)
    game.reveal(layout.start)
    # At least 3BV moves win, the start included; more if cells of an opening are proved safe before its zero.
    assert rating.bbbv - 1 <= sum(rating.moves.values()) <= 381
    assert rating.hardest == max(technique for technique in Technique if rating.moves[technique])


def test_the_first_reveal_may_do_it_all():
    rating = rate(Layout.from_mines(3, 3, [(0, 0)], start=(2, 2)))
    assert (rating.solvable, rating.hardest, rating.effort, rating.difficulty) == (True, None, 0, 0.0)
    assert (rating.bbbv, rating.openings) == (1, 1)


@pytest.mark.parametrize(
    ("picture", "technique"),
    [
        ("**.\n...\n...", Technique.SINGLE),  # 2 with two hidden cells, then 2 that has both
        ("*.*\n...\n...", Technique.PAIR),  # 1 2 1 along a wall
        ("..*.\n..*.\n..*.", Technique.COUNTING),  # no clue lies behind the mines, but no mine is left there
    ],
)
def test_what_small_layouts_need(picture, technique):
    assert rate(Layout.from_text(picture), start=(2, 0)).hardest is technique


def test_counting_needs_the_counter():
    # A row whose end lies beside no clue: only the counter decides it.
    layout = Layout.from_mines(1, 5, [(0, 2)], start=(0, 0))
    assert rate(layout).hardest is Technique.COUNTING
    assert not rate(layout, counter=False).solvable
    assert rate(layout, counter=False).revealed == 2


def test_a_harder_technique_counts_three_times_as_much():
    rating = rate(sapper.no_guess("16x30/120", seed=1))
    assert rating.effort == sum(count * 3 ** (int(technique) - 1) for technique, count in rating.moves.items())
    assert 2**rating.difficulty == pytest.approx(1 + rating.effort, rel=0.01)


def test_bigger_and_denser_levels_are_harder():
    levels = ["9x9/10", "16x16/40", "16x30/99", "16x30/120"]
    middle = [
        statistics.median(rate(layout).difficulty for layout in sapper.no_guess_many(level, 25, seed=1))
        for level in levels
    ]
    assert middle == sorted(middle)
    assert middle[0] + 1 < middle[1] < middle[2] - 1


def test_bad_arguments():
    layout = Layout.from_mines(3, 3, [(0, 0)])
    with pytest.raises(InputError, match="name a start cell"):
        rate(layout)
    with pytest.raises(InputError, match="the start holds a mine, at 0,0"):
        rate(layout, start=(0, 0))
    with pytest.raises(InputError, match="cell 3,0 lies"):
        rate(layout, start=(3, 0))
    with pytest.raises(InputError, match="only a layout can be rated"):
        rate("expert")


def test_the_command(tmp_path):
    layout = sapper.no_guess("16x30/180", seed=1, maker="repair")
    place = written(tmp_path, str(layout))
    rating = rate(layout)
    assert run("rate", place).stdout.startswith(
        f"16x30/180 from 2,2: no guess needed, difficulty {rating.difficulty:g}\n"
    )
    told = json.loads(run("rate", place, "--json").stdout)
    assert told["moves"] == {technique.name.lower(): rating.moves[technique] for technique in Technique}
    assert (told["solvable"], told["stuck"], told["3bv"]) == (True, None, rating.bbbv)
    stuck = run("rate", "--seed", 3).stdout
    assert "stuck with 378 of 381 cells revealed" in stuck
    assert sapper.Board.from_text(stuck.partition("A guess is needed here:\n")[2]).mines == 99
    assert json.loads(run("rate", "--seed", 3, "--json").stdout)["stuck"].startswith("16x30:99:")


@pytest.mark.skipif(not os.path.exists("/dev/stdin"), reason="there is no /dev/stdin")
def test_a_layout_comes_down_a_pipe(tmp_path):
    text = run("generate", "beginner", "--seed", 1).stdout
    told = run("rate", written(tmp_path, text)).stdout
    for place in ("-", "/dev/stdin"):
        assert run_process("rate", place, stdin=text.encode()).stdout.decode() == told
        solved = run_process("solve", place, "--strategy", "safest", "--all", stdin=text.encode())
        assert solved.stdout.decode().endswith("won after 23 clicks and 0 guesses\n")
    check_refused(run("rate", "-", stdin=""), "standard input has no puzzle 1")
    check_refused(run("solve", "-", stdin="layout 1x2/1\n*x\n"), "standard input: ", "line 2, column 2")


def test_the_command_refuses(tmp_path):
    check_refused(run("rate", "somewhere", "--seed", 3), "not both")
    check_refused(run("rate", tmp_path / "nothing"), "nothing")
    check_refused(run("rate", written(tmp_path, "mines 1\n1.")), "is a board")
    check_refused(run("rate", written(tmp_path, "*.\n..")), "name a start cell")
