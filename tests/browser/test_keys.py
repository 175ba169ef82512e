"""Keys, the clipboard and dialogs do what a player means by them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.player import START, beginner
from sapper.analysis.analysis import analyze
from sapper.board.board import Board

PASTE = """text => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}"""


@pytest.mark.server
def test_pasting_during_a_game_leaves_it_only_for_a_board(player):
    game = player.begin()
    page = player.page
    page.evaluate(PASTE, "a shopping list")
    expect(page.get_by_text("This is no board")).to_be_visible()
    assert page.url.endswith(game["id"])
    player.click(START)
    player.expect(START, "empty")
    page.evaluate(PASTE, "mines 1\n1.")
    page.wait_for_url("**/analyse#position=1x2:1:1a")
    player.expect((0, 1), "hidden, certainly a mine")
    page.go_back()
    player.expect(START, "empty")


def test_dialogs_close_with_their_page(player):
    player.begin()
    page = player.page
    page.get_by_role("navigation").get_by_role("link", name="Scores").click()
    page.wait_for_url("**/scores**")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    page.wait_for_selector("[role=gridcell]")
    expect(page.locator("dialog")).to_have_count(0)
    player.click(START)
    player.expect(START, "empty")


def test_keys_work_after_a_click_on_a_switch(player):
    player.begin()
    player.click(START)
    player.expect(START, "empty")
    page = player.page
    switch = page.get_by_role("switch").first
    switch.click()
    expect(switch).to_be_checked()
    safe = analyze(Board.from_text(player.text())).safe_cells[0]
    player.expect(safe, "hidden, safe")
    page.keyboard.press("o")
    player.expect(safe, "hidden")
    page.keyboard.press("u")
    player.expect(START, "hidden")


def test_keys_act_on_the_cell_under_the_mouse(player):
    player.begin()
    page = player.page
    page.get_by_role("button", name="Fit").click()  # it keeps the focus, but Space means the cell
    page.mouse.move(*player.point(START))
    page.keyboard.press("Space")
    player.expect(START, "empty")
    mine = beginner().mines[0]
    page.mouse.move(*player.point(mine))
    page.keyboard.press("f")
    player.expect(mine, "flag")
    # After an arrow they act on the focused cell, until the mouse moves again.
    player.go((8, 8))
    page.keyboard.press("f")
    player.expect((8, 8), "flag")
    assert player.name(mine) == "flag"
    x, y = player.point(mine)
    page.mouse.move(x + 2, y + 2)
    page.keyboard.press("f")
    player.expect(mine, "hidden")
    # Outside of the board, letters need the focus.
    page.mouse.move(2, 2)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("f")
    page.keyboard.press("Control+z")  # undoes the last flag
    player.expect(mine, "flag")


@pytest.mark.server
def test_load_checks_before_it_closes(player):
    player.begin()
    page = player.page
    player.more("Import a board")
    sheet = page.get_by_role("dialog")
    field = sheet.get_by_role("textbox")
    assert analyze(Board.from_text(field.get_attribute("placeholder"))).worlds > 0
    load = sheet.get_by_role("button", name="Load", exact=True)
    load.click()
    expect(sheet.get_by_role("alert")).to_have_text("There is no text to load.")
    field.fill("mines 1\n1x")
    load.click()
    expect(sheet.get_by_role("alert")).to_contain_text("'x'")
    expect(field).to_have_value("mines 1\n1x")
    field.fill("mines 1\n1.")
    load.click()
    page.wait_for_url("**/analyse#position=1x2:1:1a")
    expect(sheet).to_have_count(0)


def test_refusals_are_no_errors_of_the_console(player):
    # The fixture fails on every line that the browser writes into its console.
    player.begin()
    player.click(START)
    player.expect(START, "empty")
    page = player.page
    page.get_by_role("button", name="Where to guess").click()
    expect(page.locator("#panel-helper")).to_contain_text("No guess is needed: 4 cells are safe.")
    page.goto(f"{player.url}/analyse#position=1x2:1:0a")
    expect(page.locator(".verdict.bad")).to_be_visible()
    page.goto(f"{player.url}/g/unknown")
    expect(page.get_by_text("no longer exists")).to_be_visible()


def test_an_unknown_address_shows_a_page(visit):
    made = visit()
    page = made.player().page
    page.goto(f"{made.url}/analyze")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    expect(page).to_have_title("Page not found \u2013 Sapper")
    page.get_by_role("main").get_by_role("link", name="Play Minesweeper").click()
    page.wait_for_selector("[role=gridcell]")
    made.faults[:] = [fault for fault in made.faults if "404" not in fault]  # the address itself is missing
