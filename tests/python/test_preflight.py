"""What `make test` prints on a machine that lacks something."""

import subprocess
import sys
from pathlib import Path

import preflight

ROOT = Path(__file__).resolve().parents[2]


def run(*options, path):
    command = [sys.executable, ROOT / "tests" / "preflight.py", *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, env={"PATH": str(path)})


def test_a_machine_without_programs(tmp_path):
    result = run(path=tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert "missing: a C++20 compiler: nothing can be built\n" in result.stderr
    assert "missing: tsc: make lint does not check the types of the page and of the JavaScript" in result.stderr
    install = result.stderr.splitlines()[-1].removeprefix("to install: apt-get install ").split()
    assert {"make", "g++", "chromium-headless-shell", "emscripten", "npm", "node-typescript"} <= set(install)
    assert run("--packages", path=tmp_path).stdout.split() == install


def test_what_tests_can_do_without_does_not_stop_them(tmp_path):
    for program in ("make", "c++"):
        (tmp_path / program).touch(mode=0o755)
    result = run(path=tmp_path)
    assert result.returncode == 0
    assert "missing: Chromium without windows: tests/browser takes twice as long" in result.stderr


def test_nothing_is_printed_on_a_complete_machine():
    assert preflight.describe([]) == ""


def test_the_readme_lists_the_packages():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [need.package for need in preflight.NEEDS if f"`{need.package}`" not in text] == []
