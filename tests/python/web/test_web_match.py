"""Matches: several people on the same hidden board, over several servers, without a leak of the layout."""

from __future__ import annotations

import asyncio
import json

import httpx2
import numpy as np
import pytest
from playing import ask, make, move, refused
from round_robin import balancing
from server_process import ServerProcess
from sqlalchemy import select

from sapper.game.layout import Layout
from sapper.web import matches as matches_module
from sapper.web.clock import now_ms
from sapper.web.match_progress import clicks_of, done_of
from sapper.web.match_rows import HERE_MS
from sapper.web.places import Places
from sapper.web.retention import delete_matches
from sapper.web.routes import match as match_routes
from sapper.web.settings import Limits
from sapper.web.tables import events, games, seats
from sapper.web.versions import match_key, read_versions

ADA, BOB, EVE = (f"{name}-{'x' * 20}" for name in ("ada", "bob", "eve"))


@pytest.fixture(autouse=True)
def _no_countdown(monkeypatch):
    monkeypatch.setattr(matches_module, "_COUNTDOWN_MS", 0)


def post(client, token, call, player, **body):
    """The answer to a call of a player."""
    answer = client.post(f"/api/matches/{token}/{call}", json={"player": player, **body})
    assert answer.status_code == 200, answer.text
    return answer.json()


def create(client, **body):
    """A match of Ada; the answer to her."""
    asked = {"level": "beginner", "player": ADA, "name": "Ada", **body}
    answer = client.post("/api/matches", json=asked)
    assert answer.status_code == 201, answer.text
    return answer.json()


def begin(client, other=None, **body):
    """A running match of Ada and Bob: its token, and the game of each."""
    token = create(client, **body)["match"]["join"]
    post(other or client, token, "seat", BOB, name="Bob")
    post(other or client, token, "ready", BOB)
    started = post(client, token, "start", ADA)
    return token, started["game"], view(other or client, token, BOB)["game"]


def view(client, token, player=None):
    """What a client sees of a match."""
    return ask(client, f"/api/matches/{token}", **({"player": player} if player else {}))


def layout_of(client, game):
    """The layout of a game, from the database."""
    with client.app.state.sapper.engine.connect() as connection:
        return Layout.from_text(connection.execute(select(games.c.layout).where(games.c.id == game)).scalar_one())


def win(client, game):
    """Reveal all safe cells of a game of a match."""
    layout = layout_of(client, game["id"])
    mines = set(Places(layout.shape).all(layout.mines))
    seen = ask(client, f"/api/games/{game['id']}")
    for number in range(len(seen["board"])):
        cell = divmod(number, seen["cols"])
        if seen["board"][number] == "." and cell not in mines:
            seen = move(client, game["id"], "reveal", cell)
    assert seen["status"] == "won"
    return seen


def lose(client, game):
    """Reveal a mine of a game of a match."""
    return move(client, game["id"], "reveal", layout_of(client, game["id"]).mines[0])


