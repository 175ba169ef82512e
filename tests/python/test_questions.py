"""Questions to an analysis: outcomes, joint and conditional probabilities, worlds, samples, dead cells."""

from __future__ import annotations

import copy
import itertools
import math
import pickle
import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from oracle.boards import golden, lattice, near
from oracle.brute import FLAG, HIDDEN, MINE, VOID, brute_force, eliminate, read_board
from oracle.checks import LOOSE, chi_square_fits, close, mine_set
from random_boards import random_rows

from sapper import Board, analyze, solve_rules

EXPERT = golden("expert_positions.json") + golden("expert_stuck.json")
PATTERN_13 = [[-1, -1, -1, -1], [-1, 1, 3, -1], [-1, -1, -1, -1], [-1, -1, -1, -1]]

# Small boards of every kind: components, floating cells, a density, known mines, cells out of play, no clue.
SMALL = {
    "worked example": (PATTERN_13, {"mines": 6}),
    "two components": (
        [
            [-1, 1, -1, 1, -1, VOID, -1, 1, -1, 1, -1],
            [VOID] * 6 + [-1] * 5,
            [VOID] * 9 + [-1] * 2,
        ],
        {"mines": 4},
    ),
    "untouched": ([[-1] * 4] * 2, {"mines": 3}),
    "density": ([[-1, 1, -1, 1, -1], [-1, -1, -1, -1, -1]], {"density": 0.3}),
    "density, untouched": ([[-1] * 3] * 2, {"density": 0.3}),
    "known mines": ([[MINE, 2, -1, -1], [-1, -1, -1, 2], [-1, 2, MINE, -1]], {"mines": 4}),
    "out of play": ([[VOID, 1, -1], [-1, VOID, -1], [-1, 2, -1]], {"mines": 3}),
    "flags": ([[FLAG, 1, -1], [-1, -1, FLAG], [-1, 1, -1]], {"mines": 2}),
    "one world": ([[-1, 1, 0]], {"mines": 1}),
    "all revealed": ([[0, 0]], {"mines": 0}),
}


@pytest.fixture(params=SMALL.values(), ids=SMALL.keys())
def small(request):
    rows, count = request.param
    return analyze(Board.from_rows(rows, **count)), brute_force(read_board(rows, **count))


# --- outcomes ---


def test_outcomes(small):
    analysis, listed = small
    for cell in listed.puzzle.cells:
        mine, numbers = listed.outcomes(cell)
        outcomes = analysis.outcomes(cell)
        assert len(outcomes.numbers) == 9
        assert close(outcomes.mine, mine)
        assert all(close(value, exact) for value, exact in zip(outcomes.numbers, numbers, strict=True))
        assert outcomes.mine + sum(outcomes.numbers) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("board", EXPERT[::15], ids=lambda board: str(board["id"]))
def test_outcomes_on_expert_boards(board):
    counted = eliminate(read_board(board["rows"], mines=99))
    analysis = analyze(Board.from_rows(board["rows"], mines=99))
    for cell in (*analysis.frontier[::19], *analysis.floating[:1], *analysis.floating[-1:]):
        outcomes = analysis.outcomes(cell)
        assert close(outcomes.mine, counted.fraction(cell), LOOSE)
        for number in range(9):
            assert close(outcomes.numbers[number], counted.probability({cell: number}), LOOSE)


def test_outcomes_on_a_lattice():
    rows, mines = lattice(9, 9, seed=2)
    counted = eliminate(read_board(rows, mines=mines))
    analysis = analyze(Board.from_rows(rows, mines=mines))
    for cell in analysis.frontier[::13]:
        for number in range(9):
            assert close(analysis.outcomes(cell).numbers[number], counted.probability({cell: number}), LOOSE)


# --- joint and conditional ---


def test_joint_questions(small):
    analysis, listed = small
    cells = listed.puzzle.cells
    assert analysis.probability_of({}) == 1.0
    for a, b in itertools.combinations(cells, 2):
        for question in ({a: True, b: True}, {a: False, b: True}, {a: 1, b: False}, {a: 2, b: 1}):
            exact = listed.probability(question)
            assert close(analysis.probability_of(question), exact)
            answer = analysis.probability_of(question, exact=True)
            assert isinstance(answer, Fraction)
            assert answer == exact


