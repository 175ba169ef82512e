"""Imported files and replays: every form of other programs, games of the server as files, and what is refused."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace

import numpy as np
import pytest
import replay_files as files
from PIL import Image
from playing import KNOWN, ask, look, lose, make, refused

import sapper
from sapper.board.board import Board
from sapper.board.level import LEVELS, FirstClick, Level
from sapper.errors import InputError, LimitError, ParseError
from sapper.game.layout import Layout
from sapper.game.live import LiveGame, Terms
from sapper.play.review import Finished
from sapper.replay.recording import Kind
from sapper.replay.replay import Replay
from sapper.web.replaying import Asked, write_import, write_own, write_own_file
from sapper.web.settings import Limits

LAYOUT = Layout.from_text("*...\n....\n....\n")
EVENTS = [
    (Kind.MOVE, 0, 60, 40), (Kind.LEFT_DOWN, 0, 56, 40), (Kind.LEFT_UP, 120, 56, 40), (Kind.MOVE, 400, 20, 8),
    (Kind.LEFT_DOWN, 500, 20, 8), (Kind.LEFT_UP, 700, 20, 8), (Kind.LEFT_DOWN, 900, 8, 24),
    (Kind.LEFT_UP, 990, 8, 24),
]  # fmt: skip
GAME = (3, 4, LAYOUT.mines, [tuple(map(int, event)) for event in EVENTS])
SHOWN = {(row, col): 1 if max(row, col) == 1 else 0 for row in range(3) for col in range(4) if row or col}

REPLAYS = {
    "a.avf": lambda: files.write_avf(*GAME),
    "a.mvf": lambda: files.write_mvf(*GAME),
    "a.rmv": lambda: files.write_rmv(*GAME),
    "a.umf": lambda: files.write_umf(*GAME),
    "a.evf": lambda: Replay.read(files.write_avf(*GAME)).to_evf(),
    "a.rawvf": lambda: Replay.read(files.write_avf(*GAME)).to_rawvf(),
    "a.fsvf": lambda: files.write_avf(*GAME, free=True),
    "a.msor": lambda: files.write_msor(3, 4, LAYOUT.mines, [(0, 120, 2, 3, list(SHOWN))], SHOWN),
}
SEEDED = Layout.from_seed("beginner", seed=1, start=(4, 4))
TERMS = Terms("id", "new", LEVELS["beginner"], FirstClick.ZERO, False, 1, False, None, None, False, None, 0)
OURS = "16x30:99:" + "/".join(["zd"] * 16)
BOARDS = {
    "mbf": bytes([4, 3, 0, 1, 0, 0]),
    "mbf hex": b"04 03 00 01 00 00",
    "ptta": b"https://example.org/?b=43&m=g00",
    "tatham": sapper.formats.write(sapper.formats.read("b=43&m=g00"), "tatham").encode(),
    "rawvf": b"Width: 4\nHeight: 3\nMines: 1\nBoard:\n*000\n0000\n0000\n",
    "board": sapper.formats.write(sapper.formats.read("b=43&m=g00"), "board").encode(),
    "own": str(LAYOUT).encode(),
}


def draw_board(size=180):
    """A picture of a covered board with bevels."""
    pixels = np.full((size, size, 3), 192, np.uint8)
    pixels[10:154:16, 10:154] = pixels[10:154, 10:154:16] = 255
    pixels[25:154:16, 10:154] = pixels[10:154, 25:154:16] = 128
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG")
    return file.getvalue()


def test_a_picture_of_a_board_is_imported(monkeypatch):
    found = read(draw_board(), "shot.png")
    assert (found["kind"], found["board"]["rows"], found["board"]["board"]) == ("board", 9, "." * 81)
    assert Board.from_text(found["text"]).mines == 10
    assert round(found["picture"]["across"]) == 16
    assert found["picture"]["mines_known"] is False
    with pytest.raises(ParseError, match="cannot be read as a picture"):
        read(draw_board()[:90], "shot.png")
    with pytest.raises(LimitError, match="3001 x 3001 pixels"):
        read(draw_board(3001))
    with pytest.raises(LimitError, match="9"):
        read(draw_board(), limits=replace(Limits(), rows=8))
    monkeypatch.setitem(sys.modules, "cv2", None)
    with pytest.raises(InputError, match="this server does not read pictures"):
        read(draw_board())


def read(data, name="", *, number=0, partial=False, limits=None):
    return json.loads(write_import(data, Asked(name, number, partial), limits or Limits()).text)


@pytest.mark.parametrize("name", REPLAYS)
def test_every_replay_is_imported_with_and_without_its_name(name):
    data = REPLAYS[name]()
    for told in (name, ""):
        found = read(data, told)
        view = found["replay"]
        assert (found["kind"], view["format"]) == ("replay", name[2:])
        assert view["status"] == "won"
        assert [(step["kind"], step["cell"]) for step in view["steps"]] == [("reveal", [2, 3])]
        assert len(view["path"]["times"]) == len(view["path"]["buttons"]) >= 2
        assert max(view["path"]["xs"]) <= 4
        assert view["statistics"]["bbbv"] == LAYOUT.bbbv


@pytest.mark.parametrize("form", BOARDS)
def test_every_layout_is_imported_as_text(form):
    found = read(BOARDS[form])
    assert found["kind"] == "layout"
    assert Layout.from_text(found["text"]).mines == LAYOUT.mines


def test_positions_and_clicks_in_links_are_imported():
    for text in ("3x2x1\nHH1\nHH1", "analysis=ajajaaakZS", OURS):
        found = read(text.encode())
        assert (found["kind"], found["text"]) == ("board", text)
    clicks = [sapper.formats.Click("reveal", (2, 3)), sapper.formats.Click("flag", (0, 0))]
    content = replace(sapper.formats.read("b=43&m=g00"), clicks=tuple(clicks))
    view = read(sapper.formats.write(content, "ptta").encode())["replay"]
    assert (view["format"], view["timed"], view["status"]) == ("link", False, "won")
    assert [(step["kind"], step["cell"], step["at_ms"]) for step in view["steps"]] == [("reveal", [2, 3], 0)]


def test_one_of_several_replays_is_chosen():
    first = files.write_evf_old(*GAME)
    data = files.write_evfs([("one.evf", first), ("two.evf", Replay.read(files.write_avf(*GAME)).to_evf())])
    view = read(data, "all.evfs", number=1)["replay"]
    assert (view["number"], view["count"], view["name"]) == (1, 2, "all.evfs:two.evf")
    with pytest.raises(InputError, match="holds 2 replays: there is no number 2"):
        read(data, "all.evfs", number=2)


def test_bad_files_name_the_byte_and_large_ones_are_refused():
    broken = files.write_evf_old(*GAME)[:-84]
    with pytest.raises(ParseError, match=r"\(byte \d+\)") as caught:
        read(broken, "a.evf")
    view = read(broken, "a.evf", partial=True)["replay"]
    assert (view["fault"], view["status"]) == (str(caught.value), "playing")
    assert view["replay"] is None  # a game that did not end has no review
    with pytest.raises(LimitError, match="larger than 2x200"):
        read(files.write_avf(*GAME), limits=Limits(rows=2))
    with pytest.raises(LimitError):
        read(BOARDS["mbf"], limits=Limits(cols=2))
    many = [(int(kind), time, 8, 8) for time in range(10_001) for kind in (Kind.RIGHT_DOWN, Kind.RIGHT_UP)] * 2
    with pytest.raises(LimitError, match="at most 20000 clicks"):
        read(Replay.read(files.write_evf_old(3, 4, LAYOUT.mines, many)).to_evf(), "a.evf")


def test_a_long_path_is_thinned_and_keeps_every_press():
    moves = [(int(Kind.MOVE), time, time % 60, 8) for time in range(30_000)]
    data = Replay.read(files.write_evf_old(3, 4, LAYOUT.mines, [*moves, *GAME[3]])).to_evf()
    path = read(data, "a.evf")["replay"]["path"]
    assert len(path["times"]) < 20_000
    assert [held for held, last in zip(path["buttons"], [0, *path["buttons"]], strict=False) if held != last] == [
        1, 0, 1, 0, 1, 0,
    ]  # fmt: skip


def finished(terms=TERMS, moves=(), layout=SEEDED):
    """A game that ended, with moves as (kind, cell, milliseconds); a pause lasts from 5 s to 65 s."""
    live = LiveGame(terms, layout)
    for kind, cell, at in moves:
        if at > 65_000 and not live.has_paused:
            live.pause(at=5_000)
            live.unpause(at=65_000)
        live.play(kind, cell, at=at)
    return Finished.of(live)


def test_a_game_is_written_and_read_again():
    mine = SEEDED.mines[0]
    marks = [(kind, mine, 70_000) for kind in ("flag", "question", "flag", "flag", "question", "question")]
    game = finished(
        moves=[("flag", mine, 10), ("flag", mine, 20), ("reveal", (4, 4), 1_000), *marks, ("reveal", mine, 71_000)]
    )
    assert game.times == (-990, -980, 0, *[9_000] * 6, 10_000)  # without the pause
    track = [(0, 4.5, 4.5), (700, 7.25, 1.5)]
    shown = json.loads(write_own(game, track))
    assert (shown["status"], shown["rtime"], len(shown["steps"])) == ("lost", 10, 10)
    for form in ("evf", "rawvf"):
        replay = Replay.read(write_own_file(game, track, form))
        assert (replay.lost, replay.layout.mines) == (True, SEEDED.mines)
        assert replay.rtime == 10 or form == "rawvf"  # which tells no time
        reveals = [(click.cell, click.at) for click in replay.clicks if click.kind == "left"]
        assert reveals == [((4, 4), 0), (mine, 10)]
        # With question marks a mouse takes off a flag with two clicks, and puts one on a question mark with two.
        assert sum(click.kind == "right" for click in replay.clicks) == (1 + 2) + (1 + 1 + 2 + 2 + 2 + 1)
        moved = replay.events.kinds == Kind.MOVE
        assert replay.events.xs[moved].tolist() == [72, 116]
        assert replay.events.times[moved].tolist() == [0, 700]


def test_games_that_are_no_whole_replay_are_shown_but_not_written():
    hexagons = Level.parse("hex:4x4/2")
    layout = Layout.from_seed(hexagons, seed=1, start=(0, 0))
    game = finished(replace(TERMS, level=hexagons), [("reveal", layout.mines[0], 9)], layout)
    shown = json.loads(write_own(game, [(0, 0.5, 1.25)]))
    assert (shown["shape"], shown["statistics"], shown["path"]["ys"]) == ("hex:4x4", {}, [1.25])
    with pytest.raises(InputError, match="squares with eight neighbours"):
        write_own_file(game, [], "evf")
    begun = replace(
        TERMS, origin="position", level=Level.parse("2x2/1"), position=Board.from_text("mines 1\n. 1\n. 1")
    )
    game = finished(begun, [("reveal", (0, 0), 9)], Layout.from_text("*.\n..\n"))
    assert json.loads(write_own(game, []))["board"] == ".1.1"
    with pytest.raises(InputError, match="began from a position"):
        write_own_file(game, [], "rawvf")


def test_requests(client):
    answer = client.post("/api/imports", params={"name": "a.avf"}, content=files.write_avf(*GAME))
    replay = answer.json()["replay"]["replay"]
    review = ask(client, f"/api/replays/{replay}/review")
    assert (review["outcome"], review["points"][0]["verdict"], review["odds"]) == ("won", "start", 1)
    refused(client.get(f"/api/replays/{'0' * 32}/review"), 404, "import its file again")
    refused(client.post("/api/imports", content=b" \n"), 422, "the file is empty (byte 0)")
    problem = refused(client.post("/api/imports", params={"name": "a.avf"}, content=files.write_avf(*GAME)[:30]), 422)
    assert problem["byte"] > 0
    assert f"(byte {problem['byte']})" in problem["detail"]
    refused(client.post("/api/imports", content=b"x" * (4 * 1024 * 1024 + 1)), 413, "4194304 bytes")
    refused(client.post("/api/games", content=b"x" * (513 * 1024)), 413, "524288 bytes")
    game = make(client, **KNOWN)["id"]
    refused(client.post(f"/api/games/{game}/replay", json={}), 409, "after its end")
    lost = lose(client, look(client, game))
    shown = client.post(f"/api/games/{game}/replay", json={"moves": [[0, 4.5, 4.5]]}).json()
    assert (shown["rtime"], shown["format"]) == (lost["elapsed_ms"] / 1000, "sapper")
    written = Replay.read(client.post(f"/api/games/{game}/replay/evf", json={}).content)
    assert [round(1000 * click.at) for click in written.clicks] == [step["at_ms"] for step in shown["steps"]]
    refused(client.post(f"/api/games/{game}/replay", json={"moves": [[-1, 0, 0]]}), 422)
    refused(client.post(f"/api/games/{game}/replay/avf", json={}), 422)
