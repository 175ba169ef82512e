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
from typing import Generic, Literal, TypeAlias, TypeVar, overload

from sapper import _engine
from sapper.base.number import quote
from sapper.board.cell import Cell
from sapper.errors import InputError
from sapper.game.formulas import CELL_PIXELS, ios, qg, ratio, rqp, rv, stnb
from sapper.game.layout import Layout
from sapper.game.metrics import Metrics, metrics

__all__ = [
    "FIGURES",
    "ButtonKind",
    "Convention",
    "PlayedStatistics",
    "PointerWay",
    "TimedClick",
    "judge",
    "last_opening",
    "summarize",
]

Number = TypeVar("Number", int, float | None)
ButtonKind = Literal["left", "right", "chord"]
Convention = Literal["board", "toollib"]

_KINDS = {"left": 0, "right": 1, "chord": 2}
# Bits of what a click did, as in the engine.
_CHANGED, _COUNTED, _EXPLODED = 1, 2, 32


@dataclass(frozen=True, slots=True)
class PointerWay:
    """The way of the pointer during a game, in pixels of cells of 16 pixels; None is not known.

    Attributes:
        path: its length, as `path_length` gives it.
        cpath: the same from click to click.
        fps: reports of the mouse a second.
    """

    path: float | None = None
    cpath: float | None = None
    fps: float | None = None


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


class _Figure(Generic[Number]):
    """A figure of `PlayedStatistics`, computed with all others of its set when one of them is first read."""

    def __init__(self, doc: str, *, zini: bool = False) -> None:
        self.__doc__ = doc
        self.zini = zini

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, played: None, owner: type) -> _Figure[Number]: ...

    @overload
    def __get__(self, played: PlayedStatistics, owner: type) -> Number: ...

    def __get__(self, played: PlayedStatistics | None, owner: type) -> _Figure[Number] | Number:
        if played is None:
            return self
        # From now on the values stand in the object itself, and are found before this is called.
        values = played._divide_zini() if self.zini else played._compute()
        played.__dict__.update(values)
        value: Number = played.__dict__[self._name]
        return value


def last_opening(judged: _engine.JudgedClicks) -> int | None:
    """Return the click at which the time of a game stops: the last that reveals a cell or hits a mine."""
    pairs = zip(judged.revealed, judged.effects, strict=True)
    return max((number for number, (cells, did) in enumerate(pairs) if cells or did & _EXPLODED), default=None)


_Count: TypeAlias = _Figure[int]
_Value: TypeAlias = _Figure[float | None]


