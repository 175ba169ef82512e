"""Fair play: what a player cannot learn, and which games have no best time."""

from __future__ import annotations

import itertools
import time
from functools import partial

import pytest
import sqlalchemy
from command_line import run
from playing import ask, look, make, move, play_out, refused

from sapper.board.board import Board
from sapper.board.level import FirstClick
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.game.live import LiveGame, Terms
from sapper.play.choice import choose
from sapper.web import clock, rows
from sapper.web import games as games_module
from sapper.web.database import open_database
from sapper.web.races import load_race
from sapper.web.scores import read_key
from sapper.web.seals import Sealer, read_sealed
from sapper.web.tables import events, games, results


def win_running(client, database, game):
    """Win a game that has begun; its mines are read from the database."""
    engine = open_database(database)
    mines = set(rows.load_game(engine, game).layout.mines)
    engine.dispose()
    return play_out(client, game, mines)


def enter(client, game, name="Ada"):
    answer = client.post(f"/api/games/{game}/score", json={"name": name})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("pace_ms", [20, 60_000])
def test_a_covered_race_tells_only_the_time(sqlite, serve, pace_ms):
    """Its answer is the same for every game of the solver, so that its end tells nothing."""
    with serve(sqlite) as client:
        start = client.post("/api/races", json={"level": "beginner", "pace_ms": pace_ms}).json()
        race = start["race"]
        assert (race["covered"], race["status"], race["clicks"]) == (True, "ready", 0)
        move(client, start["game"]["id"], "reveal", (4, 4))
        seen = ask(client, f"/api/races/{race['id']}")
        told = {name: value for name, value in seen.items() if value is not None and name != "elapsed_ms"}
        engine = open_database(sqlite)
        stored = load_race(engine, race["id"])
        assert stored.game == start["game"]["id"]
        engine.dispose()
        assert seen["clicks"] == seen["elapsed_ms"] // pace_ms
        assert told == {
            "id": stored.id,
            "watch": start["game"]["watch"],
            "strategy": stored.strategy,
            "pace_ms": pace_ms,
            "open": False,
            "covered": True,
            "clicks": seen["clicks"],
            "status": "playing",
        }


def replay(reveal, doomed):
    """Whether it wins to play as the solver of a race does, but for its guess number `doomed`."""
    guesses = 0
    board, won = reveal((4, 4))
    while board is not None:
        choice = choose(board, "safest")
        cell = choice.cell
        guesses += choice.is_guess
        if choice.is_guess and guesses == doomed and len(choice.candidates) > 1:
            cell = choice.candidates[1].cell
        board, won = reveal(cell)
    return won


def reveal_here(client, game, cell):
    """The board of a running game after a reveal, and whether it is won."""
    view = move(client, game, "reveal", cell)
    if view["status"] != "playing":
        assert (view["helped"], view["practice"]) == (False, False)
        return None, view["status"] == "won"
    lines = [view["board"][begin : begin + 9] for begin in range(0, 81, 9)]
    return Board.from_text("\n".join(["mines 22", *lines])), False


def reveal_alone(game, cell):
    game.reveal(cell)
    return (game.board, False) if game.status.value == "playing" else (None, game.status.value == "won")


def test_a_covered_race_helps_no_player_who_repeats_the_solver(sqlite, serve):
    """Repeating the solver up to the guess at which it fails wins far more games; a covered race must not show it."""
    wins = {"beside the race": 0, "alone": 0}
    with serve(sqlite) as client:
        engine = open_database(sqlite)
        for _ in range(15):
            terms = {"rows": 9, "cols": 9, "mines": 22, "start": [4, 4], "strategy": "safest", "pace_ms": 20}
            start = client.post("/api/races", json=terms).json()
            race, game = start["race"], start["game"]["id"]
            move(client, game, "reveal", (4, 4))
            for _ in range(20):  # the clock of the tests goes on by 150 ms at each reading
                seen = ask(client, f"/api/races/{race['id']}")
            doomed = seen["guesses"] if seen["status"] == "lost" else None
            wins["beside the race"] += replay(partial(reveal_here, client, game), doomed)
            layout = rows.load_game(engine, game).layout
            wins["alone"] += replay(partial(reveal_alone, Game(layout)), None)
        engine.dispose()
    assert wins["beside the race"] == wins["alone"]


@pytest.mark.parametrize("way", ["same", "demo", "branch"])
def test_a_running_game_whose_layout_is_used_elsewhere_is_practice(database, serve, way):
    with serve(database) as client:
        game = make(client)["id"]
        requests = {
            "same": ("/api/games", {"same_board_as": game}),
            "demo": (f"/api/games/{game}/demo", {"strategy": "safest"}),
            "branch": (f"/api/games/{game}/branch", {"move": 1}),
        }
        early = client.post(requests[way][0], json=requests[way][1])
        if way == "demo":
            assert early.json()["own"]  # of a board of its own, because the game has none yet
        else:
            refused(early, 409)
        assert not look(client, game)["helped"]  # neither told anything
        move(client, game, "reveal", (4, 4))
        made = client.post(requests[way][0], json=requests[way][1])
        assert made.status_code in (200, 201), made.text
        assert way == "demo" or made.json()["practice"]
        view = look(client, game)
        assert (view["practice"], view["helped"]) == (True, True)
    with serve(database) as client:  # another server, which reads the game from the database
        assert look(client, game)["practice"]


