"""Windows and the mouse of X11: pictures of a window, clicks, keys, and whether the user takes over.

The display is that of the variable DISPLAY.
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from typing import Any

from sapper.base.extras import require
from sapper.base.number import quote
from sapper.errors import InputError
from sapper.vision.camera import Camera, Region, is_wayland

__all__ = ["Screen", "Window"]

_LEFT = 1  # the button of the mouse
_ESCAPE = 0xFF1B
_NEAR = 3  # pixels that the pointer may be off where it was put
_SYSTEMS = {"darwin": "macOS", "win32": "Windows"}
_HELD = {"ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L"}


@dataclass(frozen=True)
class Window:
    """A window and where it lies on the screen."""

    title: str
    region: Region
    number: int  # by which X11 knows it


class Screen(Camera):
    """One display of X11. `close` it, or use it in a `with` statement."""

    def __init__(self) -> None:
        """Connect to the display.

        Raises:
            MissingError: the extra `vision` is not installed.
            InputError: there is no display of X11; the message says what works instead.
        """
        system = _SYSTEMS.get(sys.platform)
        if system is not None:
            raise InputError(
                f"windows and the mouse need X11, which {system} lacks: "
                "sapper watch without --window follows the screen, or a --region of it"
            )
        super().__init__()
        require("Xlib", "vision")
        from Xlib import display  # noqa: PLC0415  # needs the extra

        try:
            self._display: Any = display.Display()
        except Exception as failure:  # Xlib raises several unrelated kinds
            super().close()
            name = os.environ.get("DISPLAY", "")
            raise InputError(f"there is no display of X11: DISPLAY is {name!r} ({failure})") from failure
        self._root = self._display.screen().root
        self._pointer: tuple[int, int] | None = None  # where a click left it
        self._escape = self._display.keysym_to_keycode(_ESCAPE)

    def close(self) -> None:
        """Close the connection."""
        super().close()
        self._display.close()

    def find(self, title: str) -> Window:
        """Return the visible window with this title, or else the first whose title contains it, in any case.

        Raises:
            InputError: there is none; the message lists those there are.
        """
        windows = self._list(self._root)
        wanted = title.casefold()
        found = [window for window in windows if wanted in window.title.casefold()]
        if found:
            return min(found, key=lambda window: window.title.casefold() != wanted)
        known = ", ".join(sorted({repr(window.title) for window in windows})) or "none"
        hint = ". Under Wayland only programs that use X11 are listed" if is_wayland() else ""
        raise InputError(f"no window has {quote(title)} in its title; the titles are {known}{hint}")

    def where(self, window: Window) -> Region | None:
        """Return where a window lies now, or None once it is closed or hidden."""
        from Xlib import X, error  # noqa: PLC0415  # needs the extra

        try:
            found = self._display.create_resource_object("window", window.number)
            return self._place(found) if found.get_attributes().map_state == X.IsViewable else None
        except error.XError:
            return None

    def claim_escape(self) -> None:
        """Take all presses of Esc from now on, so that `taken_over` misses no short one."""
        from Xlib import X, error  # noqa: PLC0415  # needs the extra

        # Where another program has asked for it before, only holding it down is seen.
        taken = error.CatchError(error.BadAccess)
        self._root.grab_key(self._escape, X.AnyModifier, False, X.GrabModeAsync, X.GrabModeAsync, onerror=taken)
        self._display.sync()

    def click(self, x: int, y: int) -> None:
        """Press and release the left button of the mouse at a place of the screen."""
        from Xlib import X  # noqa: PLC0415  # needs the extra

        self._fake(X.MotionNotify, x=x, y=y)
        self._fake(X.ButtonPress, _LEFT)
        time.sleep(0.01)  # some programs miss a shorter click
        self._fake(X.ButtonRelease, _LEFT)
        self._note_pointer()

    def press(self, key: str, window: Window) -> None:
        """Press and release a key in a window: a name of X11 such as n or F2, after ctrl+, shift+ or alt+.

        Raises:
            InputError: the keyboard has no such key, or the window is closed.
        """
        from Xlib import XK, X, error  # noqa: PLC0415  # needs the extra

        *held, last = key.split("+")
        names = [_HELD.get(name.casefold(), "") for name in held] + [last]
        codes = [self._display.keysym_to_keycode(XK.string_to_keysym(name)) for name in names]
        if not all(codes):
            raise InputError(f"a key is named as n, F2 or ctrl+n, not {quote(key)}")
        if self.where(window) is None:
            raise InputError(f"the window {quote(window.title)} is closed")
        closed = error.CatchError(error.BadMatch, error.BadWindow)
        target = self._display.create_resource_object("window", window.number)
        target.set_input_focus(X.RevertToParent, X.CurrentTime, onerror=closed)
        for code in codes:
            self._fake(X.KeyPress, code)
        for code in reversed(codes):
            self._fake(X.KeyRelease, code)

    def park(self, x: int, y: int) -> None:
        """Move the pointer away from what is to be seen."""
        from Xlib import X  # noqa: PLC0415  # needs the extra

        self._fake(X.MotionNotify, x=x, y=y)
        self._note_pointer()

    def taken_over(self) -> str | None:
        """Return why a program must stop: Esc was pressed, or the mouse was moved since a click; else None."""
        from Xlib import X  # noqa: PLC0415  # needs the extra

        pressed = bool(self._display.query_keymap()[self._escape // 8] & (1 << (self._escape % 8)))
        while self._display.pending_events():
            event = self._display.next_event()
            pressed |= event.type == X.KeyPress and event.detail == self._escape
        if pressed:
            return "Esc was pressed"
        if self._pointer is not None:
            now = self._root.query_pointer()
            if max(abs(now.root_x - self._pointer[0]), abs(now.root_y - self._pointer[1])) > _NEAR:
                return "the mouse was moved"
        return None

    def _fake(self, *event: int, **place: int) -> None:
        from Xlib.ext import xtest  # noqa: PLC0415  # needs the extra

        xtest.fake_input(self._display, *event, **place)
        self._display.sync()

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
                    found.append(Window(name, self._place(child), child.id))
                found += self._list(child)
            except error.XError:
                continue  # the window was closed meanwhile
        return found

    def _place(self, window: Any) -> Region:  # noqa: ANN401  # a window of Xlib
        size = window.get_geometry()
        corner = window.translate_coords(self._root, 0, 0)
        # translate_coords gives the way from the root to the window with its sign turned.
        return Region(-corner.x, -corner.y, size.width, size.height)

    def _title(self, window: Any) -> str:  # noqa: ANN401  # a window of Xlib
        name = window.get_full_text_property(self._display.intern_atom("_NET_WM_NAME"))
        return str(name or window.get_wm_name() or "")
