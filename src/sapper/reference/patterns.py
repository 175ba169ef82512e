"""Two clues side by side on a board where nothing else is shown: the exact risk around them, and the same simulated.

Two clues and a level come in; a `Pattern` comes out with exact fractions, and from `simulate_pattern` the shares of
mines around all such pairs on random boards. Around the pair lie three cells beside the first clue alone, four beside
both and three beside the second alone:

    before  before  before
    shared  first   shared
    shared  second  shared
    after   after   after

>>> pattern = find_pattern(1, 2, "classic")
>>> pattern.before, pattern.shared, pattern.after
(Fraction(2, 51), Fraction(15, 68), Fraction(19, 51))
>>> simulated = simulate_pattern(pattern, boards=1000, seed=1)
>>> simulated.samples, f"{simulated.after.value:.3f} from {simulated.after.low:.3f} to {simulated.after.high:.3f}"
(4299, '0.370 from 0.367 to 0.373')
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.base.number import quote, seed_number, whole_number
from sapper.board.board import check_squares
from sapper.board.level import Level, LevelLike
from sapper.errors import InputError
from sapper.game.layout import game_seeds
from sapper.run.interval import Rate

__all__ = [
    "DEFAULT_BOARDS",
    "PARTS",
    "HitCounts",
    "Pattern",
    "Share",
    "SimulatedPattern",
    "count_hits",
    "find_pattern",
    "simulate_pattern",
]

DEFAULT_BOARDS = 10_000
_BEFORE, _SHARED, _AFTER = 3, 4, 3  # cells beside the first clue alone, beside both, beside the second alone
_AROUND = 12  # cells of the pattern, the two clues included
# The place of each part among hit counts, and its number of cells.
PARTS = {"before": (_AROUND, _BEFORE), "shared": (_AROUND + 1, _SHARED), "after": (_AROUND + 2, _AFTER)}
_LEAST_SIDE = 5  # rows and columns: the first clue keeps two cells from every edge
_CHUNK = 1_000  # boards looked at together
_Z = 1.959963984540054  # two-sided, 95 %


@dataclass(frozen=True, slots=True)
class Pattern:
    """The exact risk around two clues side by side. Made by `find_pattern`."""

    first: int  # clue
    second: int  # clue
    level: Level
    weights: tuple[tuple[int, int], ...]  # shared mines, and in how many worlds there are so many

    @property
    def before(self) -> Fraction:
        """Mine probability of each of the three cells beside the first clue alone."""
        return self._mean(self.first, -1, _BEFORE)

    @property
    def shared(self) -> Fraction:
        """Mine probability of each of the four cells beside both."""
        return self._mean(0, 1, _SHARED)

    @property
    def after(self) -> Fraction:
        """Mine probability of each of the three cells beside the second clue alone."""
        return self._mean(self.second, -1, _AFTER)

    @property
    def rows(self) -> tuple[tuple[Fraction, ...], ...]:
        """The risk of the twelve cells row by row, the clues in their places."""
        one, other = Fraction(self.first), Fraction(self.second)
        return (
            (self.before,) * 3,
            (self.shared, one, self.shared),
            (self.shared, other, self.shared),
            (self.after,) * 3,
        )

    def _mean(self, base: int, sign: int, cells: int) -> Fraction:
        mines = sum((base + sign * shared) * worlds for shared, worlds in self.weights)
        return Fraction(mines, cells * sum(worlds for _, worlds in self.weights))


@dataclass(frozen=True, slots=True)
class Share:
    """A simulated share of mines, with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class SimulatedPattern:
    """The pattern looked for on random boards, in all four directions."""

    pattern: Pattern
    boards: int
    seed: int  # of the run whose boards these are
    samples: int  # times the pattern was found
    rows: tuple[tuple[Share | None, ...], ...]  # the twelve cells row by row; None for the clues and without samples
    before: Share | None  # of the three cells together; None without samples
    shared: Share | None
    after: Share | None


def find_pattern(first: int, second: int, level: LevelLike = "classic") -> Pattern:
    """Return the exact risk around two clues side by side, away from the edges, with everything else hidden.

    Raises:
        InputError: a clue that is none, clues that no board of the level shows side by side, or a board too small.
    """
    size = Level.make(level)
    one, other = (whole_number(clue, "a clue") for clue in (first, second))
    for clue in (one, other):
        if clue > 8:
            raise InputError(f"a clue is a number from 0 to 8, not {quote(clue)}")
    if min(size.rows, size.cols) < 3 or max(size.rows, size.cols) < 4:
        raise InputError(f"the pattern takes 4x3 cells, which {size} has no room for")
    outside = size.rows * size.cols - _AROUND
    weights = []
    for shared in range(_SHARED + 1):
        alone, alone_too = one - shared, other - shared
        left = size.mines - alone - alone_too - shared
        if min(alone, alone_too, left) >= 0:
            worlds = math.comb(_BEFORE, alone) * math.comb(_SHARED, shared) * math.comb(_AFTER, alone_too)
            weights.append((shared, worlds * math.comb(outside, left)))
    if not any(worlds for _, worlds in weights):
        raise InputError(f"no board of {size} shows {one} beside {other} away from its edges")
    return Pattern(one, other, size, tuple((shared, worlds) for shared, worlds in weights if worlds))


