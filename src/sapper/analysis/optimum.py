"""Whole small boards solved for optimal play: in how many layouts it wins, and where it starts.

A level and a first-click rule come in; out comes an `Optimum` with the value of every start cell.
Under rule `none` the first reveal may lose. Under the other rules only layouts that keep the promise count. Rule
`moved` is refused: it makes some layouts more likely than others. A board without safe cells is won at once.

>>> import sapper
>>> found = sapper.optimum("3x3/3", first_click="none")
>>> found.wins, found.total, len(found.starts)
(33, 84, 8)
>>> sapper.optimum((3, 3, 3), first_click="none", start=(1, 1)).wins
20
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import comb

from sapper import _engine
from sapper.base.number import quote
from sapper.board.cell import Cell
from sapper.board.level import FirstClick, Level, LevelLike
from sapper.errors import InputError

__all__ = ["Optimum", "optimum"]

_MOST_CELLS = 64  # of a whole board, as in the engine
_MOST_SYMMETRIES = 128  # more take longer to apply than they spare

# Progress: start cells done, start cells in all, and the best win probability so far.
Progress = Callable[[int, int, float], None]


@dataclass(frozen=True, slots=True)
class Start:
    """What optimal play reaches from one start cell."""

    cell: Cell
    wins: int  # layouts that it wins
    total: int  # layouts that keep the promise of the first-click rule; at least 1

    @property
    def probability(self) -> Fraction:
        """The chance to win."""
        return Fraction(self.wins, self.total)


@dataclass(frozen=True, slots=True)
class Optimum:
    """Optimal play on a whole board.

    Attributes:
        level: size and number of mines.
        first_click: what is promised of the start.
        every: the requested start cells for which some layout keeps the promise, row by row.
    """

    level: Level
    first_click: FirstClick
    every: tuple[Start, ...]

    @property
    def best(self) -> Start:
        """The first of the best starts."""
        return max(self.every, key=lambda start: start.probability)

    @property
    def wins(self) -> int:
        """Layouts won from the best start."""
        return self.best.wins

    @property
    def total(self) -> int:
        """Layouts that keep the promise for the best start."""
        return self.best.total

    @property
    def starts(self) -> tuple[Cell, ...]:
        """The best start cells, row by row."""
        return tuple(start.cell for start in self.every if start.probability == self.best.probability)


def optimum(
    level: LevelLike,
    *,
    first_click: FirstClick | str = FirstClick.NONE,
    start: Cell | None = None,
    on_progress: Progress | None = None,
) -> Optimum:
    """Return what optimal play wins on boards of a level, from every start cell or from `start` alone.

    Boards of up to about 100,000 layouts take seconds; the limit is 4,000,000. `on_progress` is called after every
    start cell; cells that are equal by symmetry are searched once.

    Raises:
        InputError: no such level, start cell or rule, the rule `moved`, or no layout keeps the promise of the rule.
        LimitError: the board has more than 64 cells or too many layouts.
    """
    size = Level.make(level)
    rule = FirstClick(first_click)
    if rule is FirstClick.MOVED:
        raise InputError(
            "optimum counts layouts that are equally likely, which they are not under the first-click rule 'moved'"
        )
    images = list(islice(size.shape.symmetries(), _MOST_SYMMETRIES + 1)) if len(size.shape) <= _MOST_CELLS else []
    images = images[1:] if len(images) <= _MOST_SYMMETRIES else []
    board = _engine.whole_board(size.shape.grid, size.mines, images)
    classes = board.cell_classes()
    if start is not None:
        cell = board.cell(start)
        classes = [alike for alike in classes if cell in alike]
    possible = [alike for alike in classes if _layouts(size, rule, alike[0]) > 0]
    if not possible:
        raise InputError(f"no layout of {size} keeps the promise of the first-click rule {quote(str(rule))}")
    every: list[Start] = []
    for done, alike in enumerate(possible, start=1):
        total = _layouts(size, rule, alike[0])
        # The search begins with a reveal; where every cell is a mine, there is none to make.
        wins = total if size.mines == size.rows * size.cols else board.wins(alike[0], rule.opens)
        every += [Start(member, wins, total) for member in alike if start is None or member == cell]
        if on_progress is not None:
            on_progress(done, len(possible), float(max(one.probability for one in every)))
    return Optimum(size, rule, tuple(sorted(every, key=lambda one: size.shape.number(one.cell))))


def _layouts(level: Level, rule: FirstClick, start: Cell) -> int:
    """Count the layouts that keep the promise of the rule for this start cell."""
    opened = 1 + len(level.shape.neighbours(start))
    spared = opened if rule.opens else 0 if rule is FirstClick.NONE else 1
    return comb(level.rows * level.cols - spared, level.mines)
