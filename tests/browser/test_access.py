"""Accessibility of every page and sheet: axe-core finds no violation, and the page speaks the browser's language."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from browser.player import START, Player

PAGES = (
    "/daily", "/learn", "/race", "/match", "/analyse", "/scores", "/statistics", "/history", "/replay", "/help",
    "/unknown",
)  # fmt: skip
# Questions and lists that buttons of these pages open.
ASKED = {"/match": "Invite", "/scores": "Reset this level", "/history": "Forget these games"}
SHEETS = ("Size and rules", "Share by link", "Import a board", "Export this board")
WIDE, PHONE = {"width": 1100, "height": 800}, {"width": 390, "height": 844}


def violations(player: Player, *rules: str, part: str = "html") -> list[tuple[str, str, list[str]]]:
    """What axe finds on a part of the page, by these rules or by all."""
    page = player.page
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    options = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    found = page.evaluate("async ([part, options]) => (await axe.run(part, options)).violations", [part, options])
    return [(one["id"], one["help"], [str(node["target"]) for node in one["nodes"]]) for one in found]


def look_everywhere(player: Player, name: str, part: str = "html") -> None:
    """Check what is shown: light on a wide page, and dark on a phone. Both have the same parts and colours."""
    page = player.page
    page.wait_for_selector(part, state="attached")
    page.emulate_media(color_scheme="light")
    assert violations(player, part=part) == [], name
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE)
    assert violations(player, part=part) == [], f"{name} on a phone"
    page.set_viewport_size(WIDE)


@pytest.mark.server
def test_no_page_and_no_sheet_has_a_violation(player: Player):
    page = player.page
    game = player.begin(seed=None)["id"]  # with a seed it would be practice
    player.click(START)
    player.expect(START, "empty")
    look_everywhere(player, "a game")
    assert violations(player, "color-contrast") == []  # dark, with the parts that a phone hides
    for name in SHEETS:
        player.more(name)
        look_everywhere(player, name, "dialog")
        page.keyboard.press("Escape")
    for name in ("Settings", "Help (?)"):
        page.get_by_role("button", name=name).click()
        look_everywhere(player, name, "dialog")
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Show the mines").click()
    look_everywhere(player, "the question before mines are shown", "dialog")
    page.keyboard.press("Escape")
    for _ in range(4):
        page.keyboard.press("h")
        player.settle()
    page.keyboard.press("o")
    expect(page.locator(".hint")).to_contain_text("Hint 4 of 4")
    look_everywhere(player, "a hint", "aside")
    page.get_by_role("tab", name="Demo").click()
    look_everywhere(player, "a demo", "aside")
    player.click(player.call("POST", f"/games/{game}/cheat")["mines"][0])
    page.get_by_role("button", name="Review").click()
    expect(page.locator("#panel-review .thought")).to_contain_text("The game was lost.")
    look_everywhere(player, "the end and the review", "aside")
    player.more("Export this board")
    page.get_by_role("button", name="Film (WebM)").click()
    look_everywhere(player, "a film", "dialog:last-of-type")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    watch = player.game["watch"]
    # Within the document, as links do: a page is loaded once.
    show = "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }"
    for path in (*PAGES, f"/w/{watch}"):
        page.evaluate(show, path)
        page.wait_for_selector("main:not(.page-play) h1" if path != f"/w/{watch}" else "main h1")
        look_everywhere(player, path)
        if path in ASKED:
            page.get_by_role("button", name=ASKED[path]).click()
            look_everywhere(player, f"{path}, {ASKED[path]}", "dialog")
            page.keyboard.press("Escape")


def test_the_page_speaks_the_language_of_the_browser(visit):
    """Also the sentences of the server, whose cells light up as in English."""
    player = visit(locale="de-CH").player()
    page = player.page
    page.goto(f"{player.url}/help")
    assert page.locator("main h1").inner_text() == "Hilfe"
    assert page.locator("nav.pages a").first.inner_text() == "Spielen"
    assert page.evaluate("document.documentElement.lang") == "de"
    player.begin()
    page.keyboard.press("h")
    hint = page.locator(".hint")
    expect(hint).to_contain_text("Es gibt ein sicheres Feld: die Regel des ersten Klicks verspricht eines.")
    player.click(START)
    page.wait_for_selector('[aria-label^="leer, "]', state="attached")
    for level in ("Es gibt", "Achte auf die umringte", "ist sicher.", "also ist"):
        page.keyboard.press("h")
        expect(hint).to_contain_text(level)
    expect(hint.locator(".place").last).to_have_text(re.compile(r"^Zeile \d Spalte \d$"))
    page.get_by_role("button", name="Wo raten?").click()
    expect(page.get_by_text("Raten ist nicht nötig")).to_be_visible()
    page.get_by_role("tab", name="Vorführung").click()
    page.get_by_role("button", name="Vorführung starten").click()
    page.get_by_role("button", name="Anhalten").click()
    expect(page.locator(".thought .place").first).to_contain_text("Zeile")
    # Its words are longer: on a phone on its side the tabs leave room for the button that closes them.
    page.set_viewport_size({"width": 844, "height": 390})
    page.get_by_role("tab", name="Rückblick").click()
    tab = page.get_by_role("tab", name="Rückblick").bounding_box()
    assert tab["x"] + tab["width"] <= page.locator(".close-sheet").bounding_box()["x"]
    page.set_viewport_size(WIDE)
    # What is wrong, why a demo moves, and what the server refuses.
    for position, wrong in (
        ("1x3:1:0a1", "Die Zahlen in Zeile 1 Spalte 1 und Zeile 1 Spalte 3 können nicht beide stimmen."),
        ("1x3:1:b3", "Die Zahl 3 ist größer als die Zahl ihrer Nachbarn, 1 (Zeile 1 Spalte 3)."),
    ):
        page.goto(f"{player.url}/help")
        page.goto(f"{player.url}/analyse#position={position}")
        expect(page.locator(".verdict")).to_have_text(wrong)
    page.goto(f"{player.url}/help")
    page.goto(f"{player.url}/analyse#position=1x3:1:a1a")
    expect(page.locator(".facts")).to_contain_text("Gewinnchance: genau 50,0\u00a0%.")
    page.get_by_role("button", name="Wo raten?").click()
    expect(page.get_by_text("Genau eines von Zeile 1 Spalte 1 und Zeile 1 Spalte 3 ist eine Mine")).to_be_visible()
