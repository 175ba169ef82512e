"""Cells of a picture, cut along a grid of any pitch to patches of one size.

>>> import numpy as np
>>> grid = Grid(left=4.0, top=2.0, across=10.5, down=10.5, rows=2, cols=3)
>>> cut_cells(np.zeros((40, 60, 3), np.uint8), grid).shape
(2, 3, 24, 24, 3)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sapper.base.extras import cv2, pillow

__all__ = ["PATCH", "Grid", "Pixels", "RawSteps", "cut_cells", "find_raw_steps", "halve"]

Pixels: TypeAlias = NDArray[np.uint8]  # rows, columns, and red, green, blue

PATCH = 24  # side of a patch, in pixels


@dataclass(frozen=True)
class Grid:
    """Where the cells of a board lie in a picture; all lengths are pixels."""

    left: float  # of the first column
    top: float  # of the first row
    across: float  # from one column to the next
    down: float  # from one row to the next
    rows: int
    cols: int

    @property
    def right(self) -> float:
        """The right side of the last column."""
        return self.left + self.cols * self.across

    @property
    def bottom(self) -> float:
        """The lower side of the last row."""
        return self.top + self.rows * self.down

    @property
    def middle(self) -> tuple[float, float]:
        """X and y of the middle of the board."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def centre(self, row: int, col: int) -> tuple[float, float]:
        """Return x and y of the middle of a cell."""
        return self.left + (col + 0.5) * self.across, self.top + (row + 0.5) * self.down


@dataclass(frozen=True)
class RawSteps:
    """Differences of pixels beside each other, the largest of the three colours."""

    across: Pixels  # at (y, x): between the pixels x - 1 and x of the row y
    down: Pixels  # at (y, x): between the pixels y - 1 and y of the column x


def find_raw_steps(pixels: Pixels) -> RawSteps:
    """Return the steps of a picture; the first column and the first row have none."""
    across, down = np.zeros(pixels.shape[:2], np.uint8), np.zeros(pixels.shape[:2], np.uint8)
    for layer in cv2.split(pixels):
        cv2.max(across[:, 1:], cv2.absdiff(layer[:, 1:], layer[:, :-1]), dst=across[:, 1:])
        cv2.max(down[1:], cv2.absdiff(layer[1:], layer[:-1]), dst=down[1:])
    return RawSteps(across, down)


def halve(patches: Pixels) -> NDArray[np.float32]:
    """Return patches at half their size: the means of four pixels each."""
    wide = patches.astype(np.uint16)
    rows = wide[..., ::2, :, :] + wide[..., 1::2, :, :]
    halved: NDArray[np.float32] = (rows[..., ::2, :] + rows[..., 1::2, :]).astype(np.float32) / np.float32(4)
    return halved


def cut_cells(pixels: Pixels, grid: Grid) -> Pixels:
    """Return the patch of every cell: rows, columns, and the pixels of a patch."""
    x0, y0 = int(np.floor(grid.left)) - 1, int(np.floor(grid.top)) - 1
    x1, y1 = int(np.ceil(grid.right)) + 1, int(np.ceil(grid.bottom)) + 1
    height, width = pixels.shape[:2]
    part = pixels[max(y0, 0) : max(y1, 0), max(x0, 0) : max(x1, 0)]
    if min(x0, y0) < 0 or x1 > width or y1 > height:
        # A cell may reach over the side of the picture: there, its last pixels are repeated.
        margins = ((max(-y0, 0), max(y1 - height, 0)), (max(-x0, 0), max(x1 - width, 0)), (0, 0))
        part = np.pad(part, margins, "edge")
    box = (grid.left - x0, grid.top - y0, grid.right - x0, grid.bottom - y0)
    size = (PATCH * grid.cols, PATCH * grid.rows)
    image = pillow.fromarray(np.ascontiguousarray(part))
    even = np.asarray(image.resize(size, pillow.Resampling.BILINEAR, box=box))
    shaped = even.reshape(grid.rows, PATCH, grid.cols, PATCH, 3)
    return np.ascontiguousarray(shaped.transpose(0, 2, 1, 3, 4))
