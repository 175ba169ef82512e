"""Phones, tablets and small windows: nothing hides the board, boards fit, fingers scroll, nothing jumps."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.player import START, Player, beginner

PHONE = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}
SIDE = PHONE | {"viewport": {"width": 844, "height": 390}}
TABLET = PHONE | {"viewport": {"width": 820, "height": 1180}}

# The share of the page that moved without a touch of the player, summed as browsers do it.
SHIFTS = """
    window.shifts = 0;
    new PerformanceObserver(list => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
"""
# What a list of choices has left beside the longest of its names.
ROOM_FOR_NAMES = """list => {
    const style = getComputedStyle(list);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = style.font;
    const longest = Math.max(...Array.from(list.options, ({ text }) => pen.measureText(text).width));
    return list.clientWidth - parseFloat(style.paddingLeft) - longest;
}"""


def box(page: Page, selector: str) -> dict:
    return page.locator(selector).first.bounding_box()


def apart(first: dict, second: dict) -> bool:
    return (
        first["y"] + first["height"] <= second["y"] + 1
        or second["y"] + second["height"] <= first["y"] + 1
        or first["x"] + first["width"] <= second["x"] + 1
        or second["x"] + second["width"] <= first["x"] + 1
    )


def whole(page: Page) -> bool:
    """Whether all of the board is inside the window and nothing of it scrolls."""
    return page.evaluate(
        """() => {
            const scroller = document.querySelector(".board-scroller");
            const box = scroller.getBoundingClientRect();
            const room = document.querySelector(".table .room").getBoundingClientRect();
            const inside = box.top >= room.top - 1 && box.bottom <= room.bottom + 1 &&
                box.left >= room.left - 1 && box.right <= room.right + 1 && room.bottom <= innerHeight + 1;
            const { scrollWidth, clientWidth, scrollHeight, clientHeight } = scroller;
            return inside && scrollWidth <= clientWidth && scrollHeight <= clientHeight;
        }"""
    )


def lose(player: Player) -> None:
    mine = beginner().mines[-1]
    player.click(mine)
    player.expect(mine, "exploded mine")


@pytest.mark.parametrize("look", [PHONE, SIDE, TABLET], ids=["phone", "side", "tablet"])
def test_hint_result_and_review_leave_the_board_in_sight(visit, look):
    player = visit(**look).player()
    page = player.page
    player.begin()
    player.click(START)
    player.expect(START, "empty")
    player.until(lambda: whole(page))  # it follows the room one frame later
    assert apart(box(page, ".room"), box(page, ".board-tools"))
    for tool in page.locator(".board-tools > :visible").all():
        expect(tool).to_be_in_viewport(ratio=0.9)
    page.locator(".board-tools").get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".hint")).to_contain_text("Hint 1 of 4")
    player.until(lambda: whole(page))
    assert apart(box(page, ".hint"), box(page, ".room"))
    if look is not SIDE:  # there the sheet stands in place of the tools
        assert apart(box(page, ".side"), box(page, ".board-tools"))
    lose(player)
    expect(page.locator(".hint")).not_to_be_visible()  # a hint ends with the move
    player.until(
        lambda: player.page.evaluate("document.querySelector('.result')?.getBoundingClientRect().height > 40")
    )
    player.until(lambda: whole(page))
    assert apart(box(page, ".result"), box(page, ".room"))
    page.locator(".result").get_by_role("button", name="Review").click()
    expect(page.locator("#panel-review")).to_be_in_viewport(ratio=0.2)
    expect(page.locator("#panel-review .thought")).to_contain_text("The game was lost.")
    player.until(lambda: whole(page))
    page.get_by_role("button", name="Close the panel").click()
    expect(page.locator("#panel-review")).not_to_be_visible()


@pytest.mark.server
def test_nothing_is_cut(visit):
    """Counters that have no room are left out; everything else is inside the window, as are the reasons of a demo."""
    made = visit(**PHONE)
    made.context.add_init_script(SHIFTS)
    player = made.player()
    page = player.page
    player.begin()
    for width, height in ((360, 740), (390, 844), (844, 390), (820, 1180), (1180, 820)):
        page.set_viewport_size({"width": width, "height": height})
        parts = ".picker label, .no-guess, .shape-choice, .new-game, .board-tools > *, .play .tab"
        for part in page.locator(parts).all():
            if part.is_visible():
                expect(part).to_be_in_viewport(ratio=1)
        if width < 480:
            assert page.locator(".shape-choice").evaluate(ROOM_FOR_NAMES) > 24, width  # the arrow
        bar = box(page, ".counters")
        right, bottom = bar["x"] + bar["width"] + 1, bar["y"] + bar["height"]
        shown = [one.bounding_box() for one in page.locator(".counters > div").all() if one.is_visible()]
        assert all(one["y"] >= bottom or one["x"] + one["width"] <= right for one in shown), width
        assert sum(one["y"] < bottom for one in shown) >= 3 - (width < 390)
    page.set_viewport_size(SIDE["viewport"])
    player.click(START)
    player.expect(START, "empty")
    lose(player)
    player.more("Export this board")
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Demo").click()
    page.get_by_role("button", name="Start the demo").click()
    for part in (page.locator(".thought").get_by_text("Next:"), page.get_by_role("button", name="Pause")):
        expect(part).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Back to my game").click()
    expect(page.get_by_role("button", name="Start the demo")).to_be_visible()
    page.set_viewport_size({"width": 640, "height": 360})
    page.goto(f"{player.url}/history")
    page.wait_for_selector("table")
    main = box(page, "main")
    assert main["x"] + main["width"] <= 640
    assert box(page, ".top")["width"] == 48
    page.goto(f"{player.url}/race")
    expect(page.get_by_role("heading", name="New race")).to_be_in_viewport(ratio=1)
    page.goto(f"{player.url}/match")
    expect(page.get_by_role("button", name="Invite")).to_be_visible()
    assert page.evaluate("window.shifts") < 0.01


def test_the_header_of_a_phone_on_its_side_is_a_bar(visit):
    player = visit(**SIDE).player()
    player.begin()
    page = player.page
    assert box(page, ".top")["width"] < 60
    assert box(page, ".room")["height"] > 360
    expect(page.get_by_role("link", name="Scores")).not_to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Scores").click()
    expect(page).to_have_title("Scores \u2013 Sapper")
    assert box(page, ".top")["width"] < 60


def test_the_board_does_not_move_at_the_end(visit):
    made = visit(viewport={"width": 1280, "height": 720})
    made.context.add_init_script(SHIFTS)
    player = made.player()
    player.begin()
    player.click(START)
    player.expect(START, "empty")
    before = box(player.page, ".board")
    lose(player)
    expect(player.page.locator(".result")).to_be_visible()
    assert box(player.page, ".board") == before
    player.page.wait_for_timeout(300)
    assert player.page.evaluate("window.shifts") < 0.01


@pytest.mark.parametrize("look", [PHONE, TABLET, {}], ids=["phone", "tablet", "desktop"])
def test_nothing_shifts_after_the_first_paint(visit, look):
    made = visit(**look)
    made.context.add_init_script(SHIFTS)
    page = made.player().page
    for address in ("/", "/analyse", "/scores", "/race"):
        page.goto(made.url + address)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("window.shifts") < 0.01, address


def test_fit_shows_the_whole_board(visit):
    player = visit().player()
    player.open(player.call("POST", "/games", level="200x200/4000")["id"])
    assert not whole(player.page)
    player.page.get_by_role("button", name="Fit").click()
    assert whole(player.page)
    tablet = visit(**TABLET).player()
    tablet.open(tablet.call("POST", "/games", level="expert")["id"])
    assert whole(tablet.page)


def test_a_finger_scrolls_a_large_board_and_plays_nothing(visit):
    player = visit(**PHONE).player()
    player.open(player.call("POST", "/games", level="60x60/300")["id"])
    player.swipe((200, 600), (200, 350))
    player.until(lambda: player.page.evaluate("document.querySelector('.board-scroller').scrollTop > 100"))
    assert player.game["status"] == "ready"


def test_the_size_of_cells_is_a_setting(visit):
    player = visit('{"cell": 56}').player()
    player.begin()
    assert box(player.page, "[role=gridcell]")["width"] == 56
    player.page.get_by_role("button", name="Settings").click()
    player.page.get_by_role("radio", name="Small").check()
    player.page.keyboard.press("Escape")
    player.until(
        lambda: player.page.evaluate("document.querySelector('[role=gridcell]').getBoundingClientRect().width === 20")
    )


@pytest.mark.server
def test_a_slow_start_shows_no_empty_board(visit):
    made = visit()
    page = made.player().page
    held = []
    page.route("**/api/games", lambda route: held.append(route))  # noqa: PLW0108  # a method is refused
    page.goto(made.url, wait_until="commit")
    page.wait_for_selector(".table")
    expect(page.locator(".board")).not_to_be_visible()
    while not held:
        page.wait_for_timeout(10)
    expect(page.locator(".board")).not_to_be_visible()
    held[0].continue_()
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator("[role=gridcell]").first).to_be_visible()


def test_a_stroke_in_analyse_has_no_gaps_and_the_board_zooms(visit):
    """One fast step of the mouse, and one of a finger, cross the board. The wheel and two fingers zoom."""
    for look in ({}, PHONE):
        player = visit(**look).player()
        player.page.goto(f"{player.url}/analyse#position=9x9:10:i/i/i/i/i/i/i/i/i")
        player.page.wait_for_selector('[aria-label^="hidden, "][aria-label$="row 9, column 9"]', state="attached")
        left, right = player.point((4, 0)), player.point((4, 8))
        if look:
            player.swipe(left, right, steps=2)
        else:
            player.page.mouse.move(*left)
            player.page.mouse.down()
            player.page.mouse.move(*right)
            player.page.mouse.up()
        for col in range(9):
            player.expect((4, col), "1")
        wanted = 1.3 * box(player.page, "[role=gridcell]")["width"]
        if look:
            player.pinch(player.point((4, 4)), 20, 80)
        else:
            player.page.keyboard.down("Control")
            player.page.mouse.wheel(0, -200)
            player.page.keyboard.up("Control")
        player.until(lambda: box(player.page, "[role=gridcell]")["width"] > wanted)  # noqa: B023  # called at once
