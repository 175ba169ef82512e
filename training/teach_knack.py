"""Trains `knack`: collects clicks that were played out, learns from them, and writes the weights into the engine.

    python training/teach_knack.py --lessons FOLDER            # collects lessons if there are none, learns, reports
    python training/teach_knack.py --lessons FOLDER --write    # and writes engine/strategy/knack_weights.hpp

A lesson is a position of a luck-free game by `efficient` in which the usual click and up to sixteen others were
played out in eight worlds. A tenth of the lessons is held out, and the printed figures are those of the held-out
ones. The weights that are written were trained on all lessons. See README.md.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from network import Floats, Network, Pupils, learn
from numpy.typing import NDArray
from weights import ENGINE, write_weights

from sapper import _engine
from sapper.board.level import FirstClick, Level
from sapper.game.layout import game_seeds
from sapper.play.strategy import Strategy

# Clicks are played out by the rule, because the network is to be learned.
_PLAYED = "efficient@deep,knack=0,worlds=8,radius=6,near=4"
_SEED = 500  # of the run; used for nothing else
_START = (3, 3)
_GAMES_AT_ONCE = 50
_HIDDEN = (64, 32)
_SIGNAL = 0.15  # clicks: a typical error of the network; lessons that are known better weigh no more
_STEP = 1 / 128  # coarser steps lose clicks, finer ones save none


@dataclass(frozen=True)
class ClickLessons:
    """Clicks in a row; those of one position stand together, the usual one first."""

    first: NDArray[np.int64]  # the place of the first click of every lesson, and the end
    traits: Floats  # clicks x traits
    judged: NDArray[np.float64]  # the output of the network in the engine, in clicks
    gain: NDArray[np.float64]  # clicks saved against the usual one
    error: NDArray[np.float64]  # standard error of that

    def pupils(self) -> Pupils:
        """Return them row by row, as the network learns them."""
        count = np.diff(self.first)
        places = np.arange(count.max())
        at = np.minimum(self.first[:-1, None] + places, len(self.gain) - 1)
        mask = places < count[:, None]
        error = self.error.copy()
        error[self.first[:-1]] = _SIGNAL  # of the usual one, which is compared with itself
        weight = 1 / (error**2 + _SIGNAL**2)
        gain = np.where(mask, self.gain[at], 0)
        off = np.where(mask, gain - (gain.sum(1) / count)[:, None], 0)
        return Pupils(
            self.traits,
            at,
            mask.astype(np.float32),
            off.astype(np.float32),
            (weight / weight.mean())[at].astype(np.float32),
            np.zeros(at.shape, np.float32),
            gain.astype(np.float32),
        )


def collect(games: int, threads: int) -> ClickLessons:
    """Play luck-free expert games and return their lessons."""
    level, rule = Level.parse("expert"), _engine.FirstClick[FirstClick.ZERO.name]
    settings = Strategy.parse(_PLAYED).engine_settings
    parts = []
    for begin in range(0, games, _GAMES_AT_ONCE):
        seeds = np.array(game_seeds(_SEED, min(_GAMES_AT_ONCE, games - begin), first=begin + 1), np.uint64)
        parts.append(
            _engine.play_click_lessons(level.shape.grid, level.mines, rule, _START, seeds, settings, threads)
        )
        print(f"{begin + len(seeds)} games", flush=True)
    counts = np.concatenate([np.diff(part["first"].astype(np.int64)) for part in parts])
    traits, judged, gain, error = (
        np.concatenate([part[name] for part in parts]) for name in ("traits", "judged", "gain", "error")
    )
    return ClickLessons(np.cumsum([0, *counts]), traits.reshape(len(gain), -1), judged, gain, error)


def score(network: Network, pupils: Pupils, some: NDArray[np.int64]) -> tuple[float, float, float]:
    """Return the share of variance explained, and the clicks that the choice of the network saves with its error.

    They are saved against the usual click. The variance includes the noise of playing out.
    """
    at, mask = pupils.at[some], pupils.mask[some]
    judged = network.judge(pupils.traits[at])
    off = judged - (judged * mask).sum(1, keepdims=True) / mask.sum(1, keepdims=True)
    weight = pupils.weight[some] * mask
    left = (weight * (pupils.off[some] - off) ** 2).sum() / (weight * pupils.off[some] ** 2).sum()
    chosen = np.where(mask > 0, judged, -np.inf).argmax(1)
    gain = pupils.worth[some][np.arange(len(some)), chosen]
    return 1 - float(left), float(gain.mean()), float(gain.std() / np.sqrt(len(gain)))


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Teach knack.")
    parser.add_argument("--lessons", type=Path, required=True, help="folder where lessons are kept")
    parser.add_argument("--games", type=int, default=8_000, help="games to learn from (default %(default)s)")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--write", action="store_true", help="write the weights into the engine")
    options = parser.parse_args()
    options.lessons.mkdir(parents=True, exist_ok=True)
    path = options.lessons / f"clicks-{options.games}.npz"
    if not path.exists():
        np.savez(path, **vars(collect(options.games, options.threads)))
    with np.load(path) as arrays:
        pupils = ClickLessons(**arrays).pupils()
    order = np.random.default_rng(1).permutation(len(pupils.at))
    apart, taught = np.split(order, [len(order) // 10])
    for epoch, network in enumerate(learn(pupils, taught, hidden=_HIDDEN, epochs=options.epochs), 1):
        explained, gain, error = score(network, pupils, apart)
        print(f"epoch {epoch}: explains {explained:.2%}, saves {gain:+.4f} ± {1.96 * error:.4f} clicks a click")
    if options.write:
        *_, network = learn(pupils, order, hidden=_HIDDEN, epochs=options.epochs)
        about = "What knack has learned: how many clicks a click saves."
        by = "training/teach_knack.py"
        write_weights(ENGINE / "knack_weights.hpp", network, namespace="knack", about=about, by=by, step=_STEP)


if __name__ == "__main__":
    main()
