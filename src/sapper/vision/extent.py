"""How far a board reaches on a lattice of cells, told by what the patches show.

The sides of cells give a first block. Rows and columns at its border that show no cells are cut off; rows and columns
beyond it that show digits or flags are added, also where the skin draws no lines between open cells.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.vision.cells import PATCH, Grid, Pixels, cut_cells
from sapper.vision.network import LOOKS, Network

__all__ = ["Cells", "align", "fit_extent", "judge_cells"]

_NONE = LOOKS.index("none")
_OPEN, _HIDDEN = LOOKS.index("0"), LOOKS.index("hidden")
_FLAT = 4.0  # deviation of brightness below which a patch is plain
_NEW = 5  # rows or columns that are looked at beyond a border
_MOVES = (-0.25, 0.25, 0.5, -0.12, 0.12)  # of a cell, by which a grid may be off
_ALIGNED = 0.93  # certainty of the network from which a grid is not moved
_STEP = 4  # of brightness, along the side of a board
_ALIKE = 14.0  # difference of colour up to which plain patches are alike

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Cells:
    """The cells of a grid, cut out and judged."""

    grid: Grid
    patches: Pixels  # rows, columns, and the pixels of a patch
    chances: Floats  # rows, columns, looks

    def part(self, top: int, bottom: int, left: int, right: int) -> Cells:
        """Return the cells of some rows and columns."""
        grid = replace(
            self.grid,
            left=self.grid.left + left * self.grid.across,
            top=self.grid.top + top * self.grid.down,
            rows=bottom - top,
            cols=right - left,
        )
        return Cells(grid, self.patches[top:bottom, left:right], self.chances[top:bottom, left:right])


def judge_cells(pixels: Pixels, grid: Grid) -> Cells:
    """Cut out the cells of a grid and judge them; equal patches are judged once, plain ones not at all."""
    patches = cut_cells(pixels, grid)
    flat = patches.reshape(-1, PATCH, PATCH, 3)
    chances = np.zeros((len(flat), len(LOOKS)), np.float32)
    lively = flat.reshape(len(flat), -1, 3).std(axis=1).max(axis=1) > _FLAT
    chances[~lively, _OPEN] = chances[~lively, _HIDDEN] = 0.5
    places: dict[bytes, int] = {}
    chosen = np.flatnonzero(lively)
    same = [places.setdefault(flat[at].tobytes(), len(places)) for at in chosen]
    firsts = np.full(len(places), -1)
    for at, place in zip(chosen[::-1], same[::-1], strict=True):
        firsts[place] = at
    chances[chosen] = Network.load().judge(flat[firsts])[same]
    return Cells(grid, patches, chances.reshape(grid.rows, grid.cols, -1))


def fit_extent(pixels: Pixels, grid: Grid) -> Cells:
    """Return the cells of the board on the lattice of a grid."""
    cells = _cut(pixels, judge_cells(pixels, align(pixels, grid)))
    for _ in range(6):
        wider = _widen(pixels, cells)
        if wider is None:
            break
        cells = wider
    return _cut(pixels, cells)


def align(pixels: Pixels, grid: Grid) -> Grid:
    """Return the grid moved by part of a cell to where its patches look most like cells."""
    middle = _middle(grid)
    best = (_rate(pixels, middle), 0.0, 0.0)
    if best[0] > _ALIGNED:
        return grid
    for axis in (0, 1):
        for move in _MOVES:
            x, y = (best[1] + move, best[2]) if axis == 0 else (best[1], best[2] + move)
            moved = replace(middle, left=middle.left + x * grid.across, top=middle.top + y * grid.down)
            rating = _rate(pixels, moved)
            if rating > best[0] + 0.03:
                best = (rating, x, y)
    return replace(grid, left=grid.left + best[1] * grid.across, top=grid.top + best[2] * grid.down)


def _middle(grid: Grid) -> Grid:
    """Return at most six rows and columns in the middle of a grid, but not its border."""
    rows, cols = max(1, min(6, grid.rows - 2)), max(1, min(6, grid.cols - 2))
    return replace(
        grid,
        left=grid.left + (grid.cols - cols) // 2 * grid.across,
        top=grid.top + (grid.rows - rows) // 2 * grid.down,
        rows=rows,
        cols=cols,
    )


def _rate(pixels: Pixels, grid: Grid) -> float:
    """Return how sure the network is that the patches of a grid show cells."""
    chances = judge_cells(pixels, grid).chances
    chances = chances.reshape(-1, len(LOOKS)).copy()
    chances[:, _OPEN] += chances[:, _HIDDEN]
    chances[:, _HIDDEN] = 0
    return float(chances[:, :_NONE].max(axis=1).mean())


def _cut(pixels: Pixels, cells: Cells) -> Cells:
    """Cut off border rows and columns that show no cells, or only plain patches like no other or without a side."""
    stray = cells.chances[:, :, _NONE]
    plain = cells.chances[:, :, _OPEN] + cells.chances[:, :, _HIDDEN] > 0.5
    colours = _colours(cells.patches)
    top, bottom, left, right = 0, cells.grid.rows, 0, cells.grid.cols
    while bottom - top > 4 and right - left > 4:
        borders: tuple[Any, ...] = (
            np.s_[top, left:right],
            np.s_[bottom - 1, left:right],
            np.s_[top:bottom, left],
            np.s_[top:bottom, right - 1],
        )
        inner = colours[top + 1 : bottom - 1, left + 1 : right - 1]
        now = cells.part(top, bottom, left, right).grid
        bad = [
            float(stray[border].mean())
            + _is_foreign(plain[border], colours[border], inner)
            + (plain[border].mean() > 0.9 and not _has_side(pixels, now, side))
            for side, border in enumerate(borders)
        ]
        worst = int(np.argmax(bad))
        if bad[worst] < 0.4:
            break
        top, bottom = top + (worst == 0), bottom - (worst == 1)
        left, right = left + (worst == 2), right - (worst == 3)
    return cells.part(top, bottom, left, right)


def _has_side(pixels: Pixels, grid: Grid, side: int) -> bool:
    """Whether there is a step of brightness along one side of a grid."""
    if side > 1:
        pixels = pixels.transpose(1, 0, 2)
        grid = Grid(grid.top, grid.left, grid.down, grid.across, grid.cols, grid.rows)
    line = grid.top if side in (0, 2) else grid.bottom
    height, width = pixels.shape[:2]
    x0, x1 = max(round(grid.left), 0), min(round(grid.right), width)
    reach = max(1, round(0.08 * grid.down))
    for y in range(round(line) - reach, round(line) + reach + 1):
        if not 0 < y < height:
            return True  # the side of the picture
        steps = np.abs(pixels[y, x0:x1].astype(np.int16) - pixels[y - 1, x0:x1]).max(axis=1)
        if (steps >= _STEP).mean() > 0.7:
            return True
    return False


def _is_foreign(plain: NDArray[np.bool_], border: Floats, inner: Floats) -> float:
    """Return 1 where a border is plain throughout and hardly any of its colours is found inside."""
    if plain.mean() < 0.9:
        return 0.0
    known = inner.reshape(-1, inner.shape[-1])[:: max(1, inner.size // inner.shape[-1] // 400)]
    met = [(np.abs(known - colour).max(axis=1) < _ALIKE).any() for colour in border]
    return float(np.mean(met) < 0.3)


def _colours(patches: Pixels) -> Floats:
    """Return the mean colours of nine parts of each patch."""
    rows, cols = patches.shape[:2]
    # Without its border: a grid that is slightly off takes that from beside the board.
    side = PATCH // 4
    inner = patches[:, :, side // 2 : -side // 2, side // 2 : -side // 2]
    parts = inner.reshape(rows, cols, 3, side, 3, side, 3).mean(axis=(3, 5), dtype=np.float32)
    flat: Floats = parts.reshape(rows, cols, -1)
    return flat


def _widen(pixels: Pixels, cells: Cells) -> Cells | None:
    """Return more cells where rows or columns beyond a border show digits or signs, or None."""
    grid = cells.grid
    height, width = pixels.shape[:2]
    slack = 0.2
    room = (
        int(grid.top / grid.down + slack),
        int((height - grid.bottom) / grid.down + slack),
        int(grid.left / grid.across + slack),
        int((width - grid.right) / grid.across + slack),
    )
    known = _colours(cells.patches).reshape(-1, 27)[:: max(1, grid.rows * grid.cols // 200)]
    added = [0, 0, 0, 0]
    for side, free in enumerate(room):
        new = min(free, _NEW)
        if new:
            added[side] = _count_new(pixels, grid, side, new, known)
    if not any(added):
        return None
    top, bottom, left, right = added
    wider = replace(
        grid,
        left=grid.left - left * grid.across,
        top=grid.top - top * grid.down,
        rows=grid.rows + top + bottom,
        cols=grid.cols + left + right,
    )
    return judge_cells(pixels, wider)


def _count_new(pixels: Pixels, grid: Grid, side: int, new: int, known: Floats) -> int:
    """Return how many of some rows or columns beyond a side belong to the board."""
    if side == 0:
        beyond = replace(grid, top=grid.top - new * grid.down, rows=new)
    elif side == 1:
        beyond = replace(grid, top=grid.bottom, rows=new)
    elif side == 2:
        beyond = replace(grid, left=grid.left - new * grid.across, cols=new)
    else:
        beyond = replace(grid, left=grid.right, cols=new)
    cells = judge_cells(pixels, beyond)
    plain = cells.chances[:, :, _OPEN] + cells.chances[:, :, _HIDDEN]
    stray = cells.chances[:, :, _NONE]
    drawn = 1 - plain - stray
    colours = _colours(cells.patches)
    strange = np.abs(colours[:, :, None] - known[None, None]).max(axis=3).min(axis=2) > _ALIKE
    # A digit speaks for a row, a patch that is no cell or has a colour of its own speaks against it.
    score = np.where(drawn > 0.7, 1.0, 0.0) - 1.0 * (stray > 0.5) - 1.0 * ((plain > 0.5) & strange)
    sums = score.sum(axis=1 if side < 2 else 0)
    if side in (0, 2):
        sums = sums[::-1]
    total = np.cumsum(sums)
    best = int(total.argmax())
    if total[best] >= 1:
        return best + 1
    # Plain rows are added up to a line along the whole side, if the board has no such line yet.
    if not _has_side(pixels, grid, side):
        for more in range(1, new + 1):
            if total[more - 1] < 0:
                break
            if _has_side(pixels, _grown(grid, side, more), side):
                return more
    return 0


def _grown(grid: Grid, side: int, by: int) -> Grid:
    """Return a grid with more rows or columns at one side."""
    if side < 2:
        return replace(grid, top=grid.top - (by * grid.down if side == 0 else 0), rows=grid.rows + by)
    return replace(grid, left=grid.left - (by * grid.across if side == 2 else 0), cols=grid.cols + by)
