"""Two strategies on the same boards: the paired difference, and the boards on which they differ.

Each side is a strategy to play, or recorded results: a run in a folder or a CSV file. Only boards that one side wins
and the other loses distinguish the sides, so two runs on the same boards give a narrower interval than two runs on
different ones. A `SequentialTest` may stop the play early. It is evaluated at fixed numbers of games in order, so its
result does not depend on threads or machines. Luck-free games compare values instead of wins, which takes about a
tenth of the games.

>>> found = compare("safest", "random", level="expert", games=200, seed=1, threads=1)
>>> print(found.first_rate.wins, found.second_rate.wins, found.pairs)
110 75 +17.500 ± 7.449 points
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sapper.base.number import quote, whole_number
from sapper.board.level import LevelLike
from sapper.errors import InputError
from sapper.game.layout import FirstClick, game_count
from sapper.play.strategy import Choose, Strategy
from sapper.run.cluster import Cluster
from sapper.run.executor import Executor, Seeds
from sapper.run.interval import Decision, PairedDifference, Rate, SequentialTest, ValueDifference
from sapper.run.notebook import show_rates
from sapper.run.recorded import Recorded, read_recorded
from sapper.run.simulate import open_executor
from sapper.run.spec import RunSpec

__all__ = ["Comparison", "Differing", "DifferingValues", "Side", "compare"]

Side: TypeAlias = Strategy | str | Choose | PathLike[str]

_BLOCK = 500  # boards between two evaluations of the sequential test


@dataclass(frozen=True, slots=True)
class Differing:
    """A board that one side won and the other lost.

    Attributes:
        game: number in the comparison, from 1.
        seed: of the layout.
        first_won: whether A won it.
        second_won: whether B won it.
    """

    game: int
    seed: int
    first_won: bool
    second_won: bool


@dataclass(frozen=True, slots=True)
class DifferingValues:
    """A board on which luck-free games of the two sides have different values.

    Attributes:
        game: number in the comparison, from 1.
        seed: of the layout.
        first_value: of A.
        second_value: of B.
    """

    game: int
    seed: int
    first_value: float
    second_value: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """The results of two sides on the same boards, so far or final.

    Attributes:
        first: name of A.
        second: name of B.
        spec: of the boards; its strategy is that of A, or of B where A is recorded.
        wanted: boards asked for.
        pairs: A minus B, of wins or of luck-free values.
        both: boards both won; 0 for luck-free games.
        seconds: time played by A and by B; 0 for recorded results.
        test: the test that may end the play early; None without one.
        decision: of the test.
        differing: boards on which the sides differ; empty until the end.
        values: mean values of A and of B in luck-free games; None for wins.
    """

    first: str
    second: str
    spec: RunSpec
    wanted: int
    pairs: PairedDifference | ValueDifference = field(default_factory=lambda: PairedDifference(0, 0, 0))
    both: int = 0
    seconds: tuple[float, float] = (0.0, 0.0)
    test: SequentialTest | None = None
    decision: Decision = Decision.OPEN
    differing: tuple[Differing, ...] | tuple[DifferingValues, ...] = field(default=(), repr=False)
    values: tuple[Rate, Rate] | None = None

    @property
    def games(self) -> int:
        """Boards compared."""
        return self.pairs.games

    def _repr_html_(self) -> str:
        """Return what a notebook shows: both win rates as bars, and the paired difference."""
        facts = [
            ("boards", f"{self.games:,} of {self.wanted:,}"),
            (f"{self.first} minus {self.second}", str(self.pairs) if self.games else ""),
        ]
        if isinstance(self.pairs, PairedDifference):
            facts.append(("won by one side only", f"{self.pairs.only_first:,} and {self.pairs.only_second:,}"))
        facts += self.spec.facts
        if self.test is not None:
            facts.append(("sequential test", str(self.decision)))
        rates = [(self.first, self.first_rate), (self.second, self.second_rate)]
        return show_rates(f"{self.first} and {self.second} on {self.spec.level}", rates, facts)

    @property
    def first_rate(self) -> Rate:
        """Wins of A a game, or the mean of its luck-free values."""
        if isinstance(self.pairs, ValueDifference):
            return self._value_rates[0]
        return Rate(self.both + self.pairs.only_first, self.games)

    @property
    def second_rate(self) -> Rate:
        """Wins of B a game, or the mean of its luck-free values."""
        if isinstance(self.pairs, ValueDifference):
            return self._value_rates[1]
        return Rate(self.both + self.pairs.only_second, self.games)

    @property
    def _value_rates(self) -> tuple[Rate, Rate]:
        return self.values or (Rate(0, 0, 0.0), Rate(0, 0, 0.0))


def compare(
    first: Side,
    second: Side,
    *,
    level: LevelLike | None = None,
    games: int | None = None,
    seed: int = 1,
    first_click: FirstClick | str | None = None,
    start: tuple[int, int] | None = None,
    threads: int | None = None,
    cluster: Cluster | None = None,
    test: SequentialTest | None = None,
    luck_free: bool = False,
    on_progress: Callable[[Comparison], None] | None = None,
) -> Comparison:
    """Compare two sides on the same boards.

    Args:
        first: A: a strategy as in `simulate`, the folder of a run, or a CSV file of results by seed.
        second: B, the same.
        level: as in `simulate`; expert, unless a run says otherwise.
        games: the number of boards; by default all recorded ones. Required where nothing is recorded.
        seed: of the run whose boards are played; recorded results have their own boards.
        first_click: the rule; zero, unless a run says otherwise.
        start: the first cell revealed.
        threads: None takes all cores.
        cluster: as in `simulate`.
        test: ends the play as soon as it decides.
        luck_free: play luck-free games, as in `simulate`, and compare their values. A recorded side must be the
            folder of a luck-free run.
        on_progress: called after every 500 boards.

    Raises:
        InputError: a bad argument, sides that were not played on the same boards, or a strategy that chose no cell.
        RunError: the folder of a run that cannot be read.
        LimitError: more than 2**32 games, or a board too wide to analyse.
    """
    if test is not None and not isinstance(test, SequentialTest):
        raise InputError(f"test is a SequentialTest or None, not {quote(test)}")
    one, other = _read_side(first), _read_side(second)
    recorded = [side for side in (one, other) if isinstance(side, Recorded)]
    played = [side for side in (one, other) if isinstance(side, Strategy)]
    spec = _agree(recorded, played, level=level, seed=seed, first_click=first_click, start=start, luck_free=luck_free)
    seeds, count = _boards(recorded, spec, games)
    state = Comparison(_name(one), _name(other), spec, count, test=test)
    if luck_free:
        state = replace(state, pairs=ValueDifference(0, 0, 0, 0))
    won_by_one: list[Differing] = []
    unequal: list[DifferingValues] = []
    with open_executor(threads, cluster) as executor:
        sides = (_results(side, spec, seeds, count, executor) for side in (one, other))
        for block, (values, took), (other_values, other_took) in zip(_blocks(count), *sides, strict=True):
            for game, number, one_value, other_value in _differing(block, seeds, values, other_values):
                if luck_free:
                    unequal.append(DifferingValues(game, number, one_value, other_value))
                else:
                    won_by_one.append(Differing(game, number, bool(one_value), bool(other_value)))
            seconds = (state.seconds[0] + took, state.seconds[1] + other_took)
            state = replace(_count(state, values, other_values), seconds=seconds)
            if on_progress is not None:
                on_progress(state)
            if state.decision is not Decision.OPEN:
                break
    return replace(state, differing=tuple(unequal) if luck_free else tuple(won_by_one))


def _read_side(side: Side) -> Strategy | Recorded:
    if isinstance(side, str | PathLike):
        recorded = read_recorded(side)
        if recorded is not None:
            return recorded
        side = str(side)
    return Strategy.parse(side)


def _name(side: Strategy | Recorded) -> str:
    return side.name if isinstance(side, Recorded) else str(side)


def _agree(
    recorded: list[Recorded],
    played: list[Strategy],
    *,
    level: LevelLike | None,
    seed: int,
    first_click: FirstClick | str | None,
    start: tuple[int, int] | None,
    luck_free: bool,
) -> RunSpec:
    """Return the spec of the boards, from the arguments or the recorded runs, which must agree."""
    known = [side.spec for side in recorded if side.spec is not None]
    asked = RunSpec.make(
        level if level is not None else known[0].level if known else "expert",
        seed=seed,
        strategy=(played + [run.strategy for run in known] + ["best"])[0],
        first_click=first_click if first_click is not None else known[0].first_click if known else FirstClick.ZERO,
        start=start if start is not None else known[0].start if known else None,
        luck_free=luck_free,
    )
    for side in recorded:
        if side.spec is None and luck_free:
            raise InputError(f"{side.name!r} has wins and losses; luck-free values are in the folder of a run only")
        if side.spec is not None:
            for name in ("level", "first_click", "start", "luck_free"):
                if getattr(side.spec, name) != getattr(asked, name):
                    raise InputError(
                        f"{side.name!r} was played with {name} {getattr(side.spec, name)}, not {getattr(asked, name)}"
                    )
    return asked


def _boards(recorded: list[Recorded], spec: RunSpec, games: int | None) -> tuple[Seeds, int]:
    """Return the seeds of the boards and their number: those of the first recorded side, else those of the run."""
    if not recorded:
        if games is None:
            raise InputError("games is missing: it says how many boards to play")
        return spec.seeds, game_count(games)
    listed = recorded[0].seeds
    if len(recorded) == 2:
        there = set(recorded[1].seeds)
        listed = [seed for seed in listed if seed in there]
        if not listed:
            raise InputError(f"{recorded[0].name!r} and {recorded[1].name!r} have no board in common")
    count = len(listed) if games is None else whole_number(games, "games", least=1)
    if count > len(listed):
        raise InputError(f"{quote(count)} games are more than the {len(listed)} that were recorded")
    return (lambda first, number: listed[first - 1 : first - 1 + number]), count


def _blocks(count: int) -> Iterator[range]:
    """Yield the numbers of the boards between two evaluations of the test; there may be billions of boards."""
    return (range(begin, min(begin + _BLOCK, count + 1)) for begin in range(1, count + 1, _BLOCK))


def _results(
    side: Strategy | Recorded, spec: RunSpec, seeds: Seeds, count: int, executor: Executor
) -> Iterator[tuple[NDArray[np.float64], float]]:
    """Yield, for every block, the result of each board, 1 or 0 or a luck-free value, and the seconds they took."""
    if isinstance(side, Recorded):
        places = {seed: place for place, seed in enumerate(side.seeds)}
        for block in _blocks(count):
            yield side.values[[places[seed] for seed in seeds(block.start, len(block))]], 0.0
        return
    pieces = executor.play(replace(spec, strategy=side), _blocks(count), seeds=seeds)
    for block in _blocks(count):
        values: list[NDArray[np.float64]] = []
        seconds = 0.0
        while sum(map(len, values)) < len(block):
            piece = next(pieces)
            values.append(piece["value" if spec.luck_free else "won"].to_numpy().astype(np.float64))
            seconds += float(piece["nanoseconds"].to_numpy().sum()) / 1e9
        yield np.concatenate(values), seconds


def _count(state: Comparison, first: NDArray[np.float64], second: NDArray[np.float64]) -> Comparison:
    if isinstance(state.pairs, ValueDifference):
        one, other = state._value_rates
        state = replace(
            state,
            pairs=state.pairs + ValueDifference.of(first, second),
            values=(one + Rate.of_values(first), other + Rate.of_values(second)),
        )
    else:
        both = state.both + int(np.count_nonzero((first == 1) & (second == 1)))
        state = replace(state, pairs=state.pairs + PairedDifference.of(first, second), both=both)
    return state if state.test is None else replace(state, decision=state.test.decide(state.pairs))


def _differing(
    block: range, seeds: Seeds, first: NDArray[np.float64], second: NDArray[np.float64]
) -> Iterator[tuple[int, int, float, float]]:
    """Yield the number, the seed and both results of every board on which the results differ."""
    numbers = seeds(block.start, len(block))
    for place in np.flatnonzero(first != second).tolist():
        yield block[place], numbers[place], float(first[place]), float(second[place])
