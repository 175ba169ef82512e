"""The picture of the gallery: games won against the time a game takes, with Sapper's strategies as the frontier.

A `Gallery` comes in; one picture for light pages and one for dark ones come out. If some entries win far less than
the best, the scale of wins is broken in two: the upper panel shows the entries near the best. An entry that played
fewer boards than the others is drawn at its paired difference from the yardstick, which varies less than its own win
rate.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sapper.base.extras import figure, matplotlib, patheffects
from sapper.base.whole_file import writing
from sapper.run.gallery.entries import OWN_FAMILY
from sapper.run.gallery.play import Exhibit, Gallery

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from matplotlib.text import Annotation
    from matplotlib.transforms import Bbox

__all__ = ["draw_gallery"]

_CLOSE = 6.0  # points below the best within which entries are drawn in the upper panel
_MARKERS = ("s", "^", "D", "v", "P", "X")
# Offsets of a name from its point, in points, and its alignment; the first is preferred.
_PLACES = (
    (9, 0, "left", "center"),
    (-9, 0, "right", "center"),
    (0, 9, "center", "bottom"),
    (0, -9, "center", "top"),
    (7, 7, "left", "bottom"),
    (-7, 7, "right", "bottom"),
    (7, -7, "left", "top"),
    (-7, -7, "right", "top"),
    (9, 16, "left", "bottom"),
    (-9, 16, "right", "bottom"),
    (9, -16, "left", "top"),
    (-9, -16, "right", "top"),
    (12, 28, "left", "bottom"),
    (12, -28, "left", "top"),
    (-12, 28, "right", "bottom"),
    (-12, -28, "right", "top"),
)
# The cost of covering a pixel of a name or a marker, of a line, and outside the panel; and of a place nearer to
# another marker, to which the name would seem to belong.
_COVERED, _STRUCK, _OUTSIDE, _ASTRAY = 6.0, 1.0, 12.0, 400.0


@dataclass(frozen=True, slots=True)
class _Point:
    """Where an exhibit is drawn."""

    exhibit: Exhibit
    won: float  # percent
    low: float  # percent, the ends of the 95 % interval
    high: float

    @property
    def place(self) -> tuple[float, float]:
        return self.exhibit.seconds, self.won


@dataclass(frozen=True, slots=True)
class _Ink:
    """The colours of one picture."""

    page: str
    ink: str
    muted: str
    grid: str
    ours: str
    theirs: tuple[str, ...]  # one a system


_INKS = {
    "light": _Ink(
        "#ffffff", "#1c2430", "#5b6676", "#d8dde4", "#1f6fc4", ("#c2560a", "#2c8a3d", "#8a4fbf", "#b0256b")
    ),
    "dark": _Ink("#14181d", "#e6eaf0", "#9aa5b4", "#333c48", "#6db1f7", ("#f2974b", "#6fcf7f", "#c79bf2", "#f27fb2")),
}


def draw_gallery(gallery: Gallery, folder: Path, name: str = "gallery") -> tuple[Path, ...]:
    """Draw NAME-light.png and NAME-dark.png into a folder, and return where they are.

    Raises:
        MissingError: matplotlib is not installed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for shade, ink in _INKS.items():
        drawn = _draw(gallery, ink)
        paths.append(folder / f"{name}-{shade}.png")
        with writing(paths[-1]) as stream:
            drawn.savefig(stream, format="png", dpi=130)
    return tuple(paths)


