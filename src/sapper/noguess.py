"""Boards that never need a guess: a perfect reasoner finishes them from the start cell by certain moves alone.

A level, a seed and a start cell come in, a `Layout` goes out, the same one everywhere. Two makers: `uniform`, every
layout that needs no guess equally likely, and `repair`, which works at high density as well. Where none is found,
`NoGuessError` tells so and carries the furthest; a board that needs a guess is never returned.

>>> layout = no_guess("expert", seed=1)
>>> layout
<layout 16x30/99 seed 3102364251463700515 first-click zero start 3,3>
>>> no_guess("16x30/200", seed=1, maker="repair", start=(8, 8))
<layout 16x30/200 first-click zero start 8,8>
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sapper import _engine
from sapper.analysis import count_cores
from sapper.board import Board
from sapper.errors import InputError, NoGuessError
from sapper.layout import Layout, game_seeds
from sapper.level import FirstClick, Level
from sapper.number import quote, seed_number, whole_number
from sapper.rating import Rating, rate
from sapper.technique import Technique

__all__ = ["Maker", "MakerProgress", "no_guess", "no_guess_many"]

_SEED_MASK = 2**64 - 1
_FOREVER = math.inf
# Attempts of the first piece of a search; later ones grow until a piece takes about this long.
_FIRST_PIECE = 64
_PIECE_SECONDS = 0.2
_MOST_ATTEMPTS = 2**62
# Boards made and rated at a time in search of a difficulty.
_BATCH = 32


class Maker(StrEnum):
    """How a layout that needs no guess is made. A value that names no maker raises InputError."""

    UNIFORM = "uniform"  # layouts are dealt until one needs no guess: all of them are equally likely
    REPAIR = "repair"  # one is dealt and changed where it gets stuck: works at high density, and is biased

    @classmethod
    def _missing_(cls, value: object) -> Maker:
        raise InputError(f"unknown maker {quote(value)}: it is one of {', '.join(cls)}")

    @property
    def default_attempts(self) -> int:
        """Layouts dealt at most, unless told otherwise: half a minute of work on an expert board."""
        return 1_000_000 if self is Maker.UNIFORM else 20_000


@dataclass(frozen=True, slots=True)
class MakerProgress:
    """How far a search is, told several times a second."""

    attempts: int  # layouts dealt so far
    wanted: int  # dealt at most
    found: int  # layouts without a guess, none of them of the difficulty asked for
    revealed: int  # cells that the furthest of the others reveals
    seconds: float  # since the search began


def no_guess(
    level: Level | str,
    *,
    seed: int,
    start: tuple[int, int] | None = None,
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

    A `uniform` layout is the layout of its own seed, which it names; a repaired one comes from no seed.

    Args:
        level: a `Level`, or a text for `Level.parse`.
        seed: any integer of 64 bits; the same arguments give the same layout everywhere.
        start: the first cell to be revealed; None stands for `level.default_start(first_click)`.
        first_click: what is promised about the start: "safe", "zero" or "drawn".
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
    search = _Search.read(
        level,
        start=start,
        first_click=first_click,
        maker=maker,
        counter=counter,
        max_technique=max_technique,
        attempts=attempts,
        seconds=seconds,
        on_progress=on_progress,
    )
    number = seed_number(seed)
    if difficulty is None:
        return search.find(number)
    return search.find_rated(number, _read_range(difficulty), counter=counter)


def no_guess_many(
    level: Level | str,
    count: int,
    *,
    seed: int,
    start: tuple[int, int] | None = None,
    first_click: FirstClick | str = FirstClick.ZERO,
    maker: Maker | str = Maker.UNIFORM,
    counter: bool = True,
    max_technique: Technique | str | int | None = None,
    attempts: int | None = None,
    threads: int | None = None,
) -> list[Layout]:
    """Return many layouts: for each of `game_seeds(seed, count)` what `no_guess` returns for it.

    `threads` None takes all cores; the layouts are the same for any number. The rest as in `no_guess`.

    Raises:
        InputError: an argument outside its domain.
        NoGuessError: one of them was not found; carries the furthest.
        LimitError: more cells than the engine allows, or a position too wide to analyse.
    """
    search = _Search.read(
        level,
        start=start,
        first_click=first_click,
        maker=maker,
        counter=counter,
        max_technique=max_technique,
        attempts=attempts,
    )
    seeds = game_seeds(seed, count)
    cores = count_cores() if threads is None else whole_number(threads, "threads", least=1)
    made = search.make(seeds, attempts=search.attempts, threads=cores)
    return [search.solved(one) for one in made]


# What the engine tells of one layout: solved, attempts, seed dealt, cells revealed, layout, board where it is stuck.
_Made = tuple[bool, int, int, int, _engine.Layout | None, _engine.Board | None]


@dataclass(slots=True)
class _Search:
    """What is looked for, and how far the search is."""

    level: Level
    start: tuple[int, int]
    rule: FirstClick
    maker: Maker
    most: Technique
    attempts: int
    seconds: float
    on_progress: Callable[[MakerProgress], None] | None
    begin: float
    done: int = 0
    found: int = 0
    furthest: _Made | None = None

    @classmethod
    def read(
        cls,
        level: Level | str,
        *,
        start: tuple[int, int] | None,
        first_click: FirstClick | str,
        maker: Maker | str,
        counter: bool,
        max_technique: Technique | str | int | None,
        attempts: int | None,
        seconds: float | None = None,
        on_progress: Callable[[MakerProgress], None] | None = None,
    ) -> _Search:
        size = level if isinstance(level, Level) else Level.parse(level)
        rule = FirstClick(first_click)
        if rule is FirstClick.NONE:
            raise InputError(
                "a board without guesses needs a safe start, which the first-click rule none does not give"
            )
        kind = Maker(maker)
        most = Technique.COUNTING_CASES if max_technique is None else Technique.parse(max_technique)
        if not counter and max_technique is not None and most > Technique.CASES:
            raise InputError(f"who does not count mines cannot use the technique {str(most)!r}")
        grid = _engine.square_grid(size.rows, size.cols)
        return cls(
            level=size,
            start=grid.cell(size.default_start(rule) if start is None else start),
            rule=rule,
            maker=kind,
            most=most if counter else min(most, Technique.CASES),
            attempts=kind.default_attempts if attempts is None else _read_attempts(attempts),
            seconds=_FOREVER if seconds is None else _read_seconds(seconds),
            on_progress=on_progress,
            begin=time.monotonic(),
        )

    def find(self, seed: int) -> Layout:
        """The first layout of the seed's stream, searched in pieces so that progress can be told."""
        for first, count in self._pieces():
            [made] = self.make([seed & _SEED_MASK], attempts=count, first=first)
            self.done += made[1]
            if made[0]:
                return self.solved(made)
            self._keep(made)
            self._tell()
            if self._left() <= 0:
                break
        raise self._failure()

    def find_rated(self, seed: int, wanted: tuple[float, float], *, counter: bool) -> Layout:
        """The first layout of a run of them whose difficulty is wanted."""
        low, high = wanted
        nearest: tuple[float, Layout, Rating] | None = None
        first = 1
        while self.done < self.attempts and self._left() > 0:
            share = max((self.attempts - self.done) // _BATCH, 1)
            seeds = game_seeds(seed, _BATCH, first=first)
            for made in self.make(seeds, attempts=share, threads=count_cores()):
                self.done += made[1]
                if not made[0]:
                    self._keep(made)
                    continue
                self.found += 1
                layout = self.solved(made)
                rating = rate(layout, counter=counter)
                assert rating.difficulty is not None, "a layout without guesses can be finished"
                if low <= rating.difficulty <= high:
                    return layout
                off = max(low - rating.difficulty, rating.difficulty - high)
                if nearest is None or off < nearest[0]:
                    nearest = off, layout, rating
            first += _BATCH
            self._tell()
        if nearest is None:
            raise self._failure()
        _, layout, rating = nearest
        raise NoGuessError(
            f"no board of difficulty {low:g} to {high:g} was found in {self._spent()}: of {self.found:,} without a "
            f"guess the nearest has {rating.difficulty:g}",
            layout,
            None,
        )

    def make(self, seeds: Sequence[int], *, attempts: int, first: int = 0, threads: int = 1) -> list[_Made]:
        return _engine.make_no_guess(
            _engine.square_grid(self.level.rows, self.level.cols),
            self.level.mines,
            self.start,
            _engine.FirstClick[self.rule.name],
            _engine.MakerKind[self.maker.name],
            self.most,
            seeds,
            first,
            attempts,
            threads,
            max(self._left(), 0),
        )

    def solved(self, made: _Made) -> Layout:
        solved, attempts, seed, _, layout, _ = made
        if not solved or layout is None:
            self.done = attempts
            self._keep(made)
            raise self._failure()
        return Layout._wrap(layout, seed if self.maker is Maker.UNIFORM else None, self.start, self.rule)

    def _pieces(self) -> Iterator[tuple[int, int]]:
        """First attempt and number of attempts of each piece: the more, the quicker the last one was."""
        count = 1 if self.maker is Maker.REPAIR else _FIRST_PIECE
        while self.done < self.attempts:
            begin = time.monotonic()
            yield self.done, min(count, self.attempts - self.done)
            if time.monotonic() - begin < _PIECE_SECONDS:
                count *= 2

    def _keep(self, made: _Made) -> None:
        if self.furthest is None or made[3] > self.furthest[3]:
            self.furthest = made

    def _left(self) -> float:
        return self.begin + self.seconds - time.monotonic()

    def _tell(self) -> None:
        if self.on_progress is not None:
            revealed = 0 if self.furthest is None else self.furthest[3]
            seconds = time.monotonic() - self.begin
            self.on_progress(MakerProgress(self.done, self.attempts, self.found, revealed, seconds))

    def _spent(self) -> str:
        return f"{self.done:,} attempt{'' if self.done == 1 else 's'}, {time.monotonic() - self.begin:.1f} s"

    def _failure(self) -> NoGuessError:
        kind = "needs no guess" if self.most >= Technique.CASES else f"needs no more than {str(self.most)!r}"
        message = f"no board that {kind} was found in {self._spent()}"
        if self.furthest is None or self.furthest[4] is None or self.furthest[5] is None:
            return NoGuessError(message, None, None)
        to_reveal = self.level.rows * self.level.cols - self.level.mines
        layout = Layout._wrap(self.furthest[4], None, self.start, self.rule)
        return NoGuessError(
            f"{message}: the furthest gets stuck with {self.furthest[3]} of {to_reveal} cells revealed",
            layout,
            Board._wrap(self.furthest[5]),
        )


def _read_attempts(value: object) -> int:
    return min(whole_number(value, "attempts", least=1), _MOST_ATTEMPTS)


def _read_seconds(value: object) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0:
        return float(value)
    raise InputError(f"seconds must be a number above 0, not {quote(value)}")


def _read_range(value: object) -> tuple[float, float]:
    try:
        low, high = (float(bound) for bound in value)  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        raise InputError(f"a difficulty is two numbers, the least and the most, not {quote(value)}") from None
    if not low <= high:
        raise InputError(f"no difficulty is at least {low:g} and at most {high:g}")
    return low, high
