"""The board on the screen: a widget that draws only cells that change, scrolls, and reports clicks on cells.

`show` gives it a `Scene`: one character a cell as in `sapper.game.live`, with the overlay and marks over it.

>>> FORMS[0], Scene(1, 3, ".1.").sign((0, 1))
(Form(width=2, height=1), '1')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import isnan
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from sapper.board.cell import Cell
from sapper.tui.insight import Mark
from sapper.tui.palette import PALETTES, Palette

__all__ = ["FORMS", "BoardView", "Form", "Scene"]

_FLAG, _MINE, _SAFE, _WRONG, _FLOATING = "⚑", "✱", "✓", "✗", "·"
_MARKED: Mapping[Mark, str] = {"safe": _SAFE, "mine": _MINE}
_LEFT, _MIDDLE, _RIGHT = 1, 2, 3
_MOST_REGIONS = 60  # changed cells up to which each is drawn alone


@dataclass(frozen=True, slots=True)
class Form:
    """How large a cell is drawn."""

    width: int  # columns
    height: int  # lines


FORMS = (Form(2, 1), Form(3, 1), Form(4, 2), Form(6, 3), Form(8, 4))


@dataclass(frozen=True)
class Scene:
    """All that is drawn."""

    rows: int
    cols: int
    signs: str  # one character a cell, row by row
    risk: NDArray[np.float64] | None = None  # the overlay
    floating: frozenset[Cell] = frozenset()  # cells whose mine probability stands in the legend
    marks: Mapping[Cell, Mark] = field(default_factory=dict)
    veiled: bool = False  # whether all cells are covered, during a pause

    def sign(self, cell: Cell) -> str:
        """Return the character of a cell."""
        return self.signs[cell[0] * self.cols + cell[1]]

    def changed(self, other: Scene) -> set[Cell] | None:
        """Return the cells that differ from another scene; None where most may."""
        if (self.rows, self.cols, self.veiled) != (other.rows, other.cols, other.veiled):
            return None
        if self.risk is not other.risk or self.floating != other.floating:
            return None
        pairs = zip(self.signs, other.signs, strict=True)
        cells = {divmod(index, self.cols) for index, (old, new) in enumerate(pairs) if old != new}
        marked = self.marks.keys() | other.marks.keys()
        return cells | {cell for cell in marked if self.marks.get(cell) != other.marks.get(cell)}


class BoardView(ScrollView, can_focus=True, inherit_bindings=False):
    """The board. The cursor is always on it."""

    ALLOW_SELECT: ClassVar[bool] = False
    DEFAULT_CSS = """
    BoardView { scrollbar-size: 1 1; overflow: auto auto; }
    """

    class Pressed(Message):
        """A mouse button on a cell."""

        def __init__(self, action: str, cell: Cell) -> None:
            """Report "reveal", "flag" or "chord" on a cell."""
            super().__init__()
            self.action = action
            self.cell = cell

    def __init__(self) -> None:
        """Draw one hidden cell until the first scene is shown."""
        super().__init__(id="board")
        self.scene = Scene(1, 1, ".")
        self.cursor: Cell = (0, 0)
        self.form = FORMS[0]
        self._down: set[int] = set()  # mouse buttons that are held
        self._chorded = False  # whether both buttons were held; the release then does nothing more

    @property
    def palette(self) -> Palette:
        """The colours of the current theme."""
        return PALETTES.get(self.app.theme, PALETTES["dark"])

    def show(self, scene: Scene) -> None:
        """Draw a scene, as far as it differs from the last one."""
        changed = scene.changed(self.scene)
        self.scene = scene
        self._resize_board()
        if changed is None or len(changed) > _MOST_REGIONS:
            self.refresh()
        elif changed:
            self._refresh_cells(changed)

    def set_form(self, form: Form) -> None:
        """Draw cells in another size."""
        if form != self.form:
            self.form = form
            self._resize_board()
            self.refresh()
            self.call_after_refresh(self._follow)

    def move_cursor(self, cell: Cell) -> None:
        """Put the cursor on a cell, the nearest one if there is none, and scroll it into view."""
        row, col = cell
        old = self.cursor
        self.cursor = (min(max(row, 0), self.scene.rows - 1), min(max(col, 0), self.scene.cols - 1))
        if self.cursor != old:
            self._refresh_cells({old, self.cursor})
        self._follow()

    def render_line(self, y: int) -> Strip:
        """Draw one line of the visible part."""
        left, top = self.scroll_offset
        row, line = divmod(y + top, self.form.height)
        width = self.size.width
        ground = Style(bgcolor=self.palette.screen)
        if row >= self.scene.rows:
            return Strip.blank(width, ground)
        first, last = left // self.form.width, -(-(left + width) // self.form.width)
        segments = [self._segment((row, col), line) for col in range(first, min(last, self.scene.cols))]
        strip = Strip(segments, len(segments) * self.form.width)
        begin = left - first * self.form.width
        return strip.crop(begin, begin + width).extend_cell_length(width, ground)

    def cell_at(self, event: events.MouseEvent) -> Cell | None:
        """Return the cell under the mouse."""
        offset = event.get_content_offset(self)
        if offset is None:
            return None
        place = offset + self.scroll_offset
        row, col = place.y // self.form.height, place.x // self.form.width
        return (row, col) if row < self.scene.rows and col < self.scene.cols else None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Flag with the right button; chord with the middle one or with both others."""
        event.stop()
        cell = self.cell_at(event)
        if not self._down:
            self._chorded = False
        self._down.add(event.button)
        if cell is None:
            return
        if event.button == _MIDDLE or {_LEFT, _RIGHT} <= self._down:
            self._chorded = True
            self.post_message(self.Pressed("chord", cell))
        elif event.button == _RIGHT:
            self.post_message(self.Pressed("flag", cell))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Reveal when the left button is released, so that a press can be moved off a cell."""
        event.stop()
        cell = self.cell_at(event)
        held = _LEFT in self._down
        # Some terminals do not say which button was released.
        self._down.discard(event.button) if event.button in self._down else self._down.clear()
        if held and _LEFT not in self._down and not self._chorded and cell is not None:
            self.post_message(self.Pressed("reveal", cell))

    def on_leave(self) -> None:
        """Forget buttons that are released elsewhere."""
        self._down.clear()

    def _resize_board(self) -> None:
        size = Size(self.scene.cols * self.form.width, self.scene.rows * self.form.height)
        if size != self.virtual_size:
            self.virtual_size = size
            self.refresh(layout=True)

    def _refresh_cells(self, cells: Iterable[Cell]) -> None:
        left, top = self.scroll_offset
        width, height = self.form.width, self.form.height
        self.refresh(*(Region(col * width - left, row * height - top, width, height) for row, col in cells))

    def _follow(self) -> None:
        """Scroll so that the cursor is visible, with the cells around it where there is room."""
        row, col = self.cursor
        width, height = self.form.width, self.form.height
        room = self.scrollable_content_region
        beside_x = width if room.width >= 3 * width else 0
        beside_y = height if room.height >= 3 * height else 0
        cell = Region(col * width, row * height, width, height)
        around = cell.grow((beside_y, beside_x, beside_y, beside_x))
        self.scroll_to_region(
            around.intersection(Region(0, 0, *self.virtual_size)), animate=False, force=True, immediate=True
        )

    def _segment(self, cell: Cell, line: int) -> Segment:
        text, style = self._look(cell)
        if cell == self.cursor and self.has_focus and not self.scene.veiled:
            style = Style(color=self.palette.cursor_ink, bgcolor=self.palette.cursor, bold=True)
        if line != (self.form.height - 1) // 2:
            text = ""
        room = self.form.width
        return Segment(text.rjust(room) if room < 4 and len(text) + 1 >= room else text.center(room), style)

    def _look(self, cell: Cell) -> tuple[str, Style]:
        """Return the text and the style of a cell without the cursor."""
        palette, scene = self.palette, self.scene
        odd = bool((cell[0] + cell[1]) % 2)
        cover = palette.cover(odd=odd)
        if scene.veiled:
            return "", Style(bgcolor=cover)
        sign, mark = scene.sign(cell), scene.marks.get(cell)
        text, style = self._plain(cell, sign, cover)
        if mark is not None and mark in _MARKED:
            return _MARKED[mark], palette.risk(float(mark == "mine"), odd=odd)
        if mark is not None:
            return text, Style(color=palette.look_ink, bgcolor=palette.look, bold=True)
        if scene.risk is None or isnan(chance := float(scene.risk[cell])):
            return text, style
        if sign == "F":
            return _FLAG, palette.risk(chance, odd=odd)
        if cell in scene.floating:  # all have the same probability, which the legend says
            return _FLOATING, Style(color=palette.flag, bgcolor=cover)
        return _percent(chance), palette.risk(chance, odd=odd)

    def _plain(self, cell: Cell, sign: str, cover: str) -> tuple[str, Style]:
        """Return a cell without overlay and marks."""
        palette = self.palette
        if sign.isdigit():
            number = int(sign)
            return sign if number else "", palette.clue(number)
        verdict = Style(color=palette.verdict_ink, bgcolor=palette.mine, bold=True)
        looks: dict[str, tuple[str, Style]] = {
            "F": (_FLAG, Style(color=palette.flag, bgcolor=cover, bold=True)),
            "Q": ("?", Style(color=palette.flag, bgcolor=cover)),
            "M": (_MINE, Style(color=palette.flag, bgcolor=cover)),
            "W": (_WRONG, verdict),
            "X": (_MINE, verdict),
        }
        return looks.get(sign, ("", Style(bgcolor=cover)))


def _percent(chance: float) -> str:
    """Return a mine probability in two characters, never rounded to 0 or 100."""
    if chance in (0, 1):
        return _MINE if chance else _SAFE
    percent = round(chance * 100)
    return "<1" if percent < 1 else f"{min(percent, 99):02d}"
