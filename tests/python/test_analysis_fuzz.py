"""Random boards and rules against brute force: every public number is compared.

SAPPER_FUZZ=N draws N times as many cases, new ones each time.
"""

from __future__ import annotations

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from oracle.boards import mirrored, near, turned
from oracle.brute import FLAG, HIDDEN, MINE, QUESTION, VOID, brute_force
from oracle.checks import check_conflict, check_probabilities, close, mine_set
from oracle.strategies import Position, RuleSet, any_boards, consistent_boards, examples, rule_sets

from sapper import Board, ContradictionError, analyze, analyze_many, solve_rules

COVERED = {HIDDEN, FLAG, QUESTION}


def board_of(position: Position) -> Board:
    return Board.from_rows(position.rows, mines=position.mines, density=position.density)


def solve(position: Position):
    return analyze(board_of(position), trust_flags=position.trust_flags)


@examples(600)
@given(consistent_boards())
def test_every_cell(position: Position):
    listed = brute_force(position.puzzle())
    analysis = solve(position)
    check_probabilities(analysis, listed)
    for cell in listed.puzzle.cells:
        mine, numbers = listed.outcomes(cell)
        assert analysis.mine_fraction(cell) == mine
        outcomes = analysis.outcomes(cell)
        assert close(outcomes.mine, mine)
        for value, exact in zip(outcomes.numbers, numbers, strict=True):
            assert close(value, exact), (cell, outcomes, numbers)
    assert analysis.dead_cells == sorted(listed.dead())


@examples(150)
@given(consistent_boards())
def test_parts_of_the_board(position: Position):
    rows = position.rows
    height, width = len(rows), len(rows[0])
    puzzle = position.puzzle()
    clues_of = {cell: [o for o in near(cell, height, width) if rows[o[0]][o[1]] >= 0] for cell in puzzle.cells}
    analysis = solve(position)
    assert analysis.frontier == [cell for cell in puzzle.cells if clues_of[cell]]
    assert analysis.floating == [cell for cell in puzzle.cells if not clues_of[cell]]
    assert sorted(cell for group in analysis.groups for cell in group.cells) == analysis.frontier
    for group in analysis.groups:
        assert all(clues_of[cell] == sorted(group.clues) for cell in group.cells)
    assert len({tuple(sorted(group.clues)) for group in analysis.groups}) == len(analysis.groups)


@examples(200)
@given(consistent_boards(), st.data())
def test_questions(position: Position, data: st.DataObject):
    puzzle = position.puzzle()
    if not puzzle.cells:
        return
    listed = brute_force(puzzle)
    analysis = solve(position)
    answers = st.booleans() | st.integers(0, 8)
    questions = st.dictionaries(st.sampled_from(puzzle.cells + tuple(sorted(puzzle.known))), answers, max_size=5)
    question, condition = data.draw(questions), data.draw(questions)
    exact = listed.probability(question)
    assert analysis.probability_of(question, exact=True) == exact
    assert close(analysis.probability_of(question), exact)
    weight = listed.probability(condition)
    shared = {cell for cell in question if cell in condition}
    if weight and not shared:
        exact = listed.probability({**question, **condition}) / weight
        assert analysis.probability_of(question, given=condition, exact=True) == exact
        assert close(analysis.probability_of(question, given=condition), exact)


