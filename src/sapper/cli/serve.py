"""`sapper serve`: serves the web app.

>>> from sapper.cli.serve import page_address
>>> page_address("0.0.0.0", 8000)
'http://127.0.0.1:8000/'
"""

from __future__ import annotations

import socket
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from sapper.base.extras import require
from sapper.cli.errors import reporting
from sapper.errors import InputError

__all__ = ["page_address", "serve"]

_EVERYWHERE = ("0.0.0.0", "::")


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
    workers: Annotated[
        int, typer.Option(metavar="N", min=1, max=64, help="Server processes; SIGHUP replaces them one by one.")
    ] = 1,
    trust_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="Proxy whose X-Forwarded-For and X-Request-Id are believed: an address or a network such as "
            "10.0.0.0/8. May be repeated.",
        ),
    ] = None,
    metrics: Annotated[bool, typer.Option("--metrics", help="Answer /metrics for Prometheus.")] = False,
    log_json: Annotated[
        bool, typer.Option("--log-json", help="Log every request to standard error as one line of JSON.")
    ] = False,
    keep_days: Annotated[
        int,
        typer.Option(
            metavar="N", min=0, help="Days after which untouched unfinished games are deleted; 0 keeps all."
        ),
    ] = 30,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the page in a browser.")] = False,
) -> None:
    """Serve the web app and open it in a browser.

    Ctrl-C stops the server.
    """
    with reporting():
        if metrics:
            require("prometheus_client", "metrics")
        for package in ("fastapi", "uvicorn", "sqlalchemy", "alembic"):
            require(package, "web")
        from sapper.web.app import create_app  # noqa: PLC0415
        from sapper.web.database import open_database  # noqa: PLC0415
        from sapper.web.networks import Trusted  # noqa: PLC0415
        from sapper.web.scores import read_key  # noqa: PLC0415
        from sapper.web.server import run_server  # noqa: PLC0415
        from sapper.web.settings import LOCAL_HOSTS, Settings  # noqa: PLC0415
        from sapper.web.workers import run_workers  # noqa: PLC0415

        hosts = [*LOCAL_HOSTS, *(name or ())]
        if host not in _EVERYWHERE:
            hosts.append(f"[{host}]" if ":" in host else host)
        settings = Settings(
            database=database,
            key_file=key,
            hosts=tuple(hosts),
            keep_days=keep_days,
            proxies=tuple(trust_proxy or ()),
            metrics=metrics,
            log_json=log_json,
        )
        # Before the server starts, so that an error is one line.
        Trusted(settings.proxies)
        open_database(settings.database_url).dispose()
        read_key(settings.key_path)
        with _listen(host, port) as listening:
            address = page_address(host, listening.getsockname()[1])
            typer.echo(f"Sapper is at {address} (Ctrl-C stops it)")
            if not no_open:
                threading.Timer(0.5, webbrowser.open, [address]).start()
            if workers > 1:
                run_workers(settings, listening, workers)
            else:
                run_server(create_app(settings), settings, listening)


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
