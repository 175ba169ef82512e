"""Records `sapper watch` beside a game that `sapper autoplay` plays, as a GIF for the documents.

    python benchmarks/recording.py docs/pictures/watch.gif

It needs xvfb. The game is `own_game.py`, drawn by our own code: no art of another program is shown.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

from desktop import open_display
from own_game import TITLE
from PIL import Image

import sapper
from sapper.vision.autoplay import Autoplay
from sapper.vision.camera import Region
from sapper.vision.screen import Screen, Window

SIZE = "740x590"
MOST_FRAMES = 60
COLOURS = 48
FRAME, LAST = 550, 2500  # milliseconds that a frame is shown


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--level", default="9x9/10")
    parser.add_argument("--seed", type=int, default=12)
    options = parser.parse_args()
    here = Path(__file__).parent
    game = [sys.executable, str(here / "own_game.py"), "--level", options.level, "--seed", str(options.seed)]
    mines = str(sapper.Level.parse(options.level).mines)
    watch = [sys.executable, "-m", "sapper", "watch", "--window", TITLE, "--mines", mines]
    with open_display(SIZE), subprocess.Popen(game) as played, Screen() as screen:
        window = wait_for(screen, TITLE)
        with subprocess.Popen(watch, stdout=subprocess.DEVNULL) as watched:
            wait_for(screen, "Sapper watch")
            time.sleep(2)
            frames = record(screen, window, int(mines))
            watched.terminate()
        played.terminate()
    save(frames, options.out)
    print(f"{options.out}: {len(frames)} frames, {options.out.stat().st_size / 1000:.0f} kB")


def wait_for(screen: Screen, title: str) -> Window:
    """Return a window once it is there."""
    deadline = time.monotonic() + 30
    while True:
        try:
            return screen.find(title)
        except sapper.InputError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def record(screen: Screen, window: Window, mines: int) -> list[Image.Image]:
    """Play the game, and return a picture of the screen before each click and at the end."""
    frames: list[Image.Image] = []

    def take(_: str = "") -> None:
        if len(frames) < MOST_FRAMES:
            time.sleep(0.6)  # until the analysis is shown
            width, height = (int(side) for side in SIZE.split("x"))
            frames.append(Image.fromarray(screen.look(Region(0, 0, width, height))))

    outcome = Autoplay(screen, window, mines=mines, tell=take).game()
    print(outcome)
    take()
    return frames


def save(frames: list[Image.Image], path: Path) -> None:
    """Write the frames as a GIF with one palette."""
    palette = frames[len(frames) // 2].quantize(COLOURS, dither=Image.Dither.NONE)
    reduced = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    times = [FRAME] * (len(frames) - 1) + [LAST]
    reduced[0].save(path, save_all=True, append_images=reduced[1:], duration=times, loop=0, optimize=True)


if __name__ == "__main__":
    main()
