"""Plays every point of a grid on boards of the same seeds, so that luck affects all points alike."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from sapper.base.number import quote
from sapper.board.board import check_squares
from sapper.board.cell import Cell
from sapper.board.level import Level, LevelLike
from sapper.board.shape import Shape
from sapper.errors import InputError
from sapper.game.layout import FirstClick, game_count
from sapper.play.strategy import Choose, Strategy
from sapper.run.cluster import Cluster
from sapper.run.columns import rate_of
from sapper.run.executor import Executor
from sapper.run.interval import Rate
from sapper.run.notebook import show_rates
from sapper.run.simulate import open_executor
from sapper.run.spec import RunSpec
from sapper.run.sweep.axis import (
    BUDGET,
    COL,
    DENSITY,
    FIRST_CLICK,
    LEVEL,
    MINES,
    ROW,
    SIZE,
    STRATEGY,
    Axes,
    Axis,
    read_axes,
)

__all__ = ["Point", "Sweep", "sweep"]

_SIZE = re.compile(r"([1-9][0-9]{0,7})[xX]([1-9][0-9]{0,7})")


@dataclass(frozen=True, slots=True)
class Point:
    """One combination of values and its win rate.

    Attributes:
        values: one for each axis.
        rate: games and wins, or the values of luck-free games.
        seconds: time spent on its games.
    """

    values: tuple[float | str, ...]
    rate: Rate
    seconds: float


@dataclass(frozen=True, slots=True)
class Sweep:
    """A grid of points.

    Attributes:
        spec: what does not vary.
        axes: one to four.
        points: row by row: the last axis varies fastest.
    """

    spec: RunSpec
    axes: tuple[Axis, ...]
    points: tuple[Point, ...]

    @property
    def best(self) -> Point:
        """The point with the most wins or the highest luck-free values, the first of equals."""
        return max(self.points, key=lambda point: point.rate.wins)

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the win rate of every point as a bar."""
        names = [axis.name for axis in self.axes]
        rates = [
            (", ".join(f"{name} {value}" for name, value in zip(names, point.values, strict=True)), point.rate)
            for point in self.points
        ]
        return show_rates(
            f"{self.spec.strategy} on {self.spec.level}, by {' and '.join(names)}", rates, self.spec.facts
        )

    def to_json(self) -> dict[str, Any]:
        """The sweep as one object for JSON."""
        return {
            **self.spec.to_json(),
            "axes": [{"name": axis.name, "values": list(axis.values)} for axis in self.axes],
            "points": [
                {
                    "values": list(point.values),
                    "games": point.rate.games,
                    "wins": point.rate.wins,
                    "win_rate": point.rate.value,
                    "interval": [point.rate.low, point.rate.high],
                    "seconds": point.seconds,
                }
                for point in self.points
            ],
        }


def sweep(
    level: LevelLike,
    axes: Axes,
    *,
    games: int,
    seed: int = 1,
    strategy: Strategy | str | Choose = "best",
    first_click: FirstClick | str = FirstClick.ZERO,
    start: Cell | None = None,
    threads: int | None = None,
    cluster: Cluster | None = None,
    luck_free: bool = False,
    on_progress: Callable[[Sweep, int], None] | None = None,
) -> Sweep:
    """Play `games` games at every point of the grid; the other arguments are those of `simulate`.

    `axes` says what varies: texts such as "mines=10:30:5" and "strategy=best,safest", or a mapping such as
    {"mines": range(10, 31, 5), "strategy": ["best", "safest"]}. A name is "start" (a text only), "level", "size",
    "mines", "density", "first_click", "row", "col", "strategy", "budget", or that of a setting of the strategy. Every
    combination of the values is a point. `on_progress` gets the points so far and the number of all.

    Raises:
        InputError: a bad argument, an unknown setting, or a start outside the board.
        LimitError: more than 2**32 games, or a board too wide to analyse.
    """
    spec = RunSpec.make(
        level, seed=seed, strategy=strategy, first_click=first_click, start=start, luck_free=luck_free
    )
    count = game_count(games)
    listed = tuple(read_axes(axes, spec.level))
    grid = list(product(*(axis.values for axis in listed)))
    specs = [_at(spec, start, dict(zip((axis.name for axis in listed), values, strict=True))) for values in grid]
    points: list[Point] = []
    with open_executor(threads, cluster) as executor:
        for values, varied in zip(grid, specs, strict=True):
            points.append(_play(varied, values, count, executor))
            if on_progress is not None:
                on_progress(Sweep(spec, listed, tuple(points)), len(grid))
    return Sweep(spec, listed, tuple(points))


def _at(spec: RunSpec, start: Cell | None, values: dict[str, float | str]) -> RunSpec:
    """The spec with these values in place of its own, checked. A start that is not given follows level and rule."""
    level = _level_at(spec.level, values)
    rule = FirstClick(str(values.pop(FIRST_CLICK, spec.first_click)))
    cell = level.default_start(rule) if start is None else start
    if ROW in values or COL in values:
        check_squares(level.shape, "a sweep over the row or column of the start")
        cell = int(values.pop(ROW, cell[0])), int(values.pop(COL, cell[1]))
    strategy = Strategy.parse(str(values.pop(STRATEGY))) if STRATEGY in values else spec.strategy
    budget = str(values.pop(BUDGET)) if BUDGET in values else None
    varied = strategy.vary(values, budget=budget)
    return RunSpec.make(
        level, seed=spec.seed, strategy=varied, first_click=rule, start=cell, luck_free=spec.luck_free
    )


def _level_at(level: Level, values: dict[str, float | str]) -> Level:
    if LEVEL in values:
        return Level.parse(str(values.pop(LEVEL)))
    shape = level.shape
    if SIZE in values:
        size = str(values.pop(SIZE))
        match = _SIZE.fullmatch(size)
        if match is None:
            raise InputError(f"a size is written ROWSxCOLS such as 16x30, not {quote(size)}")
        check_squares(shape, "a sweep over the size")
        shape = Shape.square(int(match[1]), int(match[2]))
    mines = int(values.pop(MINES, level.mines))
    if DENSITY in values:
        mines = round(float(values.pop(DENSITY)) * len(shape))
    return Level.of(shape, mines)


def _play(spec: RunSpec, values: tuple[float | str, ...], games: int, executor: Executor) -> Point:
    rate, seconds = Rate(0, 0, 0.0 if spec.luck_free else None), 0.0
    for piece in executor.play(spec, [range(1, games + 1)]):
        rate += rate_of(piece, luck_free=spec.luck_free)
        seconds += float(np.sum(piece["nanoseconds"])) / 1e9
    return Point(values, rate, seconds)
