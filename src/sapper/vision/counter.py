"""The counter of mines beside a board: digits of seven segments that shine on a dark panel, or a written number.

>>> import numpy as np
>>> read_counter(np.zeros((100, 100, 3), np.uint8), Grid(0, 60, 10, 10, 4, 10), 0) is None
True
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sapper.base.extras import cv2
from sapper.board.level import LEVELS
from sapper.vision.cells import Grid, Pixels
from sapper.vision.writing import Number, find_numbers

__all__ = ["choose_total", "read_counter", "read_written"]

_BAR = 110  # pixels above a board where a counter is looked for, or four cells where that is more
_BESIDE = 240  # pixels beside a board where a number is looked for
_DENSITIES = (0.04, 0.4)  # of mines, of a board whose size is not that of a level
# Segments from the top clockwise, the last in the middle.
_DIGITS: dict[tuple[int, ...], int] = {
    (1, 1, 1, 1, 1, 1, 0): 0,
    (0, 1, 1, 0, 0, 0, 0): 1,
    (1, 1, 0, 1, 1, 0, 1): 2,
    (1, 1, 1, 1, 0, 0, 1): 3,
    (0, 1, 1, 0, 0, 1, 1): 4,
    (1, 0, 1, 1, 0, 1, 1): 5,
    (1, 0, 1, 1, 1, 1, 1): 6,
    (1, 1, 1, 0, 0, 0, 0): 7,
    (1, 1, 1, 1, 1, 1, 1): 8,
    (1, 1, 1, 1, 0, 1, 1): 9,
}
_MINUS = (0, 0, 0, 0, 0, 0, 1)
# Where each segment lies in its digit: left, top, right, bottom, as shares of its width and height.
_PLACES = (
    (0.3, 0.0, 0.7, 0.24),
    (0.68, 0.2, 1.0, 0.42),
    (0.68, 0.58, 1.0, 0.8),
    (0.3, 0.76, 0.7, 1.0),
    (0.0, 0.58, 0.32, 0.8),
    (0.0, 0.2, 0.32, 0.42),
    (0.3, 0.38, 0.7, 0.62),
)


def read_counter(pixels: Pixels, grid: Grid, flags: int) -> int | None:
    """Return the mines that the first panel above a board and its flags tell, or None where no panel can be read."""
    tall = max(_BAR, round(4 * grid.down))
    top, bottom = max(int(grid.top) - tall, 0), max(int(grid.top), 0)
    left, right = max(int(grid.left - grid.across), 0), int(grid.right + grid.across)
    bar = pixels[top:bottom, left:right]
    if bar.shape[0] < 12 or bar.shape[1] < 20:
        return None
    red, green, blue = cv2.split(bar)
    low, high = cv2.min(red, green), cv2.max(red, green)
    bright, second = (
        np.asarray(cv2.max(high, blue), np.uint8),
        np.asarray(cv2.max(low, cv2.min(high, blue)), np.uint8),
    )
    shining = (bright > 150) & (bright - second > 90)
    # The segments of a number, and its digits, lie close together.
    joined = cv2.dilate(shining.astype(np.uint8), np.ones((5, 25), np.uint8))
    count, labels, _, _ = cv2.connectedComponentsWithStats(joined, connectivity=4)
    found = []
    for name in range(1, count):
        rows, cols = np.nonzero(shining & (labels == name))
        box = np.s_[rows.min() : rows.max() + 1, cols.min() : cols.max() + 1]
        lit = shining[box]
        if (lit | (second[box] < 70)).mean() > 0.95:
            number = _read_number(lit)
            if number is not None:
                found.append((int(cols.min()), number))
    return min(found)[1] + flags if found else None


def read_written(pixels: Pixels, grid: Grid, flags: int) -> int | None:
    """Return the mines of a board that are written beside it, or None where no number tells them beyond doubt."""
    height, width = pixels.shape[:2]
    tall = max(_BAR, round(4 * grid.down))
    left, right = max(int(grid.left), 0), min(int(grid.right) + 1, width)
    top, bottom = max(int(grid.top), 0), min(int(grid.bottom) + 1, height)
    x0, x1 = max(left - _BESIDE, 0), min(right + _BESIDE, width)
    y0, y1 = max(top - tall, 0), min(bottom + tall, height)
    numbers: list[Number] = []
    for part in (
        pixels[y0:top, x0:x1],
        pixels[bottom:y1, x0:x1],
        pixels[top:bottom, x0:left],
        pixels[top:bottom, right:x1],
    ):
        numbers += find_numbers(part)
    return choose_total([number.text for number in numbers], grid.rows, grid.cols, flags)


def choose_total(numbers: list[str], rows: int, cols: int, flags: int) -> int | None:
    """Return the mines that some written numbers tell, or None where they tell none or several.

    "3/40" are flags, or mines left, and mines. A number alone is the mines left. Of several numbers the one is taken
    that makes a level of this size; a clock is no level, or is doubtful.

    >>> choose_total(["40", "012"], 16, 16, 0), choose_total(["2/99"], 16, 30, 2), choose_total(["7", "9"], 8, 9, 0)
    (40, 99, None)
    """
    cells = rows * cols
    usual = {level.mines for level in LEVELS.values() if (level.rows, level.cols) == (rows, cols)}
    pairs = {
        int(whole)
        for part, _, whole in (number.partition("/") for number in numbers)
        if whole and part and int(part) in (flags, int(whole) - flags) and 0 < int(whole) < cells
    }
    if pairs:
        return pairs.pop() if len(pairs) == 1 else None
    single = {int(number) + flags for number in numbers if number.isdigit()}
    named = single & usual
    if len(named) == 1:
        return named.pop()
    likely = {total for total in single if _DENSITIES[0] * cells <= total <= _DENSITIES[1] * cells}
    return likely.pop() if len(likely) == 1 and len(single) == 1 and not usual else None


def _read_number(lit: NDArray[np.bool_]) -> int | None:
    """Return the number of two to four digits that some pixels form."""
    rows = np.flatnonzero(lit.any(axis=1))
    lit = lit[rows[0] : rows[-1] + 1]
    tall = len(lit)
    edges = np.flatnonzero(np.diff(np.concatenate([[0], lit.any(axis=0).astype(int), [0]])))
    spans = list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
    if tall < 10 or not 2 <= len(spans) <= 4:
        return None
    wide = max(end - start for start, end in spans)
    if wide > 0.8 * tall:
        return None
    text = ""
    for start, end in spans:
        if end - start < 0.3 * tall:
            text += "1"  # its segments are those on the right alone
            continue
        sign = _read_sign(lit[:, max(end - wide, 0) : end])
        if sign is None:
            return None
        text += sign
    return int(text) if text.lstrip("-").isdigit() and "-" not in text[1:] else None


def _read_sign(lit: NDArray[np.bool_]) -> str | None:
    """Return the digit or minus that one place of a panel shows."""
    height, width = lit.shape
    segments = []
    for left, top, right, bottom in _PLACES:
        part = lit[round(top * height) : round(bottom * height), round(left * width) : round(right * width)]
        # A lit segment crosses its box: one whole row or column of it shines, nearly.
        along = part.mean(axis=1).max(initial=0), part.mean(axis=0).max(initial=0)
        segments.append(int(max(along) > 0.7))
    key = tuple(segments)
    if key == _MINUS:
        return "-"
    digit = _DIGITS.get(key)
    return None if digit is None else str(digit)
