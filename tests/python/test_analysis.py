"""analyze and analyze_many against golden figures and exact counts."""

from __future__ import annotations

import gc
import math
import random
from fractions import Fraction

import numpy as np
import pytest
from oracle.boards import golden, lattice, mirrored, near, played, random_layout, seen, turned
from oracle.brute import FLAG, HIDDEN, MINE, QUESTION, VOID, count_by_mines, eliminate, read_board
from oracle.checks import LOOSE, TIGHT, check_probabilities, close

from sapper import Analysis, Board, ContradictionError, Game, Layout, analyze, analyze_many

EXPERT = golden("expert_positions.json") + golden("expert_stuck.json")
HARD = golden("hard_boards.json")
PATTERN_13 = [[-1, -1, -1, -1], [-1, 1, 3, -1], [-1, -1, -1, -1], [-1, -1, -1, -1]]


def check_golden(board):
    analysis = analyze(Board.from_rows(board["rows"], mines=board["mines"]))
    rows = np.array(board["rows"])
    expected = np.array(board["exact_probs"])
    hidden = rows == HIDDEN
    assert analysis.worlds == int(board["total_solutions"])
    assert np.array_equal(np.isnan(analysis.mine_probability), ~hidden)
    assert np.abs(analysis.mine_probability - expected)[hidden].max() <= LOOSE
    for value, listed in ((0.0, analysis.safe_cells), (1.0, analysis.mine_cells)):
        assert listed == [tuple(cell) for cell in np.argwhere(hidden & (expected == value)).tolist()]
        assert all(analysis.mine_probability[cell] == value for cell in listed)


@pytest.mark.parametrize("board", golden("expert_positions.json"), ids=lambda board: str(board["id"]))
def test_expert_positions(board):
    check_golden(board)


@pytest.mark.parametrize("board", golden("expert_stuck.json"), ids=lambda board: str(board["id"]))
def test_expert_guess_points(board):
    check_golden(board)


@pytest.mark.parametrize("board", HARD, ids=lambda board: board["name"])
def test_hard_boards(board):
    check_golden(board)


@pytest.mark.parametrize(
    "board", [*EXPERT[::10], *HARD[:4]], ids=lambda board: str(board.get("name", board.get("id")))
)
def test_exact_fractions_of_large_boards(board):
    counted = eliminate(read_board(board["rows"], mines=board["mines"]))
    analysis = analyze(Board.from_rows(board["rows"], mines=board["mines"]))
    check_probabilities(analysis, counted, LOOSE)
    for cell in counted.puzzle.cells[::7]:
        fraction = analysis.mine_fraction(cell)
        assert isinstance(fraction, Fraction)
        assert fraction == counted.fraction(cell)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("density", [0.05, 0.2063, 0.6])
def test_expert_boards_with_a_density(seed, density):
    rows = played(16, 30, 99, seed=seed, share=0.1 + 0.15 * seed)
    counted = eliminate(read_board(rows, density=density))
    analysis = analyze(Board.from_rows(rows, density=density))
    check_probabilities(analysis, counted, LOOSE)
    for cell in counted.puzzle.cells[::31]:
        assert analysis.mine_fraction(cell) == counted.fraction(cell)


@pytest.mark.parametrize(
    ("rows", "cols", "density"), [(5, 5, 0.3), (7, 9, 0.2), (9, 7, 0.35), (11, 11, 0.15), (3, 41, 0.3)]
)
@pytest.mark.parametrize("seed", range(3))
def test_lattices(rows, cols, density, seed):
    board, mines = lattice(rows, cols, seed=seed, density=density)
    check_probabilities(
        analyze(Board.from_rows(board, mines=mines)), eliminate(read_board(board, mines=mines)), LOOSE
    )


# --- large boards ---


