"""The network that tells what a patch shows, in numpy; `training/` teaches it.

>>> import numpy as np
>>> chances = Network.load().judge(np.zeros((1, 24, 24, 3), np.uint8))
>>> chances.shape, round(float(chances.sum()), 3)
((1, 15), 1.0)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sapper.vision.cells import Pixels

__all__ = ["FAINT", "LOOKS", "Network", "prepare"]

# What a patch can show. "0" is an open cell without a digit; "crossed" is a wrong flag that a lost game shows; "none"
# is no cell of a board.
LOOKS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "hidden", "flag", "question", "mine", "crossed", "none")

FAINT = 12.0  # contrasts below this many steps of brightness are not stretched
_BATCH = 128  # patches at once: larger ones leave the cache of the processor
_WEIGHTS = "weights.npz"


def prepare(patches: Pixels) -> NDArray[np.float32]:
    """Return what the network sees of each patch: five layers of the patch.

    They are the three colours, the brightness stretched to its full range, and the distance from the most frequent
    colour, which draws a digit alike in every colour.
    """
    colours = patches.astype(np.float32)
    grey = colours @ np.array([0.3, 0.59, 0.11], np.float32)
    low = grey.min(axis=(1, 2), keepdims=True)
    spread = np.maximum(grey.max(axis=(1, 2), keepdims=True) - low, FAINT)
    middle = np.median(colours[:, 3:-3:4, 3:-3:4].reshape(len(colours), -1, 3), axis=1)[:, None, None]
    apart = np.abs(colours - middle).max(axis=3)
    most = np.maximum(apart.max(axis=(1, 2), keepdims=True), FAINT)
    out = np.empty((*patches.shape[:3], 5), np.float32)
    out[..., :3] = colours / 128 - 1
    out[..., 3] = (grey - low) / spread * 2 - 1
    out[..., 4] = apart / most * 2 - 1
    return out


@dataclass(frozen=True)
class Network:
    """Three layers of filters and two of sums."""

    arrays: dict[str, NDArray[np.float32]]  # by name, as the training writes them

    @staticmethod
    @lru_cache(1)
    def load() -> Network:
        """Return the network that comes with the package."""
        with files("sapper.vision").joinpath(_WEIGHTS).open("rb") as file, np.load(file) as stored:
            return Network({name: stored[name].astype(np.float32) for name in stored.files})

    def judge(self, patches: Pixels) -> NDArray[np.float32]:
        """Return the probability of each look for each patch."""
        parts = [self._judge(patches[at : at + _BATCH]) for at in range(0, len(patches), _BATCH)]
        return np.concatenate(parts) if parts else np.zeros((0, len(LOOKS)), np.float32)

    def _judge(self, patches: Pixels) -> NDArray[np.float32]:
        part = self.arrays
        seen = _filter(prepare(patches), part["one"], part["one_start"], step=2)
        seen = _pool(_filter(seen, part["two"], part["two_start"]))
        seen = _pool(_filter(seen, part["three"], part["three_start"]))
        flat = seen.reshape(len(seen), -1)
        sums = np.maximum(flat @ part["four"] + part["four_start"], 0) @ part["five"] + part["five_start"]
        powers = np.exp(sums - sums.max(axis=1, keepdims=True))
        chances: NDArray[np.float32] = powers / powers.sum(axis=1, keepdims=True)
        return chances


def _filter(
    seen: NDArray[np.float32], weights: NDArray[np.float32], start: NDArray[np.float32], step: int = 1
) -> NDArray[np.float32]:
    """Apply filters, whose weights are (height, width, layers in, layers out), and cut below 0."""
    side, _, deep, out = weights.shape
    margin = side // 2
    wide = np.pad(seen, ((0, 0), (margin, margin), (margin, margin), (0, 0)))
    views = sliding_window_view(wide, (side, side), axis=(1, 2))[:, ::step, ::step]
    count, height, width = views.shape[:3]
    columns = views.transpose(0, 1, 2, 4, 5, 3).reshape(count * height * width, side * side * deep)
    cut: NDArray[np.float32] = np.maximum(columns @ weights.reshape(-1, out) + start, 0)
    return cut.reshape(count, height, width, out)


def _pool(seen: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the largest of every four."""
    count, height, width, deep = seen.shape
    largest: NDArray[np.float32] = seen.reshape(count, height // 2, 2, width // 2, 2, deep).max(axis=(2, 4))
    return largest
