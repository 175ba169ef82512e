"""Accessibility of every page and sheet: axe-core finds no violation, and the page speaks the browser's language."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

PAGES = ("/", "/learn", "/race", "/analyse", "/scores", "/statistics", "/history", "/help")


def violations(player) -> list[tuple[str, str, list[str]]]:
    found = Axe().run(player.page).response["violations"]
    return [(one["id"], one["help"], [str(node["target"]) for node in one["nodes"]]) for one in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_violation(visit, scheme):
    player = visit(color_scheme=scheme).player()
    for path in PAGES:
        player.page.goto(player.url + path)
        player.page.wait_for_selector("main h1")
        assert violations(player) == [], path


def test_the_page_speaks_the_language_of_the_browser(visit):
    player = visit(locale="de-CH").player()
    player.page.goto(f"{player.url}/help")
    assert player.page.locator("main h1").inner_text() == "Hilfe"
    assert player.page.locator("nav.pages a").first.inner_text() == "Spielen"
    assert player.page.evaluate("document.documentElement.lang") == "de"
