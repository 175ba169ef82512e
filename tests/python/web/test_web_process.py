"""The server as a process: killed, stopped, started where it cannot run; and its tables."""

from __future__ import annotations

import signal
import socket
import threading

import httpx2
import pytest
import sqlalchemy
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from command_line import check_refused, run
from playing import look, make, move
from server_process import ServerProcess

from sapper.web import migrations
from sapper.web.database import NEWEST, open_database, revision_of
from sapper.web.tables import metadata


def test_nothing_is_lost_when_the_server_is_killed(database, tmp_path):
    """Players move without a break; whatever was acknowledged before the kill is there after it."""
    server = ServerProcess(database, tmp_path)
    acknowledged: dict[str, int] = {}

    def play(number: int) -> None:
        with server.client() as client:
            game = make(client, rows=20, cols=20, mines=60)["id"]
            acknowledged[game] = 0
            try:
                for turn in range(10_000):
                    acknowledged[game] = move(client, game, "flag", divmod(turn % 400, 20))["version"]
                    if turn == 5:
                        begun.release()
            except (OSError, httpx2.HTTPError):
                return  # the kill

    begun = threading.Semaphore(0)
    with server:
        players = [threading.Thread(target=play, args=(number,)) for number in range(4)]
        for player in players:
            player.start()
        for _ in players:
            assert begun.acquire(timeout=60)
        server.stop(signal.SIGKILL)
        for player in players:
            player.join(timeout=60)
        assert all(version > 5 for version in acknowledged.values())
        with server, server.client() as client:
            for game, version in acknowledged.items():
                view = look(client, game)
                assert version <= view["version"] <= version + 1
                assert move(client, game, "question", (19, 19))["version"] == view["version"] + 1


def test_it_stops_at_once_though_pages_are_listening(sqlite, tmp_path):
    server = ServerProcess(sqlite, tmp_path)
    server.__enter__()
    with server.client() as client:
        game = make(client)["id"]
        with client.stream("GET", f"/api/games/{game}/events") as stream:
            lines = stream.iter_lines()
            assert next(lines) == "event: version"
            assert next(lines) == 'data: {"version": 0}'
            with server.client() as other:
                move(other, game, "flag", (0, 0))
            assert [line for line in (next(lines), next(lines), next(lines)) if line][-1] == 'data: {"version": 1}'
            assert server.stop(signal.SIGINT) == 130


def test_where_it_cannot_run_it_says_so_in_one_line(tmp_path):
    here = f"sqlite:///{tmp_path}/games.db"
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        options = ("--no-open", "--database", here, "--key", tmp_path / "scores.key", "--port", port)
        check_refused(run("serve", *options), "cannot listen", str(port))
    for url, fragment in {
        "games.db": "'games.db'",
        "mysql://localhost/games": "'mysql'",
        "sqlite://": "name a file",
        "sqlite:////proc/nowhere/games.db": "/proc/nowhere",
        "postgresql://nobody@127.0.0.1:1/none": "cannot be used",
        "postgresql://127.0.0.1:abc/none": "'postgresql://127.0.0.1:abc/none'",
        "postgresql://ada:a/b@c@127.0.0.1:abc/none": "'postgresql://ada:***@127.0.0.1:abc/none'",
        "postgresql://127.0.0.1:1/none?port=abc": "'abc'",
        f"{here}?timeout=long": "'long'",
    }.items():
        check_refused(run("serve", "--no-open", "--port", "0", "--database", url), fragment)
    for key, fragment in ((tmp_path / "games.db", "is no key"), (tmp_path, "directory")):
        check_refused(run("serve", "--no-open", "--port", "0", "--database", here, "--key", key), fragment)


@pytest.mark.parametrize(
    ("change", "fragments"),
    [
        ("UPDATE alembic_version SET version_num = '0099'", ("newer Sapper", "'0099'", f"'{NEWEST}'")),
        ("DROP TABLE scores", ("lacks tables", "scores")),
    ],
)
def test_tables_that_are_not_ours_are_refused(database, change, fragments):
    engine = open_database(database)
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text(change))
    engine.dispose()
    check_refused(run("scores", "list", "--database", database), *fragments)


def test_migrations_make_the_tables_the_program_knows(database):
    engine = open_database(database)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    assert revision_of(engine) == NEWEST == migrations.newest()
    migrations.migrate(engine)  # again changes nothing
    assert "games" in sqlalchemy.inspect(engine).get_table_names()
    engine.dispose()
