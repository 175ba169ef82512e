"""Everything survives: backups of both kinds of database into both, and upgrades from every version of the tables."""

from __future__ import annotations

import sqlite3
import stat
from pathlib import Path

import pytest
import sqlalchemy
import yaml
from command_line import check_refused, run
from playing import KNOWN, ask, layout_of, look, lose, make, move, play_out

from sapper.web import migrations
from sapper.web.database import open_database, read_url
from sapper.web.rows import load_game

DEPLOY = Path(__file__).parents[3] / "examples" / "deploy"


def fill(client, url: str) -> list[str]:
    """Games of every kind: won with a score, lost, under way, and in a race; return their ids."""
    won = make(client, level="beginner", name="Ada")["id"]
    move(client, won, "reveal", (4, 4))
    engine = open_database(url)
    mines = set(load_game(engine, won).layout.mines)
    engine.dispose()
    assert play_out(client, won, mines)["status"] == "won"
    assert client.post(f"/api/games/{won}/score", json={"name": "Ada"}).json()["place"] == 1
    lost = lose(client, make(client, **KNOWN))["id"]
    under_way = make(client, **KNOWN)
    move(client, under_way["id"], "reveal", (4, 4))
    move(client, under_way["id"], "flag", layout_of(under_way).mines[0])
    assert client.post(f"/api/games/{lost}/demo", json={"strategy": "safest"}).status_code == 200
    race = client.post("/api/races", json={"level": "beginner"}).json()["game"]["id"]
    return [won, lost, under_way["id"], race]


def see(client, games: list[str]) -> list[object]:
    """What players see of it. The time of a running game goes on."""
    views = [look(client, game) for game in games]
    statistics = [ask(client, "/api/statistics", helped=helped) for helped in (False, True)]
    for view in views:
        view.pop("elapsed_ms")
    for view in statistics:  # the judge goes on too
        for name in ("judged", "judged_wins", "expected_wins"):
            view.pop(name, None)
    return [views, ask(client, "/api/scores"), statistics, ask(client, "/api/statistics/demos")]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_has_everything(database, kind, serve, tmp_path, postgres_server):
    file = tmp_path / "backup of everything.db"
    other = f"sqlite:///{tmp_path}/other.db" if kind == "sqlite" else postgres_server.new_database()
    with serve(database) as client:
        games = fill(client, database)
        assert run("database", "backup", file, "--database", database).exit_code == 0  # while it runs
        seen = see(client, games)
        check_refused(run("database", "backup", file, "--database", database), "exists")
        check_refused(run("database", "restore", file, "--database", database), "has rows in", "an empty one")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.glob("backup*")] == [file.name]
    done = run("database", "restore", file, "--database", other)
    assert done.stdout == "restored 4 games\n"
    with serve(other) as client:
        assert see(client, games) == seen
    assert (
        "1 genuine, 0 broken" in run("scores", "verify", "--database", other, "--key", tmp_path / "scores.key").stdout
    )


def test_what_is_no_backup_is_refused(sqlite, tmp_path):
    (tmp_path / "text").write_text("no backup")
    (tmp_path / "empty").touch()
    with sqlite3.connect(tmp_path / "foreign") as connection:
        connection.execute("CREATE TABLE games (id)")
    connection.close()
    for name in ("text", "empty", "foreign"):
        check_refused(run("database", "restore", tmp_path / name, "--database", sqlite), "no backup", name)
    check_refused(run("database", "restore", tmp_path / "missing", "--database", sqlite), "missing")


def test_upgrades_from_every_version_keep_everything(database, serve, tmp_path, postgres_server):
    with serve(database) as client:
        games = fill(client, database)
    with serve(database) as client:
        seen = see(client, games)
    new = sqlalchemy.create_engine(read_url(database))
    for revision in migrations.revisions():
        kind = new.dialect.name
        url = f"sqlite:///{tmp_path}/{revision}.db" if kind == "sqlite" else postgres_server.new_database()
        old = sqlalchemy.create_engine(read_url(url))
        migrations.migrate(old, revision)
        _copy_rows(new, old)
        old.dispose()
        with serve(url) as client:
            views, *others = see(client, games)
            assert others == (seen[1:] if revision != "0001" else [*seen[1:-1], []]), revision
            tokens = {view["watch"] for view in views}
            assert len(tokens) == len(views)
            assert None not in tokens
            views, all_seen = ([_without(view, {"watch"}) for view in group] for group in (views, seen[0]))
            if revision >= "0004":
                assert views == all_seen
                continue
            # Games had no seals before, so that they are practice.
            unsealed = {"helped", "practice", "timed"}
            assert all(view["practice"] for view in views)
            assert [_without(view, unsealed) for view in views] == [_without(view, unsealed) for view in all_seen]
    new.dispose()


def _without(view: dict[str, object], names: set[str]) -> dict[str, object]:
    return {name: value for name, value in view.items() if name not in names}


def _copy_rows(source: sqlalchemy.Engine, target: sqlalchemy.Engine) -> None:
    """Copy what the older tables have room for."""
    there, here = sqlalchemy.MetaData(), sqlalchemy.MetaData()
    there.reflect(source)
    here.reflect(target)
    with source.connect() as reading, target.begin() as writing:
        for table in here.sorted_tables:
            if table.name != "alembic_version":
                columns = [there.tables[table.name].c[column.name] for column in table.columns]
                rows = [dict(row) for row in reading.execute(sqlalchemy.select(*columns)).mappings()]
                if rows:
                    writing.execute(table.insert(), rows)


def test_the_deployment_uses_options_that_exist():
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    server = compose["services"]["server"]
    help_text = run("serve", "--help").stdout
    entry = (DEPLOY / "Dockerfile").read_text().partition("ENTRYPOINT ")[2]
    options = [word.partition("=")[0] for word in [*server["command"], *yaml.safe_load(entry)[2:]]]
    assert {"--workers", "--trust-proxy", "--host", "--no-open"} <= set(options)
    for option in options:
        assert option in help_text or not option.startswith("--")
    assert "--trust-proxy=" + compose["networks"]["default"]["ipam"]["config"][0]["subnet"] in server["command"]
    assert (DEPLOY.parents[1] / server["build"]["dockerfile"]).is_file()
    assert "/metrics 404" in (DEPLOY / "Caddyfile").read_text()
