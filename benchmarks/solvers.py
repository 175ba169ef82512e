"""Results of other solvers on expert: one game by game on the boards of run seed 1, the others as rate and speed.

Files of benchmarks/data/ come in; a `Record` of games, or `Solver` objects with win rate and speed, come out.

>>> record = read_record("zero", (3, 3))
>>> record.games, [span.first for span in record.spans], record.spans[0].won[:6].tolist()
(130000, [1, 100001], [True, True, False, False, True, False])
>>> [solver.name for solver in read_solvers("expert, safe (0,0)")][:2]
["Hill's Java solver", 'MineSweeperProb PSEQ']
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sapper import game_seeds
from sapper.run.interval import PairedDifference

__all__ = ["BLOCK", "RECORDED", "STRONGEST", "Record", "Solver", "Span", "read_record", "read_solvers"]

STRONGEST = "Hill's Java solver"
RECORDED = 30_000  # first games of each record
BLOCK = 10_000  # games that wins are counted in
DATA = Path(__file__).resolve().parent / "data"


@dataclass(frozen=True, slots=True)
class Span:
    """Consecutive games of a run."""

    first: int  # number of the first one, from 1
    won: NDArray[np.bool_]  # whether it was won, one entry a game


@dataclass(frozen=True, slots=True)
class Record:
    """Games of run seed 1 as the strongest public solver played them."""

    spans: tuple[Span, ...]  # those known game by game
    all_games: int  # all games it played, including those in the spans; only the number won is known
    all_wins: int
    block_wins: tuple[int, ...]  # of all games, in blocks; none where they were not counted

    @property
    def games(self) -> int:
        """How many are known game by game."""
        return sum(len(span.won) for span in self.spans)

    def pair(self, won: NDArray[np.bool_], *, first: int = 1) -> PairedDifference:
        """Ours minus theirs, on all games known of both. Ours are consecutive games of the run from `first` on."""
        found = PairedDifference(0, 0, 0)
        for span in self.spans:
            begin, end = max(first, span.first), min(first + len(won), span.first + len(span.won))
            if begin < end:
                ours, theirs = won[begin - first : end - first], span.won[begin - span.first : end - span.first]
                found += PairedDifference(len(ours), int(np.sum(ours & ~theirs)), int(np.sum(~ours & theirs)))
        return found

    def pair_all(self, pairs: PairedDifference, block_wins: Sequence[int]) -> PairedDifference:
        """Our rate minus theirs on all games both have played, in whole blocks.

        Ours are the first games of the run: their pairs, and their wins by blocks. Two totals give the difference.
        Its interval depends on the number of boards that only one side wins; their share is taken from the recorded
        games. No games if these are not fewer.
        """
        blocks = min(len(block_wins), self.all_games // BLOCK)
        games, wins = blocks * BLOCK, self.all_wins
        if games < self.all_games:
            games = min(games, len(self.block_wins) * BLOCK)
            wins = sum(self.block_wins[:blocks])
        if games <= pairs.games:
            return PairedDifference(0, 0, 0)
        more = sum(block_wins[:blocks]) - wins
        apart = round((pairs.only_first + pairs.only_second) / pairs.games * games)
        apart = max(apart, abs(more))  # at least so many boards must differ
        return PairedDifference(games, (apart + more) // 2, (apart + more) // 2 - more)


@dataclass(frozen=True, slots=True)
class Solver:
    """How often a solver wins expert games of one start, and how fast where that is known."""

    name: str
    won: float  # percent
    off: float  # points: half the width of its 95 % interval; 0: not known
    games_per_second: tuple[float, ...]  # slowest and fastest of several measurements, one core; none: not known
    named_above: bool = False  # where its name is drawn, to keep it apart from others

    @property
    def seconds(self) -> float | None:
        """Seconds a game, in the middle of what was measured."""
        return 1 / math.sqrt(math.prod(self.games_per_second)) if self.games_per_second else None


def read_record(first_click: str, start: tuple[int, int]) -> Record:
    """Return the recorded games of this rule and start.

    Raises:
        ValueError: they were not played on the boards our run seeds give.
    """
    row, col = start
    saved = json.loads((DATA / f"hill_{first_click}_{row}_{col}.json").read_text())
    spans = []
    for span in saved["spans"]:
        won = np.unpackbits(np.frombuffer(bytes.fromhex("".join(span["won"])), np.uint8)).astype(np.bool_)
        last = game_seeds(saved["run_seed"], 1, first=span["first"] + span["games"] - 1)
        if (len(won), int(won.sum()), last) != (span["games"], span["wins"], [span["last_seed"]]):
            raise ValueError(
                f"the recorded games of {first_click} {start} are not those of run seed {saved['run_seed']}"
            )
        spans.append(Span(span["first"], won))
    return Record(tuple(spans), saved["all_games"], saved["all_wins"], tuple(saved["block_wins"]))


def read_solvers(place: str) -> list[Solver]:
    """Return all solvers whose rate is known from a start, by `Match.place`, the strongest public one first."""
    saved = json.loads((DATA / "others.json").read_text())[place]
    return [
        Solver(
            one["name"], one["won"], one["off"], tuple(one.get("games_per_second", ())), one.get("named_above", False)
        )
        for one in saved
    ]
