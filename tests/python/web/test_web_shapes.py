"""Every call of the server works on boards of every shape, and says what the engine says."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from playing import ask, make, move, refused

import sapper
from sapper import Board, Layout, Shape
from sapper.board.sizes import SHAPE_LEVELS
from sapper.game.live import SIGN_CODE

LEVELS = [
    "hex:6x6/5",
    "tri:6x8/5",
    "torus:6x6/5",
    "cylinder:6x6/4",
    "box:4x4x4/4",
    "cube:3/6",
    "globe:42/5",
    "hexagon:4/5",
]


def place_of(shape, cell):
    """Row and column of a cell, as the server writes it."""
    return list(divmod(shape.number(cell), shape.sides[1] if len(shape.sides) == 2 else len(shape)))


def read(view, shape):
    """The board of a view, as the engine reads it."""
    codes = {".": -1, "F": -2, "Q": -3}
    values = [codes.get(sign, int(sign) if sign.isdigit() else ord(sign) - 128) for sign in view["board"]]
    return Board(shape, dict(zip(shape.cells, values, strict=True)), mines=view["mines"])


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_is_played_helped_and_reviewed_on_any_shape(client, level):
    name, _, mines = level.partition("/")
    shape = Shape.parse(name)
    view = make(client, level=level, seed=3)
    assert (view["level"], view["shape"], view["mines"], view["status"]) == (level, name, int(mines), "ready")
    assert len(view["board"]) == view["rows"] * view["cols"] == len(shape)
    game = f"/api/games/{view['id']}"
    hint = ask(client, f"{game}/hint", strength=3)
    assert hint["kind"] == "promised"
    view = move(client, view["id"], "reveal", hint["cells"][0])
    start = view["start"]
    layout = Layout.from_seed(level, seed=3, start=shape.cells[start[0] * view["cols"] + start[1]])
    if view["status"] == "playing":
        known = sapper.analyze(read(view, shape))
        seen = ask(client, f"{game}/analysis", best=True, win=True)
        refused(client.get(f"{game}/analysis", params={"classes": True}), 422, "squares with eight neighbours")
        assert seen["safe"] == [place_of(shape, cell) for cell in known.safe_cells]
        assert int(seen["worlds"]) == known.worlds
        for strength in (2, 4):
            hint = ask(client, f"{game}/hint", strength=strength)
            assert all(view["board"][row * view["cols"] + col] not in ".0FQ" for row, col in hint["clues"])
        position = {"shape": name, "mines": view["mines"], "board": view["board"]}
        again = client.post("/api/analyze", json=position).json()
        assert again["mine_probability"] == seen["mine_probability"]
        written = ask_text(client, f"{game}/text?form=position")
        described = client.post("/api/formats", json={"text": written}).json()
        assert (described["shape"], described["board"], described["position"]) == (name, view["board"], written)
    demo = client.post(f"{game}/demo", json={"strategy": "safest"}).json()
    assert demo["outcome"] in ("won", "lost")
    assert demo["steps"][0]["cell"] == start
    mine = place_of(shape, layout.mines[0])
    mines = client.post(f"{game}/cheat")
    if view["status"] == "playing":
        assert mines.json()["mines"] == [place_of(shape, cell) for cell in layout.mines]
        view = move(client, view["id"], "flag", place_of(shape, layout.mines[1]))
        view = move(client, view["id"], "reveal", mine)
        assert view["status"] == "lost"
        assert view["board"].encode(SIGN_CODE)[shape.number(layout.mines[0])] == ord("X")
    review = wait_for_review(client, game)
    assert review["points"][0]["cell"] == start
    branch = client.post(f"{game}/branch", json={"move": 1}).json()
    assert (branch["shape"], branch["origin"]) == (name, "branch")
    same = make(client, same_board_as=view["id"])
    assert (same["start"], same["level"]) == (start, level)
    race = client.post("/api/races", json={"level": level, "open": True, "pace_ms": 20, "strategy": "safest"}).json()
    move(client, race["game"]["id"], "reveal", start)
    assert ask(client, f"/api/races/{race['race']['id']}")["board"] is not None


def ask_text(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return answer.text


def wait_for_review(client, game):
    review = ask(client, f"{game}/review")
    while not review["complete"]:
        time.sleep(0.05)
        review = ask(client, f"{game}/review")
    return review


def test_a_game_is_loaded_again_on_either_database(database, serve):
    with serve(database) as client:
        made = make(client, level="box:4x4x4x4/12", start=[0, 100], seed=1)
        before = move(client, made["id"], "reveal", [0, 100])
        flagged = move(client, made["id"], "flag", [0, before["board"].index(".")])
    with serve(database) as client:
        after = ask(client, f"/api/games/{made['id']}")
    assert (after["board"], after["start"], after["shape"]) == (flagged["board"], [0, 100], "box:4x4x4x4")
    assert after["board"] != made["board"]


def test_best_times_of_shapes_have_their_own_tables(database, serve):
    level = "cylinder:100x100/10"
    with serve(database) as client:
        made = make(client, level=level, no_guess=True)
        view = move(client, made["id"], "reveal", [50, 50])
        while view["status"] == "playing":
            safe = ask(client, f"/api/games/{made['id']}/analysis")["safe"]
            view = move(client, made["id"], "reveal", safe[0])
        placed = client.post(f"/api/games/{made['id']}/score", json={"name": "Ada"})
        assert placed.status_code == 200, placed.text
        machine = placed.json()["machine"]
        table = ask(client, "/api/scores", level=level, helped=view["helped"], no_guess=True, machine=machine)
        assert [row["name"] for row in table["rows"]] == ["Ada"]
        others = ask(client, "/api/scores", level="100x100/10", helped=view["helped"], no_guess=True, machine=machine)
        assert others["rows"] == []
        assert ask(client, "/api/statistics", level=level, helped=view["helped"], no_guess=True)["wins"] == 1


def test_a_shape_is_described_once_and_kept_by_browsers(client):
    answer = client.get("/api/shapes/globe:42")
    assert "max-age" in answer.headers["cache-control"]
    seen, shape = answer.json(), Shape.globe(42)
    assert (seen["rows"], seen["cols"], seen["on_sphere"], seen["names"]) == (1, 42, True, shape.cells)
    for number, cell in enumerate(shape):
        assert seen["neighbours"][number] == [shape.number(near) for near in shape.neighbours(cell)]
        corners = [seen["points"][corner] for corner in seen["outlines"][number]]
        assert corners == [pytest.approx(corner, abs=1e-4) for corner in shape.outline(cell)]
    plain = client.get("/api/shapes/torus:5x6", headers={"Accept-Encoding": "identity"}).json()
    assert (plain["rows"], plain["cols"], plain["around"], plain["names"]) == (5, 6, [True, True], None)
    assert ask(client, "/api/shapes/3x4")["neighbours"][0] == [1, 4, 5]


@pytest.mark.parametrize(
    "text",
    ["graph:{file}:1:aa", "shape graph:{file}\nmines 1\n..", "JSON", "layout graph:{file}/1\n*."],
)
def test_no_client_reads_files_of_the_server(client, tmp_path, text):
    file = tmp_path / "graph.json"
    file.write_text(json.dumps({"neighbours": [[1], [0]]}))
    hidden = json.dumps({"cells": [None, {}], "mines": 1, "shape": f"graph:{file}"}).replace(
        "graph", "gr\\u0061ph", 1
    )
    given = hidden if text == "JSON" else text.format(file=file)
    refused(client.post("/api/games", json={"from_position": given}), 422, "read from a file")
    refused(client.post("/api/formats", json={"text": given}), 422, "read from a file")
    for query in ("level", "shape"):
        body = {"level": "graph:g/1"} if query == "level" else {"shape": "graph:g", "mines": 1, "board": ".."}
        path = "/api/games" if query == "level" else "/api/analyze"
        refused(client.post(path, json=body), 422, "read from a file")
    refused(client.get("/api/scores", params={"level": "graph:g/1"}), 422, "read from a file")


def test_bad_shapes_and_cells_are_refused(client):
    for level, fragment in [
        ("globe:5001/5", "there is no globe"),
        ("globe:9932/5", "more than the limit"),
        ("hex:201x3/5", "larger than 200x200"),
        ("blob:3/1", "unknown shape"),
        ("torus:2x9/1", "at least 3"),
    ]:
        refused(client.post("/api/games", json={"level": level}), 422, fragment)
    refused(client.get("/api/shapes/globe:9932"), 422, "more than the limit")
    game = make(client, level="globe:42/5")["id"]
    body = {"kind": "reveal", "cell": [0, 42]}
    refused(client.post(f"/api/games/{game}/moves", json=body), 422, "outside a board of globe:42")
    body = {"shape": "globe:42", "mines": 5, "board": "." * 41}
    refused(client.post("/api/analyze", json=body), 422, "need as many characters")
    body = {"shape": "hexagon:2", "mines": 1, "board": "6" + "." * 6}
    problem = refused(client.post("/api/analyze", json=body), 422)
    assert problem["cell"] == [0, -1]
    body = {"shape": "box:3x3x3", "mines": 5, "board": "1" + "0" + "." * 25}
    clues = client.post("/api/analyze", json=body).json()["contradiction"]["clues"]
    assert [0, 0, 0] in clues or [0, 0, 1] in clues


def test_the_page_offers_the_named_levels():
    text = (Path(sapper.__file__).parent / "web/static/js/play/shapes.js").read_text(encoding="utf-8")
    offered = {}
    for kind, word, sizes in re.findall(r'^  (\w+): shape\("(\w+)", \[(.+?)\],', text, re.MULTILINE):
        for name, size in zip(("easy", "medium", "hard"), re.findall(r'"(.+?)"', sizes), strict=True):
            offered[f"{kind}-{name}"] = f"{word}:{size}"
    assert offered == SHAPE_LEVELS