def simulate_pattern(pattern: Pattern, *, boards: int = DEFAULT_BOARDS, seed: int = 1) -> SimulatedPattern:
    """Look for a pattern on the layouts of a run and count the mines around it.

    The first clue is looked for at least two cells from every edge, the second in all four directions from it. Pairs
    on one board are not independent of each other, so intervals are taken from how much boards differ.

    Raises:
        InputError: a board below 5x5, or a number or seed outside its domain.
        LimitError: more boards than a run has.
    """
    level, count, number = pattern.level, whole_number(boards, "boards", least=1), seed_number(seed)
    if min(level.rows, level.cols) < _LEAST_SIDE:
        raise InputError(f"a pattern is simulated on 5x5 cells or more, not on {level}")
    sums = HitCounts()
    for begin in range(0, count, _CHUNK):
        mined = _lay(level, game_seeds(number, min(_CHUNK, count - begin), first=begin + 1))
        found, hits = np.zeros(len(mined), np.int64), np.zeros((len(mined), 4, 3), np.int64)
        count_hits((pattern.first, pattern.second), mined, found, hits)
        sums.add(found, hits)
    shares = [[sums.share(3 * row + col, 1) for col in range(3)] for row in range(4)]
    shares[1][1] = shares[2][1] = None
    return SimulatedPattern(
        pattern,
        count,
        number,
        sums.samples,
        tuple(map(tuple, shares)),
        **{name: sums.share(place, cells) for name, (place, cells) in PARTS.items()},
    )


def count_hits(
    clues: tuple[int, int], mined: NDArray[np.bool_], found: NDArray[np.int64], hits: NDArray[np.int64]
) -> None:
    """Add the pairs of clues on boards to `found`, by board, and the mines around them to `hits`, by board and cell.

    The first clue lies at least two cells from every edge, the second beside it in any of the four directions.
    """
    shows = _number(mined)
    inner = shows[:, 2:-2, 2:-2] == clues[0]
    board, row, col = (index + shift for index, shift in zip(np.nonzero(inner), (0, 2, 2), strict=True))
    for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        beside = shows[board, row + down, col + right] == clues[1]
        at, y, x = board[beside], row[beside], col[beside]
        found += np.bincount(at, minlength=len(found))
        for along in range(4):
            for across in range(3):
                # The step across is the step along turned by a right angle.
                there = mined[
                    at,
                    y + down * (along - 1) - right * (across - 1),
                    x + right * (along - 1) + down * (across - 1),
                ]
                hits[:, along, across] += np.bincount(at[there], minlength=len(found))


def _lay(level: Level, seeds: list[int]) -> NDArray[np.bool_]:
    check_squares(level.shape, "the table of patterns")
    grid = level.shape.grid
    layouts = (_engine.Layout.from_seed(grid, level.mines, (0, 0), _engine.FirstClick.NONE, seed) for seed in seeds)
    flags = b"".join(layout.flags() for layout in layouts)
    return np.frombuffer(flags, np.bool_).reshape(len(seeds), level.rows, level.cols)


def _number(mined: NDArray[np.bool_]) -> NDArray[np.int8]:
    """What every cell shows; -1 for a mine."""
    rows, cols = mined.shape[1:]
    padded = np.pad(mined.astype(np.int8), ((0, 0), (1, 1), (1, 1)))
    shows = sum(
        (padded[:, down : down + rows, right : right + cols] for down in range(3) for right in range(3)),
        start=np.zeros_like(mined, np.int8),
    )
    return np.where(mined, np.int8(-1), shows)


class HitCounts:
    """Pairs and mines over many boards, as whole numbers: the twelve cells, then the three parts."""

    def __init__(self) -> None:
        """Start with no boards."""
        self.samples = self._squares = 0  # pairs found, and the sum of their squares by board
        self._hits, self._hit_squares, self._products = ([0] * (_AROUND + 3) for _ in range(3))

    def add(self, found: NDArray[np.int64], hits: NDArray[np.int64]) -> None:
        """Add some boards."""
        parts = hits[:, 0].sum(axis=1), hits[:, 1:3, ::2].sum(axis=(1, 2)), hits[:, 3].sum(axis=1)
        self.samples += int(found.sum())
        self._squares += int(found @ found)
        for place, column in enumerate([*hits.reshape(len(hits), _AROUND).T, *parts]):
            self._hits[place] += int(column.sum())
            self._hit_squares[place] += int(column @ column)
            self._products[place] += int(column @ found)

    def share(self, place: int, cells: int) -> Share | None:
        """Mines a cell over all samples; the interval by how far boards are off it (a ratio of sums).

        Place 0 to 11 is a cell by rows, which takes `cells=1`; `PARTS` has the places and cells of the parts.
        """
        samples, hits = self.samples, self._hits[place]
        if samples == 0:
            return None
        value = hits / (cells * samples)
        # The sum over boards of (mines - mines a sample * samples) squared, times the samples squared.
        off = samples**2 * self._hit_squares[place] - 2 * samples * hits * self._products[place]
        off += hits**2 * self._squares
        if off == 0:  # no board differs: all that is known is how often that was seen
            rate = Rate(round(value * samples), samples)
            return Share(value, rate.low, rate.high)
        half = _Z * math.sqrt(off) / (cells * samples**2)
        return Share(value, max(0.0, value - half), min(1.0, value + half))
