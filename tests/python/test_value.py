"""The value of a board under optimal play: against the definition, with few and with many worlds, at its limits."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from oracle.boards import golden
from oracle.brute import brute_force
from oracle.optimal import optimal_play
from oracle.strategies import Position, consistent_boards, examples

import sapper
from sapper import Board, Bound, ContradictionError, Estimate, Exact, InputError, _engine, win_value

MOST_COVERED = 8
FIFTY = Board.from_text("mines 1\n.1.\n")
STUCK = max(golden("expert_stuck.json"), key=lambda board: int(board["total_solutions"]))
BLANK = Board.from_text("mines 4\n....\n....\n....\n")  # no safe cell, and enough worlds to need some nodes


def board_of(position: Position) -> Board:
    return Board.from_rows(position.rows, mines=position.mines, density=position.density)


@examples(300)
@given(consistent_boards())
def test_the_value_is_that_of_the_definition(position: Position):
    puzzle = position.puzzle()
    assume(len(puzzle.cells) <= MOST_COVERED and brute_force(puzzle).worlds <= 30)
    value, safe, others = optimal_play(puzzle)
    found = win_value(board_of(position), trust_flags=position.trust_flags)
    assert list(found.moves) == (safe + others if position.density is None else safe or others)
    if position.density is None:
        assert isinstance(found, Exact)
        assert found.probability == value
        assert found.total == brute_force(puzzle).worlds
    else:
        assert isinstance(found, Bound)
        assert found.low <= value <= found.high
        assert found.high - found.low < 1e-11


def test_a_fifty_fifty():
    assert win_value(FIFTY) == Exact(1, 2, ((0, 0), (0, 2)))
    assert win_value(FIFTY).probability == Fraction(1, 2)


def test_a_sure_cell_comes_before_any_guess():
    assert win_value(Board.from_text("mines 1\n.1..\n")).moves[0] == (0, 3)


def test_safe_cells_come_first_and_then_all_that_tie():
    # The guess wins as often before the safe cell, which has no neighbour, as after it.
    assert win_value(Board.from_text("1x5:1:a1aVa")) == Exact(1, 2, ((0, 4), (0, 0), (0, 2)))


@examples(200)
@given(consistent_boards())
def test_a_bound_holds_within_any_limits(position: Position):
    puzzle = position.puzzle()
    assume(len(puzzle.cells) <= MOST_COVERED and brute_force(puzzle).worlds <= 30)
    value, *moves = optimal_play(puzzle)
    board = board_of(position)
    limits = [{"worlds": 0, "rollouts": 0}, *({"nodes": nodes} for nodes in (0, 1, 2))]
    for found in (win_value(board, trust_flags=position.trust_flags, **limit) for limit in limits):
        assert bool(found.moves) == any(moves)
        if isinstance(found, Bound):
            assert found.low <= value <= found.high
        else:
            assert found.probability == value


@pytest.mark.parametrize("text", ["....\n" * 5, "2..\n...\n...\n...\n", "3..\n...\n...\n...\n...\n"])
@pytest.mark.parametrize("density", [0.05, 0.5, 0.95, 0.999])
def test_a_board_may_be_won_before_any_reveal(text, density):
    # Where every hidden cell is a mine, nothing is left to reveal.
    board = Board.from_text(text, density=density)
    found = win_value(board, worlds=0)
    analysis = sapper.analyze(board)
    hidden = [(r, c) for r in range(board.rows) for c in range(board.cols) if board[r, c] < 0]
    won = analysis.probability_of(dict.fromkeys(hidden, True), exact=True)
    first = max(1 - analysis.mine_fraction(cell) for cell in hidden)
    assert isinstance(found, Bound)
    assert found.low == pytest.approx(float(won))
    assert found.high == pytest.approx(float(min(won + first, 1)))


def test_a_finished_board_is_won():
    assert win_value(Board.from_text("mines 0\n00\n00\n")) == Exact(1, 1, ())
    assert win_value(Board.from_text("mines 1\n1.\n")) == Exact(1, 1, ())


@pytest.mark.parametrize("rollouts", [0, 10])
@pytest.mark.parametrize("text", ["1x2:{}:00", "1x2:{}:1a", "1x2:{}:1F"])
def test_a_finished_board_is_won_within_any_limits(text, rollouts):
    mines = 0 if text.endswith("00") else 1
    assert win_value(Board.from_text(text.format(mines)), worlds=0, rollouts=rollouts) == Exact(1, 1, ())
    assert win_value(Board.from_text(text.format("p0.2")), worlds=0, rollouts=rollouts) == Bound(1.0, 1.0, ())


def test_a_finished_board_too_large_to_be_searched_is_won():
    assert win_value(Board.from_rows([[-1] * 1000], mines=1000)) == Exact(1, 1, ())


@pytest.mark.parametrize("text", ["1x2:0:00", "1x1:1:a", "1x2:1:1F", "1x2:1:M1"])
def test_the_engine_refuses_to_play_a_finished_board(text):
    board = Board.from_text(text)._handle
    for name in _engine.strategy_names():
        with pytest.raises(InputError, match="every safe cell is revealed"):
            _engine.choose_move(board, name, _engine.strategy_settings(name, "fast"), 0)
    with pytest.raises(InputError, match="every safe cell is revealed"):
        _engine.estimate_win(board, False, 10, 0)


def test_the_engine_refuses_to_play_out_a_density():
    with pytest.raises(InputError, match="number of mines"):
        _engine.estimate_win(Board.from_text("1x2:p0.2:1a")._handle, False, 10, 0)


def test_the_three_types_never_mix():
    values = [Exact(1, 2, ()), Bound(0.5, 0.5, ()), Estimate(0.5, 0.0, ())]
    for one in values:
        for other in values:
            assert (one == other) == (one is other)
            with pytest.raises(TypeError):
                one < other  # noqa: B015
            with pytest.raises(TypeError):
                one + other
        with pytest.raises(AttributeError):
            one.moves = ()


def test_out_of_nodes_there_are_bounds_and_a_move():
    exact = win_value(BLANK)
    assert isinstance(exact, Exact)
    bounds = [win_value(BLANK, nodes=nodes) for nodes in (0, 1, 3)]
    assert any(isinstance(bound, Bound) for bound in bounds)
    for bound in bounds:
        assert bound.moves
        if isinstance(bound, Bound):
            assert bound.low <= exact.probability <= bound.high


def test_more_worlds_than_allowed_leave_a_bound():
    worlds = sapper.analyze(BLANK).worlds
    exact = win_value(BLANK, worlds=worlds)
    assert isinstance(exact, Exact)
    bound = win_value(BLANK, worlds=worlds - 1, rollouts=0)
    assert isinstance(bound, Bound)
    assert bound.low <= exact.probability <= bound.high < 1
    assert set(bound.moves) == set(sapper.analyze(BLANK).safest_cells)


def test_an_expert_board_with_too_many_worlds_to_list():
    board = Board.from_rows(STUCK["rows"], mines=99)
    found = win_value(board, rollouts=1)
    assert isinstance(found, Bound)
    assert found.high == pytest.approx(1 - sapper.analyze(board).mine_probability[found.moves[0]])


def test_boards_with_many_worlds_are_played_out():
    board = Board.from_rows(STUCK["rows"], mines=99)
    found = win_value(board, rollouts=300, seed=5)
    assert isinstance(found, Estimate)
    assert found == win_value(board, rollouts=300, seed=5)
    assert found != win_value(board, rollouts=300, seed=6)
    safest = 1 - sapper.analyze(board).mine_probability[found.moves[0]]
    assert 0 < found.error < 0.05
    assert found.probability < safest + 4 * found.error


@pytest.mark.parametrize("text", ["mines 6\n....\n.13.\n....\n....\n", "mines 4\n.....\n.2...\n...1.\n.....\n"])
def test_playing_out_comes_near_what_is_proved(text):
    board = Board.from_text(text)
    exact = win_value(board)
    found = win_value(board, worlds=0, rollouts=4000)
    assert isinstance(exact, Exact)
    assert isinstance(found, Estimate)
    # Quick play wins no more than optimal play, and on such small boards hardly less.
    assert exact.probability - 0.08 - 4 * found.error < found.probability < exact.probability + 4 * found.error


def test_a_density_is_not_played_out():
    board = Board.from_text("density 0.2\n........\n........\n........\n........\n")
    assert isinstance(win_value(board, worlds=10), Bound)


@pytest.mark.parametrize(
    "options",
    [{"nodes": -1}, {"worlds": -1}, {"nodes": 1.5}, {"worlds": "many"}, {"rollouts": -2}, {"seed": 0.5}],
)
def test_limits_that_are_none(options):
    with pytest.raises(InputError, match=next(iter(options))):
        win_value(FIFTY, **options)


def test_no_limit_is_too_large():
    assert win_value(FIFTY, nodes=10**30, worlds=10**30) == win_value(FIFTY)


def test_what_is_no_board():
    with pytest.raises(InputError):
        win_value("4x4/4")
    with pytest.raises(ContradictionError):
        win_value(Board.from_text("mines 2\n.1.\n"))


@pytest.mark.parametrize("density", [1e-200, 1e-300, 5e-324, 1e-13, 1 - 1e-13])
def test_densities_that_would_divide_by_zero_are_refused_everywhere(density):
    position = f"1x4:p{density!r}:a1aa"
    row = "." + "1" + ".."
    for ask in (
        lambda: sapper.win_value(position),
        lambda: sapper.hint(position),
        lambda: sapper.best_move(position),
        lambda: sapper.Board.from_text(f"density {density!r}\n{row}"),
        lambda: sapper.Board.from_text(f'{{"rows": [[-1, 1]], "density": {density!r}}}'),
        lambda: sapper.Board.from_text(f'{{"shape": "hex:1x2", "cells": [-1, 1], "density": {density!r}}}'),
        lambda: sapper.Board.from_text(row, density=density),
        lambda: sapper.Board("hex:1x2", {}, density=density),
        lambda: sapper.solve_rules(["1:a,b"], density=density),
    ):
        with pytest.raises(InputError, match="from 1e-12 to 1 - 1e-12"):
            ask()


@pytest.mark.parametrize("density", [1e-12, 1 - 1e-12])
def test_values_are_known_up_to_the_ends_of_the_range_of_densities(density):
    board = sapper.Board.from_text("mines 1\n.1..\n1...\n....", density=density)
    for value in (sapper.win_value(board), sapper.best_move(board).win):
        assert 0 <= value.low <= value.high <= 1
    assert sapper.hint(board).text
