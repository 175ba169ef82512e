"""A published figure and its source; commands print the measured value beside it.

>>> figure = Published("won on expert, seed 1", 54.081, "%", "final results")
>>> str(figure)
'54.081 %'
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Published"]


@dataclass(frozen=True, slots=True)
class Published:
    """One published figure."""

    what: str  # what was measured, and on which boards
    value: float  # as it was printed
    unit: str  # such as "%", "ms" or "games"; empty for a plain number
    section: str  # of the document it stands in

    def __str__(self) -> str:
        """The figure with its unit."""
        return f"{self.value:,.12g} {self.unit}".rstrip()
