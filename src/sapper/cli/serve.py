"""`sapper serve`: serves the web app.

>>> from sapper.cli.serve import page_address
>>> page_address("0.0.0.0", 8000)
'http://127.0.0.1:8000/'
"""

from __future__ import annotations

import multiprocessing
import os
import socket
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.base.extras import require
from sapper.cli.errors import reporting
from sapper.errors import InputError

if TYPE_CHECKING:
    from types import FrameType

    from fastapi import FastAPI

    from sapper.web.settings import Settings

__all__ = ["page_address", "serve"]

_EVERYWHERE = ("0.0.0.0", "::")
_ANSWERING_S = 2  # seconds that requests have to be answered after the signal to stop
_LONGEST_END_S = 4.5  # seconds after that signal at which the process ends in any case


def serve(
    *,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to listen on; 0.0.0.0 listens on all.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="Port to listen on; 0 takes a free one.")
    ] = 8000,
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Database of games and scores: sqlite:///FILE or postgresql://USER@HOST/NAME.",
            show_default="$SAPPER_DATABASE, or a file in ~/.local/share/sapper",
        ),
    ] = "",
    key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="File with the key that signs scores; created if missing.",
            show_default="scores.key in ~/.local/share/sapper",
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOST",
            help="Host name that requests may use besides this machine's; * allows any. May be repeated.",
        ),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the page in a browser.")] = False,
) -> None:
    """Serve the web app and open it in a browser.

    Ctrl-C stops the server.
    """
    with reporting():
        for package in ("fastapi", "uvicorn", "sqlalchemy", "alembic"):
            require(package, "web")
        from sapper.web.app import create_app  # noqa: PLC0415
        from sapper.web.database import open_database  # noqa: PLC0415
        from sapper.web.scores import read_key  # noqa: PLC0415
        from sapper.web.settings import LOCAL_HOSTS, Settings  # noqa: PLC0415

        hosts = [*LOCAL_HOSTS, *(name or ())]
        if host not in _EVERYWHERE:
            hosts.append(f"[{host}]" if ":" in host else host)
        settings = Settings(database=database, key_file=key, hosts=tuple(hosts))
        # Before the server starts, so that an error is one line.
        open_database(settings.database_url).dispose()
        read_key(settings.key_path)
        with _listen(host, port) as listening:
            address = page_address(host, listening.getsockname()[1])
            typer.echo(f"Sapper is at {address} (Ctrl-C stops it)")
            _run(create_app(settings), settings, listening, None if no_open else address)


def page_address(host: str, port: int) -> str:
    """The address to open in a browser on this machine."""
    shown = "127.0.0.1" if host in _EVERYWHERE else host
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)  # from here on connections wait instead of being refused
    except OSError as error:
        listening.close()
        reason = error.strerror or str(error)
        raise InputError(f"cannot listen at {host} port {port}: {reason}; --port names another port") from error
    return listening


def _run(app: FastAPI, settings: Settings, listening: socket.socket, address: str | None) -> None:
    import uvicorn  # noqa: PLC0415  # as above

    from sapper.web.connections import guarded  # noqa: PLC0415

    class Server(uvicorn.Server):
        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            """Stop, and end the process by force if that takes too long."""
            watchdog = threading.Timer(_LONGEST_END_S, _end, [128 + sig])
            watchdog.daemon = True
            watchdog.start()
            super().handle_exit(sig, frame)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """First notify pages that listen for changes: their connections would stay open."""
            app.state.sapper.hub.close()
            await super().shutdown(sockets)

    config = uvicorn.Config(
        app,
        http=guarded(settings.limits),
        ws="none",
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=_ANSWERING_S,
    )
    server = Server(config)
    if address is not None:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    server.run(sockets=[listening])


def _end(code: int) -> None:
    """End this process and its workers at once. What was acknowledged is committed."""
    for worker in multiprocessing.active_children():
        worker.kill()
    os._exit(code)
