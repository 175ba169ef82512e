"""Takes the pictures of the page in docs/pictures: `make pictures`, then look at them.

Every picture shows the same boards each time; only clocks and measured chances differ from one time to the next. The
board of a match cannot be chosen.
"""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from browser.conftest import CHROMIUM
from browser.player import Player
from browser.served import Served
from sapper.analysis.analysis import analyze
from sapper.board.board import Board
from sapper.game.layout import Layout
from sapper.game.statistics import ButtonKind, TimedClick
from sapper.replay.replay import Replay

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}

# Pictures of boards of other shapes show the board alone.
SMALL = {"viewport": {"width": 1000, "height": 760}}
SHAPES = {
    "hexagons": "hex:9x12/20",
    "triangles": "tri:8x15/14",
    "torus": "torus:9x14/18",
    "cylinder": "cylinder:9x14/18",
    "box": "box:5x5x5/9",
    "four-dimensions": "box:4x4x4x4/14",
    "cube": "cube:5/20",
    "globe": "globe:162/27",
}

EXPERT = {"level": "expert", "seed": 21, "start": (3, 3), "first_click": "zero"}


@contextmanager
def visiting(browser: Browser, url: str, look: dict, *, dark: bool, **settings: object) -> Iterator[Player]:
    context = browser.new_context(**look, color_scheme="dark" if dark else "light")
    place = "'sapper.settings'"
    context.add_init_script(
        f"localStorage.getItem({place}) ?? localStorage.setItem({place}, '{json.dumps(settings)}')"
    )
    yield Player(context.new_page(), url)
    context.close()


def board_of(game: dict) -> Board:
    cols, board = game["cols"], game["board"]
    rows = [board[at : at + cols] for at in range(0, len(board), cols)]
    return Board.from_rows([[int(c) if c.isdigit() else -1 for c in row] for row in rows], mines=game["mines"])


def play_on(player: Player, game: dict, *, moves: int, flags: bool = True) -> dict:
    """Play by requests to the server: safe cells, else cells safe in the known layout; return the game."""
    layout = Layout.from_seed(game["level"], seed=EXPERT["seed"], first_click="zero", start=EXPERT["start"])
    path = f"/games/{game['id']}/moves"
    state = player.call("POST", path, kind="reveal", cell=EXPERT["start"])
    for _ in range(moves):
        if state["status"] != "playing":
            break
        analysis = analyze(board_of(state))
        if flags:
            for row, col in analysis.mine_cells:
                if state["board"][row * state["cols"] + col] == ".":
                    state = player.call("POST", path, kind="flag", cell=(row, col))
        mines = set(layout.mines)
        guess = next(cell for cell in [*analysis.safe_cells, *analysis.frontier] if cell not in mines)
        state = player.call("POST", path, kind="reveal", cell=guess)
    return state


def take(
    browser: Browser,
    url: str,
    name: str,
    look: dict,
    act: Callable[[Player], None],
    part: str = "body",
    **settings: object,
) -> None:
    """One picture in light and one in dark, of the page or of a part of it."""
    for dark in (False, True):
        with visiting(browser, url, look, dark=dark, **settings) as player:
            act(player)
            player.page.wait_for_timeout(900)
            player.page.locator(part).screenshot(path=FOLDER / f"page-{name}-{'dark' if dark else 'light'}.png")


def show_play(player: Player) -> None:
    game = player.call("POST", "/games", **EXPERT)
    play_on(player, game, moves=45)
    player.open(game["id"])


def show_shape(level: str) -> Callable[[Player], None]:
    """A game on a board of another shape, a few safe moves after its start."""

    def show(player: Player) -> None:
        game = player.call("POST", "/games", level=level, seed=3)
        path = f"/games/{game['id']}"
        cells = player.call("GET", f"{path}/hint?strength=3")["cells"]
        for _ in range(6):
            state = player.call("POST", f"{path}/moves", kind="reveal", cell=cells[0])
            analysis = player.call("GET", f"{path}/analysis")
            cells = analysis["safe"]
        for cell in analysis["mines"][:3]:
            player.call("POST", f"{path}/moves", kind="flag", cell=cell)
        player.open(state["id"])
        # The neighbours of the cell under the pointer are outlined.
        box = player.page.locator(".board").bounding_box()
        player.page.mouse.move(box["x"] + box["width"] * 0.54, box["y"] + box["height"] * 0.56)

    return show


