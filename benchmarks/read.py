"""How well boards are read from pictures of skins and fonts that the reader was never taught.

    python benchmarks/read.py                       # 2,000 pictures
    python benchmarks/read.py --pictures 200 --show FOLDER    # also saves the pictures that were read wrong
    python benchmarks/read.py --photos --pictures 200         # photos of screens instead of screenshots
    python benchmarks/read.py --screens --pictures 100        # screens of 1920x1080 with expert boards alone
    python benchmarks/read.py --keep FILE           # keeps the results, and goes on there after a break
    python benchmarks/read.py --pictures 100 --rival PYTHON   # also asks ms_toollib, which that Python has installed

A board is right when every cell is. A board is wrong without a doubt when some cell is wrong and the reading marks
nothing: no doubtful cell and no note. A board that is refused counts as not right, with a doubt. The lines below the
shares count the pictures with one difficulty each.

ms_toollib may end its process instead of answering, so it runs in one of its own for each picture.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

sys.path.insert(0, str(Path(__file__).parent.parent / "training"))

from photos import take_photo
from scenes import Scene, paint_scene, random_views
from skins import FAMILIES, HELD_FAMILIES, Skin, fonts

import sapper
from sapper.vision.read import Reading, read_pixels

SIZES = ((9, 9, 10), (16, 16, 40), (16, 30, 99), (8, 8, 10), (12, 20, 40), (24, 30, 160))
KINDS = ("window", "cells", "desktop", "photo")
VIEWS = {"hidden": -1, "flag": -2, "question": -3, "mine": -4, "blast": -4, "crossed": -2}
# Reads a picture with ms_toollib: the file of the picture is the argument, the rows are printed as JSON.
RIVAL = """
import json, sys
import numpy, PIL.Image, ms_toollib
pixels = numpy.asarray(PIL.Image.open(sys.argv[1]).convert("RGBA"))
print(json.dumps(ms_toollib.obr_board(pixels.ravel().tolist(), *pixels.shape[:2])))
"""


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
    traits: tuple[str, ...]  # what is difficult about the picture
    rival: str  # of ms_toollib: "right", "wrong", "none" for no answer, or "" where it was not asked


def draw(number: int, taught: bool) -> tuple[Scene, str, str]:
    """Return a scene, its kind and the family of its skin."""
    scene, kind, family, _ = draw_with_traits(number, taught)
    return scene, kind, family


def draw_with_traits(number: int, taught: bool, *, screens: bool = False) -> tuple[Scene, str, str, tuple[str, ...]]:
    """Return a scene, its kind, the family of its skin, and what is difficult about it."""
    rng = np.random.default_rng([number, 77])
    families = FAMILIES if taught else HELD_FAMILIES
    files = [*fonts(held=not taught), None]
    skin = Skin.choose(rng, families, files)
    rows, cols, mines = SIZES[int(rng.integers(len(SIZES)))]
    kind = str(rng.choice(KINDS[:3], p=[0.45, 0.2, 0.35]))
    if screens:
        (rows, cols, mines), kind = SIZES[2], "desktop"
    scale = float(rng.choice([1, 1, 1, 1.25, 1.5, 1.75]))
    most = 1000 / max(rows, cols / 1.8)
    pitch = int(np.exp(rng.uniform(np.log(10), np.log(min(60, most / scale)))))
    looks = random_views(rng, rows, cols, mines)
    quality = int(rng.integers(70, 96)) if rng.random() < 0.25 else 0
    pointer, highlight = int(rng.random() < 0.3), bool(rng.random() < 0.2)
    scene = paint_scene(
        rng,
        skin,
        looks,
        pitch,
        mines=mines,
        screen=(1920, 1080) if kind == "desktop" else None,
        scale=scale,
        quality=quality,
        pointer=pointer,
        highlight=highlight,
        counter="text" if number % 5 == 4 else None,
        crop=kind == "cells",
    )
    closed = np.isin(looks, ("hidden", "flag", "question"))
    traits = {
        "cells below 16 pixels": scene.pitch < 16,
        "scaled by 125, 150 or 175 %": scale != 1,
        "JPEG": quality > 0,
        "a pointer over a cell": pointer > 0,
        "a highlighted cell": highlight,
        "wholly covered": bool((looks == "hidden").all()),
        "nearly all open": bool(closed.mean() < 0.25),
        "dark": sum(skin.opened[0]) < 300,
    }
    return scene, kind, skin.family, tuple(name for name, has in traits.items() if has)


def draw_photo(number: int, taught: bool) -> tuple[Scene, str, str, tuple[str, ...]]:
    """Return a photo of a screen as a scene; where the board lies in it is not told."""
    rng = np.random.default_rng([number, 78])
    skin = Skin.choose(rng, FAMILIES if taught else HELD_FAMILIES, [*fonts(held=not taught), None])
    rows, cols, mines = SIZES[int(rng.integers(3))]
    desktop = rng.random() < 0.5
    scene = paint_scene(
        rng,
        skin,
        random_views(rng, rows, cols, mines),
        min(int(rng.integers(16, 40)), 1000 // rows),
        mines=mines,
        screen=(1920, 1080) if desktop else None,
        pointer=int(rng.random() < 0.2),
    )
    photo = take_photo(rng, scene, (1600, 1200))
    return replace(scene, pixels=photo.pixels, left=np.nan), "photo", skin.family, ()


def find_truth(scene: Scene) -> NDArray[np.int64]:
    """Return the values of the cells of a board that shows what a scene shows."""
    return np.array([[VIEWS.get(str(look), str(look)) for look in row] for row in scene.looks]).astype(int)


def compare(scene: Scene, reading: Reading) -> int:
    """Return the number of cells that are read wrong, all of them where the size is wrong."""
    truth = find_truth(scene)
    read = reading.board.cells
    if read.shape != truth.shape or abs(reading.grid.left - scene.left) > scene.pitch / 2:
        return truth.size
    return int((read != truth).sum())


def measure(number: int, *, taught: bool, photos: bool, screens: bool, rival: str, show: Path | None) -> Result:
    """Read one picture."""
    drawn = draw_photo(number, taught) if photos else draw_with_traits(number, taught, screens=screens)
    scene, kind, family, traits = drawn
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
            counter += " text" if number % 5 == 4 and not photos else ""
    seconds = time.process_time() - start
    if show is not None and outcome != "right":
        Image.fromarray(scene.pixels).save(show / f"{number}-{outcome}-{family}-{wrong}.png")
    answer = ask_rival(rival, scene) if rival else ""
    return Result(number, kind, family, outcome, wrong, counter, seconds, traits, answer)


def ask_rival(python: str, scene: Scene) -> str:
    """Return what came of a picture that ms_toollib reads in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "shot.png"
        Image.fromarray(scene.pixels).save(file)
        try:
            command = [python, "-c", RIVAL, str(file)]
            done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60, cwd=folder)
            rows = np.array(json.loads(done.stdout))
        except (subprocess.TimeoutExpired, ValueError):
            return "none"
    truth = find_truth(scene)
    # Its codes: 10 is hidden and 11 a flag; it reads flags and mines as hidden.
    known = np.where(rows < 9, rows, -1)
    return "right" if rows.shape == truth.shape and np.array_equal(known, np.maximum(truth, -1)) else "wrong"


