"""One game at a time as a Gymnasium environment.

>>> env = MinesweeperEnv("6x6/4", first_click="safe", reward="cells", teacher="safe")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(0)
>>> print(env.render())
mines 4
000000
110000
.20000
.20111
.201..
.101..
>>> int(info["safe"].sum()), round(reward, 3), terminated
(4, 0.875, False)
"""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray

from sapper.base.number import quote, whole_number
from sapper.board.board import Board
from sapper.board.level import Level, LevelLike
from sapper.errors import InputError
from sapper.rl.games import Games, GameSettings, read_seed
from sapper.rl.spaces import BoardArray, action_space, observation_space

__all__ = ["MinesweeperEnv"]


class MinesweeperEnv(gymnasium.Env[BoardArray, int]):
    """Minesweeper as a Gymnasium environment.

    An action is a number: row * cols + col reveals a cell. With `flags`, rows * cols more actions set and remove
    flags; with `chords`, rows * cols more chord. An action that `info["action_mask"]` excludes changes nothing.

    The first cell revealed is the start of the game: the first-click rule holds for it. Game i after `reset(seed=s)`
    has the layout that `sapper.simulate(seed=s, start=...)` plays as game i from that start.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        level: LevelLike = "expert",
        *,
        render_mode: str | None = None,
        **settings: Any,  # noqa: ANN401 - GameSettings checks them
    ) -> None:
        """Make an environment; `settings` are the fields of `GameSettings`, and `render_mode` is "ansi" or None.

        Raises:
            InputError: a setting that is unknown or wrong, or settings that exclude each other.
            LimitError: a board larger than allowed.
        """
        if render_mode not in (None, "ansi"):
            raise InputError(f"unknown render mode {quote(render_mode)}: it is ansi or None")
        self._games = Games(GameSettings.make(level, settings), count=1, threads=1, autoreset="DISABLED")
        self._action = np.zeros(1, np.int64)
        self.render_mode = render_mode
        self.action_space = action_space(self._games)  # type: ignore[assignment] # sampled as numpy integers
        self.observation_space = observation_space(self._games)  # type: ignore[assignment]

    @property
    def level(self) -> Level:
        """The size of the board and its number of mines."""
        return self._games.level

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[BoardArray, dict[str, Any]]:
        """Begin game 1 of the run of a seed; without a seed, the next game of the run.

        The first reset without a seed draws one. `options` are not used.

        Raises:
            InputError: a seed that is not a whole number from 0 to 2**64 - 1.
        """
        run = None if seed is None else read_seed(seed)
        first = self._np_random is None
        super().reset(seed=seed)
        if run is None and first:
            run = int(self.np_random.integers(2**63))
        self._games.reset(seed=run)
        return self._games.observation[0].copy(), self._info()

    def step(self, action: int) -> tuple[BoardArray, float, bool, bool, dict[str, Any]]:
        """Make an action, and return observation, reward, whether the game is over or truncated, and the info.

        Raises:
            InputError: not one of the actions; nothing has changed.
            GameError: the game has not begun or is over.
            LimitError: the board is too wide for the teacher.
        """
        number = whole_number(action, "action")
        if number >= self._games.actions:
            raise InputError(f"action {quote(number)} is not one of 0 to {self._games.actions - 1}")
        self._action[0] = number
        reward = float(self._games.step(self._action)[0])
        columns = self._games.columns
        over, cut = bool(columns["terminated"][0]), bool(columns["truncated"][0])
        return self._games.observation[0].copy(), reward, over, cut, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions change the board, for libraries that ask for it by this name."""
        mask: NDArray[np.bool_] = self._games.columns["mask"][0]
        return mask.copy()

    def render(self) -> str:
        """Return the board as text, one row a line."""
        return str(Board.from_rows(self._games.columns["views"][0], mines=self.level.mines))

    def _info(self) -> dict[str, Any]:
        told = self._games.told.items()
        return {key: column[0].copy() if column.ndim > 1 else column[0].item() for key, column in told}
