"""Ratings that move with every try: the system Glicko-2, for players and exercises alike.

A standing and the results against others come in, the new standing comes out. The method and the worked example are
those of Mark Glickman, "Example of the Glicko-2 system". `js/learn/glicko.js` computes the same in the browser.

>>> player = Standing(1500, 200, 0.06)
>>> results = [(Standing(1400, 30), 1), (Standing(1550, 100), 0), (Standing(1700, 300), 0)]
>>> [round(part, 4) for part in rate(player, results)]
[1464.0507, 151.5165, 0.06]
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["LEAST_DEVIATION", "MOST_DEVIATION", "Standing", "after_try", "rate"]

_SCALE = 173.7178  # points of a rating in one unit of the method
_MIDDLE = 1500.0
_TAU = 0.5  # how fast the volatility may change
_CLOSE = 1e-6  # of the volatility
MOST_DEVIATION = 350.0  # of a newcomer
LEAST_DEVIATION = 50.0  # below it, a rating would no longer follow a player who learns


class Standing(NamedTuple):
    """How strong a player is, or how hard an exercise."""

    rating: float = 1500.0
    deviation: float = MOST_DEVIATION  # the rating is within two of them with a probability of 95 %
    volatility: float = 0.06  # expected change of the rating over time


def rate(one: Standing, results: Sequence[tuple[Standing, float]]) -> Standing:
    """Return the standing after results against others, each 1 for a win and 0 for a loss."""
    mu, phi = (one.rating - _MIDDLE) / _SCALE, one.deviation / _SCALE
    information = gain = 0.0
    for other, score in results:
        away = other.deviation / _SCALE
        weight = 1 / math.sqrt(1 + 3 * away * away / math.pi**2)
        expected = 1 / (1 + math.exp(-weight * (mu - (other.rating - _MIDDLE) / _SCALE)))
        information += weight * weight * expected * (1 - expected)
        gain += weight * (score - expected)
    if not results:
        return one._replace(deviation=math.hypot(phi, one.volatility) * _SCALE)
    variance = 1 / information
    volatility = _find_volatility(one.volatility, phi, variance, variance * gain)
    phi = 1 / math.sqrt(1 / (phi * phi + volatility * volatility) + information)
    return Standing((mu + phi * phi * gain) * _SCALE + _MIDDLE, phi * _SCALE, volatility)


def after_try(one: Standing, other: Standing, score: float) -> Standing:
    """Return the standing after one result; its deviation stays within its bounds."""
    moved = rate(one, [(other, score)])
    return moved._replace(deviation=min(max(moved.deviation, LEAST_DEVIATION), MOST_DEVIATION))


def _find_volatility(before: float, phi: float, variance: float, change: float) -> float:
    """Step 5 of the paper: a root, found by the Illinois method."""

    def slope(x: float) -> float:
        grown = phi * phi + variance + math.exp(x)
        return math.exp(x) * (change * change - grown) / (2 * grown * grown) - (x - start) / (_TAU * _TAU)

    start = math.log(before * before)
    low = start
    if change * change > phi * phi + variance:
        high = math.log(change * change - phi * phi - variance)
    else:
        steps = 1
        while slope(start - steps * _TAU) < 0:
            steps += 1
        high = start - steps * _TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
