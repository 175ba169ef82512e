"""One server for all tests, one Chromium a file; every test gets a fresh profile and must leave a clean console.

A server keeps a name for the profile that took it first, so each test that names its player uses a name of its own.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from browser.player import PATIENCE_S, Player
from browser.served import Hosted, Served

# The one without windows loads a page in half of the time.
_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
# What Playwright writes to the console where it does not allow a service worker.
_BLOCKED = "Service Worker registration blocked by Playwright"
expect.set_options(timeout=PATIENCE_S * 1000)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--backend", choices=("server", "local"), default="server", help="what answers the page")


# Tests of what only a server has: other players, files of other programs, exercises, the boards of the day, its own
# requests and addresses.
_SERVER_FILES = frozenset(
    {
        "test_daily",
        "test_learn",
        "test_limits",
        "test_match",
        "test_server_owns",
    }
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With `--backend local`, leave out what needs the server."""
    if config.getoption("backend") == "local":
        items[:] = [
            item
            for item in items
            if item.path.stem not in _SERVER_FILES and item.get_closest_marker("server") is None
        ]


@pytest.fixture(scope="session")
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served | Hosted]:
    server = (Hosted if request.config.getoption("backend") == "local" else Served)(tmp_path_factory.mktemp("served"))
    server.start()
    yield server
    server.kill()


# A file at a time: while Playwright is open its event loop runs, and other tests on the thread could not run theirs.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert CHROMIUM, f"the tests of the page need Chromium: none of {', '.join(_NAMES)} is on the path"
    with sync_playwright() as playwright:
        # Without a graphics card Chromium imitates one, which is slower than to draw without.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


class Visit:
    """A browser profile, and what went wrong in its pages."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context = context
        self.url = url
        self.faults: list[str] = []

    def player(self) -> Player:
        """Another tab."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE_S * 1000)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._hear)
        return Player(page, self.url)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and message.text != _BLOCKED:
            self.faults.append(message.text)


@pytest.fixture
def visit(browser: Browser, served: Served) -> Iterator[Callable[..., Visit]]:
    """Make a profile with these settings of the browser and of the page.

    Only `service_workers="allow"` keeps an offline copy: that loads all files, whatever the test needs.
    """
    visits: list[Visit] = []

    def make(settings: str = "{}", url: str = served.url, **options: object) -> Visit:
        usual = {"viewport": {"width": 1100, "height": 800}, "reduced_motion": "reduce", "service_workers": "block"}
        options = usual | options
        context = browser.new_context(**options)
        # Once: what the page saves later stays.
        context.add_init_script(
            f"localStorage.getItem('sapper.settings') ?? localStorage.setItem('sapper.settings', '{settings}')"
        )
        visits.append(Visit(context, url))
        return visits[-1]

    yield make
    for made in visits:
        made.context.close()
    assert [fault for made in visits for fault in made.faults] == []


@pytest.fixture
def player(visit: Callable[..., Visit]) -> Player:
    """A player with a mouse and a keyboard."""
    return visit().player()


@pytest.fixture
def page(player: Player) -> Page:
    return player.page
