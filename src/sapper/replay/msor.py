"""MSOR of JSMinesweeper: the clicks of a game on minesweeper.online, as JSON.

The file has no layout. It is known where the replay shows all cells that are safe, or all mines.
"""

from __future__ import annotations

import json
from typing import Any

from sapper.errors import ParseError
from sapper.replay.field import check_size
from sapper.replay.recording import CELL, Events, Kind, Recording

__all__ = ["is_msor", "read_msor"]

_PRESSES = {
    0: (Kind.LEFT_DOWN, Kind.LEFT_UP),
    1: (Kind.RIGHT_DOWN, Kind.RIGHT_UP),
    3: (Kind.MIDDLE_DOWN, Kind.MIDDLE_UP),
}
_FLAG_KIND = 1
_PER_CELL = 5  # numbers of a touched cell: x, y, value and two more
_MINE, _BLAST, _WRONG = 10, 11, 12
_MOST_SIDE = 500  # a few characters can tell millions of cells
_LATEST = 10**12  # milliseconds: about 30 years


def is_msor(data: bytes) -> bool:
    """Whether bytes are an object with a header and a replay."""
    begin = data[:4096].lstrip()
    return begin.startswith(b"{") and b'"header"' in data and b'"replay"' in data


def read_msor(data: bytes, *, partial: bool = False) -> Recording:
    """Return the recording of a file; `partial` accepts one whose clicks are broken from some place on.

    Raises:
        ParseError: no such file, or one that does not show where the mines are; names line and column of broken JSON.
    """
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise ParseError(f"the JSON is broken: {error.msg}", error.lineno, error.colno) from None
    except (UnicodeDecodeError, RecursionError, ValueError) as error:
        raise ParseError(f"the JSON is broken: {error}", byte=getattr(error, "start", 0)) from None
    header, replay = found.get("header"), found.get("replay")
    if not (isinstance(header, dict) and isinstance(replay, list)):
        raise ParseError("the object has no header and replay", 1, 1)
    cols, rows, mines = (_whole(header.get(key), key) for key in ("width", "height", "mines"))
    if max(rows, cols) > _MOST_SIDE:
        raise ParseError(f"a board of {cols}x{rows} is larger than {_MOST_SIDE}x{_MOST_SIDE}", 1, 1)
    check_size(rows, cols, mines, at=0)
    events: list[tuple[int, int, int, int]] = []
    shown: set[tuple[int, int]] = set()
    mined: set[tuple[int, int]] = set()
    fault: ParseError | None = None
    for number, click in enumerate(replay):
        try:
            kind, time, cell = _read_click(click, rows, cols)
            _touch(click, kind, (rows, cols), shown, mined)
        except (ParseError, KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
            fault = ParseError(f"click {number} is none: {error}")
            break
        x, y = cell[1] * CELL + CELL // 2, cell[0] * CELL + CELL // 2
        events += [(press, time, x, y) for press in _PRESSES[kind]]
    if fault is not None and not partial:
        raise fault
    return Recording(
        "msor",
        "",
        rows,
        cols,
        _find_mines(rows, cols, mines, shown, mined),
        Events.of(events),
        len(replay),
        program="minesweeper.online",
        player=str(header.get("player", "")).encode(errors="replace").decode(),  # JSON can write half a character
        mode="classic",
        fault=fault,
    )


def _read_click(click: Any, rows: int, cols: int) -> tuple[int, int, tuple[int, int]]:  # noqa: ANN401  # of JSON
    kind = _whole(click["type"], "type")
    if kind not in _PRESSES:
        raise ParseError(f"{kind} is no type of click")
    row, col = _whole(click["y"], "y"), _whole(click["x"], "x")
    if not (row < rows and col < cols):
        raise ParseError(f"{col},{row} lies outside the board")
    time = int(float(click["time"]))
    if time > _LATEST:
        raise ParseError(f"a time of {time} milliseconds is above {_LATEST}")
    return kind, time, (row, col)


def _touch(
    click: Any,  # noqa: ANN401  # of JSON
    kind: int,
    size: tuple[int, int],
    shown: set[tuple[int, int]],
    mined: set[tuple[int, int]],
) -> None:
    touched = click.get("touchCells", [])
    for at in range(0, len(touched) - 2, _PER_CELL):
        cell, value = (int(touched[at + 1]), int(touched[at])), int(touched[at + 2])
        if not (0 <= cell[0] < size[0] and 0 <= cell[1] < size[1]):
            raise ParseError(f"{cell[1]},{cell[0]} lies outside the board")
        if 0 <= value <= 8 or value == _WRONG:
            shown.add(cell)
        elif value == _BLAST or (value == _MINE and kind != _FLAG_KIND):
            mined.add(cell)


def _find_mines(
    rows: int, cols: int, mines: int, shown: set[tuple[int, int]], mined: set[tuple[int, int]]
) -> tuple[tuple[int, int], ...]:
    if len(mined) == mines:
        return tuple(sorted(mined))
    hidden = [(row, col) for row in range(rows) for col in range(cols) if (row, col) not in shown]
    if len(hidden) != mines:
        raise ParseError(f"the replay leaves {len(hidden)} cells for {mines} mines, so it has no layout")
    return tuple(hidden)


def _whole(value: Any, name: str) -> int:  # noqa: ANN401  # of JSON
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ParseError(f"{name} is a whole number, not {value!r}")
    return value
