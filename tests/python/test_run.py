"""Runs: the same rows after being split, stopped, resumed, extended or damaged."""

import errno
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import ClassVar

import pyarrow
import pyarrow.parquet
import pytest

import sapper
from sapper import _engine
from sapper.board.level import Level
from sapper.game.layout import FirstClick
from sapper.play import player
from sapper.play.strategy import Strategy
from sapper.play.walk import Walk
from sapper.run.columns import TIMED, make_schema
from sapper.run.query import run_query
from sapper.run.spec import RunSpec

SMALL = {"level": "6x6/6", "seed": 3, "strategy": "safest"}


@pytest.fixture(autouse=True)
def small_shards(monkeypatch):
    """Shards of ten games, so that small runs have several."""
    monkeypatch.setattr("sapper.run.folder._SHARD", 10)


def rows(run):
    """All rows without the time they took."""
    return run.table.drop_columns([TIMED]).to_pylist()


def files(folder):
    return sorted(path.name for path in (folder / "games").iterdir())


def change_spec(folder, change):
    """Change values in spec.json; None removes a name."""
    saved = json.loads((folder / "spec.json").read_text()) | change
    (folder / "spec.json").write_text(json.dumps({name: value for name, value in saved.items() if value is not None}))


class WatchedFile(io.FileIO):
    """A file that knows which threads read it."""

    readers: ClassVar[set[int]] = set()

    def read(self, *sizes):
        self.readers.add(threading.get_ident())
        return super().read(*sizes)


def test_no_other_thread_reads_the_files(tmp_path, monkeypatch):
    """A thread of Arrow that holds a file of Python when Python ends can abort the process."""
    folder = tmp_path / "run"
    sapper.simulate(games=30, folder=folder, **SMALL)
    monkeypatch.setattr("sapper.run.folder.open", WatchedFile, raising=False)
    assert sapper.Run.open(folder).table.num_rows == 30
    assert WatchedFile.readers == {threading.get_ident()}


def test_a_run_in_memory():
    run = sapper.simulate(games=12, **SMALL)
    assert run.games == 12
    assert run.wins == sum(run.table["won"].to_pylist())
    assert run.win_rate.value == run.wins / 12
    assert run.folder is None
    assert run.table.column_names == make_schema().names
    assert run.table["game"].to_pylist() == list(range(1, 13))
    assert run.table["seed"].to_pylist() == sapper.game_seeds(3, 12)


@pytest.mark.parametrize("level", ["6x6/6", (6, 6, 6), sapper.Level(6, 6, 6)])
def test_levels_in_every_form(level):
    assert rows(sapper.simulate(level, games=4, seed=3, strategy="safest")) == rows(sapper.simulate(games=4, **SMALL))


def test_a_folder_holds_the_same_rows(tmp_path):
    run = sapper.simulate(games=25, folder=tmp_path / "run", **SMALL)
    assert files(tmp_path / "run") == ["000000.parquet", "000001.parquet", "000002.parquet"]
    assert rows(run) == rows(sapper.simulate(games=25, **SMALL))
    assert rows(sapper.Run.open(tmp_path / "run")) == rows(run)
    assert sapper.Run.open(tmp_path / "run") == run


def test_threads_do_not_change_the_rows():
    one, two, three = (
        sapper.simulate("expert", games=300, strategy="lookahead", threads=threads) for threads in (1, 2, 3)
    )
    assert rows(one) == rows(two) == rows(three)


def test_the_usual_budget_need_not_be_named(tmp_path):
    sapper.simulate(games=5, folder=tmp_path / "run", **SMALL)
    run = sapper.simulate(games=9, folder=tmp_path / "run", **(SMALL | {"strategy": "safest@normal"}))
    assert run.games == 9


def test_a_finished_run_plays_nothing(tmp_path):
    sapper.simulate(games=25, folder=tmp_path / "run", **SMALL)
    told = []
    run = sapper.simulate(games=20, folder=tmp_path / "run", on_progress=told.append, **SMALL)
    assert (run.games, told) == (25, [])


