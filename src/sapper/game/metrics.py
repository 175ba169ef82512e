"""The measures of a layout that players compare: 3BV, openings, islands, numbers and every kind of ZiNi.

A `Layout` comes in, a `Metrics` goes out. Each measure is computed when it is first read. ZiNi is the number of
clicks that a greedy rule takes with all mines known; a left click, a flag and a chord count one each.
[Measures](../docs/measures.md) defines every name.

>>> from sapper.game.layout import Layout
>>> found = metrics(Layout.from_seed("expert", seed=9))
>>> found.bbbv, found.ops, found.isls, found.zini, found.hzini, found.zini8
(185, 17, 14, 126, 130, 125)
>>> found.count(Zini.RANDOM, runs=100, seed=1), found.cells[:4]
(125, (58, 134, 110, 66))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.base.number import quote, seed_number, whole_number
from sapper.board.cell import Cell, spell
from sapper.errors import InputError
from sapper.game.layout import Layout

__all__ = [
    "MEASURES",
    "OTHER_NAMES",
    "Click",
    "ClickKind",
    "Metrics",
    "Zini",
    "measure_seeds",
    "metrics",
    "name_clicks",
]

DEFAULT_RUNS = 100
_MOST_RUNS = 1_000_000
_SCANS = 8

# The measures by name, and what each is. Rows of tables have these columns.
MEASURES = {
    "bbbv": "3BV: the fewest clicks that win without flags",
    "ops": "openings: connected regions of zeros",
    "isls": "islands: connected regions of numbered cells beside no zero",
    "numbers": "sum of the numbers of all safe cells",
    "zini": "G-ZiNi: clicks of the greedy rule",
    "hzini": "H-ZiNi: clicks of the greedy rule from open openings",
    "zini8": "8-way ZiNi: the fewest clicks of the greedy rule in eight orders",
    "zini_online": "ZiNi as minesweeper.online counts it",
    "zini_online_corrected": "the same with the right premium beside openings",
    "hzini_online": "H-ZiNi as minesweeper.online counts it",
    "zini_ptt": "ZiNi of the PTTACGfans calculator: the best of many improved random runs",
    **{f"cell{number}": f"safe cells that show {number}" for number in range(9)},
}
# What other programs call columns in expressions.
OTHER_NAMES = {
    "row": "rows",
    "column": "cols",
    "mine_num": "mines",
    "op": "ops",
    "isl": "isls",
    "cls": "cl_s",
    "ces": "ce_s",
}


class Zini(StrEnum):
    """A kind of ZiNi.

    Attributes:
        GREEDY: G-ZiNi, `zini`: of equals the first, column by column.
        HUMAN: H-ZiNi, `hzini`: opens all openings first and then chords open cells only.
        EIGHT_WAY: 8-way ZiNi, `zini8`: the best of GREEDY in eight orders of the cells.
        RANDOM: R-ZiNi: the best of several runs that draw among equals.
        ONLINE: as minesweeper.online counts: tries every cell among equals, and counts an opening too few beside one.
        ONLINE_CORRECTED: the same with the right premium.
        ONLINE_HUMAN: as minesweeper.online counts H-ZiNi.
        PTT: `zini_ptt`: as the PTTACGfans calculator: the best of many random runs that prefer chords to clicks.
    """

    GREEDY = "greedy"
    HUMAN = "human"
    EIGHT_WAY = "eight-way"
    RANDOM = "random"
    ONLINE = "online"
    ONLINE_CORRECTED = "online-corrected"
    ONLINE_HUMAN = "online-human"
    PTT = "ptt"

    @classmethod
    def _missing_(cls, value: object) -> Zini:
        raise InputError(f"a kind of ZiNi is one of {', '.join(cls)}, not {quote(value)}")


class ClickKind(StrEnum):
    """What a click does.

    Attributes:
        REVEAL: a left click, which reveals a hidden cell.
        FLAG: a right click, which flags a hidden cell.
        CHORD: a click on a clue that has all its flags, which reveals the other cells around it.
    """

    REVEAL = "reveal"
    FLAG = "flag"
    CHORD = "chord"


_KINDS = tuple(ClickKind)
_REGIONS = ("bbbv", "ops", "isls", "numbers")  # measured together
_NAMES = {
    Zini.GREEDY: "zini",
    Zini.HUMAN: "hzini",
    Zini.EIGHT_WAY: "zini8",
    Zini.ONLINE: "zini_online",
    Zini.ONLINE_CORRECTED: "zini_online_corrected",
    Zini.ONLINE_HUMAN: "hzini_online",
    Zini.PTT: "zini_ptt",
}


@dataclass(frozen=True, slots=True)
class Click:
    """One click of a game; `str(click)` is a text such as "chord 3,4".

    Attributes:
        kind: what it does.
        cell: the cell clicked.
    """

    kind: ClickKind
    cell: Cell

    def __str__(self) -> str:
        """Return the kind and the cell."""
        return f"{self.kind} {spell(self.cell)}"


class Metrics:
    """The measures of a layout; immutable. Made by `metrics`."""

    def __init__(self, layout: Layout) -> None:
        """Measure this layout."""
        self._layout = layout

    @property
    def layout(self) -> Layout:
        """The layout that is measured."""
        return self._layout

    @property
    def bbbv(self) -> int:
        """3BV: openings and singles together, the fewest left clicks that win."""
        return self._regions[0]

    @property
    def ops(self) -> int:
        """Openings: connected regions of zeros."""
        return self._regions[1]

    @property
    def isls(self) -> int:
        """Islands: connected regions of singles, the numbered cells beside no zero."""
        return self._regions[2]

    @property
    def numbers(self) -> int:
        """The sum of the numbers of all safe cells."""
        return self._regions[3]

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """How many safe cells show 0, 1, ... up to 8, or up to the highest number where a cell shows more."""
        counts = _engine.count_numbers(self._layout._handle)
        return tuple(counts + [0] * (9 - len(counts)))

    @property
    def zini(self) -> int:
        """G-ZiNi: clicks of the greedy rule, of equals the first column by column."""
        return self._zinis[0]

    @property
    def hzini(self) -> int:
        """H-ZiNi: clicks of the greedy rule that opens all openings first and then chords open cells only."""
        return self._zinis[1]

    @cached_property
    def zini8(self) -> int:
        """8-way ZiNi: the fewest clicks of the greedy rule in eight orders of the cells.

        Raises:
            InputError: the shape has no rows and columns.
        """
        return self.measure("zini8")

    @cached_property
    def best_zini(self) -> int:
        """The fewest clicks of all kinds of ZiNi that need no seed and suit the shape."""
        flat = len(self._layout.shape.sides) == 2
        names = [name for kind, name in _NAMES.items() if flat or kind is not Zini.EIGHT_WAY]
        return min(_engine.measure_layout(self._layout._handle, names))

    @property
    def max_efficiency(self) -> float | None:
        """The highest efficiency known, 100 x 3BV / `best_zini`, in percent; None where there is no click to make."""
        return 100 * self.bbbv / self.best_zini if self.best_zini else None

    def count(self, kind: Zini | str, *, runs: int | None = None, seed: int = 0) -> int:
        """Return the number of clicks of a kind of ZiNi.

        `runs` and `seed` are for `random` and `ptt`. By default `random` makes 100 runs, and `ptt` as many as its
        calculator: 100,000 / 3BV^1.5, from 1 to 10,000.

        Raises:
            InputError: an unknown kind, a number of runs that is not from 1 to a million, a seed that does not fit in
                64 bits, or 8-way ZiNi on a shape without rows and columns.
        """
        one = Zini(kind)
        if one in (Zini.RANDOM, Zini.PTT):
            return len(self.path(one, runs=runs, seed=seed))
        return self.measure(_NAMES[one])

    def path(self, kind: Zini | str = Zini.GREEDY, *, runs: int | None = None, seed: int = 0) -> tuple[Click, ...]:
        """Return the clicks of a kind of ZiNi, which win the layout.

        Raises:
            InputError: as for `count`.
        """
        one, handle = Zini(kind), self._layout._handle
        times = None if runs is None else whole_number(runs, "runs", least=1)
        number = seed_number(seed) % 2**64
        if times is not None and times > _MOST_RUNS:
            raise InputError(f"runs are at most {_MOST_RUNS}, not {quote(runs)}")
        if one is Zini.RANDOM:
            return name_clicks(_engine.random_zini_path(handle, times or DEFAULT_RUNS, number))
        if one is Zini.PTT:
            return name_clicks(_engine.ptt_zini_path(handle, times, number))
        if one is Zini.EIGHT_WAY:
            paths = [_engine.zini_path(handle, _engine.ZiniRule.GREEDY, scan) for scan in range(_SCANS)]
            return name_clicks(min(paths, key=len))
        return name_clicks(_engine.zini_path(handle, _engine.ZiniRule[one.name]))

    def measure(self, name: str) -> int:
        """Return a measure by its name in `MEASURES`.

        Raises:
            InputError: an unknown name, or a measure that this shape does not have.
        """
        return self.measure_all([name])[0]

    def measure_all(self, names: Iterable[str]) -> list[int]:
        """Return measures by their names in `MEASURES`; faster than one by one.

        Raises:
            InputError: as for `measure`.
        """
        wanted = list(names)
        for name in wanted:
            if name not in MEASURES:
                raise InputError(f"a measure is one of {', '.join(MEASURES)}, not {quote(name)}")
        return _engine.measure_layout(self._layout._handle, wanted)

    def __repr__(self) -> str:
        """Return the layout and the measures that cost little."""
        return f"<metrics of {self._layout!r}: bbbv {self.bbbv}, ops {self.ops}, isls {self.isls}>"

    @cached_property
    def _zinis(self) -> list[int]:
        # Measures that need no run of their own come along, so that a layout is laid out once for all of them.
        zini, hzini, *regions = _engine.measure_layout(self._layout._handle, ["zini", "hzini", *_REGIONS])
        self.__dict__.setdefault("_regions", regions)
        return [zini, hzini]

    @cached_property
    def _regions(self) -> list[int]:
        return _engine.measure_layout(self._layout._handle, list(_REGIONS))


def metrics(layout: Layout) -> Metrics:
    """Return the measures of a layout.

    Every measure but `zini8` is defined on every shape. Shapes that do not have two sides take the first of equals in
    the order of their cells, with the last coordinate changing slowest.

    Raises:
        InputError: not a layout.
    """
    if not isinstance(layout, Layout):
        raise InputError(f"only a layout has metrics, not {quote(layout)}")
    return Metrics(layout)


def measure_seeds(
    layout: Layout, seeds: Iterable[int] | NDArray[np.uint64], names: list[str], *, threads: int = 1
) -> NDArray[np.uint32]:
    """Return measures of the layouts that these seeds give with the level, start and rule of `layout`, row by row.

    Raises:
        InputError: the layout has no start, or an unknown or impossible measure.
    """
    if layout.start is None or layout.first_click is None:
        raise InputError("the layout has no start: name a start cell")
    numbers = np.asarray(seeds, dtype=np.uint64)
    rule = _engine.FirstClick[layout.first_click.name]
    handle = layout._handle
    return _engine.measure_seeds(handle.grid, handle.mine_count, layout.start, rule, numbers, names, threads)


def name_clicks(path: list[tuple[int, Cell]]) -> tuple[Click, ...]:
    """Return the clicks of a path of the engine."""
    return tuple(Click(_KINDS[kind], cell) for kind, cell in path)
