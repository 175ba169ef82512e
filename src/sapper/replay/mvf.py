"""MVF of Minesweeper Clone, all versions.

Since 0.97 the bits of every event are permuted by a key that the file tells. Events are states of the buttons, from
which presses and releases follow. Before 0.97 the file begins with the board as MBF has it.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.errors import ParseError
from sapper.replay.cursor import Cursor, decode_text
from sapper.replay.field import check_mines, check_size
from sapper.replay.recording import Events, Recording

__all__ = ["is_mvf", "read_mvf"]

_NEW, _HACK = b"\x11M", b"\0\0"
_YEAR_AT = 27  # the last digit of the copyright
_MODES = {1: "classic", 2: "density", 3: "upk", 4: "cheat"}
_SHORT, _LONG = 5, 6  # bytes of an event in 0.97, and since 2006
_OLD_EVENT = 8
_MOST_LEVELS = 5
# Before 0.97: bytes from the end where the time stands, by version; the name follows if there is one.
_OLD_TAILS = {"0.96": 125, "0.76": 113, "0.75": 13}
_LATEST_END = 2000  # milliseconds from the last event to the time of the game
_MOST_BUTTONS = 7  # all three bits
_OLD_SIZES = {(30, 16, 99), (16, 16, 40), (8, 8, 10)}


class _Tail(NamedTuple):
    """What follows the events of a file from before 0.97."""

    version: str
    rtime: int  # milliseconds
    player: str
    at: int  # its first byte


def is_mvf(data: bytes) -> bool:
    """Whether bytes begin as such a file: with its name, or with a board of a usual level and events after it."""
    if data.startswith(_NEW):
        return True
    size = (data[0], data[1], int.from_bytes(data[2:4], "big")) if len(data) > 4 else (0, 0, 0)
    return size in _OLD_SIZES and len(data) > 4 + 2 * size[2] + _OLD_EVENT


def read_mvf(data: bytes, *, partial: bool = False) -> Recording:
    """Return the recording of a file; `partial` accepts one whose events are cut off.

    Raises:
        ParseError: no such file, or a broken one; names the byte.
    """
    if data.startswith(_NEW):
        return _read_named(data, partial=partial)
    if data.startswith(_HACK):
        return _read_new(Cursor(data, 7), "0.97 hack", _SHORT, partial=partial)
    return _read_old(data, partial=partial)


def _read_named(data: bytes, *, partial: bool) -> Recording:
    digit = Cursor(data, _YEAR_AT).take(1)
    if digit == b"5":
        return _read_new(Cursor(data, 74), "0.97", _SHORT, partial=partial)
    if digit == b"8":
        return _read_new(Cursor(data, 74), "0.97 funny mode", _SHORT, partial=partial, mode="upk")
    if digit in (b"6", b"7"):
        cursor = Cursor(data, 53)
        length = cursor.u8()
        version = decode_text(cursor.take(length, "the version"))
        return _read_new(Cursor(data, 71), version, _LONG, partial=partial)
    raise ParseError(f"{digit!r} ends no year of Minesweeper Clone", byte=_YEAR_AT)


def _read_new(cursor: Cursor, version: str, size: int, *, partial: bool, mode: str | None = None) -> Recording:
    month, day, year = cursor.u8(), cursor.u8(), cursor.u16()
    hour, minute, second = cursor.u8(), cursor.u8(), cursor.u8()
    at = cursor.at
    level, mode_code = cursor.u8(), cursor.u8()
    if not 1 <= level <= _MOST_LEVELS:
        raise ParseError(f"{level} is no level of MVF, which has 1 to {_MOST_LEVELS}", byte=at)
    details: dict[str, str] = {}
    bbbv = None
    if size == _SHORT:
        rtime = cursor.u16() * 1000 + cursor.u8() * 10
        bbbv, solved, left, double, right = (cursor.u16() for _ in range(5))
        details = {"solved": str(solved), "left": str(left), "double": str(double), "right": str(right)}
    else:
        rtime = cursor.u24()
    questions = cursor.u8()
    at = cursor.at
    cols, rows, mines = cursor.u8(), cursor.u8(), cursor.u16()
    check_size(rows, cols, mines, at=at)
    mines_at = cursor.at
    listed = cursor.take(2 * mines, "the list of mines")
    cells = [(listed[k + 1] - 1, listed[k] - 1) for k in range(0, len(listed), 2)]
    placed = check_mines(cells, rows, cols, at=mines_at)
    player = decode_text(cursor.take(cursor.u8(), "the name"))
    key, count = cursor.u16(), cursor.u24()
    begin = cursor.at
    held = (len(cursor.data) - begin) // size
    fault = None
    if held < count:
        fault = ParseError(f"the file has {held} of {count} events", byte=len(cursor.data))
        if not partial:
            raise fault
        count = held
    found = _engine.read_mvf_events(cursor.take(count * size, "the events"), bytes(_permutation(key, size)))
    return Recording(
        "mvf",
        version,
        rows,
        cols,
        placed,
        Events(found),
        count,
        rtime_ms=rtime,
        bbbv=bbbv,
        questions=bool(questions),
        mode=mode or _MODES.get(mode_code, str(mode_code)),
        program="Minesweeper Clone",
        player=player,
        started=f"{year:04}-{month:02}-{day or 1:02}T{hour:02}:{minute:02}:{second:02}" if year and month else "",
        official=True,
        details=details,
        fault=fault,
    )


def _permutation(key: int, size: int) -> list[int]:
    """Return for each logical bit its place among the bits of an event."""
    a, b = math.sqrt(key), math.sqrt(key + 1000)
    c, d = math.sqrt(a + 1000), math.sqrt(b + 1000)
    values = [
        math.cos(c + 1000),
        math.sin(math.sqrt(b)),
        math.cos(c),
        math.sin(math.sqrt(a) + 1000),
        math.cos(d),
        math.sin(d),
    ]
    digits = "".join(f"{round(abs(value) * 1e8):08}"[-8:] for value in values[:size])
    return sorted(range(8 * size), key=lambda place: digits[place])


def _read_old(data: bytes, *, partial: bool) -> Recording:
    cursor = Cursor(data)
    cols, rows, mines = cursor.u8(), cursor.u8(), cursor.u16()
    check_size(rows, cols, mines, at=0)
    listed = cursor.take(2 * mines, "the list of mines")
    placed = check_mines([(listed[k + 1], listed[k]) for k in range(0, len(listed), 2)], rows, cols, at=4)
    questions = cursor.u8()
    cursor.take(1)
    begin = cursor.at
    tail = _read_old_tail(data, begin)
    table, times = _read_old_events(data, begin, tail)
    fault = None
    if tail is None:
        fault = ParseError("the events have no end", byte=len(data))
    elif not len(table):
        fault = ParseError("there are no events", byte=begin)
    if fault is not None and not partial:
        raise fault
    xs, ys = (table[:, k] * 256 + table[:, k + 1] for k in (3, 5))
    found = _engine.press_buttons(table[:, 2].astype(np.uint8), times, xs.astype(np.int32), ys.astype(np.int32))
    return Recording(
        "mvf",
        "" if tail is None else tail.version,
        rows,
        cols,
        placed,
        Events(found),
        len(table),
        rtime_ms=None if tail is None else tail.rtime,
        questions=bool(questions),
        mode="classic",
        program="Minesweeper Clone",
        player="" if tail is None else tail.player,
        official=True,
        fault=fault,
    )


def _read_old_events(data: bytes, begin: int, tail: _Tail | None) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the bytes of events and their times, as far as the times rise and the tail does not begin."""
    end = len(data) if tail is None else tail.at
    count = max(end - begin, 0) // _OLD_EVENT
    table = np.frombuffer(data, np.uint8, count * _OLD_EVENT, begin).reshape(-1, _OLD_EVENT).astype(np.int64)
    times = table[:, 0] * 1000 + table[:, 1] * 10
    if len(times):
        # Seconds have one byte, so a time that falls by more than 200 seconds has passed 256.
        times += np.cumsum(np.concatenate([[0], np.diff(times) < -200_000])) * 256_000
        wrong = np.concatenate([[False], np.diff(times) < 0]) | (table[:, 1] > 99) | (table[:, 2] > _MOST_BUTTONS)
        if tail is not None:
            wrong |= times > tail.rtime
        if wrong.any():
            times = times[: int(np.argmax(wrong))]
    return table[: len(times)], times


