"""The gain of each idea of the strategies: switched on one at a time, compared in pairs on fresh boards.

Strategies with and without an idea come in; a table of paired differences with 95 % intervals comes out, in the
terminal, in benchmarks/results/ideas.json and, with --write-docs, in docs/strategies.md. All play the same boards of
a run seed that is not that of the benchmark. Settings are the engine's, by name. An idea that no budget uses is
tried with a value given here; settings that the engine does not have are left out.

    python benchmarks/ideas.py               all ideas, on all cores: about twenty minutes on two
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
from sapper.run.interval import PairedDifference
from sapper.run.spec import RunSpec

SEED = 2026  # of the run; 1 is the benchmark's
CHEAP, DEAR, DEAREST = 100_000, 30_000, 3_000  # games of strategies by the time a game takes
QUICK = {CHEAP: 60, DEAR: 10, DEAREST: 2}

# Weights that add an idea to the plain lookahead, each with a value to try where no budget uses it.
TRIALS = {"second": 0.3, "progress": 0.03, "bold": 0.1, "fifty": 0.3, "instinct": 1}
WORDS = {
    "second": "`second`: lookahead counts the second safest cell",
    "progress": "`progress`: lookahead counts how many cells become safe",
    "bold": "`bold`: a bonus for risky cells",
    "fifty": "`fifty`: unavoidable guesses are made early",
    "instinct": "`instinct`: the trained correction of the score",
}


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
    games: int  # boards both played
    only_with: int  # boards won with it alone
    only_without: int

    @property
    def pairs(self) -> PairedDifference:
        """With the idea minus without."""
        return PairedDifference(self.games, self.only_with, self.only_without)


def list_ideas() -> Iterator[Idea]:
    """All ideas: first those that build on each other, then changes of the plain lookahead one at a time."""
    settings = Strategy.parse("lookahead").engine_settings
    searched = {name: settings[name] for name in ("endgame_worlds", "endgame_nodes")}
    weights = [name for name in TRIALS if name in settings]
    off = dict.fromkeys(weights, 0.0)
    plain = _text("lookahead", **off)
    yield Idea("the safest cell instead of a random one", "random", "safest", CHEAP)
    yield Idea("exact search of areas and endgames", "safest", _text("safest", **searched), CHEAP)
    yield Idea("lookahead", _text("safest", **searched), plain, CHEAP)
    yield Idea("exact search of areas and endgames, with lookahead", _text(plain, endgame_worlds=0), plain, CHEAP)
    larger = Strategy.parse("lookahead@deep").engine_settings
    wide = _text(plain, **{name: larger[name] for name in searched})
    yield Idea("larger endgames", plain, wide, CHEAP)
    yield Idea("lookahead at cells less safe than the safest", _text(plain, candidates=1), plain, CHEAP)
    yield Idea("lookahead at less safe floating cells", _text(plain, floating_candidates=1), plain, CHEAP)
    for name in weights:
        yield Idea(WORDS[name], plain, _text("lookahead", **off | {name: _used(name)}), CHEAP)
    if plain != "lookahead":
        yield Idea("the settings above that `lookahead` uses, together", plain, "lookahead", CHEAP)
    yield Idea("everything in `best` except rollouts", plain, _text("best", rollouts=0, careful=0), CHEAP)
    for strategy, games in (("best", DEAR), ("best@deep", DEAREST)):
        quick = _text(strategy, careful=0)
        alone = _text(quick, rollouts=0)
        spent = Strategy.parse(strategy).engine_settings
        yield Idea(f"up to {spent['rollouts']:g} rollouts per guess", alone, quick, games)
        if quick != strategy:
            yield Idea(f"then up to {spent['careful']:g} careful rollouts per guess", quick, strategy, games)
    yield Idea("the deep budget", "best", "best@deep", DEAREST)


def _used(name: str) -> float:
    """The value of a weight where a budget uses it, or else one to try."""
    budgets = [Strategy.parse(text).engine_settings[name] for text in ("lookahead", "lookahead@deep", "best")]
    return next((value for value in budgets if value), TRIALS[name])


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
        self._won: dict[str, NDArray[np.bool_]] = {}

    def won(self, strategy: str, games: int) -> NDArray[np.bool_]:
        """Return which of the first games of the run the strategy won."""
        known = self._won.get(strategy, np.zeros(0, np.bool_))
        if len(known) < games:
            spec = RunSpec.make("expert", seed=self._seed, strategy=strategy, first_click="zero", start=(3, 3))
            pieces = LocalExecutor(count_cores()).play(spec, [range(len(known) + 1, games + 1)])
            known = np.concatenate([known, *(piece["won"].to_numpy() for piece in pieces)])
            self._won[strategy] = known
        return known[:games]

    def weigh(self, idea: Idea, games: int) -> Worth:
        """Play with and without the idea."""
        with_it, without = self.won(idea.strategy, games), self.won(idea.base, games)
        return Worth(idea, games, int(np.sum(with_it & ~without)), int(np.sum(without & ~with_it)))


def table(worths: Sequence[Worth]) -> str:
    """Return the gain of each idea as a Markdown table."""
    lines = [
        (
            worth.idea.what,
            f"`{worth.idea.strategy}`",
            f"`{worth.idea.base}`",
            f"{worth.games:,}",
            str(worth.pairs).removesuffix(" points"),
        )
        for worth in worths
    ]
    return markdown(("idea", "strategy", "against", "boards", "points won, 95 %"), lines)


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
