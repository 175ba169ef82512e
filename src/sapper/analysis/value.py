"""How likely a board can be won from here: the value of optimal play, and the moves that reach it.

A `Board` comes in; out comes what could be found out, as one of three types that never mix: `Exact`, proved; `Bound`,
between two numbers; `Estimate`, measured. Optimal play maximises the chance to reveal every safe cell.

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
from sapper.board.board import Board
from sapper.explain.worth import Bound, Estimate, Exact, WinValue, read_weights

__all__ = ["Bound", "Estimate", "Exact", "WinValue", "win_value"]

# Enough for a proof on nearly every board with so few worlds, in a few seconds at worst.
DEFAULT_NODES = 1_000_000
DEFAULT_WORLDS = 20_000
DEFAULT_ROLLOUTS = 1_000

# What the engine counts in: no board has so many worlds listed, no search looks into so many sets.
_MOST_WORLDS = 2**32 - 1
_MOST_NODES = 2**64 - 1
_MOST_ROLLOUTS = 2**32 - 1


def win_value(
    board: Board,
    *,
    nodes: int = DEFAULT_NODES,
    worlds: int = DEFAULT_WORLDS,
    rollouts: int = DEFAULT_ROLLOUTS,
    seed: int = 0,
    trust_flags: bool = False,
) -> WinValue:
    """Return the chance that optimal play wins from this board, and the moves that do.

    Boards with at most `worlds` worlds are searched, looking into at most `nodes` sets of worlds. A finished search
    gives `Exact`, one that ran out of nodes a `Bound`. Boards with more worlds are played out `rollouts` times on
    layouts drawn with `seed`, which gives an `Estimate`; with fewer than two rollouts their mine probabilities alone
    give a `Bound`.

    With a density instead of a number of mines, worlds are not equally likely and weigh what they are likely; the
    value, a float, comes as a `Bound` no wider than its rounding. A game is taken to say when it is won. Such boards
    are not played out.

    A board whose safe cells are all revealed is won, whatever the limits.

    Raises:
        InputError: not a board, a limit or a seed that is no whole number, or more trusted flags than mines.
        ContradictionError: no world fits.
        LimitError: a component is too wide to be analysed.
    """
    most_nodes = min(whole_number(nodes, "nodes"), _MOST_NODES)
    most_worlds = min(whole_number(worlds, "worlds"), _MOST_WORLDS)
    most_rollouts = min(whole_number(rollouts, "rollouts"), _MOST_ROLLOUTS)
    stream = seed_number(seed) % 2**64
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
    """The value of a board with too many worlds to list: the next reveal alone bounds it."""
    if analysis.safe_cells:
        return Bound(0.0, 1.0, tuple(analysis.safe_cells))
    moves = tuple(analysis.safest_cells)
    return Bound(0.0, 1.0 - float(analysis.mine_probability[moves[0]]), moves)
