"""What a program of Debian draws is read exactly; its save files tell what it shows."""

import numpy as np
import pytest
from desktop import open_display
from tatham import draw_game, save_game, show_cells

import sapper


@pytest.fixture(scope="module")
def display():
    with open_display() as name:
        yield name


@pytest.mark.parametrize("side", [10, 20, 33])
@pytest.mark.parametrize("opened", [1, 20, 1000])
def test_simon_tathams_mines_is_read(display, side, opened):
    rng = np.random.default_rng([side, opened])
    layout = rng.random((12, 15)) < 0.16
    layout[:2, :2] = False
    mines, safe = (rng.permutation(np.argwhere(part)).tolist() for part in (layout, ~layout))
    moves = [("O", (0, 0)), *(("F", tuple(cell)) for cell in mines[:6])]
    moves += [("O", tuple(cell)) for cell in safe[: opened - 1]]
    [reading] = sapper.read_image(draw_game(save_game(layout, moves), side))
    assert reading.board.cells.tolist() == show_cells(layout, moves).tolist()
    assert reading.sure
