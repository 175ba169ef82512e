"""The site: it builds without a warning, its API reference is complete, and nothing is loaded from the web."""

import dataclasses
import enum
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

import sapper

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    build = ROOT / "build"
    page = [ROOT / "release" / "static_page.py", "--exercises", "3", "--out", build / "page"]
    subprocess.run([sys.executable, *page], check=True, capture_output=True, timeout=60)
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


class Page(HTMLParser):
    """The ids of a page, its links, and what it loads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        named = dict(attrs)
        if "id" in named:
            self.ids.add(named["id"])
        if tag == "a" and named.get("href"):
            self.links.append(named["href"])
        if tag in ("script", "img", "iframe", "source") and named.get("src"):
            self.loads.append(named["src"].partition("#")[0])  # the theme of a picture follows
        if tag == "link" and named.get("rel") in ("stylesheet", "preload", "preconnect", "icon"):
            self.loads.append(named["href"])


def test_the_first_page_is_the_readme(site):
    page = Page(site / "index.html")
    assert {"quickstart.html", "terminal.html", "learning.html"} <= set(page.links)
    assert page.loads
    assert [name for name in page.loads if not (site / name).is_file()] == []


def test_every_document_stands_in_the_navigation(site):
    links = {link.partition("#")[0] for link in Page(site / "quickstart.html").links} | {"quickstart.html"}
    documents = {path.with_suffix(".html").name for path in (ROOT / "docs").glob("*.md")}
    assert documents - links == set()


def test_every_public_name_stands_in_the_reference(site):
    ids = Page(site / "api.html").ids
    missing = [name for name in sapper.__all__ if not any(found.endswith(f".{name}") for found in ids)]
    assert missing == []


def test_members_and_fields_stand_in_the_reference(site):
    page = (site / "api.html").read_text()
    assert "sapper.analysis.analysis.Analysis.mine_fraction" in page
    assert "the clues that force it, row by row; the proof uses no other clue." in page


def test_links_lead_to_pages_and_headings(site):
    # The addresses of the game follow its #.
    apart = {site / "404.html", site / "play" / "index.html"}
    pages = {path: Page(path) for path in site.rglob("*.html") if path not in apart}
    assert len(pages) > 15
    for path, page in pages.items():
        for link in page.links:
            target, _, anchor = link.partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            there = (path.parent / target).resolve() if target else path
            assert there.exists(), f"{path.name}: {link}"
            assert not anchor or there not in pages or anchor in pages[there].ids, f"{path.name}: {link}"


def test_the_game_lies_under_play(site):
    assert "play/index.html" in Page(site / "index.html").links
    assert "../play/index.html" in Page(site / "gallery" / "gallery.html").links
    page = Page(site / "play" / "index.html")
    assert page.loads
    assert [name for name in page.loads if not (site / "play" / name).is_file()] == []


def test_nothing_is_loaded_from_the_web(site):
    for path in site.rglob("*.html"):
        assert [load for load in Page(path).loads if re.match(r"(https?:)?//", load)] == []


def public_records():
    for name in sapper.__all__:
        value = getattr(sapper, name)
        if isinstance(value, type) and (dataclasses.is_dataclass(value) or issubclass(value, enum.Enum)):
            yield value


@pytest.mark.parametrize("record", list(public_records()), ids=lambda record: record.__name__)
def test_every_field_is_documented(record):
    members = dataclasses.fields(record) if dataclasses.is_dataclass(record) else record
    names = [member.name for member in members if not member.name.startswith("_")]
    _, found, attributes = record.__doc__.partition("\n    Attributes:\n")
    assert found, f"{record.__name__} has no section of attributes"
    assert [name for name in names if not re.search(rf"^        {name}: \S", attributes, re.MULTILINE)] == []


def test_the_package_lists_its_public_names_only():
    assert dir(sapper) == sorted(sapper.__all__)
    assert [name for name in dir(sapper) if name.startswith("_")] == []
