"""How few clicks `efficient` takes, against `lookahead` on the same boards, and what `win` trades.

    python benchmarks/efficiency.py                  play, print the table
    python benchmarks/efficiency.py --games 20000    with so many boards
    python benchmarks/efficiency.py --write          and write table and picture into docs/strategies.md
    python benchmarks/efficiency.py --deep 1000      compare the larger budgets on so many of the boards instead

Every line has the win rate, the difference of wins to `lookahead` pair by pair, and the mean over the games won of
100 x 3BV / clicks, each with its 95 % interval.
"""

from __future__ import annotations

import argparse
import math

import numpy as np
from matplotlib.figure import Figure
from report import DOCS, markdown, replace_block

import sapper
from sapper.board.level import FirstClick, Level
from sapper.play.player import PlayedGames, play_games
from sapper.play.strategy import Strategy

BASE = "lookahead"
LINES = (
    BASE,
    "efficient",
    "efficient,win=0.9",
    "efficient,win=0.8",
    "efficient,win=0.75",
    "efficient,win=0.7",
    "efficient,win=0.6",
    "efficient,flags=0",
)
DEEP_LINES = (BASE, "efficient", "efficient@deep", "efficient@record")
PAGE = DOCS / "strategies.md"
PICTURE = DOCS / "pictures" / "efficiency.png"


def play(strategy: str, games: int, threads: int) -> PlayedGames:
    """Play the expert boards of run seed 1."""
    level, rule = Level.parse("expert"), FirstClick.ZERO
    seeds = sapper.game_seeds(1, games)
    return play_games(level, level.default_start(rule), rule, seeds, Strategy.parse(strategy), threads=threads)


def interval(values: np.ndarray) -> tuple[float, float]:
    """The mean and half of its 95 % interval."""
    return float(values.mean()), 1.96 * float(values.std()) / math.sqrt(len(values))


def main() -> None:
    """Play all lines on the same boards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--deep", type=int, default=0, metavar="GAMES")
    told = parser.parse_args()
    base, rows, points = None, [], []
    for strategy in DEEP_LINES if told.deep else LINES:
        played = play(strategy, told.deep or told.games, told.threads)
        base = played if base is None else base
        won = played.won
        wins, wins_error = interval(100.0 * won)
        against, against_error = interval(100.0 * won - 100.0 * base.won)
        share, share_error = interval(100.0 * played.bbbv[won] / played.mouse_clicks[won])
        clicks = played.mouse_clicks[won].mean()
        rows.append(
            (
                f"`{strategy}`",
                f"{wins:.2f} ± {wins_error:.2f}",
                f"{against:+.2f} ± {against_error:.2f}",
                f"{share:.2f} ± {share_error:.2f}",
                f"{clicks:.1f}",
                f"{played.flags[won].mean():.1f}",
                f"{played.chords[won].mean():.1f}",
            )
        )
        points.append((strategy, wins, share))
        print(*rows[-1], sep="  ", flush=True)
    if told.write and not told.deep:
        head = ("strategy", "wins, %", "against `lookahead`", "efficiency, %", "clicks", "flags", "chords")
        text = f"{told.games:,} expert boards, written by `benchmarks/efficiency.py`:\n\n{markdown(head, rows)}"
        picture = "![Efficiency on games won, by win rate](pictures/efficiency.png)"
        replace_block(PAGE, "efficiency", f"{text}\n\n{picture}")
        draw(points)


def draw(points: list[tuple[str, float, float]]) -> None:
    """Draw the curve of `win`."""
    figure = Figure(figsize=(7, 4))
    axes = figure.subplots()
    curve = [(wins, share) for name, wins, share in points if name.startswith("efficient") and "flags" not in name]
    axes.plot(*zip(*curve, strict=True), marker="o")
    for number, (name, wins, share) in enumerate(points):
        colour = "C0" if name.startswith("efficient") else "C1"
        axes.plot([wins], [share], marker="o", color=colour)
        beside = (5, 5) if number % 2 else (-5, -16)  # neighbours of the curve on different sides
        side = "left" if number % 2 else "right"
        label = name.removeprefix("efficient,")
        axes.annotate(label, (wins, share), textcoords="offset points", xytext=beside, ha=side, color=colour)
    axes.margins(x=0.2, y=0.1)
    axes.set_xlabel("games won, %")
    axes.set_ylabel("efficiency on games won, %")
    axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(PICTURE, dpi=120)


if __name__ == "__main__":
    main()
