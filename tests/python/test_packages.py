"""The packages: their version stands everywhere alike, and what they carry is complete."""

import importlib.metadata
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.metadata import Metadata
from packaging.version import Version

import sapper

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.fixture(scope="module")
def sources(tmp_path_factory) -> Path:
    """The source distribution, made in a clone: in a checkout the builder looks at every file of its environment."""
    folder = tmp_path_factory.mktemp("sources")
    listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT).split("\0")
    for name in filter(lambda name: (ROOT / name).is_file(), listed):
        (folder / "clone" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / "clone" / name)
    call = f"from scikit_build_core.build import build_sdist; build_sdist({str(folder)!r})"
    run(sys.executable, "-c", call, cwd=folder / "clone")
    [path] = folder.glob("*.tar.gz")
    return path


def run(*command: str, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_one_version_everywhere():
    version = PROJECT["version"]
    assert (sapper.__version__, importlib.metadata.version("sapper")) == (version, version)
    assert str(Version(version)) == version
    headings = re.findall(r"^## (\S+)(?: - (\S+))?$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0] == ("Unreleased", "")
    assert headings[1][0] == version
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", headings[1][1])


def test_the_source_distribution_has_what_a_build_needs_and_valid_metadata(sources):
    with tarfile.open(sources) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
        prefix = f"sapper-{PROJECT['version']}/"
        stated = archive.extractfile(f"{prefix}PKG-INFO").read()
    metadata = Metadata.from_email(stated, validate=True)
    assert (metadata.name, str(metadata.version)) == ("sapper", PROJECT["version"])
    assert metadata.license_expression == "MIT"
    assert metadata.description.startswith("# Sapper\n")
    assert {"CMakeLists.txt", "LICENSE", "engine/bind/module.cpp", "src/sapper/web/static/index.html"} <= names
    assert not [name for name in names if name.startswith(("tests/", "docs/", "build/", "dist/", ".github/"))]
    assert sources.stat().st_size < 5_000_000


def test_workflows_call_targets_that_exist():
    """`make lint` checks them against the schema of workflows."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    called = set()
    for path in WORKFLOWS:
        for job in yaml.safe_load(path.read_text())["jobs"].values():
            for step in job["steps"]:
                called |= set(re.findall(r"^make ([a-z-]+)", step.get("run", ""), re.MULTILINE))
    assert {"wheels", "site"} <= called
    assert called <= targets, called


def test_no_build_goes_into_a_container():
    ignored = set((ROOT / ".dockerignore").read_text().split())
    built = {
        line.strip("/") for line in (ROOT / ".gitignore").read_text().split() if line in (".venv/", "build/", "dist/")
    }
    assert built <= ignored
