"""Stippled areas of a picture, made flat.

Programs with few colours draw a grey area as a checkerboard of single pixels. Every one of its pixels is a step of
brightness, which hides the lines of a board. `flatten` gives the area its mean colour.

>>> import numpy as np
>>> pixels = np.zeros((40, 40, 3), np.uint8)
>>> pixels[::2, ::2] = pixels[1::2, 1::2] = 200
>>> np.unique(flatten(pixels))
array([100], dtype=uint8)
"""

from __future__ import annotations

import numpy as np

from sapper.base.extras import cv2
from sapper.vision.cells import Pixels

__all__ = ["flatten"]

_STEP = 24  # of brightness, between the two colours
_SAMPLE = 8  # pairs of rows of which one is looked at first
_SHARE = 0.003  # of the pixels in these rows that are stippled, below which the picture counts as not stippled
_SIDE = 4  # blocks of the smallest area, across and down; signs may have smaller patterns


def flatten(pixels: Pixels) -> Pixels:
    """Return a picture with its stippled areas in their mean colours, or the same picture where it has none."""
    if min(pixels.shape[:2]) <= _SIDE:
        return pixels
    above, under = (pixels[start : len(pixels) - 1 + start : _SAMPLE, :, 1] for start in (0, 1))
    if _find_blocks(np.ascontiguousarray(above), np.ascontiguousarray(under), 1).mean() < _SHARE:
        return pixels
    green = np.ascontiguousarray(pixels[:, :, 1])
    blocks = _find_blocks(green[:-1], green[1:], _SIDE)
    if not blocks.any():
        return pixels
    first, right = pixels[:-1, :-1], pixels[:-1, 1:]
    # A block has its mean in each of its four pixels.
    means = np.zeros_like(pixels)
    means[:-1, :-1] = cv2.addWeighted(first, 0.5, right, 0.5, 0) * blocks[:, :, None]
    within = np.zeros(pixels.shape[:2], np.uint8)
    within[:-1, :-1] = blocks
    square = np.ones((2, 2), np.uint8)
    means = np.asarray(cv2.dilate(means, square, anchor=(1, 1)), np.uint8)
    within = np.asarray(cv2.dilate(within, square, anchor=(1, 1)), np.uint8)
    return np.where(within[:, :, None] > 0, means, pixels)


def _find_blocks(above: Pixels, under: Pixels, tall: int) -> Pixels:
    """Return where rows of a picture and those under them are stippled: 1 for the first pixel of each block of four.

    Blocks count where `_SIDE` of them lie side by side, `tall` times.
    """
    alike = (above[:, :-1] == under[:, 1:]) & (above[:, 1:] == under[:, :-1])
    alike &= np.asarray(cv2.absdiff(above[:, :-1], above[:, 1:])) > _STEP
    least = np.ones((tall, _SIDE), np.uint8)
    return np.asarray(cv2.morphologyEx(alike.astype(np.uint8), cv2.MORPH_OPEN, least), np.uint8)
