"""Opening the page over slow lines, with an empty cache and again, beside what it is to take.

The line delays and limits everything between browser and server (`slow_line.py`). Times run from the request of the
document to the paint of the first board. Requests and bytes are those that crossed the line before that, headers
included. The engine is ready when it can answer a question. `page.py` prints the figures.

>>> judge(0.25, 0.3), judge(0.35, 0.3)
('met', 'MISSED')
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page
from slow_line import Line, slow_line

__all__ = ["judge", "report_openings", "visit"]

_COLD = 5  # openings with an empty cache
_WARM = 5
_MEGABITS = 10.0
_LINES = ((0.150, 1.2), (0.050, 0.6))  # round trip, and what the first board is to take with an empty cache; seconds
_WARM_S = 0.3
_REQUESTS = 12
_KILOBYTES = 180.0
_ENGINE_S = 1.0  # after the first board

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


@dataclass(frozen=True, slots=True)
class Opening:
    """One opening of the page."""

    board: float  # seconds to the first board
    engine: float  # seconds from there until the engine was ready
    requests: int  # before the first board
    kilobytes: float


def judge(value: float, most: float) -> str:
    """Whether a figure is what it is to be."""
    return "met" if value <= most else "MISSED"


def report_openings(browser: Browser, name: str, url: str) -> None:
    """Print what opening the page takes over each line."""
    port = urlsplit(url).port or 80
    for round_trip, most in _LINES:
        with slow_line(port, round_trip=round_trip, megabits=_MEGABITS) as (line, near):
            cold, warm = measure(browser, line, f"http://127.0.0.1:{near}")
        print(f"opening the page {name}, {round_trip * 1000:.0f} ms and {_MEGABITS:.0f} Mbit/s")
        _report("first board, empty cache (s)", [one.board for one in cold], most)
        _report("first board, again (s)", [one.board for one in warm], _WARM_S)
        _report("requests before it, empty cache", [one.requests for one in cold], _REQUESTS)
        _report("kB before it, empty cache", [one.kilobytes for one in cold], _KILOBYTES)
        _report("engine ready after it, empty cache (s)", [one.engine for one in cold], _ENGINE_S)


def _report(name: str, values: Sequence[float], most: float) -> None:
    middle = median(values)
    told = ", ".join(f"{value:.2f}" for value in values)
    print(f"  {name:40}{middle:8.2f}   at most {most:g}: {judge(middle, most)}   ({told})", flush=True)


def measure(browser: Browser, line: Line, url: str) -> tuple[list[Opening], list[Opening]]:
    """Visits of browsers with an empty cache, and later visits of the last one."""
    cold, warm = [], []
    for number in range(_COLD):
        page = visit(browser, {})
        cold.append(open_page(page, line, url))
        if number == _COLD - 1:
            # The copy for later visits is complete.
            page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
            _wait(page, _COPIED)
            warm = [open_page(page, line, url) for _ in range(_WARM)]
        page.context.close()
    return cold, warm


_COPIED = """async () => {
    const listed = await (await fetch("/files.json")).json();
    for (const path of ["/", ...listed]) if (!(await caches.match(new URL(path, origin)))) return false;
    return true;
}"""


def visit(browser: Browser, settings: dict[str, Any]) -> Page:
    """A page with these settings and the clocks."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    context.add_init_script(f"localStorage.setItem('sapper.settings', '{json.dumps(settings)}')")
    context.add_init_script(_CLOCKS)
    return context.new_page()


def open_page(page: Page, line: Line, url: str) -> Opening:
    """Open the page, and wait for its first board and its engine."""
    sent, received = len(line.requests), len(line.received)
    page.goto(url)
    _wait(page, "window.first_board ?? 0")
    _wait(page, "performance.getEntriesByName('engine').length")
    board, begun = (float(page.evaluate(clock)) / 1000 for clock in ("first_board", "performance.timeOrigin"))
    engine = float(page.evaluate("performance.getEntriesByName('engine')[0].startTime")) / 1000
    shown = begun + board
    return Opening(
        board,
        engine - board,
        sum(at <= shown for at in line.requests[sent:]),
        sum(size for at, size in line.received[received:] if at <= shown) / 1000,
    )


def _wait(page: Page, script: str) -> None:
    """Wait until a script says so: the policy of the page forbids Playwright's own way."""
    while not page.evaluate(script):
        page.wait_for_timeout(10)
