"""Pictures of the screen, on X11, Windows and macOS.

>>> Region(10, 20, 300, 200).spell()
'10,20,300,200'
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from sapper.base.extras import require
from sapper.errors import InputError
from sapper.vision.cells import Pixels

__all__ = ["Camera", "Region", "is_wayland"]


@dataclass(frozen=True)
class Region:
    """A part of the screen, in pixels from its upper left corner."""

    left: int
    top: int
    width: int
    height: int

    def spell(self) -> str:
        """Return the four numbers, as the command line reads them."""
        return f"{self.left},{self.top},{self.width},{self.height}"

    def meet(self, other: Region) -> Region | None:
        """Return the part that two regions share, or None.

        >>> Region(0, 0, 10, 10).meet(Region(6, 2, 10, 3))
        Region(left=6, top=2, width=4, height=3)
        """
        left, top = max(self.left, other.left), max(self.top, other.top)
        right = min(self.left + self.width, other.left + other.width)
        bottom = min(self.top + self.height, other.top + other.height)
        return Region(left, top, right - left, bottom - top) if right > left and bottom > top else None


class Camera:
    """Takes pictures of one screen. `close` it, or use it in a `with` statement."""

    def __init__(self) -> None:
        """Connect to the screen.

        Raises:
            MissingError: the extra `vision` is not installed.
            InputError: the screen cannot be seen; the message says why.
        """
        require("mss", "vision")
        import mss  # noqa: PLC0415  # needs the extra
        from mss.exception import ScreenShotError  # noqa: PLC0415

        self._failure = ScreenShotError
        try:
            self._shooter: Any = mss.MSS()
        except (ScreenShotError, OSError, ValueError, AttributeError) as error:
            raise InputError(f"the screen cannot be seen: {_explain(error)}") from error

    def __enter__(self) -> Self:
        """Return the camera itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connection."""
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._shooter.close()

    @property
    def whole(self) -> Region:
        """All monitors together."""
        box = self._shooter.monitors[0]
        return Region(box["left"], box["top"], box["width"], box["height"])

    def look(self, region: Region) -> Pixels:
        """Return what a region shows, as far as it lies on the screen; the pointer is not in the picture.

        Raises:
            InputError: it lies outside, or the system gives no picture of it.
        """
        seen = region.meet(self.whole)
        if seen is None:
            raise InputError(f"the region {region.spell()} lies outside the screen, which is {self.whole.spell()}")
        box = {"left": seen.left, "top": seen.top, "width": seen.width, "height": seen.height}
        try:
            shot = self._shooter.grab(box)
        except self._failure as error:
            raise InputError(f"the screen gives no picture: {_explain(error)}") from error
        layers = np.frombuffer(shot.raw, np.uint8).reshape(shot.height, shot.width, 4)
        pixels = np.ascontiguousarray(layers[:, :, 2::-1])  # from blue, green, red
        if is_wayland() and not pixels.any():
            raise InputError(f"the picture is black: {_WAYLAND}")
        return pixels


def is_wayland() -> bool:
    """Whether this is a session of Wayland."""
    return sys.platform.startswith("linux") and bool(os.environ.get("WAYLAND_DISPLAY"))


_WAYLAND = (
    "this is a session of Wayland, which shows no program what other programs draw; "
    "log in to a session of X11, or take a screenshot and use sapper read"
)


def _explain(error: Exception) -> str:
    """Return why there is no picture, as a user can act on it."""
    said = str(error).strip() or type(error).__name__
    if sys.platform == "darwin":
        return f"allow this terminal in System Settings, Privacy & Security, Screen Recording ({said})"
    if is_wayland():
        return f"{_WAYLAND} ({said})"
    if sys.platform.startswith("linux"):
        return f"there is no display of X11 to look at: DISPLAY is {os.environ.get('DISPLAY', '')!r} ({said})"
    return said
