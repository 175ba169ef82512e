"""Beginning a game: what fits on a board, what is remembered, and where the same board starts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.player import START, beginner


def test_the_sheet_knows_what_the_server_can_make(player):
    page = player.page
    page.goto(player.url)
    player.more("Size and rules")
    sheet = page.get_by_role("dialog")
    start = sheet.get_by_role("button", name="Start")
    sheet.get_by_role("radio", name="Custom").check()
    for label, text in (("Rows", "10"), ("Columns", "10"), ("Mines", "95")):
        sheet.get_by_label(label).fill(text)
    expect(sheet.get_by_text("At most 91 mines fit on this board.")).to_be_visible()
    expect(start).to_be_disabled()
    sheet.get_by_role("radio", name="is safe").check()
    expect(start).to_be_enabled()
    sheet.get_by_label("Rows").fill("")
    expect(sheet.get_by_text("Enter rows, columns and mines as whole numbers.")).to_be_visible()
    expect(start).to_be_disabled()
    sheet.get_by_label("Rows").fill("10")
    sheet.get_by_role("radio", name="opens an area").check()
    sheet.get_by_label("Mines").fill("91")
    start.click()
    expect(page.locator(".board-title")).to_contain_text("10 \u00d7 10 \u00b7 91 mines")
    # A click on the level that is open asks for another size.
    page.get_by_role("radio", name="Custom").click()
    expect(page.get_by_role("dialog").get_by_label("Mines")).to_have_value("91")
    page.get_by_role("dialog").get_by_label("Mines").fill("1")
    page.get_by_role("dialog").get_by_role("button", name="Start").click()
    expect(page.locator(".board-title")).to_contain_text("1 mine \u00b7")


@pytest.mark.server
def test_a_remembered_game_that_cannot_be_made_is_forgotten(visit):
    bad = '{"game": {"level": "custom", "rows": 10, "cols": 10, "mines": 95, "first_click": "zero"}}'
    made = visit(bad)
    page = made.player().page
    page.goto(made.url)
    expect(page.locator(".board-title")).to_contain_text("Beginner")
    expect(page.locator("#notes")).to_contain_text(
        re.compile("95 mines do not fit.* free\\. Here is a beginner game")
    )
    page.reload()
    expect(page.locator(".board-title")).to_contain_text("Beginner")
    # Numbers that were lost are replaced.
    page.evaluate('localStorage.setItem(\'sapper.settings\', \'{"game": {"level": "custom", "rows": null}}\')')
    page.evaluate("localStorage.removeItem('sapper.game')")
    page.goto(made.url)
    expect(page.locator(".board-title")).to_contain_text("20 \u00d7 30")


def test_the_same_board_starts_at_its_marked_cell(player):
    game = player.begin()
    player.click(START)
    player.expect(START, "empty")
    player.page.keyboard.press("r")
    player.page.wait_for_url(lambda url: not url.endswith(game["id"]))
    player.expect(START, "hidden, start here")
    expect(player.page.locator(".board-title")).to_contain_text("start at the marked cell")
    player.click(beginner().mines[0])
    expect(player.page.locator("#notes")).to_contain_text("only at the marked cell")
    assert player.game["status"] == "ready"
    player.click(START)
    player.expect(START, "empty")
    expect(player.page.locator(".board-title")).not_to_contain_text("marked")
