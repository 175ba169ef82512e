"""Rules over groups: the worked example, the golden boards, random boards, and bad input."""

import json
import random
from fractions import Fraction

import pytest
from command_line import check_refused, run, written
from oracle.boards import golden
from oracle.brute import brute_force, read_board

from sapper import Board, ContradictionError, InputError, LimitError, analyze
from sapper.reference.groups import EXAMPLE, THREES, walk_groups
from sapper.reference.lettered import is_lettered, read_lettered

CASES = [case for case in golden("group_rule_cases.json") if "rows_int" in case and case["mines"] is not None]


def check_walk(board):
    """Check every number of the walk against the analysis, which other tests compare with brute force."""
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


def test_the_worked_example_simplified():
    """The document's steps: each rule of the first choice before and after, and what is known then."""
    walk = walk_groups(Board.from_text(EXAMPLE))
    assert walk.simplify(None) == ()
    assert [
        (walk.spell_rule(step.before), walk.spell_rule(step.after), step.deduced, step.possible)
        for step in walk.simplify(0)
    ] == [
        ("(a+e+g) + (b+c+h+i) = 1", "(b+c+h+i) = 1", ((1, 1),), True),
        ("(b+c+h+i) + (d+f+j) = 3", "(d+f+j) = 2", ((2, 2),), True),
        ("(a+e+g) + (b+c+h+i) + (d+f+j) + (k+l+m+n) = 6", "(k+l+m+n) = 3", ((3, 3),), True),
    ]
    assert [walk.spell_rule(step.after) for step in walk.simplify(1)] == [
        "(b+c+h+i) = 0",
        "(d+f+j) = 3",
        "(k+l+m+n) = 2",
    ]


def check_steps(walk):
    """Simplified rule by rule, every choice ends as the search says, with the same values known."""
    assert {pair for step in walk.simplify(None) for pair in step.deduced} == set(walk.certain)
    for place, choice in enumerate(walk.choices):
        steps = walk.simplify(place)
        deduced = [pair for step in steps for pair in step.deduced]
        assert all(step.possible for step in steps[:-1])
        assert (choice.end == "contradiction") == (not steps[-1].possible)
        assert len(deduced) == len({group for group, _ in deduced})
        if choice.end != "contradiction":
            assert set(deduced) == set(choice.deduced)
        for step in steps:
            gone = set(step.before.groups) - set(step.after.groups)
            known = dict([*walk._known_before(place), (choice.group, choice.value), *deduced])
            assert step.before.total - step.after.total == sum(known[group] for group in gone)


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
            walk = check_walk(board)
            assert walk.worlds == worlds
            check_steps(walk)
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
    with pytest.raises(InputError, match="the hidden cell has no name, at 0,1"):
        walk_groups(Board.from_text("mines 1\n..1"), names={(0, 0): "a"})
    with pytest.raises(InputError, match="max_choices"):
        walk_groups(Board.from_text(EXAMPLE), max_choices=0)


