"""Replays: every format read from files of our own making, the rules of the mouse, writers, and broken files."""

from __future__ import annotations

import json
import math
import random
from contextlib import suppress

import numpy as np
import pyarrow.parquet
import pytest
import replay_files as files
from command_line import run

from sapper import InputError, Layout, MouseRules, ParseError, Replay, metrics
from sapper.game.statistics import TimedClick, judge
from sapper.play.luck import pluck_of
from sapper.replay.mouse import list_clicks, play_mouse
from sapper.replay.recording import Events, Kind
from sapper.replay.report import list_progress, report_files
from sapper.replay.review import review, spend_time
from sapper.replay.table import COLUMNS, measure_files


def find_clicks(events, *, layout=None, cell=16, rules=MouseRules()):  # noqa: B008  # immutable
    layout = layout or Layout.from_mines(1, 5, [])
    return list_clicks(play_mouse(layout, events, cell=cell, rules=rules), events, cols=layout.cols)


LAYOUT = Layout.from_seed("8x8/10", seed=3, first_click="safe", start=(7, 7))
BIG = Layout.from_seed("16x30/99", seed=3, first_click="safe", start=(7, 7))


def play(layout, *, cell=16, step=50):
    """A won game: moves, left clicks on most cells, a flag, and chords with both buttons and with the middle one."""
    safe = [(row, col) for row in range(layout.rows) for col in range(layout.cols) if (row, col) not in layout.mines]
    events, time = [], 0

    def add(kind, place):
        events.append((int(kind), time, place[1] * cell + 3, place[0] * cell + 5))

    for number, place in enumerate(safe):
        if number:
            add(Kind.MOVE, place)
        add(Kind.LEFT_DOWN, place)
        if number % 7 == 3:
            add(Kind.RIGHT_DOWN, place)
        time += step
        add(Kind.LEFT_UP, place)
        if number % 7 == 3:
            add(Kind.RIGHT_UP, place)
            add(Kind.LEFT_DOWN, place)
            add(Kind.LEFT_UP, place)
        if number % 9 == 5:
            add(Kind.RIGHT_DOWN, layout.mines[0])
            add(Kind.RIGHT_UP, layout.mines[0])
            add(Kind.MIDDLE_DOWN, place)
            add(Kind.MIDDLE_UP, place)
    return events


def game(layout, **settings):
    return layout.rows, layout.cols, layout.mines, play(layout, **settings)


MADE = {
    "avf": lambda: files.write_avf(*game(LAYOUT)),
    "avf custom": lambda: files.write_avf(*game(Layout.from_mines(3, 5, [(0, 0), (2, 4)]))),
    "fsvf": lambda: files.write_avf(*game(LAYOUT, step=57), free=True),
    "rmv 1": lambda: files.write_rmv(*game(LAYOUT)),
    "rmv 2": lambda: files.write_rmv(*game(LAYOUT, cell=24), kind=2),
    "umf": lambda: files.write_umf(*game(LAYOUT)),
    "mvf 0.97": lambda: files.write_mvf(*game(LAYOUT)),
    "mvf 2006": lambda: files.write_mvf(*game(BIG, step=13), year=2006, key=65535),
    "mvf 2007": lambda: files.write_mvf(*game(LAYOUT), year=2007, key=0),
    "mvf 0.96": lambda: files.write_mvf_old(*game(BIG)),
    "mvf 0.76": lambda: files.write_mvf_old(*game(BIG), version="0.76"),
    "mvf 0.75": lambda: files.write_mvf_old(*game(BIG), version="0.75"),
    **{
        f"evf {version}": lambda version=version: files.write_evf_old(*game(LAYOUT, cell=20), version=version)
        for version in range(4)
    },
    "evf 4": lambda: Replay.read(files.write_avf(*game(LAYOUT))).to_evf(),
    "rawvf 6": lambda: Replay.read(files.write_avf(*game(LAYOUT))).to_rawvf(),
}


