"""The log of finished games in a file, one JSON object a line, and the statistics of it.

A game is appended by one write. A file that cannot be read is reported and never written to.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     records = Records(Path(folder) / "games.jsonl")
...     records.add(Finished("9x9/10", False, "zero", True, 4200, True, 21, 17, 0.5, 0))
...     Records(Path(folder) / "games.jsonl").summary("9x9/10", no_guess=False).best_ms
4200
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from sapper.base.number import quote
from sapper.errors import InputError

__all__ = ["Finished", "Records", "Summary"]

_BEST = 5  # best times that a summary lists


@dataclass(frozen=True, slots=True)
class Finished:
    """One finished game."""

    level: str  # ROWSxCOLS/MINES
    no_guess: bool
    first_click: str
    won: bool
    ms: int  # from the first reveal to the end, without pauses
    counts: bool  # without help and on a new board, so that its time counts
    clicks: int
    bbbv: int  # fewest clicks that win the board without chords
    odds: float | None  # chance that all risks taken succeed; None where it is unknown
    ended_at: int  # seconds since 1970

    @classmethod
    def read(cls, text: str) -> Finished:
        """Return the game of a line.

        Raises:
            InputError: it is none.
        """
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            found = None
        names = [field.name for field in fields(cls)]
        if not isinstance(found, dict) or sorted(found) != sorted(names):
            raise InputError(f"{quote(text)} is no finished game")
        kinds = dict(level=str, no_guess=bool, first_click=str, won=bool, counts=bool)  # noqa: C408
        for name in names:
            value, kind = found[name], kinds.get(name, int)
            if name == "odds" and (value is None or isinstance(value, (int, float))):
                continue
            if type(value) is not kind:
                raise InputError(f"{name!r} of a finished game cannot be {quote(value)}")
        return cls(**found)


@dataclass(frozen=True, slots=True)
class Summary:
    """The statistics of some games."""

    played: int
    won: int
    best: tuple[Finished, ...]  # up to 5 wins that count, fastest first
    mean_ms: int | None  # of the wins that count
    streak: int  # wins in a row up to now
    longest: int  # most wins in a row

    @property
    def best_ms(self) -> int | None:
        """The best time, or None."""
        return self.best[0].ms if self.best else None


class Records:
    """The finished games of a file."""

    def __init__(self, file: Path) -> None:
        """Read the file if there is one; `problem` says what is wrong with it."""
        self.file = file
        self.games: list[Finished] = []
        self.problem: str | None = None
        try:
            self.games = _read(file)
        except InputError as error:
            self.problem = f"The statistics cannot be read, and new games are not recorded: {error}."
        except OSError as error:
            self.problem = f"The statistics cannot be read, and new games are not recorded: {file}: {error.strerror}."

    def add(self, game: Finished) -> None:
        """Append a game to the file, unless the file has a problem.

        Raises:
            OSError: it cannot be written.
        """
        self.games.append(game)
        if self.problem is not None:
            return
        self.file.parent.mkdir(parents=True, exist_ok=True)
        # One write to a file opened for appending: two games at the same time do not mix.
        line = json.dumps(asdict(game)).encode() + b"\n"
        descriptor = os.open(self.file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            os.write(descriptor, line)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def kinds(self) -> list[tuple[str, bool]]:
        """Return the levels that were played, with whether they were no-guess games, the most played first."""
        counts: dict[tuple[str, bool], int] = {}
        for game in self.games:
            counts[game.level, game.no_guess] = counts.get((game.level, game.no_guess), 0) + 1
        return sorted(counts, key=lambda kind: (-counts[kind], kind))

    def summary(self, level: str, *, no_guess: bool) -> Summary:
        """Return the statistics of a level."""
        games = [game for game in self.games if (game.level, game.no_guess) == (level, no_guess)]
        timed = sorted((game for game in games if game.won and game.counts), key=lambda game: game.ms)
        streak, longest = _streaks([game.won for game in games])
        return Summary(
            played=len(games),
            won=sum(game.won for game in games),
            best=tuple(timed[:_BEST]),
            mean_ms=sum(game.ms for game in timed) // len(timed) if timed else None,
            streak=streak,
            longest=longest,
        )


def _read(file: Path) -> list[Finished]:
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return []
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is no text in UTF-8") from error
    if text and not text.endswith("\n"):
        raise InputError(f"{file}, line {text.count(chr(10)) + 1}: the line is cut off")
    games = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            games.append(Finished.read(line))
        except InputError as error:
            raise InputError(f"{file}, line {number}: {error}") from error
    return games


def _streaks(wins: Sequence[bool]) -> tuple[int, int]:
    """Return the wins in a row at the end, and the most anywhere."""
    streak = longest = 0
    for won in wins:
        streak = streak + 1 if won else 0
        longest = max(longest, streak)
    return streak, longest
