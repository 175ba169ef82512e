"""How far a player is: the share of the clicks of a layout (its 3BV) that a board has done.

>>> layout = Layout.from_seed("beginner", seed=1, start=(4, 4))
>>> len(clicks_of(layout)) == layout.bbbv
True
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sapper.board.board import Board
from sapper.game.game import Game, Status
from sapper.game.layout import Layout

__all__ = ["clicks_of", "done_of"]


def clicks_of(layout: Layout) -> NDArray[np.intp]:
    """Return cells, as flat indices, that win the layout: one of each opening, and every clue beside no opening."""
    cells, hidden = layout.shape.cells, ~layout.mask.ravel()
    # A board with all safe cells revealed tells which of them are zeros.
    whole = Game(layout)
    for number in np.flatnonzero(hidden):
        if whole.status is not Status.WON:
            whole.reveal(cells[number])
    zeros = np.flatnonzero(whole.board.cells.ravel() == 0)
    game, found = Game(layout), []
    while len(zeros):
        found.append(zeros[0])
        game.reveal(cells[zeros[0]])
        hidden = game.board.cells.ravel() < 0
        zeros = zeros[hidden[zeros]]
    rest = np.flatnonzero(hidden & ~layout.mask.ravel())
    return np.concatenate([np.array(found, np.intp), rest])


def done_of(clicks: NDArray[np.intp], board: Board) -> int:
    """Return how many of these cells are revealed on a board."""
    return int(np.count_nonzero(board.cells.ravel()[clicks] >= 0))
