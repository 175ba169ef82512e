"""Games of a Python strategy in several processes of this machine, piece by piece, in order.

The interpreter lock lets one thread of a process run Python, so that only more processes play a Python function
faster. Each process gets the spec when it starts, then the seeds of one piece at a time, and returns its games. The
rows do not depend on the number of processes, as long as the function depends on the analysis alone.

On Linux a process is a copy of this one, so that any function can be played: one of a notebook, a lambda, a closure.
Elsewhere a process is started afresh, and the function must be one that can be pickled.

>>> from sapper.run.spec import RunSpec
>>> spec = RunSpec.make("beginner", seed=1, strategy=lambda analysis: analysis.safest_cells[0])
>>> sum(table.num_rows for table in ProcessExecutor(processes=2).play(spec, [range(1, 41)]))
40
"""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import sys
import time
import traceback
import warnings
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from sapper.errors import InputError, RunError
from sapper.play.player import PlayedGames, play_games, seed_array
from sapper.run.columns import make_table
from sapper.run.executor import LocalExecutor, Pieces, Seeds
from sapper.run.spec import RunSpec

if TYPE_CHECKING:
    import pyarrow

__all__ = ["ProcessExecutor"]

_START = "fork" if sys.platform == "linux" else "spawn"
_SECONDS = 0.5  # target time of a piece
_AHEAD = 4  # pieces for each process that are played or wait for an earlier piece


@dataclass(frozen=True, slots=True)
class ProcessExecutor:
    """Plays a Python strategy in several processes, and a built-in one on as many threads of this process."""

    processes: int  # at least 1; with 1 a Python strategy plays in this process

    def play(self, spec: RunSpec, ranges: Iterable[range], *, seeds: Seeds | None = None) -> Iterator[pyarrow.Table]:
        """See `Executor.play`.

        Raises:
            InputError: a function that cannot be sent to another process.
            RunError: a process ended before its games were played.
        """
        if spec.strategy.choose is None or self.processes == 1:
            yield from LocalExecutor(self.processes).play(spec, ranges, seeds=seeds)
            return
        pieces, sent = Pieces(ranges, seconds=_SECONDS), deque[_Piece]()
        most = _AHEAD * self.processes
        with _Crew(spec, self.processes) as crew:
            while True:
                while len(sent) < most and crew.has_room() and (games := pieces.take()) is not None:
                    piece = _Piece(games.start, seed_array((seeds or spec.seeds)(games.start, len(games))))
                    sent.append(piece)
                    crew.send(piece)
                if not sent:
                    return
                if sent[0].played is None:
                    crew.receive()
                    continue
                done = sent.popleft()
                played, seconds = done.result()
                pieces.learn(len(done.seeds), seconds)
                yield make_table(played, first=done.first, seeds=done.seeds, spec=spec, threads=self.processes)


@dataclass(slots=True)
class _Piece:
    """Consecutive games, and what a process returned for them."""

    first: int  # number of the first game
    seeds: NDArray[np.uint64]
    played: PlayedGames | BaseException | None = None  # None until they are played
    seconds: float = 0.0

    def result(self) -> tuple[PlayedGames, float]:
        """Return the games and their time, or raise what the strategy raised."""
        if isinstance(self.played, PlayedGames):
            return self.played, self.seconds
        assert self.played is not None
        raise self.played


class _Crew:
    """Processes that play pieces, one piece at a time each, started when they are needed and ended on exit."""

    def __init__(self, spec: RunSpec, most: int) -> None:
        self._spec = spec
        self._most = most
        self._context: Any = multiprocessing.get_context(_START)
        self._processes: dict[Connection, Any] = {}
        self._idle: list[Connection] = []
        self._busy: dict[Connection, _Piece] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for connection, process in self._processes.items():
            process.kill()  # what it still plays is not wanted, and it may take any time
            process.join()
            connection.close()

    def has_room(self) -> bool:
        """Whether a process can take a piece now."""
        return len(self._busy) < self._most

    def send(self, piece: _Piece) -> None:
        connection = self._idle.pop() if self._idle else self._start()
        self._busy[connection] = piece
        try:
            connection.send(piece.seeds)
        except OSError:
            self._lose(connection)

    def receive(self) -> None:
        """Wait until at least one process has played its piece."""
        for ready in wait(list(self._busy)):
            assert isinstance(ready, Connection)
            try:
                answer, seconds = ready.recv()
            except (EOFError, OSError):
                self._lose(ready)
            piece = self._busy.pop(ready)
            piece.played, piece.seconds = answer, seconds
            self._idle.append(ready)

    def _lose(self, connection: Connection) -> None:
        piece, process = self._busy[connection], self._processes[connection]
        process.join()
        last = piece.first + len(piece.seeds) - 1
        raise RunError(
            f"the process that played games {piece.first} to {last} ended with exit code {process.exitcode}"
        )

    def _start(self) -> Connection:
        ours: Connection
        ours, theirs = self._context.Pipe()
        # A copy of this process holds the ends of all pipes. It closes them, so that it ends when this process does.
        inherited = [*self._processes, ours] if _START == "fork" else []
        process = self._context.Process(target=_serve, args=(self._spec, theirs, inherited), daemon=True)
        try:
            with warnings.catch_warnings():
                # Python warns of threads, which a copy lacks. The copy waits for none of their locks: it only plays.
                warnings.simplefilter("ignore", DeprecationWarning)
                process.start()
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise InputError(
                f"the strategy {self._spec.strategy} cannot be sent to another process ({error}): "
                "define it in a module, or play it in one process"
            ) from error
        theirs.close()
        self._processes[ours] = process
        return ours


def _serve(spec: RunSpec, connection: Connection, inherited: list[Connection]) -> None:
    """Play pieces until the other end of the connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends Ctrl-C to all; the parent ends this process
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the parent may have its own handler
    for other in inherited:
        other.close()
    while True:
        try:
            seeds = connection.recv()
        except EOFError:
            return
        begin = time.perf_counter()
        answer: PlayedGames | BaseException
        try:
            answer = play_games(
                spec.level,
                spec.start,
                spec.first_click,
                seeds,
                spec.strategy,
                threads=1,
                luck_free=spec.luck_free,
            )
        except BaseException as error:
            answer = _portable(error)
        try:
            connection.send((answer, time.perf_counter() - begin))
        except OSError:  # the parent has ended
            return


def _portable(error: BaseException) -> BaseException:
    """Return an error that can be sent, with the lines it came from."""
    lines = "".join(traceback.format_exception(error))
    try:
        copy: BaseException = pickle.loads(pickle.dumps(error))
    except Exception:  # pickling is the error's own code
        return RunError(f"the strategy raised {error!r}, which cannot be sent to another process:\n{lines}")
    copy.add_note(f"in another process:\n{lines}")
    return copy
