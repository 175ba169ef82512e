"""How few clicks `efficient` takes, against `lookahead` on the same boards, and what `win` trades.

    python benchmarks/efficiency.py                  play, print the table
    python benchmarks/efficiency.py --games 20000    with so many boards
    python benchmarks/efficiency.py --write          and write table and picture into docs/strategies.md
    python benchmarks/efficiency.py --compare efficient efficient@deep --games 300        each with the first
    python benchmarks/efficiency.py --compare efficient efficient@deep --games 150 --luck-free    on other boards
    python benchmarks/efficiency.py --knack          compare `efficient` with its rule, on luck-free boards
    python benchmarks/efficiency.py --folder FOLDER  slow strategies, on boards of the table: the games of runs that
                                                     `sapper simulate expert --seed 1 --out FOLDER` has played

Every line has the win rate, the difference of wins to `lookahead` pair by pair, and the mean over the games won of
100 x 3BV / clicks, each with its 95 % interval. Lines that compare have the differences to the first strategy pair by
pair, in wins, efficiency and clicks. A luck-free game counts with its value, the chance that it is won.

Few games say little about an efficiency, because boards differ more than strategies do. So the efficiency of a run in
a folder is that of `efficient` on all boards of the table, plus the difference on the boards that both have won.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure
from report import DOCS, markdown, replace_block

import sapper
from sapper.board.level import FirstClick, Level
from sapper.play.player import PlayedGames, play_games
from sapper.play.strategy import Strategy
from sapper.run.spec import RunSpec

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
USUAL = "efficient"
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


def compare_pairs(games: int, threads: int, strategies: Sequence[str], *, luck_free: bool, board: str) -> None:
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


def estimate(folders: Sequence[str], games: int, threads: int) -> None:
    """Print the win rate and the efficiency of the runs in folders, on so many boards of the table."""
    runs = [sapper.Run.open(folder) for folder in folders]
    for folder, run in zip(folders, runs, strict=True):
        if run.spec != RunSpec.make("expert", seed=1, strategy=run.spec.strategy):
            raise sapper.InputError(f"{folder} holds no run of seed 1 on expert boards")
    most = max(run.games for run in runs)
    usual, base = play(USUAL, max(games, most), threads), play(BASE, most, threads)
    usual_share = 100.0 * usual.bbbv / usual.mouse_clicks
    mean, error = interval(usual_share[usual.won])
    for run in runs:
        won, bbbv, clicks = (run.table[name].to_numpy() for name in ("won", "bbbv", "mouse_clicks"))
        both = won & usual.won[: run.games]
        more, more_error = interval((100.0 * bbbv / clicks - usual_share[: run.games])[both])
        figures = {
            "wins": interval(100.0 * won),
            f"more wins than {BASE}": interval(100.0 * won - 100.0 * base.won[: run.games]),
            f"points more than {USUAL}": (more, more_error),
            f"{USUAL} on {len(usual.won):,} boards": (mean, error),
            "efficiency": (mean + more, math.hypot(error, more_error)),
        }
        print(f"{run.spec.strategy} on {run.games:,} boards")
        for name, (value, half) in figures.items():
            print(f"{name:40} {value:.2f} ± {half:.2f}")


def main() -> None:
    """Play all lines on the same boards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--compare", nargs="+", metavar="STRATEGY")
    parser.add_argument("--folder", nargs="+")
    parser.add_argument("--luck-free", action="store_true")
    parser.add_argument("--knack", action="store_true")
    told = parser.parse_args()
    if told.compare:
        compare_pairs(told.games, told.threads, told.compare, luck_free=told.luck_free, board="expert")
        return
    if told.folder:
        estimate(told.folder, told.games, told.threads)
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
        beside = (8, -4) if name == USUAL else beside  # the end of the curve, close to its neighbours
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
