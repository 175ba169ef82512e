"""The pinned versions of the development environment: every requirement has a version that it allows."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PINS = [Requirement(line) for line in (ROOT / "constraints.txt").read_text().splitlines()]


def test_every_requirement_is_pinned_to_a_version_it_allows():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = project["project"]["optional-dependencies"].values()
    lists = [project["project"]["dependencies"], project["build-system"]["requires"], *extras]
    wanted = [Requirement(text) for one in lists for text in one if not text.startswith("sapper[")]
    pins = {canonicalize_name(pin.name): re.sub("^==", "", str(pin.specifier)) for pin in PINS}
    assert [str(need) for need in wanted if pins.get(canonicalize_name(need.name)) is None] == []
    assert [str(need) for need in wanted if pins[canonicalize_name(need.name)] not in need.specifier] == []


def test_pins_name_versions_and_nothing_of_the_machine():
    assert [str(pin) for pin in PINS if pin.url or not str(pin.specifier).startswith("==")] == []
