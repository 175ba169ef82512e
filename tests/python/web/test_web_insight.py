"""What the server says of boards is what the engine says; and who asks counts as helped."""

from __future__ import annotations

import json
import math

import pytest
from playing import KNOWN, ask, layout_of, look, lose, make, move, refused, win

import sapper
from sapper import Board
from sapper.game.layout import Layout
from sapper.reference.automine import find_risk
from sapper.web.demo import list_words
from sapper.web.insight import view_hint
from sapper.words.catalogue import ENGLISH, catalogue


def board_of(view) -> Board:
    """The board of a view, as the engine reads it."""
    values = {".": -1, "F": -2, "Q": -3}
    rows = [view["board"][i : i + view["cols"]] for i in range(0, len(view["board"]), view["cols"])]
    return Board.from_rows([[values.get(sign, 0) or int(sign) for sign in row] for row in rows], mines=view["mines"])


def test_the_overlay_is_the_analysis_of_the_engine(client):
    view = make(client, level="expert", seed=7)
    view = move(client, view["id"], "reveal", (3, 3))
    view = move(client, view["id"], "flag", (15, 29))
    seen = ask(client, f"/api/games/{view['id']}/analysis")
    known = sapper.analyze(board_of(view))
    assert seen["safe"] == [list(cell) for cell in known.safe_cells]
    assert seen["mines"] == [list(cell) for cell in known.mine_cells]
    assert int(seen["worlds"]) == known.worlds
    for mine, chance in zip(seen["mine_probability"], known.mine_probability.ravel().tolist(), strict=True):
        assert mine is None if math.isnan(chance) else mine == chance
    assert seen["win"] is None
    assert seen["version"] == view["version"]


def test_the_chance_to_win_says_how_it_is_known(client):
    game = make(client, from_position="mines 1\n.1.\n")["id"]
    exact = ask(client, f"/api/games/{game}/analysis", win=True)["win"]
    assert (exact["kind"], exact["probability"], exact["moves"]) == ("exact", 0.5, [[0, 0], [0, 2]])
    game = make(client, level="expert")["id"]
    estimate = ask(client, f"/api/games/{game}/analysis", win=True)["win"]
    assert estimate["kind"] == "estimate"
    assert 0 < estimate["low"] <= estimate["probability"] <= estimate["high"] < 1
    game = make(client, rows=100, cols=100, mines=1500)["id"]
    assert ask(client, f"/api/games/{game}/analysis", win=True)["win"]["kind"] == "bound"


@pytest.mark.parametrize("path", ["analysis", "hint", "hint?strength=4", "analysis?win=true"])
def test_who_asks_is_helped(client, path):
    view = move(client, make(client)["id"], "reveal", (4, 4))
    assert not view["helped"]
    assert client.get(f"/api/games/{view['id']}/{path}").status_code == 200
    after = look(client, view["id"])
    assert after["helped"]
    assert not after["practice"]
    assert after["version"] == view["version"] + 1


def test_the_analysis_follows_the_game(client):
    game = make(client, **KNOWN)["id"]
    before = ask(client, f"/api/games/{game}/analysis")
    move(client, game, "reveal", (4, 4))
    after = ask(client, f"/api/games/{game}/analysis")
    assert before["mine_probability"] != after["mine_probability"]
    client.post(f"/api/games/{game}/undo")
    # The layout is made: its start cell opens an area, and no other cell is promised.
    undone = ask(client, f"/api/games/{game}/analysis")
    assert (undone["first_click"], undone["best"], len(undone["safe"])) == ("start", [4, 4], 9)


def test_after_the_end_there_is_nothing_to_analyse(client):
    view = lose(client, make(client, **KNOWN))
    refused(client.get(f"/api/games/{view['id']}/analysis"), 409, "over")
    refused(client.get(f"/api/games/{view['id']}/hint"), 409, "over")


def test_hints_tell_more_and_more(client):
    view = move(client, make(client, **KNOWN)["id"], "reveal", (4, 4))
    hints = [ask(client, f"/api/games/{view['id']}/hint", strength=strength) for strength in (1, 2, 3, 4)]
    assert [bool(hint["cells"]) for hint in hints] == [False, False, True, True]
    assert not hints[0]["clues"]
    assert hints[1]["clues"]
    safe = sapper.analyze(board_of(view)).safe_cells
    assert tuple(hints[3]["cells"][0]) in safe
    assert hints[3]["technique"]
    assert hints[3]["steps"]
    refused(client.get(f"/api/games/{view['id']}/hint?strength=5"), 422)


GUESS = "mines 6\n....\n.13.\n....\n....\n"


