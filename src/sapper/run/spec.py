"""What a run plays: level, seed, strategy and start. Any of its games can be played from this alone.

>>> spec = RunSpec.make("beginner", seed=1, strategy="safest")
>>> spec.start, spec.name
((2, 2), 'beginner-zero-2,2-safest-seed1')
>>> spec.seeds(1, 2)
[648562388970459621, 6553078780764110140]
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

from sapper.base.number import quote, seed_number
from sapper.board.cell import Cell, spell
from sapper.board.level import LEVELS, Level, LevelLike
from sapper.errors import InputError
from sapper.game.layout import FirstClick, Layout, game_seeds
from sapper.game.metrics import MEASURES, metrics
from sapper.play.strategy import Choose, Strategy

__all__ = ["RunSpec"]

_PLAYED = ("bbbv", "ops")  # columns of every run, the second by the name `openings`


@dataclass(frozen=True, slots=True)
class RunSpec:
    """What a run plays. The seed of game i depends on the run seed and i alone, so a run may be split anywhere.

    Attributes:
        level: size and number of mines.
        seed: of the run, 64 bits.
        strategy: the strategy that plays.
        first_click: the first-click rule.
        start: the first cell revealed.
        luck_free: whether games have values instead of wins; see docs/luck_free.md.
        measures: names of measures of every layout that become columns, in the order of `MEASURES`.
    """

    level: Level
    seed: int
    strategy: Strategy
    first_click: FirstClick
    start: Cell
    luck_free: bool = False
    measures: tuple[str, ...] = ()

    @classmethod
    def make(
        cls,
        level: LevelLike,
        *,
        seed: int,
        strategy: Strategy | str | Choose,
        first_click: FirstClick | str = FirstClick.ZERO,
        start: Cell | None = None,
        luck_free: bool = False,
        measures: Iterable[str] = (),
    ) -> Self:
        """Return the spec. Checks all that can be checked without playing.

        Raises:
            InputError: an unknown level, strategy, rule or measure, a seed beyond 64 bits, a start outside the board,
                more mines than the rule leaves cells for, luck-free games under the rule `moved` or with measures, or
                a measure that the shape does not have.
            LimitError: more cells than the engine allows.
        """
        size = Level.make(level)
        rule = FirstClick(first_click)
        number = seed_number(seed)
        if not isinstance(luck_free, bool):
            raise InputError(f"luck_free is True or False, not {quote(luck_free)}")
        if luck_free and rule is FirstClick.MOVED:
            raise InputError(
                "luck-free games need layouts that are equally likely, and under the first-click rule 'moved' they "
                "are not: take 'safe'"
            )
        layout = Layout.from_seed(size, seed=number, start=start, first_click=rule)
        if layout.start is None:
            raise InputError("a run needs a start")
        names = _choose_measures(measures, layout)
        if names and luck_free:
            raise InputError("a luck-free game has no layout of its own to measure")
        return cls(size, number, Strategy.parse(strategy).playing(size.shape), rule, layout.start, luck_free, names)

    @property
    def name(self) -> str:
        """A name for the run's folder, the same for the same run."""
        level = next((name for name, level in LEVELS.items() if level == self.level), str(self.level))
        text = f"{level}-{self.first_click}-{spell(self.start)}-{self.strategy}-seed{self.seed}"
        if self.luck_free:
            text += "-luck_free"
        text += "".join(f"-{name}" for name in self.measures)
        return re.sub(r"[^\w.,@=+-]", "_", text)

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Seed, first-click rule, start and whether games are luck-free, each with its name, for tables."""
        facts = [("seed", str(self.seed)), ("first click", str(self.first_click)), ("start", spell(self.start))]
        return [*facts, ("games", "luck-free")] if self.luck_free else facts

    def seeds(self, first: int, count: int) -> list[int]:
        """Return the seeds of `count` games from game `first` on; games count from 1."""
        return game_seeds(self.seed, count, first=first)

    def to_json(self) -> dict[str, Any]:
        """Return the spec as a JSON object, with every setting of a strategy and the digest of one in Python."""
        return {
            "level": str(self.level),
            "seed": self.seed,
            "strategy": str(self.strategy),
            "settings": self.strategy.engine_settings,
            "source": self.strategy.source,
            "first_click": str(self.first_click),
            "start": list(self.start) if isinstance(self.start, tuple) else self.start,
            "luck_free": self.luck_free,
            "measures": list(self.measures),
        }

    @classmethod
    def from_json(cls, saved: dict[str, Any]) -> Self:
        """Return the spec a JSON object describes.

        Raises:
            InputError: as `make`, but a strategy whose module is missing is kept by name.
            LookupError: a field is missing.
        """
        start = saved["start"]
        start = tuple(start) if isinstance(start, list) else start
        if not isinstance(saved["strategy"], str):
            raise InputError(f"a strategy that was saved is a text, not {quote(saved['strategy'])}")
        return cls.make(
            saved["level"],
            seed=saved["seed"],
            strategy=Strategy.recall(saved["strategy"]),
            first_click=saved["first_click"],
            start=start,
            luck_free=saved["luck_free"],
            measures=saved["measures"],
        )


def _choose_measures(measures: Iterable[str], layout: Layout) -> tuple[str, ...]:
    """Return the names in the order of `MEASURES`, each once; measures the layout, which checks the shape."""
    if isinstance(measures, str) or not isinstance(measures, Iterable):
        raise InputError(f"measures are a list of names, not {quote(measures)}")
    asked, able = list(measures), [name for name in MEASURES if name not in _PLAYED]
    for name in asked:
        if name not in able:
            raise InputError(f"a measure of a run is one of {', '.join(able)}, not {quote(name)}")
    names = tuple(name for name in able if name in asked)
    metrics(layout).measure_all(names)
    return names
