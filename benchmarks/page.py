"""Response times of the page: opening it, a move, the overlay after it, and frames of a board of 40,000 cells.

Starts a separate server, a static host of the page without a server, and the system's Chromium. Opens the page over
slow lines (`page_opening.py`), plays a game on it by mouse, and reads the page's own clocks. Drawing is measured as
the work of one frame, without a graphics card. Times of moves and frames are medians with the 99th percentile, in
milliseconds. The layout shift is the sum of all shifts that no input caused, as browsers count it.

    python benchmarks/page.py

>>> spell([3.0, 1.0, 2.0])
'   2.0 ms   (99th percentile    3.0, 3 times)'
"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

from page_opening import report_openings, visit
from playwright.sync_api import Browser, Page, sync_playwright
from web_load import Server
from web_players import percentile

from sapper.analysis.analysis import analyze
from sapper.board.board import Board

__all__ = ["HEADERS", "served", "spell"]

HEADERS = {"X-Sapper": "1", "Content-Type": "application/json"}
_MOVES = 60
ROOT = Path(__file__).parents[1]


def spell(times: Sequence[float]) -> str:
    """The median and the 99th percentile of some milliseconds."""
    middle, last = percentile(times, 0.5), percentile(times, 0.99)
    return f"{middle:6.1f} ms   (99th percentile {last:6.1f}, {len(times)} times)"


def main() -> None:
    with served() as (browser, url):
        report_openings(browser, "with its server", url)
        with hosted() as static:
            report_openings(browser, "without a server", static)
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


@contextmanager
def hosted() -> Iterator[str]:
    """The address of the page on a static host."""
    with tempfile.TemporaryDirectory() as folder:
        build = [sys.executable, str(ROOT / "release/static_page.py"), "--exercises", "1", "--out", folder]
        subprocess.run(build, check=True, capture_output=True)
        host = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Packed, directory=folder))
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_port}"
        host.shutdown()


class _Packed(SimpleHTTPRequestHandler):
    """Sends files compressed where they are there so, as hosts do."""

    protocol_version = "HTTP/1.1"

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        path = Path(self.translate_path(self.path))
        packed = path.with_name(f"{path.name}.br")
        if not packed.is_file():
            return super().send_head()
        body = packed.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "br")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=600")
        self.end_headers()
        return io.BytesIO(body)

    def log_message(self, *_: object) -> None:
        pass


def report(name: str, times: Sequence[float]) -> None:
    print(f"{name:52}{spell(times)}", flush=True)


def open_game(page: Page, url: str, **terms: object) -> str:
    answer = page.request.post(f"{url}/api/games", data=json.dumps(terms), headers=HEADERS)
    game: str = answer.json()["id"]
    page.goto(f"{url}/g/{game}")
    page.wait_for_selector("[role=gridcell]")
    return game


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
