"""Results of the engine on the page: overlay, hints, demo, analyse."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image
from playwright.sync_api import expect

from browser.player import START, beginner
from sapper.analysis.analysis import analyze
from sapper.board.board import Board

POSITION = "3x4:3:1a2a/1b2/d"


def spell(risk: float) -> str:
    if risk in (0, 1):
        return "certainly a mine" if risk else "safe"
    percent = round(risk * 100)
    return f"{'<1' if percent == 0 else '>99' if percent == 100 else percent} percent mine"


def board_of(game: dict) -> Board:
    cols = game["cols"]
    values = [int(sign) if sign.isdigit() else -1 for sign in game["board"]]
    return Board.from_rows([values[at : at + cols] for at in range(0, len(values), cols)], mines=game["mines"])


@pytest.mark.parametrize(
    ("palette", "theme"),
    [("green-red", "light"), ("blue-orange", "dark"), ("teal-pink", "light")],
)
def test_overlay_says_what_the_engine_knows(visit, palette, theme):
    player = visit(f'{{"palette": "{palette}", "percent": true, "theme": "{theme}"}}').player()
    player.begin()
    player.click(START)
    player.expect(START, "empty")
    player.page.keyboard.press("o")
    analysis = analyze(board_of(player.game))
    assert analysis.safe_cells
    player.expect(analysis.safe_cells[0], "hidden, safe")
    for (row, col), risk in sorted(
        (divmod(at, 9), risk) for at, risk in enumerate(analysis.mine_probability.ravel())
    ):
        if risk == risk:
            assert player.name((row, col)) == f"hidden, {spell(risk)}"
    # And in the colours of the palette: the upper edge of a cell, where no sign is drawn.
    picture = Image.open(io.BytesIO(player.page.screenshot())).convert("RGB")
    for cells, colour in ((analysis.safe_cells, "--safe"), (analysis.mine_cells, "--mine")):
        wanted = player.page.evaluate(f"getComputedStyle(document.documentElement).getPropertyValue('{colour}')")
        for cell in cells:
            x, y = player.point(cell)
            edge = y - 0.4 * player.cell(cell).bounding_box()["height"]
            assert "#{:02x}{:02x}{:02x}".format(*picture.getpixel((int(x), int(edge)))) == wanted.strip()
    assert player.game["helped"]


def test_overlay_follows_every_move(visit):
    player = visit('{"overlay": true}').player()
    player.begin()
    for cell in player.clicks_to_win(beginner())[:5]:
        player.click(cell)
        safe = analyze(board_of(player.game)).safe_cells
        for other in safe:
            player.expect(other, "hidden, safe")
    expect(player.page.locator("#panel-helper")).to_contain_text("Win probability")


def test_hint_in_four_strengths(player):
    player.begin()
    player.click(START)
    player.expect(START, "empty")
    texts = []
    for strength in range(1, 5):
        player.page.keyboard.press("h")
        expect(player.page.locator(".hint")).to_contain_text(f"Hint {strength} of 4")
        texts.append(player.page.locator(".hint").inner_text())
    assert len(set(texts)) == 4
    safe = analyze(board_of(player.game)).safe_cells
    # The third names a cell, and it is safe.
    hint = player.call("GET", f"/games/{player.game['id']}/hint?strength=3")
    assert {tuple(cell) for cell in hint["cells"]} <= set(safe)
    player.click(safe[0])
    expect(player.page.locator(".hint")).to_be_empty()


def test_where_to_guess(player):
    player.begin(level="expert", start=(3, 3), seed=9)
    player.click((3, 3))
    player.expect((3, 3), "empty")
    player.page.get_by_role("button", name="Where to guess").click()
    panel = player.page.locator("#panel-helper")
    if analyze(board_of(player.game)).safe_cells:
        expect(panel).to_contain_text("safe")
    else:
        expect(panel.locator("tbody tr").first).to_be_visible()


def test_demo_forwards_and_back(player):
    player.begin()
    player.click(START)
    player.expect(START, "empty")
    before = player.game["board"]
    page = player.page
    page.get_by_role("tab", name="Demo").click()
    page.get_by_text("Stop at guesses").click()
    page.get_by_role("button", name="Start the demo").click()
    expect(page.locator(".thought")).to_contain_text("Next: row")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".thought")).to_contain_text("The solver wins")
    wanted = set(beginner().mines)
    shown = {
        (row, col) for row in range(9) for col in range(9) if re.match("hidden|flag|mine", player.name((row, col)))
    }
    assert shown == wanted
    player.click(beginner().mines[0])  # the board takes no moves now
    page.get_by_role("button", name="One move back").click()
    expect(page.locator(".thought")).to_contain_text("Next: row")
    page.get_by_role("button", name="To the start").click()
    assert [player.name((0, col)) for col in range(3)] == ["hidden", "hidden", "1"]
    page.get_by_role("button", name="Back to my game").click()
    assert player.game["board"] == before
    player.expect((0, 2), "1")


def test_demo_plays_by_itself_and_stops_at_guesses(player):
    player.begin(seed=None, start=None, level="expert")
    page = player.page
    page.get_by_role("tab", name="Demo").click()
    page.get_by_role("button", name="Start the demo").click()
    expect(page.locator(".thought")).to_contain_text("Move")
    page.get_by_label("Speed").fill("100")
    page.wait_for_selector('.controls button[aria-label="Play"]')
    expect(page.locator(".thought")).to_have_text(re.compile(r"A guess|The solver"))


def test_review_of_a_lost_game(player):
    player.begin()
    player.click(START)
    player.click((0, 1), button="right")
    player.click(beginner().mines[-1])  # while other cells were safe
    player.expect(beginner().mines[-1], "exploded mine")
    page = player.page
    page.get_by_role("button", name="Review").click()
    panel = page.locator("#panel-review")
    expect(panel).to_contain_text("The game was lost.")
    expect(panel).not_to_contain_text("Computing win probabilities", timeout=20_000)
    figures = panel.locator(".figures").inner_text().split("\n")
    share = dict(zip(figures[::2], figures[1::2], strict=True))
    assert share["Needless"] == "1"
    signed = (share["Luck"], share["Skill"])
    luck, skill = (int(text.replace("\u2212", "-").removesuffix("\u00a0%")) for text in signed)
    assert (
        abs(int(share["At the start"].removesuffix("\u00a0%")) + luck + skill) <= 1
    )  # all of it is lost, but for rounding
    # The verdict and the moments come first, with a better cell.
    expect(panel.locator("p").first).to_contain_text("1 needless risk. It cost")
    expect(panel.locator(".moment").last).to_contain_text(re.compile(r"Better: row \d, column \d, safe\."))
    # Step back: the cell is hidden again, the flag still there, and a better cell is named.
    panel.locator(".moment").last.click()
    player.expect(beginner().mines[-1], "hidden")
    assert player.name((0, 1)) == "flag"
    expect(panel.locator(".thought")).to_contain_text("Before move 2 of 2")
    assert panel.locator("svg.chart circle.bad").count() == 1
    # The address of the move shows it again. The link for others has no id and allows nothing.
    other = player.page.context.new_page()
    other.goto(f"{player.page.url.split('?')[0]}?move=2")
    expect(other.locator("#panel-review .thought")).to_contain_text("Before move 2 of 2")
    if player.local:
        return  # no other user could open it
    page.evaluate("navigator.clipboard.writeText = async (text) => { globalThis.copied = text }")
    panel.get_by_role("button", name="Copy a link to this move").click()
    expect(page.locator("#notes")).to_contain_text("The link to this move is copied.")
    link = page.evaluate("copied")
    assert player.game["id"] not in link
    other.goto(link)
    expect(other.get_by_role("heading", name="Watching")).to_be_visible()
    expect(other.locator("#panel-review .thought")).to_contain_text("Before move 2 of 2")
    assert other.get_by_role("button", name="Try another move").count() == 0
    other.get_by_role("button", name="Leave the review").click()
    other.get_by_role("button", name="Open the review").click()
    expect(other.locator("#panel-review .thought")).to_contain_text("The game was lost.")
    other.close()
    page.get_by_role("button", name="To the start").click()
    player.expect(START, "hidden")
    page.get_by_role("button", name="One move forward").click()
    player.expect(START, "empty")
    # And play on from there, differently.
    lost = player.game["id"]
    page.get_by_role("button", name="Try another move").click()
    page.wait_for_url(lambda url: not url.endswith(lost))
    safe = analyze(board_of(player.game)).safe_cells[0]
    player.click(safe)
    page.wait_for_selector(f'[aria-label^="hidden, row {safe[0] + 1}, column {safe[1] + 1}"]', state="detached")
    assert player.game["status"] == "playing"


def test_analyse_tells_whether_a_position_can_be(player):
    page = player.page
    page.goto(f"{player.url}/analyse#position={POSITION}")
    expect(page.locator("aside")).to_contain_text("possible layouts")
    analysis = analyze(Board.from_text(POSITION))
    for cell, risk in [((row, col), analysis.mine_probability[row, col]) for row in range(3) for col in range(4)]:
        if risk == risk:
            assert player.name(cell) == f"hidden, {spell(risk)}"
    # Four mines beside one hidden corner cannot be.
    page.get_by_role("button", name="4", exact=True).click()
    player.click((0, 0))
    expect(page.locator(".verdict.bad")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".verdict.bad")).to_have_count(0)
    # By keyboard too.
    player.go((2, 0))
    page.keyboard.press("8")
    expect(page.locator(".verdict.bad")).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator("aside")).to_contain_text("possible layouts")


def test_analyse_plays_on_from_a_position(player):
    page = player.page
    page.goto(f"{player.url}/analyse#position={POSITION}")
    expect(page.locator("aside")).to_contain_text("possible layouts")
    page.get_by_role("button", name="Play from here").click()
    page.wait_for_url("**/g/*")
    player.expect((0, 0), "1")
    assert player.game["mines"] == 3


def test_text_forms_in_and_out(player):
    player.begin()
    player.click(START)
    player.expect(START, "empty")
    page = player.page
    player.more("Export this board")
    text = page.get_by_label("The board as text")
    board = board_of(player.game)
    written = ""
    for form in ("Position", "JSON", "Picture in text"):
        page.get_by_role("radio", name=form).check()
        expect(text).not_to_have_value(written)
        written = text.input_value()
        assert Board.from_text(written) == board
    page.keyboard.press("Escape")
    player.more("Import a board")
    page.get_by_label("A board in any text form").fill(written)
    page.get_by_role("button", name="Load", exact=True).click()
    page.wait_for_url("**/analyse**")
    player.expect((2, 2), "empty")
    page.goto(f"{player.url}/analyse")
    page.reload()  # without a position in the address the example opens
    player.expect((0, 0), "hidden, safe")
    # A dropped file.
    page.evaluate(
        """text => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([text], "board.txt"));
            const options = { dataTransfer: transfer, bubbles: true, cancelable: true };
            document.dispatchEvent(new DragEvent("drop", options));
        }""",
        "mines 1\n1.",
    )
    player.expect((0, 1), "hidden, certainly a mine")
