"""Many games at a time as a Gymnasium vector environment, stepped by threads of the engine.

>>> envs = MinesweeperVectorEnv(3, "beginner", first_click="zero", threads=1)
>>> observations, infos = envs.reset(seed=1)
>>> observations, rewards, terminations, truncations, infos = envs.step(np.array([0, 40, 80]))
>>> observations.shape, (observations >= 0).sum(axis=(1, 2)).tolist(), infos["game"].tolist()
((3, 9, 9), [6, 27, 14], [1, 2, 3])
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sapper.base.number import quote
from sapper.board.board import Board
from sapper.board.level import Level, LevelLike
from sapper.errors import InputError
from sapper.rl.games import Games, GameSettings, read_seed
from sapper.rl.spaces import BoardArray, action_space, observation_space

__all__ = ["MinesweeperVectorEnv"]


class MinesweeperVectorEnv(VectorEnv[BoardArray, NDArray[np.int64], NDArray[Any]]):
    """Many games of Minesweeper, one action each a step. Actions and observations are those of `MinesweeperEnv`.

    After `reset(seed=s)` the sub-environments play games 1, 2, ... of the run of that seed. An episode that begins
    later takes the next game of the run; those that begin in the same step take theirs in the order of the
    sub-environments. Nothing depends on the number of threads.
    """

    def __init__(
        self,
        num_envs: int,
        level: LevelLike = "expert",
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        copy: bool = True,
        render_mode: str | None = None,
        **settings: Any,  # noqa: ANN401 - GameSettings checks them
    ) -> None:
        """Make an environment.

        Args:
            num_envs: the number of sub-environments.
            level: of all of them.
            autoreset_mode: when an episode that has ended is followed by the next one, as Gymnasium defines it.
            threads: None uses all cores.
            copy: whether the arrays that `reset` and `step` return are copies. Without copies they are always the
                same arrays, and the next step overwrites them.
            render_mode: "ansi" or None.
            settings: the other fields of `GameSettings`.

        Raises:
            InputError: a setting that is unknown or wrong, or settings that exclude each other.
            LimitError: a board, or all boards together, larger than allowed.
        """
        if render_mode not in (None, "ansi"):
            raise InputError(f"unknown render mode {quote(render_mode)}: it is ansi or None")
        mode = _read_mode(autoreset_mode)
        chosen = GameSettings.make(level, settings)
        self._games = Games(chosen, count=num_envs, threads=threads, autoreset=mode.name)
        self._copy = bool(copy)
        self._mode = mode
        self.num_envs = len(self._games.observation)
        self.render_mode = render_mode
        self.metadata = {"render_modes": ["ansi"], "render_fps": 4, "autoreset_mode": mode}
        self.single_action_space = action_space(self._games)
        self.single_observation_space = observation_space(self._games)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._every = np.ones(self.num_envs, np.bool_)

    @property
    def level(self) -> Level:
        """The size of the boards and their number of mines."""
        return self._games.level

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[BoardArray, dict[str, Any]]:
        """Begin the first games of the run of a seed; without a seed, the next games of the run.

        `options["reset_mask"]`, a boolean array, limits this to some sub-environments; the others keep their games.

        Raises:
            InputError: a seed that is not a whole number from 0 to 2**64 - 1, or a mask that is not such an array.
        """
        run = None if seed is None else read_seed(seed)
        first = self._np_random is None
        super().reset(seed=seed)
        if run is None and first:
            run = int(self.np_random.integers(2**63))
        rows = (options or {}).get("reset_mask")
        self._games.reset(seed=run, rows=None if rows is None else self._read_mask(rows))
        return self._out(self._games.observation), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[BoardArray, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Make one action in every sub-environment.

        With autoreset in the next step, the action for an episode that has ended is ignored. With autoreset in the
        same step, the infos hold `final_obs` and `final_info` of the episodes that ended.

        Raises:
            InputError: not one whole number a sub-environment, or one that is no action; nothing has changed.
            GameError: nothing was reset yet, or an episode is over and autoreset is disabled.
            LimitError: a board is too wide for the teacher.
        """
        rewards = self._games.step(self._read_actions(actions))
        columns = self._games.columns
        return (
            self._out(self._games.observation),
            self._out(rewards),
            self._out(columns["terminated"]),
            self._out(columns["truncated"]),
            self._infos(),
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions change the boards, one row a sub-environment."""
        return self._out(self._games.columns["mask"])

    def render(self) -> tuple[str, ...]:
        """Return every board as text."""
        views = self._games.columns["views"]
        return tuple(str(Board.from_rows(board, mines=self.level.mines)) for board in views)

    def _out(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _infos(self) -> dict[str, Any]:
        infos = _masked({key: self._out(column) for key, column in self._games.told.items()}, self._every)
        if self._mode is not AutoresetMode.SAME_STEP:
            return infos
        columns = self._games.columns
        ended = columns["terminated"] | columns["truncated"]
        if ended.any():
            told = {"game": columns["final_game"], "steps": columns["final_steps"], "won": columns["won"]}
            final = self._games.final_observation
            infos |= _masked({"final_obs": self._out(final)}, ended)
            infos["final_info"] = _masked({key: self._out(column) for key, column in told.items()}, ended)
            infos["_final_info"] = ended
        return infos

    def _read_actions(self, actions: object) -> NDArray[np.int64]:
        try:
            array = np.asarray(actions)
        except Exception as error:  # the caller's object may raise anything
            raise InputError(f"actions must be an array of {self.num_envs} whole numbers") from error
        if array.shape != (self.num_envs,) or not np.issubdtype(array.dtype, np.integer):
            raise InputError(
                f"actions must be {self.num_envs} whole numbers, not {array.dtype} of shape {array.shape}"
            )
        if array.dtype == np.uint64:  # larger numbers would become negative
            array = np.minimum(array, np.uint64(2**63 - 1))
        return np.ascontiguousarray(array, np.int64)

    def _read_mask(self, rows: object) -> NDArray[np.bool_]:
        if not isinstance(rows, np.ndarray) or rows.shape != (self.num_envs,) or rows.dtype != np.bool_:
            raise InputError(f"reset_mask must be a boolean array of {self.num_envs} values, not {quote(rows)}")
        return np.ascontiguousarray(rows)


def _masked(columns: dict[str, Any], rows: NDArray[np.bool_]) -> dict[str, Any]:
    """Add the entry `_key` to every key, as Gymnasium does: which sub-environments the value belongs to."""
    return columns | {f"_{key}": rows for key in columns}


def _read_mode(mode: object) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    for known in AutoresetMode:
        if isinstance(mode, str) and mode.replace("-", "_").lower() in (known.name.lower(), known.value.lower()):
            return known
    raise InputError(
        f"unknown autoreset mode {quote(mode)}: it is one of {', '.join(mode.value for mode in AutoresetMode)}"
    )
