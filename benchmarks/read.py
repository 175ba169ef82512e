"""How well boards are read from pictures of skins and fonts that the reader was never taught.

    python benchmarks/read.py                       # 2,000 pictures
    python benchmarks/read.py --pictures 200 --show FOLDER    # also saves the pictures that were read wrong

A board is right when every cell is. A board is wrong without a doubt when some cell is wrong and the reading marks
nothing: no doubtful cell and no note. A board that is refused counts as not right, with a doubt.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image

sys.path.insert(0, str(Path(__file__).parent.parent / "training"))

from scenes import Scene, paint_scene, random_views
from skins import FAMILIES, HELD_FAMILIES, Skin, fonts

import sapper
from sapper.vision.read import Reading, read_pixels

SIZES = ((9, 9, 10), (16, 16, 40), (16, 30, 99), (8, 8, 10), (12, 20, 40), (24, 30, 160))
KINDS = ("window", "cells", "desktop")


@dataclass(frozen=True)
class Result:
    """What came of one picture."""

    number: int
    kind: str
    family: str
    outcome: str  # "right", "doubted", "refused" or "silent"
    wrong: int  # cells
    counter: str  # "right", "wrong", "unread" or "none"
    seconds: float  # of processor time
    pixels: int


def draw(number: int, taught: bool) -> tuple[Scene, str, str]:
    """Return a scene, its kind and the family of its skin."""
    rng = np.random.default_rng([number, 77])
    families = FAMILIES if taught else HELD_FAMILIES
    files = [*fonts(held=not taught), None]
    skin = Skin.choose(rng, families, files)
    rows, cols, mines = SIZES[int(rng.integers(len(SIZES)))]
    kind = str(rng.choice(KINDS, p=[0.45, 0.2, 0.35]))
    scale = float(rng.choice([1, 1, 1, 1.25, 1.5, 1.75]))
    most = 1000 / max(rows, cols / 1.8)
    pitch = int(np.exp(rng.uniform(np.log(10), np.log(min(60, most / scale)))))
    scene = paint_scene(
        rng,
        skin,
        random_views(rng, rows, cols, mines),
        pitch,
        mines=mines,
        screen=(1920, 1080) if kind == "desktop" else None,
        scale=scale,
        quality=int(rng.integers(70, 96)) if rng.random() < 0.25 else 0,
        pointer=bool(rng.random() < 0.3),
        highlight=bool(rng.random() < 0.2),
        crop=kind == "cells",
    )
    return scene, kind, skin.family


def compare(scene: Scene, reading: Reading) -> int:
    """Return the number of cells that are read wrong, all of them where the size is wrong."""
    views = {"hidden": -1, "flag": -2, "question": -3, "mine": -4, "blast": -4, "crossed": -2}
    truth = np.array([[views.get(str(look), str(look)) for look in row] for row in scene.looks]).astype(int)
    read = reading.board.cells
    if read.shape != truth.shape or abs(reading.grid.left - scene.left) > scene.pitch / 2:
        return truth.size
    return int((read != truth).sum())


def measure(number: int, taught: bool, show: Path | None) -> Result:
    """Read one picture."""
    scene, kind, family = draw(number, taught)
    start = time.process_time()
    counter = "none"
    try:
        readings = read_pixels(scene.pixels)
    except sapper.InputError:
        outcome, wrong = "refused", scene.looks.size
    else:
        wrong, reading = min(((compare(scene, one), one) for one in readings), key=lambda pair: pair[0])
        outcome = "right" if not wrong else "silent" if reading.sure else "doubted"
        if scene.counter:
            right = reading.board.mines == scene.mines
            counter = "right" if right else "unread" if reading.board.mines is None else "wrong"
    seconds = time.process_time() - start
    if show is not None and outcome != "right":
        Image.fromarray(scene.pixels).save(show / f"{number}-{outcome}-{family}-{wrong}.png")
    return Result(
        number, kind, family, outcome, wrong, counter, seconds, scene.pixels.shape[0] * scene.pixels.shape[1]
    )


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="number of the first picture")
    parser.add_argument("--taught", action="store_true", help="use the families and fonts that were taught")
    parser.add_argument("--show", type=Path, help="folder for the pictures that were not read right")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    if options.show is not None:
        options.show.mkdir(parents=True, exist_ok=True)
    numbers = range(options.first, options.first + options.pictures)
    work = partial(measure, taught=options.taught, show=options.show)
    if options.processes > 1:
        with ProcessPoolExecutor(options.processes) as pool:
            results = list(pool.map(work, numbers, chunksize=4))
    else:
        results = [work(number) for number in numbers]
    report(results, taught=options.taught)


def report(results: list[Result], *, taught: bool) -> None:
    """Print the shares."""
    count = len(results)
    outcomes = Counter(result.outcome for result in results)
    print(f"{count} pictures of skins and fonts {'that were' if taught else 'never'} taught")
    print(f"every cell right           {outcomes['right'] / count:7.2%}")
    print(f"wrong, with a doubt marked {outcomes['doubted'] / count:7.2%}")
    print(f"refused                    {outcomes['refused'] / count:7.2%}")
    print(f"wrong without a doubt      {outcomes['silent'] / count:7.2%}")
    for name in ("kind", "family"):
        for value in sorted({getattr(result, name) for result in results}):
            some = [result for result in results if getattr(result, name) == value]
            right = sum(result.outcome == "right" for result in some)
            print(f"  {value:10} {right / len(some):7.2%} of {len(some)}")
    counters = Counter(result.counter for result in results)
    print(f"counters: {counters['right']} right, {counters['wrong']} wrong, {counters['unread']} not read")
    for kind in KINDS:
        times = sorted(result.seconds for result in results if result.kind == kind)
        if times:
            middle, last = 1000 * times[len(times) // 2], 1000 * times[-1]
            print(f"{kind:10} {middle:.0f} ms of processor time in the middle, {last:.0f} ms at most")


if __name__ == "__main__":
    main()
