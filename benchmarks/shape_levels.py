"""Shapes in play: the mines of the named levels, win rates, no-guess boards and what the instinct network is worth.

`python benchmarks/shape_levels.py mines` finds, for each shape of the named levels, the number of mines with which
`best` wins about 90, 75 or 45 of 100 games, by halving, and prints every step.
"""

from __future__ import annotations

import argparse

import sapper

GOALS = {"easy": 0.9, "medium": 0.75, "hard": 0.45}
SIZES = {
    "hex": ("hex:9x9", "hex:14x14", "hex:16x24"),
    "tri": ("tri:8x12", "tri:12x18", "tri:16x24"),
    "torus": ("torus:9x9", "torus:16x16", "torus:16x30"),
    "box": ("box:4x4x4", "box:6x6x6", "box:7x7x7"),
    "tesseract": ("box:4x4x4x4", "box:4x4x4x4", "box:4x4x4x4"),
    "globe": ("globe:92", "globe:162", "globe:362"),
}


def win_rate(shape: str, mines: int, games: int) -> float:
    """The share of games that `best` wins."""
    return sapper.simulate(sapper.Level.of(shape, mines), games=games, seed=1, strategy="best").wins / games


def find_mines(shape: str, goal: float, games: int) -> int:
    """The number of mines with which the win rate of `best` is nearest to the goal."""
    cells = len(sapper.Shape.parse(shape))
    rates: dict[int, float] = {}
    few, many = cells // 25, 2 * cells // 5
    while many - few > 1:
        middle = (few + many) // 2
        rates[middle] = win_rate(shape, middle, games)
        print(f"    {shape}/{middle}: {100 * rates[middle]:.1f} %", flush=True)
        if rates[middle] > goal:
            few = middle
        else:
            many = middle
    for end in (few, many):
        rates.setdefault(end, win_rate(shape, end, games))
    return min((few, many), key=lambda mines: abs(rates[mines] - goal))


def main() -> None:
    """Print what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["mines"])
    parser.add_argument("--games", type=int, default=1000, help="games of each step")
    parser.add_argument("--shapes", default=",".join(SIZES), help="names of the shapes, with commas")
    options = parser.parse_args()
    for name in options.shapes.split(","):
        for (word, goal), shape in zip(GOALS.items(), SIZES[name], strict=True):
            mines = find_mines(shape, goal, options.games)
            print(f"{name}-{word}: {shape}/{mines}", flush=True)


if __name__ == "__main__":
    main()