def _read_old_tail(data: bytes, begin: int) -> _Tail | None:
    """Return what follows the events; None where the file is cut off, so that it has none."""
    for version, back in _OLD_TAILS.items():
        at = len(data) - back
        if at < begin:
            continue
        seconds, hundredths = int.from_bytes(data[at : at + 2], "big"), data[at + 2]
        if version == "0.96" and not (data[-1] == 0 and data[at + 103] == 0):
            continue
        if version == "0.76" and not data[-10:].isdigit():
            continue
        if hundredths > 99:
            continue
        name = data[at + 3 : at + 103] if version != "0.75" else b""
        text = decode_text(name.partition(b"\0")[0]).strip()
        tail = _Tail(version, seconds * 1000 + hundredths * 10, text, at)
        # Any bytes can be a time. Most events are before it, the last one ends the game, and none follows.
        times = _read_old_events(data, begin, tail)[1]
        few = 2 * len(times) < (at - begin) // _OLD_EVENT
        early = len(times) and tail.rtime - times[-1] > _LATEST_END
        if not (few or early or _is_old_event(data, at + 1)):
            return tail
    return None


def _is_old_event(data: bytes, at: int) -> bool:
    """Whether bytes can be an event on a board of a usual level."""
    _, hundredths, buttons, high_x, _, high_y = data[at : at + 6]
    return hundredths <= 99 and buttons <= _MOST_BUTTONS and high_x <= 1 and high_y <= 1