def test_a_match_from_the_lobby_to_the_rematch_over_two_servers(database, serve):
    with serve(database) as one, serve(database) as other:
        made = create(one, level="beginner")
        token, watch = made["match"]["join"], made["match"]["watch"]
        assert (made["seat"], made["game"], made["match"]["status"]) == (1, None, "lobby")
        joined = post(other, token, "seat", BOB, name="Bob")
        assert joined["seat"] == 2
        assert [seat["name"] for seat in view(one, token)["match"]["seats"]] == ["Ada", "Bob"]
        assert joined["match"]["host"] == 1
        refused(other.post(f"/api/matches/{token}/terms", json={"player": BOB, "level": "expert"}), 409, "host")
        refused(one.post(f"/api/matches/{token}/start", json={"player": ADA}), 409, "two players")
        chosen = post(one, token, "terms", ADA, rows=8, cols=10, mines=12, no_guess=True)["match"]
        assert (chosen["level"], chosen["no_guess"]) == ("8x10/12", True)
        assert post(other, token, "ready", BOB)["match"]["seats"][1]["ready"]
        started = post(one, token, "start", ADA)
        assert started["match"]["status"] == "playing"
        mine, bobs = started["game"], view(other, token, BOB)["game"]
        # The same opening for both, which neither has clicked.
        assert mine["board"] == bobs["board"] != "." * 80
        assert (mine["status"], mine["origin"], mine["clicks"], mine["name"]) == ("playing", "match", 1, "Ada")
        assert mine["id"] != bobs["id"]
        assert layout_of(one, mine["id"]) == layout_of(one, bobs["id"])
        lost = lose(other, bobs)
        assert lost["status"] == "lost"
        seen = view(one, watch)["match"]
        assert [seat["state"] for seat in seen["seats"]] == ["playing", "lost"]
        assert (seen["seats"][1]["place"], seen["status"]) == (None, "playing")
        won = win(one, mine)
        seen = view(other, watch)["match"]
        assert seen["status"] == "ended"
        assert [seat["place"] for seat in seen["seats"]] == [1, 2]
        assert [seat["wins"] for seat in seen["seats"]] == [1, 0]
        assert seen["seats"][0]["time_ms"] == won["elapsed_ms"]
        assert seen["seats"][0]["progress"] == 1.0
        assert seen["three_bv"] == layout_of(one, mine["id"]).bbbv
        # Now everybody may see both boards, on both servers.
        boards = [ask(other, f"/api/watch/{seat['watch']}") for seat in seen["seats"]]
        assert [board["status"] for board in boards] == ["won", "lost"]
        assert boards[1]["board"].count("M") + 1 == 12
        assert ask(one, f"/api/games/{bobs['id']}")["seed"] == boards[0]["seed"]
        # A rematch takes one click of each.
        again = post(other, token, "ready", BOB)
        assert (again["match"]["status"], again["match"]["round"], again["game"]) == ("lobby", 2, None)
        again = post(one, token, "ready", ADA)
        assert again["match"]["status"] == "playing"
        assert layout_of(one, again["game"]["id"]) != layout_of(one, mine["id"])
        assert [seat["wins"] for seat in again["match"]["seats"]] == [1, 0]


def test_nothing_tells_the_layout_while_a_player_plays(client):
    """Bob has lost, has a second browser, and knows every address of the server."""
    token, adas, bobs = begin(client, level="beginner")
    layout = layout_of(client, adas["id"])
    mines = {row * 9 + col for row, col in layout.mines}
    cell = layout.mines[0]
    lost = lose(client, bobs)
    assert (lost["status"], lost["seed"], lost["three_bv"]) == ("lost", None, None)
    # His board shows the mine he hit, and no other.
    assert {number for number, sign in enumerate(lost["board"]) if sign in "MXFW"} == {cell[0] * 9 + cell[1]}
    watch = view(client, token)["match"]["watch"]
    tokens = [game["watch"] for game in (adas, bobs)]
    for game in (adas["id"], bobs["id"]):
        path = f"/api/games/{game}"
        for call in ("analysis", "hint?strength=4", "guesses", "text?form=layout", "text?form=json", "review"):
            refused(client.get(f"{path}/{call}"), 409, "match")
        for call, body in {
            "cheat": None,
            "help": None,
            "undo": None,
            "branch": {"move": 1},
            "demo": {"strategy": "safest"},
            "score": {"name": "Bob"},
        }.items():
            refused(client.post(f"{path}/{call}", json=body), 409, "match")
        refused(client.get(f"{path}/standing"), 409, "match")
        for same in (game, *tokens):
            refused(client.post("/api/games", json={"same_board_as": same}), 409)
            refused(client.post("/api/races", json={"same_board_as": same, "open": True}), 409)
    for seen in tokens:
        refused(client.get(f"/api/watch/{seen}"), 409, "match")
        refused(client.get(f"/api/watch/{seen}/events"), 409, "match")
    # The match itself: no text of it has a board, an id or a token of a game, for players, others and spectators.
    for address in (f"/api/matches/{token}", f"/api/matches/{token}?player={EVE}", f"/api/matches/{watch}"):
        text = client.get(address).text
        for secret in (adas["id"], bobs["id"], *tokens, ADA, BOB, str(layout.seed)):
            assert secret not in text
        assert client.get(address).json()["game"] is None
    # Bob sees his own game, and with another browser's text nothing.
    assert view(client, token, BOB)["game"]["board"] == lost["board"]
    assert view(client, watch, BOB)["seat"] is None
    assert view(client, watch)["match"]["join"] is None
    # His odds are about his own moves.
    assert ask(client, f"/api/games/{bobs['id']}/odds")["last"] < 1
    # Ada's board is still what she has revealed, and her game is not helped.
    seen = ask(client, f"/api/games/{adas['id']}")
    assert (seen["helped"], seen["practice"]) == (False, False)
    assert not mines & {number for number, sign in enumerate(seen["board"]) if sign != "."}
    win(client, adas)
    view(client, token)
    assert ask(client, f"/api/games/{bobs['id']}/review")["outcome"] == "lost"
    assert client.get(f"/api/games/{bobs['id']}/text?form=layout").status_code == 200
    refused(client.post(f"/api/games/{bobs['id']}/undo"), 409, "cannot be undone")


