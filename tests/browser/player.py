"""A player of the page: clicks, taps and keys on cells, and the accessible names of cells."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable

from playwright.sync_api import Locator, Page, Request

from sapper.game.game import Game
from sapper.game.layout import Layout

Cell = tuple[int, int]

PATIENCE_S = 30  # a busy machine may start three browsers at once
SEED = 7  # of the board that most tests play on
START = (2, 2)
# What answers the page without a server; its name changes with its content.
_STORE = (
    "import([...document.querySelectorAll('link[rel=modulepreload]')].find(({href}) => /\\/local-/.test(href)).href)"
)


def beginner() -> Layout:
    """The board of `Player.begin`, mines and all."""
    return Layout.from_seed("beginner", seed=SEED, first_click="zero", start=START)


class Player:
    """A page with a game on it."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.local = url.endswith("#")  # the page answers its own requests
        self._asked: set[Request] = set()
        page.on("request", self._ask)
        page.on("requestfinished", self._end)
        page.on("requestfailed", self._end)

    def _ask(self, request: Request) -> None:
        if "/api/" in request.url and request.resource_type != "eventsource":
            self._asked.add(request)

    def _end(self, request: Request) -> None:
        self._asked.discard(request)

    def until(self, check: Callable[[], object]) -> None:
        """Wait until the check is true; the policy of the page forbids `wait_for_function`."""
        limit = time.monotonic() + PATIENCE_S
        while not check():
            assert time.monotonic() < limit, check
            self.page.wait_for_timeout(20)

    def settle(self) -> None:
        """Wait until all that the page asked for is answered."""
        if self.local:
            self.page.evaluate(f"{_STORE}.then(({{settled}}) => settled())")
            return
        for _ in range(2):  # an answer may lead to the next request
            self.page.evaluate("0")  # what was pressed before has been handled when this is answered
            self.until(lambda: not self._asked)

    def call(self, method: str, path: str, **body: object) -> dict:
        """Send a request directly, without the elements of the page."""
        if self.local:
            return self._ask_page(method, path, body or None)
        data = json.dumps(body) if body else None
        headers = {"X-Sapper": "1", "Content-Type": "application/json"}
        answer = self.page.request.fetch(f"{self.url}/api{path}", method=method, headers=headers, data=data)
        assert answer.ok, answer.text()
        return answer.json()

    def begin(self, **more: object) -> dict:
        """Open a game on the known board; other fields of a new game may be given."""
        fields = {"level": "beginner", "seed": SEED, "start": START, "first_click": "zero"} | more
        game = self.call("POST", "/games", **{key: value for key, value in fields.items() if value is not None})
        self.open(game["id"])
        return game

    def _ask_page(self, method: str, path: str, body: dict | None) -> dict | str:
        if not self.page.url.startswith(self.url.rstrip("#")):
            self.page.goto(f"{self.url}/help")
        script = f"([method, path, body]) => {_STORE}.then(({{answer}}) => answer(method, path, body ?? undefined))"
        return self.page.evaluate(script, [method, path, body])

    def open(self, game: str) -> None:
        self.page.goto(f"{self.url}/g/{game}")
        self.page.wait_for_selector("[role=gridcell]")

    @property
    def game(self) -> dict:
        """The open game, as the server has it after all that was done on the page."""
        self.settle()
        return self.call("GET", f"/games/{self.page.url.rsplit('/', 1)[1]}")

    def text(self, form: str = "position") -> str:
        """The open game as text."""
        game = self.page.url.rsplit("/", 1)[1]
        if self.local:
            return self._ask_page("GET", f"/games/{game}/text?form={form}", None)
        return self.page.request.get(f"{self.url}/api/games/{game}/text?form={form}").text()

    def cell(self, cell: Cell) -> Locator:
        return self.page.locator(f'.table [aria-rowindex="{cell[0] + 1}"] > [aria-colindex="{cell[1] + 1}"]').first

    def name(self, cell: Cell) -> str:
        """The accessible name of the cell, without its place."""
        return re.sub(r", row \d+, column \d+$", "", self.cell(cell).get_attribute("aria-label"))

    def expect(self, cell: Cell, name: str) -> None:
        """Wait until the cell has this name."""
        place = f"{name}, row {cell[0] + 1}, column {cell[1] + 1}"
        self.page.wait_for_selector(f'[role=gridcell][aria-label="{place}"]', state="attached")

    def point(self, cell: Cell) -> Cell:
        """The middle of the cell in the window."""
        box = self.cell(cell).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, cell: Cell, button: str = "left") -> None:
        self.page.mouse.click(*self.point(cell), button=button)

    def click_when_there(self, cell: Cell) -> None:
        """Click a cell as soon as there is a board."""
        self.page.wait_for_selector("[role=gridcell]", state="attached")
        self.click(cell)

    def both(self, cell: Cell) -> None:
        """Press both buttons and let go."""
        mouse = self.page.mouse
        mouse.move(*self.point(cell))
        mouse.down(button="left")
        mouse.down(button="right")
        mouse.up(button="right")
        mouse.up(button="left")

    def more(self, name: str) -> None:
        """Choose an action of the menu."""
        self.page.get_by_role("button", name="More", exact=True).click()
        self.page.get_by_role("menu").get_by_text(name).click()

    def tap(self, cell: Cell) -> None:
        self.page.touchscreen.tap(*self.point(cell))

    def long_press(self, cell: Cell) -> None:
        """Hold a finger on the cell."""
        x, y = self.point(cell)
        session = self.page.context.new_cdp_session(self.page)
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        self.page.wait_for_timeout(450)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def swipe(self, start: Cell, end: Cell, steps: int = 8) -> None:
        """Draw a finger over the window, from one point to another."""
        session = self.page.context.new_cdp_session(self.page)
        for step in range(steps + 1):
            x, y = (first + (last - first) * step / steps for first, last in zip(start, end, strict=True))
            kind = "touchMove" if step else "touchStart"
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
            self.page.wait_for_timeout(16)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def pinch(self, middle: Cell, start: int, end: int, steps: int = 4) -> None:
        """Draw two fingers apart, or together: from one distance to the middle to another, in pixels."""
        session = self.page.context.new_cdp_session(self.page)
        x, y = middle
        for step in range(steps + 1):
            away = start + (end - start) * step / steps
            fingers = [{"x": x - away, "y": y, "id": 0}, {"x": x + away, "y": y, "id": 1}]
            kind = "touchMove" if step else "touchStart"
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def go(self, cell: Cell) -> None:
        """Move the focus to a cell by arrow keys."""
        focus = "document.querySelector('.table [role=gridcell][tabindex=\"0\"]').dataset.index"
        # On the bare page the first arrow brings the focus to the board; on the board it moves it.
        self.page.keyboard.press("ArrowDown")
        cols = int(self.page.locator(".table [role=grid]").first.get_attribute("aria-colcount"))
        row, col = divmod(int(self.page.evaluate(focus)), cols)
        for key, count in (
            ("ArrowDown", cell[0] - row), ("ArrowUp", row - cell[0]),
            ("ArrowRight", cell[1] - col), ("ArrowLeft", col - cell[1]),
        ):  # fmt: skip
            for _ in range(count):
                self.page.keyboard.press(key)

    def clicks_to_win(self, layout: Layout) -> list[Cell]:
        """Cells whose reveals clear a board, the start first."""
        game, mines = Game(layout), set(layout.mines)
        clicks = []
        for cell in [START, *((row, col) for row in range(layout.level.rows) for col in range(layout.level.cols))]:
            if cell not in mines and game.status == "playing" and game.reveal(cell):
                clicks.append(cell)
        return clicks
