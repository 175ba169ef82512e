"""Imported files, the replay viewer, the record of the pointer, exported replays, and the bookmarklet."""

from __future__ import annotations

import base64
import json
import urllib.parse

import replay_files as files
from playwright.sync_api import expect

from browser.player import START, beginner
from sapper.game.layout import Layout
from sapper.replay.recording import Kind
from sapper.replay.replay import Replay

# A game of 3x4 cells that the second click loses, though safe cells exist.
LAYOUT = Layout.from_text("*...\n....\n*...\n")
CLICKS = [((1, 3), 100), ((0, 0), 1000)]
EVENTS = [
    event
    for (row, col), time in CLICKS
    for event in (
        (int(Kind.MOVE), time - 90, col * 16 + 2, row * 16 + 8),
        (int(Kind.LEFT_DOWN), time - 50, col * 16 + 8, row * 16 + 8),
        (int(Kind.LEFT_UP), time, col * 16 + 8, row * 16 + 8),
    )
]
AVF = files.write_avf(3, 4, LAYOUT.mines, EVENTS)
EVF = files.write_evf_old(3, 4, LAYOUT.mines, EVENTS)  # 33 bytes follow its events of 8 bytes

DROP = """([name, data]) => {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], name));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}"""
PASTE = """(text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}"""


def drop(page, name: str, data: bytes) -> None:
    page.evaluate(DROP, [name, base64.b64encode(data).decode()])


def test_files_of_other_programs_open_and_a_replay_is_watched(player, page):
    page.goto(f"{player.url}/replay")
    expect(page.locator(".side")).to_contain_text("There is no replay here yet")
    drop(page, "broken.avf", AVF[:30])
    expect(page.locator(".note")).to_contain_text("broken.avf cannot be read")
    expect(page.locator(".note")).to_contain_text("(byte ")
    page.get_by_role("button", name="Open a file").click()
    page.set_input_files("dialog input[type=file]", {"name": "cut.evf", "mimeType": "", "buffer": EVF[: -33 - 8 * 4]})
    expect(page.locator("dialog .bad")).to_contain_text("(byte ")
    page.get_by_role("button", name="Open it as far as it goes").click()
    expect(page.locator(".side")).to_contain_text("was read as far as it goes")

    drop(page, "game.avf", AVF)
    expect(page.locator(".side")).to_contain_text("Lost after 49.250 s")
    expect(page.locator(".side")).to_contain_text("Zoë")
    expect(page.locator(".risks tbody tr")).to_have_count(1)
    expect(page.locator(".risks")).to_contain_text("row 1, column 1")
    expect(page.locator(".figure-table")).to_contain_text("3BV/s")
    slider = page.get_by_label("Time", exact=True)
    expect(slider).to_have_attribute("aria-valuetext", "0.00 / 49.25 s, click 0 of 2")
    page.locator("body").press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "0.10 / 49.25 s, click 1 of 2")
    expect(page.locator(".path-pointer")).to_have_attribute("cx", "3.5")
    expect(page.locator(".thought")).to_contain_text("Better:")
    page.locator("body").press("End")
    expect(slider).to_have_attribute("aria-valuetext", "49.25 / 49.25 s, click 2 of 2")
    player.expect((0, 0), "exploded mine")
    page.locator("body").press("Home")
    player.expect((0, 0), "hidden")
    slider.fill("500")
    expect(slider).to_have_attribute("aria-valuetext", "0.50 / 49.25 s, click 1 of 2")
    page.get_by_label("Exact risk").check()
    player.expect((1, 0), "hidden, safe")
    page.get_by_label("Speed").select_option("16")
    slider.fill("45000")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(slider).to_have_attribute("aria-valuetext", "49.25 / 49.25 s, click 2 of 2")
    page.get_by_label("Whole path").check()
    expect(page.locator(".path.whole")).to_be_visible()

    page.reload()  # the file is kept in this browser
    expect(page.locator(".side")).to_contain_text("Lost after 49.250 s")
    evfs = files.write_evfs([("one.evf", EVF)] * 2)
    drop(page, "all.evfs", evfs)
    page.get_by_label("several replays").select_option("1")
    expect(page.locator(".side")).to_contain_text("/2")
    page.evaluate(PASTE, "b=43&m=g10")  # a layout opens as a game
    page.wait_for_url("**/g/*")
    page.wait_for_selector("[role=gridcell]")
    drop(page, "board.mbf", bytes([4, 3, 0, 1, 0, 0]))
    expect(page.locator(".board-title")).to_contain_text("1 mine ")
    page.evaluate(PASTE, "3x2x1\nHH1\nHH1")  # a position opens for analysis
    page.wait_for_url(lambda address: address.endswith("/analyse#position=2x3:1:b1/b1"))


