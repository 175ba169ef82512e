"""Plays the gallery: every strategy on the same boards, in turns of one block each.

Entries and a number of games come in; a `Gallery` comes out. Times are processor times of this process, and the
strategies take turns, so that other load on the machine affects all of them alike.

>>> from sapper.run.gallery.entries import choose_entries
>>> gallery = play_gallery("beginner", games=60, entries=choose_entries(["safest", "random"]), threads=1)
>>> [(exhibit.entry.name, exhibit.rate.wins, exhibit.rate.games) for exhibit in gallery.exhibits]
[('safest', 59, 60), ('random', 58, 60)]
>>> gallery.exhibits[0].against(gallery.exhibits[1])
PairedDifference(games=60, only_first=2, only_second=1)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper.base.threads import count_threads
from sapper.board.level import FirstClick, LevelLike
from sapper.game.layout import game_count
from sapper.play.player import play_games
from sapper.run.gallery.entries import ENTRIES, OWN_FAMILY, Entry
from sapper.run.interval import PairedDifference, Rate, ValueDifference
from sapper.run.spec import RunSpec

__all__ = ["Exhibit", "Gallery", "play_gallery"]

_BLOCK = 250  # boards a turn


@dataclass(frozen=True, slots=True)
class Exhibit:
    """The results of one strategy."""

    entry: Entry
    values: NDArray[np.float64]  # board by board: 1 or 0, won or lost; the values of luck-free games
    seconds: float  # of processor time a game
    luck_free: bool = False

    @property
    def rate(self) -> Rate:
        """Wins a game, or the mean value of luck-free games, with the 95 % interval."""
        if self.luck_free:
            return Rate.of_values(self.values)
        return Rate(int(np.count_nonzero(self.values)), len(self.values))

    def against(self, other: Exhibit) -> PairedDifference | ValueDifference:
        """Return the win rate of this one minus that of another, on the boards both have played."""
        common = min(len(self.values), len(other.values))
        one, two = self.values[:common], other.values[:common]
        return ValueDifference.of(one, two) if self.luck_free else PairedDifference.of(one, two)


@dataclass(frozen=True, slots=True)
class Gallery:
    """All strategies on the same boards, in the order of their entries."""

    spec: RunSpec  # of the boards; its strategy is that of the first entry
    games: int  # boards asked for
    exhibits: tuple[Exhibit, ...]

    @property
    def frontier(self) -> tuple[Exhibit, ...]:
        """Sapper's strategies that no other of them beats in both time and wins, the fastest first."""
        kept: list[Exhibit] = []
        ours = (exhibit for exhibit in self.exhibits if exhibit.entry.family == OWN_FAMILY)
        for exhibit in sorted(ours, key=lambda exhibit: exhibit.seconds):
            if not kept or self.strength(exhibit)[0] > self.strength(kept[-1])[0]:
                kept.append(exhibit)
        return tuple(kept)

    def strength(self, exhibit: Exhibit) -> tuple[float, float, float]:
        """Return the share of games an exhibit wins, and the ends of its interval.

        For one that played fewer boards, it is the yardstick's share plus their paired difference.
        """
        base, yardstick = 0.0, self.yardstick.rate
        found: Rate | PairedDifference | ValueDifference = exhibit.rate
        if exhibit.rate.games < yardstick.games:
            base, found = yardstick.value, exhibit.against(self.yardstick)
        return base + found.value, base + found.low, base + found.high

    @property
    def yardstick(self) -> Exhibit:
        """The exhibit to which the others are compared: `best`, or the first entry if `best` does not play."""
        return next((exhibit for exhibit in self.exhibits if exhibit.entry.name == "best"), self.exhibits[0])


def play_gallery(
    level: LevelLike = "expert",
    *,
    games: int,
    seed: int = 1,
    entries: Sequence[Entry] = ENTRIES,
    first_click: FirstClick | str = FirstClick.ZERO,
    start: tuple[int, int] | None = None,
    threads: int | None = None,
    luck_free: bool = False,
    on_progress: Callable[[int, int, str], None] | None = None,
) -> Gallery:
    """Play the boards of a run with every entry.

    Args:
        level: as in `simulate`.
        games: boards; an entry with a share plays fewer, the first ones.
        seed: of the run whose boards they are.
        entries: the strategies to play.
        first_click: the rule.
        start: the first cell revealed.
        threads: None takes all cores.
        luck_free: play luck-free games, as in `simulate`.
        on_progress: called with games played, games in all, and the name of the entry that has just played.

    Raises:
        InputError: a bad argument.
        LimitError: more than 2**32 games, or a board too wide to analyse.
    """
    wanted = game_count(games)
    cores = count_threads(threads)
    specs = [
        RunSpec.make(
            level,
            seed=seed,
            strategy=entry.strategy,
            first_click=first_click,
            start=start,
            luck_free=luck_free,
        )
        for entry in entries
    ]
    most = [max(1, wanted // entry.share) for entry in entries]
    values: list[list[NDArray[np.float64]]] = [[] for _ in entries]
    seconds, done = [0.0] * len(entries), 0
    for begin in range(0, wanted, _BLOCK):
        for place, spec in enumerate(specs):
            count = min(_BLOCK, most[place] - begin)
            if count <= 0:
                continue
            seeds, clock = spec.seeds(begin + 1, count), time.process_time()
            played = play_games(
                spec.level,
                spec.start,
                spec.first_click,
                seeds,
                spec.strategy,
                threads=cores,
                luck_free=luck_free,
            )
            seconds[place] += time.process_time() - clock
            values[place].append(played.value)
            done += count
            if on_progress is not None:
                on_progress(done, sum(most), entries[place].name)
    exhibits = (
        Exhibit(entry, np.concatenate(results), spent / count, luck_free)
        for entry, results, spent, count in zip(entries, values, seconds, most, strict=True)
    )
    return Gallery(specs[0], wanted, tuple(exhibits))
