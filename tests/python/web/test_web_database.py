"""The database: started on by several at once, private, complete, and gone for a while."""

from __future__ import annotations

import logging
import multiprocessing
import sqlite3
import stat

import pytest
import sqlalchemy
from command_line import check_refused, run
from playing import KNOWN, make, move, refused

from sapper.web.database import NEWEST, _prepare_sqlite, open_database, revision_of


def _open(url: str, barrier) -> None:
    barrier.wait(timeout=60)
    engine = open_database(url)
    assert revision_of(engine) == NEWEST
    engine.dispose()


def test_processes_that_start_together_all_find_the_tables(database):
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(4)
    started = [context.Process(target=_open, args=(database, barrier)) for _ in range(4)]
    for process in started:
        process.start()
    for process in started:
        process.join(timeout=60)
    assert [process.exitcode for process in started] == [0, 0, 0, 0]


class _Contested:
    """A connection to a new file that others switch at the same time, for which SQLite does not wait."""

    def __init__(self, file, *, code, failures) -> None:
        self._cursor = sqlite3.connect(file).cursor()
        self._error = sqlite3.OperationalError("database is locked")
        self._error.sqlite_errorcode = code
        self.failures = failures

    def cursor(self):
        return self

    def execute(self, text):
        if "journal_mode" in text and self.failures:
            self.failures -= 1
            raise self._error
        return self._cursor.execute(text)

    def close(self) -> None:
        self._cursor.connection.close()


def test_a_file_that_others_switch_is_tried_again(tmp_path):
    contested = _Contested(tmp_path / "games.db", code=sqlite3.SQLITE_BUSY_RECOVERY, failures=3)
    _prepare_sqlite(contested, None)
    assert contested.failures == 0
    damaged = _Contested(tmp_path / "games.db", code=sqlite3.SQLITE_CORRUPT, failures=3)
    with pytest.raises(sqlite3.OperationalError):
        _prepare_sqlite(damaged, None)
    assert damaged.failures == 2
    damaged.close()


def test_a_missing_column_is_refused(database):
    engine = open_database(database)
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text("ALTER TABLE results DROP COLUMN three_bv"))
    engine.dispose()
    check_refused(run("scores", "list", "--database", database), "lacks columns", "results.three_bv")


def test_the_file_is_readable_by_its_owner_only(tmp_path, serve):
    file = tmp_path / "games.db"
    file.touch(mode=0o644)  # as an older version made it
    file.chmod(0o644)
    for name in ("games.db", "fresh.db"):
        with serve(f"sqlite:///{tmp_path}/{name}") as client:
            make(client)
            found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob(f"{name}*")}
            assert set(found) == {name, f"{name}-wal", f"{name}-shm"}
            assert set(found.values()) == {0o600}


@pytest.mark.parametrize("change", ["DROP TABLE scores", "ALTER TABLE events RENAME TO lost"])
def test_a_failing_database_is_a_problem_with_all_headers(database, serve, caplog, change):
    with serve(database) as client:
        game = make(client, **KNOWN)["id"]
        move(client, game, "reveal", (4, 4))
        engine = open_database(database)
        with engine.begin() as connection:
            connection.execute(sqlalchemy.text(change))
        engine.dispose()
        caplog.clear()
        with caplog.at_level(logging.WARNING):
            if "scores" in change:
                answer = client.get("/api/scores", params={"level": "expert"})
            else:
                answer = client.post(f"/api/games/{game}/moves", json={"kind": "flag", "cell": [0, 0]})
        refused(answer, 503, "database")
        assert int(answer.headers["retry-after"]) >= 1
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        lines = [record.getMessage() for record in caplog.records if record.name.startswith("sapper")]
        assert len(lines) == 1
        assert "\n" not in lines[0]
        assert game not in lines[0]  # an id lets others play the game
        assert caplog.records[-1].exc_info is None


def test_an_unexpected_error_has_all_headers_too(sqlite, serve, monkeypatch):
    with serve(sqlite) as client:

        def fail(*_):
            raise RuntimeError("by the test")

        monkeypatch.setattr("sapper.web.statistics.read_names", fail)
        answer = client.get("/api/names")
        refused(answer, 500, "went wrong")
        assert "default-src 'self'" in answer.headers["content-security-policy"]
