"""Follows the board in a window: reads it again when the picture changes."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from sapper.errors import InputError
from sapper.vision.cells import Grid, Pixels
from sapper.vision.read import Reading, read_again, read_pixels
from sapper.vision.screen import Screen, Window

__all__ = ["follow"]

_SEARCH = 1.0  # seconds between two searches for a board where there is none


def follow(
    screen: Screen, window: Window, *, mines: int | None = None, rate: float = 10.0
) -> Iterator[Reading | None]:
    """Yield the board of a window after every change, and None when it is gone. It looks `rate` times a second.

    A picture that equals the one before costs next to nothing. A board that was read before is read on the same grid;
    if its cells are not clear there, for instance because the window was scrolled, it is searched again.
    """
    before: Pixels | None = None
    grid: Grid | None = None
    gone = False
    while True:
        start = time.monotonic()
        pixels = screen.look(window)
        if before is None or not np.array_equal(pixels, before):
            before = pixels
            reading = None if grid is None else read_again(pixels, grid, mines=mines)
            if reading is None or reading.notes:
                try:
                    reading = read_pixels(pixels, mines=mines, index=0)[0]
                except InputError:
                    reading = None
            grid = None if reading is None else reading.grid
            if reading is not None or not gone:
                yield reading
            gone = reading is None
            if gone:
                time.sleep(_SEARCH)
        time.sleep(max(0.0, 1 / rate - (time.monotonic() - start)))
