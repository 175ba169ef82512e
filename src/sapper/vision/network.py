"""The network that tells what a patch shows, in numpy; `training/` teaches it.

>>> import numpy as np
>>> chances = Network.load().judge(np.zeros((1, 24, 24, 3), np.uint8))
>>> chances.shape, round(float(chances.sum()), 3)
((1, 15), 1.0)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from itertools import product

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sapper.vision.cells import PATCH, Grid, Pixels, cut_cells, halve

__all__ = [
    "FAINT",
    "INNER",
    "LOOKS",
    "Cells",
    "Network",
    "apply_filters",
    "judge_cells",
    "judge_moved",
    "prepare",
    "read_weights",
]

# What a patch can show. "0" is an open cell without a digit; "crossed" is a wrong flag that a lost game shows; "none"
# is no cell of a board.
LOOKS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "hidden", "flag", "question", "mine", "crossed", "none")

FAINT = 12.0  # contrasts below this many steps of brightness are not stretched
INNER = 5  # pixels at each side of a patch that belong to its sides rather than to a sign
_BATCH = 32  # patches at once: larger ones leave the cache of the processor
_WEIGHTS = "looks.npz"
_ALIKE = (6.0, 22.0)  # differences of colour, of 255, up to which patches are alike, by the noise of a picture
_MOVED = 0.05  # of a cell, by which a grid is moved to judge doubtful cells again
_LEAST = 1e-6  # probability of any look
_FLAT = 4.0  # deviation of brightness below which a patch is plain
_OPEN, _HIDDEN = LOOKS.index("0"), LOOKS.index("hidden")


def prepare(patches: Pixels) -> NDArray[np.float32]:
    """Return what the network sees of each patch: five layers of the patch.

    They are the three colours, how much brighter or darker than the ground each pixel is, and how far its colour is
    from that of the ground, which draws a digit alike in every colour. Both are stretched by what the middle of the
    patch has: a pale digit counts as much as a bold one, whatever the sides of its cell are.
    """
    colours = patches.astype(np.float32)
    ground = np.median(colours[:, 3:-3:4, 3:-3:4].reshape(len(colours), -1, 3), axis=1)[:, None, None]
    far = colours - ground
    brighter = far @ np.array([0.3, 0.59, 0.11], np.float32)
    apart = np.abs(far).max(axis=3)
    out = np.empty((*patches.shape[:3], 5), np.float32)
    out[..., :3] = colours / 128 - 1
    out[..., 3] = np.clip(brighter / _most(np.abs(brighter)), -1, 1)
    out[..., 4] = np.minimum(apart / _most(apart), 1) * 2 - 1
    return out


def _most(layer: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the largest value in the middle of each patch, which is at least `FAINT`."""
    inner = layer[:, INNER:-INNER, INNER:-INNER]
    most: NDArray[np.float32] = np.maximum(inner.max(axis=(1, 2), keepdims=True), np.float32(FAINT))
    return most


@lru_cache
def read_weights(name: str) -> dict[str, NDArray[np.float32]]:
    """Return the arrays of a file of weights of the package; weights are stored as bytes with a scale."""
    with files("sapper.vision").joinpath(name).open("rb") as file, np.load(file) as stored:
        arrays = {key: stored[key].astype(np.float32) for key in stored.files}
    return {
        key: part * arrays[f"{key}_scale"] if f"{key}_scale" in arrays else part
        for key, part in arrays.items()
        if not key.endswith("_scale")
    }


@dataclass(frozen=True)
class Network:
    """Four layers of filters and two of sums."""

    arrays: dict[str, NDArray[np.float32]]  # by name, as the training writes them

    @staticmethod
    def load() -> Network:
        """Return the network that comes with the package."""
        return Network(read_weights(_WEIGHTS))

    def judge(self, patches: Pixels) -> NDArray[np.float32]:
        """Return the probability of each look for each patch."""
        parts = [self._judge(patches[at : at + _BATCH]) for at in range(0, len(patches), _BATCH)]
        return np.concatenate(parts) if parts else np.zeros((0, len(LOOKS)), np.float32)

    def _judge(self, patches: Pixels) -> NDArray[np.float32]:
        part = self.arrays
        seen = apply_filters(prepare(patches), part["one"], part["one_start"])
        seen = apply_filters(seen, part["two"], part["two_start"], step=2)
        seen = _pool(apply_filters(seen, part["three"], part["three_start"]))
        seen = _pool(apply_filters(seen, part["four"], part["four_start"]))
        flat = seen.reshape(len(seen), -1)
        sums = np.maximum(flat @ part["five"] + part["five_start"], 0) @ part["six"] + part["six_start"]
        powers = np.exp(sums - sums.max(axis=1, keepdims=True))
        chances: NDArray[np.float32] = powers / powers.sum(axis=1, keepdims=True)
        return chances


