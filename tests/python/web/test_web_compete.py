"""Best times, statistics, races and reviews, on both databases."""

from __future__ import annotations

import json
import re
import time
from dataclasses import asdict

import pytest
import sqlalchemy
from command_line import run
from playing import KNOWN, ask, layout_of, look, lose, make, move, play_out, refused, win

import sapper
from sapper.web import scores as scores_module
from sapper.web.database import open_database
from sapper.web.rows import load_game
from sapper.web.tables import scores


def win_fairly(client, database, **body):
    """Win a game with a random seed; its mines are read from the database."""
    game = make(client, **({"level": "beginner"} | body))["id"]
    move(client, game, "reveal", (4, 4))
    engine = open_database(database)
    mines = set(load_game(engine, game).layout.mines)
    engine.dispose()
    view = play_out(client, game, mines)
    assert view["status"] == "won"
    return view


def enter(client, view, name):
    answer = client.post(f"/api/games/{view['id']}/score", json={"name": name})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_game_of_no_possible_id_is_refused_on_every_database(database, serve):
    """PostgreSQL holds no zero in a text: it answered 503."""
    with serve(database) as client:
        refused(client.get("/api/scores?game=%00"), 422, "the parameter game")
        assert client.get("/api/scores?game=unknown").status_code == 200


def test_the_ten_best_times(database, serve):
    with serve(database) as client:
        games = [win_fairly(client, database) for _ in range(12)]
        for number, view in enumerate(games):
            enter(client, view, f"Player {number}")
        seen = ask(client, "/api/scores", level="beginner")
        assert [row["place"] for row in seen["rows"]] == list(range(1, 11))
        for view in games:  # whatever its place, its own row is there
            seen = ask(client, "/api/scores", level="beginner", game=view["id"])
            assert [row["place"] for row in seen["rows"] if row["game"]] == [seen["last"]]
            assert len(seen["rows"]) == (10 if seen["last"] <= 10 else 11)
        times = [row["time_ms"] for row in seen["rows"][:10]]
        assert times == sorted(view["elapsed_ms"] for view in games)[:10]
        assert 1 <= seen["last"] <= 12
        row = seen["rows"][0]
        assert row["three_bv_per_s"] == pytest.approx(row["three_bv"] / max(row["time_ms"] / 1000, 0.001))
        refused(client.post(f"/api/games/{games[0]['id']}/score", json={"name": "Again"}), 409, "already")
        assert ask(client, "/api/scores", level="expert")["rows"] == []


def test_a_score_that_is_refused_renames_nothing(database, serve):
    with serve(database) as client:
        view = win_fairly(client, database)
        assert enter(client, view, "Ada")["place"] == 1
        refused(client.post(f"/api/games/{view['id']}/score", json={"name": "Bob"}), 409, "already")
        assert ask(client, "/api/names") == ["Ada"]
        assert [row["name"] for row in ask(client, "/api/scores", level="beginner")["rows"]] == ["Ada"]


def test_help_has_a_table_of_its_own_and_practice_none(sqlite, serve):
    with serve(sqlite) as client:
        helped = make(client)
        ask(client, f"/api/games/{helped['id']}/analysis")
        engine = open_database(sqlite)
        move(client, helped["id"], "reveal", (4, 4))
        view = play_out(client, helped["id"], set(load_game(engine, helped["id"]).layout.mines))
        engine.dispose()
        assert enter(client, view, "Ada") == {"place": 1, "reason": None, "machine": False}
        assert ask(client, "/api/scores", level="beginner")["rows"] == []
        assert len(ask(client, "/api/scores", level="beginner", helped=True)["rows"]) == 1
        assert enter(client, win(client, make(client, **KNOWN)), "Ada")["place"] is None  # a board she chose
        undone = win_fairly(client, sqlite)
        client.post(f"/api/games/{undone['id']}/undo")
        assert enter(client, undone, "Ada")["place"] is None
        assert enter(client, lose(client, make(client, **KNOWN)), "Ada")["reason"]
        refused(client.post(f"/api/games/{make(client)['id']}/score", json={"name": "Ada"}), 409, "not ended")


