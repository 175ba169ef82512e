"""The commands that play: what they read, print and save."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time

import pytest
from command_line import check_refused, run, written

import sapper

PLAY = ("simulate", "beginner", "--strategy", "safest")


def test_simulate_prints_and_keeps(tmp_path):
    folder = tmp_path / "run"
    result = run("simulate", "beginner", "--games", 30, "--strategy", "safest", "--out", folder)
    assert result.exit_code == 0
    kept = sapper.Run.open(folder)
    assert kept.games == 30
    assert f"won {kept.wins} of 30 games" in result.stdout
    assert f"saved in {folder}" in result.stdout
    more = json.loads(
        run("simulate", "beginner", "--games", 40, "--strategy", "safest", "--out", folder, "--json").stdout
    )
    assert (more["games"], more["folder"]) == (40, str(folder))
    assert more["interval"][0] < more["win_rate"] < more["interval"][1]


def test_simulate_names_its_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("simulate", "5x5/3", "--games", 3, "--strategy", "safest", "--start", "1,1", "--first-click", "safe")
    assert [path.name for path in (tmp_path / "runs").iterdir()] == ["5x5_3-safe-1,1-safest-seed1"]
    run("simulate", "5x5/3", "--games", 3, "--strategy", "safest", "--no-folder")
    assert len(list((tmp_path / "runs").iterdir())) == 1


def test_simulate_stopped(tmp_path, monkeypatch):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("sapper.run.executor.play_games", stop)
    result = run("simulate", "beginner", "--games", 30, "--strategy", "safest", "--out", tmp_path / "run")
    assert result.exit_code == 130
    assert "the same command continues the run" in result.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_simulate_stopped_by_a_signal(tmp_path, number):
    folder = tmp_path / "run"
    command = [sys.executable, "-m", "sapper", "simulate", "beginner", "--strategy", "safest", "--out", str(folder)]
    process = subprocess.Popen([*command, "--games", "100000000"], stderr=subprocess.PIPE, text=True)
    while not list(folder.glob("games/*.parquet")):
        time.sleep(0.05)
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "the same command continues the run" in errors
    assert sapper.Run.open(folder).games > 0


def test_simulate_refuses(tmp_path):
    (tmp_path / "letter").write_text("dear")
    check_refused(run("simulate", "exprt", "--games", 3), "'exprt'")
    check_refused(run("simulate", "expert", "--games", 0, "--no-folder"), "games must be at least 1, not 0")
    check_refused(run("simulate", "expert", "--games", 3, "--strategy", "nothing_here"), "'nothing_here'")
    check_refused(run("simulate", "expert", "--games", 3, "--start", "x"), "'x'")
    check_refused(run("simulate", "expert", "--games", 3, "--out", tmp_path), "holds no run")


def test_query(tmp_path):
    run(*PLAY, "--games", 30, "--out", tmp_path / "run")
    sql = "select won, count(*) as games, avg(odds) as odds, min(guess_kinds) as kinds from games group by won"
    printed = run("query", tmp_path / "run", sql + " order by won")
    assert printed.exit_code == 0
    assert printed.stdout.splitlines()[0].split() == ["won", "games", "odds", "kinds"]
    found = json.loads(run("query", tmp_path / "run", sql, "--json").stdout)
    assert sum(row["games"] for row in found) == 30
    lines = run("query", tmp_path / "run", "select game, moves, progress from games", "--csv").stdout.splitlines()
    assert lines[0] == "game,moves,progress"
    assert len(lines) == 31


def test_query_prints_fifty_rows_of_short_cells(tmp_path):
    """10,000 rows of all columns were 1.1 GB, 89 lines a row."""
    run("simulate", "9x9/10", "--games", 80, "--strategy", "safest", "--out", tmp_path / "run")
    printed = run("query", tmp_path / "run", "select *, moves || moves || moves as long from games")
    head, *lines = printed.stdout.splitlines()
    assert len(lines) == 50
    assert [line.split()[0] for line in lines] == [str(number) for number in range(1, 51)]
    assert all(len(cell.strip()) <= 60 for line in lines for cell in line.split("  "))
    assert any("…" in line for line in lines)
    assert printed.stderr == "… 50 of 80 rows; --csv and --json print them all\n"
    assert head.split()[-1] == "long"
    assert len(run("query", tmp_path / "run", "select * from games", "--csv").stdout.splitlines()) == 81
    found = json.loads(run("query", tmp_path / "run", "select * from games", "--json").stdout)
    assert [row["game"] for row in found] == list(range(1, 81))


def test_query_prints_strict_json(tmp_path):
    run("simulate", "4x4/3", "--games", 2, "--strategy", "safest", "--out", tmp_path / "run")
    sql = "select 'nan'::float as a, [1.0, '-inf'::float] as b, {'c': 'inf'::double} as d, null as e from games"

    def refuse(word):
        raise AssertionError(word)

    found = json.loads(run("query", tmp_path / "run", sql, "--json").stdout, parse_constant=refuse)
    assert found == [{"a": None, "b": [1.0, None], "d": {"c": None}, "e": None}] * 2
    assert json.loads(run("query", tmp_path / "run", "select 1 as a where false", "--json").stdout) == []


def test_query_prints_what_stands_in_brackets(tmp_path):
    run("simulate", "4x4/3", "--games", 2, "--strategy", "safest", "--out", tmp_path / "run")
    printed = run("query", tmp_path / "run", "select '[bold]x[/nope]' as \"[/y]\", ['a']::varchar as k from games")
    assert [line.split() for line in printed.stdout.splitlines()] == [["[/y]", "k"], *[["[bold]x[/nope]", "[a]"]] * 2]


def test_query_keeps_columns_of_one_name_apart(tmp_path):
    run("simulate", "4x4/3", "--games", 2, "--strategy", "safest", "--out", tmp_path / "run")
    sql = "select 1 as a, 'x' as a, 3 as b"
    printed = run("query", tmp_path / "run", sql).stdout.splitlines()
    assert [line.split() for line in printed] == [["a", "a", "b"], ["1", "x", "3"]]
    assert run("query", tmp_path / "run", sql, "--csv").stdout == "a,a,b\n1,x,3\n"
    check_refused(run("query", tmp_path / "run", sql, "--json"), "several columns are called 'a'")


def test_query_refuses(tmp_path):
    check_refused(run("query", tmp_path / "none", "select 1"), "none' holds no run")
    run(*PLAY, "--games", 3, "--out", tmp_path / "run")
    check_refused(run("query", tmp_path / "run", "select nonsense from games"), "nonsense")
    check_refused(run("query", tmp_path / "run", "selct"), "selct")


def test_compare(tmp_path):
    sides = ("compare", "safest", "random", "--level", "9x9/16")
    result = run(*sides, "--games", 600, "--out", tmp_path / "found")
    assert result.exit_code == 0
    assert "A - B  +" in result.stdout
    saved = json.loads((tmp_path / "found" / "comparison.json").read_text())
    assert json.loads(run(*sides, "--games", 600, "--json", "--threads", 1).stdout) == saved
    boards = (tmp_path / "found" / "boards.csv").read_text().splitlines()
    assert len(boards) == 1 + saved["only_first"] + saved["only_second"]
    stopped = json.loads(run(*sides, "--games", 90_000, "--stop", "0,3", "--error", 0.1, "--json").stdout)
    assert (stopped["decision"], stopped["games"] < 90_000) == ("first", True)
    against = run("compare", "safest", "--against", tmp_path / "found" / "boards.csv")
    check_refused(against, "needs the columns seed and won")


def test_compare_refuses(tmp_path):
    check_refused(run("compare", "safest"), "two sides")
    check_refused(run("compare", "safest", "random", "--against", "x.csv"), "give B or --against, not both")
    check_refused(run("compare", "safest", "--against", "x.txt"), "'x.txt'")
    check_refused(run("compare", "safest", "--against", "no_such.csv"), "no_such.csv")
    check_refused(run("compare", "safest", "random", "--games", 5, "--stop", "1"), "not '1'")
    check_refused(run("compare", "safest", "random", "--games", 5, "--stop", "1,0"), "1.0 and 0.0")


def test_solve_prints_every_move():
    result = run("solve", "--seed", 5, "--strategy", "safest", "--all")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "layout 16x30/99 seed 5 first-click zero start 3,3"
    assert lines[1].split()[:4] == ["1", "reveal", "3,3", "start"]
    assert any("single clue: The " in line for line in lines)
    assert any("% safe" in line and "the lowest chance of a mine" in line for line in lines)
    assert lines[-1].startswith("won after ")
    found = json.loads(run("solve", "--seed", 5, "--strategy", "safest", "--json").stdout)
    assert (found["won"], found["died"], found["seed"]) == (True, None, 5)
    assert f"won after {len(found['moves'])} clicks" in lines[-1]


def test_solve_replays_a_game_of_a_run(tmp_path):
    kept = sapper.simulate("9x9/16", games=30, strategy="safest", folder=tmp_path / "run")
    lost = kept.query("select * from lost limit 1").to_pylist()[0]
    result = run("solve", tmp_path / "run", "--game", lost["game"])
    assert f"the mine at {lost['died_row']},{lost['died_col']} went off" in result.stdout
    assert f"seed {lost['seed']} " in result.stdout


def test_solve_reads_a_layout(tmp_path):
    path = written(tmp_path, run("generate", "beginner", "--seed", 4).stdout)
    assert run("solve", path).stdout == run("solve", "--seed", 4, "--level", "beginner").stdout
    bare = written(tmp_path, "...\n..*\n", "bare.txt")
    assert "reveal 0,0  start, 83.33 % safe" in run("solve", bare).stdout


def test_solve_refuses(tmp_path):
    board = written(tmp_path, "mines 1\n.1\n")
    check_refused(run("solve", board), "is a board")
    check_refused(run("solve", written(tmp_path, "nonsense", "text")), "text'", "'n'")
    check_refused(run("solve", board, "--seed", 1), "not both")
    check_refused(run("solve", "--game", 1), "--game: valid only with FILE")
    check_refused(run("solve", tmp_path / "none.txt"), "none.txt")
    sapper.simulate("5x5/3", games=3, strategy="safest", folder=tmp_path / "run")
    check_refused(run("solve", tmp_path / "run", "--game", 4), "no game 4, but 3 games")
    check_refused(run("solve", tmp_path / "run"), "choose one of the 3 games")


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal")
def test_solve_asks_in_a_terminal():
    """Next, to the guess, back, to the end, quit: in a real terminal."""
    terminal, inside = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "sapper", "solve", "--seed", "5", "--strategy", "safest"],
        stdin=inside,
        stdout=inside,
        stderr=inside,
        env=os.environ | {"COLUMNS": "160", "TERM": "xterm"},
        close_fds=True,
    )
    os.close(inside)
    assert b"next: " in read_screen(terminal, 60)
    for key, wanted in ((b"n", b"move 1 of"), (b"g", b"% safe"), (b"b", b"move"), (b"e", b"won after")):
        shown = b""
        while b"quit" not in shown:  # a key pressed before the program listens is dropped
            time.sleep(0.2)
            os.write(terminal, key)
            shown = read_screen(terminal, 2)
        assert wanted in shown
    while process.poll() is None:
        os.write(terminal, b"q")
        time.sleep(0.1)
    assert process.wait(timeout=60) == 0
    os.close(terminal)


def read_screen(terminal, seconds):
    """Return the output up to the line about the keys, or until there is none for a while."""
    shown = b""
    while b"quit" not in shown and select.select([terminal], [], [], seconds)[0]:
        shown += os.read(terminal, 65536)
    return shown


@pytest.mark.parametrize("text", ["1e2", "100", "0.1k", "1_00", "1.0e2"])
def test_games_are_counted_in_every_form(text):
    result = run("simulate", "4x4/2", "--games", text, "--strategy", "safest", "--no-folder")
    assert " of 100 games" in result.stdout


@pytest.mark.parametrize("text", ["1.5", "1e-2", "-3", "", "1e", "k", "1e6x", "0x10", "nan"])
@pytest.mark.parametrize(
    "command", [("simulate", "4x4/2"), ("sweep", "4x4/2", "--vary", "start"), ("compare", "safest", "best")]
)
def test_what_is_no_number_of_games(command, text):
    result = run(*command, "--games", text)
    assert result.exit_code == 2
    assert f"must be a whole number such as 500, 1e6, 1_000_000 or 100k, not '{text}'" in result.stderr


def test_a_sweep_over_levels_needs_no_level():
    swept = run("sweep", "--vary", "level=4x4/2,5x5/3", "--games", "20", "--strategy", "safest", "--json")
    points = json.loads(swept.stdout)["points"]
    assert len(points) == 2
    check_refused(run("sweep", "--vary", "mines=2,3", "--games", "20"), "name a LEVEL")


def test_a_failed_query_says_why_in_a_line(tmp_path):
    run("simulate", "4x4/2", "--games", "5", "--out", str(tmp_path / "run"))
    failed = run("query", str(tmp_path / "run"), "select avg(won) from games")
    check_refused(failed, "explicit type casts")
    assert "Candidate" not in failed.stderr
