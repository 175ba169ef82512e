"""Games of a Debian program that Sapper plays with the mouse, against what `simulate` predicts for such boards.

    python benchmarks/autoplay.py --games 30

It needs the Debian packages xvfb and xdemineur. The program opens a zero at the start of each game.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import time

import sapper
from sapper.vision.autoplay import Autoplay
from sapper.vision.screen import Screen

GAME = shutil.which("xdemineur") or "/usr/games/xdemineur"


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--rows", type=int, default=16)
    parser.add_argument("--cols", type=int, default=16)
    parser.add_argument("--mines", type=int, default=40)
    parser.add_argument("--simulated", type=int, default=2000, help="games of the prediction")
    options = parser.parse_args()
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x900x24"], pass_fds=[write])
    os.close(write)
    with os.fdopen(read) as numbers:
        os.environ["DISPLAY"] = f":{numbers.readline().strip()}"
    game = subprocess.Popen([GAME, "-geometry", f"{options.cols}x{options.rows}", "-m", str(options.mines)])
    try:
        won, played = play(options.games, options.mines)
    finally:
        game.terminate()
        server.terminate()
    rate = sapper.Rate(won, played)
    print(f"won {won} of {played} games: {rate.value:.1%}, interval {rate.low:.1%} to {rate.high:.1%}")
    level = f"{options.rows}x{options.cols}/{options.mines}"
    run = sapper.simulate(level, games=options.simulated, strategy="best", first_click="zero", seed=1)
    print(f"simulate predicts {run.win_rate.value:.1%}")


def play(games: int, mines: int) -> tuple[int, int]:
    """Return how many games were won and played to their end."""
    won = played = 0
    with Screen() as screen:
        time.sleep(2)
        player = Autoplay(screen, screen.find("mineur"), mines=mines)
        for number in range(games):
            outcome = player.game()
            ended = f"{outcome.result} {outcome.reason}".strip()
            print(f"game {number + 1}: {ended}, {outcome.clicks} clicks, {outcome.seconds:.1f} s", flush=True)
            if outcome.result != "stopped":
                played += 1
                won += outcome.result == "won"
            player.renew(None)
    return won, played


if __name__ == "__main__":
    main()
