"""The name of the environment in Gymnasium's registry.

>>> import gymnasium
>>> register()
>>> gymnasium.spec(ENV_ID).entry_point
'sapper.rl.environment:MinesweeperEnv'
"""

from __future__ import annotations

from typing import Final

import gymnasium

__all__ = ["ENV_ID", "register"]

ENV_ID: Final = "sapper/Minesweeper-v0"


def register() -> None:
    """Register the environment, once."""
    if ENV_ID not in gymnasium.registry:
        gymnasium.register(
            ENV_ID,
            entry_point="sapper.rl.environment:MinesweeperEnv",
            vector_entry_point="sapper.rl.vector:MinesweeperVectorEnv",
        )
