"""Exercises on the page: a right and a wrong answer, the proof, the streak, what comes back, and no connection."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.player import Player
from sapper.web.glicko import Standing, after_try

STANDINGS = [
    (Standing(1000, 250), Standing(1050, 150), 1),
    (Standing(1000, 250), Standing(1050, 150), 0),
    (Standing(2400, 60, 0.07), Standing(700, 90), 0),
    (Standing(700, 350, 0.05), Standing(2400, 50), 1),
]


def state(player: Player) -> dict:
    return json.loads(player.page.evaluate("localStorage.getItem('sapper.learn') ?? '{}'"))


def wait_for_stock(player: Player) -> None:
    """Wait until exercises of all kinds are stored."""
    player.page.locator('.learn[data-stored="7"]').wait_for(timeout=60_000)


def open_learn(player: Player, kind: str = "pair") -> None:
    """Open the page, wait until exercises of all kinds are stored, and choose one kind."""
    player.page.goto(f"{player.url}/learn")
    wait_for_stock(player)
    player.page.get_by_label("Technique").select_option(kind)


def shown(player: Player) -> dict:
    """The exercise on the board."""
    cells = player.page.locator("[role=gridcell]")
    names = [name.split(",")[0] for name in cells.evaluate_all("all => all.map(one => one.ariaLabel)")]
    board = "".join({"hidden": ".", "flag": ".", "empty": "0"}.get(name, name) for name in names)
    kept = state(player)
    known = [one for stock in kept["stock"].values() for one in stock] + [one["rated"] for one in kept["repeats"]]
    return next(one["exercise"] for one in known if one["exercise"]["board"] == board)


def answer(player: Player, exercise: dict, *, right: bool, act: Callable[[int], None] | None = None) -> None:
    rows, cols = exercise["rows"], exercise["cols"]
    cells = [[row, col] for row in range(rows) for col in range(cols) if exercise["board"][row * cols + col] == "."]
    row, col = next(cell for cell in cells if (cell in exercise["answers"]) == right)
    index = row * cols + col
    box = player.page.locator(f'[role=gridcell][data-index="{index}"]').bounding_box()
    if act is None:
        player.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    else:
        act(index)


def test_right_and_wrong_answers(player):
    page = player.page
    open_learn(player)
    exercise = shown(player)
    # A flag is a note and no answer.
    row, col = exercise["answers"][0]
    index = row * exercise["cols"] + col
    box = page.locator(f'[role=gridcell][data-index="{index}"]').bounding_box()
    for name in ("flag", "hidden"):
        page.mouse.click(box["x"] + 5, box["y"] + 5, button="right")
        expect(page.locator(f'[role=gridcell][data-index="{index}"]')).to_have_accessible_name(
            f"{name}, row {row + 1}, column {col + 1}"
        )
    answer(player, exercise, right=True)
    expect(page.locator(".verdict.good")).to_contain_text("Right!")
    expect(page.locator(".thoughts li")).to_have_count(len(exercise["steps"]))
    expect(page.locator(".thoughts li").first).to_contain_text(exercise["steps"][0]["text"])
    kept = state(player)
    assert (kept["streak"], kept["best"], kept["days"], kept["repeats"]) == (1, 1, 1, [])
    assert kept["standing"]["rating"] > 1000
    # The server counts the try.
    expect(page.locator('.learn[data-unsent="0"]')).to_be_attached(timeout=30_000)
    # A wrong answer ends the streak and comes back; a key shows the next exercise.
    page.keyboard.press("n")
    expect(page.locator(".verdict")).to_have_count(0)
    second = shown(player)
    assert second["board"] != exercise["board"]
    answer(player, second, right=False)
    expect(page.locator(".verdict.bad")).to_contain_text("Not this one.")
    expect(page.locator(".learn-result")).to_contain_text("comes back in ten minutes")
    kept = state(player)
    assert (kept["streak"], kept["best"]) == (0, 1)
    assert [one["box"] for one in kept["repeats"]] == [0]
    # When it is due, it comes first and does not change the rating; a right answer moves it one box on.
    expect(page.locator('.learn[data-unsent="0"]')).to_be_attached(timeout=30_000)  # nothing is written any more
    kept = state(player)
    kept["repeats"][0]["at"] = 0
    page.evaluate("kept => localStorage.setItem('sapper.learn', JSON.stringify(kept))", kept)
    page.reload()
    expect(page.locator(".learn-result")).to_contain_text("You failed this one before")
    assert shown(player)["board"] == second["board"]
    answer(player, second, right=True)
    expect(page.locator(".verdict.good")).to_contain_text("Rating unchanged")
    assert [one["box"] for one in state(player)["repeats"]] == [1]
    assert state(player)["standing"] == kept["standing"]


def test_guesses_by_keyboard_in_german_without_a_connection(visit):
    made = visit(service_workers="allow", locale="de-DE", viewport={"width": 390, "height": 844})
    player = made.player()
    page = player.page
    page.goto(f"{player.url}/learn")
    wait_for_stock(player)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_load_state("networkidle")
    made.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Lernen")).to_be_attached()
    page.get_by_label("Technik").select_option("guess")
    expect(page.locator(".learn-task")).to_contain_text("Nichts ist sicher")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    kept = state(player)
    index = page.evaluate(
        """boards => {
            const cells = [...document.querySelectorAll("[role=gridcell]")].map(cell => cell.ariaLabel.split(",")[0]);
            const sign = name => /^[1-8]$/.test(name) ? name : "?";
            return boards.findIndex(board => [...board].every((char, at) => sign(char) === sign(cells[at])));
        }""",
        [one["exercise"]["board"] for one in kept["stock"]["guess"]],
    )
    exercise = kept["stock"]["guess"][index]["exercise"]

    def press(index: int) -> None:
        page.locator(f'[role=gridcell][data-index="{index}"]').focus()
        page.keyboard.press("Space")

    answer(player, exercise, right=True, act=press)
    expect(page.locator(".verdict.good")).to_contain_text("Richtig!")
    expect(page.locator(".learn-result table tbody tr")).not_to_have_count(0)
    assert len(state(player)["unsent"]) == 1
    made.context.set_offline(False)
    expect(page.locator('.learn[data-unsent="0"]')).to_be_attached(timeout=30_000)
    made.faults.clear()  # requests without a connection


@pytest.mark.parametrize(("one", "other", "score"), STANDINGS)
def test_the_browser_rates_as_the_server_does(player, one, other, score):
    player.page.goto(f"{player.url}/help")
    found = player.page.evaluate(
        "async ([one, other, score]) => (await import('/static/js/learn/glicko.js')).afterTry(one, other, score)",
        [one._asdict(), other._asdict(), score],
    )
    assert found == pytest.approx(after_try(one, other, score)._asdict(), rel=1e-9)
