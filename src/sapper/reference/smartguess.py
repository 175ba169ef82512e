"""Single-cell, two-cell and multi-cell logic, pods and an end solver: its results screen, and what was published.

A way to guess and a way to start come in; a `Results` comes out, with all figures of the results screen.

>>> results = play("smart", "zero", games=200, seed=1)
>>> results.rate.wins == results.won_without_guess + results.won_with_guess
True
>>> results.lost == results.lost_before_flag + sum(results.losses)
True
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.board.level import Level
from sapper.game.layout import FirstClick
from sapper.play.player import KINDS, PlayedGames
from sapper.reference.pieces import play_pieces
from sapper.reference.published import Published
from sapper.run.interval import Rate
from sapper.run.spec import RunSpec

__all__ = ["BARS", "FIELD", "FIRSTS", "MODES", "PUBLISHED", "RATES", "SECONDS", "Results", "play"]

# The document does not name its boards; its program plays these by default.
FIELD = Level(16, 30, 90)
_WORDS = {setting.name: setting.words for setting in _engine.describe_strategy("smartguess").settings}
MODES = tuple(_WORDS["mode"])
FIRSTS = tuple(word for word in _WORDS["first"] if word != "start")
BARS = 15  # of the histogram of losses

# By way to start and way to guess: percent of games won, and seconds a game.
RATES = {
    ("human", "random"): 24.6,
    ("human", "smart"): 32.4,
    ("zero", "random"): 50.8,
    ("zero", "smart"): 59.9,
}
SECONDS = {
    ("human", "random"): 0.0009,
    ("human", "smart"): 0.0021,
    ("zero", "random"): 0.0017,
    ("zero", "smart"): 0.0028,
}
PUBLISHED = tuple(
    Published(f"{what}, {first} start, {mode} guesses", value, unit, "normal stats")
    for what, values, unit in (("won", RATES, "%"), ("time a game", SECONDS, "s"))
    for (first, mode), value in values.items()
)


@dataclass(frozen=True, slots=True)
class Results:
    """What the results screen shows of a run."""

    mode: str  # how it guessed: random, smart or perfect
    first: str  # how it started: human or zero
    rate: Rate  # games won
    won_without_guess: int  # games, the first move aside
    losses: tuple[int, ...]  # games lost after a flag, by the share of mines flagged, from few to all
    lost_before_flag: int  # games
    guesses: int  # moves that might have hit a mine
    safety: float  # average chance of these to be safe, as the strategy estimated it
    found: dict[str, int]  # cells settled, by rule or stage
    seconds: float  # time of all games together, on one core

    @property
    def won_with_guess(self) -> int:
        """Games won with at least one guess after the first move."""
        return self.rate.wins - self.won_without_guess

    @property
    def lost(self) -> int:
        """Games lost."""
        return self.rate.games - self.rate.wins


def play(
    mode: str,
    first: str,
    *,
    games: int,
    seed: int = 1,
    level: Level | str = FIELD,
    threads: int | None = None,
    on_progress: Callable[[int], None] | None = None,
    on_game: Callable[[int, str], None] | None = None,
) -> Results:
    """Play games in one of the ways; `on_game` is called with the seed and the transition map of each.

    Raises:
        InputError: an unknown mode, start or level, or a number of games below 1.
        LimitError: a board too wide to analyse.
    """
    spec = RunSpec.make(
        level, seed=seed, strategy=f"smartguess,first={first},mode={mode}", first_click=FirstClick.NONE, start=(0, 0)
    )
    won = clean = before_flag = guesses = 0
    odds = nanoseconds = 0.0
    losses = np.zeros(BARS, np.int64)
    found: dict[str, int] = {}
    for seeds, played in play_pieces(spec, games=games, threads=threads, on_progress=on_progress):
        real = played.guess_kind != KINDS.index("zero")
        won += int(played.won.sum())
        clean += int((played.won & (_count_guesses(played, real & (played.guess_click > 0)) == 0)).sum())
        lost = ~played.won & (played.flagged > 0)
        before_flag += int((~played.won & (played.flagged == 0)).sum())
        bar = played.flagged[lost].astype(np.int64) * BARS // spec.level.mines
        losses += np.bincount(np.minimum(bar, BARS - 1), minlength=BARS)
        guesses += int(real.sum())
        odds += float(played.guess_odds[real].sum())
        nanoseconds += float(played.nanoseconds.sum())
        found = {name: found.get(name, 0) + count for name, count in played.counters.items()}
        if on_game is not None:
            for game_seed, trail in zip(seeds, played.trails, strict=True):
                on_game(game_seed, trail)
    return Results(
        mode=mode,
        first=first,
        rate=Rate(won, games),
        won_without_guess=clean,
        losses=tuple(losses.tolist()),
        lost_before_flag=before_flag,
        guesses=guesses,
        safety=odds / max(guesses, 1),
        found=found,
        seconds=nanoseconds / 1e9,
    )


def _count_guesses(played: PlayedGames, counted: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return how many of the counted guesses each game has."""
    sums = np.concatenate([[0], np.cumsum(counted)])
    return np.asarray(np.diff(sums[played.guess_first]), np.int64)
