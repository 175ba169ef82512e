"""The pictures of play: win rate against the time a game takes, Sapper as a curve, other solvers as points.

`Score` objects come in; play-light.png and play-safe-light.png come out, and the same for dark pages: expert from an
opening at (3, 3), and from a safe corner. Other solvers have results for these games.

Where results/luck_free.json has the luck-free value of a strategy, a hollow point beside its own shows it.

A strategy that played no more boards than the strongest solver's record has is drawn at its paired difference from
that solver's rate over many more boards of the same run, because this varies less than its own rate.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from match import MATCHES, Score
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke
from matplotlib.ticker import FuncFormatter, NullFormatter
from report import RESULTS
from solvers import RECORDED, Solver, read_solvers

from sapper import Rate
from sapper.run.interval import PairedDifference

__all__ = ["draw_play"]

ROOM = 0.9  # percent: length of the axis beyond the best; intervals may extend further
VAGUE = 3.0  # points: wider intervals are not drawn
BESIDE = 1.13  # times the seconds of a strategy: where its luck-free value is drawn


@dataclass(frozen=True, slots=True)
class Point:
    """A strategy of ours."""

    name: str
    seconds: float  # a game, on one core
    won: float  # percent
    low: float  # percent, the ends of the 95 % interval
    high: float


@dataclass(frozen=True, slots=True)
class Ink:
    """The colours of one picture."""

    page: str
    ink: str
    muted: str
    grid: str
    ours: str
    theirs: str


@dataclass(frozen=True, slots=True)
class Panel:
    """What one picture shows."""

    file: str
    place: str
    title: str
    floor: float  # percent: start of the axis


PANELS = (
    Panel("play", MATCHES["best"].place, "Expert, 30x16 with 99 mines, from an opening", 51.0),
    Panel("play-safe", MATCHES["safe:best"].place, "Expert, 30x16 with 99 mines, from a safe corner", 37.5),
)
INKS = {
    "light": Ink("#ffffff", "#1c2430", "#5b6676", "#d8dde4", "#1f6fc4", "#c2560a"),
    "dark": Ink("#14181d", "#e6eaf0", "#9aa5b4", "#333c48", "#6db1f7", "#f2974b"),
}


def draw_play(scores: Sequence[Score], folder: Path) -> None:
    """Draw the scores on expert, and the other solvers, in both colours."""
    folder.mkdir(exist_ok=True)
    for panel in PANELS:
        solvers = read_solvers(panel.place)
        drawn = [score for score in scores if score.match.place == panel.place]
        known = (_measure(score, solvers[0].won) for score in drawn)
        curve = sorted((point for point in known if point.high - point.low < VAGUE), key=lambda point: point.seconds)
        for name, ink in INKS.items():
            figure = Figure(figsize=(9.5, 5.6), layout="constrained", facecolor=ink.page)
            axes = figure.add_subplot()
            _draw_others(axes, solvers, ink)
            _draw_ours(axes, curve, ink)
            _draw_values(axes, _read_values(drawn, panel.place), ink)
            _dress(axes, panel.title, ink)
            highest = max([point.won for point in curve] + [solver.won for solver in solvers])
            axes.set_ylim(panel.floor, highest + ROOM)
            figure.savefig(folder / f"{panel.file}-{name}.png", dpi=130)


def _measure(score: Score, theirs: float) -> Point:
    """Return the point of a score; `theirs` is the rate of the strongest solver in percent."""
    found: Rate | PairedDifference = score.rate
    base = 0.0
    if score.games <= RECORDED:
        found, base = score.pairs, theirs
    won, low, high = (base + share * 100 for share in (found.value, found.low, found.high))
    return Point(score.name, 1 / score.speed, won, low, high)


def _read_values(scores: Sequence[Score], place: str) -> list[Point]:
    """Return the luck-free values that benchmarks/luck_free.py saved, for these scores."""
    saved = json.loads((RESULTS / "luck_free.json").read_text())
    values = {one["strategy"]: (one["won"], one["off"]) for one in saved if one["place"] == place}
    points = []
    for score in scores:
        if score.strategy in values:
            won, off = values[score.strategy]
            points.append(Point(score.name, BESIDE / score.speed, won, won - off, won + off))
    return points


def _draw_values(axes: Axes, points: Sequence[Point], ink: Ink) -> None:
    for point in points:
        _bar(axes, point.seconds, point.low, point.high, ink.ours)
    x, y = [point.seconds for point in points], [point.won for point in points]
    axes.plot(
        x,
        y,
        linestyle="",
        marker="D",
        markersize=5,
        color=ink.ours,
        markerfacecolor=ink.page,
        zorder=4,
        label="Sapper, luck-free",
    )


def _draw_ours(axes: Axes, curve: Sequence[Point], ink: Ink) -> None:
    for point in curve:
        _bar(axes, point.seconds, point.low, point.high, ink.ours)
    x, y = [point.seconds for point in curve], [point.won for point in curve]
    axes.plot(x, y, color=ink.ours, marker="o", markersize=7, linewidth=2, zorder=4, label="Sapper")
    below = False
    for point, last in zip(curve, [None, *curve], strict=False):
        # Of two points that lie close together, the second has its name on the other side.
        near = last is not None and point.seconds / last.seconds < 4 and abs(point.won - last.won) < 0.4
        below = near and not below
        name, place = point.name.removeprefix("safe:"), (point.seconds, point.won)
        _label(axes, name, place=place, ink=ink, ours=True, above=not below, near=near)


def _draw_others(axes: Axes, solvers: Sequence[Solver], ink: Ink) -> None:
    x, y = [], []
    for solver in solvers:
        if solver.seconds is None:
            _mark_edge(axes, solver, ink)
            continue
        _bar(axes, solver.seconds, solver.won - solver.off, solver.won + solver.off, ink.theirs)
        _label(axes, solver.name, place=(solver.seconds, solver.won), ink=ink, ours=False, above=solver.named_above)
        x.append(solver.seconds)
        y.append(solver.won)
    axes.scatter(x, y, color=ink.theirs, marker="s", s=42, zorder=3, label="other solvers")


def _mark_edge(axes: Axes, solver: Solver, ink: Ink) -> None:
    """Mark the rate of a solver whose speed is not known at the right edge."""
    edge = axes.get_yaxis_transform()
    axes.plot([0.96, 1], [solver.won, solver.won], color=ink.theirs, linewidth=2.5, transform=edge, zorder=3)
    axes.annotate(
        f"{solver.name}, speed unknown",
        (1, solver.won),
        xycoords=edge,
        xytext=(0, 5),
        textcoords="offset points",
        ha="right",
        color=ink.theirs,
        fontsize=9.5,
        path_effects=[withStroke(linewidth=3, foreground=ink.page)],
        zorder=5,
    )


def _bar(axes: Axes, x: float, low: float, high: float, colour: str) -> None:
    """A 95 % interval."""
    axes.plot([x, x], [low, high], color=colour, linewidth=1.4, alpha=0.7, solid_capstyle="butt", zorder=2)


def _label(
    axes: Axes, text: str, *, place: tuple[float, float], ink: Ink, ours: bool, above: bool, near: bool = False
) -> None:
    """Write a name above its point and to the left, or below and to the right, away from lines.

    Where another point is near, the name stands farther away, beyond the interval.
    """
    axes.annotate(
        text,
        place,
        xytext=(0, 25) if near and above else (-7, 7) if above else (2, -25) if near else (8, -14),
        textcoords="offset points",
        ha="center" if near and above else "right" if above else "left",
        color=ink.ours if ours else ink.theirs,
        fontsize=9.5,
        fontweight="bold" if ours else "normal",
        path_effects=[withStroke(linewidth=3, foreground=ink.page)],
        zorder=5,
    )


def _dress(axes: Axes, title: str, ink: Ink) -> None:
    """Scales, titles and colours."""
    axes.set_xscale("log")
    axes.set_xlim(4e-6, 4)
    axes.set_facecolor(ink.page)
    axes.set_title(title, loc="left", color=ink.ink, fontweight="bold")
    axes.set_xlabel("time a game on one core", color=ink.ink)
    axes.set_ylabel("games won, with 95 % intervals", color=ink.ink)
    axes.xaxis.set_major_formatter(FuncFormatter(_spell_time))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.1f} %"))
    axes.tick_params(which="both", color=ink.muted, labelcolor=ink.ink)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["bottom", "left"]].set_color(ink.muted)
    axes.grid(visible=True, color=ink.grid, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.legend(frameon=False, loc="upper left", labelcolor=ink.ink)


def _spell_time(seconds: float, _: object) -> str:
    if seconds >= 1:
        return f"{seconds:g} s"
    return f"{seconds * 1e3:g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:g} us"
