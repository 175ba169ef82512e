"""The crew of worker processes: shares, deadlines, cancellation; and what one client can no longer do to others."""

from __future__ import annotations

import asyncio
import copy
import multiprocessing
import os
import pickle
import signal
import threading
import time
from contextlib import suppress

import httpx2
import pytest
from playing import ask, look, make, move, refused
from server_process import ServerProcess

from sapper.board.board import Board
from sapper.errors import ContradictionError, InputError, LimitError, NoGuessError, ParseError
from sapper.web.crew import Crew
from sapper.web.problems import BusyError, RateError
from sapper.web.settings import Lanes

_SHORT = Lanes(workers=1, brief_s=0.2, long_s=0.6, waiting=6, waiting_per_address=3)


def run_with(lanes, work):
    """What the coroutine `work(crew)` returns."""

    async def run():
        crew = Crew(lanes)
        try:
            return await work(crew)
        finally:
            await crew.close()

    return asyncio.run(run())


def fail_with_clues() -> None:
    raise ContradictionError("no world fits", [(1, 2)], True)


def test_answers_and_errors_come_back():
    async def work(crew):
        with pytest.raises(ContradictionError, match="no world fits") as caught:
            await crew.run("a", fail_with_clues)
        return await crew.run("a", divmod, 7, 2), caught.value.clues

    assert run_with(Lanes(workers=1), work) == ((3, 1), [(1, 2)])


def test_a_crew_that_stops_answers_all_jobs():
    async def work(crew):
        jobs = [asyncio.ensure_future(crew.run(str(number), time.sleep, 30)) for number in range(3)]
        await asyncio.sleep(0.05)  # one runs, the others wait
        crew.stop()
        with pytest.raises(BusyError, match="the server stops"):
            await crew.run("a", divmod, 7, 2)
        return await asyncio.gather(*jobs, return_exceptions=True)

    assert [type(error) for error in run_with(Lanes(workers=1), work)] == [BusyError] * 3


def test_a_warm_crew_has_a_worker_for_the_first_job():
    async def work(crew):
        await crew.warm_up()
        ready = multiprocessing.active_children()
        await crew.run("a", os.getpid)
        return [child.pid for child in ready], [child.pid for child in multiprocessing.active_children()]

    ready, after = run_with(Lanes(workers=1), work)
    assert len(ready) >= 2
    assert after == ready


@pytest.mark.parametrize(
    "error",
    [
        InputError("no cell", (1, 2)),
        ParseError("no board", 3, 4),
        ContradictionError("none fits", [(0, 1)], False),
        LimitError("too wide", 9),
        NoGuessError("none found", None, None),
        RateError("too many", 2.5),
    ],
)
def test_errors_can_be_pickled_and_copied(error):
    for other in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
        assert type(other) is type(error)
        assert (str(other), other.__dict__) == (str(error), error.__dict__)


def test_what_overruns_starts_again_in_the_long_lane_and_ends_at_its_deadline():
    async def work(crew):
        assert await crew.run("a", time.sleep, 0.3) is None  # too long for the brief lane
        with pytest.raises(LimitError, match=r"longer than 0\.6 seconds"):
            await crew.run("a", time.sleep, 60)
        return await crew.run("a", os.getpid)  # killed workers are replaced

    assert run_with(_SHORT, work) != os.getpid()


def test_equal_jobs_run_once():
    async def work(crew):
        return await asyncio.gather(*(crew.run("a", time.monotonic_ns, key="same") for _ in range(20)))

    assert len(set(run_with(_SHORT, work))) == 1


def test_who_used_less_time_comes_first():
    async def work(crew):
        order = []

        async def one(address):
            await crew.run(address, time.sleep, 0.1)
            order.append(address)

        await one("greedy")
        await asyncio.gather(one("greedy"), one("greedy"), one("greedy"), one("modest"))
        return order

    # One job of the greedy address was already running when the modest one came.
    assert run_with(_SHORT, work) == ["greedy", "greedy", "modest", "greedy", "greedy"]


def test_an_address_may_not_fill_the_queue():
    async def work(crew):
        tasks = [asyncio.create_task(crew.run("a", time.sleep, 0.05)) for _ in range(6)]
        await asyncio.sleep(0.01)
        told = await asyncio.gather(*tasks, return_exceptions=True)
        return sum(isinstance(answer, RateError) for answer in told)

    assert run_with(_SHORT, work) == 2  # one runs and three wait


def test_a_job_whose_caller_has_left_is_killed():
    async def work(crew):
        begun = time.monotonic()
        left = asyncio.create_task(crew.run("a", time.sleep, 60, long=True))
        await asyncio.sleep(0.3)
        left.cancel()
        await crew.run("b", divmod, 1, 1, long=True)  # the only worker of this lane is free again
        return time.monotonic() - begun

    assert run_with(Lanes(workers=1, long_s=50), work) < 30


def test_a_game_keeps_no_history_of_its_boards(client):
    """Reveal and undo in turn: only the moves that stand are kept and replayed."""
    game = make(client, level="200x200/1", seed=1)["id"]
    move(client, game, "reveal", (0, 0))
    for _ in range(8):
        assert client.post(f"/api/games/{game}/undo").status_code == 200
        move(client, game, "reveal", (0, 0))
    view = look(client, game)
    assert (view["version"], view["moves"]) == (17, 1)
    assert "changed" not in view


def test_a_game_is_loaded_as_it_was(sqlite, serve):
    with serve(sqlite) as client:
        game = make(client, level="beginner", seed=1)["id"]
        move(client, game, "flag", (0, 0))
        move(client, game, "reveal", (4, 4))
        client.post(f"/api/games/{game}/undo")
        client.post(f"/api/games/{game}/undo")
        move(client, game, "reveal", (4, 4))
        ask(client, f"/api/games/{game}/analysis")
        before = look(client, game)
    with serve(sqlite) as client:
        after = look(client, game)
    del before["elapsed_ms"], after["elapsed_ms"]
    assert after == before


def test_a_contradiction_is_explained_by_the_crew(client):
    rows = [["."] * 21 for _ in range(21)]
    for row in range(1, 21, 2):
        for col in range(1, 21, 2):
            rows[row][col] = "1"
    rows[1][1] = "8"
    text = "mines 60\n" + "\n".join("".join(row) for row in rows)
    problem = refused(client.post("/api/analyze", json={"position": text}), 422)
    assert problem["contradiction"]["clues"]


def test_endless_demos_hold_up_neither_others_nor_the_end(sqlite, tmp_path):
    server = ServerProcess(sqlite, tmp_path)
    with server:
        with server.client() as client:
            game = make(client, rows=200, cols=200, mines=4000)["id"]
            move(client, game, "reveal", (100, 100))

        def demo() -> None:
            # The server stops while it computes.
            with suppress(OSError, httpx2.HTTPError), server.client() as client:
                client.post(f"/api/games/{game}/demo", json={"strategy": "best@normal"})

        clients = [threading.Thread(target=demo) for _ in range(7)]
        for thread in clients:
            thread.start()
        time.sleep(0.5)
        with server.client() as client:
            begun = time.monotonic()
            assert client.get("/api/names").status_code == 200
            assert time.monotonic() - begun < 5  # it was half a minute and more
        begun = time.monotonic()
        server.stop(signal.SIGTERM)
        assert time.monotonic() - begun < 8  # it never ended
        for thread in clients:
            thread.join(timeout=30)
        server.__enter__()


def test_the_board_of_a_position_reaches_a_worker():
    board = Board.from_text("mines 1\n.1.\n")
    assert pickle.loads(pickle.dumps(board)) == board
