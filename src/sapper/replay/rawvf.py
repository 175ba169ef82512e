"""RAWVF, a replay as text, revisions 5 and 6: read and written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from sapper import _engine
from sapper.base.place import parse_error
from sapper.errors import InputError, ParseError
from sapper.formats.rawvf_board import is_rawvf, read_rawvf_board
from sapper.replay.cursor import decode_text, read_digits
from sapper.replay.recording import CELL, Events, Kind, Recording

__all__ = ["is_rawvf_data", "read_rawvf", "write_rawvf"]

_EVENTS = re.compile(r"^[ \t]*events:[ \t]*$", re.IGNORECASE | re.MULTILINE)
_ENTRY = re.compile(r"^[ \t]*+([A-Za-z_]++)[ \t]*+:[ \t]*+(.*)$", re.MULTILINE)
_FIRST = re.compile(r"^[ \t]*-?[0-9]+[.,][0-9]*[ \t]+[a-z]", re.IGNORECASE | re.MULTILINE)
_EVENT = re.compile(
    r"^[ \t]*(-?)([0-9]+)(?:[.,]([0-9]{1,6}))?[ \t]+([a-z]{2})(?=[ \t(])[^(\n]*"  # time and name
    r"\([ \t]*(-?[0-9]{1,6})[ \t,]+(-?[0-9]{1,6})[^\n]*$"  # x and y
    r"|^[^\n]*$",
    re.MULTILINE | re.IGNORECASE,
)
# Board events, marks of programs and empty lines.
_IGNORED = re.compile(
    r"[ \t]*(?:[a-z]\w*[^\n]*|-?[0-9.,]+[ \t]+(?:start|won|boom|blast|nonstandard)[^\n]*)?", re.IGNORECASE
)
_KINDS = {
    "mv": Kind.MOVE,
    "lc": Kind.LEFT_DOWN,
    "lr": Kind.LEFT_UP,
    "rc": Kind.RIGHT_DOWN,
    "rr": Kind.RIGHT_UP,
    "mc": Kind.MIDDLE_DOWN,
    "mr": Kind.MIDDLE_UP,
    "sc": Kind.SHIFT_LEFT_DOWN,
    "mt": Kind.MARKS,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}
_LEVELS = {(8, 8, 10): "Beginner", (9, 9, 10): "Beginner", (16, 16, 40): "Intermediate", (16, 30, 99): "Expert"}
_LARGEST_CELL = 9999  # pixels
_LOOK = 32  # bytes


def is_rawvf_data(data: bytes) -> bool:
    """Whether bytes begin as such a file."""
    # A look at the first bytes tells files that are no text.
    return min(data[:_LOOK]) >= ord("\t") and is_rawvf(_text(data[: 1 << 17]))


def read_rawvf(data: bytes, *, partial: bool = False) -> Recording:
    """Return the recording of a file; `partial` accepts one with a line that is no event.

    Raises:
        ParseError: no such file, or a broken one; names line and column.
    """
    text = _text(data)
    content = read_rawvf_board(text)
    begun = _EVENTS.search(text) or _FIRST.search(text)
    head = text if begun is None else text[: begun.start()]
    entries = {match[1].lower(): match[2].rstrip(" \t") for match in _ENTRY.finditer(head)}
    fault: ParseError | None = None
    events = Events.of([])
    if begun is None:
        fault = parse_error("the replay has no events", text, len(text))
    else:
        events, fault = _read_events(text, begun.end() if begun[0].rstrip().endswith(":") else begun.start())
    if fault is not None and not partial:
        raise fault
    cell = read_digits(entries.get("squaresize", "")) or CELL
    return Recording(
        "rawvf",
        entries.get("rawvf_version", ""),
        content.rows,
        content.cols,
        tuple(content.mine_cells),
        events,
        len(events),
        cell=cell if cell <= _LARGEST_CELL else CELL,
        rtime_ms=None,
        bbbv=read_digits(entries.get("bbbv", "")),
        questions=entries.get("marks", "").lower() == "on",
        mode=entries.get("mode", "classic").lower(),
        program=" ".join(filter(None, (entries.get("program"), entries.get("version")))),
        player=entries.get("player", ""),
        started=entries.get("timestamp", ""),
        details={key: value for key, value in entries.items() if key in ("level", "style", "status", "time", "skin")},
        fault=fault,
    )


def write_rawvf(recording: Recording) -> bytes:
    """Return a file of revision 6. Flags before the game become right clicks.

    Raises:
        InputError: an event that RAWVF does not have.
    """
    rows, cols, cell = recording.rows, recording.cols, recording.cell
    drawn = [bytearray(b"0" * cols) for _ in range(rows)]
    for row, col in recording.mines:
        drawn[row][col] = ord("*")
    program, _, version = recording.program.partition(" ")
    time = recording.rtime_ms
    header = {
        "RawVF_Version": "Rev6",
        "Program": program or "Sapper",
        "Version": version,
        "Player": recording.player,
        "Timestamp": recording.started,
        "Level": _LEVELS.get((rows, cols, len(recording.mines)), "Custom"),
        "Width": str(cols),
        "Height": str(rows),
        "Mines": str(len(recording.mines)),
        "Marks": "On" if recording.questions else "Off",
        "Mode": (recording.mode or "classic").capitalize(),
        "Time": "" if time is None else f"{time // 1000}.{time % 1000:03}",
        "SquareSize": str(cell),
        "BBBV": "" if recording.bbbv is None else str(recording.bbbv),
    }
    # A line break would end the entry, and what follows it would be read as another.
    lines = [f"{key}: {' '.join(value.split())}" for key, value in header.items() if value]
    lines += ["Board:", *(line.decode() for line in drawn), "Events:", "0.000 start"]
    events = recording.events
    for kind, time, x, y in zip(
        events.kinds.tolist(), events.times.tolist(), events.xs.tolist(), events.ys.tolist(), strict=True
    ):
        place = f"{time // 1000}.{time % 1000:03} {{}} {x // cell + 1} {y // cell + 1} ({x} {y})"
        if kind == Kind.PREFLAG:
            lines += [place.format("rc"), place.format("rr")]
        elif kind == Kind.BOTH_DOWN:
            lines += [place.format("lc"), place.format("rc")]
        elif kind in _NAMES:
            lines.append(place.format(_NAMES[kind]))
        else:
            raise InputError("RAWVF has no event for a button that is pressed or released")
    return ("\n".join(lines) + "\n").encode()


def _text(data: bytes) -> str:
    return decode_text(data).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _read_events(text: str, begin: int) -> tuple[Events, ParseError | None]:
    """Return events until the first line that is none, and what is wrong there."""
    data, at = text[begin:].encode(), 0
    columns: list[Sequence[Any]] = []
    while True:
        found = _engine.read_rawvf_events(data, at)  # the usual lines
        at = found.end
        if at == len(data) and not columns:
            return Events(found), None
        columns.append([found.kinds, found.times, found.xs, found.ys])
        if at == len(data):
            return _join(columns), None
        end = data.find(b"\n", at)
        line = data[at : end if end >= 0 else len(data)].decode()
        try:
            event = _read_line(line, text, begin + len(data[:at].decode()))
        except ParseError as fault:
            return _join(columns), fault
        columns += [] if event is None else [[[value] for value in event]]
        at += len(line.encode()) + (end >= 0)


def _read_line(line: str, text: str, at: int) -> tuple[int, int, int, int] | None:
    """Return the event of a line that begins at a place of the text; None if it is ignored."""
    match = _EVENT.match(line)
    assert match is not None
    minus, seconds, fraction, name, x, y = match.groups()
    if name is None:
        if _IGNORED.fullmatch(line):
            return None
        raise parse_error(f"{line.strip()[:40]!r} is no event", text, at)
    kind = _KINDS.get(name.lower())
    if kind is None:
        raise parse_error(f"{name!r} is no kind of event", text, at + match.start(4))
    time = 0 if minus else int(seconds[:9]) * 1000 + int((fraction or "0").ljust(3, "0")[:3])
    return kind, time, int(x), int(y)


def _join(columns: list[Sequence[Any]]) -> Events:
    return Events.make(*(np.concatenate(one) for one in zip(*columns, strict=True)))
