"""The boards of the day on the page: play, lose, the table, a name, the guess, sharing, and past days."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime

from playwright.sync_api import Locator, expect

from browser.player import Player


def card(player: Player, kind: str) -> Locator:
    return player.page.locator(f'section[data-kind="{kind}"]')


def open_daily(player: Player, query: str = "") -> None:
    player.page.goto(f"{player.url}/daily{query}")
    player.page.locator(".daily-guess [role=gridcell]").first.wait_for()


def kept(player: Player) -> list:
    return json.loads(player.page.evaluate("localStorage.getItem('sapper.daily')"))


def test_a_board_of_the_day_is_played_once_and_then_practised(visit):
    player = visit('{"overlay": true}').player()
    page = player.page
    page.goto(player.url)
    page.get_by_role("link", name="Daily").click()
    expect(card(player, "expert").locator(".daily-own")).to_have_text("Not played yet.")
    expect(card(player, "expert").get_by_text("No result yet")).to_be_visible()
    expect(page.get_by_text(re.compile(r"Next boards in \d+ h \d+ min"))).to_be_visible()
    card(player, "expert").get_by_role("button", name="Play").click()
    page.wait_for_url("**/g/*")
    player.click_when_there((8, 15))  # the start cell
    player.page.wait_for_selector('[role=gridcell][aria-label^="empty"]', state="attached")
    game = player.game
    assert (game["origin"], game["helped"]) == ("daily", False)  # though the overlay was on
    # The card offers to go on.
    open_daily(player)
    card(player, "expert").get_by_role("button", name="Continue").click()
    page.wait_for_url(f"**/g/{game['id']}")
    while player.game["status"] == "playing":  # reveal until a mine explodes
        hidden = [divmod(n, 30) for n, sign in enumerate(player.game["board"]) if sign == "."]
        player.call("POST", f"/games/{game['id']}/moves", kind="reveal", cell=hidden[0])
    page.locator(".result").get_by_role("link", name="Table of the day").click()
    own = card(player, "expert").locator("tr.mine")
    expect(own).to_contain_text("You")
    page.get_by_label("Your name for the tables of today").fill("Ada")
    page.get_by_role("button", name="Save name").click()
    expect(own).to_contain_text("Ada")
    expect(card(player, "expert").locator(".daily-own")).to_contain_text("Place")
    assert kept(player) == [datetime.now(UTC).date().isoformat()]
    expect(page.get_by_text("Streak: 1 day")).to_be_visible()
    # Another game is practice, and says so.
    card(player, "expert").get_by_role("button", name="Play for practice").click()
    expect(page.get_by_text("This game is practice")).to_be_visible()
    page.wait_for_url("**/g/*")
    page.wait_for_selector("[role=gridcell]")
    assert player.game["practice"]


def test_the_guess_is_answered_and_results_are_shared(visit):
    player = visit(permissions=["clipboard-read", "clipboard-write"]).player()
    open_daily(player)
    page = player.page
    expect(page.get_by_role("button", name="Share")).to_have_count(0)
    cell = page.locator('.daily-guess [role=gridcell][aria-label^="hidden"]').first
    box = cell.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".daily-guess .verdict")).to_contain_text("of the games")
    rows = page.locator(".daily-guess tbody tr")
    assert rows.count() >= 4
    expect(page.locator(".daily-guess tr.mine")).to_contain_text("%")
    verdict = page.locator(".daily-guess .verdict").inner_text()
    page.reload()
    expect(page.locator(".daily-guess .verdict")).to_have_text(verdict)  # the answer stands
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("The results are copied.")).to_be_visible()
    first, *lines, address = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert first == f"Sapper {datetime.now(UTC).date()}"
    best = verdict.startswith("The best cell")
    assert lines == ["⬜ no-guess", "⬜ expert", "🎯 guess best" if best else "❌ guess not the best"]
    assert address == f"{player.url}/daily"
    # A past day is practice; a future one is refused with its reason.
    page.get_by_role("link", name="Day before").click()
    expect(page.get_by_text("This day is over")).to_be_visible()
    expect(card(player, "expert").get_by_role("button", name="Play for practice")).to_be_visible()
    page.get_by_role("link", name="Day after").click()
    expect(page.get_by_text("1 of 3 done")).to_be_visible()
    page.goto(f"{player.url}/daily?day=2999-01-01")
    expect(page.get_by_text("made when that day begins")).to_be_visible()


def test_the_page_fits_a_phone_in_german(visit):
    player = visit(viewport={"width": 390, "height": 844}, locale="de-DE", has_touch=True).player()
    open_daily(player)
    page = player.page
    expect(page.get_by_role("heading", name="Täglich")).to_be_visible()
    expect(page.get_by_text("Rateversuch des Tages")).to_be_visible()
    # Also with long names in the table, and after the answer, the page is no wider than the phone.
    begun = player.call("POST", "/daily/no-guess", player="a-browser-of-another", name="Maximiliane Mustermann-Weber")
    game = begun["game"]
    view = player.call("POST", f"/games/{game['id']}/moves", kind="reveal", cell=game["start"])
    while view["status"] == "playing":
        hidden = divmod(view["board"].index("."), view["cols"])
        view = player.call("POST", f"/games/{game['id']}/moves", kind="reveal", cell=hidden)
    page.locator('.daily-guess [role=gridcell][aria-label^="verdeckt"]').first.evaluate("cell => cell.focus()")
    page.keyboard.press("Space")
    expect(page.locator(".daily-guess tr.mine")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Maximiliane Mustermann-Weber")).to_be_visible()
    expect(page.locator(".daily-guess tr.mine")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    board, room = (page.locator(f".daily-guess {part}").bounding_box() for part in (".board", ".room"))
    assert board["height"] <= room["height"]
    assert board["width"] > 250  # large enough to touch


def test_a_tablet_shows_the_links_to_all_pages(visit):
    for locale in ("en-US", "de-DE"):
        player = visit(viewport={"width": 820, "height": 1180}, locale=locale).player()
        player.page.goto(f"{player.url}/help")
        player.page.locator("h1").first.wait_for()
        assert (
            player.page.evaluate("(nav => nav.scrollWidth - nav.clientWidth)(document.querySelector('.pages'))") <= 0
        )
