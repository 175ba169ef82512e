"""Calls for replays: import a file, review a replay, and games of this server as replays and as files."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response

from sapper.errors import ParseError
from sapper.play.review import Finished
from sapper.web import replaying
from sapper.web.clients import LanguageOf, address_of, charge, compute
from sapper.web.problems import NotFoundError
from sapper.web.replay_schemas import ImportView, ReplayView
from sapper.web.requests import Track
from sapper.web.routes.play import GameName
from sapper.web.schemas import ReviewView
from sapper.web.state import StateOf

__all__ = ["IMPORTS", "router"]

router = APIRouter(prefix="/api", tags=["replay"], dependencies=[Depends(charge)])

IMPORTS: Final = "/api/imports"  # its bodies are files, which have a limit of their own

FileName = Annotated[str, Query(max_length=255, description="The name of the file; its ending may tell the format.")]
Number = Annotated[int, Query(ge=0, le=100_000, description="Of the replay in a file that holds several.")]
Partial = Annotated[bool, Query(description="Read a broken replay as far as it goes.")]
ReplayName = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$", description="As an import returned it.")]
FileForm = Annotated[Literal["evf", "rawvf"], Path(description="EVF 4 or RAWVF 6.")]

_FILE = {"requestBody": {"required": True, "content": {"application/octet-stream": {"schema": {"format": "binary"}}}}}


@router.post("/imports", response_model=ImportView, openapi_extra=_FILE)
async def import_file(
    request: Request,
    state: StateOf,
    language: LanguageOf,
    name: FileName = "",
    *,
    number: Number = 0,
    partial: Partial = False,
) -> Response:
    """Return what a file or a text holds: a board, a layout or a replay, of any program. The body is the file."""
    state.costly.check(address_of(request))
    data = await request.body()
    if not data.strip():
        raise ParseError("the file is empty", byte=0)
    asked = replaying.Asked(name, number, partial, language)
    made = await compute(state, request, replaying.write_import, data, asked, state.settings.limits)
    if made.replay is not None and made.finished is not None:
        state.replays.keep(made.replay, made.finished)
    return Response(made.text, media_type="application/json")


@router.get("/replays/{replay}/review", response_model=ReviewView)
async def review_replay(replay: ReplayName, state: StateOf, request: Request) -> Response:
    """Return the review of an imported replay. Poll until it is complete; import the file again after 404."""
    state.costly.check(address_of(request))
    finished = state.replays.get(replay)
    if finished is None:
        raise NotFoundError("this replay is not kept any more: import its file again")
    made = await state.reviews.get_finished((replay, 0), lambda: finished, address_of(request))
    return Response(made, media_type="application/json")


@router.post("/games/{game}/replay", response_model=ReplayView)
async def replay_game(game: GameName, body: Track, state: StateOf, request: Request) -> Response:
    """Return a finished game as a replay, with the way of the pointer if the player recorded it."""
    state.costly.check(address_of(request))
    finished = Finished.of(await state.games.get(game))
    made = await compute(state, request, replaying.write_own, finished, body.moves)
    return Response(made, media_type="application/json")


@router.post(
    "/games/{game}/replay/{form}",
    response_class=Response,
    responses={200: {"description": "A file.", "content": {"application/octet-stream": {}}}},
)
async def write_replay(game: GameName, form: FileForm, body: Track, state: StateOf, request: Request) -> Response:
    """Return a finished game as a file that other programs read."""
    state.costly.check(address_of(request))
    finished = Finished.of(await state.games.get(game))
    made = await compute(state, request, replaying.write_own_file, finished, body.moves, form)
    return Response(made, media_type="application/octet-stream")
