"""The board of a replay in RAWVF: lines `Width`, `Height` and `Mines`, and `Board:` with one line a row.

`sapper.Replay` reads the whole replay; this module reads and writes its layout alone.

>>> content = read_rawvf_board("RawVF_Version: Rev6\\nWidth: 3\\nHeight: 2\\nMines: 1\\nBoard:\\n*00\\n000\\n")
>>> content.layout
('*..', '...')
"""

from __future__ import annotations

import re

from sapper.base.place import parse_error, quote
from sapper.formats.content import Content

__all__ = ["is_rawvf", "read_rawvf_board", "write_rawvf_board"]

# Nothing is tried twice (+ after a sign of repetition): a text of many lines would take exponential time.
_BEGIN = re.compile(
    r"\s*+(?:rawvf_version\s*+:|(?:[a-z_]++[ \t]*+:[^\S\n]*+\S[^\n]*+\n\s*+)++board:[ \t]*+\n[ \t\n]*+[*0])",
    re.IGNORECASE,
)
_BOARD = re.compile(r"^[ \t]*board:[ \t]*$", re.IGNORECASE | re.MULTILINE)
_ENTRY = re.compile(r"^[ \t]*+([A-Za-z_]++)[ \t]*+:[ \t]*+(.*)$", re.MULTILINE)
_EVENT = re.compile(r"^[ \t]*-?[0-9]+[.,][0-9]*[ \t]+[a-z]", re.IGNORECASE | re.MULTILINE)
_SIGNS = str.maketrans({"0": "."})
_WRITTEN = str.maketrans({".": "0"})


def is_rawvf(text: str) -> bool:
    """Whether a text begins as a replay in RAWVF does."""
    return _BEGIN.match(text) is not None


def read_rawvf_board(text: str) -> Content:
    """Return the layout of a replay.

    Raises:
        ParseError: no `Board:`, an unknown sign, rows of another length or number than the header says, or another
            number of mines; names line and column.
    """
    board = _BOARD.search(text)
    if board is None:
        raise parse_error("the replay has no line 'Board:'", text, len(text))
    found = _ENTRY.finditer(text, 0, board.start())
    entries = {match[1].lower(): (match[2].rstrip(" \t"), match.start(2)) for match in found}
    width, height, mines = (_read_number(text, entries, key) for key in ("width", "height", "mines"))
    lines: list[str] = []
    at = board.end() + 1
    for line in text[at:].split("\n"):
        cells = line.strip()
        if cells and (cells[0] not in "*0" or len(lines) == height):
            break
        if cells:
            if stranger := re.search(r"[^*0]", cells):
                raise parse_error(
                    f"unknown cell {stranger[0]!r}: cells are * and 0", text, at + line.index(stranger[0])
                )
            if width is not None and len(cells) != width:
                raise parse_error(f"row {len(lines)} has {len(cells)} cells instead of {width}", text, at)
            if lines and len(cells) != len(lines[0]):
                raise parse_error(f"row {len(lines)} has {len(cells)} cells instead of {len(lines[0])}", text, at)
            lines.append(cells.translate(_SIGNS))
        at += len(line) + 1
    if not lines or (height is not None and len(lines) != height):
        told = f" instead of {height}" if height is not None else ""
        raise parse_error(f"the board has {len(lines)} rows{told}", text, min(at, len(text)))
    events = ("the events of the replay",) if _EVENT.search(text, min(at, len(text))) else ()
    content = Content.of_layout(lines, form="rawvf", text=text, left_out=events)
    if mines is not None and content.mines != mines:
        raise parse_error(f"the board has {content.mines} mines, not {mines}", text, entries["mines"][1])
    return content


def write_rawvf_board(content: Content) -> str:
    """Return the header and the board of a replay without events."""
    assert content.layout is not None
    header = ["RawVF_Version: Rev6", "Program: Sapper", "Level: Custom"]
    header += [f"Width: {content.cols}", f"Height: {content.rows}", f"Mines: {content.mines}", "Board:"]
    return "\n".join([*header, *(line.translate(_WRITTEN) for line in content.layout), "Events:"])


def _read_number(text: str, entries: dict[str, tuple[str, int]], key: str) -> int | None:
    if key not in entries:
        return None
    value, at = entries[key]
    if not (value.isascii() and value.isdigit() and len(value) < 9):
        raise parse_error(f"{key}: {quote(value)} is no number", text, at)
    return int(value)
