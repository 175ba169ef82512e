"""Plays games piece by piece, in order. One call of the engine plays one piece.

A `RunSpec` and ranges of game numbers come in; tables of consecutive games come out. A piece takes about a second:
long enough that calls cost little, short enough to stop and to show progress. The sizes of pieces change no row.

>>> from sapper.run.spec import RunSpec
>>> spec = RunSpec.make("beginner", seed=1, strategy="safest")
>>> [table["game"].to_pylist() for table in LocalExecutor(threads=1).play(spec, [range(1, 3), range(7, 8)])]
[[1, 2], [7]]
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from sapper.play.player import play_games, seed_array
from sapper.run.columns import make_table
from sapper.run.spec import RunSpec

if TYPE_CHECKING:
    import pyarrow

__all__ = ["Executor", "LocalExecutor", "Pieces", "Seeds", "play_seeds"]

# A function from the number of the first game and a number of games to their seeds.
Seeds: TypeAlias = Callable[[int, int], Sequence[int]]

_SECONDS = 1.0  # target time of a piece
_FIRST_PIECE = 16  # games of the first piece, per thread or process
_GROWTH = 8  # largest factor from one piece to the next
_MOST = 5_000  # games of the largest piece, which bounds its memory


class Executor(Protocol):
    """Turns a spec into tables of games, in this process or on a cluster."""

    def play(self, spec: RunSpec, ranges: Iterable[range], *, seeds: Seeds | None = None) -> Iterator[pyarrow.Table]:
        """Yield the games of all ranges in order, a piece at a time; no piece crosses the end of a range.

        The seeds are those of the run unless others are given.
        """


@dataclass(frozen=True, slots=True)
class LocalExecutor:
    """Plays in this process."""

    threads: int  # at least 1

    def play(self, spec: RunSpec, ranges: Iterable[range], *, seeds: Seeds | None = None) -> Iterator[pyarrow.Table]:
        """See `Executor.play`."""
        seeds_of, size = seeds or spec.seeds, _FIRST_PIECE * self.threads
        for games in ranges:
            first = games.start
            while first < games.stop:
                count = min(size, games.stop - first)
                begin = time.perf_counter()
                yield play_seeds(spec, seeds_of(first, count), first=first, threads=self.threads)
                took = max(time.perf_counter() - begin, 1e-9)
                first += count
                size = max(self.threads, min(size * _GROWTH, int(count * _SECONDS / took), _MOST))


class Pieces:
    """Cuts ranges into pieces for other processes, whose size follows from the measured time of earlier pieces."""

    def __init__(self, ranges: Iterable[range], *, seconds: float) -> None:
        """Cut pieces that take about so many seconds."""
        self._ranges = iter(ranges)
        self._rest = range(0)
        self._size = _FIRST_PIECE
        self._seconds = seconds

    def take(self) -> range | None:
        """Return the numbers of the games of the next piece, which lies in one range; None at the end."""
        while not self._rest:
            following = next(self._ranges, None)
            if following is None:
                return None
            self._rest = following
        piece, self._rest = self._rest[: self._size], self._rest[self._size :]
        return piece

    def learn(self, games: int, seconds: float) -> None:
        """Take into account how long a piece took."""
        size = min(self._size * _GROWTH, int(games * self._seconds / max(seconds, 1e-9)), _MOST)
        self._size = max(1, size)


def play_seeds(spec: RunSpec, seeds: Sequence[int], *, first: int, threads: int) -> pyarrow.Table:
    """Return the rows of the games of these seeds, numbered from `first` on."""
    numbers = seed_array(seeds)
    played = play_games(
        spec.level,
        spec.start,
        spec.first_click,
        numbers,
        spec.strategy,
        threads=threads,
        luck_free=spec.luck_free,
    )
    return make_table(played, first=first, seeds=numbers, spec=spec, threads=threads)
