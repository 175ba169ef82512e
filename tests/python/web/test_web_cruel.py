"""Cruel games on the server: what loses and what never does, over several servers, and what has no meaning there."""

from __future__ import annotations

from itertools import cycle

from playing import ask, look, make, move, refused

import sapper

DENSE = {"rows": 9, "cols": 9, "mines": 20, "seed": 5, "cruel": True}


def analysis_of(client, game) -> sapper.Analysis:
    """What a player can know of a game; asking for its text is no help."""
    return sapper.analyze(sapper.Board.from_text(client.get(f"/api/games/{game}/text").text))


def find_needless(client, game):
    """A cell that may be a mine, where another one is safe; None if none is."""
    found = analysis_of(client, game)
    hidden = found.board.hidden_cells
    return next((cell for cell in hidden if found.safe_cells and 0 < found.mine_probability_of(cell) < 1), None)


def test_best_guesses_win_and_needless_ones_lose(database, serve):
    """Two servers take turns; every needless guess loses, is undone, and shows nothing of the next layout."""
    with serve(database) as one, serve(database) as other:
        turns = cycle([one, other])
        game = make(one, **DENSE)["id"]
        view = move(one, game, "reveal", (4, 4))
        losses = 0
        while view["status"] != "won":
            server = next(turns)
            needless = find_needless(server, game) if losses < 3 else None
            if needless is not None:
                lost = move(server, game, "reveal", needless)
                assert lost["status"] == "lost"
                assert lost["board"].count("M") + lost["board"].count("X") == 20
                view = next(turns).post(f"/api/games/{game}/undo").json()
                losses += 1
            else:
                view = move(server, game, "reveal", analysis_of(server, game).safest_cells[0])
                assert view["status"] != "lost"
            assert look(next(turns), game)["board"] == view["board"]
        assert losses == 3
        review = ask(other, f"/api/games/{game}/review")
        assert review["points"]
    with serve(database) as again:
        assert look(again, game)["board"] == view["board"]
        assert again.post(f"/api/games/{game}/score", json={"name": "Ada"}).json()["place"] is None
        assert ask(again, "/api/statistics")["games"] == 0


def test_a_cruel_game_is_practice_without_a_layout(client):
    view = make(client, **DENSE)
    game = view["id"]
    assert (view["origin"], view["practice"], view["seed"]) == ("cruel", True, None)
    begun = move(client, game, "reveal", (4, 4))
    assert begun["seed"] is None
    text = "no fixed layout before it ends"
    refused(client.post(f"/api/games/{game}/cheat"), 409, text)
    refused(client.post(f"/api/games/{game}/branch", json={"move": 0}), 409, text)
    refused(client.post("/api/games", json={"same_board_as": game}), 409, text)
    demo = client.post(f"/api/games/{game}/demo", json={"strategy": "safest", "from": "here"}).json()
    assert demo["own"]
    assert look(client, game)["version"] == begun["version"]
    assert client.get(f"/api/games/{game}/analysis").status_code == 200  # help is possible
    # The odds follow the layout that answered.
    while (view := look(client, game))["status"] == "playing":
        move(client, game, "reveal", find_needless(client, game) or analysis_of(client, game).safest_cells[0])
        assert ask(client, f"/api/games/{game}/odds")["last"] <= 1
    assert view["seed"] is None
    assert client.post("/api/games", json={"same_board_as": game}).json()["origin"] == "same"


def test_what_contradicts_a_cruel_game_is_refused(client):
    cruel = {"level": "beginner", "cruel": True}
    refused(client.post("/api/games", json=cruel | {"no_guess": True}), 422, "either cruel or needs no guess")
    refused(client.post("/api/games", json={"cruel": True, "from_position": "mines 1\n.1.\n"}), 422, "given one")
    refused(client.post("/api/races", json=cruel), 422, "it needs a fixed layout")


def test_large_boards_are_settled_by_the_crew(client):
    game = make(client, rows=200, cols=200, mines=8000, seed=1, cruel=True)["id"]
    move(client, game, "reveal", (100, 100))
    while (needless := find_needless(client, game)) is None:
        move(client, game, "reveal", analysis_of(client, game).safest_cells[0])
    assert move(client, game, "reveal", needless)["status"] == "lost"
