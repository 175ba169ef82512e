"""Confidence intervals of rates and of paired differences, and a sequential test.

Counts come in; a `Rate`, a `PairedDifference` or a `Decision` comes out. All of them are plain arithmetic on counts,
so they can be computed during a run.

>>> rate = Rate(wins=540, games=1000)
>>> f"{rate.value:.3f} from {rate.low:.4f} to {rate.high:.4f}"
'0.540 from 0.5090 to 0.5707'
>>> float(rate), f"{rate:.1%}"
(0.54, '54.0%')
>>> str(Rate.of_values(np.array([1.0, 0.5, 0.5, 0.75])))
'68.750 % ± 23.457'
"""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from numbers import Real
from statistics import NormalDist
from typing import Self

import numpy as np
from numpy.typing import NDArray

from sapper.base.number import quote
from sapper.errors import InputError

__all__ = ["Decision", "PairedDifference", "Rate", "SequentialTest", "ValueDifference"]

_Z = NormalDist().inv_cdf(0.975)  # two-sided, 95 %


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of games with its 95 % interval.

    For wins it is the Wilson score interval, which suits any count and stays within 0 and 1. For values of luck-free
    games it is that of a mean with the variance found, cut at 0 and 1.

    Attributes:
        wins: from 0 to games; of luck-free games the sum of their values.
        games: at least 0; without games the interval is 0 to 1.
        squares: the sum of the squares of the values of luck-free games; None for wins.
    """

    wins: float
    games: int
    squares: float | None = None

    @classmethod
    def of_values(cls, values: NDArray[np.float64]) -> Self:
        """Return the mean of the values of luck-free games."""
        return cls(float(values.sum()), len(values), float((values**2).sum()))

    def __add__(self, other: Rate) -> Rate:
        """Return the rate over the games of both: both of wins, or both of values."""
        squares = None if self.squares is None or other.squares is None else self.squares + other.squares
        return Rate(self.wins + other.wins, self.games + other.games, squares)

    @property
    def value(self) -> float:
        """Wins a game; NaN without games."""
        return self.wins / self.games if self.games else math.nan

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self._interval()[0]

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self._interval()[1]

    def _interval(self) -> tuple[float, float]:
        if self.games == 0:
            return 0.0, 1.0
        if self.squares is not None:
            return self._interval_of_mean(self.squares)
        weight = _Z**2 / self.games
        centre = self.value + weight / 2
        half = math.sqrt(weight * (self.value * (1 - self.value) + weight / 4))
        low, high = (centre - half) / (1 + weight), (centre + half) / (1 + weight)
        # The ends are exact where every game is won or lost; rounding must not move them.
        return (0.0 if self.wins == 0 else low), (1.0 if self.wins == self.games else high)

    def _interval_of_mean(self, squares: float) -> tuple[float, float]:
        if self.games < 2:
            return 0.0, 1.0
        variance = max(0.0, squares - self.games * self.value**2) / (self.games - 1)
        half = _Z * math.sqrt(variance / self.games)
        return max(0.0, self.value - half), min(1.0, self.value + half)

    def __float__(self) -> float:
        """The same as `value`."""
        return self.value

    def __format__(self, spec: str) -> str:
        """Format `value`, as in f"{rate:.1%}"; without a format, as `str`."""
        return format(self.value, spec) if spec else str(self)

    def __str__(self) -> str:
        """In percent with half the width of the interval."""
        return f"{self.value * 100:.3f} % ± {(self.high - self.low) * 50:.3f}"


class _Difference:
    """A minus B on the same boards, with a 95 % interval."""

    __slots__ = ()

    @abstractmethod
    def _sums(self) -> tuple[int, float, float, int]:
        """Return the number of boards, the sum of the differences and of their squares, and how many are not 0."""

    @property
    def value(self) -> float:
        """Mean of A minus mean of B, from -1 to 1; NaN without games."""
        games, total, _, _ = self._sums()
        return total / games if games else math.nan

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        mean, half = self._interval()
        return max(-1.0, mean - half)

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        mean, half = self._interval()
        return min(1.0, mean + half)

    def moments(self) -> tuple[int, float, float]:
        """Return the number of boards, the mean and the variance, with two boards added.

        Their differences are plus and minus the root mean square of those that are not 0, so that the variance of a
        few equal results is not zero.
        """
        games, total, squares, differing = self._sums()
        usual = squares / differing if differing else 1.0
        count = games + 2
        mean = total / count
        return count, mean, max(0.0, (squares + 2 * usual) / count - mean**2)

    def _interval(self) -> tuple[float, float]:
        """Return the middle and half the width."""
        count, mean, variance = self.moments()
        return mean, _Z * math.sqrt(variance / count)

    def __str__(self) -> str:
        """In points, which are hundredths of a win a game, with half the width of the interval."""
        return f"{self.value * 100:+.3f} ± {(self.high - self.low) * 50:.3f} points"


@dataclass(frozen=True, slots=True)
class PairedDifference(_Difference):
    """Rate of A minus rate of B on the same boards, with a 95 % interval (Bonett and Price 2012).

    Only boards on which one wins and the other loses distinguish A and B. The interval is Wald's after adding one
    board to each of the two kinds. It covers 95 % even for small counts, where Wald's own does not.

    Attributes:
        games: boards both have played, at least 0.
        only_first: boards A won and B lost.
        only_second: boards B won and A lost.
    """

    games: int
    only_first: int
    only_second: int

    def _sums(self) -> tuple[int, float, float, int]:
        differing = self.only_first + self.only_second
        return self.games, self.only_first - self.only_second, differing, differing

    @classmethod
    def of(cls, first: NDArray[np.float64], second: NDArray[np.float64]) -> Self:
        """Return the difference of wins, 1 or 0 a board."""
        return cls(len(first), int(np.count_nonzero(first > second)), int(np.count_nonzero(first < second)))

    def __add__(self, other: PairedDifference) -> PairedDifference:
        """Return the difference over the boards of both."""
        return PairedDifference(
            self.games + other.games, self.only_first + other.only_first, self.only_second + other.only_second
        )


@dataclass(frozen=True, slots=True)
class ValueDifference(_Difference):
    """Mean value of A minus that of B in luck-free games on the same boards, with a 95 % interval.

    The interval is that of `PairedDifference`: two boards are added, with the differences plus and minus the root
    mean square of the boards that differ.

    Attributes:
        games: boards both have played, at least 0.
        total: the sum of the differences.
        squares: the sum of their squares.
        differing: boards on which the values differ.
    """

    games: int
    total: float
    squares: float
    differing: int

    def _sums(self) -> tuple[int, float, float, int]:
        return self.games, self.total, self.squares, self.differing

    @classmethod
    def of(cls, first: NDArray[np.float64], second: NDArray[np.float64]) -> Self:
        """Return the difference of values, one a board."""
        apart = first - second
        return cls(len(apart), float(apart.sum()), float((apart**2).sum()), int(np.count_nonzero(apart)))

    def __add__(self, other: ValueDifference) -> ValueDifference:
        """Return the difference over the boards of both."""
        return ValueDifference(
            self.games + other.games,
            self.total + other.total,
            self.squares + other.squares,
            self.differing + other.differing,
        )


class Decision(StrEnum):
    """What a sequential test says.

    Attributes:
        OPEN: go on playing.
        FIRST: A is better, by `better` rather than by `worse`.
        SECOND: A is not better.
    """

    OPEN = "open"
    FIRST = "first"
    SECOND = "second"


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """A sequential probability ratio test on paired games, which stops as soon as it can decide.

    It compares the hypotheses "A is ahead by `better` points" and "A is ahead by `worse` points". The log-likelihood
    ratio is that of the mean of the differences (+1, 0 or -1 per board, or differences of values in luck-free
    games), assumed normal with the variance so far.
    This is the generalised test of Van den Bergh with three outcomes instead of five. Wald's bounds keep the
    probability of a wrong decision at either hypothesis near `error`; evaluation only at fixed numbers of games makes
    it smaller.

    Attributes:
        worse: points (hundredths of a win a game).
        better: points, above `worse`.
        error: chance of a wrong decision, of both kinds.

    Raises:
        InputError: `worse` is not below `better`, `error` is not between 0 and 1/2, or a value is not a number.
    """

    worse: float = 0.0
    better: float = 0.5
    error: float = 0.05

    def __post_init__(self) -> None:
        """Check the bounds."""
        if not (_is_finite(self.worse) and _is_finite(self.better) and self.worse < self.better):
            bounds = f"{quote(self.worse)} and {quote(self.better)}"
            raise InputError(f"worse must be a number below better, unlike {bounds}")
        if not (_is_finite(self.error) and 0 < self.error < 0.5):
            raise InputError(f"error must be a chance between 0 and 0.5, not {quote(self.error)}")

    def ratio(self, pairs: PairedDifference | ValueDifference) -> float:
        """Return the log-likelihood ratio after these games; positive favours `better`."""
        count, mean, variance = pairs.moments()
        low, high = self.worse / 100, self.better / 100
        return count * (high - low) * (2 * mean - low - high) / (2 * variance) if variance > 0 else 0.0

    def decide(self, pairs: PairedDifference | ValueDifference) -> Decision:
        """Return the decision after these games. Call it only at numbers of games that are fixed beforehand."""
        bound = math.log((1 - self.error) / self.error)
        ratio = self.ratio(pairs)
        if ratio >= bound:
            return Decision.FIRST
        return Decision.SECOND if ratio <= -bound else Decision.OPEN


def _is_finite(value: object) -> bool:
    """Whether a value is a number that fits in a float."""
    try:
        return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:
        return False