def test_those_who_only_watch_change_nothing(client):
    made = create(client)["match"]
    for call, body in {
        "seat": {"name": "Eve"},
        "leave": {},
        "terms": {"level": "expert"},
        "ready": {},
        "start": {},
    }.items():
        answer = client.post(f"/api/matches/{made['watch']}/{call}", json={"player": ADA, **body})
        refused(answer, 404, "only shows")
    for call in ("leave", "ready", "start"):
        refused(client.post(f"/api/matches/{made['join']}/{call}", json={"player": EVE}), 409, "no seat")
    refused(client.get("/api/matches/unknown"), 404, "no such match")
    assert view(client, made["join"])["match"]["version"] == 1


def test_players_leave_and_return(client):
    token, adas, bobs = begin(client)
    # A reload keeps seat and game.
    again = post(client, token, "seat", BOB)
    assert (again["seat"], again["game"]["id"], again["match"]["seats"][1]["name"]) == (2, bobs["id"], "Bob")
    # Eve comes late: her seat is for the next round.
    late = post(client, token, "seat", EVE, name="Eve")
    assert (late["seat"], late["game"], late["match"]["seats"][2]["state"]) == (3, None, "waiting")
    left = post(client, token, "leave", BOB)
    assert left["seat"] is None
    assert left["match"]["seats"][1]["state"] == "left"
    refused(client.post(f"/api/games/{bobs['id']}/moves", json={"kind": "flag", "cell": [0, 0]}), 409, "left")
    win(client, adas)
    ended = view(client, token)["match"]
    assert [seat["place"] for seat in ended["seats"]] == [1, None, None]
    post(client, token, "ready", ADA)
    assert [seat["name"] for seat in view(client, token)["match"]["seats"]] == ["Ada", "Eve"]
    assert post(client, token, "ready", EVE)["match"]["status"] == "playing"
    # In the lobby, a player who leaves frees the seat, and the next one is the host.
    token = create(client)["match"]["join"]
    post(client, token, "seat", BOB)
    lobby = post(client, token, "leave", ADA)["match"]
    assert (lobby["host"], [seat["seat"] for seat in lobby["seats"]]) == (2, [2])


def test_the_host_removes_a_player_before_the_start(client):
    token = create(client)["match"]["join"]
    post(client, token, "seat", BOB, name="Bob")
    post(client, token, "seat", EVE, name="Eve")
    path = f"/api/matches/{token}/remove"
    refused(client.post(path, json={"player": BOB, "seat": 3}), 409, "only the host")
    refused(client.post(path, json={"player": ADA, "seat": 1}), 409, "leave the match instead")
    refused(client.post(path, json={"player": ADA, "seat": 4}), 409, "seat 4 is free")
    refused(client.post(path, json={"player": ADA, "seat": 0}), 422, "seat")
    left = post(client, token, "remove", ADA, seat=3)
    assert (left["seat"], [seat["name"] for seat in left["match"]["seats"]]) == (1, ["Ada", "Bob"])
    assert view(client, token, EVE)["seat"] is None
    refused(client.post(f"/api/matches/{token}/ready", json={"player": EVE}), 409, "no seat")
    post(client, token, "ready", BOB)
    post(client, token, "start", ADA)
    refused(client.post(path, json={"player": ADA, "seat": 2}), 409, "in the lobby")


