"""What lies at each place of a lattice of cells.

It is an open cell, a covered one, something beside the board, or nothing, because the lattice is off. A second
network tells it. It sees each place together with those around it, which `sapper.vision.network` does not: a plain
place may belong to the board or lie beside it, and only the lines and cells around it tell which. The network also
tells by how much of a cell the lattice is off.

>>> import numpy as np
>>> from sapper.vision.cells import find_raw_steps
>>> grid = Grid(left=4.0, top=2.0, across=10.5, down=10.5, rows=5, cols=6)
>>> pixels = np.zeros((60, 80, 3), np.uint8)
>>> logs, turns = judge_places(pixels, find_raw_steps(pixels), grid)
>>> logs.shape, turns.shape
((5, 6, 4), (5, 6, 2))
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from sapper.base.extras import cv2, pillow
from sapper.vision.cells import Grid, Pixels, RawSteps
from sapper.vision.network import apply_filters, read_weights

__all__ = ["LAYERS", "PLACES", "SIDE", "judge_places", "lay_out", "see_places"]

# What a place can be. "off" is a place of a lattice with another pitch or offset than the cells have.
PLACES = ("open", "covered", "beside", "off")

SIDE = 8  # side of a place as the network sees it, in pixels
LAYERS = 6  # red, green, blue, steps across, steps down, and what lies beyond the picture
_AT_ONCE = 40_000  # places judged together: they take 400 MB
_SEEN_AROUND = 8  # places in each direction that the verdict on one may depend on
_STRONG = 64  # steps of brightness above this count alike
_WEIGHTS = "places.npz"

Floats = NDArray[np.float32]
Complexes = NDArray[np.complex64]


def judge_places(pixels: Pixels, steps: RawSteps, grid: Grid) -> tuple[Floats, Complexes]:
    """Return what each place of a grid is, and by how much it is off.

    The first are the logarithms of the probabilities of `PLACES`. The second are the distances of each place from the
    cell nearest to it, across and down, as turns of a circle that is one cell around: complex numbers of up to length
    1, the longer the surer. The grid may reach beyond the picture.
    """
    if grid.rows * grid.cols <= _AT_ONCE:
        return _judge_together(pixels, steps, grid)
    # A large picture of a fine pattern has so many places that their layers would take gigabytes: band by band.
    band = max(_AT_ONCE // grid.cols, 1)
    bands = []
    for first in range(0, grid.rows, band):
        top, bottom = max(first - _SEEN_AROUND, 0), min(first + band + _SEEN_AROUND, grid.rows)
        part = replace(grid, top=grid.top + top * grid.down, rows=bottom - top)
        judged = _judge_together(pixels, steps, part)
        bands.append([one[first - top : first - top + band] for one in judged])
    logs, turns = (np.concatenate(parts) for parts in zip(*bands, strict=True))
    return logs, turns


def _judge_together(pixels: Pixels, steps: RawSteps, grid: Grid) -> tuple[Floats, Complexes]:
    """Return what `judge_places` does, of all places at once."""
    weights = read_weights(_WEIGHTS)
    seen = see_places(lay_out(pixels, steps, grid))[None]
    for name in ("one", "two", "three"):
        seen = apply_filters(seen, weights[name], weights[f"{name}_start"], step=2)
    for name in ("four", "five", "six"):
        seen = apply_filters(seen, weights[name], weights[f"{name}_start"])
    out = seen[0] @ weights["seven"] + weights["seven_start"]
    sums, turns = out[..., : len(PLACES)], out[..., len(PLACES) :]
    top = sums.max(axis=2, keepdims=True)
    logs: Floats = sums - top - np.log(np.exp(sums - top).sum(axis=2, keepdims=True))
    return logs, turns[..., ::2] + 1j * turns[..., 1::2]


def see_places(laid: Pixels) -> Floats:
    """Return what the network sees of layers from 0 to 255."""
    return laid.astype(np.float32) / np.float32(128) - np.float32(1)


def lay_out(pixels: Pixels, steps: RawSteps, grid: Grid) -> Pixels:
    """Return the picture on a lattice, `SIDE` pixels for each cell, in `LAYERS` layers.

    Thin lines keep their strength: the steps of brightness are the largest across a line, and the mean along it.
    """
    height, width = pixels.shape[:2]
    tall, wide = grid.rows * SIDE, grid.cols * SIDE
    out = np.zeros((tall, wide, LAYERS), np.uint8)
    at_x = grid.left + (np.arange(wide) + 0.5) * (grid.across / SIDE)
    at_y = grid.top + (np.arange(tall) + 0.5) * (grid.down / SIDE)
    inside_x, inside_y = (at_x >= 0) & (at_x < width), (at_y >= 0) & (at_y < height)
    out[..., 5] = 255
    if not inside_x.any() or not inside_y.any():
        return out
    x0, x1 = max(int(grid.left) - 2, 0), min(int(grid.right) + 3, width)
    y0, y1 = max(int(grid.top) - 2, 0), min(int(grid.bottom) + 3, height)
    part = np.ascontiguousarray(pixels[y0:y1, x0:x1])
    (first_x, last_x), (first_y, last_y) = _ends(inside_x), _ends(inside_y)
    box = (
        max(grid.left + first_x * grid.across / SIDE - x0, 0),
        max(grid.top + first_y * grid.down / SIDE - y0, 0),
        min(grid.left + last_x * grid.across / SIDE - x0, x1 - x0),
        min(grid.top + last_y * grid.down / SIDE - y0, y1 - y0),
    )
    size = (last_x - first_x, last_y - first_y)
    out[first_y:last_y, first_x:last_x, 5] = 0
    colours = pillow.fromarray(part).resize(size, pillow.Resampling.BILINEAR, box=box, reducing_gap=2.0)
    out[first_y:last_y, first_x:last_x, :3] = np.asarray(colours)
    column, row = (np.clip(at_x[inside_x] - x0, 0, x1 - x0 - 1)).astype(int), (at_y[inside_y] - y0).astype(int)
    row = np.clip(row, 0, y1 - y0 - 1)
    bin_x, bin_y = max(1, round(grid.across / SIDE)), max(1, round(grid.down / SIDE))
    # The largest steps are taken at the places alone before their means are: this is the same, and faster.
    largest = cv2.dilate(steps.across[y0:y1, x0:x1], np.ones((1, bin_x + 1), np.uint8))
    soft = np.asarray(cv2.blur(largest[:, column], (1, bin_y)), np.uint8)
    out[first_y:last_y, first_x:last_x, 3] = _STRENGTHS[soft[row]]
    largest = cv2.dilate(steps.down[y0:y1, x0:x1], np.ones((bin_y + 1, 1), np.uint8))
    soft = np.asarray(cv2.blur(largest[row], (bin_x, 1)), np.uint8)
    out[first_y:last_y, first_x:last_x, 4] = _STRENGTHS[soft[:, column]]
    return out


# Faint steps count: the root of a step, from 0 to 255.
_STRENGTHS = np.minimum(np.sqrt(np.arange(256) / _STRONG), 1) * 255
_STRENGTHS = _STRENGTHS.astype(np.uint8)


def _ends(inside: NDArray[np.bool_]) -> tuple[int, int]:
    places = np.flatnonzero(inside)
    return int(places[0]), int(places[-1]) + 1
