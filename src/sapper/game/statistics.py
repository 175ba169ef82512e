"""What players count of a played game: clicks by kind, effective clicks, solved 3BV, and the figures made of them.

The clicks of a game with their times come in; out goes a `PlayedStatistics` with every figure. Programs count
effective clicks and solved 3BV in two ways; an argument names the convention. Nothing is rounded. A figure that is
not defined, such as 3BV per second after no time, is None.

>>> from sapper.game.layout import Layout
>>> layout = Layout.from_text("*..\\n...\\n")
>>> clicks = [TimedClick("left", (0, 1), 0.0), TimedClick("left", (0, 2), 1.0), TimedClick("left", (1, 0), 2.0)]
>>> played = judge(layout, clicks)
>>> played.won, played.bbbv, played.bbbv_solved, played.cl, played.ce, played.bbbv_s
(True, 2, 2, 3, 3, 1.0)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from sapper import _engine
from sapper.base.number import quote
from sapper.board.cell import Cell
from sapper.board.level import Level
from sapper.errors import InputError
from sapper.game.formulas import ios, qg, ratio, rqp, rv, stnb
from sapper.game.layout import Layout
from sapper.game.metrics import Metrics, metrics

__all__ = ["FIGURES", "ButtonKind", "Convention", "PlayedStatistics", "TimedClick", "judge", "summarize"]

ButtonKind = Literal["left", "right", "chord"]
Convention = Literal["board", "toollib"]

_KINDS = {"left": 0, "right": 1, "chord": 2}
# Bits of what a click did, as in the engine.
_CHANGED, _COUNTED = 1, 2


@dataclass(frozen=True, slots=True)
class TimedClick:
    """One click of a played game.

    Attributes:
        kind: "left", "right" or "chord".
        cell: the cell under the pointer, or None beside the board.
        at: seconds since the game began.
    """

    kind: ButtonKind
    cell: Cell | None
    at: float


@dataclass(frozen=True)
class PlayedStatistics:
    """The figures of one played game, by the names that players use. Made by `judge`.

    Attributes:
        measured: the measures of the layout.
        rtime: seconds from the first click that reveals a cell to the last, or as given.
        won: whether every safe cell was revealed.
        lost: whether a mine was hit.
        path: length of the way of the pointer in pixels of cells of 16 pixels; None where it is not known.
        pluck: -log10 of the luck of the game; None where it is not known.
        convention: how effective clicks and solved 3BV are counted.
    """

    measured: Metrics
    rtime: float
    won: bool
    lost: bool
    path: float | None
    pluck: float | None
    convention: Convention
    _judged: _engine.JudgedClicks = field(repr=False)
    _list_clicks: Callable[[], tuple[TimedClick, ...]] = field(repr=False)

    # Clicks

    @cached_property
    def clicks(self) -> tuple[TimedClick, ...]:
        """Every click, in order."""
        return self._list_clicks()

    @property
    def left(self) -> int:
        """Left clicks."""
        return self._made[0]

    @property
    def right(self) -> int:
        """Right clicks."""
        return self._made[1]

    @property
    def double(self) -> int:
        """Chords."""
        return self._made[2]

    @cached_property
    def cl(self) -> int:
        """All clicks."""
        return sum(self._made)

    @property
    def lce(self) -> int:
        """Effective left clicks."""
        return self._effective[0]

    @property
    def rce(self) -> int:
        """Effective right clicks."""
        return self._effective[1]

    @property
    def dce(self) -> int:
        """Effective chords."""
        return self._effective[2]

    @cached_property
    def ce(self) -> int:
        """All effective clicks."""
        return sum(self._effective)

    @property
    def wasted(self) -> int:
        """Clicks that are not effective."""
        return self.cl - self.ce

    @property
    def flag(self) -> int:
        """Flags on the board at the end."""
        return self._judged.tally.flagged - self._judged.tally.unflagged

    @property
    def unflags(self) -> int:
        """Flags taken away."""
        return self._judged.tally.unflagged

    @property
    def misflags(self) -> int:
        """Flags put on safe cells."""
        return self._judged.tally.misflagged

    @property
    def misunflags(self) -> int:
        """Flags taken from safe cells."""
        return self._judged.tally.misunflagged

    @property
    def flags_wasted(self) -> int:
        """Flags that no chord used which revealed a cell."""
        return self._judged.wasted_flags

    # Progress

    @cached_property
    def bbbv(self) -> int:
        """3BV of the layout."""
        return self.measured.bbbv

    @cached_property
    def bbbv_solved(self) -> int:
        """3BV that was solved."""
        tally = self._judged.tally
        return tally.solved if self.convention == "board" else tally.solved_fast

    @property
    def ops_solved(self) -> int:
        """Openings completely revealed."""
        return self._judged.openings

    @property
    def isls_solved(self) -> int:
        """Islands completely revealed."""
        return self._judged.islands

    @property
    def completion(self) -> float | None:
        """Solved 3BV divided by 3BV."""
        return ratio(self.bbbv_solved, self.bbbv)

    @cached_property
    def etime(self) -> float | None:
        """The time that the whole layout would have taken: time x 3BV / solved 3BV, in seconds."""
        return ratio(self.rtime * self.bbbv, self.bbbv_solved)

    # Rates

    @property
    def bbbv_s(self) -> float | None:
        """Solved 3BV a second."""
        return ratio(self.bbbv_solved, self.rtime)

    @property
    def cl_s(self) -> float | None:
        """Clicks a second; players write cls."""
        return ratio(self.cl, self.rtime)

    @cached_property
    def ce_s(self) -> float | None:
        """Effective clicks a second; players write ces."""
        return ratio(self.ce, self.rtime)

    @property
    def left_s(self) -> float | None:
        """Left clicks a second."""
        return ratio(self.left, self.rtime)

    @property
    def right_s(self) -> float | None:
        """Right clicks a second."""
        return ratio(self.right, self.rtime)

    @property
    def double_s(self) -> float | None:
        """Chords a second."""
        return ratio(self.double, self.rtime)

    @property
    def flag_s(self) -> float | None:
        """Flags on the board at the end, divided by the time."""
        return ratio(self.flag, self.rtime)

    # Quality

    @property
    def ioe(self) -> float | None:
        """Index of efficiency: solved 3BV / clicks. The efficiency in percent is 100 times this."""
        return ratio(self.bbbv_solved, self.cl)

    @property
    def corr(self) -> float | None:
        """Correctness: effective clicks / clicks."""
        return ratio(self.ce, self.cl)

    @property
    def thrp(self) -> float | None:
        """Throughput: solved 3BV / effective clicks."""
        return ratio(self.bbbv_solved, self.ce)

    @cached_property
    def rqp(self) -> float | None:
        """Time x (time + 1) / 3BV, with the estimated time where the game was not won."""
        return None if self.etime is None else rqp(self.etime, self.bbbv)

    @property
    def qg(self) -> float | None:
        """Quality grade: time^1.7 / solved 3BV."""
        return qg(self.rtime, self.bbbv_solved)

    @property
    def stnb(self) -> float | None:
        """STNB with the constants of 2023; None on levels other than the usual ones."""
        return stnb(self.rtime, self.bbbv, self._level, solved=self.bbbv_solved)

    @property
    def ios(self) -> float | None:
        """Index of speed: log(3BV) / log(time)."""
        return ios(self.rtime, self.bbbv)

    @property
    def zne(self) -> float | None:
        """ZiNi efficiency: G-ZiNi x completion / clicks."""
        return self._zini_per(self.measured.zini, self.cl)

    @property
    def znt(self) -> float | None:
        """ZiNi throughput: G-ZiNi x completion / effective clicks."""
        return self._zini_per(self.measured.zini, self.ce)

    @property
    def zini_s(self) -> float | None:
        """G-ZiNi x completion a second."""
        return self._zini_per(self.measured.zini, self.rtime)

    @property
    def hzne(self) -> float | None:
        """ZNE with H-ZiNi."""
        return self._zini_per(self.measured.hzini, self.cl)

    @property
    def hznt(self) -> float | None:
        """ZNT with H-ZiNi."""
        return self._zini_per(self.measured.hzini, self.ce)

    @property
    def hzini_s(self) -> float | None:
        """H-ZiNi x completion a second."""
        return self._zini_per(self.measured.hzini, self.rtime)

    @cached_property
    def cpo(self) -> float | None:
        """Effective clicks beyond 3BV per opening, for play without flags."""
        return ratio(self.ce - self.bbbv, self.measured.ops)

    @property
    def coo(self) -> float | None:
        """`cpo` + 1."""
        return None if self.cpo is None else self.cpo + 1

    @cached_property
    def mov(self) -> float | None:
        """Pixels of the path a second."""
        return None if self.path is None else ratio(self.path, self.rtime)

    @property
    def iome(self) -> float | None:
        """3BV per pixel of the path."""
        return None if self.path is None else ratio(self.bbbv, self.path)

    @property
    def sao(self) -> float | None:
        """`mov` x effective clicks a second."""
        return None if self.mov is None or self.ce_s is None else self.mov * self.ce_s

    @property
    def obg(self) -> float | None:
        """10000 x 3BV a second / the sum of the numbers of the layout."""
        return ratio(10_000 * self.bbbv, self.rtime * self.measured.numbers)

    @property
    def rv(self) -> float | None:
        """Rirun value; None on levels other than intermediate and expert."""
        return None if self.rqp is None else rv(self.rqp, self._level)

    @property
    def luck(self) -> float | None:
        """The probability that all clicks of the game hit no mine; None where `pluck` is."""
        return None if self.pluck is None else 10**-self.pluck

    def solved_at(self, click: int) -> int:
        """Return the 3BV solved after click number `click`, counted from 0.

        Raises:
            InputError: there is no such click.
        """
        if not 0 <= click < self.cl:
            raise InputError(f"a game of {self.cl} clicks has no click {quote(click)}")
        return self._after[click]

    def is_effective(self, click: int) -> bool:
        """Return whether click number `click`, counted from 0, is effective.

        Raises:
            InputError: there is no such click.
        """
        if not 0 <= click < self.cl:
            raise InputError(f"a game of {self.cl} clicks has no click {quote(click)}")
        return bool(self._judged.effects[click] & self._mark)

    def figures(self, *names: str) -> dict[str, float | None]:
        """Return figures by name, all of `FIGURES` by default.

        Raises:
            InputError: an unknown name.
        """
        for name in names:
            if name not in FIGURES:
                raise InputError(f"a figure is one of {', '.join(FIGURES)}, not {quote(name)}")
        return {name: getattr(self, name) for name in names or FIGURES}

    @property
    def _mark(self) -> int:
        return _CHANGED if self.convention == "board" else _COUNTED

    @cached_property
    def _made(self) -> list[int]:
        return self._judged.tally.made

    @cached_property
    def _effective(self) -> list[int]:
        tally = self._judged.tally
        return tally.changed if self.convention == "board" else tally.counted

    @cached_property
    def _level(self) -> Level:
        return self.measured.layout.level

    @cached_property
    def _after(self) -> list[int]:
        return self._judged.solved if self.convention == "board" else self._judged.solved_fast

    def _zini_per(self, zini: int, amount: float) -> float | None:
        return ratio(zini * self.bbbv_solved, self.bbbv * amount)


# The names of all figures.
_COMPUTED = (name for name, value in vars(PlayedStatistics).items() if isinstance(value, property | cached_property))
_FIELDS = ("rtime", "won", "path", "pluck")
FIGURES = (*_FIELDS, *(name for name in _COMPUTED if not name.startswith("_") and name != "clicks"))


def judge(
    layout: Layout,
    clicks: Iterable[TimedClick],
    *,
    rtime: float | None = None,
    questions: bool = False,
    convention: Convention = "board",
    path: float | None = None,
    pluck: float | None = None,
) -> PlayedStatistics:
    """Return the figures of a game: clicks on a layout, as a player made them.

    A click that the game does not allow, and every click after its end, does nothing, but counts.

    Args:
        layout: the layout that was played.
        clicks: every click in order, those of no effect included.
        rtime: the time of the game in seconds; None stands for that of the last click that revealed a cell.
        questions: whether a right click on a flag puts a question mark.
        convention: "board", as Arbiter, RAWVF and flop-player count: every click that changes the board is
            effective, and an opening is solved with the last cell of its border. "toollib", as ms_toollib counts: a
            left click or chord that reveals a cell is effective, and the first flag on a mine; an opening is solved
            with the last of its zeros.
        path: the length of the way of the pointer, as `path_length` gives it.
        pluck: -log10 of the probability that all clicks hit no mine.

    Raises:
        InputError: not a layout, an unknown kind or convention, or a cell that the layout does not have.
    """
    if convention not in ("board", "toollib"):
        raise InputError(f"a convention is 'board' or 'toollib', not {quote(convention)}")
    made = tuple(clicks)
    for click in made:
        if click.kind not in _KINDS:
            raise InputError(f"a click is 'left', 'right' or 'chord', not {quote(click.kind)}")
    judged = _engine.judge_clicks(
        layout._handle, tuple((_KINDS[click.kind], click.cell) for click in made), questions
    )
    if rtime is None:
        rtime = max((click.at for click, cells in zip(made, judged.revealed, strict=True) if cells), default=0.0)
    return summarize(layout, judged, lambda: made, float(rtime), convention=convention, path=path, pluck=pluck)


def summarize(
    layout: Layout,
    judged: _engine.JudgedClicks,
    list_clicks: Callable[[], tuple[TimedClick, ...]],
    rtime: float,
    *,
    convention: Convention = "board",
    path: float | None = None,
    pluck: float | None = None,
) -> PlayedStatistics:
    """Return the figures of clicks that the engine has judged; `list_clicks` lists them when they are first read."""
    won, lost = judged.status is _engine.Status.WON, judged.status is _engine.Status.LOST
    return PlayedStatistics(metrics(layout), rtime, won, lost, path, pluck, convention, judged, list_clicks)
