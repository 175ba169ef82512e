"""The spaces of actions and observations.

>>> from sapper.rl.games import Games, GameSettings
>>> games = Games(GameSettings("4x5/3", flags=True), count=1, threads=1, autoreset="DISABLED")
>>> action_space(games), observation_space(games)
(Discrete(40), Box(-5, 8, (4, 5), int8))
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sapper.board.view import View
from sapper.rl.games import Games

__all__ = ["BoardArray", "action_space", "observation_space"]

BoardArray: TypeAlias = NDArray[np.int8] | NDArray[np.uint8]


def action_space(games: Games) -> spaces.Discrete:
    """Return the actions of one game."""
    return spaces.Discrete(games.actions)


def observation_space(games: Games) -> spaces.Box:
    """Return the observations of one game."""
    shape = games.observation.shape[1:]
    if games.observation.dtype == np.uint8:
        return spaces.Box(0, 1, shape, np.uint8)
    return spaces.Box(int(min(View)), 8, shape, np.int8)
