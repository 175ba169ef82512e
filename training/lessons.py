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

__all__ = ["COURSES", "Course", "Lessons", "collect"]

# Candidates somewhat worse than the best are included too. Instinct is off, because it is to be learned.
_WIDE = (
    "best@fast,candidates=0.85,floating_candidates=0.9,close=0.15,runners=8,rollouts=170,"
    "endgame_worlds=200,instinct=0"
)
_GAMES_AT_ONCE = 500


@dataclass(frozen=True)
class Course:
    """A kind of games to learn from."""

    level: str  # a named level
    first_click: FirstClick
    start: tuple[int, int]
    seed: int  # run seed
    games: int  # of a full training


COURSES = (
    Course("expert", FirstClick.ZERO, (3, 3), 301, 60_000),
    Course("expert", FirstClick.SAFE, (0, 0), 302, 25_000),
    Course("intermediate", FirstClick.ZERO, (2, 2), 303, 50_000),
)


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
    grid = _engine.square_grid(level.rows, level.cols)
    settings = Strategy.parse(_WIDE).engine_settings
    parts: list[Lessons] = []
    for begin in range(0, games, _GAMES_AT_ONCE):
        seeds = game_seeds(course.seed, min(_GAMES_AT_ONCE, games - begin), first=begin + 1)
        first_click = _engine.FirstClick[course.first_click.name]
        found = _engine.play_lessons(
            grid, level.mines, first_click, course.start, np.array(seeds, np.uint64), settings, threads
        )
        sizes = np.diff(found["first"].astype(np.int64))
        guess = np.repeat(np.arange(sizes.size), sizes)
        traits = found["traits"].reshape(guess.size, -1)
        parts.append(Lessons(guess, traits, found["judged"], found["ahead"], found["worth"], found["error"]))
        report(min(games, begin + _GAMES_AT_ONCE), sum(part.guess.max(initial=-1) + 1 for part in parts))
    return Lessons.join(parts)
