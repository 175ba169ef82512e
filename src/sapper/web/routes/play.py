"""Calls to play: make a game, look at it, move, undo, branch, hear of changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel
from starlette.responses import Response, StreamingResponse

from sapper.web import making
from sapper.web.clock import now_ms
from sapper.web.games import new_id
from sapper.web.live import LiveGame
from sapper.web.requests import Branch, Move, NewGame
from sapper.web.schemas import GameView
from sapper.web.state import State, StateOf
from sapper.web.views import view_game

__all__ = ["GameName", "address_of", "answer", "make_game", "router"]

router = APIRouter(prefix="/api/games", tags=["play"])

GameName = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$", description="The name of the game.")]
Since = Annotated[int | None, Query(ge=0, le=2**31, description="A version: list the cells changed after it.")]

_QUIET = 15.0  # seconds without an event after which a stream shows that it is alive


@router.post("", status_code=201, response_model=GameView)
async def create_game(body: NewGame, state: StateOf, request: Request) -> Response:
    """Make a game: of a level or a size, on the board of another game, or from a position."""
    state.starts.check(address_of(request))
    live = await make_game(state, body)
    return answer(view_game(live), 201)


@router.get("/{game}", response_model=GameView)
async def get_game(game: GameName, state: StateOf, since: Since = None) -> Response:
    """Look at a game."""
    return answer(view_game(await state.games.get(game), since))


@router.post("/{game}/moves", response_model=GameView)
async def move(game: GameName, body: Move, state: StateOf) -> Response:
    """Reveal, flag, question or chord. A chord whose flags do not match changes nothing and tells what to flash."""
    state.moves.check(game)
    live, played = await state.games.move(game, body.kind, body.cell)
    return answer(view_game(live, body.version, played.flash))


@router.post("/{game}/undo", response_model=GameView)
async def undo(game: GameName, state: StateOf, since: Since = None) -> Response:
    """Take back the last move, the one that ended the game too. The game counts as helped from then on."""
    state.moves.check(game)
    return answer(view_game(await state.games.undo(game), since))


@router.post("/{game}/branch", status_code=201, response_model=GameView)
async def branch(game: GameName, body: Branch, state: StateOf, request: Request) -> Response:
    """Make a game that stands before a move of this one, to try another."""
    state.starts.check(address_of(request))
    return answer(view_game(await state.games.branch(game, body.move, None)), 201)


@router.get(
    "/{game}/events",
    response_class=StreamingResponse,
    responses={200: {"description": "A stream of events.", "content": {"text/event-stream": {}}}},
)
async def listen(game: GameName, state: StateOf) -> StreamingResponse:
    """Hear of every change of a game: events `version` with `{"version": n}`, the present one first."""
    live = await state.games.get(game)
    state.hub.check(game)  # here, where it still has an answer
    return StreamingResponse(
        _stream(state, game, live.version), media_type="text/event-stream", headers={"Cache-Control": "no-store"}
    )


async def make_game(state: State, body: NewGame) -> LiveGame:
    """Make the game that a request asks for."""
    limits = state.settings.limits
    if body.same_board_as is not None:
        # Playing a board of a running game elsewhere would show where its mines are.
        other = await state.games.help(body.same_board_as)
        return await state.games.add(*making.from_same_board(other, body, new_id(), now_ms(), limits))
    if body.from_position is not None:
        made = await asyncio.to_thread(making.from_position, body, new_id(), now_ms(), limits)
        return await state.games.add(*made)
    return await state.games.add(making.make_terms(body, new_id(), now_ms(), limits))


def address_of(request: Request) -> str:
    """Who asks, as far as rates are concerned."""
    return request.client.host if request.client is not None else "nobody"


def answer(view: BaseModel, status: int = 200) -> Response:
    """Return a view as an answer."""
    # Written here in one step: a board goes out for every move of every player.
    return Response(view.model_dump_json(), status_code=status, media_type="application/json")


async def _stream(state: State, game: str, version: int) -> AsyncIterator[str]:
    with state.hub.listen(game) as listener:
        yield _event(version)
        while not listener.closed:
            news = await listener.next(timeout=_QUIET)
            if not listener.closed:
                yield ": here\n\n" if news is None else _event(news)


def _event(version: int) -> str:
    return f'event: version\ndata: {{"version": {version}}}\n\n'
