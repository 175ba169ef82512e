"""Abandoned games are deleted; everything else stays."""

from __future__ import annotations

import sqlalchemy
from command_line import run
from playing import KNOWN, ask, lose, make, move

from sapper.web.clock import now_ms
from sapper.web.database import open_database
from sapper.web.retention import delete_abandoned
from sapper.web.tables import events, games, metadata, races

DAY = 86_400_000


def age(engine, game, days):
    """Let a game and its events be so many days old."""
    with engine.begin() as connection:
        at = now_ms() - days * DAY
        connection.execute(sqlalchemy.update(games).where(games.c.id == game).values(created_at=at))
        connection.execute(sqlalchemy.update(events).where(events.c.game == game).values(at=at))


def sweep(engine):
    count, after = 0, (-1, "")
    while after is not None:
        deleted, after = delete_abandoned(engine, before=now_ms() - 30 * DAY, after=after)
        count += deleted
    return count


def test_abandoned_games_are_deleted_and_others_are_not(database, serve):
    with serve(database) as client:
        finished = lose(client, make(client, **KNOWN, name="Ada"))["id"]
        fresh, resumed, never = (make(client)["id"] for _ in range(3))
        abandoned = move(client, make(client)["id"], "reveal", (4, 4))["id"]
        start = client.post("/api/races", json={"level": "beginner"}).json()
        move(client, resumed, "flag", (0, 0))
    engine = open_database(database)
    for game in (finished, resumed, never, abandoned, start["game"]["id"]):
        age(engine, game, 40)
    with engine.begin() as connection:
        connection.execute(sqlalchemy.update(events).where(events.c.game == resumed).values(at=now_ms()))
    assert sweep(engine) == 3
    assert sweep(engine) == 0
    with engine.connect() as connection:
        left = set(connection.execute(sqlalchemy.select(games.c.id)).scalars())
        assert set(connection.execute(sqlalchemy.select(events.c.game)).scalars()) == {finished, resumed}
        assert connection.execute(sqlalchemy.select(races)).all() == []
    assert left == {finished, fresh, resumed}
    engine.dispose()
    with serve(database) as client:
        assert client.get(f"/api/games/{abandoned}").status_code == 404
        assert ask(client, "/api/statistics", helped=True)["games"] == 1


def test_many_games_are_deleted_in_parts(sqlite):
    engine = open_database(sqlite)
    row = {"origin": "new", "level": "9x9/10", "first_click": "zero", "no_guess": False, "seed": 1, "helped": False}
    rows = [{**row, "id": f"g{n}", "seed_chosen": False, "created_at": n // 150} for n in range(450)]
    with engine.begin() as connection:
        connection.execute(sqlalchemy.insert(metadata.tables["games"]), rows)
    assert delete_abandoned(engine, before=now_ms()).games == 100
    assert sweep(engine) == 350
    engine.dispose()


def test_the_days_are_an_option():
    refused = run("serve", "--keep-days", "-1", "--no-open")
    assert refused.exit_code == 2
    assert "--keep-days" in refused.stderr
    assert "--keep-days" in run("serve", "--help").stdout