def test_the_command_walks_the_example(tmp_path):
    result = run("reference", "groups", written(tmp_path, EXAMPLE))
    assert result.exit_code == 0, result.stderr
    for text in (
        "a b c d",
        "a+b+c+e+g+h+i = 1",
        "(b+c+h+i) + (d+f+j) = 3",
        "(a+e+g) = 0 is chosen",
        "rule 1: (a+e+g) + (b+c+h+i) = 1  becomes  (b+c+h+i) = 1 is known",
        "all groups have values: solution 1",
        "(d+f+j)   = 2   3 nCr 2 = 3",
        "1 * 4 * 3 * 4 = 48 worlds",
        "3/4 * 48 + 2/4 * 18 = 45",
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


@pytest.mark.parametrize("board", ["abcd/e13f/ghij/klmn", "-"])
def test_the_command_reads_the_board_as_the_document_prints_it(board):
    result = run("reference", "groups", board, "--mines", 6, stdin="abcd\ne13f\nghij\nklmn\n")
    assert result.exit_code == 0, result.stderr
    assert "48 + 18 = 66 worlds" in result.stdout
    assert "3/4 * 48 + 2/4 * 18 = 45    15/22     0.681818181818" in result.stdout


def test_groups_are_named_by_the_letters_given():
    result = run("reference", "groups", "wxyz/A13B/CDEF/stuv", "--mines", 6)
    assert "rule 1: (w+A+C) + (x+y+D+E) = 1  becomes  (x+y+D+E) = 1 is known" in result.stdout
    found = json.loads(run("reference", "groups", "wxyz/A13B/CDEF/stuv", "--mines", 6, "--json").stdout)
    assert found["steps"][1]["simplified"][2] == {
        "rule": 2,
        "before": "(w+A+C) + (x+y+D+E) + (z+B+F) + (s+t+u+v) = 6",
        "after": "(s+t+u+v) = 2",
        "known": ["(s+t+u+v) = 2"],
        "possible": True,
    }
    assert [one["combinations"] for one in found["solutions"]] == [["1", "4", "3", "4"], ["3", "1", "1", "6"]]


def test_what_is_forced_before_any_choice_is_a_step_too():
    result = run("reference", "groups", "1x7:3:a2a1b1")
    assert "Simplify" in result.stdout
    assert "rule 1: (a) + (b) = 2, so (a) = 1, (b) = 1" in result.stdout
    assert "rule 2: (b) + (c) = 1  becomes  (c) = 0 is known" in result.stdout


def test_an_impossible_choice_says_which_rule_fails():
    result = run("reference", "groups", "abcde/f2g2h", "--mines", 3)
    assert "impossible" in result.stdout


def test_the_command_prints_as_much_as_asked():
    short = run("reference", "groups", "abcd/e13f/ghij/klmn", "--mines", 6, "--most", 1)
    assert "and 1 more choices" in short.stdout
    assert "together 66 worlds" in short.stdout


@pytest.mark.parametrize(
    ("text", "mines", "faults"),
    [
        ("abca/1de2", 3, ["line 1, column 4", "'a' stands for two cells"]),
        ("abcd/e93f", 3, ["line 2, column 2", "'9'"]),
        ("abcd/e1f", 3, ["line 2", "row 1 has 3 cells instead of 4"]),
        ("abc/d1e", None, ["needs the number of mines"]),
        ("abc/d1e", 9, ["9 mines"]),
        ("ab/8c", 1, ["line 2, column 1", "8"]),
    ],
)
def test_lettered_boards_that_are_refused(text, mines, faults):
    with pytest.raises(InputError) as caught:
        read_lettered(text, mines=mines)
    for fault in faults:
        assert fault in str(caught.value)
    options = [] if mines is None else ["--mines", mines]
    check_refused(run("reference", "groups", text, *options), f"lettered board '{text}'", *faults)


def test_lettered_boards_in_files(tmp_path):
    text = "mines 2 ; the total\na2* ; a known mine\nB#c\n"
    assert is_lettered(text)
    board, names = read_lettered(text)
    assert (board.position, names) == ("2x3:2:a2M/aVa", {(0, 0): "a", (1, 0): "B", (1, 2): "c"})
    assert "(a+B+c) = 1" in run("reference", "groups", written(tmp_path, text)).stdout
    assert not any(map(is_lettered, ["mines 1\n.1F", "4x4:6:d/a13a/d/d", '{"rows": []}', "layout 8x8/10", ""]))
    with pytest.raises(InputError, match="expected text"):
        read_lettered(None)


def test_the_command_as_json():
    found = json.loads(run("reference", "groups", "1x3:1:a1a", "--json").stdout)
    assert found["worlds"] == "2"
    assert found["groups"][0] == {"cells": [[0, 0], [0, 2]], "mine_probability": "1/2", "text": "(a+b)"}


def test_the_command_refuses(tmp_path):
    check_refused(run("reference", "groups", "1x3:0:a1a"), "0,1")
    check_refused(run("reference", "groups", tmp_path / "nothing.txt"), "nothing.txt")
    check_refused(run("reference", "groups", written(tmp_path, EXAMPLE), "--max-choices", "1"), "more than 1 choices")
    check_refused(run("reference", "groups", "1x2:0:00"), "no hidden cell")
