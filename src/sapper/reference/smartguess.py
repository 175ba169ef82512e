"""Single-cell, two-cell and multi-cell logic, pods and an end solver: its results screen, and what was published.

A way to guess and a way to start come in; a `Results` comes out, with all figures of the results screen. The strategy
never sees a layout: its estimates are compared with the layout after the end of each game.

>>> results = play("smart", "zero", games=200, seed=1)
>>> results.rate.wins == results.won_without_guess + results.won_with_guess
True
>>> results.lost == results.lost_before_flag + sum(results.losses)
True
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.base.number import quote
from sapper.board.level import Level, LevelLike
from sapper.errors import InputError
from sapper.game.layout import FirstClick
from sapper.play.player import KINDS, PlayedGames
from sapper.reference.pieces import play_pieces
from sapper.reference.published import Published
from sapper.run.interval import Rate
from sapper.run.spec import RunSpec

__all__ = [
    "BARS",
    "FIELD",
    "FIRSTS",
    "MODES",
    "PUBLISHED",
    "RATES",
    "SECONDS",
    "GameResult",
    "Results",
    "make_spec",
    "play",
    "read_field",
    "read_first",
    "read_mode",
]

# The document does not name its boards; its program plays these by default.
FIELD = Level(16, 30, 90)
_WORDS = {setting.name: setting.words for setting in _engine.describe_strategy("smartguess").settings}
MODES = tuple(_WORDS["mode"])
FIRSTS = tuple(word for word in _WORDS["first"] if word != "start")
BARS = 15  # of the histogram of losses
_NAMES = {"smartguess": "smart", "perfectmode": "perfect"}  # other words of the document for modes
_LARGE_CHAINS = "large_chains"  # the one counter that does not count cells settled
_FIELD_TEXT = re.compile(r"([0-9]{1,9})-([0-9]{1,9})-([0-9]{1,9})")

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
class GameResult:
    """One game of a run."""

    seed: int  # its own seed, which replays it
    map: str  # transition map
    won: bool  # how it ended
    luck: float  # product of the safety of its guesses, the first move included


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
    luck_won: float  # average luck value of games won, from 0 to 1; NaN without any
    luck_lost: float  # average luck value of games lost
    estimates: int  # guesses that estimated the mines in the border
    deviation: float  # average of estimated less true mines in the border; NaN without estimates
    deviation_size: float  # average of the same without its sign
    large_chains: int  # chains with more than 10,000 solutions, where the document's recursion is cut off
    lost_unexpectedly: int  # games lost by a move that was no guess
    guesses_in_wins: int  # guesses in games won, the first move aside
    found: dict[str, int]  # cells settled, by rule or stage
    seconds: float  # time of all games together, on one core

    @property
    def won_with_guess(self) -> int:
        """Games won with at least one guess after the first move."""
        return int(self.rate.wins) - self.won_without_guess

    @property
    def lost(self) -> int:
        """Games lost."""
        return self.rate.games - int(self.rate.wins)


def read_mode(text: str) -> str:
    """Return the way to guess that a text names: by its word, or by the document's 0, 1 or 2.

    Raises:
        InputError: the text names none.

    >>> read_mode("2"), read_mode("smartguess"), read_mode("random")
    ('perfect', 'smart', 'random')
    """
    return _choose(_NAMES.get(text, text), "mode", MODES)


def read_first(text: str) -> str:
    """Return the way to start that a text names: by its word, or by the document's 0 (zeros not revealed) or 1.

    Raises:
        InputError: the text names none.
    """
    return _choose(text, "start", FIRSTS)


def read_field(text: str) -> Level:
    """Return the field of a text: a level as elsewhere, or columns, rows and mines as in the document.

    Raises:
        InputError: neither of the two, an empty field, or more mines than cells.
        LimitError: a field larger than the engine allows.

    >>> read_field("30-16-90") == read_field("16x30/90")
    True
    """
    match = _FIELD_TEXT.fullmatch(text)
    return Level.parse(text) if match is None else Level(int(match[2]), int(match[1]), int(match[3]))


def make_spec(mode: str, first: str, *, seed: int = 1, level: LevelLike = FIELD) -> RunSpec:
    """Return the run of one of the ways to play.

    Raises:
        InputError: an unknown mode, start or level, or a seed of more than 64 bits.
    """
    strategy = f"smartguess,first={first},mode={mode}"
    return RunSpec.make(level, seed=seed, strategy=strategy, first_click=FirstClick.NONE, start=(0, 0))


def play(
    mode: str,
    first: str,
    *,
    games: int,
    seed: int = 1,
    level: LevelLike = FIELD,
    threads: int | None = None,
    on_progress: Callable[[int], None] | None = None,
    on_game: Callable[[GameResult], None] | None = None,
) -> Results:
    """Play games in one of the ways; `on_game` is called with the result of each.

    Raises:
        InputError: an unknown mode, start or level, or a number of games below 1.
        LimitError: a board too wide to analyse.
    """
    spec = make_spec(mode, first, seed=seed, level=level)
    won = clean = before_flag = unexpected = guesses = won_guesses = estimates = 0
    odds = nanoseconds = deviation = deviation_size = 0.0
    lucks = [0.0, 0.0]  # sums over games lost and games won
    losses = np.zeros(BARS, np.int64)
    found: dict[str, int] = {}
    for seeds, played in play_pieces(spec, games=games, threads=threads, on_progress=on_progress):
        real = played.guess_kind != KINDS.index("zero")
        won += int(played.won.sum())
        later = _count_guesses(played, real & (played.guess_click > 0))
        clean += int((played.won & (later == 0)).sum())
        won_guesses += int(later[played.won].sum())
        luck = _multiply_odds(played)
        for end in (0, 1):
            lucks[end] += float(luck[played.won == bool(end)].sum())
        unexpected += _count_unexpected(played)
        lost = ~played.won & (played.flagged > 0)
        before_flag += int((~played.won & (played.flagged == 0)).sum())
        bar = played.flagged[lost].astype(np.int64) * BARS // spec.level.mines
        losses += np.bincount(np.minimum(bar, BARS - 1), minlength=BARS)
        guesses += int(real.sum())
        odds += float(played.guess_odds[real].sum())
        difference = played.frontier_estimate - played.frontier_mines
        estimates += len(difference)
        deviation += float(difference.sum())
        deviation_size += float(np.abs(difference).sum())
        nanoseconds += float(played.nanoseconds.sum())
        found = {name: found.get(name, 0) + count for name, count in played.counters.items()}
        if on_game is not None:
            columns = zip(seeds, played.trails, played.won.tolist(), luck.tolist(), strict=True)
            for game_seed, trail, ended_well, chance in columns:
                on_game(GameResult(game_seed, trail, ended_well, chance))
    large = found.pop(_LARGE_CHAINS, 0)
    return Results(
        mode=mode,
        first=first,
        rate=Rate(won, games),
        won_without_guess=clean,
        losses=tuple(losses.tolist()),
        lost_before_flag=before_flag,
        guesses=guesses,
        safety=odds / max(guesses, 1),
        luck_won=_mean(lucks[1], won),
        luck_lost=_mean(lucks[0], games - won),
        estimates=estimates,
        deviation=_mean(deviation, estimates),
        deviation_size=_mean(deviation_size, estimates),
        large_chains=large,
        lost_unexpectedly=unexpected,
        guesses_in_wins=won_guesses,
        found=found,
        seconds=nanoseconds / 1e9,
    )


def _count_guesses(played: PlayedGames, counted: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return how many of the counted guesses each game has."""
    sums = np.concatenate([[0], np.cumsum(counted)])
    return np.asarray(np.diff(sums[played.guess_first]), np.int64)


def _multiply_odds(played: PlayedGames) -> NDArray[np.float64]:
    """Return the luck value of each game: the product of the odds of its guesses."""
    luck = np.ones(len(played.won))
    np.multiply.at(luck, np.repeat(np.arange(len(luck)), np.diff(played.guess_first)), played.guess_odds)
    return luck


def _count_unexpected(played: PlayedGames) -> int:
    """Return how many games ended with a mine under a move that was no guess."""
    lost = np.flatnonzero(~played.won)
    guessed = np.diff(played.guess_first)[lost] > 0
    last = np.full(len(lost), -1, np.int64)
    last[guessed] = played.guess_click[played.guess_first[1:][lost[guessed]] - 1]
    return int((last != played.clicks[lost].astype(np.int64) - 1).sum())


def _choose(text: str, what: str, words: tuple[str, ...]) -> str:
    if text in words:
        return text
    if text.isascii() and text.isdigit() and len(text) == 1 and int(text) < len(words):
        return words[int(text)]
    raise InputError(
        f"a {what} is a number from 0 to {len(words) - 1} or one of {', '.join(words)}, not {quote(text)}"
    )


def _mean(total: float, count: int) -> float:
    return total / count if count else float("nan")