@examples(150)
@given(consistent_boards())
def test_worlds_and_samples(position: Position):
    listed = brute_force(position.puzzle())
    analysis = solve(position)
    sets = listed.sets()
    if listed.worlds <= 500:
        assert {mine_set(analysis.world(i)) for i in range(listed.worlds)} == sets
    else:
        chosen = [analysis.worlds * k // 50 for k in range(50)]
        found = {mine_set(analysis.world(i)) for i in chosen}
        assert len(found) == 50
        assert found <= sets
    assert {mine_set(world) for world in analysis.sample(20, seed=1)} <= sets


@examples(500)
@given(any_boards())
def test_contradictions_are_proved(position: Position):
    puzzle = position.puzzle()
    listed = brute_force(puzzle)
    try:
        analysis = solve(position)
    except ContradictionError as error:
        assert listed.worlds == 0
        check_conflict([puzzle.clues[tuple(clue)] for clue in error.clues], error.needs_total, puzzle)
        check_words(error, position)
    else:
        assert listed.worlds > 0
        check_probabilities(analysis, listed)


def check_words(error: ContradictionError, position: Position) -> None:
    """Check every number in the sentence of a contradiction by listing the worlds of its clues."""
    puzzle, text = position.puzzle(), str(error)
    numbers = [int(number) for number in re.findall(r"\d+", error.reason)]
    if error.needs_total:
        chosen = {puzzle.clues[tuple(clue)] for clue in error.clues}
        fitting = [len(mines) for mines in brute_force(puzzle.only(chosen, total=False)).sets()]
        if "in all" in text:
            assert min(fitting) < position.mines < max(fitting)
            assert position.mines not in fitting
        else:
            assert numbers[-2:] == [max(fitting) if "room" in text else min(fitting), position.mines]
    elif len(error.clues) == 1:
        [(row, col)] = error.clues
        around = [position.rows[r][c] for r, c in near((row, col), len(position.rows), len(position.rows[0]))]
        flags = {FLAG} if position.trust_flags else set()
        mines, hidden = (sum(view in kinds for view in around) for kinds in ({MINE} | flags, COVERED - flags))
        assert numbers[0] == position.rows[row][col]
        assert numbers[1:] == ([mines] if mines > numbers[0] else [count for count in (mines, hidden) if count])
    else:
        assert text.endswith("cannot both hold" if len(error.clues) == 2 else "cannot all hold")


@examples(60)
@given(st.lists(consistent_boards(), max_size=6), st.sampled_from([None, 1, 2]), st.booleans())
def test_batches(positions: list[Position], threads: int | None, trust_flags: bool):
    boards = [board_of(position) for position in positions if position.trust_flags or not trust_flags]
    for one, board in zip(analyze_many(boards, threads=threads, trust_flags=trust_flags), boards, strict=True):
        alone = analyze(board, trust_flags=trust_flags)
        assert one.worlds == alone.worlds
        assert one.mine_probability.tobytes() == alone.mine_probability.tobytes()
        assert one.dead_cells == alone.dead_cells


@examples(100)
@given(consistent_boards(), st.booleans(), st.booleans())
def test_symmetry(position: Position, turn: bool, mirror: bool):
    rows = position.rows
    plain = solve(position)
    expected = plain.mine_probability
    if turn:
        rows, expected = turned(rows), expected.T
    if mirror:
        rows, expected = mirrored(rows), np.fliplr(expected)
    other = solve(Position(rows, position.mines, position.density, position.trust_flags))
    assert other.worlds == plain.worlds
    assert np.allclose(other.mine_probability, expected, rtol=0, atol=1e-12, equal_nan=True)


@examples(100)
@given(consistent_boards())
def test_opinions_do_not_matter(position: Position):
    plain = [[HIDDEN if value in (FLAG, QUESTION) else value for value in row] for row in position.rows]
    believed = [[MINE if value == FLAG else value for value in row] for row in position.rows]
    meant = believed if position.trust_flags else plain
    bare = analyze(Board.from_rows(meant, mines=position.mines, density=position.density))
    analysis = solve(position)
    assert bare.worlds == analysis.worlds
    assert np.array_equal(bare.mine_probability, analysis.mine_probability, equal_nan=True)


@examples(100)
@given(consistent_boards())
def test_a_border_out_of_play_changes_nothing(position: Position):
    width = len(position.rows[0]) + 2
    framed = [[VOID] * width, *([VOID, *row, VOID] for row in position.rows), [VOID] * width]
    inner = solve(position)
    outer = solve(Position(framed, position.mines, position.density, position.trust_flags))
    assert outer.worlds == inner.worlds
    assert np.array_equal(outer.mine_probability[1:-1, 1:-1], inner.mine_probability, equal_nan=True)


@examples(500)
@given(rule_sets())
def test_rules(rules: RuleSet):
    puzzle = rules.puzzle()
    listed = brute_force(puzzle)
    try:
        solution = solve_rules(rules.rules, **rules.options)
    except ContradictionError as error:
        assert listed.worlds == 0
        check_conflict(error.clues, error.needs_total, puzzle)
        return
    assert solution.worlds == listed.worlds > 0
    names = [name for name in puzzle.cells if isinstance(name, str)]
    assert set(solution.mine_probability) == set(names)
    for name in names:
        assert close(solution.mine_probability[name], listed.fraction(name))
        assert solution.mine_fraction(name) == listed.fraction(name)
    assert sorted(solution.safe_cells) == sorted(name for name in names if listed.fraction(name) == 0)
    assert sorted(solution.mine_cells) == sorted(name for name in names if listed.fraction(name) == 1)
    if rules.options["others"]:
        assert close(solution.other_probability, listed.fraction(("other", 0)))
    else:
        assert solution.other_probability is None
    question = dict(zip(names[:3], (True, False, True), strict=False))
    assert solution.probability_of(question, exact=True) == listed.probability(question)
    assert close(solution.probability_of(question), listed.probability(question))
