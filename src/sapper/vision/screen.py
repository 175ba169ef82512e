"""The screen and the mouse: pictures of a window, clicks, and whether the user takes over.

Windows are found and clicked through X11. The display is that of the variable DISPLAY.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from sapper.base.extras import require
from sapper.errors import InputError
from sapper.vision.cells import Pixels

__all__ = ["Screen", "Window"]

_LEFT, _RIGHT = 1, 3  # buttons of the mouse
_ESCAPE = 0xFF1B
_NEAR = 3  # pixels that the pointer may be off where it was put


@dataclass(frozen=True)
class Window:
    """Where a window lies on the screen, in pixels."""

    title: str
    left: int
    top: int
    width: int
    height: int


class Screen:
    """One display. `close` it, or use it in a `with` statement."""

    def __init__(self) -> None:
        """Connect to the display.

        Raises:
            MissingError: the extra `vision` is not installed.
            InputError: there is no display of X11.
        """
        require("mss", "vision")
        require("Xlib", "vision")
        import mss  # noqa: PLC0415  # needs the extra
        from Xlib import display  # noqa: PLC0415  # needs the extra

        name = os.environ.get("DISPLAY", "")
        try:
            self._display: Any = display.Display()
            self._camera: Any = mss.MSS()
        except Exception as error:  # Xlib raises several unrelated kinds
            raise InputError(f"there is no display of X11 to look at: DISPLAY is {name!r} ({error})") from error
        self._root = self._display.screen().root
        self._pointer: tuple[int, int] | None = None  # where a click left it

    def __enter__(self) -> Screen:
        """Return the screen itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connection."""
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._camera.close()
        self._display.close()

    def find(self, title: str) -> Window:
        """Return the first visible window whose title contains a text, in any case.

        Raises:
            InputError: there is none; the message lists those there are.
        """
        windows = self._list(self._root)
        for window in windows:
            if title.casefold() in window.title.casefold():
                return window
        known = ", ".join(sorted({repr(window.title) for window in windows})) or "none"
        raise InputError(f"no window has {title!r} in its title; the titles are {known}")

    def look(self, window: Window) -> Pixels:
        """Return what the screen shows in the place of a window."""
        whole = self._camera.monitors[0]
        left, top = max(window.left, 0), max(window.top, 0)
        right = min(window.left + window.width, whole["width"])
        bottom = min(window.top + window.height, whole["height"])
        if right <= left or bottom <= top:
            raise InputError(f"the window {window.title!r} lies outside the screen")
        shot = self._camera.grab({"left": left, "top": top, "width": right - left, "height": bottom - top})
        return np.frombuffer(shot.rgb, np.uint8).reshape(shot.height, shot.width, 3)

    def click(self, x: int, y: int, *, right: bool = False) -> None:
        """Press and release a button of the mouse at a place of the screen."""
        from Xlib import X  # noqa: PLC0415  # needs the extra
        from Xlib.ext import xtest  # noqa: PLC0415

        button = _RIGHT if right else _LEFT
        xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)
        self._display.sync()
        xtest.fake_input(self._display, X.ButtonPress, button)
        self._display.sync()
        time.sleep(0.01)  # some programs miss a shorter click
        xtest.fake_input(self._display, X.ButtonRelease, button)
        self._display.sync()
        self._note_pointer()

    def park(self, x: int, y: int) -> None:
        """Move the pointer away from what is to be seen."""
        from Xlib import X  # noqa: PLC0415  # needs the extra
        from Xlib.ext import xtest  # noqa: PLC0415

        xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)
        self._display.sync()
        self._note_pointer()

    def taken_over(self) -> str | None:
        """Return why a program must stop: the mouse was moved, or Esc is held down; else None."""
        code = self._display.keysym_to_keycode(_ESCAPE)
        keys = self._display.query_keymap()
        if keys[code // 8] & (1 << (code % 8)):
            return "Esc was pressed"
        if self._pointer is not None:
            now = self._root.query_pointer()
            if max(abs(now.root_x - self._pointer[0]), abs(now.root_y - self._pointer[1])) > _NEAR:
                return "the mouse was moved"
        return None

    def _note_pointer(self) -> None:
        """Remember where the pointer is: it stays on the screen, wherever it was sent."""
        now = self._root.query_pointer()
        self._pointer = (now.root_x, now.root_y)

    def _list(self, parent: Any) -> list[Window]:  # noqa: ANN401  # a window of Xlib
        """Return all visible windows with a title below one."""
        from Xlib import X, error  # noqa: PLC0415  # needs the extra

        found = []
        for child in parent.query_tree().children:
            try:
                if child.get_attributes().map_state != X.IsViewable:
                    continue
                name = self._title(child)
                if name:
                    size = child.get_geometry()
                    corner = child.translate_coords(self._root, 0, 0)
                    # translate_coords gives the way from the root to the window with its sign turned.
                    found.append(Window(name, -corner.x, -corner.y, size.width, size.height))
                found += self._list(child)
            except error.XError:
                continue  # the window was closed meanwhile
        return found

    def _title(self, window: Any) -> str:  # noqa: ANN401  # a window of Xlib
        name = window.get_full_text_property(self._display.intern_atom("_NET_WM_NAME"))
        return str(name or window.get_wm_name() or "")
