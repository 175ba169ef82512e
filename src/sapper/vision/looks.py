"""From the probabilities of single patches to a look for every cell of a board.

A covered cell and an open one without a digit may both be plain: only the rest of the board tells them apart. So
plain cells are gathered by their colours, and whole gatherings are taken as covered or open: beside an open one lies
no covered cell, a clue needs as many covered cells beside it as it says, and a digit stands on the ground of open
cells.

>>> import numpy as np
>>> patches = np.full((4, 4, 24, 24, 3), 200, np.uint8)
>>> chances = np.zeros((4, 4, len(LOOKS)), np.float32)
>>> chances[..., LOOKS.index("0")] = chances[..., LOOKS.index("hidden")] = 0.5
>>> settled = settle_looks(patches, chances, np.full((4, 4), 0.5, np.float32))
>>> LOOKS[int(settled[0, 0].argmax())]
'hidden'
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from sapper.vision.cells import PATCH, Pixels
from sapper.vision.network import LOOKS

__all__ = ["count_around", "settle_looks"]

_OPEN, _HIDDEN = LOOKS.index("0"), LOOKS.index("hidden")
_MARKED = [LOOKS.index("flag"), LOOKS.index("question")]
_MINES = [LOOKS.index("flag"), LOOKS.index("question"), LOOKS.index("mine"), LOOKS.index("crossed")]
_OPENED = [LOOKS.index(str(clue)) for clue in range(9)]
_COVERED = [_HIDDEN, *_MARKED]
_EITHER = [LOOKS.index("mine"), LOOKS.index("crossed"), LOOKS.index("none")]
_LEAST = 0.04  # probability of being covered, or open, that is always left
_CELLS = LOOKS.index("none")  # looks before this one are those of cells
_MOST_GROUPS = 9  # gatherings of plain cells that are weighed together
_ALIKE = (2.5, 4.0, 6.0, 9.0, 13.0)  # differences of colour, of 255, up to which plain cells are gathered
_BREACH = 1.5  # weight of one breach of the rules, as a logarithm of odds

Floats = NDArray[np.float32]


def settle_looks(patches: Pixels, chances: Floats, covered: Floats) -> Floats:
    """Return the probabilities of the looks of all cells, plain cells settled by the rest of the board.

    `covered` is the probability of each cell to be covered, as the cells around it tell.
    """
    rows, cols = chances.shape[:2]
    flat = chances.reshape(-1, len(LOOKS)).copy()
    flat[:, _CELLS] *= 0.2  # the grid is known by now: nearly every patch shows a cell
    likely = np.clip(covered.reshape(-1, 1), _LEAST, 1 - _LEAST)
    flat[:, _OPENED] *= 1 - likely
    flat[:, _COVERED] *= likely
    flat[:, _EITHER] *= np.maximum(likely, 1 - likely)
    flat /= flat.sum(axis=1, keepdims=True)
    flat = _share_alike(patches.reshape(-1, PATCH, PATCH, 3), flat)
    plain = flat[:, _OPEN] + flat[:, _HIDDEN]
    blank = (plain > 0.5) | (plain >= flat.max(axis=1))
    if not blank.any():
        return flat.reshape(rows, cols, -1)
    frames, traits = _grounds(patches.reshape(-1, PATCH, PATCH, 3))
    odds = np.log(np.maximum(flat[:, _HIDDEN], 1e-3) / np.maximum(flat[:, _OPEN], 1e-3))
    groups = _gather(np.concatenate([traits, 3 * np.clip(odds, -3, 3)[:, None]], axis=1)[blank])
    names = np.full(len(flat), -1)
    names[blank] = groups
    hidden = _decide(flat, names, frames, (rows, cols))
    mass = flat[blank, _OPEN] + flat[blank, _HIDDEN]
    sure = hidden[groups]
    flat[blank, _HIDDEN], flat[blank, _OPEN] = mass * sure, mass * (1 - sure)
    return flat.reshape(rows, cols, -1)


def _share_alike(patches: Pixels, flat: Floats) -> Floats:
    """Give cells whose patches are nearly equal the same probabilities: a screen draws a look always alike."""
    small = patches.reshape(-1, 12, 2, 12, 2, 3).mean(axis=(2, 4)).astype(np.float32).reshape(len(patches), -1)
    keys = np.round(small.mean(axis=1) / 6).astype(int)
    out = flat.copy()
    logs = np.log(np.maximum(flat, 1e-6))
    left = np.ones(len(flat), bool)
    for at in range(len(flat)):
        if not left[at]:
            continue
        near = np.flatnonzero(left & (np.abs(keys - keys[at]) <= 1))
        near = near[np.abs(small[near] - small[at]).max(axis=1) <= 22]
        left[near] = False
        if len(near) > 1:
            mean = np.exp(logs[near].mean(axis=0))
            out[near] = mean / mean.sum()
    return out


def _grounds(patches: Pixels) -> tuple[Floats, Floats]:
    """Return the colours around the middle of each patch, and with those of the middle."""
    ring = np.zeros((PATCH, PATCH), bool)
    ring[4:-4, 4:-4] = True
    ring[7:-7, 7:-7] = False
    ringed = np.median(patches[:, ring], axis=1).astype(np.float32)
    middle = np.median(patches[:, 8:-8, 8:-8].reshape(len(patches), -1, 3), axis=1)
    # The outermost pixels count less: a grid that is slightly off takes them from the cell beside.
    strips = [patches[:, 1:3, 4:-4], patches[:, -3:-1, 4:-4], patches[:, 4:-4, 1:3], patches[:, 4:-4, -3:-1]]
    edges = [0.4 * strip.mean(axis=(1, 2), dtype=np.float32) for strip in strips]
    frames = np.concatenate([ringed, *edges], axis=1).astype(np.float32)
    return frames, np.concatenate([frames, middle], axis=1).astype(np.float32)


def _gather(colours: Floats) -> NDArray[np.int64]:
    """Return the number of the gathering of each plain cell; the largest come first.

    The finest gathering with few parts is taken: a clean picture tells faint differences apart, a noisy one does not.
    """
    names = np.zeros(len(colours), np.int64)
    for alike in _ALIKE:
        names = _gather_within(colours, alike)
        sizes = np.bincount(names)
        if sizes[:_MOST_GROUPS].sum() >= 0.97 * len(colours):
            break
    return names


def _gather_within(colours: Floats, alike: float) -> NDArray[np.int64]:
    names = np.full(len(colours), -1)
    count = 0
    while (names < 0).any():
        left = np.flatnonzero(names < 0)
        middle = colours[left[0]]
        chosen = left[:1]
        for _ in range(2):
            near = np.abs(colours[left] - middle).max(axis=1) <= alike
            if near.any():
                chosen = left[near]
                middle = colours[chosen].mean(axis=0)
        names[chosen] = count
        count += 1
    order = np.argsort(-np.bincount(names))
    rank = np.empty(count, np.int64)
    rank[order] = np.arange(count)
    ranked: NDArray[np.int64] = rank[names]
    return ranked


def _decide(flat: Floats, names: NDArray[np.int64], frames: Floats, size: tuple[int, int]) -> Floats:
    """Return for each gathering the probability that its cells are covered."""
    count = int(names.max()) + 1
    best = flat[:, :_CELLS].argmax(axis=1)
    drawn = names < 0
    clue = np.where(drawn & (best >= 1) & (best <= 8), best, 0)
    marked = drawn & np.isin(best, _MARKED)
    # What the network says, a few cells at most: the cells of a gathering look alike, so they err alike.
    odds = np.log(np.maximum(flat[:, _HIDDEN], 1e-3) / np.maximum(flat[:, _OPEN], 1e-3))
    lean = np.array([np.clip(odds[names == name].mean(), -3, 3) for name in range(count)])
    for name in range(count):
        frame = np.median(frames[names == name], axis=0)
        lean[name] += 6 * (_nearest(frames[marked], frame) - _nearest(frames[clue > 0], frame))
    masks = np.stack([(names == name).reshape(size) for name in range(min(count, _MOST_GROUPS))])
    around = np.stack([count_around(mask) for mask in masks]).reshape(len(masks), -1)
    mined = drawn & np.isin(best, _MINES)  # cells that may be mines
    beside_marks = count_around(mined.reshape(size)).ravel()
    meets = np.array([[int(around[j][names == i].sum()) for j in range(len(masks))] for i in range(len(masks))])
    marks = np.array([int(beside_marks[names == i].sum()) for i in range(len(masks))])
    clues = np.flatnonzero(clue)
    choices = np.array(list(product((0, 1), repeat=len(masks))), np.float32)  # whether each gathering is covered
    beside = choices @ around[:, clues] + beside_marks[clues]
    breaches = ((1 - choices) @ meets * choices).sum(axis=1) / 3 + (1 - choices) @ marks
    breaches += np.maximum(clue[clues] - beside, 0).sum(axis=1)
    says = (2 * choices - 1) @ lean[: len(masks)] / 2 - _BREACH * np.minimum(breaches, 40)
    # A board without any clue is one that is not begun; where several clues are open, a zero nearly always is.
    says += choices.all(axis=1) * (60.0 if not len(clues) else -2.0 if len(clues) > 5 else 0.0)
    weights = np.exp(says - says.max())
    hidden = np.full(count, 0.5, np.float32)
    hidden[: len(masks)] = weights @ choices / weights.sum()
    for name in range(len(masks), count):
        hidden[name] = 1 / (1 + np.exp(-lean[name]))
    return hidden


def _nearest(frames: Floats, wanted: Floats) -> float:
    """Return how near the nearest of some frames is: 1 for equal colours, 0 for others."""
    if not len(frames):
        return 0.0
    return float(np.exp(-(np.abs(frames - wanted).max(axis=1).min() / 8.0)))


def count_around(mask: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return for each cell how many of the cells beside it a mask has."""
    rows, cols = mask.shape
    wide = np.pad(mask.astype(int), 1)
    parts = [
        wide[1 + y : 1 + y + rows, 1 + x : 1 + x + cols] for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)
    ]
    total: NDArray[np.int64] = np.sum(parts, axis=0)
    return total
