"""The best move: what it tells, and that every command and function names the same cell."""

from __future__ import annotations

import json
from random import Random

import numpy as np
import pytest
from command_line import check_refused, run
from hypothesis import given, settings
from hypothesis import strategies as st
from random_boards import random_rows

from sapper import (
    Board,
    Bound,
    ContradictionError,
    Estimate,
    Exact,
    Game,
    InputError,
    Layout,
    Move,
    analyze,
    best_move,
    choose,
    hint,
    win_value,
)
from sapper.cli.analyze import to_json

CORNER = "mines 6\n....\n.13.\n....\n....\n"


def moves_of_a_game(seed, level="9x9/14"):
    """Every board of a game that always takes the best move."""
    game = Game(Layout.from_seed(level, seed=seed))
    game.reveal((2, 2))
    while game.status == "playing":
        yield game.board
        game.reveal(best_move(game.board, rollouts=0).cell)


@pytest.mark.parametrize("seed", range(8))
def test_every_function_names_the_same_cell(seed):
    for board in moves_of_a_game(seed):
        analysis = analyze(board)
        move = best_move(board, rollouts=0)
        assert hint(board).cell == hint(board, strength="cell").cell == move.cell
        assert tuple(to_json(analysis)["best"]) == move.cell
        assert move.safety == 1 - analysis.mine_probability[move.cell]
        assert move.is_guess == (not analysis.safe_cells)
        assert move.candidates[0].cell == move.cell
        if move.is_guess:
            assert analysis.explain_guess().best == move.cell
            proved = win_value(board, worlds=1_000)
            assert choose(board).cell == move.cell or (isinstance(proved, Exact) and move.cell in proved.moves)


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_random_positions(seed):
    rows, mines = random_rows(Random(seed))
    board = Board.from_rows(rows, mines=mines)
    analysis = analyze(board)
    if not np.any(analysis.mine_probability < 1):
        with pytest.raises(InputError, match="no move"):
            best_move(board)
        assert hint(board).cell is None
        assert to_json(analysis)["best"] is None
        return
    move = best_move(rows, mines=mines, rollouts=2)
    assert move == best_move(analysis, rollouts=2)
    assert hint(board).cell == move.cell
    assert isinstance(move.win, Exact | Bound | Estimate)
    assert move.win.moves
    assert board[move.cell] == -1
    value = win_value(board, worlds=1_000, nodes=20_000)
    if isinstance(value, Exact):
        assert move.cell in value.moves or not move.is_guess
        assert isinstance(move.win, Bound) or move.win.probability == value.probability


@pytest.mark.parametrize("width", ["80", "120"])
def test_commands_name_the_same_cell(width):
    for text in (CORNER, "mines 3\n0 1 . .\n0 2 . .\n0 1 . .", "density 0.2\n.1.\n...\n"):
        best = json.loads(run("best", "-", "--json", stdin=text).stdout)
        assert json.loads(run("analyze", "-", "--json", stdin=text).stdout)["best"] == best["cell"]
        assert json.loads(run("hint", "-", "--strength", "cell", "--json", stdin=text).stdout)["cell"] == best["cell"]
        cell = "{},{}".format(*best["cell"])
        assert f"best         reveal {cell}\n" in run("analyze", "-", stdin=text, env={"COLUMNS": width}).stdout
        assert run("best", "-", stdin=text).stdout.startswith(f"reveal {cell}: ")
        assert cell in run("hint", "-", "--strength", "cell", stdin=text).stdout
        assert best["win"]["type"] in ("exact", "bound", "estimate")


def test_a_guess_is_weighed():
    move = best_move(CORNER)
    assert isinstance(move, Move)
    assert move.win.probability == win_value(CORNER).probability
    assert str(move) == move.reason
    assert len(move.candidates) > 1
    with pytest.raises(AttributeError):
        move.cell = (0, 0)


def test_other_strategies_guess():
    for strategy in ("superloc,worlds=10", "safest", lambda analysis: analysis.floating[-1]):
        move = best_move(CORNER, strategy)
        assert move.cell == choose(CORNER, strategy).cell
        assert move.candidates[0].cell == move.cell
        assert "the strategy that wins most games" not in move.reason
    floating = best_move(CORNER, lambda analysis: analysis.floating[-1])
    assert floating.win.probability < best_move(CORNER).win.probability


def test_a_wide_board_is_played_out():
    board = next(moves_of_a_game(3, "expert"))
    first, second = best_move(board), best_move(board, seed=1)
    assert first.cell == second.cell
    kind = Exact if isinstance(first.win, Exact) else Estimate
    assert isinstance(first.win, kind)
    assert isinstance(best_move(board, rollouts=0).win, Bound | Exact)
    assert best_move(board) == first


def test_trusted_flags():
    assert best_move("mines 1\nF1.", trust_flags=True).cell == (0, 2)
    assert best_move(analyze("mines 1\nF1.", trust_flags=True)).safety == 1


def test_bad_calls():
    with pytest.raises(InputError, match="neither mines nor density"):
        best_move([[1, None]])
    with pytest.raises(InputError, match="unknown strategy"):
        best_move(CORNER, "nothing")
    with pytest.raises(InputError, match="rollouts"):
        best_move(CORNER, rollouts=-1)
    with pytest.raises(ContradictionError):
        best_move("mines 1\n0.1")
    check_refused(run("best", "1x2:1:1a"), "no move")
    check_refused(run("best", "1x3:1:b1", "--strategy", "nothing"), "unknown strategy")
    check_refused(run("best", "1x3:1:a1a", "--rollouts", "-1"), "--rollouts must be at least 0")


@pytest.mark.parametrize("mines", [8_000, 20_000])
def test_a_large_board_is_not_played_out_unasked(mines):
    """Playing it out took minutes."""
    board = Board.from_rows([[None] * 200] * 200, mines=mines)
    move = best_move(board)
    assert isinstance(move.win, Bound)
    assert move.cell == hint(board).cell == choose(board, "lookahead").cell
    assert isinstance(best_move(Board.from_rows([[None] * 50] * 50, mines=300)).win, Estimate)