def main() -> None:
    """Run the command line."""
    cv2.setNumThreads(1)  # times are those of one core
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="number of the first picture")
    parser.add_argument("--taught", action="store_true", help="use the families and fonts that were taught")
    parser.add_argument("--show", type=Path, help="folder for the pictures that were not read right")
    parser.add_argument("--photos", action="store_true", help="photos of screens, tilted, blurred and with glare")
    parser.add_argument("--screens", action="store_true", help="screens of 1920x1080 with expert boards alone")
    parser.add_argument("--rival", default="", metavar="PYTHON", help="interpreter that has ms_toollib and Pillow")
    parser.add_argument("--keep", type=Path, help="file of results, one a line; those in it are not read again")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    if options.show is not None:
        options.show.mkdir(parents=True, exist_ok=True)
    kind = "photo" if options.photos else "screen" if options.screens else "picture"
    done = load(options.keep, kind, taught=options.taught)
    wanted = range(options.first, options.first + options.pictures)
    numbers = [number for number in wanted if number not in done]
    choices = {name: getattr(options, name) for name in ("taught", "photos", "screens", "rival", "show")}
    work = partial(measure, **choices)
    with ProcessPoolExecutor(options.processes) if options.processes > 1 else nullcontext() as pool:
        made = map(work, numbers) if pool is None else pool.map(work, numbers, chunksize=4)
        for count, result in enumerate(made, 1):
            done[result.number] = result
            if options.keep is not None:
                with options.keep.open("a") as file:
                    file.write(json.dumps(asdict(result)) + "\n")
            if count % 100 == 0:
                print(f"{count} of {len(numbers)} read", file=sys.stderr, flush=True)
    results = [done[number] for number in wanted]
    report(results, taught=options.taught)