@pytest.mark.parametrize("games", [26, 30, 31, 47])
def test_a_run_can_be_extended(tmp_path, games):
    before = sapper.simulate(games=25, folder=tmp_path / "run", **SMALL)
    kept = before.table.to_pylist()
    told = []
    run = sapper.simulate(games=games, folder=tmp_path / "run", on_progress=told.append, **SMALL)
    assert rows(run) == rows(sapper.simulate(games=games, **SMALL))
    assert run.table.to_pylist()[:25] == kept, "what was there was played again"
    assert (told[-1].games, told[-1].played, told[-1].wins) == (games, games - 25, run.wins)


@pytest.mark.parametrize("after", [1, 13, 20])
def test_stopped_and_resumed(tmp_path, monkeypatch, after):
    monkeypatch.setattr("sapper.run.executor._SECONDS", 0.0)  # one game a piece

    def stop(progress):
        if progress.games >= after:
            raise KeyboardInterrupt

    monkeypatch.setattr("sapper.run.executor._FIRST_PIECE", 1)
    with pytest.raises(KeyboardInterrupt):
        sapper.simulate(games=35, folder=tmp_path / "run", on_progress=stop, threads=1, **SMALL)
    assert sapper.Run.open(tmp_path / "run").games == after
    run = sapper.simulate(games=35, folder=tmp_path / "run", **SMALL)
    assert rows(run) == rows(sapper.simulate(games=35, **SMALL))


