"""Lessons for the reader of pictures: patches of drawn cells, and what they show.

`draw_lessons` yields patches and the indexes of their looks without end. The patches come from whole scenes, cut by
the product's own code along a grid that is slightly off, as a found grid is. Grids that are far off give the patches
that show no cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scenes import Scene, paint_scene, random_views
from skins import Pixels, Skin

from sapper.vision.cells import Grid, cut_cells
from sapper.vision.network import LOOKS

__all__ = ["draw_lessons", "draw_scene"]

_RARE = ("3", "4", "5", "6", "7", "8", "flag", "question", "mine", "blast", "crossed")


def draw_scene(rng: np.random.Generator, families: Sequence[str], files: Sequence[Path | str | None]) -> Scene:
    """Return a small scene whose looks are as frequent as each other, not as in a game."""
    skin = Skin.choose(rng, families, files)
    rows, cols = int(rng.integers(6, 11)), int(rng.integers(6, 11))
    looks = random_views(rng, rows, cols, rows * cols // 6, float(rng.uniform(0.2, 0.9)))
    change = rng.random(looks.shape) < 0.45
    looks[change] = rng.choice(_RARE, int(change.sum()))
    pitch = int(np.exp(rng.uniform(np.log(8), np.log(64))))
    scale = float(rng.choice([1, 1, 1, 1.25, 1.5, 1.75, rng.uniform(0.8, 2)]))
    return paint_scene(
        rng,
        skin,
        looks,
        max(8, round(pitch / scale)) if pitch > 12 else pitch,
        mines=10,
        scale=scale,
        quality=int(rng.integers(55, 97)) if rng.random() < 0.35 else 0,
        pointer=rng.random() < 0.6,
        highlight=rng.random() < 0.6,
        noise=float(rng.uniform(1, 7)) if rng.random() < 0.15 else 0,
        counter=rng.random() < 0.3,
    )


def draw_lessons(
    seed: int, families: Sequence[str], files: Sequence[Path | str | None]
) -> Iterator[tuple[Pixels, NDArray[np.int64]]]:
    """Yield the patches of one scene after another with the indexes of their looks."""
    rng = np.random.default_rng(seed)
    names = {name: number for number, name in enumerate(LOOKS)} | {"blast": LOOKS.index("mine")}
    while True:
        scene = draw_scene(rng, families, files)
        rows, cols = scene.looks.shape
        grid = Grid(scene.left, scene.top, scene.pitch, scene.pitch, rows, cols)
        moved = rng.normal(0, 0.025, 2) * scene.pitch
        bent = rng.normal(0, 0.002, 2) * scene.pitch
        near = replace(
            grid,
            left=grid.left + moved[0],
            top=grid.top + moved[1],
            across=grid.across + bent[0],
            down=grid.down + bent[1],
        )
        patches = cut_cells(scene.pixels, near).reshape(-1, 24, 24, 3)
        answers = np.array([names[str(look)] for look in scene.looks.ravel()])
        wrong = _far(rng, grid)
        strays = cut_cells(scene.pixels, wrong).reshape(-1, 24, 24, 3)
        some = rng.permutation(len(strays))[: len(patches) // 7]
        strays = strays[some]
        # A flat stray patch is as good as a flat cell: it teaches nothing.
        lively = strays.reshape(len(strays), -1, 3).std(axis=1).max(axis=1) > 6
        strays = strays[lively]
        yield np.concatenate([patches, strays]), np.concatenate([answers, np.full(len(strays), names["none"])])


def _far(rng: np.random.Generator, grid: Grid) -> Grid:
    """Return a grid that is wrong: between the cells, of another pitch, or beside the board."""
    way = rng.random()
    if way < 0.5:
        x, y = rng.uniform(0.25, 0.75) * grid.across, rng.uniform(0.25, 0.75) * grid.down
        if rng.random() < 0.5:
            x, y = (x, 0) if rng.random() < 0.5 else (0, y)
        return replace(grid, left=grid.left + x, top=grid.top + y)
    if way < 0.85:
        factor = float(rng.choice([0.5, 2, 1 / 3, 3, 1.5, 2 / 3]))
        fit_rows, fit_cols = max(1, int(grid.rows / factor)), max(1, int(grid.cols / factor))
        return replace(grid, across=grid.across * factor, down=grid.down * factor, rows=fit_rows, cols=fit_cols)
    return replace(grid, top=max(grid.top - rng.uniform(0.6, 2) * grid.down, 0), rows=1)
