"""The helper: what overlay, hints, guesses and demo say, and that a game says what it counts as."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from playwright.sync_api import expect

import sapper
from browser.player import START, beginner
from sapper.board.board import Board

GUESS = "mines 6\n....\n.13.\n....\n....\n"


def colour_at(player, cell, x: float, y: float) -> str:
    """The colour of a point of a cell, from (0, 0) to (1, 1)."""
    box = player.cell(cell).bounding_box()
    picture = Image.open(io.BytesIO(player.page.screenshot())).convert("RGB")
    point = (int(box["x"] + x * box["width"]), int(box["y"] + y * box["height"]))
    return "#{:02x}{:02x}{:02x}".format(*picture.getpixel(point))


def token(player, name: str) -> str:
    style = f"getComputedStyle(document.documentElement).getPropertyValue('--{name}')"
    return player.page.evaluate(style).strip()


def press_hint(player, times: int) -> list[str]:
    texts = []
    for strength in range(1, times + 1):
        player.page.keyboard.press("h")
        expect(player.page.locator(".hint")).to_contain_text(f"Hint {strength} of 4")
        texts.append(player.page.locator(".hint p").nth(1).inner_text())
    return texts


def test_before_the_first_click_what_is_promised_is_safe(visit):
    player = visit('{"overlay": true}').player()
    player.begin(seed=None, start=None)
    player.expect((0, 0), "hidden, safe")
    player.expect((8, 8), "hidden, safe")
    panel = player.page.locator("#panel-helper")
    expect(panel).to_contain_text("The first reveal is safe, whichever cell you choose.")
    texts = press_hint(player, 4)
    assert len(set(texts)) == 4
    assert texts[2] == "Row 3 column 3 is a good start."
    panel.get_by_role("button", name="Where to guess").click()
    expect(panel).to_contain_text("the first-click rule makes the first reveal safe")


def test_one_cell_is_recommended_everywhere(visit):
    player = visit('{"overlay": true}').player()
    game = player.call("POST", "/games", from_position=GUESS)
    player.open(game["id"])
    row, col = sapper.best_move(Board.from_text(GUESS)).cell
    starred = player.page.locator('[role=gridcell][aria-description="recommended"]')
    expect(starred).to_have_attribute("data-index", str(row * 4 + col))
    texts = press_hint(player, 4)
    assert len(set(texts)) == 4
    assert texts[1] == "The best guess is beside the ringed 1."
    assert f"row {row + 1} column {col + 1}" in texts[2]
    assert f"Reveal row {row + 1} column {col + 1}" in texts[3]
    # Its ring is that of a guess, the clue beside it is ringed, and the edges have numbers.
    assert colour_at(player, (row, col), 0.5, 0.06) == token(player, "ring-guess")
    assert colour_at(player, (1, 1), 0.5, 0.06) == token(player, "lit")
    expect(player.page.locator(".edge.across")).to_have_text("1234")
    player.page.get_by_role("button", name="Where to guess").click()
    first = player.page.locator("#panel-helper tbody tr").first
    expect(first).to_contain_text(f"{row + 1}, {col + 1}")


def test_sentences_light_their_cells(player):
    player.begin()
    player.click(START)
    player.expect(START, "empty")
    press_hint(player, 3)
    hint = player.call("GET", f"/games/{player.game['id']}/hint?strength=3")
    cell = tuple(hint["cells"][0])
    assert colour_at(player, cell, 0.5, 0.06) == token(player, "ring-safe")
    clue = tuple(hint["clues"][0])
    assert colour_at(player, clue, 0.5, 0.06) == token(player, "lit")
    player.page.locator(".hint .place").first.hover()
    assert colour_at(player, clue, 0.5, 0.06) != token(player, "lit")  # the sentence names the cell alone
    player.page.mouse.move(5, 5)
    assert colour_at(player, clue, 0.5, 0.06) == token(player, "lit")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_chances_have_opaque_colours_and_exact_values(visit, theme):
    player = visit(f'{{"overlay": true, "percent": true, "theme": "{theme}"}}').player()
    game = player.call("POST", "/games", from_position="9x9:15:i/i/i/c1e/i/i/i/i/i")
    player.open(game["id"])
    player.page.wait_for_selector('[aria-label^="hidden, 13 percent mine"]', state="attached")
    panel = player.page.locator("#panel-helper")
    expect(panel).to_contain_text("Cells beside no clue: 19.44\u202f% mine.")
    # The tile of a number has the colour that the test of contrasts knows; floating cells have one number in all.
    assert colour_at(player, (2, 2), 0.2, 0.15) == token(player, "risk-2")
    floating = [(row, col) for row in range(9) for col in range(9) if abs(row - 3) > 1 or abs(col - 3) > 1]
    picture = Image.open(io.BytesIO(player.page.screenshot())).convert("RGB")
    tile = token(player, "risk-2")
    labelled = 0
    for cell in floating:
        box = player.cell(cell).bounding_box()
        edge = picture.getpixel((int(box["x"] + 0.2 * box["width"]), int(box["y"] + 0.15 * box["height"])))
        labelled += "#{:02x}{:02x}{:02x}".format(*edge) == tile
    assert labelled == 1
    player.page.mouse.move(*player.point((0, 0)))
    expect(player.page.locator(".risk-tip")).to_have_text("19.44\u202f% mine")
    panel.get_by_label("Beside an estimate").check()
    player.page.mouse.move(*player.point((2, 2)))
    expect(player.page.locator(".risk-tip")).to_contain_text("estimated")


def test_a_demo_lights_its_clues_and_leaves_a_new_game_alone(player):
    player.begin(seed=None, start=None)
    page = player.page
    page.get_by_role("tab", name="Demo").click()
    page.get_by_role("button", name="Start the demo").click()
    expect(page.locator("#panel-demo")).to_contain_text("the solver plays another board of this kind")
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="One move forward").click()
    expect(page.locator(".thought")).to_contain_text("Next: row")
    assert (player.game["status"], player.game["version"], player.game["helped"]) == ("ready", 0, False)
    page.get_by_role("button", name="Back to my game").click()
    player.expect((4, 4), "hidden")
    # On the board of a game: the clue that the sentence names is ringed.
    player.begin()
    player.click(START)
    player.expect(START, "empty")
    page.get_by_role("tab", name="Demo").click()
    page.get_by_role("button", name="Start the demo").click()
    page.get_by_role("button", name="To the start").click()
    named = page.locator(".thought .place").first.inner_text().lower().removeprefix("row ")
    row, col = map(int, named.split(" column "))
    assert colour_at(player, (row - 1, col - 1), 0.5, 0.06) == token(player, "lit")


def test_after_the_end_hints_lead_to_the_review(player):
    player.begin()
    player.click(START)
    player.click(beginner().mines[0])
    player.expect(beginner().mines[0], "exploded mine")
    panel = player.page.locator("#panel-helper")
    for name in ("Hint", "Where to guess"):
        panel.get_by_role("button", name=name).click()
        expect(panel.locator(".hint")).to_contain_text("The game is over.")
    panel.get_by_role("button", name="Open the review").click()
    expect(player.page.locator("#panel-review")).to_be_visible()


def test_help_is_seen_and_off_in_ranked_games(visit):
    player = visit().player()
    page, line = player.page, player.page.locator(".tip-line")
    player.begin(seed=None, start=None)
    expect(line).to_have_text("Stuck? H for a hint, O for mine chances.")
    assert page.locator(".way").inner_text() == ""
    page.keyboard.press("h")
    expect(page.locator(".way")).to_have_text("Helped")
    expect(line).to_contain_text("This game now counts as helped")
    line.get_by_role("button", name="Close").click()
    player.begin(seed=None, start=None)  # told once
    page.keyboard.press("h")
    expect(page.locator(".way")).to_have_text("Helped")
    expect(line).to_be_hidden()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("New games are ranked").check()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="New game").first.click()
    expect(page.locator(".way")).to_have_text("Ranked")
    player.click((4, 4))
    player.expect((4, 4), "empty")
    for key in "houarp":
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_contain_text(
            "best time" if key == "p" else "Help is off in ranked games."
        )
        page.keyboard.press("Enter")  # the way back has the focus
        expect(page.get_by_role("dialog")).to_have_count(0)
    assert (player.game["helped"], player.game["timed"], player.game["paused"]) == (False, True, False)
    page.keyboard.press("h")
    page.get_by_role("button", name="Use help").click()
    expect(page.locator(".hint")).to_contain_text("Hint 1 of 4")
    expect(page.locator(".way")).to_have_text("Helped")


def test_the_tip_for_help_is_not_shown_where_help_is_off_or_the_game_is_over(visit):
    player = visit().player()
    page, line = player.page, player.page.locator(".tip-line")
    player.begin()
    expect(line).to_be_visible()
    player.click(START)
    player.click(beginner().mines[0])
    player.expect(beginner().mines[0], "exploded mine")
    expect(line).to_be_hidden()
    page.goto(f"{player.url}/daily")
    page.locator('section[data-kind="expert"]').get_by_role("button", name="Play").click()
    page.wait_for_url("**/g/*")
    page.wait_for_selector("[role=gridcell]", state="attached")
    expect(line).to_be_hidden()


def test_a_key_for_help_asks_first_on_a_board_of_the_day(visit):
    player = visit('{"overlay": true, "welcomed": true, "warned": true}').player()
    page = player.page
    page.goto(f"{player.url}/daily")
    page.locator('section[data-kind="expert"]').get_by_role("button", name="Play").click()
    page.wait_for_url("**/g/*")
    player.click_when_there((8, 15))
    page.wait_for_selector('[role=gridcell][aria-label^="empty"]', state="attached")
    for key in "houarp":
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_contain_text(
            "best time" if key == "p" else "no place in the table of the day"
        )
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog")).to_have_count(0)
    for name in ("Hint", "Where to guess", "Show the mines"):
        page.locator("#panel-helper").get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog")).to_contain_text("no place in the table of the day")
        page.keyboard.press("Escape")
    assert not player.game["helped"]
    page.keyboard.press("o")
    page.get_by_role("button", name="Use help").click()
    expect(page.locator(".way")).to_have_text("Helped")
    expect(page.get_by_role("switch", name="Mine chances")).to_be_checked()


@pytest.mark.server
def test_an_answer_to_an_earlier_press_does_not_replace_a_later_one(player):
    player.begin()
    page, held = player.page, []
    page.route("**/hint?strength=1", lambda route, _request: held.append(route))
    page.keyboard.press("h")
    player.until(lambda: held)
    page.keyboard.press("h")
    expect(page.locator(".hint")).to_contain_text("Hint 2 of 4")
    with page.expect_response("**/hint?strength=1"):
        held[0].continue_()
    page.evaluate("new Promise((resume) => requestAnimationFrame(() => requestAnimationFrame(resume)))")
    expect(page.locator(".hint")).to_contain_text("Hint 2 of 4")
