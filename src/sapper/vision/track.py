"""Reads the same board again and again, and of each picture only the cells that changed.

A screen draws a look always alike. So a cell that changed to a look that was read before is recognised by comparing
pixels. A new look, or one that contradicts the rest, is judged by the networks as in a first reading.

>>> import numpy as np
>>> from sapper.vision.cells import Grid
>>> before = np.zeros((40, 40, 3), np.uint8)
>>> after = before.copy()
>>> after[25, 12] = 255
>>> changed_cells(before, after, Grid(0, 0, 10, 10, 4, 4)).nonzero()
(array([2]), array([1]))
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from sapper.board.board import Board
from sapper.board.view import View
from sapper.errors import InputError
from sapper.vision.cells import PATCH, Grid, Pixels, cut_cells, halve
from sapper.vision.logic import VIEWS, conflict
from sapper.vision.network import LOOKS
from sapper.vision.read import Reading, read_again, read_pixels

__all__ = ["Tracker", "changed_cells"]

_SAME = 8  # difference of a pixel, of 255, up to which it did not change
_ALIKE = 6.0  # difference of two patches of half size, of 255, up to which they show the same
_RIM = 1  # pixels of patches of half size that are not compared
_SURE = 0.9  # probability of a look that is remembered
_MOST_LOOKS = 300  # that are remembered
_RATHER = 0.8  # probability from which a look is taken, of those a cell can have after it changed
_VIEWS = np.array([int(view) for view in VIEWS], np.int8)
_COVERED = LOOKS.index("hidden")
_MOST_NEW = 40  # new looks after which the rest is left to the next reading

Floats = NDArray[np.float32]


def changed_cells(before: Pixels, after: Pixels, grid: Grid, *, rim: float = 0.0) -> NDArray[np.bool_]:
    """Return which cells of a grid differ in two pictures of one size, as an array of rows and columns.

    `rim` is the share of a cell at each of its sides that is not compared.
    """
    ys = np.clip(np.round(grid.top + grid.down * np.arange(grid.rows + 1)).astype(int), 0, len(before) - 1)
    xs = np.clip(np.round(grid.left + grid.across * np.arange(grid.cols + 1)).astype(int), 0, before.shape[1] - 1)
    box = np.s_[ys[0] : ys[-1], xs[0] : xs[-1]]
    apart = np.maximum(before[box], after[box]) - np.minimum(before[box], after[box])
    differ: NDArray[np.bool_] = np.asarray((apart > _SAME).any(axis=2))
    for off in range(-round(rim * grid.down), round(rim * grid.down)):
        differ[np.clip(ys + off - ys[0], 0, len(differ) - 1)] = False
    for off in range(-round(rim * grid.across), round(rim * grid.across)):
        differ[:, np.clip(xs + off - xs[0], 0, differ.shape[1] - 1)] = False
    if not differ.any():
        return np.zeros((grid.rows, grid.cols), bool)
    rows = np.logical_or.reduceat(differ, ys[:-1] - ys[0], axis=0)
    changed: NDArray[np.bool_] = np.logical_or.reduceat(rows, xs[:-1] - xs[0], axis=1)
    return changed


class Tracker:
    """Reads the board of one window or region in picture after picture."""

    def __init__(self, mines: int | None = None) -> None:
        """Begin without a board; `mines` is the number of mines where the counter is not to be read."""
        self.mines = mines
        self.judged = 0  # pictures that the networks judged
        self._restarted = False
        self._pixels: Pixels | None = None
        self._reading: Reading | None = None
        # Looks that were read, as small patches, and their probabilities.
        self._seen = np.zeros((0, (PATCH // 2 - 2 * _RIM) ** 2 * 3), np.float32)
        self._chances = np.zeros((0, 0), np.float32)

    def read(self, pixels: Pixels, *, search: bool = True, opened: bool = False) -> Reading | None:
        """Return the board in a picture, or None where there is none.

        With `search` a board that is not where it was is searched in the whole picture. `opened` says that covered
        cells change by being opened alone: nothing is under the pointer.
        """
        before, reading = self._pixels, self._reading
        if reading is None or before is None or before.shape != pixels.shape:
            self._keep(pixels, self._search(pixels))
            return self._reading
        changed = changed_cells(before, pixels, reading.grid)
        if self._restarted:
            changed[:] = True
            opened = False
        elif not changed.any():
            self._pixels = pixels
            return reading
        again = None if self._restarted else self._recall(pixels, reading, changed)
        if again is not None:
            self._pixels, self._reading = pixels, again
            return again
        again = self._judge(pixels, reading, changed, opened=opened)
        if search and (again is None or again.notes):
            again = self._search(pixels) or again
        if again is not None:
            self._keep(pixels, again)
        return again

    def restart(self) -> None:
        """Expect another game on the same grid: the next picture is judged as a whole."""
        self._restarted = True

    def crop(self, left: int, top: int, pixels: Pixels) -> None:
        """Go on with a part of the last picture, whose corner lay at `left` and `top`."""
        assert self._reading is not None
        grid = self._reading.grid
        moved = replace(grid, left=grid.left - left, top=grid.top - top)
        self._pixels, self._reading = pixels, replace(self._reading, grid=moved)

    def _search(self, pixels: Pixels) -> Reading | None:
        self.judged += 1
        try:
            return read_pixels(pixels, mines=self.mines, index=0, photo=False)[0]
        except InputError:
            return None

    def _judge(self, pixels: Pixels, before: Reading, changed: NDArray[np.bool_], *, opened: bool) -> Reading | None:
        self.judged += 1
        try:
            again = read_again(pixels, before.grid, mines=self.mines)
        except InputError:  # fewer covered cells than mines: something else lies over the board
            return None
        if self._is_strange(pixels, before, again):
            return None
        return again if self._restarted else _reconsider(again, before, changed, opened=opened)

    def _is_strange(self, pixels: Pixels, before: Reading, now: Reading) -> bool:
        """Whether open cells turned into covered ones that look like none before: then it is no board any more.

        In a new game they look as covered cells did.
        """
        closed = (before.board.cells >= 0) & (now.board.cells < 0) & (now.board.cells != View.MINE)
        covers = (
            self._seen[_VIEWS[self._chances[:, : len(VIEWS)].argmax(axis=1)] < 0] if len(self._seen) else self._seen
        )
        if not closed.any() or not len(covers):
            return False
        small = _halve(cut_cells(pixels, before.grid))[closed.ravel()]
        return any(float(np.abs(covers - one).max(axis=1).min()) > 2 * _ALIKE for one in small)

    def _keep(self, pixels: Pixels, reading: Reading | None) -> None:
        """Remember a reading and the looks in it."""
        self._pixels, self._reading, self._restarted = pixels, reading, False
        if reading is None or not reading.sure or (reading.board.cells == View.MINE).any():
            return  # the end of a game shows looks that are easily mistaken
        chances = reading.probabilities.reshape(-1, reading.probabilities.shape[2])
        small = _halve(cut_cells(pixels, reading.grid))
        sure = chances.max(axis=1) >= _SURE
        if self._chances.shape[1:] != chances.shape[1:]:
            self._chances = chances[:0]
        new = 0
        for at in np.flatnonzero(sure).tolist():
            if new == _MOST_NEW or len(self._seen) == _MOST_LOOKS:
                break  # the first looks stay: covered cells are among them, and tell whether a board is still one
            if not len(self._seen) or float(np.abs(self._seen - small[at]).max(axis=1).min()) > _ALIKE / 2:
                self._seen = np.concatenate([self._seen, small[at : at + 1]])
                self._chances = np.concatenate([self._chances, chances[at : at + 1]])
                new += 1

    def _recall(self, pixels: Pixels, before: Reading, changed: NDArray[np.bool_]) -> Reading | None:
        """Return the reading with the cells that changed recognised by their pixels; None where that is not clear."""
        if before.doubts or before.notes or not len(self._seen):
            return None
        chances = before.probabilities.copy()
        patches = cut_cells(pixels, before.grid).reshape(*chances.shape[:2], PATCH, PATCH, 3)
        for row, col in np.argwhere(changed).tolist():
            apart = np.abs(self._seen - _halve(patches[row, col])).max(axis=1)
            alike = np.flatnonzero(apart <= _ALIKE)
            if not len(alike) or len(set(_VIEWS[self._chances[alike, : len(VIEWS)].argmax(axis=1)].tolist())) > 1:
                return None
            chances[row, col] = self._chances[int(apart.argmin())]
        cells = _VIEWS[chances[:, :, : len(VIEWS)].argmax(axis=2)]
        board = before.board
        # A new game may have other mines, and a lost one shows looks that need the rest of the board.
        if (cells < 0).all() or (cells == View.MINE).any() or conflict(cells, board.mines) is not None:
            return None
        return replace(before, board=_with_cells(board, cells), repairs=[], probabilities=chances)


def _reconsider(now: Reading, before: Reading, changed: NDArray[np.bool_], *, opened: bool) -> Reading:
    """Return a reading that goes on from the one before.

    Cells that did not change and were clear stay what they were. A cell that was covered and looks otherwise now is
    open: all such cells if they were `opened`, else those that are doubtful.
    """
    settled = ~changed
    settled[tuple(np.array([doubt.cell for doubt in before.doubts], int).reshape(-1, 2).T)] = False
    chances = np.where(settled[:, :, None], before.probabilities, now.probabilities)
    doubtful = {doubt.cell: doubt for doubt in now.doubts if not settled[doubt.cell]}
    turned = changed & (before.board.cells == View.HIDDEN)
    for row, col in np.argwhere(turned).tolist():
        others = chances[row, col].copy()
        others[_COVERED] = 0
        others /= max(float(others.sum()), 1e-9)
        if float(others.max()) >= _RATHER and (opened or (row, col) in doubtful):
            chances[row, col] = others
            doubtful.pop((row, col), None)
    cells = _VIEWS[chances[:, :, : len(VIEWS)].argmax(axis=2)]
    if now.notes or (cells == View.MINE).any() or conflict(cells, now.board.mines) is not None:
        return now
    repairs = [repair for repair in now.repairs if not settled[repair.cell]]
    doubts = list(doubtful.values())
    return replace(now, board=_with_cells(now.board, cells), doubts=doubts, repairs=repairs, probabilities=chances)


def _with_cells(board: Board, cells: NDArray[np.int8]) -> Board:
    return Board.from_rows(cells, mines=board.mines, density=board.density if board.mines is None else None)


def _halve(patches: Pixels) -> Floats:
    """Return the inner parts of patches at half their size, one a row.

    The outermost pixels belong to the cells beside as well, where the grid is not exact.
    """
    small = halve(patches.reshape(-1, PATCH, PATCH, 3))
    return small[:, _RIM:-_RIM, _RIM:-_RIM].reshape(len(small), -1)
