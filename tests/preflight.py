"""What the tests need from the machine: `python3 tests/preflight.py [--packages]`.

Prints what is missing, what fails without it, and the Debian packages that install it. Exits with code 1 if nothing
can be built without it. `--packages` prints the names of the packages only, for a script that installs them.

It runs before the environment exists, so it imports the standard library only.
"""

from __future__ import annotations

import shutil
import sys
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from glob import glob
from importlib.util import find_spec
from pathlib import Path


@dataclass(frozen=True)
class Need:
    """One thing the machine provides."""

    what: str
    package: str  # of Debian
    found: Callable[[], object]  # whether it is installed
    without: str = ""  # what fails or is left out; empty where nothing can be built


def has(*programs: str) -> Callable[[], object]:
    """Whether one of these programs is on the path."""
    return lambda: any(map(shutil.which, programs))


NEEDS = (
    Need("make", "make", has("make")),
    Need("a C++20 compiler", "g++", has("c++", "g++", "clang++")),
    Need("the headers of Python", "python3-dev", lambda: Path(sysconfig.get_path("include"), "Python.h").exists()),
    Need("virtual environments", "python3-venv", lambda: find_spec("venv") and find_spec("ensurepip")),
    Need(
        "PostgreSQL",
        "postgresql",
        lambda: shutil.which("initdb") or glob("/usr/lib/postgresql/*/bin/initdb"),
        "tests/python/web fails",
    ),
    Need(
        "Chromium without windows",
        "chromium-headless-shell",
        has("chromium-headless-shell"),
        "tests/browser takes twice as long, and fails where there is no other Chromium",
    ),
    Need("the compiler for WebAssembly", "emscripten", has("em++"), "make wasm and tests/wasm fail"),
    Need("npm", "npm", has("npm"), "make npm, make page and tests/wasm fail"),
    Need("a display without a screen", "xvfb", has("Xvfb"), "tests/python/test_autoplay.py fails"),
    Need(
        "Tk for Python",
        "python3-tk",
        lambda: find_spec("tkinter") and find_spec("_tkinter"),
        "tests/python/test_autoplay.py and tests/python/test_watch.py fail",
    ),
    Need("xdotool", "xdotool", has("xdotool"), "tests/python/test_autoplay.py fails"),
    Need(
        "xdemineur",
        "xdemineur",
        lambda: shutil.which("xdemineur") or Path("/usr/games/xdemineur").exists(),
        "tests/python/test_autoplay.py fails",
    ),
    Need(
        "Simon Tatham's Mines",
        "sgt-puzzles",
        lambda: shutil.which("sgt-mines") or Path("/usr/games/sgt-mines").exists(),
        "tests/python/test_programs.py fails",
    ),
    Need(
        "tsc",
        "node-typescript",
        has("tsc"),
        "make lint does not check the types of the page and of the JavaScript package",
    ),
)


def describe(missing: list[Need]) -> str:
    """What is missing and how to install it, as lines; nothing where all is there."""
    if not missing:
        return ""
    lines = [f"missing: {need.what}: {need.without or 'nothing can be built'}" for need in missing]
    return "\n".join([*lines, f"to install: apt-get install {' '.join(need.package for need in missing)}"])


def main() -> int:
    """Report what is missing; 1 where nothing can be built."""
    missing = [need for need in NEEDS if not need.found()]
    if "--packages" in sys.argv[1:]:
        print(*(need.package for need in missing))
        return 0
    if missing:
        print(describe(missing), file=sys.stderr)
    return int(any(not need.without for need in missing))


if __name__ == "__main__":
    sys.exit(main())
