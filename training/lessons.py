"""Training data: guesses of real games, with the result of playouts for every candidate.

`collect` plays games by `best` with wide settings. Where it guesses, up to eight candidates are played out equally
often with the same random numbers. Each is recorded with its traits (engine/strategy/instinct.hpp), its lookahead,
its win probability and the standard error of that. The run seeds of the courses are used for nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.board.level import FirstClick, Level
from sapper.game.layout import game_seeds
from sapper.play.strategy import Strategy

__all__ = ["SCHOOLS", "Course", "Lessons", "School", "collect"]

# Candidates somewhat worse than the best are included too. Instinct is off, because it is to be learned.
_WIDE = (
    "best@fast,candidates=0.85,floating_candidates=0.9,close=0.15,runners=8,rollouts=170,"
    "endgame_worlds=200,instinct=0"
)
_GAMES_AT_ONCE = 500


@dataclass(frozen=True)
class Course:
    """A kind of games to learn from."""

    level: str  # a named level, or a shape and its mines
    first_click: FirstClick
    seed: int  # run seed
    games: int  # of a full training
    start: tuple[int, int] | None = None  # None: where games of the level start


@dataclass(frozen=True)
class School:
    """A network and the courses that teach it."""

    hidden: tuple[int, int]  # sizes of its hidden layers
    courses: tuple[Course, ...]


# The network of squares is used on every shape but those whose cells have six neighbours. The other one learned from
# several shapes, but shows a gain over that of squares on those alone (docs/shapes.md).
SCHOOLS = {
    "squares": School(
        (64, 32),
        (
            Course("expert", FirstClick.ZERO, 301, 60_000, (3, 3)),
            Course("expert", FirstClick.SAFE, 302, 25_000, (0, 0)),
            Course("intermediate", FirstClick.ZERO, 303, 50_000, (2, 2)),
        ),
    ),
    "hexagons": School(
        (32, 16),
        (
            Course("hex:16x24/84", FirstClick.ZERO, 304, 20_000),
            Course("hex:14x14/39", FirstClick.ZERO, 305, 12_000),
            Course("torus:16x30/132", FirstClick.ZERO, 308, 5_000),
            Course("globe:362/97", FirstClick.ZERO, 312, 15_000),
            Course("tri:16x24/93", FirstClick.ZERO, 306, 6_000),
            Course("cube:9/132", FirstClick.ZERO, 311, 5_000),
            Course("cylinder:16x30/113", FirstClick.ZERO, 310, 10_000),
            Course("tri:12x18/46", FirstClick.ZERO, 307, 5_000),
        ),
    ),
}


@dataclass(frozen=True)
class Lessons:
    """Candidates in a row; those of one guess stand together."""

    guess: NDArray[np.int64]  # which guess a candidate belongs to, from 0
    traits: NDArray[np.float32]  # candidates x traits
    judged: NDArray[np.float64]  # the output of instinct for the candidate at the time, as a share
    ahead: NDArray[np.float64]  # lookahead
    worth: NDArray[np.float64]  # chance to win, as played out
    error: NDArray[np.float64]  # standard error of worth / ahead against the mean of the guess

    @classmethod
    def join(cls, parts: Sequence[Lessons]) -> Lessons:
        """Return the lessons of several courses, concatenated."""
        begins = np.cumsum([0, *(part.guess.max(initial=-1) + 1 for part in parts)])
        guesses = [part.guess + begin for part, begin in zip(parts, begins, strict=False)]
        names = [field.name for field in fields(cls)][1:]
        return cls(
            np.concatenate(guesses), *(np.concatenate([getattr(part, name) for part in parts]) for name in names)
        )

    def save(self, path: Path) -> None:
        """Write the lessons to a file of arrays."""
        np.savez(path, **vars(self))

    @classmethod
    def load(cls, path: Path) -> Lessons:
        """Read what `save` wrote."""
        with np.load(path) as arrays:
            return cls(**arrays)


def collect(course: Course, games: int, threads: int, report: Callable[[int, int], None]) -> Lessons:
    """Play games of a course; calls `report` with the number of games and of lessons so far."""
    level = Level.parse(course.level)
    start = level.default_start(course.first_click) if course.start is None else course.start
    settings = Strategy.parse(_WIDE).engine_settings
    parts: list[Lessons] = []
    for begin in range(0, games, _GAMES_AT_ONCE):
        seeds = game_seeds(course.seed, min(_GAMES_AT_ONCE, games - begin), first=begin + 1)
        first_click = _engine.FirstClick[course.first_click.name]
        found = _engine.play_lessons(
            level.shape.grid, level.mines, first_click, start, np.array(seeds, np.uint64), settings, threads
        )
        sizes = np.diff(found["first"].astype(np.int64))
        guess = np.repeat(np.arange(sizes.size), sizes)
        traits = found["traits"].reshape(guess.size, -1)
        parts.append(Lessons(guess, traits, found["judged"], found["ahead"], found["worth"], found["error"]))
        report(min(games, begin + _GAMES_AT_ONCE), sum(part.guess.max(initial=-1) + 1 for part in parts))
    return Lessons.join(parts)
