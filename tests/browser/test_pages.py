"""The page around the game: themes, large boards, names for everything, offline."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.player import START, beginner

PAGES = ["/", "/learn", "/race", "/analyse", "/scores", "/statistics", "/help"]


def background(page) -> tuple[int, ...]:
    return tuple(
        map(int, re.findall(r"\d+", page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")))
    )


def test_theme_of_the_system_and_switch(visit):
    light, dark = visit(color_scheme="light").player(), visit(color_scheme="dark").player()
    for player in (light, dark):
        player.begin()
    assert min(background(light.page)) > 200
    assert max(background(dark.page)) < 50
    before = dark.page.locator(".board canvas").screenshot()
    dark.page.get_by_role("button", name="Light or dark").click()
    assert min(background(dark.page)) > 200
    assert dark.page.locator(".board canvas").screenshot() != before
    dark.page.reload()
    dark.page.wait_for_selector("[role=gridcell]")
    assert min(background(dark.page)) > 200


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize("width", [1100, 360])
def test_every_page_opens_fits_and_names_its_parts(visit, address, width):
    page = visit(viewport={"width": width, "height": 740}).player().page
    page.goto(visit().url + address)
    page.wait_for_load_state("networkidle")
    expect(page.locator("main")).not_to_be_empty()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("button, a, input, select, textarea, [role=grid]")].filter(element =>
            !(element.textContent.trim() || element.ariaLabel || element.labels?.length || element.hidden)
        ).map(element => element.outerHTML)"""
    )
    assert nameless == []


def test_pages_are_left_and_entered_again(player):
    player.begin()
    player.click(START)
    player.expect(START, "empty")
    for name in ("Analyse", "Scores", "Statistics", "Race"):
        player.page.get_by_role("navigation").get_by_role("link", name=name).click()
        expect(player.page).to_have_title(f"{name} \u2013 Sapper")
    player.page.keyboard.press("Escape")
    player.page.get_by_role("navigation").get_by_role("link", name="Play").click()
    player.expect(START, "empty")
    if player.local:
        return  # a game that the page has itself is there at once
    # A page that is left while its game is fetched does nothing more.
    page, held = player.page, []
    page.get_by_role("navigation").get_by_role("link", name="Scores").click()
    page.wait_for_url("**/scores**")
    page.route("**/api/games/*", lambda route: held.append(route))  # noqa: PLW0108  # a method is refused
    page.get_by_role("navigation").get_by_role("link", name="Play").click()
    player.until(lambda: held)
    page.get_by_role("navigation").get_by_role("link", name="Statistics").click()
    expect(page).to_have_title("Statistics \u2013 Sapper")
    with page.expect_response("**/api/games/*"):
        held[0].continue_()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.url.endswith("/statistics")


def test_forty_thousand_cells(player):
    player.begin(level=None, rows=200, cols=200, mines=4000, seed=1, start=(100, 100))
    page = player.page
    assert page.locator("[role=gridcell]").count() <= 1200
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Control+End")
    player.expect((199, 199), "hidden")
    page.keyboard.press("f")
    player.expect((199, 199), "flag")
    assert player.game["board"][-1] == "F"
    # Zoomed out, every cell is seen and none has an element more.
    for _ in range(12):
        page.keyboard.press("-")
    assert page.locator(".board-space").bounding_box()["width"] <= 200 * 6
    page.keyboard.press("0")
    page.keyboard.press("Control+Home")
    player.go((2, 0))
    page.keyboard.press("f")
    player.expect((2, 0), "flag")


def kept(page) -> None:
    """Wait until the offline copy is complete."""
    page.evaluate(
        """async () => {
            const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
            await navigator.serviceWorker.ready;
            while (!navigator.serviceWorker.controller) await pause();
            const cache = await caches.open("sapper-page");
            for (const path of ["/", ...(await (await fetch("/files.json")).json())])
                while (!(await cache.match(path))) await pause();
        }"""
    )


@pytest.mark.server
def test_every_page_opens_offline_and_recovers(visit):
    made = visit(service_workers="allow")
    player = made.player()
    page = player.page
    game = player.begin()
    kept(page)
    made.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("button", name="New game")).to_be_visible()
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    # Pages that were never opened before.
    for name in ("Analyse", "Scores", "Statistics", "Race"):
        page.goto(f"{made.url}/{name.lower()}")
        expect(page).to_have_title(f"{name} \u2013 Sapper")
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    page.goto(f"{made.url}/scores")
    expect(page.get_by_text("The server cannot be reached")).to_be_visible()
    made.context.set_offline(False)
    expect(page.get_by_text("The server cannot be reached")).to_have_count(0)
    made.context.set_offline(True)
    page.goto(f"{made.url}/g/{game['id']}")
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    made.context.set_offline(False)
    player.click_when_there(START)
    player.expect(START, "empty")
    expect(page.get_by_text("The connection is lost")).to_be_hidden()
    made.faults[:] = [fault for fault in made.faults if "ERR_" not in fault]


