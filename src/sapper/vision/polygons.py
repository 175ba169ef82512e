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
from sapper.vision.writing import find_numbers

__all__ = ["Polygons", "find_polygons", "read_polygons"]

_STEP = 24  # of brightness, between cells
_SMALLEST = 200.0  # area of a cell, in pixels
_LEAST = 12  # cells
_MANY = 40  # cells that cannot be there by chance
_MISSING = 0.1  # share of the cells that may not be seen, because a pointer hides them
_PLAIN = 10.0  # of 255, by which the colours of a cell without a sign differ
_SAME = 14.0  # of 255, by which the grounds of cells of one kind differ

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Polygons:
    """Where the cells of a board of hexagons or triangles lie."""

    shape: Shape
    grid: Grid  # around all cells; `across` is from one column to the next
    width: float  # of one cell, in pixels
    height: float

    def place(self, row: int, col: int) -> tuple[float, float]:
        """Return x and y of the middle of the part of a cell where its sign stands."""
        x, y = self.grid.left + col * self.grid.across, self.grid.top + row * self.grid.down
        if str(self.shape).startswith("hex"):
            return x + (row % 2) * self.grid.across / 2 + self.width / 2, y + self.height / 2
        return x + self.width / 2, y + self.height * (0.7 if (row + col) % 2 == 0 else 0.3)


def find_polygons(pixels: Pixels) -> Polygons | None:
    """Return the cells of the board of hexagons or triangles in a picture, or None where there is none.

    Raises:
        InputError: there are many such cells, but they lie otherwise than those of a board that can be read.
    """
    boxes = _find_boxes(pixels)
    for corners in (6, 3):
        # A hexagon fills three quarters of its box and a triangle half of it, unlike the grain of a photo.
        filled = boxes[:, 4] / (boxes[:, 2] * boxes[:, 3])
        some = boxes[(boxes[:, 5] == corners) & (np.abs(filled - (0.75 if corners == 6 else 0.5)) < 0.06)]
        if len(some) < _LEAST:
            continue
        middle = np.median(some[:, 2:5], axis=0)
        alike = some[(np.abs(some[:, 2:5] / middle - 1) < 0.25).all(axis=1)]
        if len(alike) >= _LEAST:
            found = _find_rows(alike, corners)
            if found is not None:
                return found
        if len(alike) >= _MANY:
            name = "hexagons" if corners == 6 else "triangles"
            raise InputError(
                f"the picture shows {len(alike)} {name}, but not in full rows of which every second is shifted right "
                "or, of triangles, begins with one that points down"
            )
    return None


def _find_boxes(pixels: Pixels) -> Floats:
    """Return left, top, width, height, area, corners and the height of the middle of the areas between lines."""
    soft = cv2.blur(pixels, (2, 2)).astype(np.int16)  # a stippled area is flat then
    edges = np.zeros(pixels.shape[:2], np.uint8)
    edges[1:] |= np.abs(np.diff(soft, axis=0)).max(axis=2) > _STEP
    edges[:, 1:] |= np.abs(np.diff(soft, axis=1)).max(axis=2) > _STEP
    # Areas that meet at a corner of their pixels would be one.
    areas = 1 - np.asarray(cv2.dilate(edges, np.ones((2, 2), np.uint8)), np.uint8)
    outlines = cv2.findContours(areas, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)[0]
    boxes = []
    for outline in outlines:
        area = cv2.contourArea(outline)
        if area >= _SMALLEST:
            corners = len(cv2.approxPolyDP(outline, 0.05 * cv2.arcLength(outline, True), True))
            box, parts = cv2.boundingRect(outline), cv2.moments(outline)
            boxes.append((*box, area, corners, (parts["m01"] / parts["m00"] - box[1]) / box[3]))
    return np.array(boxes, np.float64).reshape(-1, 7)


