"""The page without a server: tests that the server passes too, answers and sentences that equal those of the server,
and a game in a folder of a static host without a network.

`pytest tests/browser --backend local` runs all tests of the page that need no server.
"""

from __future__ import annotations

import json
import random
import re
import shutil

import pytest
from playwright.sync_api import Error, expect

# The same tests, answered by the page itself.
from browser.player import START, beginner
from browser.served import ROOT, Hosted
from browser.test_analyse import test_the_position_survives_reload_and_back  # noqa: F401
from browser.test_compete import test_open_race_shows_the_solvers_board  # noqa: F401
from browser.test_helper import test_a_demo_lights_its_clues_and_leaves_a_new_game_alone  # noqa: F401
from browser.test_play import test_undo_after_a_blast_and_the_same_board_again  # noqa: F401
from sapper.analysis.analysis import analyze
from sapper.board.board import Board
from sapper.board.shape import Shape
from sapper.errors import SapperError
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.web import insight
from sapper.web.problems import describe_in
from sapper.web.reading import describe_board
from sapper.web.shapes import view_shape
from sapper.words.catalogue import begin, catalogue, spell

STATES = 1_000_000
REFUSED = (
    "mines 1\n121\n...", "mines 9\n1..\n1..\n...", "mines 2\n1.2.\n1..2", "mines 1\n3.\n..", "mines 4\n.5.\n...",
    "mines 3\nM1M\n...", "mines 2\n.\n2\n0", "mines 2\n01.\n...", "mines 5\n1.1\n...\n1.1",
    "mines 1\n7.\n..",
)  # fmt: skip
SHAPES = (
    "4x5", "square4:3x4", "knight:4x4", "torus:4x3", "cylinder:3x5", "hex:4x5", "hexagon:3", "tri:3x5", "tri3:4x4",
    "box:7", "box:3x4x5", "box:2x3x2x4", "box:2x2x2x2x3", "cube:3", "globe:72", "globe:80",
)  # fmt: skip
LEVELS = ("6x6/7", "5x8/9", "beginner", "intermediate", "hex-easy", "torus-easy")


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    host = Hosted(tmp_path_factory.mktemp("hosted"))
    host.start()
    yield host
    host.kill()


