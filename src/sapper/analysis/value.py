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
from sapper.explain.worth import Bound, Estimate, Exact, WinValue, read_weights

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
    the result is a `Bound` as wide as the rounding error. The search assumes that the game announces when it is won.
    Such boards are not played out.

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
    return Bound(0.0, 1.0 - float(analysis.mine_probability[moves[0]]), moves)
