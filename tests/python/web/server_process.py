"""The server as users run it: a process of its own, that can be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self

import httpx2

ADDRESS = "Sapper is at http://127.0.0.1:"


class ServerProcess:
    """`sapper serve` on a free port."""

    def __init__(self, database: str, folder: Path, *options: str) -> None:
        self.port = 0
        self.log = folder / "server.log"
        self._options = ["--no-open", "--database", database, "--key", str(folder / "scores.key"), *options]

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "sapper", "serve", "--port", str(self.port), *self._options]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=os.environ)
        line = self._process.stdout.readline()
        assert line.startswith(ADDRESS), line + self.log.read_text()
        self.port = int(line.removeprefix(ADDRESS).partition("/")[0])
        return self

    def __exit__(self, *_: object) -> None:
        self.stop(signal.SIGINT)

    def signal(self, what: signal.Signals) -> None:
        self._process.send_signal(what)

    def stop(self, how: signal.Signals) -> int:
        """Its exit code, after a signal."""
        self._process.send_signal(how)
        code = self._process.wait(timeout=30)
        self._process.stdout.close()
        return code

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self) -> httpx2.Client:
        return httpx2.Client(base_url=self.address, headers={"X-Sapper": "1"}, timeout=30)
