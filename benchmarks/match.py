"""Strategies on the boards of run seed 1: which games they play, their targets and their results.

A `Match` comes in, a `Score` comes out. Games are played piece by piece, by default on one thread, and only the wins
are kept. Speed counts the CPU seconds of all threads from the spec to the rows of a run, so it includes all work of
`sapper.simulate`. Games may also come from the folder of a run: then some of them are played again, for the speed. Or
a score goes on: then only the games after its own are played.

>>> score = play_match("safest", 500)
>>> score.games, score.rate.value > 0.4, score.pairs.games
(500, True, 500)
>>> more = play_match("safest", 700, before=score)
>>> more.games, more.wins == play_match("safest", 700).wins, more.pairs.games
(700, True, 700)
>>> play_match("safest", 700, before=replace(score, seconds=1e9)).speed > 1  # that of the latest 200 games
True
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from solvers import BLOCK, RECORDED, read_record

from sapper import Rate, Run
from sapper.play.player import play_signature
from sapper.play.strategy import Strategy
from sapper.run.executor import LocalExecutor
from sapper.run.interval import PairedDifference
from sapper.run.spec import RunSpec

__all__ = ["MATCHES", "Effort", "Match", "Score", "Standing", "play_match", "read_folder"]

SEED = 1  # of the run: these boards are for measuring, never for tuning
WARM_UP = 20  # games played first, because the first game loads code


class Effort(StrEnum):
    """How many games are played."""

    QUICK = "quick"  # to see whether anything broke
    USUAL = "usual"  # all rows in about twenty minutes
    FULL = "full"  # for figures to be quoted


class Standing(StrEnum):
    """The target of the paired difference from the strongest public solver."""

    TOLD = "told"  # nothing
    LEVEL = "level"  # that we are not behind, on all recorded boards at least
    AHEAD = "ahead"  # that we are ahead


@dataclass(frozen=True, slots=True)
class Match:
    """A strategy on some boards, with its targets."""

    strategy: str
    games: tuple[int, int, int]  # quick, usual, full
    level: str = "expert"
    first_click: str = "zero"
    start: tuple[int, int] = (3, 3)
    least_won: float | None = None  # percent
    least_speed: float | None = None  # games a second on one core
    standing: Standing | None = None  # None without a solver to compare with

    @property
    def spec(self) -> RunSpec:
        """The run it plays."""
        return RunSpec.make(
            self.level, seed=SEED, strategy=self.strategy, first_click=self.first_click, start=self.start
        )

    @property
    def place(self) -> str:
        """Where it plays, for people."""
        row, col = self.start
        return f"{self.level}, {self.first_click} ({row},{col})"

    def count(self, effort: Effort) -> int:
        """How many games an effort plays."""
        return self.games[list(Effort).index(effort)]


SMALL_ENDGAMES = "safest,endgame_worlds=200,endgame_nodes=2000"

# By the names of the rows. The order is that of the tables; expert from an opening is the curve of the picture.
MATCHES = {
    "safest": Match("safest", (300, 300_000, 300_000), least_won=51.5, least_speed=40_000, standing=Standing.TOLD),
    "safest+endgames": Match(
        SMALL_ENDGAMES, (300, 300_000, 300_000), least_won=52.8, least_speed=12_000, standing=Standing.TOLD
    ),
    "lookahead@fast": Match(
        "lookahead@fast", (200, 300_000, 300_000), least_won=53.5, least_speed=5_000, standing=Standing.TOLD
    ),
    "lookahead": Match(
        "lookahead", (200, 300_000, 300_000), least_won=53.7, least_speed=5_000, standing=Standing.TOLD
    ),
    "best@fast": Match("best@fast", (40, 300_000, 300_000), standing=Standing.TOLD),
    "best": Match("best", (40, 300_000, 300_000), least_speed=1_000, standing=Standing.LEVEL),
    "best@deep": Match("best@deep", (2, 5_000, 300_000), least_speed=20, standing=Standing.AHEAD),
    "safe:lookahead": Match(
        "lookahead", (200, 200_000, 200_000), "expert", "safe", (0, 0), 40.5, 2_500, Standing.TOLD
    ),
    "safe:best": Match("best", (40, 100_000, 100_000), "expert", "safe", (0, 0), None, 500, Standing.LEVEL),
    "safe:best@deep": Match("best@deep", (2, 5_000, 100_000), "expert", "safe", (0, 0), None, 20, Standing.AHEAD),
    "beginner:best": Match("best", (200, 1_000_000, 1_000_000), "beginner", "zero", (2, 2), 97.20),
    "intermediate:best": Match("best", (60, 1_000_000, 1_000_000), "intermediate", "zero", (2, 2), 89.25),
    "intermediate:best@deep": Match("best@deep", (20, 20_000, 1_000_000), "intermediate", "zero", (2, 2), 89.25),
}


@dataclass(frozen=True, slots=True)
class Score:
    """The result of a match."""

    name: str  # in MATCHES
    strategy: str  # its text
    settings: dict[str, float]  # all of its settings by value
    signature: str  # digest of its play; changes when the strategy plays differently
    games: int  # games 1 to this of the run
    wins: int
    seconds: float  # on the core, all games together, at the speed of the latest
    slow: float  # seconds: the slowest game of a hundred, by the clock; of the latest
    only_ours: int = 0  # boards we won and the strongest public solver lost
    only_theirs: int = 0  # the other way round
    paired: int = 0  # boards both have played
    all_pairs: tuple[int, int, int] = (0, 0, 0)  # the same three by totals: boards, only ours, only theirs
    block_wins: tuple[int, ...] = ()  # wins of each 10,000 games

    @property
    def match(self) -> Match:
        """What was played."""
        return MATCHES[self.name]

    @property
    def rate(self) -> Rate:
        """Wins a game with the interval."""
        return Rate(self.wins, self.games)

    @property
    def speed(self) -> float:
        """Games a second on one core."""
        return self.games / self.seconds

    @property
    def standing(self) -> str:
        """Whether the paired difference reaches its target: PASS, MISS, or OPEN if more games are needed.

        It uses all boards that both have played, by their totals where these are more than the recorded ones.
        """
        wanted = self.match.standing
        if wanted is None or wanted is Standing.TOLD:
            return ""
        most = self.whole if self.whole.games else self.pairs
        if most.high < 0:
            return "MISS"
        if wanted is Standing.AHEAD:
            return "PASS" if most.low > 0 else "OPEN"
        return "PASS" if self.paired >= RECORDED else "OPEN"

    @property
    def pairs(self) -> PairedDifference:
        """Ours minus theirs, on the boards they have played game by game."""
        return PairedDifference(self.paired, self.only_ours, self.only_theirs)

    @property
    def whole(self) -> PairedDifference:
        """The same by the totals of more boards than those; none where there are no more."""
        return PairedDifference(*self.all_pairs)


def play_match(
    name: str, games: int, *, threads: int = 1, folder: Path | None = None, before: Score | None = None
) -> Score:
    """Play `games` games of the match of this name; the seconds of several threads are added up.

    With a folder, the games are those of the run there, as many as are finished without a gap from the first on, and
    the games played here only say how fast they are and that the folder holds the same. With a score before, of the
    same play, only the games after its own are played. Its speed is that of the games played here, too.

    Raises:
        ValueError: the folder holds another run, or games that this engine plays differently.
    """
    match = MATCHES[name]
    strategy = Strategy.parse(match.strategy)
    start = before or Score(name, str(strategy), strategy.engine_settings, play_signature(strategy), 0, 0, 0, 0)
    if start.games >= games:
        return start
    timed = _play(match, range(start.games + 1, games + 1), threads)
    won = timed.won
    if folder is not None:
        won = read_folder(folder, match.spec)
        if not np.array_equal(won[:games], timed.won[: len(won)]):
            raise ValueError(f"the games in {str(folder)!r} are not those that are played now")
    return _add(start, won, timed)


def _add(score: Score, won: NDArray[np.bool_], timed: _Timed) -> Score:
    """Return a score with the games that follow it, at the speed of the timed ones."""
    ends = np.arange(BLOCK - score.games % BLOCK, len(won) + 1, BLOCK)  # of blocks of games, among these
    wins_then = score.wins + np.cumsum([0, *won])[ends]
    block_wins = (*score.block_wins, *np.diff(wins_then, prepend=sum(score.block_wins)).tolist())
    pairs, whole = score.pairs, PairedDifference(0, 0, 0)
    if score.match.standing is not None:
        record = read_record(score.match.first_click, score.match.start)
        pairs += record.pair(won, first=score.games + 1)
        whole = record.pair_all(pairs, block_wins)
    games = score.games + len(won)
    return replace(
        score,
        games=games,
        wins=score.wins + int(won.sum()),
        seconds=games * timed.seconds / len(timed.won),
        slow=timed.slow,
        only_ours=pairs.only_first,
        only_theirs=pairs.only_second,
        paired=pairs.games,
        all_pairs=(whole.games, whole.only_first, whole.only_second),
        block_wins=block_wins,
    )


@dataclass(frozen=True, slots=True)
class _Timed:
    """Games that were played here."""

    won: NDArray[np.bool_]
    seconds: float  # on the core, all games together
    slow: float  # seconds: the slowest game of a hundred, by the clock


def _play(match: Match, games: range, threads: int) -> _Timed:
    spec, executor = match.spec, LocalExecutor(threads=threads)
    for _ in executor.play(spec, [games[:WARM_UP]]):
        pass
    won, nanoseconds, seconds = [], [], 0.0
    begin = time.process_time()
    for piece in executor.play(spec, [games]):
        seconds += time.process_time() - begin
        won.append(piece["won"].to_numpy())
        nanoseconds.append(piece["nanoseconds"].to_numpy())
        begin = time.process_time()
    return _Timed(np.concatenate(won), seconds, float(np.percentile(np.concatenate(nanoseconds), 99)) / 1e9)


def read_folder(folder: Path, spec: RunSpec) -> NDArray[np.bool_]:
    """Return which games of a run in a folder were won, from the first one on as far as none is missing.

    Raises:
        ValueError: the folder holds another run, or not its first game.
    """
    run = Run.open(folder)
    if run.spec.to_json() != spec.to_json():
        raise ValueError(f"{str(folder)!r} holds another run than {spec.strategy} on {spec.level} from {spec.start}")
    rows = run.query("select game, won from games order by game")
    numbers = rows["game"].to_numpy()
    whole = int(np.sum(numbers == np.arange(1, len(numbers) + 1)))  # equal up to the first gap, and never after it
    if whole == 0:
        raise ValueError(f"{str(folder)!r} lacks the first game of its run")
    won: NDArray[np.bool_] = rows["won"].to_numpy()[:whole]
    return won