def tear(file, damage):
    """Damage a shard."""
    content = file.read_bytes()
    flipped = content[:60] + bytes([content[60] ^ 255]) + content[61:]  # in the first column
    file.write_bytes({"empty": b"", "half": content[: len(content) // 2], "flipped": flipped}[damage])


@pytest.mark.parametrize("damage", ["empty", "half", "flipped", "removed"])
def test_a_torn_shard_is_played_again(tmp_path, damage):
    run = sapper.simulate(games=35, folder=tmp_path / "run", **SMALL)
    expected = rows(run)
    file = tmp_path / "run" / "games" / "000001.parquet"
    if damage == "removed":
        file.unlink()
    else:
        tear(file, damage)
    torn = [] if damage == "removed" else [file.read_bytes()]
    (tmp_path / "run" / "games" / "000003.writing").write_bytes(b"left by a crash")
    told = []
    again = sapper.simulate(games=35, folder=tmp_path / "run", on_progress=told.append, **SMALL)
    assert rows(again) == expected
    assert told[-1].played == 10
    assert [path.read_bytes() for path in file.parent.glob("000001.*.torn")] == torn, "nothing is lost"


@pytest.mark.parametrize("damage", ["empty", "half", "flipped"])
def test_reading_changes_no_file(tmp_path, damage):
    run = sapper.simulate(games=35, folder=tmp_path / "run", **SMALL)
    file = tmp_path / "run" / "games" / "000001.parquet"
    tear(file, damage)
    before = {path.name: path.read_bytes() for path in file.parent.iterdir()}
    with pytest.raises(sapper.RunError, match=r"000001\.parquet' is damaged; move it away"):
        sapper.Run.open(tmp_path / "run")
    with pytest.raises(sapper.RunError, match=r"000001\.parquet' is damaged"):
        assert run.table
    assert {path.name: path.read_bytes() for path in file.parent.iterdir()} == before


@pytest.mark.parametrize(
    "error",
    [
        PermissionError(errno.EACCES, "Permission denied"),
        OSError(errno.EMFILE, "Too many open files"),
        pyarrow.ArrowMemoryError("malloc of size 64 failed"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_shard_that_cannot_be_read_stays(tmp_path, monkeypatch, error):
    sapper.simulate(games=35, folder=tmp_path / "run", **SMALL)
    before = files(tmp_path / "run")

    def fail(*_, **__):
        raise error

    monkeypatch.setattr("pyarrow.parquet.ParquetFile", fail)
    with pytest.raises(sapper.RunError, match=r"000000\.parquet' cannot be read: "):
        sapper.Run.open(tmp_path / "run")
    with pytest.raises(sapper.RunError, match=r"000000\.parquet' cannot be read: "):
        sapper.simulate(games=45, folder=tmp_path / "run", **SMALL)
    assert files(tmp_path / "run") == before


@pytest.mark.parametrize("shard", [5, 20])
def test_shards_of_another_length_stay(tmp_path, shard):
    sapper.simulate(games=35, folder=tmp_path / "run", **SMALL)
    before = files(tmp_path / "run")
    change_spec(tmp_path / "run", {"shard": shard})
    for ask in (sapper.Run.open, lambda folder: sapper.simulate(games=45, folder=folder, **SMALL)):
        with pytest.raises(sapper.RunError, match=rf"holds something else than games .* {shard} games a file"):
            ask(tmp_path / "run")
    assert files(tmp_path / "run") == before


@pytest.mark.parametrize("name", ["0.parquet", "0abc.parquet", "0000000.parquet", "000000.parquet.old"])
def test_only_shards_are_read(tmp_path, name):
    run = sapper.simulate(games=25, folder=tmp_path / "run", **SMALL)
    expected = rows(run)
    games = tmp_path / "run" / "games"
    (games / name).write_bytes((games / "000000.parquet").read_bytes())
    again = sapper.Run.open(tmp_path / "run")
    assert (again.games, rows(again)) == (25, expected)
    assert again.query("select count(*) as n from games").to_pylist() == [{"n": 25}]


@pytest.mark.parametrize(
    ("change", "quoted"),
    [
        ({"seed": 4}, "seed 3, not 4"),
        ({"level": "6x6/7"}, "level '6x6/6', not '6x6/7'"),
        ({"first_click": "safe"}, "first_click 'zero', not 'safe'"),
        ({"start": (0, 0)}, r"start \[2, 2\], not \[0, 0\]"),
        ({"strategy": "safest,endgame_worlds=7"}, "strategy 'safest', not 'safest,endgame_worlds=7'"),
        ({"strategy": lambda analysis: analysis.safest_cells[0]}, "strategy 'safest', not"),
    ],
)
def test_another_run_is_not_mixed_in(tmp_path, change, quoted):
    sapper.simulate(games=5, folder=tmp_path / "run", **SMALL)
    with pytest.raises(sapper.RunError, match=quoted):
        sapper.simulate(games=9, folder=tmp_path / "run", **(SMALL | change))


def test_another_engine_is_not_mixed_in(tmp_path):
    sapper.simulate(games=5, folder=tmp_path / "run", **SMALL)
    change_spec(tmp_path / "run", {"signature": "7", "sapper": "0.0.9"})
    with pytest.raises(sapper.RunError, match=r"plays differently: sapper 0\.0\.9 with signature 7, while"):
        sapper.simulate(games=9, folder=tmp_path / "run", **SMALL)
    assert sapper.Run.open(tmp_path / "run").games == 5, "it can still be read"


def test_the_digest_of_play_costs_no_more_than_games_of_best_at_deep(monkeypatch):
    """All its games by `best@record` took ten seconds; now all but one are played with less work."""
    asked = []

    def play(level, start, rule, seeds, strategy, *, threads, luck_free):
        asked.append((len(seeds), strategy))
        return played

    played = player.play_games(Level(6, 6, 6), (0, 0), FirstClick.SAFE, [1, 2], Strategy.parse("safest"), threads=1)
    monkeypatch.setattr(player, "play_games", play)
    most, record = (Strategy.parse(f"best@{budget}") for budget in ("deep", "record"))
    for strategy in (most, Strategy.parse("best"), Strategy.parse("safest,endgame_worlds=7")):
        asked.clear()
        player.play_signature(strategy)
        assert asked == [(12, strategy)]
    asked.clear()
    player.play_signature(record)
    (games, less), last = asked
    assert (games, last) == (12, (1, record))
    for name, value in less.engine_settings.items():
        work = isinstance(value, int)
        assert value == (
            min(most.engine_settings[name], record.engine_settings[name]) if work else record.engine_settings[name]
        )
    assert less.engine_settings != record.engine_settings

    signatures = set()
    for changed in (None, 12, 1):  # both kinds of games count

        def play_otherwise(level, start, rule, seeds, strategy, *, threads, luck_free, changed=changed):
            return replace(played, moves=b"other") if len(seeds) == changed else played

        monkeypatch.setattr(player, "play_games", play_otherwise)
        signatures.add(player.play_signature(record))
    assert len(signatures) == 3

    monkeypatch.setattr(player, "play_games", lambda *args, **options: played)
    before = [player.play_signature(most, luck_free=luck_free) for luck_free in (False, True)]
    played = replace(played, value=played.value / 2)
    after = [player.play_signature(most, luck_free=luck_free) for luck_free in (False, True)]
    assert (after[0], after[1] != before[1]) == (before[0], True)


def test_folders_that_hold_no_run(tmp_path):
    (tmp_path / "letters").write_text("dear")
    with pytest.raises(sapper.RunError, match="holds no run: name another"):
        sapper.simulate(games=5, folder=tmp_path, **SMALL)
    with pytest.raises(sapper.RunError, match=r"no spec\.json"):
        sapper.Run.open(tmp_path)
    with pytest.raises(sapper.RunError, match=r"no spec\.json"):
        sapper.Run.open(tmp_path / "letters")
    (tmp_path / "spec.json").write_text("{")
    with pytest.raises(sapper.RunError, match="no JSON"):
        sapper.Run.open(tmp_path)
    (tmp_path / "spec.json").write_text('{"format": 99}')
    with pytest.raises(sapper.RunError, match="format 1"):
        sapper.Run.open(tmp_path)
    (tmp_path / "spec.json").write_text('{"format": 1}')
    with pytest.raises(sapper.RunError, match="no spec of a run"):
        sapper.Run.open(tmp_path)


@pytest.mark.parametrize("ask", [sapper.Run.open, lambda folder: sapper.simulate(games=9, folder=folder, **SMALL)])
@pytest.mark.parametrize(
    ("change", "quoted"),
    [
        ({"games": None}, "'games' is missing"),
        ({"games": "many"}, "games must be a whole number, not 'many'"),
        ({"games": [5]}, r"games must be a whole number, not \[5\]"),
        ({"games": 1e999}, "games must be a whole number, not inf"),
        ({"games": 2**32 + 1}, "4294967297 games are more than a run has"),
        ({"shard": None}, "'shard' is missing"),
        ({"shard": 0}, "shard must be at least 1, not 0"),
        ({"shard": -1}, "shard must be at least 1, not -1"),
        ({"shard": 2.5}, "shard must be a whole number, not 2.5"),
        ({"shard": "x"}, "shard must be a whole number, not 'x'"),
        ({"level": "99999x99999/3"}, "99999"),
        ({"start": 3}, "of whole numbers, not 3"),
        ({"strategy": 7}, "a strategy that was saved is a text, not 7"),
    ],
    ids=str,
)
def test_a_broken_spec_is_quoted(tmp_path, change, quoted, ask):
    sapper.simulate(games=5, folder=tmp_path, **SMALL)
    change_spec(tmp_path, change)
    with pytest.raises(sapper.RunError, match=rf"spec\.json' is no spec of a run: .*{quoted}"):
        ask(tmp_path)
    assert files(tmp_path) == ["000000.parquet"]


@pytest.mark.parametrize("text", ["[" * 100_000, "9" * 5_000, "{", ""], ids=["nested", "long", "cut", "empty"])
def test_a_spec_that_is_no_json(tmp_path, text):
    sapper.simulate(games=5, folder=tmp_path, **SMALL)
    (tmp_path / "spec.json").write_text(text)
    with pytest.raises(sapper.RunError, match=r"spec\.json' is no JSON"):
        sapper.Run.open(tmp_path)


def test_folders_in_place_of_files(tmp_path):
    run = sapper.simulate(games=5, folder=tmp_path, **SMALL)
    (tmp_path / "games" / "000000.parquet").unlink()
    (tmp_path / "games" / "000000.parquet").mkdir()
    for ask in (lambda: sapper.Run.open(tmp_path), lambda: run.table, lambda: run.query("select 1")):
        with pytest.raises(sapper.RunError, match="cannot be"):
            ask()
    (tmp_path / "spec.json").unlink()
    (tmp_path / "spec.json").mkdir()
    with pytest.raises(sapper.RunError, match=r"spec\.json' cannot be read"):
        sapper.Run.open(tmp_path)


def test_a_file_in_place_of_the_games(tmp_path):
    sapper.simulate(games=5, folder=tmp_path, **SMALL)
    shutil.rmtree(tmp_path / "games")
    (tmp_path / "games").touch()
    for ask in (sapper.Run.open, lambda folder: sapper.simulate(games=9, folder=folder, **SMALL)):
        with pytest.raises(sapper.RunError, match="games' cannot be read"):
            ask(tmp_path)


def test_games_that_go_after_a_run_was_opened(tmp_path):
    run = sapper.simulate(games=5, folder=tmp_path, **SMALL)
    other = sapper.simulate(games=5, **SMALL).table.drop_columns(["moves"])
    pyarrow.parquet.write_table(other, tmp_path / "games" / "000001.parquet")
    with pytest.raises(sapper.RunError, match="have different columns"):
        assert run.table
    (tmp_path / "games" / "000000.parquet").unlink()
    with pytest.raises(sapper.RunError, match="cannot be queried"):
        run.query("select 1")
    (tmp_path / "games" / "000001.parquet").write_bytes(b"PAR1")
    with pytest.raises(sapper.RunError, match="cannot be queried"):
        run.query("select 1")
    (tmp_path / "games" / "000001.parquet").unlink()
    for ask in (lambda: run.table, lambda: run.query("select 1"), lambda: next(run.puzzles())):
        with pytest.raises(sapper.RunError, match="has no finished game"):
            ask()


@pytest.mark.parametrize(
    ("change", "quoted"),
    [
        ({"games": 0}, "games must be at least 1, not 0"),
        ({"games": 1.5}, "games must be a whole number, not 1.5"),
        ({"games": 2**32 + 1}, "4294967297 games are more than a run has, which is at most 4294967296"),
        ({"games": 10**5000}, "games are more than a run has"),
        ({"threads": 0}, "threads must be at least 1, not 0"),
        ({"seed": 2**64}, "18446744073709551616"),
        ({"level": "exprt"}, "unknown level 'exprt'"),
        ({"level": (6, 6)}, r"\(rows, cols, mines\) or \(shape, mines\), not \(6, 6\)"),
        ({"first_click": "one"}, "unknown first-click rule 'one'"),
        ({"start": (6, 0)}, "cell 6,0"),
        ({"level": "6x6/33"}, "33"),
    ],
)
def test_bad_arguments_are_quoted(change, quoted):
    with pytest.raises(sapper.SapperError, match=quoted):
        sapper.simulate(**({"games": 5} | SMALL | change))


@pytest.mark.parametrize(
    ("folder", "quoted"),
    [
        (5, "not 5"),
        (b"run", "not b'run'"),
        ([], r"not \[\]"),
        ("a\0b", r"null character in its name, as 'a\\x00b'"),
        ("a\ud800b", r"not 'a\\ud800b'"),
    ],
    ids=ascii,
)
def test_names_that_no_folder_has(tmp_path, monkeypatch, folder, quoted):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(sapper.InputError, match=quoted):
        sapper.Run.open(folder)
    with pytest.raises(sapper.InputError, match=quoted):
        sapper.simulate(games=5, folder=folder, **SMALL)
    assert list(tmp_path.iterdir()) == []


def test_the_longest_run_begins_at_once(tmp_path):
    """The run would take weeks, but no work is done for all of its games before the first is played."""

    def stop(_):
        raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            sapper.simulate(games=2**32, folder=tmp_path / "run", on_progress=stop, **SMALL)
    assert sapper.Run.open(tmp_path / "run").games > 0
    with pytest.raises(sapper.LimitError, match="at most 4294967296"):
        sapper.simulate(games=2**32 + 1, folder=tmp_path / "run", **SMALL)


def test_a_run_of_a_strategy_that_is_gone_can_be_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    (tmp_path / "passing.py").write_text("def choose(analysis):\n    return analysis.safest_cells[0]\n")
    sapper.simulate("6x6/6", games=5, strategy="passing", folder=tmp_path / "run")
    sys.modules.pop("passing")
    (tmp_path / "passing.py").unlink()
    run = sapper.Run.open(tmp_path / "run")
    assert (run.games, str(run.spec.strategy)) == (5, "passing")


def test_queries(tmp_path):
    run = sapper.simulate(games=35, folder=tmp_path / "run", **SMALL)
    (lost,) = run.query("select count(*) as n, min(failed_kind) as kind from lost").to_pylist()
    assert lost == {"n": run.games - run.wins, "kind": "safest"}
    (guesses,) = run.query("select count(*) as n, count_if(failed) as failed from guesses").to_pylist()
    assert guesses["n"] == sum(run.table["guesses"].to_pylist())
    assert guesses["failed"] == run.games - run.wins
    assert run.query("select game from games")["game"].to_pylist() == list(range(1, 36))
    with pytest.raises(sapper.InputError, match="nonsense"):
        run.query("select nonsense from games")
    with pytest.raises(sapper.InputError, match="no result"):
        run.query("")


def test_a_query_that_meets_bytes_that_are_no_text():
    """DuckDB quotes bytes of a damaged file, which may not be valid UTF-8."""

    class Connection:
        def sql(self, _):
            return b"Invalid Input Error: \xff".decode()

    with pytest.raises(sapper.InputError, match=r"the query fails: .* byte 0xff"):
        run_query(Connection(), "select 1")


@pytest.mark.parametrize("name", ["a?b", "a*b", "a[x]b", "a'b", "~", "seed=7"])
def test_names_of_folders_mean_nothing_to_a_query(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    sapper.simulate(games=5, folder="axb", **SMALL)
    run = sapper.simulate(games=15, folder=name, **SMALL)
    found = run.query("select * from games")
    assert (found.num_rows, found.column_names) == (15, make_schema().names)
    assert found["seed"].to_pylist() == sapper.game_seeds(3, 15)


def test_a_run_without_a_guess_can_be_asked():
    run = sapper.simulate("4x4/0", games=3, strategy="safest")
    assert run.query("select count(*) as n from guesses").to_pylist() == [{"n": 0}]


@pytest.mark.parametrize(
    "strategy",
    [
        *_engine.strategy_names(),
        "smartguess,first=zero",
        pytest.param(lambda analysis: analysis.safest_cells[0], id="Python"),
    ],
)
def test_a_board_without_safe_cells_is_won_before_it_begins(strategy):
    run = sapper.simulate("3x3/9", games=3, strategy=strategy, first_click="none")
    played = run.table.select(["won", "clicks", "guesses", "odds", "moves"]).to_pylist()
    assert played == [{"won": True, "clicks": 0, "guesses": 0, "odds": 1.0, "moves": ""}] * 3
    assert [puzzle.play().status for puzzle in run.puzzles(every=True)] == ["won"] * 3
    layout = sapper.Layout.from_seed("3x3/9", seed=1, first_click="none")
    assert Walk.play(layout, Strategy.parse(strategy)).steps == ()


def test_the_spec_names_its_folder():
    spec = RunSpec.make("expert", seed=-1, strategy="safest", first_click="safe")
    assert spec.name == "expert-safe-0,0-safest-seed-1"
    assert RunSpec.make("4x4/2", seed=1, strategy="safest").name == "4x4_2-zero-2,2-safest-seed1"


def test_a_folder_is_played_by_one_at_a_time(tmp_path):
    """The second process fails and changes nothing; readers find the finished games."""
    sapper.simulate(games=15, folder=tmp_path / "run", **SMALL)
    read = []

    def meddle(_):
        with pytest.raises(sapper.RunError, match="run' is being played by another process"):
            sapper.simulate(games=95, folder=tmp_path / "run", **SMALL)
        read.append(sapper.Run.open(tmp_path / "run").games)

    run = sapper.simulate(games=35, folder=tmp_path / "run", on_progress=meddle, **SMALL)
    assert 15 <= read[0] <= 35
    assert rows(run) == rows(sapper.simulate(games=35, **SMALL))
    assert json.loads((tmp_path / "run" / "spec.json").read_text())["games"] == 35
    assert sapper.simulate(games=45, folder=tmp_path / "run", **SMALL).games == 45


def test_many_at_once_lose_no_game(tmp_path):
    def play(_):
        try:
            return sapper.simulate(games=300, folder=tmp_path / "run", threads=1, **SMALL).games
        except sapper.RunError as error:
            return str(error)

    with ThreadPoolExecutor(4) as pool:
        played = list(pool.map(play, range(4)))
    assert 300 in played
    assert all("is being played" in result for result in played if result != 300)
    assert rows(sapper.Run.open(tmp_path / "run")) == rows(sapper.simulate(games=300, **SMALL))


def test_a_file_system_without_locks_can_be_played_on(tmp_path, monkeypatch):
    def refuse(_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("sapper.run.lock._lock", refuse)
    assert sapper.simulate(games=15, folder=tmp_path / "run", **SMALL).games == 15


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path, monkeypatch):
    def fail(_, stream, **__):
        stream.write(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("pyarrow.parquet.write_table", fail)
        with pytest.raises(OSError, match="No space left"):
            sapper.simulate(games=15, folder=tmp_path / "run", **SMALL)
    assert files(tmp_path / "run") == []
    assert sapper.simulate(games=15, folder=tmp_path / "run", **SMALL).games == 15


SCRIPT = """
import sys, sapper
sapper.simulate("expert", games=10**6, strategy="safest", folder=sys.argv[1], threads=1,
    on_progress=lambda progress: print(progress.games, flush=True))
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_keeps_what_is_finished(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, tmp_path / "run"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    first = int(process.stdout.readline())
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors
    assert sapper.Run.open(tmp_path / "run").games >= first
    assert [name for name in files(tmp_path / "run") if not name.endswith(".parquet")] == []


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_killed_player_leaves_no_lock(tmp_path):
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, tmp_path / "run"], stdout=subprocess.PIPE, text=True)
    process.stdout.readline()
    same = {"level": "expert", "strategy": "safest", "folder": tmp_path / "run"}
    with pytest.raises(sapper.RunError, match="is being played"):
        sapper.simulate(games=20, **same)
    process.kill()
    process.communicate(timeout=60)
    (tmp_path / "run" / "spec.json.12345678.writing").write_text("{")
    (tmp_path / "run" / "games" / "000000.parquet.12345678.writing").write_bytes(b"PAR1")
    assert sapper.simulate(games=20, **same).games >= 20
    assert list(tmp_path.rglob("*.writing")) == []


def test_a_folder_that_was_only_begun(tmp_path):
    (tmp_path / "lock").touch()
    (tmp_path / "spec.json.12345678.writing").write_text("{")
    assert sapper.simulate(games=5, folder=tmp_path, **SMALL).games == 5


def first_guess(analysis):
    return analysis.safest_cells[0]


def guess_at(place):
    return lambda analysis: analysis.safest_cells[place]


class Guesser:
    def __init__(self, place):
        self.place = place

    def __call__(self, analysis):
        return analysis.safest_cells[self.place]

    def choose(self, analysis):
        return analysis.safest_cells[self.place]


def typed(source, **names):
    """A function as a notebook makes it: no file has its source."""
    scope = {"__name__": "__main__", **names}
    exec(source, scope)
    return scope["choose"]


PLAIN = "def choose(analysis):\n    return analysis.safest_cells[{}]"
HELPED = "def help(cells):\n    return cells[{}]\ndef choose(analysis):\n    return help(analysis.safest_cells)"
DEFAULT = "def choose(analysis, place={}):\n    return analysis.safest_cells[place]"
NESTED = "def choose(analysis):\n    return (lambda cells: cells[{}])(analysis.safest_cells)"
GLOBAL = "def choose(analysis):\n    return analysis.safest_cells[place]"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(
            (lambda text=text: typed(text.format(0)), lambda text=text: typed(text.format(-1)))
            for text in (PLAIN, HELPED, DEFAULT, NESTED)
        ),
        (lambda: typed(GLOBAL, place=0), lambda: typed(GLOBAL, place=-1)),
        (lambda: guess_at(0), lambda: guess_at(-1)),
        (lambda: Guesser(0), lambda: Guesser(-1)),
        (lambda: Guesser(0).choose, lambda: Guesser(-1).choose),
        (lambda: partial(typed(DEFAULT.format(0)), place=0), lambda: partial(typed(DEFAULT.format(0)), place=-1)),
        (lambda: lambda analysis: analysis.safest_cells[0], lambda: lambda analysis: analysis.safest_cells[-1]),
    ],
)
def test_a_folder_tells_two_functions_of_one_name_apart(tmp_path, one, other):
    def play(games, strategy):
        return sapper.simulate("5x5/6", games=games, strategy=strategy, folder=tmp_path / "run", first_click="safe")

    play(2, one())
    assert play(3, one()).games == 3  # the same function, made again
    if str(Strategy.parse(one())) == str(Strategy.parse(other())):
        with pytest.raises(sapper.RunError, match="holds a run with source"):
            play(4, other())
    else:
        with pytest.raises(sapper.RunError, match="holds a run with strategy"):
            play(4, other())


def test_a_function_that_cannot_be_told_apart_does_not_extend_a_run(tmp_path):
    lock = threading.Lock()  # has no pickle, so its value cannot be compared

    def choose(analysis):
        with lock:
            return analysis.safest_cells[0]

    assert sapper.simulate("5x5/6", games=2, strategy=choose, folder=tmp_path / "run").games == 2
    with pytest.raises(sapper.RunError, match="cannot be told apart"):
        sapper.simulate("5x5/6", games=3, strategy=choose, folder=tmp_path / "run")


def test_a_function_of_a_file_is_known_by_file_and_line(tmp_path):
    assert sapper.simulate("5x5/6", games=2, strategy=first_guess, folder=tmp_path / "run").games == 2
    assert sapper.simulate("5x5/6", games=3, strategy=first_guess, folder=tmp_path / "run").games == 3


def test_a_folder_with_more_games_than_asked_for_returns_all(tmp_path):
    sapper.simulate("5x5/4", games=5, strategy="safest", folder=tmp_path / "run")
    assert sapper.simulate("5x5/4", games=3, strategy="safest", folder=tmp_path / "run").games == 5
