"""Runs on a cluster: the same rows in the same order, also when a worker is killed."""

import os
import signal
import sys

import dask
import distributed
import pytest

import sapper
from sapper.run.cluster import ClusterExecutor
from sapper.run.columns import TIMED, join_tables
from sapper.run.spec import RunSpec

SPEC = RunSpec.make("expert", seed=4, strategy="safest")


def rows(table):
    return table.drop_columns([TIMED])


@pytest.fixture(scope="module")
def executor():
    # The time after which the rows of a dead worker are given up; the default is half a minute.
    with dask.config.set({"distributed.comm.timeouts.connect": "3s"}), ClusterExecutor("local:2") as executor:
        yield executor


@pytest.fixture(scope="module")
def expected():
    return rows(sapper.simulate("expert", games=3000, seed=4, strategy="safest").table)


def test_the_same_rows_in_the_same_order(executor, expected):
    pieces = list(executor.play(SPEC, [range(1, 1001), range(1001, 3001)]))
    assert len(pieces) > 3, "progress comes back while it runs"
    assert rows(join_tables(pieces)) == expected


def test_a_killed_worker_loses_nothing(executor, expected):
    workers = list(executor.client.run(os.getpid).values())
    pieces = []
    for piece in executor.play(SPEC, [range(1, 3001)]):
        pieces.append(piece)
        if len(pieces) in (2, 6):
            os.kill(workers.pop(), signal.SIGKILL)
    assert not workers
    assert rows(join_tables(pieces)) == expected


def test_an_error_of_the_strategy_comes_back(executor):
    spec = RunSpec.make("9x9/20", seed=1, strategy=lambda _: (99, 99))
    with pytest.raises(sapper.InputError, match=r"\(99, 99\)"):
        list(executor.play(spec, [range(1, 50)]))


def test_a_scheduler_that_is_there(executor, tmp_path, monkeypatch, expected):
    """By address, into a folder, with a strategy from a user's module, as another process would."""
    address = executor.client.scheduler_info()["address"]
    run = sapper.simulate("expert", games=300, seed=4, strategy="safest", cluster=address, folder=tmp_path / "run")
    assert rows(run.table) == expected.slice(0, 300)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    (tmp_path / "sent_along.py").write_text("def choose(analysis):\n    return analysis.safest_cells[0]\n")
    told = []
    sent = sapper.simulate("9x9/20", games=40, strategy="sent_along", cluster=address, on_progress=told.append)
    assert rows(sent.table) == rows(sapper.simulate("9x9/20", games=40, strategy="sent_along").table)
    assert told[-1].games == 40


def test_a_client_that_is_handed_in(executor, expected):
    """It plays, also a function without a name, and stays connected."""
    run = sapper.simulate("expert", games=200, seed=4, strategy="safest", cluster=executor.client)
    assert rows(run.table) == expected.slice(0, 200)
    played = [
        sapper.simulate("9x9/18", games=60, strategy=lambda a: a.safest_cells[-1], cluster=cluster)
        for cluster in (None, executor.client)
    ]
    assert rows(played[0].table) == rows(played[1].table)
    assert executor.client.status == "running"


def test_a_closed_client(executor):
    client = distributed.Client(executor.client.scheduler_info()["address"], set_as_default=False)
    client.close()
    with pytest.raises(sapper.InputError, match="the client of Dask is closed, not connected"):
        sapper.simulate("expert", games=20, strategy="safest", cluster=client)


def test_the_sequential_test_says_the_same(executor):
    address = executor.client.scheduler_info()["address"]
    options = {"level": "expert", "games": 5000, "test": sapper.SequentialTest(worse=0, better=3)}
    local = sapper.compare("safest", "random", threads=1, **options)
    remote = sapper.compare("safest", "random", cluster=address, **options)
    assert local.games < 5000
    assert (local.pairs, local.differing, local.decision) == (remote.pairs, remote.differing, remote.decision)


def last_safest(analysis):
    return analysis.safest_cells[-1]


@pytest.mark.parametrize("strategy", ["lookahead", last_safest])
def test_luck_free_games_have_the_same_values(executor, strategy):
    address = executor.client.scheduler_info()["address"]
    options = {"games": 60, "seed": 4, "luck_free": True}
    here = sapper.simulate("intermediate", strategy=strategy, threads=1, **options)
    there = sapper.simulate("intermediate", strategy=strategy, cluster=address, **options)
    assert rows(here.table) == rows(there.table)
    options |= {"level": "intermediate"}
    here = sapper.compare(strategy, "safest", threads=1, **options)
    there = sapper.compare(strategy, "safest", cluster=address, **options)
    assert (here.pairs, here.differing) == (there.pairs, there.differing)


@pytest.mark.parametrize(
    ("address", "error", "quoted"),
    [
        ("somewhere", sapper.InputError, "not 'somewhere'"),
        ("local:0", sapper.InputError, "not 'local:0'"),
        (5, sapper.InputError, "not 5"),
        ("tcp://127.0.0.1:9", sapper.RunError, "tcp://127.0.0.1:9"),
    ],
)
def test_clusters_that_are_none(address, error, quoted, monkeypatch):
    monkeypatch.setattr("sapper.run.cluster._WAIT", 1)
    with pytest.raises(error, match=quoted):
        sapper.simulate("4x4/2", games=2, cluster=address)


def test_threads_are_the_clusters_own():
    with pytest.raises(sapper.InputError, match="threads cannot be 2"):
        sapper.simulate("4x4/2", games=2, cluster="local:1", threads=2)
