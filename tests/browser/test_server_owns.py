"""The server holds the game: reload, restart, two tabs, and a lost connection."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.player import START, beginner


def test_reload_in_the_middle(player):
    player.begin()
    player.click(START)
    player.click((0, 1), button="right")
    player.expect((0, 1), "flag")
    player.page.reload()
    player.page.wait_for_selector("[role=gridcell]")
    player.expect((0, 1), "flag")
    player.page.goto(player.url)  # without its address the game that was open last
    player.expect((0, 1), "flag")


def test_restart_of_the_server_in_the_middle(visit, served):
    made = visit()
    player = made.player()
    player.begin()
    player.click(START)
    player.expect(START, "empty")
    served.kill()
    player.click((0, 1), button="right")
    expect(player.page.get_by_text("The connection is lost")).to_be_visible()
    assert player.name((0, 1)) == "flag"
    served.start()
    player.page.wait_for_selector(".offline", state="hidden")
    player.click((0, 0))
    player.expect((0, 0), "1")
    assert player.game["board"][:2] == "1F"
    made.faults[:] = [fault for fault in made.faults if "ERR_" not in fault]


def test_two_tabs(visit):
    made = visit()
    first, second = made.player(), made.player()
    game = first.begin()
    second.open(game["id"])
    first.click(START)
    second.expect(START, "empty")
    second.click((0, 1), button="right")
    first.expect((0, 1), "flag")
    second.click(beginner().mines[-1])
    first.expect(beginner().mines[-1], "exploded mine")


def test_layout_stays_with_the_server(player):
    # Nothing the page received before the end reveals a mine that was not visible.
    bodies = []
    player.page.on("response", lambda answer: "/api/games" in answer.url and bodies.append(answer))
    player.begin()
    player.click(START)
    player.expect(START, "empty")
    texts = [answer.json() for answer in bodies if "json" in answer.headers.get("content-type", "")]
    assert texts
    assert all(set(text["board"]) <= set(".FQ012345678") for text in texts if "board" in text)
    assert all(text.get("seed") in (None, 7) for text in texts)
