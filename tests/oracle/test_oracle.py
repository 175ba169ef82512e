"""The two oracles agree with each other and with every figure that came with the golden files."""

from __future__ import annotations

import doctest
import math
import random

import pytest
from hypothesis import given

from oracle import boards, brute
from oracle.boards import golden, lattice, near, played, random_layout, seen
from oracle.brute import brute_force, count_by_mines, eliminate, read_board, read_rules
from oracle.strategies import Position, RuleSet, any_boards, consistent_boards, examples, rule_sets

POSITIONS = [(name, board) for name in ("expert_positions", "expert_stuck") for board in golden(f"{name}.json")]


@pytest.mark.parametrize("module", [brute, boards], ids=lambda module: module.__name__)
def test_doctests(module):
    assert doctest.testmod(module).failed == 0


def agree(puzzle):
    listed, counted = brute_force(puzzle), eliminate(puzzle)
    assert counted.worlds == listed.worlds
    assert counted.weight == listed.weight()
    if listed.worlds:
        assert dict(counted.fractions) == {cell: listed.fraction(cell) for cell in puzzle.cells}
    return listed, counted


@examples(150)
@given(consistent_boards())
def test_oracles_agree_on_boards(position: Position):
    puzzle = position.puzzle()
    listed, counted = agree(puzzle)
    assert listed.worlds > 0
    if puzzle.cells:
        question = {puzzle.cells[0]: 1, puzzle.cells[-1]: True}
        assert counted.probability(question) == listed.probability(question)
    if puzzle.mines is not None:
        assert count_by_mines(puzzle)[puzzle.mines + len(puzzle.known)] == listed.worlds


@examples(150)
@given(any_boards())
def test_oracles_agree_on_boards_without_worlds(position: Position):
    agree(position.puzzle())


@examples(150)
@given(rule_sets())
def test_oracles_agree_on_rules(rules: RuleSet):
    agree(rules.puzzle())


def test_brute_force_by_hand():
    # The worked example of reference 002: a 1 and a 3 side by side, six mines, 48 + 18 worlds.
    rows = [[-1, -1, -1, -1], [-1, 1, 3, -1], [-1, -1, -1, -1], [-1, -1, -1, -1]]
    listed = brute_force(read_board(rows, mines=6))
    assert listed.worlds == 48 + 18
    assert float(listed.fraction((3, 0))) == pytest.approx(45 / 66)
    assert listed.probability({(0, 0): False, (1, 0): False, (2, 0): False}) == listed.weight() ** -1 * 48


def test_outcomes_and_dead_cells_by_hand():
    # One mine on either side of a clue; the last cell sees the right one or nothing.
    listed = brute_force(read_board([[-1, 1, -1, -1]], mines=1))
    mine, numbers = listed.outcomes((0, 3))
    assert (mine, numbers[0], numbers[1], sum(numbers)) == (0, 0.5, 0.5, 1)
    assert listed.dead() == [(0, 0), (0, 2)]
    assert listed.sets() == {frozenset({(0, 0)}), frozenset({(0, 2)})}


def test_density_by_hand():
    # Middle mine against both ends: p(1-p)^2 to p^2(1-p).
    listed = brute_force(read_board([[-1, 1, -1, 1, -1]], density=0.25))
    assert listed.worlds == 2
    assert listed.fraction((0, 2)) == brute.Fraction(3, 4)


@pytest.mark.parametrize(("name", "board"), POSITIONS, ids=[f"{n}-{b['id']}" for n, b in POSITIONS])
def test_expert_boards(name, board):
    check_golden_board(board, board["total_solutions"])


@pytest.mark.parametrize("board", golden("hard_boards.json"), ids=lambda board: board["name"])
def test_hard_boards(board):
    check_golden_board(board, board["total_solutions"])


@pytest.mark.parametrize(
    "case", [c for c in golden("group_rule_cases.json") if "rows_int" in c], ids=lambda case: case["name"]
)
def test_group_rule_boards(case):
    check_golden_board({**case, "rows": case["rows_int"]}, case["exact_total"])


@pytest.mark.parametrize("case", golden("rule_set_cases.json")["solve_cases"], ids=lambda case: case["name"])
def test_rule_set_cases(case):
    puzzle = read_rules(case["rules"])
    total = case["total"]
    if total:
        puzzle = read_rules(case["rules"], others=total["cells"] - len(puzzle.cells), mines=total["mines"])
    counted = eliminate(puzzle)
    assert counted.worlds == case["brute_weight"]
    for name, probability in (case["brute_probs"] or {}).items():
        assert float(counted.fraction(name)) == pytest.approx(probability, abs=1e-12)


def check_golden_board(board, worlds):
    puzzle = read_board(board["rows"], mines=board["mines"])
    counted = eliminate(puzzle)
    assert counted.worlds == int(worlds)
    for row, col in puzzle.cells:
        expected = board["exact_probs"][row][col]
        assert float(counted.fraction((row, col))) == pytest.approx(expected, abs=1e-12)
        if expected in (0.0, 1.0):
            assert counted.fraction((row, col)) == expected


def test_untouched_board():
    counted = eliminate(read_board([[-1] * 200] * 200, mines=8000))
    assert counted.worlds == math.comb(40000, 8000)
    assert set(counted.fractions.values()) == {brute.Fraction(1, 5)}


@pytest.mark.parametrize("share", [0.005, 0.02])
def test_large_boards_with_many_components(share):
    # The mines of a board add up to its total in every world, hence so do the probabilities.
    size, mines = 120, 2880
    layout = random_layout(size, size, mines, seed=3)
    safe = [(r, c) for r in range(size) for c in range(size) if (r, c) not in layout]
    revealed = set(random.Random(4).sample(safe, int(share * len(safe))))
    counted = eliminate(read_board(seen(layout, revealed, size, size), mines=mines))
    assert sum(counted.fractions.values()) == mines
    assert counted.worlds > 10**1000


def test_large_played_board():
    rows = played(200, 200, 8000, seed=5)
    counted = eliminate(read_board(rows, mines=8000))
    assert sum(counted.fractions.values()) == 8000


def test_board_makers():
    rows = played(16, 30, 99, seed=7)
    revealed = [(r, c) for r in range(16) for c in range(30) if rows[r][c] >= 0]
    assert len(revealed) >= (480 - 99) / 2
    assert eliminate(read_board(rows, mines=99)).worlds > 0
    for cell in revealed:
        if rows[cell[0]][cell[1]] == 0:
            assert all(rows[r][c] >= 0 for r, c in near(cell, 16, 30))
    rows, mines = lattice(9, 9, seed=1)
    assert [(r, c) for r in range(9) for c in range(9) if rows[r][c] >= 0] == [
        (r, c) for r in (1, 3, 5, 7) for c in (1, 3, 5, 7)
    ]
    assert eliminate(read_board(rows, mines=mines)).worlds > 0
