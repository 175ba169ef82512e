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

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from sapper import _engine
from sapper.analysis import Analysis, analyze
from sapper.board import Board
from sapper.number import seed_number, whole_number

__all__ = ["Bound", "Estimate", "Exact", "WinValue", "win_value"]

Cell = tuple[int, int]

# Enough for a proof on nearly every board with so few worlds, in a few seconds at worst.
DEFAULT_NODES = 1_000_000
DEFAULT_WORLDS = 20_000
DEFAULT_ROLLOUTS = 1_000

# What the engine counts in: no board has so many worlds listed, no search looks into so many sets.
_MOST_WORLDS = 2**32 - 1
_MOST_NODES = 2**64 - 1
_MOST_ROLLOUTS = 2**32 - 1
# Relative; of sums of weights that are no whole numbers.
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Exact:
    """The proved value: optimal play wins in `wins` of `total` worlds, all equally likely."""

    wins: int  # worlds that optimal play wins, from 1 to total
    total: int  # worlds that fit the board
    moves: tuple[Cell, ...]  # every cell that optimal play may reveal next, row by row; empty when nothing is left

    @property
    def probability(self) -> Fraction:
        """The chance to win."""
        return Fraction(self.wins, self.total)


@dataclass(frozen=True, slots=True)
class Bound:
    """What is proved of the value: it lies between `low` and `high`."""

    low: float  # the moves win at least this often, 0 .. 1
    high: float  # nothing wins more often, low .. 1
    moves: tuple[Cell, ...]  # the best ones known, row by row


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value that was measured, not proved: how often quick play wins, which optimal play does no less often."""

    probability: float  # the mean, 0 .. 1
    error: float  # its standard error
    moves: tuple[Cell, ...]  # the best ones known, row by row


WinValue: TypeAlias = Exact | Bound | Estimate


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
    found = _engine.search_board(analysis._handle, most_worlds, most_nodes)
    if found is None and (board.mines is None or most_rollouts < 2):
        return _bound(analysis)
    if found is None:
        mean, error, move = _engine.estimate_win(board._handle, bool(trust_flags), most_rollouts, stream)
        return Estimate(mean, error, tuple(analysis.safe_cells) or (move,))
    low, high, total, moves = found
    if low == high and board.mines is not None:
        return Exact(int(low), int(total), tuple(moves))
    slack = 0.0 if board.mines is not None else _ROUNDING
    return Bound(max(low / total - slack, 0.0), min(high / total + slack, 1.0), tuple(moves))


def _bound(analysis: Analysis) -> Bound:
    """The value of a board with too many worlds to list: the next reveal alone bounds it."""
    if analysis.safe_cells:
        return Bound(0.0, 1.0, tuple(analysis.safe_cells))
    moves = tuple(analysis.safest_cells)
    return Bound(0.0, 1.0 - float(analysis.mine_probability[moves[0]]), moves)
