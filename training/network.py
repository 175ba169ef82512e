"""The network behind `instinct` and how it learns: two hidden layers, plain numpy.

It predicts how the candidates of one guess differ, so only differences within a guess count as errors. A candidate
whose playouts are less certain has less weight. Training uses Adam with decoupled weight decay; the learning rate
follows half a cosine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from lessons import Lessons
from numpy.typing import NDArray

__all__ = ["CLIP", "UNIT", "Network", "Pupils", "learn", "score"]

Floats = NDArray[np.float32]

CLIP = 4  # traits are clipped to this many standard deviations from their mean
# Typical relative difference between worth and lookahead, which the network predicts, without the noise of playouts.
_SIGNAL = 0.03
_CANDIDATES = 8  # of a guess at most
UNIT = 0.1  # unit of the output, so that weights have the usual size
_BATCH = 256  # guesses a step
_RATE = 3e-3
_DECAY = 0.3


@dataclass
class Network:
    """Weights. The output is the share by which a candidate is worth more than its lookahead."""

    mean: Floats  # of every trait
    scale: Floats  # one over its standard deviation
    weights: list[Floats]
    starts: list[Floats]  # biases of the hidden layers; the output needs none, because only differences count

    def judge(self, traits: Floats) -> Floats:
        """Return the output for any number of candidates."""
        values = self.plain(traits)
        for weights, start in zip(self.weights[:-1], self.starts, strict=True):
            values = np.maximum(values @ weights + start, 0)
        return np.asarray((values @ self.weights[-1])[..., 0] * UNIT, np.float32)

    def plain(self, traits: Floats) -> Floats:
        """Return the traits standardised and clipped."""
        return np.asarray(np.clip((traits - self.mean) * self.scale, -CLIP, CLIP), np.float32)


@dataclass(frozen=True)
class Pupils:
    """Lessons as input of the network: one row per guess, padded to the same number of candidates."""

    traits: Floats  # candidates x traits
    at: NDArray[np.int64]  # guesses x 8: candidate
    mask: Floats  # 1 where there is a candidate
    off: Floats  # worth / ahead against the mean of the guess, as a share
    weight: Floats  # of that
    ahead: Floats
    worth: Floats

    @classmethod
    def of(cls, lessons: Lessons) -> Pupils:
        """Return lessons row by row."""
        count = np.bincount(lessons.guess)
        first = np.cumsum(count) - count
        at = np.minimum(first[:, None] + np.arange(_CANDIDATES), lessons.guess.size - 1)
        mask = np.arange(_CANDIDATES) < count[:, None]
        ratio = lessons.worth / lessons.ahead
        middle = (np.bincount(lessons.guess, ratio) / count)[lessons.guess]
        noise = np.maximum(lessons.error / middle, 0.01) ** 2
        weight = 1 / (noise + _SIGNAL**2)
        return cls(
            lessons.traits,
            at,
            mask.astype(np.float32),
            np.where(mask, (ratio / middle - 1)[at], 0).astype(np.float32),
            (weight / weight.mean())[at].astype(np.float32),
            np.where(mask, lessons.ahead[at], 0).astype(np.float32),
            lessons.worth[at].astype(np.float32),
        )


def learn(
    pupils: Pupils, guesses: NDArray[np.int64], *, hidden: tuple[int, int], epochs: int, seed: int = 0
) -> Iterator[Network]:
    """Yield the network after every pass over the given guesses, of which at least a few hundred are needed.

    `hidden` has the sizes of the two hidden layers.
    """
    if len(guesses) < _BATCH:
        raise SystemExit(f"{len(guesses)} guesses are too few to learn from")
    random = np.random.default_rng(seed)
    seen = pupils.traits[pupils.at[guesses][pupils.mask[guesses] > 0]]
    network = _newborn(seen, hidden, random)
    parameters = [*network.weights, *network.starts]
    steps = _Adam(parameters, total=epochs * (len(guesses) // _BATCH))
    for _ in range(epochs):
        order = random.permutation(guesses)
        for begin in range(0, len(order) - _BATCH + 1, _BATCH):
            steps.take(_slopes(network, pupils, order[begin : begin + _BATCH]))
        yield network


def score(network: Network, pupils: Pupils, guesses: NDArray[np.int64]) -> tuple[float, float, float]:
    """Return the share of variance explained, and the gain of choosing by the network with its standard error.

    The gain is in points a guess, against lookahead alone. The variance includes the noise of playing out.
    """
    at, mask = pupils.at[guesses], pupils.mask[guesses]
    judged = network.judge(pupils.traits[at])
    off = judged - (judged * mask).sum(1, keepdims=True) / mask.sum(1, keepdims=True)
    weight = pupils.weight[guesses] * mask
    left = (weight * (pupils.off[guesses] - off) ** 2).sum() / (weight * pupils.off[guesses] ** 2).sum()
    ahead, worth, rows = pupils.ahead[guesses], pupils.worth[guesses], np.arange(len(guesses))
    gain = 100 * (worth[rows, (ahead * (1 + judged)).argmax(1)] - worth[rows, ahead.argmax(1)])
    return 1 - float(left), float(gain.mean()), float(gain.std() / np.sqrt(len(gain)))


def _newborn(traits: Floats, hidden: tuple[int, int], random: np.random.Generator) -> Network:
    sizes = [traits.shape[1], *hidden, 1]
    gains = [*(np.sqrt(2 / size) for size in sizes[:-2]), 0.01]
    weights = [
        (random.standard_normal((into, out)) * gain).astype(np.float32)
        for into, out, gain in zip(sizes[:-1], sizes[1:], gains, strict=True)
    ]
    starts = [np.zeros(size, np.float32) for size in hidden]
    return Network(traits.mean(0), 1 / np.maximum(traits.std(0), 1e-6), weights, starts)


def _slopes(network: Network, pupils: Pupils, guesses: NDArray[np.int64]) -> list[Floats]:
    """Return the gradient of the mean squared error of some guesses, weights first, then biases."""
    mask = pupils.mask[guesses]
    layers = [network.plain(pupils.traits[pupils.at[guesses]]).reshape(-1, network.mean.size)]
    for weights, start in zip(network.weights[:-1], network.starts, strict=True):
        layers.append(np.maximum(layers[-1] @ weights + start, 0))
    answer = (layers[-1] @ network.weights[-1]).reshape(mask.shape)
    count = mask.sum(1, keepdims=True)
    wrong = answer - (answer * mask).sum(1, keepdims=True) / count - pupils.off[guesses] / UNIT
    slope = 2 * wrong * pupils.weight[guesses] * mask / mask.sum()
    slope -= mask * slope.sum(1, keepdims=True) / count
    back = slope.reshape(-1, 1)
    weight_slopes = [layers[-1].T @ back]
    start_slopes: list[Floats] = []
    for k in range(len(network.weights) - 2, -1, -1):
        back = (back @ network.weights[k + 1].T) * (layers[k + 1] > 0)
        weight_slopes.insert(0, layers[k].T @ back)
        start_slopes.insert(0, back.sum(0))
    return [*weight_slopes, *start_slopes]


class _Adam:
    """The Adam optimiser; changes the parameters in place."""

    def __init__(self, parameters: list[Floats], total: int) -> None:
        self.total, self.done = total, 0
        self.moments = [(one, np.zeros_like(one), np.zeros_like(one)) for one in parameters]

    def take(self, slopes: list[Floats]) -> None:
        rate = np.float32(_RATE * (1 + np.cos(np.pi * self.done / self.total)) / 2)
        self.done += 1
        for (parameter, first, second), slope in zip(self.moments, slopes, strict=True):
            np.add(first, 0.1 * (slope - first), out=first)
            np.add(second, 0.001 * (slope**2 - second), out=second)
            step = (first / (1 - 0.9**self.done)) / (np.sqrt(second / (1 - 0.999**self.done)) + 1e-8)
            np.subtract(parameter, rate * (step + _DECAY * parameter), out=parameter, casting="same_kind")
