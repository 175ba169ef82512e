"""The clicks that the events of a mouse make, by the rules that programs share; the engine applies them.

The left button reveals when it is released, the right one flags when it is pressed. Both together chord, at the first
release, on the cell under the pointer then; the other release does nothing. The middle button, and the left one with
shift, chord when they are released. Presses and releases beside the board do nothing. `MouseRules` has what programs
do otherwise.

>>> from sapper.replay.recording import Kind
>>> both = [(Kind.RIGHT_DOWN, 0, 8, 8), (Kind.LEFT_DOWN, 5, 8, 8), (Kind.RIGHT_UP, 9, 20, 8)]
>>> played = play_mouse(Layout.from_mines(1, 2, []), Events.of(both), cell=16)
>>> [(click.kind, click.cell, click.at) for click in list_clicks(played, Events.of(both), cols=2)]
[('right', (0, 0), 0.0), ('chord', (0, 1), 0.009)]
"""

from __future__ import annotations

from dataclasses import dataclass

from sapper import _engine
from sapper.game.layout import Layout
from sapper.game.statistics import ButtonKind, TimedClick
from sapper.replay.recording import Events

__all__ = ["MouseRules", "list_clicks", "play_mouse"]

_KINDS: tuple[ButtonKind, ...] = ("left", "right", "chord")  # as the engine numbers them


@dataclass(frozen=True, slots=True)
class MouseRules:
    """What programs do differently with the mouse.

    Attributes:
        rilian: whether the other release after a chord reveals a cell, as in Arbiter up to 0.44.
        count_outside: whether a left release beside the board counts as a click, as in ms_toollib.
    """

    rilian: bool = False
    count_outside: bool = False


_DEFAULT_RULES = MouseRules()


def play_mouse(
    layout: Layout, events: Events, *, cell: int, rules: MouseRules = _DEFAULT_RULES, questions: bool = False
) -> _engine.MouseGame:
    """Return the clicks that events make on a layout, and what they did; cells have `cell` pixels a side."""
    settings = _engine.MouseSettings(rules.rilian, rules.count_outside, questions)
    return _engine.play_mouse(layout._handle, events, cell, settings)


def list_clicks(played: _engine.MouseGame, events: Events, *, cols: int) -> tuple[TimedClick, ...]:
    """Return the clicks with their times in seconds."""
    times = (events.times[played.events] / 1000).tolist()
    return tuple(
        TimedClick(_KINDS[kind], None if cell < 0 else divmod(cell, cols), at)
        for kind, cell, at in zip(played.kinds, played.cells, times, strict=True)
    )
