"""The ASGI application that `sapper serve` runs, made from `Settings`.

>>> from sapper.web.settings import Settings
>>> app = create_app(Settings(database="sqlite:////tmp/games.db"))
>>> app.title
'Sapper'
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from sapper import __version__
from sapper.web.delivered import BUNDLE, STATIC
from sapper.web.description import add_description
from sapper.web.direct import Direct
from sapper.web.guard import Guard
from sapper.web.networks import Trusted
from sapper.web.problems import RESPONSES, add_handlers
from sapper.web.routes import compete, daily, insight, learn, match, operate, page, play, replay, spectate
from sapper.web.settings import Limits, Settings
from sapper.web.state import running
from sapper.web.watch import Watch

__all__ = ["create_app"]

_ABOUT = """
Minesweeper whose mines stay on the server. Cells are `[row, col]`, counted from 0. Times are in milliseconds. POST
requests need the header `X-Sapper: 1`. Errors are problem details (RFC 9457).
"""


# Calls whose bodies may have a board, the way of a pointer or many tries.
_LONG = re.compile(r"/api/(analyze(/\w+)?|formats|games|races|games/[^/]+/replay(/\w+)?|exercises/tries)")


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the application. It opens its database when it starts."""
    chosen = settings if settings is not None else Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with running(chosen) as state:
            app.state.sapper = state
            yield

    app = FastAPI(
        title="Sapper",
        version=__version__,
        description=_ABOUT.strip(),
        openapi_url="/api/openapi.json",
        docs_url=None,  # they load scripts from other servers; /api is our own page
        redoc_url=None,
        lifespan=lifespan,
        responses=RESPONSES,
    )
    add_description(app)
    add_handlers(app)
    app.add_exception_handler(404, page.answer_missing)
    app.include_router(play.router)
    app.include_router(spectate.router)
    app.include_router(insight.router)
    app.include_router(compete.router)
    app.include_router(replay.router)
    app.include_router(learn.router)
    app.include_router(daily.router)
    app.include_router(match.router)
    app.include_router(operate.router)
    app.include_router(page.router)
    app.mount("/static", page.Files(directory=STATIC if STATIC.is_dir() else BUNDLE / "static"), name="static")
    app.mount("/api/files", page.Files(directory=page.API), name="api")
    app.add_middleware(Direct)
    app.add_middleware(
        Guard, hosts=chosen.hosts, longest=lambda path: _longest_body(path, chosen.limits), files=[replay.IMPORTS]
    )
    metrics = operate.add_metrics(app) if chosen.metrics else None
    app.add_middleware(Watch, trusted=Trusted(chosen.proxies), metrics=metrics)
    return app


def _longest_body(path: str, limits: Limits) -> int:
    """Return the most bytes of the body of a request for a path."""
    if path == replay.IMPORTS:
        return limits.file
    return limits.long_body if _LONG.fullmatch(path) else limits.body
