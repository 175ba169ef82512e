"""The picture of play: win rate against the time a game takes, ours as a curve, other solvers as points.

`Score` objects come in; play-light.png and play-dark.png come out, for pages of either colour. Only expert from an
opening at (3, 3) is drawn, because that is what others have published or could be measured on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from match import MATCHES, Score
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullFormatter
from solvers import Solver, read_solvers

__all__ = ["draw_play"]

PLACE = MATCHES["best"].place
FLOOR, ROOM = 51.0, 0.9  # percent: where the axis begins, and how far it goes beyond the best; intervals may go on
VAGUE = 0.03  # an interval as wide as this says too little to be drawn

Place: TypeAlias = tuple[float, float]  # seconds a game, percent won


@dataclass(frozen=True, slots=True)
class Ink:
    """The colours of one picture."""

    page: str
    ink: str
    muted: str
    grid: str
    ours: str
    theirs: str


INKS = {
    "light": Ink("#ffffff", "#1c2430", "#5b6676", "#d8dde4", "#1f6fc4", "#c2560a"),
    "dark": Ink("#14181d", "#e6eaf0", "#9aa5b4", "#333c48", "#6db1f7", "#f2974b"),
}


def draw_play(scores: Sequence[Score], folder: Path) -> None:
    """Draw the scores on expert from an opening, and the other solvers, in both colours."""
    known = (score for score in scores if score.match.place == PLACE and score.rate.high - score.rate.low < VAGUE)
    curve = sorted(known, key=_seconds)
    solvers = read_solvers()
    folder.mkdir(exist_ok=True)
    for name, ink in INKS.items():
        figure = Figure(figsize=(9.5, 5.6), layout="constrained", facecolor=ink.page)
        axes = figure.add_subplot()
        _draw_others(axes, solvers, ink)
        _draw_ours(axes, curve, ink)
        _dress(axes, ink)
        axes.set_ylim(
            FLOOR, max([score.rate.value * 100 for score in curve] + [solver.won for solver in solvers]) + ROOM
        )
        figure.savefig(folder / f"play-{name}.png", dpi=130)


def _seconds(score: Score) -> float:
    return 1 / score.speed


def _draw_ours(axes: Axes, curve: Sequence[Score], ink: Ink) -> None:
    for score in curve:
        _bar(axes, _seconds(score), score.rate.low * 100, score.rate.high * 100, ink.ours)
    places = [(_seconds(score), score.rate.value * 100) for score in curve]
    x, y = [place[0] for place in places], [place[1] for place in places]
    axes.plot(x, y, color=ink.ours, marker="o", markersize=7, linewidth=2, zorder=4, label="Sapper")
    below = False
    for name, place, last in zip((score.name for score in curve), places, [None, *places], strict=False):
        # Of two points that nearly touch, the second has its name on the other side.
        below = last is not None and not below and place[0] / last[0] < 1.4 and abs(place[1] - last[1]) < 0.4
        _label(axes, name, place=place, colour=ink.ours, above=not below, bold=True)


def _draw_others(axes: Axes, solvers: Sequence[Solver], ink: Ink) -> None:
    for solver in solvers:
        _bar(axes, solver.seconds, solver.won - solver.off, solver.won + solver.off, ink.theirs)
        _label(axes, solver.name, place=(solver.seconds, solver.won), colour=ink.theirs, above=False, bold=False)
    x, y = [solver.seconds for solver in solvers], [solver.won for solver in solvers]
    axes.scatter(x, y, color=ink.theirs, marker="s", s=42, zorder=3, label="other solvers")


def _bar(axes: Axes, x: float, low: float, high: float, colour: str) -> None:
    """A 95 % interval."""
    axes.plot([x, x], [low, high], color=colour, linewidth=1.4, alpha=0.7, solid_capstyle="butt", zorder=2)


def _label(axes: Axes, text: str, *, place: Place, colour: str, above: bool, bold: bool) -> None:
    """A name above its point and to the left, or below and to the right."""
    axes.annotate(
        text,
        place,
        xytext=(-7, 7) if above else (8, -14),
        textcoords="offset points",
        ha="right" if above else "left",
        color=colour,
        fontsize=9.5,
        fontweight="bold" if bold else "normal",
        zorder=5,
    )


def _dress(axes: Axes, ink: Ink) -> None:
    """Scales, titles and colours."""
    axes.set_xscale("log")
    axes.set_xlim(1e-5, 4)
    axes.set_facecolor(ink.page)
    axes.set_title("Expert, 30x16 with 99 mines, from an opening", loc="left", color=ink.ink, fontweight="bold")
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
