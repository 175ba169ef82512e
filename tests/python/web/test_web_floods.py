"""What one client cannot do to the others: hold connections, streams and memory."""

from __future__ import annotations

import asyncio
import io
import logging
import re
import signal
import socket
import sqlite3
import struct
import threading
import time
from contextlib import ExitStack, contextmanager

import httpx2
import pytest
import uvicorn
from playing import make, move, refused
from server_process import ServerProcess

from sapper.web.app import create_app
from sapper.web.connections import guarded
from sapper.web.hub import Hub
from sapper.web.logs import Lines, Sparing
from sapper.web.problems import RateError
from sapper.web.reads import Together
from sapper.web.settings import Limits, RateLimit, Settings

GET = b"GET /api/levels HTTP/1.1\r\nHost: localhost\r\n"


@contextmanager
def listening(folder, **limits):
    """The address of a server with these limits, on a thread of its own."""
    app = create_app(
        Settings(database=f"sqlite:///{folder}/games.db", key_file=folder / "key", limits=Limits(**limits))
    )
    with socket.socket() as here:
        here.bind(("127.0.0.1", 0))
        here.listen(100)
        config = uvicorn.Config(
            app, http=guarded(Limits(**limits)), ws="none", log_level="warning", timeout_keep_alive=60
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [here]})
        thread.start()
        try:
            yield here.getsockname()
        finally:
            server.should_exit = True
            thread.join(timeout=30)


def dial(address, source="127.0.0.1"):
    return socket.create_connection(address, timeout=20, source_address=(source, 0))


def read_all(connection):
    """What arrives until the server closes the connection."""
    read = b""
    try:
        while more := connection.recv(65536):
            read += more
    except ConnectionResetError:
        pass
    return read


def trickle(connection):
    """Whether the server closes a connection that sends a blank line now and then."""
    deadline = time.monotonic() + 15
    try:
        while time.monotonic() < deadline:
            connection.sendall(b"\r\n")
            time.sleep(0.05)
    except (ConnectionResetError, BrokenPipeError):
        return True
    return False


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        (b"", b""),
        (b"GET /api/le", b"HTTP/1.1 408 "),
        (GET, b"HTTP/1.1 408 "),
        (b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nX-Sapper: 1\r\nContent-Length: 9\r\n\r\n{", b""),
    ],
)
def test_half_a_request_is_not_waited_for(tmp_path, sent, told):
    with listening(tmp_path, headers_s=0.3, body_s=0.3) as address, dial(address) as connection:
        connection.sendall(sent)
        assert read_all(connection)[:13] == told  # a server that waits causes a timeout


def test_blank_lines_keep_no_connection(tmp_path):
    with listening(tmp_path, headers_s=0.4) as address, dial(address) as connection:
        connection.sendall(GET + b"\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")
        assert trickle(connection)


def test_long_headers_are_refused(tmp_path):
    with listening(tmp_path) as address:
        for sent in (GET + b"X-Long: " + b"x" * 60_000, GET + b"X: 1\r\n" * 10_000, b"GET /" + b"x" * 60_000):
            with dial(address) as connection:
                connection.sendall(sent)
                assert read_all(connection).startswith(b"HTTP/1.1 431 ")
        with dial(address) as connection:  # what a browser may send is answered
            connection.sendall(GET + b"X-Long: " + b"x" * 20_000 + b"\r\nConnection: close\r\n\r\n")
            assert read_all(connection).startswith(b"HTTP/1.1 200 ")
        body = b'{"text": "' + b"x" * 300_000 + b'"}'
        head = b"POST /api/formats HTTP/1.1\r\nHost: localhost\r\nX-Sapper: 1\r\nConnection: close\r\n"
        with dial(address) as connection:
            connection.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            assert read_all(connection).startswith(b"HTTP/1.1 422 ")


def test_connections_are_limited_by_address_and_in_all(tmp_path):
    with listening(tmp_path, connections=5, connections_per_address=3) as address, ExitStack() as stack:
        ask = GET + b"\r\n"

        def answered(source):
            connection = stack.enter_context(dial(address, source))
            connection.sendall(ask)
            return connection.recv(12) == b"HTTP/1.1 200", connection

        held = [answered("127.0.0.1") for _ in range(4)]
        assert [okay for okay, _ in held] == [True, True, True, False]
        assert [answered("127.0.0.2")[0] for _ in range(3)] == [True, True, False]
        held[0][1].close()
        deadline = time.monotonic() + 10
        while not answered("127.0.0.3")[0]:  # a place is free when its connection is closed
            assert time.monotonic() < deadline


def test_who_does_not_read_is_dropped(tmp_path):
    with listening(tmp_path, unread_s=0.3) as address, dial(address) as connection:
        connection.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 300)
        assert trickle(connection)


def test_an_address_may_not_hold_all_streams():
    async def listen():
        hub = Hub(in_all=10, per_game=10, watching_a_game=10, per_address=2)
        with hub.listen("a", "one"), hub.listen("b", "one"):
            with pytest.raises(RateError, match="this address"), hub.listen("c", "one"):
                pass
            with hub.listen("c", "other"):
                pass
        with hub.listen("c", "one"):
            pass

    asyncio.run(listen())


