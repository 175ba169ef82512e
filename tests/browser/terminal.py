"""Takes the picture of the game in the terminal in docs/pictures: `make pictures`, then look at it.

Textual draws the screen as SVG; Chromium turns it into PNG. The picture shows the same game each time.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from playwright.sync_api import sync_playwright
from textual.pilot import Pilot

from browser.conftest import CHROMIUM
from sapper.analysis.analysis import analyze
from sapper.tui.app import PlayApp
from sapper.tui.session import Choice

PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "terminal.png"
SIZE = (100, 26)  # columns and lines
SEED = 21


async def settle(pilot: Pilot[None]) -> None:
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def show_hint(app: PlayApp, pilot: Pilot[None]) -> None:
    """Play an expert game for a while, then show the overlay and the strongest hint."""
    await pilot.press("space")
    session = app.session
    for _ in range(40):
        analysis = analyze(session.live.board)
        for cell in analysis.mine_cells:
            if session.live.signs[cell[0] * analysis.board.cols + cell[1]] == ".":
                session.play("flag", cell)
        if not analysis.safe_cells or session.live.over:
            break
        session.play("reveal", analysis.safe_cells[0])
    session.undo()
    await pilot.press("o", *"iiii")
    await settle(pilot)


async def draw(show: Callable[[PlayApp, Pilot[None]], Awaitable[None]]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        app = PlayApp(folder=Path(folder), choice=Choice("expert"), seed=SEED, theme="dark")
        async with app.run_test(size=SIZE) as pilot:
            await show(app, pilot)
            return app.export_screenshot()


def save(svg: str, file: Path) -> None:
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert found is not None
    width, height = (round(float(side)) for side in found.groups())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": width, "height": height})
        page.route("**/*", lambda route: route.abort())  # no fonts from elsewhere
        page.set_content(f'<body style="margin: 0; background: #121212">{svg}</body>')
        page.screenshot(path=file)
        browser.close()


def main() -> None:
    save(asyncio.run(draw(show_hint)), PICTURE)


if __name__ == "__main__":
    main()
