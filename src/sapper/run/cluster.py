"""Games played on a Dask cluster, piece by piece, in order.

A cluster is `tcp://scheduler:8786`, the address of a running scheduler, `local:N`, which starts N processes on this
machine and ends them afterwards, or a `distributed.Client`, which stays connected. A few pieces per worker are sent
ahead; results are returned in the order of their games. When a worker dies, the scheduler gives its pieces to
another.
"""

from __future__ import annotations

import re
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import partial
from logging import CRITICAL
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from sapper.base.extras import distributed
from sapper.base.number import quote
from sapper.errors import InputError, RunError
from sapper.run.executor import Pieces, Seeds, play_seeds
from sapper.run.spec import RunSpec

if TYPE_CHECKING:
    import pyarrow

__all__ = ["Cluster", "ClusterExecutor"]

# An address, local:N, or a client that stays connected.
Cluster: TypeAlias = "str | distributed.Client"

_LOCAL = re.compile(r"local:([1-9][0-9]{0,3})")
_REMOTE = re.compile(r"(tcp|tls|ws|wss)://\S+")
_WAIT = 30  # seconds to wait for a scheduler and its first worker
_SECONDS = 4.0  # target time of a piece; sending one takes milliseconds
_AHEAD = 3  # pieces in flight for each thread of the cluster
_DEATHS = 5  # times a piece is sent again after the scheduler gave it up because its workers died


class ClusterExecutor:
    """Plays on a cluster. A context manager that ends the processes it started.

    Raises:
        InputError: the text is not an address, or the client is closed or asynchronous.
        RunError: no scheduler answers at the address, or it has no workers.
        MissingError: distributed is not installed.
    """

    def __init__(self, cluster: Cluster) -> None:
        """Connect to the cluster at an address, start one on this machine, or use a connected client."""
        text = cluster if isinstance(cluster, str) else ""
        local, remote = _LOCAL.fullmatch(text), _REMOTE.fullmatch(text)
        self._handed_in = not isinstance(cluster, str) and _is_client(cluster)
        if local is None and remote is None and not self._handed_in:
            raise InputError(f"a cluster is tcp://HOST:PORT, local:N or a Client of Dask, not {quote(cluster)}")
        self._cluster = None if local is None else _start(int(local[1]))
        self._client: Any = cluster
        try:
            if not self._handed_in:
                self._client = distributed.Client(self._cluster or cluster, timeout=_WAIT, set_as_default=False)
            self._client.wait_for_workers(1, timeout=_WAIT)
        except (OSError, TimeoutError) as error:
            self._close_cluster()
            raise RunError(f"no cluster with a worker answers at {quote(cluster)}: {error}") from error

    def __enter__(self) -> Self:
        """Return the executor itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Disconnect from the cluster, and end it if this executor started it."""
        if not self._handed_in:
            self._client.close()
        self._close_cluster()

    @property
    def client(self) -> Any:  # noqa: ANN401
        """The client of the cluster."""
        return self._client

    def play(self, spec: RunSpec, ranges: Iterable[range], *, seeds: Seeds | None = None) -> Iterator[pyarrow.Table]:
        """See `Executor.play`."""
        self._upload(spec)
        pieces, sent = Pieces(ranges, seconds=_SECONDS), deque[_Sent]()
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
        """Upload the module of a Python strategy. A package must be installed on the workers."""
        if spec.strategy.choose is not None:
            file = spec.strategy.file
            if file is not None and self._cluster is None and file.parent.joinpath("__init__.py").exists() is False:
                self._client.upload_file(str(file))

    def _close_cluster(self) -> None:
        if self._cluster is not None:
            self._cluster.close()


class _Sent:
    """A piece that was sent to the cluster."""

    def __init__(self, client: Any, spec: RunSpec, seeds: Sequence[int], first: int) -> None:  # noqa: ANN401
        # Not pure: the measured time differs between calls, and a pure task would hash all seeds for its key.
        self._send = partial(client.submit, _play_timed, spec, seeds, first, pure=False)
        self.future = self._send()

    def result(self) -> tuple[pyarrow.Table, float]:
        """Wait for the rows. If the scheduler gives up a piece because its workers died, send it again."""
        for death in range(_DEATHS + 1):
            try:
                result: tuple[pyarrow.Table, float] = self.future.result()
            except distributed.KilledWorker as error:
                if death == _DEATHS:
                    raise RunError(f"every worker that plays these games dies: {error}") from error
                self.future = self._send()
            except (CancelledError, OSError) as error:
                raise RunError(f"the connection to the cluster is lost: {error!r}") from error
            else:
                return result
        raise AssertionError


def _is_client(cluster: object) -> bool:
    """Whether this is a client of Dask that can be used.

    Raises:
        InputError: it is closed, or its calls must be awaited.
    """
    if "distributed" not in sys.modules or not isinstance(cluster, distributed.Client):
        return False
    if cluster.asynchronous:
        raise InputError("an asynchronous client of Dask cannot play: make one with asynchronous=False")
    if cluster.status != "running":
        raise InputError(f"the client of Dask is {cluster.status}, not connected")
    return True


def _start(workers: int) -> Any:  # noqa: ANN401
    """Start a cluster of `workers` processes with one thread each, because a Python strategy holds the GIL."""
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
    """Make processes started in this context ignore Ctrl-C, which a terminal sends to all; this process ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _play_timed(spec: RunSpec, seeds: Sequence[int], first: int) -> tuple[pyarrow.Table, float]:
    """Play a piece on a worker, on one thread: the cluster schedules the threads."""
    begin = time.perf_counter()
    table = play_seeds(spec, seeds, first=first, threads=1)
    return table, time.perf_counter() - begin