def test_the_process_ends_though_the_database_is_locked(sqlite, tmp_path):
    server = ServerProcess(sqlite, tmp_path)
    with server:
        with sqlite3.connect(tmp_path / "games.db") as locking, server.client() as client:
            locking.execute("BEGIN EXCLUSIVE")
            with pytest.raises(httpx2.TimeoutException):
                client.post("/api/games", json={"level": "beginner"}, timeout=0.5)
            begun = time.monotonic()
            assert server.stop(signal.SIGTERM) in (-signal.SIGTERM, 128 + signal.SIGTERM)
            assert time.monotonic() - begun < 7  # the database waits ten seconds for a lock
        server.__enter__()


def test_large_boards_use_up_the_share_of_an_address_sooner(sqlite, serve):
    with serve(sqlite, limits=Limits(cells=RateLimit(0.001, 100_000))) as client:
        large, small = make(client, level="200x200/1")["id"], make(client)["id"]
        for _ in range(2):
            move(client, large, "flag", (0, 0))
        refused(client.post(f"/api/games/{large}/moves", json={"kind": "flag", "cell": [0, 0]}), 429, "too many")
        for _ in range(50):
            move(client, small, "flag", (0, 0))


@pytest.mark.parametrize("path", ["scores", "statistics", "statistics/demos", "names", "races/none", "games/none"])
def test_reads_of_the_database_are_limited(sqlite, serve, path):
    with serve(sqlite, limits=Limits(queries=RateLimit(0.001, 2))) as client:
        for _ in range(2):
            assert client.get(f"/api/{path}").status_code in (200, 404)
        refused(client.get(f"/api/{path}"), 429, "too many")


def test_an_address_has_so_many_games_a_day(sqlite, serve):
    with serve(sqlite, limits=Limits(games_per_day=3)) as client:
        game = make(client)["id"]
        move(client, game, "reveal", (4, 4))
        assert client.post(f"/api/games/{game}/branch", json={"move": 0}).status_code == 201
        assert client.post("/api/races", json={"level": "beginner"}).status_code == 201
        for path in ("games", "races"):
            refused(client.post(f"/api/{path}", json={"level": "beginner"}), 429)
        refused(client.post(f"/api/games/{game}/branch", json={"move": 0}), 429)


def test_clients_that_reset_while_they_are_answered_write_no_tracebacks(tmp_path):
    """Thirty requests in a row and a reset wrote a traceback each: 14.8 MB in 6 seconds."""
    request = b"GET /api/scores HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with ServerProcess(f"sqlite:///{tmp_path}/games.db", tmp_path) as server:
        for number in range(60):
            with socket.create_connection(("127.0.0.1", server.port)) as client:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                client.sendall(request * 30)
                time.sleep(0.001 * (number % 12))
        with server.client() as client:
            assert client.get("/api/ready").status_code == 200
    assert server.log.read_text() == "stopped\n"


def test_a_kind_of_message_is_written_once_a_minute_with_its_count(monkeypatch):
    written, now = io.StringIO(), [0.0]
    monkeypatch.setattr("sapper.web.logs.time.monotonic", lambda: now[0])
    handler = Sparing()
    handler.setStream(written)
    handler.setFormatter(Lines())
    log = logging.Logger("test")
    log.addHandler(handler)

    def fail(number: int) -> None:
        try:
            int(f"a\n{number}")
        except ValueError:
            log.exception("call %s failed", number)

    for number in range(1_000):
        fail(number)
        log.warning("the client %s is slow", number)
    now[0] = 61.0
    fail(1_000)
    first, slow, later = written.getvalue().splitlines()
    assert re.fullmatch(r"ERROR: call 0 failed: ValueError: invalid literal .* \(.*test_web_floods.py:\d+\)", first)
    assert slow == "WARNING: the client 0 is slow"
    assert later.startswith("ERROR: call 1000 failed (and 999 more of these): ValueError: invalid literal")


def test_the_server_is_ready_while_all_reads_wait(sqlite, serve):
    """Pages of scores held the four threads that read, and the server counted as down."""
    free = threading.Event()
    with serve(sqlite) as client:
        reads = client.app.state.sapper.reads
        for _ in range(20):
            reads._threads.submit(free.wait)
        try:
            assert client.get("/api/ready").status_code == 200
        finally:
            free.set()


def test_a_crowd_that_asks_the_same_costs_two_reads_and_none_gets_an_old_answer():
    reads, now, asked_all = [], [0], asyncio.Event()

    async def read() -> int:
        begun = now[0]
        reads.append(begun)
        await asked_all.wait()
        return begun

    async def ask(together: Together[str, int]) -> tuple[int, int]:
        asked = now[0]
        return asked, await together.get("beginner", read)

    async def crowd() -> list[tuple[int, int]]:
        together: Together[str, int] = Together()
        asking = []
        for number in range(200):
            now[0] = number
            asking.append(asyncio.ensure_future(ask(together)))
            await asyncio.sleep(0)
        asked_all.set()
        return await asyncio.gather(*asking)

    answers = asyncio.run(crowd())
    assert all(answer >= asked for asked, answer in answers)
    assert len(reads) == 2
    assert len(answers) == 200


def test_a_read_that_fails_fails_for_all_who_waited_and_for_nobody_later():
    async def fail() -> int:
        await asyncio.sleep(0)
        raise ValueError("gone")

    async def work() -> int:
        return 1

    async def crowd() -> list[object]:
        together: Together[str, int] = Together()
        answers = await asyncio.gather(*(together.get("a", fail) for _ in range(3)), return_exceptions=True)
        return [*answers, await together.get("a", work)]

    *failed, later = asyncio.run(crowd())
    assert [type(one) for one in failed] == [ValueError] * 3
    assert later == 1
