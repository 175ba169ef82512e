"""The totals that statistics are read from are those of the results, whatever happens to these; and old databases."""

from __future__ import annotations

import random

import pytest
import sqlalchemy

from sapper.web import migrations, scores, statistics
from sapper.web.database import open_database
from sapper.web.journal import ADD_DEMO, ADD_GAME, ADD_RESULT, NAME_RESULT, Change, _execute
from sapper.web.tables import demos, games, metadata, results, totals
from sapper.web.totals import store_verdict

LEVELS = ("9x9/10", "16x16/40")


def game_row(name):
    return {
        "id": name,
        "origin": "new",
        "level": LEVELS[0],
        "first_click": "zero",
        "no_guess": False,
        "seed": 1,
        "seed_chosen": False,
        "helped": False,
        "created_at": 0,
    }


def result_row(dice, number, timed=1.0):
    return {
        "game": f"g{number}",
        "level": dice.choice(LEVELS),
        "no_guess": dice.random() < 0.3,
        "helped": dice.random() < 0.3,
        "name": dice.choice([None, "Ada", "Bob"]),
        "won": dice.random() < 0.6,
        "time_ms": dice.randrange(1, 100_000),
        "three_bv": dice.randrange(1, 100),
        "ended_at": number,
        "best_wins": None,
        "to_judge": True,
        "time_counts": dice.random() < timed,
    }


def fill(engine, dice, count, timed=1.0):
    """Store results in batches, name some later and judge some."""
    for begin in range(0, count, 10):
        change = Change()
        for number in range(begin, begin + 10):
            change.add(ADD_GAME, **game_row(f"g{number}"))
            change.add(ADD_RESULT, **result_row(dice, number, timed))
            demo = {"game": f"g{number}", "from_start": True, "level": LEVELS[0], "no_guess": False, "guesses": 1}
            change.add(ADD_DEMO, **demo, strategy="safest", won=number % 3 == 0, time_ms=5, ended_at=0)
        with engine.begin() as connection:
            _execute(connection, [change])
        with engine.begin() as connection:
            _execute(connection, [Change().add(NAME_RESULT, of=f"g{begin + 9}", by="Eve")])
            store_verdict(connection, f"g{begin}", dice.random() < 0.5)
            store_verdict(connection, f"g{begin}", True)  # once
            store_verdict(connection, f"g{begin + 1}", None)


def count_again(engine, level, name, no_guess, helped):
    """The statistics, from the results themselves."""
    with engine.connect() as connection:
        rows = connection.execute(sqlalchemy.select(results).order_by(results.c.ended_at)).all()
    rows = [row for row in rows if row.helped == helped and row.no_guess == no_guess]
    rows = [row for row in rows if level in (None, row.level) and name in (None, row.name)]
    won = [row for row in rows if row.won]
    timed = [row for row in won if row.time_counts]
    judged = [row for row in rows if row.best_wins is not None]
    streak = best = 0
    for row in rows:
        streak = streak + 1 if row.won else 0
        best = max(best, streak)
    return {
        "games": len(rows),
        "wins": len(won),
        "losses": len(rows) - len(won),
        "streak": streak,
        "best_streak": best,
        "best_ms": min((row.time_ms for row in timed), default=None),
        "mean_ms": sum(row.time_ms for row in timed) / len(timed) if timed else None,
        "three_bv_per_s": max((row.three_bv / (row.time_ms / 1000) for row in timed), default=None),
        "judged": len(judged),
        "judged_wins": sum(row.won for row in judged),
        "expected_wins": sum(row.best_wins for row in judged),
    }


def check_totals(engine):
    for level in (None, *LEVELS):
        for name in (None, "Ada", "Bob", "Eve", "Zoe"):
            for no_guess, helped in ((False, False), (False, True), (True, False), (True, True)):
                told = statistics.read_statistics(engine, level=level, name=name, helped=helped, no_guess=no_guess)
                expected = count_again(engine, level, name, no_guess, helped)
                assert {key: getattr(told, key) for key in expected} == pytest.approx(expected)
    rows = statistics.read_demos(engine, level=None, no_guess=False)
    with engine.connect() as connection:
        counted = connection.execute(sqlalchemy.select(demos.c.won)).scalars().all()
    assert [(row.games, row.wins, row.mean_ms) for row in rows] == [(len(counted), sum(counted), 5)]


def test_totals_are_those_of_the_results(database):
    engine = open_database(database)
    fill(engine, random.Random(1), 200, timed=0.8)
    check_totals(engine)
    assert set(statistics.read_names(engine)) == {"Ada", "Bob", "Eve"}
    engine.dispose()


