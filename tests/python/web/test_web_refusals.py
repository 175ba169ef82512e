"""Refusals: in our words, with the status that a client prefers, and as a page for browsers at unknown addresses."""

from __future__ import annotations

import ast
import json
import logging
import random
import re
from contextlib import suppress
from pathlib import Path

import pytest
from playing import KNOWN, make, move, refused

import sapper
import sapper.web.problems
from sapper.web.german_messages import MESSAGES, translate
from sapper.web.problems import describe, say_german

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


def test_a_character_that_no_text_has_is_refused_by_every_call(client):
    """JSON may name half of a pair of surrogates, which UTF-8 cannot write: 22 calls answered 500."""
    api = client.get("/api/openapi.json").json()
    game = make(client)["id"]
    refusals = 0
    for path, operations in api["paths"].items():
        content = operations.get("post", {}).get("requestBody", {}).get("content", {}).get("application/json")
        if content is None:
            continue
        model = content["schema"].get("$ref") or content["schema"]["anyOf"][0]["$ref"]
        fields = api["components"]["schemas"][model.rpartition("/")[2]]["properties"]
        address = re.sub(r"\{\w+\}", game, path.replace("{kind}", "expert").replace("{form}", "evf"))
        for field in (*fields, "\ud800"):
            body = json.dumps({field: "\ud800"})  # in ASCII, as "\\ud800"
            answer = client.post(address, content=body, headers={"Content-Type": "application/json"})
            assert answer.status_code < 500, (address, body, answer.text)
            refusals += "\\ud800" in answer.json()["detail"]
    assert refusals > 30


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


# Only who runs the server reads what these say, or a program that sends what no page does.
OPERATORS = {"copies", "database", "networks", "workers", "operate", "clients"}
PROGRAMS = {
    "too_many_fields",
    "unknown strategy {}: it is one of {}, each with @fast or @normal",
    "setting {} of {} is a number; here only words can be set",
    "level {} has {} {}, not {}",
    "the cell lies outside a board of {}: it has {} cells",
    "a position is one text, or rows and cols or shape, mines and board",
    "{} cells need as many characters, not {}",
    "unknown character {}: use one of {}",
    "seen must be a list of seeds such as 1,4,12",
    "{} is read from a file, which this server does not do",
    "there is no such {}",
    "{} is no key for scores: a key has {} hexadecimal digits",
    "the backup is of format {}, not {}",
}


def test_every_message_of_the_server_has_a_german_one():
    folder = Path(sapper.web.problems.__file__).parent
    found = set()
    for path in folder.rglob("*.py"):
        if path.stem in OPERATORS:
            continue
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("Error") and call.args:
                parts = call.args[0].values if isinstance(call.args[0], ast.JoinedStr) else [call.args[0]]
                found.add("".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts))
    # Texts that are put together elsewhere: of hints, which have both languages, and of backups.
    missing = {text for text in found - set(MESSAGES) - PROGRAMS if not text.startswith("{}")}
    assert missing == set()
    for english, german in MESSAGES.items():
        values = [f"<{number}>" for number in range(english.count("{}"))]
        assert translate(english.format(*values)) == german.format(*values)


def test_problems_are_in_the_language_of_the_client(client):
    german = {"Accept-Language": "de-CH, en;q=0.8"}
    game = make(client, **KNOWN)["id"]
    undone = client.post(f"/api/games/{game}/undo", headers=german)
    assert refused(undone, 409)["detail"] == "es gibt keinen Zug, der rückgängig zu machen wäre"
    lost = client.get("/api/games/unknown", headers=german)
    assert refused(lost, 404)["detail"] == "dieses Spiel gibt es nicht"
    crowded = client.post("/api/games", json={"rows": 2, "cols": 2, "mines": 9}, headers=german)
    assert refused(crowded, 422)["detail"] == "9 Minen passen nicht in 4 Felder"
    # A message without a translation gives its kind and the place of the fault.
    unread = client.post("/api/imports", content=b"mines 1\n1 .\n1 x", headers=german)
    assert refused(unread, 422)["detail"] == "unbekanntes Feld 'x' (Zeile 3, Zeichen 3)"
    linked = client.post("/api/imports", content=b"b=32&m=w", headers=german)
    assert refused(linked, 422)["detail"].endswith("in einer bekannten Form (Zeile 1, Zeichen 8)")
    wrong = client.post("/api/games", json={"level": 3}, headers=german)
    assert refused(wrong, 422)["detail"] == "diese Angabe ist nicht möglich"


def test_contradictions_are_told_in_german():
    """Sentences of all kinds, from boards at random that have no layout."""
    dice = random.Random(5)
    boards = []
    for _ in range(400):
        rows = [[dice.choice([-1, -1, -4, 0, 1, 2, 3]) for _ in range(3)] for _ in range(2)]
        with suppress(sapper.InputError):
            boards.append(sapper.Board.from_rows(rows, mines=dice.randrange(5)))
    kinds = set()
    for error in sapper.analyze_many(boards, on_error="return"):
        if isinstance(error, sapper.ContradictionError):
            problem = describe(error)
            say_german(problem)
            kinds.add(re.sub(r"Zeile.*\d (?=[a-z])|\d+", "", problem.detail))
            assert "widersprechen" not in problem.detail, error
            assert not re.search(r"\b(the|and|mines?|cells?)\b", problem.detail), error
    assert len(kinds) > 12, kinds
