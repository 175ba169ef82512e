"""Games moved by actions: the settings of an environment, checked, and the engine's batch that plays them.

Both environments are thin layers over `Games`. Its columns are arrays that share the memory of the engine; a step
writes into them.

>>> games = Games(GameSettings("beginner", reward="cells"), count=2, threads=1, autoreset="SAME_STEP")
>>> games.reset(seed=1)
>>> games.step(np.array([0, 40])).round(3).tolist()
[0.085, 0.38]
>>> games.columns["game"].tolist(), games.columns["steps"].tolist()
([1, 2], [1, 1])
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.analysis.optimum import optimum
from sapper.base.number import quote, seed_number, whole_number
from sapper.base.threads import count_threads
from sapper.board.board import check_squares
from sapper.board.cell import Cell
from sapper.board.level import FirstClick, Level, LevelLike
from sapper.errors import InputError, LimitError

__all__ = ["LOST_LOG", "GameSettings", "Games", "Observation", "Reward", "Signal", "read_seed"]

# The reward of a lost game under "log_safety", whose logarithm would be minus infinity.
LOST_LOG: Final = -20.0

# Every cell takes about 4 bytes, and up to 40 with all signals and planes.
_MOST_CELLS = 2**28
_MOST_STEPS = 2**32 - 1
_MOST_WORLDS = 2**32 - 1
_MOST_NODES = 2**64 - 1

_Name = TypeVar("_Name", bound=StrEnum)


class Reward(StrEnum):
    """What an action is rewarded for."""

    WIN = "win"  # 1 for the action that wins the game
    WIN_LOSS = "win_loss"  # the same, and -1 for the action that loses it
    CELLS = "cells"  # the share of all safe cells that the action reveals; a won game sums to 1
    BBBV = "bbbv"  # the share of the 3BV of the layout that the action solves; a won game sums to 1
    LOG_SAFETY = "log_safety"  # never-dying: the natural logarithm of the safety of the revealed cell
    CHANCE = "chance"  # never-dying: for a won game, the product of the safeties of all reveals

    @property
    def never_dies(self) -> bool:
        """Whether a game goes on after a guess that would have lost it."""
        return self in (Reward.LOG_SAFETY, Reward.CHANCE)


class Signal(StrEnum):
    """What the teacher tells about every board."""

    MINE_PROBABILITY = "mine_probability"  # of every cell, exact
    SAFE = "safe"  # the hidden cells that are certainly safe
    VALUE = "value"  # the win probability under optimal play, and the cells that reach it, where few worlds are left


class Observation(StrEnum):
    """How a board is observed."""

    CELLS = "cells"  # int8, (rows, cols): the number of a clue, or a `View`
    PLANES = "planes"  # uint8, (11, rows, cols): numbers 0 to 8, hidden, flagged; 1 or 0


@dataclass(frozen=True, slots=True)
class GameSettings:
    """The settings of a game that both environments share.

    Raises:
        InputError: an unknown level, rule, reward, observation or signal, a value of the wrong type, mines that do
            not fit around every start, a board without safe cells, or settings that exclude each other.
        LimitError: a board larger than the engine allows.
    """

    level: LevelLike = "expert"  # a name, a `Level`, "16x30/99" or (rows, cols, mines)
    first_click: FirstClick | str = FirstClick.ZERO  # what is promised of the first cell revealed
    cascade: bool = True  # whether a zero reveals its neighbours
    flags: bool = False  # whether actions rows * cols and up set and remove flags
    chords: bool = False  # whether actions 2 * rows * cols and up chord; needs flags
    reward: Reward | str = Reward.WIN
    wasted: float = 0.0  # reward of an action that the mask excludes; it changes nothing
    max_steps: int | None = None  # an episode of so many steps is truncated
    observation: Observation | str = Observation.CELLS
    teacher: Signal | str | Iterable[Signal | str] = ()  # signals in the info
    value_worlds: int = 1_000  # boards with more worlds have no value
    value_nodes: int = 100_000  # a search that needs more finds no value

    @classmethod
    def make(cls, level: LevelLike, settings: Mapping[str, Any]) -> GameSettings:
        """Return the settings for a level and others by name.

        Raises:
            InputError: a name that is no setting, or a value as above.
            LimitError: as above.
        """
        known = [field.name for field in fields(cls) if field.name != "level"]
        for name in settings:
            if name not in known:
                raise InputError(f"unknown setting {quote(name)}: it is one of {', '.join(known)}")
        return cls(level, **settings)

    def __post_init__(self) -> None:
        """Check the settings, and keep them in their own types."""
        keep = object.__setattr__
        keep(self, "level", Level.make(self.level))
        keep(self, "first_click", FirstClick(self.first_click))
        keep(self, "reward", _read(Reward, self.reward, "reward"))
        keep(self, "observation", _read(Observation, self.observation, "observation"))
        keep(self, "teacher", _read_signals(self.teacher))
        for name in ("cascade", "flags", "chords"):
            value = getattr(self, name)
            if not isinstance(value, (bool, np.bool_)):
                raise InputError(f"{name} must be True or False, not {quote(value)}")
            keep(self, name, bool(value))
        keep(self, "wasted", _finite(self.wasted, "wasted"))
        if self.max_steps is not None:
            keep(self, "max_steps", min(whole_number(self.max_steps, "max_steps", least=1), _MOST_STEPS))
        keep(self, "value_worlds", min(whole_number(self.value_worlds, "value_worlds"), _MOST_WORLDS))
        keep(self, "value_nodes", min(whole_number(self.value_nodes, "value_nodes"), _MOST_NODES))


class Games:
    """A batch of games in the engine. Row i of every column belongs to game i of the batch."""

    def __init__(self, settings: GameSettings, *, count: int, threads: int | None, autoreset: str) -> None:
        """Prepare `count` games; none has begun yet. `autoreset` names a mode of the engine.

        Raises:
            InputError: `count` or `threads` is not a whole number of at least 1, or as GameSettings says.
            LimitError: more cells in all games together than allowed.
        """
        level, rule, reward = Level.make(settings.level), FirstClick(settings.first_click), Reward(settings.reward)
        number = whole_number(count, "num_envs", least=1)
        cells = level.rows * level.cols
        if number * cells > _MOST_CELLS:
            raise LimitError(f"{quote(number)} boards of {cells} cells are more than {_MOST_CELLS} cells together")
        check_squares(level.shape, "an environment")
        signals = _read_signals(settings.teacher)
        value, best = math.nan, np.zeros((level.rows, level.cols), np.uint8)
        if Signal.VALUE in signals:
            value, starts = _untouched_value(level, rule, settings.value_worlds)
            for start in starts:
                best[start] = 1
        self.level = level
        self.reward = reward
        self.signals = signals
        self.actions = cells * (1 + settings.flags + settings.chords)
        planes = settings.observation == Observation.PLANES
        self._batch = _engine.Batch(
            level.shape.grid,
            level.mines,
            _engine.FirstClick[rule.name],
            games=number,
            cascade=settings.cascade,
            flags=settings.flags,
            chords=settings.chords,
            reward=_engine.Reward[reward.name],
            wasted=settings.wasted,
            max_steps=settings.max_steps or 0,
            autoreset=_engine.Autoreset[autoreset],
            planes=planes,
            mine_probability=Signal.MINE_PROBABILITY in signals,
            safe=Signal.SAFE in signals,
            value=Signal.VALUE in signals,
            value_worlds=settings.value_worlds,
            value_nodes=settings.value_nodes,
            untouched_value=value,
            untouched_best=best.tobytes(),
            threads=count_threads(threads),
        )
        self.columns: dict[str, NDArray[Any]] = self._batch.columns()
        self.observation = self.columns["planes" if planes else "views"]
        self.final_observation = self.columns.get("final_planes" if planes else "final_views", self.observation)
        # What the info of a step tells, by its key.
        self.told = {"action_mask": self.columns["mask"]}
        self.told |= {key: self.columns[key] for key in ("game", "seed", "steps", "won")}
        if reward.never_dies:
            self.told["safety"] = self.columns["safety"]
        for signal in signals:
            self.told[signal.value] = self.columns[signal.value]
        if Signal.VALUE in signals:
            self.told["best"] = self.columns["best"]

    def reset(self, *, seed: int | None = None, rows: NDArray[np.bool_] | None = None) -> None:
        """Begin the next game of the run in every row, or in the given ones; with a seed, from game 1 of its run.

        Raises:
            GameError: no run has begun.
        """
        self._batch.reset(None if seed is None else seed % 2**64, rows)

    def step(self, actions: NDArray[np.int64]) -> NDArray[np.float64]:
        """Make one action in every game, and return the rewards; the columns have everything else.

        Raises:
            InputError: an action that is not one of the actions; nothing has changed.
            GameError: a game has not begun, or is over and has to be reset.
            LimitError: a board too wide for the teacher.
        """
        self._batch.step(actions)
        rewards: NDArray[np.float64] = self.columns["reward"]
        if self.reward is not Reward.LOG_SAFETY:
            return rewards
        safety = self.columns["safety"]
        logs: NDArray[np.float64] = np.log(safety, out=np.full_like(safety, LOST_LOG), where=safety > 0)
        return rewards + logs


def read_seed(seed: object) -> int:
    """Return the seed of a run as an int.

    Raises:
        InputError: it is not a whole number from 0 to 2**64 - 1.
    """
    return seed_number(whole_number(seed, "seed"))


def _read(names: type[_Name], value: object, what: str) -> _Name:
    text = value.replace("-", "_") if isinstance(value, str) else None
    for name in names:
        if name.value == text:
            return name
    raise InputError(f"unknown {what} {quote(value)}: it is one of {', '.join(names)}")


def _read_signals(teacher: object) -> tuple[Signal, ...]:
    if isinstance(teacher, str):
        return (_read(Signal, teacher, "signal of the teacher"),)
    if not isinstance(teacher, Iterable):
        raise InputError(f"teacher must be a list of {', '.join(Signal)}, not {quote(teacher)}")
    found = {_read(Signal, name, "signal of the teacher") for name in teacher}
    return tuple(signal for signal in Signal if signal in found)


def _finite(value: object, name: str) -> float:
    number = float(value) if isinstance(value, (int, float, np.number)) else math.nan
    if not math.isfinite(number):
        raise InputError(f"{name} must be a number, not {quote(value)}")
    return number


def _untouched_value(level: Level, rule: FirstClick, worlds: int) -> tuple[float, tuple[Cell, ...]]:
    """Return the win probability of a board with nothing revealed and its best starts; NaN and none if unknown."""
    if rule is FirstClick.MOVED or math.comb(level.rows * level.cols, level.mines) > worlds:
        return math.nan, ()
    try:
        found = optimum(level, first_click=rule)
    except LimitError:
        return math.nan, ()
    return float(found.best.probability), found.starts
