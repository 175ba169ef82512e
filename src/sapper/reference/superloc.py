"""Seven rules with super locations and a game tree: what its author published, and the same measured here.

The author played the boards of run seeds 1 to 40, 100,000 games each, from the best start cell of each level. The
mines were drawn one by one (first-click rule `drawn`), so the boards here are the same. `superloc.json` holds the
published tables, one list of percentages per column, by seed from 1 on.

>>> published_rate("expert", 1, Strategy.parse("superloc")), published_rate("expert", 1, Strategy.parse("safest"))
(54.081, None)
>>> spec = RunSpec.make("beginner", seed=1, strategy="superloc", first_click="drawn")
>>> print(play_block(spec, games=400, threads=1).won)
98.000 % ± 1.440
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.resources import files

import numpy as np

from sapper import _engine
from sapper.board.level import LEVELS, Level, LevelLike
from sapper.play.player import KINDS, PlayedGames
from sapper.play.strategy import Strategy
from sapper.reference.pieces import play_pieces
from sapper.reference.published import Published
from sapper.run.interval import Rate
from sapper.run.spec import RunSpec

__all__ = ["BLOCK", "COLUMNS", "GAMES", "PUBLISHED", "RULES", "TABLES", "Block", "play_block", "published_rate"]

TABLES: dict[str, dict[str, dict[str, list[float]]]] = json.loads(
    files("sapper.reference").joinpath("superloc.json").read_text("utf-8")
)

GAMES = 100_000  # published games of every run seed

# The names of the columns of the final results, and the strategy of each.
COLUMNS = {
    "jar+": "superloc",
    "lr jar+": "superloc,order=across",
    "400 worlds": "superloc@fast",
    "lr 400 worlds": "superloc@fast,order=across",
    "lr 2000 worlds": "superloc,order=across,worlds=2000",
    "old+": "superloc,linked=old",
    "lr old+": "superloc,linked=old,order=across",
    "new+": "superloc,linked=new",
}

# The document's names of the rules for guesses, by their kind.
RULES = {
    "start": "start",
    "do_or_die": "do or die (guess 0)",
    "endgame": "game tree",
    "area": "game tree, early",
    "superloc": "super location",
    "floating": "guess 1",
    "lone": "guess 2",
    "safest": "guess 1",
}

# The document's kinds of guesses, each with the kinds of this package that it includes.
_KINDS = {
    "Guess0": ("do_or_die",),
    "Guess1": ("floating", "safest"),
    "Guess2": ("lone",),
    "GameTree": ("endgame", "area"),
    "Super location": ("superloc",),
}
_MOST_GUESSES = 10  # wins with this many guesses or more are counted together

# The published result block: expert, run seed 15, 100,000 games.
BLOCK = {
    "won": 53784,
    "margin of error (%)": 0.309,
    "Guess0 used": 41493,
    "Guess0 failed (%)": 48.93,
    "Guess0 average probability (%)": 51.11,
    "Guess1 used": 10160,
    "Guess1 failed (%)": 18.44,
    "Guess1 average probability (%)": 81.35,
    "Guess2 used": 27119,
    "Guess2 failed (%)": 8.32,
    "Guess2 average probability (%)": 91.40,
    "GameTree used": 35060,
    "GameTree failed (%)": 25.78,
    "GameTree average probability (%)": 74.67,
    "Super location used": 114732,
    "Super location failed (%)": 11.11,
    "Super location average probability (%)": 88.92,
    "guesses per win": 2.01,
    "guesses per loss": 2.58,
    "average win probability (%)": 60.94,
    "average loss probability (%)": 47.29,
    **dict(
        zip(
            (f"wins by guesses: {number}" for number in (*range(_MOST_GUESSES), f"{_MOST_GUESSES} or more")),
            (16055, 12719, 8628, 5623, 3745, 2527, 1610, 1075, 650, 409, 743),
            strict=True,
        )
    ),
    "most mine counts of a component": 11,
    "most components": 11,
    "most frontier cells": 89,
    "most frontier cells of a component": 89,
    "most clues beside them": 93,
    "most fillings of a component": 6635520,
    "end plays": 60488,
    "end plays with too many worlds": 27046,
    "end plays with at most 400 worlds": 30196,
    "most cells of an end play searched": 62,
    "end plays missed for their cells": 0,
    "game trees": 35060,
    "game trees early": 1618,
    "game trees that helped": 8687,
    "most table entries of a game tree": 91447,
    "most guesses in a row of a game tree": 18,
    "most worlds of a game tree": 1000,
    "most super locations": 31,
}

PUBLISHED = (
    *(
        Published(f"won on {level}, seed {seed}, {column}", rates[seed - 1], "%", f"final results, {level}")
        for level, columns in TABLES["results"].items()
        for column, rates in columns.items()
        for seed in (1, 2)
    ),
    *(Published(f"{what}, expert, seed 15", value, "", "result file") for what, value in BLOCK.items()),
)


@dataclass(slots=True)
class Block:
    """The result block of a run, summed up piece by piece."""

    largest: frozenset[str]  # counters that are combined by their maximum
    games: int = 0
    wins: int = 0
    used: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_KINDS, 0))  # guesses of each kind
    failed: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_KINDS, 0))  # those that lost a game
    odds: dict[str, float] = field(default_factory=lambda: dict.fromkeys(_KINDS, 0.0))  # sums of their chances
    guesses: list[int] = field(default_factory=lambda: [0, 0])  # in games lost, in games won
    chances: list[float] = field(default_factory=lambda: [0.0, 0.0])  # sums of products of chances, lost and won
    logs: list[float] = field(default_factory=lambda: [0.0, 0.0])  # sums of their binary logarithms
    running: list[float] = field(default_factory=lambda: [0.0, 0.0])  # sums of the products after every guess
    wins_by_guesses: list[int] = field(default_factory=lambda: [0] * (_MOST_GUESSES + 1))
    counters: dict[str, int] = field(default_factory=dict)  # what the strategy counts

    @property
    def won(self) -> Rate:
        """Wins a game."""
        return Rate(self.wins, self.games)

    def add(self, played: PlayedGames) -> None:
        """Count some more games."""
        counts = np.diff(played.guess_first)
        last = np.zeros(len(played.guess_kind), np.bool_)
        last[played.guess_first[1:][~played.won & (counts > 0)] - 1] = True
        for name, kinds in _KINDS.items():
            mine = np.isin(played.guess_kind, [KINDS.index(kind) for kind in kinds])
            self.used[name] += int(mine.sum())
            self.failed[name] += int((mine & last).sum())
            self.odds[name] += float(played.guess_odds[mine].sum())
        games = np.repeat(np.arange(len(counts)), counts)
        logs = np.log2(played.guess_odds)
        sums = np.bincount(games, logs, len(counts))
        # The product after every guess of a game: the sum over all games so far, less that over the games before.
        so_far = np.exp2(np.cumsum(logs) - np.repeat(np.cumsum(sums) - sums, counts))
        for won in (0, 1):
            these = played.won == bool(won)
            self.guesses[won] += int(counts[these].sum())
            self.chances[won] += float(np.exp2(sums[these]).sum())
            self.logs[won] += float(sums[these].sum())
            self.running[won] += float(so_far[these[games]].sum())
        for number in range(_MOST_GUESSES + 1):
            same = counts >= number if number == _MOST_GUESSES else counts == number
            self.wins_by_guesses[number] += int((same & played.won).sum())
        for name, count in played.counters.items():
            before = self.counters.get(name, 0)
            self.counters[name] = max(before, count) if name in self.largest else before + count
        self.games += len(counts)
        self.wins += int(played.won.sum())

    def lines(self) -> dict[str, float]:
        """Every item of the block by its name, in the document's order."""
        losses = self.games - self.wins
        items: dict[str, float] = {
            "samples": self.games,
            "won": self.wins,
            "margin of error (%)": 196 * (self.won.value * (1 - self.won.value) / self.games) ** 0.5,
        }
        for name in _KINDS:
            used = self.used[name]
            items[f"{name} used"] = used
            items[f"{name} failed (%)"] = _share(100 * self.failed[name], used)
            items[f"{name} average probability (%)"] = _share(100 * self.odds[name], used)
        items["guesses per win"] = _share(self.guesses[1], self.wins)
        items["guesses per loss"] = _share(self.guesses[0], losses)
        items["average win probability (%)"] = _share(100 * self.chances[1], self.wins)
        items["average loss probability (%)"] = _share(100 * self.chances[0], losses)
        # Other readings of the two averages above; none of them gives the document's figures.
        items["win probability, geometric mean (%)"] = 100 * 2 ** _share(self.logs[1], self.wins)
        items["loss probability, geometric mean (%)"] = 100 * 2 ** _share(self.logs[0], losses)
        items["win probability, mean after every guess (%)"] = _share(100 * self.running[1], self.guesses[1])
        items["loss probability, mean after every guess (%)"] = _share(100 * self.running[0], self.guesses[0])
        names = [*map(str, range(_MOST_GUESSES)), f"{_MOST_GUESSES} or more"]
        items |= {f"wins by guesses: {name}": wins for name, wins in zip(names, self.wins_by_guesses, strict=True)}
        return items | self.counters


