"""Drawings of an analysis, as `sapper analyze` prints them, read back as boards.

A drawing has numbers above its columns and before its rows, so a blank is known to be a cell: a zero. Percentages and
"ok" are hidden cells, and "*" is a known mine. Pictures with such numbers are read too. The number of mines comes
from the line "board" below the drawing, where it is there.

>>> draft = read_drawing(\"\"\"
...     0    1    2
... 0   1  F50.0  ok
... 1        1   16.7
... board        2x3, 1 mine; 3 hidden cells, 3 on the frontier, 0 floating
... \"\"\")
>>> draft.rows, draft.mines
([[1, -2, -1], [0, 1, -1]], 1)
"""

from __future__ import annotations

import re
from itertools import chain
from typing import NamedTuple

from sapper.board.notation.draft import Draft, read_count
from sapper.board.notation.picture import SIGNS, read_header
from sapper.board.view import View

__all__ = ["read_drawing"]

_HEADING = re.compile(r" +0(?= |$)[ 0-9]*$")
_PANEL = re.compile(r"columns ([0-9]+) to ([0-9]+) *$")
_ROW = re.compile(r"( *)([0-9]+)(?: |$)")
# A narrow console wraps the line anywhere between words.
_COUNT = re.compile(r"^board\s+[0-9]+x[0-9]+,\s+(?:([0-9]+)\s+mines?|mine\s+density\s+([^;\s]+));", re.MULTILINE)
_PERCENT = re.compile(r"<?[0-9]{1,2}\.[0-9]|<?[0-9]{2}|<1")
_WIDEST = 12  # characters of one cell


class _Panel(NamedTuple):
    """Some columns of a drawing."""

    rows: list[list[int]]
    places: list[list[int]]  # offset of every cell in the text


def read_drawing(text: str) -> Draft | None:
    """Return the board that a drawing shows; None where the text is no drawing.

    Raises:
        ParseError: the text begins with a header that has no number.
    """
    mines, density, count_at, start = read_header(text)
    start = text.rfind("\n", 0, start) + 1
    end = text.find("\n", start)
    first = text[start : end if end >= 0 else len(text)]
    if _HEADING.match(first) is None and _PANEL.match(first) is None:
        return None
    panels: list[_Panel] = []
    cols = 0
    while (found := _read_panel(text, start, cols)) is not None:
        panel, start = found
        panels.append(panel)
        cols += len(panel.rows[0])
    if not panels or any(len(panel.rows) != len(panels[0].rows) for panel in panels):
        return None
    if count_at is None and (count := _COUNT.search(text, start)):
        group = 1 if count[1] is not None else 2
        count_at = count.start(group)
        mines, density = read_count(text, count_at, count.end(group), density=group == 2)
    rows = [list(chain(*parts)) for parts in zip(*(panel.rows for panel in panels), strict=True)]
    places = [list(chain(*parts)) for parts in zip(*(panel.places for panel in panels), strict=True)]
    return Draft(text, rows, mines, density, count_at, lambda row, col: places[row][col])


def _read_panel(text: str, start: int, first_col: int) -> tuple[_Panel, int] | None:
    """Return the columns drawn from an offset on, and the offset after them; None where there are none."""
    lines, offsets = _lines(text, start)
    if lines and (title := _PANEL.match(lines[0])):
        if int(title[1]) != first_col:
            return None
        lines, offsets = lines[1:], offsets[1:]
    elif first_col:
        return None
    # The numbers of columns take one line, or two where they would touch; both begin with a 0 as the first row does.
    begin = next((k for k in (2, 1) if k < len(lines) and _is_row(lines[k], 0)), 0)
    if not begin:
        return None
    label = _ROW.match(lines[begin])
    assert label is not None  # _is_row has found it
    end = begin
    while end < len(lines) and _is_row(lines[end], end - begin):
        end += 1
    # Numbers of rows are aligned, so that the first is indented where there are ten.
    margin = len(label[1]) + len(label[2]) + 1
    heading, body = lines[begin - 1][margin:], lines[begin:end]
    if lines[begin - 1][:margin].strip() or any((line[:margin] + " ")[margin - 1] != " " for line in body):
        return None
    size = _cell_size(heading, body, margin, first_col, units=begin == 2)
    if size is None:
        return None
    width, cols = size
    rows = [[_read_cell(line[margin + col * width :][:width].strip()) for col in range(cols)] for line in body]
    if any(len(line.rstrip()) > margin + cols * width for line in body) or any(None in row for row in rows):
        return None
    places = [
        [offset + min(margin + col * width, len(line)) for col in range(cols)]
        for line, offset in zip(body, offsets[begin:end], strict=True)
    ]
    after = offsets[end] if end < len(offsets) else len(text)
    return _Panel([[value for value in row if value is not None] for row in rows], places), after


def _lines(text: str, start: int) -> tuple[list[str], list[int]]:
    """Return the lines from an offset on, without empty ones before the first, and their offsets."""
    lines: list[str] = []
    offsets: list[int] = []
    for line in text[start:].split("\n"):
        if lines or line.strip():
            lines.append(line)
            offsets.append(start)
        start += len(line) + 1
    return lines, offsets


def _is_row(line: str, number: int) -> bool:
    label = _ROW.match(line)
    return label is not None and label[2] == str(number)


def _cell_size(heading: str, body: list[str], margin: int, first: int, *, units: bool) -> tuple[int, int] | None:
    """Return the width of a cell and the number of columns that the line of column numbers shows."""
    numbers = heading.split()
    wanted = [str((first + k) % 10 if units else first + k) for k in range(len(numbers))]
    if not numbers or numbers != wanted:
        return None
    if len(numbers) == 1:
        return max(len(heading), *(len(line) - margin for line in body), 1), 1
    for width in range(2, _WIDEST + 1):
        if [heading[k * width :][:width].strip() for k in range(len(numbers))] == numbers and not heading[
            len(numbers) * width :
        ].strip():
            return width, len(numbers)
    return None


def _read_cell(text: str) -> int | None:
    """Return what the text of a cell stands for; None where it is no cell of a drawing."""
    if not text:
        return 0
    text = text.removeprefix(">")
    mark = text[0] if text[:1] in ("F", "?") else ""
    inside = text.removeprefix(mark)
    if inside == "ok" or _PERCENT.fullmatch(inside):
        return int(SIGNS[mark]) if mark else int(View.HIDDEN)
    if mark and inside in ("", "*"):
        return int(SIGNS[mark])
    return int(SIGNS[text]) if text in SIGNS else None
