"""Metrics of the server in the text format of Prometheus: requests by address and status, and how long they took.

Several workers on one machine write to files in the folder `$PROMETHEUS_MULTIPROC_DIR`; any of them answers for all.

>>> metrics = Metrics()
>>> with metrics.watching() as seen:
...     seen("GET /api/names", 200, 0.003)
>>> b'sapper_requests_total{route="GET /api/names",status="200"} 1.0' in metrics.text()
True
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

__all__ = ["Metrics"]

_FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)  # seconds


class Metrics:
    """What one server counts."""

    def __init__(self) -> None:
        """Count from 0."""
        self._registry = CollectorRegistry()
        self._answered = Counter(
            "sapper_requests", "Requests answered.", ["route", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "sapper_request_seconds", "Time to answer.", ["route"], buckets=_BUCKETS, registry=self._registry
        )
        self._open = Gauge(
            "sapper_requests_open",
            "Requests being answered, with event streams.",
            registry=self._registry,
            multiprocess_mode="livesum",
        )

    @contextmanager
    def watching(self) -> Iterator[Callable[[str, int, float], None]]:
        """Count a request as open; call the result with its route, status and seconds."""
        self._open.inc()
        try:
            yield self._count
        finally:
            self._open.dec()

    def text(self) -> bytes:
        """Return all metrics, of all workers."""
        registry = self._registry
        if os.environ.get(_FOLDER_VARIABLE):
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)

    def _count(self, route: str, status: int, seconds: float) -> None:
        self._answered.labels(route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)
