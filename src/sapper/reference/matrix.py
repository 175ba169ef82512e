"""Rule sets and matrices: what was published, and the same levels played again.

A level comes in; a `Results` comes out.

>>> results = play("beginner", games=200, seed=1)
>>> results.rate.games, results.longest > 0
(200, True)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sapper.board.level import Level, LevelLike
from sapper.game.layout import FirstClick
from sapper.reference.pieces import play_pieces
from sapper.reference.published import Published
from sapper.run.interval import Rate
from sapper.run.spec import RunSpec

__all__ = ["LEVELS", "PUBLISHED", "TIMES", "Results", "play"]

# Games won and played by level.
LEVELS = {
    "beginner": (920_851, 1_016_600),
    "intermediate": (772_289, 1_008_853),
    "expert": (135_488, 355_608),
}
# Seconds on expert.
TIMES = {"a game": 0.081, "a game won": 0.117, "a game lost": 0.058, "the longest game": 3446.604}

PUBLISHED = (
    *(
        Published(f"won on {name}", round(100 * won / games, 1), "%", "testing")
        for name, (won, games) in LEVELS.items()
    ),
    *(Published(f"{what} on expert", seconds, "s", "additional") for what, seconds in TIMES.items()),
)


@dataclass(frozen=True, slots=True)
class Results:
    """How a level was played."""

    level: Level
    rate: Rate  # games won
    mean: float  # seconds a game
    mean_won: float  # seconds a game won, 0 where none was
    mean_lost: float  # seconds a game lost, 0 where none was
    longest: float  # seconds, of all games
    counted: dict[str, int]  # cells settled by stage


def play(
    level: LevelLike,
    *,
    games: int,
    seed: int = 1,
    threads: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Results:
    """Play games of a level from its upper right corner, in the reading that gives the published win rates.

    A mine under the first click moves to the first free cell (first-click rule `moved`). Of equally safe cells near a
    clue the topmost row counts first, and in it the cell farthest to the right (setting `ties=right`).

    Raises:
        InputError: an unknown level, or a number of games below 1.
        LimitError: a board too wide to analyse.
    """
    size = Level.make(level)
    spec = RunSpec.make(
        size, seed=seed, strategy="matrix,ties=right", first_click=FirstClick.MOVED, start=(0, size.cols - 1)
    )
    won, time_won, time_lost, longest = 0, 0, 0, 0
    counted: dict[str, int] = {}
    for _, played in play_pieces(spec, games=games, threads=threads, on_progress=on_progress):
        won += int(played.won.sum())
        time_won += int(played.nanoseconds[played.won].sum())
        time_lost += int(played.nanoseconds[~played.won].sum())
        longest = max(longest, int(played.nanoseconds.max()))
        for name, count in played.counters.items():
            counted[name] = counted.get(name, 0) + count
    return Results(
        level=size,
        rate=Rate(won, games),
        mean=(time_won + time_lost) / games / 1e9,
        mean_won=time_won / max(won, 1) / 1e9,
        mean_lost=time_lost / max(games - won, 1) / 1e9,
        longest=longest / 1e9,
        counted=counted,
    )
