"""Calls that follow every move are answered without the framework, and the answers are the same as with it."""

from __future__ import annotations

import asyncio
import functools

import pytest
from playing import KNOWN, make, move, refused
from starlette.testclient import TestClient

from sapper.web import state
from sapper.web.app import create_app
from sapper.web.direct import Direct, find
from sapper.web.rates import Rate
from sapper.web.settings import Settings

JSON = {"Content-Type": "application/json"}


@pytest.fixture
def plain(sqlite, tmp_path):
    """A server without these calls."""
    app = create_app(Settings(database=sqlite, key_file=tmp_path / "scores.key"))
    app.user_middleware = [layer for layer in app.user_middleware if layer.cls is not Direct]
    with TestClient(app, base_url="http://localhost", headers={"X-Sapper": "1"}) as client:
        yield client


def ask(client, method, path, **options):
    """What a client sees of an answer, but for what is new in each."""
    answer = client.request(method, path, **options)
    headers = {
        name: value for name, value in answer.headers.items() if name not in ("x-request-id", "content-length")
    }
    body = answer.json()
    return answer.status_code, headers, {name: body[name] for name in body.keys() - {"elapsed_ms"}}


REVEAL = {"kind": "reveal", "cell": [0, 0]}
CALLS = [
    ("GET", "", {}),
    ("GET", "/odds", {}),
    ("GET", "/analysis", {}),
    ("GET", "/analysis?win=perhaps", {}),
    ("GET", "/moves", {}),
    ("POST", "/undo", {"json": {"version": 7}}),
    ("POST", "/undo", {"json": {"version": "7"}}),
    ("POST", "/moves", {"json": {**REVEAL, "cell": [99, 0]}}),
    ("POST", "/moves", {"json": {**REVEAL, "version": 7}}),
    ("POST", "/moves", {"json": {**REVEAL, "version": 7}, "headers": {"Prefer": "refusals=200"}}),
    ("POST", "/moves", {"json": {**REVEAL, "kind": "dig"}}),
    ("POST", "/moves", {"json": [1]}),
    ("POST", "/moves", {"content": b"{,}", "headers": JSON}),
    ("POST", "/moves", {"content": b"\xff", "headers": JSON}),
    ("POST", "/moves", {"content": b"[" * 50_000, "headers": JSON}),
    ("POST", "/moves", {"content": b"{}", "headers": {"Content-Type": "text/plain"}}),
    ("POST", "/moves", {}),
]


def test_answers_and_refusals_are_those_of_the_framework(client, plain):
    game = move(client, make(client, **KNOWN)["id"], "reveal", (4, 4))["id"]
    for method, path, options in CALLS:
        call = (method, f"/api/games/{game}{path}")
        assert ask(client, *call, **options) == ask(plain, *call, **options), call


def test_ids_that_are_none_and_unknown_ids_are_refused_as_before(client, plain):
    for game in ("unknown", "a.b", "x" * 33):
        call = ("POST", f"/api/games/{game}/moves")
        body = {"kind": "reveal", "cell": [0, 0]}
        assert ask(client, *call, json=body) == ask(plain, *call, json=body)
    assert find("POST", "/api/games/unknown/moves") is not None


def test_a_body_in_pieces_is_read_whole(client):
    game = make(client, **KNOWN)["id"]
    pieces = [b'{"kind": "rev', b'eal", "cell"', b": [4, 4]}"]
    answer = client.post(f"/api/games/{game}/moves", content=iter(pieces), headers=JSON)
    assert (answer.status_code, answer.json()["status"]) == (200, "playing")


def test_the_limits_of_clients_hold(sqlite, serve, monkeypatch):
    """No bucket fills while the requests are made, however long they take."""
    monkeypatch.setattr(state, "Rate", functools.partial(Rate, clock=lambda: 0.0))
    with serve(sqlite) as client:
        game = make(client, level="200x200/1")["id"]
        answers = [client.get(f"/api/games/{game}") for _ in range(200)]
        refused(answers[-1], 429, "too many requests")


def test_the_rest_of_a_request_is_left_to_the_framework():
    """A client that leaves in the middle of a body is the framework's, with every message."""
    messages = [{"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}]
    coming, seen = iter(messages), []

    async def receive():
        return next(coming)

    async def app(_, receive, __):
        seen.extend([await receive(), await receive()])

    scope = {"type": "http", "method": "POST", "path": "/api/games/a/moves", "query_string": b"", "headers": []}
    asyncio.run(Direct(app)(scope, receive, None))
    assert seen == messages
