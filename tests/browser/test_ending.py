"""The end of a game: the odds of a loss, the comparison of a win, and the counters while one plays."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.player import START, beginner
from sapper.game.game import Game
from sapper.game.layout import Layout


def test_a_loss_tells_the_odds_and_goes_on_after_undo(player):
    player.begin()
    mine = beginner().mines[0]
    player.click(mine)
    expect(player.page.locator("#notes")).to_contain_text("marked cell")
    player.click(START)
    player.expect(START, "empty")
    analysis = player.call("GET", f"/games/{player.game['id']}/analysis")
    risk = analysis["mine_probability"][mine[0] * 9 + mine[1]]
    player.click(mine)
    result = player.page.locator(".result")
    expect(result).to_contain_text("You hit a mine.")
    told = "It was certainly a mine." if risk == 1 else f"It was {(1 - risk) * 100:.0f}\u00a0% safe."
    expect(result).to_contain_text(told)
    expect(result).to_contain_text("2 clicks")
    result.get_by_role("button", name="Undo and continue").click()
    player.expect(mine, "hidden")
    expect(result).to_have_count(0)


def test_one_click_is_one_click(player):
    # No mines: the first reveal wins.
    player.begin(level="5x5/0", seed=1, start=None)
    player.click((2, 2))
    expect(player.page.locator(".result")).to_contain_text("1 click \u00b7")


@pytest.mark.server
def test_live_figures_use_what_is_revealed(player):
    player.begin()
    player.click(START)
    player.expect(START, "empty")
    efficiency = player.page.locator(".counters div", has_text="Efficiency").locator("dd")
    expect(efficiency).to_have_text("100\u00a0%")  # one opening by one click
    player.click((8, 8), button="right")
    expect(efficiency).to_have_text("50\u00a0%")
    rate = player.page.locator(".counters div", has_text="3BV/s").locator("dd")
    expect(rate).to_have_text(re.compile(r"0\.\d\d"))
    # Counted from the cells of a finished game, the result is its 3BV.
    for seed in range(3):
        layout = Layout.from_seed("intermediate", seed=seed)
        game = Game(layout)
        for cell in player.clicks_to_win(layout):
            game.reveal(cell)
        cells = "".join(str(value) if value >= 0 else "F" for value in game.board.cells.ravel().tolist())
        counted = player.page.evaluate(
            """async ([cells, folder]) => {
                const { Squares } = await import(`${folder}/shape.js`);
                return (await import(`${folder}/three_bv.js`)).revealedThreeBv([...cells], new Squares(16, 16));
            }""",
            [cells, "/static/js/board"],
        )
        assert (game.status, counted) == ("won", layout.bbbv)


def test_skins_and_sounds(visit):
    made = visit()
    # Chromium has no ear: count the tones.
    made.context.add_init_script(
        "window.tones = 0; const make = AudioContext.prototype.createOscillator;"
        "AudioContext.prototype.createOscillator = function () { window.tones++; return make.call(this); };"
    )
    player = made.player()
    page = player.page
    player.begin()
    player.click((8, 8), button="right")
    player.expect((8, 8), "flag")
    assert page.evaluate("window.tones") == 0  # off unless they are switched on
    looks = {page.locator(".board").screenshot()}
    page.get_by_role("button", name="Settings").click()
    sheet = page.get_by_role("dialog")
    for skin in ("Classic grey", "High contrast"):
        sheet.get_by_role("radio", name=skin).check()
        page.wait_for_selector(f'html[data-skin="{skin.split()[0].lower().replace("high", "contrast")}"]')
        looks.add(page.locator(".board").screenshot())
    assert len(looks) == 3
    sheet.get_by_role("switch", name="Sounds").check()
    page.keyboard.press("Escape")
    player.click(START)
    player.expect(START, "empty")
    assert page.evaluate("window.tones") == 2  # an opening
    page.reload()
    page.wait_for_selector('html[data-skin="contrast"]')
