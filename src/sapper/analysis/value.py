"""The win probability of a board under optimal play, and the moves that reach it.

A `Board` comes in; one of three types comes out: `Exact` is proved, `Bound` lies between two proved numbers,
`Estimate` was measured. Optimal play maximises the probability to reveal every safe cell.

>>> import sapper
>>> sapper.win_value(sapper.Board.from_text("mines 1\\n.1.\\n"))
Exact(wins=1, total=2, moves=((0, 0), (0, 2)))
>>> sapper.win_value(sapper.Board.from_text("mines 6\\n....\\n.13.\\n....\\n....\\n")).probability
Fraction(41, 66)
"""

from __future__ import annotations

import numpy as np

from sapper import _engine
from sapper.analysis.analysis import Analysis, analyze
from sapper.base.number import seed_number, whole_number
from sapper.board.board import BoardLike, read_board
from sapper.board.notation.codes import Codes
from sapper.explain.worth import ROUNDING, Bound, Estimate, Exact, WinValue, read_weights

__all__ = ["Bound", "Estimate", "Exact", "WinValue", "win_value"]

# These limits prove the value of nearly every board with at most 20,000 worlds within a few seconds.
DEFAULT_NODES = 1_000_000
DEFAULT_WORLDS = 20_000
DEFAULT_ROLLOUTS = 1_000

# The largest values of the engine's integer types; no board and no search reaches them.
_MOST_WORLDS = 2**32 - 1
_MOST_NODES = 2**64 - 1
_MOST_ROLLOUTS = 2**32 - 1


def win_value(
    board: BoardLike,
    *,
    mines: int | None = None,
    density: float | None = None,
    codes: Codes | None = None,
    nodes: int = DEFAULT_NODES,
    worlds: int = DEFAULT_WORLDS,
    rollouts: int = DEFAULT_ROLLOUTS,
    seed: int = 0,
    trust_flags: bool = False,
) -> WinValue:
    """Return the probability that optimal play wins from this board, and its best moves.

    `board`, `mines`, `density` and `codes` are as in `Board.from_rows`.

    Boards with at most `worlds` worlds are searched, looking into at most `nodes` sets of worlds. A finished search
    gives `Exact`, one that ran out of nodes a `Bound`. Boards with more worlds are played out `rollouts` times on
    layouts drawn with `seed`, which gives an `Estimate`; with fewer than two rollouts their mine probabilities alone
    give a `Bound`.

    With a density instead of a number of mines, each world is weighted by its probability. The value is a float, so
    the result is a `Bound` as wide as the rounding error. The search assumes that the game announces when it is won:
    a world in which every hidden cell is a mine is won without a move. Such boards are not played out.

    The moves of `Exact` are all the best ones, as far as the nodes that are left after the proof suffice to tell.

    A board whose safe cells are all revealed is won, independent of the limits.

    Raises:
        InputError: what does not read as a board, a limit or a seed that is not a whole number, or more trusted flags
            than mines.
        ContradictionError: no world fits.
        LimitError: a component is too wide to be analysed.
    """
    most_nodes = min(whole_number(nodes, "nodes"), _MOST_NODES)
    most_worlds = min(whole_number(worlds, "worlds"), _MOST_WORLDS)
    most_rollouts = min(whole_number(rollouts, "rollouts"), _MOST_ROLLOUTS)
    stream = seed_number(seed) % 2**64
    board = read_board(board, mines, density, codes)
    analysis = analyze(board, trust_flags=trust_flags)
    if not np.any(analysis.mine_probability < 1):
        return Exact(1, 1, ()) if board.mines is not None else Bound(1.0, 1.0, ())
    found = _engine.search_board(analysis._handle, most_worlds, most_nodes)
    if found is None and (board.mines is None or most_rollouts < 2):
        return _bound(analysis)
    if found is None:
        mean, error, move = _engine.estimate_win(board._handle, bool(trust_flags), most_rollouts, stream)
        return Estimate(mean, error, tuple(analysis.safe_cells) or (move,))
    return read_weights(found.low, found.high, found.total, found.best, counted=board.mines is not None)


def _bound(analysis: Analysis) -> Bound:
    """Return bounds for a board with too many worlds to list, from the risk of the next reveal alone."""
    if analysis.safe_cells:
        return Bound(0.0, 1.0, tuple(analysis.safe_cells))
    moves = tuple(analysis.safest_cells)
    # A reveal wins nothing where it hits a mine, except that a board without a safe cell is won already.
    won = _all_mined(analysis)
    return Bound(won, min(1.0 - float(analysis.mine_probability[moves[0]]) + won + ROUNDING, 1.0), moves)


def _all_mined(analysis: Analysis) -> float:
    """Return the probability that no hidden cell is safe; 0 when the number of mines says that one is."""
    density, probability = analysis.board.density, analysis.mine_probability
    # If all frontier cells can be mines at once, every clue needs all its hidden cells: they are mines for certain.
    if density is None or any(probability[cell] < 1 for cell in analysis.frontier):
        return 0.0
    return float(density ** int(np.count_nonzero(probability < 1)))
