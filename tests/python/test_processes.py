"""Python strategies in several processes: the same rows as in one, and what happens when one of them ends."""

import os
import signal
import subprocess
import sys
import time

import pytest

import sapper
from sapper.run import processes
from sapper.run.columns import TIMED, join_tables
from sapper.run.processes import ProcessExecutor
from sapper.run.spec import RunSpec

LEVEL = "9x9/18"


def last(analysis):
    return analysis.safest_cells[-1]


def rows(table):
    return table.drop_columns([TIMED]).to_pylist()


def test_the_same_rows_with_any_number_of_processes():
    shift = 1  # a closure: it can be copied with its process, but not pickled
    played = [
        sapper.simulate(LEVEL, games=300, strategy=lambda a: a.safest_cells[-shift], threads=threads)
        for threads in (None, 1, 2, 5)
    ]
    assert all(rows(run.table) == rows(played[0].table) for run in played)


def test_comparisons_and_ranges():
    spec = RunSpec.make(LEVEL, seed=3, strategy=last)
    ranges = [range(5, 40), range(100, 101), range(200, 333)]
    parts = [list(ProcessExecutor(count).play(spec, ranges)) for count in (1, 3)]
    assert parts[0][0]["game"][0].as_py() == 5
    assert rows(join_tables(parts[0])) == rows(join_tables(parts[1]))
    found = [sapper.compare(last, "safest", level=LEVEL, games=700, threads=count).pairs for count in (1, 2)]
    assert found[0] == found[1]


def test_a_fresh_process_gets_a_function_of_a_module(monkeypatch):
    monkeypatch.setattr(processes, "_START", "spawn")
    spec = RunSpec.make(LEVEL, seed=1, strategy=last)
    assert sum(table.num_rows for table in ProcessExecutor(2).play(spec, [range(1, 30)])) == 29
    spec = RunSpec.make(LEVEL, seed=1, strategy=lambda analysis: analysis.safest_cells[0])
    with pytest.raises(sapper.InputError, match=r"<lambda> cannot be sent to another process"):
        list(ProcessExecutor(2).play(spec, [range(1, 30)]))


def test_errors_of_the_function_come_back():
    class OwnError(Exception):
        """Cannot be pickled, as its class has no importable name."""

    def fail(error):
        def choose(analysis):
            raise error

        return choose

    with pytest.raises(ZeroDivisionError) as caught:
        sapper.simulate(LEVEL, games=50, strategy=fail(ZeroDivisionError("by zero")), threads=2)
    assert "in choose" in "".join(caught.value.__notes__)
    with pytest.raises(sapper.RunError, match="the strategy raised OwnError"):
        sapper.simulate(LEVEL, games=50, strategy=fail(OwnError()), threads=2)
    with pytest.raises(sapper.InputError, match=r"no hidden cell of 9x9:18:.* \(seed \d+\)"):
        sapper.simulate(LEVEL, games=50, strategy=lambda _: None, threads=2)


def test_a_process_that_ends():
    with pytest.raises(sapper.RunError, match=r"the process that played games \d+ to \d+ ended with exit code 7"):
        sapper.simulate(LEVEL, games=50, strategy=lambda _: os._exit(7), threads=2)


def test_finished_games_are_kept_and_continued(tmp_path):
    whole = sapper.simulate(LEVEL, games=400, strategy=last)

    def stop(now):
        if now.games >= 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sapper.simulate(LEVEL, games=400, strategy=last, threads=2, folder=tmp_path / "run", on_progress=stop)
    assert 100 <= sapper.Run.open(tmp_path / "run").games < 400
    run = sapper.simulate(LEVEL, games=400, strategy=last, threads=3, folder=tmp_path / "run")
    assert rows(run.table) == rows(whole.table)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_no_process_stays_behind(tmp_path, number):
    """Neither after Ctrl-C nor when the program itself is killed."""
    (tmp_path / "slow.py").write_text(
        "import os, time\n"
        "def choose(analysis):\n"
        "    open(str(os.getpid()), 'w').close()\n"
        "    time.sleep(0.05)\n"
        "    return analysis.safest_cells[0]\n"
    )
    command = [sys.executable, "-m", "sapper", "simulate", LEVEL, "--games", "1e5", "--strategy", "slow"]
    command += ["--threads", "2", "--no-folder"]
    program = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    numbers = wait_for(lambda: players if len(players := written_numbers(tmp_path)) > 1 else None)
    program.send_signal(number)
    program.wait(timeout=60)
    wait_for(lambda: not any(map(is_running, numbers)))


def written_numbers(folder):
    return [int(name) for name in os.listdir(folder) if name.isdigit()]


def is_running(number):
    try:
        with open(f"/proc/{number}/stat") as stream:
            return stream.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_for(condition):
    for _ in range(600):
        if found := condition():
            return found
        time.sleep(0.1)
    raise AssertionError("it never happened")
