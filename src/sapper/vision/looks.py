"""From the probabilities of single patches to a look for every cell of a board.

A covered cell and an open one without a digit may both be plain: only the rest of the board tells them apart. So
plain cells are gathered by their colours, and whole gatherings are taken as covered or open: beside an open one lies
no covered cell, a clue needs as many covered cells beside it as it says, and a digit stands on the ground of open
cells.

>>> import numpy as np
>>> from sapper.vision.cells import Grid
>>> patches = np.full((4, 4, 24, 24, 3), 200, np.uint8)
>>> chances = np.zeros((4, 4, len(LOOKS)), np.float32)
>>> chances[..., LOOKS.index("0")] = chances[..., LOOKS.index("hidden")] = 0.5
>>> cells = Cells(Grid(0, 0, 24, 24, 4, 4), patches, np.zeros((4, 4), int), chances)
>>> settled = settle_looks(cells, np.full((4, 4), 0.5, np.float32))
>>> LOOKS[int(settled[0, 0].argmax())]
'hidden'
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.vision.cells import PATCH, Pixels
from sapper.vision.network import LOOKS, Cells

__all__ = ["count_around", "settle_looks"]

_OPEN, _HIDDEN = LOOKS.index("0"), LOOKS.index("hidden")
_MARKED = [LOOKS.index("flag"), LOOKS.index("question")]
_MINES = [LOOKS.index("flag"), LOOKS.index("question"), LOOKS.index("mine"), LOOKS.index("crossed")]
_OPENED = [LOOKS.index(str(clue)) for clue in range(9)]
_COVERED = [_HIDDEN, LOOKS.index("flag")]
_EITHER = [LOOKS.index(look) for look in ("question", "mine", "crossed", "none")]
# How much more or less frequent each look is on boards than in the lessons of the network, where all are frequent.
_FREQUENT = np.array([1.2, 1.2, 1, 0.7, 0.4, 0.2, 0.1, 0.05, 0.04, 1.4, 1, 0.3, 0.2, 0.1, 0.2], np.float32)
_LOST = 0.8  # probability of a mine somewhere from which the game is lost: then more mines are shown
# The probability of a mine under each look; of covered cells beside clues a third are mines, more or less.
_MINED = np.array([*(0.005,) * 9, 0.33, 0.95, 0.4, 0.99, 0.3, 0.05], np.float32)
_POSSIBLE = np.array([*(0.02,) * 9, 1, 1, 1, 1, 0.7, 0.2], np.float32)  # that there may be a mine
_CERTAIN = np.array([*(0.0,) * 9, 0, 0.9, 0, 1, 0, 0], np.float32)  # that there is one
_VOICES = 8  # cells that look alike whose surroundings count in full
_USUAL = 0.2  # weight of how usual a clue is against its look
_RARE = 0.005  # weight of a covered cell beside a zero: a flag that was taken back leaves one
_LEAST = 0.03  # probability of being covered, or open, that is always left
_CELLS = LOOKS.index("none")  # looks before this one are those of cells
_MOST_GROUPS = 9  # gatherings of plain cells that are weighed together
_ALIKE = (2.5, 4.0, 6.0, 9.0, 13.0)  # differences of colour, of 255, up to which plain cells are gathered
_CLEAN = 4.0  # the largest of these that is no noise
_CLEAR = 10.0  # odds of a gathering, as a logarithm, that what its cells look like has at most
_GROUND = 12.0  # odds of a gathering whose ground is that of clues, or of flags
_OTHER_GROUND = 8.0  # difference of colour, of 255, of grounds that are not the same
_STANDS = 2.5  # weight of the ground of a sign, as a logarithm of odds
_BREACH = 1.5  # weight of one breach of the rules, as a logarithm of odds

Floats = NDArray[np.float32]


def settle_looks(cells: Cells, covered: Floats) -> Floats:
    """Return the probabilities of the looks of all cells, plain cells settled by the rest of the board.

    `covered` is the probability of each cell to be covered, as the cells around it tell.
    """
    rows, cols = cells.chances.shape[:2]
    flat = cells.chances.reshape(-1, len(LOOKS)).copy()
    mines = np.sort(flat[:, LOOKS.index("mine")])
    flat *= _FREQUENT
    # The mines are shown once a game is lost: all of them or none.
    lost = mines[-1] > _LOST or mines[-2:].mean() > 0.5
    flat[:, [LOOKS.index("mine"), LOOKS.index("crossed")]] *= 4 if lost else 0.2
    likely = np.clip(covered.reshape(-1, 1), _LEAST, 1 - _LEAST)
    flat[:, _OPENED] *= 1 - likely
    flat[:, _COVERED] *= likely
    flat[:, _EITHER] *= np.maximum(likely, 1 - likely)
    flat /= flat.sum(axis=1, keepdims=True)
    flat = _share(flat, cells.alike.ravel())
    flat = _settle_plain(cells.patches, flat, (rows, cols))
    weighed = _weigh_clues(flat.reshape(rows, cols, -1), cells.alike.ravel())
    return _open_zeros(weighed)


def _share(flat: Floats, alike: NDArray[np.int64]) -> Floats:
    """Return the probabilities with cells that look alike having the same ones, unless they are plain."""
    sums = np.zeros((int(alike.max()) + 1, flat.shape[1]))
    np.add.at(sums, alike, np.log(np.maximum(flat, 1e-6)))
    means = np.exp(sums / np.bincount(alike)[:, None])
    shared: Floats = (means / means.sum(axis=1, keepdims=True)).astype(np.float32)[alike]
    # The colours of plain cells are gathered more finely later.
    plain = (flat[:, [_OPEN, _HIDDEN]].sum(axis=1) > 0.5)[:, None]
    return np.where(plain, flat, shared)


def _settle_plain(patches: Pixels, flat: Floats, size: tuple[int, int]) -> Floats:
    """Return the probabilities with every gathering of plain cells taken as covered or open."""
    plain = flat[:, _OPEN] + flat[:, _HIDDEN]
    blank = (plain > 0.5) | (plain >= flat.max(axis=1))
    if not blank.any():
        return flat
    frames, traits = _grounds(patches.reshape(-1, PATCH, PATCH, 3))
    odds = np.log(np.maximum(flat[:, _HIDDEN], 1e-3) / np.maximum(flat[:, _OPEN], 1e-3))
    groups = _gather(traits[blank], np.clip(odds[blank], -3, 3) / 6)
    names = np.full(len(flat), -1)
    names[blank] = groups
    hidden = _decide(flat, names, frames, size)
    mass = flat[blank, _OPEN] + flat[blank, _HIDDEN]
    sure = hidden[groups]
    flat[blank, _HIDDEN], flat[blank, _OPEN] = mass * sure, mass * (1 - sure)
    grounds = np.stack([np.median(frames[names == name], axis=0) for name in range(len(hidden))])
    return _weigh_grounds(flat, frames, ~blank, (grounds[hidden > 0.9], grounds[hidden < 0.1]))


def _weigh_grounds(
    flat: Floats, frames: Floats, drawn: NDArray[np.bool_], grounds: tuple[NDArray[Any], NDArray[Any]]
) -> Floats:
    """Return the probabilities with flags on the ground of covered cells, and clues on that of open ones.

    `grounds` are the frames of plain cells that are covered, and of those that are open. A cell with another ground
    tells nothing.
    """
    near = [
        np.exp(-np.abs(frames[drawn, None] - some[None]).max(axis=2).min(axis=1, initial=255.0) / _OTHER_GROUND)
        for some in grounds
    ]
    weights = np.exp(_STANDS * (near[0] - near[1]))[:, None]
    changed = flat[drawn]
    changed[:, _COVERED + _MARKED[1:]] *= weights
    changed[:, _OPENED] /= weights
    flat[drawn] = changed / changed.sum(axis=1, keepdims=True)
    return flat


def _weigh_clues(chances: Floats, alike: NDArray[np.int64]) -> Floats:
    """Return the probabilities with each clue weighed by whether the cells around it can have so many mines.

    The weights of cells that look alike are multiplied: all of them show the same clue, each in other surroundings.
    """
    rows, cols = chances.shape[:2]
    at_most = _count_likely(chances @ _POSSIBLE)
    at_least = _count_likely(chances @ _CERTAIN)
    enough = np.cumsum(at_most[..., ::-1], axis=2)[..., ::-1]  # as many mines as the clue says, or more
    allowed = enough * np.cumsum(at_least, axis=2)
    fits = np.log(np.maximum(allowed[..., 1:], 0.02)).reshape(-1, 8)
    usual = np.log(np.maximum(_count_likely(chances @ _MINED)[..., 1:], 1e-3)).reshape(-1, 8)
    sizes = np.bincount(alike)
    sums, means = np.zeros((len(sizes), 8)), np.zeros((len(sizes), 8))
    np.add.at(sums, alike, fits)
    np.add.at(means, alike, usual)
    # Neighbours share their surroundings: many cells count as a few. How usual a clue is counts once.
    weighed = sums * np.minimum(1, _VOICES / sizes)[:, None] + _USUAL * means / sizes[:, None]
    weights = np.exp(weighed - weighed.max(axis=1, keepdims=True))[alike]
    flat = chances.reshape(-1, len(LOOKS)).copy()
    mass = flat[:, 1:9].sum(axis=1, keepdims=True)
    clues = flat[:, 1:9] * weights
    flat[:, 1:9] = clues * (mass / np.maximum(clues.sum(axis=1, keepdims=True), 1e-12))
    return flat.reshape(rows, cols, -1)


def _open_zeros(chances: Floats) -> Floats:
    """Return the probabilities with no covered cell beside a zero: programs reveal all cells around one.

    It decides about a cell that a pointer hides. Where both are sure, both stay doubtful.
    """
    zero, hidden = chances[..., _OPEN], chances[..., _HIDDEN]
    out = chances.copy()
    out[..., _HIDDEN] *= np.maximum(1 - _most_around(zero), _RARE)
    out[..., _OPEN] *= np.maximum(1 - _most_around(hidden), _RARE)
    settled: Floats = out / out.sum(axis=2, keepdims=True)
    return settled


def _most_around(values: Floats) -> Floats:
    """Return the largest of the values of the cells around each cell."""
    wide = np.pad(values, 1)
    rows, cols = values.shape
    parts = [
        wide[1 + y : 1 + y + rows, 1 + x : 1 + x + cols] for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)
    ]
    most: Floats = np.max(parts, axis=0)
    return most


def _count_likely(mined: Floats) -> Floats:
    """Return the probabilities of 0 to 8 mines around each cell, from the probability of a mine in each cell."""
    rows, cols = mined.shape
    wide = np.pad(mined, 1)
    counts = np.zeros((rows, cols, 9), np.float32)
    counts[..., 0] = 1
    for y, x in product((0, 1, 2), repeat=2):
        if (y, x) != (1, 1):
            one = wide[y : y + rows, x : x + cols, None]
            counts[..., 1:] = counts[..., 1:] * (1 - one) + counts[..., :-1] * one
            counts[..., :1] *= 1 - one
    return counts


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


def _gather(colours: Floats, odds: Floats) -> NDArray[np.int64]:
    """Return the number of the gathering of each plain cell; the largest come first.

    In a clean picture equal colours belong together, whatever the odds are. Noise may hide the difference of colours,
    so there the odds, from -0.5 to 0.5, part cells too.

    The finest gathering with few parts is taken: a clean picture tells faint differences apart, a noisy one does not.
    """
    names = np.zeros(len(colours), np.int64)
    for alike in _ALIKE:
        apart = (0.9 if alike <= _CLEAN else 1.6) * alike * odds[:, None]
        names = _gather_within(np.concatenate([colours, apart], axis=1), alike)
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
    # What the networks say, a few cells at most: the cells of a gathering look alike, so they err alike.
    odds = np.log(np.maximum(flat[:, _HIDDEN], 1e-3) / np.maximum(flat[:, _OPEN], 1e-3))
    sizes = np.bincount(names[names >= 0], minlength=count)
    lean = np.array([odds[names == name].mean() for name in range(count)]) * np.minimum(1 + sizes / 4, 4)
    lean = np.clip(lean, -_CLEAR, _CLEAR)
    for name in range(count):
        frame = np.median(frames[names == name], axis=0)
        lean[name] += _GROUND * (_nearest(frames[marked], frame) - _nearest(frames[clue > 0], frame))
    masks = np.stack([(names == name).reshape(size) for name in range(min(count, _MOST_GROUPS))])
    around = np.stack([count_around(mask) for mask in masks]).reshape(len(masks), -1)
    mined = drawn & np.isin(best, _MINES)  # cells that may be mines
    beside_marks = count_around(mined.reshape(size)).ravel()
    meets = np.array([[int(around[j][names == i].sum()) for j in range(len(masks))] for i in range(len(masks))])
    marks = np.array([int(beside_marks[names == i].sum()) for i in range(len(masks))])
    clues = np.flatnonzero(clue)
    choices = np.array(list(product((0, 1), repeat=len(masks))), np.float32)  # whether each gathering is covered
    beside = choices @ around[:, clues] + beside_marks[clues]
    breaches = np.minimum(((1 - choices) @ meets * choices).sum(axis=1) / 3 + (1 - choices) @ marks, 40)
    # A clue may be misread, and then many are: together they count less than what the cells look like.
    breaches += np.minimum((clue[clues] > beside).sum(axis=1), 5)
    says = (2 * choices - 1) @ lean[: len(masks)] / 2 - _BREACH * breaches
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
