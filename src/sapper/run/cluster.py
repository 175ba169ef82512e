"""Games played on a Dask cluster, piece by piece, in order.

A cluster is `tcp://scheduler:8786`, the address of a scheduler that is there, or `local:N`, N processes started
here and ended afterwards. Pieces are sent out ahead of the one that is waited for, a few for each worker, and come
back in the order of their games. A worker that dies loses nothing: the scheduler gives its pieces to another.
"""

from __future__ import annotations

import re
import signal
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import partial
from logging import CRITICAL
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from sapper.base.extras import distributed
from sapper.base.number import quote
from sapper.errors import InputError, RunError
from sapper.run.executor import Seeds, play_seeds
from sapper.run.spec import RunSpec

if TYPE_CHECKING:
    import pyarrow

__all__ = ["ClusterExecutor"]

_LOCAL = re.compile(r"local:([1-9][0-9]{0,3})")
_REMOTE = re.compile(r"(tcp|tls|ws|wss)://\S+")
_WAIT = 30  # seconds for a scheduler and its first worker
_SECONDS = 4.0  # a piece should take: sending one costs milliseconds
_FIRST_PIECE = 16  # games
_GROWTH = 4  # at most, from one piece to the next
_MOST = 5_000  # games
_AHEAD = 3  # pieces on their way for each thread of the cluster
_DEATHS = 5  # times the scheduler may give a piece up because the workers that had it died


class ClusterExecutor:
    """Plays on a cluster; a context, which ends what it started.

    Raises:
        InputError: an address that is none.
        RunError: no scheduler answers there, or it has no workers.
        MissingError: distributed is not installed.
    """

    def __init__(self, address: str) -> None:
        """Connect to the cluster at `address`, or start one here."""
        text = address if isinstance(address, str) else ""
        local = _LOCAL.fullmatch(text)
        if local is None and _REMOTE.fullmatch(text) is None:
            raise InputError(f"a cluster is tcp://HOST:PORT or local:N, not {quote(address)}")
        self._cluster = None if local is None else _start(int(local[1]))
        try:
            self._client = distributed.Client(self._cluster or address, timeout=_WAIT, set_as_default=False)
            self._client.wait_for_workers(1, timeout=_WAIT)
        except (OSError, TimeoutError) as error:
            self._close_cluster()
            raise RunError(f"no cluster with a worker answers at {quote(address)}: {error}") from error

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the cluster, and end it if it was started here."""
        self._client.close()
        self._close_cluster()

    @property
    def client(self) -> Any:  # noqa: ANN401
        """The client of the cluster."""
        return self._client

    def play(self, spec: RunSpec, ranges: Iterable[range], *, seeds: Seeds | None = None) -> Iterator[pyarrow.Table]:
        """See `Executor.play`."""
        self._upload(spec)
        pieces, sent = _Pieces(ranges), deque[_Sent]()
        try:
            while True:
                while len(sent) < _AHEAD * self._threads() and (piece := pieces.take()) is not None:
                    numbers = (seeds or spec.seeds)(piece.start, len(piece))
                    sent.append(_Sent(self._client, spec, numbers, piece.start))
                if not sent:
                    return
                table, seconds = sent[0].result()
                sent.popleft()
                pieces.learn(table.num_rows, seconds)
                yield table
        finally:
            self._client.cancel([piece.future for piece in sent])

    def _threads(self) -> int:
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def _upload(self, spec: RunSpec) -> None:
        """Send the module of a strategy in Python along; one that is a package must be installed there."""
        if spec.strategy.choose is not None:
            file = spec.strategy.file
            if file is not None and self._cluster is None and file.parent.joinpath("__init__.py").exists() is False:
                self._client.upload_file(str(file))

    def _close_cluster(self) -> None:
        if self._cluster is not None:
            self._cluster.close()


class _Sent:
    """A piece on its way."""

    def __init__(self, client: Any, spec: RunSpec, seeds: Sequence[int], first: int) -> None:  # noqa: ANN401
        # Not pure: the time a game takes differs, and a name made of the arguments would hash all seeds.
        self._send = partial(client.submit, _play_timed, spec, seeds, first, pure=False)
        self.future = self._send()

    def result(self) -> tuple[pyarrow.Table, float]:
        """Wait for the rows; the scheduler itself sends a piece elsewhere when a worker dies, but not for ever."""
        for death in range(_DEATHS + 1):
            try:
                result: tuple[pyarrow.Table, float] = self.future.result()
            except distributed.KilledWorker as error:
                if death == _DEATHS:
                    raise RunError(f"every worker that plays these games dies: {error}") from error
                self.future = self._send()
            except (CancelledError, OSError) as error:
                raise RunError(f"the cluster went away: {error!r}") from error
            else:
                return result
        raise AssertionError


def _start(workers: int) -> Any:  # noqa: ANN401
    """A cluster of so many processes, of one thread each: a strategy in Python holds the interpreter lock."""
    options = {"threads_per_worker": 1, "dashboard_address": None, "silence_logs": CRITICAL}
    try:
        with _deaf_to_ctrl_c():
            return distributed.LocalCluster(n_workers=workers, **options)
    except RuntimeError as error:
        raise RunError(
            f"{workers} processes could not be started: {error} "
            "(a script that starts processes must do so below if __name__ == '__main__':)"
        ) from error


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Let processes started now ignore Ctrl-C, which a terminal sends to all: this one alone ends the others."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Pieces:
    """Cuts ranges into pieces of a size that changes with what is learned about their time."""

    def __init__(self, ranges: Iterable[range]) -> None:
        self._ranges = iter(ranges)
        self._rest = range(0)
        self._size = _FIRST_PIECE

    def take(self) -> range | None:
        while not self._rest:
            following = next(self._ranges, None)
            if following is None:
                return None
            self._rest = following
        piece, self._rest = self._rest[: self._size], self._rest[self._size :]
        return piece

    def learn(self, games: int, seconds: float) -> None:
        self._size = max(1, min(self._size * _GROWTH, int(games * _SECONDS / max(seconds, 1e-9)), _MOST))


def _play_timed(spec: RunSpec, seeds: Sequence[int], first: int) -> tuple[pyarrow.Table, float]:
    """What a worker does, on one thread: a cluster counts its threads itself."""
    begin = time.perf_counter()
    table = play_seeds(spec, seeds, first=first, threads=1)
    return table, time.perf_counter() - begin
