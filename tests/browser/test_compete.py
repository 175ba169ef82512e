"""Scores, statistics and races on the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.player import beginner
from sapper.analysis.analysis import analyze
from sapper.board.board import Board


def win_by_logic(player) -> None:
    """Win a game: by what is safe, else by the safest cell; after a loss begin again."""
    while (game := player.game)["status"] in ("ready", "playing"):
        rows = [game["board"][at : at + game["cols"]] for at in range(0, len(game["board"]), game["cols"])]
        values = [[int(sign) if sign.isdigit() else -1 for sign in row] for row in rows]
        analysis = analyze(Board.from_rows(values, mines=game["mines"]))
        for cell in analysis.safe_cells or analysis.safest_cells[:1]:
            if game["board"][cell[0] * game["cols"] + cell[1]] == ".":
                player.click(cell)
                player.page.wait_for_timeout(80)  # faster is no person's time
        player.page.wait_for_timeout(60)
        if player.game["status"] == "lost":
            player.page.keyboard.press("n")
            player.page.wait_for_url(lambda url, lost=game["id"]: not url.endswith(lost))


def test_a_win_enters_the_scores_and_the_statistics(visit):
    player = visit('{"game": {"level": "beginner"}}').player()
    page = player.page
    page.goto(player.url)
    page.wait_for_url("**/g/*")
    win_by_logic(player)
    page.get_by_label("Your name for the scores").fill("Ada <b>")
    page.get_by_role("button", name="Save score").click()
    expect(page.get_by_text("Saved as Ada <b>: place")).to_be_visible()
    expect(page.locator(".result")).to_contain_text("Your first win here.")
    # A player with a name need not save, and a reload saves nothing twice.
    page.keyboard.press("n")
    expect(page.locator(".result")).to_have_count(0)
    win_by_logic(player)
    expect(page.get_by_text("Saved as Ada <b>: place")).to_be_visible()
    expect(page.locator(".result")).to_contain_text(re.compile("Personal best|Your best"))
    page.reload()
    expect(page.get_by_text("Saved as Ada <b>: place")).to_be_visible()
    page.get_by_role("link", name="See the scores").click()
    row = page.locator("tr.mine")
    expect(row).to_contain_text("Ada <b>")  # as text, never as markup
    expect(row).to_contain_text(re.compile(r"\d\d:\d\d:\d\d"))
    expect(page.get_by_text("Your last game has place")).to_be_visible()
    page.get_by_role("radio", name="With help").check()
    expect(page.locator("main")).not_to_contain_text("Ada")
    page.get_by_role("link", name="Statistics").click()
    # The player's own name first, and everybody beside it.
    expect(page.get_by_role("heading", name="You, as Ada <b>")).to_be_visible()
    expect(page.locator(".tiles").first).to_contain_text(re.compile(r"2 won, \d+ lost"))
    expect(page.get_by_role("heading", name="Everybody")).to_be_visible()
    page.get_by_label("Name").fill("")
    page.get_by_label("Name").press("Enter")
    expect(page.get_by_text("finished in this browser")).to_be_visible()
    expect(page.locator(".tiles").first).to_contain_text(re.compile(r"2 won, \d+ lost"))
    page.get_by_label("Name").fill("Nobody here")
    page.get_by_label("Name").press("Enter")
    expect(page.get_by_role("heading", name="Nobody here")).to_be_visible()
    expect(page.locator(".empty").first).to_be_visible()
    expect(page.locator(".tiles").last).to_contain_text("won")


def test_practice_has_no_place(player):
    player.begin()
    for cell in player.clicks_to_win(beginner()):
        player.click(cell)
    expect(player.page.locator(".result")).to_contain_text("practice")
    assert player.page.get_by_label("Your name for the scores").count() == 0


@pytest.mark.server
def test_race_side_by_side(visit):
    player = visit().player()
    page = player.page
    page.goto(f"{player.url}/race")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("The solver makes").select_option("100")
    dialog.get_by_role("button", name="Ready").click()
    page.wait_for_url("**/r/*")
    expect(page.get_by_text("Reveal a cell to start")).to_be_visible()
    lane = page.get_by_label("You", exact=True)
    box = lane.locator(".board").bounding_box()
    page.mouse.click(box["x"] + 60, box["y"] + 60)
    solver = page.get_by_label("Solver", exact=True)
    expect(solver.get_by_text("it is shown when your game has ended")).to_be_visible()
    expect(page.get_by_text("The race is running")).to_be_visible()
    expect(solver.get_by_text("\u2013", exact=True)).to_be_visible()  # the risk is hidden as well
    assert solver.locator(".board").count() == 0
    # A reload loses nothing.
    page.reload()
    expect(page.get_by_text("The race is running")).to_be_visible()
    # Another browser watches the player, who is not "You" there.
    watching = visit().player().page
    watching.goto(page.url)
    expect(watching.get_by_role("heading", name="Player", exact=True)).to_be_visible()
    expect(watching.get_by_text("hidden until the player's ends")).to_be_visible()
    expect(watching.get_by_label("You", exact=True)).to_have_count(0)


@pytest.mark.server
def test_a_race_against_a_heuristic_with_its_settings(player):
    page = player.page
    page.goto(f"{player.url}/race")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Level").select_option("16x32/99")
    dialog.get_by_label("Against").select_option("automine")
    dialog.get_by_label("Table of two clues").select_option("off")
    with page.expect_request("**/api/races") as asked:
        dialog.get_by_role("button", name="Ready").click()
    assert asked.value.post_data_json["strategy"] == "automine,patterns=off"
    assert asked.value.post_data_json["level"] == "16x32/99"
    page.wait_for_url("**/r/*")
    expect(page.get_by_text("Reveal a cell to start the race")).to_be_visible()


@pytest.mark.server
def test_scores_are_reset_by_who_holds_the_key(player):
    page = player.page
    page.goto(f"{player.url}/scores")
    page.get_by_role("button", name="Reset this level").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("The key of the scores").fill("wrong")
    dialog.get_by_role("button", name="Remove them").click()
    expect(page.locator("#notes")).to_contain_text("not the key")
    expect(dialog).to_be_visible()


def test_open_race_shows_the_solvers_board(player):
    page = player.page
    page.goto(f"{player.url}/race")
    page.get_by_role("dialog").get_by_label("The solver makes").select_option("100")
    page.get_by_text("Open race").click()
    page.get_by_role("dialog").get_by_role("button", name="Ready").click()
    page.wait_for_url("**/r/*")
    expect(page.get_by_text("Reveal a cell to start")).to_be_visible()
    box = page.get_by_label("You", exact=True).locator(".board").bounding_box()
    page.mouse.click(box["x"] + 60, box["y"] + 60)
    expect(page.get_by_role("grid", name="The solver's board")).to_be_attached()


@pytest.mark.server
def test_a_race_ends_at_once_and_a_cancelled_one_leads_back(player):
    page = player.page
    page.goto(f"{player.url}/race")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.wait_for_url("**/g/*")
    page.goto(f"{player.url}/race")
    dialog = page.get_by_role("dialog")
    # Every strategy has its measured win rate, and one line.
    options = dialog.get_by_label("Against").locator("option")
    expect(options).to_have_count(18)
    offered = options.all_inner_texts()
    assert all("(wins " in text for text in offered)
    assert "Best solver (wins 54\u00a0%)" in offered
    expect(dialog.get_by_text("The strongest. Wins 54.1")).to_be_visible()
    dialog.get_by_label("Level").select_option("custom")
    dialog.get_by_label("Rows").fill("9")
    dialog.get_by_label("Columns").fill("8")
    dialog.get_by_role("spinbutton", name="Mines").fill("99")
    dialog.get_by_role("button", name="Ready").click()
    expect(dialog.get_by_role("alert")).not_to_be_empty()  # the dialog stays, with the reason
    dialog.get_by_role("spinbutton", name="Mines").fill("14")
    dialog.get_by_label("The solver makes").select_option("3000")
    with page.expect_response("**/api/races") as made:
        dialog.get_by_role("button", name="Ready").click()
    game = made.value.json()["game"]["id"]
    page.wait_for_url("**/r/*")
    you, solver = page.get_by_label("You", exact=True), page.get_by_label("Solver", exact=True)
    expect(you.locator(".board")).to_be_visible()
    assert you.bounding_box()["width"] > 2.4 * solver.bounding_box()["width"]
    expect(page.get_by_role("button", name="Skip to the end")).not_to_be_visible()
    race = page.url.rsplit("/", 1)[1]
    state = player.call("POST", f"/games/{game}/moves", kind="reveal", cell=(0, 0))
    cells = ((row, col) for row in range(9) for col in range(8))
    while state["status"] == "playing":
        row, col = next(cells)
        if state["board"][row * 8 + col] == ".":
            state = player.call("POST", f"/games/{game}/moves", kind="reveal", cell=(row, col))
    page.get_by_role("button", name="Skip to the end").click()
    expect(page.get_by_text("the solver is still playing")).not_to_be_visible()
    expect(page.get_by_role("button", name="Skip to the end")).not_to_be_visible()
    assert player.call("GET", f"/races/{race}")["status"] == "playing"  # by the clock it still plays
