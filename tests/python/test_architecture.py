"""The order of the house, held by tests: what engine files include, and what Python modules import."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "engine"
LISTED = re.findall(r"^- `([\w/]+)`: ", (ENGINE / "README.md").read_text(), re.MULTILINE)
FOLDERS = [ENGINE, ENGINE / "strategy"]
SOURCES = sorted(path for folder in FOLDERS for path in folder.iterdir() if path.suffix in {".cpp", ".hpp"})


def name_of(path: Path) -> str:
    """A file's name as the README lists it: without its ending, with its folder."""
    return path.relative_to(ENGINE).with_suffix("").as_posix()


HEADERS = sorted(name_of(path) for path in SOURCES if path.suffix == ".hpp")
BINDINGS = sorted(path for path in (ENGINE / "bind").iterdir() if path.suffix in {".cpp", ".hpp"})

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)
SYSTEM_HEADERS = {
    # Printing, files, the clock and signals are for those who call the engine.
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
COMMENTS_AND_TEXTS = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"', re.DOTALL)


def includes(path: Path) -> list[tuple[str, str]]:
    """What a file includes: (quote or angle, name)."""
    return INCLUDE.findall(path.read_text())


def test_a_name_stands_for_one_type():
    """Two types of one name in one namespace make the linker mix up what the compiler makes of each."""
    definition = re.compile(r"^(?:struct|class|enum class) (\w+)[^;\n]*\{", re.MULTILINE)
    headers = [path for path in [*SOURCES, *BINDINGS] if path.suffix == ".hpp"]
    names = [name for path in headers for name in definition.findall(path.read_text())]
    assert len(names) > 100
    assert [name for name in sorted(set(names)) if names.count(name) > 1] == []


def test_the_readme_lists_every_header_once():
    assert sorted(LISTED) == HEADERS
    # A strategy needs no header of its own: strategy/strategy.hpp declares them all.
    alone = {name_of(path) for path in SOURCES if path.suffix == ".cpp"} - set(HEADERS)
    assert all(name.startswith("strategy/") for name in alone), alone


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_engine_files_include_only_what_stands_above(path: Path):
    # A strategy without a header of its own stands between those it is made of and the catalogue.
    name = name_of(path) if name_of(path) in LISTED else "strategy/catalogue"
    own_header = path.with_suffix(".hpp").exists() and path.suffix == ".cpp"
    allowed = {ENGINE / f"{name}.hpp" for name in LISTED[: LISTED.index(name) + own_header]}
    assert [
        name for kind, name in includes(path) if kind == '"' and (path.parent / name).resolve() not in allowed
    ] == []


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_the_engine_knows_no_python_and_touches_nothing_outside(path: Path):
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


@pytest.mark.parametrize("path", BINDINGS, ids=lambda path: path.name)
def test_bindings_include_the_engine_or_each_other(path: Path):
    for kind, name in includes(path):
        if kind == '"':
            assert (path.parent / name).is_file(), name


def test_layers_of_the_package():
    command = [
        sys.executable,
        "-c",
        "from importlinter.cli import lint_imports_command as c; c()",
        "--no-cache",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 kept, 0 broken" in done.stdout
