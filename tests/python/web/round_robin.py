"""A small load balancer on loopback: every request goes to the next server, also from the same client."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx2

_OWN = {"connection", "content-length", "date", "keep-alive", "server", "transfer-encoding"}


@contextmanager
def balancing(*servers: str) -> Iterator[str]:
    """The address of a balancer before these servers."""
    turns = itertools.cycle(servers)
    turn = threading.Lock()
    client = httpx2.Client(timeout=30)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            with turn:
                server = next(turns)
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name: value for name, value in self.headers.items() if name.lower() not in _OWN}
            headers["X-Forwarded-For"] = self.client_address[0]
            with client.stream(self.command, server + self.path, content=body, headers=headers) as answer:
                self.send_response(answer.status_code)
                for name, value in answer.headers.items():
                    if name.lower() not in _OWN:
                        self.send_header(name, value)
                if answer.headers["content-type"].startswith("text/event-stream"):
                    self.send_header("Connection", "close")
                    self.end_headers()
                    for part in answer.iter_raw():
                        self.wfile.write(part)
                        self.wfile.flush()
                    return
                content = answer.read()
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

        do_POST = do_GET  # noqa: N815  # the base class names it

        def log_message(self, *_: object) -> None:
            pass

    balancer = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    balancer.daemon_threads = True
    thread = threading.Thread(target=balancer.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{balancer.server_address[1]}"
    finally:
        balancer.shutdown()
        balancer.server_close()
        thread.join()
        client.close()
