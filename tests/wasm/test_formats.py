"""The page without a server reads boards and replays of other programs as the Python package does.

Whole files, and the same files cut off or with other bytes: the content, the figures, or the message is the same.
"""

from __future__ import annotations

import base64
import json
import math
import random
import subprocess
from pathlib import Path

import replay_files as files

from sapper import Layout, Replay, SapperError, formats
from sapper._engine import holds_replay
from sapper.game.statistics import FIGURES, TimedClick
from sapper.replay.recording import Kind

HERE = Path(__file__).parent
ROWS, COLS, MINES = 3, 4, ((0, 0), (2, 3))
EVENTS = [
    (Kind.LEFT_DOWN, 0, 56, 8), (Kind.LEFT_UP, 120, 56, 8), (Kind.MOVE, 300, 60, 40), (Kind.RIGHT_DOWN, 480, 56, 40),
    (Kind.RIGHT_UP, 560, 56, 40), (Kind.MIDDLE_DOWN, 900, 40, 40), (Kind.MIDDLE_UP, 1030, 40, 40),
    (Kind.LEFT_DOWN, 1400, 20, 8), (Kind.LEFT_UP, 1500, 20, 9), (Kind.MOVE, 1600, 500, 8), (Kind.MOVE, 1700, 3, 4),
    (Kind.LEFT_DOWN, 1800, 8, 8), (Kind.RIGHT_DOWN, 1850, 8, 8), (Kind.LEFT_UP, 1900, 9, 8),
    (Kind.RIGHT_UP, 1950, 9, 8),
]  # fmt: skip
EXPERT = Layout.from_seed("expert", seed=4)
LAYOUT = formats.Content.of_layout(["*...", "....", "*..*"], start=(1, 1))
VIEW = formats.Content.of_view(["1.0", "F?2", "..."], 3)
VIEWS = ("U1", "F1", "?U", "X1", "@U", "U#", "U2", "0U", "UX", "U@", "#1")
TEXTS = [
    "b=1&m=04g8", "https://example.org/?b=0302&m=g", "b=3&m=0", "b=43&m=g10&c=AAQ", "b=0101&m=0&c=w", "b=&m=0",
    "b=9999999999&m=1", "b=32&m=w", "b=32&m=001", "b=32&m=g&c=%%", "board=9x9x10&analysis=oooooooo",
    "aeaeaaagWlx0", "https://davidnhill.github.io/JSMinesweeper/index.html?board=4x4x6&analysis=aeaeaaagWlx0",
    "analysis=aeaeaaagWlx0b", "analysis=aeae\u00e4", "9x9:4,4,m00b7d48a3e0231c419200",
    "9x9n35:4,4,m00b7d48a3e0231c419200",
    "9x9n34:4,4,m00b7d48a3e0231c419200", "9n10#123", "3x2:m34", "3x2:u3", "4x4:f00f",
    "9x9:9,4,m00b7d48a3e0231c419200",
    "3x2x1\nH1H\nF1H\n", "3x2x1\nH1H\nF1\n", "3x3x1\nH1H\nF1H\n", " 2X1x1 \nX?", "030200010000", "03 02 0001\n00 00",
    "030200010300", "mines 1\n..1", "4x4:6:d/a13a/d/d", "layout 2x3/1\n*..\n...", "", "   ", "abcdefghijkl",
    "# MINESWEEPER-BOARD v0.1\n# Render: emoji\nrows: 1\ncolumns: 3\nmines: 1\n"
    "[view]\n\u2b1c\U0001f6a91\ufe0f\u20e3\n",
    "# MINESWEEPER-BOARD v0.1\nrows: 1\n", "# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: x\nmines: 1\n",
    *("# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 2\nmines: 1\n[real]\n*1\n[view]\n" + view for view in VIEWS),
    "# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 2\nmines: 1\n[real]\n*2\n", "\ufeffb=32&m=g\r\n",
    "Width: 3\r\nHeight: 2\r\nMines: 1\r\nBoard:\r\n*00\r\n000\r\n", "RawVF_Version: Rev6\nWidth: 3\nBoard:\n*0x\n",
    "a: b\nBoard:\n*0\n00\n0.1 lc (3 4)", "seed=3", "?board=9x9x10&seed=3", "https://minesweeper.online/game/1", "https://example.org/x?y=1#z",
    "a: 1\n" * 40,
    *(formats.write(LAYOUT, form) for form in formats.FORMS),
    *(formats.write(VIEW, form) for form in ("board",)),
    formats.write(formats.Content.of_view(["1.", ".F"], 1), "analysis"),
    formats.write(EXPERT.to_content("tatham"), "tatham"),
]  # fmt: skip
BINARY = [bytes([3, 2, 0, 1, 0, 0]), b"\xff\xfe\x00", b"*rmv\0", b"\x11M\0", b"\0", bytes([0, 1, 0, 0]), bytes(9)]
DAMAGED = 12  # of each file
BROKEN = "the JSON is broken"
LOST = [TimedClick("left", (0, 3), 0.5), TimedClick("left", (0, 0), 2.5)]
OWN = "own.evf"  # a game of ours, which the page writes too


