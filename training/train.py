"""Trains `instinct`: collects lessons, learns from them, and writes the weights into the engine.

    python training/train.py --lessons FOLDER                     # collects missing lessons, learns, prints the score
    python training/train.py --lessons FOLDER --write             # and writes engine/strategy/instinct_squares.hpp
    python training/train.py --lessons FOLDER --network hexagons  # the same for the network of hexagons

A tenth of the guesses is held out, and the printed figures are those of the held-out guesses. The weights that are
written were trained on all guesses. See README.md.
"""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path

import numpy as np
from lessons import SCHOOLS, Course, Lessons, collect
from network import CLIP, UNIT, Floats, Network, Pupils, learn, score

ENGINE = Path(__file__).parent.parent / "engine" / "strategy"
# Weights are multiples of this, which is far finer than the precision of training.
STEP = 1 / 4096


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
        path.write_text(header_of(options.network, network))
        print(f"wrote {path.name}")


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


def header_of(name: str, network: Network) -> str:
    """Return the weights as C++, in a namespace of that name."""
    names = ["FIRST", "SECOND", "LAST"]
    weights = zip(names, network.weights, strict=True)
    starts = zip(names[:2], network.starts, strict=True)
    return "\n".join(
        [
            f"// What instinct has learned: the network of {name}.",
            "// Written by training/train.py; not to be changed by hand.",
            "#pragma once",
            "",
            "#include <cstdint>",
            "",
            f"namespace sapper::instinct::{name} {{",
            "",
            "// clang-format off",
            f"inline constexpr float STEP = 1.0f / {round(1 / STEP)};  // weights and starts are whole numbers of it",
            f"inline constexpr float UNIT = {UNIT}f;  // of the answer",
            f"inline constexpr float CLIP = {CLIP};  // traits count as at most so many standard deviations off",
            "",
            _plain("MEAN", network.mean),
            "// One over the standard deviation.",
            _plain("SCALE", network.scale),
            *(_whole(name, values) for name, values in weights),
            *(_whole(f"{name}_START", values) for name, values in starts),
            "// clang-format on",
            "",
            f"}}  // namespace sapper::instinct::{name}",
            "",
        ]
    )


def _whole(name: str, values: Floats) -> str:
    numbers = np.rint(values / STEP).astype(np.int64)
    if np.abs(numbers).max() > np.iinfo(np.int16).max:
        raise SystemExit(f"a weight of {name} is too large to be written")
    return _table(f"std::int16_t {name}[{numbers.size}]", [str(number) for number in numbers.flat])


def _plain(name: str, values: Floats) -> str:
    return _table(f"float {name}[{values.size}]", [f"{value:.6e}f" for value in values])


def _table(name: str, numbers: list[str]) -> str:
    lines = textwrap.fill(", ".join(numbers), 114, initial_indent="    ", subsequent_indent="    ")
    return f"inline constexpr {name} = {{\n{lines}}};\n"


if __name__ == "__main__":
    main()
