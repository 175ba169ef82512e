"""Where to guess when nothing is safe: the hidden cells with the smallest mine probabilities.

An `Analysis` goes in; a few `Guesses` come out, the safest first. None are given while a cell is safe.

>>> import sapper
>>> from sapper.draw.guesses import find_guesses
>>> board = sapper.Board.from_text("mines 2\\n.1...\\n.....")
>>> [(round(guesses.probability, 4), len(guesses.cells)) for guesses in find_guesses(sapper.analyze(board))]
[(0.2, 5), (0.25, 4)]
"""

from __future__ import annotations

from dataclasses import dataclass

from sapper.analysis.analysis import Analysis
from sapper.board.cell import Cell

__all__ = ["Guesses", "find_guesses"]

# Probabilities closer than this are equal: cells of one group, or floating cells, computed in another order.
_SAME = 1e-12


@dataclass(frozen=True, slots=True)
class Guesses:
    """Hidden cells that are mines with the same probability."""

    probability: float  # mine probability, strictly between 0 and 1
    cells: tuple[Cell, ...]  # row by row


def find_guesses(analysis: Analysis, *, most: int = 3) -> list[Guesses]:
    """The cells with the `most` smallest mine probabilities, the safest first; empty while a cell is safe."""
    if analysis.safe_cells:
        return []
    probability = analysis.mine_probability
    found: list[Guesses] = []
    beyond = 0.0
    while len(found) < most:
        left = probability[(probability > beyond) & (probability < 1)]
        if left.size == 0:
            break
        least = float(left.min())
        beyond = least + _SAME
        alike = (probability >= least) & (probability <= beyond) & (probability < 1)
        found.append(Guesses(least, tuple(analysis.board.cells_where(alike))))
    return found
