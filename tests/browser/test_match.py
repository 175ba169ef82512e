"""A match of people: two players and a spectator, each with a browser of their own."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.test_access import violations
from sapper.analysis.analysis import analyze
from sapper.board.board import Board


def own_game(player) -> dict:
    """The game of the player of a page, as the server has it."""
    secret = player.page.evaluate("localStorage.getItem('sapper.player')")
    return player.call("GET", f"/matches/{player.page.url.rsplit('/', 1)[1]}?player={secret}")["game"]


def clear(player) -> None:
    """Win the game of a player by certain moves, sent to the server; the board needs no guess."""
    game = own_game(player)
    while game["status"] == "playing":
        rows = [game["board"][at : at + game["cols"]] for at in range(0, len(game["board"]), game["cols"])]
        board = Board.from_rows(
            [[int(sign) if sign.isdigit() else -1 for sign in row] for row in rows], mines=game["mines"]
        )
        for cell in analyze(board).safe_cells:
            if game["board"][cell[0] * game["cols"] + cell[1]] == "." and game["status"] == "playing":
                game = player.call("POST", f"/games/{game['id']}/moves", kind="reveal", cell=cell)


def hidden(player) -> tuple[int, int]:
    """A mine of a game: what is certain to be one."""
    game = own_game(player)
    rows = [game["board"][at : at + game["cols"]] for at in range(0, len(game["board"]), game["cols"])]
    values = [[int(sign) if sign.isdigit() else -1 for sign in row] for row in rows]
    return analyze(Board.from_rows(values, mines=game["mines"])).mine_cells[0]


def test_two_players_and_a_spectator(visit):
    host, guest, spectator = (visit().player() for _ in range(3))
    one, two, three = host.page, guest.page, spectator.page
    # From the dialog of a race to the lobby in one click; the host chooses the board.
    one.goto(f"{host.url}/race")
    one.get_by_role("dialog").get_by_role("link", name="Match with friends").click()
    one.wait_for_url("**/m/*")
    expect(one.get_by_text("Waiting for another player")).to_be_visible()
    one.get_by_label("Your name").fill("Ada <i>")
    one.get_by_role("button", name="Save name").click()
    expect(one.locator(".seat")).to_contain_text("Ada <i>")  # as text, never as markup
    one.get_by_text("No guessing").click()
    assert violations(host) == []
    join = one.get_by_label("Link to take part").input_value()
    one.get_by_role("button", name="Invite").click()
    watch = one.get_by_label("Link to watch").input_value()
    assert violations(host) == []
    one.keyboard.press("Escape")
    assert join == one.url != watch

    three.goto(watch)
    expect(three.get_by_text("You are watching")).to_be_visible()
    assert three.get_by_role("button", name="Join").count() == 0
    two.goto(join)
    two.get_by_label("Your name").fill("Bob")
    two.get_by_role("button", name="Join").click()
    for page in (one, two, three):
        expect(page.locator(".seat")).to_have_count(2)
        expect(page.get_by_text("no guessing", exact=False).first).to_be_visible()
    expect(one.get_by_role("button", name="Start")).to_be_disabled()
    # The host removes a player, who may come back.
    assert two.get_by_role("button", name="Remove").count() == 0
    one.get_by_role("button", name="Remove Bob").click()
    expect(one.locator(".seat")).to_have_count(1)
    expect(two.get_by_text("The host has removed you")).to_be_visible()
    two.get_by_role("button", name="Join").click()
    expect(one.locator(".seat")).to_have_count(2)
    two.get_by_role("button", name="I am ready").click()
    expect(one.locator(".seat", has_text="Bob")).to_contain_text("Ready")
    one.get_by_role("button", name="Start").click()

    # The countdown, then the same opening for both, and no board for the spectator.
    for page in (one, two):
        page.wait_for_selector("[role=gridcell]", state="attached")
    signs = [own_game(player)["board"] for player in (host, guest)]
    assert signs[0] == signs[1]
    assert "0" in signs[0]
    expect(three.get_by_text("The boards are shown when all have ended.")).to_be_visible()
    assert three.locator("[role=gridcell]:visible").count() == 0
    # Bob plays by mouse, and reloads: the seat and the game stay.
    mine = hidden(guest)
    place = f'[aria-rowindex="{mine[0] + 1}"] > [aria-colindex="{mine[1] + 1}"]'
    box = two.locator(place).bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    two.mouse.click(*middle, button="right")
    expect(two.locator(place)).to_have_attribute("aria-label", re.compile("^flag"))
    two.reload()
    expect(two.locator(place)).to_have_attribute("aria-label", re.compile("^flag"))
    two.mouse.click(*middle, button="right")
    two.mouse.click(*middle)
    expect(two.get_by_text("You hit a mine. The others still play.")).to_be_visible()
    expect(two.locator(place)).to_have_attribute("aria-label", re.compile("^exploded"))
    assert two.locator('[aria-label^="mine,"]').count() == 0  # the others still look for them
    for page in (one, three):
        expect(page.locator(".seat", has_text="Bob")).to_contain_text("Hit a mine")
    assert violations(guest) == []
    assert violations(spectator) == []

    clear(host)
    expect(one.get_by_text("You win the round!")).to_be_visible()
    for page in (two, three):
        expect(page.get_by_text("Ada <i> wins the round.")).to_be_visible()
        expect(page.locator(".seat").first).to_contain_text(re.compile(r"1\..*Ada.*1 win.*Cleared in \d"))
    # All boards may be seen now, also by the spectator.
    expect(two.locator('[aria-label^="mine,"]').first).to_be_attached()
    three.get_by_role("button", name="The board of Bob").click()
    expect(three.locator('[aria-label^="exploded"]').first).to_be_attached()
    assert violations(host) == []
    assert violations(spectator) == []

    # A rematch takes one click of each.
    two.get_by_role("button", name="Rematch").click()
    expect(one.get_by_text("Bob: ready for a rematch.")).to_be_visible()
    one.get_by_role("button", name="Start").click()
    for page in (one, two):
        expect(page.get_by_text("Round 2")).to_be_visible()
    expect(three.get_by_text("The boards are shown when all have ended.")).to_be_visible()
    expect(two.locator('[aria-label^="mine,"]')).to_have_count(0)
    two.get_by_role("button", name="Give up").click()
    two.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(two.get_by_role("button", name="Join the next round")).to_be_visible()
    expect(one.locator(".seat", has_text="Bob")).to_contain_text("Left")
    clear(host)
    for page in (two, three):
        expect(page.get_by_text("Ada <i> wins the round.")).to_be_visible()
        expect(page.get_by_role("region", name="The board of Ada <i>").locator(".board")).to_be_visible()


def test_an_unknown_match_says_so_and_leads_to_a_new_one(player):
    page = player.page
    page.goto(f"{player.url}/m/nothing")
    expect(page.get_by_text("There is no such match")).to_be_visible()
    page.get_by_role("link", name="New match").click()
    expect(page.get_by_label("Link to take part")).to_be_visible()
