"""Curves of win rates with their 95 % intervals: against mines, size, time, or anything a sweep varies.

Runs, comparisons and sweeps come in; matplotlib axes come out. Every result becomes rows with the same columns, one
column goes along the axis, and one curve is drawn for each combination of the other columns that differ.

>>> import matplotlib
>>> matplotlib.use("agg")
>>> from sapper.run.simulate import simulate
>>> runs = [simulate(f"9x9/{mines}", games=40, strategy="safest", threads=1) for mines in (5, 10, 15)]
>>> axes = plot(runs)
>>> axes.get_xlabel(), [round(x) for x in axes.lines[0].get_xdata()]
('mines', [5, 10, 15])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from sapper.base.extras import pyplot
from sapper.base.number import quote
from sapper.board.level import Level
from sapper.errors import InputError
from sapper.run.comparison import Comparison
from sapper.run.interval import Rate
from sapper.run.run import Run
from sapper.run.spec import RunSpec
from sapper.run.sweep.sweep import Point, Sweep

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Result", "plot"]

Result: TypeAlias = Run | Comparison | Sweep
_Row: TypeAlias = dict[str, Any]

# What may go along the axis, by the column that holds it, with the label of the axis.
_LABELS = {
    "mines": "mines",
    "density": "mines per cell",
    "size": "cells",
    "time": "time a game in seconds",
}
_COLOURS = ("#1f6fc4", "#c2560a", "#2b8a3e", "#a61e4d", "#6741d9", "#0b7285", "#846358", "#495057")
_MARKERS = "osD^vP*X"
# The columns that a level gives, and those of them that a sweep varies one by one.
_SIZES = ("mines", "density", "size", "rows", "cols", "level")
# The column that goes along the axis where the caller names none: the first that differs.
_PREFERRED = ("mines", "size", "strategy")


def plot(
    results: Result | Iterable[Result] | Mapping[str, Result | Iterable[Result]],
    *,
    against: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw win rates with their 95 % intervals, and return the axes.

    Args:
        results: a run, a comparison or a sweep, several of them, or a mapping from the name of a curve to them.
        against: what goes along the axis: "mines", "density" (mines per cell), "size" (cells), "time" (seconds a
            game, on a logarithmic axis), "strategy", "first_click", or a name that a sweep varies. None takes what
            the first sweep varies first, else the first of mines, size and strategy that differs.
        ax: the axes to draw on; None makes a new figure.

    Raises:
        InputError: there is nothing to draw, a value is no result, or no result has what `against` names.
        MissingError: matplotlib is not installed.
        RunError: the games of a run cannot be read for their times.
    """
    rows = _read(results)
    if not rows:
        raise InputError("there is nothing to plot: pass a run, a comparison or a sweep")
    axis = _choose_axis(rows) if against is None else against
    known = sorted({name for row in rows for name in row if name not in ("rate", "varied")})
    if axis not in known:
        raise InputError(f"the results have no {quote(axis)}: against is one of {', '.join(known)}")
    if axis == "time":
        _add_times(rows)
    drawn = pyplot.subplots(layout="constrained")[1] if ax is None else ax
    curves = _split_curves(rows, axis)
    for place, (label, points) in enumerate(curves.items()):
        _draw_curve(drawn, points, axis, label, place)
    drawn.set(xlabel=_LABELS.get(axis, axis.replace("_", " ")), ylabel="won (%), with 95 % interval")
    if axis == "time":
        drawn.set_xscale("log")
    drawn.grid(color="#d8dde4", alpha=0.6)
    drawn.set_axisbelow(True)
    if ax is None:
        drawn.set_title(_title(rows, axis), fontsize=11)
    if any(curves):
        drawn.legend(frameon=False)
    return drawn


def _read(results: object, name: str = "") -> list[_Row]:
    """Return a row for every rate in the results."""
    if isinstance(results, Run):
        return [_columns(results.spec, name) | {"rate": results.win_rate, "time": results}]
    if isinstance(results, Comparison):
        sides = zip((results.first, results.second), (results.first_rate, results.second_rate), strict=True)
        return [
            _columns(results.spec, name) | {"strategy": side, "rate": rate, "time": seconds / max(results.games, 1)}
            for (side, rate), seconds in zip(sides, results.seconds, strict=True)
        ]
    if isinstance(results, Sweep):
        return [_read_point(results, point, name) for point in results.points]
    if isinstance(results, Mapping):
        return [row for label, part in results.items() for row in _read(part, str(label))]
    if isinstance(results, Iterable) and not isinstance(results, str | bytes):
        return [row for part in results for row in _read(part, name)]
    raise InputError(f"only runs, comparisons and sweeps can be plotted, not {quote(results)}")


def _columns(spec: RunSpec, name: str) -> _Row:
    columns = {"strategy": str(spec.strategy), "first_click": str(spec.first_click)}
    return columns | _size_columns(spec.level) | ({"name": name} if name else {})


