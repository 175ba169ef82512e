"""How the cost of an analysis grows with the size of the board, the density of mines and the width of the frontier.

Boards from seeds come in, each analysed in a process of its own; a table and docs/pictures/growth.png come out.

    python benchmarks/growth.py               some two minutes
    python benchmarks/growth.py --write-docs  also renew the table in docs/benchmarks.md
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable
from dataclasses import dataclass

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
from boards import Case, connected, lattice, scattered
from report import DOCS, markdown, quantity, replace_block
from solo import Cost, solo

SEEDS = (1, 2, 3)
COLOURS = ("#0072b2", "#d55e00", "#009e73")  # told apart by any eyes


@dataclass(frozen=True, slots=True)
class Series:
    """Boards of one kind, from small to large."""

    name: str
    axis: str  # what grows
    values: tuple[float, ...]
    make: Callable[[float, int], Case]  # (value, seed) -> board


SERIES = (
    Series(
        "half played, 20% mines",
        "side of the board",
        (50, 100, 200, 400, 700, 1000),
        lambda side, seed: connected(int(side), int(side), int(side * side / 5), seed=seed),
    ),
    Series(
        "half played from many starts, 100x100",
        "density of mines",
        (0.05, 0.1, 0.15, 0.2, 0.25, 0.3),
        lambda density, seed: scattered(100, 100, int(10_000 * density), seed=seed),
    ),
    Series(
        "lattice of clues, 20% mines",
        "clues abreast",
        (2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
        lambda width, seed: lattice(2 * int(width) + 1, 2 * int(width) + 1, seed=seed),
    ),
)


def main() -> int:
    """Measure, draw and print."""
    parser = argparse.ArgumentParser(description="Measure how cost grows.")
    parser.add_argument("--write-docs", action="store_true", help="renew the table in docs/benchmarks.md")
    options = parser.parse_args()
    lines: list[tuple[str, ...]] = []
    figure, panels = plt.subplots(1, len(SERIES), figsize=(13, 4.2), constrained_layout=True)
    for series, panel, colour in zip(SERIES, panels, COLOURS, strict=True):
        costs = [[solo(series.make(value, seed)) for seed in SEEDS] for value in series.values]
        solved = [[cost for cost in some if cost.refused is None] for some in costs]
        for cost_of, style, label in ((_milliseconds, "o-", "time, ms"), (_thousands, "s--", "states, thousands")):
            panel.plot(
                [value for value, some in zip(series.values, solved, strict=True) if some],
                [statistics.median(map(cost_of, some)) for some in solved if some],
                style,
                color=colour,
                label=label,
                markersize=4,
                alpha=1 if style == "o-" else 0.55,
            )
        panel.set(title=series.name, xlabel=series.axis, yscale="log")
        if series.axis.startswith("side"):
            panel.set_xscale("log")
        panel.grid(alpha=0.3, which="both", linewidth=0.5)
        panel.legend(frameon=False, fontsize=8)
        lines += [_line(series, value, some) for value, some in zip(series.values, solved, strict=True) if some]
    (DOCS / "pictures").mkdir(exist_ok=True)
    figure.savefig(DOCS / "pictures" / "growth.png", dpi=110)
    table = markdown(("board", "grows", "time", "states", "width", "memory"), lines)
    print(table)
    if options.write_docs:
        replace_block(DOCS / "benchmarks.md", "growth", table)
    return 0


def _milliseconds(cost: Cost) -> float:
    return cost.seconds * 1e3


def _thousands(cost: Cost) -> float:
    return max(cost.states, 1) / 1e3


def _line(series: Series, value: float, some: list[Cost]) -> tuple[str, ...]:
    return (
        series.name,
        f"{series.axis} {value:g}",
        quantity(statistics.median(cost.seconds for cost in some), "s"),
        f"{statistics.median(cost.states for cost in some):,.0f}",
        f"{max(cost.width for cost in some)}",
        quantity(max(cost.memory for cost in some), "B"),
    )


if __name__ == "__main__":
    raise SystemExit(main())