@pytest.mark.parametrize("name", MADE)
def test_every_format(name):
    replay = Replay.read(MADE[name]())
    layout = replay.layout
    step = {"fsvf": 57, "mvf 2006": 13}.get(name, 50)
    expected = find_clicks(Events.of(play(layout, step=step)), layout=layout)
    assert replay.format == name.split()[0]
    assert layout in (LAYOUT, BIG, Layout.from_mines(3, 5, [(0, 0), (2, 4)]))
    assert [(click.kind, click.cell) for click in replay.clicks if click.kind != "right"] == [
        (click.kind, click.cell) for click in expected if click.kind != "right"
    ]
    scale = 10 if name.startswith(("avf", "mvf 0")) else 1
    wanted = [round(1000 * click.at) // scale * scale for click in expected if click.kind != "right"]
    assert [round(1000 * click.at) for click in replay.clicks if click.kind != "right"] == wanted
    assert (replay.won, replay.lost, replay.fault) == (True, False, None)
    assert replay.statistics.completion == 1
    assert replay.statistics.bbbv == layout.bbbv
    assert replay.path > 0


def test_what_files_tell():
    arbiter = Replay.read(MADE["avf"]()).recording
    assert (arbiter.player, arbiter.program, arbiter.started) == (
        "Zoë",
        "Minesweeper Arbiter 0.52.3",
        "2022-10-18T20:15:35.606",
    )
    assert (arbiter.rtime_ms, arbiter.bbbv, arbiter.questions) == (49250, 12, True)
    assert arbiter.count == len(play(LAYOUT))
    clone = Replay.read(MADE["mvf 0.97"]()).recording
    assert (clone.player, clone.bbbv, clone.started, clone.mode) == ("Zoë", 12, "2013-05-22T15:12:19", "classic")
    vienna = Replay.read(MADE["rmv 1"]()).recording
    assert (vienna.player, vienna.country, vienna.bbbv) == ("王", "AT", 12)
    assert Replay.read(MADE["rmv 2"]()).recording.player == "王"
    old = Replay.read(MADE["evf 1"]()).recording
    assert (old.player, old.country, old.started) == ("王", "CZ", "2023-11-14T22:13:20")
    assert Replay.read(MADE["mvf 0.96"]()).recording.player == "Name"


def test_flags_before_the_game():
    data = files.write_rmv(*game(LAYOUT), preflags=[LAYOUT.mines[0]])
    assert Replay.read(data).clicks[0] == TimedClick("right", LAYOUT.mines[0], 0.0)


def test_many_in_one_file(tmp_path):
    path = tmp_path / "all.evfs"
    path.write_bytes(files.write_evfs([("a", MADE["evf 3"]()), ("b", MADE["evf 4"]())]))
    found = list(Replay.read_all(path))
    assert [one.name.rpartition(":")[2] for one in found] == ["a", "b"]
    assert Replay.read(path).layout == LAYOUT
    path.write_bytes(b"\0\0\0")
    with pytest.raises(ParseError, match="no replay"):
        Replay.read(path)


def test_clicks_as_json():
    layout = Layout.from_mines(1, 3, [(0, 0)])
    numbers = {(0, 0): 10, (0, 1): 1, (0, 2): 0}
    data = files.write_msor(1, 3, layout.mines, [(1, 5, 0, 0, [(0, 0)]), (0, 9, 0, 2, [(0, 1), (0, 2)])], numbers)
    replay = Replay.read(data)
    assert (replay.format, replay.layout, replay.won) == ("msor", layout, True)
    assert [click.kind for click in replay.clicks] == ["right", "left"]
    with pytest.raises(ParseError, match="no layout"):
        Replay.read(files.write_msor(1, 3, layout.mines, [(0, 9, 0, 1, [(0, 1)])], numbers))
    with pytest.raises(ParseError, match="line 1, column"):
        Replay.read(data[:-3])
    with pytest.raises(ParseError, match="click 1 is none: 7,0 lies outside the board"):
        Replay.read(data.replace(b"[1, 0, 1,", b"[7, 0, 11,"))
    with pytest.raises(ParseError, match="larger than 500x500"):
        Replay.read(data.replace(b'"width": 3', b'"width": 4000'))


# What the buttons do: events at cells of one row -> clicks (kind, column).
LD, LU, RD, RU, MD, MU, SD = (
    Kind.LEFT_DOWN,
    Kind.LEFT_UP,
    Kind.RIGHT_DOWN,
    Kind.RIGHT_UP,
    Kind.MIDDLE_DOWN,
    Kind.MIDDLE_UP,
    Kind.SHIFT_LEFT_DOWN,
)
MOUSE = [
    ([(LD, 0), (LU, 1)], [("left", 1)]),
    ([(RD, 0), (RU, 1)], [("right", 0)]),
    ([(RD, 0), (LD, 1), (LU, 2), (RU, 3)], [("right", 0), ("chord", 2)]),
    ([(LD, 0), (RD, 1), (RU, 2), (LU, 3)], [("chord", 2)]),
    ([(MD, 0), (MU, 1)], [("chord", 1)]),
    ([(SD, 0), (LU, 1)], [("chord", 1)]),
    ([(LD, -1), (LU, 1)], []),
    ([(LD, 0), (LU, -1)], []),
    ([(RD, 9), (LD, 0), (LU, 0)], [("left", 0)]),
    ([(LD, 0), (RD, 0), (LU, 0), (RU, 0), (LD, 1), (LU, 1)], [("chord", 0), ("left", 1)]),
    ([(Kind.BOTH_DOWN, 0), (LU, 1), (RU, 2)], [("chord", 1)]),
    ([(Kind.LEFT, 0), (Kind.LEFT, 1), (Kind.RIGHT, 2), (Kind.RIGHT, 2)], [("left", 1), ("right", 2)]),
    ([(Kind.MIDDLE, 0), (Kind.MIDDLE, 1)], [("chord", 1)]),
    ([(Kind.LEFT, -1), (Kind.LEFT, 0), (Kind.LEFT, 1), (Kind.LEFT, 2)], [("left", 2)]),
    ([(LD, 0), (Kind.LEFT, 1), (Kind.LEFT, 2), (LU, 3)], [("left", 1), ("left", 3)]),
    ([(Kind.MARKS, 0), (Kind.PREFLAG, 1)], [("right", 1)]),
    ([(LU, 0), (RU, 0)], []),
]


@pytest.mark.parametrize("number", range(len(MOUSE)))
def test_rules_of_the_mouse(number):
    events, expected = MOUSE[number]
    rows = [(kind, 10 * at, 16 * col + 2, 3) for at, (kind, col) in enumerate(events)]
    found = find_clicks(Events.of(rows))
    assert [(click.kind, click.cell[1]) for click in found] == expected


def test_rules_where_programs_differ():
    rows = [(LD, 0, 2, 2), (RD, 1, 2, 2), (RU, 2, 2, 2), (LU, 3, 20, 2), (LD, 4, 2, 2), (LU, 5, -9, 2)]
    assert len(find_clicks(Events.of(rows))) == 1
    both = find_clicks(Events.of(rows), rules=MouseRules(rilian=True, count_outside=True))
    assert [(click.kind, click.cell) for click in both] == [("chord", (0, 0)), ("left", (0, 1)), ("left", None)]


def test_rules_of_the_mouse_on_the_command_line(tmp_path):
    file = tmp_path / "game.rawvf"
    events = [
        *((int(kind), time, 40, 8) for time, kind in enumerate((Kind.LEFT_DOWN, Kind.RIGHT_DOWN, Kind.RIGHT_UP))),
        (int(Kind.LEFT_UP), 3, 8, 8),
        (int(Kind.LEFT_DOWN), 4, 24, 8),
        (int(Kind.LEFT_UP), 5, 24, 500),
    ]
    file.write_bytes(Replay.read(files.write_avf(1, 3, [(0, 0)], events)).to_rawvf())
    counts = {
        options: json.loads(run("replay", file, "--json", *options).stdout)["left"]
        for options in ((), ("--rilian",), ("--count-outside",), ("--rilian", "--count-outside"))
    }
    assert list(counts.values()) == [0, 1, 1, 2]


def test_a_right_click_on_an_open_cell_that_becomes_a_chord_is_none():
    layout = Layout.from_mines(1, 3, [(0, 0)])
    rows = [(LD, 0, 20, 2), (LU, 5, 20, 2), (RD, 9, 20, 2), (LD, 9, 20, 2), (LU, 10, 20, 2), (RU, 11, 20, 2)]
    rows += [(RD, 20, 2, 2), (LD, 21, 20, 2), (LU, 22, 20, 2), (RU, 23, 20, 2)]
    replay = Replay.read(
        Replay.of_clicks(layout, []).to_rawvf()
        + b"".join(
            f"{time / 1000:.3f} {name} ({x} {y})\n".encode()
            for (kind, time, x, y), name in zip(
                rows, ["lc", "lr", "rc", "lc", "lr", "rr", "rc", "lc", "lr", "rr"], strict=True
            )
        )
    )
    assert [(click.kind, click.cell[1]) for click in replay.clicks] == [
        ("left", 1),
        ("chord", 1),
        ("right", 0),
        ("chord", 1),
    ]
    assert replay.won


def test_writing(tmp_path):
    clicks = [
        TimedClick("left", (0, 2), 0.0),
        TimedClick("right", (0, 0), 300.5),
        TimedClick("chord", (0, 1), 300.75),
    ]
    layout = Layout.from_mines(1, 4, [(0, 0)])
    replay = Replay.of_clicks(layout, clicks, moves=[(0.1, 2.5, 0.5), (250.0, 0.1, 0.2)], player="Zoë\0王")
    for name in ("game.evf", "game.rawvf"):
        replay.write(tmp_path / name)
        again = Replay.read(tmp_path / name)
        assert again.clicks == tuple(clicks)
        assert again.layout == layout
        assert again.won is replay.won
        assert np.array_equal(again.events.xs, replay.events.xs)
        assert np.array_equal(again.events.times, replay.events.times)
    with pytest.raises(InputError, match="written as"):
        replay.write(tmp_path / "game.avf")
    with pytest.raises(InputError, match="255x255"):
        Replay.of_clicks(Layout.from_mines(1, 300, []), []).to_evf()
    with pytest.raises(InputError, match="squares"):
        Replay.of_clicks(Layout.of_mines("hex:3x3", []), [])
    assert repr(again).startswith("<Replay rawvf 1x4/1 won")


def test_what_a_replay_tells_is_written():
    told = files.write_evf_old(*game(LAYOUT, cell=20), player="A\nBoard:\nB").replace(b"CZ\0", b"China\0")
    replay = Replay.read(told)
    text = Replay.read(replay.to_rawvf())
    assert text.clicks == replay.clicks
    assert text.recording.player == "A Board: B"
    assert f"\nTime: {replay.rtime:.3f}\n".encode() in replay.to_rawvf()
    # EVF 4 has the code of a country: the first letters of China are those of Switzerland.
    assert Replay.read(replay.to_evf()).recording.country == ""
    again = Replay.read(Replay.read(files.write_rmv(*game(LAYOUT))).to_evf())
    assert again.recording.country == "AT"
    half = files.write_msor(1, 2, [(0, 0)], [(0, 77, 0, 1, [(0, 1)])], {(0, 1): 1})
    half = half.replace(b'"mines": 1', b'"mines": 1, "player": "\\ud800"')
    assert Replay.read(Replay.read(half).to_evf()).recording.player == "?"


def test_a_button_that_changes_has_no_word_in_rawvf():
    events = [(int(Kind.LEFT), 0, 30, 8), (int(Kind.LEFT), 90, 30, 8)]
    replay = Replay.read(files.write_evf_old(1, 4, [(0, 0)], events))
    assert Replay.read(replay.to_evf()).clicks == replay.clicks == (TimedClick("left", (0, 1), 0.09),)
    with pytest.raises(InputError, match="pressed or released"):
        replay.to_rawvf()


@pytest.mark.parametrize("name", MADE)
def test_cut_off_files(name):
    data = MADE[name]()
    events = len(Replay.read(data).events)
    rng = random.Random(name)
    for length in [0, 1, 5, *(rng.randrange(len(data)) for _ in range(30))]:
        with suppress(ParseError):
            whole = Replay.read(data[:length])
            assert len(whole.events) <= events
        with suppress(ParseError):
            part = Replay.read(data[:length], partial=True)
            assert len(part.events) <= events
    if not name.startswith("rawvf"):
        with pytest.raises(ParseError, match="byte"):
            Replay.read(data[: len(data) // 2])
        part = Replay.read(data[: len(data) // 2], partial=True)
        assert part.fault is not None
        assert 0 < len(part.events) < events


@pytest.mark.parametrize("name", MADE)
def test_mutated_files_raise_our_errors(name):
    data = MADE[name]()
    rng = random.Random(name)
    for _ in range(120):
        broken = bytearray(data)
        for _ in range(rng.randint(1, 5)):
            at = rng.randrange(min(len(broken), 400 if rng.random() < 0.7 else len(broken)))
            broken[at] = rng.choice([0, 1, 255, 127, rng.randrange(256)])
        for partial in (False, True):
            with suppress(ParseError):
                replay = Replay.read(bytes(broken), partial=partial)
                assert replay.statistics.cl >= 0


def test_bad_files(tmp_path):
    for data, part in (
        (b"", "empty"),
        (b"*rmv\0\7", "no type of RMV"),
        (b"\x11Minesweeper Clone 1998".ljust(80), "no year"),
        (bytes([52, 0, 0, 0, 0, 9]), "no replay of a known format"),
        (bytes([9] * 40), "no replay of a known format"),
        (b"# Sapper\n\nA program that is no replay.", "no replay of a known format"),
        (bytes([4, 0, 0, 0, 3, 0, 1, 16]) + bytes(30), "no board"),
        (b"Width: 2\nBoard:\n*0\n", "no events"),
        (b"Width: 2\nBoard:\n*0\nEvents:\n0.0 lc (1 1)\n0.1 zz (1 1)\n", "line 6, column 5"),
        (b"Width: 2\nBoard:\n*0\nEvents:\n0.0 lc 1 1\n", "line 5, column 1"),
    ):
        with pytest.raises(ParseError, match=part):
            Replay.read(data)
    with pytest.raises(InputError, match="path or from bytes"):
        Replay.read(5)
    with pytest.raises(FileNotFoundError):
        Replay.read(tmp_path / "none.avf")


MANY_DIGITS = b"9" * 5000  # more than Python turns into a number


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("avf", b"|B12T", b"|B" + MANY_DIGITS + b"T"),
        ("avf", b"|18.10.", b"|" + MANY_DIGITS + b".10."),
        ("avf", b"Time: 49", b"Time: " + MANY_DIGITS),
        ("evf 3", b"1700000000000000", "²".encode()),
        ("evf 3", b"1700000000000000", MANY_DIGITS),
        ("rawvf 6", b"\nBBBV: ", "\nBBBV: ²".encode()),
        ("rawvf 6", b"\nBBBV: ", b"\nBBBV: " + MANY_DIGITS),
        ("rawvf 6", b"SquareSize: 16", "SquareSize: ²".encode()),
    ],
)
def test_what_a_file_tells_may_be_no_number(name, old, new):
    data = MADE[name]()
    assert old in data
    replay = Replay.read(data.replace(old, new))
    assert replay.clicks == Replay.read(data).clicks


@pytest.mark.parametrize("time", ["1e400", "1" + 30 * "0", "NaN"])
def test_times_of_clicks_as_json_that_are_none(time):
    data = files.write_msor(1, 2, [(0, 0)], [(0, 77, 0, 1, [(0, 1)])], {(0, 1): 1})
    assert Replay.read(data).rtime == 0.077
    with pytest.raises(ParseError, match="click 0"):
        Replay.read(data.replace(b"77", time.encode()))


def test_lines_of_rawvf_have_many_forms():
    head = b"Width: 2\nHeight: 1\nMines: 1\nBoard:\n*0\nEvents:\n"
    lines = b"0.000 start\n-3.5 lc 1 1 (1 2)\n\n 0.05 LR(3,4)\n1 mv  (  -5   6 ) l\npressed 3 4\n"
    lines += b"1,1239 rc x y (7\t8\n1000000000012.5 rr (9 9)\n0.2 mv 1 1 (1 1)\nwon\n"
    events = Replay.read(head + lines).events
    assert events.kinds.tolist() == [2, 3, 1, 4, 5, 1]
    assert events.times.tolist() == [0, 50, 1000, 1123, 100_000_000_500, 100_000_000_500]
    assert list(zip(events.xs.tolist(), events.ys.tolist(), strict=True)) == [
        (1, 2), (3, 4), (-5, 6), (7, 8), (9, 9), (1, 1)
    ]  # fmt: skip
    for wrong, told in [
        (b"0.1 zz (1 2)", "'zz' is no kind of event (line 17, column 5)"),
        ("é 1".encode(), "'é 1' is no event (line 17, column 1)"),
        (b"0.1 lc (1234567 2)", "'0.1 lc (1234567 2)' is no event (line 17, column 1)"),
    ]:
        with pytest.raises(ParseError) as caught:
            Replay.read(head + lines + wrong + b"\n1 mv (1 1)\n")
        assert str(caught.value) == told
        assert len(Replay.read(head + lines + wrong, partial=True).events) == 6


def test_statistics_of_files(tmp_path):
    for name in ("avf", "rmv 2", "evf 4", "mvf 2006"):
        (tmp_path / f"{name}.{name.split()[0]}").write_bytes(MADE[name]())
    shown = [json.loads(line) for line in run("replay", tmp_path, "--json").stdout.splitlines()]
    assert [row["format"] for row in shown] == ["avf", "evf", "mvf", "rmv"]
    assert all(set(COLUMNS) == row.keys() for row in shown)
    assert shown[0]["rtime"] == 49.25
    assert (shown[2]["rows"], shown[2]["cols"], shown[2]["mines"], shown[2]["bbbv"]) == (16, 30, 99, BIG.bbbv)
    assert shown[0]["pluck"] is None
    assert run("replay", tmp_path / "avf.avf", "--pluck").stdout.count("\n") > 40
    for ending in ("csv", "json", "parquet"):
        assert run("replay", tmp_path, "--out", tmp_path / f"table.{ending}").exit_code == 0
    assert (tmp_path / "table.csv").read_text(encoding="utf-8").startswith("file,format,rows,cols,mines,events,rtime")
    assert pyarrow.parquet.read_table(tmp_path / "table.parquet").column("bbbv").to_pylist()[2] == BIG.bbbv
    refused = run("replay", tmp_path / "none.avf", "--out", tmp_path / "table.xls").stderr
    assert "written as .csv" in refused
    assert "none.avf" not in refused  # before any file is read
    assert run("replay", tmp_path / "no.avf").stderr.count("no.avf") == 1
    players = run("replay", tmp_path, "--column", "mine=cls/ces+op+isl+row*column-mine_num", "--json").stdout
    row = json.loads(players.splitlines()[0])
    assert (
        row["mine"] == row["cl_s"] / row["ce_s"] + row["ops"] + row["isls"] + row["rows"] * row["cols"] - row["mines"]
    )
    added = ("--column", "share=100*zini8/bbbv", "--column", "half=share/2")
    run("replay", tmp_path, *added, "--out", tmp_path / "table.parquet", "--force")
    table = pyarrow.parquet.read_table(tmp_path / "table.parquet")
    assert table.column("half").to_pylist()[2] == 50 * metrics(BIG).zini8 / BIG.bbbv
    assert "half" in run("replay", tmp_path, *added).stdout.splitlines()[0]
    assert "'player'" in run("replay", tmp_path, "--column", "player=bbbv").stderr
    (tmp_path / "broken.avf").write_bytes(MADE["avf"]()[:200])
    broken = run("replay", tmp_path)
    assert broken.exit_code == 2
    assert "broken.avf" in broken.stderr
    assert broken.stdout.count(" yes ") == 4
    assert run("replay", tmp_path / "broken.avf", "--partial").exit_code == 0
    assert "board or toollib" in run("replay", tmp_path, "--convention", "x").stderr
    (tmp_path / "none").mkdir()
    assert "holds no replay" in run("replay", tmp_path / "none").stderr


def test_rows_do_not_depend_on_processes(tmp_path):
    data = MADE["avf custom"]()
    paths = [tmp_path / f"{number:03}.avf" for number in range(70)]
    for path in paths:
        path.write_bytes(data)
    names, done = [str(path) for path in paths], []
    many = list(measure_files(names, processes=2, on_progress=lambda *one: done.append(one)))
    assert many == list(measure_files(names))
    assert done[-1] == (70, 70)


def test_review(tmp_path):
    layout = Layout.from_text("*..\n..*\n")
    clicks = [TimedClick("left", (1, 0), 0.5), TimedClick("right", (1, 2), 0.7), TimedClick("left", (0, 1), 1.0)]
    lost = Replay.of_clicks(layout, [*clicks, TimedClick("left", (0, 0), 2.0)])
    won = Replay.of_clicks(layout, [*clicks, TimedClick("left", (0, 2), 2.5), TimedClick("left", (1, 1), 3.0)])
    found = review(won)
    assert [point.verdict for point in found.judgement.points] == ["start", "guess", "guess", "certain"]
    assert [point.at_ms for point in found.judgement.points] == [0, 500, 2000, 2500]
    assert found.pluck == pytest.approx(-math.log10(1 / 3))
    parts = (found.judgement.win_probability, found.judgement.luck, found.judgement.skill)
    assert sum(parts) == pytest.approx(1)
    assert review(lost, wins=False).pluck == math.inf
    with pytest.raises(InputError, match="did not end"):
        review(Replay.of_clicks(layout, clicks))
    assert [one.kind for one in spend_time(won)][:2] == ["start", "guess"]
    won.write(tmp_path / "won.evf")
    lost.write(tmp_path / "lost.rawvf")
    (tmp_path / "broken.avf").write_bytes(b"nothing")
    shown = json.loads(run("review", tmp_path / "won.evf", "--json", "--out", tmp_path / "pictures").stdout)
    assert shown["pluck"] == pytest.approx(found.pluck)
    assert (tmp_path / "pictures" / "wins.png").stat().st_size > 5000
    assert "2 risks, 0 needless" in run("review", tmp_path / "won.evf", "--quick").stdout
    report = run("review", tmp_path, "--out", tmp_path / "report", "--threads", "1")
    assert "2 games, 1 won" in report.stdout
    assert "broken.avf" in report.stderr
    written = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
    assert written["moves"]["guess"] == 4
    assert {path.name for path in (tmp_path / "report").iterdir()} == {
        "luck.png",
        "progress.png",
        "report.json",
        "time.png",
    }
    assert "did not end" not in report.stderr


def test_a_game_without_risk_has_no_negative_pluck(tmp_path):
    layout = Layout.from_text("*..\n")
    replay = Replay.of_clicks(layout, [TimedClick("left", (0, 2), 0.0)])
    replay.write(tmp_path / "sure.evf")
    plucks = [
        review(replay, wins=False).pluck,
        report_files([str(tmp_path / "sure.evf")]).rows[0]["pluck"],
        pluck_of(layout, []),
    ]
    assert [repr(pluck) for pluck in plucks] == ["0.0"] * 3
    assert "(pluck 0.000)" in run("review", str(tmp_path / "sure.evf")).stdout


def test_a_lost_game_lasts_until_the_mine():
    layout = Layout.from_text("*...\n....\n*...\n")
    clicks = [TimedClick("left", (1, 3), 0.1), TimedClick("left", (0, 0), 1.5), TimedClick("right", (2, 0), 2.0)]
    assert judge(layout, clicks).rtime == 1.5
    replay = Replay.of_clicks(layout, clicks)
    assert (replay.lost, replay.rtime) == (True, 1.5)
    assert Replay.read(replay.to_rawvf()).rtime == Replay.read(replay.to_evf()).rtime == 1.5


def test_a_file_of_many_replays_is_reported_like_a_folder(tmp_path):
    path = tmp_path / "all.EVFS"
    path.write_bytes(files.write_evfs([("a", MADE["evf 3"]()), ("b", MADE["evf 4"]())]))
    report = json.loads(run("review", path, "--json").stdout)
    assert (report["games"], report["won"]) == (2, 2)
    assert [row["file"].rpartition(":")[2] for row in report["rows"]] == ["a", "b"]


def test_bests_of_a_player(tmp_path):
    """The best and the mean of the best five by level, and the quickest win of every 3BV."""
    layout = Layout.from_seed("beginner", seed=1)
    path = metrics(layout).path("human")
    kinds = {"reveal": "left", "flag": "right", "chord": "chord"}
    for number, pace in enumerate([0.5, 0.2, 0.4, 0.3, 0.6, 0.1]):
        clicks = [TimedClick(kinds[click.kind], click.cell, pace * at) for at, click in enumerate(path)]
        Replay.of_clicks(layout, clicks).write(tmp_path / f"{number}.evf")
    found = report_files(sorted(str(path) for path in tmp_path.iterdir()))
    steps = len(path) - 1
    (best,) = found.bests
    assert (best["level"], best["games"]) == ("9x9/10", 6)
    assert (best["rtime"], best["rtime_5"]) == (pytest.approx(0.1 * steps), pytest.approx(0.3 * steps))
    assert best["bbbv_s"] == pytest.approx(layout.bbbv / (0.1 * steps))
    assert found.pb == [
        {"level": "9x9/10", "bbbv": layout.bbbv, "rtime": best["rtime"], "file": str(tmp_path / "5.evf")}
    ]


def test_a_pointer_far_away_is_written():
    """A step of the pointer has two bytes in EVF; a longer one became shorter, and the click after it another one."""
    layout = Layout.from_text("*..\n...\n")
    clicks = [TimedClick("left", (0, 2), 0.0), TimedClick("left", (1, 0), 2.0)]
    replay = Replay.of_clicks(layout, clicks, moves=[(1.0, 4000.0, -3000.0)])
    again = Replay.read(replay.to_evf())
    assert again.clicks == replay.clicks
    assert (again.events.xs.max(), again.events.ys.min()) == (64_000, -48_000)


def test_the_way_from_click_to_click():
    """Between the places of the clicks, scaled to cells of 16 pixels; reports from the first event to the last."""
    layout = Layout.from_text("*..\n...\n")
    clicks = [TimedClick("left", (0, 2), 0.0), TimedClick("left", (1, 0), 2.0)]
    moves = [(1.0, 2.5, 1.5), (1.5, 0.5, 0.5)]
    played = Replay.of_clicks(layout, clicks, moves=moves).statistics
    assert played.cpath == pytest.approx(16 * math.hypot(2, 1))
    assert played.epath == pytest.approx(16 * math.hypot(2, 1))
    assert played.path == pytest.approx(16 * (1 + math.hypot(2, 1) + 1))
    assert played.fps == pytest.approx(5 / 2)
    assert Replay.of_clicks(layout, clicks[:1]).statistics.fps is None


def test_progress_is_in_the_order_of_time(tmp_path):
    """Levels begin in different years; dates of other forms are left out."""
    layout = Layout.from_text("*..\n...\n")
    clicks = [TimedClick("left", (0, 2), 0.0), TimedClick("left", (1, 0), 2.0)]
    for number, started in enumerate(["2021-10-02T00:00:00", "2007-02-01T00:00:00", "18.10.2022"]):
        Replay.of_clicks(layout, clicks, started=started).write(tmp_path / f"{number}.rawvf")
    report = report_files([str(path) for path in tmp_path.iterdir()])
    assert report.games == 3
    times, values = list_progress(report, "bbbv_s")["2x3/1"]
    assert (times, values) == ([2007 + 1.5 / 12, 2021 + 9.5 / 12], [1, 1])