def test_questions_about_every_cell_at_once(small):
    analysis, listed = small
    for index in range(0, listed.worlds, 7):
        world = dict(zip(listed.puzzle.cells, listed.table[index].tolist(), strict=True))
        assert analysis.probability_of(world, exact=True) == listed.probability(world)


def test_conditional_questions(small):
    analysis, listed = small
    for a, b in itertools.permutations(listed.puzzle.cells, 2):
        for given in ({b: True}, {b: False}, {b: 1}):
            weight = listed.probability(given)
            if weight == 0:
                continue
            for question in ({a: True}, {a: 1}):
                exact = listed.probability({**given, **question}) / weight
                assert close(analysis.probability_of(question, given=given), exact)
                assert analysis.probability_of(question, given=given, exact=True) == exact


def test_a_question_against_its_own_condition():
    analysis = analyze(Board.from_rows(PATTERN_13, mines=6))
    assert analysis.probability_of({(0, 0): True}, given={(0, 0): True}) == 1.0
    assert analysis.probability_of({(0, 0): True}, given={(0, 0): False}) == 0.0
    assert analysis.probability_of({(0, 0): 1}, given={(0, 0): True}) == 0.0


def test_known_mines_can_be_asked_about():
    analysis = analyze(Board.from_rows([[MINE, 2, -1, -1]], mines=2))
    assert analysis.probability_of({(0, 0): True}) == 1.0
    assert analysis.probability_of({(0, 0): False}) == 0.0
    assert analysis.mine_fraction((0, 0)) == 1


def test_cells_may_be_numpy_integers():
    analysis = analyze(Board.from_rows(PATTERN_13, mines=6))
    cell = tuple(np.argwhere(analysis.board.cells == HIDDEN)[0])
    assert analysis.mine_fraction(cell) == Fraction(6, 66)
    assert analysis.probability_of({cell: True}, exact=True) == Fraction(6, 66)


