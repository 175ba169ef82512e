"""The history of the games of a browser: what is kept, its figures, and files out and in."""

from __future__ import annotations

import json

from browser.player import START, beginner

FACTS = (
    "id", "date", "level", "no_guess", "status", "time_ms", "three_bv", "clicks", "efficiency", "helped", "practice",
    "timed", "luck", "skill",
)  # fmt: skip


def played(number: int, **more: object) -> dict:
    base = {
        "id": f"old-{number}", "date": 1_700_000_000_000 + number, "level": "expert", "no_guess": False,
        "status": "won", "time_ms": 60_000 + number, "three_bv": 180, "clicks": 200, "efficiency": 0.9,
        "helped": False, "practice": False, "timed": True, "luck": 0.1, "skill": -0.05,
    }  # fmt: skip
    return base | more


def rows(page) -> list[str]:
    return page.locator("main tbody tr").all_inner_texts()


def bring(page, name: str, text: str) -> None:
    payload = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    page.locator("main input[type=file]").set_input_files(payload)


def test_finished_games_are_kept_and_can_be_judged(visit):
    player = visit().player()
    player.begin()
    player.click(START)
    player.expect(START, "empty")
    player.click(beginner().mines[0])
    player.page.wait_for_selector(".result")
    player.page.goto(f"{player.url}/history")
    player.page.wait_for_selector("main tbody tr")
    assert len(rows(player.page)) == 1
    assert "Lost" in rows(player.page)[0]
    player.page.get_by_role("button", name="Find luck and skill").click()
    player.page.wait_for_selector("main tbody td:nth-child(8):has-text('%')")
    # The line leads to the game with its review.
    player.page.get_by_role("link", name="Open").click()
    player.page.wait_for_selector(".result.lost")


def test_filters_bests_and_files(visit):
    page = visit().player().page
    page.goto(f"{visit().url}/history")
    page.wait_for_selector("main .empty")
    games = [played(at) for at in range(60)] + [
        played(60, status="lost", three_bv=None, efficiency=None, level='5x5/3"', luck=None, skill=None),
        played(61, time_ms=30_000, practice=True, helped=True),
        played(62, time_ms=30_000, timed=False),
    ]
    bring(page, "games.json", json.dumps({"sapper": "history", "games": games}))
    page.wait_for_selector("main tbody tr")
    assert len(rows(page)) == 50
    page.get_by_role("button", name="Show more").click()
    assert len(rows(page)) == 63
    # A practice game is no personal best, and neither is one that was paused.
    assert "1:00" in page.locator("dl.tiles").inner_text()
    assert "30.00 s" not in page.locator("dl.tiles").inner_text()
    page.get_by_label("Kind").select_option("practice")
    assert len(rows(page)) == 1
    page.get_by_label("Kind").select_option("all")
    assert page.locator("svg.chart").count() == 4
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export CSV").click()
    table = saved.value.path().read_text()
    assert table.splitlines()[0] == ",".join(FACTS)
    assert table.count("\n") == 64
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export JSON").click()
    assert sorted(json.loads(saved.value.path().read_text())["games"], key=lambda one: one["date"]) == games
    page.get_by_role("button", name="Forget these games").click()
    page.get_by_role("button", name="Forget", exact=True).click()
    page.wait_for_selector("main .empty")
    # The note names a bad entry by its place, and no game is imported.
    bring(page, "games.csv", table.replace("60_000", "").replace("won", "draw", 1))
    page.wait_for_selector(".note.bad >> text=status")
    assert page.locator("main .empty").count() == 1
    bring(page, "games.csv", table)
    page.wait_for_selector("main tbody tr")
    page.get_by_role("button", name="Show more").click()
    assert len(rows(page)) == 63
