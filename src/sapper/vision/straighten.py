"""Boards in photos of a screen: the quadrilateral of the board is found and made upright.

The sides of cells and windows are lines of two directions. In a photo the lines of each direction meet in a vanishing
point. Two vanishing points give a picture in which both directions are upright, up to its proportions. There a
lattice is found as in a screenshot. The network of places then tells by how much each cell is off, and a homography
that fits all cells makes them equal squares.

>>> import numpy as np
>>> find_straight(np.zeros((300, 400, 3), np.uint8))
[]
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper.base.extras import cv2
from sapper.vision.cells import Grid, Pixels
from sapper.vision.extent import Found, find_boards, judge_around

__all__ = ["Straight", "find_straight", "is_tilted", "straighten"]

_LONGEST = 1600  # side of the picture in which lines are looked for, in pixels
_LEAST_LENGTH = 14.0  # pixels of a line
_LEAST_LINES = 12  # of each direction
_NEAR = np.radians(16)  # angle within which lines have the same direction
_STRAY = 0.014  # angle between a line and its vanishing point, in radians
_TRIALS = 300  # pairs of lines that are tried as vanishing points
_PROPORTIONS = (1.0, 1.1, 1 / 1.1, 1.21, 1 / 1.21)
_MARGIN = 6  # cells around a board that are kept, where its counter may be
_SIDES = (10, 40)  # of a cell of the upright picture, in pixels
_TURNS = 5  # times the homography is fitted
_SETTLED = 0.025  # of a cell, by which the fit may still move a corner
_TILTED = 0.02  # of a cell, the deviation of the cells of a photo from their grid; screenshots have 0.014 at most
_LEVEL = 0.004  # of the size of a picture, by which lines may be off that are level and upright already
_AGREE = 0.12  # of a cell, by which a place may be off that the fit is made of
_LOOSE = 0.05  # of a cell, by which half of the places may be off at the end

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Straight:
    """A board that was made upright."""

    found: Found  # in `pixels`
    pixels: Pixels  # the board and what lies around it, its cells squares of one size
    corners: Floats  # of the board in the photo: top left, top right, bottom right, bottom left, each x and y


def is_tilted(found: Found) -> bool:
    """Whether the cells of a board are turned or bent against its grid, which those of a screenshot never are."""
    _, off, weights = _measure(found)
    if weights.sum() < 8:
        return False
    shares = (weights / weights.sum())[:, None]
    away = off - (off * shares).sum(axis=0)
    return bool(np.sqrt((away**2 * shares).sum(axis=0)).max() > _TILTED)


def find_straight(pixels: Pixels) -> list[Straight]:
    """Return the largest board of a photo, upright, or nothing."""
    view = _find_view(pixels)
    if view is None:
        return []
    upright, matrix = view
    height, width = upright.shape[:2]
    best: tuple[Found, Floats] | None = None
    for ratio in _PROPORTIONS:
        scaled = np.diag([ratio, 1.0, 1.0])
        stretched = upright if ratio == 1 else cv2.resize(upright, (round(width * ratio), height))
        boards = find_boards(np.asarray(stretched, np.uint8))
        if boards and (best is None or _area(boards[0], ratio) > _area(best[0], best[1][0, 0])):
            best = boards[0], scaled
    if best is None:
        return []
    straight = straighten(pixels, best[0], best[1] @ matrix)
    return [] if straight is None else [straight]


def _area(found: Found, ratio: float) -> float:
    """Return the odds of a board, for the area of the photo it covers."""
    return found.score * found.grid.across * found.grid.down / ratio


def straighten(pixels: Pixels, found: Found, matrix: Floats) -> Straight | None:
    """Return a board upright that was found in a picture made of a photo by a matrix, or None where nothing fits."""
    grid = found.grid
    seen = np.array([[grid.across, 0, grid.left], [0, grid.down, grid.top], [0, 0, 1.0]])
    cells = np.linalg.inv(matrix) @ seen  # from rows and columns to the photo
    rows, cols = grid.rows, grid.cols
    judged, loose = found, 1.0
    for _ in range(_TURNS):
        flat, into, lattice = _unbend(pixels, cells, rows, cols)
        around = judge_around(flat, lattice)
        if around is None:
            return None
        judged = around
        fit, moved, loose = _fit(judged)
        if fit is None or loose > 4 * _LOOSE:
            return None
        rows, cols = judged.grid.rows, judged.grid.cols
        same = (lattice.rows, lattice.cols) == (rows, cols)
        if same and moved < _SETTLED:
            break
        cells = np.linalg.inv(into) @ fit
    if loose > _LOOSE:
        return None
    ends = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float64)
    grid = judged.grid
    corners = ends * [grid.across, grid.down] + [grid.left, grid.top]
    return Straight(judged, flat, _apply(np.asarray(np.linalg.inv(into), np.float64), corners))


def _unbend(pixels: Pixels, cells: Floats, rows: int, cols: int) -> tuple[Pixels, Floats, Grid]:
    """Return the cells and a margin as squares, the matrix from the photo to there, and where the cells lie."""
    middle = np.array([[cols / 2, rows / 2], [cols / 2 + 1, rows / 2], [cols / 2, rows / 2 + 1]])
    at, right, below = _apply(cells, middle)
    native = np.sqrt(abs(np.linalg.det(np.stack([right - at, below - at]))))
    side = int(np.clip(round(float(native)), *_SIDES))
    by_x, by_y = max(_MARGIN, cols // 2), max(_MARGIN, rows // 2)
    place = np.array([[side, 0, by_x * side], [0, side, by_y * side], [0, 0, 1.0]])
    into = place @ np.linalg.inv(cells)
    size = ((cols + 2 * by_x) * side, (rows + 2 * by_y) * side)
    source = pixels
    if native > 1.5 * side:
        source = np.asarray(cv2.GaussianBlur(pixels, (0, 0), 0.4 * native / side), np.uint8)
    flat = cv2.warpPerspective(source, into, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8), into, Grid(by_x * side, by_y * side, side, side, rows, cols)


def _fit(found: Found) -> tuple[Floats | None, float, float]:
    """Return the homography from cells to pixels that fits a board best.

    Return also by how much of a cell it moves a corner, and by how much half of the cells are off from it.
    """
    places, off, weights = _measure(found)
    grid = found.grid
    pitch = np.array([grid.across, grid.down])
    strong = weights > 0.3
    if strong.sum() < 12:
        return None, 0.0, 1.0
    true = (places - off) * pitch + [grid.left, grid.top]
    found_fit, _ = cv2.findHomography(places[strong], true[strong], cv2.RANSAC, _AGREE * float(pitch.mean()))
    if found_fit is None:
        return None, 0.0, 1.0
    fit = np.asarray(found_fit, np.float64)
    left = np.abs(_apply(fit, places[strong]) - true[strong]) / pitch
    ends = np.array([[0, 0], [grid.cols, 0], [grid.cols, grid.rows], [0, grid.rows]], np.float64)
    moved = np.abs(_apply(fit, ends) - (ends * pitch + [grid.left, grid.top])) / pitch
    return fit, float(moved.max()), float(np.median(left.max(axis=1)))


def _measure(found: Found) -> tuple[Floats, Floats, Floats]:
    """Return the middle of each cell, by how much of a cell it is off across and down, and how sure that is."""
    rows, cols = found.grid.rows, found.grid.cols
    row, col = np.mgrid[:rows, :cols] + 0.5
    off = np.angle(found.turns) / 2 / np.pi
    weights = np.minimum(np.abs(found.turns).min(axis=2), 1)
    return np.stack([col, row], axis=2).reshape(-1, 2), off.reshape(-1, 2), weights.ravel()


def _apply(matrix: Floats, points: Floats) -> Floats:
    moved = np.concatenate([points, np.ones((len(points), 1))], axis=1) @ matrix.T
    flat: Floats = moved[:, :2] / moved[:, 2:]
    return flat


# From lines to a picture whose lines are upright.


def _find_view(pixels: Pixels) -> tuple[Pixels, Floats] | None:
    """Return a picture in which the lines of a photo are level and upright, and the matrix from the photo to it."""
    height, width = pixels.shape[:2]
    scale = min(1.0, _LONGEST / max(height, width))
    small = pixels
    if scale < 1:
        size = (round(width * scale), round(height * scale))
        small = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    lines = _find_lines(small)
    families = _part(lines)
    if families is None:
        return None
    points = [_find_point(family) for family in families]
    along, upward = (point for point, _ in points)
    used = np.concatenate([family[inside] for family, (_, inside) in zip(families, points, strict=True)])
    ends = used.reshape(-1, 2)
    matrix = _level(along, upward, ends.mean(axis=0))
    if matrix is None:
        return None
    homogeneous = np.concatenate([ends, np.ones((len(ends), 1))], axis=1) @ matrix.T
    inside = homogeneous[:, 2] > 0.3
    if inside.sum() < 2 * _LEAST_LINES:
        return None
    flat = homogeneous[inside, :2] / homogeneous[inside, 2:]
    moved = flat - ends[inside]
    if np.abs(moved - np.median(moved, axis=0)).max() < _LEVEL * max(small.shape):
        return None  # a screenshot: nothing is to be made upright
    low, high = np.percentile(flat, [0.5, 99.5], axis=0)
    low, high = low - 0.04 * (high - low), high + 0.04 * (high - low)
    zoom = min(1.0, 1.3 * _LONGEST / float((high - low).max()))
    place = np.array([[zoom, 0, -low[0] * zoom], [0, zoom, -low[1] * zoom], [0, 0, 1]])
    wide, tall = (max(int(size * zoom), 1) for size in high - low)
    matrix = place @ matrix
    upright = cv2.warpPerspective(small, matrix, (wide, tall), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(upright, np.uint8), matrix @ np.diag([scale, scale, 1.0])


def _find_lines(pixels: Pixels) -> Floats:
    """Return the straight lines of a picture, each as x, y, x, y."""
    grey = cv2.GaussianBlur(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), (0, 0), 1.0)
    found = cv2.createLineSegmentDetector().detect(grey)[0]
    if found is None:
        return np.zeros((0, 4))
    lines = np.asarray(found, np.float64).reshape(-1, 4)
    return lines[np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1]) > _LEAST_LENGTH]


def _part(lines: Floats) -> tuple[Floats, Floats] | None:
    """Return the lines of the two main directions: those nearer to level, and those nearer to upright."""
    if len(lines) < 2 * _LEAST_LINES:
        return None
    across, down = lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1]
    angles = np.arctan2(down, across) % np.pi
    votes = np.bincount((angles / np.pi * 180).astype(int) % 180, np.hypot(across, down), 180)
    soft = np.zeros(180)
    for by in range(-5, 6):
        soft += np.roll(votes, by) * (6 - abs(by))
    first = int(soft.argmax())
    others = soft.copy()
    others[[(first + by) % 180 for by in range(-54, 55)]] = -1
    second = int(others.argmax())
    chosen = []
    for degrees in (first, second):
        apart = (angles - np.radians(degrees + 0.5) + np.pi / 2) % np.pi - np.pi / 2
        chosen.append(lines[np.abs(apart) < _NEAR])
    if min(len(family) for family in chosen) < _LEAST_LINES:
        return None
    level = abs(np.cos(np.radians(first))) > abs(np.cos(np.radians(second)))
    return (chosen[0], chosen[1]) if level else (chosen[1], chosen[0])


def _find_point(lines: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the vanishing point of some lines, as three coordinates, and which of the lines meet there."""
    start, end = lines[:, :2] / _LONGEST, lines[:, 2:] / _LONGEST
    lengths = np.hypot(*(end - start).T)
    ones = np.ones((len(lines), 1))
    crossed = np.cross(np.concatenate([start, ones], axis=1), np.concatenate([end, ones], axis=1))
    crossed /= np.hypot(crossed[:, 0], crossed[:, 1])[:, None]
    middle, way = (start + end) / 2, (end - start) / lengths[:, None]
    rng = np.random.default_rng(1)  # the same photo is always read alike
    pairs = rng.choice(len(lines), (_TRIALS, 2), p=lengths / lengths.sum())
    trials = np.cross(crossed[pairs[:, 0]], crossed[pairs[:, 1]])
    trials = trials[np.linalg.norm(trials, axis=1) > 1e-9]
    best, point = -1.0, np.array([1.0, 0, 0])
    for trial in trials:
        score = float((lengths * np.maximum(1 - _stray(trial, middle, way) / _STRAY, 0)).sum())
        if score > best:
            best, point = score, trial
    for _ in range(3):
        inside = _stray(point, middle, way) < _STRAY
        if inside.sum() < 3:
            break
        some = crossed[inside] * lengths[inside, None]
        point = np.linalg.eigh(some.T @ some)[1][:, 0]
    inside = _stray(point, middle, way) < 1.5 * _STRAY
    return point * [_LONGEST, _LONGEST, 1], inside