def test_a_finished_game_stays_what_it_was(client):
    game = make(client)["id"]
    move(client, game, "reveal", (4, 4))
    cells = [divmod(number, 9) for number in range(81)]
    while look(client, game)["status"] == "playing":
        board = look(client, game)["board"]
        move(client, game, "reveal", cells[board.index(".")])
    make(client, same_board_as=game)
    client.post(f"/api/games/{game}/demo", json={"strategy": "safest"})
    client.post(f"/api/games/{game}/branch", json={"move": 0})
    view = look(client, game)
    assert (view["practice"], view["helped"]) == (False, False)


def real_pace(monkeypatch):
    """Measure the times that the tests really take: those of a program."""
    monkeypatch.setattr(clock, "_ticks", lambda: time.monotonic_ns() // 1_000_000)


def start_again(monkeypatch, *, step_ms, name=None):
    """Read the clock as another process does, started after the time of day was set; `name`: on another machine."""
    anchor = clock.ANCHOR + step_ms
    for module in (clock, rows):
        monkeypatch.setattr(module, "ANCHOR", anchor)
    if name is not None:
        for module in (games_module, rows):
            monkeypatch.setattr(module, "CLOCK", name)


def test_setting_the_clock_changes_no_time(database, serve, monkeypatch):
    with serve(database) as client:
        game = move(client, make(client)["id"], "reveal", (4, 4))["id"]
        before = time.time_ns()
        monkeypatch.setattr(time, "time_ns", lambda: before - 3_600 * 10**9)
        won = win_running(client, database, game)
        moves = won["clicks"] - 1
        assert won["elapsed_ms"] >= 150 * moves  # as slow as it was played
        assert won["elapsed_ms"] < 3_600_000


@pytest.mark.parametrize("step_ms", [-3_600_000, 3_600_000])
def test_a_restart_keeps_the_time_though_the_clock_was_set(database, serve, monkeypatch, step_ms):
    with serve(database) as client:
        game = move(client, make(client)["id"], "reveal", (4, 4))["id"]
        unbegun = make(client)["id"]
    start_again(monkeypatch, step_ms=step_ms)
    with serve(database) as client:
        won = win_running(client, database, game)
        assert 150 * (won["clicks"] - 1) <= won["elapsed_ms"] < 3_600_000
        assert won["timed"]
        assert enter(client, game)["place"] == 1
        move(client, unbegun, "reveal", (4, 4))  # it begins where its clock was an hour ahead
        won = win_running(client, database, unbegun)
        assert 150 * (won["clicks"] - 1) <= won["elapsed_ms"] < 3_600_000


@pytest.mark.parametrize("step_ms", [-3_600_000, 0])
def test_a_gap_between_two_clocks_has_no_best_time(database, serve, monkeypatch, step_ms):
    with serve(database) as client:
        ended = win_running(client, database, move(client, make(client)["id"], "reveal", (4, 4))["id"])
        unbegun = make(client)["id"]
        running = move(client, make(client)["id"], "reveal", (4, 4))["id"]
    start_again(monkeypatch, step_ms=step_ms, name="another")
    with serve(database) as client:
        assert not look(client, running)["timed"]
        won = win_running(client, database, running)
        assert (won["status"], won["timed"], won["practice"]) == ("won", False, False)
        assert "clock changed" in enter(client, running)["reason"]
        assert enter(client, ended["id"])["place"] == 1
        move(client, unbegun, "reveal", (4, 4))
        win_running(client, database, unbegun)
        assert enter(client, unbegun)["place"] is not None
        assert ask(client, "/api/statistics", level="beginner")["wins"] == 3
    with serve(database) as client:
        assert not look(client, running)["timed"]


def test_times_of_a_program_have_a_table_of_their_own(database, serve, monkeypatch, tmp_path):
    with serve(database) as client:
        person = win_running(
            client, database, move(client, make(client, level="intermediate")["id"], "reveal", (4, 4))["id"]
        )
        real_pace(monkeypatch)
        bot = win_running(
            client, database, move(client, make(client, level="intermediate")["id"], "reveal", (4, 4))["id"]
        )
        assert bot["elapsed_ms"] < person["elapsed_ms"]
        assert enter(client, person["id"], "Ada") == {"place": 1, "reason": None, "machine": False}
        assert enter(client, bot["id"], "Bot") == {"place": 1, "reason": None, "machine": True}
        tables = {
            machine: [
                row["name"] for row in ask(client, "/api/scores", level="intermediate", machine=machine)["rows"]
            ]
            for machine in (False, True)
        }
        assert tables == {False: ["Ada"], True: ["Bot"]}
        seen = ask(client, "/api/statistics", level="intermediate")
        assert (seen["wins"], seen["best_ms"]) == (2, person["elapsed_ms"])
    listed = run("scores", "list", "--database", database, "--key", tmp_path / "scores.key").stdout
    assert "16x16/40 machine\n" in listed


def test_a_few_clicks_at_once_are_those_of_a_program(sqlite, serve, monkeypatch):
    """Lucky boards won within 2 ms filled the table of people: 799 in 25 seconds."""
    real_pace(monkeypatch)
    with serve(sqlite) as client:
        for _ in range(50):
            view = move(client, make(client, level="5x5/3")["id"], "reveal", (2, 2))
            won = view if view["status"] == "won" else win_running(client, sqlite, view["id"])
            if won["status"] == "won" and 4 <= won["clicks"] <= 6:
                assert won["elapsed_ms"] < 100
                assert enter(client, won["id"])["machine"]
                break
        else:
            raise AssertionError("no board of a few clicks")


def insert_won_game(engine, game):
    """Write a game and its log as a program does that has the database but not the key."""
    layout = Layout.from_seed("beginner", seed=5, start=(4, 4))
    terms = Terms(game, "new", layout.level, FirstClick.ZERO, False, 5, False, None, None, False, None, 1_000)
    safe = [cell for cell in itertools.product(range(9), range(9)) if cell not in set(layout.mines)]
    safe.sort(key=lambda cell: cell != (4, 4))
    live = LiveGame(terms, layout)
    with engine.begin() as connection:
        connection.execute(sqlalchemy.insert(games), {**rows.terms_row(terms, layout), "seal": "0" * 32})
        for number, cell in enumerate(safe):
            event = live.play("reveal", cell, at=1_000 + 1_000 * number).event
            if event is not None:
                row = {**rows.event_row(live.terms, event), "tick": event.at, "clock": rows.CLOCK, "seal": "0" * 32}
                connection.execute(sqlalchemy.insert(events), row)
            if live.over:
                break
        connection.execute(sqlalchemy.insert(results), rows.result_row(live))


def test_rows_of_another_program_get_no_score(database, serve):
    engine = open_database(database)
    insert_won_game(engine, "forged")
    with serve(database) as client:
        assert look(client, "forged")["status"] == "won"
        place = enter(client, "forged")
        assert (place["place"], place["reason"]) == (None, "this server did not write its whole log")
        assert ask(client, "/api/scores", level="beginner")["rows"] == []
    engine.dispose()


def edit_times(connection, game):
    connection.execute(sqlalchemy.update(events).where(events.c.game == game).values(at=1_000, tick=1_000))


def edit_kind(connection, game):
    connection.execute(sqlalchemy.delete(events).where(events.c.game == game, events.c.kind == "help"))


def edit_layout(connection, game):
    other = str(Layout.from_seed("beginner", seed=9, start=(4, 4)))
    connection.execute(sqlalchemy.update(games).where(games.c.id == game).values(layout=other))


def edit_terms(connection, game):
    connection.execute(sqlalchemy.update(games).where(games.c.id == game).values(seed_chosen=False))


@pytest.mark.parametrize(
    ("edit", "body"),
    [(edit_times, {}), (edit_kind, {}), (edit_layout, {}), (edit_terms, {"seed": 3})],
)
def test_a_game_that_was_edited_gets_no_score(sqlite, serve, tmp_path, edit, body):
    with serve(sqlite) as client:
        game = make(client, level="beginner", **body)["id"]
        move(client, game, "reveal", (4, 4))
        ask(client, f"/api/games/{game}/analysis")
        win_running(client, sqlite, game)
    engine = open_database(sqlite)
    with engine.begin() as connection:
        edit(connection, game)
    assert read_sealed(engine, Sealer(read_key(tmp_path / "scores.key")), game) is None
    engine.dispose()
    with serve(sqlite) as client:
        assert client.post(f"/api/games/{game}/score", json={"name": "Ada"}).json().get("place") is None
        assert ask(client, "/api/scores", level="beginner", helped=True)["rows"] == []


def test_verify_notices_an_edited_game_behind_a_score(database, serve, tmp_path):
    with serve(database) as client:
        game = win_running(client, database, move(client, make(client)["id"], "reveal", (4, 4))["id"])["id"]
        assert enter(client, game, "Ada")["place"] == 1
    options = ("--database", database, "--key", tmp_path / "scores.key")
    assert run("scores", "verify", *options).stdout == "1 genuine, 0 broken\n"
    engine = open_database(database)
    with engine.begin() as connection:
        edit_times(connection, game)
    engine.dispose()
    checked = run("scores", "verify", *options)
    assert checked.exit_code == 1
    assert checked.stdout.startswith("its game was edited: Ada, 9x9/10")
    assert checked.stdout.endswith("0 genuine, 0 broken, 1 with an edited game\n")


def test_a_game_without_seals_is_practice(sqlite, serve):
    """It was made before games had seals."""
    with serve(sqlite) as client:
        game = make(client)["id"]
    engine = open_database(sqlite)
    with engine.begin() as connection:
        connection.execute(sqlalchemy.update(games).values(seal=None))
    engine.dispose()
    with serve(sqlite) as client:
        assert look(client, game)["practice"]