@pytest.mark.parametrize("board", EXPERT[5::20], ids=lambda board: str(board["id"]))
def test_joint_questions_on_expert_boards(board):
    counted = eliminate(read_board(board["rows"], mines=99))
    analysis = analyze(Board.from_rows(board["rows"], mines=99))
    unsure = [cell for cell in counted.puzzle.cells if 0 < counted.fraction(cell) < 1]
    for a, b in itertools.pairwise(unsure[:: max(1, len(unsure) // 6)]):
        for question in ({a: True, b: False}, {a: False, b: 1}):
            exact = counted.probability(question)
            assert close(analysis.probability_of(question), exact, LOOSE)
            assert analysis.probability_of(question, exact=True) == exact


# --- worlds ---


def fits(world, rows):
    """Whether a world has exactly the clues of a board without known mines."""
    mines = mine_set(world)
    height, width = len(rows), len(rows[0])
    return all(
        sum(other in mines for other in near((r, c), height, width)) == rows[r][c]
        for r in range(height)
        for c in range(width)
        if rows[r][c] >= 0
    ) and all(rows[r][c] < 0 for r, c in mines)


def test_worlds_are_listed_once_each(small):
    analysis, listed = small
    assert analysis.worlds == listed.worlds
    worlds = [analysis.world(i) for i in range(analysis.worlds)]
    assert all(world.dtype == np.bool_ and world.shape == analysis.mine_probability.shape for world in worlds)
    assert len({world.tobytes() for world in worlds}) == analysis.worlds
    assert {mine_set(world) for world in worlds} == listed.sets()


def test_the_order_of_worlds_is_fixed(small):
    analysis, _ = small
    again = analyze(analysis.board)
    for i in {0, analysis.worlds // 3, analysis.worlds - 1}:
        assert np.array_equal(analysis.world(i), again.world(i))


@pytest.mark.parametrize(
    "board", [b for b in EXPERT if int(b["total_solutions"]) <= 400], ids=lambda board: str(board["id"])
)
def test_worlds_of_finished_expert_boards(board):
    analysis = analyze(Board.from_rows(board["rows"], mines=99))
    worlds = [analysis.world(i) for i in range(analysis.worlds)]
    assert len({world.tobytes() for world in worlds}) == int(board["total_solutions"])
    assert all(world.sum() == 99 and fits(world, board["rows"]) for world in worlds)
    assert np.mean(worlds, axis=0) == pytest.approx(np.nan_to_num(analysis.mine_probability), abs=1e-9)


@pytest.mark.parametrize(
    "board", [*EXPERT[::15], *golden("hard_boards.json")], ids=lambda b: str(b.get("name", b.get("id")))
)
def test_far_apart_worlds_of_large_boards(board):
    analysis = analyze(Board.from_rows(board["rows"], mines=board["mines"]))
    indices = sorted({analysis.worlds * k // 20 for k in range(20)} | {analysis.worlds - 1})
    worlds = [analysis.world(i) for i in indices]
    assert len({world.tobytes() for world in worlds}) == len(indices)
    assert all(world.sum() == board["mines"] and fits(world, board["rows"]) for world in worlds)


@pytest.mark.parametrize(("cells", "mines"), [(1, 0), (1, 1), (5, 2), (6, 3), (7, 6), (8, 8)])
def test_an_untouched_row_lists_its_worlds_in_lexicographic_order(cells, mines):
    analysis = analyze(Board.from_rows([[HIDDEN] * cells], mines=mines))
    listed = [tuple(np.flatnonzero(analysis.world(i)[0]).tolist()) for i in range(analysis.worlds)]
    assert listed == list(itertools.combinations(range(cells), mines))


def test_world_numbers_may_be_of_any_size():
    analysis = analyze(Board.from_rows([[HIDDEN] * 1000], mines=400))
    assert analysis.worlds == math.comb(1000, 400)
    assert np.flatnonzero(analysis.world(analysis.worlds - 1)).tolist() == list(range(600, 1000))
    # The worlds with a mine on the first cell come first.
    first = math.comb(999, 399)
    assert analysis.world(first - 1)[0, 0]
    assert not analysis.world(first)[0, 0]


# --- samples ---


def test_samples_are_uniform(small):
    analysis, listed = small
    draws = analysis.sample(60 * max(listed.worlds, 10) * (20 if listed.puzzle.mines is None else 1), seed=2024)
    assert draws.dtype == np.bool_
    counts = Counter(mine_set(world) for world in draws)
    assert set(counts) <= listed.sets()
    shares = {}
    for index in range(listed.worlds):
        chosen = np.zeros(listed.worlds, dtype=bool)
        chosen[index] = True
        mines = frozenset(cell for cell, mine in zip(listed.puzzle.cells, listed.table[index], strict=True) if mine)
        shares[mines | listed.puzzle.known] = listed.weight(chosen) / listed.weight()
    if listed.worlds > 1:
        assert chi_square_fits(counts, merge_rare(shares, counts, len(draws)))


def merge_rare(shares, counts, draws):
    """Merge all worlds expected fewer than five times, in both tables, as the chi-square test requires."""
    rare = [world for world, share in shares.items() if share * draws < 5]
    merged = {world: share for world, share in shares.items() if world not in rare}
    if rare:
        kept = rare[0]
        for world in rare[1:]:
            counts[kept] += counts.pop(world, 0)
        merged[kept] = sum(shares[world] for world in rare)
    return merged


@pytest.mark.parametrize("seed", [0, 1, 7])
def test_samples_of_an_expert_board_fit_its_probabilities(seed):
    board = golden("expert_positions.json")[0]
    analysis = analyze(Board.from_rows(board["rows"], mines=99))
    draws = analysis.sample(4000, seed=seed)
    assert (draws.sum(axis=(1, 2)) == 99).all()
    assert all(fits(world, board["rows"]) for world in draws[:50])
    probability = np.nan_to_num(analysis.mine_probability)
    error = np.sqrt(probability * (1 - probability) / 4000)
    assert (np.abs(draws.mean(axis=0) - probability) <= 5.5 * error).all()


def test_samples_follow_from_the_seed():
    analysis = analyze(Board.from_rows(PATTERN_13, mines=6))
    assert np.array_equal(analysis.sample(50, seed=3), analysis.sample(50, seed=3))
    assert not np.array_equal(analysis.sample(50, seed=3), analysis.sample(50, seed=4))
    assert np.array_equal(analysis.sample(50), analysis.sample(50, seed=0))
    assert analysis.sample(0).shape == (0, 4, 4)


# --- dead cells ---


def test_dead_cells(small):
    analysis, listed = small
    assert analysis.dead_cells == sorted(listed.dead())


@pytest.mark.parametrize("board", EXPERT[60::20], ids=lambda board: str(board["id"]))
def test_dead_cells_of_expert_boards(board):
    counted = eliminate(read_board(board["rows"], mines=99))
    analysis = analyze(Board.from_rows(board["rows"], mines=99))
    dead = set(analysis.dead_cells)
    for cell in counted.puzzle.cells[::9]:
        shown = sum(counted.probability({cell: number}) > 0 for number in range(9))
        assert (cell in dead) == (shown == 1)


def test_an_analysis_survives_pickling_and_copying():
    analysis = analyze(Board.from_rows([[-2, 1, -1, -1, -1]], mines=2), trust_flags=True)
    for twin in (pickle.loads(pickle.dumps(analysis)), copy.copy(analysis), copy.deepcopy(analysis)):
        assert twin.board == analysis.board
        assert twin.worlds == analysis.worlds
        assert twin.mine_probability.tobytes() == analysis.mine_probability.tobytes()


DENSITIES = [1e-3, 1e-6, 1e-9, 1e-12, 1 - 1e-6, 1 - 1e-12]


def as_near_as_doubles_are(value, exact):
    """Whether a value has the right digits; below the smallest normal double only its size."""
    if exact < Fraction(2) ** -1021:
        return 0 <= value < 2.0**-1020 and (value > 0 or exact < Fraction(2) ** -1000 or exact == 0)
    return abs(Fraction(value) - exact) <= exact * Fraction(1, 10**9)


@pytest.mark.parametrize("density", DENSITIES)
def test_probabilities_of_any_density_keep_their_digits(density):
    rng = random.Random(5)
    for _ in range(40):
        rows, _ = random_rows(rng)
        analysis = analyze(Board.from_rows(rows, density=density))
        hidden = [(r, c) for r, line in enumerate(rows) for c, value in enumerate(line) if value < 0]
        for cell in hidden:
            value, exact = float(analysis.mine_probability[cell]), analysis.mine_fraction(cell)
            assert as_near_as_doubles_are(value, exact), (rows, cell, value, exact)
            assert (value == 0, value == 1) == (exact == 0, exact == 1)
        for cell in hidden[:2]:
            for number, value in enumerate(analysis.outcomes(cell).numbers):
                exact = analysis.probability_of({cell: number}, exact=True)
                assert as_near_as_doubles_are(value, exact), (rows, cell, number, value, exact)
                assert as_near_as_doubles_are(analysis.probability_of({cell: number}), exact)


def test_exact_fractions_with_a_density_are_those_of_brute_force():
    rng = random.Random(6)
    for _ in range(150):
        rows, _ = random_rows(rng)
        density = rng.choice([0.1, 0.2, 0.25, 0.5, 0.9])
        puzzle = read_board(rows, density=density)
        if not 1 < len(puzzle.cells) <= 12:
            continue
        worlds, analysis = brute_force(puzzle), analyze(Board.from_rows(rows, density=density))
        one, other, third = (rng.choice(puzzle.cells) for _ in range(3))
        facts = {one: rng.choice([True, False, 1, 2])} | ({other: True} if other != one else {})
        assert analysis.probability_of(facts, exact=True) == worlds.probability(facts)
        given = {third: rng.choice([True, False])}
        if third not in facts and worlds.probability(given) > 0:
            both = worlds.probability(facts | given) / worlds.probability(given)
            assert analysis.probability_of(facts, given=given, exact=True) == both


def test_worlds_of_neighbouring_seeds_are_independent():
    analysis = analyze(Board.from_rows([[-1] * 8] * 8, density=0.5))
    rules = solve_rules([], cells=range(64))
    for draws in (
        np.array([analysis.sample(1, seed=seed)[0].ravel() for seed in range(400)]),
        np.array([list(rules.sample(1, seed=seed)[0].values()) for seed in range(400)]),
    ):
        for apart in (1, 2, 4, 8):
            # 0.5 with a standard error of 0.0031.
            assert np.mean(draws[:-apart] == draws[apart:]) == pytest.approx(0.5, abs=0.016)


def test_safest_cells_are_hidden():
    assert analyze(Board.from_text("2x2:4:MM/Fa")).safest_cells == [(1, 0), (1, 1)]
    assert analyze(Board.from_text("2x2:4:MM/Fa"), trust_flags=True).safest_cells == [(1, 1)]
    assert analyze(Board.from_text("1x2:2:MM")).safest_cells == []
