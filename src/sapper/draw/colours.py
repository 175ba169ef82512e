"""Styles of the drawn board, readable on dark and light terminals.

Every cell sets its own background, independent of the colours of the terminal. The colours come from
`sapper.board.colours`.

>>> from sapper.draw.colours import risk_style
>>> risk_style(0.0) == SAFE, risk_style(0.5).bgcolor.name
(True, '#ffa14c')
"""

from __future__ import annotations

from functools import lru_cache

from rich.style import Style

from sapper.board import colours
from sapper.board.colours import risk_colour
from sapper.play.classes import CellClass

__all__ = ["CLASSES", "LABEL", "MINE", "PLAIN", "SAFE", "VOID", "clue_style", "risk_style"]

_INK, _PALE_INK = "#000000", "#665210"
_PALE_UP_TO = 30  # percent; pale ink would be hard to read on orange

SAFE = Style(color="#ffffff", bgcolor=colours.SAFE, bold=True)
MINE = Style(color="#ffffff", bgcolor=colours.MINE, bold=True)
VOID = Style(dim=True)
# The colours that the document of superloc gives them.
CLASSES = {
    CellClass.BEST: SAFE,
    CellClass.GOOD: Style(color=_INK, bgcolor="#ffe14d", bold=True),
    CellClass.SIMILAR: Style(color="#ffffff", bgcolor="#b3001b"),
    CellClass.DEAD: Style(color="#ffffff", bgcolor="#1c1c1c"),
}
PLAIN = Style(color=_INK, bgcolor="#b8c4cc")  # a hidden cell without a class
LABEL = Style(dim=True)


@lru_cache(maxsize=128)
def clue_style(clue: int) -> Style:
    """Return the style of a clue."""
    return Style(color=colours.clue_colour(clue), bgcolor=colours.REVEALED, bold=True)


def risk_style(probability: float, *, pale: bool = False) -> Style:
    """Return the style of a hidden cell with this mine probability; `pale` uses paler ink."""
    if probability == 0:
        return SAFE
    return MINE if probability == 1 else _between(round(probability * 100), pale)


@lru_cache(maxsize=202)
def _between(percent: int, pale: bool) -> Style:
    ink = _PALE_INK if pale and percent <= _PALE_UP_TO else _INK
    # 0 and 100 percent stand for risks close to them, which are not certain.
    return Style(color=ink, bgcolor=risk_colour(min(max(percent / 100, 1e-9), 1 - 1e-9)))
