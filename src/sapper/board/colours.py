"""Colours of a drawn board as hex texts, for terminals and pictures alike.

Revealed cells are grey with the clues in their classic colours, safe cells green and mines red. Uncertain cells range
from yellow to orange by mine probability.

>>> risk_colour(0.0) == SAFE, risk_colour(0.5)
(True, '#ffa14c')
"""

from __future__ import annotations

__all__ = ["CLUES", "MINE", "REVEALED", "SAFE", "clue_colour", "risk_colour"]

REVEALED = "#dcdcdc"
CLUES = (
    REVEALED,  # 0: a blank
    "#0000f0",  # blue
    "#007000",  # green
    "#d00000",  # red
    "#000080",  # navy
    "#800000",  # maroon
    "#007878",  # teal
    "#000000",  # black
    "#606060",  # grey
)
SAFE = "#007a1f"
MINE = "#b3001b"
_ABOVE_EIGHT = "#5b1f9c"  # violet: clues on shapes with more neighbours
_YELLOW, _ORANGE = (0xFF, 0xF4, 0x9C), (0xFF, 0x64, 0x10)  # just above 0 and just below 1


def clue_colour(clue: int) -> str:
    """Return the colour of a clue of any size."""
    return CLUES[clue] if clue < len(CLUES) else _ABOVE_EIGHT


def risk_colour(probability: float) -> str:
    """Return the background of a hidden cell with this mine probability, in steps of one percent."""
    if probability in (0, 1):
        return MINE if probability else SAFE
    # The power spreads out small risks, because a player chooses between those.
    share = (round(probability * 100) / 100) ** 0.8
    mixed = (round(low + (high - low) * share) for low, high in zip(_YELLOW, _ORANGE, strict=True))
    return "#{:02x}{:02x}{:02x}".format(*mixed)
