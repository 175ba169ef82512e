"""Follows the board in a region of the screen: reads it again when the picture changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from sapper.vision.camera import Camera, Region
from sapper.vision.cells import Grid, Pixels
from sapper.vision.read import Reading
from sapper.vision.track import Tracker

__all__ = ["Sight", "follow"]

_SEARCH = 1.0  # seconds between two searches for a board where there is none
_BAR = 120  # pixels above a board that are watched with it, for its counter
_AROUND = 4  # cells around a board that are watched with it
_HIDING = 128  # the grey that covers the helper's own window


@dataclass(frozen=True)
class Sight:
    """What was seen after a change."""

    reading: Reading | None  # None: no board
    settled: bool  # whether it has stayed so for the delay


def follow(
    camera: Camera,
    place: Callable[[], Region],
    *,
    mines: int | None = None,
    rate: float = 10.0,
    delay: Callable[[], float] = lambda: 0.0,
    ignore: Callable[[], Region | None] = lambda: None,
    stop: Callable[[], bool] = lambda: False,
) -> Iterator[Sight]:
    """Yield the board of a region after every change, and again once it has stayed the same for the delay.

    It looks `rate` times a second at the region that `place` returns, which may move. Once a board is found, only its
    surroundings are looked at. A picture that equals the one before costs next to nothing, and of another picture
    only the cells that changed are read. The region that `ignore` returns, such as a window that shows the analysis,
    is not read. It ends when `stop` returns True. `delay` returns seconds.

    Raises:
        InputError: the region lies outside the screen, or what `place` raises.
    """
    tracker = Tracker(mines)
    near: Region | None = None  # the surroundings of the board, from the corner of the region
    before: Pixels | None = None
    shown: Reading | None = None
    since, waiting, started = 0.0, False, False
    while not stop():
        start = time.monotonic()
        region = _within(place(), near)
        pixels = _look(camera, region, ignore())
        if before is None or not np.array_equal(before, pixels):
            before = pixels
            reading = tracker.read(pixels, search=near is None)
            if near is not None and (reading is None or reading.notes):
                near, before, tracker = None, None, Tracker(mines)  # it is not there any more: search everywhere
                continue
            if not started or not _same(reading, shown):
                shown, since, waiting, started = reading, time.monotonic(), delay() > 0, True
                yield Sight(reading, settled=not waiting)
            if reading is None:
                _pause(_SEARCH, stop)
            elif near is None:
                near = _surround(reading.grid, pixels.shape[:2])
                before = pixels[near.top : near.top + near.height, near.left : near.left + near.width]
                tracker.crop(near.left, near.top, before)
        if waiting and time.monotonic() - since >= delay():
            waiting = False
            yield Sight(shown, settled=True)
        _pause(1 / rate - (time.monotonic() - start), stop)


def _same(one: Reading | None, other: Reading | None) -> bool:
    if one is None or other is None:
        return one is other
    return one.board == other.board and one.doubts == other.doubts and one.notes == other.notes


def _within(region: Region, near: Region | None) -> Region:
    if near is None:
        return region
    return Region(region.left + near.left, region.top + near.top, near.width, near.height)


def _look(camera: Camera, region: Region, hidden: Region | None) -> Pixels:
    pixels = camera.look(region)
    seen = region.meet(camera.whole)
    common = None if hidden is None or seen is None else hidden.meet(seen)
    if common is not None and seen is not None:
        left, top = common.left - seen.left, common.top - seen.top
        pixels[top : top + common.height, left : left + common.width] = _HIDING
    return pixels


def _surround(grid: Grid, size: tuple[int, int]) -> Region:
    """Return the part of a picture that a board and what lies around it take."""
    height, width = size
    left, right = max(int(grid.left - _AROUND * grid.across), 0), min(int(grid.right + _AROUND * grid.across), width)
    top = max(int(grid.top - max(_BAR, _AROUND * grid.down)), 0)
    bottom = min(int(grid.bottom + _AROUND * grid.down), height)
    return Region(left, top, right - left, bottom - top)


def _pause(seconds: float, stop: Callable[[], bool]) -> None:
    """Sleep, but not long after `stop` returns True."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0 and not stop():
        time.sleep(min(left, 0.1))
