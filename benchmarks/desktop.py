"""A display without a screen, and programs of Debian that play Minesweeper on it.

`PROGRAMS` lists them: how each is started, how a game begins and which board it has. Nothing of them is kept.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import sapper
from sapper.vision.autoplay import Step
from sapper.vision.read import read_pixels
from sapper.vision.screen import Screen, Window

_PATIENCE = 30.0  # seconds until a program has drawn its window


@dataclass(frozen=True)
class Program:
    """One program."""

    name: str
    package: str  # of Debian
    command: tuple[str, ...]
    title: str  # of its window
    level: str  # of the board it starts with
    files: tuple[tuple[str, str], ...] = ()  # of its user data: name and content
    size: tuple[int, int] | None = None  # to which its window is set
    new_game: tuple[Step, ...] = ()  # as `Autoplay.renew` takes it
    start: tuple[int, int] | None = None  # the cell that autoplay opens first, or None where the program opens one

    @property
    def path(self) -> str | None:
        """Where it is installed, or None."""
        return shutil.which(self.command[0], path=f"{os.environ.get('PATH', '')}:/usr/games")

    @property
    def mines(self) -> int:
        """The mines of its board."""
        return sapper.Level.parse(self.level).mines


PROGRAMS = (
    Program("xdemineur", "xdemineur", ("xdemineur", "-geometry", "16x16", "-m", "40"), "mineur", "16x16/40"),
    # The letter a: boards that may need a guess, as all others have.
    Program(
        "sgt-mines", "sgt-puzzles", ("sgt-mines", "16x16n40a"), "Mines", "16x16/40", new_game=("n",), start=(0, 0)
    ),
    Program(
        "gnome-mines",
        "gnome-mines",
        ("gnome-mines", "--medium"),
        "Mines",
        "16x16/40",
        # Ten best times that no game beats: it asks for no name at the end of a game.
        files=(("gnome-mines/scores/16-16-40", "0 1500000000 player\n" * 10),),
        # Its first size gives some columns a pixel more than others, which is not read well.
        size=(900, 700),
        new_game=((765, 519),),
        start=(0, 0),
    ),
    Program("kmines", "kmines", ("kmines",), "KMines", "9x9/10", new_game=("Return", "ctrl+n")),
    Program("xbomb", "xbomb", ("xbomb",), "XBomb", "8x8/10"),
)


@contextmanager
def open_display(size: str = "1280x900") -> Iterator[str]:
    """Start a display and make it that of this process; give its name."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as numbers:
        name = f":{numbers.readline().strip()}"
    before = os.environ.get("DISPLAY")
    os.environ["DISPLAY"] = name
    try:
        yield name
    finally:
        server.terminate()
        server.wait()
        os.environ.pop("DISPLAY")
        if before is not None:
            os.environ["DISPLAY"] = before


@contextmanager
def start(program: Program) -> Iterator[tuple[Screen, Window]]:
    """Start a program with empty settings; give the screen and its window once a board can be read in it."""
    path = program.path
    assert path is not None
    command = [path, *program.command[1:]]
    if shutil.which("dbus-run-session"):
        command = ["dbus-run-session", "--", *command]
    # A service that the program starts may leave a mount there, which cannot be removed.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        for name, content in program.files:
            file = Path(home, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content)
        places = {"HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "XDG_RUNTIME_DIR": home}
        game = subprocess.Popen(
            command,
            env={
                **os.environ,
                **places,
                "GDK_BACKEND": "x11",
                "QT_QPA_PLATFORM": "xcb",
                "NO_AT_BRIDGE": "1",
                "GSETTINGS_BACKEND": "memory",
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            with Screen() as screen:
                window = _await_window(screen, program)
                if program.size is not None:
                    time.sleep(1)
                    wanted = [str(side) for side in program.size]
                    subprocess.run(["xdotool", "windowsize", str(window.number), *wanted], check=True)
                _await_board(screen, program)
                yield screen, _await_window(screen, program)
        finally:
            os.killpg(game.pid, signal.SIGTERM)
            game.wait()


def _await_window(screen: Screen, program: Program) -> Window:
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            return screen.find(program.title)
        except sapper.InputError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def _await_board(screen: Screen, program: Program) -> None:
    """Wait until the window shows a board and stays as it is; some programs draw it seconds after their window."""
    deadline = time.monotonic() + _PATIENCE
    before = None
    while time.monotonic() < deadline:
        time.sleep(1)
        now = screen.look(_await_window(screen, program).region)
        if before is not None and np.array_equal(before, now):
            with suppress(sapper.InputError):
                read_pixels(now, photo=False)
                return
        before = now


def save_picture(pixels: object, path: Path) -> None:
    """Write a picture as a PNG."""
    from PIL import Image  # noqa: PLC0415  # only where pictures are wanted

    Image.fromarray(pixels).save(path)  # type: ignore[arg-type]
