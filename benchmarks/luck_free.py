"""Luck-free games beside wins and losses.

    python benchmarks/luck_free.py [--games N]             differences of two strategies, by both
    python benchmarks/luck_free.py --agreement             win rates by both
    python benchmarks/luck_free.py --levels                win rates of beginner and intermediate
    python benchmarks/luck_free.py --levels beginner       of one of them
    python benchmarks/luck_free.py --expert --write-docs   of the strategies of docs/play.md, and their table there
    python benchmarks/luck_free.py --expert --keep --write-docs    the same; without the steps that are saved

Each row compares two strategies on the same expert boards, once by wins and once by luck-free values, and prints both
differences in points with the half widths of their 95 % intervals. The last column is how many times more boards wins
need for the same interval. With --agreement, win rates by wins and by luck-free values of other games instead.

With --levels and --expert, win rates by a chain: many games of `safest`, which is fast, then fewer pairs of each next
strategy with the one before it on boards of their own. A win rate is the sum of its steps.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import sqrt

from match import MATCHES, SMALL_ENDGAMES
from report import DOCS, RESULTS, markdown, replace_block

import sapper
from sapper.play.strategy import Strategy
from sapper.run.interval import PairedDifference, Rate, ValueDifference

PAIRS = (
    ("lookahead", "safest"),
    ("best", "lookahead"),
    ("best", "best,endgame_worlds=1000"),
)
AGREEMENT = (
    ("expert", "zero", (3, 3), "safest", 1_000_000),
    ("expert", "safe", (0, 0), "safest", 500_000),
    ("beginner", "none", (2, 2), "safest", 2_000_000),
    ("intermediate", "zero", (2, 2), "lookahead", 300_000),
    ("hex:8x8/12", "safe", (0, 0), "safest", 300_000),
    ("torus:8x8/12", "none", (0, 0), "random", 300_000),
    ("8x8/12", "none", (0, 0), "matrix", 300_000),
    ("8x8/12", "zero", (0, 0), "smartguess", 300_000),
)


@dataclass(frozen=True, slots=True)
class Chain:
    """Strategies on boards, each after the first compared with the one before it."""

    level: str
    first_click: str
    start: tuple[int, int]
    steps: tuple[tuple[str, int], ...]  # a strategy, and the boards of its step

    @property
    def place(self) -> str:
        """Where they play, for people, as in docs/play.md."""
        return f"{self.level}, {self.first_click} ({self.start[0]},{self.start[1]})"


@dataclass(frozen=True, slots=True)
class Link:
    """What a step of a chain has shown."""

    strategy: str
    games: int
    more: str  # than the strategy before, in points
    won: float  # percent, with the steps before
    off: float  # points: half the width of its 95 % interval


LEVELS = (
    Chain(
        "beginner",
        "zero",
        (2, 2),
        (("safest", 24_000_000), ("lookahead", 5_000_000), ("best", 1_000_000), ("best@deep", 30_000)),
    ),
    Chain(
        "intermediate",
        "zero",
        (2, 2),
        (("safest", 100_000_000), ("lookahead", 10_000_000), ("best", 2_000_000), ("best@deep", 50_000)),
    ),
)
EXPERT = (
    Chain(
        "expert",
        "zero",
        (3, 3),
        (
            ("safest", 1_000_000),
            (SMALL_ENDGAMES, 100_000),
            ("lookahead@fast", 100_000),
            ("lookahead", 100_000),
            ("best@fast", 60_000),
            ("best", 60_000),
            ("best@deep", 20_000),
        ),
    ),
    Chain(
        "expert",
        "safe",
        (0, 0),
        (("safest", 1_000_000), ("lookahead", 100_000), ("best", 40_000), ("best@deep", 40_000)),
    ),
)
HEADS = ("boards", "strategy", "won, run seed 1", "luck-free games", "more than the row above", "luck-free value")
Z = 1.96  # standard deviations in half an interval


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000, help="boards (default %(default)s)")
    parser.add_argument("--seed", type=int, default=21, help="of the run (default %(default)s)")
    parser.add_argument("--agreement", action="store_true", help="win rates by both instead")
    parser.add_argument("--levels", nargs="*", choices=[chain.level for chain in LEVELS], help="win rates of these")
    parser.add_argument("--expert", action="store_true", help="win rates of the strategies of docs/play.md instead")
    parser.add_argument("--write-docs", action="store_true", help="with --expert: also renew the table there")
    parser.add_argument("--keep", action="store_true", help="with --expert: take steps that were saved from there")
    parser.add_argument("--share", type=int, default=1, help="with these three: play 1 game in so many")
    options = parser.parse_args()
    if options.expert:
        print_expert(options.share, keep=options.keep, write=options.write_docs)
    elif options.levels is not None:
        print_levels(options.levels, options.share)
    elif options.agreement:
        print_agreement(options.share)
    else:
        print_differences(options)


def print_differences(options: argparse.Namespace) -> None:
    """Print the differences of two strategies."""
    print("| A | B | wins | luck-free | boards |")
    print("| --- | --- | --- | --- | --- |")
    for first, second in PAIRS:
        texts, widths = [], []
        for luck_free in (False, True):
            found = sapper.compare(
                first,
                second,
                level="expert",
                start=(3, 3),
                games=options.games,
                seed=options.seed,
                threads=1,
                luck_free=luck_free,
            )
            pairs = found.pairs
            widths.append(pairs.high - pairs.low)
            texts.append(f"{pairs.value * 100:+.3f} ± {widths[-1] * 50:.3f}")
        more = (widths[0] / widths[1]) ** 2
        print(f"| `{first}` | `{second}` | {texts[0]} | {texts[1]} | {more:.1f} times |", flush=True)


def print_agreement(share: int) -> None:
    """Print win rates by wins and by luck-free values."""
    print("| level | first click | strategy | games of each kind | wins | luck-free | deviations |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for level, rule, start, strategy, most in AGREEMENT:
        games = most // share
        texts, rates = [], []
        for seed, luck_free in ((31, False), (32, True)):
            rate = sapper.sweep(
                level,
                {"strategy": [strategy]},
                games=games,
                seed=seed,
                first_click=rule,
                start=start,
                luck_free=luck_free,
            ).best.rate
            rates.append(rate)
            texts.append(f"{rate.value * 100:.3f} ± {(rate.high - rate.low) * 50:.3f}")
        width = sqrt(sum((rate.high - rate.low) ** 2 for rate in rates)) / 2
        deviations = (rates[0].value - rates[1].value) / (width / Z)
        first_click = f"{rule} ({start[0]},{start[1]})"
        cells = (level, first_click, f"`{strategy}`", f"{games:,}", *texts, f"{deviations:+.2f}")
        print(f"| {' | '.join(cells)} |", flush=True)


def print_levels(levels: Sequence[str], share: int) -> None:
    """Print win rates of the smaller levels, or of some of them."""
    print("| level | strategy | games | more than the one before | won |")
    print("| --- | --- | --- | --- | --- |")
    for chain in LEVELS:
        if levels and chain.level not in levels:
            continue
        for link in follow(chain, share):
            cells = (f"{chain.level}, {chain.first_click}", f"`{link.strategy}`", f"{link.games:,}", link.more)
            print(f"| {' | '.join(cells)} | {link.won:.3f} ± {link.off:.3f} |", flush=True)


def print_expert(share: int, *, keep: bool, write: bool) -> None:
    """Print win rates of expert beside those of ordinary games.

    `keep` takes those that were saved from there, and `write` saves them and renews the document.
    """
    saved = json.loads((RESULTS / "play.json").read_text())["scores"]
    rates = {(MATCHES[one["name"]].place, one["strategy"]): Rate(one["wins"], one["games"]) for one in saved}
    rows, found = [], []
    for chain in EXPERT:
        for link in follow(chain, share, read_links(chain) if keep else ()):
            wins = rates.get((chain.place, link.strategy), "")
            value = f"{link.won:.3f} % ± {link.off:.3f}"
            rows.append((chain.place, f"`{link.strategy}`", str(wins), f"{link.games:,}", link.more, value))
            found.append({"place": chain.place, **asdict(link)})
    table = markdown(HEADS, rows)
    print(table)
    if write:
        (RESULTS / "luck_free.json").write_text(json.dumps(found, indent=1) + "\n")
        replace_block(DOCS / "play.md", "luck-free", table)


def read_links(chain: Chain) -> list[Link]:
    """Return the steps of a chain that were saved."""
    saved = json.loads((RESULTS / "luck_free.json").read_text())
    return [Link(**one) for one in saved if one.pop("place") == chain.place]


def follow(chain: Chain, share: int, known: Sequence[Link] = ()) -> Iterator[Link]:
    """Yield the win rates of a chain. Steps that are known are not played again, up to the first that is another."""
    total, variance, before = 0.0, 0.0, None
    for seed, (strategy, most) in enumerate(chain.steps, start=41):
        games = most // share
        if known and (known[0].strategy, known[0].games) == (str(Strategy.parse(strategy)), games):
            total, variance, before = known[0].won, known[0].off ** 2, strategy
            yield known[0]
            known = known[1:]
            continue
        known = ()
        step: Rate | PairedDifference | ValueDifference
        if before is None:
            step = sapper.sweep(
                chain.level,
                {"strategy": [strategy]},
                games=games,
                seed=seed,
                first_click=chain.first_click,
                start=chain.start,
                threads=1,
                luck_free=True,
            ).best.rate
        else:
            step = sapper.compare(
                strategy,
                before,
                level=chain.level,
                games=games,
                seed=seed,
                first_click=chain.first_click,
                start=chain.start,
                threads=1,
                luck_free=True,
            ).pairs
        total += step.value * 100
        variance += (step.high - step.low) ** 2 * 50**2
        more = "" if before is None else f"{step.value * 100:+.4f} ± {(step.high - step.low) * 50:.4f}"
        yield Link(str(Strategy.parse(strategy)), games, more, total, sqrt(variance))
        before = strategy


if __name__ == "__main__":
    main()
