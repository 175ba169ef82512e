"""Refusals: in our words, with the status that a client prefers, and as a page for browsers at unknown addresses."""

from __future__ import annotations

import logging

import pytest
from playing import KNOWN, make, move, refused

PREFER = {"Prefer": "refusals=200"}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"level": "beginner", "mines": "ten"}, 'the field mines is a whole number, not "ten"'),
        ({"rows": 0, "cols": 9, "mines": 1}, "the field rows is at least 1, not 0"),
        ({"level": "beginner", "mine": 1}, "the field mine is unknown"),
        ({"level": "x" * 33}, "the field level has at most 32 characters"),
        ({"level": "beginner", "no_guess": 1}, "the field no_guess is true or false, not 1"),
        ({"level": "beginner", "first_click": "soft"}, "the field first_click is 'none', 'safe'"),
        ({"level": "beginner", "start": [1]}, "the field start is a cell [row, col]"),
        ({"level": "beginner", "start": [1, 2, 3]}, "the field start is a cell [row, col], not [1, 2, 3]"),
        ({"level": "beginner", "start": [1, -2]}, "the field start[1] is at least 0, not -2"),
        ({"level": "beginner", "start": 5}, "the field start is a cell [row, col], not 5"),
        ([], "the body is an object, not []"),
    ],
)
def test_fields_are_refused_in_our_words(client, body, words):
    problem = refused(client.post("/api/games", json=body), 422, words)
    assert "Input should" not in problem["detail"]


def test_other_parts_are_refused_in_our_words(client):
    game = make(client)["id"]
    refused(client.get(f"/api/games/{game}/hint?strength=9"), 422, "the parameter strength is at most 4, not 9")
    refused(client.post(f"/api/games/{game}/moves", json={"kind": "reveal"}), 422, "the field cell is missing")
    refused(client.get("/api/games/a.b"), 422, "the name game has the form")
    headers = {"Content-Type": "application/json"}
    refused(client.post("/api/games", content=b"{,}", headers=headers), 400, "the body is not JSON at character 1")
    refused(client.get("/api/nothing"), 404, "there is nothing at this address")
    refused(client.get("/api/games"), 405, "this address does not take GET")


def test_clients_may_prefer_refusals_with_the_status_200(client):
    view = move(client, make(client, **KNOWN)["id"], "reveal", (4, 4))
    calls = [
        (409, lambda headers: client.get(f"/api/games/{view['id']}/guesses", headers=headers)),
        (404, lambda headers: client.get("/api/games/unknown", headers=headers)),
        (422, lambda headers: client.post("/api/analyze", json={"position": "1x2:1:0a"}, headers=headers)),
        (422, lambda headers: client.post("/api/games", json={"level": 3}, headers=headers)),
    ]
    for status, call in calls:
        usual = call({})
        refused(usual, status)
        preferred = call(PREFER)
        assert preferred.status_code == 200
        assert preferred.headers["content-type"] == "application/problem+json"
        assert preferred.headers["preference-applied"] == "refusals=200"
        assert preferred.json() == usual.json()  # with the true status
    broken = {**PREFER, "Content-Type": "application/json"}
    refused(client.post("/api/games", content=b"{", headers=broken), 400)  # a fault of the client stays an error


def test_logs_and_metrics_count_the_true_status_of_refusals(sqlite, serve, caplog):
    with serve(sqlite, metrics=True) as client, caplog.at_level(logging.INFO, "sapper.web"):
        game = make(client)["id"]
        assert client.get("/api/games/unknown", headers=PREFER).status_code == 200
        assert client.get(f"/api/games/{game}/review", headers=PREFER).status_code == 200
        assert client.get(f"/api/games/{game}", headers=PREFER).status_code == 200
        text = client.get("/metrics").text
        for route, status in (("/games/{game}", 404), ("/games/{game}/review", 409), ("/games/{game}", 200)):
            assert f'sapper_requests_total{{route="GET /api{route}",status="{status}"}} 1.0' in text
    lines = [record.fields for record in caplog.records if record.message == "answered"]
    assert [line["status"] for line in lines] == [201, 404, 409, 200, 200]


def test_browsers_get_a_page_at_unknown_addresses(client):
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    page = client.get("/nowhere", headers=browser)
    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")
    assert page.text == client.get("/", headers=browser).text
    for path in ("/api/nowhere", "/static/nowhere.js"):
        refused(client.get(path, headers=browser), 404)
    refused(client.get("/nowhere", headers={"Accept": "*/*"}), 404, "there is nothing at this address")
