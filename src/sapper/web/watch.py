"""The outermost layer: who sent a request, when it starts, its id, its line in the log and its metrics.

The address of the client is that of the connection. A trusted proxy may name another one in `X-Forwarded-For` and the
id of the request in `X-Request-Id`; from any other sender both are ignored. The answer has the id.

>>> trusted = Trusted(["10.0.0.0/8"])
>>> client_of("10.0.0.1", "6.6.6.6, 203.0.113.7, 10.0.0.9", trusted)
'203.0.113.7'
>>> client_of("203.0.113.9", "6.6.6.6", trusted)
'203.0.113.9'
"""

from __future__ import annotations

import re
import secrets
import time
from contextlib import nullcontext
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sapper.web.logs import REQUEST
from sapper.web.networks import Trusted, is_address, network_of
from sapper.web.problems import log, route_of, status_of
from sapper.web.turns import Turns

if TYPE_CHECKING:
    from sapper.web.metrics import Metrics  # needs a library that is optional

__all__ = ["Watch", "client_of"]

_ID = re.compile(r"[A-Za-z0-9._:-]{1,100}")


class Watch:
    """An ASGI application around another one."""

    def __init__(self, app: ASGIApp, *, trusted: Trusted, metrics: Metrics | None) -> None:
        """Believe the headers of these proxies, and count requests if there are metrics."""
        self._app = app
        self._trusted = trusted
        self._metrics = metrics
        self._turns = Turns()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        peer, port = scope.get("client") or ("", 0)
        name = secrets.token_hex(8)
        if peer in self._trusted:
            client = client_of(peer, ",".join(headers.getlist("x-forwarded-for")), self._trusted)
            scope["client"] = (client, port if client == peer else 0)
            given = headers.get("x-request-id", "")
            name = given if _ID.fullmatch(given) else name
        REQUEST.set(name)
        status = 500
        begun = time.perf_counter()

        async def send_named(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message.get("headers", ()), (b"x-request-id", name.encode())]}
            await send(message)

        with self._metrics.watching() if self._metrics is not None else nullcontext() as count:
            try:
                address = network_of(scope["client"][0]) if scope.get("client") else ""
                await self._turns.enter(address)
                await self._turns.measure(address, self._app(scope, receive, send_named))
            finally:
                seconds = time.perf_counter() - begun
                route, status = route_of(scope), status_of(scope, status)
                if count is not None:
                    count(route, status, seconds)
                sender = scope["client"][0] if scope.get("client") else None
                fields = {"route": route, "status": status, "ms": round(seconds * 1000, 2), "client": sender}
                log.info("answered", extra={"fields": fields})


def client_of(peer: str, forwarded: str, trusted: Trusted) -> str:
    """Return the address of the client: the last one in the chain that is no trusted proxy.

    Each proxy appends the address it was called from. What stands before an address that is not trusted was sent by
    that client, and means nothing.
    """
    client = peer
    for text in reversed(forwarded.split(",")):
        if client not in trusted or not is_address(text.strip()):
            break
        client = text.strip()
    return client
