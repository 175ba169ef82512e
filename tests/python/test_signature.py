"""The signature: the same in every process, and another one after any change."""

import threading

import pytest
from command_line import run_process

import sapper
from sapper.bench.signature import signature


def test_the_signature_is_one_number_the_same_in_every_process():
    runs = [run_process("bench", "--signature", env={"PYTHONHASHSEED": seed, "LC_ALL": "C"}) for seed in ("1", "2")]
    assert [result.returncode for result in runs] == [0, 0]
    assert runs[0].stdout == runs[1].stdout == f"{signature()}\n".encode()


def test_the_signature_is_the_same_in_threads():
    found = []
    threads = [threading.Thread(target=lambda: found.append(signature())) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 3
    assert set(found) == {signature()}


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("worlds", property(lambda self: 1)),
        ("dead_cells", property(lambda self: [])),
        ("outcomes", lambda self, cell: sapper.Outcomes(0.0, (0.5,) * 9)),
        ("components", property(lambda self: [])),
    ],
)
def test_the_signature_notices(monkeypatch, name, changed):
    before = signature()
    monkeypatch.setattr(sapper.Analysis, name, changed)
    assert signature() != before


def test_the_signature_fits_a_commit_message():
    assert 0 < signature() < 2**48
