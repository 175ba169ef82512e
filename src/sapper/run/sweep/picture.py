"""The picture of a sweep: a heat map over two axes of numbers, or else curves with intervals.

The first axis of numbers runs from left to right, and there is a curve for every combination of the other values.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sapper.base.extras import figure, matplotlib
from sapper.base.whole_file import writing
from sapper.run.interval import Rate
from sapper.run.sweep.axis import DENSITY, FIRST_CLICK, LEVEL, MINES, SIZE, STRATEGY, Axis
from sapper.run.sweep.sweep import Sweep

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw_sweep"]

_MOST_NUMBERS = 200  # cells of a heat map that have their rate written on them
_MOST_TICKS = 32
_MOST_CURVES = 20  # more cannot be told apart


def draw_sweep(found: Sweep, *paths: Path) -> None:
    """Draw a sweep into files; their endings say how, such as .svg and .png.

    Raises:
        MissingError: matplotlib is not installed.
    """
    # Text stays text in an SVG, and the same sweep gives the same file.
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "sapper", "axes.titlesize": 11}):
        drawn = figure.Figure(figsize=_size(found), layout="constrained")
        axes = drawn.add_subplot()
        if _is_map(found):
            _draw_map(drawn, axes, found)
        else:
            _draw_curves(axes, found)
        axes.set_title(_title(found))
        for path in paths:
            metadata = {"Date": None} if path.suffix == ".svg" else {}
            with writing(path) as stream:
                drawn.savefig(stream, format=path.suffix[1:], dpi=160, metadata=metadata)


def _title(found: Sweep) -> str:
    spec, varied = found.spec, {axis.name for axis in found.axes}
    games = found.points[0].rate.games
    half = max((point.rate.high - point.rate.low) * 50 for point in found.points)
    fixed = [
        "" if STRATEGY in varied else str(spec.strategy),
        "" if varied & {LEVEL, SIZE, MINES, DENSITY} else f"on {spec.level}",
        "" if FIRST_CLICK in varied else f"first click {spec.first_click}",
    ]
    if SIZE not in varied and varied & {MINES, DENSITY}:
        fixed[1] = f"on {spec.level.rows}x{spec.level.cols}"
    what = ", ".join(part for part in (" ".join(filter(None, fixed[:2])), fixed[2]) if part)
    played = f"{games:,} games of run seed {spec.seed} at each point, 95 % interval ± {half:.2f} points or less"
    return f"{what}\n{played}" if what else played


def _size(found: Sweep) -> tuple[float, float]:
    if not _is_map(found):
        return 8.0, 4.5
    rows, cols = (len(axis.values) for axis in found.axes)
    return min(max(3.5 + 0.42 * cols, 7.5), 18), min(max(2.2 + 0.36 * rows, 4.0), 14)


def _is_map(found: Sweep) -> bool:
    """Whether two axes of numbers vary."""
    return len(found.axes) == 2 and not any(axis.named for axis in found.axes)


def _draw_curves(axes: Axes, found: Sweep) -> None:
    place = next((place for place, axis in enumerate(found.axes) if not axis.named), 0)
    axis = found.axes[place]
    at = np.arange(len(axis.values)) if axis.named else np.array(axis.values, float)
    curves: dict[tuple[float | str, ...], list[Rate]] = {}
    for point in found.points:
        rest = point.values[:place] + point.values[place + 1 :]
        curves.setdefault(rest, []).append(point.rate)
    for rest, rates in list(curves.items())[:_MOST_CURVES]:
        values = np.array([rate.value * 100 for rate in rates])
        errors = [values - [rate.low * 100 for rate in rates], [rate.high * 100 for rate in rates] - values]
        ends = np.maximum(errors, 0)  # rounding may put an end of an interval on the wrong side
        colour = "#1f6fc4" if len(curves) == 1 else None
        label = ", ".join(map(str, rest))
        axes.errorbar(at, values, yerr=ends, fmt="o-", capsize=3, label=label, color=colour)
    axes.grid(color="#d8dde4")
    axes.set(xlabel=axis.name, ylabel="won (%), with 95 % interval")
    if axis.named:
        axes.set_xticks(at, [str(value) for value in axis.values])
    if len(curves) > 1:
        others = ", ".join(one.name for one in found.axes if one is not axis)
        more = f", first {_MOST_CURVES} of {len(curves)}" if len(curves) > _MOST_CURVES else ""
        axes.legend(title=others + more, fontsize=8, title_fontsize=8)


def _draw_map(drawn: Figure, axes: Axes, found: Sweep) -> None:
    down, across = found.axes
    shape = len(down.values), len(across.values)
    values = np.array([point.rate.value * 100 for point in found.points]).reshape(shape)
    shown = axes.imshow(values, cmap="viridis", interpolation="nearest", aspect="auto")
    drawn.colorbar(shown, ax=axes, label="won (%)")
    axes.set(xlabel=across.name, ylabel=down.name)
    axes.set_xticks(*_ticks(across))
    axes.set_yticks(*_ticks(down))
    if values.size <= _MOST_NUMBERS:
        middle = (values.min() + values.max()) / 2
        for (row, col), value in np.ndenumerate(values):
            colour = "black" if value > middle else "white"
            axes.text(col, row, f"{value:.1f}", ha="center", va="center", fontsize=8, color=colour)
    row, col = divmod(int(values.argmax()), shape[1])
    around = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]) / 2
    axes.plot(col + around[:, 0], row + around[:, 1], color="red", linewidth=2.5, clip_on=False, label="most wins")
    axes.legend(loc="upper left", bbox_to_anchor=(0, -0.06), frameon=False)


def _ticks(axis: Axis) -> tuple[list[int], list[str]]:
    step = -(-len(axis.values) // _MOST_TICKS)
    places = list(range(0, len(axis.values), step))
    return places, [f"{value:g}" if isinstance(value := axis.values[k], float) else str(value) for k in places]
