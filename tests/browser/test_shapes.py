"""Boards of every shape are played, helped, turned and analysed on the page, by mouse, finger and keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from sapper import Layout, Shape

LEVELS = ["hex:6x7/8", "tri:6x9/7", "torus:7x8/9", "box:4x4x4/4", "cube:4/12", "globe:92/14"]
NAMES = {"box": r"layer \d+, row \d+, column \d+", "cube": r"\w+ face, row \d+, column \d+", "globe": r"cell \d+"}
# The server counts up to its limit, at a low priority.
COUNTING_MS = 60_000
FOCUS = "document.activeElement.dataset.index"


def cell(player, index):
    return player.page.locator(f'.table [data-index="{index}"]').first


def focus(player, index):
    player.page.evaluate(f"document.querySelector('.table [data-index=\"{index}\"]').focus()")


def middle(player, index):
    """The middle of a cell in the window."""
    box = cell(player, index).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def await_left(player, index, more_than=0, less_than=10_000):
    """Wait until the left edge of a cell is between these places of the window."""
    left = f"document.querySelector('.table [data-index=\"{index}\"]').getBoundingClientRect().left"
    player.page.wait_for_function(f"() => {more_than} < {left} && {left} < {less_than}")


def begin(player, level):
    """Open a game whose layout is known; returns the numbers of its start and of its mines."""
    shape = Shape.parse(level.split("/")[0])
    start = shape.grid.roomiest(True)
    cols = shape.sides[1] if len(shape.sides) == 2 else len(shape)
    player.begin(level=level, start=divmod(shape.number(start), cols))
    layout = Layout.from_seed(level, seed=player.game["seed"], start=start)
    return shape.number(start), [shape.number(mine) for mine in layout.mines], shape


# One profile for all shapes: a new one would load every module of the page again.
def test_a_board_of_any_shape_is_played_with_help(visit):
    player = visit().player()
    page = player.page
    for level in LEVELS:
        start, mines, shape = begin(player, level)
        name = NAMES.get(shape.kind, r"row \d+, column \d+")
        # A name for screen readers; keys bring every cell into sight.
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Home")
        expect(cell(player, 0)).to_have_accessible_name(re.compile(f"^hidden, (start here, )?{name}$"))
        page.keyboard.press("ArrowRight")
        first = int(page.evaluate(FOCUS))
        assert first in [shape.number(near) for near in shape.neighbours(shape.cells[0])], level
        page.keyboard.press("End")
        assert int(page.evaluate(FOCUS)) == len(shape) - 1, level
        focus(player, start)
        page.keyboard.press("Space")
        expect(cell(player, start)).to_have_accessible_name(re.compile("^empty"))
        # Mine chances and a hint, with its clues ringed.
        page.keyboard.press("o")
        known = next(number for number in mines if player.game["board"][number] == ".")
        expect(cell(player, known)).to_have_accessible_name(re.compile("mine, "))
        for _ in range(4):
            page.keyboard.press("h")
        expect(page.locator(".hint")).to_contain_text(re.compile("is safe|best guess"))
        focus(player, known)
        page.keyboard.press("f")
        expect(cell(player, known)).to_have_accessible_name(re.compile("^flag"))
        page.keyboard.press("o")
    # A board that is too wide to count says so, and a hint names a move all the same.
    start, _, _ = begin(player, "box:4x4x4x4/53")
    focus(player, start)
    page.keyboard.press("Space")
    expect(cell(player, start)).to_have_accessible_name(re.compile("^empty"))
    for _ in range(3):
        page.keyboard.press("h")
    expect(page.locator(".hint")).to_contain_text(re.compile("is safe|best guess"), timeout=COUNTING_MS)
    page.keyboard.press("o")
    expect(page.locator(".facts")).to_contain_text("Hints still name a move", timeout=COUNTING_MS)


# The server writes names of two numbers as rows and columns, which a hexagon of hexagons does not have.
def test_hints_in_a_hexagon_name_its_cells(visit):
    player = visit().player()
    start, _, shape = begin(player, "hexagon:4/6")
    page = player.page
    focus(player, start)
    page.keyboard.press("Space")
    expect(cell(player, start)).to_have_accessible_name(re.compile("^empty"))
    for _ in range(4):
        page.keyboard.press("h")
    expect(page.locator(".hint")).to_contain_text(re.compile("is safe: "))
    said = page.locator(".hint .place").all_inner_texts()
    names = [re.search(r"ell (-?\d+), (-?\d+)$", text) for text in said]
    assert all(names), said
    assert all(tuple(map(int, name.groups())) in shape for name in names)


def test_mouse_and_finger_reveal_turn_and_scroll(visit):
    player = visit(has_touch=True).player()
    start, mines, _ = begin(player, "hex:6x7/8")
    page = player.page
    page.mouse.click(*middle(player, start))
    expect(cell(player, start)).to_have_accessible_name(re.compile("^empty"))
    page.mouse.click(*middle(player, mines[0]), button="right")
    expect(cell(player, mines[0])).to_have_accessible_name(re.compile("^flag"))
    safe = next(i for i, sign in enumerate(player.game["board"]) if sign == "." and i not in mines)
    page.touchscreen.tap(*middle(player, safe))
    expect(cell(player, safe)).not_to_have_accessible_name(re.compile("^hidden"))
    # Globes are turned, rings are scrolled.
    for level, inner in (("globe:92/14", None), ("torus:7x8/9", 28)):
        start, _, _ = begin(player, level)
        followed = start if inner is None else inner  # far from the seam
        focus(player, start)
        # The move is drawn where the cell has come to.
        box = page.locator(".board").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        before = cell(player, followed).bounding_box()["x"]
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 40, y, steps=4)
        page.mouse.up()
        await_left(player, followed, more_than=before + 10)
        assert player.game["clicks"] == 0
        page.keyboard.press("Shift+ArrowRight")
        await_left(player, followed, less_than=before + 38)
        player.swipe((x, y), (x, y - 60))
        assert player.game["clicks"] == 0
        focus(player, start)
        page.keyboard.press("Space")
        expect(cell(player, start)).to_have_accessible_name(re.compile("^empty"))


def test_a_new_game_offers_shapes_and_their_sizes(visit):
    player = visit().player()
    page = player.page
    page.goto(player.url)
    page.wait_for_selector("[role=gridcell]")
    page.get_by_label("Shape").select_option("hex")
    expect(page.locator(".board-title")).to_contain_text("Hexagons")
    assert player.game["shape"].startswith("hex:")
    for kind, title in (("hexagon", "Hexagon of"), ("tri3", "Triangles, three"), ("knight", "Squares, knight's")):
        page.get_by_label("Shape").select_option(kind)
        expect(page.locator(".board-title")).to_contain_text(title)
        assert player.game["level"].startswith(f"{kind}:")
    page.get_by_role("radio", name="Custom").check()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Shape").select_option("globe")
    dialog.get_by_role("radio", name="Custom").check()
    dialog.get_by_label("Cells").select_option("42")
    dialog.get_by_role("spinbutton", name="Mines").fill("6")
    dialog.get_by_role("button", name="Start").click()
    expect(page.locator(".board-title")).to_contain_text("42 cells")
    assert player.game["level"] == "globe:42/6"
    page.reload()
    page.wait_for_selector("[role=gridcell]")
    assert page.get_by_label("Shape").input_value() == "globe"
    # What is remembered makes the next game.
    before = player.game["id"]
    page.get_by_role("button", name="New game").click()
    page.wait_for_url(lambda url: not url.endswith(before))
    assert player.game["level"] == "globe:42/6"


def test_a_shape_is_analysed_shown_reviewed_and_raced(visit):
    player = visit().player()
    start, mines, _ = begin(player, "box:4x4x4/4")
    page = player.page
    game = page.url
    focus(player, start)
    page.keyboard.press("Space")
    expect(cell(player, start)).to_have_accessible_name(re.compile("^empty"))
    # The solver plays to the end of the same board.
    page.get_by_role("tab", name="Demo").click()
    page.get_by_role("button", name="Start the demo").click()
    page.get_by_role("button", name="To the end").click()
    expect(cell(player, mines[0])).to_have_accessible_name(re.compile("^flag"))
    # A loss, and its review with the name of the cell.
    page.get_by_role("tab", name="Helper").click()
    focus(player, mines[0])
    page.keyboard.press("Space")
    expect(cell(player, mines[0])).to_have_accessible_name(re.compile("^exploded mine"))
    page.get_by_role("tab", name="Review").click()
    expect(page.get_by_text(re.compile("layer \\d+, row \\d+, column \\d+")).first).to_be_visible()
    # The board as it was, in the editor: painted, analysed, shared by its address, and played.
    page.get_by_role("button", name="Analyse").click()
    page.wait_for_url(re.compile("/analyse.*position=box:4x4x4:4:"))
    expect(cell(player, mines[0])).to_have_accessible_name(re.compile("certainly a mine|percent mine|^hidden, safe"))
    focus(player, start)
    page.keyboard.press("9")
    expect(page.locator(".verdict.bad")).to_contain_text(re.compile("The 9 at layer \\d+, row \\d+, column \\d+ has"))
    page.keyboard.press("Control+z")
    page.wait_for_selector(".verdict:not(.bad)")
    shared = page.url
    page.goto(game)
    page.goto(shared)
    expect(cell(player, start)).to_have_accessible_name(re.compile("^empty"))
    page.get_by_role("button", name="Play from here").click()
    page.wait_for_url(re.compile("/g/"))
    assert player.game["shape"] == "box:4x4x4"
    # A race with the solver on another shape.
    page.goto(f"{player.url}/race")
    page.get_by_label("Level").select_option("hex:9x9/15")
    page.get_by_text("Open race").click()
    page.get_by_role("button", name="Ready").click()
    page.locator('.lane [data-index="40"]').first.wait_for(state="attached")
    page.evaluate("document.querySelector('.lane [data-index=\"40\"]').focus()")
    page.keyboard.press("Space")
    expect(page.locator(".lane.solver [role=gridcell]").first).to_be_attached()
