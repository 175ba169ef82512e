"""Response times of the page: opening it, a move, the overlay after it, and frames of a board of 40,000 cells.

Starts a separate server and the system's Chromium, plays a game on the page by mouse, and reads the page's own
clocks. Drawing is measured as the work of one frame, without a graphics card. All times are medians with the 99th
percentile, in milliseconds. The layout shift is the sum of all shifts that no input caused, as browsers count it.

    python benchmarks/page.py

>>> spell([3.0, 1.0, 2.0])
'   2.0 ms   (99th percentile    3.0, 3 times)'
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from web_load import Server
from web_players import percentile

from sapper.analysis.analysis import analyze
from sapper.board.board import Board

__all__ = ["HEADERS", "served", "spell", "visit"]

HEADERS = {"X-Sapper": "1", "Content-Type": "application/json"}
_OPENINGS = 8
_COLD = 5  # openings with an empty cache
_MOVES = 60

# Collects the work of every frame, the times from releasing a button to a cell's new accessible name and to the paint
# after it, and the shifts of the layout.
_CLOCKS = """
    window.frames_ms = [];
    const request = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) => request((now) => {
        const begun = performance.now();
        draw(now);
        frames_ms.push(performance.now() - begun);
    });
    const after_paint = (act) => request(() => setTimeout(act));
    addEventListener("pointerup", () => {
        window.let_go = performance.now();
        window.named = window.painted = null;
    }, true);
    const see_names = () => {
        if (window.named) return;
        window.named = performance.now();
        after_paint(() => { window.painted ??= performance.now(); });
    };
    const see_board = () => {
        if (window.opened || !document.querySelector("[role=gridcell]")) return;
        window.opened = true;
        after_paint(() => { window.first_board = performance.now(); });
    };
    addEventListener("DOMContentLoaded", () => {
        new MutationObserver(see_names).observe(document.body, { subtree: true, attributeFilter: ["aria-label"] });
        new MutationObserver(see_board).observe(document.body, { subtree: true, childList: true });
    });
    window.shift = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
"""


def spell(times: Sequence[float]) -> str:
    """The median and the 99th percentile of some milliseconds."""
    middle, last = percentile(times, 0.5), percentile(times, 0.99)
    return f"{middle:6.1f} ms   (99th percentile {last:6.1f}, {len(times)} times)"


def main() -> None:
    with served() as (browser, url):
        report("opening the page, to the first board, cold", measure_cold(browser, url))
        report("opening the page, to the first board, warm", measure_opening(browser, url))
        moves, shift = measure_moves(browser, url)
        for name, times in moves.items():
            report(name, times)
        print(f"{'layout shift while opening and playing':52}{shift:6.4f}", flush=True)
        for name, times in measure_frames(browser, url).items():
            report(name, times)


@contextmanager
def served() -> Iterator[tuple[Browser, str]]:
    """The system's Chromium, and the address of a separate server."""
    names = ("chromium", "google-chrome", "chromium-headless-shell")
    chromium = next(filter(None, map(shutil.which, names)), None)
    if chromium is None:
        raise SystemExit("this needs Chromium on the path")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), None)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            yield browser, f"http://127.0.0.1:{server.port}"
        finally:
            browser.close()
            server.kill()


def report(name: str, times: Sequence[float]) -> None:
    print(f"{name:52}{spell(times)}", flush=True)


