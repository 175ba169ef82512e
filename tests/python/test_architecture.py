"""The architecture: which files an engine file may include, and which modules a Python module may import."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "engine"
# "| `room` | what it computes | rooms it may include |"
ROW = re.compile(r"^\| `([\w/]+)` \| [^|]+ \| ([^|]*)\|$", re.MULTILINE)
ROWS = ROW.findall((ENGINE / "README.md").read_text())
ROOMS = {room: set(allowed.replace(",", " ").split()) for room, allowed in ROWS}
FILES = sorted(path for path in ENGINE.rglob("*") if path.suffix in {".cpp", ".hpp"})


def room_of(path: Path) -> str:
    """The room a file stands in, as the README names it."""
    return path.parent.relative_to(ENGINE).as_posix()


def name_of(path: Path) -> str:
    """A file's path from the engine's folder, as others include it."""
    return path.relative_to(ENGINE).as_posix()


BINDINGS = {"bind", "wasm"}  # of Python and of JavaScript
BESIDE = {"reference", "formats"}  # libraries of their own beside the engine
SOURCES = [path for path in FILES if room_of(path) not in BINDINGS]

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)
SYSTEM_HEADERS = {
    # Callers of the engine print, open files, read the clock and handle signals.
    "chrono",
    "csignal",
    "cstdio",
    "ctime",
    "filesystem",
    "fstream",
    "iostream",
    "print",
    "stdio.h",
    "syncstream",
    "time.h",
    "unistd.h",
}
CALLS = re.compile(
    r"\b(abort|_?exit|_Exit|quick_exit|terminate|[fsv]*n?printf|puts|putchar|clock|time|getenv|system)\s*\(|\bstd::c(out|err|in|log)\b"
)
# Functions whose last bit may differ between systems: IEEE 754 does not fix it, as it does of sqrt, ldexp and fma.
LAST_BITS = re.compile(
    r"\b(pow|exp|exp2|expm1|log|log2|log10|log1p|a?(sin|cos|tan)h?|atan2|cbrt|hypot|erfc?|[lt]gamma)[fl]?\s*\("
)
COMMENTS_AND_TEXTS = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"', re.DOTALL)


def includes(path: Path) -> list[tuple[str, str]]:
    """What a file includes: (quote or angle, name)."""
    return INCLUDE.findall(path.read_text())


def included(path: Path) -> list[Path]:
    """The engine's own files that a file includes."""
    return [ENGINE / name for kind, name in includes(path) if kind == '"']


def test_a_name_stands_for_one_type():
    """If two types of a namespace have the same name, the linker may mix up their functions."""
    definition = re.compile(r"^(?:struct|class|enum class) (\w+)[^;\n]*\{", re.MULTILINE)
    headers = [path for path in FILES if path.suffix == ".hpp"]
    names = [name for path in headers for name in definition.findall(path.read_text())]
    assert len(names) > 100
    assert [name for name in sorted(set(names)) if names.count(name) > 1] == []


# Constants and types of one file.
OWN = re.compile(
    r"^(?:(?:static )?(?:inline )?constexpr [\w:<>, ]+? |(?:struct|class|enum class|using) )(\w+)\b", re.M
)


@pytest.mark.parametrize("room", ["base", "board", "count", "position", "endgame", "proof", "measure", "game"])
def test_files_of_a_room_can_be_compiled_in_one_go(room: str):
    """SAPPER_UNITY does; files of their own, which share names, are left out in CMakeLists.txt."""
    apart = {"endgame/rows.cpp"}
    paths = [
        path for path in SOURCES if room_of(path) == room and path.suffix == ".cpp" and name_of(path) not in apart
    ]
    named = [(name, path.name) for path in paths for name in set(OWN.findall(path.read_text()))]
    names = [name for name, _ in named]
    assert [one for one in named if names.count(one[0]) > 1] == []


def test_the_readme_lists_every_room():
    assert set(ROOMS) == {room_of(path) for path in FILES}


