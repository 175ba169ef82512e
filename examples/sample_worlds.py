"""Draw worlds at random, count them, and name them one by one."""

import numpy as np

import sapper
from sapper.bench.boards import random_position

board = random_position("intermediate", seed=4, share=0.4)
analysis = sapper.analyze(board)
print(f"{analysis.worlds} worlds")

# Every world is drawn with the same probability, so frequencies approach the exact probabilities.
worlds = analysis.sample(20_000, seed=1)
hidden = ~np.isnan(analysis.mine_probability)
error = np.abs(worlds.mean(axis=0) - analysis.mine_probability)[hidden].max()
print(f"20000 samples differ from the exact probabilities by at most {error:.3f}")

# Worlds also have numbers, in a fixed order: the last one, with its mines as cells.
last = analysis.world(analysis.worlds - 1)
print("mines of the last world:", [tuple(cell) for cell in np.argwhere(last).tolist()][:5], "...")

# Anything can be estimated from samples, such as how many mines the upper half holds.
upper = worlds[:, : board.rows // 2].sum(axis=(1, 2))
print(f"mines in the upper half: {upper.mean():.1f} on average, from {upper.min()} to {upper.max()}")
