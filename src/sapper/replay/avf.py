"""AVF of Minesweeper Arbiter, and FSVF of Freesweeper, which has the same structure.

The mines follow a level in byte 5. Then come scrambled bytes and a text in brackets with the dates, 3BV and time. The
first event is the first place after it whose bytes can be one; each event has 8 bytes. Texts with the player's name
are at the end.
"""

from __future__ import annotations

import re

import numpy as np

from sapper import _engine
from sapper.errors import ParseError
from sapper.replay.cursor import Cursor, decode_text
from sapper.replay.field import LEVELS, check_mines, check_size
from sapper.replay.recording import Events, Recording

__all__ = ["is_avf", "read_avf"]

_LEVEL_AT = 5
_LEVEL_NAMES = {3: "beginner", 4: "intermediate", 5: "expert"}
_CUSTOM = 6
_TEXT = re.compile(rb"([\x11\x7f])[\s\S]\[[0-3]\|")
_MARKS_ON = 17
_SIZE = 8  # bytes of an event
_FIRST = re.compile(rb"[\s\S][\x00\x01]\x01")  # the first event is at x below 512 in the first second
_STARTED = re.compile(r"(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{1,4})\.(\d{1,2}):(\d{1,2}):(\d{1,2}):(\d{1,4})(?!\d)")
_RESULT = re.compile(r"B(\d{1,9})T\d")
_REAL_TIME = re.compile(rb"RealTime:\s*(\d{1,9})(?:[.,](\d+))?(?!\d)")
_PROGRAM = re.compile(rb"(?:Minesweeper Arbiter|Freesweeper|FreeSweeper)[^\r\n]*")
_SIGNED = b"cs="
_SIGNATURE = 16


def is_avf(data: bytes) -> bool:
    """Whether bytes have a level and the text in brackets of such a file."""
    return len(data) > _LEVEL_AT and data[_LEVEL_AT] in (*_LEVEL_NAMES, _CUSTOM) and _TEXT.search(data) is not None


def read_avf(data: bytes, *, partial: bool = False) -> Recording:
    """Return the recording of a file; `partial` accepts one whose events are cut off.

    Raises:
        ParseError: no such file, or a broken one; names the byte.
    """
    cursor = Cursor(data, _LEVEL_AT)
    level = cursor.u8()
    if level in _LEVEL_NAMES:
        rows, cols, mines = LEVELS[_LEVEL_NAMES[level]]
    elif level == _CUSTOM:
        cols, rows, mines = cursor.u8() + 1, cursor.u8() + 1, cursor.u16()
    else:
        # Files of any other kind arrive here as well: AVF has no mark at its beginning.
        raise ParseError(f"this is no replay of a known format; as AVF, its level would be {level}", byte=_LEVEL_AT)
    check_size(rows, cols, mines, at=_LEVEL_AT)
    mines_at = cursor.at
    listed = cursor.take(2 * mines, "the list of mines")
    cells = [(listed[k] - 1, listed[k + 1] - 1) for k in range(0, len(listed), 2)]
    placed = check_mines(cells, rows, cols, at=mines_at)
    begun = _TEXT.search(data, cursor.at)
    if begun is None:
        raise ParseError("the text in brackets is missing", byte=cursor.at)
    text_end = data.find(b"]", begun.end())
    if text_end < 0:
        raise ParseError("the text in brackets has no end", byte=begun.end())
    text = data[begun.end() : text_end].decode("latin-1")
    events, end, fault = _read_events(data, text_end + 1, partial=partial)
    tail = data[end:]
    free = data[0] == 0
    if free:
        events = _refine(events, tail)
    return Recording(
        "fsvf" if free else "avf",
        f"R{data[1]}" if free else f"0.{data[0]}",
        rows,
        cols,
        placed,
        events,
        len(events),
        rtime_ms=_real_time(tail, events),
        bbbv=None if (result := _RESULT.search(text)) is None else int(result[1]),
        questions=begun[1][0] == _MARKS_ON,
        mode="cheat" if free and data[2] else "classic",
        program=_program(tail),
        player=_player(tail),
        started=_started(text),
        official=_SIGNED in tail,
        fault=fault,
    )


def _read_events(data: bytes, begin: int, *, partial: bool) -> tuple[Events, int, ParseError | None]:
    """Return the events, the byte after them, and what is wrong where they are cut off."""
    first = _FIRST.search(data, begin)
    if first is None:
        if partial:
            return Events.of([]), len(data), ParseError("there are no events", byte=len(data))
        raise ParseError("there are no events", byte=len(data))
    start = first.start()
    found = _engine.read_avf_events(data, start)
    fault = None
    if len(data) - found.end < _SIZE:
        fault = ParseError("the events have no end", byte=len(data))
    elif data[found.end + 2] or data[found.end + 6]:  # seconds
        fault = ParseError(f"{data[found.end]} is no kind of event", byte=found.end)
    if fault is not None and not partial:
        raise fault
    return Events(found), found.end, fault


def _refine(events: Events, tail: bytes) -> Events:
    """Return events with the thousandths that Freesweeper writes after the signature, two in a byte."""
    at = tail.find(_SIGNED)
    packed = tail[at + len(_SIGNED) : at + len(_SIGNED) + (len(events) + 1) // 2] if at >= 0 else b""
    if not len(events) or len(packed) < (len(events) + 1) // 2:
        return events
    pairs = np.frombuffer(packed, np.uint8)
    nibbles = np.stack([pairs >> 4, pairs & 15], axis=1).ravel()[: len(events)].astype(np.int64)
    if np.any(nibbles > 9):
        return events
    return Events.make(events.kinds, events.times + nibbles, events.xs, events.ys)


def _real_time(tail: bytes, events: Events) -> int | None:
    found = _REAL_TIME.search(tail)
    if found is not None:
        return int(found[1]) * 1000 + int((found[2] or b"0").ljust(3, b"0")[:3])
    return events.time_at(len(events) - 1) if len(events) else None


def _program(tail: bytes) -> str:
    found = _PROGRAM.search(tail)
    return decode_text(found[0]).partition(". Copyright")[0].strip() if found else ""


def _player(tail: bytes) -> str:
    """Return the name: the line after that of the skin."""
    at = tail.find(b"Skin:")
    if at < 0:
        return ""
    lines = re.split(rb"\r\n|\r|\n", tail[at:])
    return decode_text(lines[1]).strip() if len(lines) > 1 else ""


def _started(text: str) -> str:
    found = _STARTED.search(text)
    if found is None:
        return ""
    day, month, year, hour, minute, second = (int(part) for part in found.groups()[:6])
    # The tenth of a second stands before the milliseconds.
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{int(found[7][1:] or 0):03}"
