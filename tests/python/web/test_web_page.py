"""The files of the page: modules at lasting addresses, or the bundle of exactly these modules."""

from __future__ import annotations

import gzip
import re
from html import unescape

import pytest

from sapper.web import delivered

# What `make page` makes, as far as the server reads it.
SOURCES = {"index.html": "sources", "js/main.js": "one();"}
BUNDLE = {
    "index.html": '<script type="module" src="/static/main-0123ABCD.js"></script>\n{preloads}\n{limits}',
    "sw.js": "bundled",
    "static/main-0123ABCD.js": "one()",
    "static/words-0123ABCD.js": "1",
}


def write(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def forget():
    delivered._stamp.cache_clear()
    delivered._deliver.cache_clear()


@pytest.fixture
def folders(monkeypatch, tmp_path):
    """A page of two sources, and their bundle."""
    monkeypatch.setattr(delivered, "STATIC", tmp_path / "static")
    monkeypatch.setattr(delivered, "BUNDLE", tmp_path / "bundle")
    write(delivered.STATIC, SOURCES)
    write(delivered.BUNDLE, BUNDLE)
    (delivered.BUNDLE / "static/main-0123ABCD.js.gz").write_bytes(gzip.compress(b"one()"))
    (delivered.BUNDLE / "static/main-0123ABCD.js.br").write_bytes(b"brotli")
    facts = f'{{"sources": "{delivered._digest()}", "first": ["static/words-0123ABCD.js"]}}'
    (delivered.BUNDLE / "page.json").write_text(facts)
    forget()
    yield
    forget()


@pytest.fixture
def modules(monkeypatch, tmp_path):
    """The page without a bundle."""
    monkeypatch.setattr(delivered, "BUNDLE", tmp_path / "none")
    forget()
    yield
    forget()


def test_a_bundle_is_compressed_as_the_browser_asks(folders, client):
    document = client.get("/").text
    assert '<link rel="modulepreload" href="/static/words-0123ABCD.js">' in document
    assert unescape(document).count('"states"') == 1
    address = "/static/main-0123ABCD.js"
    for asked, coding, size in (
        ("gzip, deflate, br;q=0.9", "br", 6),
        ("gzip", "gzip", len(gzip.compress(b"one()"))),
        ("identity", None, 5),
    ):
        with client.stream("GET", address, headers={"Accept-Encoding": asked}) as answer:
            assert len(b"".join(answer.iter_raw())) == size
        assert answer.headers.get("content-encoding") == coding
        assert answer.headers["vary"] == "Accept-Encoding"
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["content-type"].startswith("text/javascript")
    assert client.get("/sw.js").text == "bundled"
    assert client.get("/files.json").json() == [
        "/static/main-0123ABCD.js",
        "/static/words-0123ABCD.js",
        "/manifest.webmanifest",
    ]


def test_a_bundle_of_other_sources_is_not_served(folders, client):
    assert "main-0123ABCD" in client.get("/").text
    for name, text in (("js/main.js", "two();"), ("js/more.js", "")):
        write(delivered.STATIC, SOURCES)
        (delivered.STATIC / name).write_text(text)
        forget()
        assert client.get("/").text == "sources"
    # A package has no sources.
    forget()
    for path in sorted(delivered.STATIC.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    delivered.STATIC.rmdir()
    assert "main-0123ABCD" in client.get("/").text


def test_nothing_else_is_served(client):
    assert client.get("/api/files/api.js").status_code == 200
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/api/files/../app.py", "/static/nothing.js"):
        assert client.get(path).status_code == 404


def test_modules_have_lasting_addresses(modules, client):
    document = client.get("/").text
    addresses = re.findall(r'"(/static/[^"#]+)', document)
    assert len(addresses) > 100
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.content == (delivered.STATIC / re.sub("^/static/[0-9a-f]{12}/", "", address)).read_bytes()
        assert "immutable" in answer.headers["cache-control"]
    address = re.search(r'"(/static/[0-9a-f]{12}/js/main\.js)"', document)[1]
    # Files of an older page are served, but not cached.
    older = client.get(re.sub("[0-9a-f]{12}", "0" * 12, address))
    assert (older.status_code, older.headers["cache-control"]) == (200, "no-cache")
    assert client.get(f"/static/{'0' * 12}/%2e%2e/app.py").status_code == 404
    assert client.get("/").headers["cache-control"] == "no-cache"


def test_the_engine_of_the_page_is_among_its_files(modules, client):
    address = re.search(r'"(/static/[0-9a-f]{12}/)js/main\.js"', client.get("/").text)[1] + "engine/index.js"
    assert client.get(address).headers["content-type"].startswith("text/javascript")
    assert address in client.get("/files.json").json()