@pytest.mark.server
def test_a_killed_server_comes_back(visit, served):
    made = visit(service_workers="allow")
    player = made.player()
    player.begin()
    kept(player.page)
    served.kill()
    player.page.reload()
    expect(player.page.get_by_text("The connection is lost")).to_be_visible()
    served.start()
    player.click_when_there(START)
    player.expect(START, "empty")
    made.faults[:] = [fault for fault in made.faults if "ERR_" not in fault]


def test_settings_are_kept(player):
    player.begin()
    page = player.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Question marks").click()
    page.get_by_label("Your name").fill("Sofia")
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector("[role=gridcell]")
    for name in ("flag", "question mark"):
        player.click((8, 8), button="right")
        player.expect((8, 8), name)


@pytest.mark.server
def test_share_links(visit):
    """Links for others have no id: they show the game live, take no moves, and open the board when it has ended."""
    host = visit().player()
    game = host.begin(name="Emmy")
    marked, mine = beginner().mines[:2]  # cells that stay hidden
    host.click(START)
    host.expect(START, "empty")
    host.more("Share by link")
    fields = host.page.get_by_role("dialog").get_by_role("textbox")
    expect(fields).to_have_count(4)
    watch, same, position, own = (field.input_value() for field in fields.all())
    assert own.endswith(game["id"])
    assert all(game["id"] not in link for link in (watch, same, position))
    host.page.keyboard.press("Escape")

    other = visit()
    guest = other.player()
    guest.page.goto(watch)
    expect(guest.page.get_by_role("heading", name="Watching Emmy")).to_be_visible()
    guest.expect(START, "empty")
    guest.click(marked, button="right")
    guest.click(marked)
    host.click(marked, button="right")
    guest.expect(marked, "flag")  # a move of the host, seen at once; those of the guest did nothing
    assert host.game["version"] == 2
    reader = other.player()
    reader.page.goto(same)  # it still runs: the guest watches instead
    expect(reader.page.locator("#notes")).to_contain_text("still running")
    reader.expect(START, "empty")
    reader.page.goto(position)
    reader.page.wait_for_selector("[role=gridcell]")

    host.call("POST", f"/games/{game['id']}/moves", kind="reveal", cell=mine)
    expect(guest.page.get_by_text("The player hit a mine.")).to_be_visible()
    guest.page.get_by_role("button", name="Play this board").click()
    guest.page.wait_for_url("**/g/*")
    guest.expect(marked, "hidden")
    assert guest.game["origin"] == "same"
    assert guest.game["name"] is None

    guest.page.goto(f"{guest.url}/w/nothing")
    expect(guest.page.get_by_text("There is no such game to watch.")).to_be_visible()


@pytest.mark.server
def test_others_watch_a_race(visit):
    host = visit().player()
    host.page.goto(f"{host.url}/race")
    host.page.get_by_role("dialog").get_by_role("button", name="Ready").click()
    host.page.wait_for_url("**/r/*")
    expect(host.page.get_by_text("Reveal a cell to start")).to_be_visible()
    guest = visit().player()
    guest.page.goto(host.page.url)
    expect(guest.page.get_by_text("The race has not begun.")).to_be_visible()
    for player, lane in ((guest, "Player"), (host, "You")):
        box = player.page.get_by_label(lane, exact=True).locator(".board").bounding_box()
        player.page.mouse.click(box["x"] + 60, box["y"] + 60)
        started = player.page.get_by_text("The race is running")
        if player is guest:
            expect(started).to_have_count(0)
    expect(guest.page.get_by_text("The race is running")).to_be_visible()


@pytest.mark.server
def test_a_game_is_opened_from_the_offline_copy_and_asked_for_early(visit, served):
    """One round trip to the server lies between an address and its board: that of the game."""
    made = visit(service_workers="allow")
    player = made.player()
    page = player.page
    game = player.begin()
    kept(page)
    page.goto(f"{made.url}/g/{game['id']}")
    page.wait_for_selector("[role=gridcell]")
    document = "performance.getEntriesByType('navigation')[0].workerStart > 0"
    assert page.evaluate(document)
    asked = f"performance.getEntriesByName(`${{location.origin}}/api/games/{game['id']}`).length"
    assert page.evaluate(asked) == 1
    # What is asked for later is asked anew.
    player.click(START)
    player.expect(START, "empty")
    page.reload()
    player.expect(START, "empty")