def load(path: Path | None, kind: str, *, taught: bool) -> dict[int, Result]:
    """Return the results that a file has, by the number of the picture; other choices than these end the program."""
    if path is None:
        return {}
    first = json.dumps({"kind": kind, "taught": taught})
    if not path.exists():
        path.write_text(first + "\n")
    head, *lines = path.read_text().splitlines()
    if head != first:
        sys.exit(f"{path} has the results of {head}, not of {first}")
    results = (Result(**(fields | {"traits": tuple(fields["traits"])})) for fields in map(json.loads, lines))
    return {result.number: result for result in results}


def report(results: list[Result], *, taught: bool) -> None:
    """Print the shares."""
    count = len(results)
    outcomes = Counter(result.outcome for result in results)
    name = "photos" if results[0].kind == "photo" else "pictures"
    print(f"{count} {name} of skins and fonts {'that were' if taught else 'never'} taught")
    print(f"every cell right           {outcomes['right'] / count:7.2%}")
    print(f"wrong, with a doubt marked {outcomes['doubted'] / count:7.2%}")
    print(f"refused                    {outcomes['refused'] / count:7.2%}")
    print(f"wrong without a doubt      {outcomes['silent'] / count:7.2%}")
    for name in ("kind", "family"):
        for value in sorted({getattr(result, name) for result in results}):
            some = [result for result in results if getattr(result, name) == value]
            right = sum(result.outcome == "right" for result in some)
            print(f"  {value:10} {right / len(some):7.2%} of {len(some)}")
    for trait in sorted({trait for result in results for trait in result.traits}):
        some = [result for result in results if trait in result.traits]
        right = sum(result.outcome == "right" for result in some)
        print(f"  {trait:28} {right / len(some):7.2%} of {len(some)}")
    counters = Counter(result.counter for result in results)
    for name, end in (("displays", ""), ("written counters", " text")):
        right, wrong, unread = (counters[f"{way}{end}"] for way in ("right", "wrong", "unread"))
        print(f"{name}: {right} right, {wrong} wrong, {unread} not read")
    answers = Counter(result.rival for result in results)
    if not answers[""]:
        print(f"ms_toollib: {answers['right']} right, {answers['wrong']} wrong, {answers['none']} without an answer")
    for kind in KINDS:
        times = sorted(result.seconds for result in results if result.kind == kind)
        if times:
            middle, most, last = (1000 * times[int(share * (len(times) - 1))] for share in (0.5, 0.9, 1))
            ends = f"{most:.0f} ms or less for 90 %, {last:.0f} ms at most"
            print(f"{kind:10} {middle:.0f} ms of processor time in the middle, {ends}")


if __name__ == "__main__":
    main()