def test_players_whose_pages_are_closed_are_away_and_then_have_left(client):
    token, adas, bobs = begin(client)
    state = client.app.state.sapper

    def age(player, ms):
        with state.engine.begin() as connection:
            own = seats.c.player == matches_module.code_of(token, player)
            connection.execute(seats.update().where(own).values(seen_at=seats.c.seen_at - ms))

    age(BOB, HERE_MS)
    seen = view(client, token)["match"]["seats"][1]
    assert (seen["here"], seen["state"]) == (False, "playing")
    age(BOB, 10**7)
    assert view(client, token)["match"]["seats"][1]["state"] == "playing"  # the round has only begun
    client.app.state.sapper.matches._limits = Limits(away_s=0)
    age(ADA, 10**7)
    assert view(client, token)["match"]["status"] == "ended"
    assert {seat["state"] for seat in view(client, token)["match"]["seats"]} == {"left"}
    refused(client.post(f"/api/games/{adas['id']}/moves", json={"kind": "flag", "cell": [0, 0]}), 409, "left")
    assert ask(client, f"/api/games/{bobs['id']}")["status"] == "playing"


@pytest.mark.parametrize("level", ["hex:8x8/10", "box:4x4x4/6"])
def test_boards_of_other_shapes(client, level):
    token, adas, bobs = begin(client, level=level)
    assert adas["board"] == bobs["board"]
    assert (adas["level"], adas["shape"]) == (level, level.partition("/")[0])
    win(client, adas)
    post(client, token, "leave", BOB)
    ended = view(client, token)["match"]
    assert [(seat["place"], seat["opened"] == 1) for seat in ended["seats"]] == [(1, True), (None, False)]


def test_a_page_that_closes_lets_its_player_go_away(client):
    token = create(client)["match"]["join"]
    post(client, token, "seat", BOB)
    state = client.app.state.sapper

    async def visit() -> list[dict]:
        """Open the stream of Bob's page and close it."""
        stream = match_routes._stream(state, token, "here", BOB, watching=False)
        told = [await anext(stream)]
        await stream.aclose()
        await asyncio.gather(*state.matches._closing)
        return told

    (told,) = client.portal.call(visit)
    assert json.loads(told.partition("data: ")[2])["seats"][1]["here"]
    with state.engine.connect() as connection:
        ages = [now_ms() - seen for (seen,) in connection.execute(select(seats.c.seen_at).order_by(seats.c.number))]
    assert HERE_MS - 15_000 < ages[1] < HERE_MS  # away in some seconds, unless the page is opened again
    assert ages[0] < 15_000
    post(client, token, "seat", BOB)
    assert view(client, token)["match"]["seats"][1]["here"]


def test_a_round_begins_after_the_countdown(client, sqlite, serve, monkeypatch):
    monkeypatch.setattr(matches_module, "_COUNTDOWN_MS", 10**6)
    token, adas, bobs = begin(client)
    assert adas is bobs is None
    seen = view(client, token, ADA)["match"]
    assert seen["status"] == "countdown"
    assert 0 < seen["starts_in_ms"] <= 10**6
    assert seen["elapsed_ms"] == 0
    state = client.app.state.sapper
    with state.engine.connect() as connection:
        game = connection.execute(seats.select()).mappings().first()["game"]
    refused(client.post(f"/api/games/{game}/moves", json={"kind": "flag", "cell": [0, 0]}), 409, "not begun")
    # A server on another machine, with a clock of its own, starts it no sooner.
    with state.engine.begin() as connection:
        connection.execute(events.update().values(clock="elsewhere", tick=1))
    with serve(sqlite) as other:
        assert view(other, token, ADA)["match"]["status"] == "countdown"
        assert view(other, token, ADA)["game"] is None
        refused(other.post(f"/api/games/{game}/moves", json={"kind": "flag", "cell": [0, 0]}), 409, "not begun")


def test_seats_and_boards_have_limits(sqlite, serve):
    with serve(sqlite, limits=Limits(seats=2)) as client:
        token = create(client)["match"]["join"]
        post(client, token, "seat", BOB)
        answer = client.post(f"/api/matches/{token}/seat", json={"player": EVE})
        refused(answer, 409, "full: it has 2 players")
        for size, status, words in (
            ({"level": "nothing"}, 422, "nothing"),
            ({"rows": 300, "cols": 9, "mines": 9}, 422, "300"),
            ({"rows": 5, "cols": 5, "mines": 24}, 422, "mines"),
            ({"rows": 5, "cols": 5, "mines": 0}, 422, "mines"),
        ):
            refused(client.post("/api/matches", json={"player": ADA, **size}), status, words)
            refused(client.post(f"/api/matches/{token}/terms", json={"player": ADA, **size}), status, words)
        # A name of another browser is refused, as everywhere.
        refused(client.post(f"/api/matches/{token}/seat", json={"player": BOB, "name": "Ada"}), 409, "another player")
    with serve(sqlite, limits=Limits(games_per_day=2)) as client:
        made = create(client)  # counts as one
        token = made["match"]["join"]
        post(client, token, "seat", BOB)
        post(client, token, "ready", BOB)
        refused(client.post(f"/api/matches/{token}/start", json={"player": ADA}), 429)


