"""The committed stub equals the one that nanobind generates from the current engine.

To bring it up to date:

    make stub
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import sapper
from sapper import _engine

ROOT = Path(__file__).resolve().parents[2]
STUB = ROOT / "src" / "sapper" / "_engine.pyi"


def run(*command: str) -> None:
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stub_is_up_to_date(tmp_path: Path):
    fresh = tmp_path / "_engine.pyi"
    run("nanobind.stubgen", "-q", "-m", "sapper._engine", "-o", str(fresh))
    run("ruff", "format", "-q", "--config", str(ROOT / "pyproject.toml"), str(fresh))
    assert STUB.read_text() == fresh.read_text(), "the stub is out of date: see the top of this test"


def test_the_stub_is_shipped_where_type_checkers_look():
    package = Path(sapper.__file__).parent
    assert (package / "_engine.pyi").is_file()
    assert (package / "py.typed").is_file()


def test_both_halves_agree_on_their_version():
    assert sapper.__version__ == _engine.version()
