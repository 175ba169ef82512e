"""Grids in a picture, found without knowing the skin.

The sides of cells repeat at one pitch in both directions. So the steps of brightness, summed over windows of several
sizes, repeat at that lag. A window that repeats gives a pitch; the comb of lines with this pitch that meets most
steps gives the position; and the sides of the cells of that lattice tell how far the board reaches.

>>> import numpy as np
>>> pixels = np.full((200, 300, 3), 200, np.uint8)
>>> pixels[20:148:16, 40:168] = pixels[20:149, 40:169:16] = 90
>>> [(grid.rows, grid.cols, round(grid.left / 4), round(grid.across)) for grid in find_grids(pixels)]
[(8, 8, 10, 16)]
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sapper.base.extras import cv2
from sapper.vision.cells import Grid, Pixels

__all__ = ["find_grids"]

SMALLEST, LARGEST = 7.5, 125.0  # pitches, in pixels
_STRONG = 30  # steps of brightness above this count alike
_BLOCK = 16  # rows or columns that are summed at once
_WINDOWS = (64, 128, 256, 512, 1024)  # sides of the windows, in pixels
_WEAK = 4  # least step of brightness that may be the side of a cell
_STRAIGHT, _LONG = 4, 9  # pixels of a straight step
_SEEDS = 12  # windows from which a board is grown
_ALIKE = 0.25  # correlation with itself that a window needs to count as repeating
_LEAST_SEEN = 0.15  # share of the cells of a window whose sides must be seen
_LEAST = 4  # rows and columns of a board

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class _Seed:
    """A window that repeats."""

    x: int
    y: int
    side: int
    pitch: float
    score: float


@dataclass(frozen=True)
class _Steps:
    """Steps of brightness of a picture, from the left and from above, cut at `_STRONG`."""

    across: Pixels  # at x: between the pixels x - 1 and x
    down: Pixels
    long_across: Pixels  # those that are straight for longer, as the sides of larger cells are
    long_down: Pixels


def find_grids(pixels: Pixels) -> list[Grid]:
    """Return the grids that may be boards of a picture, in no order; they may overlap."""
    if min(pixels.shape[:2]) < _LEAST * SMALLEST:
        return []
    steps = _find_steps(pixels)
    found: list[Grid] = []
    for seed in _find_seeds(steps):
        grid = _grow(steps, seed)
        if grid is not None and not any(_same(grid, other) for other in found):
            found.append(grid)
    return found


def _find_steps(pixels: Pixels) -> _Steps:
    """Return the steps; the sides of the picture are steps too, because a picture may be cut along the board."""
    height, width = pixels.shape[:2]
    across, down = np.zeros((height, width + 1), np.uint8), np.zeros((height + 1, width), np.uint8)
    for layer in cv2.split(pixels):
        np.maximum(across[:, 1:-1], cv2.absdiff(layer[:, 1:], layer[:, :-1]), out=across[:, 1:-1])
        np.maximum(down[1:-1], cv2.absdiff(layer[1:], layer[:-1]), out=down[1:-1])
    np.minimum(across, _STRONG, out=across)
    np.minimum(down, _STRONG, out=down)
    # A side of a cell is straight; a step that ends after fewer pixels belongs to a sign or a letter.
    opened: list[Pixels] = []
    for length in (_STRAIGHT, _LONG):
        for steps, kernel in ((across, (length, 1)), (down, (1, length))):
            straight = cv2.morphologyEx(steps, cv2.MORPH_OPEN, np.ones(kernel, np.uint8))
            opened.append(np.asarray(straight, np.uint8))
        opened[-2][:, 0] = opened[-2][:, -1] = opened[-1][0] = opened[-1][-1] = _STRONG
    return _Steps(*opened)


# Windows that repeat.


def _find_seeds(steps: _Steps) -> list[_Seed]:
    """Return the windows that repeat best, a few of each place and pitch."""
    short, long = _sum_blocks(steps.across, steps.down), _sum_blocks(steps.long_across, steps.long_down)
    tall, wide = len(short[0]), len(short[1])
    seeds: list[_Seed] = []
    for side in _WINDOWS:
        count = min(side // _BLOCK, tall, wide)
        if count < 3:
            continue
        seeds += _repeats(*(short if side <= 128 else long), count)
        if count == min(tall, wide):
            break
    seeds.sort(key=lambda seed: -seed.score)
    kept: list[_Seed] = []
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
    columns[:, :width] = np.add.reduceat(across[:, :-1], np.arange(0, height, _BLOCK), axis=0, dtype=np.float32)
    rows[:, :height] = np.add.reduceat(down[:-1], np.arange(0, width, _BLOCK), axis=1, dtype=np.float32).T
    return columns, rows


def _repeats(columns: Floats, rows: Floats, count: int) -> list[_Seed]:
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
    flat_x = np.stack([across[:, x * _BLOCK : x * _BLOCK + side] for x in at_x], axis=1)  # y, x, pixels
    flat_y = np.stack([down[:, y * _BLOCK : y * _BLOCK + side] for y in at_y])  # y, x, pixels
    # How much there is to repeat: without this, noise would be enough.
    strength = np.minimum(flat_x.std(axis=2), flat_y.std(axis=2)) / side
    places = np.argwhere(strength > 0.15)
    chosen = tuple(places.T)
    alike = np.minimum(_correlate(flat_x[chosen], most + 2), _correlate(flat_y[chosen], most + 2))
    seeds = []
    good = alike[:, least : most + 1].max(axis=1, initial=0) > _ALIKE
    for (iy, ix), curve in zip(places[good], alike[good], strict=True):
        inner = curve[1:-1]
        peaks = np.flatnonzero((inner >= curve[:-2]) & (inner > curve[2:])) + 1
        peaks = peaks[(peaks >= least) & (peaks <= most)]
        top = curve[peaks].max(initial=0)
        if top <= _ALIKE:
            continue
        # Two cells repeat as well as one: the smallest good lag is the pitch.
        lag = int(peaks[curve[peaks] > 0.75 * top][0])
        left, middle, right = (float(curve[lag + d]) for d in (-1, 0, 1))
        bend = left - 2 * middle + right
        pitch = lag + (0.5 * (left - right) / bend if bend < 0 else 0)
        score = float(curve[lag]) ** 2 * min(1.0, float(strength[iy, ix])) ** 0.5 * min(1.0, side / pitch / 8) ** 0.5
        seeds.append(_Seed(at_x[ix] * _BLOCK, at_y[iy] * _BLOCK, side, pitch, score))
    return seeds


def _correlate(profiles: Floats, lags: int) -> Floats:
    """Return how well each profile repeats at each lag, 1 at most."""
    length = profiles.shape[-1]
    soft = profiles.copy()
    soft[..., 1:-1] = (profiles[..., :-2] + 2 * profiles[..., 1:-1] + profiles[..., 2:]) / 4
    soft -= soft.mean(axis=-1, keepdims=True)
    waves = np.fft.rfft(soft, 2 * length, axis=-1)
    power = np.fft.irfft((waves * waves.conj()).real, axis=-1)[..., : lags + 1]
    scale = power[..., :1] * (1 - np.arange(lags + 1) / length) + 1e-6
    return np.asarray(power / scale, np.float32)


def _near(one: _Seed, other: _Seed) -> bool:
    reach = (one.side + other.side) / 2
    return abs(one.x - other.x) < reach and abs(one.y - other.y) < reach


# From a window to a board.


def _grow(steps: _Steps, seed: _Seed) -> Grid | None:
    """Return the board around a window, or None where there is none."""
    height, width = len(steps.across), steps.down.shape[1]
    box = (seed.x, seed.y, min(seed.x + seed.side, width), min(seed.y + seed.side, height))
    grid = _fit(steps, box, seed.pitch, seed.pitch, 0.06)
    start = (seed.x + seed.side / 2, seed.y + seed.side / 2)
    window = (0.6 * seed.side, 0.6 * seed.side)
    for again in range(3):
        if abs(grid.across / grid.down - 1) > 0.05:
            return None
        reached = _reach(steps, grid, start, window)
        if reached is None or reached.rows < _LEAST or reached.cols < _LEAST:
            return None
        start = ((reached.left + reached.right) / 2, (reached.top + reached.bottom) / 2)
        window = (0.8 * (reached.right - reached.left), 0.8 * (reached.bottom - reached.top))
        inside = (
            max(round(reached.left), 0),
            max(round(reached.top), 0),
            min(round(reached.right), width),
            min(round(reached.bottom), height),
        )
        # The more cells, the finer the pitch is known.
        fitted = _fit(
            steps, inside, reached.across, reached.down, 0.8 / min(reached.cols, reached.rows) / (again + 1)
        )
        grid = replace(
            fitted,
            left=_nearest(fitted.left, fitted.across, reached.left),
            top=_nearest(fitted.top, fitted.down, reached.top),
            rows=reached.rows,
            cols=reached.cols,
        )
    return grid


def _nearest(offset: float, pitch: float, wanted: float) -> float:
    """Return the offset plus the number of pitches that brings it nearest to the wanted one."""
    return offset + round((wanted - offset) / pitch) * pitch


def _fit(steps: _Steps, box: tuple[int, int, int, int], across: float, down: float, spread: float) -> Grid:
    """Return one cell of the lattice that meets most steps in a box, with pitches near these."""
    x0, y0, x1, y1 = box
    left, across = _fold(steps.across[y0:y1, x0 : x1 + 1].mean(axis=0, dtype=np.float32), across, spread)
    top, down = _fold(steps.down[y0 : y1 + 1, x0:x1].mean(axis=1, dtype=np.float32), down, spread)
    return Grid(x0 + left, y0 + top, across, down, 1, 1)


def _fold(profile: Floats, pitch: float, spread: float) -> tuple[float, float]:
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
    at = int((np.minimum(left, right) * weights).sum(axis=1).argmax())
    return at / size * pitch, pitch


def _reach(steps: _Steps, grid: Grid, start: tuple[float, float], window: tuple[float, float]) -> Grid | None:
    """Return the block of cells around a place whose sides are seen."""
    height, width = len(steps.across), steps.down.shape[1]
    slack = 0.2  # of a cell that may be cut off by the side of the picture
    first_col, first_row = -int(grid.left / grid.across + slack), -int(grid.top / grid.down + slack)
    lines_x = np.arange(first_col, int((width - grid.left) / grid.across + slack) + 1)
    lines_y = np.arange(first_row, int((height - grid.top) / grid.down + slack) + 1)
    if len(lines_x) <= _LEAST or len(lines_y) <= _LEAST:
        return None
    at_x = np.clip(np.round(grid.left + lines_x * grid.across).astype(int), 0, width)
    at_y = np.clip(np.round(grid.top + lines_y * grid.down).astype(int), 0, height)
    reach = max(1, round(0.07 * grid.across))
    upright = _sides(steps.across, at_x, at_y, reach)
    level = _sides(steps.down.T, at_y, at_x, reach).T
    sides = upright[:, :-1] + upright[:, 1:] + level[:-1] + level[1:]
    seen = (sides >= 1.5).astype(np.uint8)  # of the four sides
    col = int(np.clip((start[0] - grid.left) / grid.across - first_col, 0, seen.shape[1] - 1))
    row = int(np.clip((start[1] - grid.top) / grid.down - first_row, 0, seen.shape[0] - 1))
    half_col, half_row = round(window[0] / grid.across / 2), round(window[1] / grid.down / 2)
    rows = (max(row - half_row, 0), min(row + half_row + 1, len(seen)))
    cols = (max(col - half_col, 0), min(col + half_col + 1, seen.shape[1]))
    density = float(seen[slice(*rows), slice(*cols)].mean())
    if density < _LEAST_SEEN:
        return None
    # Cells with sides speak for a row, cells without against it, the more so where the other rows have many.
    weights = seen - np.clip(0.55 * density, 0.1, 0.55)
    for _ in range(4):
        before = rows, cols
        rows = _extend(weights[:, slice(*cols)].sum(axis=1), rows)
        cols = _extend(weights[slice(*rows)].sum(axis=0), cols)
        if (rows, cols) == before:
            break
    (top, bottom), (left, right) = rows, cols
    return replace(
        grid,
        left=grid.left + (first_col + left) * grid.across,
        top=grid.top + (first_row + top) * grid.down,
        rows=bottom - top,
        cols=right - left,
    )


def _sides(steps: Pixels, lines: NDArray[np.int64], ends: NDArray[np.int64], reach: int) -> Floats:
    """Return the share of each stretch between two ends along which each line has one straight step."""
    best = np.zeros((len(ends) - 1, len(lines)), np.float32)
    spans = np.maximum(np.diff(ends), 1)[:, None]
    for off in range(-reach, reach + 1):
        met = steps[:, np.clip(lines + off, 0, steps.shape[1] - 1)] >= _WEAK
        sums = np.concatenate([np.zeros((1, len(lines)), np.int32), np.cumsum(met, axis=0, dtype=np.int32)])
        np.maximum(best, (sums[ends[1:]] - sums[ends[:-1]]) / spans, out=best, casting="unsafe")
    return np.where(best > 0.4, np.minimum(best * 1.25, 1), 0).astype(np.float32)


def _extend(sums: Floats, span: tuple[int, int]) -> tuple[int, int]:
    """Return the span of rows or columns with the largest sum that shares its middle with a span."""
    middle = (span[0] + span[1]) // 2
    after = np.cumsum(sums[middle:])
    before = np.cumsum(sums[:middle][::-1])
    end = middle + int(after.argmax()) + 1
    start = middle - int(before.argmax()) - 1 if len(before) and before.max() > 0 else middle
    return start, end


def _same(one: Grid, other: Grid) -> bool:
    """Whether two grids have the same cells."""
    near = 0.2 * one.across
    return (
        (one.rows, one.cols) == (other.rows, other.cols)
        and abs(one.left - other.left) < near
        and abs(one.top - other.top) < near
        and abs(one.right - other.right) < near
    )