def test_a_migration_counts_what_older_versions_stored(database):
    engine = open_database(database)
    fill(engine, random.Random(2), 200)
    with engine.begin() as connection:
        before = sorted(map(tuple, connection.execute(sqlalchemy.select(totals)).all()), key=str)
        connection.execute(sqlalchemy.delete(totals))
        for table in ("totals", "demo_totals", "daily", "exercises", "names", "seats", "matches"):
            connection.execute(sqlalchemy.text(f"DROP TABLE {table}"))
        for index in (
            "ix_games_created_at",
            "ix_games_watch",
            "ix_races_game",
            "ix_results_time",
            "ix_results_to_judge",
        ):
            connection.execute(sqlalchemy.text(f"DROP INDEX {index}"))
        columns = (
            "results.to_judge",
            "results.time_counts",
            "games.seal",
            "games.watch",
            "events.tick",
            "events.clock",
            "events.seal",
            "events.nonce",
        )
        for table, column in (name.split(".") for name in columns):
            connection.execute(sqlalchemy.text(f"ALTER TABLE {table} DROP COLUMN {column}"))
        previous = migrations.revisions()[migrations.revisions().index(TOTALS) + 1]
        connection.execute(sqlalchemy.text(f"UPDATE alembic_version SET version_num = '{previous}'"))
    engine.dispose()
    engine = open_database(database)
    with engine.connect() as connection:
        after = sorted(map(tuple, connection.execute(sqlalchemy.select(totals)).all()), key=str)
    assert after == before
    check_totals(engine)
    engine.dispose()


TOTALS = "0003"  # the revision that added them


def test_a_result_that_has_a_name_keeps_it(sqlite):
    engine = open_database(sqlite)
    row = result_row(random.Random(3), 0) | {"name": "Ada"}
    with engine.begin() as connection:
        _execute(connection, [Change().add(ADD_GAME, **game_row("g0")).add(ADD_RESULT, **row)])
        _execute(connection, [Change().add(NAME_RESULT, of="g0", by="Eve")])
    assert statistics.read_names(engine) == ["Ada"]
    engine.dispose()


def test_places_are_counted_and_only_the_best_are_read(database, tmp_path):
    engine, key = open_database(database), scores.read_key(tmp_path / "scores.key")
    dice = random.Random(4)
    made = [
        scores.Score(f"g{number}", "9x9/10", False, "Ada", dice.randrange(1, 60), 1, dice.randrange(3), "").sign(key)
        for number in range(200)
    ]
    edited = [scores.replace(score, name="Eve") for score in made[:5]]
    with engine.begin() as connection:
        connection.execute(sqlalchemy.insert(metadata.tables["scores"]), [scores.row_of(one) for one in made[5:]])
        connection.execute(sqlalchemy.insert(metadata.tables["scores"]), [scores.row_of(one) for one in edited])
    whole = scores.read_scores(engine, key, "9x9/10", helped=False)
    best = scores.read_best(engine, key, "9x9/10", helped=False)
    assert best.genuine == whole.best
    assert len(whole.broken) == 5
    quick = [one for one in whole.broken if one.time_ms < best.genuine[-1].time_ms]
    assert set(quick) <= set(best.broken)
    slow = len(whole.broken) - len(best.broken)
    for place, score in enumerate(whole.genuine, 1):
        assert scores.find_score(engine, key, score.game) == score
        assert 0 <= scores.place_of(engine, best, score) - place <= slow
    assert scores.find_score(engine, key, edited[0].game) is None
    assert scores.find_score(engine, key, "none") is None
    engine.dispose()


def test_unjudged_results_are_found_by_an_index(sqlite):
    engine = open_database(sqlite)
    waiting = (
        sqlalchemy.select(results.c.game).where(results.c.to_judge.is_(True)).order_by(results.c.ended_at.desc())
    )
    oldest = sqlalchemy.select(games.c.id).where(games.c.created_at < 5)
    latest = sqlalchemy.select(totals.c.name).where(totals.c.level == "").order_by(totals.c.last_at.desc())
    with engine.connect() as connection:
        for query, index in ((waiting, "ix_results_to_judge"), (oldest, "games_created_at"), (latest, "last_at")):
            plan = connection.execute(
                sqlalchemy.text(f"EXPLAIN QUERY PLAN {query.compile(engine, compile_kwargs={'literal_binds': True})}")
            ).all()
            assert any(index in str(row) for row in plan), plan
            assert not any("TEMP B-TREE" in str(row) for row in plan), plan
    engine.dispose()