def visit(browser: Browser, settings: dict[str, Any]) -> Page:
    """A page with these settings and the clocks."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    context.add_init_script(f"localStorage.setItem('sapper.settings', '{json.dumps(settings)}')")
    context.add_init_script(_CLOCKS)
    return context.new_page()


def open_game(page: Page, url: str, **terms: object) -> str:
    answer = page.request.post(f"{url}/api/games", data=json.dumps(terms), headers=HEADERS)
    game: str = answer.json()["id"]
    page.goto(f"{url}/g/{game}")
    page.wait_for_selector("[role=gridcell]")
    return game


def open_page(page: Page, url: str) -> float:
    """From the request to the paint of the first board."""
    page.goto(url)
    page.wait_for_selector("[role=gridcell]")
    while not page.evaluate("window.first_board ?? 0"):
        page.wait_for_timeout(10)
    return float(page.evaluate("window.first_board"))


def measure_cold(browser: Browser, url: str) -> list[float]:
    """The first visit of a browser, whose cache is empty."""
    times = []
    for _ in range(_COLD):
        page = visit(browser, {})
        times.append(open_page(page, url))
        page.context.close()
    return times


def measure_opening(browser: Browser, url: str) -> list[float]:
    """With the files checked but not sent again."""
    page = visit(browser, {})
    times = [open_page(page, url) for _ in range(_OPENINGS + 1)]
    page.context.close()
    return times[1:]  # the first one fills the cache


def measure_moves(browser: Browser, url: str) -> tuple[dict[str, list[float]], float]:
    """An expert game with the overlay on: moves by the mouse, and the analysis after each; and the layout shift."""
    page = visit(browser, {"overlay": True})
    moves: list[float] = []
    paints: list[float] = []
    shift = 0.0
    while len(moves) < _MOVES:
        game = open_game(page, url, level="expert")
        click(page, 3, 3)
        while len(moves) < _MOVES and (cell := next_cell(page, url, game)) is not None:
            click(page, *cell)
            page.wait_for_timeout(60)
            moves.append(float(page.evaluate("(window.named ?? performance.now()) - window.let_go")))
            paints.append(float(page.evaluate("(window.painted ?? performance.now()) - window.let_go")))
        shift = max(shift, float(page.evaluate("window.shift")))
    found = "performance.getEntriesByType('resource').filter(e => e.name.endsWith('/analysis')).map(e => e.duration)"
    asked = [float(time) for time in page.evaluate(found)]
    page.context.close()
    times = {
        "from a click to the cell it revealed, expert": moves,
        "from a click to the paint of the cell": paints,
        "the overlay's analysis of it, there and back": asked,
    }
    return times, shift


def click(page: Page, row: int, col: int) -> None:
    box = page.locator(f'[aria-rowindex="{row + 1}"] > [aria-colindex="{col + 1}"]').bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def next_cell(page: Page, url: str, game: str) -> tuple[int, int] | None:
    view = page.request.get(f"{url}/api/games/{game}").json()
    if view["status"] not in ("ready", "playing"):
        return None
    signs, cols = view["board"], view["cols"]
    rows = [signs[at : at + cols] for at in range(0, len(signs), cols)]
    values = [[int(sign) if sign.isdigit() else -1 for sign in row] for row in rows]
    analysis = analyze(Board.from_rows(values, mines=view["mines"]))
    cell: tuple[int, int] = (analysis.safe_cells or analysis.safest_cells)[0]
    return cell


def measure_frames(browser: Browser, url: str) -> dict[str, list[float]]:
    """The work of a frame on 200x200 cells."""
    page = visit(browser, {})
    open_game(page, url, rows=200, cols=200, mines=6000)
    page.mouse.click(500, 500)
    page.wait_for_timeout(500)
    scroll = "document.querySelector('.board-scroller').scrollBy(37, 53)"

    def collect(action: str | None, count: int) -> list[float]:
        page.evaluate("frames_ms.length = 0")
        for _ in range(count):
            if action is None:
                page.keyboard.press("-")
            else:
                page.evaluate(action)
            page.wait_for_timeout(25)
        return [float(time) for time in page.evaluate("frames_ms.splice(0)")]

    scrolled = collect(scroll, 60)
    zoomed = collect(None, 8)
    far = collect(scroll.replace("37, 53", "-9, -7"), 60)
    page.context.close()
    return {
        "a frame of scrolling 200x200 cells": scrolled,
        "a frame of zooming out of them": zoomed,
        "a frame of scrolling them from far away": far,
    }


if __name__ == "__main__":
    main()
