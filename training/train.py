"""Trains `instinct`: collects lessons, learns from them, and writes the weights into the engine.

    python training/train.py --lessons FOLDER                     # collects missing lessons, learns, prints the score
    python training/train.py --lessons FOLDER --write             # and writes engine/strategy/instinct_squares.hpp
    python training/train.py --lessons FOLDER --network hexagons  # the same for the network of hexagons

A tenth of the guesses is held out, and the printed figures are those of the held-out guesses. The weights that are
written were trained on all guesses. See README.md.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from lessons import SCHOOLS, Course, Lessons, collect
from network import Pupils, learn, score
from weights import ENGINE, write_weights


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Teach instinct.")
    parser.add_argument("--network", choices=SCHOOLS, default="squares", help="which one (default %(default)s)")
    parser.add_argument("--lessons", type=Path, required=True, help="folder where lessons are kept")
    parser.add_argument("--share", type=float, default=1, help="of every course; 0.01 for a trial")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=24)
    parser.add_argument("--write", action="store_true", help="write the weights into the engine")
    options = parser.parse_args()
    options.lessons.mkdir(parents=True, exist_ok=True)
    school = SCHOOLS[options.network]
    parts = [attend(course, options.lessons, options.share, options.threads) for course in school.courses]
    pupils = Pupils.of(Lessons.join(parts))
    guesses = np.random.default_rng(1).permutation(len(pupils.at))
    apart, taught = np.split(guesses, [len(guesses) // 10])
    for epoch, network in enumerate(learn(pupils, taught, hidden=school.hidden, epochs=options.epochs), 1):
        if epoch % 4 == 0 or epoch == options.epochs:
            explained, gain, error = score(network, pupils, apart)
            print(f"epoch {epoch}: explains {explained:.2%}, gains {gain:+.3f} ± {1.96 * error:.3f} points a guess")
    if options.write:
        *_, network = learn(pupils, guesses, hidden=school.hidden, epochs=options.epochs)
        path = ENGINE / f"instinct_{options.network}.hpp"
        about = f"What instinct has learned: the network of {options.network}."
        write_weights(path, network, namespace=f"instinct::{options.network}", about=about, by="training/train.py")


def attend(course: Course, folder: Path, share: float, threads: int) -> Lessons:
    """Return the lessons of a course, from its file if there is one."""
    games = max(1, round(course.games * share))
    name = course.level.replace(":", "-").replace("/", "-")
    path = folder / f"{name}-{course.first_click}-{course.seed}-{games}.npz"
    if not path.exists():
        collect(
            course, games, threads, lambda played, found: print(f"{path.stem}: {played} games, {found} guesses")
        ).save(path)
    return Lessons.load(path)


if __name__ == "__main__":
    main()