@dataclass(frozen=True)
class Cells:
    """The cells of a grid, cut out and judged."""

    grid: Grid
    patches: Pixels  # rows, columns, and the pixels of a patch
    alike: NDArray[np.int64]  # rows, columns: a number that cells share which look alike
    chances: NDArray[np.float32]  # rows, columns, looks


def judge_cells(pixels: Pixels, grid: Grid) -> Cells:
    """Cut out the cells of a grid and judge them.

    A screen draws a look always alike. So cells that are alike are judged once, by the mean of their patches, which
    has less noise than each of them. Plain patches are not judged at all.
    """
    patches = cut_cells(pixels, grid)
    flat = patches.reshape(-1, PATCH, PATCH, 3)
    names = _gather_alike(flat)
    sizes = np.bincount(names)
    order = np.argsort(names, kind="stable")
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    means = np.round(np.add.reduceat(flat[order].astype(np.float32), starts, axis=0) / sizes[:, None, None, None])
    looks = means.astype(np.uint8)
    chances = np.zeros((len(looks), len(LOOKS)), np.float32)
    lively = means.reshape(len(looks), -1, 3).std(axis=1).max(axis=1) > _FLAT
    chances[~lively, _OPEN] = chances[~lively, _HIDDEN] = 0.5
    chances[lively] = Network.load().judge(looks[lively])
    return Cells(grid, patches, names.reshape(grid.rows, grid.cols), chances[names].reshape(grid.rows, grid.cols, -1))


def judge_moved(pixels: Pixels, cells: Cells) -> Cells:
    """Judge cells that are doubtful again, on grids that are slightly off in four directions.

    A small cell has few pixels, and what the network sees of it depends on where the grid cuts them.
    """
    logs = np.log(np.maximum(cells.chances, _LEAST))
    for right, below in product((-_MOVED, _MOVED), repeat=2):
        grid = cells.grid
        moved = replace(grid, left=grid.left + right * grid.across, top=grid.top + below * grid.down)
        logs += np.log(np.maximum(judge_cells(pixels, moved).chances, _LEAST))
    chances = np.exp(logs / 5)
    return replace(cells, chances=chances / chances.sum(axis=2, keepdims=True))


def _gather_alike(patches: Pixels) -> NDArray[np.int64]:
    """Return a number for each patch that nearly equal patches share."""
    small = halve(patches).reshape(len(patches), -1)
    means = small.mean(axis=1)
    alike = _find_noise(small)
    names = np.full(len(patches), -1)
    count = 0
    for at in range(len(patches)):
        if names[at] < 0:
            near = np.flatnonzero((names < 0) & (np.abs(means - means[at]) <= alike / 2))
            near = near[np.abs(small[near] - small[at]).max(axis=1) <= alike]
            names[near] = count
            count += 1
    return names


def _find_noise(small: NDArray[np.float32]) -> float:
    """Return up to which difference patches are alike: little in a clean picture, more in a noisy one."""
    some = small[:: max(1, len(small) // 20)]
    nearest = []
    for patch in some:
        apart = np.abs(small - patch).max(axis=1)
        nearest.append(float(np.partition(apart, 1)[1]))
    return float(np.clip(2.5 * np.median(nearest), *_ALIKE))


def apply_filters(
    seen: NDArray[np.float32], weights: NDArray[np.float32], start: NDArray[np.float32], step: int = 1
) -> NDArray[np.float32]:
    """Apply filters, whose weights are (height, width, layers in, layers out), and cut below 0.

    The result has one place for every `step` places in each direction.
    """
    side, _, deep, out = weights.shape
    margin = (side - step + 1) // 2 if side % 2 == 0 else side // 2
    count, height, width = seen.shape[:3]
    wide = np.zeros((count, height + 2 * margin, width + 2 * margin, deep), np.float32)
    wide[:, margin : margin + height, margin : margin + width] = seen
    # The places of one row of a filter lie one after the other, with all their layers: they are copied at once.
    rows = wide.reshape(count, height + 2 * margin, -1)
    views = sliding_window_view(rows, (side, side * deep), axis=(1, 2))[:, ::step, :: step * deep]
    columns = views.reshape(-1, side * side * deep)
    sums: NDArray[np.float32] = columns @ weights.reshape(-1, out)
    sums += start
    return np.maximum(sums, 0, out=sums).reshape(*views.shape[:3], out)


def _pool(seen: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the largest of every four."""
    count, height, width, deep = seen.shape
    largest: NDArray[np.float32] = seen.reshape(count, height // 2, 2, width // 2, 2, deep).max(axis=(2, 4))
    return largest
