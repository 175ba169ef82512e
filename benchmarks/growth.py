"""How the cost of an analysis grows: with the size of the board, the density of mines and the width of the frontier.

Boards made from seeds come in, each analysed in a process of its own; a picture and tables come out:
docs/pictures/growth.png, benchmarks/results/growth.json and, with --write-docs, the tables of docs/benchmarks.md.

    python benchmarks/growth.py               about five minutes
    python benchmarks/growth.py --draw        draw the saved results again
    python benchmarks/growth.py --write-docs  also renew the tables in docs/benchmarks.md
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from boards import PLAYED, lattice, salted
from picture import Point, draw_growth
from report import DOCS, RESULTS, markdown, quantity, replace_block
from rival import RIVAL, rival_seconds
from solo import Cost, solo
from stopwatch import pin

SIZES = (50, 100, 200, 300, 500, 700, 1000)  # sides of half-played boards
DENSITIES = (0.05, 0.10, 0.15, 0.20, 0.25, 0.30, 0.35)
LATTICES = tuple(range(5, 24, 2))  # sides
LATTICE_SEEDS = 9
SHARES = (0.05, 0.10, 0.15, 0.20, 0.25, 0.30, 0.35, 0.40, 0.45, 0.50, 0.60, 0.70)
SEEDS = 3  # boards of every other kind
RIVAL_LIMIT = 30.0  # seconds


def measure() -> Iterator[Point]:
    """Every board, one after the other."""
    for side in LATTICES:
        for seed in range(1, LATTICE_SEEDS + 1):
            yield Point("lattice", "lattice", side, solo(lattice(side, side, seed=seed), repeats=3))
    yield from _rival_points()
    for way, play in PLAYED.items():
        for side in SIZES:
            for seed in range(1, SEEDS + 1):
                yield Point("size", way, side, solo(play(side, side, side * side // 5, seed=seed), repeats=3))
        for density in DENSITIES:
            for seed in range(1, SEEDS + 1):
                case = play(200, 200, round(density * 40_000), seed=seed)
                yield Point("density", way, density, solo(case, repeats=3))
    for share in SHARES:
        for seed in range(1, SEEDS + 1):
            yield Point("salted", "salted", share, solo(salted(100, 100, 2000, seed=seed, share=share)))


def _rival_points() -> Iterator[Point]:
    """The same lattices by the other library, until one takes too long."""
    for side in LATTICES:
        seconds = rival_seconds(lattice(side, side, seed=1), limit=RIVAL_LIMIT)
        if seconds is None:
            return
        yield Point("lattice", RIVAL, side, Cost(seconds, seconds, 0, 0, 0, 0, 0, None))


@dataclass(frozen=True, slots=True)
class Table:
    """The content of one table."""

    series: str  # of the points
    kinds: tuple[str, ...]
    title: str
    unit: str  # of what was varied: "side" or "%"


TABLES = (
    Table("lattice", ("lattice",), "Lattices, 19.5% mines, nine of each size", "side"),
    Table("size", tuple(PLAYED), "Half played, 20% mines, three of each size and kind", "side"),
    Table("density", tuple(PLAYED), "Half played, 200x200 by the density of mines, three of each", "%"),
    Table("salted", ("salted",), "100x100, 20% mines, by the share of safe cells revealed, three of each", "%"),
)


def tables(points: list[Point]) -> str:
    """The same as the picture, in numbers."""
    parts = []
    for table in TABLES:
        lines = []
        for kind in table.kinds:
            chosen = [point for point in points if (point.series, point.kind) == (table.series, kind)]
            for at in sorted({point.at for point in chosen}):
                place = f"{at:.0f}x{at:.0f}" if table.unit == "side" else f"{at:.0%}"
                lines.append((kind, place, *_summary([point.cost for point in chosen if point.at == at])))
        header = ("boards", "", "median", "slowest", "most states", "width", "most memory", "refused")
        parts.append(f"{table.title}:\n\n{markdown(header, lines)}")
    return "\n\n".join(parts)


def _summary(costs: list[Cost]) -> tuple[str, ...]:
    solved = [cost for cost in costs if not cost.refused]
    refused = f"{len(costs) - len(solved)} of {len(costs)}" if len(solved) < len(costs) else ""
    if not solved:
        return ("", "", "", "", "", refused)
    return (
        quantity(statistics.median(cost.seconds for cost in solved), "s"),
        quantity(max(cost.seconds for cost in solved), "s"),
        f"{max(cost.states for cost in solved):,}",
        str(max(cost.width for cost in solved)),
        _memory(max(cost.memory for cost in solved)),
        refused,
    )


def _memory(size: int) -> str:
    return "under 1 MiB" if size < 2**20 else quantity(size, "B")


def main() -> None:
    """Measure or read the saved results, draw, and print the tables."""
    parser = argparse.ArgumentParser(description="Measure how the cost of an analysis grows.")
    parser.add_argument("--draw", action="store_true", help="draw the saved results again")
    parser.add_argument("--write-docs", action="store_true", help="renew the tables in docs/benchmarks.md")
    options = parser.parse_args()
    saved = RESULTS / "growth.json"
    if options.draw:
        points = [Point(p["series"], p["kind"], p["at"], Cost(**p["cost"])) for p in json.loads(saved.read_text())]
    else:
        pin()
        points = []
        for point in measure():
            points.append(point)
            print(
                point.series, point.kind, point.at, quantity(point.cost.seconds, "s"), point.cost.states, flush=True
            )
        RESULTS.mkdir(exist_ok=True)
        saved.write_text("[\n" + ",\n".join(json.dumps(asdict(point)) for point in points) + "\n]\n")
    draw_growth(points, DOCS / "pictures" / "growth.png")
    print(tables(points))
    if options.write_docs:
        replace_block(DOCS / "benchmarks.md", "growth", tables(points))


if __name__ == "__main__":
    main()
