"""Whole small boards: against known optima and the definition; what the command prints; Ctrl-C."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from math import comb

import pytest
from command_line import check_refused, run
from oracle.boards import golden, near
from oracle.optimal import whole_board

import sapper
from sapper import FirstClick, InputError, LimitError, optimum

BOARDS = golden("small_board_optima.json")["boards"]


@pytest.mark.parametrize("known", BOARDS, ids=lambda b: f"{b['rows']}x{b['cols']}/{b['mines']}")
def test_known_optima(known):
    for rule in ("none", "safe"):
        found = optimum((known["rows"], known["cols"], known["mines"]), first_click=rule)
        assert (found.wins, found.total) == (known[f"{rule}_wins"], known[f"{rule}_total"])


@pytest.mark.parametrize(
    "size", [(1, 1, 0), (1, 1, 1), (1, 5, 2), (2, 2, 1), (2, 2, 4), (2, 3, 2), (2, 4, 3), (3, 3, 2)]
)
def test_every_start_cell_is_what_the_definition_says(size):
    expected = whole_board(*size)
    rows, cols, mines = size
    for rule in set(FirstClick) - {FirstClick.MOVED}:
        spared = dict.fromkeys(expected, 0 if rule is FirstClick.NONE else 1)
        if rule.opens:
            spared = {cell: 1 + len(near(cell, rows, cols)) for cell in expected}
        totals = {cell: comb(rows * cols - spared[cell], mines) for cell in expected}
        possible = [cell for cell in sorted(expected) if totals[cell]]
        if not possible:
            with pytest.raises(InputError, match=str(rule)):
                optimum(size, first_click=rule)
            continue
        found = optimum(size, first_click=rule)
        assert [start.cell for start in found.every] == possible
        for start in found.every:
            assert start.total == totals[start.cell]
            assert start.wins == expected[start.cell][rule.opens]
        best = max(start.probability for start in found.every)
        assert found.starts == tuple(start.cell for start in found.every if start.probability == best)
        assert sapper.Optimum(found.level, rule, found.every).best.probability == best


def test_one_start_cell():
    every = optimum("4x4/5").every
    for start in (every[0], every[5], every[-1]):
        alone = optimum("4x4/5", start=start.cell)
        assert alone.every == (start,)
        assert alone.starts == (start.cell,)


def test_progress_is_reported():
    told = []
    found = optimum("4x4/3", on_progress=lambda *now: told.append(now))
    assert [now[:2] for now in told] == [(1, 3), (2, 3), (3, 3)]
    assert told[-1][2] == float(found.best.probability)


def test_bad_input():
    for size in [(0, 3, 1), (3, 3, 10), (3, 3, -1)]:
        with pytest.raises(InputError):
            optimum(size)
    with pytest.raises(InputError, match="outside"):
        optimum("3x3/2", start=(3, 0))
    with pytest.raises(InputError, match="first-click"):
        optimum("3x3/2", first_click="lucky")
    with pytest.raises(InputError, match=r"equally likely.*'moved'"):
        optimum("3x3/2", first_click="moved")
    with pytest.raises(LimitError, match="65"):
        optimum("5x13/1")
    with pytest.raises(LimitError, match="layouts"):
        optimum("8x8/10")


def test_the_command():
    printed = json.loads(run("optimum", "4x4/4", "--first-click", "none", "--json").stdout)
    assert (printed["wins"], printed["total"]) == (961, 1820)
    assert printed["starts"] == [[0, 1], [0, 2], [1, 0], [1, 3], [2, 0], [2, 3], [3, 1], [3, 2]]
    assert len(printed["every"]) == 16
    text = run("optimum", "4x4/4", "--first-click", "safe").stdout
    assert "961 of 1,365 layouts" in text
    assert text.count("%") == 17
    one = json.loads(run("optimum", "3x3/3", "--start", "1,1", "--json").stdout)
    assert (one["wins"], one["total"], one["starts"]) == (20, 84, [[1, 1]])
    check_refused(run("optimum", "3x3/3", "--start", "5,1"), "outside")
    check_refused(run("optimum", "expert"), "64 cells")
    check_refused(run("optimum", "3x3/9", "--first-click", "zero"), "zero")
    check_refused(run("optimum", "3x3/3", "--first-click", "moved"), "'moved'")


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_ctrl_c_stops_the_command():
    child = subprocess.Popen(
        [sys.executable, "-m", "sapper", "optimum", "6x6/6"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        time.sleep(4)
        assert child.poll() is None
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=20)
    finally:
        child.kill()
    assert child.returncode == 130
    assert out == b""
    assert err == b"stopped\n"
