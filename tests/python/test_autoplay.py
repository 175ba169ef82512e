"""A program of Debian is watched and played under a display without a screen."""

import shutil
import subprocess
import threading
import time

import numpy as np
import pytest
from command_line import run
from desktop import open_display
from Xlib import X
from Xlib.display import Display

import sapper
from sapper.board.colours import SAFE
from sapper.vision.advice import CHEATING, advise
from sapper.vision.advice_window import AdviceWindow
from sapper.vision.autoplay import Autoplay
from sapper.vision.cells import Grid
from sapper.vision.network import LOOKS
from sapper.vision.read import Reading
from sapper.vision.screen import Screen

GAME = shutil.which("xdemineur") or "/usr/games/xdemineur"
TITLE = "mineur"


@pytest.fixture(scope="module")
def display():
    """A display with nothing on it."""
    with open_display("800x600") as name:
        yield name


@pytest.fixture(scope="module")
def program(display):
    """A small game of xdemineur, which knows nothing of this player."""
    game = subprocess.Popen([GAME, "-geometry", "14x12", "-m", "14"], stderr=subprocess.DEVNULL)
    yield game
    game.terminate()
    game.wait()


@pytest.fixture
def screen(program):
    with Screen() as screen:
        yield screen


@pytest.fixture
def player(screen):
    """A player at a new game."""
    deadline = time.monotonic() + 30
    while True:
        try:
            player = Autoplay(screen, screen.find(TITLE))
            if player._find().board.mines == 14:
                break
        except sapper.InputError:
            pass  # the program has not drawn its window yet
        assert time.monotonic() < deadline
        time.sleep(0.05)
    if (player._find().board.cells >= 0).any():
        player.renew()
    return player


def test_games_are_played_to_their_end(player, monkeypatch):
    reading = player._find()
    assert (reading.board.rows, reading.board.cols, reading.mines_from) == (12, 14, "counter")
    told = []
    player.tell = told.append
    for _ in range(2):
        outcome = player.game()
        assert outcome.result in ("won", "lost"), outcome
        assert outcome.clicks >= 1
        assert (outcome.result == "won") <= (outcome.survival > 0)
        monkeypatch.setattr("sapper.vision.autoplay._PATIENCE", 0.2)
        with pytest.raises(sapper.InputError, match="F9 and 5,6 in the window started no new game"):
            player.renew(["F9", (5, 6)])
        monkeypatch.undo()
        player.renew()
    assert all(line.startswith("click ") for line in told)


def test_a_dry_run_clicks_nothing(player):
    before = player._find().board
    player.dry = True
    outcome = player.game()
    assert (outcome.result, outcome.reason, outcome.clicks) == ("stopped", "this was a dry run", 0)
    assert player._look().board == before


def move_mouse(_):
    subprocess.run(["xdotool", "mousemove", "300", "300"], check=True)


def press_escape(_):
    subprocess.run(["xdotool", "key", "Escape"], check=True)  # for a moment only


def move_window(player):
    subprocess.run(["xdotool", "windowmove", str(player.window.number), "60", "40"], check=True)


def cover_board(player):
    """Put a black window over the game."""
    region, display = player.window.region, Display()
    root = display.screen().root
    place = (region.left, region.top, region.width, region.height)
    cover = root.create_window(*place, 0, X.CopyFromParent, background_pixel=0, override_redirect=1)
    cover.map()
    display.sync()
    return display


@pytest.mark.parametrize(
    ("happens", "reason", "clicks"),
    [
        (move_mouse, "the mouse was moved", 2),
        (press_escape, "Esc was pressed", 2),
        (move_window, "the window was moved", 2),
        (cover_board, "the board is no longer in the window", 3),
    ],
)
def test_it_stops_at_once(player, monkeypatch, happens, reason, clicks):
    monkeypatch.setattr("sapper.vision.autoplay._PATIENCE", 0.4)
    told, left = [], []

    def tell(line):
        told.append(line)
        if len(told) == 3:
            left.append(happens(player))

    player.tell = tell
    try:
        outcome = player.game()
    finally:
        for display in left:
            if display is not None:
                display.close()
        subprocess.run(["xdotool", "windowmove", str(player.window.number), "1", "1"], check=True)
    assert (outcome.result, outcome.reason) == ("stopped", reason)
    assert outcome.clicks == clicks


