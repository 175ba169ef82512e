"""A recording: what the file of a replay holds, before it is played. The engine reads the files; `Replay` plays it.

>>> events = Events.of([(Kind.LEFT_DOWN, 0, 8, 8), (Kind.LEFT_UP, 120, 8, 8)])
>>> len(events), events.times.tolist()
(2, [0, 120])
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from sapper._engine import Events, Recording, read_recording

__all__ = ["CELL", "ENDINGS", "Events", "Kind", "Recording", "read_recordings"]

CELL = 16  # pixels of a cell where a format tells none
ENDINGS = (".avf", ".fsvf", ".evf", ".mvf", ".rmv", ".umf", ".rawvf", ".msor", ".evfs")


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


def read_recordings(data: bytes, ending: str, *, partial: bool) -> Iterator[tuple[str, Recording]]:
    """Yield the recordings of a file with their names: many of an EVFS, one without a name of any other file.

    `ending` is that of the file's name, such as "avf"; "" where there is none. `partial` accepts a file that is cut
    off or broken among its events.

    Raises:
        ParseError: no replay, or a broken one; names the byte, or line and column of a text.
    """
    at = 0
    while (found := read_recording(data, ending, partial, at)) is not None:
        name, recording, at = found
        yield name, recording