@pytest.mark.parametrize(("size", "mines", "share"), [(60, 720, 0.5), (100, 1500, 0.3), (200, 8000, 0.5)])
def test_large_played_boards(size, mines, share):
    rows = played(size, size, mines, seed=size, share=share)
    check_probabilities(analyze(Board.from_rows(rows, mines=mines)), eliminate(read_board(rows, mines=mines)), LOOSE)


@pytest.mark.parametrize(("size", "mines", "share"), [(60, 720, 0.03), (120, 2880, 0.03), (200, 8000, 0.01)])
def test_large_boards_with_many_components(size, mines, share):
    layout = random_layout(size, size, mines, seed=size)
    safe = [(r, c) for r in range(size) for c in range(size) if (r, c) not in layout]
    rows = seen(layout, set(random.Random(size).sample(safe, int(share * len(safe)))), size, size)
    check_probabilities(analyze(Board.from_rows(rows, mines=mines)), eliminate(read_board(rows, mines=mines)), LOOSE)


@pytest.mark.parametrize("mines", [8, 9, 1000, 45000, 89990, 89991])
def test_one_clue_on_a_huge_board(mines):
    # All or almost all of the mines on one side: counts from 1 to about 2 ** 90000.
    rows = np.full((300, 300), HIDDEN, dtype=np.int8)
    rows[150, 150] = 8
    analysis = analyze(Board.from_rows(rows, mines=mines))
    free = 300 * 300 - 9
    assert analysis.worlds == math.comb(free, mines - 8)
    assert close(analysis.mine_probability[0, 0], Fraction(mines - 8, free), LOOSE)
    assert analysis.mine_probability[149, 150] == 1.0
    rows[150, 150] = 4
    analysis = analyze(Board.from_rows(rows, mines=mines - 4))
    assert analysis.worlds == math.comb(8, 4) * math.comb(free, mines - 8)
    assert close(analysis.mine_probability[149, 150], Fraction(1, 2), LOOSE)


