"""A separate server: `sapper serve` in a process, on a free port, with a database in a folder of the test."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from pathlib import Path


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
