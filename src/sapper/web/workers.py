"""Several server processes on one machine, which take turns at one socket, and the process that keeps them running.

A worker that ends by itself is replaced. SIGHUP replaces all of them, one after the other: the new one answers before
the old one stops, so that no connection is refused. SIGINT and SIGTERM end all of them within five seconds.

>>> share(Settings(), 1_000).lanes.workers
1
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import threading
import time
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from tempfile import TemporaryDirectory
from types import FrameType

from sapper.errors import LimitError
from sapper.web.app import create_app
from sapper.web.logs import set_up_logs
from sapper.web.problems import log
from sapper.web.server import run_server
from sapper.web.settings import Settings

__all__ = ["run_workers", "share"]

_LOOK = 0.2  # seconds between two looks at signals
_LONGEST_START = 60.0  # seconds until a worker that is not ready has failed
_LONGEST_END = 4.8  # seconds until a worker that does not end is killed
_MOST_FAILURES = 3  # workers in a row that end before they are ready
_FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"  # where workers write their metrics


def run_workers(settings: Settings, listening: socket.socket, count: int) -> None:
    """Keep so many workers running until a signal ends them.

    Raises:
        LimitError: workers end as soon as they start.
        KeyboardInterrupt: SIGINT ended them.
    """
    set_up_logs(as_json=settings.log_json)
    with TemporaryDirectory(prefix="sapper-metrics-") as folder:
        if settings.metrics:
            os.environ[_FOLDER_VARIABLE] = folder
        last = _Supervisor(share(settings, count), listening, count).run()
    if last is not None:
        signal.signal(last, signal.SIG_DFL if last != signal.SIGINT else signal.default_int_handler)
        signal.raise_signal(last)


def share(settings: Settings, count: int) -> Settings:
    """Return the settings of each of so many workers, which together use the machine once."""
    lanes = settings.lanes
    return replace(settings, lanes=replace(lanes, workers=max(lanes.workers // count, 1)))


class _Worker:
    """One process. It ends when the pipe to it is closed, also if this process is killed."""

    def __init__(self, settings: Settings, listening: socket.socket) -> None:
        self._pipe, other = multiprocessing.Pipe()
        # Not a fork, which would copy locks that threads of this process hold; and the code is read again.
        context = multiprocessing.get_context("spawn")
        self.process = context.Process(target=_work, args=(settings, listening, other), name="sapper worker")
        self.process.start()
        other.close()
        self._begun = time.monotonic()
        self.is_ready = False

    def look(self) -> None:
        """Read whether it is ready; kill it if it takes too long."""
        if not self.is_ready:
            with suppress(EOFError, OSError):
                self.is_ready = self._pipe.poll() and bool(self._pipe.recv())
            if not self.is_ready and time.monotonic() - self._begun > _LONGEST_START:
                self.process.kill()

    def end(self) -> None:
        self.process.terminate()


class _Supervisor:
    """The loop over signals and workers."""

    def __init__(self, settings: Settings, listening: socket.socket, count: int) -> None:
        self._settings = settings
        self._listening = listening
        self._count = count
        self._last: int | None = None  # the signal that ends all
        self._renew = False
        self._workers: list[_Worker] = []
        self._old: list[_Worker] = []  # to be ended when one that replaces them is ready
        self._leaving: list[_Worker] = []
        self._failures = 0

    def run(self) -> int | None:
        """Return the signal that ended all workers."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._replace)
        try:
            while self._last is None:
                self._step()
        finally:
            self._end_all()
        return self._last

    def _stop(self, number: int, _: FrameType | None) -> None:
        self._last = number

    def _replace(self, _: int, __: FrameType | None) -> None:
        self._renew = True

    def _step(self) -> None:
        if self._renew:
            self._renew = False
            log.info("replacing the workers")
            self._old += self._workers
            self._workers = []
        self._remove_ended()
        # While workers are replaced, one more than asked for runs.
        while len(self._workers) < self._count and all(worker.is_ready for worker in self._workers if self._old):
            self._workers.append(_Worker(self._settings, self._listening))
        for worker in self._workers:
            was_ready = worker.is_ready
            worker.look()
            if worker.is_ready and not was_ready:
                self._failures = 0
                if self._old:
                    self._leaving.append(self._old.pop(0))
                    self._leaving[-1].end()
        running = [*self._workers, *self._old, *self._leaving]
        wait([worker.process.sentinel for worker in running], timeout=_LOOK)

    def _remove_ended(self) -> None:
        for group in (self._workers, self._old, self._leaving):
            for worker in [worker for worker in group if worker.process.exitcode is not None]:
                group.remove(worker)
                if group is self._leaving:
                    continue
                log.warning("a worker ended with code %s and is replaced", worker.process.exitcode)
                self._failures += not worker.is_ready
                if self._failures >= _MOST_FAILURES:
                    raise LimitError(f"{self._failures} workers ended before they were ready: see the log")

    def _end_all(self) -> None:
        running = [*self._workers, *self._old, *self._leaving]
        for worker in running:
            worker.end()
        deadline = time.monotonic() + _LONGEST_END
        for worker in running:
            worker.process.join(max(deadline - time.monotonic(), 0))
            if worker.process.exitcode is None:
                worker.process.kill()
                worker.process.join()


def _work(settings: Settings, listening: socket.socket, pipe: Connection) -> None:
    """Serve until the pipe is closed or a signal comes."""
    if hasattr(os, "setpgrp"):
        os.setpgrp()  # Ctrl-C in a terminal reaches the supervisor alone, which ends the workers
    threading.Thread(target=_follow, args=(pipe,), daemon=True).start()
    run_server(create_app(settings), settings, listening, ready=lambda: pipe.send(True))


def _follow(pipe: Connection) -> None:
    """End this process with the supervisor."""
    with suppress(EOFError, OSError):
        pipe.recv()
    os.kill(os.getpid(), signal.SIGTERM)  # the main thread handles it