def test_own_games_are_recorded_exported_and_watched(visit):
    player = visit(json.dumps({"pointer": True})).player()
    page = player.page
    game = player.begin()["id"]
    player.click(START)
    mine = beginner().mines[0]
    player.expect(mine, "hidden")
    player.click(mine)
    expect(page.locator(".result")).to_be_visible()
    shown = player.call("POST", f"/games/{game}/replay", moves=[])
    player.more("Export")
    for form in ("EVF", "RAWVF"):
        with page.expect_download() as caught:
            page.get_by_role("button", name=f"Replay ({form})").click()
        with open(caught.value.path(), "rb") as stream:
            replay = Replay.read(stream.read())
        assert replay.lost
        assert replay.layout.mines == beginner().mines
        clicks = [(list(click.cell), round(1000 * click.at)) for click in replay.clicks]
        assert clicks == [(step["cell"], step["at_ms"]) for step in shown["steps"]]
        moved = replay.events.kinds == Kind.MOVE
        assert moved.sum() >= 2
        # The pointer is on the cell when the server notes the click.
        last = replay.events.xs[moved][-1] // 16, replay.events.ys[moved][-1] // 16
        assert last == (mine[1], mine[0])
        assert replay.events.times[moved][-1] <= shown["steps"][-1]["at_ms"]
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".side")).to_contain_text("Lost after")
    expect(page.locator(".risks tbody tr")).to_have_count(1)
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".path-pointer")).to_be_visible()

    # The bookmarklet, on a page with the structure of minesweeper.online.
    page.goto(f"{player.url}/help")
    code = urllib.parse.unquote(page.get_by_role("link", name="To Sapper").get_attribute("href"))
    assert code.startswith("javascript:(function ")  # a bundle shortens its name
    running = {(0, 0): "closed", (1, 0): "opened hdd_type1", (0, 1): "closed hdd_flag", (1, 1): "opened hdd_type2"}
    ended = running | {(0, 0): "opened hdd_type11", (0, 1): "type10"}
    # In a game that has ended, a flag of the class closed_flag tells no mine.
    marked = running | {(0, 0): "opened hdd_type11", (0, 1): "closed_flag"}
    games = (
        (running, "2x2:2:a1/F2", "/analyse#position=2x2:2:a1/F2"),
        (running | {(0, 1): "closed_flag"}, "2x2:2:a1/F2", "/analyse#position=2x2:2:a1/F2"),
        (ended, "b=22&m=k", "/g/"),
        (marked, "b=22&m=g", "/g/"),
    )
    for cells, text, lands in games:
        drawn = "".join(
            f'<div id="cell_{x}_{y}" class="cell size24 hdd_{shown}" data-x="{x}" data-y="{y}"></div>'
            for (x, y), shown in cells.items()
        )
        page.goto(f"{player.url}/help")  # a page without a board of its own
        page.set_content(f"<div id=AreaBlock>{drawn}</div>")
        page.once("dialog", lambda dialog: dialog.accept("2"))
        page.evaluate("() => { window.open = (link) => (window.opened = link); }")
        page.evaluate(code.removeprefix("javascript:"))
        assert urllib.parse.unquote(page.evaluate("window.opened")).endswith(f"#text={text}")
        page.goto(page.evaluate("window.opened"))
        page.reload()  # without a server the link differs in what follows # alone, so the page stays
        page.wait_for_url(lambda address, lands=lands: lands in address)