def test_an_edited_row_is_broken_and_left_out(database, serve, tmp_path):
    with serve(database) as client:
        enter(client, win_fairly(client, database), "Ada")
        cheat = win_fairly(client, database)
        enter(client, cheat, "Bob")
        engine = open_database(database)
        with engine.begin() as connection:
            connection.execute(sqlalchemy.update(scores).where(scores.c.name == "Bob").values(time_ms=1))
        engine.dispose()
        rows = ask(client, "/api/scores", level="beginner", game=cheat["id"])
        assert [(row["name"], row["place"], row["broken"]) for row in rows["rows"]] == [
            ("Ada", 1, False),
            ("Bob", None, True),
        ]
        assert rows["last"] is None
    options = ("--database", database, "--key", tmp_path / "scores.key")
    checked = run("scores", "verify", *options)
    assert checked.exit_code == 1
    assert "broken: Bob" in checked.stdout
    assert "1 genuine, 1 broken" in checked.stdout
    assert "broken" in run("scores", "list", "beginner", *options).stdout


def test_who_holds_the_key_resets_a_level(database, serve, tmp_path):
    with serve(database) as client:
        enter(client, win_fairly(client, database), "Ada")
        enter(client, win_fairly(client, database, level="8x8/10"), "Bob")
        key = (tmp_path / "scores.key").read_text()
        for wrong in ("", "0" * 64, key.strip()[:-1], "\u00e9"):
            refused(client.post("/api/scores/reset", json={"key": wrong}), 422, "not the key")
        refused(client.post("/api/scores/reset", json={"key": key, "level": "nowhere"}), 422, "nowhere")
        assert len(ask(client, "/api/scores", level="beginner")["rows"]) == 1
        assert client.post("/api/scores/reset", json={"key": key, "level": "beginner"}).json() == {"removed": 1}
        assert ask(client, "/api/scores", level="beginner")["rows"] == []
        assert [row["name"] for row in ask(client, "/api/scores", level="8x8/10")["rows"]] == ["Bob"]
        assert client.post("/api/scores/reset", json={"key": key}).json() == {"removed": 1}


@pytest.mark.parametrize("level", ["8x8/10", "16x16/40", "16x32/99"])
@pytest.mark.parametrize(
    "strategy", ["automine,search=off", "automine,overlap=off,patterns=off", "superloc,order=across"]
)
def test_races_are_run_against_settings(client, level, strategy):
    started = client.post("/api/races", json={"level": level, "strategy": strategy, "pace_ms": 20})
    assert started.status_code == 201, started.text
    race, game = started.json()["race"], started.json()["game"]["id"]
    assert race["strategy"] == strategy
    move(client, game, "reveal", (4, 4))
    lost = client.post(f"/api/games/{game}/cheat").json()["mines"][0]
    move(client, game, "reveal", lost)
    assert ask(client, f"/api/races/{race['id']}")["board"] is not None


def test_backup_reset_and_restore(database, serve, tmp_path):
    with serve(database) as client:
        for name in ("Ada", "Bob"):
            enter(client, win_fairly(client, database), name)
    options = ("--database", database, "--key", tmp_path / "scores.key")
    saved = tmp_path / "saved.json"
    assert run("scores", "backup", saved, *options).exit_code == 0
    assert run("scores", "backup", saved, *options).exit_code == 2  # never over another
    assert run("scores", "reset", "--yes", *options).stdout == "2 removed\n"
    assert run("scores", "list", *options).stdout == "no scores yet\n"
    saved.write_text(re.sub(r'"name": "Bob"', '"name": "Eve"', saved.read_text()))
    assert run("scores", "restore", saved, *options).stdout == "1 added, 1 broken\n"
    assert run("scores", "restore", saved, *options).stdout == "0 added, 1 broken\n"
    listed = run("scores", "list", *options).stdout
    assert "Ada" in listed
    assert "Eve" not in listed
    for text in (
        "",
        "{}",
        "[1]",
        '{"format": "other", "scores": []}',
        '{"format": "sapper scores 1", "scores": [1]}',
    ):
        saved.write_text(text)
        assert run("scores", "restore", saved, *options).exit_code == 2
    assert run("scores", "list", "--database", database, "--key", tmp_path / "none").exit_code == 2
    assert run("scores", "reset", *options, stdin="n\n").exit_code == 1


def test_rows_of_a_backup_are_checked_where_they_are_read(sqlite, tmp_path):
    engine, key = open_database(sqlite), scores_module.read_key(tmp_path / "scores.key")
    row = asdict(scores_module.Score("g", "9x9/10", False, "Ada", 1000, 10, 0, "").sign(key))

    def restore(*rows):
        return scores_module.restore(engine, key, json.dumps({"format": "sapper scores 1", "scores": rows}))

    for change, quoted in (
        ({"signature": 5}, "signature of row 2 must be a text, not 5"),
        ({"signature": "\ud800"}, r"signature of row 2 must be a text, not '\\ud800'"),
        ({"name": "\udfff"}, r"name of row 2 must be a text, not '\\udfff'"),
        ({"time_ms": True}, "time_ms of row 2 must be a whole number, not True"),
        ({"time_ms": 1.5}, "time_ms of row 2 must be a whole number, not 1.5"),
        ({"helped": 0}, "helped of row 2 must be true or false, not 0"),
        ({"more": 1}, "row 2 must have game, level, helped"),
    ):
        with pytest.raises(sapper.InputError, match=quoted):
            restore(row, row | change)
    with pytest.raises(sapper.InputError, match="no backup"):
        scores_module.restore(engine, key, "[" * 200_000)
    assert restore(row, row, row | {"name": "Eve"}) == (1, 1)
    assert restore(row, row) == (0, 0)
    engine.dispose()


