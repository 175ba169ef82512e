"""The crew: worker processes for everything that takes longer than a few milliseconds.

The event loop answers moves, so nothing long may run on it or on its threads, which share one interpreter lock.
A job starts in the brief lane. A job that overruns there is killed and starts again in the long lane, whose deadline
ends it with an error. In each lane the next job is that of the address that used the least time lately, and one
address never holds all workers of a lane that has several. Equal jobs run once. A job whose callers have all left is
dropped or killed. A killed worker is replaced, so closing takes no longer than killing.

>>> import asyncio
>>> async def example():
...     crew = Crew(Lanes())
...     try:
...         return await crew.run("127.0.0.1", divmod, 7, 2)
...     finally:
...         await crew.close()
>>> asyncio.run(example())
(3, 1)
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from sapper.errors import LimitError
from sapper.web.problems import BusyError, RateError
from sapper.web.settings import Lanes
from sapper.web.usage import Usage

__all__ = ["Crew"]

T = TypeVar("T")

_HALF_LIFE = 30.0  # seconds after which the time an address used counts half
_NICENESS = 10  # of the workers: moves come first
_PRELOADED = ("sapper.web.jobs", "sapper.web.exercise_job", "sapper.web.replaying")


@dataclass(slots=True, eq=False)
class _Job:
    """One call that a worker makes."""

    address: str
    work: Callable[..., Any]
    args: tuple[Any, ...]
    key: Hashable | None  # equal keys are equal jobs
    done: asyncio.Future[Any]
    callers: int = 0
    running: _Worker | None = None


class Crew:
    """Worker processes, started when they are first needed."""

    def __init__(self, lanes: Lanes) -> None:
        """Have no processes yet. Must be made on the loop that uses it."""
        self._lanes = lanes
        self._merged: dict[Hashable, _Job] = {}
        self._jobs: set[_Job] = set()
        self._stopped = False
        self._brief = _Lane(lanes.workers, lanes.brief_s, self._overrun)
        self._long = _Lane(lanes.workers, lanes.long_s, self._give_up)

    async def run(
        self, address: str, work: Callable[..., T], *args: object, key: Hashable | None = None, long: bool = False
    ) -> T:
        """Return `work(*args)`, computed by a worker for a client address.

        `work` is a function of a module; it, its arguments and its result can be pickled. Calls with equal keys share
        one computation. `long` skips the brief lane.

        Raises:
            RateError: too many jobs wait, of this address or of all.
            LimitError: the job takes longer than the deadline.
            BusyError: the server stops.
            Exception: what `work` raised.
        """
        if self._stopped:
            raise _stopping()
        job = self._merged.get(key) if key is not None else None
        if job is None:
            job = _Job(address, work, args, key, asyncio.get_running_loop().create_future())
            self._check(address)
            self._jobs.add(job)
            job.done.add_done_callback(lambda _: self._jobs.discard(job))
            if key is not None:
                self._merged[key] = job
                job.done.add_done_callback(lambda _: self._merged.pop(key, None))
            (self._long if long else self._brief).add(job)
        job.callers += 1
        try:
            result: T = await asyncio.shield(job.done)
            return result
        finally:
            job.callers -= 1
            if not job.callers and not job.done.done():
                job.done.cancel()
                for lane in (self._brief, self._long):
                    lane.drop(job)

    async def warm_up(self) -> None:
        """Start a worker in each lane, so that the first job does not wait for that."""
        await asyncio.gather(self._brief.warm_up(), self._long.warm_up())

    def stop(self) -> None:
        """Answer all jobs, and those to come, that the server stops."""
        self._stopped = True
        for job in list(self._jobs):
            if not job.done.done():
                job.done.set_exception(_stopping())

    async def close(self) -> None:
        """Kill all workers. Jobs that wait are cancelled."""
        await asyncio.gather(self._brief.close(), self._long.close())

    def _check(self, address: str) -> None:
        lanes = (self._brief, self._long)
        if sum(lane.waits(address) for lane in lanes) >= self._lanes.waiting_per_address:
            raise RateError("too many requests of this address are waiting: try again when they are answered", 2)
        if sum(lane.length for lane in lanes) >= self._lanes.waiting:
            raise RateError("the server is busy: try again in a few seconds", 5)

    def _overrun(self, job: _Job) -> None:
        self._long.add(job)

    def _give_up(self, job: _Job) -> None:
        job.done.set_exception(LimitError(f"this takes longer than {self._lanes.long_s:g} seconds on this board"))


def _stopping() -> BusyError:
    return BusyError("the server stops: try again in a few seconds")


class _Lane:
    """Jobs of one deadline, and the workers that take them."""

    def __init__(self, workers: int, deadline: float, overrun: Callable[[_Job], None]) -> None:
        self._most = workers
        self._deadline = deadline
        self._overrun = overrun
        self._waiting: dict[str, list[_Job]] = {}  # by address, the first come first
        self._running: dict[str, int] = {}  # workers by address
        self._used = Usage(half_life=_HALF_LIFE)
        self._idle: list[_Worker] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="crew")
        self.length = 0  # jobs waiting

    def add(self, job: _Job) -> None:
        self._waiting.setdefault(job.address, []).append(job)
        self.length += 1
        self._dispatch()

    def waits(self, address: str) -> int:
        return len(self._waiting.get(address, ()))

    def drop(self, job: _Job) -> None:
        if job in self._waiting.get(job.address, ()):
            self._remove(job)
        elif job.running is not None:
            job.running.kill()

    async def warm_up(self) -> None:
        if self._idle or self._tasks:
            return
        worker = await self._call(_Worker)
        if self._most:
            self._idle.append(worker)
        else:  # closed meanwhile
            worker.kill()

    async def close(self) -> None:
        for job in [job for here in self._waiting.values() for job in here]:
            job.done.cancel()
        self._waiting.clear()
        self._most = 0  # starts nothing more
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in self._idle:
            worker.kill()
        self._threads.shutdown(wait=False)

    def _dispatch(self) -> None:
        while len(self._tasks) < self._most and (job := self._next()) is not None:
            self._remove(job)
            self._running[job.address] = self._running.get(job.address, 0) + 1
            task = asyncio.create_task(self._serve(job))
            self._tasks.add(task)
            task.add_done_callback(self._left)

    def _left(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._dispatch()

    def _next(self) -> _Job | None:
        share = max(self._most - 1, 1)
        free = [address for address in self._waiting if self._running.get(address, 0) < share]
        return self._waiting[min(free, key=self._used.of)][0] if free else None

    def _remove(self, job: _Job) -> None:
        here = self._waiting[job.address]
        here.remove(job)
        self.length -= 1
        if not here:
            del self._waiting[job.address]

    async def _serve(self, job: _Job) -> None:
        late = False
        outcome: _Returned | _Raised | None = None
        try:
            worker = self._idle.pop() if self._idle else await self._call(_Worker)
            if not job.done.done():  # the callers may have left meanwhile
                begun = time.monotonic()
                late, outcome = await self._run(job, worker)
                self._used.add(job.address, time.monotonic() - begun)
            if worker.alive:
                self._idle.append(worker)
        finally:
            self._running[job.address] -= 1
            if not self._running[job.address]:
                del self._running[job.address]
        if job.done.done():
            return
        if late or outcome is None:
            self._overrun(job)
        elif isinstance(outcome, _Raised):
            job.done.set_exception(outcome.error)
        else:
            job.done.set_result(outcome.value)

    async def _run(self, job: _Job, worker: _Worker) -> tuple[bool, _Returned | _Raised | None]:
        """Whether the job overran, and else what it did."""
        job.running = worker
        call = asyncio.ensure_future(self._call(worker.run, job.work, job.args, self._deadline))
        try:
            await asyncio.wait({call}, timeout=self._deadline)
        finally:
            late = not call.done()
            if late:
                worker.kill()  # which ends the call
            job.running = None
        return late, await call

    async def _call(self, work: Callable[..., T], *args: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)


@dataclass(frozen=True, slots=True)
class _Returned:
    """What a job returned."""

    value: Any


@dataclass(frozen=True, slots=True)
class _Raised:
    """What a job raised."""

    error: Exception


class _Worker:
    """One process, and the pipe to it."""

    def __init__(self) -> None:
        """Start it. Blocks until it is ready."""
        self._pipe, other = multiprocessing.Pipe()
        self._process = _context().Process(target=_work, args=(other,), name="sapper crew", daemon=True)
        self._process.start()
        other.close()
        self.alive = True
        with suppress(EOFError, OSError):
            self._pipe.recv()  # it is ready: its start takes no time of a job

    def run(self, work: Callable[..., Any], args: tuple[Any, ...], deadline: float) -> _Returned | _Raised | None:
        """Return what the job did; None if the process was killed. Blocks."""
        try:
            self._pipe.send((work, args, deadline))
            outcome: _Returned | _Raised = self._pipe.recv()
        except (EOFError, OSError):
            self.kill()
            return None
        except Exception as error:  # what came back cannot be unpickled
            return _Raised(error)
        return outcome

    def kill(self) -> None:
        """End the process at once."""
        self.alive = False
        self._process.kill()


def _context() -> Any:  # noqa: ANN401  # the contexts of multiprocessing share no type with Process
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    # A fork of a process that has the modules loaded and no threads: ready within milliseconds.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([*_PRELOADED])
    return context


def _work(pipe: Connection) -> None:
    """Run jobs until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the server ends its workers
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    with suppress(EOFError, OSError):  # the server has ended
        pipe.send(None)  # ready
        while True:
            _answer(pipe)


def _answer(pipe: Connection) -> None:
    """Run one job."""
    work, args, deadline = pipe.recv()
    if hasattr(signal, "setitimer"):
        # A server that was killed cannot end this process.
        signal.setitimer(signal.ITIMER_REAL, deadline + 5)
    outcome: _Returned | _Raised
    try:
        outcome = _Returned(work(*args))
    except Exception as error:  # the caller gets it
        outcome = _Raised(error)
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)
    pipe.send(outcome)
