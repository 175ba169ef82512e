"""The win probability as far as it can be found while a player waits.

>>> from sapper.board.board import Board
>>> find_win(Board.from_text("mines 1\\n.1."))
Exact(wins=1, total=2, moves=((0, 0), (0, 2)))
"""

from __future__ import annotations

from sapper.analysis.value import WinValue, win_value
from sapper.board.board import Board

__all__ = ["LARGEST_PLAYED_OUT", "find_win"]

# The win probability is computed or estimated within some hundredths of a second; large boards take too long.
_NODES, _WORLDS = 20_000, 2_000
_ROLLOUTS = ((600, 100), (2_000, 20))  # up to so many cells, so many games
LARGEST_PLAYED_OUT = _ROLLOUTS[0][0]  # cells of a board on which games for every candidate are quick, too


def find_win(board: Board, *, rollouts: int | None = None) -> WinValue:
    """Return what can be computed quickly about the win probability; `rollouts` games replace the usual number.

    Raises:
        ContradictionError: no world fits.
        LimitError: a component is too wide.
    """
    cells = board.rows * board.cols
    usual = next((games for most, games in _ROLLOUTS if cells <= most), 0)
    games = usual if rollouts is None or not usual else rollouts
    return win_value(board, nodes=_NODES, worlds=_WORLDS, rollouts=games)
