"""What a board is saved as: its layout after the end, an image, a film of the game."""

from __future__ import annotations

import base64
import json
import struct
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.player import START, beginner
from sapper.game.layout import Layout

CELL = 40  # pixels of a cell in images and films

PLAY_FILM = """
async source => {
    const film = document.createElement("video");
    await new Promise((resolve, reject) => {
        film.onloadeddata = resolve;
        film.onerror = () => reject(new Error(film.error.message));
        film.src = source;
    });
    // Recorders write no length. A far seek finds the end.
    await new Promise(resolve => { film.onseeked = resolve; film.currentTime = 1e6; });
    return { width: film.videoWidth, height: film.videoHeight, seconds: film.currentTime };
}
"""


def lose(player) -> None:
    player.begin()
    player.click(START)
    player.expect(START, "empty")
    player.click(beginner().mines[0])
    player.expect(beginner().mines[0], "exploded mine")


def download(page, name: str, *, seconds: float = 8) -> tuple[str, bytes]:
    """Press a button of the dialog, and return the name and the bytes of the file."""
    with page.expect_download(timeout=seconds * 1000) as caught:
        page.get_by_role("dialog").get_by_role("button", name=name).click()
    return caught.value.suggested_filename, Path(caught.value.path()).read_bytes()


def test_a_finished_game_is_saved_and_opened_with_its_layout(player):
    page = player.page
    player.begin()
    player.click(START)
    player.expect(START, "empty")
    player.more("Export this board")
    expect(page.get_by_role("radio", name="Layout")).to_have_count(0)  # not while the game runs
    expect(page.get_by_role("button", name="Film")).to_have_count(0)
    expect(page.get_by_role("dialog")).to_contain_text("After the end")
    page.keyboard.press("Escape")
    player.click(beginner().mines[0])
    player.expect(beginner().mines[0], "exploded mine")
    ended = player.game["id"]
    player.more("Export this board")
    page.get_by_role("radio", name="Layout").check()
    expect(page.get_by_role("dialog")).to_contain_text("opens it as practice")
    name, written = download(page, "Download")
    assert name.endswith(".layout.txt")
    assert ended not in name  # it lets others play the game
    assert Layout.from_text(written.decode()) == beginner()
    page.keyboard.press("Escape")
    player.more("Import a board")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file").click()
    chooser.value.set_files({"name": name, "mimeType": "text/plain", "buffer": written})
    page.wait_for_url(lambda url: "/g/" in url and ended not in url)
    player.expect(beginner().mines[0], "hidden")
    assert player.game["practice"] is True
    player.click(START)
    player.expect(START, "empty")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_board_is_saved_as_an_image(visit, theme):
    player = visit(json.dumps({"theme": theme}), viewport={"width": 390, "height": 844}).player()
    page = player.page
    lose(player)
    player.more("Export this board")
    name, image = download(page, "Image")
    assert name.endswith(".png")
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", image[16:24]) == (9 * CELL, 9 * CELL)  # whatever the screen is
    source = f"data:image/png;base64,{base64.b64encode(image).decode()}"
    # The middle of an empty cell has the colour of the theme.
    same = page.evaluate(
        """async ([source, x, y]) => {
            const image = new Image();
            image.src = source;
            await image.decode();
            const canvas = document.createElement("canvas");
            canvas.width = canvas.height = 2;
            const pen = canvas.getContext("2d");
            pen.drawImage(image, -x, -y);
            pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--cell-open");
            pen.fillRect(1, 0, 1, 1);
            const pixels = [...pen.getImageData(0, 0, 2, 1).data];
            return pixels.slice(0, 4).join() === pixels.slice(4).join();
        }""",
        [source, START[1] * CELL + CELL // 2, START[0] * CELL + CELL // 2],
    )
    assert same


def test_a_finished_game_is_saved_as_a_film(player):
    page = player.page
    lose(player)
    player.more("Export this board")
    page.get_by_role("button", name="Film").click()
    making = page.get_by_role("dialog", name="Film of the game")
    expect(making.get_by_role("progressbar")).to_be_visible()
    making.get_by_role("button", name="Stop").click()
    expect(making).to_have_count(0)
    name, film = download(page, "Film", seconds=30)
    assert name.endswith(".webm")
    assert film.startswith(b"\x1a\x45\xdf\xa3")  # EBML
    assert b"webm" in film[:64]
    other = page.context.new_page()  # the page itself may play nothing
    seen = other.evaluate(PLAY_FILM, f"data:video/webm;base64,{base64.b64encode(film).decode()}")
    assert (seen["width"], seen["height"]) == (9 * CELL, 9 * CELL)
    assert seen["seconds"] > 2  # two moves and the pauses around them
    expect(making).to_have_count(0)
