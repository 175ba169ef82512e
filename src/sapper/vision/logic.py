"""The rules of the game as a second opinion on a reading.

A misread clue nearly always contradicts its surroundings. `repair` replaces looks by less likely ones until the board
can exist, and says what it replaced.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper.analysis.analysis import analyze
from sapper.board.board import Board
from sapper.board.view import View
from sapper.errors import ContradictionError, InputError, LimitError
from sapper.vision.network import LOOKS

__all__ = ["VIEWS", "Repair", "conflict", "drop_impossible", "repair", "weigh_doubts"]

# The value of a cell of a board for each look of a cell. A wrong flag of a lost game is a flag.
VIEWS = (*range(9), View.HIDDEN, View.FLAG, View.QUESTION, View.MINE, View.FLAG)

_MOST_REPAIRS = 6
_MOST_TRIALS = 60  # boards that are analysed for all repairs together
_MOST_STATES = 200_000  # of one analysis: a board that needs more counts as one that can exist
_MOST_DOUBTS = 24  # cells that the others are asked about
_LEAST_WEIGHT = 0.001  # of a look that no world allows
_LEAST = 2e-4  # probability of a look that a repair may choose

Cell = tuple[int, int]


@dataclass(frozen=True)
class Repair:
    """A look that was replaced because the board could not exist with it."""

    cell: Cell
    read: str  # the look that was most likely
    kept: str  # the look that replaced it


def conflict(views: NDArray[np.int8], mines: int | None) -> list[Cell] | None:
    """Return cells that cannot all be right, or None where the board can exist."""
    try:
        # Without the total every density will do: only whether a world fits matters.
        board = Board.from_rows(views, mines=mines) if mines is not None else Board.from_rows(views, density=0.2)
        if (views >= 0).any():
            analyze(board, max_states=_MOST_STATES)
    except InputError as error:
        return [] if error.cell is None else [error.cell]
    except ContradictionError as error:
        return list(error.clues)
    except LimitError:
        return None
    return None


def drop_impossible(chances: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the chances of looks without digits above the number of neighbours of their cell.

    What such digits had is spread over the other looks, so that a cell that looked like one stays doubtful.
    """
    rows, cols = chances.shape[:2]
    across = np.full(cols, 3) - (np.arange(cols) == 0) - (np.arange(cols) == cols - 1)
    down = np.full(rows, 3) - (np.arange(rows) == 0) - (np.arange(rows) == rows - 1)
    most = down[:, None] * across - 1
    impossible = np.zeros(chances.shape, bool)
    impossible[:, :, :9] = np.arange(9) > most[:, :, None]
    dropped = np.where(impossible, chances, 0).sum(axis=2, keepdims=True)
    kept: NDArray[np.float32] = np.where(impossible, 0, chances + dropped / (~impossible).sum(axis=2, keepdims=True))
    return kept.astype(np.float32)


def weigh_doubts(chances: NDArray[np.float32], sure: float) -> NDArray[np.float32]:
    """Return the chances of looks with those of doubtful cells weighed by the exact analysis of the others.

    A cell under a pointer, say, may look like a covered cell or a 3. If the clues around it allow a 3 in few worlds
    only, it is likely covered. Cells whose likeliest look has a probability of `sure` or more stay as they are.
    """
    views = np.array([int(view) for view in VIEWS], np.int8)[chances[:, :, : len(VIEWS)].argmax(axis=2)]
    best = chances.max(axis=2)
    doubtful = [tuple(cell) for cell in np.argwhere(best < sure).tolist()]
    doubtful.sort(key=lambda cell: float(best[cell]))
    if not 0 < len(doubtful) <= _MOST_DOUBTS or not (views >= 0).any():
        return chances
    for cell in doubtful:
        views[cell] = int(View.HIDDEN)
    try:
        analysis = analyze(Board.from_rows(views, density=0.2), max_states=_MOST_STATES)
    except (ContradictionError, InputError, LimitError):
        return chances
    weighed = chances.copy()
    for cell in doubtful:
        outcomes = analysis.outcomes(cell)
        weights = np.full(len(LOOKS), 0.5)
        weights[:9] = outcomes.numbers
        weights[LOOKS.index("mine")] = outcomes.mine
        weights[LOOKS.index("flag")] = outcomes.mine
        # The root, because the other cells may be wrong too.
        weighed[cell] *= np.maximum(weights, _LEAST_WEIGHT) ** 0.5
        weighed[cell] /= weighed[cell].sum()
    return weighed


def repair(chances: NDArray[np.float32]) -> tuple[NDArray[np.int64], list[Repair], list[Cell]]:
    """Return the looks of all cells as indexes, the repairs made, and cells that still contradict each other."""
    looks = chances[:, :, : len(VIEWS)].argmax(axis=2)
    values = np.array([int(view) for view in VIEWS], np.int8)
    repairs: list[Repair] = []
    fault = conflict(values[looks], None)
    left = _MOST_TRIALS
    while fault and left > 0 and len(repairs) < _MOST_REPAIRS:
        better, used = _better(chances, looks, fault, {one.cell for one in repairs}, left)
        left -= used
        if better is None:
            break
        cell, look, fault_left = better
        repairs.append(Repair(cell, LOOKS[int(looks[cell])], LOOKS[look]))
        looks[cell] = look
        fault = fault_left
    return looks, repairs, fault or []


def _better(
    chances: NDArray[np.float32],
    looks: NDArray[np.int64],
    fault: list[Cell],
    changed: set[Cell],
    most: int,
) -> tuple[tuple[Cell, int, list[Cell] | None] | None, int]:
    """Return the likeliest change of one look that removes the contradiction, or at least moves it elsewhere.

    Return also how many changes were tried, `most` of them at most.
    """
    values = np.array([int(view) for view in VIEWS], np.int8)
    rows, cols = looks.shape
    near = {
        (row + y, col + x)
        for row, col in fault
        for y in (-1, 0, 1)
        for x in (-1, 0, 1)
        if 0 <= row + y < rows and 0 <= col + x < cols
    } - changed
    options = []
    for cell in near:
        for look in range(len(VIEWS)):
            chance = float(chances[cell][look])
            if look != looks[cell] and chance > _LEAST and values[look] != values[looks[cell]]:
                options.append((float(chances[cell][looks[cell]]) / chance, cell, look))
    options.sort()
    elsewhere = None
    for tried, (_, cell, look) in enumerate(options[:most], 1):
        trial = looks.copy()
        trial[cell] = look
        left = conflict(values[trial], None)
        if left is None:
            return (cell, look, None), tried
        if elsewhere is None and not set(left) & set(fault):
            elsewhere = (cell, look, left)
    return elsewhere, min(len(options), most)
