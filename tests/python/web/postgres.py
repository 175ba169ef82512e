"""A PostgreSQL server of one's own, started for the tests and gone after them."""

from __future__ import annotations

import getpass
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg


def find_program(name: str) -> str:
    """A program of PostgreSQL; Debian keeps most of them off the path."""
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / name).exists():
            return str(folder / name)
    found = shutil.which(name)
    assert found, f"{name} is not installed: these tests need the Debian package postgresql"
    return found


class Server:
    """A running server, reached through a socket in its folder."""

    def __init__(self, folder: Path, user: str) -> None:
        self._folder = folder
        self._user = user

    def new_database(self) -> str:
        """The URL of a schema of its own: as good as a fresh database, and made in no time."""
        name = f"test_{uuid.uuid4().hex}"
        with self.connect() as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return f"postgresql:///postgres?host={self._folder}&user={self._user}&options=-csearch_path%3D{name}"

    def connect(self) -> psycopg.Connection:
        return psycopg.connect(host=str(self._folder), user=self._user, dbname="postgres", autocommit=True)


@contextmanager
def running() -> Iterator[Server]:
    """Start a server; it refuses to run as root, so root runs it as the user `postgres`."""
    # Not below the folder of the tests, which others may not enter; and short, as paths of sockets must be.
    folder = Path(tempfile.mkdtemp(prefix="sapper-pg-"))
    as_user: dict[str, object] = {}
    user = getpass.getuser()
    if os.geteuid() == 0:
        entry = pwd.getpwnam("postgres")
        user = entry.pw_name
        as_user = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        os.chown(folder, entry.pw_uid, entry.pw_gid)
    data = folder / "data"
    try:
        subprocess.run(
            [find_program("initdb"), "-D", data, "-U", user, "--auth=trust", "--encoding=UTF8", "--no-sync"],
            check=True,
            capture_output=True,
            cwd=folder,
            **as_user,
        )
        command = [find_program("postgres"), "-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"]
        with (
            (folder / "log").open("wb") as log,
            subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, **as_user) as process,
        ):
            try:
                server = Server(folder, user)
                _wait(server, folder / "log")
                yield server
            finally:
                process.send_signal(signal.SIGQUIT)  # at once: its data is not needed
                process.wait(timeout=30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait(server: Server, log: Path) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            server.connect().close()
        except psycopg.OperationalError:
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
        else:
            return