@pytest.mark.parametrize(("rows", "cols", "density"), [(5, 401, 0.195), (5, 201, 0.35), (3, 801, 0.35)])
def test_every_total_of_a_long_lattice(rows, cols, density):
    # Components as long as the board and no floating cell between them. Their counts span hundreds of orders of
    # magnitude, and different counts dominate at each total.
    cells, mines = lattice(rows, cols, seed=1, density=density)
    worlds = count_by_mines(read_board(cells))
    least, most = min(worlds), max(worlds)
    for total in sorted(worlds):
        analysis = analyze(Board.from_rows(cells, mines=total))
        assert np.nansum(analysis.mine_probability) == pytest.approx(total, abs=LOOSE)
    for total in (least // 2, least - 1, most + 1):
        with pytest.raises(ContradictionError):
            analyze(Board.from_rows(cells, mines=total))
    total = (mines + most) // 2
    counted = eliminate(read_board(cells, mines=total))
    assert counted.worlds == worlds[total]
    check_probabilities(analyze(Board.from_rows(cells, mines=total)), counted, LOOSE)


def test_many_equal_components_add_up():
    # 40 x 40 separate clues, each with one mine among eight cells, and floating cells between them.
    size = 160
    rows = [[1 if r % 4 == 1 and c % 4 == 1 else HIDDEN for c in range(size)] for r in range(size)]
    clues, floating = 1600, size * size - 9 * 1600
    analysis = analyze(Board.from_rows(rows, mines=3000))
    assert analysis.worlds == 8**clues * math.comb(floating, 3000 - clues)
    assert close(analysis.mine_probability[0, 0], Fraction(1, 8), LOOSE)
    assert close(analysis.mine_probability[3, 3], Fraction(3000 - clues, floating), LOOSE)
    assert len(analysis.components) == clues


# --- small boards ---


def test_worked_example():
    analysis = analyze(Board.from_rows(PATTERN_13, mines=6))
    assert analysis.worlds == 66
    assert analysis.mine_fraction((3, 0)) == Fraction(45, 66)
    assert analysis.mine_probability[3, 0] == pytest.approx(45 / 66, abs=TIGHT)
    assert analysis.board == Board.from_rows(PATTERN_13, mines=6)


@pytest.mark.parametrize(
    ("rows", "mines", "worlds"),
    [
        ([[HIDDEN]], 0, 1),
        ([[HIDDEN]], 1, 1),
        ([[0]], 0, 1),
        ([[MINE]], 1, 1),
        ([[VOID]], 0, 1),
        ([[VOID, HIDDEN], [HIDDEN, VOID]], 1, 2),
        ([[HIDDEN] * 5] * 5, 0, 1),
        ([[HIDDEN] * 5] * 5, 25, 1),
        ([[HIDDEN] * 5] * 5, 24, 25),
        ([[1, MINE], [1, 1]], 1, 1),
        ([[0, 0], [0, 0]], 0, 1),
    ],
)
def test_tiny_boards(rows, mines, worlds):
    analysis = analyze(Board.from_rows(rows, mines=mines))
    assert analysis.worlds == worlds
    check_probabilities(analysis, eliminate(read_board(rows, mines=mines)))
    assert analysis.sample(3).shape == (3, len(rows), len(rows[0]))


def test_flags_are_opinions():
    rows = [[FLAG, 1, HIDDEN], [HIDDEN, HIDDEN, QUESTION]]
    plain = [[HIDDEN, 1, HIDDEN], [HIDDEN, HIDDEN, HIDDEN]]
    trusted = [[MINE, 1, HIDDEN], [HIDDEN, HIDDEN, HIDDEN]]
    ignored = analyze(Board.from_rows(rows, mines=1))
    assert np.array_equal(
        ignored.mine_probability, analyze(Board.from_rows(plain, mines=1)).mine_probability, equal_nan=True
    )
    believed = analyze(Board.from_rows(rows, mines=1), trust_flags=True)
    assert np.array_equal(
        believed.mine_probability, analyze(Board.from_rows(trusted, mines=1)).mine_probability, equal_nan=True
    )
    assert believed.mine_probability[0, 0] == 1.0
    assert believed.mine_cells == [(0, 0)]
    assert ignored.mine_probability[0, 0] == pytest.approx(1 / 5, abs=TIGHT)


def test_void_cells_are_not_neighbours():
    analysis = analyze(Board.from_rows([[HIDDEN, 1, VOID], [VOID, VOID, VOID], [HIDDEN, HIDDEN, HIDDEN]], mines=2))
    assert analysis.worlds == 3
    assert analysis.mine_cells == [(0, 0)]
    assert np.isnan(analysis.mine_probability[0, 2])
    assert analysis.floating == [(2, 0), (2, 1), (2, 2)]


def test_almost_certain_is_not_certain():
    # The middle, or all four ends: with density p the odds are (1-p)^3 to p^3, and 1 - 1e-36 is 1.0 as a double.
    rows = [[VOID] * 5 for _ in range(5)]
    for row, col in ((2, 2), (2, 0), (2, 4), (0, 2), (4, 2)):
        rows[row][col] = HIDDEN
    for row, col in ((2, 1), (2, 3), (1, 2), (3, 2)):
        rows[row][col] = 1
    analysis = analyze(Board.from_rows(rows, density=1e-12))
    assert analysis.safe_cells == []
    assert analysis.mine_cells == []
    ends, middle = Fraction(1e-12) ** 3, (1 - Fraction(1e-12)) ** 3
    assert analysis.mine_fraction((2, 2)) == middle / (middle + ends)
    assert analysis.mine_fraction((2, 0)) == ends / (middle + ends)
    assert 0.0 < analysis.mine_probability[2, 0] < LOOSE


def test_rare_worlds_on_a_known_total_are_not_impossible():
    # Five chains as above and 40,000 floating cells for 5 + 1 mines: not all chains can hold two mines, but
    # every single one can.
    rows = [[HIDDEN] * 200 for _ in range(200)]
    for i in range(5):
        rows[4 * i] = [HIDDEN, 1, HIDDEN, 1, HIDDEN, VOID] + [HIDDEN] * 194
        rows[4 * i + 1][:6] = [VOID] * 6
        if i:
            rows[4 * i - 1][:6] = [VOID] * 6
    analysis = analyze(Board.from_rows(rows, mines=6))
    counted = eliminate(read_board(rows, mines=6))
    check_probabilities(analysis, counted, LOOSE)
    assert analysis.safe_cells == []
    assert analysis.mine_cells == []


# --- parts of the board ---


@pytest.mark.parametrize("board", [*EXPERT[::12], *HARD], ids=lambda board: str(board.get("name", board.get("id"))))
def test_frontier_groups_and_components(board):
    rows = board["rows"]
    height, width = len(rows), len(rows[0])
    clues_of = {
        (r, c): [(i, j) for i, j in near((r, c), height, width) if rows[i][j] >= 0]
        for r in range(height)
        for c in range(width)
        if rows[r][c] == HIDDEN
    }
    analysis = analyze(Board.from_rows(rows, mines=board["mines"]))
    assert analysis.frontier == sorted(cell for cell, clues in clues_of.items() if clues)
    assert analysis.floating == sorted(cell for cell, clues in clues_of.items() if not clues)
    groups: dict[tuple, list] = {}
    for cell in analysis.frontier:
        groups.setdefault(tuple(clues_of[cell]), []).append(cell)
    found = {tuple(sorted(group.clues)): sorted(group.cells) for group in analysis.groups}
    assert found == groups
    assert len(analysis.groups) == len(groups)

    in_components = [cell for component in analysis.components for cell in component.cells]
    clues_used = [clue for component in analysis.components for clue in component.clues]
    assert len(in_components) == len(set(in_components))
    assert len(clues_used) == len(set(clues_used))
    assert set(in_components) <= set(analysis.frontier)
    decided = {*analysis.safe_cells, *analysis.mine_cells}
    assert set(analysis.frontier) - decided <= set(in_components)
    for component in analysis.components:
        assert component.width >= 1
        assert component.states >= 1


def test_components_are_independent_given_a_density():
    rows = [
        [HIDDEN, 1, HIDDEN, HIDDEN, HIDDEN, HIDDEN, 2, HIDDEN],
        [HIDDEN, HIDDEN, VOID, HIDDEN, HIDDEN, HIDDEN, HIDDEN, HIDDEN],
    ]
    analysis = analyze(Board.from_rows(rows, density=0.3))
    assert len(analysis.components) == 2
    first, second = (component.cells for component in analysis.components)
    for a in first:
        for b in second:
            both = analysis.probability_of({a: True, b: True}, exact=True)
            assert both == analysis.mine_fraction(a) * analysis.mine_fraction(b)


# --- whole lists ---


@pytest.mark.parametrize("threads", [None, 1, 2, 5])
def test_a_batch_equals_its_boards(threads):
    boards = [Board.from_rows(board["rows"], mines=board["mines"]) for board in EXPERT]
    boards += [Board.from_rows(PATTERN_13, density=0.2), Board.from_rows([[HIDDEN]], mines=1)]
    for one, board in zip(analyze_many(boards, threads=threads), boards, strict=True):
        alone = analyze(board)
        assert one.board == board
        assert one.worlds == alone.worlds
        assert np.array_equal(one.mine_probability, alone.mine_probability, equal_nan=True)
        assert (one.safe_cells, one.mine_cells) == (alone.safe_cells, alone.mine_cells)


def test_a_batch_may_be_empty_or_any_iterable():
    assert analyze_many([]) == []
    assert [a.worlds for a in analyze_many(Board.from_rows([[HIDDEN] * n], mines=1) for n in (1, 2, 3))] == [
        1,
        2,
        3,
    ]


def test_arrays_of_a_batch_outlive_it():
    # Neighbours of one size share memory; sizes change in the middle, some boards fail, and one array is kept.
    expert = [Board.from_rows(board["rows"], mines=board["mines"]) for board in EXPERT[:40]]
    small = [Board.from_rows([[HIDDEN, 1, HIDDEN]], mines=1), Board.from_rows([[HIDDEN, 1, MINE]], mines=2)]
    boards = [*small, *expert, *small, expert[0]]
    found = analyze_many(boards, on_error="return")
    arrays = [one.mine_probability for one in found if isinstance(one, Analysis)]
    assert [array.shape for array in arrays] == [(1, 3), *[(16, 30)] * 40, (1, 3), (16, 30)]
    assert not any(array.flags.writeable for array in arrays)
    kept, again = arrays[5], found[6].mine_probability
    assert again is found[6].mine_probability
    del found, arrays, again
    gc.collect()
    analyze_many(boards, on_error="return")
    assert np.array_equal(kept, analyze(expert[4]).mine_probability, equal_nan=True)


def test_a_batch_trusts_flags_on_request():
    board = Board.from_rows([[FLAG, 1, HIDDEN]], mines=1)
    assert analyze_many([board])[0].worlds == 2
    assert analyze_many([board], trust_flags=True)[0].worlds == 1


def test_the_same_board_gives_the_same_bits():
    for board in EXPERT[::20]:
        first = analyze(Board.from_rows(board["rows"], mines=99))
        again = analyze(Board.from_rows(board["rows"], mines=99))
        assert first.mine_probability.tobytes() == again.mine_probability.tobytes()


# --- symmetry ---


@pytest.mark.parametrize(
    "board", [*EXPERT[::12], *HARD[:4]], ids=lambda board: str(board.get("name", board.get("id")))
)
@pytest.mark.parametrize(
    ("flip", "flipped"), [(mirrored, np.fliplr), (turned, np.transpose)], ids=["mirrored", "turned"]
)
def test_symmetry(board, flip, flipped):
    plain = analyze(Board.from_rows(board["rows"], mines=board["mines"]))
    other = analyze(Board.from_rows(flip(board["rows"]), mines=board["mines"]))
    assert other.worlds == plain.worlds
    assert np.allclose(other.mine_probability, flipped(plain.mine_probability), rtol=0, atol=TIGHT, equal_nan=True)


# --- the solver sees the board, never the layout ---


@pytest.mark.parametrize("seed", range(5))
def test_layouts_that_look_alike_are_analysed_alike(seed):
    opening = [(2, 2), *near((2, 2), 9, 9)]
    game = Game(Layout.from_mines(9, 9, sorted(random_layout(9, 9, 10, seed=seed, free=opening))))
    game.reveal((2, 2))
    # Every world of the opening is a layout that the player cannot distinguish from the true one.
    analysis = analyze(game.board)
    for index in (0, analysis.worlds // 2, analysis.worlds - 1):
        mines = [tuple(cell) for cell in np.argwhere(analysis.world(index)).tolist()]
        twin = Game(Layout.from_mines(9, 9, mines))
        twin.reveal((2, 2))
        assert twin.board == game.board
        same = analyze(twin.board)
        assert same.worlds == analysis.worlds
        assert same.mine_probability.tobytes() == analysis.mine_probability.tobytes()
        assert same.sample(5, seed=1).tobytes() == analysis.sample(5, seed=1).tobytes()


def test_safest_cells():
    assert analyze(Board.from_rows([[0, 0], [0, 0]], mines=0)).safest_cells == []
    assert analyze(Board.from_rows([[HIDDEN, 1, HIDDEN, HIDDEN]], mines=2)).safest_cells == [(0, 0), (0, 2)]
    for board in EXPERT[::10]:
        analysis = analyze(Board.from_rows(board["rows"], mines=99))
        lowest = np.nanmin(analysis.mine_probability)
        assert analysis.safest_cells == [
            tuple(cell) for cell in np.argwhere(analysis.mine_probability == lowest).tolist()
        ]
