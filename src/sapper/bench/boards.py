"""Boards from seeds, for benchmarks, checks and experiments: no files, and the same boards on every machine.

A level and a seed go in and a `Board` comes out: after random safe play, where no cell is safe, or a lattice of clues
that is hard to analyse.

>>> from sapper.bench.boards import random_position
>>> print(random_position("4x6/4", seed=1))
mines 4
01....
0112..
0002..
0002..
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import numpy as np
from numpy.typing import NDArray

from sapper.analysis.analysis import analyze
from sapper.base.number import whole_number
from sapper.board.board import Board
from sapper.board.level import Level, LevelLike
from sapper.board.view import View
from sapper.errors import InputError
from sapper.game.game import Game, Status
from sapper.game.layout import FirstClick, Layout, game_seeds

__all__ = ["lattice_position", "random_position", "stuck_position"]

_CHUNK = 64  # random numbers drawn at once


def random_position(
    level: LevelLike, *, seed: int, share: float = 0.5, first_click: FirstClick | str = FirstClick.ZERO
) -> Board:
    """Return the board of a game that reveals random safe cells beside revealed ones.

    The game stops when `share` of the safe cells are revealed, or when no safe cell lies beside a revealed one.

    Raises:
        InputError: an unknown level, or the rule `none`, under which the start may hold a mine.
        LimitError: more cells than the engine allows.
    """
    if FirstClick(first_click) is FirstClick.NONE:
        raise InputError("safe play needs a safe start, which the first-click rule 'none' does not promise")
    layout = Layout.from_seed(level, seed=seed, first_click=first_click)
    mined = _mines(layout)
    enough = share * np.count_nonzero(~mined)
    numbers = _numbers(seed)
    game = _opening(layout)
    cells = game.board.cells
    while game.status is Status.PLAYING and np.count_nonzero(cells >= 0) < enough:
        beside = np.argwhere((cells < 0) & ~mined & (_around(cells >= 0) > 0)).tolist()
        if not beside:
            break
        # Reveal several per round: finding the neighbouring cells takes longer than a reveal.
        for _ in range(1 + len(beside) // 16):
            row, col = beside[_below(len(beside), next(numbers))]
            if cells[row, col] < 0:
                game.reveal((row, col))
                cells = game.board.cells
    return game.board


def stuck_position(level: LevelLike, *, seed: int) -> Board:
    """Return the first board without a safe cell in a run of games that reveal every safe cell.

    Raises:
        InputError: an unknown level, or one whose games never get stuck.
        LimitError: more cells than the engine allows.
    """
    for game_seed in game_seeds(seed, 1000):
        game = _opening(Layout.from_seed(level, seed=game_seed))
        while game.status is Status.PLAYING:
            board = game.board
            safe = analyze(board).safe_cells
            if not safe:
                return board
            for cell in safe:
                if game.board[cell] < 0:
                    game.reveal(cell)
    raise InputError(f"no game of level {level} gets stuck")


def lattice_position(size: int, *, mines: int, seed: int) -> Board:
    """Return a square board with a clue in every second row and column, each surrounded by hidden cells.

    Every clue shares cells with eight others, so that the frontier is wide in both directions.

    Raises:
        InputError: more mines than hidden cells, or a size that is not a whole number of at least 3.
        LimitError: more cells than the engine allows.
    """
    size = Level(whole_number(size, "size", least=3), size, mines).rows
    clue = np.zeros((size, size), dtype=bool)
    clue[1 : size - 1 : 2, 1 : size - 1 : 2] = True
    hidden = np.argwhere(~clue).tolist()
    for last, number in zip(range(len(hidden) - 1, 0, -1), _numbers(seed), strict=False):
        chosen = _below(last + 1, number)
        hidden[last], hidden[chosen] = hidden[chosen], hidden[last]
    mined = np.zeros((size, size), dtype=bool)
    for row, col in hidden[:mines]:
        mined[row, col] = True
    return Board.from_rows(np.where(clue, _around(mined), View.HIDDEN), mines=mines)


def _opening(layout: Layout) -> Game:
    game = Game(layout)
    if layout.start is not None:
        game.reveal(layout.start)
    return game


def _mines(layout: Layout) -> NDArray[np.bool_]:
    mined = np.zeros((layout.rows, layout.cols), dtype=bool)
    rows, cols = zip(*layout.mines, strict=True) if layout.mines else ((), ())
    mined[list(rows), list(cols)] = True
    return mined


def _around(cells: NDArray[np.bool_]) -> NDArray[np.int8]:
    """How many of the cells lie beside each cell."""
    rows, cols = cells.shape
    framed = np.pad(cells.astype(np.int8), 1)
    windows = [framed[i : i + rows, j : j + cols] for i in range(3) for j in range(3) if (i, j) != (1, 1)]
    total: NDArray[np.int8] = np.sum(windows, axis=0, dtype=np.int8)
    return total


def _numbers(seed: int) -> Iterator[int]:
    """Yield 64-bit numbers without end, the same on every machine: the seeds of a run."""
    for first in count(1, _CHUNK):
        yield from game_seeds(seed, _CHUNK, first=first)


def _below(limit: int, number: int) -> int:
    """Map a random number to one below a limit, by the method that draws layouts."""
    return (number % 2**32) * limit >> 32
