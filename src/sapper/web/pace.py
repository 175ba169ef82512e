"""The pace that people reach: times beyond it are those of a program, and have tables of their own.

A person taps a button about 14 times per second at most, without aiming, and the best players solve far fewer than
ten 3BV per second over an expert game. A win is beyond people if it has more than 12 3BV or 16 clicks per second,
apart from the first click, which starts the clock, from one more, and from the 3BV that a chord opens at once.

>>> is_machine(800, 170, 170), is_machine(30_000, 170, 180), is_machine(0, 1, 1)
(True, False, False)
>>> is_machine(2, 4, 4), is_machine(250, 4, 4)  # a lucky beginner board
(True, False)
"""

from __future__ import annotations

__all__ = ["is_machine"]

_THREE_BV_PER_S, _CLICKS_PER_S = 12, 16
_THREE_BV_AT_ONCE, _CLICKS_AT_ONCE = 6, 1  # that are not held against the time


def is_machine(time_ms: int, three_bv: int, clicks: int) -> bool:
    """Whether no person wins a layout of this 3BV with so many clicks in this time."""
    seconds = time_ms / 1000
    if three_bv - 1 > _THREE_BV_PER_S * seconds + _THREE_BV_AT_ONCE:
        return True
    return clicks - 1 > _CLICKS_PER_S * seconds + _CLICKS_AT_ONCE
