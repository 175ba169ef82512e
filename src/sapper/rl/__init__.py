"""Environments for learners: Minesweeper as a Gymnasium environment, one game or many at a time.

Importing this package registers `sapper/Minesweeper-v0` with Gymnasium. It has two names: `MinesweeperEnv` and
`MinesweeperVectorEnv`. They are no names of `sapper` itself, because they need the extra `rl`.

>>> import gymnasium
>>> import sapper.rl
>>> env = gymnasium.make("sapper/Minesweeper-v0", level="beginner", first_click="zero")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, info["game"]
((9, 9), 1)
"""

from sapper.base.extras import require

require("gymnasium", "rl")

from sapper.rl.environment import MinesweeperEnv  # noqa: E402 - only where gymnasium is installed
from sapper.rl.registry import register  # noqa: E402
from sapper.rl.vector import MinesweeperVectorEnv  # noqa: E402

__all__ = ["MinesweeperEnv", "MinesweeperVectorEnv"]

register()
