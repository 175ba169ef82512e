"""A win probability as one of three types.

`Exact` is proved, `Bound` lies between two proved numbers, `Estimate` was measured. `win_value` and
`Analysis.explain_guess` return them.

>>> Exact(wins=1, total=2, moves=((0, 0),)).probability
Fraction(1, 2)
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from sapper.board.cell import Cell

__all__ = ["ROUNDING", "Bound", "Estimate", "Exact", "WinValue", "read_weights", "win_json"]

ROUNDING = 1e-12  # relative; of sums of weights that are no whole numbers


@dataclass(frozen=True, slots=True)
class Exact:
    """The proved value: optimal play wins in `wins` of `total` worlds, all equally likely.

    Attributes:
        wins: worlds that optimal play wins, from 1 to total.
        total: worlds that fit the board.
        moves: every cell that optimal play may reveal next: safe cells, then cells that win as often, each row by
            row; empty when nothing is left.
    """

    wins: int
    total: int
    moves: tuple[Cell, ...]

    @property
    def probability(self) -> Fraction:
        """The chance to win."""
        return Fraction(self.wins, self.total)


@dataclass(frozen=True, slots=True)
class Bound:
    """The value lies between `low` and `high`; this is proved.

    Attributes:
        low: the moves win at least this often, 0 .. 1.
        high: nothing wins more often, low .. 1.
        moves: the best ones known, row by row.
    """

    low: float
    high: float
    moves: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measured value: the share of games that quick play wins. Optimal play wins at least as often.

    Attributes:
        probability: the mean, 0 .. 1.
        error: its standard error.
        moves: the best ones known, row by row.
    """

    probability: float
    error: float
    moves: tuple[Cell, ...]


WinValue: TypeAlias = Exact | Bound | Estimate


def read_weights(low: float, high: float, total: float, moves: Iterable[Cell], *, counted: bool) -> Exact | Bound:
    """Return what a search proves: of `total` weight, the moves win at least `low`, and no move more than `high`.

    `counted` says that the number of mines is known, so that weights are numbers of worlds. With a density they are
    not integers, and the result is a `Bound` at least as wide as their rounding error.
    """
    if counted and low == high:
        return Exact(int(low), int(total), tuple(moves))
    if counted:
        least, most = Fraction(low) / Fraction(total), Fraction(high) / Fraction(total)
        return Bound(_round(least, -math.inf), _round(most, math.inf), tuple(moves))
    return Bound(max(low / total - ROUNDING, 0.0), min(high / total + ROUNDING, 1.0), tuple(moves))


def _round(exact: Fraction, towards: float) -> float:
    """Return the nearest float that does not lie on the other side of the exact value."""
    near = float(exact)
    return near if (near >= exact if towards > 0 else near <= exact) else math.nextafter(near, towards)


def win_json(win: WinValue | None) -> dict[str, Any] | None:
    """Return a chance to win as one object for JSON that names its type."""
    match win:
        case Exact(wins, total):
            return {"type": "exact", "wins": wins, "total": total, "probability": float(win.probability)}
        case Bound(low, high):
            return {"type": "bound", "low": low, "high": high}
        case Estimate(probability, error):
            return {"type": "estimate", "probability": probability, "error": error}
    return None
