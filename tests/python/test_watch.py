"""A board on the screen is followed: only what changed is read again, and what cannot be seen is explained."""

import sys
from itertools import islice

import numpy as np
import pytest
from command_line import run
from mss.exception import ScreenShotError
from scenes import paint_scene
from skins import Skin

import sapper
from sapper.vision.advice import advise
from sapper.vision.advice_window import AdviceWindow
from sapper.vision.camera import Camera, Region
from sapper.vision.follow import follow
from sapper.vision.screen import Screen
from sapper.vision.track import Tracker

SIGNS = {-1: "hidden", -2: "flag", -4: "mine"}


def paint(board, family="bevel", **options):
    """The picture of a board; the same skin at the same place for each call."""
    rng = np.random.default_rng(3)
    skin = Skin.choose(rng, [family], [None])
    looks = np.array([[SIGNS.get(view, str(view)) for view in row] for row in board.cells.tolist()], "U8")
    return paint_scene(np.random.default_rng(4), skin, looks, 24, mines=10, **options).pixels


@pytest.fixture(scope="module")
def boards():
    """The boards of a game, each with one reveal more than the one before."""
    game = sapper.Game(sapper.Layout.from_seed("beginner", seed=5, start=(4, 4)))
    game.reveal((4, 4))
    found = [game.board]
    while len(found) < 14:
        safe = [cell for cell in sapper.analyze(game.board).safe_cells if game.board[cell] < 0]
        if not safe:
            break
        game.reveal(safe[0])
        found.append(game.board)
    assert len(found) > 8
    return found


@pytest.mark.parametrize("family", ["bevel", "lines", "gaps"])
def test_a_game_is_read_by_what_changed(boards, family):
    tracker = Tracker(10)
    for board in boards:
        reading = tracker.read(paint(board, family))
        assert reading is not None
        assert reading.board == board
    # Most reveals show looks that were there before, so the networks are not asked.
    assert tracker.judged <= len(boards) / 2
    known = tracker.judged
    assert tracker.read(paint(boards[-1], family)).board == boards[-1]
    assert tracker.judged == known


def test_something_over_the_board_is_no_reading_of_it(boards):
    tracker = Tracker(10)
    pixels = paint(boards[-1])
    tracker.read(pixels)
    covered = pixels.copy()
    covered[:, 40:] = 255
    reading = tracker.read(covered, search=False)
    assert reading is None or not reading.sure
    assert tracker.read(pixels).board == boards[-1]


class Film:
    """A camera that shows one picture after the other."""

    def __init__(self, *pictures):
        self.pictures, self.number, self.looked = pictures, -1, []

    @property
    def whole(self):
        height, width = self.pictures[0].shape[:2]
        return Region(0, 0, width, height)

    def look(self, region):
        self.number = min(self.number + 1, len(self.pictures) - 1)
        self.looked.append(region)
        seen = region.meet(self.whole)
        picture = self.pictures[self.number]
        return picture[seen.top : seen.top + seen.height, seen.left : seen.left + seen.width].copy()


def test_each_change_is_shown_once(boards, monkeypatch):
    monkeypatch.setattr("sapper.vision.follow._SEARCH", 0.01)
    shown = [paint(board, screen=(1000, 800)) for board in (boards[0], boards[-1])]
    nothing = np.full_like(shown[0], 90)
    film = Film(shown[0], shown[0], shown[0], shown[1], shown[1], nothing, nothing, shown[0])
    sights = list(islice(follow(film, lambda: film.whole, mines=10, rate=1000), 4))
    assert [sight.reading and sight.reading.board for sight in sights] == [boards[0], boards[-1], None, boards[0]]
    assert all(sight.settled for sight in sights)
    # Once the board is found, only its surroundings are looked at.
    assert film.looked[0] == film.whole
    assert film.looked[1].width < 500


def test_help_waits_for_the_delay(boards):
    film = Film(paint(boards[0]), paint(boards[1]))
    sights = follow(film, lambda: film.whole, mines=10, rate=1000, delay=lambda: 0.2)
    assert [(sight.reading.board, sight.settled) for sight in islice(sights, 3)] == [
        (boards[0], False),
        (boards[1], False),
        (boards[1], True),
    ]


