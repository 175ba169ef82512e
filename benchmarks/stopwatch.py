"""Timing that is fair to two libraries, even on a machine with other load.

Jobs come in, a `Turn` for each of their turns comes out. Jobs take turns (A B C, A B C, ...), and each does all of
its pieces of work in its turn. So no job keeps one piece in the cache, and a slow moment of the machine affects all
jobs alike. Means and ratios use CPU seconds of this process; percentiles use wall-clock time. Ratios are computed
within a round, and their median is reported.

>>> turns = take_turns({"slow": each(range, [1000] * 9), "fast": each(range, [1] * 9)}, rounds=3)
>>> len(turns["slow"]), mean(turns["fast"]) < 0.001, ratio(turns["slow"], turns["slow"])
(3, True, 1.0)
"""

from __future__ import annotations

import gc
import os
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

__all__ = ["Busy", "Turn", "each", "mean", "percentile", "pin", "ratio", "take_turns", "whole"]

Piece = TypeVar("Piece")


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a job."""

    seconds: float  # on the core, a piece
    calls: list[float]  # seconds by the clock, of each piece that was done by itself


def pin() -> set[int]:
    """Keep this process and its children on one core, and return the cores it had."""
    if not hasattr(os, "sched_setaffinity"):
        return set()
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})  # the first core usually serves the interrupts
    return cores


def each(work: Callable[[Piece], object], pieces: Sequence[Piece]) -> Callable[[], Turn]:
    """A job that does one piece after the other."""

    def job() -> Turn:
        clock = time.perf_counter
        calls = []
        start = time.process_time()
        for piece in pieces:
            begin = clock()
            work(piece)
            calls.append(clock() - begin)
        return Turn((time.process_time() - start) / len(pieces), calls)

    return job


def whole(work: Callable[[], object], pieces: int) -> Callable[[], Turn]:
    """A job that does all pieces at once."""

    def job() -> Turn:
        start = time.process_time()
        work()
        return Turn((time.process_time() - start) / pieces, [])

    return job


def take_turns(jobs: Mapping[str, Callable[[], Turn]], *, rounds: int) -> dict[str, list[Turn]]:
    """Run the jobs in turns. A first round, which loads code and fills caches, is not counted."""
    taken: dict[str, list[Turn]] = {name: [] for name in jobs}
    for count in range(rounds + 1):
        for name, job in jobs.items():
            gc.collect()
            turn = job()
            if count:
                taken[name].append(turn)
    return taken


def mean(turns: Sequence[Turn]) -> float:
    """Seconds a piece: the mean of each turn, and the median of these."""
    return statistics.median(turn.seconds for turn in turns)


def ratio(slow: Sequence[Turn], fast: Sequence[Turn]) -> float:
    """How many times faster `fast` is: the ratio of each round, and the median of these."""
    return statistics.median(one.seconds / other.seconds for one, other in zip(slow, fast, strict=True))


def percentile(turns: Sequence[Turn], percent: int) -> float:
    """Return the wall-clock time that so many percent of all calls stay below, including disturbances."""
    calls = sorted(call for turn in turns for call in turn.calls)
    return calls[min(len(calls) * percent // 100, len(calls) - 1)]


class Busy:
    """The share of time since its creation during which other processes had the cores."""

    def __init__(self, cores: int = 1) -> None:
        """Start measuring a process that keeps `cores` cores busy."""
        self._cores = cores
        self._clock = time.perf_counter()
        self._core = _core_seconds()

    @property
    def share(self) -> float:
        """Return the share, from 0 (this process had the cores) to 1."""
        clock = (time.perf_counter() - self._clock) * self._cores
        return max(0.0, 1 - (_core_seconds() - self._core) / clock)


def _core_seconds() -> float:
    """Seconds on a core, of this process and of its children that ended."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system
