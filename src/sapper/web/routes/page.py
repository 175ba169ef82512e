"""The files of the page, and the addresses at which it opens.

The page refers to its files with a stamp, `/static/STAMP/js/main.js`. The stamp changes with the files, so browsers
can cache them forever, and opening the page again is one request. Without the stamp they revalidate every time.

>>> stamp() == stamp(), len(stamp())
(True, 12)
"""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
import time
from dataclasses import asdict
from functools import lru_cache
from html import escape
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from sapper.web.problems import answer_http
from sapper.web.state import StateOf
from sapper.words.catalogue import WORDS, Language

__all__ = ["API", "STATIC", "Files", "answer_missing", "find_file", "modules", "router", "stamp"]

STATIC: Final = Path(__file__).parents[1] / "static"
API: Final = Path(__file__).parents[1] / "api"

# Every page is the same document; its script shows what the address says.
_PAGES = (
    "/",
    "/g/{game}",
    "/w/{token}",
    "/r/{race}",
    "/m/{match}",
    "/match",
    "/analyse",
    "/learn",
    "/daily",
    "/race",
    "/scores",
    "/statistics",
    "/history",
    "/help",
    "/replay",
    "/open",
)
# Files that browsers request at the root.
_AT_ROOT = {
    "/sw.js": "sw.js",
    "/manifest.webmanifest": "manifest.webmanifest",
    "/favicon.ico": "favicon.svg",
    "/robots.txt": "robots.txt",
}

# Files that a page may load.
_LOADED = frozenset({".js", ".css", ".svg"})
_FOREVER = "max-age=31536000, immutable"

router = APIRouter(include_in_schema=False)


_FRESH_S = 1.0  # seconds for which the states of the files are cached: reading them takes milliseconds
_IMPORTED = re.compile(r'^(?:import|export|\}).* from "(\.[\w./]+)";$', re.MULTILINE)
_STAMPED = re.compile(r"[0-9a-f]{12}/(?P<path>.+)")


class Files(StaticFiles):
    """Files with cache headers: cached forever at a stamped address, otherwise revalidated every time."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with a file."""
        stamped = _STAMPED.fullmatch(path)
        response = await super().get_response(stamped["path"] if stamped else path, scope)
        # A page older than this server requests files with its own stamp: they must not be cached under it.
        current = stamped is not None and path.startswith(stamp())
        response.headers["Cache-Control"] = _FOREVER if current else "no-cache"
        return response


def stamp() -> str:
    """Return a text that changes, within a second, whenever a file of the page changes."""
    return _stamp(int(time.monotonic() / _FRESH_S))


@lru_cache(maxsize=1)
def _stamp(_: int) -> str:
    files = sorted(path for path in STATIC.rglob("*") if path.is_file())
    states = ((path.relative_to(STATIC), path.stat()) for path in files)
    told = "".join(f"{path} {state.st_size} {state.st_mtime_ns}\n" for path, state in states)
    return hashlib.sha256(told.encode()).hexdigest()[:12]


def find_file(path: str) -> Response | None:
    """Return the answer for a file of the page at its stamped address; None for any other address.

    Opening the page requests all of its modules at once, and reading them from the disk took most of that time.
    """
    return _files_by_address(stamp()).get(path)


@lru_cache(maxsize=1)
def _files_by_address(stamp: str) -> dict[str, Response]:
    return {
        f"/static/{stamp}/{path.relative_to(STATIC).as_posix()}": Response(
            path.read_bytes(), media_type=guess_type(path)[0], headers={"Cache-Control": _FOREVER}
        )
        for path in STATIC.rglob("*.*")
        if path.suffix in _LOADED
    }


def modules() -> list[str]:
    """Return the modules that `main.js` imports, directly or not, so that a browser loads them all at once."""
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


def _serve(path: Path) -> FileResponse:
    if not path.is_file():
        raise HTTPException(404, f"there is no {path.name}")
    return FileResponse(path, headers={"Cache-Control": "no-cache"})


@lru_cache(maxsize=1)
def _document(stamp: str) -> str:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    preloads = (f'<link rel="modulepreload" href="/static/js/{name}">' for name in modules())
    return page.replace("{preloads}", "\n".join(preloads)).replace('"/static/', f'"/static/{stamp}/')


async def _index(state: StateOf) -> HTMLResponse:
    # In the document, so that the page needs no second request for them.
    page = _document(stamp()).replace("{limits}", escape(json.dumps(asdict(state.settings.limits))))
    return HTMLResponse(page, headers={"Cache-Control": "no-cache"})


async def answer_missing(request: Request, error: Exception) -> Response:
    """Answer an unknown address: with the page, which says so, if a browser asked for one; otherwise as a problem."""
    asks_for_page = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
    if not asks_for_page or request.url.path.startswith(("/api", "/static/")):
        return await answer_http(request, error)
    response = await _index(request.app.state.sapper)
    response.status_code = 404
    return response


async def _files() -> JSONResponse:
    """The addresses of all files that the page may load, for its offline copy."""
    now = stamp()
    kept = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.*") if path.suffix in _LOADED)
    addresses = [f"/static/{now}/{path}" for path in kept if path != _AT_ROOT["/sw.js"]]
    words = [f"/words/{path.name}" for path in sorted(WORDS.glob("*.json"))]
    return JSONResponse([*addresses, *words, "/manifest.webmanifest"], headers={"Cache-Control": "no-cache"})


async def _words(language: Language) -> FileResponse:
    """The sentences of a language, which the page and the package have in common."""
    return _serve(WORDS / f"{language}.json")


async def _api_page() -> FileResponse:
    return _serve(API / "index.html")


router.add_api_route("/files.json", _files, methods=["GET", "HEAD"])
router.add_api_route("/words/{language}.json", _words, methods=["GET", "HEAD"])
router.add_api_route("/api", _api_page, methods=["GET", "HEAD"])
for _path in _PAGES:
    router.add_api_route(_path, _index, methods=["GET", "HEAD"])


def _add_file(path: str, name: str) -> None:
    async def file() -> FileResponse:
        return _serve(STATIC / name)

    router.add_api_route(path, file, methods=["GET", "HEAD"])


for _path, _name in _AT_ROOT.items():
    _add_file(_path, _name)