@dataclass(frozen=True)
class PlayedStatistics:
    """The figures of one played game, by the names that players use. Made by `judge`.

    Attributes:
        measured: the measures of the layout.
        rtime: seconds until the last click that reveals a cell or hits a mine, or as given.
        won: whether every safe cell was revealed.
        lost: whether a mine was hit.
        pluck: -log10 of the luck of the game; None where it is not known.
        convention: how effective clicks and solved 3BV are counted.
        way: the way of the pointer.
    """

    measured: Metrics
    rtime: float
    won: bool
    lost: bool
    pluck: float | None
    convention: Convention
    way: PointerWay
    _judged: _engine.JudgedClicks = field(repr=False)
    _list_clicks: Callable[[], tuple[TimedClick, ...]] = field(repr=False)

    left = _Count("Left clicks.")
    right = _Count("Right clicks.")
    double = _Count("Chords.")
    cl = _Count("All clicks.")
    lce = _Count("Effective left clicks.")
    rce = _Count("Effective right clicks.")
    dce = _Count("Effective chords.")
    ce = _Count("All effective clicks.")
    wasted = _Count("Clicks that are not effective.")
    flag = _Count("Flags on the board at the end.")
    unflags = _Count("Flags taken away.")
    misflags = _Count("Flags put on safe cells.")
    misunflags = _Count("Flags taken from safe cells.")
    flags_wasted = _Count("Flags that no chord used which revealed a cell.")

    bbbv = _Count("3BV of the layout.")
    bbbv_solved = _Count("3BV that was solved.")
    ops_solved = _Count("Openings completely revealed.")
    isls_solved = _Count("Islands completely revealed.")
    completion = _Value("Solved 3BV divided by 3BV.")
    etime = _Value("The time that the whole layout would have taken: time x 3BV / solved 3BV, in seconds.")

    bbbv_s = _Value("Solved 3BV a second.")
    cl_s = _Value("Clicks a second; players write cls.")
    ce_s = _Value("Effective clicks a second; players write ces.")
    left_s = _Value("Left clicks a second.")
    right_s = _Value("Right clicks a second.")
    double_s = _Value("Chords a second.")
    flag_s = _Value("Flags on the board at the end, divided by the time.")

    ioe = _Value("Index of efficiency: solved 3BV / clicks. The efficiency in percent is 100 times this.")
    corr = _Value("Correctness: effective clicks / clicks.")
    thrp = _Value("Throughput: solved 3BV / effective clicks.")
    corr_shown = _Value("Correctness as Arbiter shows it: without wrong flags and flags taken away.")
    thrp_shown = _Value("Throughput as Arbiter shows it: without wrong flags and flags taken away.")
    rqp = _Value("Time x (time + 1) / 3BV, with the estimated time where the game was not won.")
    qg = _Value("Quality grade: time^1.7 / solved 3BV.")
    stnb = _Value("STNB with the constants of 2023; None on levels other than the usual ones.")
    ios = _Value("Index of speed: log(3BV) / log(time).")
    zne = _Value("ZiNi efficiency: G-ZiNi x completion / clicks.", zini=True)
    znt = _Value("ZiNi throughput: G-ZiNi x completion / effective clicks.", zini=True)
    zini_s = _Value("G-ZiNi x completion a second.", zini=True)
    hzne = _Value("ZNE with H-ZiNi.", zini=True)
    hznt = _Value("ZNT with H-ZiNi.", zini=True)
    hzini_s = _Value("H-ZiNi x completion a second.", zini=True)
    cpo = _Value("Effective clicks beyond 3BV per opening, for play without flags.")
    coo = _Value("`cpo` + 1.")
    path = _Value("Length of the way of the pointer in pixels of cells of 16 pixels; None where it is not known.")
    cpath = _Value("The same from click to click.")
    epath = _Value("The same from the centre of the cell of an effective click to that of the next.")
    mov = _Value("Pixels of the path a second.")
    iome = _Value("3BV per pixel of the path.")
    sao = _Value("`mov` x effective clicks a second.")
    fps = _Value("Reports of the mouse a second; None where they are not known.")
    obg = _Value("10000 x 3BV a second / the sum of the numbers of the layout.")
    rv = _Value("Rirun value; None on levels other than intermediate and expert.")
    luck = _Value("The probability that all clicks of the game hit no mine; None where `pluck` is.")

    @cached_property
    def clicks(self) -> tuple[TimedClick, ...]:
        """Every click, in order."""
        return self._list_clicks()

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
        return bool(self._judged.effects[click] & (_CHANGED if self.convention == "board" else _COUNTED))

    def figures(self, *names: str) -> dict[str, float | None]:
        """Return figures by name, all of `FIGURES` by default.

        Raises:
            InputError: an unknown name.
        """
        for name in names:
            if name not in FIGURES:
                raise InputError(f"a figure is one of {', '.join(FIGURES)}, not {quote(name)}")
        if names:
            return {name: getattr(self, name) for name in names}
        zinis = self._divide_zini()  # first, because the other measures come along
        values = {**self._compute(), **zinis, "rtime": self.rtime, "won": self.won, "pluck": self.pluck}
        return {name: values[name] for name in FIGURES}

    def _compute(self) -> dict[str, float | None]:
        """All figures but those of ZiNi."""
        judged, measured, way, time = self._judged, self.measured, self.way, self.rtime
        tally = judged.tally
        board = self.convention == "board"
        left, right, double = tally.made
        lce, rce, dce = tally.changed if board else tally.counted
        cl, ce = left + right + double, lce + rce + dce
        unflags, misflags, misunflags = tally.unflagged, tally.misflagged, tally.misunflagged
        shown = sum(tally.changed) - unflags - misflags - misunflags
        flag = tally.flagged - unflags
        bbbv, ops = measured.bbbv, measured.ops
        solved = tally.solved if board else tally.solved_fast
        etime = ratio(time * bbbv, solved)
        quality = None if etime is None else rqp(etime, bbbv)
        cpo, ce_s = ratio(ce - bbbv, ops), ratio(ce, time)
        path = way.path
        mov = None if path is None else ratio(path, time)
        level = measured.layout.level
        square = level.shape.is_square
        return {
            "left": left,
            "right": right,
            "double": double,
            "cl": cl,
            "lce": lce,
            "rce": rce,
            "dce": dce,
            "ce": ce,
            "wasted": cl - ce,
            "flag": flag,
            "unflags": unflags,
            "misflags": misflags,
            "misunflags": misunflags,
            "flags_wasted": judged.wasted_flags,
            "bbbv": bbbv,
            "bbbv_solved": solved,
            "ops_solved": judged.openings,
            "isls_solved": judged.islands,
            "completion": ratio(solved, bbbv),
            "etime": etime,
            "bbbv_s": ratio(solved, time),
            "cl_s": ratio(cl, time),
            "ce_s": ce_s,
            "left_s": ratio(left, time),
            "right_s": ratio(right, time),
            "double_s": ratio(double, time),
            "flag_s": ratio(flag, time),
            "ioe": ratio(solved, cl),
            "corr": ratio(ce, cl),
            "thrp": ratio(solved, ce),
            "corr_shown": ratio(shown, cl),
            "thrp_shown": ratio(solved, shown),
            "rqp": quality,
            "qg": qg(time, solved),
            "stnb": stnb(time, bbbv, level, solved=solved),
            "ios": ios(time, bbbv),
            "cpo": cpo,
            "coo": None if cpo is None else cpo + 1,
            "path": path,
            "cpath": way.cpath,
            "epath": (judged.changed_way if board else judged.counted_way) * CELL_PIXELS if square else None,
            "mov": mov,
            "iome": None if path is None else ratio(bbbv, path),
            "sao": None if mov is None or ce_s is None else mov * ce_s,
            "fps": way.fps,
            "obg": ratio(10_000 * bbbv, time * measured.numbers),
            "rv": None if quality is None else rv(quality, level),
            "luck": None if self.pluck is None else 10**-self.pluck,
        }

    def _divide_zini(self) -> dict[str, float | None]:
        """The figures of ZiNi, which takes as long as all others."""
        tally, measured, time = self._judged.tally, self.measured, self.rtime
        zini, hzini, bbbv = measured.zini, measured.hzini, measured.bbbv
        board = self.convention == "board"
        solved = tally.solved if board else tally.solved_fast
        cl, ce = sum(tally.made), sum(tally.changed if board else tally.counted)
        return {
            "zne": ratio(zini * solved, bbbv * cl),
            "znt": ratio(zini * solved, bbbv * ce),
            "zini_s": ratio(zini * solved, bbbv * time),
            "hzne": ratio(hzini * solved, bbbv * cl),
            "hznt": ratio(hzini * solved, bbbv * ce),
            "hzini_s": ratio(hzini * solved, bbbv * time),
        }

    @cached_property
    def _after(self) -> list[int]:
        return self._judged.solved if self.convention == "board" else self._judged.solved_fast


