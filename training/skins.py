"""Skins: what the cells of a board look like, drawn by this file alone.

A `Skin` is drawn at random from a family of looks, a font and colours. `draw_cell` returns the pixels of one cell.
The reader of pictures is taught on these cells, tested on them, and measured on families and fonts it was never
taught.

>>> import numpy as np
>>> skin = Skin.choose(np.random.default_rng(1), FAMILIES[:1], [None])
>>> skin.draw_cell("hidden", 16).shape
(16, 16, 3)
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

__all__ = ["FAMILIES", "HELD_FAMILIES", "HELD_FONTS", "Pixels", "Skin", "fonts"]

Pixels: TypeAlias = NDArray[np.uint8]
Colour: TypeAlias = tuple[int, int, int]

# Families of covered and open cells. The network is never taught the held ones.
FAMILIES = (
    "bevel",
    "lines",
    "checker",
    "gaps",
    "gloss",
    "texture",
    "rings",
    "dome",
    "stripes",
    "pegs",
    "shadow",
    "sheets",
    "ripple",
    "corners",
)
HELD_FAMILIES = ("cushion", "inset", "hatch", "dots")

# Fonts whose file names begin so are never taught.
HELD_FONTS = ("Roboto", "Lato", "P052", "Hack", "Comfortaa", "LinBiolinum", "LiberationSansNarrow", "URWBookman")
# Too thin to be seen, or pictures in place of digits; the last one draws the keys of a keyboard.
_UNREADABLE = ("Thin", "Hairline", "ExtraLight", "Emoji", "D050000L", "StandardSymbols", "Z003", "LinLibertine_I")
_PICTURES = "LinBiolinum_K"

_CLASSIC = "0000ff 008000 ff0000 000080 800000 008080 000000 808080"
_PALETTES = (
    _CLASSIC,
    _CLASSIC,
    "0000f7 007700 ec0000 000080 800000 008080 000000 707070",
    "7cc7ff 66c266 ff7788 ee88ff ddaa22 66cccc 999999 d0d8e0",
    "1976d2 388e3c d32f2f 7b1fa2 ff8f00 0097a7 424242 9e9e9e",
    "4b6983 46a046 df421e 625b81 884631 9db8d2 eed680 ffffff",
    "0000ff 00a000 ff0000 00007f a00000 00ffff a000a0 000000",
)
_LED = {1: "cf", 2: "abged", 3: "abgcd", 4: "fgbc", 5: "afgcd", 6: "afgedc", 7: "abc", 8: "abcdefg", 0: "abcdef"}
_LED |= {9: "abcdfg"}


@lru_cache
def fonts(*, held: bool) -> tuple[Path, ...]:
    """Return the installed fonts that have digits, those never taught or the others; FONTS names another folder."""
    found = []
    for path in sorted(Path(os.environ.get("FONTS", "/usr/share/fonts")).rglob("*.[to]tf")):
        name = path.name
        if name.startswith("NotoS") and not name.startswith(("NotoSans-", "NotoSerif-")):
            continue
        if any(part in name for part in (*_UNREADABLE, _PICTURES)) or name.startswith(
            ("NotoK", "NotoL", "NotoM", "NotoN", "NotoR")
        ):
            continue
        if name.startswith("NotoT") or name.startswith(HELD_FONTS) != held:
            continue
        found.append(path)
    return tuple(found)


@dataclass(frozen=True)
class Skin:
    """How every cell of a board is drawn."""

    family: str
    font: Path | str | None  # a file, "led", "strokes", or None for the font of Pillow
    covered: tuple[Colour, Colour]  # the two colours of a checkerboard; equal elsewhere
    opened: tuple[Colour, Colour]
    line: Colour
    digits: tuple[Colour, ...]  # of the clues 1 to 8
    grounds: tuple[Colour, ...] | None  # of open cells by clue, where the ground tells the clue
    flag: Colour
    scale: float  # height of a digit in heights of a cell
    edge: float  # width of a bevel or line, in pixels of a cell of 16
    settings: dict[str, float] = field(default_factory=dict)  # what one family or sign needs

    @staticmethod
    def choose(
        rng: np.random.Generator,
        families: Sequence[str],
        files: Sequence[Path | str | None],
        *,
        tinted: float = 0.06,
    ) -> Skin:
        """Draw a skin at random; `tinted` is the share of those whose clues have grounds of their own."""
        family = str(rng.choice(list(families)))
        dark = rng.random() < 0.3
        open_value = rng.uniform(20, 90) if dark else rng.uniform(150, 252)
        opened = _tint(rng, open_value, rng.choice([0, 0, 12, 30]))
        while True:
            covered = _tint(
                rng, float(np.clip(open_value + rng.normal(0, 50), 15, 250)), rng.choice([0, 0, 15, 60, 90])
            )
            apart = max(abs(a - b) for a, b in zip(covered, opened, strict=True))
            # A bevel may be all that tells a covered cell from an open one; flat families need a colour of their own.
            if apart > (0 if family in ("bevel", "gloss", "cushion", "dome", "ripple") else 24):
                break
        if family == "bevel" and rng.random() < 0.5:
            covered = opened
        step = float(rng.uniform(5, 16)) * (1 if rng.random() < 0.5 else -1)
        checker = family == "checker" or (family in ("lines", "gaps", "cushion") and rng.random() < 0.12)
        grounds = None
        if rng.random() < tinted and not checker:
            grounds = tuple(_mix(opened, _tint(rng, open_value, 120), 0.15 + 0.1 * n) for n in range(9))
        return Skin(
            family=family,
            font=files[int(rng.integers(len(files)))],
            covered=(covered, _shade(covered, step) if checker else covered),
            opened=(opened, _shade(opened, step) if checker else opened),
            line=_shade(opened, float(rng.choice([-1, 1]) * rng.uniform(14, 90))),
            digits=_digits(rng, grounds[1:] if grounds else (opened,) * 8),
            grounds=grounds,
            flag=_readable(rng, covered, (220, 20, 20) if rng.random() < 0.7 else _tint(rng, 128, 120)),
            scale=float(rng.uniform(0.5, 0.85)),
            edge=float(rng.choice([0.6, 1, 1, 1.4, 2, 2, 2.6])),
            settings={name: float(rng.random()) for name in _SETTINGS},
        )

    def draw_cell(self, look: str, size: int, parity: int = 0) -> Pixels:
        """Return the pixels of a cell with this look; `parity` chooses the colour of a checkerboard."""
        clue = int(look) if look.isdigit() else None
        is_open = clue is not None or look in ("mine", "blast", "crossed")
        if look == "crossed" and self.settings["cross"] < 0.4:
            is_open = False
        ground = (self.opened if is_open else self.covered)[parity % 2]
        if clue is not None and self.grounds is not None:
            ground = self.grounds[clue] if clue else ground
        if look == "blast":
            ground = (230, 30, 30)
        pixels = _GROUNDS[self.family](self, ground, size, is_open).astype(np.uint8)
        if clue:
            ink = self.digits[clue - 1]
            return self._write_boxed(pixels, str(clue), ink)
        if look == "question":
            return self._write_boxed(pixels, "?", _contrast(ground))
        sign = _SIGNS.get(look)
        return pixels if sign is None else _paint(pixels, lambda pen, zoom: sign(self, pen, zoom, ground))

    def _write_boxed(self, pixels: Pixels, text: str, ink: Colour) -> Pixels:
        """Write a digit, in a box or a ring where the skin has boxes; there it is smaller than elsewhere."""
        if self.settings.get("boxed", 1) >= _BOXED:
            return self._write(pixels, text, ink)
        pixels = _paint(pixels, lambda pen, zoom: _draw_box(self, pen, zoom, ink))
        return replace(self, scale=self.scale * (0.45 + 0.35 * self.settings["fill"]))._write(pixels, text, ink)

    def _write(self, pixels: Pixels, text: str, ink: Colour) -> Pixels:
        size = len(pixels)
        if self.font in ("led", "strokes") and text.isdigit():
            slant = self.settings["slant"] * 0.16 if self.font == "led" else 0
            thin = self.settings["stroke"]
            return _paint(
                pixels, lambda pen, zoom: _draw_segments(pen, zoom, int(text), ink, (self.scale, thin, slant))
            )
        font = _font(None if self.font in ("led", "strokes") else self.font, max(5, round(self.scale * size * 1.35)))
        image = Image.fromarray(pixels)
        pen = ImageDraw.Draw(image)
        if size < 14 and self.settings["crisp"] < 0.3:
            pen.fontmode = "1"
        left, top, right, bottom = pen.textbbox((0, 0), text, font=font)
        stroke = max(1, size // 24) if self.settings["heavy"] < 0.12 and size >= 16 else 0
        x = (size - (right - left)) / 2 - left + (self.settings["shift_x"] - 0.5) * 0.08 * size
        y = (size - (bottom - top)) / 2 - top + (self.settings["shift_y"] - 0.5) * 0.08 * size
        at = (round(x), round(y))
        if self.settings["shadow"] < 0.12:
            pen.text((at[0] + max(1, size // 20), at[1] + max(1, size // 20)), text, font=font, fill=_shade(ink, -60))
        pen.text(at, text, font=font, fill=ink, stroke_width=stroke)
        return np.asarray(image)


_BOXED = 0.08  # share of the lessons whose digits have boxes
_SETTINGS = (
    "cross",
    "slant",
    "stroke",
    "crisp",
    "heavy",
    "shift_x",
    "shift_y",
    "shadow",
    "round",
    "gap",
    "light",
    "sides",
    "fill",
    "flag_form",
    "flag_way",
    "mine_form",
    "pole",
    "texture",
    "tilt",
    "both",
    "base",
    "big",
)


@lru_cache(4096)
def _font(path: Path | None, size: int) -> Any:  # noqa: ANN401  # Pillow has two unrelated types of fonts
    return ImageFont.load_default(size) if path is None else ImageFont.truetype(str(path), size)


# Grounds: each family draws the ground of a cell, covered or open.


def _flat(colour: Colour, size: int) -> NDArray[np.float64]:
    return np.full((size, size, 3), colour, float)


def _open_ground(skin: Skin, colour: Colour, size: int) -> NDArray[np.float64]:
    """Return an open cell of the families with lines: a line on the top and left, on all sides, or none."""
    pixels = _flat(colour, size)
    width = max(1, round(skin.edge * size / 32))
    if skin.settings["sides"] < 0.85:
        pixels[:width] = pixels[:, :width] = skin.line
        if skin.settings["sides"] < 0.3:
            pixels[-width:] = pixels[:, -width:] = skin.line
    return pixels


def _bevel(skin: Skin, colour: Colour, size: int, is_open: bool) -> NDArray[np.float64]:
    if is_open:
        return _open_ground(skin, colour, size)
    pixels = _flat(colour, size)
    strength = 30 + 60 * skin.settings["light"]
    light, dark = _shade(colour, strength), _shade(colour, -strength)
    width = max(1, round(skin.edge * size / 16))
    for ring in range(width):
        pixels[ring, ring : size - ring] = pixels[ring : size - ring, ring] = light
        pixels[size - 1 - ring, ring + 1 : size - ring] = dark
        pixels[ring + 1 : size - ring, size - 1 - ring] = dark
    return pixels


def _lines(skin: Skin, colour: Colour, size: int, is_open: bool) -> NDArray[np.float64]:
    pixels = _flat(colour, size)
    width = max(1, round(skin.edge * size / 32))
    ink = skin.line if is_open or skin.settings["both"] < 0.5 else _shade(colour, -30)
    pixels[:width] = pixels[:, :width] = ink
    if skin.settings["sides"] < 0.5:
        pixels[-width:] = pixels[:, -width:] = ink
    return pixels


def _checker(skin: Skin, colour: Colour, size: int, is_open: bool) -> NDArray[np.float64]:
    return _flat(colour, size)


def _gaps(skin: Skin, colour: Colour, size: int, is_open: bool) -> NDArray[np.float64]:
    around = skin.line if skin.settings["both"] < 0.7 else skin.opened[0]
    gap = max(1, round((0.03 + 0.08 * skin.settings["gap"]) * size)) / size
    if is_open and skin.settings["fill"] < 0.25:
        return _flat(skin.opened[0], size)
    return _rounded(_flat(around, size), gap, 0.05 + 0.25 * skin.settings["round"], colour)


def _gloss(skin: Skin, colour: Colour, size: int, is_open: bool) -> NDArray[np.float64]:
    pixels = _flat(colour, size)
    strength = (8 if is_open else 20) + 40 * skin.settings["light"] * (0.3 if is_open else 1)
    ramp = np.linspace(strength, -strength, size)
    down = ramp[:, None, None]
    pixels += down if skin.settings["tilt"] < 0.5 else (down + ramp[None, :, None]) / 2
    if not is_open and skin.settings["texture"] < 0.4:
        pixels[: size // 2] += 14
    width = max(1, round(skin.edge * size / 32))
    ink = skin.line if is_open else _shade(colour, -60)
    pixels[:width] = pixels[:, :width] = ink
    pixels[-width:] = pixels[:, -width:] = ink
    return np.asarray(np.clip(pixels, 0, 255), float)


def _texture(skin: Skin, colour: Colour, size: int, is_open: bool) -> NDArray[np.float64]:
    ground = (
        _bevel(skin, colour, size, is_open) if skin.settings["both"] < 0.5 else _lines(skin, colour, size, is_open)
    )
    rng = np.random.default_rng(int(skin.settings["texture"] * 1e6) + is_open)
    coarse = rng.normal(0, 3 + 8 * skin.settings["gap"], (max(2, size // 3), max(2, size // 3)))
    grain = np.asarray(Image.fromarray(coarse.astype(np.float32)).resize((size, size), Image.Resampling.BILINEAR))
    return np.asarray(np.clip(ground + grain[:, :, None], 0, 255), float)


def _rings(skin: Skin, colour: Colour, size: int, is_open: bool) -> NDArray[np.float64]:
    """Return a cell with a frame inside its border."""
    pixels = _lines(skin, colour, size, is_open)
    if not is_open:
        inset = max(2, round(size * (0.1 + 0.12 * skin.settings["gap"])))
        inner = _shade(colour, 35 if skin.settings["light"] < 0.5 else -35)
        pixels[inset : size - inset, inset : size - inset] = inner
    return pixels


def _cushion(skin: Skin, colour: Colour, size: int, is_open: bool) -> NDArray[np.float64]:
    """Return a cell lighter in its middle."""
    across = np.linspace(-1, 1, size)
    far = np.maximum(np.abs(across)[:, None], np.abs(across)[None]) ** 3
    strength = (12 if is_open else 70) * (0.5 + skin.settings["light"])
    return np.asarray(np.clip(_flat(colour, size) - strength * far[:, :, None], 0, 255), float)


def _inset(skin: Skin, colour: Colour, size: int, is_open: bool) -> NDArray[np.float64]:
    """Return a covered plate on a ground of the open colour."""
    pixels = _open_ground(skin, colour if is_open else skin.opened[0], size)
    if is_open:
        return pixels
    inset = max(1, round(size * (0.05 + 0.06 * skin.settings["gap"])))
    pixels[inset : size - inset, inset : size - inset] = colour
    pixels[size - 2 * inset : size - inset, inset : size - inset] = _shade(colour, -45)
    return pixels


def _hatch(skin: Skin, colour: Colour, size: int, is_open: bool) -> NDArray[np.float64]:
    """Return a covered cell with slanted lines."""
    pixels = _lines(skin, colour, size, is_open)
    if not is_open:
        step = max(3, size // (4 + int(4 * skin.settings["gap"])))
        down, across = np.mgrid[:size, :size]
        pixels[(down + across) % step == 0] = _shade(colour, -25)
    return pixels


def _dots(skin: Skin, colour: Colour, size: int, is_open: bool) -> NDArray[np.float64]:
    """Return an open cell with a small dot at its corners, and a covered one with a bevel."""
    if not is_open:
        return _bevel(skin, colour, size, is_open)
    pixels = _flat(colour, size)
    width = max(1, size // 10)
    pixels[:width, :width] = skin.line
    return pixels


def _dome(skin: Skin, colour: Colour, size: int, is_open: bool) -> NDArray[np.float64]:
    """Return a cell with a round light, on one of its corners or in its middle; an open one has it faintly or not."""
    at = 0.5 if skin.settings["tilt"] < 0.5 else 0.25
    across = (np.arange(size) + 0.5) / size - at
    far = np.clip(np.sqrt(across[:, None] ** 2 + across[None] ** 2) / 0.7, 0, 1) ** (1 + 2 * skin.settings["round"])
    strength = (20 + 70 * skin.settings["light"]) * ((0.2 if skin.settings["both"] < 0.5 else 0) if is_open else 1)
    pixels = _open_ground(skin, colour, size) if is_open else _flat(colour, size)
    return np.asarray(np.clip(pixels + strength * (0.5 - far[:, :, None]), 0, 255), float)


def _stripes(skin: Skin, colour: Colour, size: int, is_open: bool) -> NDArray[np.float64]:
    """Return a cell with upright or level stripes or small squares, covered or open, inside lines."""
    pixels = _lines(skin, colour, size, is_open) if skin.settings["both"] < 0.8 else _flat(colour, size)
    if is_open == (skin.settings["fill"] < 0.2):
        step = max(2, size // (3 + int(5 * skin.settings["gap"])))
        down, across = np.mgrid[:size, :size]
        way = skin.settings["tilt"]
        chosen = down % step == 0 if way < 0.4 else across % step == 0
        if way > 0.7:
            chosen = (down // max(1, step // 2) + across // max(1, step // 2)) % 2 == 0
        pixels[chosen] = _shade(colour, -12 - 25 * skin.settings["light"])
    return pixels


def _pegs(skin: Skin, colour: Colour, size: int, is_open: bool) -> NDArray[np.float64]:
    """Return a covered cell with a knob in its middle and a bevel or none, and an open one without lines."""
    if is_open:
        return _flat(colour, size) if skin.settings["sides"] < 0.6 else _open_ground(skin, colour, size)
    pixels = _bevel(skin, colour, size, is_open) if skin.settings["both"] < 0.5 else _flat(colour, size)
    across = (np.arange(size) + 0.5) / size - 0.5
    far = np.sqrt(across[:, None] ** 2 + across[None] ** 2)
    pixels[far < 0.06 + 0.2 * skin.settings["gap"]] = _shade(colour, 40 if skin.settings["light"] < 0.5 else -40)
    return pixels


def _shadow(skin: Skin, colour: Colour, size: int, is_open: bool) -> NDArray[np.float64]:
    """Return a flat cell with a soft dark side below or at the right, or a soft dark border."""
    pixels = _flat(colour, size)
    if is_open and skin.settings["sides"] < 0.6:
        return pixels
    wide = max(1, round(size * (0.06 + 0.2 * skin.settings["gap"])))
    ramp = np.zeros(size)
    ramp[-wide:] = np.linspace(0, 1, wide + 1)[1:]
    dark = ramp[:, None] if skin.settings["tilt"] < 0.4 else np.maximum(ramp[:, None], ramp[None])
    if skin.settings["tilt"] > 0.75:
        dark = np.maximum(np.maximum(dark, ramp[::-1, None]), ramp[None, ::-1])
    strength = (15 + 60 * skin.settings["light"]) * (0.35 if is_open else 1)
    return np.asarray(np.clip(pixels - strength * dark[:, :, None], 0, 255), float)


def _sheets(skin: Skin, colour: Colour, size: int, is_open: bool) -> NDArray[np.float64]:
    """Return a flat cell without any line between equal cells; covered ones have a faint line or slope."""
    pixels = _flat(colour, size)
    if not is_open:
        if skin.settings["tilt"] < 0.4:
            pixels[-1:] = pixels[:, -1:] = _shade(colour, -8 - 20 * skin.settings["light"])
        else:
            ramp = np.linspace(1, -1, size) * (6 + 12 * skin.settings["light"])
            pixels += ramp[:, None, None] if skin.settings["tilt"] < 0.7 else (ramp[:, None] + ramp[None])[:, :, None]
    return np.asarray(np.clip(pixels, 0, 255), float)


def _ripple(skin: Skin, colour: Colour, size: int, is_open: bool) -> NDArray[np.float64]:
    """Return a cell with soft waves between its sides, strong where covered."""
    turn = (np.arange(size) + 0.5) / size * 2 * math.pi * (1 + int(2 * skin.settings["gap"]))
    wave = np.cos(turn)[:, None] * (np.cos(turn)[None] if skin.settings["tilt"] < 0.6 else 1)
    strength = (8 + 30 * skin.settings["light"]) * (0.15 if is_open else 1)
    pixels = _open_ground(skin, colour, size) if skin.settings["both"] < 0.4 else _flat(colour, size)
    return np.asarray(np.clip(pixels + strength * wave[:, :, None], 0, 255), float)


def _corners(skin: Skin, colour: Colour, size: int, is_open: bool) -> NDArray[np.float64]:
    """Return a cell whose sides have short strokes in their middle or angles at their ends."""
    pixels = _flat(colour, size)
    if not is_open and skin.settings["both"] < 0.5:
        pixels = _bevel(skin, colour, size, is_open)
    reach = max(1, round(size * (0.12 + 0.15 * skin.settings["gap"])))
    ink = skin.line if is_open else _shade(colour, -45)
    if skin.settings["tilt"] < 0.5:
        middle = np.s_[size // 2 - reach : size // 2 + reach]
        pixels[0, middle] = pixels[-1, middle] = pixels[middle, 0] = pixels[middle, -1] = ink
    else:
        for end in (np.s_[:reach], np.s_[-reach:]):
            pixels[0, end] = pixels[-1, end] = pixels[end, 0] = pixels[end, -1] = ink
    return pixels


_GROUNDS: dict[str, Callable[[Skin, Colour, int, bool], NDArray[np.float64]]] = {
    "bevel": _bevel,
    "lines": _lines,
    "checker": _checker,
    "gaps": _gaps,
    "gloss": _gloss,
    "texture": _texture,
    "rings": _rings,
    "dome": _dome,
    "stripes": _stripes,
    "pegs": _pegs,
    "shadow": _shadow,
    "sheets": _sheets,
    "ripple": _ripple,
    "corners": _corners,
    "cushion": _cushion,
    "inset": _inset,
    "hatch": _hatch,
    "dots": _dots,
}


def _rounded(pixels: NDArray[np.float64], gap: float, radius: float, colour: Colour) -> NDArray[np.float64]:
    def plate(pen: ImageDraw.ImageDraw, zoom: float) -> None:
        box = (gap * zoom, gap * zoom, (1 - gap) * zoom - 1, (1 - gap) * zoom - 1)
        pen.rounded_rectangle(box, radius * zoom, fill=colour)

    plated: NDArray[np.float64] = _paint(pixels.astype(np.uint8), plate).astype(float)
    return plated


# Signs: flags, mines and digits of strokes, drawn four times too large and reduced.


def _paint(pixels: Pixels, draw: Callable[[ImageDraw.ImageDraw, float], None]) -> Pixels:
    size = len(pixels)
    zoom = 4 * size
    image = Image.fromarray(pixels).resize((zoom, zoom), Image.Resampling.NEAREST)
    draw(ImageDraw.Draw(image), float(zoom))
    return np.asarray(image.reduce(4))


def _draw_flag(skin: Skin, pen: ImageDraw.ImageDraw, zoom: float, ground: Colour) -> None:
    """Draw a flag on a pole, with or without a base."""
    pole = _contrast(ground) if skin.settings["pole"] < 0.6 else skin.flag
    way = -1 if skin.settings["flag_way"] < 0.5 else 1
    big = 0.26 + 0.1 * skin.settings["big"]
    middle = 0.5 - way * 0.12
    top, bottom = 0.5 - big, 0.5 + big
    width = 0.05 + 0.03 * skin.settings["stroke"]

    def at(x: float, y: float) -> tuple[float, float]:
        return x * zoom, y * zoom

    form = skin.settings["flag_form"]
    pen.rectangle((*at(middle - width / 2, top), *at(middle + width / 2, bottom)), fill=pole)
    low = top + (0.5 - 0.1 * skin.settings["shift_y"]) * 2 * big
    tip = middle + way * (0.3 + 0.08 * skin.settings["slant"])
    if form < 0.55:
        pen.polygon([at(middle, top), at(tip, (top + low) / 2), at(middle, low)], fill=skin.flag)
    elif form < 0.75:
        pen.rectangle((*at(min(middle, tip), top), *at(max(middle, tip), low)), fill=skin.flag)
    elif form < 0.9:
        notch = (middle + 2 * tip) / 3
        points = [at(middle, top), at(tip, top), at(notch, (top + low) / 2), at(tip, low), at(middle, low)]
        pen.polygon(points, fill=skin.flag)
    else:
        wave = [(middle + (tip - middle) * t, top + 0.04 * math.sin(6 * t)) for t in np.linspace(0, 1, 12)]
        back = [(x, y + low - top) for x, y in reversed(wave)]
        pen.polygon([at(x, y) for x, y in wave + back], fill=skin.flag)
    if skin.settings["base"] < 0.65:
        half = 0.12 + 0.12 * skin.settings["round"]
        pen.rectangle((*at(middle - half, bottom - 0.07), *at(middle + half, bottom)), fill=pole)
        if skin.settings["base"] < 0.3:
            pen.rectangle((*at(middle - half / 2, bottom - 0.13), *at(middle + half / 2, bottom)), fill=pole)


def _draw_mine(skin: Skin, pen: ImageDraw.ImageDraw, zoom: float, ground: Colour) -> None:
    """Draw a ball with spikes, a ball with a fuse, or a plain ball."""
    dark = sum(ground) > 200
    ink = _shade((0, 0, 0), 40 * skin.settings["light"]) if dark else _shade((255, 255, 255), -60)
    radius = 0.2 + 0.1 * skin.settings["big"]
    form = skin.settings["mine_form"]

    def ball(r: float, x: float = 0.5, y: float = 0.5, fill: Colour = ink) -> None:
        pen.ellipse([(x - r) * zoom, (y - r) * zoom, (x + r) * zoom, (y + r) * zoom], fill=fill)

    if form < 0.65:
        width = max(2, int((0.05 + 0.04 * skin.settings["stroke"]) * zoom))
        for turn in range(8):
            angle = turn * math.pi / 4
            far = radius + (0.13 if turn % 2 == 0 else 0.07)
            end = ((0.5 + far * math.cos(angle)) * zoom, (0.5 + far * math.sin(angle)) * zoom)
            pen.line([(zoom / 2, zoom / 2), end], fill=ink, width=width)
    elif form < 0.85:
        pen.line([(0.6 * zoom, 0.35 * zoom), (0.75 * zoom, 0.2 * zoom)], fill=ink, width=int(0.06 * zoom))
        ball(0.05, 0.78, 0.17, (250, 160, 20))
    ball(radius)
    if skin.settings["round"] < 0.7:
        ball(0.06, 0.42, 0.42, (255, 255, 255) if dark else (30, 30, 30))


def _draw_crossed(skin: Skin, pen: ImageDraw.ImageDraw, zoom: float, ground: Colour) -> None:
    (_draw_mine if skin.settings["cross"] >= 0.4 else _draw_flag)(skin, pen, zoom, ground)
    ink = (230, 20, 20) if skin.settings["cross"] >= 0.4 or skin.flag[0] < 150 else _contrast(ground)
    width = int((0.06 + 0.05 * skin.settings["stroke"]) * zoom)
    pen.line([(0.12 * zoom, 0.12 * zoom), (0.88 * zoom, 0.88 * zoom)], fill=ink, width=width)
    pen.line([(0.88 * zoom, 0.12 * zoom), (0.12 * zoom, 0.88 * zoom)], fill=ink, width=width)


def _draw_box(skin: Skin, pen: ImageDraw.ImageDraw, zoom: float, ink: Colour) -> None:
    """Draw a ring or a box with round corners around the place of a digit."""
    half = (0.3 + 0.12 * skin.settings["big"]) * zoom
    box = (zoom / 2 - half, zoom / 2 - half, zoom / 2 + half, zoom / 2 + half)
    width = max(2, int((0.03 + 0.04 * skin.settings["stroke"]) * zoom))
    if skin.settings["round"] < 0.4:
        pen.ellipse(box, outline=ink, width=width)
    else:
        pen.rounded_rectangle(box, skin.settings["round"] * 0.3 * half, outline=ink, width=width)


_SIGNS: dict[str, Callable[[Skin, ImageDraw.ImageDraw, float, Colour], None]] = {
    "flag": _draw_flag,
    "mine": _draw_mine,
    "blast": _draw_mine,
    "crossed": _draw_crossed,
}


def _draw_segments(
    pen: ImageDraw.ImageDraw, zoom: float, digit: int, ink: Colour, form: tuple[float, float, float]
) -> None:
    """Draw a digit of seven segments, as displays have it; its form is scale, width and slant."""
    scale, thin, slant = form
    half = scale / 2
    wide = half * 0.6
    stroke = (0.06 + 0.06 * thin) * zoom

    def at(x: float, y: float) -> tuple[float, float]:
        return (0.5 + x * wide - y * slant) * zoom, (0.5 + y * half) * zoom

    corner = {"tl": at(-1, -1), "tr": at(1, -1), "ml": at(-1, 0), "mr": at(1, 0), "bl": at(-1, 1), "br": at(1, 1)}
    ends = {
        "a": ("tl", "tr"),
        "b": ("tr", "mr"),
        "c": ("mr", "br"),
        "d": ("bl", "br"),
        "e": ("ml", "bl"),
        "f": ("tl", "ml"),
        "g": ("ml", "mr"),
    }
    segments = "bc" if digit == 1 else _LED[digit]
    for segment in segments:
        one, other = (corner[name] for name in ends[segment])
        pen.line([one, other], fill=ink, width=max(1, int(stroke)))
        for x, y in (one, other):
            pen.ellipse([x - stroke / 2, y - stroke / 2, x + stroke / 2, y + stroke / 2], fill=ink)


# Colours.


def _hex(text: str) -> Colour:
    return int(text[:2], 16), int(text[2:4], 16), int(text[4:], 16)


def _tint(rng: np.random.Generator, value: float, spread: float) -> Colour:
    red, green, blue = (int(np.clip(value + rng.uniform(-spread, spread), 0, 255)) for _ in range(3))
    return red, green, blue


def _shade(colour: Colour, by: float) -> Colour:
    red, green, blue = (int(np.clip(part + by, 0, 255)) for part in colour)
    return red, green, blue


def _mix(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (int(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _contrast(ground: Colour) -> Colour:
    return (0, 0, 0) if 0.3 * ground[0] + 0.6 * ground[1] + 0.1 * ground[2] > 110 else (250, 250, 250)


def _distance(one: Colour, other: Colour) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _readable(rng: np.random.Generator, ground: Colour, wanted: Colour) -> Colour:
    """Return the wanted colour, or another where it would not be seen on the ground."""
    while _distance(wanted, ground) < 70:
        wanted = _tint(rng, rng.uniform(0, 255), 100)
    return wanted


def _digits(rng: np.random.Generator, grounds: Sequence[Colour]) -> tuple[Colour, ...]:
    """Return the colours of the clues 1 to 8, each of which can be seen on its ground."""
    way = rng.random()
    if way < 0.5:
        chosen = [_hex(part) for part in str(rng.choice(_PALETTES)).split()]
    elif way < 0.75:
        chosen = [_readable(rng, grounds[0], _contrast(grounds[0]))] * 8
    else:
        chosen = [_tint(rng, rng.uniform(30, 220), 110) for _ in range(8)]
    return tuple(_readable(rng, ground, colour) for ground, colour in zip(grounds, chosen, strict=True))