def show_overlay(player: Player) -> None:
    game = player.call("POST", "/games", **EXPERT)
    play_on(player, game, moves=30, flags=False)
    player.open(game["id"])
    for _ in range(4):
        player.page.keyboard.press("h")
        player.page.wait_for_timeout(250)


def show_demo(player: Player) -> None:
    game = player.call("POST", "/games", **EXPERT)
    play_on(player, game, moves=4, flags=False)
    player.open(game["id"])
    player.page.get_by_role("tab", name="Demo").click()
    player.page.get_by_role("button", name="Start the demo").click()
    player.page.wait_for_timeout(3000)


def show_review(player: Player) -> None:
    game = player.call("POST", "/games", **EXPERT)
    state = play_on(player, game, moves=60)
    layout = Layout.from_seed("expert", seed=EXPERT["seed"], first_click="zero", start=EXPERT["start"])
    hidden = [cell for cell in layout.mines if state["board"][cell[0] * 30 + cell[1]] == "."]
    player.call("POST", f"/games/{game['id']}/moves", kind="reveal", cell=hidden[0])
    player.open(game["id"])
    player.page.get_by_role("tab", name="Review").click()
    player.page.wait_for_selector(".moments", timeout=60_000)
    player.page.wait_for_selector("text=Computing win probabilities", state="detached", timeout=120_000)
    player.page.locator(".moment").last.click()
    player.page.evaluate("document.querySelector('.side').scrollTop = 0")


