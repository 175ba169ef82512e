"""Confidence intervals of rates and of paired differences, and a sequential test.

Counts come in; a `Rate`, a `PairedDifference` or a `Decision` comes out. All of them are plain arithmetic on counts,
so they can be computed during a run.

>>> rate = Rate(wins=540, games=1000)
>>> f"{rate.value:.3f} from {rate.low:.4f} to {rate.high:.4f}"
'0.540 from 0.5090 to 0.5707'
>>> float(rate), f"{rate:.1%}"
(0.54, '54.0%')
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from numbers import Real
from statistics import NormalDist

from sapper.base.number import quote
from sapper.errors import InputError

__all__ = ["Decision", "PairedDifference", "Rate", "SequentialTest"]

_Z = NormalDist().inv_cdf(0.975)  # two-sided, 95 %


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of games with its 95 % Wilson score interval, which suits any count and stays within 0 and 1.

    Attributes:
        wins: from 0 to games.
        games: at least 0; without games the interval is 0 to 1.
    """

    wins: int
    games: int

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
        weight = _Z**2 / self.games
        centre = self.value + weight / 2
        half = math.sqrt(weight * (self.value * (1 - self.value) + weight / 4))
        low, high = (centre - half) / (1 + weight), (centre + half) / (1 + weight)
        # The ends are exact where every game is won or lost; rounding must not move them.
        return (0.0 if self.wins == 0 else low), (1.0 if self.wins == self.games else high)

    def __float__(self) -> float:
        """The same as `value`."""
        return self.value

    def __format__(self, spec: str) -> str:
        """Format `value`, as in f"{rate:.1%}"; without a format, as `str`."""
        return format(self.value, spec) if spec else str(self)

    def __str__(self) -> str:
        """In percent with half the width of the interval."""
        return f"{self.value * 100:.3f} % ± {(self.high - self.low) * 50:.3f}"


@dataclass(frozen=True, slots=True)
class PairedDifference:
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

    @property
    def value(self) -> float:
        """Wins of A a game minus those of B, from -1 to 1; NaN without games."""
        return (self.only_first - self.only_second) / self.games if self.games else math.nan

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return max(-1.0, self._centre() - self._half())

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return min(1.0, self._centre() + self._half())

    def _centre(self) -> float:
        return (self.only_first - self.only_second) / (self.games + 2)

    def _half(self) -> float:
        count = self.games + 2
        discordant = (self.only_first + self.only_second + 2) / count
        return _Z * math.sqrt(max(0.0, discordant - self._centre() ** 2) / count)

    def __str__(self) -> str:
        """In points, which are hundredths of a win a game, with half the width of the interval."""
        return f"{self.value * 100:+.3f} ± {(self.high - self.low) * 50:.3f} points"


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
    ratio is that of the mean of the differences (+1, 0 or -1 per board), assumed normal with the variance so far.
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

    def ratio(self, pairs: PairedDifference) -> float:
        """Return the log-likelihood ratio after these games; positive favours `better`."""
        # One board of each kind is added, so that the variance of a few equal results is not zero.
        count = pairs.games + 2
        mean = (pairs.only_first - pairs.only_second) / count
        variance = (pairs.only_first + pairs.only_second + 2) / count - mean**2
        low, high = self.worse / 100, self.better / 100
        return count * (high - low) * (2 * mean - low - high) / (2 * variance) if variance > 0 else 0.0

    def decide(self, pairs: PairedDifference) -> Decision:
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