def encode(data: bytes) -> str:
    return base64.b64encode(data).decode()


def replays() -> list[tuple[str, bytes]]:
    game = (ROWS, COLS, MINES, EVENTS)
    old = files.write_evf_old(*game)
    clicks = [TimedClick("left", (0, 3), 0.0), TimedClick("right", (2, 3), 70.5), TimedClick("chord", (1, 2), 71.0)]
    own = Replay.of_clicks(
        Layout.from_mines(ROWS, COLS, MINES), clicks, moves=[(0.3, 1.26, 2.5)], player="Zoë  X",
        started="2024-02-03T04:05:06", questions=True, rtime=71.25,
    )  # fmt: skip
    told = [(0, 100, 0, 2, [(0, 2), (0, 3)]), (1, 200, 2, 3, [])]
    rawvf = own.to_rawvf()
    return [
        ("game.avf", files.write_avf(*game)),
        ("", files.write_avf(EXPERT.rows, EXPERT.cols, EXPERT.mines, EVENTS)),
        ("game.fsvf", files.write_avf(*game, free=True)),
        ("", files.write_avf(*game, free=True)),
        ("game.RMV", files.write_rmv(*game, preflags=[(1, 0)])),
        ("", files.write_rmv(*game, kind=2)),
        ("", files.write_umf(*game)),
        ("game.mvf", files.write_mvf(*game)),
        ("", files.write_mvf(*game, year=2006, key=65535)),
        ("game.mvf", files.write_mvf(*game, year=2008)),
        *((f"{version}.mvf", files.write_mvf_old(*game, version=version)) for version in ("0.96", "0.76", "0.75")),
        *(("", files.write_evf_old(*game, version=version)) for version in range(4)),
        ("", files.write_evf_old(ROWS, COLS, MINES, [(Kind.LEFT, 0, 50, 8), (Kind.LEFT, 90, 50, 8)])),
        ("lost.rawvf", Replay.of_clicks(Layout.from_mines(ROWS, COLS, MINES), LOST).to_rawvf()),
        ("all.evfs", files.write_evfs([("one", old), ("\u738b", old)])),
        ("game.msor", files.write_msor(ROWS, COLS, MINES, told, {(0, 2): 0, (0, 3): 1})),
        ("", files.write_msor(ROWS, COLS, MINES, [(0, 100, 0, 2, [(7, 9)])], {(7, 9): 11})),
        (OWN, own.to_evf()),
        ("", rawvf),
        ("board.rawvf", rawvf[: rawvf.index(b"Events:")]),
        ("", rawvf + b"1.7 won\n-1.2 mv 1 1 (3,4)\n2,5 XX (1 2)\n"),
        ("x.mbf", bytes([3, 2, 0, 1, 0, 0])),
    ]  # fmt: skip


def damage(data: bytes, dice: random.Random) -> bytes:
    """The same with some bytes changed, or cut off."""
    made = bytearray(data)
    if dice.random() < 0.4:
        return bytes(made[: dice.randrange(1, len(made) + 1)])
    for _ in range(dice.randint(1, 3)):
        made[dice.randrange(len(made))] = dice.choice([0, 1, 32, 48, 255, dice.randrange(256)])
    return bytes(made)


