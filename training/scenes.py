"""Scenes: pictures of boards with the truth beside them, drawn with the skins of `skins.py`.

`random_views` plays a part of a game at random. `paint_board` draws its cells. `paint_scene` puts the board into a
window on a desktop, with a counter, a pointer, a highlighted cell, scaling and JPEG as the options say.

>>> import numpy as np
>>> rng = np.random.default_rng(3)
>>> scene = paint_scene(rng, Skin.choose(rng, ["bevel"], [None]), random_views(rng, 9, 9, 10), 16, mines=10)
>>> scene.looks.shape, scene.pixels.shape[2]
((9, 9), 3)
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from skins import Pixels, Skin

__all__ = ["LOOKS_OF_VIEWS", "Scene", "paint_board", "paint_scene", "random_views"]

LOOKS_OF_VIEWS = {-1: "hidden", -2: "flag", -3: "question", -4: "mine"}


@dataclass(frozen=True)
class Scene:
    """A picture and what it shows."""

    pixels: Pixels
    looks: NDArray[np.str_]  # rows and columns of looks
    left: float  # of the first cell, in pixels
    top: float
    pitch: float  # side of a cell, in pixels
    mines: int
    counter: bool  # whether the mines are written above the board


def random_views(
    rng: np.random.Generator, rows: int, cols: int, mines: int, progress: float | None = None
) -> NDArray[Any]:
    """Return the looks of a game that was played at random up to some point, without hitting a mine.

    `progress` is the share of the safe cells that are revealed, drawn at random where it is None: some boards are
    covered wholly, some are nearly all open, some are lost.
    """
    if progress is None:
        progress = float(
            rng.choice([0, rng.uniform(0, 1), rng.uniform(0.1, 0.7), rng.uniform(0.9, 1)], p=[0.06, 0.4, 0.4, 0.14])
        )
    layout = np.zeros((rows, cols), bool)
    layout.flat[rng.choice(rows * cols, mines, replace=False)] = True
    wide = np.pad(layout, 1).astype(int)
    parts = [wide[1 + y : 1 + y + rows, 1 + x : 1 + x + cols] for y in (-1, 0, 1) for x in (-1, 0, 1)]
    clues = np.sum(parts, axis=0)
    looks = np.full((rows, cols), "hidden", dtype="U8")
    order = rng.permutation(np.argwhere(~layout))
    # Most programs begin with a zero where there is one.
    zeros = np.argwhere((clues == 0) & ~layout)
    if len(zeros) and rng.random() < 0.85:
        order = np.concatenate([zeros[[int(rng.integers(len(zeros)))]], order])
    for cell in order:
        if (looks != "hidden").sum() >= progress * (rows * cols - mines):
            break
        _open(looks, clues, int(cell[0]), int(cell[1]))
    hidden = np.argwhere(looks == "hidden")
    if len(hidden) and progress:
        flags = rng.random() * rng.random()
        for row, col in hidden:
            near = looks[max(row - 1, 0) : row + 2, max(col - 1, 0) : col + 2]
            beside = bool(np.char.isdigit(near).any())
            if layout[row, col] and beside and rng.random() < flags:
                looks[row, col] = "flag"
            elif rng.random() < 0.01:
                looks[row, col] = "question"
    if progress and rng.random() < 0.12:
        _lose(rng, looks, layout)
    return looks


def _open(looks: NDArray[Any], clues: NDArray[Any], row: int, col: int) -> None:
    """Reveal a cell and, where it is a zero, all cells beside it, and so on."""
    left = [(row, col)]
    while left:
        row, col = left.pop()
        if looks[row, col] != "hidden":
            continue
        looks[row, col] = str(clues[row, col])
        if clues[row, col] == 0:
            below, beside = min(row + 2, len(looks)), min(col + 2, looks.shape[1])
            left += [(y, x) for y in range(max(row - 1, 0), below) for x in range(max(col - 1, 0), beside)]


def _lose(rng: np.random.Generator, looks: NDArray[Any], layout: NDArray[np.bool_]) -> None:
    """Show the mines as programs do after a loss."""
    hidden = np.argwhere((looks == "hidden") & layout)
    if not len(hidden):
        return
    for row, col in hidden:
        looks[row, col] = "mine"
    row, col = hidden[int(rng.integers(len(hidden)))]
    looks[row, col] = "blast"
    wrong = np.argwhere((looks == "hidden") & ~layout)
    if len(wrong) and rng.random() < 0.5:
        row, col = wrong[int(rng.integers(len(wrong)))]
        looks[row, col] = "crossed"


def paint_board(skin: Skin, looks: NDArray[Any], pitch: int) -> Pixels:
    """Return the cells alone, each of `pitch` pixels."""
    rows, cols = looks.shape
    drawn: dict[tuple[str, int], Pixels] = {}
    out = np.empty((rows * pitch, cols * pitch, 3), np.uint8)
    for row in range(rows):
        for col in range(cols):
            key = str(looks[row, col]), (row + col) % 2
            if key not in drawn:
                drawn[key] = skin.draw_cell(key[0], pitch, key[1])
            out[row * pitch : (row + 1) * pitch, col * pitch : (col + 1) * pitch] = drawn[key]
    return out


def paint_scene(
    rng: np.random.Generator,
    skin: Skin,
    looks: NDArray[Any],
    pitch: int,
    *,
    mines: int,
    screen: tuple[int, int] | None = None,
    scale: float = 1,
    quality: int = 0,
    pointer: int = 0,
    highlight: bool = False,
    counter: bool | str | None = None,
    noise: float = 0,
    crop: bool = False,
) -> Scene:
    """Return a picture of a board.

    `screen` is the width and height of a desktop around the window, None for the window alone. `scale` enlarges the
    picture, `quality` is that of JPEG (0 for none), `pointer` is the number of mouse pointers, `crop` cuts away
    everything but the cells. `counter` tells whether a display of segments shows the mines left; "text" writes them.
    """
    cells = paint_board(skin, looks, pitch)
    if highlight:
        rows, cols = looks.shape
        row, col = int(rng.integers(rows)), int(rng.integers(cols))
        area = cells[row * pitch : (row + 1) * pitch, col * pitch : (col + 1) * pitch]
        area[:] = np.clip(area * 0.8 + np.array(rng.integers(0, 256, 3)) * 0.2, 0, 255)
    with_counter = bool(rng.random() < 0.4) if counter is None else bool(counter)
    if crop:
        window, left, top, with_counter = cells, 0, 0, False
    else:
        shown = mines - int(np.isin(looks, ("flag", "crossed")).sum())  # programs count wrong flags too
        left_and_all = (shown, mines)
        form = "text" if counter == "text" else "display" if with_counter else ""
        window, left, top, with_counter = _window(rng, skin, cells, left_and_all, form)
    if screen is not None:
        window, dx, dy = _desktop(rng, window, (round(screen[0] / scale), round(screen[1] / scale)))
        left, top = left + dx, top + dy
    for _ in range(pointer):
        _point(rng, window, left + rng.random() * cells.shape[1], top + rng.random() * cells.shape[0])
    pixels = window
    if scale != 1:
        size = round(window.shape[1] * scale), round(window.shape[0] * scale)
        way = [Image.Resampling.BILINEAR, Image.Resampling.BICUBIC, Image.Resampling.BOX][int(rng.integers(3))]
        pixels = np.asarray(Image.fromarray(window).resize(size, way))
    if noise:
        pixels = np.clip(pixels + rng.normal(0, noise, pixels.shape), 0, 255).astype(np.uint8)
    if quality:
        file = io.BytesIO()
        Image.fromarray(pixels).save(file, "JPEG", quality=quality)
        pixels = np.asarray(Image.open(file))
    return Scene(pixels, looks, left * scale, top * scale, pitch * scale, mines, with_counter)


def _window(
    rng: np.random.Generator,
    skin: Skin,
    cells: Pixels,
    numbers: tuple[int, int],
    form: str,
) -> tuple[Pixels, int, int, bool]:
    """Put a border, a bar and a title around the cells.

    `numbers` are the mines left and all mines. `form` is that of the counter: "display", "text", or empty for none.
    """
    height, width = cells.shape[:2]
    margin = int(rng.integers(0, 24))
    bar = int(rng.integers(28, 60)) if form or rng.random() < 0.5 else margin
    title = int(rng.integers(18, 32)) if rng.random() < 0.6 else 0
    ground = _near(rng, skin.covered[0] if rng.random() < 0.4 else skin.opened[0])
    out = np.full((height + bar + margin + title, width + 2 * margin, 3), ground, np.uint8)
    if title:
        out[:title] = rng.integers(0, 256, 3)
    left, top = margin, title + bar
    out[top : top + height, left : left + width] = cells
    frame = int(rng.integers(0, 4))
    if frame and margin > frame:
        light, dark = np.clip(np.array(ground) + 45, 0, 255), np.clip(np.array(ground) - 60, 0, 255)
        out[top - frame : top, left - frame : left + width + frame] = dark
        out[top - frame : top + height + frame, left - frame : left] = dark
        out[top + height : top + height + frame, left - frame : left + width + frame] = light
        out[top - frame : top + height + frame, left + width : left + width + frame] = light
    part = out[title : title + bar, left : left + width]
    if form == "text":
        return out, left, top, _write_counter(rng, skin, part, *numbers)
    return out, left, top, form == "display" and _draw_counter(rng, part, numbers[0])


def _write_counter(rng: np.random.Generator, skin: Skin, bar: Pixels, shown: int, mines: int) -> bool:
    """Write the mines left as text, with a clock beside them or not; return whether there is room."""
    size = int(rng.integers(12, 23))
    file = skin.font if isinstance(skin.font, Path) else None
    font = ImageFont.truetype(str(file), size) if file else ImageFont.load_default(size)
    form = int(rng.integers(4))
    text = (f"Mines: {shown}", f"{mines - shown}/{mines}", f"{shown}", f"Left {shown}")[form]
    image = Image.fromarray(bar)
    pen = ImageDraw.Draw(image)
    left, top, right, bottom = pen.textbbox((0, 0), text, font=font)
    if right > bar.shape[1] - 12 or bottom - top > bar.shape[0] - 6:
        return False
    ground = bar[bar.shape[0] // 2, bar.shape[1] // 2]
    ink = (15, 15, 15) if int(ground.max()) > 130 else (240, 240, 240)
    y = (bar.shape[0] - (bottom - top)) // 2 - top
    pen.text((6 - left, y), text, font=font, fill=ink)
    clock = f"{int(rng.integers(1000)):03d}"
    if rng.random() < 0.5 and right + 20 + pen.textlength(clock, font=font) < bar.shape[1] - 12:
        pen.text((bar.shape[1] - 8 - pen.textlength(clock, font=font), y), clock, font=font, fill=ink)
    bar[:] = np.asarray(image)
    return True


def _near(rng: np.random.Generator, colour: tuple[int, int, int]) -> tuple[int, ...]:
    """Return the colour of a window: that of a cell, near it, or another."""
    way = rng.random()
    if way < 0.3:
        return colour
    if way < 0.7:
        return tuple(int(np.clip(part + rng.normal(0, 12), 0, 255)) for part in colour)
    return tuple(int(part) for part in rng.integers(0, 256, 3))


_LETTERS = list("abcdefghijklmnoprstuvwxyz")
_LEDS = ("abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg")


def _draw_counter(rng: np.random.Generator, bar: Pixels, shown: int) -> bool:
    """Draw the mines left as three digits of seven segments, red on black; return whether there is room."""
    height, width = bar.shape[:2]
    tall = min(height - 6, 34)
    wide = tall * 13 // 23
    if width < 3 * wide + 10 or tall < 16:
        return False
    text = f"{max(-99, min(shown, 999)):03d}"
    top, left = (height - tall) // 2, 3 + int(rng.integers(0, 6))
    image = Image.new("RGB", (3 * wide, tall), (0, 0, 0))
    pen = ImageDraw.Draw(image)
    thick = max(2, tall // 9)
    off = (110, 0, 0) if rng.random() < 0.5 else (0, 0, 0)
    for place, sign in enumerate(text):
        lit = "g" if sign == "-" else _LEDS[int(sign)]
        x0, x1, y0, y1 = place * wide + 2, (place + 1) * wide - 3, 2, tall - 3
        ym = (y0 + y1) / 2
        t = thick
        boxes = {
            "a": (x0 + 1, y0, x1 - 1, y0 + t - 1),
            "d": (x0 + 1, y1 - t + 1, x1 - 1, y1),
            "g": (x0 + 1, ym - t / 2, x1 - 1, ym + t / 2 - 1),
            "f": (x0, y0 + 1, x0 + t - 1, ym - 1),
            "b": (x1 - t + 1, y0 + 1, x1, ym - 1),
            "e": (x0, ym + 1, x0 + t - 1, y1 - 1),
            "c": (x1 - t + 1, ym + 1, x1, y1 - 1),
        }
        for name, box in boxes.items():
            pen.rectangle(box, fill=(255, 0, 0) if name in lit else off)
    bar[top : top + tall, left : left + 3 * wide] = np.asarray(image)
    return True


def _desktop(rng: np.random.Generator, window: Pixels, size: tuple[int, int]) -> tuple[Pixels, int, int]:
    """Put the window on a desktop with other windows, text and icons."""
    width, height = max(size[0], window.shape[1]), max(size[1], window.shape[0])
    down = np.linspace(0, 1, height)[:, None, None]
    one, other = rng.integers(0, 256, 3), rng.integers(0, 256, 3)
    out = np.broadcast_to(one * (1 - down) + other * down, (height, width, 3)).astype(np.uint8).copy()
    image = Image.fromarray(out)
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(13)
    for _ in range(int(rng.integers(0, 5))):
        x, y = int(rng.integers(width)), int(rng.integers(height))
        w, h = int(rng.integers(150, 800)), int(rng.integers(100, 600))
        ground = tuple(int(part) for part in rng.integers(200, 256, 3)) if rng.random() < 0.6 else (40, 42, 48)
        pen.rectangle((x, y, x + w, y + h), fill=ground, outline=(90, 90, 90))
        pen.rectangle((x, y, x + w, y + 24), fill=tuple(int(part) for part in rng.integers(0, 256, 3)))
        ink = (20, 20, 20) if sum(ground) > 380 else (220, 220, 220)
        for line in range(y + 34, y + h - 12, 17):
            words = " ".join(
                "".join(rng.choice(_LETTERS, int(rng.integers(2, 10)))) for _ in range(max(1, (w - 40) // 60))
            )
            pen.text((x + 10, line), words, font=font, fill=ink)
    for _ in range(int(rng.integers(0, 12))):
        x, y = int(rng.integers(width)), int(rng.integers(height))
        pen.ellipse((x, y, x + 40, y + 40), fill=tuple(int(part) for part in rng.integers(0, 256, 3)))
    pen.rectangle((0, height - 40, width, height), fill=(30, 32, 40))
    for place in range(8):
        pen.rectangle(
            (10 + 48 * place, height - 34, 38 + 48 * place, height - 6),
            fill=tuple(int(part) for part in rng.integers(0, 256, 3)),
        )
    out = np.array(image)
    left = int(rng.integers(width - window.shape[1] + 1))
    top = int(rng.integers(height - window.shape[0] + 1))
    out[top : top + window.shape[0], left : left + window.shape[1]] = window
    return out, left, top


def _point(rng: np.random.Generator, pixels: Pixels, x: float, y: float) -> None:
    """Draw a mouse pointer whose tip is at (x, y)."""
    size = float(rng.choice([12, 16, 16, 20, 24]))
    shape = np.array([(0, 0), (0, 0.95), (0.22, 0.75), (0.36, 1.05), (0.5, 1), (0.36, 0.7), (0.66, 0.7)])
    light, dark = ((255, 255, 255), (0, 0, 0)) if rng.random() < 0.6 else ((0, 0, 0), (255, 255, 255))
    left, top = max(int(x) - 2, 0), max(int(y) - 2, 0)
    part = pixels[top : top + int(size) + 8, left : left + int(size) + 8]
    zoom = 4
    image = Image.fromarray(part).resize((part.shape[1] * zoom, part.shape[0] * zoom), Image.Resampling.NEAREST)
    points = [tuple(point) for point in (shape * size + (x - left, y - top)) * zoom]
    pen = ImageDraw.Draw(image)
    pen.polygon(points, fill=light)
    pen.line([*points, points[0]], fill=dark, width=zoom)
    part[:] = np.asarray(image.reduce(zoom))
