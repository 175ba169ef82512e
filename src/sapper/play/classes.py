"""Classes of hidden cells: the best move, good moves, similar and dead cells, as the strategy `superloc` sees them.

An analysis or a board comes in; a class for some of its hidden cells comes out. Every cell has one class at most.

>>> from sapper.board.board import Board
>>> found = classify(Board.from_text("2x5:7:MM3MM/McM"))
>>> {str(name): cells for name, cells in found.items()}
{'best': [(1, 1)], 'good': [(1, 3)], 'similar': [], 'dead': [(1, 2)]}
"""

from __future__ import annotations

from enum import StrEnum

import numpy as np

from sapper.analysis.analysis import Analysis, analyze
from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.play.choice import choose

__all__ = ["CellClass", "classify"]

_STRATEGY = "superloc"
_SAME = 1e-12  # values of a game tree closer than this are equal


class CellClass(StrEnum):
    """What a hidden cell is to the player who has to move."""

    BEST = "best"  # the move of superloc
    GOOD = "good"  # the other moves that it compares with the best one, or that win as often in its game tree
    SIMILAR = "similar"  # beside one clue only, so alike to the others beside that clue alone
    DEAD = "dead"  # the same value in every world where it is safe: revealing it helps with nothing


def classify(board: Board | Analysis) -> dict[CellClass, list[Cell]]:
    """Return the cells of each class, row by row.

    A dead cell that is beside one clue is dead, and a good move only where the strategy has no other. Cells that are
    certainly mines have no class.

    Raises:
        InputError: a board without a known number of mines.
        ContradictionError: no world fits the board.
        LimitError: the board is too wide.
    """
    analysis = board if isinstance(board, Analysis) else analyze(board)
    classes: dict[CellClass, list[Cell]] = {one: [] for one in CellClass}
    risk = analysis.mine_probability
    if not np.any(risk < 1):
        return classes  # every safe cell is revealed
    choice = choose(analysis, _STRATEGY)
    wins = choice.candidates[0].game_tree
    compared = [
        one.cell
        for one in choice.candidates[1:]
        if wins is None or (one.game_tree is not None and one.game_tree >= wins - _SAME)
    ]
    dead = set(analysis.dead_cells)
    good = {cell for cell in compared if cell not in dead} or set(compared)
    classes[CellClass.BEST] = [choice.cell]
    classes[CellClass.GOOD] = sorted(good)
    taken = good | {choice.cell}
    similar = {cell for cell in analysis.frontier if 0 < risk[cell] < 1 and _clues_beside(analysis, cell) == 1}
    classes[CellClass.SIMILAR] = sorted(similar - taken - dead)
    classes[CellClass.DEAD] = sorted(dead - taken)
    return classes


def _clues_beside(analysis: Analysis, cell: Cell) -> int:
    board = analysis.board
    return sum(board[near] >= 0 for near in board.shape.neighbours(cell))
