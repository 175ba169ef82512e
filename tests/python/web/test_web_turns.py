"""The event loop: who starts first, what is not collected, and versions that are read without a thread."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys

import pytest

from sapper.web.database import open_database
from sapper.web.turns import Turns
from sapper.web.usage import Usage
from sapper.web.versions import Versions


async def begin(turns, address, order, work=None):
    await turns.enter(address)

    async def note():
        order.append(address)
        return await work if work is not None else None

    return await turns.measure(address, note())


def test_a_client_that_floods_waits_for_itself():
    async def flood():
        turns, order = Turns(), []
        await asyncio.gather(
            *(begin(turns, "flood", order) for _ in range(100)),
            *(begin(turns, f"player {n}", order) for n in range(5)),
        )
        return order

    order = asyncio.run(flood())
    assert order[0] == "flood"  # the loop had time
    assert sorted(order[1:6]) == [f"player {number}" for number in range(5)]
    assert order.count("flood") == 100


def test_clients_that_use_nearly_the_same_start_in_the_order_they_came():
    async def come():
        turns, order = Turns(), []
        for address, seconds in (("a", 1.5), ("b", 1.1), ("c", 1.3), ("flood", 5.0)):
            turns._used.add(address, seconds)
        await asyncio.gather(*(begin(turns, address, order) for address in ("first", "flood", "a", "b", "c")))
        return order

    assert asyncio.run(come()) == ["first", "a", "b", "c", "flood"]


def test_a_request_that_is_cancelled_while_it_waits_leaves_its_turn_to_others():
    async def cancel():
        turns, order = Turns(), []
        tasks = [asyncio.create_task(begin(turns, name, order)) for name in ("first", "left", "stays")]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.wait(tasks, timeout=5)
        await asyncio.wait_for(begin(turns, "late", order), 5)
        return order

    assert asyncio.run(cancel()) == ["first", "stays", "late"]


def test_a_measured_request_returns_raises_and_is_cancelled_as_if_it_were_not_measured():
    async def fail():
        await asyncio.sleep(0)
        raise ValueError("its own")

    async def measured():
        turns = Turns()
        assert await begin(turns, "a", [], asyncio.sleep(0.001, "answer")) == "answer"
        with pytest.raises(ValueError, match="its own"):
            await begin(turns, "a", [], fail())
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(begin(turns, "a", [], asyncio.sleep(60)), 0.01)

    asyncio.run(measured())


def test_turns_go_on_in_another_loop():
    turns, order = Turns(), []
    for address in ("one", "two"):
        asyncio.run(begin(turns, address, order))
    assert order == ["one", "two"]


def test_usage_is_forgotten_with_time_and_stays_small():
    now = [0.0]
    usage = Usage(half_life=1.0, clock=lambda: now[0])
    usage.add("old", 1.0)
    now[0] = 25.0
    usage.add("new", 0.001)
    assert usage.of("old") < usage.of("new")
    for number in range(20_001):
        usage.add(str(number), 1e-9)
    assert len(usage._used) <= 10_001


def test_the_version_of_a_game_is_read_while_another_program_writes_or_locks(tmp_path):
    engine = open_database(f"sqlite:///{tmp_path}/games.db")
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "INSERT INTO games (id, origin, level, first_click, no_guess, seed, seed_chosen, helped, created_at) "
            "VALUES ('g', 'new', '9x9/10', 'zero', 0, 1, 0, 0, 0)"
        )

    async def read():
        versions = Versions(engine)
        writer = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
        try:
            assert (await versions.get("g"), await versions.get("none")) == (0, None)
            writer.execute("BEGIN IMMEDIATE")
            writer.execute("INSERT INTO events (game, number, kind, at) VALUES ('g', 1, 'help', 0)")
            assert await versions.get("g") == 0
            writer.execute("COMMIT")
            assert await versions.get("g") == 1
            versions._near.read = lambda game: (_ for _ in ()).throw(sqlite3.OperationalError("database is locked"))
            assert await versions.get("g") == 1
        finally:
            writer.close()
            versions.close()

    asyncio.run(read())
    engine.dispose()


def test_the_collector_skips_what_was_loaded_before_the_first_request():
    """A full collection of all modules stops every request for a tenth of a second."""
    code = (
        "import gc; import sapper.web.app; from sapper.web import server; server._spare_collections();"
        "print(gc.get_freeze_count() > 10 * len(gc.get_objects()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
