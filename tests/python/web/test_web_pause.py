"""Pauses: the clock stands still, the board is covered, moves wait, and the game has no best time."""

from __future__ import annotations

from playing import ask, look, make, move, refused

import sapper


def post(client, game, what, **body):
    answer = client.post(f"/api/games/{game}/{what}", json=body or None)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_pause_stops_the_clock_and_covers_the_board(database, serve):
    """Two servers, and a third one after them, agree on a pause."""
    with serve(database) as one, serve(database) as other:
        view = make(one, level="beginner")
        game = view["id"]
        refused(one.post(f"/api/games/{game}/pause"), 409, "has begun")
        assert post(one, game, "resume")["version"] == 0  # nothing to resume
        begun = move(one, game, "reveal", (4, 4))
        flagged = move(one, game, "flag", next(divmod(i, 9) for i, sign in enumerate(begun["board"]) if sign == "."))
        paused = post(one, game, "pause")
        assert (paused["paused"], paused["timed"], paused["board"]) == (True, False, "." * 81)
        assert paused["mines_left"] == 9
        assert post(other, game, "pause")["version"] == paused["version"]
        for server in (one, other):
            text = "the game is paused"
            refused(server.post(f"/api/games/{game}/moves", json={"kind": "flag", "cell": [0, 0]}), 409, text)
            refused(server.post(f"/api/games/{game}/undo"), 409, text)
            refused(server.post(f"/api/games/{game}/cheat"), 409, text)
            refused(server.post(f"/api/games/{game}/branch", json={"move": 0}), 409, text)
            refused(server.post("/api/games", json={"same_board_as": game}), 409, text)
            refused(server.post(f"/api/games/{game}/demo", json={}), 409, text)
            for insight in ("analysis", "hint", "guesses", "text"):
                refused(server.get(f"/api/games/{game}/{insight}"), 409, text)
            assert look(server, game) == paused  # the time too: the clock of the tests runs on
            assert ask(server, f"/api/watch/{paused['watch']}")["board"] == "." * 81
    with serve(database) as again:
        assert look(again, game) == paused
        resumed = post(again, game, "resume")
        assert resumed["board"] == flagged["board"]
        assert not resumed["paused"]
        assert paused["elapsed_ms"] <= resumed["elapsed_ms"] < paused["elapsed_ms"] + 2000


def test_a_paused_game_has_no_best_time(client):
    view = make(client, level="beginner")
    game = view["id"]
    view = move(client, game, "reveal", (4, 4))
    post(client, game, "pause")
    view = post(client, game, "resume")
    while view["status"] == "playing":
        found = sapper.analyze(sapper.Board.from_text(client.get(f"/api/games/{game}/text").text))
        view = move(client, game, "reveal", found.safest_cells[0])
        if view["status"] == "lost":  # a guess: the next board
            game = make(client, level="beginner")["id"]
            move(client, game, "reveal", (4, 4))
            post(client, game, "pause")
            view = post(client, game, "resume")
    assert (view["helped"], view["practice"], view["timed"]) == (False, False, False)
    place = client.post(f"/api/games/{game}/score", json={"name": "Ada"}).json()
    assert (place["place"], place["reason"]) == (None, "the game was paused")
    counted = ask(client, "/api/statistics")
    assert (counted["wins"], counted["best_ms"]) == (1, None)
    refused(client.post(f"/api/games/{game}/pause"), 409, "has begun and not ended")
