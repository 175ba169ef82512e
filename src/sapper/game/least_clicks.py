"""The least number of clicks that win a layout with all mines known; left clicks, flags and chords count one each.

A `Layout` comes in. Out comes `ExactClicks`, where the number is proved, or `BoundClicks`, where it lies between two
proved numbers. Both have clicks that win. No kind of ZiNi has fewer.

>>> from sapper.game.layout import Layout
>>> from sapper.game.metrics import metrics
>>> layout = Layout.from_seed("beginner", seed=4)
>>> found = least_clicks(layout)
>>> found.clicks, len(found.path), metrics(layout).zini, metrics(layout).bbbv
(12, 12, 13, 15)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from sapper import _engine
from sapper.base.number import quote, whole_number
from sapper.errors import InputError
from sapper.game.layout import Layout
from sapper.game.metrics import Click, name_clicks

__all__ = ["DEFAULT_LIMIT", "BoundClicks", "ExactClicks", "LeastClicks", "least_clicks"]

DEFAULT_LIMIT = 8_000_000  # states; they take about 20 seconds
_MOST_STATES = 2**40


@dataclass(frozen=True, slots=True)
class ExactClicks:
    """The proved least number of clicks.

    Attributes:
        clicks: the number.
        path: that many clicks, in order, which win.
    """

    clicks: int
    path: tuple[Click, ...]

    @property
    def low(self) -> int:
        """The number, as `BoundClicks` has it."""
        return self.clicks

    @property
    def high(self) -> int:
        """The number, as `BoundClicks` has it."""
        return self.clicks

    def __str__(self) -> str:
        """Return the number."""
        return str(self.clicks)


@dataclass(frozen=True, slots=True)
class BoundClicks:
    """The least number of clicks lies between `low` and `high`; this is proved.

    Attributes:
        low: fewer clicks cannot win.
        high: the path has this many clicks; more than low.
        path: the clicks, in order, which win.
    """

    low: int
    high: int
    path: tuple[Click, ...]

    def __str__(self) -> str:
        """Return both numbers."""
        return f"{self.low} to {self.high}"


LeastClicks: TypeAlias = ExactClicks | BoundClicks


def least_clicks(layout: Layout, *, limit: int = DEFAULT_LIMIT) -> LeastClicks:
    """Return the least number of clicks that win a layout if all mines are known, and such clicks.

    The search looks into about `limit` states. They nearly always suffice for a proof on a beginner, intermediate or
    expert layout; where they do not, up to three times as many more give bounds. What a proof takes grows
    exponentially with the shorter side of a board. Every shape is allowed.

    Raises:
        InputError: not a layout, or a limit that is not a whole number from 1 on.
        LimitError: the board is too wide for any search.
    """
    if not isinstance(layout, Layout):
        raise InputError(f"only a layout has a least number of clicks, not {quote(layout)}")
    states = min(whole_number(limit, "limit", least=1), _MOST_STATES)
    low, path = _engine.least_clicks(layout._handle, states)
    clicks = name_clicks(path)
    return ExactClicks(low, clicks) if low == len(clicks) else BoundClicks(low, len(clicks), clicks)
