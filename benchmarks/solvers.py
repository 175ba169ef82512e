"""Results of other solvers on expert: one game by game on the boards of run seed 1, the others as rate and speed.

Files of benchmarks/data/ come in; a `Record` of 30,000 games, or `Solver` objects with win rate and speed, come out.

>>> record = read_record("zero", (3, 3))
>>> record.games, record.won[:6].tolist()
(30000, [True, True, True, False, False, True])
>>> [solver.name for solver in read_solvers()][:1]
["Hill's Java solver"]
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sapper import game_seeds
from sapper.run.interval import PairedDifference

__all__ = ["RECORDED", "STRONGEST", "Record", "Solver", "read_record", "read_solvers"]

STRONGEST = "Hill's Java solver"
RECORDED = 30_000  # games of each record
DATA = Path(__file__).resolve().parent / "data"


@dataclass(frozen=True, slots=True)
class Record:
    """The first games of run seed 1 as the strongest public solver played them."""

    won: NDArray[np.bool_]  # whether it won, one entry a game
    all_games: int  # all games it played, including the recorded ones; only the number won is known
    all_wins: int

    @property
    def games(self) -> int:
        """How many there are."""
        return len(self.won)

    def pair(self, won: NDArray[np.bool_]) -> PairedDifference:
        """Ours minus theirs, on as many of the first games as both have played."""
        count = min(len(won), self.games)
        ours, theirs = won[:count], self.won[:count]
        return PairedDifference(count, int(np.sum(ours & ~theirs)), int(np.sum(~ours & theirs)))

    def pair_all(self, won: NDArray[np.bool_]) -> PairedDifference:
        """Our rate minus theirs on all games they have played; no games unless we have played them all.

        Two totals give the difference. Its interval depends on the number of boards that only one side wins; their
        share is taken from the recorded games.
        """
        if len(won) < self.all_games:
            return PairedDifference(0, 0, 0)
        pairs = self.pair(won)
        more = int(won[: self.all_games].sum()) - self.all_wins
        apart = round((pairs.only_first + pairs.only_second) / pairs.games * self.all_games)
        apart = max(apart, abs(more))  # at least so many boards must differ
        return PairedDifference(self.all_games, (apart + more) // 2, (apart + more) // 2 - more)


@dataclass(frozen=True, slots=True)
class Solver:
    """How often a solver wins expert from an opening at (3, 3), and how fast."""

    name: str
    won: float  # percent
    off: float  # points: half the width of its 95 % interval
    games_per_second: tuple[float, float]  # slowest and fastest of several measurements, one core

    @property
    def seconds(self) -> float:
        """Seconds a game, in the middle of what was measured."""
        return 1 / math.sqrt(math.prod(self.games_per_second))


def read_record(first_click: str, start: tuple[int, int]) -> Record:
    """Return the recorded games of this rule and start.

    Raises:
        ValueError: they were not played on the boards our run seeds give.
    """
    row, col = start
    saved = json.loads((DATA / f"hill_{first_click}_{row}_{col}.json").read_text())
    digits = "".join(saved["won"])
    won = np.unpackbits(np.frombuffer(bytes.fromhex(digits), np.uint8)).astype(np.bool_)
    last = game_seeds(saved["run_seed"], 1, first=RECORDED)
    if (len(won), int(won.sum()), last) != (RECORDED, saved["wins"], [saved["last_seed"]]):
        raise ValueError(f"the recorded games of {first_click} {start} are not those of run seed {saved['run_seed']}")
    return Record(won, saved["all_games"], saved["all_wins"])


def read_solvers() -> list[Solver]:
    """Return all solvers whose rate and speed are known, the strongest public one first."""
    saved = json.loads((DATA / "others.json").read_text())
    return [Solver(one["name"], one["won"], one["off"], tuple(one["games_per_second"])) for one in saved]
