"""Why a cell is safe, in words: the simplest rule that shows it.

An `Analysis` and one of its safe cells come in; a `Reason` comes out. Rules are tried from the simplest on: one
clue that has all its mines; two clues, one of which takes the mines of the other; counting worlds; and counting
worlds with the number of mines that are left.

>>> import sapper
>>> analysis = sapper.analyze(sapper.Board.from_text("mines 3\\n0 1 . .\\n0 2 . .\\n0 1 . ."))
>>> print(explain_safe(analysis, (1, 2)))
clue: the 1 at 0,1 has all its mines
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sapper.analysis import Analysis, analyze
from sapper.board import Board

__all__ = ["Reason", "explain_safe"]

Cell = tuple[int, int]

_ANY_DENSITY = 0.2  # every density makes the same cells safe: those that need no total


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is right."""

    rule: str  # its name: "clue", "pair", "worlds" or "total"
    text: str  # the rule at work here

    def __str__(self) -> str:
        """The rule and what it says here."""
        return f"{self.rule}: {self.text}"


def explain_safe(analysis: Analysis, cell: Cell) -> Reason:
    """Return the simplest reason why a safe cell is safe; mines that are proven count as known."""
    clues = _Clues(analysis)
    for clue in clues.beside(cell):
        if clues.missing(clue) == 0:
            number = analysis.board[clue]
            return Reason("clue", f"the {number} at {_spell(clue)} has all its mines" if number else "beside a 0")
    for clue in clues.beside(cell):
        for other in clues.near(clue):
            inside = clues.open(other) < clues.open(clue) and cell not in clues.open(other)
            if inside and clues.missing(other) == clues.missing(clue):
                return Reason(
                    "pair", f"all mines the clue at {_spell(clue)} lacks lie beside the clue at {_spell(other)}"
                )
    counted = Board.from_rows(analysis.board.cells, density=_ANY_DENSITY)
    if cell in analyze(counted).safe_cells:
        return Reason("worlds", "no world that fits the clues has a mine there")
    return Reason("total", "no world that fits the clues and the number of mines has a mine there")


class _Clues:
    """The clues of a board, and the cells beside them about which nothing is proven."""

    def __init__(self, analysis: Analysis) -> None:
        self._board = analysis.board
        self._mines = frozenset(analysis.mine_cells)

    def beside(self, cell: Cell) -> Iterator[Cell]:
        """The clues beside a cell."""
        return (place for place in self._around(cell, 1) if self._board[place] >= 0)

    def near(self, clue: Cell) -> Iterator[Cell]:
        """The clues that may share cells with a clue."""
        return (place for place in self._around(clue, 2) if self._board[place] >= 0)

    def open(self, clue: Cell) -> frozenset[Cell]:
        """The hidden cells beside a clue that are not known to be mines."""
        return frozenset(
            place for place in self._around(clue, 1) if self._board[place] < 0 and place not in self._mines
        )

    def missing(self, clue: Cell) -> int:
        """How many mines the clue still lacks."""
        return self._board[clue] - sum(place in self._mines for place in self._around(clue, 1))

    def _around(self, cell: Cell, steps: int) -> Iterator[Cell]:
        rows, cols = self._board.rows, self._board.cols
        for row in range(max(0, cell[0] - steps), min(rows, cell[0] + steps + 1)):
            for col in range(max(0, cell[1] - steps), min(cols, cell[1] + steps + 1)):
                if (row, col) != cell:
                    yield row, col


def _spell(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"
