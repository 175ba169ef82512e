"""Luck-free games beside wins and losses: `python benchmarks/luck_free.py [--games N] [--agreement]`.

Each row compares two strategies on the same expert boards, once by wins and once by luck-free values, and prints both
differences in points with the half widths of their 95 % intervals. The last column is how many times more boards wins
need for the same interval. With --agreement, win rates by wins and by luck-free values of other games instead.
"""

from __future__ import annotations

import argparse
from math import sqrt

import sapper

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
Z = 1.96  # standard deviations in half an interval


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000, help="boards (default %(default)s)")
    parser.add_argument("--seed", type=int, default=21, help="of the run (default %(default)s)")
    parser.add_argument("--agreement", action="store_true", help="win rates by both instead")
    parser.add_argument("--share", type=int, default=1, help="with --agreement: play 1 game in so many")
    options = parser.parse_args()
    if options.agreement:
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


if __name__ == "__main__":
    main()
