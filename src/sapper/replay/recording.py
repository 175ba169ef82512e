"""A recording: what the file of a replay holds, before it is played.

Every reader of this room returns one `Recording`; `Replay` plays it.

>>> events = Events.of([(Kind.LEFT_DOWN, 0, 8, 8), (Kind.LEFT_UP, 120, 8, 8)])
>>> len(events), events.times.tolist()
(2, [0, 120])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.errors import ParseError

__all__ = ["CELL", "Events", "Kind", "Recording"]

CELL = 16  # pixels of a cell where a format tells none


class Kind(IntEnum):
    """What the mouse did; the numbers are those of EVF up to MIDDLE."""

    MOVE = 1
    LEFT_DOWN = 2
    LEFT_UP = 3
    RIGHT_DOWN = 4
    RIGHT_UP = 5
    MIDDLE_DOWN = 6
    MIDDLE_UP = 7
    PREFLAG = 8  # a flag that was set before the game began
    BOTH_DOWN = 9
    LEFT = 10  # pressed or released
    RIGHT = 11
    MIDDLE = 12
    SHIFT_LEFT_DOWN = 13
    MARKS = 14  # question marks switched on or off


class Events:
    """The events of a mouse, in order, as arrays of one length; immutable."""

    __slots__ = ("_handle",)

    def __init__(self, handle: _engine.RecordedEvents) -> None:
        """Hold events that the engine has read."""
        self._handle = handle

    @classmethod
    def of(cls, rows: Sequence[tuple[int, int, int, int]]) -> Events:
        """Return events given one by one as (kind, milliseconds, x, y)."""
        table = np.array(rows, dtype=np.int64).reshape(-1, 4)
        return cls.make(table[:, 0], table[:, 1], table[:, 2], table[:, 3])

    @classmethod
    def make(
        cls, kinds: NDArray[np.integer], times: NDArray[np.integer], xs: NDArray[np.integer], ys: NDArray[np.integer]
    ) -> Events:
        """Return events of columns; a time before that of the event before it is raised to it."""
        ordered = np.ascontiguousarray(times, dtype=np.int64)
        if len(ordered) and (ordered[0] < 0 or bool((ordered[1:] < ordered[:-1]).any())):
            ordered = np.maximum.accumulate(np.maximum(ordered, 0))
        return cls(
            _engine.RecordedEvents(
                np.ascontiguousarray(kinds, dtype=np.uint8),
                ordered,
                np.ascontiguousarray(xs, dtype=np.int32),
                np.ascontiguousarray(ys, dtype=np.int32),
            )
        )

    @property
    def kinds(self) -> NDArray[np.uint8]:
        """Values of `Kind`."""
        return self._handle.kinds

    @property
    def times(self) -> NDArray[np.int64]:
        """Milliseconds since the game began; never falling."""
        return self._handle.times

    @property
    def xs(self) -> NDArray[np.int32]:
        """Pixels from the left edge of the board."""
        return self._handle.xs

    @property
    def ys(self) -> NDArray[np.int32]:
        """Pixels from its top edge."""
        return self._handle.ys

    def time_at(self, event: int) -> int:
        """Return the milliseconds of one event, counted from 0; faster than reading `times`.

        Raises:
            InputError: there is no such event.
        """
        return self._handle.time_at(event)

    def __len__(self) -> int:
        """The number of events."""
        return len(self._handle)


@dataclass(frozen=True, slots=True)
class Recording:
    """What a file holds."""

    format: str  # "avf", "mvf", "rmv", "umf", "evf", "rawvf", "fsvf" or "msor"
    version: str  # of the format or of the program, as the file tells it
    rows: int
    cols: int
    mines: tuple[tuple[int, int], ...]  # (row, col)
    events: Events
    count: int  # events in the file
    cell: int = CELL  # pixels of a cell
    rtime_ms: int | None = None  # time of the game, where the file tells it
    bbbv: int | None = None  # 3BV, where the file tells it
    questions: bool = False  # whether a right click on a flag puts a question mark
    mode: str = ""  # "classic", "upk", "density", "cheat" and others
    program: str = ""
    player: str = ""
    country: str = ""
    started: str = ""  # when it was played, as ISO 8601 where the file tells it
    official: bool | None = None  # whether the program signed it; the signature is not checked
    details: dict[str, str] = field(default_factory=dict)  # other entries of the file
    fault: ParseError | None = None  # where reading ended, of a file that is not whole
