"""Calls for those who run the server: whether it is alive, whether it is ready, and its metrics."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from fastapi import APIRouter, FastAPI
from starlette.responses import Response

from sapper.web.database import NEWEST, revision_of
from sapper.web.problems import BusyError
from sapper.web.schemas import HealthView, ReadyView
from sapper.web.state import StateOf

if TYPE_CHECKING:
    from sapper.web.metrics import Metrics

__all__ = ["add_metrics", "router"]

router = APIRouter(prefix="/api", tags=["operate"])

_LONGEST_READ = 2.0  # seconds that the database has to answer


@router.get("/health")
async def health() -> HealthView:
    """Return that the process is alive. It does not use the database."""
    return HealthView(status="alive")


@router.get("/ready")
async def ready(state: StateOf) -> ReadyView:
    """Return that the server can answer requests; 503 if the database cannot be reached or is not migrated."""
    try:
        revision = await asyncio.wait_for(state.pulse.run(revision_of, state.engine), _LONGEST_READ)
    except TimeoutError:
        raise BusyError(f"the database did not answer within {_LONGEST_READ:g} seconds") from None
    if revision != NEWEST:
        raise BusyError(f"the database has version {revision!r}, and this server needs {NEWEST!r}")
    return ReadyView(status="ready", revision=NEWEST)


def add_metrics(app: FastAPI) -> Metrics:
    """Let `app` answer `/metrics`, and return what it counts."""
    # Imported here: the library is optional.
    from sapper.web.metrics import Metrics  # noqa: PLC0415

    counted = Metrics()

    async def metrics() -> Response:
        return Response(counted.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    app.add_api_route("/metrics", metrics, include_in_schema=False)
    return counted
