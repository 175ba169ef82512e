"""RMV of Viennasweeper, versions 1 and 2, and UMF, which came before it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from struct import Struct
from typing import NamedTuple

import numpy as np

from sapper import _engine
from sapper.errors import ParseError
from sapper.replay.cursor import Cursor, decode_text, read_digits
from sapper.replay.field import check_mines, check_size
from sapper.replay.recording import CELL, Events, Kind, Recording

__all__ = ["is_rmv", "read_rmv"]

_RMV, _UMF = b"*rmv", b"*umf"
# The size of the file, those of its parts, the bytes of the events, which their end tells, and a number.
_UMF_SIZES, _RMV_SIZES, _RMV2_SIZES = Struct(">I5HI2x"), Struct(">I6HIH"), Struct(">BBI6HIH")
_ORIGIN = (12, 56)  # of the board in the window, in pixels
_MODES = {0: "classic", 1: "upk", 2: "cheat", 3: "density"}
_RESULT = re.compile(r"#3BV:([0-9]+)#")
_KNOWN = (-1, 0, *range(1, 8), *range(9, 29))  # kinds of events, and the end of the file


class _Sizes(NamedTuple):
    """Bytes of the parts of a file."""

    version: int
    player: int
    board: int
    preflags: int
    properties: int
    extensions: int = 0
    result: int = 0


def is_rmv(data: bytes) -> bool:
    """Whether bytes begin as such a file."""
    return data.startswith((_RMV, _UMF))


def read_rmv(data: bytes, *, partial: bool = False) -> Recording:
    """Return the recording of a file; `partial` accepts one whose events are cut off.

    Raises:
        ParseError: no such file, or a broken one; names the byte.
    """
    cursor = Cursor(data, len(_RMV))
    old = data.startswith(_UMF)
    kind = cursor.u16()
    if kind not in ((1,) if old else (1, 2)):
        raise ParseError(f"{kind} is no type of {'UMF' if old else 'RMV'}", byte=len(_RMV))
    sizes, clone = _read_sizes(cursor, kind, old=old)
    result = decode_text(cursor.take(sizes.result, "the result"))
    version = decode_text(cursor.take(sizes.version, "the version")).strip("\0 \n")
    players = Cursor(cursor.take(sizes.player, "the player"))
    if old:
        cursor.take(4)
    rows, cols, mines, played = _read_board(cursor)
    preflags: list[tuple[int, int]] = []
    if sizes.preflags:
        at = cursor.at
        listed = Cursor(cursor.take(sizes.preflags, "the flags"))
        count = listed.u16()
        preflags = [(listed.u8(), listed.u8()) for _ in range(count)]
        check_mines([(row, col) for col, row in preflags], rows, cols, at=at + 2)
    properties = cursor.take(sizes.properties, "the properties")
    utf8 = kind == 2 or (len(properties) > 4 and properties[4] == 1)
    cell = properties[6] if kind == 2 and len(properties) > 6 and properties[6] else CELL
    cursor.take(sizes.extensions, "the extensions")
    events, count, rtime, fault = _read_events(cursor, kind, cell, preflags, partial=partial)
    name, _, country = _read_player(players, utf8=utf8)
    return Recording(
        "umf" if old else "rmv",
        "1" if old else str(kind),
        rows,
        cols,
        mines,
        events,
        count,
        cell=cell,
        rtime_ms=rtime,
        bbbv=_read_bbbv(result, properties, kind),
        questions=bool(properties[:1] and properties[0]),
        mode=_MODES.get(properties[2], str(properties[2])) if len(properties) > 2 else "",
        program=version or (f"clone {clone}" if clone is not None else ""),
        player=name,
        country=country,
        started=_spell_time(played),
        official=True,
        fault=fault,
    )


def _read_sizes(cursor: Cursor, kind: int, *, old: bool) -> tuple[_Sizes, int | None]:
    if old:
        _, version, player, board, preflags, properties, _ = cursor.numbers(_UMF_SIZES)
        return _Sizes(version, player, board, preflags, properties), None
    if kind == 1:
        _, result, version, player, board, preflags, properties, _, _ = cursor.numbers(_RMV_SIZES)
        return _Sizes(version, player, board, preflags, properties, result=result), None
    clone, _, _, version, player, board, preflags, properties, extensions, _, _ = cursor.numbers(_RMV2_SIZES)
    return _Sizes(version, player, board, preflags, properties, extensions), clone


def _read_player(cursor: Cursor, *, utf8: bool) -> tuple[str, str, str]:
    """Return name, nickname and country; those that are missing are empty."""
    texts = []
    try:
        for _ in range(cursor.u16()):
            texts.append(decode_text(cursor.take(cursor.u8()), first="utf-8" if utf8 else "gb18030"))
    except ParseError:
        pass  # the sizes of the parts hold, so the rest of the file is read
    name, nickname, country = (*texts, "", "", "")[:3]
    return name.strip(), nickname.strip(), country.strip()


def _read_board(cursor: Cursor) -> tuple[int, int, tuple[tuple[int, int], ...], int]:
    at = cursor.at
    played = cursor.u32()
    cols, rows, count = cursor.u8(), cursor.u8(), cursor.u16()
    check_size(rows, cols, count, at=at + 4)
    begin = cursor.at
    listed = cursor.take(2 * count, "the list of mines")
    cells = [(listed[k + 1], listed[k]) for k in range(0, len(listed), 2)]
    return rows, cols, check_mines(cells, rows, cols, at=begin), played


def _read_bbbv(result: str, properties: bytes, kind: int) -> int | None:
    if kind == 2:
        return properties[4] + 256 * properties[5] if len(properties) > 5 else None
    found = _RESULT.search(result)
    return read_digits(found[1]) if found else None


def _read_events(
    cursor: Cursor, kind: int, cell: int, preflags: list[tuple[int, int]], *, partial: bool
) -> tuple[Events, int, int | None, ParseError | None]:
    """Return the events with the press that the file leaves out, their number in the file, the time, and a fault."""
    data = cursor.data
    found = _engine.read_rmv_events(data, cursor.at, kind == 2)
    at, rtime = found.end, found.duration
    fault: ParseError | None = None
    if rtime is None:
        code = data[at] if at < len(data) else -1
        what = "the events have no end" if code in _KNOWN else f"{code} is no kind of event"
        fault = ParseError(what, byte=at)
        if not partial:
            raise fault
    events = Events(found)
    count = max(len(events) - 1, 0)  # without the press
    if preflags:
        flags = Events.of(
            [(Kind.PREFLAG, 0, col * cell + cell // 2, row * cell + cell // 2) for col, row in preflags]
        )
        names = ("kinds", "times", "xs", "ys")
        events = Events.make(*(np.concatenate([getattr(one, name) for one in (flags, events)]) for name in names))
    return events, count, rtime, fault


def _spell_time(played: int) -> str:
    return datetime.fromtimestamp(played, UTC).replace(tzinfo=None).isoformat() if played else ""
