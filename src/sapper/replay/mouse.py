"""The clicks that the events of a mouse make, by the rules that programs share.

The left button reveals when it is released, the right one flags when it is pressed. Both together chord, at the first
release, on the cell under the pointer then; the other release does nothing. The middle button, and the left one with
shift, chord when they are released. Presses and releases beside the board do nothing. `MouseRules` has what programs
do otherwise.

>>> from sapper.replay.recording import Events, Kind
>>> both = [(Kind.RIGHT_DOWN, 0, 8, 8), (Kind.LEFT_DOWN, 5, 8, 8), (Kind.RIGHT_UP, 9, 20, 8)]
>>> [(click.kind, click.cell, click.at) for click in find_clicks(Events.of(both), rows=1, cols=2, cell=16)]
[('right', (0, 0), 0.0), ('chord', (0, 1), 0.009)]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sapper.game.statistics import ButtonKind
from sapper.replay.recording import Events, Kind

__all__ = ["Click", "MouseRules", "find_clicks"]


@dataclass(frozen=True, slots=True)
class MouseRules:
    """What programs do differently with the mouse."""

    rilian: bool = False  # whether the other release after a chord reveals a cell, as in Arbiter up to 0.44
    count_outside: bool = False  # whether a left release beside the board counts as a click, as in ms_toollib


class Click(NamedTuple):
    """One click, before the game says what it does."""

    kind: ButtonKind
    cell: tuple[int, int] | None  # (row, col); None beside the board
    at: float  # seconds
    event: int  # number of the event that made it
    held: bool = False  # of a right click: whether the button stayed down and became a chord


def find_clicks(
    events: Events,
    *,
    rows: int,
    cols: int,
    cell: int,
    rules: MouseRules = MouseRules(),  # noqa: B008  # immutable
) -> list[Click]:
    """Return the clicks in order; time counts from the time 0 of the events."""
    numbers = np.flatnonzero(events.kinds != Kind.MOVE)
    kinds = events.kinds[numbers].tolist()
    times = (events.times[numbers] / 1000).tolist()
    across, down = events.xs[numbers] // cell, events.ys[numbers] // cell
    inside = ((across >= 0) & (across < cols) & (down >= 0) & (down < rows)).tolist()
    cells = list(zip(down.tolist(), across.tolist(), strict=True))
    mouse = _Mouse(rules)
    for event, kind, time, on_board, place in zip(numbers.tolist(), kinds, times, inside, cells, strict=True):
        mouse.take(kind, place if on_board else None, time, event)
    return mouse.clicks


class _Mouse:
    """The buttons that are down, and the clicks made so far."""

    __slots__ = ("_chording", "_left", "_pressed", "_right", "_rules", "_shift", "_spent", "clicks")

    def __init__(self, rules: MouseRules) -> None:
        self.clicks: list[Click] = []
        self._rules = rules
        self._left = self._right = False  # whether a button is down that was pressed on the board
        self._chording = False  # both are down
        self._shift = False  # the left one was pressed with shift
        self._spent = False  # a chord was made and one button is still down
        self._pressed = -1  # number of the right click whose button is still down

    def take(self, kind: int, cell: tuple[int, int] | None, time: float, event: int) -> None:
        if kind in _TOGGLES:
            kind = self._resolve(kind)
        if kind == Kind.LEFT_DOWN:
            self._press_left(cell)
        elif kind == Kind.LEFT_UP:
            self._release_left(cell, time, event)
        elif kind == Kind.RIGHT_DOWN:
            self._press_right(cell, time, event)
        elif kind == Kind.RIGHT_UP:
            self._release_right(cell, time, event)
        elif kind == Kind.MIDDLE_UP:
            self._add("chord", cell, time, event)
        elif kind == Kind.PREFLAG:
            self._add("right", cell, time, event)
        elif kind == Kind.SHIFT_LEFT_DOWN:
            self._left = self._shift = cell is not None
        elif kind == Kind.BOTH_DOWN:
            self._left = self._right = self._chording = cell is not None

    def _resolve(self, kind: int) -> int:
        """Return what a button did that an event says changed."""
        if kind == Kind.MIDDLE:
            return Kind.MIDDLE_UP
        if kind == Kind.LEFT:
            return Kind.LEFT_UP if self._left else Kind.LEFT_DOWN
        return Kind.RIGHT_UP if self._right else Kind.RIGHT_DOWN

    def _press_left(self, cell: tuple[int, int] | None) -> None:
        if cell is None:
            return
        self._left, self._shift = True, False
        if self._right:
            self._chording = True
            if self._pressed >= 0:
                self.clicks[self._pressed] = self.clicks[self._pressed]._replace(held=True)

    def _press_right(self, cell: tuple[int, int] | None, time: float, event: int) -> None:
        if cell is None:
            return
        self._right = True
        if self._left:
            self._chording = True
        else:
            self._pressed = len(self.clicks)
            self._add("right", cell, time, event)

    def _release_left(self, cell: tuple[int, int] | None, time: float, event: int) -> None:
        if self._chording or self._shift:
            self._chord(cell, time, event)
        elif self._left and (not self._spent or self._rules.rilian):
            self._add("left", cell, time, event)
        self._left = self._shift = False
        self._settle()

    def _release_right(self, cell: tuple[int, int] | None, time: float, event: int) -> None:
        if self._chording:
            self._chord(cell, time, event)
        self._right = False
        self._pressed = -1
        self._settle()

    def _chord(self, cell: tuple[int, int] | None, time: float, event: int) -> None:
        self._add("chord", cell, time, event)
        self._chording = False
        self._spent = True

    def _settle(self) -> None:
        if not (self._left or self._right):
            self._spent = False

    def _add(self, kind: ButtonKind, cell: tuple[int, int] | None, time: float, event: int) -> None:
        if cell is not None or (kind == "left" and self._rules.count_outside):
            self.clicks.append(Click(kind, cell, time, event))


_TOGGLES = (Kind.LEFT, Kind.RIGHT, Kind.MIDDLE)
