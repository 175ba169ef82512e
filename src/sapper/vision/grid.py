"""Lattices in a picture, found without knowing the skin.

The sides of cells repeat at one pitch in both directions. So the steps of brightness, summed over windows of several
sizes, repeat at that lag. A window that repeats gives a pitch, and the comb of lines with this pitch that meets most
steps gives the position.

>>> import numpy as np
>>> pixels = np.full((200, 300, 3), 200, np.uint8)
>>> pixels[20:148:16, 40:168] = pixels[20:149, 40:169:16] = 90
>>> steps = find_steps(pixels)
>>> seed = find_seeds(steps)[0]
>>> cell = fit_lattice(steps, (40, 20, 168, 148), seed.pitch, seed.pitch, 0.05)
>>> round(seed.pitch), round(cell.left / 4)
(16, 10)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sapper.base.extras import cv2
from sapper.vision.cells import Grid, Pixels, RawSteps, find_raw_steps

__all__ = ["LARGEST", "SMALLEST", "Seed", "Steps", "find_seeds", "find_steps", "fit_lattice"]

SMALLEST, LARGEST = 7.5, 125.0  # pitches, in pixels
_STRONG = 30  # steps of brightness above this count alike
_BLOCK = 16  # rows or columns that are summed at once
_WINDOWS = (64, 128, 256, 512, 1024)  # sides of the windows, in pixels
_STRAIGHT, _LONG = 4, 9  # pixels of a straight step
_OFF = 1 / 12  # of a cell, by which a lattice may be off that is nearly right
_SEEDS = 12  # windows from which a board is grown
_SHORT = 128  # pixels of a profile up to which a product of matrices is faster than a Fourier transform
_ALIKE = 0.25  # correlation with itself that a window needs to count as repeating

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Seed:
    """A window that repeats."""

    x: int
    y: int
    side: int
    pitch: float
    score: float


@dataclass(frozen=True)
class Steps:
    """Straight steps of brightness of a picture, from the left and from above, cut at `_STRONG`."""

    every: RawSteps  # straight or not
    across: Pixels  # at x: between the pixels x - 1 and x
    down: Pixels
    long_across: Pixels  # those that are straight for longer, as the sides of larger cells are
    long_down: Pixels


def find_steps(pixels: Pixels) -> Steps:
    """Return the steps; the sides of the picture are steps too, because a picture may be cut along the board."""
    every = find_raw_steps(pixels)
    height, width = pixels.shape[:2]
    across, down = np.zeros((height, width + 1), np.uint8), np.zeros((height + 1, width), np.uint8)
    across[:, :-1], down[:-1] = every.across, every.down
    np.minimum(across, _STRONG, out=across)
    np.minimum(down, _STRONG, out=down)
    # A side of a cell is straight; a step that ends after fewer pixels belongs to a sign or a letter.
    opened: list[Pixels] = []
    for length in (_STRAIGHT, _LONG):
        for steps, kernel in ((across, (length, 1)), (down, (1, length))):
            straight = cv2.morphologyEx(steps, cv2.MORPH_OPEN, np.ones(kernel, np.uint8))
            opened.append(np.asarray(straight, np.uint8))
        opened[-2][:, 0] = opened[-2][:, -1] = opened[-1][0] = opened[-1][-1] = _STRONG
    return Steps(every, *opened)


# Windows that repeat.


def find_seeds(steps: Steps) -> list[Seed]:
    """Return the windows that repeat best, a few of each place and pitch."""
    short, long = _sum_blocks(steps.across, steps.down), _sum_blocks(steps.long_across, steps.long_down)
    tall, wide = len(short[0]), len(short[1])
    seeds: list[Seed] = []
    for side in _WINDOWS:
        count = min(side // _BLOCK, tall, wide)
        if count < 3:
            continue
        seeds += _repeats(*(short if side <= 128 else long), count)
        if count == min(tall, wide):
            break
    seeds.sort(key=lambda seed: -seed.score)
    kept: list[Seed] = []
    for seed in seeds:
        near = [other for other in kept if _near(other, seed)]
        if len(near) < 3 and not any(abs(other.pitch / seed.pitch - 1) < 0.08 for other in near):
            kept.append(seed)
        if len(kept) == _SEEDS:
            break
    return kept


def _sum_blocks(across: Pixels, down: Pixels) -> tuple[Floats, Floats]:
    """Return the steps across summed over the rows of each block, and those down over its columns."""
    height, width = len(across), down.shape[1]
    tall, wide = -(-height // _BLOCK), -(-width // _BLOCK)
    columns = np.zeros((tall, wide * _BLOCK), np.float32)
    rows = np.zeros((wide, tall * _BLOCK), np.float32)
    for block in range(tall):
        part = across[block * _BLOCK : (block + 1) * _BLOCK, :-1]
        columns[block, :width] = cv2.reduce(part, 0, cv2.REDUCE_SUM, dtype=cv2.CV_32F)[0]
    for block in range(wide):
        part = down[:-1, block * _BLOCK : (block + 1) * _BLOCK]
        rows[block, :height] = cv2.reduce(part, 1, cv2.REDUCE_SUM, dtype=cv2.CV_32F)[:, 0]
    return columns, rows


def _repeats(columns: Floats, rows: Floats, count: int) -> list[Seed]:
    """Return the windows of `count` blocks that repeat in both directions."""
    side = count * _BLOCK
    tall, wide = len(columns), len(rows)
    step = max(1, count // 3)
    at_y = sorted({*range(0, tall - count + 1, step), tall - count})
    at_x = sorted({*range(0, wide - count + 1, step), wide - count})
    most = min(int(LARGEST * 1.05), side // 3 + 2)
    least = max(int(SMALLEST), side // 20)
    if most <= least + 2:
        return []
    across = np.stack([columns[y : y + count].sum(axis=0) for y in at_y])
    down = np.stack([rows[x : x + count].sum(axis=0) for x in at_x])
    # How much there is to repeat: without this, noise would be enough.
    strength = np.minimum(_deviate(across, at_x, side), _deviate(down, at_y, side).T) / side
    places = np.argwhere(strength > 0.15)
    from_x, from_y = _BLOCK * np.array(at_x), _BLOCK * np.array(at_y)
    alike = _correlate(_cut(across, places[:, 0], from_x[places[:, 1]], side), most + 2)
    # What does not repeat across need not be tried down.
    hopeful = alike[:, least : most + 1].max(axis=1, initial=0) > _ALIKE
    places = places[hopeful]
    chosen = tuple(places.T)
    alike = np.minimum(alike[hopeful], _correlate(_cut(down, places[:, 1], from_y[places[:, 0]], side), most + 2))
    curve = alike[:, 1:-1]
    peaks = (curve >= alike[:, :-2]) & (curve > alike[:, 2:])
    peaks[:, : least - 1] = peaks[:, most:] = False
    heights = np.where(peaks, curve, 0)
    top = heights.max(axis=1, initial=0)
    # Two cells repeat as well as one: the smallest good lag is the pitch.
    lags = 1 + (heights > 0.75 * top[:, None]).argmax(axis=1)
    left, middle, right = (alike[np.arange(len(alike)), lags + by] for by in (-1, 0, 1))
    bend = left - 2 * middle + right
    pitches = np.maximum(lags + np.where(bend < 0, 0.5 * (left - right) / np.minimum(bend, -1e-9), 0), 1)
    scores = middle**2 * np.minimum(1, strength[chosen]) ** 0.5 * np.minimum(1, side / pitches / 8) ** 0.5
    return [
        Seed(at_x[places[at, 1]] * _BLOCK, at_y[places[at, 0]] * _BLOCK, side, float(pitches[at]), float(scores[at]))
        for at in np.flatnonzero((top > _ALIKE) & (pitches >= SMALLEST))
    ]


def _deviate(profiles: Floats, blocks: list[int], side: int) -> Floats:
    """Return the deviation of each profile in the windows that begin with these blocks."""
    parts = profiles.reshape(len(profiles), -1, _BLOCK).astype(np.float64)
    sums = np.cumsum(np.stack([parts.sum(axis=2), (parts**2).sum(axis=2)]), axis=2)
    sums = np.pad(sums, ((0, 0), (0, 0), (1, 0)))
    starts = np.array(blocks)
    mean, square = (sums[..., starts + side // _BLOCK] - sums[..., starts]) / side
    deviations: Floats = np.sqrt(np.maximum(square - mean**2, 0)).astype(np.float32)
    return deviations


def _cut(profiles: Floats, chosen: NDArray[np.int64], starts: NDArray[np.int64], side: int) -> Floats:
    """Return a part of each of some profiles, `side` pixels from its start on."""
    return sliding_window_view(profiles, side, axis=1)[chosen, starts]


def _correlate(profiles: Floats, lags: int) -> Floats:
    """Return how well each profile repeats at each lag, 1 at most."""
    length = profiles.shape[-1]
    soft = profiles.copy()
    soft[..., 1:-1] = (profiles[..., :-2] + 2 * profiles[..., 1:-1] + profiles[..., 2:]) / 4
    soft -= soft.mean(axis=-1, keepdims=True)
    if length <= _SHORT:
        waves = soft @ _waves(length)
        power = waves[..., : length + 1] ** 2 + waves[..., length + 1 :] ** 2
    else:
        spectrum = np.fft.rfft(soft, 2 * length, axis=-1)
        power = spectrum.real**2 + spectrum.imag**2
    power = power @ _cosines(length, lags)
    scale = power[..., :1] * (1 - np.arange(lags + 1) / length) + 1e-6
    return np.asarray(power / scale, np.float32)


@lru_cache
def _waves(length: int) -> Floats:
    """Return the matrix of a Fourier transform to twice the length: the real parts, then the imaginary ones."""
    turns = np.pi / length * np.arange(length)[:, None] * np.arange(length + 1)
    matrix: Floats = np.concatenate([np.cos(turns), np.sin(turns)], axis=1).astype(np.float32)
    return matrix


@lru_cache
def _cosines(length: int, lags: int) -> Floats:
    """Return the matrix that turns the power at each frequency into sums of products at each lag."""
    waves = np.arange(length + 1)
    weights = np.where((waves == 0) | (waves == length), 1, 2) / (2 * length)
    turns = np.pi / length * waves[:, None] * np.arange(lags + 1)
    matrix: Floats = (weights[:, None] * np.cos(turns)).astype(np.float32)
    return matrix


def _near(one: Seed, other: Seed) -> bool:
    reach = (one.side + other.side) / 2
    return abs(one.x - other.x) < reach and abs(one.y - other.y) < reach


# From a window to a lattice.


def fit_lattice(
    steps: Steps,
    box: tuple[int, int, int, int],
    across: float,
    down: float,
    spread: float,
    *,
    near: tuple[float, float] | None = None,
) -> Grid:
    """Return one cell of the lattice that meets most steps in a box, with pitches near these.

    `box` is left, top, right, bottom. `near` is a corner of a cell from which the lattice may be off by a twelfth of
    a cell.
    """
    x0, y0, x1, y1 = box
    start = (None, None) if near is None else (near[0] - x0, near[1] - y0)
    columns = steps.across[y0:y1, x0 : x1 + 1].mean(axis=0, dtype=np.float32)
    rows = steps.down[y0 : y1 + 1, x0:x1].mean(axis=1, dtype=np.float32)
    left, across = _fold(columns, across, spread, start[0])
    top, down = _fold(rows, down, spread, start[1])
    return Grid(x0 + left, y0 + top, across, down, 1, 1)


def _fold(profile: Floats, pitch: float, spread: float, near: float | None) -> tuple[float, float]:
    """Return the offset and the pitch at which a profile, folded, is sharpest.

    A line of the lattice is a place about which the folded profile is the same on both sides, as bevels, frames and
    gaps are; of the two such places of a cell, the line is the one with more steps around it.
    """
    places = np.arange(len(profile))
    count = max(2.0, len(profile) / pitch)
    fine = 0.02 / count
    trials = pitch * np.arange(1 - spread, 1 + spread + fine, fine)
    # The power at the frequency of the pitch and its multiples prefers no pitch, as sums over bins would whole ones.
    size = 16 << len(profile).bit_length()
    spectrum = np.abs(np.fft.rfft(profile - profile.mean(), size)) ** 2
    multiples = np.arange(1, int(np.clip(pitch / 3, 2, 8)) + 1)
    power = spectrum[np.round(multiples[:, None] * size / trials[None]).astype(np.int64)].sum(axis=0)
    pitch = float(trials[power.argmax()])
    bins = int(np.clip(pitch * 2, 16, 96))
    turn = places / pitch
    turn = (turn - np.floor(turn)) * bins
    whole = turn.astype(np.int64)
    folded = np.bincount(whole, profile * (1 - turn + whole), bins)
    folded += np.bincount((whole + 1) % bins, profile * (turn - whole), bins)
    # Places are the middles of bins or lie between them.
    reach = bins // 4
    wide = np.tile(np.repeat(folded / 2, 2), 3)  # two halves of each bin, three turns
    size = 2 * bins
    far = np.arange(2 * reach)
    weights = np.exp(-((far / (0.16 * size)) ** 2))
    centres = size + np.arange(size)
    right, left = wide[centres[:, None] + far], wide[centres[:, None] - 1 - far]
    rating = (np.minimum(left, right) * weights).sum(axis=1)
    if near is not None:
        turn = np.arange(size) / size - near / pitch
        rating[np.abs(turn - np.round(turn)) > _OFF] = -1
    at = int(rating.argmax())
    return at / size * pitch, pitch