def show_replay(player: Player) -> None:
    """A game played at the pace of a person, with a pointer between its clicks, at two thirds of its time."""
    game = player.call("POST", "/games", **EXPERT)
    play_on(player, game, moves=400)
    made = player.call("POST", f"/games/{game['id']}/replay", moves=[])["steps"]
    kinds: dict[str, ButtonKind] = {"reveal": "left", "flag": "right"}
    clicks = [TimedClick(kinds[step["kind"]], tuple(step["cell"]), 0.25 * at) for at, step in enumerate(made)]
    moves = []
    for one, other in pairwise(clicks):
        for share in (step / 12 for step in range(12)):
            row, col = (
                first + (last - first) * share + 0.5 for first, last in zip(one.cell, other.cell, strict=True)
            )
            moves.append((one.at + (other.at - one.at) * share, col + 0.3 * math.sin(math.pi * share), row))
    layout = Layout.from_seed("expert", seed=EXPERT["seed"], first_click="zero", start=EXPERT["start"])
    data = Replay.of_clicks(layout, clicks, moves=moves, player="Ada", started="2026-05-01T18:30:00").to_evf()
    player.page.goto(f"{player.url}/replay")
    player.page.get_by_role("button", name="Open a file").click()
    player.page.set_input_files("dialog input[type=file]", {"name": "game.evf", "mimeType": "", "buffer": data})
    player.page.wait_for_selector(".side .figures")
    slider = player.page.get_by_label("Time", exact=True)
    slider.fill(str(int(slider.get_attribute("max")) * 2 // 3))
    player.page.wait_for_selector(".progress", state="detached", timeout=120_000)


def show_analyse(player: Player) -> None:
    player.page.goto(f"{player.url}/analyse")
    player.page.wait_for_selector("aside:has-text('possible layouts')")


def show_contradiction(player: Player) -> None:
    show_analyse(player)
    player.page.get_by_role("button", name="3", exact=True).click()
    player.click((2, 4))
    player.page.wait_for_selector(".verdict.bad")


def show_scores(player: Player) -> None:
    player.page.goto(f"{player.url}/scores")


def show_statistics(player: Player) -> None:
    player.page.goto(f"{player.url}/statistics")


def show_race(player: Player) -> None:
    race = player.call("POST", "/races", **EXPERT, open=True, pace_ms=100)
    play_on(player, race["game"], moves=25)
    player.page.goto(f"{player.url}/r/{race['race']['id']}")
    player.page.wait_for_selector(".solver .board")
    player.page.wait_for_timeout(2500)


def show_match(player: Player) -> None:
    """A round against two players who only send requests."""
    own, grace, emmy = "a" * 20, "g" * 20, "e" * 20
    # The name belongs to the same browser in both pictures.
    player.page.add_init_script(f"localStorage.setItem('sapper.player', '{own}')")
    made = player.call("POST", "/matches", level="expert", no_guess=True, player=grace, name="Grace")
    path = f"/matches/{made['match']['join']}"
    player.call("POST", f"{path}/seat", player=emmy, name="Emmy")
    player.call("POST", f"{path}/ready", player=emmy)
    player.page.goto(f"{player.url}/m/{made['match']['join']}")
    player.page.get_by_label("Your name").fill("Ada")
    player.page.get_by_role("button", name="Join").click()
    player.page.get_by_role("button", name="I am ready").click()
    player.page.wait_for_selector(".seat.own.is-ready")
    player.call("POST", f"{path}/start", player=grace)
    player.page.wait_for_selector("[role=gridcell]", state="attached")
    for secret, moves in ((own, 70), (grace, 95), (emmy, 40)):
        state = player.call("GET", f"{path}?player={secret}")["game"]
        for _ in range(moves):
            cell = analyze(board_of(state)).safe_cells[0]
            state = player.call("POST", f"/games/{state['id']}/moves", kind="reveal", cell=cell)


def show_help(player: Player) -> None:
    player.page.goto(f"{player.url}/help")


def play_for_the_tables(player: Player) -> None:
    """A few games that fill the tables of scores and statistics."""
    names = ["Ada", "Grace", "Emmy", "Sofia", "Maryam"]
    for number in range(24):
        name = names[number % len(names)]
        game = player.call("POST", "/games", level="beginner", name=name)
        path = f"/games/{game['id']}/moves"
        state = player.call("POST", path, kind="reveal", cell=(4, 4))
        while state["status"] == "playing":
            player.page.wait_for_timeout(15 + 40 * (number % 5))
            analysis = analyze(board_of(state))
            # Every fourth game is played faster.
            hasty = number % 4 == 3 and len(analysis.frontier) > 0
            cell = analysis.frontier[-1] if hasty else (analysis.safe_cells or analysis.safest_cells)[0]
            state = player.call("POST", path, kind="reveal", cell=cell)
        if state["status"] == "won":
            player.call("POST", f"/games/{game['id']}/score", name=name)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder))
        served.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            with visiting(browser, served.url, DESKTOP, dark=False) as player:
                player.page.goto(served.url)
                play_for_the_tables(player)
            take(browser, served.url, "play", DESKTOP, show_play)
            take(browser, served.url, "phone", PHONE, show_play)
            take(browser, served.url, "overlay", DESKTOP, show_overlay, overlay=True, percent=True)
            take(browser, served.url, "overlay-phone", PHONE, show_overlay, overlay=True)
            take(browser, served.url, "demo", DESKTOP, show_demo, overlay=True)
            take(browser, served.url, "review", DESKTOP, show_review)
            take(browser, served.url, "replay", DESKTOP, show_replay, overlay=True)
            take(browser, served.url, "analyse", DESKTOP, show_analyse)
            take(browser, served.url, "contradiction", DESKTOP, show_contradiction)
            take(browser, served.url, "scores", DESKTOP, show_scores)
            take(browser, served.url, "statistics", DESKTOP, show_statistics)
            take(browser, served.url, "race", DESKTOP, show_race)
            take(browser, served.url, "match", DESKTOP, show_match)
            take(browser, served.url, "help", DESKTOP, show_help)
            for name, level in SHAPES.items():
                take(browser, served.url, name, SMALL, show_shape(level), part=".board", overlay=True)
        finally:
            browser.close()
            served.kill()


if __name__ == "__main__":
    main()
