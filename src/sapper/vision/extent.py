"""Boards in a picture: where their cells lie, and how far each board reaches.

A window that repeats gives a lattice. The network of places tells for each place of the lattice whether it is a cell,
lies beside the board, or the lattice is off. The rectangle with the largest sum of the odds for cells is the board. A
larger rectangle gives a finer pitch, so both are found in turns.

>>> import numpy as np
>>> pixels = np.full((180, 180, 3), 192, np.uint8)
>>> pixels[10:154:16, 10:154] = pixels[10:154, 10:154:16] = 255
>>> pixels[25:154:16, 10:154] = pixels[10:154, 25:154:16] = 128
>>> [(found.grid.rows, found.grid.cols) for found in find_boards(pixels)]
[(9, 9)]
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sapper.base.extras import cv2
from sapper.vision.cells import Grid, Pixels, RawSteps, find_raw_steps
from sapper.vision.grid import LARGEST, SMALLEST, Seed, Steps, find_seeds, find_steps, fit_lattice
from sapper.vision.places import PLACES, judge_places

__all__ = ["Found", "find_boards", "judge_around", "judge_board", "trim"]

_OPEN, _COVERED, _BESIDE, _OFF = (PLACES.index(name) for name in ("open", "covered", "beside", "off"))
_LEAST = 4  # rows and columns of a board
_MOST = 4.0  # odds of one place, as a logarithm, that count: places beside each other err alike
_REACH = 5  # rows and columns that are looked at beyond a block
_ENDED = 2  # rows or columns of a lattice beside a block that end it
_TURNS = 8  # times a block is extended
_SETTLED = 0.06  # of a cell, by which a grid may move without being judged again
_MISLED = 0.06  # of a cell, by which the steps and the network may disagree on where cells begin
_SMALLER = 4  # times a picture is reduced whose sides of cells are soft
_SAMPLE = (8, 16)  # fewest and most rows and columns by which a lattice is judged
_DISTINCT = 3.8  # mean of the odds of a board whose extent is beyond doubt
_CERTAIN = 3.96  # mean of the odds of a board that is not searched again from another window
_WEAKER = 0.7  # mean of the odds by which an outermost line that may lie beside the board is below the others
_CLEAR = 2.0  # mean of the odds from which a lattice is a board; noise reaches 1.7
_ELSEWHERE = 0.25  # probability of "off" from which other pitches and offsets are tried
_FACTORS = (0.5, 2.0, 1 / 3, 3.0, 2 / 3, 1.5)
_GROWTH = 0.6  # of a cell, by which a lattice may be longer or shorter than it should

Floats = NDArray[np.float32]
Complexes = NDArray[np.complex64]


@dataclass(frozen=True)
class Found:
    """A board that was found."""

    grid: Grid
    places: Floats  # rows, columns, and the logarithms of the probabilities of `PLACES`
    turns: Complexes  # rows, columns, and by how much the place is off, across and down
    score: float  # the sum of the odds of its cells

    @property
    def clear(self) -> float:
        """The mean of the odds of the cells."""
        return self.score / self.grid.rows / self.grid.cols

    @property
    def covered(self) -> Floats:
        """The probability of each cell to be covered, if it is a cell."""
        odds: Floats = np.exp(-np.logaddexp(0, self.places[..., _OPEN] - self.places[..., _COVERED]))
        return odds


def find_boards(pixels: Pixels) -> list[Found]:
    """Return the boards of a picture, the clearest large ones first; they do not overlap."""
    if min(pixels.shape[:2]) < _LEAST * SMALLEST:
        return []
    steps = find_steps(pixels)
    found = _grow_all(pixels, steps, find_seeds(steps))
    if not found and min(pixels.shape[:2]) >= _SMALLER * _LEAST * SMALLEST:
        # The sides of large soft cells are slopes: in a smaller picture they are steps.
        found = _grow_all(pixels, steps, _find_seeds_smaller(pixels))
    found.sort(key=lambda board: -board.score)
    kept: list[Found] = []
    for board in found:
        if not any(_overlap(board.grid, other.grid) for other in kept):
            kept.append(board)
    return kept


def _find_seeds_smaller(pixels: Pixels) -> list[Seed]:
    """Return the windows that repeat in the picture reduced in size, as windows of the whole picture."""
    height, width = pixels.shape[:2]
    small = cv2.resize(pixels, (width // _SMALLER, height // _SMALLER), interpolation=cv2.INTER_AREA)
    return [
        replace(
            seed, x=seed.x * _SMALLER, y=seed.y * _SMALLER, side=seed.side * _SMALLER, pitch=seed.pitch * _SMALLER
        )
        for seed in find_seeds(find_steps(np.asarray(small, np.uint8)))
        if seed.pitch * _SMALLER <= LARGEST
    ]


def _grow_all(pixels: Pixels, steps: Steps, seeds: list[Seed]) -> list[Found]:
    """Return the boards around some windows; they may overlap."""
    found: list[Found] = []
    for seed in seeds:
        middle = (seed.x + seed.side / 2, seed.y + seed.side / 2)
        if any(_holds(one.grid, middle) and one.clear > 0.8 * _MOST for one in found):
            continue
        board = _grow(pixels, steps, seed, [one.grid for one in found if one.clear > _CERTAIN])
        if board is not None and board.clear > _CLEAR:
            found.append(board)
    return found


def trim(found: Found) -> list[Found]:
    """Return a board without one of its outermost rows or columns, for each that may lie beside it instead."""
    odds = _odds(found.places)
    within = float(np.median(odds.mean(axis=1)))
    trimmed = []
    for line, kept in (
        (odds[0], np.s_[1:, :]),
        (odds[-1], np.s_[:-1, :]),
        (odds[:, 0], np.s_[:, 1:]),
        (odds[:, -1], np.s_[:, :-1]),
    ):
        top, left = kept[0].start or 0, kept[1].start or 0
        places = found.places[kept]
        if within - float(line.mean()) < _WEAKER or min(places.shape[:2]) < _LEAST:
            continue
        grid = replace(
            found.grid,
            left=found.grid.left + left * found.grid.across,
            top=found.grid.top + top * found.grid.down,
            rows=len(places),
            cols=places.shape[1],
        )
        trimmed.append(Found(grid, places, found.turns[kept], float(odds[kept].sum())))
    return sorted(trimmed, key=lambda board: -board.clear)


def judge_board(pixels: Pixels, grid: Grid) -> Found:
    """Return the board on a grid that is known."""
    wide = _widen(grid, pixels.shape[:2])
    top, left = round((grid.top - wide.top) / grid.down), round((grid.left - wide.left) / grid.across)
    logs, turns = judge_places(pixels, find_raw_steps(pixels), wide)
    chosen = np.s_[top : top + grid.rows, left : left + grid.cols]
    return Found(grid, logs[chosen], turns[chosen], float(_odds(logs[chosen]).sum()))


def judge_around(pixels: Pixels, grid: Grid) -> Found | None:
    """Return the board around a grid that lies within it, with as many rows and columns as there are, or None."""
    return _judge(pixels, find_raw_steps(pixels), _widen(grid, pixels.shape[:2]), grid)


def _grow(pixels: Pixels, steps: Steps, seed: Seed, known: list[Grid]) -> Found | None:
    """Return the board around a window, or None where there is none but those that are known."""
    height, width = pixels.shape[:2]
    box = (seed.x, seed.y, min(seed.x + seed.side, width), min(seed.y + seed.side, height))
    best = _choose_lattice(pixels, steps, box, seed.pitch)
    clearest: Found | None = None
    far = (True, True)
    if best is None or any(_holds(grid, best.grid.middle) for grid in known):
        return None
    for _ in range(_TURNS):
        before = best.grid
        lattice = _widen(before, (height, width), far=far)
        wider = _judge(pixels, steps.every, lattice, before)
        if wider is None:
            return clearest
        far = _reaches(wider.grid, lattice)
        if clearest is None or wider.score > clearest.score:
            clearest = wider
        grid = _shift(wider.grid, wider.places, wider.turns)
        # The more cells, the finer the pitch is known.
        inside = (
            max(round(grid.left), 0),
            max(round(grid.top), 0),
            min(round(grid.right), width),
            min(round(grid.bottom), height),
        )
        spread = 0.15 / min(grid.cols, grid.rows)
        fitted = fit_lattice(steps, inside, grid.across, grid.down, spread, near=(grid.left, grid.top))
        left, across = _trust((grid.left, grid.across), (fitted.left, fitted.across))
        top, down = _trust((grid.top, grid.down), (fitted.top, fitted.down))
        moved = replace(grid, left=left, top=top, across=across, down=down)
        best = replace(wider, grid=moved)
        # Patterns inside the cells may make a lattice worse that fits as well: then the one before is kept.
        apart = _apart(moved, wider.grid)
        grown = (grid.rows, grid.cols) != (before.rows, before.cols)
        limit = _SETTLED / 10 if best.clear <= _DISTINCT else _SETTLED / 6 if grown else _SETTLED
        if not any(far) and apart < limit:
            return best if best.score >= clearest.score else clearest
    return clearest


def _trust(seen: tuple[float, float], fitted: tuple[float, float]) -> tuple[float, float]:
    """Return the start and pitch that fit the steps best, or those the network saw where both are too far apart.

    Lines and bevels are met exactly by the fit. Plates with a shadow at one side mislead it.
    """
    start = _nearest(*fitted, seen[0])
    return (start, fitted[1]) if abs(start - seen[0]) <= _MISLED * seen[1] else seen


def _apart(one: Grid, other: Grid) -> float:
    """Return by how much of a cell the corners of two grids are apart."""
    across = max(abs(one.left - other.left), abs(one.right - other.right)) / one.across
    down = max(abs(one.top - other.top), abs(one.bottom - other.bottom)) / one.down
    return max(across, down)


def _choose_lattice(pixels: Pixels, steps: Steps, box: tuple[int, int, int, int], pitch: float) -> Found | None:
    """Return a block of cells in a window, with the pitch of the window or another that fits better."""
    best, off = _try_lattice(pixels, steps, fit_lattice(steps, box, pitch, pitch, 0.06), box)
    if off < _ELSEWHERE and (best is None or best.clear > _CLEAR):
        return best
    for factor in _FACTORS:
        side = pitch * factor
        if SMALLEST <= side <= (box[2] - box[0]) / _LEAST:
            other, _ = _try_lattice(pixels, steps, fit_lattice(steps, box, side, side, 0.04), box)
            if _better(other, best):
                best = other
    return best


def _better(one: Found | None, other: Found | None) -> bool:
    """Whether one block is clearer than another, for the area it covers."""
    if one is None or other is None:
        return one is not None
    return one.score * one.grid.across * one.grid.down > other.score * other.grid.across * other.grid.down


def _try_lattice(
    pixels: Pixels, steps: Steps, cell: Grid, box: tuple[int, int, int, int]
) -> tuple[Found | None, float]:
    """Return the block of cells of a lattice in a window, and the mean probability that the lattice is off."""
    cols, rows = int((box[2] - box[0]) / cell.across), int((box[3] - box[1]) / cell.down)
    cols, rows = (int(np.clip(count, *_SAMPLE)) for count in (cols, rows))
    left = (box[0] + box[2] - cols * cell.across) / 2
    top = (box[1] + box[3] - rows * cell.down) / 2
    lattice = replace(
        cell,
        left=_nearest(cell.left, cell.across, left),
        top=_nearest(cell.top, cell.down, top),
        rows=rows,
        cols=cols,
    )
    logs, turns = judge_places(pixels, steps.every, lattice)
    off = float(np.exp(logs[..., _OFF]).mean())
    if off >= _ELSEWHERE:
        lattice = _shift(lattice, logs, turns)
        logs, turns = judge_places(pixels, steps.every, lattice)
        off = float(np.exp(logs[..., _OFF]).mean())
    return _cut(lattice, logs, turns, None), off


def _shift(lattice: Grid, logs: Floats, turns: Complexes) -> Grid:
    """Return a lattice moved and stretched to where the network says that the cells are."""
    weights = 1 - np.exp(logs[..., _BESIDE])
    left, across = _unwind((weights * turns[..., 0]).sum(axis=0), lattice.left, lattice.across)
    top, down = _unwind((weights * turns[..., 1]).sum(axis=1), lattice.top, lattice.down)
    return replace(lattice, left=left, top=top, across=across, down=down)


def _unwind(turns: Complexes, start: float, pitch: float) -> tuple[float, float]:
    """Return the start and pitch of a lattice whose columns, or rows, are off by some turns.

    A pitch that is wrong makes the turns grow from column to column. The growth with which they agree best is taken.
    """
    count = len(turns)
    places = np.arange(count) - (count - 1) / 2
    growths = np.linspace(-_GROWTH, _GROWTH, 121) / count
    sums = np.exp(-2j * np.pi * growths[:, None] * places) @ turns
    best = int(np.abs(sums).argmax())
    off = float(np.angle(sums[best])) / 2 / np.pi
    wanted = pitch / (1 + float(growths[best]))
    middle = start + count / 2 * pitch - off * wanted
    return middle - count / 2 * wanted, wanted


def _judge(pixels: Pixels, steps: RawSteps, lattice: Grid, inside: Grid) -> Found | None:
    """Return the board on a lattice around a block that is known to belong to it."""
    row = round((inside.top - lattice.top) / lattice.down)
    col = round((inside.left - lattice.left) / lattice.across)
    block = (row, row + inside.rows, col, col + inside.cols)
    return _cut(lattice, *judge_places(pixels, steps, lattice), block)


def _cut(lattice: Grid, logs: Floats, turns: Complexes, block: tuple[int, int, int, int] | None) -> Found | None:
    """Return the rectangle of a lattice with the largest sum of odds, around a block or anywhere."""
    odds = _odds(logs)
    if block is None:
        tall, wide = (min(_LEAST, size) for size in odds.shape)
        sums = np.pad(odds.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
        blocks = sums[tall:, wide:] - sums[:-tall, wide:] - sums[tall:, :-wide] + sums[:-tall, :-wide]
        top, left = np.unravel_index(int(blocks.argmax()), blocks.shape)
        block = (int(top), int(top) + tall, int(left), int(left) + wide)
    rows, cols = block[:2], block[2:]
    for _ in range(6):
        before = rows, cols
        rows = _extend(odds[:, slice(*cols)].sum(axis=1), rows)
        cols = _extend(odds[slice(*rows)].sum(axis=0), cols)
        if (rows, cols) == before:
            break
    chosen = np.s_[rows[0] : rows[1], cols[0] : cols[1]]
    if rows[1] - rows[0] < _LEAST or cols[1] - cols[0] < _LEAST:
        return None
    grid = replace(
        lattice,
        left=lattice.left + cols[0] * lattice.across,
        top=lattice.top + rows[0] * lattice.down,
        rows=rows[1] - rows[0],
        cols=cols[1] - cols[0],
    )
    return Found(grid, logs[chosen], turns[chosen], float(odds[chosen].sum()))


def _odds(logs: Floats) -> Floats:
    """Return the odds of each place to be a cell, as logarithms."""
    cells = np.logaddexp(logs[..., _OPEN], logs[..., _COVERED])
    odds: Floats = np.clip(cells - np.log(np.maximum(1 - np.exp(cells), 1e-6)), -_MOST, _MOST)
    return odds


def _extend(sums: Floats, span: tuple[int, int]) -> tuple[int, int]:
    """Return the span of rows or columns with the largest sum that shares its middle with a span."""
    middle = (span[0] + span[1]) // 2
    after = np.cumsum(sums[middle:])
    before = np.cumsum(sums[:middle][::-1])
    end = middle + int(after.argmax()) + 1
    start = middle - int(before.argmax()) - 1 if len(before) and before.max() > 0 else middle
    return start, end


def _reaches(grid: Grid, lattice: Grid) -> tuple[bool, bool]:
    """Whether a board may go on beyond a lattice around it, across and down."""
    left, right = (grid.left - lattice.left) / grid.across, (lattice.right - grid.right) / grid.across
    top, bottom = (grid.top - lattice.top) / grid.down, (lattice.bottom - grid.bottom) / grid.down
    return round(min(left, right)) < _ENDED, round(min(top, bottom)) < _ENDED


def _widen(grid: Grid, size: tuple[int, int], *, far: tuple[bool, bool] = (True, True)) -> Grid:
    """Return a grid with more rows and columns on each side, up to two beyond the picture.

    `far` tells whether these are many, across and down; a few are enough where the extent is known.
    """
    height, width = size
    by_x, by_y = (
        max(_REACH, count // 2) if many else _REACH for count, many in zip((grid.cols, grid.rows), far, strict=True)
    )
    left = min(by_x, int(grid.left / grid.across) + 2)
    right = min(by_x, int((width - grid.right) / grid.across) + 2)
    top = min(by_y, int(grid.top / grid.down) + 2)
    bottom = min(by_y, int((height - grid.bottom) / grid.down) + 2)
    left, right, top, bottom = (max(0, by) for by in (left, right, top, bottom))
    return replace(
        grid,
        left=grid.left - left * grid.across,
        top=grid.top - top * grid.down,
        rows=grid.rows + top + bottom,
        cols=grid.cols + left + right,
    )


def _nearest(offset: float, pitch: float, wanted: float) -> float:
    """Return the offset plus the number of pitches that brings it nearest to the wanted one."""
    return offset + round((wanted - offset) / pitch) * pitch


def _holds(grid: Grid, place: tuple[float, float]) -> bool:
    return grid.left < place[0] < grid.right and grid.top < place[1] < grid.bottom


def _overlap(one: Grid, other: Grid) -> bool:
    wide = min(one.right, other.right) - max(one.left, other.left)
    tall = min(one.bottom, other.bottom) - max(one.top, other.top)
    return wide > 2 and tall > 2
