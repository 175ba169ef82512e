"""Lessons for the reader of pictures: patches of drawn cells and places of lattices, and what they show.

`draw_lessons` yields patches and the indexes of their looks without end. The patches come from whole scenes, cut by
the product's own code along a grid that is slightly off, as a found grid is. Grids that are far off give the patches
that show no cell.

`draw_places` yields parts of lattices over scenes, on the board, at its borders and beside it, and lattices with
another pitch or offset.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from photos import spoil
from scenes import Scene, paint_scene, random_views
from skins import Pixels, Skin

from sapper.vision.cells import Grid, cut_cells, find_raw_steps
from sapper.vision.network import LOOKS
from sapper.vision.places import PLACES, lay_out

__all__ = ["SPAN", "draw_lessons", "draw_places", "draw_scene"]

SPAN = 16  # rows and columns of a part of a lattice
_PHOTOS = 0.2  # share of the patches that are spoiled as photos are
_TINTED = 0.15  # share of the skins whose clues have grounds of their own, which are easily taken for covered cells
_OFF = 0.045  # of a cell, the deviation by which grids are off; found grids of small cells are off by as much

_RARE = ("3", "4", "5", "6", "7", "8", "flag", "question", "mine", "blast", "crossed")


def draw_scene(rng: np.random.Generator, families: Sequence[str], files: Sequence[Path | str | None]) -> Scene:
    """Return a small scene whose looks are as frequent as each other, not as in a game."""
    skin = _choose_skin(rng, families, files)
    rows, cols = int(rng.integers(6, 11)), int(rng.integers(6, 11))
    looks = random_views(rng, rows, cols, rows * cols // 6, float(rng.uniform(0.2, 0.9)))
    change = rng.random(looks.shape) < 0.45
    looks[change] = rng.choice(_RARE, int(change.sum()))
    pitch = int(8 * 8 ** rng.beta(1, 1.6))  # up to 64; small digits are the hardest to tell apart
    scale = float(rng.choice([1, 1, 1, 1.25, 1.5, 1.75, rng.uniform(0.8, 2)]))
    scene = paint_scene(
        rng,
        skin,
        looks,
        max(8, round(pitch / scale)) if pitch > 12 else pitch,
        mines=10,
        scale=scale,
        quality=int(rng.integers(55, 97)) if rng.random() < 0.45 else 0,
        pointer=int(rng.integers(0, 4)),
        highlight=rng.random() < 0.6,
        noise=float(rng.uniform(1, 7)) if rng.random() < 0.15 else 0,
        counter=rng.random() < 0.3,
    )
    return _photograph(rng, scene)


def _photograph(rng: np.random.Generator, scene: Scene) -> Scene:
    """Return a scene, or now and then one as a camera sees it."""
    if rng.random() > _PHOTOS:
        return scene
    blur = float(rng.uniform(0, 0.06)) * scene.pitch
    return replace(scene, pixels=spoil(rng, scene.pixels, blur=blur, strength=float(rng.uniform(0.5, 1.2))))


def _choose_skin(rng: np.random.Generator, families: Sequence[str], files: Sequence[Path | str | None]) -> Skin:
    """Return a skin; some have their digits in boxes, some a ground for each clue."""
    skin = Skin.choose(rng, families, files, tinted=_TINTED)
    return replace(skin, settings=skin.settings | {"boxed": float(rng.random())})


def draw_places(
    seed: int, families: Sequence[str], files: Sequence[Path | str | None]
) -> Iterator[tuple[Pixels, NDArray[np.int8], NDArray[np.float16]]]:
    """Yield parts of lattices as the network of places sees them, with the answers.

    These are the indexes of `PLACES`, -1 for no opinion, and by how much of a cell each column and each row is off,
    which is no number where the pitch is another one.
    """
    rng = np.random.default_rng(seed)
    while True:
        scene = _draw_whole(rng, families, files)
        rows, cols = scene.looks.shape
        true = Grid(scene.left, scene.top, scene.pitch, scene.pitch, rows, cols)
        steps = find_raw_steps(scene.pixels)
        for way in ("near", "near", "off"):
            lattice = _span(rng, true, scene.pixels.shape[:2], way)
            yield lay_out(scene.pixels, steps, lattice), *_name_places(scene, true, lattice)


def _draw_whole(rng: np.random.Generator, families: Sequence[str], files: Sequence[Path | str | None]) -> Scene:
    """Return a scene with a board as in a game."""
    skin = _choose_skin(rng, families, files)
    rows, cols = (int(np.exp(rng.uniform(np.log(5), np.log(most)))) for most in (26, 33))
    if rng.random() < 0.3:
        cols = rows
    mines = max(1, int(rows * cols * rng.uniform(0.1, 0.23)))
    scale = float(rng.choice([1, 1, 1, 1.25, 1.5, 1.75, rng.uniform(0.8, 2)]))
    most = min(70, 900 / max(rows, cols))
    pitch = float(np.exp(rng.uniform(np.log(8), np.log(max(most, 9)))))
    desk = rng.random()
    return paint_scene(
        rng,
        skin,
        random_views(rng, rows, cols, mines),
        max(8, round(pitch / scale)) if pitch > 12 else int(pitch),
        mines=mines,
        screen=(int(rng.integers(500, 1100)), int(rng.integers(400, 800))) if desk < 0.4 else None,
        scale=scale,
        quality=int(rng.integers(60, 97)) if rng.random() < 0.3 else 0,
        pointer=int(rng.random() < 0.4),
        highlight=rng.random() < 0.4,
        noise=float(rng.uniform(1, 4)) if rng.random() < 0.08 else 0,
        crop=desk > 0.85,
    )


def _span(rng: np.random.Generator, true: Grid, picture: tuple[int, int], way: str) -> Grid:
    """Return a part of a lattice over a board, more often at its border than elsewhere."""
    moved = rng.normal(0, 0.03, 2)
    factor_x = factor_y = 1.0 + float(rng.normal(0, 0.002))
    if way == "off":
        turn = rng.random()
        if turn < 0.45:
            moved = rng.uniform(0.05, 0.95, 2)
            if rng.random() < 0.5:
                moved[int(rng.integers(2))] = 0
        elif turn < 0.8:
            factor_x = factor_y = float(rng.choice([0.5, 2, 1 / 3, 3, 1.5, 2 / 3, rng.uniform(0.7, 1.4)]))
            moved = rng.choice([0, 0.5, rng.random()], 2)
        else:
            factor_x, factor_y = 1 + rng.normal(0, 0.05, 2)
    across, down = true.across * factor_x, true.down * factor_y
    if min(across, down) < 5:
        across, down = true.across, true.down
    # The first place is chosen so that the part meets the board, or now and then lies anywhere.
    wide, tall = true.cols * true.across / across, true.rows * true.down / down
    col, row = (
        int((rng.integers(-6, 3), size - SPAN + rng.integers(-3, 6), rng.uniform(-SPAN, size))[int(rng.integers(3))])
        for size in (wide, tall)
    )
    if rng.random() < 0.08:
        col, row = int(rng.uniform(0, picture[1]) / across), int(rng.uniform(0, picture[0]) / down)
    left = true.left + (moved[0] + col) * across
    top = true.top + (moved[1] + row) * down
    return Grid(float(left), float(top), float(across), float(down), SPAN, SPAN)


def _name_places(scene: Scene, true: Grid, lattice: Grid) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    """Return the index of `PLACES` for each place of a lattice, or -1 where it may be one or another.

    Return also by how much of a cell each column and each row is off.
    """
    x = (lattice.left + (np.arange(lattice.cols) + 0.5) * lattice.across - true.left) / true.across
    y = (lattice.top + (np.arange(lattice.rows) + 0.5) * lattice.down - true.top) / true.down
    inside = ((y > 0) & (y < true.rows))[:, None] & ((x > 0) & (x < true.cols))[None]
    off_x, off_y = np.abs(x - np.floor(x) - 0.5), np.abs(y - np.floor(y) - 0.5)
    off = np.maximum(off_y[:, None], off_x[None])
    row = np.clip(np.floor(y).astype(int), 0, true.rows - 1)
    col = np.clip(np.floor(x).astype(int), 0, true.cols - 1)
    looks = scene.looks[np.ix_(row, col)]
    covered = np.isin(looks, ("hidden", "flag", "question"))
    names = np.where(covered, PLACES.index("covered"), PLACES.index("open"))
    names[looks == "crossed"] = -1
    scaled = max(abs(lattice.across / true.across - 1), abs(lattice.down / true.down - 1)) > 0.12
    names[(off > 0.13) | scaled] = -1
    names[(off > 0.22) | (scaled & (abs(lattice.across / true.across - 1) > 0.2))] = PLACES.index("off")
    names[~inside] = PLACES.index("beside")
    # Beside the board but partly on it: a lattice that is off may have either.
    near = ((y > -0.5) & (y < true.rows + 0.5))[:, None] & ((x > -0.5) & (x < true.cols + 0.5))[None]
    names[near & ~inside & ((off > 0.13) | scaled)] = -1
    turns = np.stack([x - np.floor(x) - 0.5, y - np.floor(y) - 0.5])
    return names.astype(np.int8), np.where(scaled, np.nan, turns).astype(np.float16)


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
        moved = rng.normal(0, _OFF, 2) * scene.pitch
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