def test_one_cell_is_recommended_everywhere(client):
    """Hints, guesses and the overlay name the move of `best_move`; each hint tells more than the one before."""
    game = make(client, from_position=GUESS)["id"]
    best = list(sapper.best_move(Board.from_text(GUESS)).cell)
    hints = [ask(client, f"/api/games/{game}/hint", strength=strength) for strength in (1, 2, 3, 4)]
    assert len({hint["text"] for hint in hints}) == 4
    assert [hint["cells"] for hint in hints] == [[], [], [best], [best]]
    assert hints[1]["text"] == "The best guess is beside the ringed 1."
    assert hints[1]["clues"] == [[1, 1]]
    guesses = ask(client, f"/api/games/{game}/guesses")
    assert guesses["guesses"][0]["cell"] == best
    assert hints[3]["text"] == guesses["text"]
    assert ask(client, f"/api/games/{game}/analysis", best=True)["best"] == best
    assert ask(client, f"/api/games/{game}/analysis")["best"] is None  # a guess takes longer to choose
    view = move(client, make(client, **KNOWN)["id"], "reveal", (4, 4))
    safe = ask(client, f"/api/games/{view['id']}/analysis")["best"]
    assert safe == ask(client, f"/api/games/{view['id']}/hint", strength=3)["cells"][0]
    assert tuple(safe) == sapper.best_move(board_of(view)).cell
    solved = client.post("/api/analyze/hint?strength=4", json={"position": "mines 1\n1 .\n"}).json()
    assert (solved["text"], solved["cells"]) == ("No cell is left to be revealed.", [])


def test_the_first_click_rule_is_part_of_the_board(client):
    """Before the first reveal everything that is promised is safe, and nothing else is."""
    game = make(client)["id"]
    seen = ask(client, f"/api/games/{game}/analysis", classes=True)
    assert set(seen["mine_probability"]) == {0.0}
    assert (seen["first_click"], seen["best"], len(seen["safe"])) == ("any", [2, 2], 81)
    assert seen["classes"]["best"] == [[2, 2]]
    hints = [ask(client, f"/api/games/{game}/hint", strength=strength) for strength in (1, 2, 3, 4)]
    assert {hint["kind"] for hint in hints} == {"promised"}
    assert len({hint["text"] for hint in hints}) == 4
    assert hints[2]["cells"] == hints[3]["cells"] == [[2, 2]]
    refused(client.get(f"/api/games/{game}/guesses"), 409, "the first-click rule")
    # A chosen start cell: the promise holds there alone, and tells more about the other cells.
    game = make(client, level="beginner", start=[4, 4])["id"]
    seen = ask(client, f"/api/games/{game}/analysis", win=True)
    assert (seen["first_click"], seen["best"], len(seen["safe"])) == ("start", [4, 4], 9)
    assert seen["mine_probability"][0] == pytest.approx(10 / 72)
    assert seen["win"]["low"] > 0.5
    assert ask(client, f"/api/games/{game}/hint", strength=3)["cells"] == [[4, 4]]
    game = make(client, level="beginner", first_click="safe", start=[4, 4])["id"]
    seen = ask(client, f"/api/games/{game}/analysis", win=True)
    assert (seen["safe"], seen["win"]) == ([[4, 4]], None)
    assert seen["mine_probability"][0] == pytest.approx(10 / 80)
    # Without a promise, and after the first reveal, the board is all there is.
    game = make(client, level="beginner", first_click="none")["id"]
    seen = ask(client, f"/api/games/{game}/analysis")
    assert (seen["first_click"], seen["safe"]) == (None, [])
    view = move(client, make(client)["id"], "reveal", (4, 4))
    assert ask(client, f"/api/games/{view['id']}/analysis")["first_click"] is None


def test_the_estimate_of_a_helper_beside_the_exact_risk(client):
    position = {"position": "mines 2\n....\n.12.\n....\n....\n"}
    seen = client.post("/api/analyze?estimate=true", json=position).json()
    risk = find_risk(Board.from_text(position["position"])).risk.ravel().tolist()
    assert seen["estimate"] == [None if math.isnan(one) else one for one in risk]
    assert client.post("/api/analyze", json=position).json()["estimate"] is None


