"""Photos of screens: a scene of `scenes.py` as a camera sees it, with the truth beside it.

`spoil` does to pixels what a camera does without moving anything: uneven light, a cast of colour, glare, moiré, blur
and noise. `take_photo` also tilts the screen, so that the board becomes a quadrilateral.

>>> import numpy as np
>>> from scenes import paint_scene, random_views
>>> from skins import Skin
>>> rng = np.random.default_rng(3)
>>> scene = paint_scene(rng, Skin.choose(rng, ["bevel"], [None]), random_views(rng, 9, 9, 10), 24, mines=10)
>>> photo = take_photo(rng, scene, (800, 600))
>>> photo.pixels.shape, photo.corners.shape
((600, 800, 3), (4, 2))
"""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter
from scenes import Scene
from skins import Pixels

__all__ = ["Photo", "spoil", "take_photo"]


@dataclass(frozen=True)
class Photo:
    """A photo of a screen and what it shows."""

    pixels: Pixels
    looks: NDArray[np.str_]  # rows and columns of looks
    corners: NDArray[np.float64]  # of the board: top left, top right, bottom right, bottom left, each x and y
    mines: int


def spoil(rng: np.random.Generator, pixels: Pixels, *, blur: float, strength: float = 1) -> Pixels:
    """Return pixels as a camera sees them.

    `blur` is the deviation of the blur in pixels. `strength` scales everything else; 1 is moderate.
    """
    height, width = pixels.shape[:2]
    down, across = np.mgrid[:height, :width].astype(np.float32)
    seen = (pixels / np.float32(255)) ** np.float32(1 + rng.uniform(-0.25, 0.25) * strength)
    light = 1 - rng.uniform(0, 0.25) * strength * _slope(rng, across / width, down / height)
    cast = 1 - rng.uniform(0, 0.16, 3).astype(np.float32) * np.float32(strength)
    seen = seen * light[:, :, None] * cast
    if rng.random() < 0.5:
        # A lamp or a window: a soft spot, brightest in its middle.
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        reach = rng.uniform(0.1, 0.5) * max(height, width)
        spot = np.exp(-(((across - x) / reach) ** 2 + ((down - y) / (reach * rng.uniform(0.3, 1))) ** 2))
        seen = seen + (rng.uniform(0.05, 0.3) * strength * spot)[:, :, None]
    if rng.random() < 0.4:
        angle, length = rng.uniform(0, np.pi), rng.uniform(3, 40)
        way = (across * np.cos(angle) + down * np.sin(angle)) * (2 * np.pi / length)
        waves = np.stack([np.sin(way + turn) for turn in rng.uniform(0, 2 * np.pi, 3)], axis=2)
        seen = seen + rng.uniform(0, 0.035) * strength * waves
    shown = np.clip(seen * 255, 0, 255).astype(np.uint8)
    if blur > 0:
        shown = np.asarray(Image.fromarray(shown).filter(ImageFilter.GaussianBlur(blur)))
    grain = rng.normal(0, rng.uniform(0.5, 4) * strength, shown.shape)
    shown = np.clip(shown + grain, 0, 255).astype(np.uint8)
    file = io.BytesIO()
    Image.fromarray(shown).save(file, "JPEG", quality=int(rng.integers(78, 96)))
    return np.asarray(Image.open(file))


def take_photo(
    rng: np.random.Generator,
    scene: Scene,
    size: tuple[int, int],
    *,
    tilt: float = 25,
    turn: float = 8,
    blur: float | None = None,
) -> Photo:
    """Return a photo of a screen that shows a scene.

    `size` is the width and height of the photo. `tilt` and `turn` are the largest angles, in degrees, by which the
    camera is off the middle and is turned. `blur` is the deviation of the blur in pixels, drawn at random if None.
    """
    import cv2  # noqa: PLC0415  # lessons need no photos, and are drawn on machines without OpenCV

    height, width = scene.pixels.shape[:2]
    wide, high = size
    sides = np.radians(rng.uniform(-tilt, tilt, 2))
    roll = float(np.radians(rng.uniform(-turn, turn)))
    rows, cols = scene.looks.shape
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    board = np.array([(0, 0), (cols, 0), (cols, rows), (0, rows)]) * scene.pitch + (scene.left, scene.top)
    # The camera looks at the middle of the board from about two widths of the picture away.
    middle = board.mean(axis=0)
    far = 2.2 * max(wide, high)
    zoom = min(0.8 * wide / np.ptp(board[:, 0]), 0.8 * high / np.ptp(board[:, 1]))
    zoom = min(zoom, max(0.94 * min(wide / width, high / height), 0.55 * zoom)) * rng.uniform(0.85, 1.05)

    def project(points: NDArray[np.float64]) -> NDArray[np.float64]:
        flat = (points - middle) * zoom
        x = flat[:, 0] * np.cos(roll) - flat[:, 1] * np.sin(roll)
        y = flat[:, 0] * np.sin(roll) + flat[:, 1] * np.cos(roll)
        depth = far + x * np.sin(sides[0]) + y * np.sin(sides[1])
        x, y = x * np.cos(sides[0]), y * np.cos(sides[1])
        return np.stack([x / depth * far, y / depth * far], axis=1)

    moved = np.array([wide, high]) / 2 + rng.uniform(-0.04, 0.04, 2) * (wide, high)
    into = (project(corners) + moved).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), into)
    around = np.empty((high, wide, 3), np.uint8)
    around[:] = rng.integers(20, 200, 3)
    around[: int(rng.uniform(0.3, 1) * high)] = rng.integers(20, 230, 3)
    # The frame of the screen is a little larger than what it shows.
    frame = into + (into - into.mean(axis=0)) * 0.05
    cv2.fillConvexPoly(around, frame.astype(np.int32), tuple(int(v) for v in rng.integers(10, 60, 3)))
    way = cv2.INTER_AREA if zoom < 0.7 else cv2.INTER_LINEAR
    source = scene.pixels
    if zoom < 0.7:
        source = np.asarray(cv2.GaussianBlur(source, (0, 0), 0.35 / zoom), np.uint8)
    drawn = cv2.warpPerspective(source, matrix, (wide, high), flags=way)
    inside = cv2.warpPerspective(np.full((height, width), 255, np.uint8), matrix, (wide, high))
    share = (inside / np.float32(255))[:, :, None]
    pixels = (drawn * share + around * (1 - share)).astype(np.uint8)
    if blur is None:
        blur = float(rng.uniform(0.3, 1.4))
    seen = spoil(rng, pixels, blur=blur)
    return Photo(seen, scene.looks, project(board) + moved, scene.mines)


def _slope(rng: np.random.Generator, across: NDArray[np.float32], down: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a field from 0 to 1 that grows in one direction, or away from the middle."""
    if rng.random() < 0.4:
        far: NDArray[np.float32] = ((across - 0.5) ** 2 + (down - 0.5) ** 2) * 2
        return far
    angle = rng.uniform(0, 2 * np.pi)
    way = (across - 0.5) * np.float32(np.cos(angle)) + (down - 0.5) * np.float32(np.sin(angle))
    field: NDArray[np.float32] = np.clip(way / np.float32(1.42) + np.float32(0.5), 0, 1)
    return field
