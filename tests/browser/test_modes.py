"""Ways to play: cruel but fair."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import sapper


def analysis_of(player) -> sapper.Analysis:
    """What the player can know."""
    return sapper.analyze(sapper.Board.from_text(player.text()))


def test_cruel_but_fair(player):
    page = player.page
    page.goto(player.url)
    page.wait_for_selector("[role=gridcell]")
    player.more("Size and rules")
    sheet = page.get_by_role("dialog")
    start = sheet.get_by_role("button", name="Start")
    sheet.get_by_role("radio", name="Expert").check()  # many cells are in doubt, whatever the board
    sheet.get_by_role("radio", name="Cruel but fair").check()
    expect(sheet.get_by_text("a guess always loses")).to_be_visible()
    sheet.get_by_role("switch").check()
    expect(sheet.get_by_text("cannot be one without guessing")).to_be_visible()
    expect(start).to_be_disabled()
    sheet.get_by_role("switch").uncheck()
    start.click()
    expect(page.locator(".board-title")).to_contain_text("cruel but fair")
    expect(page.locator(".way.cruel")).to_have_text("Cruel")
    player.click((4, 4))
    player.expect((4, 4), "empty")
    while not (found := analysis_of(player)).safe_cells:
        cell = found.safest_cells[0]
        player.click(cell)
        expect(player.cell(cell)).not_to_have_attribute("aria-label", re.compile("hidden"))
    player.click(next(cell for cell in found.board.hidden_cells if 0 < found.mine_probability_of(cell) < 1))
    expect(page.locator(".result")).to_contain_text("a guess always loses while a cell is safe")
    page.get_by_role("button", name="Undo and continue").click()
    expect(page.locator(".result section")).to_have_count(0)
    assert player.game["status"] == "playing"
    # The kind of game is remembered; a board without guessing ends it.
    page.get_by_role("button", name="No guess", exact=True).click()
    expect(page.locator(".board-title")).to_contain_text("no guessing")
    assert player.game["origin"] == "new"
