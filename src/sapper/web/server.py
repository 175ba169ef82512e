"""One server process: uvicorn with our limits, our logs, and an end within five seconds.

>>> _COMPUTING_S < _ANSWERING_S < _LONGEST_END_S < 5
True
"""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import socket
import sys
import threading
from collections.abc import Callable
from types import FrameType

import uvicorn
from fastapi import FastAPI

from sapper.web.connections import guarded
from sapper.web.crew import Crew
from sapper.web.logs import set_up_logs
from sapper.web.networks import Trusted
from sapper.web.settings import Settings

__all__ = ["run_server"]

_ANSWERING_S = 2  # seconds that requests have to be answered after the signal to stop
_COMPUTING_S = 1.5  # seconds after that signal at which requests are answered whose result is not yet computed
_WARMING_S = 1.0  # seconds from the start, in which the first pages are opened
_SWITCH_S = 0.0005  # seconds
_YOUNG, _MIDDLE, _OLD = 700, 10, 1000  # new objects, and collections of the generation before, for a collection
_LONGEST_END_S = 4.5  # seconds after that signal at which the process ends in any case


def run_server(
    app: FastAPI, settings: Settings, listening: socket.socket, ready: Callable[[], object] | None = None
) -> None:
    """Answer the requests at a socket until a signal ends the process; call `ready` when it can answer."""

    class Server(uvicorn.Server):
        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            """Stop, and end the process by force if that takes too long."""
            watchdog = threading.Timer(_LONGEST_END_S, _end, [128 + sig])
            watchdog.daemon = True
            watchdog.start()
            super().handle_exit(sig, frame)

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            """Start, and say so."""
            await super().startup(sockets)
            _spare_collections()
            if ready is not None and self.started:
                ready()
            self._warming = asyncio.create_task(_warm_up(app.state.sapper.crew))

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """First notify pages that listen for changes: their connections would stay open."""
            self._warming.cancel()
            app.state.sapper.hub.close()
            asyncio.get_running_loop().call_later(_COMPUTING_S, app.state.sapper.crew.stop)
            await super().shutdown(sockets)

    # Threads read and write the database. After every system call the event loop waits this long for a thread that
    # holds the interpreter lock: five milliseconds by default.
    sys.setswitchinterval(_SWITCH_S)
    set_up_logs(as_json=settings.log_json)
    config = uvicorn.Config(
        app,
        http=guarded(settings.limits, trusted=Trusted(settings.proxies)),
        ws="none",
        log_config=None,
        log_level="warning",
        access_log=False,
        proxy_headers=False,  # uvicorn believes any program of this machine; `Watch` believes those that are named
        timeout_graceful_shutdown=_ANSWERING_S,
    )
    Server(config).run(sockets=[listening])


def _spare_collections() -> None:
    """Let the garbage collector skip what was loaded so far, and run less often.

    The modules of the server are several hundred thousand objects that stay. Each full collection would visit them
    all, and stop every request for more than 100 milliseconds.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)


async def _warm_up(crew: Crew) -> None:
    """Start workers before the first hint needs one."""
    await asyncio.sleep(_WARMING_S)
    await crew.warm_up()


def _end(code: int) -> None:
    """End this process and its workers at once. What was acknowledged is committed."""
    for worker in multiprocessing.active_children():
        worker.kill()
    os._exit(code)
