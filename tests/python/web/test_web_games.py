"""Games on the server: the rules of play, what is shown and what is not, restarts, two players of one game."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from playing import KNOWN, ask, layout_of, look, make, move, refused, win


def test_a_new_game_shows_nothing(client):
    view = make(client, level="expert")
    assert (view["status"], view["version"], view["board"]) == ("ready", 0, "." * 480)
    assert view["seed"] is view["start"] is view["started_at"] is view["three_bv"] is None
    assert (view["rows"], view["cols"], view["mines"], view["mines_left"]) == (16, 30, 99, 99)
    assert not view["helped"]
    assert not view["can_undo"]


@pytest.mark.parametrize("rule", ["none", "safe", "zero", "drawn", "moved"])
def test_the_first_reveal_follows_the_rule(client, rule):
    for _ in range(12):
        view = make(client, rows=5, cols=5, mines=12, first_click=rule)
        view = move(client, view["id"], "reveal", (2, 2))
        assert view["start"] == [2, 2]
        if rule in ("zero", "drawn"):
            assert view["board"][12] == "0"
        if rule in ("safe", "moved"):
            assert view["board"][12] in "012345678"


@pytest.mark.parametrize(
    "body", [{"level": "beginner"}, {"level": "intermediate"}, {"rows": 9, "cols": 9, "mines": 28}]
)
def test_a_board_without_guesses_is_won_by_certain_moves(database, serve, body):
    with serve(database) as client:
        view = make(client, **body, no_guess=True)
        view = move(client, view["id"], "reveal", (4, 6))
        assert view["start"] == [4, 6]
        while view["status"] == "playing":
            safe = ask(client, f"/api/games/{view['id']}/analysis")["safe"]
            assert safe
            view = move(client, view["id"], "reveal", safe[0])
        assert view["status"] == "won"


def test_boards_without_guesses_that_cannot_be_made(client):
    refused(client.post("/api/games", json={"level": "beginner", "no_guess": True, "first_click": "none"}), 422)
    game = make(client, rows=2, cols=2, mines=2, no_guess=True, first_click="safe")["id"]
    refused(client.post(f"/api/games/{game}/moves", json={"kind": "reveal", "cell": [0, 0]}), 422, "no guess")
    assert look(client, game)["status"] == "ready"


def test_a_win_is_told_with_everything(database, serve):
    with serve(database) as client:
        view = win(client, make(client, **KNOWN))
        assert view["status"] == "won"
        assert set(view["board"]) <= set("012345678F")
        assert view["board"].count("F") == 10
        assert view["ended_at"] >= view["started_at"]
        assert view["elapsed_ms"] == view["ended_at"] - view["started_at"]
        assert view["three_bv"] > 0
        assert view["efficiency"] == view["three_bv"] / view["clicks"]
        refused(client.post(f"/api/games/{view['id']}/moves", json={"kind": "flag", "cell": [0, 0]}), 409, "over")


def test_a_loss_shows_the_mines_and_the_wrong_flags(client):
    view = make(client, **KNOWN)
    mines = layout_of(view).mines
    move(client, view["id"], "reveal", (4, 4))
    board = look(client, view["id"])["board"]
    wrong = next(n for n, sign in enumerate(board) if sign == "." and divmod(n, 9) not in mines)
    move(client, view["id"], "flag", divmod(wrong, 9))
    move(client, view["id"], "flag", mines[1])
    view = move(client, view["id"], "reveal", mines[0])
    assert view["status"] == "lost"
    signs = {divmod(n, 9): sign for n, sign in enumerate(view["board"])}
    assert signs[mines[0]] == "X"
    assert signs[mines[1]] == "F"
    assert signs[divmod(wrong, 9)] == "W"
    assert all(signs[mine] == "M" for mine in mines[2:])
    undone = client.post(f"/api/games/{view['id']}/undo").json()
    assert (undone["status"], undone["helped"], undone["ended_at"]) == ("playing", True, None)
    assert set(undone["board"]) <= set("012345678.F")


def test_nothing_of_the_layout_is_told_before_the_end(client):
    view = make(client)
    before = look(client, view["id"])
    during = move(client, view["id"], "reveal", (4, 4))
    for seen in (before, during):
        assert seen["seed"] is None
        assert set(seen["board"]) <= set("012345678.")
    text = client.get(f"/api/games/{view['id']}").text
    assert "layout" not in text
    assert "M" not in during["board"]


def test_flags_questions_and_chords(client):
    view = make(client, **KNOWN)
    game, mines = view["id"], layout_of(view).mines
    assert move(client, game, "flag", mines[0])["mines_left"] == 9  # before there is a layout
    refused(client.post(f"/api/games/{game}/moves", json={"kind": "reveal", "cell": mines[0]}), 409, "flag")
    view = move(client, game, "reveal", (4, 4))
    assert view["board"][mines[0][0] * 9 + mines[0][1]] == "F"
    assert move(client, game, "question", mines[0])["board"][mines[0][0] * 9 + mines[0][1]] == "Q"
    one = next(divmod(n, 9) for n, sign in enumerate(view["board"]) if sign == "1")
    flashed = move(client, game, "chord", one)
    assert flashed["flash"]
    assert flashed["version"] == 4 - 1  # nothing changed: flag, reveal, question
    for cell in flashed["flash"]:
        if tuple(cell) in mines:
            move(client, game, "flag", cell)
    chorded = move(client, game, "chord", one)
    assert chorded["flash"] == []
    assert chorded["board"].count(".") + chorded["board"].count("Q") < view["board"].count(".")
    refused(client.post(f"/api/games/{game}/moves", json={"kind": "chord", "cell": mines[-1]}), 409)


def test_games_go_on_after_a_restart(database, serve):
    with serve(database) as client:
        games = []
        for body in (
            KNOWN,
            {"level": "expert"},
            {"rows": 30, "cols": 7, "mines": 20, "first_click": "safe"},
        ):
            game = make(client, **body, name="Ada")["id"]
            move(client, game, "flag", (0, 0))
            move(client, game, "reveal", (4, 4))
            move(client, game, "flag", (0, 0)) if "0" not in look(client, game)["board"][:1] else None
            client.post(f"/api/games/{game}/undo")
            games.append(game)
        unbegun = make(client, level="intermediate")["id"]
        before = [look(client, game) for game in games]
    with serve(database) as client:
        after = [look(client, game) for game in games]
        for old, new in zip(before, after, strict=True):
            assert {**old, "elapsed_ms": 0} == {**new, "elapsed_ms": 0}
        assert move(client, unbegun, "reveal", (3, 3))["status"] == "playing"
        assert win(client, make(client, **KNOWN))["status"] == "won"


def test_two_servers_on_one_database_lose_nothing(database, serve):
    with serve(database) as one, serve(database) as other:
        game = make(one, **KNOWN)["id"]
        for number in range(8):
            move((one, other)[number % 2], game, "flag", (number, 8))
        assert move(one, game, "question", (8, 8))["version"] == 9
        board = look(one, game)["board"]
        assert [board[number * 9 + 8] for number in range(9)] == ["F"] * 8 + ["Q"]


def test_the_same_board_again_and_branches_are_practice(client):
    first = win(client, make(client, **KNOWN))
    again = make(client, same_board_as=first["id"])
    assert (again["origin"], again["helped"], again["start"]) == ("same", True, [4, 4])
    branch = client.post(f"/api/games/{first['id']}/branch", json={"move": 3})
    assert branch.status_code == 201
    assert branch.json()["moves"] == 3
    assert branch.json()["status"] == "playing"
    assert win(client, {**again, "seed": first["seed"]})["status"] == "won"
    refused(client.post(f"/api/games/{first['id']}/branch", json={"move": 999}), 409, "999")


def test_trying_a_running_game_elsewhere_counts_as_help(client):
    for trial in ("same", "branch"):
        game = make(client)["id"]
        refused(client.post("/api/games", json={"same_board_as": game}), 409, "no layout yet")
        game = make(client)["id"]
        assert not move(client, game, "reveal", (4, 4))["helped"]
        if trial == "same":
            make(client, same_board_as=game)
        else:
            assert client.post(f"/api/games/{game}/branch", json={"move": 0}).status_code == 201
        assert look(client, game)["helped"]


def test_a_start_of_ones_own_is_no_help(client):
    """The seed is random, so the board is unknown."""
    view = make(client, level="beginner", start=[2, 3])
    assert (view["start"], view["seed"], view["helped"], view["practice"]) == ([2, 3], None, False, False)
    view = make(client, level="beginner", start=[2, 3], seed=1)
    assert (view["helped"], view["practice"]) == (True, True)


def test_a_game_from_a_position(client):
    view = make(client, from_position="mines 2\n...\nF2?\n...")
    assert view["origin"] == "position"
    assert view["board"] == "...F2Q..."
    assert view["status"] == "playing"
    assert view["helped"]
    refused(client.post("/api/games", json={"from_position": "1x3:1:111"}), 422)
    refused(client.post("/api/games", json={"from_position": "2x2:1:1V/aa"}), 422, "out of play")
    refused(client.post("/api/games", json={"from_position": "2x2:1:"}), 422)
    problem = refused(client.post("/api/games", json={"from_position": "1x4:1:a0a1"}), 422)
    assert problem["contradiction"]["clues"]


@pytest.mark.parametrize(
    ("body", "status", "fragment"),
    [
        ({}, 422, "needs a level"),
        ({"level": "hardest"}, 422, "'hardest'"),
        ({"level": "201x5/3"}, 422, "201"),
        ({"rows": 3, "cols": 3, "mines": 9}, 422, "9"),
        ({"rows": 3, "cols": 3, "mines": 1}, 422, "1"),
        ({"rows": 3, "cols": 3}, 422, "mines"),
        ({"level": "beginner", "rows": 4}, 422, "rows"),
        ({"level": "beginner", "start": [9, 0]}, 422, "9"),
        ({"level": "beginner", "seed": 2**53}, 422, "seed"),
        ({"level": "beginner", "seed": 1.5}, 422, "seed"),
        ({"level": "beginner", "name": "a\u0000b"}, 422, "U+0000"),
        ({"level": "beginner", "name": " "}, 422, "at least one"),
        ({"level": "beginner", "colour": "red"}, 422, "colour"),
        ({"same_board_as": "nothing"}, 404, "no such game"),
    ],
)
def test_requests_that_make_no_game(client, body, status, fragment):
    refused(client.post("/api/games", json=body), status, fragment)


def test_moves_that_are_none(client):
    game = make(client)["id"]
    for body in ({"kind": "jump", "cell": [0, 0]}, {"kind": "flag", "cell": [0]}, {"kind": "flag", "cell": [0, -1]}):
        refused(client.post(f"/api/games/{game}/moves", json=body), 422)
    problem = refused(client.post(f"/api/games/{game}/moves", json={"kind": "reveal", "cell": [9, 0]}), 422)
    assert problem["cell"] == [9, 0]
    refused(client.post(f"/api/games/{game}/undo"), 409, "no move")
    refused(client.post("/api/games/unknown/undo"), 404)
    refused(client.post(f"/api/games/{game}/moves", content=b"{", headers={"Content-Type": "application/json"}), 400)
    assert look(client, game)["version"] == 0


def test_many_moves_at_once_in_one_game_all_count(client):
    game = make(client, rows=10, cols=10, mines=20)["id"]
    with ThreadPoolExecutor(8) as pool:
        versions = list(pool.map(lambda n: move(client, game, "flag", divmod(n, 10))["version"], range(40)))
    assert sorted(versions) == list(range(1, 41))
    assert look(client, game)["board"] == "F" * 40 + "." * 60


def test_a_move_for_another_version_changes_nothing(client):
    game = make(client, **KNOWN)["id"]
    first = {"kind": "flag", "cell": [0, 0], "version": 0}
    assert client.post(f"/api/games/{game}/moves", json=first).json()["version"] == 1
    again = client.post(f"/api/games/{game}/moves", json=first)
    refused(again, 409, "version 0", "version 1")
    assert again.json()["type"].endswith("#problem-version")
    refused(client.post(f"/api/games/{game}/undo", json={"version": 0}), 409, "version 1")
    assert look(client, game)["board"][0] == "F"
    assert client.post(f"/api/games/{game}/undo", json={"version": 1}).json()["version"] == 2
    assert look(client, game)["board"][0] == "."


@pytest.mark.parametrize("together", [1, 5])
def test_a_commit_whose_answer_is_lost_counts_once(database, serve, monkeypatch, together):
    with serve(database) as client:
        made = [make(client, **KNOWN)["id"] for _ in range(together)]
        dialect = client.app.state.sapper.engine.dialect
        commit, broken = dialect.do_commit, []

        def commit_and_break(connection):
            commit(connection)
            if not broken:
                broken.append(True)
                raise dialect.loaded_dbapi.OperationalError("the connection is closed")

        monkeypatch.setattr(dialect, "do_commit", commit_and_break)
        with ThreadPoolExecutor(together) as threads:
            answers = list(threads.map(lambda game: move(client, game, "flag", (0, 0)), made))
        assert broken
        assert [(view["version"], view["board"][0]) for view in answers] == [(1, "F")] * together
        assert [look(client, game)["version"] for game in made] == [1] * together
