"""The files of the page, and the addresses under which it opens."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

__all__ = ["API", "STATIC", "Files", "router"]

STATIC: Final = Path(__file__).parents[1] / "static"
API: Final = Path(__file__).parents[1] / "api"

# Every page is the same file; what it shows is in its address.
_PAGES = ("/", "/g/{game}", "/r/{race}", "/analyse", "/race", "/scores", "/statistics", "/help")
# Files that browsers look for at the root.
_AT_ROOT = {
    "/sw.js": "sw.js",
    "/manifest.webmanifest": "manifest.webmanifest",
    "/favicon.ico": "favicon.svg",
    "/robots.txt": "robots.txt",
}

router = APIRouter(include_in_schema=False)


class Files(StaticFiles):
    """Files that browsers keep and ask about each time: their names do not change with what is in them."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with a file."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


def _serve(path: Path) -> FileResponse:
    if not path.is_file():
        raise HTTPException(404, f"there is no {path.name}")
    return FileResponse(path, headers={"Cache-Control": "no-cache"})


async def _index() -> FileResponse:
    return _serve(STATIC / "index.html")


async def _api_page() -> FileResponse:
    return _serve(API / "index.html")


router.add_api_route("/api", _api_page, methods=["GET", "HEAD"])
for _path in _PAGES:
    router.add_api_route(_path, _index, methods=["GET", "HEAD"])


def _add_file(path: str, name: str) -> None:
    async def file() -> FileResponse:
        return _serve(STATIC / name)

    router.add_api_route(path, file, methods=["GET", "HEAD"])


for _path, _name in _AT_ROOT.items():
    _add_file(_path, _name)
