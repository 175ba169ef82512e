"""What the server refuses, and the headers it answers with."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import asdict
from html import unescape
from pathlib import Path

import pytest
from playing import KNOWN, layout_of, make, move, refused
from pydantic import ValidationError

import sapper.web
from sapper.errors import InputError
from sapper.web.names import read_name
from sapper.web.problems import RateError
from sapper.web.rates import Rate
from sapper.web.requests import NewGame, Track, Tries
from sapper.web.settings import Limits, RateLimit

WEB = Path(sapper.web.__file__).parent
PAGES = ["/api", "/api/openapi.json", "/api/levels", "/nothing", "/api/nothing", "/api/games/none"]


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_has_the_security_headers(client, path):
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert re.findall("script-src ([^;]*)", policy) == ["'self' 'wasm-unsafe-eval'"]
    assert policy.count("unsafe") == 1
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", sorted(WEB.rglob("*.html")), ids=lambda path: path.parent.name)
def test_pages_have_no_inline_script_or_style(path):
    text = path.read_text()
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)
    assert not re.search(r"<style|\sstyle=|\son\w+=", text)
    assert not re.search(r"(src|href)=[\"'](https?:)?//", text)


@pytest.mark.parametrize(
    ("headers", "fragment"),
    [
        ({"X-Sapper": ""}, "X-Sapper"),
        ({"X-Sapper": "2"}, "X-Sapper"),
        ({"Origin": "http://evil.example"}, "evil.example"),
        ({"Origin": "null"}, "null"),
        ({"Origin": "http://localhost:99"}, "localhost:99"),
        ({"Sec-Fetch-Site": "cross-site"}, "other sites"),
        ({"Sec-Fetch-Site": "same-site"}, "other sites"),
    ],
)
def test_requests_from_other_sites_are_refused(client, headers, fragment):
    refused(client.post("/api/games", json={"level": "beginner"}, headers=headers), 403, fragment)


def test_our_own_page_may(client):
    for headers in ({"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin"}):
        assert client.post("/api/games", json={"level": "beginner"}, headers=headers).status_code == 201


def test_a_name_that_is_not_ours_is_refused(client, sqlite, serve):
    """Otherwise a foreign name that leads to this machine would make a foreign page ours."""
    refused(client.get("/api/levels", headers={"Host": "evil.example"}), 400, "evil.example")
    for host in ("LOCALHOST:8000", "192.168.1.9:8000", "[fe80::1]:8000", "10.0.0.1"):
        assert client.get("/api/levels", headers={"Host": host}).status_code == 200
    for host in ("", "1.2.3.4.example", "[::1", "localhost.example"):
        refused(client.get("/api/levels", headers={"Host": host}), 400)
    with serve(sqlite, hosts=("*",)) as open_to_all:
        assert open_to_all.get("/api/levels", headers={"Host": "any.example"}).status_code == 200


def test_large_bodies_are_refused(client):
    body = b'{"text": "' + b"x" * 600_000 + b'"}'
    json_type = {"Content-Type": "application/json"}
    refused(client.post("/api/formats", content=body, headers=json_type), 413)
    refused(
        client.post(
            "/api/formats", content=(body[i : i + 1000] for i in range(0, len(body), 1000)), headers=json_type
        ),
        413,
    )
    refused(client.post("/api/formats", json={"text": "x" * 450_000}), 422, "400000")


def test_many_fields_are_refused_before_they_are_validated(client):
    """50,000 unknown fields held the loop for 63 to 85 ms."""
    fields = {f"field{number}": number for number in range(50_000)}
    body = json.dumps(fields).encode()[:400_000]
    for path in ("/api/games", "/api/races", "/api/analyze", "/api/formats", "/api/exercises/tries"):
        answer = client.post(path, content=body, headers={"Content-Type": "application/json"})
        refused(answer, 413, "more fields than any call takes")
    few = dict(list(fields.items())[:1_500])
    refused(client.post("/api/games", json=few), 422, "at most 40 fields")
    for model, sent in ((NewGame, few), (Track, {"moves": [0] * 20_000}), (Tries, {"tries": [0] * 50})):
        with pytest.raises(ValidationError) as caught:
            model.model_validate(sent)
        assert caught.value.error_count() == 1
    refused(client.get("/api/scores", params=few), 414, "at most 4096 bytes")
    imported = client.post("/api/imports", content=b'"' * 400_000)
    assert "more fields" not in imported.text


def test_a_body_that_turns_out_too_long_is_refused_by_every_call(client):
    """Also by those that are answered without the framework: they answered 500."""
    game = make(client)["id"]
    for path in (f"/api/games/{game}/moves", f"/api/games/{game}/undo", "/api/games"):
        pieces = (b" " * 1_000 for _ in range(600))
        answer = client.post(path, content=pieces, headers={"Content-Type": "application/json"})
        refused(answer, 413, "longer than allowed")


def test_a_length_of_thousands_of_digits_and_a_second_host_are_refused(client):
    post = {"Content-Type": "application/json", "X-Sapper": "1"}
    for length in ("0" * 5_000, "9" * 5_000, "-1", "1e3", "\u00b2"):
        headers = post | {"Content-Length": length.encode("latin-1")}
        refused(client.post("/api/formats", content=b"{}", headers=headers), 413, "at most")
    hosts = [("Host", "localhost"), ("Host", "localhost"), *post.items()]
    refused(client.post("/api/formats", content=b"{}", headers=hosts), 400, "one Host header")


def test_limits_of_the_settings_hold_and_are_told(sqlite, serve):
    limits = Limits(rows=12, cols=15, text=100, name=5, states=4)
    with serve(sqlite, limits=limits) as client:
        assert client.get("/api/limits").json() == asdict(limits)
        told = re.search('name="limits" content="(.*)"', client.get("/").text)[1]
        assert json.loads(unescape(told)) == asdict(limits)
        assert make(client, rows=12, cols=15, mines=20, name="Grace")["cols"] == 15
        for body, fragment in (
            ({"rows": 13, "cols": 15, "mines": 20}, "larger than 12x15"),
            ({"rows": 12, "cols": 15, "mines": 20, "name": "Lovelace"}, "at most 5 characters"),
            ({"from_position": "1x16:1:p"}, "larger than 12x15"),
            ({"from_position": "x" * 101}, "at most 100 characters"),
        ):
            refused(client.post("/api/games", json=body), 422, fragment)
        refused(client.post("/api/formats", json={"text": "x" * 101}), 422, "at most 100 characters")
        refused(
            client.post("/api/analyze", json={"rows": 1, "cols": 16, "mines": 1, "board": "." * 16}), 422, "12x15"
        )
        game = make(client, **KNOWN)["id"]  # a drawn board may need no more than four states
        move(client, game, "reveal", (4, 4))
        for call in ("analysis", "guesses"):
            refused(client.get(f"/api/games/{game}/{call}"), 422, "states")
        assert client.get(f"/api/games/{game}/hint").json()["kind"] == "safe"  # it needs no count


def test_rates_are_limited(sqlite, serve):
    limits = Limits(moves=RateLimit(0.001, 3), starts=RateLimit(0.001, 2), costly=RateLimit(0.001, 1))
    with serve(sqlite, limits=limits) as client:
        games = [make(client)["id"] for _ in range(2)]
        answer = client.post("/api/games", json={"level": "beginner"})
        refused(answer, 429, "too many")
        assert int(answer.headers["retry-after"]) >= 1
        for _ in range(3):
            move(client, games[0], "flag", (0, 0))
        refused(client.post(f"/api/games/{games[0]}/moves", json={"kind": "flag", "cell": [0, 0]}), 429)
        move(client, games[1], "flag", (0, 0))  # every game has its own
        assert client.post("/api/formats", json={"text": "1x3:1:b1"}).status_code == 200
        refused(client.post("/api/formats", json={"text": "1x3:1:b1"}), 429)


def test_a_refusal_never_says_to_wait_no_time():
    rate = Rate(per_second=100, at_once=1, clock=lambda: 0.0)
    rate.check("a")
    with pytest.raises(RateError, match=r"in 0\.1 seconds"):
        rate.check("a")


def test_listeners_are_limited(sqlite, serve):
    with serve(sqlite, limits=Limits(listeners_per_game=0)) as client:
        refused(client.get(f"/api/games/{make(client)['id']}/events"), 429, "listening")


def test_a_game_may_not_grow_for_ever(sqlite, serve):
    with serve(sqlite, limits=Limits(events_per_game=3)) as client:
        game = make(client)["id"]
        for _ in range(3 + 2 * 81):
            move(client, game, "flag", (0, 0))
        refused(client.post(f"/api/games/{game}/moves", json={"kind": "flag", "cell": [0, 0]}), 409, "165 events")


def test_what_reads_or_copies_a_log_costs_as_much_as_the_log_is_long(sqlite, serve):
    """A game of 20,000 flags that was branched over 100 connections took 1.5 GB."""
    limits = Limits(starts=RateLimit(0.001, 6), costly=RateLimit(0.001, 3))
    with serve(sqlite, limits=limits) as client:
        game = make(client, **KNOWN)["id"]
        move(client, game, "reveal", (4, 4))
        for _ in range(150):
            move(client, game, "flag", (0, 0))
        assert client.post(f"/api/games/{game}/branch", json={"move": 150}).status_code == 201
        refused(client.post(f"/api/games/{game}/branch", json={"move": 150}), 429)
        assert client.post(f"/api/games/{game}/branch", json={"move": 0}).status_code == 201
        move(client, game, "reveal", layout_of({"seed": 1, "first_click": "zero"}).mines[0])
        assert client.post(f"/api/games/{game}/score", json={"name": "Ada"}).status_code == 200
        refused(client.post(f"/api/games/{game}/score", json={"name": "Ada"}), 429)


def test_games_beyond_the_memory_are_read_again(sqlite, serve):
    with serve(sqlite, limits=Limits(live_games=2)) as client:
        games = [make(client)["id"] for _ in range(6)]
        for game in games * 2:
            move(client, game, "flag", (0, 0))
        assert [client.get(f"/api/games/{game}").json()["version"] for game in games] == [2] * 6


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace\n", "Ada Lovelace"),
        ("\uff21da", "Ada"),
        ("Zo\u0065\u0308", "Zo\u00eb"),
        ("\u5c0f\u6797", "\u5c0f\u6797"),
        ("Ren\u00e9e O\u02bcNeill 2", "Ren\u00e9e O\u02bcNeill 2"),
        ("\u0410\u0434\u0430 77", "\u0410\u0434\u0430 77"),  # Cyrillic
        ("\u5c0f\u6797 \u3042\u30a2 Ken", "\u5c0f\u6797 \u3042\u30a2 Ken"),
        ("\uae40\ubbfc Kim", "\uae40\ubbfc Kim"),
        ("<b>", "<b>"),  # shown as it is: pages put names in as text
        ("x" * 32, "x" * 32),
    ],
)
def test_names(text, name):
    assert read_name(text, most=32) == name


@pytest.mark.parametrize(
    "text", ["", " \n", "x" * 33, "a\x00b", "a\u202eb", "a\u200bb", "\ud800", "\ue000", "e\u0323\u0331\u0330\u0332"]
)
def test_names_that_are_refused(text):
    with pytest.raises(InputError, match="name"):
        read_name(text, most=32)


@pytest.mark.parametrize(
    "text",
    [
        *("\u3164", "Ada\u3164", "\u2800", "A\u034fda", "Ada\ufe0f", "\u17b4", "\uffa0", "Ada\U000e0101"),
        *("\u0410da", "Ad\u0430", "A\u0434\u0430", "\u0391da", "Ada \u0410", "\u13aada"),
    ],
)
def test_names_that_cannot_be_told_apart_are_refused(text):
    """Blank letters, and letters of other scripts that look like those of a name."""
    with pytest.raises(InputError, match="name"):
        read_name(text, most=32)


def test_a_long_name_is_refused_before_it_is_normalised(client, monkeypatch):
    """A name of 129,000 marks stopped the server for 22 seconds."""
    normalise, lengths = unicodedata.normalize, []
    monkeypatch.setattr(
        unicodedata, "normalize", lambda form, text: lengths.append(len(text)) or normalise(form, text)
    )
    long = "e" + "\u0301\u0323" * 64_500
    with pytest.raises(InputError, match="a name has at most 32 characters, not 129001"):
        read_name(long, most=32)
    refused(client.post("/api/games", json={"level": "beginner", "name": long}), 422, "at most 32 characters")
    refused(client.post("/api/races", json={"level": "beginner", "name": long}), 422, "at most 32 characters")
    refused(client.get("/api/statistics", params={"name": long[:600]}), 422, "at most 32 characters")
    assert max(lengths, default=0) <= 128


def test_bodies_of_calls_with_names_are_short(client):
    game = make(client)["id"]
    player = {"player": "a" * 16, "name": "x" * 5_000}
    for path in (
        "/api/matches",
        "/api/daily/expert",
        "/api/daily/guess",
        "/api/daily/name",
        f"/api/games/{game}/score",
    ):
        refused(client.post(path, json=player), 413, "at most 4096 bytes")
