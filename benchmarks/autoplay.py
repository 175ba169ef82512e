"""Games of Debian programs that Sapper plays with the mouse, against what `simulate` predicts for such boards.

    python benchmarks/autoplay.py --games 30
    python benchmarks/autoplay.py --program sgt-mines --program gnome-mines

It needs xvfb, xdotool, xdemineur and the other programs as packages of Debian. None of them was used to make the
reader or the player. The first reveal of each opens a zero.
"""

from __future__ import annotations

import argparse

from desktop import PROGRAMS, Program, open_display, start

import sapper
from sapper.vision.autoplay import Autoplay

NAMES = ("xdemineur", "sgt-mines", "gnome-mines")


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--program", choices=NAMES, action="append", help="default: all")
    parser.add_argument("--simulated", type=int, default=2000, help="games of the prediction")
    options = parser.parse_args()
    for program in PROGRAMS:
        if program.name in (options.program or NAMES):
            measure(program, options.games, options.simulated)


def measure(program: Program, games: int, simulated: int) -> None:
    """Play and print the result of one program."""
    if program.path is None:
        print(f"{program.name}: not installed: apt-get install {program.package}")
        return
    won, played = play(program, games)
    rate = sapper.Rate(won, played)
    run = sapper.simulate(program.level, games=simulated, start=program.start, seed=1)
    print(
        f"{program.name}: won {won} of {played} games: {rate.value:.1%}, interval {rate.low:.1%} to {rate.high:.1%}; "
        f"simulate predicts {run.win_rate.value:.1%}",
        flush=True,
    )


def play(program: Program, games: int) -> tuple[int, int]:
    """Return how many games were won and played to their end."""
    won = played = 0
    with open_display(), start(program) as (screen, window):
        player = Autoplay(screen, window, mines=program.mines)
        for number in range(games):
            outcome = player.game()
            ended = f"{outcome.result} {outcome.reason}".strip()
            print(
                f"{program.name} {number + 1}: {ended}, {outcome.clicks} clicks, {outcome.guesses} guesses, "
                f"{outcome.seconds:.1f} s",
                flush=True,
            )
            if outcome.result != "stopped":
                played += 1
                won += outcome.result == "won"
            else:
                break  # what the window shows is not known
            if number + 1 < games:
                player.renew(program.new_game)
    return won, played


if __name__ == "__main__":
    main()
