"""What serves the page: a separate server, or a static host.

`Served` is `sapper serve` in a process, on a free port, with a database in a folder of the test. `Hosted`
has files only.
"""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Served:
    """The server and its address. Stopping and starting keeps the address and the database."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        options = ["--no-open", "--port", str(self._port), "--database", f"sqlite:///{self._folder / 'games.db'}"]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "sapper", "serve", *options, "--key", str(self._folder / "key")],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        # The server prints the line when the port is open.
        line = self._process.stdout.readline()
        assert re.match(r"Sapper is at http", line), line

    def kill(self) -> None:
        """Kill the server without letting it finish anything."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()


class Hosted:
    """The page without a server, in a folder of a static host that knows nothing of it."""

    def __init__(self, folder: Path) -> None:
        build = [sys.executable, ROOT / "release" / "static_page.py"]
        subprocess.run(
            [*build, "--exercises", "3", "--out", folder / "some" / "play"],
            check=True,
            capture_output=True,
            timeout=60,
        )
        self._host = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder))
        self.folder = folder  # of the host
        # Addresses of the page follow the #.
        self.url = f"http://127.0.0.1:{self._host.server_port}/some/play/#"

    def start(self) -> None:
        threading.Thread(target=self._host.serve_forever, daemon=True).start()

    def kill(self) -> None:
        self._host.shutdown()
        self._host.server_close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass
