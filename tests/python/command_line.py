"""The program run in two ways, for the tests of the command line."""

import os
import subprocess
import sys

from typer.testing import CliRunner

from sapper.cli.app import app


def run(*args, stdin=None, env=None):
    """A run inside this process."""
    clean = {"COLUMNS": "120", "NO_COLOR": None, "FORCE_COLOR": None, **(env or {})}
    result = CliRunner().invoke(app, [str(arg) for arg in args], input=stdin, env=clean, prog_name="sapper")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def run_process(*args, stdin=b"", env=None):
    """A true run, without a terminal."""
    clean = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "NO_COLOR", "FORCE_COLOR")}
    return subprocess.run(
        [sys.executable, "-m", "sapper", *map(str, args)],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=120,
        env=clean | (env or {}),
    )


def written(tmp_path, content, name="board.txt"):
    """A file with this content."""
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def check_refused(result, *fragments):
    """One line on standard error, nothing else, exit code 2."""
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("sapper: error: ")
    assert result.stderr.count("\n") == 1
    for fragment in fragments:
        assert fragment in result.stderr
