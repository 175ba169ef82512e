"""Boards of hexagons and triangles, as xbomb and the page of Sapper draw them.

Cells are flat or stippled areas with lines between them. Areas of one size with six corners, or with three, that lie
in rows are a board. A cell without a sign is open if its colour is the ground of digits, and else covered.

>>> import numpy as np
>>> find_polygons(np.zeros((300, 400, 3), np.uint8)) is None
True
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper.base.extras import cv2
from sapper.board.shape import Shape
from sapper.errors import InputError
from sapper.vision.cells import PATCH, Grid, Pixels
from sapper.vision.network import LOOKS, Network
from sapper.vision.stipple import flatten
from sapper.vision.writing import SURE, find_numbers

__all__ = ["Polygons", "find_polygons", "read_polygons"]

_STEP = 24  # of brightness, between cells
_SMALLEST = 60.0  # area of a cell within its lines, in pixels
_LARGE = 200.0  # area from which cells count that lie in no rows
_FILLED = 0.08  # by which the share of its box that a cell fills may be off
_LEAST = 12  # cells
_MANY = 40  # cells that cannot be there by chance
_MARGIN = 4  # rows and halves of cells around those that are seen first
_MISSING = 0.1  # share of the cells that may not be seen, because a pointer hides them
_PLAIN = 10.0  # of 255, by which the colours of a cell without a sign differ
_SPECK = 0.03  # share of a cell without a sign that may differ more
_DOTS = 12  # pixels of it at most
_LINE = 2.0  # from the middle of a line to the ground of a cell, in pixels
_THICK = 0.05  # the same in widths of a large cell
_SIGHTS = (48, 32, 64)  # sides to which the part of a cell is enlarged in which a number is sought, in pixels
_ALONG = 0.8  # share of a row of pixels from which it is a line
_SAME = 14.0  # of 255, by which the grounds of cells of one kind differ

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Polygons:
    """Where the cells of a board of hexagons or triangles lie."""

    shape: Shape
    grid: Grid  # around all cells; `across` is from one column to the next
    width: float  # of one cell, in pixels
    height: float

    @property
    def is_hex(self) -> bool:
        """Whether the cells are hexagons."""
        return str(self.shape).startswith("hex")

    def place(self, row: int, col: int) -> tuple[float, float]:
        """Return x and y of the middle of the part of a cell where its sign stands."""
        x, y = self.grid.left + col * self.grid.across, self.grid.top + row * self.grid.down
        if self.is_hex:
            return x + (row % 2) * self.grid.across / 2 + self.width / 2, y + self.height / 2
        return x + self.width / 2, y + self.height * (2 / 3 if (row + col) % 2 == 0 else 1 / 3)

    def inside(self, row: int, col: int, box: tuple[int, int, int, int]) -> NDArray[np.bool_]:
        """Return which pixels of a box, from x0 and y0 to x1 and y1, lie within the lines of a cell."""
        x0, y0, x1, y1 = box
        x, y = self.place(row, col)
        line = max(_LINE, _THICK * self.width)
        across, down = np.arange(x0, x1) + 0.5 - x, np.arange(y0, y1)[:, None] + 0.5 - y
        if self.is_hex:
            sides = np.maximum(np.abs(across) + 0 * down, (np.abs(across) + np.sqrt(3) * np.abs(down)) / 2)
            return np.asarray(sides < self.width / 2 - line)
        down = down if (row + col) % 2 == 0 else -down
        # Signs may touch the level line.
        sides = np.maximum(down + 0 * across - line, (np.sqrt(3) * np.abs(across) - down) / 2)
        return np.asarray(sides < self.height / 3 - line)


def find_polygons(pixels: Pixels) -> Polygons | None:
    """Return the cells of the board of hexagons or triangles in a picture, or None where there is none.

    Raises:
        InputError: there are many such cells, but they lie otherwise than those of a board that can be read.
    """
    if min(pixels.shape[:2]) < 2:
        return None
    flat = flatten(pixels)
    fault = None
    soft = np.asarray(cv2.blur(flat, (2, 2)), np.uint8)
    # The lines of small cells grow into each other where they are made soft; the grain of a photo needs it.
    for one in (soft, flat) if flat is pixels else (flat, soft):
        try:
            found = _find_in(_find_edges(one))
        except InputError as error:
            fault = fault or error
        else:
            if found is not None:
                return found
    if fault is not None:
        raise fault
    return None


def _find_in(edges: Pixels) -> Polygons | None:
    """Return the board whose lines are among these edges, or None; raise the error of `find_polygons`."""
    boxes = _find_boxes(edges)
    for corners in (6, 3):
        # A hexagon fills three quarters of its box and a triangle half of it, unlike the grain of a photo.
        filled = boxes[:, 4] / ((boxes[:, 2] - 0.5) * (boxes[:, 3] - 0.5))
        some = boxes[(boxes[:, 5] == corners) & (np.abs(filled - (0.75 if corners == 6 else 0.5)) < _FILLED)]
        if len(some) < _LEAST:
            continue
        middle = np.median(some[:, 2:5], axis=0)
        alike = some[(np.abs(some[:, 2:5] / middle - 1) < 0.25).all(axis=1)]
        if len(alike) < _LEAST:
            continue
        lattice = _find_lattice(alike, corners)
        found = None if lattice is None else _find_rows(lattice, edges)
        if found is not None:
            return found
        if len(alike) >= _MANY and (lattice is not None or middle[2] >= _LARGE):
            name = "hexagons" if corners == 6 else "triangles"
            raise InputError(
                f"the picture shows {len(alike)} {name}, but not in full rows of which every second is shifted right "
                "or, of triangles, begins with one that points down"
            )
    return None


def _find_edges(pixels: Pixels) -> Pixels:
    """Return 1 where the colour differs from that of the pixel to the left or above."""
    edges = np.zeros(pixels.shape[:2], np.uint8)
    edges[1:] |= np.asarray(cv2.absdiff(pixels[1:], pixels[:-1])).max(axis=2) > _STEP
    edges[:, 1:] |= np.asarray(cv2.absdiff(pixels[:, 1:], pixels[:, :-1])).max(axis=2) > _STEP
    return edges


def _find_boxes(edges: Pixels) -> Floats:
    """Return left, top, width, height, area, corners and the height of the middle of the areas between lines."""
    # Areas that meet at a corner of their pixels would be one.
    areas = 1 - np.asarray(cv2.dilate(edges, np.ones((2, 2), np.uint8), anchor=(0, 0)), np.uint8)
    outlines = cv2.findContours(areas, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)[0]
    boxes = []
    for outline in outlines:
        area = cv2.contourArea(outline)
        if area >= _SMALLEST:
            corners = len(cv2.approxPolyDP(outline, 0.05 * cv2.arcLength(outline, True), True))
            box, parts = cv2.boundingRect(outline), cv2.moments(outline)
            boxes.append((*box, area, corners, (parts["m01"] / parts["m00"] - box[1]) / box[3]))
    return np.array(boxes, np.float64).reshape(-1, 7)


@dataclass(frozen=True)
class _Lattice:
    """Places at which cells lie; the steps are from one row, and from one half of a cell, to the next."""

    corners: int
    left: float  # of the cells in the first place
    top: float
    half: float
    down: float
    row: NDArray[np.int64]  # of the cells that are seen
    place: NDArray[np.int64]
    first: int  # parity of place and row that hexagons have, or triangles that point up

    def outline(self, row: int, place: int) -> Floats:
        """Return the corners of a cell, x and y."""
        x, y = self.left + place * self.half, self.top + row * self.down
        if self.corners == 6:
            across, down = np.array([1, 2, 2, 1, 0, 0]), np.array([0, 1, 3, 4, 3, 1]) / 3
        else:
            across = np.array([0, 1, 2])
            down = np.array([1, 0, 1] if (row + place) % 2 == self.first else [0, 1, 0])
        return np.stack([x + across * self.half, y + down * self.down], axis=1)


def _find_lattice(boxes: Floats, corners: int) -> _Lattice | None:
    """Return the places at which cells with these boxes lie, or None where they do not lie in rows."""
    wide, tall = (float(np.median(boxes[:, side])) for side in (2, 3))
    centre = boxes[:, 0] + boxes[:, 2] / 2
    found = [_find_steps(boxes[:, 1], 0.3 * tall), _find_steps(centre, 0.2 * wide)]
    if found[0] is None or found[1] is None:
        return None
    (top, down), (left, half) = found[0], found[1]
    rows_at, halves = (boxes[:, 1] - top) / down, (centre - left) / half
    row, place = np.round(rows_at).astype(int), np.round(halves).astype(int)
    even = (row + place) % 2 == 0 if corners == 6 else (boxes[:, 6] > 0.5) == ((row + place) % 2 == 0)
    first = 0 if even.mean() > 0.5 else 1
    kept = (np.abs(rows_at - row) < 0.3) & (np.abs(halves - place) < 0.3) & (even == (first == 0))
    if kept.mean() < 1 - _MISSING:
        return None
    boxes, row, place, centre = boxes[kept], row[kept], place[kept], centre[kept]
    row, place, first = row - row.min(), place - place.min(), int(first + row.min() + place.min()) % 2
    # Lines take the same from all sides of a cell: its middle is that of the whole cell.
    middle = boxes[:, 1] + boxes[:, 3] * boxes[:, 6]
    above = 2 / 3 if corners == 6 else np.where((row + place) % 2 == first, 2 / 3, 1 / 3)
    left = float(np.median(centre - (place + 1) * half))
    top = float(np.median(middle - (row + above) * down))
    return _Lattice(corners, left, top, half, down, row, place, first)


def _find_rows(lattice: _Lattice, edges: Pixels) -> Polygons | None:
    """Return the board whose cells lie at these places, or None where they do not fill its rows."""
    rows, places = int(lattice.row.max()) + 1, int(lattice.place.max()) + 1
    # Signs that touch the lines of their cells may hide whole rows at the ends.
    seen = np.zeros((rows + 2 * _MARGIN, places + 2 * _MARGIN), bool)
    seen[lattice.row + _MARGIN, lattice.place + _MARGIN] = True
    reach = max(round(0.08 * lattice.half), 1)
    lines = np.asarray(cv2.dilate(edges, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)), np.uint8)
    for row, place in np.argwhere(~seen).tolist():
        if lattice.corners == 3 or (row + place) % 2 == lattice.first:
            seen[row, place] = _is_drawn(lines, lattice.outline(row - _MARGIN, place - _MARGIN))
    parts = 2 if lattice.corners == 6 else 1  # places of a column
    row, rows = _span(seen.sum(axis=1))
    place, places = _span(seen.sum(axis=0))
    seen = seen[row : row + rows, place : place + places]
    cols = places // parts
    # The cell in the corner is there, odd rows of hexagons are shifted right, and the first triangle points up.
    if places % parts or min(rows, cols) < 2 or (row + place) % 2 != lattice.first:
        return None
    if seen.sum() < (1 - _MISSING) * rows * cols:
        return None
    left, top = lattice.left + (place - _MARGIN) * lattice.half, lattice.top + (row - _MARGIN) * lattice.down
    shape = Shape.hexagons(rows, cols) if lattice.corners == 6 else Shape.triangles(rows, cols)
    grid = Grid(left, top, parts * lattice.half, lattice.down, rows, cols)
    tall = lattice.down * (4 / 3 if lattice.corners == 6 else 1)
    return Polygons(shape, grid, 2 * lattice.half, tall)


def _is_drawn(lines: Pixels, corners: Floats) -> bool:
    """Return whether all sides of a cell lie on lines."""
    shares = np.linspace(0.15, 0.85, 12)[:, None, None]
    points = np.round(corners * (1 - shares) + np.roll(corners, -1, axis=0) * shares).astype(int)
    x, y = points[..., 0], points[..., 1]
    if min(x.min(), y.min()) < 0 or x.max() >= lines.shape[1] or y.max() >= len(lines):
        return False
    return bool(lines[y, x].mean(axis=0).min() > 0.8)


def _span(counts: NDArray[np.int64]) -> tuple[int, int]:
    """Return the first row or column, and the number of them, without those at the ends that hold few cells."""
    many = np.flatnonzero(counts >= 0.5 * counts.max())
    return int(many[0]), int(many[-1] - many[0]) + 1


def _find_steps(places: Floats, apart: float) -> tuple[float, float] | None:
    """Return the start and the pitch of places of which many are alike, or None; others lie farther apart."""
    starts = np.sort(places)
    steps = np.diff(starts[np.concatenate([[True], np.diff(starts) > apart])])
    if not len(steps):
        return None
    middle = np.sort(steps)[len(steps) // 2]
    start, pitch = float(starts[0]), float(steps[np.abs(steps - middle) < 0.3 * middle].mean())
    for _ in range(2):
        counts = np.round((places - start) / pitch)
        if counts.min() == counts.max():
            return None
        pitch, start = (float(part) for part in np.polyfit(counts, places, 1))
        if pitch < apart:
            return None
    return start, pitch


def read_polygons(pixels: Pixels, found: Polygons) -> tuple[NDArray[np.int8], Floats, NDArray[np.int64]]:
    """Return the values of the cells, the probability of each, and the indexes of their looks."""
    rows, cols = found.grid.rows, found.grid.cols
    soft = np.asarray(cv2.blur(pixels, (2, 2)), np.uint8)
    reach = 0.3 * found.width
    grounds = np.zeros((rows, cols, 3))
    plain = np.zeros((rows, cols), bool)
    numbers: dict[tuple[int, int], tuple[int, float]] = {}  # with their probabilities
    patches = np.zeros((rows, cols, PATCH, PATCH, 3), np.uint8)
    for row in range(rows):
        for col in range(cols):
            x, y = found.place(row, col)
            x0, y0, x1, y1 = round(x - reach), round(y - reach), round(x + reach) + 1, round(y + reach) + 1
            x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, pixels.shape[1]), min(y1, len(pixels))
            if min(x1 - x0, y1 - y0) < 4:
                continue
            inside = found.inside(row, col, (x0, y0, x1, y1))
            ground = grounds[row, col] = np.median(pixels[y0:y1, x0:x1][inside], axis=0)
            if not found.is_hex:
                way = -1 if (row + col) % 2 == 0 else 1
                _drop_line(inside[::way], (np.abs(pixels[y0:y1, x0:x1] - ground).max(axis=2) > _PLAIN)[::way])
            # A soft pixel holds what is to its left and above it too.
            part = soft[y0:y1, x0:x1][cv2.erode(inside.astype(np.uint8), np.ones((2, 2), np.uint8)) > 0]
            plain[row, col] = (np.abs(part - ground).max(axis=1) > _PLAIN).sum() < min(_SPECK * len(part), _DOTS)
            # The lines of other cells are no part of the sign.
            sign = np.where(inside[:, :, None], pixels[y0:y1, x0:x1], ground.astype(np.uint8))
            rim = 0 if found.is_hex else round(0.32 * reach)  # what the network knows fills its cell
            core = sign[rim : len(sign) - rim, rim : sign.shape[1] - rim]
            patches[row, col] = cv2.resize(core, (PATCH, PATCH), interpolation=cv2.INTER_AREA)
            number = None if plain[row, col] else _read_number(sign)
            if number is not None:
                numbers[row, col] = number
    return _settle(grounds, plain, numbers, patches)


def _drop_line(inside: NDArray[np.bool_], differs: NDArray[np.bool_]) -> None:
    """Leave out the first rows inside a cell while they differ from its ground all along."""
    for at in np.flatnonzero(inside.any(axis=1)).tolist():
        if differs[at][inside[at]].mean() < _ALONG:
            return
        inside[at] = False


def _read_number(sign: Pixels) -> tuple[int, float] | None:
    """Return the number in a part of a picture and its probability, or None where there is none."""
    found = []
    for sight in _SIGHTS:
        scale = max(sight / max(sign.shape[:2]), 1.0)
        large = np.asarray(cv2.resize(sign, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8)
        written = [one for one in find_numbers(large, least=0.3) if one.text.isdigit()]
        if len(written) == 1 and 0 < int(written[0].text) <= 12:
            found.append((int(written[0].text), written[0].probability))
            if written[0].probability > SURE:
                break
    return max(found, key=lambda one: one[1]) if found else None


def _settle(
    grounds: Floats, plain: NDArray[np.bool_], numbers: dict[tuple[int, int], tuple[int, float]], patches: Pixels
) -> tuple[NDArray[np.int8], Floats, NDArray[np.int64]]:
    """Return what the cells are: the ground of most digits is that of open cells."""
    hidden, flag = LOOKS.index("hidden"), LOOKS.index("flag")
    looks = np.full(plain.shape, hidden, np.int64)
    values = np.full(plain.shape, -1, np.int8)
    chances = np.ones(plain.shape)
    opened = np.median([grounds[cell] for cell in numbers], axis=0) if numbers else None
    is_open = np.zeros(plain.shape, bool)
    if opened is not None:
        is_open = np.abs(grounds - opened).max(axis=2) < _SAME
    marks = [flag, LOOKS.index("question"), LOOKS.index("mine")]
    judged = Network.load().judge(patches.reshape(-1, PATCH, PATCH, 3)).reshape(*plain.shape, -1)
    for cell in np.ndindex(plain.shape):
        if plain[cell]:
            looks[cell] = 0 if is_open[cell] else hidden
        elif is_open[cell] and cell in numbers:
            values[cell], chances[cell] = numbers[cell]
            looks[cell] = min(int(values[cell]), 8)
            if looks[cell] == int(judged[cell][:9].argmax()):  # both networks say so
                chances[cell] = 1 - (1 - chances[cell]) * (1 - float(judged[cell][looks[cell]]))
            continue
        elif is_open[cell]:
            looks[cell] = int(judged[cell][:9].argmax())
            chances[cell] = 0.5
        else:
            share = judged[cell][marks]
            looks[cell] = marks[int(share.argmax())]
            chances[cell] = float(share.max() / max(share.sum(), 1e-6))
        values[cell] = {hidden: -1, flag: -2, marks[1]: -3, marks[2]: -4}.get(int(looks[cell]), int(looks[cell]))
    return values, chances, looks
