"""The page: its document at every address that it has, and its files."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from sapper.web.delivered import deliver
from sapper.web.problems import answer_http
from sapper.web.state import StateOf
from sapper.words.catalogue import WORDS, Language

__all__ = ["API", "Files", "answer_missing", "router"]

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
}
_FOREVER = "max-age=31536000, immutable"
_STAMPED = re.compile(r"[0-9a-f]{12}/(?P<path>.+)")

router = APIRouter(include_in_schema=False)


class Files(StaticFiles):
    """Files with cache headers: those of the page are cached forever, others are revalidated every time."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with a file, compressed if the browser understands that."""
        file = deliver().files.get(scope["path"])
        if file is None:
            # A page older than this server requests modules with its own stamp: they must not be cached under it.
            stamped = _STAMPED.fullmatch(path)
            response = await super().get_response(stamped["path"] if stamped else path, scope)
            response.headers["Cache-Control"] = "no-cache"
            return response
        told = Headers(scope=scope).get("accept-encoding", "")
        accepted = {part.partition(";")[0].strip() for part in told.split(",")}
        coding = next((coding for coding in file.packed if coding in accepted), None)
        headers = {"Cache-Control": _FOREVER, "Vary": "Accept-Encoding"}
        if coding is None:
            return Response(file.content, media_type=file.type, headers=headers)
        return Response(file.packed[coding], media_type=file.type, headers=headers | {"Content-Encoding": coding})


def _serve(path: Path) -> FileResponse:
    if not path.is_file():
        raise HTTPException(404, f"there is no {path.name}")
    return FileResponse(path, headers={"Cache-Control": "no-cache"})


async def _index(state: StateOf) -> HTMLResponse:
    # In the document, so that the page needs no second request for them.
    page = deliver()
    text = page.document.replace("{limits}", escape(json.dumps(asdict(state.settings.limits))))
    # Both mean that it is checked every time; a browser's offline copy opens the document of a bundle first.
    return HTMLResponse(text, headers={"Cache-Control": "max-age=0" if page.bundled else "no-cache"})


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
    page = deliver()
    return JSONResponse([*page.files, *page.more], headers={"Cache-Control": "no-cache"})


async def _words(language: Language) -> FileResponse:
    """The sentences of a language, which the modules and the package have in common."""
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
        return _serve(deliver().folder / name)

    router.add_api_route(path, file, methods=["GET", "HEAD"])


for _path, _name in _AT_ROOT.items():
    _add_file(_path, _name)
