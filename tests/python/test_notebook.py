"""The notebooks in `examples` run, and show what they were saved with."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "examples").glob("*.ipynb"))
# In the order in which a notebook prefers them.
KINDS = ("text/html", "image/svg+xml", "image/png", "text/plain")


def shown(path: Path) -> list[tuple[str, str]]:
    """What a reader sees of every output; of a picture of points, which depends on fonts, only the kind."""
    found = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        for output in cell.get("outputs", []):
            assert output["output_type"] in ("display_data", "execute_result"), output
            kind = next(kind for kind in KINDS if kind in output["data"])
            found.append((kind, "" if kind == "image/png" else "".join(output["data"][kind])))
    return found


def test_there_are_notebooks():
    assert [path.name for path in NOTEBOOKS] == ["tour.ipynb"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_shows_what_it_was_saved_with(path, tmp_path):
    copy = Path(shutil.copy(path, tmp_path))
    command = [sys.executable, "-m", "jupyter", "execute", "--inplace", "--timeout=60", copy]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    kinds = {kind for kind, _ in shown(path)}
    assert {"image/svg+xml", "text/html", "image/png"} <= kinds
    assert shown(copy) == shown(path), "make notebooks saves them again"
