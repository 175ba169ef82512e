"""A counted board: a board, the engine's exact analysis of it, and the options of that analysis.

`Analysis` is a subclass. Every function of this package takes one, and counts further boards with the same options.

>>> from sapper.board.board import Board
>>> counted = CountedBoard.count(Board.from_text("mines 1\\n.1.\\n"), Options(trust_flags=False, max_states=1000))
>>> counted.mine_probability.tolist(), counted.safest_cells
([[0.5, nan, 0.5]], [(0, 0), (0, 2)])
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.base.cached import cached_copy
from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.board.view import View
from sapper.errors import SapperError

__all__ = ["SHAPE_STATES", "CountedBoard", "Options"]

# As `max_states`: the limit of the shape of the board.
SHAPE_STATES = 0


class Options(NamedTuple):
    """How a board is counted. A tuple, because each analysis makes one: a frozen dataclass takes twice as long."""

    trust_flags: bool  # whether every flag is taken for a known mine
    max_states: int  # states that the count may keep, at least 1, or `SHAPE_STATES`


class CountedBoard:
    """A board with its exact mine probabilities."""

    def __init__(self, board: Board, handle: _engine.Analysis, options: Options) -> None:
        """Store the engine's analysis of `board`, made with these options."""
        self._board = board
        self._handle = handle
        self._options = options
        self._probability: NDArray[np.float64] | None = None

    @classmethod
    def count(cls, board: Board, options: Options) -> Self:
        """Return the exact analysis of a board.

        Raises:
            InputError: more trusted flags than mines.
            ContradictionError: no world fits.
            LimitError: a component is too wide for `max_states`.
        """
        return cls(board, _engine.analyze(board._handle, options.trust_flags, options.max_states), options)

    @classmethod
    def count_many(cls, boards: Sequence[Board], options: Options, *, threads: int = 1) -> list[Self | SapperError]:
        """Return the exact analyses of boards in order; the result of a board that fails is its error."""
        handles = [board._handle for board in boards]
        found = _engine.analyze_batch(handles, options.trust_flags, options.max_states, threads)
        return [
            cls(board, one, options) if isinstance(one, _engine.Analysis) else one
            for board, one in zip(boards, found, strict=True)
        ]

    @property
    def board(self) -> Board:
        """The board that was analysed."""
        return self._board

    @property
    def mine_probability(self) -> NDArray[np.float64]:
        """Mine probability of every cell, a read-only array; NaN where revealed or out of play.

        Exactly 0 or 1 if and only if every world agrees on the cell; known mines are 1.
        """
        # Cached by hand: up to Python 3.11 a cached_property takes a lock, which slows down large batches.
        if self._probability is None:
            self._probability = self._handle.mine_probability()
        return self._probability

    @property
    def safe_cells(self) -> list[Cell]:
        """Hidden cells that hold a mine in no world, row by row."""
        return cached_copy(self, "safe_cells", self._handle.safe_cells)

    @property
    def mine_cells(self) -> list[Cell]:
        """Cells that hold a mine in every world, row by row; known mines included."""
        return cached_copy(self, "mine_cells", self._handle.mine_cells)

    @property
    def safest_cells(self) -> list[Cell]:
        """Hidden cells with the lowest mine probability of all, row by row; empty when nothing is hidden."""
        return cached_copy(self, "safest_cells", self._handle.safest_cells)

    @cached_property
    def _trusted(self) -> Board:
        """The board with every trusted flag as a known mine."""
        if not self._options.trust_flags:
            return self._board
        flags = self._board.cells_where(self._board.cells == View.FLAG)
        return self._board.replace(dict.fromkeys(flags, int(View.MINE)))