def test_the_own_window_is_not_read(boards):
    game = paint(boards[0], screen=(500, 400))
    both = np.concatenate([game, paint(boards[-1], screen=(500, 400))], axis=1)
    film = Film(both)
    own = Region(0, 0, 500, 400)
    sight = next(follow(film, lambda: film.whole, mines=10, ignore=lambda: own))
    assert sight.reading.board == boards[-1]


def test_advice_on_every_kind_of_board():
    won = sapper.Board.from_text("mines 1\n.1\n11")
    assert advise(won).text == "All safe cells are open."
    assert advise(sapper.Board.from_text("mines 1\n*1\n..")).text == "The game is lost."
    wrong = advise(sapper.Board.from_text("mines 3\n.1.\n1.."))
    assert (wrong.analysis, wrong.best) == (None, None)
    assert wrong.text.startswith("No analysis: ")
    assert advise(sapper.Board.from_text("density 0.2\n.1.")).win == "Win chance: give the number of mines"


def test_without_a_display_there_is_an_error(monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    for options in (["watch", "--window", "Mines"], ["watch"], ["autoplay", "--window", "Mines"]):
        result = run(*options)
        assert result.exit_code == 2
        assert "there is no display of X11 to look at: DISPLAY is ''" in result.stderr


def test_wayland_is_named(monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    with pytest.raises(sapper.InputError, match="session of Wayland, which shows no program what other programs"):
        Camera()


def test_a_black_picture_under_wayland_is_explained(monkeypatch):
    class Shot:
        width, height = 4, 3
        raw = bytes(4 * 3 * 4)

    class Shooter:
        monitors = ({"left": 0, "top": 0, "width": 4, "height": 3},)

        def grab(self, box):
            return Shot()

        def close(self):
            pass

    monkeypatch.setattr("mss.MSS", Shooter)
    with Camera() as camera:
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        assert camera.look(camera.whole).shape == (3, 4, 3)
        monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
        with pytest.raises(sapper.InputError, match="the picture is black: this is a session of Wayland"):
            camera.look(camera.whole)
        with pytest.raises(sapper.InputError, match="region 9,9,2,2 lies outside the screen, which is 0,0,4,3"):
            camera.look(Region(9, 9, 2, 2))


@pytest.mark.parametrize(("platform", "name"), [("darwin", "macOS"), ("win32", "Windows")])
def test_other_systems_have_regions_but_no_windows(monkeypatch, platform, name):
    class Shooter:
        monitors = ({"left": 0, "top": 0, "width": 40, "height": 30},)

        def close(self):
            pass

    monkeypatch.setattr("mss.MSS", Shooter)
    monkeypatch.setattr(sys, "platform", platform)
    with Camera() as camera:
        assert camera.whole == Region(0, 0, 40, 30)
    with pytest.raises(sapper.InputError, match=f"need X11, which {name} lacks: sapper watch without --window"):
        Screen()


def test_macos_is_asked_for_its_permission(monkeypatch):
    def fail():
        raise ScreenShotError("CoreGraphics.CGWindowListCreateImage() failed.")

    monkeypatch.setattr("mss.MSS", fail)
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(sapper.InputError, match="Privacy & Security, Screen Recording"):
        Camera()


def test_a_python_without_tk_is_told_what_to_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "tkinter", None)
    with pytest.raises(sapper.MissingError, match=r"python3-tk.*--show terminal"):
        AdviceWindow()


def test_a_window_needs_a_screen(monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(sapper.InputError, match=r"no window can be opened: .*--show terminal"):
        AdviceWindow()


@pytest.mark.parametrize("region", ["1,2,3", "0,0,0,5", "a,b,c,d", "1,2,3,4,5", "0,0,9999999,1"])
def test_a_wrong_region_is_quoted(region):
    result = run("watch", "--region", region)
    assert result.exit_code == 2
    assert region in result.stderr
    assert run("watch", "--region", "0,0,9,9", "--window", "x").exit_code == 2