def test_only_games_recordings_and_bindings_may_include_games():
    assert {room for room, allowed in ROOMS.items() if allowed & {"game", "everything"}} == BINDINGS | {"formats"}
    # Measures read where the mines are. A strategy gives them those that it has deduced.
    assert {room for room, allowed in ROOMS.items() if "measure" in allowed} == {"game", "strategy"}


def test_the_engine_does_not_know_the_libraries_beside_it():
    for room, allowed in ROOMS.items():
        if room not in BINDINGS:
            assert allowed & BESIDE == set(), room
    lists = (ROOT / "CMakeLists.txt").read_text()
    assert '"/engine/(bind|wasm|reference|formats)/"' in lists


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_files_include_only_what_their_room_may(path: Path):
    room = room_of(path)
    for other in included(path):
        assert other.is_file(), f"{other} does not exist"
        allowed = room_of(other) == room or room_of(other) in ROOMS[room] or "everything" in ROOMS[room]
        assert allowed, f"{room} may not include {name_of(other)}"


def test_no_file_includes_itself_through_others():
    """Without a cycle every file can be read after the files it includes."""
    order: list[Path] = []

    def visit(path: Path, above: tuple[Path, ...]) -> None:
        assert path not in above, " -> ".join(map(name_of, [*above, path]))
        if path not in order:
            for other in included(path):
                visit(other, (*above, path))
            order.append(path)

    for path in FILES:
        visit(path, ())


@pytest.mark.parametrize("other", sorted(BINDINGS))
def test_the_engine_and_the_other_bindings_do_not_include_bindings(other: str):
    """The includes of a room are checked above; "everything" must not mean the bindings of another language."""
    for path in FILES:
        if room_of(path) != other:
            assert [name_of(one) for one in included(path) if room_of(one) == other] == []


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_the_engine_uses_no_python_and_no_system_services(path: Path):
    names = [name for kind, name in includes(path) if kind == "<"]
    assert [name for name in names if name in SYSTEM_HEADERS or "/" in name or name == "Python.h"] == []
    assert CALLS.search(COMMENTS_AND_TEXTS.sub(" ", path.read_text())) is None


def test_the_call_check_sees_calls():
    for text in (
        "std::abort();",
        "printf(x)",
        "std::snprintf (x)",
        "std::cout << x",
        "exit(1)",
        "time(nullptr)",
    ):
        assert CALLS.search(text), text
    for text in ("runtime(x)", "exits(x)", "next_time = 1"):
        assert not CALLS.search(text), text


# MVF scrambles events by the first eight digits of sines and cosines of a key.
ROUNDED = {"formats/mvf.cpp"}


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_the_engine_calls_no_function_whose_last_bit_may_differ(path: Path):
    found = LAST_BITS.search(COMMENTS_AND_TEXTS.sub(" ", path.read_text()))
    assert (found is not None) == (name_of(path) in ROUNDED)


def test_no_key_of_mvf_comes_near_a_number_that_rounds_otherwise():
    """The last bit of a sine is a hundredth of a millionth of the last digit that is used."""
    for key in range(1 << 16):
        a, b = math.sqrt(key), math.sqrt(key + 1000)
        c, d = math.sqrt(a + 1000), math.sqrt(b + 1000)
        cosines = [math.cos(angle) for angle in (c + 1000, c, d)]
        sines = [math.sin(angle) for angle in (math.sqrt(b), math.sqrt(a) + 1000, d)]
        assert all(abs(abs(value) * 1e8 % 1 - 0.5) > 1e-7 for value in cosines + sines)


def test_the_check_of_last_bits_sees_calls():
    for text in ("std::pow(x, 1.5)", "exp2 (x)", "std::logf(x)", "tanh(x)"):
        assert LAST_BITS.search(text), text
    for text in ("sqrt(x)", "std::ldexp(x, 2)", "frexp(x)", "catalog(x)", "std::ilogb(x)"):
        assert not LAST_BITS.search(text), text


def test_layers_of_the_package():
    command = [
        sys.executable,
        "-c",
        "from importlinter.cli import lint_imports_command as c; c()",
        "--no-cache",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 broken" in done.stdout
