"""Draw random worlds, estimate from them, and get a world by its number."""

import numpy as np

import sapper
from sapper.bench.boards import random_position

board = random_position("intermediate", seed=4, share=0.4)
analysis = sapper.analyze(board)
print(f"{analysis.worlds} worlds")

# All worlds are equally likely, so the frequencies approach the exact probabilities.
worlds = analysis.sample(20_000, seed=1)
hidden = ~np.isnan(analysis.mine_probability)
error = np.abs(worlds.mean(axis=0) - analysis.mine_probability)[hidden].max()
print(f"20000 samples differ from the exact probabilities by at most {error:.3f}")

# Worlds are numbered in a fixed order. Print mines of the last one.
last = analysis.world(analysis.worlds - 1)
print("mines of the last world:", [tuple(cell) for cell in np.argwhere(last).tolist()][:5], "...")

# Estimate the number of mines in the upper half from the samples.
upper = worlds[:, : board.rows // 2].sum(axis=(1, 2))
print(f"mines in the upper half: {upper.mean():.1f} on average, from {upper.min()} to {upper.max()}")
