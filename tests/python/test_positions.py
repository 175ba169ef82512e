"""Boards from seeds: they can occur in games, have the documented properties, and are the same on every machine."""

import numpy as np
import pytest

from sapper import LEVELS, InputError, Layout, LimitError, View, analyze
from sapper.bench.boards import lattice_position, random_position, stuck_position


@pytest.mark.parametrize("level", [*LEVELS, "1x30/5", "30x1/5", "3x3/0", "20x20/90"])
@pytest.mark.parametrize("rule", ["safe", "zero"])
@pytest.mark.parametrize("share", [0.0, 0.3, 0.9])
def test_random_positions_come_from_their_layout(level, rule, share):
    for seed in range(5):
        board = random_position(level, seed=seed, share=share, first_click=rule)
        layout = Layout.from_seed(level, seed=seed, first_click=rule)
        assert board.mines == len(layout.mines)
        assert all(board[cell] == View.HIDDEN for cell in layout.mines)
        for row, col in np.argwhere(board.cells >= 0).tolist():
            near = [cell for cell in layout.mines if max(abs(cell[0] - row), abs(cell[1] - col)) == 1]
            assert board[row, col] == len(near)
        analyze(board)


def test_random_positions_reveal_the_share_asked_for():
    revealed = np.count_nonzero(random_position("expert", seed=1, share=0.5).cells >= 0)
    assert 0.5 * 381 <= revealed < 0.7 * 381
    assert np.count_nonzero(random_position("expert", seed=1, share=0.0).cells >= 0) < revealed


def test_safe_play_needs_a_safe_start():
    with pytest.raises(InputError, match="'none'"):
        random_position("expert", seed=1, first_click="none")


@pytest.mark.parametrize("level", LEVELS)
def test_stuck_positions_are_stuck(level):
    for seed in range(5):
        board = stuck_position(level, seed=seed)
        analysis = analyze(board)
        assert analysis.safe_cells == []
        assert analysis.worlds > 1


def test_a_level_that_never_gets_stuck():
    with pytest.raises(InputError, match="4x4/0"):
        stuck_position("4x4/0", seed=1)


@pytest.mark.parametrize("size", [3, 4, 9, 13])
def test_lattices(size):
    board = lattice_position(size, mines=size, seed=2)
    clues = np.argwhere(board.cells >= 0)
    assert (clues % 2 == 1).all()
    assert ((clues > 0) & (clues < size - 1)).all()
    assert len(clues) == ((size - 1) // 2) ** 2
    assert analyze(board).worlds > 0


def test_bad_lattices():
    with pytest.raises(InputError):
        lattice_position(5, mines=99, seed=1)
    with pytest.raises(InputError):
        lattice_position(2.5, mines=1, seed=1)
    with pytest.raises(InputError):
        lattice_position(1, mines=1, seed=1)
    with pytest.raises(LimitError):
        lattice_position(10**6, mines=1, seed=1)


def test_the_same_boards_everywhere():
    random = "8x8:10:00001c/00001c/0000123a/0000001a/0000001a/2211111a/h/h"
    assert random_position("8x8/10", seed=1).position == random
    assert (
        stuck_position("classic", seed=1).position
        == "8x8:10:0001d/000123b/000012b/11101c/1a1023b/11101a21/11101110/1a100000"
    )
    assert lattice_position(5, mines=5, seed=1).position == "5x5:5:e/a1a2a/e/a3a3a/e"
