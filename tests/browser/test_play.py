"""Whole games by mouse, keyboard and touch; chords, marks, the end of a game, undo."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.player import START, beginner
from sapper.game.game import Game


def test_whole_game_by_mouse(player):
    player.begin()
    for cell in player.clicks_to_win(beginner()):
        player.click(cell)
    expect(player.page.get_by_text("Cleared!")).to_be_visible()
    game = player.game
    assert game["status"] == "won"
    assert game["clicks"] == len(player.clicks_to_win(beginner()))
    counters = player.page.locator(".counters").inner_text().split("\n")
    assert counters[counters.index("3BV") + 1] == str(game["three_bv"])
    assert counters[counters.index("Efficiency") + 1] == f"{game['efficiency'] * 100:.0f}\u00a0%"
    assert counters[counters.index("Mines left") + 1] == "0"
    assert [player.name(mine) for mine in beginner().mines] == ["flag"] * 10


def test_whole_game_by_keyboard(player):
    player.begin()
    mine = beginner().mines[0]
    for cell in player.clicks_to_win(beginner())[:-1]:
        player.go(cell)
        player.page.keyboard.press("Space")
    player.go(mine)
    player.page.keyboard.press("f")
    player.expect(mine, "flag")
    assert player.page.locator(".counters dd").first.inner_text() == "9"
    player.page.keyboard.press("u")
    player.expect(mine, "hidden")
    player.go(player.clicks_to_win(beginner())[-1])
    player.page.keyboard.press("Enter")
    expect(player.page.locator("#spoken")).to_have_text("Cleared. You won.")


def test_keyboard_chords_and_help(player):
    player.begin()
    player.click(START)
    player.expect((1, 2), "1")
    player.go((0, 1))
    player.page.keyboard.press("f")
    player.go((1, 1))
    player.page.keyboard.press("c")
    player.expect((0, 0), "1")
    player.page.keyboard.press("?")
    expect(player.page.get_by_role("dialog").get_by_text("chord: reveal around")).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(player.page.get_by_role("dialog")).to_have_count(0)


def test_whole_game_by_touch(visit):
    player = visit(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800}).player()
    player.begin()
    mine = beginner().mines[0]
    cells = player.clicks_to_win(beginner())
    player.tap(cells[0])
    player.expect(cells[0], "empty")
    player.long_press(mine)
    player.expect(mine, "flag")
    player.page.get_by_role("button", name="Flag", exact=True).tap()
    player.tap(mine)
    player.expect(mine, "hidden")
    player.page.get_by_role("button", name="Flag", exact=True).tap()
    # With the mine chances on, a long press reads one and sets no flag.
    expect(player.page.locator(".tip-line")).to_contain_text("Tap Hint")
    player.page.get_by_role("button", name="Chances").tap()
    player.page.wait_for_selector('[role=gridcell][aria-label*="%"], [role=gridcell][aria-label*="mine"]')
    player.long_press(mine)
    expect(player.page.locator(".risk-tip")).to_be_visible()
    assert "F" not in player.game["board"]
    player.page.get_by_role("button", name="Chances").tap()
    for cell in cells[1:]:
        player.tap(cell)
    expect(player.page.get_by_text("Cleared!")).to_be_visible()


def test_touch_swapped(visit):
    player = visit(
        '{"swapTouch": true}', has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800}
    ).player()
    player.begin()
    player.tap((8, 8))
    player.expect((8, 8), "flag")
    player.long_press(START)
    player.expect(START, "empty")


def test_chords_reveal_when_the_flags_match(player):
    # The 1 at 1,1 has its mine at 0,1; the chord reveals 0,0.
    player.begin()
    player.click(START)
    player.click((0, 1), button="right")
    player.expect((0, 1), "flag")
    for chord in (player.click, player.both, lambda cell: player.click(cell, button="middle")):
        chord((1, 1))
        player.expect((0, 0), "1")
        player.page.keyboard.press("u")
        player.expect((0, 0), "hidden")


def test_chord_that_does_not_match_flashes_and_reveals_nothing(player):
    player.begin()
    player.click(START)
    player.expect((2, 2), "empty")
    before = player.game["board"]
    for chord in (player.click, player.both):
        player.page.evaluate("delete document.querySelector('.board').dataset.flashed")
        chord((1, 1))
        player.page.wait_for_selector('.board[data-flashed="2"]')
    assert player.game["board"] == before


def test_flash_is_seen(visit):
    made = visit(reduced_motion="no-preference")
    made.context.add_init_script("window.now = performance.now.bind(performance)")
    player = made.player()
    player.begin()
    player.click(START)
    player.expect((2, 2), "empty")
    player.page.wait_for_timeout(500)
    before = player.page.locator(".board").screenshot()
    player.page.mouse.move(5, 5)
    player.page.evaluate("performance.now = () => now() + 60_000")  # the flash lasts until its picture is taken
    player.click((1, 1))
    player.page.wait_for_selector(".board[data-flashed]")
    assert player.page.locator(".board").screenshot() != before


@pytest.mark.server
def test_a_click_is_seen_before_the_answer(visit):
    """The cell stays pressed until the server has answered, also where the overlay has coloured it."""
    player = visit('{"overlay": true}').player()
    player.begin()
    page = player.page
    player.click(START)
    player.expect(START, "empty")
    expect(page.locator(".facts")).to_contain_text("possible layouts")
    cell = player.clicks_to_win(beginner())[1]
    held = []
    page.route("**/moves", lambda route: held.append(route))  # noqa: PLW0108  # a method is refused
    x, y = player.point(cell)
    area = {"x": x - 8, "y": y - 8, "width": 16, "height": 16}
    hidden = page.screenshot(clip=area)
    player.click(cell)
    page.mouse.move(2, 2)
    player.until(lambda: held)
    player.until(lambda: page.screenshot(clip=area) != hidden)
    held.pop().continue_()
    player.until(lambda: player.name(cell).isdigit())


@pytest.mark.server
def test_question_marks_where_they_are_switched_on(visit):
    player = visit('{"questions": true}').player()
    player.begin()
    for name in ("flag", "question mark", "hidden", "flag"):
        with player.page.expect_response("**/moves"):  # the page shows a mark before the server has it
            player.click((8, 8), button="right")
        player.expect((8, 8), name)
    assert player.game["board"][-1] == "F"


def test_a_flag_protects_its_cell(player):
    player.begin()
    player.click((8, 8), button="right")
    player.click((8, 8))
    player.click(START)
    player.expect(START, "empty")
    assert player.name((8, 8)) == "flag"


def test_lost_game_shows_everything(player):
    player.begin()
    layout = beginner()
    exploded, flagged, other = layout.mines[-1], layout.mines[0], layout.mines[1]
    wrong = player.clicks_to_win(layout)[-1]
    player.click(START)
    player.click(flagged, button="right")
    player.click(wrong, button="right")
    player.click(exploded)
    player.expect(exploded, "exploded mine")
    assert (player.name(flagged), player.name(other), player.name(wrong)) == ("flag", "mine", "wrong flag")
    expect(player.page.get_by_text("You hit a mine.", exact=True)).to_be_visible()


def test_undo_after_a_blast_and_the_same_board_again(player):
    game = player.begin()
    player.click(START)
    player.click(beginner().mines[0])
    player.expect(beginner().mines[0], "exploded mine")
    player.page.locator(".result").get_by_role("button", name="Undo and continue").click()
    player.expect(beginner().mines[0], "hidden")
    assert player.game["status"] == "playing"
    player.page.keyboard.press("r")
    player.page.wait_for_url(lambda url: not url.endswith(game["id"]))
    player.click(START)
    player.expect(START, "empty")
    again = Game(beginner())
    again.reveal(START)
    assert [
        int(sign) if sign.isdigit() else -1 for sign in player.game["board"]
    ] == again.board.cells.ravel().tolist()


def test_a_game_that_was_begun_stays_behind_the_back_button(player):
    game = player.begin()
    player.click(START)
    player.expect(START, "empty")
    player.page.keyboard.press("n")
    player.page.wait_for_url(lambda url: not url.endswith(game["id"]))
    player.page.go_back()
    player.page.wait_for_url(f"**/g/{game['id']}")
    player.expect(START, "empty")


def test_levels_and_sheet(player):
    page = player.page
    page.goto(player.url)
    page.get_by_role("radio", name="Expert").check()
    expect(page.locator(".board-title")).to_contain_text("16 \u00d7 30")
    page.get_by_role("radio", name="Custom").check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("radio", name="Expert")).to_be_checked()
    player.more("Size and rules")
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("radio", name="Custom").check()
    sheet.get_by_label("Rows").fill("5")
    sheet.get_by_label("Columns").fill("6")
    sheet.get_by_label("Mines").fill("30")
    expect(sheet.get_by_role("button", name="Start")).to_be_disabled()
    sheet.get_by_label("Mines").fill("3")
    sheet.get_by_role("radio", name="moves its mine").check()
    sheet.get_by_role("button", name="Start").click()
    expect(page.locator(".board-title")).to_contain_text(
        "5 \u00d7 6 \u00b7 3 mines \u00b7 first click moves its mine"
    )
    assert page.locator("[role=gridcell]").count() == 30
