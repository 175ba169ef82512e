"""Rules over groups: the worked example, the golden boards, random boards, and everything that is refused."""

import json
import random
from fractions import Fraction

import pytest
from command_line import check_refused, run, written
from oracle.boards import golden
from oracle.brute import brute_force, read_board

from sapper import Board, ContradictionError, InputError, LimitError, analyze
from sapper.reference.groups import EXAMPLE, THREES, walk_groups

CASES = [case for case in golden("group_rule_cases.json") if "rows_int" in case and case["mines"] is not None]


def check_walk(board):
    """Every number of the walk agrees with the analysis, which other tests compare with brute force."""
    walk, analysis = walk_groups(board), analyze(board)
    assert walk.worlds == analysis.worlds
    assert walk.worlds == sum(solution.worlds for solution in walk.solutions) or walk.solution_count > 1000
    for group, cells in enumerate(walk.groups):
        for cell in cells:
            assert walk.mine_fraction(group) == analysis.mine_fraction(cell), cell
    return walk


def test_the_worked_example():
    walk = check_walk(Board.from_text(EXAMPLE))
    assert [[walk.names[cell] for cell in group] for group in walk.groups] == [
        list(letters) for letters in ("aeg", "bchi", "dfj", "klmn")
    ]
    assert [(choice.group, choice.value, choice.deduced, choice.end) for choice in walk.choices] == [
        (0, 0, ((1, 1), (2, 2), (3, 3)), "solution"),
        (0, 1, ((1, 0), (2, 3), (3, 2)), "solution"),
    ]
    assert [solution.combinations for solution in walk.solutions] == [(1, 4, 3, 4), (3, 1, 1, 6)]
    assert walk.mine_ways[3] // 4 == 45
    assert walk.mine_fraction(3) == Fraction(45, 66)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_golden_boards(case):
    walk = walk_groups(Board.from_rows(case["rows_int"], mines=case["mines"]))
    assert walk.worlds == int(case["exact_total"])
    expected = case["expected"]
    assert walk.solution_count == expected.get("solution_sets", walk.solution_count)
    assert len(walk.groups) == expected.get("groups", len(walk.groups))
    assert len(walk.rules) == expected.get("rules", len(walk.rules))
    for group, cells in enumerate(walk.groups):
        for row, col in cells:
            assert float(walk.mine_fraction(group)) == pytest.approx(case["exact_probs"][row][col], abs=1e-12)


def test_the_board_of_connected_threes_is_the_golden_one():
    case = next(case for case in golden("hard_boards.json") if case["name"] == "threes_16x16_51")
    assert Board.from_text(THREES) == Board.from_rows(case["rows"], mines=case["mines"])


def test_random_boards_against_brute_force():
    rng, possible = random.Random(5), 0
    for _ in range(600):
        rows, cols = rng.randint(1, 4), rng.randint(1, 4)
        kinds = [-1, -1, -1, -1, -2, -4, -5, 0, 1, 1, 2, 3]
        cells = [[rng.choice(kinds) for _ in range(cols)] for _ in range(rows)]
        try:
            board = Board.from_rows(cells, mines=rng.randint(0, rows * cols // 2))
        except InputError:
            continue
        hidden = sum(value in (-1, -2) for line in cells for value in line)
        worlds = len(brute_force(read_board(cells, mines=board.mines)).table)
        if hidden == 0:
            with pytest.raises(InputError):
                walk_groups(board)
        elif worlds == 0:
            with pytest.raises(ContradictionError):
                walk_groups(board)
        else:
            possible += 1
            assert check_walk(board).worlds == worlds
    assert possible > 60


def test_what_is_refused():
    with pytest.raises(InputError, match="total of mines"):
        walk_groups(Board.from_text("density 0.2\n.1."))
    with pytest.raises(InputError, match="no hidden cell"):
        walk_groups(Board.from_text("mines 0\n00"))
    with pytest.raises(LimitError, match="more than 5 choices"):
        walk_groups(Board.from_text(THREES), max_choices=5)
    with pytest.raises(LimitError, match="more than 400"):
        walk_groups(Board.from_text("mines 2000\n" + "\n".join(["." * 99, ".1" * 49 + "."] * 20)))
    with pytest.raises(InputError, match="max_choices"):
        walk_groups(Board.from_text(EXAMPLE), max_choices=0)


def test_the_command_walks_the_example(tmp_path):
    result = run("reference", "groups", written(tmp_path, EXAMPLE))
    assert result.exit_code == 0, result.stderr
    for text in (
        "a b c d",
        "a+b+c+e+g+h+i = 1",
        "(b+c+h+i) + (d+f+j) = 3",
        "(a+e+g) = 0  so  (b+c+h+i) = 1, (d+f+j) = 2, (k+l+m+n) = 3  a solution",
        "C(3,0)=1 * C(4,1)=4 * C(3,2)=3 * C(4,3)=4  48 worlds",
        "48 + 18 = 66 worlds",
        "15/22",
        "0.681818181818",
    ):
        assert text in result.stdout, text


def test_the_command_solves_the_threes():
    result = run("reference", "groups")
    assert result.exit_code == 0, result.stderr
    assert "48 + 18 = 66 worlds" in result.stdout
    assert "61,428 more solutions" in result.stdout
    assert "8268912597471262197869762270151788980" in result.stdout


def test_the_command_as_json():
    found = json.loads(run("reference", "groups", "1x3:1:a1a", "--json").stdout)
    assert found["worlds"] == "2"
    assert found["groups"][0] == {"cells": [[0, 0], [0, 2]], "mine_probability": "1/2", "text": "(a+b)"}


def test_the_command_refuses(tmp_path):
    check_refused(run("reference", "groups", "1x3:0:a1a"), "(0, 1)")
    check_refused(run("reference", "groups", tmp_path / "nothing.txt"), "nothing.txt")
    check_refused(run("reference", "groups", written(tmp_path, EXAMPLE), "--max-choices", "1"), "more than 1 choices")
    check_refused(run("reference", "groups", "1x2:0:00"), "no hidden cell")
