"""Several servers on one database: none answers with less than another has acknowledged."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import cycle

import httpx2
from playing import KNOWN, layout_of, look, make, move, refused
from round_robin import balancing
from server_process import ServerProcess


def test_reads_are_never_older_than_the_last_write(database, serve):
    with serve(database) as one, serve(database) as other:
        turns = cycle([(one, other), (other, one)])
        view = make(one, **KNOWN)
        game = view["id"]
        assert look(other, game)["version"] == 0
        mines = set(layout_of(view).mines)
        for cell in [(4, 4), *((row, col) for row in range(9) for col in range(9))]:
            writer, reader = next(turns)
            if cell not in mines and view["status"] != "won":
                view = move(writer, game, "reveal", cell)
                seen = look(reader, game)
                assert (seen["version"], seen["board"]) == (view["version"], view["board"])
        assert view["status"] == "won"
        assert look(one, game)["status"] == look(other, game)["status"] == "won"


def test_what_one_server_refuses_may_be_possible_after_a_move_on_another(database, serve):
    with serve(database) as one, serve(database) as other:
        view = make(one, **KNOWN)
        game, mine = view["id"], layout_of(view).mines[0]
        move(one, game, "reveal", (4, 4))
        look(other, game)
        move(one, game, "reveal", mine)  # lost
        refused(other.post(f"/api/games/{game}/moves", json={"kind": "flag", "cell": [0, 0]}), 409)
        assert one.post(f"/api/games/{game}/undo").json()["status"] == "playing"
        assert move(other, game, "flag", mine)["version"] == 4
        assert move(one, game, "flag", mine)["version"] == 5  # a flag that only the other has seen is taken off
        # A chord that changes nothing is answered from the newest board too.
        flagged = move(other, game, "flag", (0, 0))
        flash = one.post(f"/api/games/{game}/moves", json={"kind": "chord", "cell": [4, 4]}).json()
        assert flash["version"] >= flagged["version"]


def test_servers_that_change_one_game_at_once_take_turns(database, serve):
    """Every request succeeds, and every change is in the game exactly once."""
    with serve(database) as one, serve(database) as other, ThreadPoolExecutor(12) as players:
        game = make(one, rows=10, cols=11, mines=10)["id"]
        cells = [divmod(number, 11) for number in range(110)]
        asked = [
            players.submit(server.post, f"/api/games/{game}/moves", json={"kind": "flag", "cell": cell})
            for server, cell in zip(cycle([one, other]), cells, strict=False)
        ]
        answers = [task.result() for task in asked]
        assert {answer.status_code for answer in answers} == {200}
        assert sorted(answer.json()["version"] for answer in answers) == list(range(1, 111))
        assert look(one, game)["board"] == look(other, game)["board"] == "F" * 110


def test_two_processes_behind_a_balancer(database, tmp_path):
    """Whatever the balancer picks, pages see every move at once, and are told of it."""
    with (
        ServerProcess(database, tmp_path) as one,
        ServerProcess(database, tmp_path) as other,
        balancing(one.address, other.address) as address,
        httpx2.Client(base_url=address, headers={"X-Sapper": "1"}, timeout=30) as client,
    ):
        game = make(client, **KNOWN)["id"]
        with (
            one.client() as first,
            other.client() as second,
            first.stream("GET", f"/api/games/{game}/events") as here,
            second.stream("GET", f"/api/games/{game}/events") as there,
        ):
            streams = [_versions(here), _versions(there)]
            assert [next(stream) for stream in streams] == [0, 0]
            for version in range(1, 8):
                assert move(client, game, "flag", (0, version))["version"] == version
                assert look(client, game)["version"] == version
                assert [next(stream) for stream in streams] == [version, version]


def _versions(stream):
    for line in stream.iter_lines():
        if line.startswith("data: "):
            yield int(line.rpartition(" ")[2].removesuffix("}"))