def _draw(gallery: Gallery, ink: _Ink) -> Figure:
    points = [_place(exhibit, gallery) for exhibit in gallery.exhibits]
    best = max(point.won for point in points)
    upper = [point for point in points if point.won >= best - _CLOSE]
    lower = [point for point in points if point.won < best - _CLOSE]
    drawn = figure.Figure(figsize=(10.5, 8 if lower else 5.6), layout="constrained", facecolor=ink.page)
    ratios = [3, 2] if lower else [1]
    grid = drawn.subplots(len(ratios), 1, sharex=True, squeeze=False, height_ratios=ratios)
    panels: list[Axes] = grid[:, 0].tolist()
    for axes, shown in zip(panels, (upper, lower), strict=False):
        _dress(axes, ink)
        _set_heights(axes, shown)
        _draw_points(axes, gallery, shown, ink)
    spec = gallery.spec
    panels[0].set_title(
        f"{spec.level}, first click {spec.first_click}: {gallery.games:,} boards of run seed {spec.seed}",
        loc="left",
        color=ink.ink,
        fontweight="bold",
    )
    panels[-1].set_xlabel("processor time a game", color=ink.ink)
    measured = "mean luck-free value" if gallery.spec.luck_free else "games won"
    drawn.supylabel(f"{measured}, with 95 % intervals", color=ink.ink, fontsize="medium")
    _set_times(panels[0], gallery)
    if lower:
        _break_scale(panels, ink)
    _draw_legend(panels[0], gallery, ink)
    drawn.draw_without_rendering()  # names can be placed once everything else is
    for axes, shown in zip(panels, (upper, lower), strict=False):
        _draw_names(axes, shown, gallery, ink)
    return drawn


def _place(exhibit: Exhibit, gallery: Gallery) -> _Point:
    won, low, high = (share * 100 for share in gallery.strength(exhibit))
    return _Point(exhibit, won, low, high)


def _colour(gallery: Gallery, family: str, ink: _Ink) -> tuple[str, str]:
    """Colour and marker of a family."""
    if family == OWN_FAMILY:
        return ink.ours, "o"
    families = list(dict.fromkeys(exhibit.entry.family for exhibit in gallery.exhibits))
    place = [other for other in families if other != OWN_FAMILY].index(family)
    return ink.theirs[place % len(ink.theirs)], _MARKERS[place % len(_MARKERS)]


def _draw_points(axes: Axes, gallery: Gallery, shown: Sequence[_Point], ink: _Ink) -> None:
    times, wins = zip(*(_place(exhibit, gallery).place for exhibit in gallery.frontier), strict=True)
    axes.plot(times, wins, color=ink.ours, linewidth=2, alpha=0.6, zorder=2)
    for point in shown:
        colour, marker = _colour(gallery, point.exhibit.entry.family, ink)
        bar: dict[str, Any] = {"color": colour, "linewidth": 1.3, "alpha": 0.6, "zorder": 3}
        axes.plot([point.exhibit.seconds] * 2, [point.low, point.high], **bar)
        axes.plot(*point.place, marker=marker, color=colour, markersize=7.5, zorder=4)


def _draw_legend(axes: Axes, gallery: Gallery, ink: _Ink) -> None:
    for family in dict.fromkeys(exhibit.entry.family for exhibit in gallery.exhibits):
        colour, marker = _colour(gallery, family, ink)
        line = "-" if family == OWN_FAMILY else ""
        label = f"{family}, and its frontier" if family == OWN_FAMILY else family
        axes.plot([], [], marker=marker, color=colour, linestyle=line, label=label)
    axes.legend(frameon=False, loc="lower right", labelcolor=ink.ink, fontsize=9)


def _draw_names(axes: Axes, shown: Sequence[_Point], gallery: Gallery, ink: _Ink) -> None:
    """Write every name where it covers the least of markers, lines, the legend and earlier names."""
    markers = [_marker_box(axes, point) for point in shown]
    taken = list(markers)
    lines = [box for line in axes.get_lines() for box in _line_boxes(axes, line)]
    legend = axes.get_legend()
    if legend is not None:
        taken.append(legend.get_window_extent())
    for point, marker in zip(shown, markers, strict=True):
        colour, _ = _colour(gallery, point.exhibit.entry.family, ink)
        names = [_write_name(axes, point, place, colour, ink) for place in _PLACES]
        boxes = [name.get_window_extent() for name in names]
        costs = [_cost(box, taken, lines, axes) + _ASTRAY * _is_astray(box, marker, markers) for box in boxes]
        least = costs.index(min(costs))
        for k, name in enumerate(names):
            if k != least:
                name.remove()
        taken.append(boxes[least])


def _write_name(axes: Axes, point: _Point, place: tuple[int, int, str, str], colour: str, ink: _Ink) -> Annotation:
    right, up, beside, level = place
    options: dict[str, Any] = {"ha": beside, "va": level, "color": colour, "fontsize": 9, "zorder": 5}
    if point.exhibit.entry.family == OWN_FAMILY:
        options["fontweight"] = "bold"
    stroke = patheffects.withStroke(linewidth=3, foreground=ink.page)
    return axes.annotate(
        point.exhibit.entry.name,
        point.place,
        xytext=(right, up),
        textcoords="offset points",
        path_effects=[stroke],
        **options,
    )


