"""Ways to play: cruel but fair, and with pauses."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import sapper
from browser.player import START


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
    expect(page.get_by_role("button", name="Hint").last).to_be_visible()
    expect(page.get_by_role("button", name="Show the mines")).to_be_hidden()  # they have no fixed places
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
    # Its chances do not count that it needs no guess: the page says so in place of a win probability.
    page.keyboard.press("o")
    expect(page.locator(".facts")).to_contain_text("This board needs no guess: certain moves win it.")
    expect(page.locator(".facts")).not_to_contain_text("Win probability")


def test_pause(player):
    page = player.page
    player.begin()
    pause = page.get_by_role("button", name="Pause or resume")
    expect(pause).to_be_disabled()  # nothing runs yet
    player.click(START)
    player.expect(START, "empty")
    before = player.game
    pause.click()
    resume = page.get_by_role("button", name="Resume", exact=True)
    expect(resume).to_be_focused()
    player.expect(START, "hidden")
    expect(page.locator(".counters .timer dd")).to_have_text(re.compile(r"\d+ s"))
    time = page.locator(".counters .timer dd").inner_text()
    page.reload()
    player.expect(START, "hidden")
    expect(page.locator(".counters .timer dd")).to_have_text(time)
    player.click((8, 8))
    page.keyboard.press("h")
    assert player.game["clicks"] == before["clicks"]
    page.keyboard.press("p")
    player.expect(START, "empty")
    expect(resume).to_be_hidden()
    assert player.game["board"] == before["board"]
    player.more("Pause or resume")
    expect(resume).to_be_visible()
    resume.click()
    player.expect(START, "empty")


def test_a_game_that_was_paused_says_so(player):
    page = player.page
    page.goto(player.url)
    player.click_when_there((4, 4))
    player.expect((4, 4), "empty")
    page.keyboard.press("p")
    expect(page.locator(".pause-cover")).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator(".pause-cover")).to_be_hidden()
    expect(page.locator(".way")).to_have_text("Untimed")
    page.set_viewport_size({"width": 1280, "height": 720})
    # All counters fit beside the tools.
    assert page.evaluate("(one => one.scrollWidth - one.clientWidth)(document.querySelector('.counters'))") <= 0


def test_a_browser_that_forbids_storage_keeps_what_it_needs_while_the_page_is_open(visit):
    made = visit()
    made.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })"
    )
    player = made.player()
    page = player.page
    page.goto(player.url)
    player.click_when_there((4, 4))
    player.expect((4, 4), "empty")
    game = page.url
    page.get_by_role("link", name="Scores").click()
    page.get_by_role("heading", name="Scores").wait_for()
    page.get_by_role("link", name="Play", exact=True).click()
    player.expect((4, 4), "empty")  # the last game is known
    assert page.url == game
