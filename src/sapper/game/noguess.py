"""Boards that never need a guess: they can be finished from the start cell by certain moves alone.

A level, a seed and a start cell come in, a `Layout` comes out, the same one on every machine. There are two makers.
With `uniform`, every layout that needs no guess is equally likely; `repair` works at high density as well. If none is
found, `NoGuessError` is raised and carries the furthest. A layout that needs a guess is never returned.

>>> no_guess("expert", seed=1)
<layout 16x30/99 seed 3102364251463700515 first-click zero start 3,3>
>>> no_guess("16x30/200", seed=1, maker="repair", start=(8, 8))
<layout 16x30/200 first-click zero start 8,8>
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

from sapper.base.number import quote, seed_number, whole_number
from sapper.base.threads import count_cores, count_threads
from sapper.board.cell import Cell
from sapper.board.level import FirstClick, LevelLike
from sapper.errors import InputError, NoGuessError
from sapper.explain.technique import Technique
from sapper.game.layout import Layout, game_seeds
from sapper.game.maker import Made, Maker, MakerSpec
from sapper.game.rating import rate

__all__ = ["MakerProgress", "checked_made", "no_guess", "no_guess_many", "read_attempts", "read_seconds"]

# Attempts of the first piece of a search, and the seconds per piece towards which later pieces grow.
_FIRST_PIECE = {Maker.UNIFORM: 64, Maker.REPAIR: 1}
_PIECE_SECONDS = 0.2
_MOST_ATTEMPTS = 2**62
# Boards made and rated at a time in search of a difficulty.
_BATCH = 32


@dataclass(frozen=True, slots=True)
class MakerProgress:
    """The progress of a search, reported several times a second.

    Attributes:
        attempts: layouts dealt so far.
        wanted: limit on layouts dealt.
        found: layouts without a guess, but not of the requested difficulty.
        revealed: cells that the furthest of the others reveals.
        seconds: since the search began.
    """

    attempts: int
    wanted: int
    found: int
    revealed: int
    seconds: float


def no_guess(
    level: LevelLike,
    *,
    seed: int,
    start: Cell | None = None,
    first_click: FirstClick | str = FirstClick.ZERO,
    maker: Maker | str = Maker.UNIFORM,
    counter: bool = True,
    max_technique: Technique | str | int | None = None,
    difficulty: tuple[float, float] | None = None,
    attempts: int | None = None,
    seconds: float | None = None,
    on_progress: Callable[[MakerProgress], None] | None = None,
) -> Layout:
    """Return a layout that can be finished from its start without a guess.

    A `uniform` layout has a seed of its own in `layout.seed`; a repaired one has no seed.

    Args:
        level: a `Level`, a name, a text such as "16x30/99", or (rows, cols, mines).
        seed: any integer of 64 bits; the same arguments give the same layout everywhere.
        start: the first cell to be revealed; None stands for `level.default_start(first_click)`.
        first_click: what is promised about the start: "safe", "zero", "drawn" or "moved".
        maker: "uniform" or "repair".
        counter: whether the player may count the mines that are left.
        max_technique: the hardest technique that may be needed; None allows all.
        difficulty: the least and the most difficulty, as `rate` gives it.
        attempts: layouts dealt at most; None stands for the default of the maker.
        seconds: time to spend at most; None sets no limit.
        on_progress: called several times a second.

    Raises:
        InputError: an argument outside its domain.
        NoGuessError: none was found; carries the furthest.
        LimitError: more cells than the engine allows, or a position too wide to analyse.
    """
    spec = MakerSpec.read(
        level, start=start, first_click=first_click, maker=maker, counter=counter, max_technique=max_technique
    )
    search = _Search(spec, read_attempts(attempts, spec.maker), read_seconds(seconds), on_progress)
    number = seed_number(seed)
    if difficulty is None:
        return search.find(number)
    return search.find_rated(number, *_read_range(difficulty), counter=counter)


def no_guess_many(
    level: LevelLike,
    count: int,
    *,
    seed: int,
    start: Cell | None = None,
    first_click: FirstClick | str = FirstClick.ZERO,
    maker: Maker | str = Maker.UNIFORM,
    counter: bool = True,
    max_technique: Technique | str | int | None = None,
    attempts: int | None = None,
    threads: int | None = None,
) -> list[Layout]:
    """Return many layouts: for each of `game_seeds(seed, count)` what `no_guess` returns for it.

    `attempts` limits each of them. `threads` None uses all cores; the layouts do not depend on `threads`. The other
    arguments are as in `no_guess`.

    Raises:
        InputError: an argument outside its domain.
        NoGuessError: one of them was not found; carries the furthest of that one.
        LimitError: more cells than the engine allows, or a position too wide to analyse.
    """
    spec = MakerSpec.read(
        level, start=start, first_click=first_click, maker=maker, counter=counter, max_technique=max_technique
    )
    workers = count_threads(threads)
    most = read_attempts(attempts, spec.maker)
    return [checked_made(spec, made) for made in spec.make(game_seeds(seed, count), attempts=most, threads=workers)]


def checked_made(spec: MakerSpec, made: Made) -> Layout:
    """Return the layout if it needs no guess, else raise NoGuessError."""
    return _Search(spec, made.attempts, math.inf, None).checked(made)


class _Search:
    """A search: its goal, its limits and its progress."""

    def __init__(
        self,
        spec: MakerSpec,
        attempts: int,
        seconds: float,
        on_progress: Callable[[MakerProgress], None] | None,
    ) -> None:
        self.spec = spec
        self.attempts = attempts
        self.on_progress = on_progress
        self.begin = time.monotonic()
        self.end = self.begin + seconds
        self.done = 0
        self.found = 0
        self.furthest: Made | None = None

    def find(self, seed: int) -> Layout:
        """Return the first layout of the seed's stream. Searches in pieces so that progress can be reported."""
        count = _FIRST_PIECE[self.spec.maker]
        while self.goes_on():
            begin = time.monotonic()
            count = min(count, self.attempts - self.done)
            [made] = self.spec.make([seed], attempts=count, first=self.done, seconds=self.left())
            self.done += made.attempts
            if made.solved:
                return self.checked(made)
            self.miss(made)
            self.tell()
            if time.monotonic() - begin < _PIECE_SECONDS:
                count *= 2
        raise self.failure()

    def find_rated(self, seed: int, low: float, high: float, *, counter: bool) -> Layout:
        """Return the first layout with a difficulty in the range, among those of many seeds."""
        nearest, least = None, math.inf
        first = 1
        while self.goes_on():
            share = max((self.attempts - self.done) // _BATCH, 1)
            seeds = game_seeds(seed, _BATCH, first=first)
            first += _BATCH
            made = self.spec.make(seeds, attempts=share, threads=count_cores(), seconds=self.left())
            self.done += sum(one.attempts for one in made)
            for layout in self.solved_among(made):
                difficulty = rate(layout, counter=counter).difficulty or 0.0
                if low <= difficulty <= high:
                    return layout
                off = max(low - difficulty, difficulty - high)
                if off < least:
                    nearest, least = layout, off
            self.tell()
        if nearest is None:
            raise self.failure()
        message = f"no board of difficulty {low:g} to {high:g} was found in {self.spent()}"
        known = f"of {self.found:,} without a guess the nearest has {rate(nearest, counter=counter).difficulty:g}"
        raise NoGuessError(f"{message}: {known}", nearest, None)

    def solved_among(self, made: Iterable[Made]) -> Iterable[Layout]:
        """Yield the layouts that need no guess; remember the furthest of the others."""
        for one in made:
            if one.solved and one.layout is not None:
                self.found += 1
                yield one.layout
            else:
                self.miss(one)

    def checked(self, made: Made) -> Layout:
        """Return the layout if it needs no guess, else raise NoGuessError."""
        if made.solved and made.layout is not None:
            return made.layout
        self.done = made.attempts
        self.furthest = made
        raise self.failure()

    def miss(self, made: Made) -> None:
        if self.furthest is None or made.revealed > self.furthest.revealed:
            self.furthest = made

    def goes_on(self) -> bool:
        return self.done < self.attempts and (self.done == 0 or self.left() > 0)

    def left(self) -> float:
        return max(self.end - time.monotonic(), 0.0)

    def tell(self) -> None:
        if self.on_progress is not None:
            revealed = 0 if self.furthest is None else self.furthest.revealed
            seconds = time.monotonic() - self.begin
            self.on_progress(MakerProgress(self.done, self.attempts, self.found, revealed, seconds))

    def spent(self) -> str:
        return f"{self.done:,} attempt{'' if self.done == 1 else 's'}, {time.monotonic() - self.begin:.1f} s"

    def failure(self) -> NoGuessError:
        level, most, furthest = self.spec.level, self.spec.most, self.furthest
        kind = "needs no guess" if most >= Technique.CASES else f"needs no more than {str(most)!r}"
        message = f"no board that {kind} was found in {self.spent()}"
        other = "; maker='repair' makes them where few layouts are one" if self.spec.maker is Maker.UNIFORM else ""
        if furthest is None or furthest.layout is None:
            return NoGuessError(message + other, None, None)
        to_reveal = level.rows * level.cols - level.mines
        where = f"the furthest gets stuck with {furthest.revealed} of {to_reveal} cells revealed"
        return NoGuessError(f"{message}: {where}{other}", furthest.layout, furthest.board)


def read_attempts(value: object, maker: Maker) -> int:
    """Return a limit on layouts dealt as an int, for None the default of the maker.

    Raises:
        InputError: it is not a whole number, or below 1.
    """
    if value is None:
        return maker.default_attempts
    return min(whole_number(value, "attempts", least=1), _MOST_ATTEMPTS)


def read_seconds(value: object) -> float:
    """Return a limit on time as a float, for None infinity.

    Raises:
        InputError: it is not a number above 0.
    """
    if value is None:
        return math.inf
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0:
        with suppress(OverflowError):  # a whole number beyond every float
            return float(value)
    raise InputError(f"seconds must be a number above 0 that fits in a float, not {quote(value)}")


def _read_range(value: object) -> tuple[float, float]:
    try:
        low, high = (float(bound) for bound in value)  # type: ignore[attr-defined]
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"a difficulty is two numbers, the least and the most, not {quote(value)}") from None
    if not low <= high:
        raise InputError(f"no difficulty is at least {low:g} and at most {high:g}")
    return low, high
