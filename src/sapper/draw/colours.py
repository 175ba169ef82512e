"""Colours of the drawn board, readable on dark and light terminals.

Every cell sets its own background, independent of the colours of the terminal. Revealed cells are grey with the
clues in their classic colours, safe cells green and mines red. Uncertain cells range from yellow to orange by mine
probability.

>>> from sapper.draw.colours import risk_style
>>> risk_style(0.0) == SAFE, risk_style(0.5).bgcolor.name
(True, '#ffa14c')
"""

from __future__ import annotations

from functools import lru_cache

from rich.style import Style

__all__ = ["CLUES", "LABEL", "MINE", "SAFE", "VOID", "risk_style"]

_REVEALED = "#dcdcdc"
_CLUE_COLOURS = (
    "#dcdcdc",  # 0: a blank
    "#0000f0",  # blue
    "#007000",  # green
    "#d00000",  # red
    "#000080",  # navy
    "#800000",  # maroon
    "#007878",  # teal
    "#000000",  # black
    "#606060",  # grey
)
_YELLOW, _ORANGE = (0xFF, 0xF4, 0x9C), (0xFF, 0x64, 0x10)  # just above 0 and just below 1
_INK, _PALE_INK = "#000000", "#665210"
_PALE_UP_TO = 30  # percent; pale ink would be hard to read on orange

CLUES = tuple(Style(color=colour, bgcolor=_REVEALED, bold=True) for colour in _CLUE_COLOURS)
SAFE = Style(color="#ffffff", bgcolor="#007a1f", bold=True)
MINE = Style(color="#ffffff", bgcolor="#b3001b", bold=True)
VOID = Style(dim=True)
LABEL = Style(dim=True)


def risk_style(probability: float, *, pale: bool = False) -> Style:
    """Return the style of a hidden cell with this mine probability; `pale` uses paler ink."""
    if probability == 0:
        return SAFE
    return MINE if probability == 1 else _between(round(probability * 100), pale)


@lru_cache(maxsize=202)
def _between(percent: int, pale: bool) -> Style:
    # The power spreads out small risks, because a player chooses between those.
    share = (percent / 100) ** 0.8
    mixed = (round(low + (high - low) * share) for low, high in zip(_YELLOW, _ORANGE, strict=True))
    ink = _PALE_INK if pale and percent <= _PALE_UP_TO else _INK
    return Style(color=ink, bgcolor="#{:02x}{:02x}{:02x}".format(*mixed))