def _size_columns(level: Level) -> _Row:
    cells = level.rows * level.cols
    sides = {"level": str(level), "rows": level.rows, "cols": level.cols, "mines": level.mines}
    return sides | {"size": cells, "density": level.mines / cells}


def _read_point(swept: Sweep, point: Point, name: str) -> _Row:
    """Return the row of a point: what the sweep keeps fixed, and the values of its axes in place of it."""
    values = zip(swept.axes, point.values, strict=True)
    varied = {axis.name: value if isinstance(value, int | float) else str(value) for axis, value in values}
    others = {key: value for key, value in varied.items() if key not in _SIZES}
    row = _columns(swept.spec, name) | others | _size_columns(_level_of(swept.spec.level, varied))
    time = point.seconds / max(point.rate.games, 1)
    return row | {"rate": point.rate, "time": time, "varied": tuple(varied)}


def _level_of(level: Level, varied: Mapping[str, float | str]) -> Level:
    """Return the level of a point of a sweep that varies some of its numbers."""
    if "level" in varied:
        level = Level.parse(str(varied["level"]))
    rows, cols = level.rows, level.cols
    if "size" in varied:
        sides = Level.parse(f"{varied['size']}/0")
        rows, cols = sides.rows, sides.cols
    rows, cols = int(varied.get("rows", rows)), int(varied.get("cols", cols))
    mines = varied.get("mines", float(varied["density"]) * rows * cols if "density" in varied else level.mines)
    return Level(rows, cols, round(float(mines)))


def _choose_axis(rows: list[_Row]) -> str:
    """Return what goes along the axis where the caller names nothing."""
    varied = next((row["varied"] for row in rows if "varied" in row), None)
    if varied:
        return str(varied[0])
    return next((name for name in _PREFERRED if len({row[name] for row in rows}) > 1), "strategy")


def _add_times(rows: list[_Row]) -> None:
    """Replace the runs in the column of times by their mean times a game, which takes reading their games."""
    for row in rows:
        if isinstance(row["time"], Run):
            [found] = row["time"].query("select avg(nanoseconds) / 1e9 as mean from games").to_pylist()
            row["time"] = float(found["mean"])
        if not row["time"] > 0:
            raise InputError(f"the time of {row['strategy']!r} is not known: recorded results have none")


def _split_curves(rows: list[_Row], axis: str) -> dict[str, list[_Row]]:
    """Return the rows of each curve by its label, which names what differs between curves."""
    names = {name for row in rows for name in row} - {axis, "rate", "time", "varied", *_SIZES}
    if axis not in _SIZES:
        names.add("level")
    differing = sorted(name for name in names if len({row.get(name) for row in rows}) > 1)
    if "name" in differing:  # the names that the caller gave say what differs
        differing = ["name"]
    if axis in ("mines", "density") and len({(row["rows"], row["cols"]) for row in rows}) > 1:
        differing.append("sides")
    curves: dict[str, list[_Row]] = {}
    for row in rows:
        label = ", ".join(_spell(name, row) for name in differing)
        curves.setdefault(label, []).append(row)
    if axis == "time" and list(curves) == [""]:
        return {str(rows[0]["strategy"]): rows}
    return curves


def _spell(name: str, row: _Row) -> str:
    if name == "sides":
        return f"{row['rows']}x{row['cols']}"
    value = row.get(name, "")
    return str(value) if name in ("name", "strategy", "level") else f"{name.replace('_', ' ')} {value}"


def _draw_curve(drawn: Axes, rows: list[_Row], axis: str, label: str, place: int) -> None:
    """Draw one curve: along numbers in their order, along names in the order of the results."""
    numeric = all(isinstance(row[axis], int | float) for row in rows)
    shown = sorted(rows, key=lambda row: row[axis]) if numeric else rows
    at = [row[axis] if numeric else str(row[axis]) for row in shown]
    rates: list[Rate] = [row["rate"] for row in shown]
    values = np.array([rate.value * 100 for rate in rates])
    low, high = (np.array([getattr(rate, end) * 100 for rate in rates]) for end in ("low", "high"))
    drawn.errorbar(
        at,
        values,
        yerr=[values - low, high - values],
        fmt=_MARKERS[place % len(_MARKERS)] + ("-" if numeric and axis != "time" else ""),
        capsize=3,
        color=_COLOURS[place % len(_COLOURS)],
        label=label or None,
    )


def _title(rows: list[_Row], axis: str) -> str:
    """Return what all results have in common."""
    common = ["strategy", "first_click"] if axis in _SIZES else ["strategy", "level", "first_click"]
    same = [name for name in common if name != axis and len({row.get(name) for row in rows}) == 1]
    games = {row["rate"].games for row in rows}
    parts = [_spell(name, rows[0]) for name in same]
    return ", ".join(
        [*parts, f"{min(games):,} games a point" if len(games) == 1 else f"{min(games):,} games or more"]
    )
