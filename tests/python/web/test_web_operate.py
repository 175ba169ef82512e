"""What operators rely on: health, metrics, logs, proxies that are trusted or not, and restarts under load."""

from __future__ import annotations

import json
import re
import signal
import threading
import time

import httpx2
import pytest
import sqlalchemy
from command_line import check_refused, run
from playing import ask, look, make, move, refused
from server_process import ServerProcess

from sapper.web.database import NEWEST, open_database
from sapper.web.settings import Limits, RateLimit


def test_health_and_readiness(database, serve):
    with serve(database) as client:
        assert ask(client, "/api/health") == {"status": "alive"}
        assert ask(client, "/api/ready") == {"status": "ready", "revision": NEWEST}
        engine = open_database(database)
        with engine.begin() as connection:
            connection.execute(sqlalchemy.text("UPDATE alembic_version SET version_num = '0001'"))
        refused(client.get("/api/ready"), 503, "'0001'")
        with engine.begin() as connection:
            connection.execute(sqlalchemy.text("ALTER TABLE alembic_version RENAME TO gone"))
        engine.dispose()
        refused(client.get("/api/ready"), 503)
        assert ask(client, "/api/health") == {"status": "alive"}


def test_metrics_are_an_option(sqlite, serve):
    with serve(sqlite) as client:
        assert client.get("/metrics").status_code == 404
    with serve(sqlite, metrics=True) as client:
        game = make(client)["id"]
        move(client, game, "flag", (0, 0))
        client.get("/api/nothing")
        text = client.get("/metrics").text
        assert 'sapper_requests_total{route="POST /api/games/{game}/moves",status="200"} 1.0' in text
        assert 'sapper_request_seconds_count{route="POST /api/games"} 1.0' in text
        assert "sapper_requests_open 1.0" in text  # this one
        assert game not in text


@pytest.mark.parametrize("proxies", [(), ("10.0.0.0/8", "127.0.0.1")])
def test_only_trusted_proxies_name_the_client(sqlite, serve, proxies):
    """Otherwise a client that sends another address each time has no limits."""
    with serve(sqlite, proxies=proxies, limits=Limits(starts=RateLimit(0.001, 1))) as client:
        client._transport.client = ("127.0.0.1", 50000)
        codes = []
        for number in range(3):
            headers = {"X-Forwarded-For": f"6.6.6.6, 203.0.113.{number}, 10.1.1.1", "X-Request-Id": f"mine-{number}"}
            answer = client.post("/api/games", json={"level": "beginner"}, headers=headers)
            codes.append(answer.status_code)
            assert (answer.headers["x-request-id"] == f"mine-{number}") == bool(proxies)
        assert codes == ([201, 201, 201] if proxies else [201, 429, 429])
        # What the client itself sends before the address that the proxy adds changes nothing.
        again = {"X-Forwarded-For": "7.7.7.7, 203.0.113.2"}
        assert client.post("/api/games", json={"level": "beginner"}, headers=again).status_code == 429
        strange = client.get("/api/health", headers={"X-Request-Id": "a b"}).headers["x-request-id"]
        assert re.fullmatch("[0-9a-f]{16}", strange)


def test_bad_proxies_are_refused():
    check_refused(run("serve", "--no-open", "--trust-proxy", "10.0.0.1/8"), "10.0.0.1/8")
    check_refused(run("serve", "--no-open", "--trust-proxy", "everyone"), "'everyone'")


def test_logs_are_lines_of_json_without_ids_of_games(sqlite, tmp_path):
    options = ("--log-json", "--trust-proxy", "127.0.0.1")
    with ServerProcess(sqlite, tmp_path, *options) as server, server.client() as client:
        game = make(client)["id"]
        answer = client.get(f"/api/games/{game}", headers={"X-Request-Id": "r-7", "X-Forwarded-For": "203.0.113.7"})
        assert answer.headers["x-request-id"] == "r-7"
    text = server.log.read_text()
    assert game not in text
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    (line,) = [line for line in lines if line.get("request") == "r-7"]
    assert (line["route"], line["status"], line["client"]) == ("GET /api/games/{game}", 200, "203.0.113.7")
    assert line["ms"] > 0
    assert line["level"] == "info"


_PAUSE = 1 / Limits().moves.per_second  # seconds; at this pace no move of a game is refused


class Players:
    """Players who flag cells as often as the server lets them, and repeat what a restart interrupts."""

    def __init__(self, server: ServerProcess, count: int) -> None:
        self._server = server
        self._stop = threading.Event()
        self._turns = threading.Semaphore(0)
        self.acknowledged: dict[str, int] = {}  # the last version of each game
        self.interrupted = 0
        self._threads = [threading.Thread(target=self._play) for _ in range(count)]

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(timeout=60)

    def wait(self, turns: int) -> None:
        """Return when so many more moves have been acknowledged."""
        for _ in range(turns):
            assert self._turns.acquire(timeout=60)

    def _play(self) -> None:
        with self._server.client() as client:
            game = make(client, rows=20, cols=20, mines=60)["id"]
            turn = 0
            while not self._stop.is_set():
                try:
                    version = move(client, game, "flag", divmod(turn % 400, 20))["version"]
                except (OSError, httpx2.HTTPError):
                    self.interrupted += 1
                    time.sleep(_PAUSE)
                    continue
                time.sleep(_PAUSE)
                turn += 1
                assert version > self.acknowledged.get(game, 0)
                self.acknowledged[game] = version
                self._turns.release()


def test_workers_are_replaced_under_load_without_a_lost_move(database, tmp_path):
    with ServerProcess(database, tmp_path, "--workers", "2", "--metrics", "--log-json") as server:
        with Players(server, 4) as players:
            players.wait(40)
            old = _workers(server)
            server.signal(signal.SIGHUP)
            deadline = time.monotonic() + 60
            while _workers(server) & old:
                assert time.monotonic() < deadline, server.log.read_text()
                players.wait(4)
            players.wait(40)
        with server.client() as client:
            assert len(players.acknowledged) == 4
            for game, version in players.acknowledged.items():
                assert look(client, game)["version"] >= version
            # Any worker answers for all, with those that have ended.
            moves = r'sapper_requests_total{route="POST /api/games/{game}/moves",status="200"} (\d+)'
            assert int(re.search(moves, client.get("/metrics").text)[1]) >= sum(players.acknowledged.values())
        begun = time.monotonic()
        assert server.stop(signal.SIGTERM) == -signal.SIGTERM
        assert time.monotonic() - begun < 5.5
        server.__enter__()  # again, for the end of the block


def _workers(server: ServerProcess) -> set[int]:
    """The processes that answered lately, as the log names them."""
    whole = server.log.read_text().rpartition("\n")[0]  # the last line may be half written
    lines = (json.loads(line) for line in whole.splitlines()[-20:] if line.startswith("{"))
    return {line["process"] for line in lines if line["message"] == "answered"}


def test_a_process_that_takes_over_has_every_acknowledged_move(database, tmp_path):
    with ServerProcess(database, tmp_path) as server:
        with Players(server, 4) as players:
            players.wait(40)
            server.stop(signal.SIGTERM)
            server.__enter__()  # at the same port
            players.wait(40)
        with server.client() as client:
            for game, version in players.acknowledged.items():
                assert look(client, game)["version"] >= version
