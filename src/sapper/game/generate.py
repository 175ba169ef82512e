"""Many layouts from one seed, each of which fulfils a condition: layouts of any kind, or such that need no guess.

A level, a number of layouts and a run seed come in; layouts come out one by one, as they are found. Layout i is made
from the i-th seed of the run, so that the same call returns the same layouts, with any number of threads. `where` is
a condition over the columns in `COLUMNS`.

>>> [layout.bbbv for layout in generate("beginner", 3, seed=1, where="bbbv >= 20")]
[20, 21, 22]
>>> [rate(layout).solvable for layout in generate("expert", 2, seed=1, no_guess=True, where='hardest == "pair"')]
[True, True]
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from sapper.base.expression import Expression, Value
from sapper.base.number import seed_number, whole_number
from sapper.base.threads import count_threads
from sapper.board.cell import Cell
from sapper.board.level import FirstClick, Level, LevelLike
from sapper.errors import InputError, LimitError
from sapper.explain.technique import Technique
from sapper.game.layout import Layout, game_seeds
from sapper.game.maker import Maker, MakerSpec
from sapper.game.metrics import MEASURES, OTHER_NAMES, measure_seeds, metrics
from sapper.game.noguess import checked_made, read_attempts, read_seconds
from sapper.game.rating import Rating, rate

__all__ = ["COLUMNS", "Column", "GenerateProgress", "generate"]

_MOST_MISSES = 1_000_000  # layouts in a row that do not fulfil the condition
_FIRST_BATCH = 16  # layouts made at a time, per thread; they grow towards a fraction of a second
_MOST_BATCH = 4096
_BATCH_SECONDS = 0.2
_LAST_SEED = 2**32


class Subject:
    """A layout, made, rated and measured once a condition needs that."""

    __slots__ = ("_counter", "_layout", "_make", "_measured", "_rating")

    def __init__(self, make: Callable[[], Layout], *, counter: bool, measured: dict[str, int] | None = None) -> None:
        """Make the layout with `make`, and rate it with or without the mine counter."""
        self._make = make
        self._counter = counter
        self._measured = {} if measured is None else measured
        self._layout: Layout | None = None
        self._rating: Rating | None = None

    @property
    def layout(self) -> Layout:
        """The layout itself."""
        if self._layout is None:
            self._layout = self._make()
        return self._layout

    def measure(self, name: str) -> int:
        """A measure of the layout by its name in `MEASURES`."""
        if name not in self._measured:
            self._measured[name] = metrics(self.layout).measure(name)
        return self._measured[name]

    @property
    def rating(self) -> Rating:
        """What it takes to finish the layout; the start holds no mine."""
        if self._rating is None:
            self._rating = rate(self.layout, counter=self._counter)
        return self._rating


@dataclass(frozen=True, slots=True)
class Column:
    """A column of conditions."""

    meaning: str
    value: Callable[[Subject], Value]


def _moves_of(technique: Technique) -> Callable[[Subject], Value]:
    return lambda subject: subject.rating.moves[technique]


def _measure_of(name: str) -> Callable[[Subject], Value]:
    return lambda subject: subject.measure(name)


# The columns of conditions by name. Those from `solvable` on play the layout by logic.
COLUMNS = {
    "rows": Column("rows of the board", lambda subject: subject.layout.rows),
    "cols": Column("columns of the board", lambda subject: subject.layout.cols),
    "mines": Column("mines of the layout", lambda subject: subject.layout.level.mines),
    "openings": Column("connected regions of zeros", _measure_of("ops")),
    **{name: Column(meaning, _measure_of(name)) for name, meaning in MEASURES.items()},
    "solvable": Column("1 if no guess is needed, else 0", lambda subject: int(subject.rating.solvable)),
    "difficulty": Column(
        "difficulty as rate gives it; none where a guess is needed", lambda subject: subject.rating.difficulty
    ),
    "effort": Column("weighted sum of the moves", lambda subject: subject.rating.effort),
    "hardest": Column("rank of the hardest technique needed, from 1 to 6", lambda subject: subject.rating.hardest),
    "revealed": Column("cells revealed before a guess is needed", lambda subject: subject.rating.revealed),
    **{
        technique.name.lower(): Column(f"moves by the technique {technique}", _moves_of(technique))
        for technique in Technique
    },
}
_SEEN_AT_ONCE = ("rows", "cols", "mines", "openings", *MEASURES)
_WORDS = {
    spelling: int(one) for one in Technique for spelling in (one.name.lower(), one.name.lower().replace("_", "-"))
}


@dataclass(frozen=True, slots=True)
class GenerateProgress:
    """The progress of a call, reported several times a second."""

    found: int  # layouts that fulfil the condition
    wanted: int  # layouts asked for
    tried: int  # layouts made so far
    seconds: float  # since the call began


def generate(
    level: LevelLike,
    count: int,
    *,
    seed: int,
    where: str | None = None,
    start: Cell | None = None,
    first_click: FirstClick | str = FirstClick.ZERO,
    no_guess: bool = False,
    maker: Maker | str = Maker.UNIFORM,
    counter: bool = True,
    max_technique: Technique | str | int | None = None,
    attempts: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    on_progress: Callable[[GenerateProgress], None] | None = None,
) -> Iterator[Layout]:
    """Return an iterator over `count` layouts that fulfil a condition; each is yielded as soon as it is found.

    Without a condition these are the layouts of the games of a run with this seed or, with `no_guess`, those of
    `no_guess_many`. With a condition, layouts that do not fulfil it are left out and more are made.

    Args:
        level: a `Level`, a name, a text such as "16x30/99", or (rows, cols, mines).
        count: how many layouts.
        seed: of the run, any integer of 64 bits.
        where: a condition such as "bbbv < 130 and zini/bbbv < 0.7" over `COLUMNS`; "hardest" compares with the names
            of techniques in quotes, too. None: all layouts.
        start: the first cell to be revealed; None stands for `level.default_start(first_click)`.
        first_click: what is promised about the start.
        no_guess: whether the layouts need no guess. The next four arguments are for these only, as in `no_guess`.
        maker: "uniform" or "repair".
        counter: whether the player may count the mines that are left; ratings use it, too.
        max_technique: the hardest technique that may be needed; None allows all.
        attempts: layouts dealt at most for each; None stands for the default of the maker.
        seconds: time to spend at most; None sets no limit.
        threads: None uses all cores; the layouts do not depend on it.
        on_progress: called several times a second.

    Raises:
        InputError: an argument outside its domain.
        ParseError: a condition that cannot be read; the message quotes the column.
        NoGuessError: a layout without a guess was not found; carries the furthest.
        LimitError: a million layouts in a row do not fulfil the condition, or the time is over; or more cells than
            the engine allows, or a position too wide to analyse.
    """
    if no_guess:
        spec = MakerSpec.read(
            level, start=start, first_click=first_click, maker=maker, counter=counter, max_technique=max_technique
        )
    elif max_technique is not None or Maker(maker) is not Maker.UNIFORM:
        raise InputError("maker and max_technique are for layouts without guesses: set no_guess")
    else:
        spec = _any_layout(level, start, first_click)
    if not no_guess and attempts is not None:
        raise InputError(f"attempts {attempts} is for layouts without guesses: set no_guess")
    condition = None if where is None else Expression.parse(where, COLUMNS, words=_WORDS, other_names=OTHER_NAMES)
    for name in () if condition is None or spec.first_click is not FirstClick.NONE else condition.names:
        if name not in _SEEN_AT_ONCE:
            raise InputError(f"column {name!r} needs a safe start, which the first-click rule none does not give")
    search = _Search(
        spec,
        whole_number(count, "count", least=1),
        seed_number(seed, "run seed"),
        condition,
        counter=counter,
        attempts=read_attempts(attempts, spec.maker) if no_guess else None,
        end=time.monotonic() + read_seconds(seconds),
        threads=count_threads(threads),
    )
    return search.run(on_progress)


def _any_layout(level: LevelLike, start: Cell | None, first_click: FirstClick | str) -> MakerSpec:
    """Check the arguments of layouts that may need a guess."""
    size, rule = Level.make(level), FirstClick(first_click)
    first = Layout.from_seed(size, seed=0, start=start, first_click=rule)
    assert first.start is not None
    return MakerSpec(size, first.start, rule, Maker.UNIFORM, Technique.COUNTING_CASES)


@dataclass(frozen=True, slots=True)
class _Search:
    """A call of `generate`, checked."""

    spec: MakerSpec
    count: int
    seed: int
    condition: Expression | None
    counter: bool
    attempts: int | None  # for each layout without a guess; None: any layout
    end: float  # of the time
    threads: int

    def run(self, on_progress: Callable[[GenerateProgress], None] | None) -> Iterator[Layout]:
        begin = time.monotonic()
        found, tried, last, size = 0, 0, 0, _FIRST_BATCH * self.threads
        closest = _Closest()
        with ThreadPoolExecutor(self.threads) as pool:
            while found < self.count:
                if time.monotonic() >= self.end:
                    raise LimitError(f"the time is over: {self._spell(found, tried)}{closest}")
                if tried - last >= _MOST_MISSES or tried + size > _LAST_SEED:
                    missed = f"the last {tried - last:,} layouts do not fulfil the condition"
                    raise LimitError(f"{missed}: {self._spell(found, tried)}{closest}")
                started = time.monotonic()
                wanted = self.count - found if self.condition is None else size
                subjects = self._make(tried + 1, min(size, wanted))
                for place, miss in enumerate(self._test(subjects, pool)):
                    if miss == 0:
                        yield subjects[place].layout
                        found, last = found + 1, tried + place + 1
                        if found == self.count:
                            break
                    elif self.condition is not None and miss < closest.miss:
                        closest = _Closest(miss, self._describe(subjects[place]))
                tried += len(subjects)
                if on_progress is not None:
                    on_progress(GenerateProgress(found, self.count, tried, time.monotonic() - begin))
                if time.monotonic() - started < _BATCH_SECONDS:
                    size = min(2 * size, _MOST_BATCH)

    def _make(self, first: int, count: int) -> list[Subject]:
        """The layouts of `count` seeds of the run, from seed `first` on, with the measures that are asked for."""
        seeds, spec = game_seeds(self.seed, count, first=first), self.spec
        if self.attempts is None:
            names = [_measured_by(name) for name in self.condition.names] if self.condition is not None else []
            names = [name for name in names if name in MEASURES]
            values = self._measure(seeds, names)
            return [
                Subject(partial(self._deal, seed), counter=self.counter, measured=dict(zip(names, row, strict=True)))
                for seed, row in zip(seeds, values, strict=True)
            ]
        left = self.end - time.monotonic() if math.isfinite(self.end) else math.inf
        made = spec.make(seeds, attempts=self.attempts, threads=self.threads, seconds=max(left, 0.0))
        return [Subject(partial(checked_made, spec, one), counter=self.counter) for one in made]

    def _deal(self, seed: int) -> Layout:
        spec = self.spec
        return Layout.from_seed(spec.level, seed=seed, start=spec.start, first_click=spec.first_click)

    def _measure(self, seeds: list[int], names: list[str]) -> list[list[int]]:
        if not names:
            return [[] for _ in seeds]
        rows: list[list[int]] = measure_seeds(self._deal(seeds[0]), seeds, names, threads=self.threads).tolist()
        return rows

    def _test(self, subjects: list[Subject], pool: ThreadPoolExecutor) -> Iterable[float]:
        """How far every layout is from fulfilling the condition; 0 if it does."""
        if self.condition is None:
            return [0.0] * len(subjects)
        if all(_measured_by(name) in MEASURES for name in self.condition.names) and self.attempts is None:
            return map(self._miss, subjects)  # nothing is left to compute that threads could share
        return pool.map(self._miss, subjects)

    def _miss(self, subject: Subject) -> float:
        assert self.condition is not None

        def value_of(name: str) -> Value:
            return COLUMNS[name].value(subject)

        return 0.0 if self.condition.holds(value_of) else max(self.condition.miss(value_of), math.ulp(0.0))

    def _describe(self, subject: Subject) -> str:
        assert self.condition is not None
        values = ((name, COLUMNS[name].value(subject)) for name in self.condition.names)
        return ", ".join(f"{name} {'none' if value is None else f'{value:g}'}" for name, value in values)

    def _spell(self, found: int, tried: int) -> str:
        what = "" if self.condition is None else f" with {self.condition.text!r}"
        return f"{found:,} of {self.count:,} layouts{what} were found among {tried:,}"


@dataclass(frozen=True, slots=True)
class _Closest:
    """The layout that comes closest to the condition."""

    miss: float = math.inf
    values: str = ""

    def __str__(self) -> str:
        """A clause for a message."""
        return f"; the closest other has {self.values}" if self.values else ""


def _measured_by(name: str) -> str:
    """The measure behind a column."""
    return "ops" if name == "openings" else name