def test_results_of_a_match_count_without_their_times(client):
    token, adas, bobs = begin(client)
    win(client, adas)
    lose(client, bobs)
    view(client, token)
    statistics = ask(client, "/api/statistics", level="beginner")
    assert (statistics["games"], statistics["wins"], statistics["best_ms"]) == (2, 1, None)
    score = client.post(f"/api/games/{adas['id']}/score", json={"name": "Ada", "player": ADA}).json()
    assert score["place"] is None
    assert "same board" in score["reason"]
    assert ask(client, f"/api/games/{adas['id']}/standing")["time_ms"] is None


def test_old_matches_are_deleted_and_their_games_stay(database, serve):
    with serve(database) as client:
        token, adas, bobs = begin(client)
        win(client, adas)
        lose(client, bobs)
        engine = client.app.state.sapper.engine
        delete_matches(engine, before=0)
        assert view(client, token)["match"]["status"] == "ended"
        delete_matches(engine, before=2**62)
        refused(client.get(f"/api/matches/{token}"), 404)
        assert ask(client, f"/api/games/{adas['id']}")["status"] == "won"


def test_servers_that_share_a_file_see_the_version_of_a_match(client):
    made = create(client)["match"]
    post(client, made["join"], "seat", BOB)
    key = match_key(made["join"])
    assert read_versions(client.app.state.sapper.engine, [key, "nothing", match_key("nothing")]) == {key: 2}


def test_clicks_of_random_layouts_are_their_3bv(client):
    for seed in range(20):
        layout = Layout.from_seed("9x13/20" if seed % 2 else "hex:8x9/10", seed=seed)
        clicks = clicks_of(layout)
        assert len(clicks) == layout.bbbv
    game = make(client, level="beginner", seed=1)
    first = move(client, game["id"], "reveal", (4, 4))
    assert first["status"] == "playing"
    live = client.portal.call(client.app.state.sapper.games.get, game["id"])
    assert 1 <= done_of(clicks_of(live.layout), live.board) < live.three_bv
    assert done_of(np.array([], np.intp), live.board) == 0


def test_streams_of_two_processes_tell_everything_that_happens(postgres_server, tmp_path):
    """Two players and a spectator, on two servers of one database behind a balancer."""
    database = postgres_server.new_database()
    with (
        ServerProcess(database, tmp_path) as one,
        ServerProcess(database, tmp_path) as other,
        balancing(one.address, other.address) as address,
        httpx2.Client(base_url=address, headers={"X-Sapper": "1"}, timeout=30) as client,
        one.client() as here,
        other.client() as there,
    ):
        made = create(client, level="5x6/6")["match"]
        token, watch = made["join"], made["watch"]
        with (
            here.stream("GET", f"/api/matches/{token}/events?player={ADA}") as first,
            there.stream("GET", f"/api/matches/{watch}/events") as second,
        ):
            streams = [_told(first), _told(second)]

            def until(fits):
                return [next(view for view in stream if fits(view)) for stream in streams]

            until(lambda view: view["status"] == "lobby")
            post(client, token, "seat", BOB, name="Bob")
            seen = until(lambda view: len(view["seats"]) == 2)
            assert seen[0]["join"] == token
            assert seen[1]["join"] is None
            post(client, token, "ready", BOB)
            post(client, token, "start", ADA)
            until(lambda view: view["status"] == "countdown")
            until(lambda view: view["status"] == "playing")
            bobs = view(client, token, BOB)["game"]
            post(client, token, "leave", ADA)
            until(lambda view: view["seats"][0]["state"] == "left")
            shown = bobs["board"].index(".")
            move(client, bobs["id"], "flag", divmod(shown, 6))
            post(client, token, "leave", BOB)
            seen = until(lambda view: view["status"] == "ended")
            assert all(seat["watch"] for seat in seen[1]["seats"])
            assert bobs["id"] not in json.dumps(seen)


def _told(stream):
    for line in stream.iter_lines():
        if line.startswith("data: "):
            yield json.loads(line.removeprefix("data: "))
