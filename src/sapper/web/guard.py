"""The guard at the door: what may come in, and the headers everything goes out with.

Around the whole application, in plain ASGI. A request must name a host of ours, must not be larger than allowed, and
may change something only if it comes from our own page: other sites can neither set `X-Sapper` nor hide where they
come from. Answers say that the page runs nothing but its own files and is never framed.

>>> from sapper.web.guard import SECURITY_HEADERS
>>> dict(SECURITY_HEADERS)[b"x-content-type-options"]
b'nosniff'
"""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sapper.web.problems import respond
from sapper.web.schemas import Problem

__all__ = ["SECURITY_HEADERS", "Guard"]

_POLICY = "; ".join(
    [
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
SECURITY_HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_NO_STORE = (b"cache-control", b"no-store")


class Guard:
    """An ASGI application around another one."""

    def __init__(self, app: ASGIApp, *, hosts: Sequence[str], body: int) -> None:
        """Let requests for these hosts through, with bodies of at most so many bytes."""
        self._app = app
        self._hosts = frozenset(hosts)
        self._body = body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        api = scope["path"].startswith("/api")

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ()), *SECURITY_HEADERS]
                if api and not any(name == b"cache-control" for name, _ in headers):
                    headers.append(_NO_STORE)
                message = {**message, "headers": headers}
            await send(message)

        headers = Headers(scope=scope)
        refusal = self._refuse(scope["method"], headers)
        if refusal is not None:
            await respond(refusal)(scope, receive, send_guarded)
            return
        await self._app(scope, _Meter(receive, self._body), send_guarded)

    def _answers_to(self, host: str) -> bool:
        # A name may be made to lead here by whoever owns it; an address is where it is.
        return host in self._hosts or "*" in self._hosts or _is_address(host)

    def _refuse(self, method: str, headers: Headers) -> Problem | None:
        host = headers.get("host", "")
        if not self._answers_to(_without_port(host)):
            return _refusal(400, "host", f"this server does not answer to the name {host[:80]!r}")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._body:
            return _refusal(413, "size", f"a request may have {self._body} bytes")
        if method in _SAFE_METHODS:
            return None
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return _refusal(403, "cross-site", "requests from other sites are refused")
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            return _refusal(403, "cross-site", f"requests from {origin[:80]!r} are refused")
        if headers.get("x-sapper") != "1":
            return _refusal(403, "cross-site", "requests that change something need the header X-Sapper: 1")
        return None


class _Meter:
    """A body read piece by piece, refused where it grows beyond the limit without having said so."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._left = limit

    async def __call__(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
            if self._left < 0:
                raise HTTPException(413, "the request is longer than allowed")
        return message


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name.lower() if colon and port.isdecimal() else host.lower()


def _is_address(host: str) -> bool:
    try:
        ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def _refusal(status: int, kind: str, detail: str) -> Problem:
    titles = {400: "Bad Request", 403: "Forbidden", 413: "Content Too Large"}
    return Problem(type=f"/api#problem-{kind}", title=titles[status], status=status, detail=detail)
