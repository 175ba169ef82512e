"""The guard: an ASGI middleware that refuses requests and adds security headers to every response.

It refuses a request for an unknown host, a body over the limit, and a POST request from another site: other sites can
neither set `X-Sapper` nor hide their origin. The headers forbid scripts from other servers and framing.

>>> from sapper.web.guard import SECURITY_HEADERS
>>> dict(SECURITY_HEADERS)[b"x-content-type-options"]
b'nosniff'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sapper.web.networks import is_address
from sapper.web.problems import answer_unexpected, respond
from sapper.web.schemas import Problem
from sapper.words.catalogue import choose_language

__all__ = ["SECURITY_HEADERS", "Guard"]

_POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",  # the engine of the page is WebAssembly; no other code is compiled
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
_MOST_QUERY = 4 * 1024  # bytes
_MOST_QUOTES = 4_000  # in a body: two for the name of a field, and two for a text
_MOST_DIGITS = 18  # of a length; Python refuses to read thousands
_NO_STORE = (b"cache-control", b"no-store")


class Guard:
    """An ASGI application around another one."""

    def __init__(
        self, app: ASGIApp, *, hosts: Sequence[str], longest: Callable[[str], int], files: Sequence[str]
    ) -> None:
        """Accept requests for these hosts; `longest` returns the most bytes of a body for its path.

        The bodies of the paths `files` are files; those of all others are JSON.
        """
        self._app = app
        self._hosts = frozenset(hosts)
        self._longest = longest
        self._files = frozenset(files)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        api = scope["path"].startswith("/api")
        begun = False

        async def send_guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = [*message.get("headers", ()), *SECURITY_HEADERS]
                if api and not any(name == b"cache-control" for name, _ in headers):
                    headers.append(_NO_STORE)
                message = {**message, "headers": headers}
            await send(message)

        headers = Headers(scope=scope)
        most = self._longest(scope["path"])
        quotes = most if scope["path"] in self._files else _MOST_QUOTES
        refusal = self._refuse(scope["method"], headers, most)
        if len(scope["query_string"]) > _MOST_QUERY:
            refusal = _refusal(414, "size", f"the query of an address has at most {_MOST_QUERY} bytes")
        if refusal is not None:
            language = choose_language(headers.get("accept-language"))
            await respond(refusal, language=language)(scope, receive, send_guarded)
            return
        try:
            await self._app(scope, _Meter(receive, most, quotes), send_guarded)
        except HTTPException as error:  # of the meter, from a call that is answered without the framework
            language = choose_language(headers.get("accept-language"))
            refusal = _refusal(error.status_code, "size", str(error.detail))
            await respond(refusal, language=language)(scope, receive, send_guarded)
        except Exception as error:
            if begun:
                raise
            await answer_unexpected(scope, error)(scope, receive, send_guarded)

    def _answers_to(self, host: str) -> bool:
        # The owner of a name can point it at this server; an address cannot be redirected.
        return host in self._hosts or "*" in self._hosts or is_address(host.removeprefix("[").removesuffix("]"))

    def _refuse(self, method: str, headers: Headers, most: int) -> Problem | None:
        if len(headers.getlist("host")) > 1:
            return _refusal(400, "host", "a request has one Host header")
        host = headers.get("host", "")
        if not self._answers_to(_without_port(host)):
            return _refusal(400, "host", f"this server does not accept the host name {host[:80]!r}")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > _MOST_DIGITS or int(length) > most:
            return _refusal(413, "size", f"a request body has at most {most} bytes")
        if method in _SAFE_METHODS:
            return None
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return _refusal(403, "cross-site", "requests from other sites are refused")
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            return _refusal(403, "cross-site", f"requests from {origin[:80]!r} are refused")
        if headers.get("x-sapper") != "1":
            return _refusal(403, "cross-site", "POST requests need the header X-Sapper: 1")
        return None


class _Meter:
    """Counts the bytes of a body and its quotes as it arrives, and refuses it over a limit: before it is decoded.

    A body of thousands of fields takes long to validate. Files are no JSON and may have as many quotes as bytes.
    """

    def __init__(self, receive: Receive, limit: int, quotes: int) -> None:
        self._receive = receive
        self._left = limit
        self._quotes = quotes

    async def __call__(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            body = message.get("body", b"")
            self._left -= len(body)
            if self._left < 0:
                raise HTTPException(413, "the request body is longer than allowed")
            self._quotes -= body.count(b'"')
            if self._quotes < 0:
                raise HTTPException(413, "the request body has more fields than any call takes")
        return message


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name.lower() if colon and port.isdecimal() else host.lower()


def _refusal(status: int, kind: str, detail: str) -> Problem:
    return Problem(type=f"/api#problem-{kind}", title=HTTPStatus(status).phrase, status=status, detail=detail)