def _marker_box(axes: Axes, point: _Point) -> Bbox:
    """Return the bounding box of a marker, in pixels."""
    x, y = axes.transData.transform(point.place)
    box: Bbox = matplotlib.transforms.Bbox([[x - 8, y - 8], [x + 8, y + 8]])
    return box


def _line_boxes(axes: Axes, line: Line2D) -> Iterator[Bbox]:
    """Yield the bounding boxes of the pieces of a line."""
    corners = axes.transData.transform(line.get_xydata())
    for (x0, y0), (x1, y1) in itertools.pairwise(corners):
        pieces = max(1, round(max(abs(x1 - x0), abs(y1 - y0)) / 6))
        for piece in range(pieces):
            x, y = (start + (end - start) * (piece + 0.5) / pieces for start, end in ((x0, x1), (y0, y1)))
            yield matplotlib.transforms.Bbox([[x - 3, y - 3], [x + 3, y + 3]])


def _cost(box: Bbox, taken: Sequence[Bbox], lines: Sequence[Bbox], axes: Axes) -> float:
    """Return the cost of the pixels that a name covers."""
    outside = box.width * box.height - _common(box, axes.get_window_extent())
    covered = sum(_common(box, other) for other in taken)
    return _COVERED * covered + _STRUCK * sum(_common(box, other) for other in lines) + _OUTSIDE * outside


def _is_astray(box: Bbox, marker: Bbox, markers: Sequence[Bbox]) -> bool:
    """Whether a name is nearer to another marker than to its own, beyond a tolerance for overlapping markers."""
    return any(_gap(box, other) + 4 < _gap(box, marker) for other in markers)


def _gap(one: Bbox, other: Bbox) -> float:
    """Return the distance between two boxes."""
    across = max(one.x0 - other.x1, other.x0 - one.x1, 0.0)
    along = max(one.y0 - other.y1, other.y0 - one.y1, 0.0)
    return math.hypot(across, along)


def _common(one: Bbox, other: Bbox) -> float:
    both = matplotlib.transforms.Bbox.intersection(one, other)
    return 0.0 if both is None else float(both.width * both.height)


def _set_heights(axes: Axes, shown: Sequence[_Point]) -> None:
    """Set the scale from the lowest point to the highest with a margin; intervals may extend beyond it."""
    wins = [point.won for point in shown]
    room = max(0.12 * (max(wins) - min(wins)), 1.0)
    axes.set_ylim(min(wins) - room, max(wins) + room)


def _set_times(axes: Axes, gallery: Gallery) -> None:
    times = [exhibit.seconds for exhibit in gallery.exhibits]
    axes.set_xlim(min(times) / 1.8, max(times) * 2.2)


def _dress(axes: Axes, ink: _Ink) -> None:
    axes.set_xscale("log")
    axes.set_facecolor(ink.page)
    axes.xaxis.set_major_formatter(_spell_time)
    axes.xaxis.set_minor_formatter(matplotlib.ticker.NullFormatter())
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g} %")
    axes.tick_params(which="both", color=ink.muted, labelcolor=ink.ink)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["bottom", "left"]].set_color(ink.muted)
    axes.grid(visible=True, color=ink.grid, linewidth=0.8)
    axes.set_axisbelow(True)


def _break_scale(panels: Sequence[Axes], ink: _Ink) -> None:
    """Show that the scale of wins is broken between the panels."""
    panels[0].spines["bottom"].set_visible(False)
    panels[0].tick_params(axis="x", which="both", length=0)
    marks: dict[str, Any] = {
        "marker": [(-1, -0.6), (1, 0.6)],
        "markersize": 9,
        "linestyle": "none",
        "color": ink.muted,
    }
    for axes, height in zip(panels, (0, 1), strict=False):
        axes.plot([0], [height], transform=axes.transAxes, clip_on=False, mew=1.2, **marks)


def _spell_time(seconds: float, _: object) -> str:
    if seconds >= 1:
        return f"{seconds:g} s"
    return f"{seconds * 1e3:g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:g} us"