def test_guesses_where_nothing_is_safe(client):
    game = make(client, from_position="mines 6\n....\n.13.\n....\n....\n")["id"]
    seen = ask(client, f"/api/games/{game}/guesses")
    best = sapper.win_value(Board.from_text("mines 6\n....\n.13.\n....\n....\n"))
    assert tuple(seen["guesses"][0]["cell"]) in best.moves
    assert seen["guesses"][0]["win"] == float(best.probability)
    assert all(0 < guess["safety"] < 1 for guess in seen["guesses"])
    view = move(client, make(client, **KNOWN)["id"], "reveal", (4, 4))
    refused(client.get(f"/api/games/{view['id']}/guesses"), 409, "no guess is needed")


def test_positions_get_the_hints_and_candidates_of_games(client):
    view = move(client, make(client, **KNOWN)["id"], "reveal", (4, 4))
    position = {"position": board_of(view).position}
    for strength in (1, 2, 3, 4):
        ours = client.post(f"/api/analyze/hint?strength={strength}", json=position).json()
        game = ask(client, f"/api/games/{view['id']}/hint", strength=strength)
        assert ours | {"version": game["version"]} == game
    refused(client.post("/api/analyze/guesses", json=position), 409, "no guess is needed")
    guesses = client.post("/api/analyze/guesses", json={"position": "1x3:1:a1a"}).json()
    assert {guess["safety"] for guess in guesses["guesses"]} == {0.5}
    for path in ("hint", "guesses"):
        refused(client.post(f"/api/analyze/{path}", json={"position": "1x3:2:a0a"}), 422, "")


def test_a_game_whose_board_is_analysed_elsewhere_is_helped(client):
    view = move(client, make(client)["id"], "reveal", (4, 4))
    assert not view["helped"]
    assert client.post(f"/api/games/{view['id']}/help").json()["helped"]
    assert look(client, view["id"])["helped"]
    assert not look(client, view["id"])["practice"]
    over = lose(client, make(client, **KNOWN))
    assert client.post(f"/api/games/{over['id']}/help").json()["helped"] == over["helped"]


WITH_SETTINGS = [
    f"{name},{setting}={word}"
    for name in sapper._engine.strategy_names()
    for setting, words in list_words(name).items()
    for word in words
]


def test_every_strategy_gives_a_demo(client):
    view = win(client, make(client, **KNOWN))
    for strategy in (*sapper._engine.strategy_names(), "best@fast", *WITH_SETTINGS):
        answer = client.post(f"/api/games/{view['id']}/demo", json={"strategy": strategy})
        assert answer.status_code == 200, (strategy, answer.text)
        demo = answer.json()
        assert "first=" in strategy or demo["steps"][0]["cell"] == [4, 4], strategy
        board = list(demo["board"])
        for step in demo["steps"]:
            for row, col, sign in step["changed"]:
                board[row * 9 + col] = sign
        lost = demo["outcome"] == "lost"
        assert ("X" in board) == lost, strategy
        assert ("." in board) == lost, strategy  # this board is won by the last cell or lost early


def test_a_demo_from_the_start_begins_with_random_clicks(client):
    view = make(client)
    move(client, view["id"], "reveal", (4, 4))
    body = {"strategy": "automine,random_clicks=2"}
    kinds = [step["kind"] for step in client.post(f"/api/games/{view['id']}/demo", json=body).json()["steps"]]
    assert kinds[0] == "start"
    assert kinds[1:3] in (["random"] * 2, ["random"])
    later = client.post(f"/api/games/{view['id']}/demo", json=body | {"from": "here"}).json()["steps"]
    assert "random" not in [step["kind"] for step in later]


def test_a_demo_goes_on_from_here_and_is_help(client):
    view = make(client)
    view = move(client, view["id"], "reveal", (4, 4))
    demo = client.post(f"/api/games/{view['id']}/demo", json={"from": "here", "strategy": "safest"}).json()
    assert demo["board"] == view["board"]
    assert look(client, view["id"])["helped"]
    for bad in ("os", "best@deep", "safest,endgame_worlds=9", "x" * 50):
        refused(client.post(f"/api/games/{view['id']}/demo", json={"strategy": bad}), 422)


def test_a_demo_of_a_new_game_leaves_it_alone(client):
    view = make(client, level="beginner", start=[4, 4])
    path = f"/api/games/{view['id']}"
    demo = client.post(f"{path}/demo", json={"from": "here", "strategy": "safest"}).json()
    assert demo["own"]
    assert demo["steps"][0]["cell"] == [4, 4]
    assert set(demo["board"]) == {"."}
    after = look(client, view["id"])
    assert (after["status"], after["version"], after["helped"]) == ("ready", 0, False)
    # The layout of the game is another one.
    move(client, view["id"], "reveal", (4, 4))
    own = client.post(f"{path}/demo", json={"strategy": "safest"}).json()
    assert not own["own"]
    assert [step["changed"] for step in own["steps"]] != [step["changed"] for step in demo["steps"]]


