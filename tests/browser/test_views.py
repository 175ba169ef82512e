"""Flips, classes of cells, shown mines, the odds so far, candidates of a demo, and the statistics of demos."""

from __future__ import annotations

from browser.player import START, Player, beginner


def test_a_flipped_board_is_the_same_game(player: Player):
    player.begin()
    player.click(START)
    player.expect((2, 2), "empty")
    board = player.game["board"]
    player.more("Flip left and right")
    # Names, rows and columns are those that are seen.
    for col in range(9):
        seen, true = player.name((4, col)), board[4 * 9 + 8 - col]
        assert seen == {".": "hidden", "0": "empty"}.get(true, true)
    mines = set(beginner().mines)
    safe = next(place for place in range(81) if board[place] == "." and divmod(place, 9) not in mines)
    row, col = divmod(safe, 9)
    player.click((row, 8 - col))
    player.page.wait_for_selector(f'.table [data-index="{safe}"]:not([aria-label^="hidden"])', state="attached")
    assert player.game["board"][safe] != "."
    # The keyboard moves and flags as it is seen, and both flips work together.
    player.page.keyboard.press("y")
    hidden = next(place for place in range(81) if player.game["board"][place] == ".")
    row, col = divmod(hidden, 9)
    player.cell((8 - row, 8 - col)).focus()
    player.page.keyboard.press("f")
    player.expect((8 - row, 8 - col), "flag")
    player.page.keyboard.press("f")
    player.expect((8 - row, 8 - col), "hidden")
    step = 1 if row < 8 else -1
    player.page.keyboard.press("ArrowUp" if step == 1 else "ArrowDown")  # up is down in the mirror
    assert player.page.evaluate("document.activeElement.dataset.index") == str((row + step) * 9 + col)
    player.page.keyboard.press("x")
    player.page.keyboard.press("y")
    assert player.name((2, 2)) == "empty"


def test_hints_of_a_flipped_board_tell_what_is_seen(player: Player):
    player.begin()
    player.click(START)
    player.expect((2, 2), "empty")
    game = player.game["id"]
    row, col = player.call("GET", f"/games/{game}/hint?strength=3")["cells"][0]
    player.page.keyboard.press("x")
    for strength in (1, 2, 3):
        player.page.keyboard.press("h")
        player.page.wait_for_selector(f"text=Hint {strength} of 4")
    player.page.wait_for_selector(f"text=Row {row + 1} column {9 - col} is safe.")
    # A hint told before a flip would name other cells than those that are seen.
    player.page.keyboard.press("y")
    player.page.wait_for_selector("text=is safe.", state="detached")


def test_a_demo_on_a_flipped_board_tells_what_is_seen(player: Player):
    player.begin()
    player.click(START)
    player.expect(START, "empty")
    player.page.get_by_role("tab", name="Demo").click()
    player.page.get_by_role("button", name="Start the demo").click()
    player.page.get_by_role("button", name="To the start").click()
    told = player.page.locator(".thought p").nth(1)
    row, col = map(int, told.inner_text().removeprefix("Next: row ").split(".")[0].split(", column "))
    player.page.keyboard.press("x")
    player.page.wait_for_selector(f".thought :text('Next: row {row}, column {10 - col}.')")
    player.page.keyboard.press("y")
    player.page.wait_for_selector(f".thought :text('Next: row {10 - row}, column {10 - col}.')")


def test_the_overlay_shows_classes_with_signs_and_a_legend(player: Player):
    position = "6x7:11:bad/ba2c/aae/a1a3c/caab/g"
    game = player.call("POST", "/games", from_position=position)
    player.open(game["id"])
    player.page.get_by_label("Mine chances on every hidden cell").check()
    player.page.get_by_label("Best and dead cells").check()
    player.page.wait_for_selector('[aria-label^="hidden, best, "]', state="attached")
    assert player.page.locator('[aria-label^="hidden, best, "]').count() == 1
    assert player.page.locator('[aria-label^="hidden, similar, "]').count() > 1
    legend = player.page.locator(".legend").inner_text()
    assert [word in legend for word in ("★", "◆", "superloc", "+", "good", "=", "similar", "dead")] == [True] * 8


def test_who_shows_the_mines_plays_practice(player: Player):
    game = player.begin(seed=None)
    player.click(START)
    player.expect(START, "empty")
    player.page.get_by_role("button", name="Show the mines").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert not player.game["practice"]
    player.page.get_by_role("button", name="Show the mines").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Show the mines").click()
    player.page.wait_for_selector("text=The mines are shown. This game is practice and gets no score.")
    assert player.page.locator('[aria-label^="hidden, mine, shown, "]').count() == 10
    assert player.game["practice"]
    player.page.wait_for_selector(".board-title:has-text('practice')")
    player.page.get_by_role("button", name="Show the mines").click()
    assert player.page.locator('[aria-label^="hidden, mine, shown, "]').count() == 0
    assert player.call("GET", f"/games/{game['id']}")["practice"]  # hiding them changes nothing


def test_the_odds_multiply_the_risks_taken(player: Player):
    player.begin()
    odds = player.page.locator(".counters div", has=player.page.get_by_text("Odds", exact=True)).locator("dd")
    player.click(START)
    player.page.wait_for_selector(".counters dd:text-is('100.0\u00a0%')")
    board = player.game["board"]
    mines = set(beginner().mines)
    analysis = player.call("GET", f"/games/{player.game['id']}/analysis")
    risky = next(
        place
        for place in range(81)
        if board[place] == "." and divmod(place, 9) not in mines and 0 < analysis["mine_probability"][place] < 1
    )
    player.click(divmod(risky, 9))
    expected = f"{(1 - analysis['mine_probability'][risky]) * 100:.1f}\u00a0%"
    player.page.wait_for_selector(f".counters dd:text-is('{expected}')")
    assert odds.inner_text() == expected


def test_a_demo_shows_candidates_and_counts(player: Player):
    player.begin(level="expert", seed=22, start=(3, 3))
    player.page.get_by_role("tab", name="Demo").click()
    player.page.locator("#panel-demo select").first.select_option("superloc")
    player.page.get_by_label("from the start").check()
    player.page.get_by_role("button", name="Start the demo").click()
    player.page.get_by_role("button", name="To the next guess").click()
    table = player.page.locator(".thought table")
    table.wait_for()
    assert "Game tree" in table.locator("thead").inner_text() or "Progress" in table.locator("thead").inner_text()
    assert table.locator("tbody tr").count() >= 1
    row = player.page.locator("section", has=player.page.get_by_role("heading", name="Demos")).locator("tbody tr")

    def is_counted() -> bool:
        player.page.goto(f"{player.url}/statistics")
        player.page.get_by_label("All", exact=True).check()
        row.first.wait_for()
        words = ("superloc", "Expert", "at the start")
        return any(all(word in text for word in words) for text in row.all_inner_texts())

    player.until(is_counted)  # rows of the former choice may still be shown
