"""The least likely losses: games lost on the guesses with the highest chance to be safe.

A run comes in; a CSV file with seed, moves and the mine that ended each game comes out, so that every game can be
replayed. It has the thousand least likely losses; the view `lost` of the run has all lost games.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from sapper.base.whole_file import writing_text
from sapper.run.run import Run

__all__ = ["Failure", "find_failures", "write_failures"]

_MOST = 1000


@dataclass(frozen=True, slots=True)
class Failure:
    """A lost game."""

    game: int  # number in the run
    seed: int  # of its layout
    died_row: int  # the mine it hit
    died_col: int
    progress: float  # share of safe cells revealed
    failed_kind: str  # the guess that failed
    failed_odds: float  # its chance to be safe
    odds: float  # product over all guesses of the game
    guesses: int
    moves: str  # see sapper.game.moves


def find_failures(run: Run, *, most: int = _MOST) -> list[Failure]:
    """Return lost games, the least likely losses first."""
    names = ", ".join(Failure.__slots__)
    with run.connect() as connection:
        found = connection.execute(
            f"select {names} from lost order by failed_odds desc, game limit {most}"
        ).fetchall()
    return [Failure(*row) for row in found]


def write_failures(failures: Iterable[Failure], path: Path) -> None:
    """Write lost games as CSV, one row a game."""
    with writing_text(path) as stream:
        writer = csv.writer(stream)
        writer.writerow(Failure.__slots__)
        writer.writerows([getattr(failure, name) for name in Failure.__slots__] for failure in failures)