def test_another_key_signs_nothing(tmp_path):
    one, other = (scores_module.read_key(tmp_path / name) for name in ("one", "other"))
    score = scores_module.Score("g", "9x9/10", False, "Ada", 1000, 10, 0, "").sign(one)
    assert score.is_genuine(one)
    assert not score.is_genuine(other)
    assert (tmp_path / "one").stat().st_mode & 0o077 == 0
    assert scores_module.read_key(tmp_path / "one") == one


def test_statistics_count_losses_and_streaks(database, serve):
    with serve(database) as client:
        for outcome in "wwlw":
            view = make(client, **KNOWN, name="Ada")
            win(client, view) if outcome == "w" else lose(client, view)
        lost = lose(client, make(client, **KNOWN, name="Bob"))
        client.post(f"/api/games/{lost['id']}/undo")  # what is undone has still been lost
        seen = ask(client, "/api/statistics", level="beginner", name="Ada", helped=True)
        assert (seen["games"], seen["wins"], seen["streak"], seen["best_streak"]) == (4, 3, 1, 2)
        assert seen["win_rate"] == 0.75
        assert seen["win_rate_low"] < 0.75 < seen["win_rate_high"]
        assert seen["best_ms"] is not None
        everybody = ask(client, "/api/statistics", helped=True)
        assert (everybody["games"], everybody["losses"]) == (5, 2)
        assert ask(client, "/api/statistics", level="beginner")["games"] == 0  # chosen boards count as helped
        assert sorted(ask(client, "/api/names")) == ["Ada", "Bob"]
        deadline = time.monotonic() + 20
        while (judged := ask(client, "/api/statistics", helped=True))["judged"] < 5:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        # The best strategy plays the same board each time, so it wins all or none of them.
        assert judged["expected_wins"] in (0, 5)
        assert judged["judged_wins"] == 3


def test_a_race_covers_the_solvers_board_until_the_player_is_done(database, serve):
    with serve(database) as client:
        body = {"level": "beginner", "seed": 1, "pace_ms": 20}
        start = client.post("/api/races", json=body)
        assert start.status_code == 201, start.text
        race, view = start.json()["race"], start.json()["game"]
        assert race["status"] == "ready"
        move(client, view["id"], "reveal", (4, 4))
        time.sleep(0.1)
        during = ask(client, f"/api/races/{race['id']}")
        assert during["clicks"] >= 2
        assert (during["covered"], during["status"]) == (True, "playing")
        hidden = ("progress", "risk", "guesses", "time_ms", "board", "last")
        assert [during[name] for name in hidden] == [None] * len(hidden)
        play_out(client, view["id"], set(layout_of(view).mines))
        after = ask(client, f"/api/races/{race['id']}")
        assert after["last"] is not None
        assert not after["covered"]
        assert 0 < after["progress"] <= 1
        assert len(after["board"]) == 81
        again = ask(client, f"/api/races/{race['id']}")
        assert again["clicks"] >= after["clicks"]
    with serve(database) as client:  # races outlive the server too
        assert ask(client, f"/api/races/{race['id']}")["board"]


def test_an_open_race_shows_the_board_but_no_mine(client):
    start = client.post("/api/races", json={"level": "beginner", "pace_ms": 20, "open": True}).json()
    assert start["game"]["practice"]  # a quick solver shows the whole board
    move(client, start["game"]["id"], "reveal", (4, 4))
    deadline = time.monotonic() + 20
    while (seen := ask(client, f"/api/races/{start['race']['id']}"))["status"] == "playing":
        assert "M" not in (seen["board"] or "")
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert "M" not in seen["board"]
    assert seen["time_ms"] == seen["clicks"] * 20
    refused(client.post("/api/races", json={"from_position": "1x3:1:b1"}), 422)
    for bad in ("os.path:join", "patterns", "automine,search=maybe", "automine,depth=on", "safest,endgame_worlds=9"):
        refused(client.post("/api/races", json={"level": "beginner", "strategy": bad}), 422)
    refused(client.get("/api/races/unknown"), 404)


