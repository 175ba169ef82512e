"""The boards of the day: the same for everybody, not known before their day, and the first game counts."""

from __future__ import annotations

import pytest
from playing import ask, look, move, refused

import sapper
from sapper.web import clock, owners
from sapper.web import daily as daily_module
from sapper.web.clock import day_of
from sapper.web.daily import KINDS, Seeds
from sapper.web.daily_results import LEVELS_OF
from sapper.web.database import open_database
from sapper.web.rows import load_game

ADA, BOB, EVE = ("ada-0123456789abcdef", "bob-0123456789abcdef", "eve-0123456789abcdef")
DAY_MS = 86_400_000


def begin(client, kind="no-guess", player=ADA, **more):
    answer = client.post(f"/api/daily/{kind}", json={"player": player, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


def free_name(database, name):
    engine = open_database(database)
    assert owners.free(engine, name)
    engine.dispose()


def see(client, player=ADA, **query):
    return ask(client, "/api/daily", player=player, **query)


def board(view, kind):
    return next(one for one in view["boards"] if one["kind"] == kind)


def first_click(client, game):
    return move(client, game["id"], "reveal", game["start"])


def mines_of(database, game):
    engine = open_database(database)
    try:
        return load_game(engine, game["id"]).layout.mines
    finally:
        engine.dispose()


def win(client, database, game):
    view = first_click(client, game)
    mines = set(mines_of(database, game))
    for number in range(view["rows"] * view["cols"]):
        cell = divmod(number, view["cols"])
        if view["board"][number] == "." and cell not in mines and view["status"] == "playing":
            view = move(client, game["id"], "reveal", cell)
    assert view["status"] == "won"
    return view


def lose(client, database, game, after=0):
    view = first_click(client, game)
    mines = mines_of(database, game)
    for number in range(view["rows"] * view["cols"]):
        cell = divmod(number, view["cols"])
        if after and view["board"][number] == "." and cell not in mines:
            view, after = move(client, game["id"], "reveal", cell), after - 1
    view = move(client, game["id"], "reveal", mines[0])
    assert view["status"] == "lost"
    return view


@pytest.fixture
def later(monkeypatch):
    """Let days pass: `later(2)`."""
    real = clock._ticks

    def shift(days):
        monkeypatch.setattr(clock, "_ticks", lambda: real() + days * DAY_MS)

    return shift


def test_seeds_differ_by_day_kind_and_key():
    days = [f"2026-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 29)]
    seeds = [Seeds(key).of(day, kind) for key in (b"a" * 32, b"b" * 32) for day in days for kind in KINDS]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**53 for seed in seeds)
    # No part of one seed is part of another, as it would be if they counted up.
    assert len({seed % 2**32 for seed in seeds}) == len({seed >> 21 for seed in seeds}) == len(seeds)
    assert Seeds(b"a" * 32).player(ADA) not in (ADA, Seeds(b"b" * 32).player(ADA))


def test_everybody_gets_the_same_layouts_on_every_server(database, serve, tmp_path):
    with serve(database) as one, serve(database) as other:
        for kind in LEVELS_OF:
            games = [begin(one, kind)["game"], begin(other, kind, BOB)["game"]]
            for client, game in zip((one, other), games, strict=True):
                assert (game["origin"], game["seed"], game["status"]) == ("daily", None, "ready")
                assert (game["helped"], game["practice"]) == (False, False)
                first_click(client, game)
            assert mines_of(database, games[0]) == mines_of(database, games[1])
        guesses = [see(one)["guess"], see(other, BOB)["guess"]]
        assert guesses[0] == guesses[1]
    (tmp_path / "scores.key").unlink()
    with serve(f"sqlite:///{tmp_path}/other.db") as stranger:  # its key is another one
        game = begin(stranger, "expert")["game"]
        first_click(stranger, game)
        assert mines_of(f"sqlite:///{tmp_path}/other.db", game) != mines_of(database, games[0])
        assert see(stranger)["guess"]["board"] != guesses[0]["board"]


def test_a_day_that_has_not_begun_is_refused(client, later):
    today = day_of(clock.now_ms())
    tomorrow = day_of(clock.now_ms() + DAY_MS)
    refused(client.get("/api/daily", params={"day": tomorrow}), 422, tomorrow, "midnight UTC")
    for path, body in (("expert", {}), ("guess", {"cell": [0, 0]})):
        sent = {"player": ADA, "day": tomorrow, **body}
        refused(client.post(f"/api/daily/{path}", json=sent), 422, tomorrow)
    for wrong in ("yesterday", "2026-2-3", "2026-02-30", "2025-12-31"):
        refused(client.get("/api/daily", params={"day": wrong}), 422, wrong)
    view = see(client)
    assert (view["day"], view["today"]) == (today, today)
    assert 0 < view["next_ms"] <= DAY_MS
    later(1)
    assert see(client)["day"] == tomorrow
    assert see(client, day=today)["day"] == today


def test_nothing_tells_the_layout_before_the_end(sqlite, serve):
    with serve(sqlite) as client:
        begun = begin(client, "expert")
        game = first_click(client, begun["game"])
        assert game["seed"] is None
        assert set(game["board"]) <= set(".012345678")
        assert see(client)["guess"]["own"] is None
        assert see(client)["guess"].keys() == {"rows", "cols", "mines", "board", "players", "best", "own"}
        assert set(see(client)["guess"]["board"]) <= set(".012345678")
        refused(client.get(f"/api/games/{game['id']}/text", params={"form": "layout"}), 409)
        # What tells the layout makes the game practice, so that it does not count.
        client.post("/api/games", json={"same_board_as": game["id"]})
        assert look(client, game["id"])["practice"]
        lose(client, sqlite, {**game, "start": game["start"]})
        own = board(see(client), "expert")["own"]
        assert (own["status"], own["place"], own["reason"]) == ("lost", None, "helped")
        assert board(see(client), "expert")["players"] == 0


def test_a_board_of_today_cannot_be_shared(sqlite, serve, later):
    """No token of a game, or of practice on its board, and no seed tells others the layout before midnight."""
    with serve(sqlite) as client:
        lost = lose(client, sqlite, begin(client, "expert")["game"])
        practice = begin(client, "expert")["game"]
        first_click(client, practice)
        branch = client.post(f"/api/games/{lost['id']}/branch", json={"move": 0}).json()
        assert practice["practice"]
        shared = [lost["watch"], practice["watch"], branch["watch"]]
        for token in shared:
            refused(client.get(f"/api/watch/{token}"), 409, "a board of today", "midnight UTC")
            refused(client.get(f"/api/watch/{token}/events"), 409, "a board of today")
            refused(client.post("/api/games", json={"same_board_as": token}), 409, "a board of today")
            refused(client.post("/api/races", json={"same_board_as": token}), 409, "a board of today")
        lost_again = lose(client, sqlite, practice)
        assert lost["seed"] is lost_again["seed"] is None
    later(1)
    with serve(sqlite) as client:
        assert ask(client, f"/api/watch/{lost['watch']}")["board"] == lost["board"]
        assert client.post("/api/games", json={"same_board_as": lost["watch"]}).status_code == 201


def test_the_first_game_counts_and_later_ones_are_practice(database, serve, later):
    with serve(database) as client:
        begun = begin(client, name="Ada")
        assert (begun["counts"], begun["reason"]) == (True, None)
        assert begin(client, name="Ada")["game"]["id"] == begun["game"]["id"]  # it goes on
        lost = lose(client, database, begun["game"])
        again = begin(client, name="Ada")
        assert (again["counts"], again["reason"]) == (False, "again")
        assert (again["game"]["practice"], again["game"]["origin"]) == (True, "same")
        win(client, database, again["game"])
        own = board(see(client), "no-guess")["own"]
        assert (own["status"], own["place"], own["time_ms"]) == ("lost", 1, lost["elapsed_ms"])
        # The same name in another browser, to which an administrator gave it.
        free_name(database, "Ada")
        other = begin(client, player=BOB, name="Ada")
        assert (other["counts"], other["reason"]) == (False, "name")
        assert see(client, BOB)["boards"][0]["own"] is None
        # Undoing the loss changes nothing.
        client.post(f"/api/games/{begun['game']['id']}/undo")
        assert board(see(client), "no-guess")["own"] == own
    later(1)
    with serve(database) as client:
        assert see(client)["boards"][0]["own"] is None
        yesterday = day_of(clock.now_ms() - DAY_MS)
        past = begin(client, player=EVE, day=yesterday)
        assert (past["counts"], past["reason"]) == (False, "past")
        assert begin(client)["counts"]
        assert board(see(client, day=yesterday), "no-guess")["own"] == own


def test_a_game_that_ends_after_its_day_has_no_place(database, serve, later):
    """After midnight the same board, for practice, showed its mines, and the game of the day before could be won."""
    with serve(database) as client:
        day = see(client)["day"]
        game = first_click(client, begin(client)["game"])
        lost = first_click(client, begin(client, player=BOB)["game"])
    later(1)
    with serve(database) as client:
        practice = first_click(client, begin(client, player=EVE, day=day)["game"])
        assert client.post(f"/api/games/{practice['id']}/cheat").status_code == 200
        win(client, database, game)
        lose(client, database, lost)
        for player, status in ((ADA, "won"), (BOB, "lost")):
            own = board(see(client, player, day=day), "no-guess")["own"]
            assert (own["status"], own["place"], own["reason"]) == (status, None, "late")
        assert board(see(client, day=day), "no-guess")["players"] == 0


def test_the_table_has_wins_by_time_then_losses_by_cells(database, serve):
    with serve(database) as client:
        slow = begin(client, player=EVE, name="Eve")["game"]
        first_click(client, slow)
        won = win(client, database, begin(client, name="Ada")["game"])
        mines = set(mines_of(database, slow))
        view = look(client, slow["id"])
        for number in range(256):
            cell = divmod(number, 16)
            if view["board"][number] == "." and cell not in mines and view["status"] == "playing":
                view = move(client, slow["id"], "reveal", cell)
        lose(client, database, begin(client, player=BOB, name="Bob")["game"])
        lose(client, database, begin(client, player="x" * 20)["game"], after=5)
        seen = board(see(client), "no-guess")
        assert [(row["place"], row["name"], row["won"], row["own"]) for row in seen["table"]] == [
            (1, "Ada", True, True),
            (2, "Eve", True, False),
            (3, None, False, False),
            (4, "Bob", False, False),
        ]
        assert (seen["players"], seen["wins"]) == (4, 2)
        assert seen["table"][0]["time_ms"] == won["elapsed_ms"] < seen["table"][1]["time_ms"]
        assert 1 > seen["table"][2]["cleared"] > seen["table"][3]["cleared"] > 0
        # It has no place among the best times, whose layouts are new to each player.
        score = client.post(f"/api/games/{won['id']}/score", json={"name": "Ada", "player": ADA}).json()
        assert score["place"] is None
        assert "table of their own" in score["reason"]
        assert ask(client, f"/api/games/{won['id']}/standing")["others"] is None
        statistics = ask(client, "/api/statistics", level="intermediate", no_guess=True)
        assert (statistics["games"], statistics["wins"], statistics["best_ms"]) == (4, 2, None)


def test_a_place_beyond_the_ten_best_is_shown_to_its_player(sqlite, serve):
    with serve(sqlite) as client:
        for number in range(11):
            player = f"player-{number:020}"
            lose(client, sqlite, begin(client, player=player)["game"], after=11 - number)
        table = board(see(client, player), "no-guess")["table"]
        assert [row["place"] for row in table] == list(range(1, 12))
        assert [row["own"] for row in table] == [False] * 10 + [True]
        assert len(board(see(client, BOB), "no-guess")["table"]) == 10


def test_helped_games_and_times_of_programs_do_not_count(sqlite, serve, monkeypatch):
    with serve(sqlite) as client:
        game = first_click(client, begin(client)["game"])
        ask(client, f"/api/games/{game['id']}/analysis")
        win_from = lose(client, sqlite, game)
        assert win_from["helped"]
        own = board(see(client), "no-guess")["own"]
        assert (own["place"], own["reason"]) == (None, "helped")
        now = clock._ticks()
        monkeypatch.setattr(clock, "_ticks", lambda: now)  # a win in no time
        win(client, sqlite, begin(client, player=BOB)["game"])
        own = board(see(client, BOB), "no-guess")["own"]
        assert (own["status"], own["place"], own["reason"]) == ("won", None, "time")
        assert board(see(client), "no-guess")["players"] == 0


def test_the_guess_is_answered_once(database, serve, later):
    with serve(database) as client:
        position = see(client)["guess"]
        made = sapper.exercise("guess", seed=client.app.state.sapper.daily._seeds.of(see(client)["day"], "guess"))
        assert (position["rows"], position["cols"], position["mines"]) == (
            made.board.rows,
            made.board.cols,
            made.board.mines,
        )
        hidden = [divmod(n, position["cols"]) for n, sign in enumerate(position["board"]) if sign == "."]
        best = made.answers[0]
        worse = next(cell for cell in hidden if not made.solves(cell))

        def guess(cell, player=ADA, **more):
            answer = client.post("/api/daily/guess", json={"player": player, "cell": list(cell), **more})
            assert answer.status_code == 200, answer.text
            return answer.json()

        first = guess(worse, name="Ada")
        assert (first["cell"], first["best"], first["counts"]) == (list(worse), False, True)
        assert first["exercise"]["wins"][best[0] * position["cols"] + best[1]] == pytest.approx(
            float(made.wins[best]), abs=1e-6
        )
        assert guess(best)["cell"] == list(worse)  # the first stands
        assert guess(best, BOB)["best"]
        free_name(database, "Ada")
        other = guess(best, EVE, name="Ada")  # a name answers once
        assert (other["counts"], other["best"]) == (False, True)
        assert other["answers"] == sorted(
            [{"cell": list(worse), "players": 1}, {"cell": list(best), "players": 1}], key=lambda one: one["cell"]
        )
        seen = see(client)["guess"]
        assert (seen["players"], seen["best"], seen["own"]["cell"]) == (2, 1, list(worse))
        assert see(client, EVE)["guess"]["own"] is None
        revealed = divmod(next(n for n, sign in enumerate(position["board"]) if sign != "."), position["cols"])
        for wrong in (revealed, (99, 0), (0, position["cols"])):
            sent = {"player": "z" * 20, "cell": list(wrong)}
            refused(client.post("/api/daily/guess", json=sent), 422, "not hidden")
        today = see(client)["day"]
        later(1)
        assert not guess(best, EVE, day=today)["counts"]  # past: nothing is stored
        assert see(client, EVE, day=today)["guess"]["players"] == 2


def test_a_name_can_be_given_afterwards_but_stands_once_in_a_table(database, serve):
    with serve(database) as client:
        lose(client, database, begin(client)["game"])
        lose(client, database, begin(client, player=BOB, name="Bob")["game"])
        taken = client.post("/api/daily/name", json={"player": ADA, "name": "Bob"})
        refused(taken, 409, "'Bob'", "another player")
        free_name(database, "Bob")
        taken = client.post("/api/daily/name", json={"player": ADA, "name": "Bob"})
        refused(taken, 409, "'Bob'", "choose another")
        named = client.post("/api/daily/name", json={"player": ADA, "name": " Ada "}).json()
        assert board(named, "no-guess")["own"]["name"] == "Ada"
        client.post("/api/daily/name", json={"player": BOB, "name": "Robert"})  # it has one
        assert {row["name"] for row in board(see(client), "no-guess")["table"]} == {"Ada", "Bob"}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("expert", {}),
        ("expert", {"player": "short"}),
        ("beginner", {"player": ADA}),
        ("expert", {"player": ADA, "name": ""}),
        ("guess", {"player": ADA}),
        ("guess", {"player": ADA, "cell": [-1, 0]}),
        ("name", {"player": ADA, "name": "\u202e"}),
    ],
)
def test_refused_requests(client, path, body):
    refused(client.post(f"/api/daily/{path}", json=body), 422)


def test_two_requests_at_once_get_the_same_game(sqlite, serve, monkeypatch):
    with serve(sqlite) as client:
        first = begin(client, name="Ada")["game"]["id"]
        # As if the row of the other request had come between reading and writing.
        real, answers = daily_module.find_own, iter([True])
        monkeypatch.setattr(daily_module, "find_own", lambda *own: None if next(answers, False) else real(*own))
        assert begin(client, name="Ada")["game"]["id"] == first
