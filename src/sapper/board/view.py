"""What one cell of a board can look like to the player.

A clue is its own number, 0 to 8; everything else is a `View`, negative, with the values the engine uses.
A flag and a question mark are the player's opinion; a known mine is a fact.

>>> from sapper import Board, View
>>> board = Board.from_rows([[View.HIDDEN, 1]], mines=1)
>>> board[(0, 0)] == View.HIDDEN, board[(0, 1)]
(True, 1)
"""

from __future__ import annotations

from enum import IntEnum

__all__ = ["View"]


class View(IntEnum):
    """The cells that are not clues.

    Attributes:
        HIDDEN: not revealed, nothing written on it.
        FLAG: not revealed; the player believes it is a mine.
        QUESTION: not revealed; the player is unsure.
        MINE: known to be a mine.
        VOID: out of play: no cell of the game, no neighbour of anything.
    """

    HIDDEN = -1
    FLAG = -2
    QUESTION = -3
    MINE = -4
    VOID = -5