def finished_review(client, game):
    deadline = time.monotonic() + 60
    while not (review := ask(client, f"/api/games/{game}/review"))["complete"]:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return review


def test_a_review_names_needless_risks_and_adds_up(client):
    view = make(client, **KNOWN)
    refused(client.get(f"/api/games/{view['id']}/review"), 409, "after its end")
    lost = lose(client, view)
    review = finished_review(client, lost["id"])
    assert [point["verdict"] for point in review["points"]] == ["start", "needless"]
    assert review["needless"] == [1]
    assert review["missed"][0]["cells"]
    assert review["outcome"] == "lost"
    assert review["win_probability"] + review["luck"] + review["skill"] == pytest.approx(0)
    assert review["skill"] < 0


@pytest.mark.parametrize("way", ["start", "same", "undo"])
def test_the_rule_promises_no_other_cell_than_the_start(client, way):
    """Revealing another cell first is a risk."""
    view = make(client, **KNOWN, **({"start": [4, 4]} if way == "start" else {}))
    mine = layout_of(view).mines[0]
    if way != "start":
        move(client, view["id"], "reveal", (4, 4))
    if way == "same":
        view = make(client, same_board_as=view["id"])
    if way == "undo":
        client.post(f"/api/games/{view['id']}/undo")
    assert move(client, view["id"], "reveal", mine)["status"] == "lost"
    review = finished_review(client, view["id"])
    (point,) = review["points"]
    assert point["verdict"] in ("guess", "mistake")
    assert point["safety"] == review["odds"] == pytest.approx(71 / 81)
    assert review["guesses"] == 1
    assert review["win_probability"] + review["luck"] + review["skill"] == pytest.approx(0)


def test_a_review_can_be_walked_through(client):
    """The changes of all points, flags included, lead to the lost board."""
    view = make(client, **KNOWN)
    move(client, view["id"], "flag", (8, 8))
    lost = lose(client, view)
    review = finished_review(client, lost["id"])
    signs = list(review["board"])
    assert signs.count(".") == len(signs) - 1
    for point in review["points"]:
        for row, col, sign in point["changed"]:
            assert signs[row * view["cols"] + col] != sign
            signs[row * view["cols"] + col] = sign
    assert "".join(signs) == lost["board"]


def test_a_guess_that_wins_was_luck(client):
    """Two worlds, one guess: the best move gives nothing away, and half the win was luck."""
    game = make(client, from_position="mines 1\n.1.\n", seed=1)["id"]
    view = move(client, game, "reveal", (0, 0))
    if view["status"] == "lost":
        client.post(f"/api/games/{game}/undo")
        view = move(client, game, "reveal", (0, 2))
    review = finished_review(client, game)
    (point,) = review["points"]
    assert (point["verdict"], point["safety"], point["win_probability"], point["lost"]) == ("guess", 0.5, 0.5, 0)
    assert (review["luck"], review["skill"], review["odds"]) == (0.5, 0, 0.5)
    assert view["status"] == "won"


def test_a_worse_guess_is_a_mistake(client):
    """The golden board of 41/66: the bottom row is a mine far more often than the best move."""
    position = "mines 6\n....\n.13.\n....\n....\n"
    for seed in range(40):
        game = make(client, from_position=position, seed=seed)["id"]
        view = move(client, game, "reveal", (3, 0))
        if view["status"] == "lost":
            break
    review = finished_review(client, game)
    assert review["points"][0]["verdict"] == "mistake"
    assert review["points"][0]["best"]
    assert review["points"][0]["lost"] > 0.2
    assert look(client, game)["status"] == "lost"


def test_who_sees_the_mines_gets_no_score(database, serve):
    with serve(database) as client:
        view = make(client)
        refused(client.post(f"/api/games/{view['id']}/cheat"), 409, "no mines yet")
        assert not look(client, view["id"])["practice"]
        view = move(client, view["id"], "reveal", (4, 4))
        shown = client.post(f"/api/games/{view['id']}/cheat").json()
        assert shown["game"]["practice"]
        assert shown["game"]["helped"]
        assert shown["game"]["board"] == view["board"]  # the board itself does not change
        assert len(shown["mines"]) == 10
        again = client.post(f"/api/games/{view['id']}/cheat").json()
        assert again["game"]["version"] == shown["game"]["version"]
    with serve(database) as client:  # another server, which reads the game from the database
        assert look(client, view["id"])["practice"]
        won = play_out(client, view["id"], {tuple(cell) for cell in shown["mines"]})
        assert won["status"] == "won"
        place = client.post(f"/api/games/{view['id']}/score", json={"name": "Ada"}).json()
        assert place == {"place": None, "reason": "the game is practice", "machine": False}
        for helped in (False, True):
            assert ask(client, "/api/scores", level="beginner", helped=helped)["rows"] == []