def test_a_demo_names_the_clues_of_its_reasons(client):
    view = move(client, make(client, **KNOWN)["id"], "reveal", (4, 4))
    steps = client.post(f"/api/games/{view['id']}/demo", json={"strategy": "safest"}).json()["steps"]
    certain = [step for step in steps if step["kind"] == "certain"]
    assert certain
    for step in certain:
        assert step["clues"] or "mines left" in step["text"]
        for row, col in step["clues"]:
            assert f"row {row + 1} column {col + 1}" in step["text"]


def test_positions_are_read_analysed_and_refused_with_the_clues(client):
    seen = client.post("/api/analyze", json={"position": "mines 1\n.1.\n"}).json()
    assert seen["mine_probability"] == [0.5, None, 0.5]
    same = client.post("/api/analyze", json={"rows": 1, "cols": 3, "mines": 1, "board": ".1."}).json()
    assert same == seen
    problem = refused(client.post("/api/analyze", json={"rows": 1, "cols": 4, "mines": 1, "board": ".0.1"}), 422)
    assert [0, 1] in problem["contradiction"]["clues"]
    problem = refused(
        client.post("/api/analyze", json={"rows": 1, "cols": 3, "mines": 1, "board": ".x."}), 422, "'x'"
    )
    assert problem["cell"] == [0, 1]
    problem = refused(client.post("/api/analyze", json={"position": "mines 1\n.9.\n"}), 422)
    assert (problem["line"], problem["column"]) == (2, 2)
    refused(client.post("/api/analyze", json={}), 422)
    refused(client.post("/api/analyze", json={"rows": 2, "cols": 2, "mines": 1, "board": "..."}), 422, "3")
    refused(
        client.post("/api/analyze", json={"position": "300x300:1:" + "/".join(["z" * 11 + "n"] * 300)}), 422, "300"
    )


def test_boards_and_layouts_in_every_form(client):
    view = move(client, make(client, **KNOWN)["id"], "reveal", (4, 4))
    board = board_of(view)
    for form, text in {"picture": str(board), "position": board.position, "json": board.to_json()}.items():
        got = client.get(f"/api/games/{view['id']}/text", params={"form": form})
        assert got.text == text
        read = client.post("/api/formats", json={"text": got.text}).json()
        assert (read["kind"], read["board"], read["mines"]) == ("board", view["board"], 10)
    assert json.loads(board.to_json())["mines"] == 10
    refused(client.get(f"/api/games/{view['id']}/text?form=layout"), 409, "hidden")
    refused(client.get(f"/api/games/{view['id']}/text?form=other"), 422)
    lose(client, view)
    text = client.get(f"/api/games/{view['id']}/text?form=layout").text
    assert Layout.from_text(text) == layout_of({**view, "seed": 1})
    assert client.post("/api/formats", json={"text": text}).json()["board"].count("M") == 10
    again = make(client, from_position=text)
    assert (again["origin"], again["status"], again["practice"]) == ("position", "ready", True)
    refused(client.post("/api/formats", json={"text": "mines 1\n.x"}), 422, "line 2")


def test_levels_and_strategies(client):
    assert [level["name"] for level in ask(client, "/api/levels")] == list(sapper.LEVELS)
    assert [strategy["name"] for strategy in ask(client, "/api/strategies")] == sapper._engine.strategy_names()
    words = {strategy["name"]: strategy["settings"] for strategy in ask(client, "/api/strategies")}
    clicks = {"random_clicks": ["0", "1", "2", "3", "5", "8"]}
    assert words["automine"] == clicks | {name: ["on", "off"] for name in ("overlap", "patterns", "search")}
    assert words["superloc"]["linked"] == ["jar", "old", "new"]
    assert words["safest"] == {}


def test_what_players_read_counts_from_one(client):
    """Hints, guesses and contradictions name cells as players do."""
    game = make(client, from_position="mines 6\n....\n.13.\n....\n....\n")["id"]
    guesses = ask(client, f"/api/games/{game}/guesses")
    row, col = guesses["guesses"][0]["cell"]
    assert f"row {row + 1} column {col + 1}" in guesses["text"]
    assert guesses["guesses"][0]["progress"] is not None
    view = move(client, make(client, **KNOWN)["id"], "reveal", (4, 4))
    hint = ask(client, f"/api/games/{view['id']}/hint", strength=4)
    row, col = hint["cells"][0]
    assert hint["text"].startswith(f"Row {row + 1} column {col + 1} is safe")
    problem = refused(client.post("/api/analyze", json={"position": "1x4:1:a0a1"}), 422)
    assert problem["contradiction"]["text"] == "the clues at row 1 column 2 and row 1 column 4 cannot both hold"
    problem = refused(client.post("/api/analyze", json={"position": "1x4:1:a001"}), 422)
    assert problem["contradiction"]["text"] == "the 1 at row 1 column 4 has no hidden cell beside it"


