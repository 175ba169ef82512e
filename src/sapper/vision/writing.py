"""Numbers that are written beside a board in any font, such as "Mines: 40", "0/99" or "99".

Signs are parts of one colour that stand out from what is around them. Signs of one height that stand close together
are a word. A small network tells each sign: a digit, a slash, or another one.

>>> import numpy as np
>>> find_numbers(np.zeros((40, 100, 3), np.uint8))
[]
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper.base.extras import cv2
from sapper.vision.cells import Pixels
from sapper.vision.network import apply_filters, read_weights

__all__ = ["GLYPH", "SIGNS", "SURE", "Glyph", "Number", "find_glyphs", "find_numbers", "see_glyphs"]

SIGNS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "/", "other")
GLYPH = 16  # side of a sign as the network sees it, in pixels

_WEIGHTS = "signs.npz"
_AROUND = 41  # pixels around a place with which it is compared
_CONTRAST = 22  # steps of brightness by which a sign stands out at least
_HEIGHTS = (7, 48)  # of a sign, in pixels
_MOST_GLYPHS = 90  # in one picture: more are a text, not a counter
SURE = 0.9  # probability of every sign of a number

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Glyph:
    """A sign in a picture; lengths are pixels."""

    left: int
    top: int
    width: int
    height: int
    light: bool  # whether it is lighter than what is around it


@dataclass(frozen=True)
class Number:
    """A word of digits, or two numbers with a slash."""

    text: str
    left: int
    top: int
    probability: float  # of its least sure sign


def find_numbers(pixels: Pixels, *, least: float = SURE) -> list[Number]:
    """Return the numbers that are written in a picture, from left to right, with signs of at least a probability."""
    if min(pixels.shape[:2]) < _HEIGHTS[0] + 2:
        return []
    grey = np.asarray(cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_RGB2GRAY), np.uint8)
    glyphs = find_glyphs(grey)
    if not glyphs or len(glyphs) > _MOST_GLYPHS:
        return []
    chances = _judge(see_glyphs(grey, glyphs))
    best = chances.argmax(axis=1)
    numbers = []
    for word in _gather(glyphs):
        text = "".join(SIGNS[best[at]] for at in word)
        sure = float(chances[word].max(axis=1).min())
        if sure > least and text.replace("/", "", 1).isdigit() and len(text) < 9:
            numbers.append(Number(text, glyphs[word[0]].left, glyphs[word[0]].top, sure))
    return sorted(numbers, key=lambda number: number.left)


def find_glyphs(grey: Pixels) -> list[Glyph]:
    """Return all parts of a grey picture that may be signs, from left to right."""
    square = np.ones((_AROUND // 2, _AROUND // 2), np.uint8)
    low, high = (np.asarray(way(grey, square), np.uint8) for way in (cv2.erode, cv2.dilate))
    # Signs that nearly touch are parted where the ink is half as strong as elsewhere.
    far = np.maximum((high - low) // 2, _CONTRAST)
    # The ground changes slowly: half of the rows and columns tell it.
    coarse = cv2.medianBlur(np.ascontiguousarray(grey[::2, ::2]), _AROUND // 4 * 2 + 1)
    ground = np.repeat(np.repeat(coarse, 2, axis=0), 2, axis=1)[: len(grey), : grey.shape[1]]
    found = []
    for light in (False, True):
        apart = cv2.subtract(grey, ground) if light else cv2.subtract(ground, grey)  # 0 where it is below
        ink = (apart > far).astype(np.uint8)
        count, _, boxes, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
        for left, top, width, height, area in boxes[1:count].tolist():
            if _HEIGHTS[0] <= height <= _HEIGHTS[1] and width <= 1.2 * height and area >= 0.12 * width * height:
                found.append(Glyph(left, top, width, height, light))
    return sorted(found, key=lambda glyph: glyph.left)


def see_glyphs(grey: Pixels, glyphs: list[Glyph]) -> Floats:
    """Return signs as the network sees them: ink is 1 and ground -1, in a square with the height of the sign."""
    out = np.full((len(glyphs), GLYPH, GLYPH, 1), -1, np.float32)
    for at, glyph in enumerate(glyphs):
        part = grey[glyph.top : glyph.top + glyph.height, glyph.left : glyph.left + glyph.width].astype(np.float32)
        low, high = float(part.min()), float(part.max())
        # A thin sign fills its box: what is around it tells the ground.
        y0, x0 = max(glyph.top - 1, 0), max(glyph.left - 1, 0)
        frame = grey[y0 : glyph.top + glyph.height + 1, x0 : glyph.left + glyph.width + 1]
        ends = float(np.median(np.concatenate([frame[0], frame[-1], frame[:, 0], frame[:, -1]])))
        ground, ink = (min(ends, high - 1), high) if glyph.light else (max(ends, low + 1), low)
        drawn = np.clip((part - ground) / (ink - ground), 0, 1)
        wide = int(np.clip(round(GLYPH * glyph.width / glyph.height), 1, GLYPH))
        small = cv2.resize(drawn, (wide, GLYPH), interpolation=cv2.INTER_AREA)
        start = (GLYPH - wide) // 2
        out[at, :, start : start + wide, 0] = np.asarray(small).reshape(GLYPH, wide) * 2 - 1
    return out


def _gather(glyphs: list[Glyph]) -> list[list[int]]:
    """Return the words, each as the places of its signs in the list."""
    words: list[list[int]] = []
    for at, glyph in enumerate(glyphs):
        for word in words:
            last = glyphs[word[-1]]
            gap = glyph.left - last.left - last.width
            tall = max(glyph.height, last.height)
            level = abs(glyph.top - last.top) + abs(glyph.top + glyph.height - last.top - last.height)
            if glyph.light == last.light and -0.25 * tall < gap < 0.45 * tall and level < 0.6 * tall:
                word.append(at)
                break
        else:
            words.append([at])
    return words


def _judge(seen: Floats) -> Floats:
    weights = read_weights(_WEIGHTS)
    for name in ("one", "two"):
        seen = apply_filters(seen, weights[name], weights[f"{name}_start"], step=2)
    flat = seen.reshape(len(seen), -1)
    sums = np.maximum(flat @ weights["three"] + weights["three_start"], 0) @ weights["four"] + weights["four_start"]
    powers = np.exp(sums - sums.max(axis=1, keepdims=True))
    chances: Floats = powers / powers.sum(axis=1, keepdims=True)
    return chances
