"""Optional packages: only runs and the server need them, and an error about a missing one says what to install."""

import subprocess
import sys

import pytest

OPTIONAL = (
    "pyarrow",
    "duckdb",
    "matplotlib",
    "distributed",
    "fastapi",
    "uvicorn",
    "sqlalchemy",
    "alembic",
    "gymnasium",
    "cv2",
    "PIL",
    "mss",
)


def run(script: str, *missing: str) -> str:
    """What a script prints where some packages are not installed."""
    block = "".join(f"sys.modules[{name!r}] = None\n" for name in missing)
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{block}{script}"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_sapper_imports_none_of_them():
    script = (
        f"import sapper.cli.app\nfrom sapper import *\nprint([name for name in {OPTIONAL} if name in sys.modules])"
    )
    assert run(script) == "[]\n"


@pytest.mark.parametrize(
    ("call", "missing", "extra"),
    [
        ("sapper.simulate('4x4/2', games=1, strategy='safest')", "pyarrow", "runs"),
        ("sapper.compare('safest', 'random', games=1)", "pyarrow", "runs"),
        ("sapper.simulate('4x4/2', games=1, strategy='safest').query('select 1')", "duckdb", "runs"),
        ("make_page(sapper.simulate('4x4/2', games=1, strategy='safest'))", "matplotlib", "runs"),
        ("sapper.simulate('4x4/2', games=1, strategy='safest', cluster='local:1')", "distributed", "cluster"),
        ("sapper.Board.from_image('board.png')", "cv2", "vision"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(call, missing, extra):
    script = f"""
import sapper
from sapper.run.report.page import make_page
try:
    {call}
except sapper.MissingError as error:
    print(isinstance(error, ImportError), error)
"""
    assert run(script, missing) == (
        f"True this needs {missing}, which is not installed: pip install 'sapper[{extra}]' brings it\n"
    )


@pytest.mark.parametrize("command", [["serve"], ["scores", "list"]])
def test_the_web_app_names_its_extra(command):
    script = (
        f"from sapper.cli.app import app\ntry:\n    app({command})\nexcept SystemExit as end:\n    print(end.code)"
    )
    assert run(script, "sqlalchemy").endswith("2\n")


def test_the_command_line_works_without_them():
    script = "from sapper.cli.app import app\napp(['analyze', '1x3:1:b1', '--json'], standalone_mode=False)"
    assert "mine_probability" in run(script, *OPTIONAL)
