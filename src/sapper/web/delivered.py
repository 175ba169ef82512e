"""The files of the page as browsers get them: a bundle of its modules, or the modules as they are.

`make page` bundles the modules (`release/page/bundle.mjs`): a handful of files whose names change with their content,
each also compressed. Packages carry the bundle and no modules. A checkout without a bundle, or with one of other
sources than it has now, has its modules at addresses with a stamp, `/static/STAMP/js/main.js`, which changes with the
files. Either way a browser may cache every file forever.

>>> page = deliver()
>>> "{limits}" in page.document, all(address.startswith("/static/") for address in page.files)
(True, True)
>>> deliver() is page
True
"""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from sapper.words.catalogue import WORDS

__all__ = ["BUNDLE", "STATIC", "File", "Page", "bundle_is_current", "deliver", "link_modules", "list_modules"]

STATIC: Final = Path(__file__).with_name("static")  # the sources
BUNDLE: Final = Path(__file__).with_name("bundle")

_LOADED = frozenset({".js", ".css", ".svg", ".wasm"})  # files that a page may load
_MANIFEST = "/manifest.webmanifest"
_CODINGS = {"br": ".br", "gzip": ".gz"}  # the better one first
_FRESH_S = 1.0  # seconds for which the states of the sources are cached: reading them takes milliseconds
_IMPORTED = re.compile(r'^(?:import|export|\}).* from "(\.[\w./]+)";$', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class File:
    """A file in memory."""

    type: str  # of its content
    content: bytes
    packed: Mapping[str, bytes]  # the content compressed, by content coding, the smallest first


@dataclass(frozen=True, slots=True)
class Page:
    """All that a browser loads of the page."""

    document: str  # with {limits} where those of the server belong
    files: Mapping[str, File]  # by address
    more: Sequence[str]  # addresses of other files that it loads
    folder: Path  # of the files that browsers request at the root
    bundled: bool


def deliver() -> Page:
    """Return the page as it is now: a change of a source is seen within a second."""
    return _deliver(_stamp(int(time.monotonic() / _FRESH_S)))


@lru_cache(maxsize=1)
def _deliver(stamp: str) -> Page:
    return _deliver_bundle() if bundle_is_current() else _deliver_modules(stamp)


@lru_cache(maxsize=1)
def _stamp(_: int) -> str:
    states = ((name, path.stat()) for name, path in _list_sources())
    told = "".join(f"{name} {state.st_size} {state.st_mtime_ns}\n" for name, state in states)
    return hashlib.sha256(told.encode()).hexdigest()[:12]


def bundle_is_current() -> bool:
    """Whether there is a bundle, and the sources, if they are here, are those it was made of."""
    facts = BUNDLE / "page.json"
    return facts.is_file() and (not STATIC.is_dir() or json.loads(facts.read_text())["sources"] == _digest())


def _digest() -> str:
    digest = hashlib.sha256()
    for name, path in _list_sources():
        digest.update(f"{name}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def _list_sources() -> Iterator[tuple[str, Path]]:
    """All files that the page is made of, and their names."""
    paths = ((path.relative_to(STATIC).as_posix(), path) for path in STATIC.rglob("*") if path.is_file())
    yield from sorted(paths)
    yield from ((path.name, path) for path in sorted(WORDS.glob("*.json")))


def _deliver_bundle() -> Page:
    document = (BUNDLE / "index.html").read_text(encoding="utf-8")
    first = json.loads((BUNDLE / "page.json").read_text())["first"]
    return Page(
        document.replace("{preloads}", link_modules(f"/{name}" for name in first)),
        {f"/static/{path.name}": _read(path) for path in sorted(BUNDLE.glob("static/*")) if path.suffix in _LOADED},
        (_MANIFEST,),
        BUNDLE,
        True,
    )


def _deliver_modules(stamp: str) -> Page:
    document = (STATIC / "index.html").read_text(encoding="utf-8")
    preloads = link_modules(f"/static/js/{name}" for name in list_modules())
    paths = sorted(path for path in STATIC.rglob("*.*") if path.suffix in _LOADED and path.name != "sw.js")
    return Page(
        document.replace("{words}\n", "").replace("{preloads}", preloads).replace('"/static/', f'"/static/{stamp}/'),
        {f"/static/{stamp}/{path.relative_to(STATIC).as_posix()}": _read(path) for path in paths},
        (*(f"/words/{path.name}" for path in sorted(WORDS.glob("*.json"))), _MANIFEST),
        STATIC,
        False,
    )


def _read(path: Path) -> File:
    packed = {coding: path.with_name(path.name + suffix) for coding, suffix in _CODINGS.items()}
    return File(
        guess_type(path)[0] or "application/octet-stream",
        path.read_bytes(),
        {coding: file.read_bytes() for coding, file in packed.items() if file.is_file()},
    )


def link_modules(addresses: Iterable[str]) -> str:
    """Return the elements that have a browser load modules before it knows why."""
    return "\n".join(f'<link rel="modulepreload" href="{address}">' for address in addresses)


def list_modules() -> list[str]:
    """Return the modules that `main.js` imports, directly or not: without the list, a browser finds them in turns."""
    found: set[str] = set()
    waiting = ["main.js"]
    while waiting:
        name = waiting.pop()
        for target in _IMPORTED.findall((STATIC / "js" / name).read_text(encoding="utf-8")):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
            if path not in found:
                found.add(path)
                waiting.append(path)
    return sorted(found)