def _find_rows(boxes: Floats, corners: int) -> Polygons | None:
    """Return the board whose cells have these boxes, or None where they do not lie in rows."""
    wide, tall = (float(np.median(boxes[:, side])) for side in (2, 3))
    tops = np.sort(boxes[:, 1])
    starts = tops[np.concatenate([[True], np.diff(tops) > 0.3 * tall])]
    if len(starts) < 2:
        return None
    down = float(np.median(np.diff(starts)))
    top, down = _refine(boxes[:, 1], float(starts[0]), down)
    rows_at = (boxes[:, 1] - top) / down
    lefts = np.sort(boxes[:, 0])
    steps = np.diff(lefts[np.concatenate([[True], np.diff(lefts) > 0.2 * wide])])
    half = float(np.median(steps))  # from one column to the next, or half of it where rows are shifted
    left, half = _refine(boxes[:, 0], float(lefts[0]), half)
    halves = (boxes[:, 0] - left) / half
    if max(np.abs(rows_at - np.round(rows_at)).max(), np.abs(halves - np.round(halves)).max()) > 0.3:
        return None
    row, place = np.round(rows_at).astype(int), np.round(halves).astype(int)
    rows = int(row.max()) + 1
    if corners == 6:
        # Odd rows are shifted right by half a cell.
        if ((place - row) % 2).any():
            return None
        col, across = (place - row % 2) // 2, 2 * half
        cols = int(col.max()) + 1
        shape = Shape.hexagons(rows, cols)
    else:
        # The cell in the corner points upward, and so does every second one.
        if ((boxes[:, 6] > 0.5) != ((row + place) % 2 == 0)).any():
            return None
        col, across, cols = place, half, int(place.max()) + 1
        shape = Shape.triangles(rows, cols)
    seen = np.zeros((rows, cols), bool)
    seen[row, col] = True
    if min(rows, cols) < 2 or (~seen).mean() > _MISSING:
        return None
    return Polygons(shape, Grid(left, top, across, down, rows, cols), wide, tall)


def _refine(places: Floats, start: float, pitch: float) -> tuple[float, float]:
    """Return the start and pitch of places that lie at multiples of about this pitch."""
    for _ in range(2):
        counts = np.round((places - start) / pitch)
        pitch, start = (float(part) for part in np.polyfit(counts, places, 1))
    return start, pitch


def read_polygons(pixels: Pixels, found: Polygons) -> tuple[NDArray[np.int8], Floats, NDArray[np.int64]]:
    """Return the values of the cells, the probability of each, and the indexes of their looks."""
    rows, cols = found.grid.rows, found.grid.cols
    soft = np.asarray(cv2.blur(pixels, (2, 2)), np.uint8)
    reach = 0.33 * found.width if str(found.shape).startswith("hex") else 0.2 * found.width
    grounds = np.zeros((rows, cols, 3))
    plain = np.zeros((rows, cols), bool)
    numbers: dict[tuple[int, int], tuple[int, float]] = {}  # with their probabilities
    patches = np.zeros((rows, cols, PATCH, PATCH, 3), np.uint8)
    for row in range(rows):
        for col in range(cols):
            x, y = found.place(row, col)
            box = np.s_[max(int(y - reach), 0) : int(y + reach) + 1, max(int(x - reach), 0) : int(x + reach) + 1]
            part = soft[box]
            if min(part.shape[:2]) < 4:
                continue
            grounds[row, col] = np.median(part.reshape(-1, 3), axis=0)
            plain[row, col] = np.abs(part - grounds[row, col]).max() < _PLAIN
            patches[row, col] = cv2.resize(part, (PATCH, PATCH), interpolation=cv2.INTER_AREA)
            if not plain[row, col]:
                written = [one for one in find_numbers(pixels[box], least=0.3) if one.text.isdigit()]
                if len(written) == 1 and 0 < int(written[0].text) <= 12:
                    numbers[row, col] = int(written[0].text), written[0].probability
    return _settle(grounds, plain, numbers, patches)


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
