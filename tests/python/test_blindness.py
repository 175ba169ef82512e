"""No stage that reads a board can reach a layout; checked by includes and imports."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "engine"
# Only games, recorded games and bindings may include layouts.
ALLOWED = {"game", "formats", "bind", "wasm"}
SOURCES = sorted(p for p in ENGINE.rglob("*.[ch]pp") if p.relative_to(ENGINE).parts[0] not in ALLOWED)
FORBIDDEN_ROOM = "sapper.game"


def included(path: Path, seen: set[str] | None = None) -> set[str]:
    """All engine headers a file includes, directly or through others."""
    seen = set() if seen is None else seen
    for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', path.read_text(), re.MULTILINE):
        if name not in seen:
            seen.add(name)
            included(ENGINE / name, seen)
    return seen


def imported(module: str, seen: set[str] | None = None) -> set[str]:
    """The modules of the package a module imports, directly or through others; the package itself aside."""
    seen = set() if seen is None else seen
    path = ROOT / "src" / Path(*module.split(".")).with_suffix(".py")
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = module.rsplit(".", node.level)[0] + "." if node.level else ""
            base = (base + (node.module or "")).rstrip(".")
            names |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    for name in sorted(names - seen):
        if name.startswith("sapper.") and (ROOT / "src" / Path(*name.split("."))).with_suffix(".py").exists():
            seen.add(name)
            imported(name, seen)
    return seen


def test_the_stages_exist():
    assert {"board", "component", "tally", "analysis", "question", "sample"} <= {path.stem for path in SOURCES}
    assert {"deduce", "pods", "smartguess", "matrix"} <= {path.stem for path in SOURCES}
    assert {"board/board.hpp", "board/shape.hpp"} <= included(ENGINE / "count" / "analysis.cpp")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_stage_includes_the_layout(path):
    assert [name for name in included(path) if name.startswith("game/")] == []


@pytest.mark.parametrize(
    "module",
    [
        "sapper.analysis.analysis",
        "sapper.analysis.rules",
        "sapper.play.strategy",
        "sapper.reference.pattern_play",
    ],
)
def test_no_solver_module_imports_the_layout(module):
    assert [name for name in imported(module) if name.startswith(FORBIDDEN_ROOM)] == []
    assert imported(module), "nothing imported: the test looks in the wrong place"