def _stray(point: Floats, middle: Floats, way: Floats) -> Floats:
    """Return the angles between lines and the directions to a vanishing point."""
    towards = point[:2] - point[2] * middle
    length = np.maximum(np.hypot(towards[:, 0], towards[:, 1]), 1e-12)
    angles: Floats = np.abs(towards[:, 0] * way[:, 1] - towards[:, 1] * way[:, 0]) / length
    return angles


def _level(along: Floats, upward: Floats, middle: Floats) -> Floats | None:
    """Return the matrix that makes two vanishing points level and upright and changes little around the middle."""
    base = np.stack([along, upward, [*middle, 1.0]], axis=1)
    if abs(np.linalg.det(base / np.linalg.norm(base, axis=0))) < 1e-6:
        return None
    matrix = np.linalg.inv(base)
    matrix /= matrix[2] @ [*middle, 1.0]
    steps = middle + np.array([[0, 0], [1, 0], [0, 1]])
    homogeneous = np.concatenate([steps, np.ones((3, 1))], axis=1) @ matrix.T
    flat = homogeneous[:, :2] / homogeneous[:, 2:]
    change = np.stack([flat[1] - flat[0], flat[2] - flat[0]], axis=1)  # of the picture, for a pixel right and down
    back = np.linalg.inv(change)  # its columns: a unit along and upward, in pixels of the photo
    wide, tall = (float(np.hypot(*back[:, axis])) for axis in (0, 1))
    signs = [1.0 if back[0, 0] > 0 else -1.0, 1.0 if back[1, 1] > 0 else -1.0]
    levelled: Floats = np.diag([signs[0] * wide, signs[1] * tall, 1.0]) @ matrix
    return levelled
