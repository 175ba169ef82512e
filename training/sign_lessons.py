"""Lessons for the signs of counters: lines of text in many fonts, and what their signs are.

`draw_signs` yields signs as the network sees them, cut out by the product's own code.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from skins import Pixels, Skin

from sapper.vision.writing import SIGNS, find_glyphs, see_glyphs

__all__ = ["draw_signs"]

# Letters of one piece; those with dots would be two.
_LETTERS = "abcdefghklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ#&+$<>()"
_OTHER = SIGNS.index("other")


def draw_signs(
    seed: int, families: Sequence[str], files: Sequence[Path | str | None]
) -> Iterator[tuple[NDArray[np.float32], NDArray[np.int64]]]:
    """Yield the signs of one line of text after another with the indexes of `SIGNS`."""
    rng = np.random.default_rng(seed)
    while True:
        if rng.random() < 0.25:
            yield _draw_cells(rng, families, files)
            continue
        digits = rng.random() < 0.75
        signs = [*"0123456789" * 2, "/"] if digits else [*_LETTERS]
        text = "".join(rng.choice(signs, 10))
        grey = _write(rng, text, files)
        glyphs = find_glyphs(grey)
        # Both kinds of parts are found: the signs, and light or dark holes in them. The signs are the more alike.
        for light in (False, True):
            some = [glyph for glyph in glyphs if glyph.light == light]
            if len(some) == len(text):
                answers = [SIGNS.index(sign) if sign in SIGNS else _OTHER for sign in text]
                yield see_glyphs(grey, some), np.array(answers)
                break


def _write(rng: np.random.Generator, text: str, files: Sequence[Path | str | None]) -> Pixels:
    """Return a line of text in grey."""
    size = int(np.exp(rng.uniform(np.log(10), np.log(42))))
    file = files[int(rng.integers(len(files)))]
    font: Any = ImageFont.truetype(str(file), size) if isinstance(file, Path) else ImageFont.load_default(size)
    ground = int(rng.integers(0, 256))
    ink = int(rng.integers(0, 256))
    while abs(ink - ground) < 60:
        ink = int(rng.integers(0, 256))
    gap = max(2, size // 8)
    image = Image.new("L", (len(text) * (size + gap) + 80, 2 * size + 40), ground)
    pen = ImageDraw.Draw(image)
    if rng.random() < 0.15:
        pen.fontmode = "1"
    x = 40.0
    for sign in text:
        pen.text((round(x), 20), sign, font=font, fill=ink)
        x += pen.textlength(sign, font=font) + gap + int(rng.integers(0, 3))
    scale = float(rng.choice([1, 1, 1, 1.25, 1.5, 1.75]))
    if scale != 1:
        way = [Image.Resampling.BILINEAR, Image.Resampling.BICUBIC][int(rng.integers(2))]
        image = image.resize((round(image.width * scale), round(image.height * scale)), way)
    if rng.random() < 0.3:
        file_ = io.BytesIO()
        image.save(file_, "JPEG", quality=int(rng.integers(65, 96)))
        image = Image.open(file_)
    pixels = np.asarray(image)
    if rng.random() < 0.15:
        pixels = np.clip(pixels + rng.normal(0, rng.uniform(1, 6), pixels.shape), 0, 255).astype(np.uint8)
    return pixels


def _draw_cells(
    rng: np.random.Generator, families: Sequence[str], files: Sequence[Path | str | None]
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Return parts of flags, mines and grounds, which are other signs."""
    skin = Skin.choose(rng, families, files)
    size = int(rng.integers(12, 44))
    looks = rng.choice(["flag", "mine", "crossed", "hidden", "question"], 3)
    cells = np.concatenate([skin.draw_cell(str(look), size) for look in looks], axis=1)
    around = np.pad(cells, ((12, 12), (12, 12), (0, 0)), "edge")
    grey = np.asarray(Image.fromarray(around).convert("L"))
    glyphs = find_glyphs(grey)
    return see_glyphs(grey, glyphs), np.full(len(glyphs), _OTHER)
