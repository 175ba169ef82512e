"""The page respects the limits of its server, and shows them."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest
import uvicorn
from playwright.sync_api import expect

from sapper.web.app import create_app
from sapper.web.settings import Limits, Settings


@pytest.fixture
def small(tmp_path) -> Iterator[str]:
    """The address of a server with small limits."""
    limits = Limits(rows=12, cols=15, name=5, text=200, win_cells=50)
    app = create_app(
        Settings(database=f"sqlite:///{tmp_path}/games.db", key_file=tmp_path / "scores.key", limits=limits)
    )
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join()


def test_new_game(small, visit):
    player = visit(url=small).player()
    page = player.page
    page.goto(small)
    player.more("Size and rules")
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("radio", name="Custom").check()
    sheet.get_by_label("Rows").fill("13")
    sheet.get_by_label("Columns").fill("15")
    expect(sheet.get_by_text("A board has at most 12 rows and 15 columns.")).to_be_visible()
    expect(sheet.get_by_role("button", name="Start")).to_be_disabled()
    sheet.get_by_label("Rows").fill("12")
    sheet.get_by_label("Mines").fill("180")
    expect(sheet.get_by_text("At most 171 mines fit on this board.")).to_be_visible()
    sheet.get_by_label("Mines").fill("20")
    sheet.get_by_role("button", name="Start").click()
    expect(page.locator(".board-title")).to_contain_text("12 \u00d7 15 \u00b7 20 mines")


def test_position(small, visit):
    player = visit(url=small).player()
    page = player.page
    page.goto(f"{small}/analyse")
    expect(page.get_by_label("Columns")).to_have_attribute("max", "15")
    page.get_by_label("Rows").fill("40")
    page.get_by_label("Rows").press("Enter")
    expect(page.get_by_label("Rows")).to_have_value("12")
    player.more("Import a board")
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("textbox").fill("1" * 201)
    sheet.get_by_role("button", name="Load", exact=True).click()
    expect(page.get_by_text("The text has 201 characters. At most 200 are allowed.")).to_be_visible()


def test_name(small, visit):
    page = visit(url=small).player().page
    page.goto(small)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Your name").press_sequentially("Lovelace")
    expect(page.get_by_label("Your name")).to_have_value("Lovel")


def test_the_overlay_asks_for_the_win_probability_of_small_boards(small, visit):
    made = visit('{"overlay": true}', url=small)
    asked: list[str] = []
    player = made.player()
    player.page.on("request", lambda request: "/analysis" in request.url and asked.append(request.url))
    large, small_game = (player.call("POST", "/games", level=level)["id"] for level in ("9x9/10", "7x7/6"))
    player.open(large)
    player.click((3, 3))
    player.until(lambda: asked)
    player.open(small_game)
    player.click((3, 3))
    player.until(lambda: any("win=true" in url for url in asked))
    assert not [url for url in asked if "win=true" in url and large in url]
