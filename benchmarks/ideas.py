"""The gain of each idea of the strategies: switched on one at a time, compared in pairs on fresh boards.

Strategies with and without an idea come in; a table of paired differences with 95 % intervals comes out, in the
terminal, in benchmarks/results/ideas.json and, with --write-docs, in docs/strategies.md. All play the same boards of
a run seed that is not that of the benchmark, in luck-free games (docs/luck_free.md), whose values tell hundredths of
a point apart. Settings are the engine's, by name.

    python benchmarks/ideas.py               all ideas, on all cores: about forty minutes on two
    python benchmarks/ideas.py --quick       a few games of each, to see whether anything broke
    python benchmarks/ideas.py --games 5000  at most 5000 games per idea
    python benchmarks/ideas.py --write-docs  also renew the table in docs/strategies.md
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray
from report import DOCS, RESULTS, markdown, replace_block

from sapper.base.threads import count_cores
from sapper.play.strategy import Strategy
from sapper.run.executor import LocalExecutor
from sapper.run.interval import ValueDifference
from sapper.run.spec import RunSpec

SEED = 2026  # of the run; 1 is the benchmark's
CHEAP, DEAR, DEAREST = 100_000, 30_000, 3_000  # games of strategies by the time a game takes
QUICK = {CHEAP: 60, DEAR: 10, DEAREST: 2}
_ENDGAMES = {"endgame_worlds": 20_000, "endgame_nodes": 100_000}


@dataclass(frozen=True, slots=True)
class Idea:
    """Something that a strategy does and another does not."""

    what: str
    base: str  # the strategy without it
    strategy: str  # the strategy with it
    games: int


@dataclass(frozen=True, slots=True)
class Worth:
    """The gain of an idea."""

    idea: Idea
    pairs: ValueDifference  # with the idea minus without


def list_ideas() -> Iterator[Idea]:
    """All ideas: first those that build on each other, then those of `best` without one of them, then its budgets."""
    lookahead = Strategy.parse("lookahead").engine_settings
    searched = {name: lookahead[name] for name in ("endgame_worlds", "endgame_nodes")}
    plain = _text("lookahead", second=0, instinct=0)
    yield Idea("the safest cell instead of a random one", "random", "safest", CHEAP)
    yield Idea("exact search of areas and endgames", "safest", _text("safest", **searched), CHEAP)
    yield Idea("lookahead", _text("safest", **searched), plain, CHEAP)
    yield Idea("`second` and `instinct`", plain, "lookahead", CHEAP)
    yield Idea("`best` instead of `lookahead`", "lookahead", "best", CHEAP)
    without: dict[str, dict[str, float]] = {
        "`second`: lookahead counts the second safest cell": {"second": 0},
        "`fifty`: unavoidable guesses are made early": {"fifty": 0},
        "`instinct`: the trained correction of the score": {"instinct": 0},
        "`close`: instinct corrects more candidates": {"close": 0.05},
        "`candidates`: lookahead at less safe cells": {"candidates": 0.9},
        "`candidates`: at any less safe cell": {"candidates": 1},
        "`floating_candidates`: lookahead at less safe floating cells": {"floating_candidates": 1},
        "endgames of 5,000 worlds instead of 1,000": {"endgame_worlds": 1000},
        "exact search of areas and endgames": {"endgame_worlds": 0},
    }
    for what, settings in without.items():
        yield Idea(what, _text("best", **settings), "best", CHEAP)
    yield Idea("endgames of 20,000 worlds instead of 5,000", "best", _text("best", **_ENDGAMES), DEAR)
    yield Idea("up to 100 rollouts per guess", "best", "best,rollouts=100,runners=3,stake=0.0025", DEAR)
    deep = Strategy.parse("best@deep").engine_settings
    quick = _text("best@deep", careful=0)
    yield Idea(f"then up to {deep['careful']:g} careful rollouts per guess", quick, "best@deep", DEAREST)
    yield Idea("the deep budget", "best", "best@deep", DEAREST)


def _text(base: str, **settings: float) -> str:
    """The strategy with these settings, as short as it can be written."""
    strategy = Strategy.parse(base)
    head = str(strategy).partition(",")[0]
    usual = Strategy.parse(head).engine_settings
    changed = {name: value for name, value in (dict(strategy.settings) | settings).items() if value != usual[name]}
    return ",".join([head, *(f"{name}={value:g}" for name, value in changed.items())])


class Players:
    """Plays each strategy once, and again only for more games than before."""

    def __init__(self, seed: int) -> None:
        """Begin, on the boards of this run seed."""
        self._seed = seed
        self._values: dict[str, NDArray[np.float64]] = {}

    def values(self, strategy: str, games: int) -> NDArray[np.float64]:
        """Return the values of the first games of the run."""
        known = self._values.get(strategy, np.zeros(0))
        if len(known) < games:
            spec = RunSpec.make(
                "expert", seed=self._seed, strategy=strategy, first_click="zero", start=(3, 3), luck_free=True
            )
            pieces = LocalExecutor(count_cores()).play(spec, [range(len(known) + 1, games + 1)])
            known = np.concatenate([known, *(piece["value"].to_numpy() for piece in pieces)])
            self._values[strategy] = known
        return known[:games]

    def weigh(self, idea: Idea, games: int) -> Worth:
        """Play with and without the idea."""
        with_it, without = self.values(idea.strategy, games), self.values(idea.base, games)
        return Worth(idea, ValueDifference.of(with_it, without))


def table(worths: Sequence[Worth]) -> str:
    """Return the gain of each idea as a Markdown table."""
    lines = [
        (
            worth.idea.what,
            f"`{worth.idea.strategy}`",
            f"`{worth.idea.base}`",
            f"{worth.pairs.games:,}",
            str(worth.pairs).removesuffix(" points"),
        )
        for worth in worths
    ]
    return markdown(("idea", "strategy", "against", "boards", "points, 95 %"), lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Weigh all ideas, print them and save them."""
    parser = argparse.ArgumentParser(description="Measure the gain of each idea of the strategies.")
    parser.add_argument("--quick", action="store_true", help="a few games of each; nothing is saved")
    parser.add_argument("--games", type=int, help="largest number of games per idea")
    parser.add_argument("--seed", type=int, default=SEED, help="of the run whose boards are played")
    parser.add_argument("--write-docs", action="store_true", help="renew the table in docs/strategies.md")
    options = parser.parse_args(arguments)
    players, worths = Players(options.seed), []
    for idea in list_ideas():
        games = QUICK[idea.games] if options.quick else min(idea.games, options.games or idea.games)
        worths.append(players.weigh(idea, games))
        print(f"{worths[-1].pairs!s:28} {games:>7,} boards  {idea.what}: {idea.strategy} / {idea.base}", flush=True)
    print(f"\n{table(worths)}")
    if not options.quick:
        RESULTS.mkdir(exist_ok=True)
        saved = {"seed": options.seed, "ideas": [asdict(worth) for worth in worths]}
        (RESULTS / "ideas.json").write_text(json.dumps(saved, indent=1) + "\n")
    if options.write_docs:
        replace_block(DOCS / "strategies.md", "ideas", table(worths))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