def test_the_odds_are_those_of_the_review_and_no_help(client):
    view = make(client, **KNOWN)
    path = f"/api/games/{view['id']}/odds"
    assert ask(client, path) == {"version": 0, "odds": 1.0, "guesses": 0, "last": 1.0}
    move(client, view["id"], "reveal", (4, 4))
    assert ask(client, path)["odds"] == 1.0
    move(client, view["id"], "flag", (0, 0))
    move(client, view["id"], "reveal", (1, 7))
    risky = ask(client, path)
    assert risky["guesses"] == 1
    assert 0.5 < risky["odds"] < 1
    client.post(f"/api/games/{view['id']}/undo")
    assert ask(client, path)["odds"] == 1.0  # the guess was undone
    end = move(client, view["id"], "reveal", layout_of(view).mines[0])
    review = ask(client, f"/api/games/{view['id']}/review")
    assert end["status"] == "lost"
    assert ask(client, path)["odds"] == review["odds"]
    fresh = move(client, make(client)["id"], "reveal", (4, 4))
    ask(client, f"/api/games/{fresh['id']}/odds")
    assert not look(client, fresh["id"])["helped"]
    large = move(client, make(client, rows=60, cols=60, mines=500)["id"], "reveal", (4, 4))
    assert ask(client, f"/api/games/{large['id']}/odds")["odds"] is None


def test_demos_are_counted_once_by_strategy_and_level(database, serve):
    with serve(database) as client:
        for level in ("beginner", "intermediate"):
            game = move(client, make(client, level=level)["id"], "reveal", (4, 4))["id"]
            for body in ({"strategy": "safest"}, {"strategy": "safest"}, {"strategy": "safest", "from": "here"}):
                assert client.post(f"/api/games/{game}/demo", json=body).status_code == 200
        game = move(client, make(client)["id"], "reveal", (4, 4))["id"]
        client.post(f"/api/games/{game}/demo", json={"strategy": "safest"})
        rows = ask(client, "/api/statistics/demos")
        counts = {(row["level"], row["strategy"], row["from_start"]): row["games"] for row in rows}
        assert {strategy.partition("@")[0] for _, strategy, _ in counts} == {"safest"}
        assert {(level, start): games for (level, _, start), games in counts.items()} == {
            ("beginner", True): 2,
            ("beginner", False): 1,
            ("intermediate", True): 1,
            ("intermediate", False): 1,
        }
        for row in rows:
            assert 0 <= row["win_rate_low"] <= row["win_rate"] <= row["win_rate_high"] <= 1
            assert row["win_rate"] == row["wins"] / row["games"]
        assert len(ask(client, "/api/statistics/demos", level="beginner")) == 2
        assert ask(client, "/api/statistics/demos", no_guess=True) == []
        assert ask(client, "/api/statistics", helped=True)["games"] == 0  # no game of a player


def test_standing_compares_with_other_wins(database, serve):
    with serve(database) as client:
        won = [win_fairly(client, database, name="Ada") for _ in range(3)]
        standings = [ask(client, f"/api/games/{view['id']}/standing") for view in won]
        times = [view["elapsed_ms"] for view in won]
        assert [view["time_ms"] for view in standings] == times
        assert [view["slower"] for view in standings] == [sum(own < other for other in times) for own in times]
        assert {view["others"] for view in standings} == {2}
        assert {view["best_ms"] for view in standings} == {min(times)}
        assert {view["place"] for view in standings} == {None}
        enter(client, won[1], "Grace")
        seen = ask(client, f"/api/games/{won[1]['id']}/standing")
        assert (seen["place"], seen["name"]) == (1, "Grace")
        helped = win_fairly(client, database, no_guess=True)
        assert ask(client, f"/api/games/{helped['id']}/standing")["others"] == 0  # a table of its own
        for other in (make(client, same_board_as=won[0]["id"]), make(client)):
            assert set(ask(client, f"/api/games/{other['id']}/standing").values()) == {None}


def test_a_win_flags_the_rest_and_a_loss_tells_its_odds(client):
    view = win(client, make(client, **KNOWN))
    assert (view["board"].count("F"), view["mines_left"]) == (10, 0)
    lost = lose(client, make(client, **KNOWN))
    odds = ask(client, f"/api/games/{lost['id']}/odds")
    assert odds["last"] == pytest.approx(odds["odds"])  # the only risk
    assert odds["last"] < 1
