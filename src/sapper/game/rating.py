"""How hard a layout is: plays it from its start by logic alone, always with the easiest technique that applies.

A layout comes in, a `Rating` goes out: whether it can be finished without a guess and where it gets stuck, how many
moves each technique was needed for, and one number for its difficulty. [No-guess boards](../docs/noguess.md)
defines that number and gives the reasons.

>>> from sapper.game.layout import Layout
>>> rating = rate(Layout.from_seed("expert", seed=9))
>>> rating.solvable, str(rating.hardest), rating.bbbv, rating.difficulty
(True, 'counting mines', 185, 8.4)
>>> rating.moves[Technique.SINGLE], rating.moves[Technique.PAIR]
(208, 16)
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType

from sapper import _engine
from sapper.base.number import quote
from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.errors import InputError
from sapper.explain.technique import Technique
from sapper.game.layout import Layout

__all__ = ["Rating", "rate"]

_HARDER = 3  # moves of one technique that are as much work as one move of the next


@dataclass(frozen=True, slots=True)
class Rating:
    """What it takes to finish a layout by logic.

    Attributes:
        start: the cell play began with.
        solvable: whether every cell without a mine was revealed without a guess.
        board: what the player sees where play ended: where it got stuck, unless it is solvable.
        moves: reveals after the start, by the hardest technique needed since the one before; read-only.
        openings: areas that open at one click, in the whole layout.
        bbbv: 3BV, the fewest clicks that win without flags.
    """

    start: Cell
    solvable: bool
    board: Board
    moves: Mapping[Technique, int] = field(hash=False)
    openings: int
    bbbv: int

    def __post_init__(self) -> None:
        """Keep a read-only copy of the moves."""
        object.__setattr__(self, "moves", MappingProxyType(dict(self.moves)))

    def __reduce__(self) -> tuple[type[Rating], tuple[object, ...]]:
        """Pickle and copy by the fields: a read-only mapping has no pickle of its own."""
        values = {one.name: getattr(self, one.name) for one in fields(self)} | {"moves": dict(self.moves)}
        return Rating, tuple(values.values())

    @property
    def hardest(self) -> Technique | None:
        """The hardest technique that was needed; None if the first reveal won the game or no move followed it."""
        return max((technique for technique, count in self.moves.items() if count), default=None)

    @property
    def revealed(self) -> int:
        """Cells revealed where play ended."""
        return int((self.board.cells >= 0).sum())

    @property
    def effort(self) -> int:
        """The weighted sum of the moves; the weights by technique are 1, 3, 9, 27, 81 and 243."""
        return sum(count * _HARDER ** (technique - 1) for technique, count in self.moves.items())

    @property
    def difficulty(self) -> float | None:
        """log2(1 + effort), rounded to two digits; None when a guess is needed."""
        return round(math.log2(1 + self.effort), 2) if self.solvable else None


def rate(layout: Layout, *, start: Cell | None = None, counter: bool = True) -> Rating:
    """Return what it takes to finish a layout from its start by logic.

    Args:
        layout: any layout.
        start: the first cell to be revealed; None stands for `layout.start`.
        counter: whether the player may count the mines that are left.

    Raises:
        InputError: not a layout, no start is given or known, or the start is outside the board or holds a mine.
        LimitError: a position is too wide to analyse.
    """
    if not isinstance(layout, Layout):
        raise InputError(f"only a layout can be rated, not {quote(layout)}")
    cell = layout.start if start is None else start
    if cell is None:
        raise InputError("the layout has no start: name a start cell")
    most = Technique.COUNTING_CASES if counter else Technique.CASES
    found = _engine.rate_layout(layout._handle, cell, most)
    moves, clicks = found.moves, found.clicks
    return Rating(
        start=layout.level.shape.grid.cell(cell),
        solvable=found.solved,
        board=Board._wrap(found.board),
        moves={technique: moves[technique] for technique in Technique},
        openings=clicks.openings,
        bbbv=clicks.bbbv,
    )