# The names of all figures.
_FIELDS = ("rtime", "won", "path", "pluck")
_COMPUTED = (name for name, value in vars(PlayedStatistics).items() if isinstance(value, _Figure))
FIGURES = (*_FIELDS, *(name for name in _COMPUTED if name not in _FIELDS))


def judge(
    layout: Layout,
    clicks: Iterable[TimedClick],
    *,
    rtime: float | None = None,
    questions: bool = False,
    convention: Convention = "board",
    path: float | None = None,
    cpath: float | None = None,
    fps: float | None = None,
    pluck: float | None = None,
) -> PlayedStatistics:
    """Return the figures of a game: clicks on a layout, as a player made them.

    A click that the game does not allow, and every click after its end, does nothing, but counts.

    Args:
        layout: the layout that was played.
        clicks: every click in order, those of no effect included.
        rtime: the time of the game in seconds; None stands for that of the last click that revealed a cell or hit a
            mine.
        questions: whether a right click on a flag puts a question mark.
        convention: "board", as Arbiter, RAWVF and flop-player count: every click that changes the board is
            effective, and an opening is solved with the last cell of its border. "toollib", as ms_toollib counts: a
            left click or chord that reveals a cell is effective, and the first flag on a mine; an opening is solved
            with the last of its zeros.
        path: the length of the way of the pointer, as `path_length` gives it.
        cpath: the same from click to click.
        fps: reports of the mouse a second.
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
        last = last_opening(judged)
        rtime = 0.0 if last is None else made[last].at
    way = PointerWay(path, cpath, fps)
    return summarize(layout, judged, lambda: made, float(rtime), convention=convention, way=way, pluck=pluck)


def summarize(
    layout: Layout,
    judged: _engine.JudgedClicks,
    list_clicks: Callable[[], tuple[TimedClick, ...]],
    rtime: float,
    *,
    convention: Convention = "board",
    way: PointerWay,
    pluck: float | None = None,
) -> PlayedStatistics:
    """Return the figures of clicks that the engine has judged; `list_clicks` lists them when they are first read."""
    won, lost = judged.status is _engine.Status.WON, judged.status is _engine.Status.LOST
    return PlayedStatistics(metrics(layout), rtime, won, lost, pluck, convention, way, judged, list_clicks)
