"""The server under test, on both databases."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import postgres
import pytest
from starlette.testclient import TestClient

from sapper.web import clock
from sapper.web.app import create_app
from sapper.web.settings import Settings


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.Server]:
    with postgres.running() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path) -> str:
    """The URL of a fresh database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/games.db"
    return request.getfixturevalue("postgres_server").new_database()


@pytest.fixture
def sqlite(tmp_path) -> str:
    """The URL of a fresh file, for what does not depend on the database."""
    return f"sqlite:///{tmp_path}/games.db"


@pytest.fixture
def serve(tmp_path):
    """Start the server in this process: `with serve(url) as client`."""

    def start(url: str, **settings) -> TestClient:
        app = create_app(Settings(database=url, key_file=tmp_path / "scores.key", **settings))
        return TestClient(app, base_url="http://localhost", headers={"X-Sapper": "1"})

    return start


@pytest.fixture(autouse=True)
def _pace(monkeypatch):
    """Let time pass between two readings of the server's clock, as with a person: tests play like a program."""
    readings, real = itertools.count(), clock._ticks
    monkeypatch.setattr(clock, "_ticks", lambda: real() + 150 * next(readings))


@pytest.fixture
def client(sqlite, serve) -> Iterator[TestClient]:
    with serve(sqlite) as client:
        yield client
