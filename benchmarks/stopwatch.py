"""Timing that is fair to two libraries, also on a machine that others use.

Jobs come in, a `Turn` for each of their turns comes out. Jobs take turns (A B C, A B C, ...), and each goes through
all of its pieces of work in its turn: no job stays warm on one piece, and a slow moment of the machine hits all jobs
alike. Means and ratios count the seconds that this process had the core, which on a quiet machine is all of them;
percentiles are by the clock on the wall. Ratios are taken within a round; their median is what is reported.

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
    """Let the jobs take turns; a first round, which loads and warms what it takes, does not count."""
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
    """The time by the clock that so many percent of all calls stay below, whatever disturbed them."""
    calls = sorted(call for turn in turns for call in turn.calls)
    return calls[min(len(calls) * percent // 100, len(calls) - 1)]


class Busy:
    """How much of the time since it was made this process was kept off its cores by others."""

    def __init__(self, cores: int = 1) -> None:
        """Begin; the process keeps so many cores busy."""
        self._cores = cores
        self._clock = time.perf_counter()
        self._core = _core_seconds()

    @property
    def share(self) -> float:
        """From 0, the cores were ours, to 1."""
        clock = (time.perf_counter() - self._clock) * self._cores
        return max(0.0, 1 - (_core_seconds() - self._core) / clock)


def _core_seconds() -> float:
    """Seconds on a core, of this process and of its children that ended."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system
