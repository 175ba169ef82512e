"""Connections: a protocol of uvicorn that limits their number, the size of headers, and how long a client may dawdle.

uvicorn closes a connection only when it is idle between two requests. This protocol also closes one whose request is
not complete in time, and one whose client does not read its answer. It answers 431 to headers over the limit, and 503
to connections beyond the limits for one address and for all.

>>> from sapper.web.settings import Limits
>>> counted = Counted(Limits(connections=3, connections_per_address=2), trusted=Trusted(()))
>>> [counted.add(address) for address in ("a", "a", "a", "b", "c")]
[True, True, False, True, False]
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from sapper.web.guard import SECURITY_HEADERS
from sapper.web.networks import Trusted, network_of
from sapper.web.settings import Limits

__all__ = ["Counted", "Guarded", "guarded"]

_PIECE = 8192  # bytes parsed at once, between two looks at the size of the headers


class Counted:
    """The number of open connections, by the network of the client."""

    def __init__(self, limits: Limits, trusted: Trusted) -> None:
        """Count from 0. Trusted proxies have no limit of their own, because they carry many clients."""
        self.limits = limits
        self._trusted = trusted
        self._by_network: Counter[str] = Counter()

    def add(self, address: str) -> bool:
        """Count a connection; False if it is over a limit and was not counted."""
        network = network_of(address)
        own = self._by_network[network] if address not in self._trusted else 0
        if own >= self.limits.connections_per_address or self._by_network.total() >= self.limits.connections:
            return False
        self._by_network[network] += 1
        return True

    def remove(self, address: str) -> None:
        """Count a connection no longer."""
        network = network_of(address)
        self._by_network[network] -= 1
        if not self._by_network[network]:
            del self._by_network[network]


class Guarded(HttpToolsProtocol):
    """One connection."""

    counted: Counted  # all connections of a server

    def __init__(self, *args: Any, **options: Any) -> None:  # noqa: ANN401  # those of uvicorn
        """Make it as uvicorn does."""
        super().__init__(*args, **options)
        self._address = ""
        self._is_counted = False
        self._waiting: asyncio.TimerHandle | None = None  # for the client to send
        self._unread: asyncio.TimerHandle | None = None  # for the client to read
        self._in_head = False  # between the first byte of a request and the end of its headers
        self._head = 0  # bytes of it
        self._running: RequestResponseCycle | None = None  # the request that is being answered

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Count it, or refuse it."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._is_counted = self.counted.add(self._address)
        if not self._is_counted:
            self._refuse(503, "too many connections are open")
            return
        self._expect(self.counted.limits.headers_s)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no longer."""
        if self._is_counted:
            self.counted.remove(self._address)
            self._is_counted = False
        self._expect(None)
        self.resume_writing()
        # uvicorn tells the last request alone that the client has gone, and not the one before it that is answered.
        self.pipeline.clear()
        if self._running is not None and not self._running.response_complete:
            self._running.disconnected = True
            self._running.message_event.set()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:  # noqa: ANN401  # as uvicorn has it
        """Answer a request."""
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def data_received(self, data: bytes) -> None:
        """Parse what the client sent, and refuse headers that do not end."""
        for begin in range(0, len(data), _PIECE):
            if self.transport.is_closing() or self.parser is None:
                return
            piece = data[begin : begin + _PIECE]
            was_in_head = self._in_head
            super().data_received(piece)
            # A piece in which a request begins may hold the body of the one before.
            self._head += len(piece) if was_in_head and self._in_head else 0
            if self._head > self.counted.limits.headers:
                self._refuse(431, f"the headers of a request have at most {self.counted.limits.headers} bytes")
                return
        # Blank lines begin no request, but they end the wait of uvicorn for an idle connection.
        if self._waiting is None and (self.cycle is None or self.cycle.response_complete):
            self._expect(self.counted.limits.headers_s)

    def on_message_begin(self) -> None:
        """Note that headers follow."""
        self._in_head, self._head = True, 0
        self._expect(self.counted.limits.headers_s)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Start the request; its body follows."""
        self._in_head = False
        self._expect(self.counted.limits.body_s)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The client has sent all: it waits for the answer."""
        self._expect(None)
        super().on_message_complete()

    def pause_writing(self) -> None:
        """Wait for the client to read, but not for long."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(self.counted.limits.unread_s, self.transport.abort)

    def resume_writing(self) -> None:
        """The client has read."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
            super().resume_writing()

    def _unsupported_upgrade_warning(self) -> None:
        """Answer a request for a web socket as any other: a line in the log would be the client's to fill."""

    def _expect(self, seconds: float | None) -> None:
        """Close the connection unless the client has sent what is due in so many seconds; None expects nothing."""
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = None if seconds is None else self.loop.call_later(seconds, self._late)

    def _late(self) -> None:
        self._waiting = None
        if self.flow.read_paused:  # the client cannot send: the server still answers an earlier request
            self._expect(self.counted.limits.body_s)
        elif self._in_head:
            self._refuse(408, "the request was not complete in time")
        else:
            self.transport.abort()  # an application that reads the body learns that the client has gone

    def _refuse(self, status: int, detail: str) -> None:
        title = HTTPStatus(status).phrase
        problem = {"type": "/api#problem-connection", "title": title, "status": status, "detail": detail}
        body = json.dumps(problem).encode()
        head = [b"HTTP/1.1 %d %s" % (status, title.encode()), b"content-type: application/problem+json"]
        head += [b"content-length: %d" % len(body), b"connection: close", b"cache-control: no-store"]
        head += [name + b": " + value for name, value in SECURITY_HEADERS]
        self.transport.write(b"\r\n".join([*head, b"", body]))
        self.transport.close()


def guarded(limits: Limits, *, trusted: Trusted | None = None) -> type[Guarded]:
    """Return the protocol for the connections of one server, which share the limits.

    `trusted` are the addresses of proxies, which have no limit of their own.
    """
    return type("Guarded", (Guarded,), {"counted": Counted(limits, trusted or Trusted(()))})
