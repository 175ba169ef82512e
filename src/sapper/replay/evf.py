"""EVF of Metasweeper, versions 0 to 4: read, and version 4 written. EVFS, which holds many of them, is read too."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import numpy as np

from sapper import _engine
from sapper.errors import InputError, ParseError
from sapper.replay.cursor import Cursor, decode_text, read_digits
from sapper.replay.field import check_size
from sapper.replay.recording import Events, Kind, Recording

__all__ = ["MODES", "read_evf", "read_evfs", "write_evf"]

_NEWEST = 4
_MOST_KIND = 12
_COMPLETED, _OFFICIAL, _FAIR, _NO_FLAGS, _TRANSCODED = 0x80, 0x40, 0x20, 0x10, 0x08
_QUESTIONS = 0x80
_PAUSE = 255
_BOARD = struct.Struct(">BBHBHH")  # rows, columns, mines, pixels of a cell, mode, 3BV
_KNOWN = frozenset((*range(1, 13), 81, 82, 83, 99, 200, 201, _PAUSE))
_NO_MODE = 65_535
_MOST_PAUSE = 65_535
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MODES = {
    0: "classic",
    1: "upk",
    2: "cheat",
    3: "density",
    4: "win7",
    5: "classic_no_guess",
    6: "strong_no_guess",
    7: "weak_no_guess",
    8: "quasi_no_guess",
    9: "strong_guessable",
    10: "weak_guessable",
    11: "recursive_chord",
    12: "recursive_flag",
    13: "recursive_both",
    14: "no_guess_recursive_chord",
    15: "no_guess_recursive_flag",
    16: "no_guess_recursive_both",
    _NO_MODE: "",
}
# The bits that are set in a byte, the highest first.
_BITS = tuple(tuple(bit for bit in range(8) if byte & 0x80 >> bit) for byte in range(256))
_MODE_CODES = {name: code for code, name in MODES.items()}


def read_evf(data: bytes, *, partial: bool = False) -> Recording:
    """Return the recording of a file; `partial` accepts one whose events are cut off.

    Raises:
        ParseError: no such file, or a broken one; names the byte.
    """
    cursor = Cursor(data)
    version = cursor.u8()
    if version > _NEWEST:
        raise ParseError(f"EVF has versions 0 to {_NEWEST}, not {version}", byte=0)
    summary = cursor.u8()
    settings = cursor.u8() if version >= 3 else 0
    at = cursor.at
    rows, cols, mines, cell, mode, bbbv = cursor.numbers(_BOARD)
    check_size(rows, cols, mines, at=at)
    if cell == 0:
        raise ParseError("a cell has at least one pixel", byte=at + 4)
    rtime = cursor.u32() if version >= _NEWEST else cursor.u24()
    texts = _read_new_texts(cursor, summary) if version >= _NEWEST else _read_old_texts(cursor, version)
    placed = _read_mines(cursor, rows, cols, mines)
    if version >= _NEWEST:
        names = cursor.u16()
        for _ in range(names):
            cursor.string("the name of a metric")
    read_events = _read_new_events if version >= _NEWEST else _read_old_events
    events, fault = read_events(cursor, partial=partial)
    if fault is None:
        fault = _check_end(cursor, version, partial=partial)
    return Recording(
        "evf",
        str(version),
        rows,
        cols,
        placed,
        events,
        len(events),
        cell=cell,
        rtime_ms=rtime,
        bbbv=bbbv,
        questions=bool(settings & _QUESTIONS),
        mode=MODES.get(mode, str(mode)),
        official=bool(summary & _OFFICIAL),
        fault=fault,
        program=texts["program"],
        player=texts["player"],
        country=texts["country"],
        started=texts["started"],
    )


def read_evfs(data: bytes, *, partial: bool = False) -> Iterator[tuple[str, Recording]]:
    """Yield the name and the recording of every EVF in a file.

    Raises:
        ParseError: no such file, or a broken one; names the byte.
    """
    cursor = Cursor(data)
    version = cursor.u8()
    if version != 0:
        raise ParseError(f"EVFS has version 0, not {version}", byte=0)
    checksum = cursor.u16()
    while cursor.at < len(data):
        name = decode_text(cursor.string("the name of a replay"))
        size = cursor.u32()
        begin = cursor.at
        try:
            yield name, read_evf(cursor.take(size, "a replay"), partial=partial)
        except ParseError as error:
            raise ParseError(f"in {name!r}, {error}", byte=begin + (error.byte or 0)) from None
        cursor.take(checksum, "a checksum")


def write_evf(recording: Recording, *, completed: bool) -> bytes:
    """Return a file of version 4 without a checksum, which no ranking takes for official.

    `completed` says whether the game was won. EVF cannot tell that question marks were switched on or off. These
    events change no game and are left out.

    Raises:
        InputError: a side above 255 cells, a side above 32,767 pixels, or an event that EVF does not have.
    """
    rows, cols, cell = recording.rows, recording.cols, recording.cell
    if max(rows, cols) > 255 or not 1 <= cell <= 255 or max(rows, cols) * cell > 32_767:
        raise InputError(
            f"EVF holds boards of up to 255x255 cells and 32767 pixels, not {rows}x{cols} of {cell} pixels"
        )
    flags = not np.any(np.isin(recording.events.kinds, (Kind.RIGHT_DOWN, Kind.PREFLAG)))
    summary = _COMPLETED * completed | _NO_FLAGS * flags
    begun = _microseconds(recording.started)
    texts = (recording.program or "Sapper", recording.player, "", "")  # race and unique id are empty
    rtime = recording.rtime_ms or 0
    parts = [
        bytes([_NEWEST, summary, _QUESTIONS * recording.questions, rows, cols]),
        struct.pack(">HBHH", len(recording.mines), cell, _MODE_CODES.get(recording.mode, 0), recording.bbbv or 0),
        struct.pack(">I", min(rtime, 2**32 - 1)),
        _spell_country(recording.country),
        struct.pack(">QQ", begun, begun + 1000 * rtime),
        *(text.replace("\0", "").encode() + b"\0" for text in texts),
        struct.pack(">H", 0),
        _write_mines(recording),
        struct.pack(">H", 0),
        _write_events(recording.events),
        b"\0\0\0",
    ]
    return b"".join(parts)


def _read_old_texts(cursor: Cursor, version: int) -> dict[str, str]:
    names = ["software", "player", "race", "unique", "start", "end", "country", *(["device"] if version >= 2 else [])]
    texts = {name: decode_text(cursor.string(f"the {name}")) for name in names}
    return {
        "program": texts["software"],
        "player": texts["player"],
        "country": texts["country"],
        "started": texts["start"] if (start := read_digits(texts["start"])) is None else _from_microseconds(start),
    }


def _read_new_texts(cursor: Cursor, summary: int) -> dict[str, str]:
    country = decode_text(cursor.take(2)).strip("\0 ")
    start = cursor.number(8)
    cursor.number(8)
    software = decode_text(cursor.string("the software"))
    encoding = "utf-8"
    if summary & _TRANSCODED:
        cursor.string("the transcoder")
        encoding = decode_text(cursor.string("the encoding"))
    player = cursor.string("the player")
    cursor.string("the race")
    cursor.string("the unique id")
    cursor.take(cursor.u16(), "the device")
    try:
        name = decode_text(player, first=encoding)
    except LookupError:  # an encoding that Python does not know
        name = decode_text(player)
    return {"program": software, "player": name, "country": country, "started": _from_microseconds(start)}


def _read_mines(cursor: Cursor, rows: int, cols: int, mines: int) -> tuple[tuple[int, int], ...]:
    at = cursor.at
    cells = rows * cols
    packed = cursor.take((cells + 7) // 8, "the mines")
    numbers = [8 * place + bit for place, byte in enumerate(packed) if byte for bit in _BITS[byte]]
    while numbers and numbers[-1] >= cells:  # bits behind the last cell mean nothing
        numbers.pop()
    if len(numbers) != mines:
        raise ParseError(f"the board has {len(numbers)} mines, not {mines}", byte=at)
    return tuple([divmod(number, cols) for number in numbers])


def _spell_country(country: str) -> bytes:
    """Return the code of a country; zeros for a name, whose first letters may be the code of another."""
    code = country.isascii() and country.isalpha() and len(country) == 2
    return country.upper().encode() if code else bytes(2)


def _write_mines(recording: Recording) -> bytes:
    bits = np.zeros(recording.rows * recording.cols, np.uint8)
    for row, col in recording.mines:
        bits[row * recording.cols + col] = 1
    return np.packbits(bits).tobytes()


def _read_old_events(cursor: Cursor, *, partial: bool) -> tuple[Events, ParseError | None]:
    found = _engine.read_old_evf_events(cursor.data, cursor.at)
    cursor.at = found.end
    fault: ParseError | None = None
    if cursor.at >= len(cursor.data) or cursor.data[cursor.at] not in (0, 255):
        cut = cursor.at >= len(cursor.data) or 1 <= cursor.data[cursor.at] <= _MOST_KIND
        code = "the events have no end" if cut else f"{cursor.data[cursor.at]} is no kind of event"
        fault = ParseError(code, byte=cursor.at)
        if not partial:
            raise fault
    return Events(found), fault


def _read_new_events(cursor: Cursor, *, partial: bool) -> tuple[Events, ParseError | None]:
    data = cursor.data
    found = _engine.read_evf_events(data, cursor.at)
    cursor.at = found.end
    fault: ParseError | None = None
    code = data[cursor.at] if cursor.at < len(data) else -1
    if code != 0:
        cut = code < 0 or code in _KNOWN
        what = "the events have no end" if cut else f"{code} is no kind of event"
        fault = ParseError(what, byte=cursor.at)
        if not partial:
            raise fault
    return Events(found), fault


def _write_events(events: Events) -> bytes:
    parts = []
    time = x = y = 0
    for kind, at, right, low in zip(
        events.kinds.tolist(), events.times.tolist(), events.xs.tolist(), events.ys.tolist(), strict=True
    ):
        if kind > _MOST_KIND:
            if kind == Kind.MARKS:
                continue
            raise InputError("EVF has no event for a left click with shift")
        step = at - time
        while step > 255:
            pause = min(step, _MOST_PAUSE)
            parts.append(struct.pack(">BH", _PAUSE, pause))
            step -= pause
        # A step longer than EVF holds is made in several.
        while not (-32_768 <= right - x <= 32_767 and -32_768 <= low - y <= 32_767):
            dx, dy = min(max(right - x, -32_768), 32_767), min(max(low - y, -32_768), 32_767)
            parts.append(struct.pack(">BBhh", Kind.MOVE, 0, dx, dy))
            x, y = x + dx, y + dy
        parts.append(struct.pack(">BBhh", kind, step, right - x, low - y))
        time, x, y = at, right, low
    return b"".join(parts)


def _check_end(cursor: Cursor, version: int, *, partial: bool) -> ParseError | None:
    """Read what follows the events: a mark, and a checksum if there is one."""
    try:
        mark = cursor.u8()
        if version >= _NEWEST:
            cursor.take(cursor.u16(), "the checksum")
        elif mark == 0:
            cursor.take(32, "the checksum")
    except ParseError as cut:
        if not partial:
            raise
        return cut
    left = len(cursor.data) - cursor.at
    fault = ParseError(f"{left} bytes follow the end", byte=cursor.at) if left else None
    if fault is not None and not partial:
        raise fault
    return fault


def _from_microseconds(number: int) -> str:
    try:
        return (_EPOCH + timedelta(microseconds=number)).replace(tzinfo=None).isoformat() if number else ""
    except OverflowError:
        return ""


def _microseconds(started: str) -> int:
    try:
        when = datetime.fromisoformat(started)
    except ValueError:
        return 0
    when = when if when.tzinfo is not None else when.replace(tzinfo=UTC)
    return max((when - _EPOCH) // timedelta(microseconds=1), 0)
