"""Ranked games: the server itself refuses help and undo until the end, or until the player gives up the rank."""

from __future__ import annotations

from playing import ask, look, make, move, refused

import sapper

OFF = "off in a ranked game"


def test_a_ranked_game_has_no_help_until_its_end(client):
    game = make(client, level="expert", ranked=True)["id"]
    view = move(client, game, "reveal", (8, 15))
    assert view["origin"] == "ranked"
    for insight in ("analysis", "hint", "guesses"):
        refused(client.get(f"/api/games/{game}/{insight}"), 409, OFF)
    for act, body in {"undo": None, "help": None, "cheat": None, "branch": {"move": 0}, "demo": {}}.items():
        refused(client.post(f"/api/games/{game}/{act}", json=body), 409, OFF)
    refused(client.post("/api/games", json={"same_board_as": game}), 409, OFF)
    now = look(client, game)
    assert (now["version"], now["helped"], now["practice"]) == (view["version"], False, False)
    while view["status"] == "playing":
        found = sapper.analyze(sapper.Board.from_text(client.get(f"/api/games/{game}/text").text))
        view = move(client, game, "reveal", max(found.board.hidden_cells, key=found.mine_probability_of))
    assert view["seed"] is not None
    assert ask(client, "/api/statistics")["games"] == 1
    assert client.post(f"/api/games/{game}/undo").json()["practice"]  # after the end all is possible
    assert client.get(f"/api/games/{game}/hint").status_code == 200


def test_a_player_may_give_up_the_rank(client):
    game = make(client, level="beginner", ranked=True)["id"]
    assert client.post(f"/api/games/{game}/unrank").json()["helped"]
    assert client.get(f"/api/games/{game}/hint").status_code == 200


def test_what_contradicts_a_ranked_game_is_refused(client):
    ranked = {"level": "beginner", "ranked": True}
    refused(client.post("/api/games", json=ranked | {"seed": 1}), 422, "seed cannot be chosen")
    refused(client.post("/api/games", json=ranked | {"cruel": True}), 422, "not cruel")
    refused(client.post("/api/games", json={"ranked": True, "from_position": "mines 1\n.1.\n"}), 422, "practice")
    refused(client.post("/api/races", json=ranked), 422, "nor ranked")
