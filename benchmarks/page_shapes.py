"""Frames per second of boards that move on the page: a globe that is turned and a torus that is scrolled.

Starts a separate server and the system's Chromium, opens a game of each, with cells revealed and the overlay on, and
drags the board with the mouse in every frame for some seconds. Prints the frames per second, the CPU time of the
page's thread for a frame, and the time in which the page draws a frame with its 99th percentile, in milliseconds. 60
frames a second leave 16.7 ms for each. CPU time hardly depends on how busy the machine is. Without a graphics card
the browser's other threads draw too.

    python benchmarks/page_shapes.py [--seconds 4] [LEVEL ...]

>>> LEVELS
('globe:642/90', 'torus:100x100/1600')
"""

from __future__ import annotations

import argparse
import json

from page import HEADERS, served, spell
from page_opening import visit
from playwright.sync_api import Browser, CDPSession, Page

__all__ = ["LEVELS"]

LEVELS = ("globe:642/90", "torus:100x100/1600")

# Moves the pointer once per frame, as a hand does, and returns when the frames came.
_DRAG = """async (seconds) => {
    const space = document.querySelector(".board-space");
    const box = space.getBoundingClientRect();
    const tell = (kind, at, buttons) => space.dispatchEvent(new PointerEvent(kind, {
        pointerId: 1, pointerType: "mouse", button: 0, buttons, bubbles: true,
        clientX: box.left + box.width / 2 + 40 * Math.sin(at / 3), clientY: box.top + box.height / 2 + 5 * (at % 8),
    }));
    space.setPointerCapture = () => {};
    window.frames_ms.length = 0;
    tell("pointerdown", 0, 1);
    const came = [];
    const end = performance.now() + 1000 * seconds;
    for (let at = 0; performance.now() < end; at++) {
        tell("pointermove", at, 1);
        came.push(await new Promise(requestAnimationFrame));
    }
    tell("pointerup", 0, 0);
    return [came.length / seconds, window.frames_ms];
}"""


def main() -> None:
    """Print the frames of every level."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("levels", nargs="*", default=LEVELS, metavar="LEVEL", help="boards, such as globe:642/90")
    parser.add_argument("--seconds", type=float, default=4, help="of every drag")
    options = parser.parse_args()
    with served() as (browser, url):
        for level in options.levels:
            for overlay in (False, True):
                rate, cpu, times = measure(browser, url, level, options.seconds, overlay)
                name = f"{level}{', with the overlay' if overlay else ''}"
                print(f"{name:40}{rate:5.1f} frames/s, {cpu:4.1f} ms of CPU; drawn in{spell(times)}", flush=True)


def measure(
    browser: Browser, url: str, level: str, seconds: float, overlay: bool
) -> tuple[float, float, list[float]]:
    """Frames per second of a dragged board, the CPU time of a frame and the time in which each is drawn, in ms."""
    page = visit(browser, {"overlay": overlay})
    open_game(page, url, level)
    page.wait_for_timeout(1500)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = busy_seconds(session)
    rate, times = page.evaluate(_DRAG, seconds)
    cpu = 1000 * (busy_seconds(session) - before) / (rate * seconds)
    page.context.close()
    return rate, cpu, times


def busy_seconds(session: CDPSession) -> float:
    """CPU time of the thread of the page so far."""
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"])


def open_game(page: Page, url: str, level: str) -> None:
    """Open a game with many revealed cells."""
    game = post(page, f"{url}/api/games", level=level, seed=1)["id"]
    hint = page.request.get(f"{url}/api/games/{game}/hint?strength=3", headers=HEADERS).json()
    view = post(page, f"{url}/api/games/{game}/moves", kind="reveal", cell=hint["cells"][0])
    for _ in range(20):
        safe = page.request.get(f"{url}/api/games/{game}/analysis", headers=HEADERS).json().get("safe", [])
        for cell in safe[:5]:
            if view["status"] == "playing":
                view = post(page, f"{url}/api/games/{game}/moves", kind="reveal", cell=cell)
    page.goto(f"{url}/g/{game}")
    page.wait_for_selector("[role=gridcell]")


def post(page: Page, address: str, **body: object) -> dict[str, object]:
    """The answer to a request."""
    answer: dict[str, object] = page.request.post(address, data=json.dumps(body), headers=HEADERS).json()
    return answer


if __name__ == "__main__":
    main()