def play_block(
    spec: RunSpec,
    *,
    games: int,
    threads: int | None = None,
    on_piece: Callable[[Block, list[int], PlayedGames], None] | None = None,
) -> Block:
    """Play games of a run and return their result block; `on_piece` is called after every piece.

    Raises:
        InputError: a number of games below 1.
    """
    block = Block(frozenset(_engine.describe_strategy(spec.strategy.name).largest_counters))
    for seeds, played in play_pieces(spec, games=games, threads=threads):
        block.add(played)
        if on_piece is not None:
            on_piece(block, seeds, played)
    return block


def published_rate(level: LevelLike, seed: int, strategy: Strategy) -> float | None:
    """The published percentage of 100,000 games won, for a run seed and these settings; None if not published."""
    size = Level.make(level)
    name = next((name for name, named in LEVELS.items() if named == size), "")
    for column, rates in TABLES["results"].get(name, {}).items():
        same = column in COLUMNS and Strategy.parse(COLUMNS[column]).engine_settings == strategy.engine_settings
        if same and strategy.name == "superloc" and 1 <= seed <= len(rates):
            # A shorter list leaves out later seeds; it begins with seed 1 too.
            return rates[seed - 1]
    return None


def _share(part: float, whole: int) -> float:
    return part / whole if whole else float("nan")
