"""Calls to watch a game by its token: the game, its changes and its review, without the right to play."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from starlette.responses import Response, StreamingResponse

from sapper.game.live import LiveGame
from sapper.web.clients import address_of, charge_game
from sapper.web.problems import NotFoundError
from sapper.web.routes.play import EVENTS, answer, stream
from sapper.web.schemas import ReviewView, WatchView
from sapper.web.state import State, StateOf
from sapper.web.views import view_watched

__all__ = ["router"]

router = APIRouter(prefix="/api/watch", tags=["watch"])

Token = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$", description="The token `watch` of the game.")]


async def _find(token: Token, state: StateOf, request: Request) -> str:
    if not state.tokens.has(token):
        state.queries.check(address_of(request))
    game = await state.tokens.find(token)
    if game is None:
        raise NotFoundError("there is no such game to watch")
    charge_game(request, state, game)
    return game


Watched = Annotated[str, Depends(_find)]


@router.get("/{token}", response_model=WatchView)
async def get_watched(game: Watched, state: StateOf) -> Response:
    """Return a game as its player sees it, without its id; one on a board of the day when the day is over."""
    return answer(view_watched(await _get(game, state)))


@router.get("/{token}/events", response_class=StreamingResponse, responses=EVENTS)
async def listen(game: Watched, state: StateOf, request: Request) -> StreamingResponse:
    """Stream the changes of a game: events `version` with `{"version": n}`, the current one first."""
    await _get(game, state)
    return await stream(state, request, game, watching=True)


@router.get("/{token}/review", response_model=ReviewView)
async def review(game: Watched, state: StateOf, request: Request) -> Response:
    """Return the review of a finished game, as its player sees it. Poll until it is complete."""
    state.costly.check(address_of(request))
    made = await state.reviews.get(await _get(game, state), address_of(request))
    return Response(made, media_type="application/json")


async def _get(game: str, state: State) -> LiveGame:
    live = await state.games.get(game)
    state.daily.check_shared(live)
    return live
