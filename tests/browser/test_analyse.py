"""The page of analysis: its position is in its address, every change can be undone, and it leads back to the game."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.player import START
from sapper.board.board import Board

POSITION = "3x4:3:1a2a/1b2/d"


def test_the_position_survives_reload_and_back(player):
    page = player.page
    page.goto(f"{player.url}/analyse#position={POSITION}")
    player.expect((0, 0), "1")
    player.click((0, 1))  # the brush paints a 1
    page.wait_for_url("**/analyse#position=3x4:3:112a/1b2/d")
    page.reload()
    player.expect((0, 1), "1")
    page.get_by_role("navigation").get_by_role("link", name="Scores").click()
    page.wait_for_url("**/scores**")
    page.go_back()
    player.expect((0, 1), "1")
    # A link without a position opens the example.
    page.goto(f"{player.url}/analyse#position=")
    page.wait_for_url("**/analyse#position=9x9:10:b1001c/**")
    # Import and export have names, not only signs.
    for name, sheet in (("Import a board", "Import a board"), ("Export this board", "Export the board")):
        player.more(name)
        expect(page.get_by_role("dialog", name=sheet)).to_be_visible()
        page.keyboard.press("Escape")


def test_every_change_is_undone_and_redone(player):
    page = player.page
    page.goto(f"{player.url}/analyse#position={POSITION}")
    player.expect((0, 0), "1")
    undo, redo = page.get_by_role("button", name="Undo"), page.get_by_role("button", name="Redo")
    expect(undo).to_be_disabled()
    address = page.wait_for_url
    page.get_by_label("Rows").fill("4")
    page.get_by_label("Rows").press("Enter")
    address("**#position=4x4:3:1a2a/1b2/d/d")
    page.get_by_label("Mines").fill("5")
    page.get_by_label("Mines").press("Enter")
    address("**#position=4x4:5:1a2a/1b2/d/d")
    page.get_by_role("button", name="Clear").click()
    address("**#position=4x4:5:d/d/d/d")
    for wanted in ("4x4:5:1a2a/1b2/d/d", "4x4:3:1a2a/1b2/d/d", POSITION):
        undo.click()
        address(f"**#position={wanted}")
    expect(page.get_by_label("Rows")).to_have_value("3")
    page.keyboard.press("Control+y")
    address("**#position=4x4:3:1a2a/1b2/d/d")
    redo.click()
    redo.click()
    address("**#position=4x4:5:d/d/d/d")
    expect(redo).to_be_disabled()


def test_blank_fields_leave_the_board_alone(player):
    page = player.page
    page.goto(f"{player.url}/analyse#position={POSITION}")
    player.expect((0, 0), "1")
    for name, value in (("Rows", "3"), ("Columns", "4"), ("Mines", "3")):
        for bad in ("", "-2"):
            page.get_by_label(name).fill(bad)
            page.get_by_label(name).press("Enter")
            page.get_by_label("Brush").click(position={"x": 1, "y": 1})
            expect(page.get_by_label(name)).to_have_value(value)
    assert player.name((1, 3)) == "2"
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


@pytest.mark.server
def test_from_the_game_to_analysis_and_back(player):
    game = player.begin(seed=None)
    player.click(START)
    player.expect(START, "empty")
    assert not player.game["helped"]
    board = Board.from_text(player.text())
    page = player.page
    page.keyboard.press("a")
    page.wait_for_url(f"**/analyse?game={game['id']}#position={board.position}")
    player.expect(START, "empty")
    player.until(lambda: player.call("GET", f"/games/{game['id']}")["helped"])
    # The same helper as in the game.
    expect(page.locator("aside")).to_contain_text("Win probability")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_contain_text("Hint 1 of 4")
    expect(page.get_by_role("button", name="Zoom in")).to_be_visible()
    page.get_by_role("link", name="Back to the game").click()
    page.wait_for_url(f"**/g/{game['id']}")
    mine = player.call("POST", f"/games/{game['id']}/cheat")["mines"][0]
    player.click(mine)
    player.expect(mine, "exploded mine")
    # After the end the mines are not part of the position.
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.wait_for_url("**/analyse?game=**")
    player.expect(START, "empty")
    assert "M" not in page.url.partition("#")[2]


@pytest.mark.server
def test_a_dropped_picture_is_read_beside_its_board(player):
    page = player.page
    picture = Path(__file__).parents[2] / "docs" / "pictures" / "reading.png"

    def doubt(route):
        found = route.fetch().json()
        doubt = {"cell": [0, 5], "look": "1", "probability": 0.6, "second": "7", "second_probability": 0.3}
        found["picture"]["doubts"] = [doubt]
        route.fulfill(json=found)

    page.route("**/api/imports**", doubt)
    page.goto(f"{player.url}/analyse#position={POSITION}")
    player.expect((0, 0), "1")
    player.more("Import a board")
    page.locator("dialog input[type=file]").set_input_files(picture)
    panel = page.get_by_role("region", name="The picture")
    expect(panel).to_contain_text("One cell may be wrong")
    player.expect((0, 5), "1")
    player.expect((6, 1), "2")
    panel.get_by_role("button", name="7").click()
    player.expect((0, 5), "7")
    panel.get_by_role("button", name="Hide the picture").click()
    expect(panel).to_be_hidden()
