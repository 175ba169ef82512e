"""Watching a game: others see it by its token, and cannot play it."""

from __future__ import annotations

import json

import httpx2
import pytest
from playing import KNOWN, ask, lose, make, move, refused, win
from round_robin import balancing
from server_process import ServerProcess

from sapper.web.settings import Limits


def test_a_token_shows_the_game_and_allows_nothing(database, serve):
    with serve(database) as client, serve(database) as other:
        view = make(client, **KNOWN, name="Ada")
        game, token = view["id"], view["watch"]
        assert token != game
        view = move(client, game, "reveal", (4, 4))
        seen = ask(other, f"/api/watch/{token}")
        assert seen.keys() == view.keys() - {"id", "can_undo", "flash"}
        assert (seen["board"], seen["version"], seen["name"]) == (view["board"], 1, "Ada")
        for call in ("", "/analysis", "/hint", "/guesses", "/text", "/review", "/odds", "/events"):
            refused(other.get(f"/api/games/{token}{call}"), 404)
        for call, body in {
            "moves": {"kind": "flag", "cell": [0, 0]},
            "undo": None,
            "cheat": None,
            "branch": {"move": 0},
            "score": {"name": "Eve"},
            "demo": {"strategy": "safest"},
        }.items():
            refused(other.post(f"/api/games/{token}/{call}", json=body), 404)
        refused(other.get(f"/api/watch/{game}"), 404, "to watch")  # an id is no token
        assert ask(other, f"/api/watch/{token}")["version"] == 1
        move(client, game, "flag", (0, 0))
        assert ask(other, f"/api/watch/{token}")["version"] == 2


def test_no_answer_for_others_has_an_id(database, serve):
    with serve(database) as client:
        ended = win(client, make(client, **KNOWN, name="Ada"))
        client.post(f"/api/games/{ended['id']}/demo", json={"strategy": "safest"})
        start = client.post("/api/races", json={"level": "beginner", "name": "Ada"}).json()
        race, game = start["race"], start["game"]
        move(client, game["id"], "reveal", (4, 4))
        same = make(client, same_board_as=ended["watch"])
        addresses = [
            f"/api/watch/{ended['watch']}",
            f"/api/watch/{game['watch']}",
            f"/api/races/{race['id']}",
            "/api/scores?level=beginner&helped=true",
            "/api/statistics",
            "/api/statistics/demos",
            "/api/names",
        ]
        texts = [client.get(address).text for address in addresses]
        lost = client.get(f"/api/games/{same['id']}").text
        for text in [*texts, lost]:
            assert ended["id"] not in text
            assert game["id"] not in text
        assert ask(client, f"/api/races/{race['id']}")["watch"] == game["watch"]


def test_the_review_is_for_others_when_the_game_has_ended(database, serve):
    with serve(database) as client, serve(database) as other:
        view = make(client, **KNOWN)
        address = f"/api/watch/{view['watch']}/review"
        refused(other.get(address), 409)
        ended = lose(client, view)
        shown = ask(other, address)
        assert ended["id"] not in json.dumps(shown)
        own = ask(client, f"/api/games/{ended['id']}/review")
        assert [point["cell"] for point in shown["points"]] == [point["cell"] for point in own["points"]]
        refused(other.get(f"/api/watch/{ended['id']}/review"), 404, "to watch")


def test_the_same_board_is_for_others_when_the_game_has_ended(database, serve):
    with serve(database) as client, serve(database) as other:
        view = make(client, level="beginner", name="Ada")
        wanted = {"same_board_as": view["watch"]}
        refused(other.post("/api/games", json=wanted), 409, "still running")
        move(client, view["id"], "reveal", (4, 4))
        refused(other.post("/api/games", json=wanted), 409, "still running")
        assert not ask(client, f"/api/games/{view['id']}")["practice"]  # what was refused told nothing
        mines = client.post(f"/api/games/{view['id']}/cheat").json()["mines"]
        ended = move(client, view["id"], "reveal", mines[0])
        made = make(other, **wanted)
        assert (made["origin"], made["practice"], made["name"]) == ("same", True, None)
        assert made["watch"] not in (view["watch"], None)
        lost = move(other, made["id"], "reveal", mines[0])
        assert lost["board"].count("M") + lost["board"].count("X") == 10
        assert {number for number, sign in enumerate(lost["board"]) if sign in "MX"} == {
            number for number, sign in enumerate(ended["board"]) if sign in "MX"
        }


def test_a_same_board_has_only_a_name_of_its_own(client):
    view = lose(client, make(client, **KNOWN, name="Ada"))
    assert make(client, same_board_as=view["watch"])["name"] is None
    assert make(client, same_board_as=view["id"])["name"] is None
    assert make(client, same_board_as=view["watch"], name="Bob")["name"] == "Bob"


def test_every_game_has_a_token_of_its_own(client):
    first = lose(client, make(client, **KNOWN))
    branch = client.post(f"/api/games/{first['id']}/branch", json={"move": 1}).json()
    others = [make(client, same_board_as=first["id"]), make(client, from_position="mines 1\n. 1 ."), branch]
    tokens = {view["watch"] for view in (first, *others)}
    assert len(tokens) == 4
    assert all(len(token) >= 22 for token in tokens)


def test_watchers_hear_every_move_on_every_server(database, tmp_path):
    with (
        ServerProcess(database, tmp_path) as one,
        ServerProcess(database, tmp_path) as other,
        balancing(one.address, other.address) as address,
        httpx2.Client(base_url=address, headers={"X-Sapper": "1"}, timeout=30) as client,
        one.client() as here,
        other.client() as there,
    ):
        view = make(client, **KNOWN)
        path = f"/api/watch/{view['watch']}/events"
        with here.stream("GET", path) as first, there.stream("GET", path) as second:
            streams = [stream.iter_lines() for stream in (first, second)]
            for version in range(3):
                for lines in streams:
                    assert (
                        next(line for line in lines if line.startswith("data")) == f'data: {{"version": {version}}}'
                    )
                move(client, view["id"], "flag", (0, version))


@pytest.mark.parametrize("token", ["nothing", "a" * 33, "%2e"])
def test_an_unknown_token_is_refused(client, token):
    status = 404 if token == "nothing" else 422
    refused(client.get(f"/api/watch/{token}"), status)
    refused(client.get(f"/api/watch/{token}/events"), status)
    assert client.get("/w/anything").status_code == 200  # the page itself says that there is no such game


def test_watchers_take_no_place_of_the_player(sqlite, serve):
    with serve(sqlite, limits=Limits(watchers_per_game=0)) as client:
        view = make(client)
        refused(client.get(f"/api/watch/{view['watch']}/events"), 429, "listening")
        client.app.state.sapper.hub.check(view["id"], "127.0.0.1")
    with serve(sqlite, limits=Limits(listeners_per_game=0)) as client:
        refused(client.get(f"/api/games/{view['id']}/events"), 429, "listening")
        client.app.state.sapper.hub.check(view["id"], "127.0.0.1", watching=True)
