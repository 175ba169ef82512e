"""Teach a small network to play 6x6 boards with 4 mines, and compare it with optimal play.

The network sees a board and predicts the mine probability of every hidden cell. It plays by revealing the cell with
the lowest prediction, and learns from the boards that it reaches, on which the teacher of the environment tells the
exact probabilities. The reward is never-dying, so that the network also meets the late boards that it would not yet
reach alive. In the test there is no teacher: the network plays whole games alone, and a mine ends them.

The first reveal is in the corner, under the first-click rule "safe", as optimal play wants it. Needs the extra `rl`.
"""

import argparse
import itertools
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sapper
from sapper.rl import MinesweeperVectorEnv

LEVEL = sapper.Level(6, 6, 4)
CORNER = 0  # the action that reveals it
CELLS = LEVEL.rows * LEVEL.cols
GOAL = 0.9

Floats = NDArray[np.float32]
Planes = NDArray[Any]  # 0 or 1; (games, planes, rows, cols)


class Network:
    """A board of planes in, the log-odds of a mine in every cell out: two hidden layers, trained by Adam."""

    def __init__(self, inputs: int, hidden: int, rng: np.random.Generator) -> None:
        """Draw the first weights."""
        sizes = [inputs, hidden, hidden, CELLS]
        self.weights: list[Floats] = []
        for fan, out in itertools.pairwise(sizes):
            self.weights.append((rng.standard_normal((fan, out)) * np.sqrt(2 / fan)).astype(np.float32))
            self.weights.append(np.zeros(out, np.float32))
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]
        self.steps = 0

    def layers(self, boards: Floats) -> list[Floats]:
        """Return the input, the hidden layers and the output."""
        out = [boards]
        for k in range(0, len(self.weights), 2):
            values = out[-1] @ self.weights[k] + self.weights[k + 1]
            out.append(values if k == len(self.weights) - 2 else np.maximum(values, 0))
        return out

    def learn(self, boards: Floats, probability: Floats, hidden: Floats, rate: float) -> float:
        """Move the predictions for hidden cells towards exact probabilities; return the mean error before."""
        layers = self.layers(boards)
        predicted = (1 / (1 + np.exp(-layers[-1]))).astype(np.float32)
        wrong = (predicted - probability) * hidden
        slope: Floats = (wrong / len(boards)).astype(np.float32)  # of the cross entropy, by the log-odds
        self.steps += 1
        for k in range(len(self.weights) - 2, -1, -2):
            below = layers[k // 2]
            self._adam(k + 1, slope.sum(axis=0), rate)
            gradient = below.T @ slope
            slope = np.where(below > 0, slope @ self.weights[k].T, np.float32(0))
            self._adam(k, gradient, rate)
        return float(np.abs(wrong).sum() / hidden.sum())

    def _adam(self, k: int, gradient: Floats, rate: float) -> None:
        self.means[k] += 0.1 * (gradient - self.means[k])
        self.squares[k] += 0.001 * (gradient * gradient - self.squares[k])
        scale = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        self.weights[k] -= scale * self.means[k] / (np.sqrt(self.squares[k]) + 1e-8)


def choose(network: Network, planes: Planes, mask: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the hidden cell with the lowest predicted risk on every board, and the corner on an untouched one."""
    odds = network.layers(planes.reshape(len(planes), -1).astype(np.float32))[-1]
    actions = np.where(mask, odds, np.inf).argmin(axis=1)
    return np.where(mask.all(axis=1), CORNER, actions)


def turned(arrays: list[NDArray[Any]], rng: np.random.Generator) -> list[NDArray[Any]]:
    """Return arrays of square boards, all mirrored or turned alike: what is true of a board is true of its image."""
    turns, mirrored = int(rng.integers(4)), bool(rng.integers(2))
    return [np.rot90(one[..., ::-1] if mirrored else one, turns, (-2, -1)) for one in arrays]


def train(steps: int, seed: int) -> Network:
    """Return a network that has learned from so many steps of 1024 games."""
    rng = np.random.default_rng(seed)
    envs = MinesweeperVectorEnv(
        1024,
        LEVEL,
        first_click="safe",
        reward="log_safety",
        observation="planes",
        teacher="mine_probability",
        autoreset_mode="SameStep",
        copy=False,
    )
    planes, infos = envs.reset(seed=seed)
    network = Network(planes[0].size, 384, rng)
    begin = time.monotonic()
    error = 0.0
    for step in range(steps):
        actions = choose(network, planes, infos["action_mask"])
        astray = rng.random(len(actions)) < 0.05  # so that it learns about boards that it would not reach, too
        noise = np.where(infos["action_mask"], rng.random(infos["action_mask"].shape), -1).argmax(axis=1)
        planes, _, _, _, infos = envs.step(np.where(astray, noise, actions))
        rate = 0.002 * (1 - step / steps) + 1e-5
        images = turned([planes, infos["mine_probability"], planes[:, 9]], rng)  # plane 9: the hidden cells
        boards, probability, hidden = (image.reshape(len(image), -1).astype(np.float32) for image in images)
        off = network.learn(boards, probability, hidden, rate)
        error += 0.01 * (off - error) if step else off
        if (step + 1) % max(steps // 8, 1) == 0:
            seconds = time.monotonic() - begin
            print(
                f"  {step + 1:6} steps, {seconds:4.0f} s: predictions are off by {error:.4f} on average", flush=True
            )
    return network


def test(network: Network, games: int, seed: int) -> float:
    """Return the share of games 1 to `games` of a run that the network wins alone."""
    envs = MinesweeperVectorEnv(games, LEVEL, first_click="safe", observation="planes", autoreset_mode="NextStep")
    planes, infos = envs.reset(seed=seed)
    won, over = np.zeros(games, bool), np.zeros(games, bool)
    while not over.all():
        planes, _, ended, _, infos = envs.step(choose(network, planes, infos["action_mask"]))
        won |= infos["won"] & ~over
        over |= ended
    return float(won.mean())


def main() -> None:
    """Train, test and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=4000, help="steps of 1024 games to learn from (default 4000)")
    parser.add_argument("--games", type=int, default=20_000, help="games of the test (default 20000)")
    parser.add_argument(
        "--seed", type=int, default=1, help="of the network and of the games to learn from (default 1)"
    )
    options = parser.parse_args()
    start = (0, 0)
    best = sapper.optimum(LEVEL, first_click="safe", start=start)
    print(f"{LEVEL}, first click safe, in the corner: optimal play wins {best.wins} of {best.total} layouts")
    network = train(options.steps, options.seed)
    rate = test(network, options.games, seed=2**32 + options.seed)
    error = np.sqrt(rate * (1 - rate) / options.games)
    print(f"the network wins {rate:.2%} of {options.games} new games, standard error {error:.2%}")
    optimal = float(best.best.probability)
    print(f"optimal play wins {optimal:.2%}, so the network reaches {rate / optimal:.1%} of it")
    print(f"the goal of {GOAL:.0%} is {'reached' if rate > GOAL else 'not reached'}")


if __name__ == "__main__":
    main()
