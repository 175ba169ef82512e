"""Levels: how big a board is, how many mines it holds, and where a game on it starts.

In comes a name or a text such as `16x30/99` (rows x columns / mines) or `hex:8x8/10` (shape / mines), out goes a
`Level`.

>>> Level.parse("expert")
Level(rows=16, cols=30, mines=99)
>>> str(Level.parse("9x9/10")), Level.parse("9x9/10") == LEVELS["beginner"]
('9x9/10', True)
>>> str(Level.parse("hex-easy"))
'hex:9x9/15'
>>> Level.parse("torus:9x9/12").shape.neighbours((0, 0))
[(0, 1), (0, 8), (1, 0), (1, 1), (1, 8), (8, 0), (8, 1), (8, 8)]
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeAlias

from sapper import _engine
from sapper.base.number import quote, whole_number
from sapper.board.cell import Cell
from sapper.board.shape import Shape
from sapper.board.sizes import SHAPE_LEVELS, SIZES
from sapper.errors import InputError, LimitError

__all__ = ["LEVELS", "FirstClick", "Level", "LevelLike"]

# Longer numbers exceed every limit. Rejecting them by length avoids converting very long numbers.
_MOST_DIGITS = 18


class FirstClick(StrEnum):
    """What the player is promised about the start cell.

    A value that names no rule raises InputError.

    Attributes:
        NONE: nothing.
        SAFE: it holds no mine.
        ZERO: neither it nor a neighbour holds a mine, so the first reveal cascades.
        DRAWN: as zero, for the boards of older programs: mines are drawn one by one, not shuffled.
        MOVED: as safe, as in Windows: a mine at the start moves to the first free cell, row by row.
    """

    NONE = "none"
    SAFE = "safe"
    ZERO = "zero"
    DRAWN = "drawn"
    MOVED = "moved"

    @property
    def opens(self) -> bool:
        """Whether the start is promised to show a zero."""
        return self in (FirstClick.ZERO, FirstClick.DRAWN)

    @property
    def clear_side(self) -> int:
        """Side of the square around the start that a game keeps free of mines, as far as it lies on the board.

        It is 1 also if nothing is promised: a game needs a cell to reveal.
        """
        return 3 if self.opens else 1

    @classmethod
    def _missing_(cls, value: object) -> FirstClick:
        raise InputError(f"unknown first-click rule {quote(value)}: it is one of {', '.join(cls)}")


@dataclass(frozen=True, slots=True)
class Level:
    """The shape of a board and its number of mines; `str(level)` is what `Level.parse` reads.

    Attributes:
        rows: at least 1; 1 for a shape whose cells have no rows and columns.
        cols: at least 1; the number of cells for a shape whose cells have no rows and columns.
        mines: from 0 to the number of cells.
        shape: the cells and their neighbours; squares with eight neighbours unless another is given. `Level.of` makes
            the level of a shape.

    Raises:
        InputError: an empty side, more mines than cells, or a value that is not a whole number.
        LimitError: more cells than the engine allows.
    """

    rows: int
    cols: int
    mines: int
    shape: Shape = field(default=None, repr=False, kw_only=True)  # type: ignore[assignment]  # set below in any case

    def __post_init__(self) -> None:
        """Check the numbers, and keep them as plain ints."""
        for name, least in (("rows", 1), ("cols", 1), ("mines", 0)):
            value = getattr(self, name)
            if type(value) is not int or value < least:
                object.__setattr__(self, name, whole_number(value, name, least=least))
        cells = self.rows * self.cols
        if self.shape is not None and _rows_and_cols(self.shape) != (self.rows, self.cols):
            raise InputError(f"shape {quote(str(self.shape))} has no {self.rows} rows and {self.cols} columns")
        if cells > _engine.MAX_CELLS:
            raise LimitError(
                f"a board of {quote(self.rows)} rows and {quote(self.cols)} columns is larger than the limit "
                f"of {_engine.MAX_CELLS} cells"
            )
        if self.mines > cells:
            raise InputError(f"{quote(self.mines)} mines do not fit in {cells} cells")
        if self.shape is None:
            object.__setattr__(self, "shape", Shape.square(self.rows, self.cols))

    @classmethod
    def of(cls, shape: Shape | str, mines: int) -> Level:
        """Return the level of a shape, or of the text that names one, with so many mines.

        Raises:
            InputError: an unknown shape, or more mines than cells.
            LimitError: more cells than the engine allows.
        """
        made = Shape.make(shape)
        return cls(*_rows_and_cols(made), mines, shape=made)

    @classmethod
    def parse(cls, text: str) -> Level:
        """Return the level called `text`, or the custom one it spells as ROWSxCOLS/MINES or SHAPE/MINES.

        Names are those of `LEVELS`, and hex-easy, tri-medium, torus-hard and so on for other shapes.

        Raises:
            InputError: the text is neither, or spells an empty board or more mines than cells.
            LimitError: it spells more cells than the engine allows.
        """
        if isinstance(text, str):
            known = LEVELS.get(text)
            if known is not None:
                return known
            text = SHAPE_LEVELS.get(text.replace("_", "-"), text)
            match = re.fullmatch(r"([0-9]+)x([0-9]+)/([0-9]+)", text)
            if match is not None:
                if max(map(len, match.groups())) > _MOST_DIGITS:
                    raise LimitError(f"level {quote(text)} is larger than the limit of {_engine.MAX_CELLS} cells")
                rows, cols, mines = map(int, match.groups())
                return cls(rows, cols, mines)
            named, slash, count = text.rpartition("/")
            if slash and ":" in named and count.isascii() and count.isdigit():
                if len(count) > _MOST_DIGITS:
                    raise LimitError(f"level {quote(text)} is larger than the limit of {_engine.MAX_CELLS} cells")
                return cls.of(Shape.parse(named), int(count))
        raise InputError(
            f"unknown level {quote(text)}: it is one of {', '.join([*LEVELS, *SHAPE_LEVELS])}, "
            "rows x columns / mines such as 16x30/99, or shape / mines such as hex:8x8/10"
        )

    @classmethod
    def make(cls, level: LevelLike) -> Level:
        """Return `level` itself, the one a text spells, the one of (rows, cols, mines), or that of (shape, mines).

        Every function that takes a level reads it so.

        Raises:
            InputError: it is none of these, or describes no board.
            LimitError: it describes more cells than the engine allows.
        """
        if isinstance(level, Level):
            return level
        if isinstance(level, tuple | list):
            if len(level) == 2 and isinstance(level[0], Shape):
                return cls.of(*level)
            if len(level) != 3:
                raise InputError(f"a level is (rows, cols, mines) or (shape, mines), not {quote(level)}")
            return cls(*level)
        return cls.parse(level)

    def default_start(self, first_click: FirstClick | str) -> Cell:
        """Return the cell a game starts from unless another is named.

        If the rule promises a zero, it is (2, 2), or (3, 3) on expert, where the opening has room. Otherwise it is
        the corner (0, 0), where a safe cell is most likely to be a zero. A board too small for that cell starts at
        the nearest cell. On another shape than squares it is the first cell with the most neighbours if the rule
        promises a zero and the mines fit elsewhere, and the first with the fewest otherwise.

        Raises:
            InputError: an unknown first-click rule.
        """
        if not self.shape.is_square:
            grid = self.shape.grid
            fits = self.mines < len(self.shape) - grid.most_neighbours
            return grid.roomiest(FirstClick(first_click).opens and fits)
        if not FirstClick(first_click).opens:
            return (0, 0)
        depth = 3 if self == LEVELS["expert"] else 2
        return (min(depth, self.rows - 1), min(depth, self.cols - 1))

    def __str__(self) -> str:
        """Return the level as ROWSxCOLS/MINES or SHAPE/MINES."""
        return f"{self.shape}/{self.mines}"

    def __repr__(self) -> str:
        """Return an expression that makes the level again."""
        if self.shape.is_square:
            return f"Level(rows={self.rows}, cols={self.cols}, mines={self.mines})"
        return f"Level.of({self.shape!r}, {self.mines})"


def _rows_and_cols(shape: Shape) -> tuple[int, int]:
    """The rows and columns of a shape; one row of all cells where it has none."""
    return (shape.sides[0], shape.sides[1]) if len(shape.sides) == 2 else (1, len(shape))


# What reads as a level: itself, a name, ROWSxCOLS/MINES, SHAPE/MINES, (rows, cols, mines), or (shape, mines).
LevelLike: TypeAlias = Level | str | tuple[int, int, int] | tuple[Shape, int]

LEVELS: Final[Mapping[str, Level]] = MappingProxyType({name: Level(*size) for name, size in SIZES.items()})
"""The levels of squares with names. `Level.parse` knows those of other shapes too, such as hex-easy."""