def test_a_demo_tells_the_candidates_of_every_guess(client):
    view = make(client, level="expert", seed=22, start=[3, 3])
    view = move(client, view["id"], "reveal", (3, 3))
    for begin in ("start", "here"):
        body = {"strategy": "superloc", "from": begin}
        steps = client.post(f"/api/games/{view['id']}/demo", json=body).json()["steps"]
        guesses = [step for step in steps if step["kind"] not in ("start", "certain")]
        assert guesses
        for step in steps:
            assert bool(step["candidates"]) == (step in guesses)
            assert len(step["candidates"]) <= 8
        for step in guesses:
            assert step["candidates"][0]["cell"] == step["cell"]
            assert step["candidates"][0]["safety"] == pytest.approx(step["safety"])
        assert any(one["game_tree"] is not None for step in guesses for one in step["candidates"])


def test_the_overlay_tells_the_classes_of_cells(client):
    position = "6x7:11:b#d/b#2c/##e/a1a3c/c##b/g".replace("#", "V")
    found = client.post("/api/analyze?classes=true", json={"position": position}).json()
    assert found["classes"]["best"] == [[3, 0]]
    assert found["classes"]["good"] == [[4, 0], [4, 1]]
    assert found["classes"]["similar"] == [[0, 3], [0, 4], [1, 4], [3, 4]]
    assert client.post("/api/analyze", json={"position": position}).json()["classes"] is None
    view = move(client, make(client)["id"], "reveal", (4, 4))
    classes = ask(client, f"/api/games/{view['id']}/analysis", classes=True)["classes"]
    assert len(classes["best"]) == 1
    assert look(client, view["id"])["helped"]


def test_hints_help_where_a_board_is_too_wide_to_count():
    kinds = set()
    layout = Layout.from_seed("box:4x4x4x4/100", seed=1)
    game = sapper.Game(layout)
    game.reveal(layout.start)
    for _ in range(12):
        hints = [view_hint(game.board, strength, states=100) for strength in (1, 2, 3, 4)]
        cell = layout.shape.cells[hints[3].cells[0][1]]
        kinds.add(hints[0].kind)
        if hints[0].kind == "safe":
            assert cell not in layout.mines
            assert hints[0].text == "There is a safe cell."
            assert "is safe in every world" in hints[3].text
        else:
            assert "with an estimated probability of" in hints[2].text
            assert "lowest estimated probability of a mine" in hints[3].text
        assert [hint.cells for hint in hints] == [[], [], hints[3].cells, hints[3].cells]
        game.reveal(next(one for one in (cell, *game.board.hidden_cells) if one not in layout.mines))
    assert kinds == {"safe", "guess"}
    # Without a number of mines there is no estimate either.
    with pytest.raises(sapper.LimitError):
        view_hint(sapper.Board(layout.shape, {layout.start: 60}, density=0.2), 3, states=10)


def test_hints_guesses_and_demos_are_told_as_data(client):
    """The page says them in its language; the text is the same in English."""
    position = {"rows": 1, "cols": 3, "mines": 1, "board": ".1."}
    game = move(client, make(client, **KNOWN)["id"], "reveal", (4, 4))["id"]
    hint = client.get(f"/api/games/{game}/hint").json()
    assert hint["said"]["say"] == "hint.exists"
    assert catalogue("de").text(hint["said"]) == f"Es gibt {hint['said']['count']} sichere Felder."
    guesses = client.post("/api/analyze/guesses", json=position).json()
    assert "Nothing is certain" in guesses["text"]
    assert ENGLISH.text(guesses["said"]) == guesses["text"]
    refused(client.get(f"/api/games/{game}/guesses", headers={"Accept-Language": "de"}), 409, "nicht nötig")
    proof = client.get(f"/api/games/{game}/hint?strength=4").json()
    assert [ENGLISH.text(step["said"]) for step in proof["steps"]] == [step["text"] for step in proof["steps"]]
    demo = client.post(f"/api/games/{game}/demo", json={"strategy": "safest", "from": "start"}).json()
    assert demo["steps"][0]["said"] == {"say": "rule.start"}
    assert all(ENGLISH.text(step["said"]) == step["text"] for step in demo["steps"])
