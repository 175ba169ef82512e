"""The picture of how the cost of an analysis grows.

Measured `Point` objects come in, a PNG file comes out: six small charts, drawn without a screen, in colours that
colour-blind people can distinguish.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from solo import Cost

__all__ = ["Point", "draw_growth"]

# Colour and marker of each kind of board; the colours are Okabe and Ito's.
STYLES = {
    "connected": ("#0072B2", "o"),
    "scattered": ("#009E73", "s"),
    "clicked": ("#D55E00", "^"),
    "lattice": ("#0072B2", "o"),
    "salted": ("#CC79A7", "D"),
    "ms_toollib": ("#555555", "x"),
}
GREY = "#777777"


@dataclass(frozen=True, slots=True)
class Point:
    """One board measured."""

    series: str  # what was varied: "lattice" (side), "size" (side), "density" or "salted" (share revealed)
    kind: str  # how the board was made, or the library that was compared
    at: float  # the value of what was varied
    cost: Cost


def draw_growth(points: Sequence[Point], target: Path) -> None:
    """Draw all points and save the picture."""
    figure = Figure(figsize=(13.5, 8.2), layout="constrained")
    axes = figure.subplots(2, 3)
    charts = (_lattice_chart, _width_chart, _memory_chart, _size_chart, _density_chart, _salted_chart)
    for axis, chart in zip(axes.flat, charts, strict=True):
        chart(axis, points)
        axis.title.set_size(11)
        axis.spines[["top", "right"]].set_visible(False)
        axis.grid(visible=True, color="#DDDDDD", linewidth=0.7)
        axis.set_axisbelow(True)
        axis.legend(frameon=False, fontsize=9)
    target.parent.mkdir(exist_ok=True)
    figure.savefig(target, dpi=130)


def _lattice_chart(axis: Axes, points: Sequence[Point]) -> None:
    chosen = [point for point in points if point.series == "lattice"]
    _line(axis, chosen, "lattice", label="Sapper: median and range of nine")
    _line(axis, chosen, "ms_toollib", label="ms_toollib, the first of them")
    axis.set(title="Lattices: side of the board", xlabel="side, cells", ylabel="time, ms", yscale="log")
    axis.set_xticks(sorted({point.at for point in chosen}))


def _width_chart(axis: Axes, points: Sequence[Point]) -> None:
    for kind, label in (("lattice", "lattices"), ("salted", "100x100, single cells revealed")):
        costs = [point.cost for point in points if point.kind == kind and not point.cost.refused]
        _dots(axis, kind, label, [(cost.width, cost.states) for cost in costs])
    axis.set(title="States: width of the frontier", xlabel="most clues open at once", ylabel="states", yscale="log")
    axis.set_xticks(range(2, 25, 2))


def _memory_chart(axis: Axes, points: Sequence[Point]) -> None:
    for kind, label in (("lattice", "lattices"), ("salted", "100x100, single cells revealed")):
        costs = [point.cost for point in points if point.kind == kind and point.cost.states > 10_000]
        _dots(axis, kind, label, [(cost.states, cost.memory / 2**20) for cost in costs])
    least, most = 1e4, 2e7
    for size in (50, 250):
        ends = [states * size / 2**20 for states in (least, most)]
        axis.plot((least, most), ends, color=GREY, linewidth=1, linestyle=":")
        axis.annotate(f"{size} bytes a state  ", (most, ends[1]), ha="right", va="bottom", color=GREY, fontsize=9)
    axis.set(title="Memory: number of states", xlabel="states", ylabel="memory, MiB", xscale="log", yscale="log")


def _size_chart(axis: Axes, points: Sequence[Point]) -> None:
    chosen = [point for point in points if point.series == "size"]
    for way in ("clicked", "scattered", "connected"):
        _line(axis, chosen, way, label=way, place=lambda side: side * side)
    axis.set(title="Half played, 20% mines: size of the board", xlabel="cells", ylabel="time, ms")
    axis.set(xscale="log", yscale="log")


def _density_chart(axis: Axes, points: Sequence[Point]) -> None:
    chosen = [point for point in points if point.series == "density"]
    for way in ("clicked", "scattered", "connected"):
        _line(axis, chosen, way, label=way, place=lambda density: density * 100)
        _crosses(axis, chosen, way)
    axis.set(title="Half played, 200x200: density of mines", xlabel="mines, %", ylabel="time, ms", yscale="log")


def _salted_chart(axis: Axes, points: Sequence[Point]) -> None:
    chosen = [point for point in points if point.series == "salted"]
    _line(axis, chosen, "salted", label="median and range of three", place=lambda share: share * 100)
    _crosses(axis, chosen, "salted")
    axis.set(title="100x100, 20% mines: single cells revealed", xlabel="safe cells revealed, %", ylabel="time, ms")
    axis.set(yscale="log")


def _line(
    axis: Axes, points: Sequence[Point], kind: str, *, label: str, place: Callable[[float], float] = float
) -> None:
    """Milliseconds of the solved boards: a line through the medians, and the range around it."""
    found: dict[float, list[float]] = {}
    for point in points:
        if point.kind == kind and not point.cost.refused:
            found.setdefault(place(point.at), []).append(point.cost.seconds * 1e3)
    colour, marker = STYLES[kind]
    middle = [statistics.median(times) for times in found.values()]
    axis.plot(list(found), middle, color=colour, marker=marker, markersize=5, label=label)
    axis.fill_between(list(found), *_range(found), color=colour, alpha=0.15, linewidth=0)


def _range(found: dict[float, list[float]]) -> tuple[list[float], list[float]]:
    return [min(times) for times in found.values()], [max(times) for times in found.values()]


def _dots(axis: Axes, kind: str, label: str, places: Sequence[tuple[float, float]]) -> None:
    colour, marker = STYLES[kind]
    x, y = zip(*places, strict=True)
    axis.scatter(x, y, s=22, color=colour, marker=marker, alpha=0.7, linewidths=0.5, label=label)


def _crosses(axis: Axes, points: Sequence[Point], kind: str) -> None:
    """Crosses along the upper edge where a board exceeded the limit of the engine."""
    places = sorted({point.at * 100 for point in points if point.kind == kind and point.cost.refused})
    if places:
        axis.scatter(
            places,
            [0.98] * len(places),
            marker="X",
            s=45,
            color=STYLES[kind][0],
            label="LimitError for one or more",
            transform=axis.get_xaxis_transform(),
            clip_on=False,
        )