def python_content(given: str | bytes) -> object:
    if formats.recognise(given) is None:
        return None
    content = formats.read(given)
    clicks = [{"kind": click.kind, "cell": list(click.cell)} for click in content.clicks]
    return {
        "rows": content.rows, "cols": content.cols, "mines": content.mines, "form": content.form,
        "layout": content.layout and list(content.layout), "view": content.view and list(content.view),
        "start": content.start and list(content.start), "clicks": clicks,
    }  # fmt: skip


def python_replay(data: bytes, name: str, *, partial: bool) -> object:
    return {
        "found": [describe(replay) for replay in Replay.read_all(data, name=name, partial=partial)],
        "isReplay": holds_replay(data, name.rpartition(".")[2].lower() if "." in name else ""),
    }


def describe(replay: Replay) -> dict[str, object]:
    one = replay.recording
    cells = [-1 if click.cell is None else click.cell[0] * one.cols + click.cell[1] for click in replay.clicks]
    kinds = [("left", "right", "chord").index(click.kind) for click in replay.clicks]
    columns = {"kinds": one.events.kinds, "times": one.events.times, "xs": one.events.xs, "ys": one.events.ys}
    ours = replay.name == OWN and "." not in one.started  # the page knows no parts of seconds
    written = {"written": [replay.to_evf(), replay.to_rawvf()]} if ours else {}
    return {
        **written,
        "name": replay.name, "rows": one.rows, "cols": one.cols, "mines": [list(mine) for mine in one.mines],
        "events": {key: column.tolist() for key, column in columns.items()}, "cell": one.cell,
        "questions": one.questions, "fault": None if one.fault is None else str(one.fault),
        "clicks": [[*pair, 1000 * click.at] for *pair, click in zip(kinds, cells, replay.clicks, strict=True)],
        "figures": {name: getattr(replay.statistics, name) for name in FIGURES},
        "format": one.format, "count": one.count, "rtime": one.rtime_ms, "program": one.program,
        "player": one.player, "started": one.started, "mode": one.mode,
    }  # fmt: skip


def same(found: object, expected: object) -> bool:
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(same(found.get(key), value) for key, value in expected.items())
    if isinstance(expected, list | tuple):
        return (
            isinstance(found, list)
            and len(found) == len(expected)
            and all(same(one, other) for one, other in zip(found, expected, strict=True))
        )
    if isinstance(expected, bytes):
        return isinstance(found, str) and base64.b64decode(found) == expected
    if isinstance(expected, float) and isinstance(found, int | float):
        return math.isclose(found, expected, rel_tol=1e-12, abs_tol=1e-9)
    return found == expected


def make_tasks() -> list[tuple[dict[str, object], object]]:
    """Tasks for Node, each with the function that answers it in Python."""
    dice = random.Random(5)
    tasks: list[tuple[dict[str, object], object]] = []
    texts = [*TEXTS, *(damage(text.encode(), dice).decode("utf-8", "replace") for text in TEXTS * 4 if text)]
    tasks += [({"task": "text", "text": text}, lambda text=text: python_content(text)) for text in texts]
    for data in [*BINARY, *(damage(one, dice) for one in BINARY * 3)]:
        tasks.append(({"task": "board", "data": encode(data)}, lambda data=data: python_content(data)))
    for name, whole in replays():
        for data in [whole, *(damage(whole, dice) for _ in range(DAMAGED))]:
            for partial in (False, True):
                task = {"task": "replay", "data": encode(data), "name": name, "partial": partial}
                tasks.append(
                    (task, lambda data=data, name=name, partial=partial: python_replay(data, name, partial=partial))
                )
    return tasks


def test_boards_and_replays_are_read_as_in_python():
    tasks = make_tasks()
    asked = json.dumps([task for task, _ in tasks])
    done = subprocess.run(["node", HERE / "read.mjs"], input=asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answers = json.loads(done.stdout)
    assert len(answers) == len(tasks)
    read = 0
    for (task, answer), found in zip(tasks, answers, strict=True):
        try:
            expected = {"value": answer()}
            read += expected["value"] is not None
        except SapperError as error:
            expected = {"error": [type(error).__name__, str(error)]}
            if str(error).startswith(BROKEN):  # what follows are words of the parser
                expected["error"][1], found["error"][1] = BROKEN, found["error"][1][: len(BROKEN)]
        assert same(found, expected), (task, found, expected)
    assert read > 250
