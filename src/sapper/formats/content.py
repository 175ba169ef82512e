"""What a text or file of another program says, in our own signs.

The engine reads and writes the forms: `read` returns one `Content`, and `write` takes one.

>>> content = Content.of_layout(["*..", "..."])
>>> content.rows, content.cols, content.mines, content.view
(2, 3, 1, None)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Self, get_args

__all__ = ["CLICKS", "Click", "ClickKind", "Content"]

ClickKind = Literal["reveal", "flag", "chord"]
CLICKS: tuple[ClickKind, ...] = get_args(ClickKind)  # as the engine numbers them


class Click(NamedTuple):
    """One click of a path."""

    kind: ClickKind
    cell: tuple[int, int]  # (row, col), from 0


def _nowhere(row: int, col: int) -> int | None:  # the signature of `Content.find`
    return None


@dataclass(frozen=True, slots=True)
class Content:
    """A layout, a position or both, and what else a format holds."""

    rows: int
    cols: int
    mines: int  # total
    layout: tuple[str, ...] | None = None  # rows of "*" (a mine) and "."
    view: tuple[str, ...] | None = None  # rows as in a picture: . 0-8 F ? *
    start: tuple[int, int] | None = None  # the first cell to be revealed, (row, col)
    clicks: tuple[Click, ...] = ()  # a path through the layout
    details: Mapping[str, str] = field(default_factory=dict)  # author, mode and other entries of a file
    left_out: tuple[str, ...] = field(default=(), compare=False)  # what the text says beyond that, for messages
    form: str = ""  # the form that was read
    text: str = field(default="", repr=False, compare=False)  # what was read, "" if it was no text
    # Offset in the text of a cell, or None where it has no place of its own; for messages.
    find: Callable[[int, int], int | None] = field(default=_nowhere, repr=False, compare=False)

    @classmethod
    def of_layout(cls, lines: Iterable[str], **others: object) -> Self:
        """Return the content of a layout drawn with `*` and `.`."""
        drawn = tuple(lines)
        mines = sum(line.count("*") for line in drawn)
        return cls(len(drawn), len(drawn[0]), mines, layout=drawn, **others)  # type: ignore[arg-type]

    @classmethod
    def of_view(cls, lines: Iterable[str], mines: int, **others: object) -> Self:
        """Return the content of a position drawn as in a picture."""
        drawn = tuple(lines)
        return cls(len(drawn), len(drawn[0]), mines, view=drawn, **others)  # type: ignore[arg-type]

    @property
    def mine_cells(self) -> list[tuple[int, int]]:
        """The mines of the layout, row by row; needs a layout."""
        assert self.layout is not None
        return [(row, col) for row, line in enumerate(self.layout) for col, sign in enumerate(line) if sign == "*"]
