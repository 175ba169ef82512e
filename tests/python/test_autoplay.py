"""A program of Debian is watched and played under a display without a screen."""

import os
import shutil
import subprocess
import time

import pytest
from command_line import run

import sapper
from sapper.vision.autoplay import Autoplay
from sapper.vision.screen import Screen

GAME = shutil.which("xdemineur") or "/usr/games/xdemineur"


@pytest.fixture(scope="module")
def display():
    """A display with a small game of xdemineur, which knows nothing of this player."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x600x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as numbers:
        name = f":{numbers.readline().strip()}"
    before = os.environ.get("DISPLAY")
    os.environ["DISPLAY"] = name
    game = subprocess.Popen([GAME, "-geometry", "14x12", "-m", "14"], stderr=subprocess.DEVNULL)
    try:
        yield name
    finally:
        for process in (game, server):
            process.terminate()
            process.wait()
        if before is None:
            del os.environ["DISPLAY"]
        else:
            os.environ["DISPLAY"] = before


@pytest.fixture
def screen(display):
    with Screen() as screen:
        deadline = time.monotonic() + 30
        while True:
            try:
                screen.find("mineur")
                break
            except sapper.InputError:
                assert time.monotonic() < deadline
                time.sleep(0.05)
        yield screen


def wait_for_board(screen):
    """Wait until the program has drawn its cells."""
    player = Autoplay(screen, screen.find("mineur"))
    deadline = time.monotonic() + 30
    while True:
        try:
            reading = player._find()
        except sapper.InputError:
            reading = None
        if reading is not None and reading.board.mines == 14:
            return player, reading
        player._grid = None
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_games_are_played_to_their_end(screen):
    player, reading = wait_for_board(screen)
    assert (reading.board.rows, reading.board.cols, reading.mines_from) == (12, 14, "counter")
    told = []
    player.tell = told.append
    for _ in range(2):
        outcome = player.game()
        assert outcome.result in ("won", "lost"), outcome
        assert outcome.clicks >= 1
        assert (outcome.result == "won") <= (outcome.survival > 0)
        player.renew(None)
    assert all(line.startswith("click ") for line in told)


def test_a_dry_run_clicks_nothing_and_a_moved_mouse_stops(screen):
    player, reading = wait_for_board(screen)
    player.dry = True
    outcome = player.game()
    assert (outcome.result, outcome.reason, outcome.clicks) == ("stopped", "this was a dry run", 0)
    assert player._look().board == reading.board
    player.dry = False
    screen.park(100, 100)
    subprocess.run(["xdotool", "mousemove", "300", "300"], check=True)
    assert screen.taken_over() == "the mouse was moved"


def test_the_commands(screen):
    wait_for_board(screen)
    assert "would click" in run("autoplay", "--window", "mineur", "--dry-run").stdout
    printed = run("watch", "--window", "mineur", "--changes", 1).stdout
    assert "ranked play is cheating" in printed
    assert "13" in printed  # the last column
    refused = run("autoplay", "--window", "no such window")
    assert refused.exit_code == 2
    assert "the titles are 'xd" in refused.stderr


def test_without_a_display_there_is_an_error(monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    result = run("watch", "--window", "Mines")
    assert result.exit_code == 2
    assert "there is no display of X11 to look at" in result.stderr
