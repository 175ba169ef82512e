"""How few clicks `efficient` takes, against `lookahead` on the same boards, and what `win` trades.

    python benchmarks/efficiency.py                  play, print the table
    python benchmarks/efficiency.py --games 20000    with so many boards
    python benchmarks/efficiency.py --write          and write table and picture into docs/strategies.md
    python benchmarks/efficiency.py --deep 300       compare the larger budgets with the rule alone on so many boards
    python benchmarks/efficiency.py --deep 150 --luck-free        the same in luck-free games, and on other boards
    python benchmarks/efficiency.py --knack          compare `efficient` with its rule, on luck-free boards

Every line has the win rate, the difference of wins to `lookahead` pair by pair, and the mean over the games won of
100 x 3BV / clicks, each with its 95 % interval. Lines of budgets have the differences to `efficient,knack=0` pair by
pair, in wins, efficiency and clicks. A luck-free game counts with its value, the chance that it is won.
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
DEEP_LINES = ("efficient,knack=0", "efficient", "efficient@deep", "efficient@record")
KNACK = {
    "expert": 1000,
    "intermediate": 1000,
    "beginner": 2000,
    "hex:16x24/84": 500,
    "tri:16x24/93": 300,
    "torus:16x30/132": 300,
    "globe:362/97": 500,
    "cube:9/132": 200,
}
PAGE = DOCS / "strategies.md"
PICTURE = DOCS / "pictures" / "efficiency.png"


def play(strategy: str, games: int, threads: int, *, luck_free: bool = False, board: str = "expert") -> PlayedGames:
    """Play the first boards of run seed 1, or luck-free games on those of run seed 7 from the 1001st on."""
    level, rule = Level.parse(board), FirstClick.ZERO
    seeds = sapper.game_seeds(7, 1000 + games)[1000:] if luck_free else sapper.game_seeds(1, games)
    start, player = level.default_start(rule), Strategy.parse(strategy)
    return play_games(level, start, rule, seeds, player, threads=threads, luck_free=luck_free)


def interval(values: np.ndarray, weights: np.ndarray | None = None) -> tuple[float, float]:
    """The mean and half of its 95 % interval."""
    weights = np.ones(len(values)) if weights is None else weights
    mean = float((weights * values).sum() / weights.sum())
    return mean, 1.96 * math.sqrt(float((weights**2 * (values - mean) ** 2).sum())) / float(weights.sum())


def compare_pairs(games: int, threads: int, strategies: tuple[str, ...], *, luck_free: bool, board: str) -> None:
    """Print the line of each strategy, against the first pair by pair."""
    base = None
    for strategy in strategies:
        played = play(strategy, games, threads, luck_free=luck_free, board=board)
        base = played if base is None else base
        share, base_share = (100.0 * one.bbbv / one.mouse_clicks for one in (played, base))
        both = np.minimum(played.value, base.value)
        figures = {
            "wins": interval(100.0 * played.value),
            "more": interval(100.0 * (played.value - base.value)),
            "efficiency": interval(share, played.value),
            "points more": interval(share - base_share, both),
            "clicks less": interval(base.mouse_clicks.astype(float) - played.mouse_clicks, both),
        }
        told = (f"{name} {mean:.2f} ± {error:.2f}" for name, (mean, error) in figures.items())
        print(board, strategy, *told, sep="  ", flush=True)


def main() -> None:
    """Play all lines on the same boards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--deep", type=int, default=0, metavar="GAMES")
    parser.add_argument("--luck-free", action="store_true")
    parser.add_argument("--knack", action="store_true")
    told = parser.parse_args()
    if told.deep:
        compare_pairs(told.deep, told.threads, DEEP_LINES, luck_free=told.luck_free, board="expert")
        return
    if told.knack:
        for board, games in KNACK.items():
            compare_pairs(games, told.threads, ("efficient,knack=0", "efficient"), luck_free=True, board=board)
        return
    base, rows, points = None, [], []
    for strategy in LINES:
        played = play(strategy, told.games, told.threads)
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
    if told.write:
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