def test_a_pause_is_ended_by_the_mouse(player):
    player.pace = 60
    mover = threading.Timer(0.5, move_mouse, [None])
    mover.start()
    outcome = player.game()
    mover.join()
    assert (outcome.result, outcome.reason, outcome.clicks) == ("stopped", "the mouse was moved", 1)
    assert outcome.seconds < 30


def test_a_click_without_effect_stops(player, monkeypatch):
    monkeypatch.setattr("sapper.vision.autoplay._PATIENCE", 0.3)
    monkeypatch.setattr(player.screen, "click", lambda x, y: None)
    outcome = player.game()
    assert outcome.result == "stopped"
    assert outcome.reason.endswith("did not open it")
    with pytest.raises(sapper.InputError, match=r"a key is named as n, F2 or ctrl\+n, not 'ctrl\+nothing'"):
        player.screen.press("ctrl+nothing", player.window)


def test_the_end_of_a_game_is_seen_on_a_grid_that_is_off_by_a_pixel():
    # Marks on the mines reach into the open cells beside them, as in GNOME Mines.
    board = sapper.Board.from_rows(np.where(np.indices((6, 6)).sum(axis=0) % 3 == 0, -1, 1), density=0.2)
    grid = Grid(left=9.0, top=9.0, across=30, down=30, rows=6, cols=6)
    before = Reading(board, grid, [], [], "density", [], np.zeros((6, 6, len(LOOKS)), np.float32))
    pixels = np.full((200, 200, 3), 200, np.uint8)
    player = Autoplay(None, None)
    player._pixels = pixels.copy()
    for row, col in np.argwhere(board.cells < 0).tolist():
        player._pixels[10 + 30 * row : 40 + 30 * row, 10 + 30 * col : 40 + 30 * col] = 90
    assert player._see_end(before, (0, 0), pixels) == "won"
    player._pixels[10:40, 10:40] = 200
    assert player._see_end(before, (0, 3), pixels) == "lost"
    player._pixels[10:40, 40:70] = 0  # an open cell: another window lies over the board
    assert player._see_end(before, (0, 3), pixels) is None


def test_the_commands(player):
    assert "would click" in run("autoplay", "--window", TITLE, "--dry-run").stdout
    printed = run("watch", "--window", TITLE, "--show", "terminal", "--changes", 1).stdout
    assert CHEATING in printed
    assert "13" in printed  # the last column
    assert run("watch", "--region", "0,0,700,500", "--changes", 1).exit_code == 0  # in its own window
    refused = run("autoplay", "--window", "no such window")
    assert refused.exit_code == 2
    assert "the titles are 'xd" in refused.stderr


def test_the_window_shows_a_board_with_its_numbers(display):
    advice = advise(sapper.Board.from_text("mines 1\n0000\n0111\n01..\n01.."))
    window = AdviceWindow(delay=1.5)
    window.show(advice)
    seen = []

    def look():
        if window.region is not None and window._items and window._text["text"] == advice.text:
            window._tk.update()
            with Screen() as screen:
                seen.append(screen.look(screen.find("Sapper watch").region))
        return bool(seen)

    window.run(until=look)
    green = np.array([int(SAFE[at : at + 2], 16) for at in (1, 3, 5)])
    safe = len(advice.analysis.safe_cells)
    assert (seen[0] == green).all(axis=2).sum() > safe * (window._side * 0.6) ** 2
    assert (window._win["text"], window.delay) == (advice.win, 1.5)
    window._chosen.set("4")
    assert window.delay == 4
    window._chosen.set("x")
    assert window.delay == 4
    window.show(sapper.InputError("gone"))
    with pytest.raises(sapper.InputError, match="gone"):
        window.run()
    window.close()


def test_a_closed_window_stops(player, program):
    program.terminate()
    program.wait()
    outcome = player.game()
    assert (outcome.result, outcome.reason, outcome.clicks) == ("stopped", "the window was closed", 0)
    with pytest.raises(sapper.InputError, match="is closed"):
        player.screen.press("n", player.window)
