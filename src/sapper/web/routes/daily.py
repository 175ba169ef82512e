"""Calls about the boards of the day: see them, play them, answer the guess."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from sapper.web.clients import address_of
from sapper.web.daily_schemas import DailyAnswer, DailyStart, DailyView
from sapper.web.requests import BoardKind, DailyGuess, DailyName, Day, NewDaily, Player
from sapper.web.routes.play import answer, own_name
from sapper.web.state import State, StateOf
from sapper.web.views import view_game

__all__ = ["router"]

router = APIRouter(prefix="/api/daily", tags=["daily"])


@router.get("", response_model=DailyView)
async def get_daily(
    state: StateOf,
    request: Request,
    *,
    day: Annotated[Day | None, Query()] = None,
    player: Annotated[Player | None, Query()] = None,
) -> Response:
    """Return the boards of a day, their tables, and what the browser `player` did. A future day is refused."""
    return answer(await _view(state, request, day, player))


@router.post("/guess", response_model=DailyAnswer)
async def answer_guess(body: DailyGuess, state: StateOf, request: Request) -> Response:
    """Answer the guess of a day; return the solution. The first answer stands. One for a past day is not stored."""
    address = address_of(request)
    state.queries.check(address)
    state.starts.check(address)
    name = await own_name(state, body.name, body.player)
    return answer(await state.daily.answer(body.cell, browser=body.player, name=name, day=body.day, address=address))


@router.post("/name", response_model=DailyView)
async def name_today(body: DailyName, state: StateOf, request: Request) -> Response:
    """Give a name to what a browser did today without one, and return the boards of today."""
    state.queries.check(address_of(request))
    name = await own_name(state, body.name, body.player)
    assert name is not None
    await state.daily.name(browser=body.player, name=name)
    return answer(await _view(state, request, None, body.player))


@router.post("/{kind}", status_code=201, response_model=DailyStart)
async def open_daily(kind: BoardKind, body: NewDaily, state: StateOf, request: Request) -> Response:
    """Return a game on a board of the day. The first one counts. Later ones, and those of past days, are practice."""
    state.starts.check(address_of(request))
    state.games_a_day.check(address_of(request))
    name = await own_name(state, body.name, body.player)
    opened = await state.daily.open(kind, browser=body.player, name=name, day=body.day)
    view = DailyStart(game=view_game(opened.live), counts=opened.reason is None, reason=opened.reason)
    return answer(view, 201)


async def _view(state: State, request: Request, day: str | None, player: str | None) -> DailyView:
    state.queries.check(address_of(request))
    return await state.daily.view(day=day, browser=player, address=address_of(request))
