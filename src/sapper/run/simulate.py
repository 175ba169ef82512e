"""Plays a run, in memory or into a folder where it can be stopped, resumed and extended.

>>> run = simulate("beginner", games=40, seed=1, strategy="safest", first_click="zero", start=(2, 2), threads=1)
>>> run.wins, run.table["won"][0].as_py()
(39, True)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from sapper.base.number import quote
from sapper.base.threads import count_threads
from sapper.board.level import FirstClick, LevelLike
from sapper.errors import InputError
from sapper.game.layout import game_count
from sapper.play.strategy import Choose, Strategy
from sapper.run.cluster import Cluster, ClusterExecutor
from sapper.run.columns import chain_tables, rate_of
from sapper.run.executor import Executor, LocalExecutor
from sapper.run.folder import RunFolder, folder_path
from sapper.run.interval import Rate
from sapper.run.processes import ProcessExecutor
from sapper.run.run import Run
from sapper.run.spec import RunSpec
from sapper.run.writer import ShardWriter

if TYPE_CHECKING:
    import pyarrow

__all__ = ["Progress", "open_executor", "play_run", "simulate"]


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a run, reported after each piece of about a second."""

    games: int  # finished, those of earlier calls included
    wanted: int  # games asked for
    rate: Rate  # wins among the finished games, or the values of luck-free ones
    played: int  # finished in this call
    seconds: float  # since this call began

    @property
    def wins(self) -> int:
        """Games won; 0 where they are luck-free."""
        return 0 if self.rate.squares is not None else int(self.rate.wins)

    @property
    def win_rate(self) -> Rate:
        """Wins a game, or the mean value of luck-free games, with its 95 % interval."""
        return self.rate


def simulate(
    level: LevelLike = "expert",
    *,
    games: int,
    seed: int = 1,
    strategy: Strategy | str | Choose = "best",
    first_click: FirstClick | str = FirstClick.ZERO,
    start: tuple[int, int] | None = None,
    threads: int | None = None,
    folder: str | PathLike[str] | None = None,
    cluster: Cluster | None = None,
    luck_free: bool = False,
    measures: Iterable[str] = (),
    on_progress: Callable[[Progress], None] | None = None,
) -> Run:
    """Play games 1 to `games` of a run.

    Args:
        level: a name, a `Level`, a text such as "16x30/99", or (rows, cols, mines).
        games: the number of games; games that the folder already holds are not played again. A folder that holds
            more keeps and returns them all: `run.games` tells how many.
        seed: of the run; game i uses the i-th seed derived from it.
        strategy: `NAME[@BUDGET][,setting=value...]`, or a callable from an `Analysis` to a cell.
        first_click: what is promised of the start: "none", "safe", "zero", "drawn" or "moved".
        start: the first cell revealed; None stands for `level.default_start(first_click)`.
        threads: None uses all cores; the rows are the same for any number. A Python function plays in so many
            processes, and for None in this one.
        folder: where the run is stored; memory use then does not depend on the number of games.
        cluster: "tcp://HOST:PORT", a running Dask scheduler, "local:N", N processes started for this run, or a
            `Client` of Dask.
        luck_free: play games that have a value, mostly from 0 to 1, instead of being won or lost. A guess multiplies
            the value by its exact chance, and the game goes on. The mean of the column `value` is the win rate, with
            a narrower interval. Not under the rule "moved", which makes layouts unequally likely.
        measures: names of measures of the layouts, such as "zini", that become columns; docs/measures.md lists them.
            Not with luck-free games.
        on_progress: called after each piece of a few seconds at most.

    Ctrl-C raises KeyboardInterrupt. A folder keeps the finished games, and the same call continues from there.

    Raises:
        InputError: a bad argument, or a strategy that chose no hidden cell.
        LimitError: more than 2**32 games, or a board too wide to analyse.
        RunError: the folder holds other files or another run, a file cannot be read, or it is being played already.
        OSError: the folder cannot be written.
        MissingError: pyarrow is not installed, or distributed for a cluster.
    """
    spec = RunSpec.make(
        level,
        seed=seed,
        strategy=strategy,
        first_click=first_click,
        start=start,
        luck_free=luck_free,
        measures=measures,
    )
    return play_run(spec, games=games, threads=threads, folder=folder, cluster=cluster, on_progress=on_progress)


def play_run(
    spec: RunSpec,
    *,
    games: int,
    threads: int | None = None,
    folder: str | PathLike[str] | None = None,
    cluster: Cluster | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Run:
    """Play games 1 to `games` of a spec; arguments and errors are those of `simulate`."""
    wanted = game_count(games)
    place = None if folder is None else folder_path(folder)
    with open_executor(threads, cluster) as executor:
        return _play(spec, wanted, place, executor, on_progress)


@contextmanager
def open_executor(threads: int | None, cluster: Cluster | None) -> Iterator[Executor]:
    """Yield an executor: this machine, or a cluster, which is closed afterwards unless it was handed in.

    A Python strategy plays in this process unless a number of threads is given: its function may keep state.

    Raises:
        InputError: a bad number of threads or a bad address.
        RunError: no cluster answers.
    """
    if cluster is None:
        workers = count_threads(threads)
        yield LocalExecutor(workers) if threads is None else ProcessExecutor(workers)
        return
    if threads is not None:
        raise InputError(f"a cluster sets its own number of threads, so threads cannot be {quote(threads)}")
    with ClusterExecutor(cluster) as executor:
        yield executor


def _play(
    spec: RunSpec,
    wanted: int,
    folder: Path | None,
    executor: Executor,
    on_progress: Callable[[Progress], None] | None,
) -> Run:
    if folder is None:
        count, tables = _Count(spec, wanted, on_progress, []), []
        for piece in executor.play(spec, [range(1, wanted + 1)]):
            tables.append(piece)
            count.add(piece)
        return Run(spec, count.now.games, count.wins, None, chain_tables(tables))

    with RunFolder.take(folder, spec, wanted) as kept:
        shards = kept.look(mend=True)
        count = _Count(spec, wanted, on_progress, [shard.rate for shard in shards])
        with ShardWriter(kept) as writer:
            for piece in executor.play(spec, kept.missing(shards, wanted)):
                writer.add(piece)
                count.add(piece)
    return Run(spec, count.now.games, count.wins, kept.path)


class _Count:
    """Counts finished games and reports progress."""

    def __init__(
        self, spec: RunSpec, wanted: int, on_progress: Callable[[Progress], None] | None, before: Sequence[Rate]
    ) -> None:
        self._luck_free = spec.luck_free
        self.now = sum(before, Rate(0, 0, 0.0 if spec.luck_free else None))
        self._wanted, self._on_progress = max(wanted, self.now.games), on_progress
        self._before, self._begin = self.now.games, time.monotonic()

    @property
    def wins(self) -> int:
        return 0 if self._luck_free else int(self.now.wins)

    def add(self, piece: pyarrow.Table) -> None:
        self.now += rate_of(piece, luck_free=self._luck_free)
        if self._on_progress is not None:
            games, seconds = self.now.games, time.monotonic() - self._begin
            self._on_progress(Progress(games, self._wanted, self.now, games - self._before, seconds))
