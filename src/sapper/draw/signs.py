"""What stands in a cell of a drawn board: a clue, a percentage or a sign, in the style of its risk.

>>> write_cell(View.HIDDEN, 0.173, FORMS[0], marked=True)[0], write_cell(12, float("nan"), FORMS[1])[0]
('>17.3', ' 12')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isnan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from sapper.board.view import View
from sapper.draw.colours import VOID, clue_style, risk_style

__all__ = ["FORMS", "MARKS", "Form", "centre", "list_signs", "percent", "write_cell", "write_legend", "write_line"]

Entry = tuple[object, str, Style | None, str]  # whether it is there, the sign, its style and its meaning


class Form(NamedTuple):
    """How wide the cells of a picture are."""

    text: int  # characters of the percentage
    gap: int  # characters before it, room for a mark

    @property
    def width(self) -> int:
        """Characters of a cell."""
        return self.text + self.gap


FORMS = (Form(4, 1), Form(2, 1))
MARKS = {View.FLAG: "F", View.QUESTION: "?"}


def write_cell(
    value: int, probability: float, form: Form, *, marked: bool = False, floating: bool = False
) -> tuple[str, Style]:
    """Return the text and the style of a cell that shows `value` or, where it is hidden, is a mine so likely."""
    if isnan(probability):
        if value == View.VOID:
            return (" " * form.gap + centre("#", form), VOID)
        return (" " * form.gap + centre(str(value) if value else "", form), clue_style(value))
    style = risk_style(probability, pale=floating) + Style(bold=marked or None)
    text = " " * form.gap + percent(probability, form)
    mark = ">" if marked else MARKS.get(View(value), "")
    if mark:
        text = (mark + text.strip()).rjust(form.width)
    return (text, style)


def list_signs(
    cells: NDArray[np.int8], probability: NDArray[np.float64], form: Form, meaning: str, marked: object
) -> list[Entry]:
    """The signs of a picture for its legend; `meaning` is that of the percentages."""
    uncertain = probability[(probability > 0) & (probability < 1)]
    example = float(np.median(uncertain)) if uncertain.size else 0.5
    return [
        (np.any(probability == 0), "ok", risk_style(0), "safe"),
        (np.any(probability == 1), "*", risk_style(1), "mine"),
        (uncertain.size, percent(example, form).strip(), risk_style(example), meaning),
        (marked, ">", None, "safest guess"),
        (np.any(cells == View.FLAG), "F", None, "flag"),
        (np.any(cells == View.QUESTION), "?", None, "question mark"),
        (np.any(cells == View.VOID), "#", None, "out of play"),
    ]


def write_legend(entries: Iterable[Entry]) -> Text:
    """Return the meaning of the signs that are there."""
    legend = Text()
    for is_there, sign, style, meaning in entries:
        if is_there:
            legend.append("  " if legend else "")
            legend.append(sign, style or Style(bold=True))
            legend.append(f" {meaning}")
    return legend


def percent(probability: float, form: Form) -> str:
    """Return a probability that cannot be mistaken for a clue and is never rounded to 0 or 100."""
    if probability == 0:
        return centre("ok", form)
    if probability == 1:
        return centre("*", form)
    percent = probability * 100
    if form.text == 4:
        return "<0.1" if percent < 0.05 else f"{min(percent, 99.9):.1f}".rjust(4)
    return "<1" if percent < 0.5 else f"{min(max(round(percent), 1), 99):02d}"


def centre(text: str, form: Form) -> str:
    """Return a text in the middle of a cell."""
    return text.center(form.text)


def write_line(pieces: Iterable[tuple[str, Style]]) -> Iterator[Segment]:
    """Yield the segments of a line of cells."""
    # One segment per cell even where styles repeat, so that an SVG places each cell exactly with any font.
    for text, style in pieces:
        yield Segment(text, style)
    yield Segment.line()
