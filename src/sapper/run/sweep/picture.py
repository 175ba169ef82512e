"""The picture of a sweep: a heat map over two axes, or a curve with intervals over one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sapper.base.extras import figure, matplotlib
from sapper.run.sweep.axis import Axis
from sapper.run.sweep.sweep import Sweep

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw_sweep"]

_MOST_NUMBERS = 200  # cells of a heat map that have their rate written on them
_MOST_TICKS = 32


def draw_sweep(found: Sweep, *paths: Path) -> None:
    """Draw a sweep into files; their endings say how, such as .svg and .png.

    Raises:
        MissingError: matplotlib is not installed.
    """
    # Text stays text in an SVG, and the same sweep gives the same file.
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "sapper", "axes.titlesize": 11}):
        drawn = figure.Figure(figsize=_size(found), layout="constrained")
        axes = drawn.add_subplot()
        if len(found.axes) == 1:
            _draw_curve(axes, found)
        else:
            _draw_map(drawn, axes, found)
        axes.set_title(_title(found))
        for path in paths:
            metadata = {"Date": None} if path.suffix == ".svg" else {}
            drawn.savefig(path, dpi=160, metadata=metadata)


def _title(found: Sweep) -> str:
    spec = found.spec
    games = found.points[0].rate.games
    half = max((point.rate.high - point.rate.low) * 50 for point in found.points)
    what = f"{spec.strategy} on {spec.level}, first click {spec.first_click}"
    return f"{what}\n{games:,} games of run seed {spec.seed} at each point, 95 % interval ± {half:.2f} points or less"


def _size(found: Sweep) -> tuple[float, float]:
    if len(found.axes) == 1:
        return 8.0, 4.5
    rows, cols = (len(axis.values) for axis in found.axes)
    return min(max(3.5 + 0.42 * cols, 7.5), 18), min(max(2.2 + 0.36 * rows, 4.0), 14)


def _draw_curve(axes: Axes, found: Sweep) -> None:
    axis = found.axes[0]
    named = any(isinstance(value, str) for value in axis.values)
    at = np.arange(len(axis.values)) if named else np.array(axis.values, float)
    rates = [point.rate for point in found.points]
    values = np.array([rate.value * 100 for rate in rates])
    errors = [values - [rate.low * 100 for rate in rates], [rate.high * 100 for rate in rates] - values]
    axes.errorbar(at, values, yerr=errors, fmt="o-", capsize=3, color="#1f6fc4")
    axes.grid(color="#d8dde4")
    axes.set(xlabel=axis.name, ylabel="won (%), with 95 % interval")
    if named:
        axes.set_xticks(at, [str(value) for value in axis.values])


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