def positions(seed: int, count: int) -> list[Board]:
    """Boards in the middle of games, guesses among them."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        layout = Layout.from_seed(rng.choice(LEVELS), seed=rng.randrange(10**6))
        game, mines = Game(layout), set(layout.mines)
        game.reveal(layout.start)
        for _ in range(rng.randrange(60)):
            analysis = analyze(game.board)
            cells = analysis.safe_cells or [cell for cell in analysis.board.hidden_cells if cell not in mines]
            if game.status != "playing" or not cells:
                break
            game.reveal(rng.choice(cells))
        if game.status == "playing" and (len(found) % 2 or not analyze(game.board).safe_cells):
            found.append(game.board)
    return found


def said_in(view, language: str, name):
    """An answer with its sentences in a language, and cells as `name` names them; texts in English are left out."""
    if isinstance(view, list):
        return [said_in(one, language, name) for one in view]
    if not isinstance(view, dict):
        return view
    told = {key: said_in(value, language, name) for key, value in view.items() if key not in ("text", "technique")}
    return told | ({"said": catalogue(language).text(view["said"], name)} if "said" in view else {})


@pytest.mark.parametrize(("language", "seed"), [("en", 1), ("de", 2)])
def test_every_sentence_and_number_is_the_servers(visit, language, seed):
    player = visit(locale=f"{language}-{language.upper()}").player()
    boards = positions(seed, 14)
    assert sum(not analyze(board).safe_cells for board in boards) >= 5
    for board in boards:
        view = describe_board(board)
        names = board.shape.cells
        body = {"shape": view.shape, "mines": board.mines, "board": view.board}
        for strength in (2, 4):
            told = player.call("POST", f"/analyze/hint?strength={strength}", **body)
            server = insight.view_hint(board, strength, states=STATES).model_dump(mode="json")
            named = said_in(told, language, lambda cell, names=names: spell(names[cell]))
            assert named == said_in(server, language, lambda cell: ",".join(map(str, cell)))
        square = board.shape.is_square
        told = player.call("POST", f"/analyze?win=true&best=true{'&classes=true&estimate=true' * square}", **body)
        asked = insight.Asked(win=True, best=True, classes=square, estimate=square)
        assert told == json.loads(insight.view_analysis(board, states=STATES, asked=asked).model_dump_json())
        if not analyze(board).safe_cells:
            told = player.call("POST", "/analyze/guesses", **body)
            server = insight.view_guesses(board, states=STATES).model_dump(mode="json")
            named = said_in(told, language, lambda cell, names=names: spell(names[cell]))
            assert named == said_in(server, language, lambda cell: ",".join(map(str, cell)))
    for text in REFUSED:
        with pytest.raises(SapperError) as refusal:
            analyze(Board.from_text(text))
        said = begin(describe_in(language, refusal.value).detail)
        with pytest.raises(Error, match=re.escape(said.partition(" (")[0])):  # without the line of the text
            player.call("POST", "/analyze", position=text)


def test_a_game_offline_in_a_folder_of_a_static_host(visit, served):
    """It keeps its games and results, and says what it lacks."""
    made = visit(service_workers="allow")
    player = made.player()
    page = player.page
    page.goto(made.url)
    page.wait_for_selector("[role=gridcell]", state="attached")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    made.context.set_offline(True)
    page.reload()
    player.begin()
    for cell in player.clicks_to_win(beginner()):
        player.click(cell)
    expect(page.locator(".result")).to_be_visible()
    game = player.game
    assert (game["status"], game["three_bv"], game["helped"]) == ("won", beginner().bbbv, True)
    page.reload()
    player.expect(START, "empty")
    player.until(lambda: player.call("GET", f"/games/{game['id']}/review")["complete"])
    assert player.call("GET", "/statistics?helped=true&no_guess=false&level=beginner")["wins"] == 1
    layout = player.call("GET", f"/games/{game['id']}/text?form=layout")
    assert Layout.from_text(layout) == beginner()
    again = player.call("POST", "/games", from_position=layout)
    assert (again["mines"], again["start"]) == (10, list(START))
    assert [board["kind"] for board in player.call("GET", "/daily")["boards"]] == ["no-guess", "expert"]
    assert player.call("GET", "/exercises?kind=pair&seen=1")["exercises"][0]["exercise"]["kind"] == "pair"
    assert player.call("GET", "/shapes/hex:9x9")["kind"] == "hex"
    page.goto(f"{made.url}/match")
    expect(page.locator("#main")).to_contain_text("no server")
    with pytest.raises(Exception, match="no such game in this browser"):
        player.call("GET", "/games/nothing")


def test_shapes_of_every_kind_and_size_are_the_servers(visit):
    player = visit().player()
    for name in SHAPES:
        told = player.call("GET", f"/shapes/{name}")
        server = json.loads(view_shape(Shape.parse(name)).model_dump_json())
        for mine, theirs in zip(told["outlines"], server["outlines"], strict=True):
            drawn, points = [told["points"][at] for at in mine], [server["points"][at] for at in theirs]
            assert drawn == [pytest.approx(one, abs=2e-5) for one in points], name
        assert len(told["points"]) == len(server["points"])
        for view in (told, server):
            del view["points"], view["outlines"]
        assert told == server
    with pytest.raises(Error, match="more than the limit of 2600"):
        player.call("GET", "/shapes/globe:4002")


def test_a_cruel_game_loses_by_needless_risks_alone(visit):
    """Every needless risk loses, is undone, and shows nothing of the next layout; the least risk never loses."""
    player = visit().player()
    game = player.call("POST", "/games", rows=7, cols=7, mines=12, seed=5, cruel=True)
    assert (game["origin"], game["practice"], game["seed"]) == ("cruel", True, None)
    address = f"/games/{game['id']}"
    view = player.call("POST", f"{address}/moves", kind="reveal", cell=(3, 3))
    with pytest.raises(Error, match="no fixed layout before it ends"):
        player.call("POST", f"{address}/cheat")
    losses = 0
    while view["status"] != "won":
        found = analyze(Board.from_text(player.call("GET", f"{address}/text?form=position")))
        doubtful = [cell for cell in found.board.hidden_cells if 0 < found.mine_probability_of(cell) < 1]
        if losses < 2 and found.safe_cells and doubtful:
            lost = player.call("POST", f"{address}/moves", kind="reveal", cell=doubtful[losses % len(doubtful)])
            assert (lost["status"], sum(map(lost["board"].count, "MX"))) == ("lost", 12)
            again = player.call("POST", f"{address}/undo")
            assert again["board"] == view["board"]
            losses += 1
        else:
            view = player.call("POST", f"{address}/moves", kind="reveal", cell=found.safest_cells[0])
            assert view["status"] != "lost"
    assert losses == 2
    with pytest.raises(Error, match="no fixed layout: no given one"):
        player.call("POST", "/games", level="beginner", cruel=True, no_guess=True)


def test_boards_in_the_text_of_the_site_are_live(visit, served):
    """The element loads the engine of the page beside it, and computes again what a click changes."""
    page = visit().player().page
    shutil.copytree(ROOT / "docs" / "live", served.folder / "some" / "live")
    board = '<sapper-board data-text="mines 2&#10;0 1 .&#10;0 2 .&#10;0 1 ."></sapper-board>'
    script = '<script type="module" src="live/board.js"></script>'
    (served.folder / "some" / "text.html").write_text(f"<!doctype html><link rel=icon href=data:,>{board}{script}")
    page.goto(served.url.replace("play/#", "text.html"))
    cells = page.locator("sapper-board .cells button")
    expect(cells).to_have_text(["", "1", "100", "", "2", "0", "", "1", "100"])
    cells.nth(5).click()  # hidden, and safe: it shows the 2 mines beside it
    expect(cells.nth(5)).to_have_text("2")
    expect(page.locator("sapper-board p").first).to_contain_text("One world fits")
    page.get_by_role("button", name="Reset").click()
    expect(cells.nth(5)).to_have_text("0")
