"""What runs on the event loop of the server: the time of every callback, by request, and where the long ones were.

Runs `sapper serve` with these options and measures each callback of its loop in CPU time, so that other programs of
the machine do not count. SIGUSR1 makes it write a report as JSON: callbacks and CPU time by request, and every place
at which a callback had run for more than the limit. The loop is that of asyncio, because that of uvloop cannot be
measured from Python. `benchmarks/web_load.py --probe` starts the server like this and prints the report.

>>> probe = Probe(limit_s=1.0)
>>> probe.add("GET /", 0.002), probe.add("GET /", 0.004), probe.report()["callbacks"]["GET /"]["count"]
(None, None, 2)
"""

from __future__ import annotations

import asyncio
import gc
import json
import signal
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

from sapper.base.whole_file import writing
from sapper.web.problems import route_of

__all__ = ["Probe", "tell"]

_LIMIT_S = 0.005
_DEEPEST = 4  # frames of a place


class Probe:
    """Measures the callbacks of the loop of the main thread."""

    def __init__(self, *, limit_s: float = _LIMIT_S) -> None:
        """Report callbacks that take longer than the limit."""
        self._limit_s = limit_s
        self._times: dict[str, list[float]] = {}
        self._places: dict[str, list[float]] = {}
        self._place = ""

    def install(self) -> None:
        """Measure every callback from now on."""
        run, clock = asyncio.Handle._run, time.thread_time
        limit = self._limit_s

        def measured(handle: asyncio.Handle) -> None:
            work = _work_of(handle)
            begin = clock()
            signal.setitimer(signal.ITIMER_PROF, limit, limit)
            try:
                run(handle)
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
                spent = clock() - begin
                name = work if isinstance(work, str) else route_of(work)  # the callback may have found the route
                self.add(name, spent)
                if spent > limit:
                    self._places.setdefault(f"{name}: {self._place}", []).append(spent)
                self._place = ""

        collecting = 0.0

        def collected(phase: str, found: dict[str, int]) -> None:
            nonlocal collecting
            if phase == "start":
                collecting = clock()
            elif threading.current_thread() is threading.main_thread():
                self.add(f"collection of generation {found['generation']}", clock() - collecting)

        gc.callbacks.append(collected)
        asyncio.Handle._run = measured  # type: ignore[method-assign, assignment]
        signal.signal(signal.SIGPROF, self._sample)

    def add(self, request: str, seconds: float) -> None:
        """Add a callback."""
        self._times.setdefault(request, []).append(seconds)

    def report(self) -> dict[str, Any]:
        """Return counts and CPU milliseconds of callbacks by request, and of the long ones by place."""
        return {
            "limit_ms": self._limit_s * 1000,
            "callbacks": {name: _summary(times) for name, times in self._times.items()},
            "long": {place: _summary(times) for place, times in self._places.items()},
        }

    def _sample(self, _: int, frame: FrameType | None) -> None:
        """Note where the callback is. The interpreter calls this between two instructions of the main thread."""
        found: list[str] = []
        while frame is not None and len(found) < _DEEPEST:
            path = Path(frame.f_code.co_filename)
            if "sapper" in path.parts:
                found.append(f"{path.stem}:{frame.f_lineno} {frame.f_code.co_name}")
            frame = frame.f_back
        self._place = " < ".join(found)


def tell(report: dict[str, Any]) -> None:
    """Print a report."""
    spent = Counter({name: summary["sum_ms"] for name, summary in report["callbacks"].items()})
    print(f"the event loop, {sum(spent.values()) / 1000:.1f} s of CPU time in callbacks:")
    for name, total in spent.most_common(22):
        summary = report["callbacks"][name]
        print(
            f"  {name:44} {summary['count']:7} callbacks {total:8.0f} ms, each {summary['mean_ms']:.2f}, "
            f"longest {summary['longest_ms']:.1f}"
        )
    print(f"callbacks over {report['limit_ms']:g} ms: {sum(one['count'] for one in report['long'].values())}")
    for place, summary in sorted(report["long"].items(), key=lambda item: -item[1]["longest_ms"]):
        print(f"  {summary['count']:5} times, longest {summary['longest_ms']:6.1f} ms: {place}")


def _summary(times: list[float]) -> dict[str, float]:
    return {
        "count": len(times),
        "sum_ms": sum(times) * 1000,
        "mean_ms": sum(times) / len(times) * 1000,
        "longest_ms": max(times) * 1000,
    }


def _work_of(handle: asyncio.Handle) -> str | dict[str, Any]:
    """The scope of the request that a callback belongs to, or the name of another callback."""
    callback = handle._callback  # type: ignore[attr-defined]
    task = getattr(callback, "__self__", None)
    if not isinstance(task, asyncio.Task):
        return str(getattr(callback, "__qualname__", callback))
    coroutine = task.get_coro()
    frame = getattr(coroutine, "cr_frame", None)
    scope = getattr(frame.f_locals.get("self"), "scope", None) if frame is not None else None
    if isinstance(scope, dict) and scope.get("type") == "http":
        return scope
    return str(getattr(coroutine, "__qualname__", coroutine))


def main() -> None:
    from sapper.cli.app import main as run  # noqa: PLC0415  # it reads the arguments

    target, sys.argv = Path(sys.argv[1]), ["sapper", "serve", *sys.argv[2:]]
    sys.modules["uvloop"] = None  # type: ignore[assignment]  # uvicorn takes asyncio without it
    probe = Probe()
    probe.install()

    def write(*_: object) -> None:
        with writing(target) as file:
            file.write(json.dumps(probe.report()).encode())

    signal.signal(signal.SIGUSR1, write)
    run()


if __name__ == "__main__":
    main()
