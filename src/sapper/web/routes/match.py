"""Calls about matches: create one, take a seat, start rounds, and listen to what happens."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response, StreamingResponse

from sapper.web.clients import address_of
from sapper.web.match_feed import name_feed
from sapper.web.match_rows import Match
from sapper.web.match_schemas import MatchPlayer, MatchReady, MatchRemoval, MatchSeat, MatchTerms, NewMatch, TakeSeat
from sapper.web.matches import code_of
from sapper.web.problems import NotFoundError, RateError
from sapper.web.requests import Player
from sapper.web.routes.play import EVENTS, answer, own_name
from sapper.web.state import State, StateOf
from sapper.web.views import view_game

__all__ = ["router"]

router = APIRouter(prefix="/api/matches", tags=["match"])

_QUIET = 8.0  # seconds without an event after which a stream sends a comment, and notes that its player is here

Token = Annotated[
    str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$", description="The token `join` of the match; `watch` only shows it.")
]
PlayerOf = Annotated[Player | None, Query(description="The text of the player whose seat and game to return.")]


async def _find(token: Token, state: StateOf, request: Request) -> Match:
    state.queries.check(address_of(request))
    return await state.matches.find(token)


async def _join(token: Token, state: StateOf, request: Request) -> Match:
    match = await _find(token, state, request)
    if token != match.id:
        raise NotFoundError("this link only shows the match: ask its players for the link to take part")
    state.moves.check(match.id)
    return match


Seen = Annotated[Match, Depends(_find)]
Joined = Annotated[Match, Depends(_join)]


@router.post("", status_code=201, response_model=MatchSeat)
async def create_match(body: NewMatch, state: StateOf, request: Request) -> Response:
    """Create a match with its first player, who is the host."""
    state.starts.check(address_of(request))
    state.games_a_day.check(address_of(request))
    name = await own_name(state, body.name, body.player)
    return await _answer(state, await state.matches.create(body, name), body.player, status=201)


@router.get("/{token}", response_model=MatchSeat)
async def get_match(match: Seen, token: Token, state: StateOf, player: PlayerOf = None) -> Response:
    """Return a match and, for its players, their own seat and game."""
    return await _answer(state, match, player, watching=token != match.id)


@router.post("/{token}/seat", response_model=MatchSeat)
async def take_seat(match: Joined, body: TakeSeat, state: StateOf) -> Response:
    """Take a seat, or return to it. During a round, a new seat is for the next one."""
    name = await own_name(state, body.name, body.player)
    return await _answer(state, await state.matches.take_seat(match, body.player, name), body.player)


@router.post("/{token}/leave", response_model=MatchSeat)
async def leave(match: Joined, body: MatchPlayer, state: StateOf) -> Response:
    """Leave the match; a running game is given up."""
    return await _answer(state, await state.matches.leave(match, body.player), body.player)


@router.post("/{token}/remove", response_model=MatchSeat)
async def remove(match: Joined, body: MatchRemoval, state: StateOf) -> Response:
    """Take another player out of the match, as the host, in the lobby. The player may take a seat again."""
    return await _answer(state, await state.matches.remove(match, body.player, body.seat), body.player)


@router.post("/{token}/terms", response_model=MatchSeat)
async def set_terms(match: Joined, body: MatchTerms, state: StateOf) -> Response:
    """Choose the board of the next round, as the host, in the lobby."""
    return await _answer(state, await state.matches.set_terms(match, body), body.player)


@router.post("/{token}/ready", response_model=MatchSeat)
async def set_ready(match: Joined, body: MatchReady, state: StateOf, request: Request) -> Response:
    """Be ready for the next round, or not. It starts when all players who are here are ready.

    After a round this opens the next lobby: it is a rematch.
    """
    changed = await state.matches.set_ready(match, body.player, address_of(request), ready=body.ready)
    return await _answer(state, changed, body.player)


@router.post("/{token}/start", response_model=MatchSeat)
async def start(match: Joined, body: MatchPlayer, state: StateOf, request: Request) -> Response:
    """Start a round with the players who are ready, as the host; the others sit it out."""
    return await _answer(state, await state.matches.start(match, body.player, address_of(request)), body.player)


@router.get("/{token}/events", response_class=StreamingResponse, responses=EVENTS)
async def listen(
    match: Seen, token: Token, state: StateOf, request: Request, player: PlayerOf = None
) -> StreamingResponse:
    """Stream the changes of a match: events `match` with the whole match, the current one first.

    A player counts as here while a stream with `player` is open.
    """
    address, watching = address_of(request), token != match.id
    state.hub.check(name_feed(match.id), address, watching=watching)  # before the response starts
    if player is not None and (watching or match.seat_of(code_of(match.id, player)) is None):
        player = None
    return StreamingResponse(
        _stream(state, match.id, address, player, watching=watching),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store"},
    )


async def _answer(
    state: State, match: Match, player: str | None, *, watching: bool = False, status: int = 200
) -> Response:
    match, view = await state.matches.look(match)
    if watching:
        view, player = view.model_copy(update={"join": None}), None
    seat = None if player is None else match.seat_of(code_of(match.id, player))
    live = None if player is None else await state.matches.own_game(match, player)
    taken = None if seat is None or seat.gone else seat.number
    return answer(MatchSeat(match=view, seat=taken, game=None if live is None else view_game(live)), status)


async def _stream(
    state: State, match: str, address: str, player: str | None, *, watching: bool
) -> AsyncIterator[str]:
    # Other requests of this moment may have taken the last place: the stream then ends at once.
    with (
        suppress(RateError),
        state.hub.listen(name_feed(match), address, watching=watching) as listener,
        state.feeds.open(match) as feed,
    ):
        touched, sent = 0.0, 0
        try:
            while not listener.closed:
                if player is not None and time.monotonic() - touched >= _QUIET:
                    await state.matches.touch(match, player)
                    touched = time.monotonic()
                if feed.number > sent:
                    sent = feed.number
                    yield f"event: match\ndata: {feed.text(watching=watching)}\n\n"
                elif sent:
                    yield ": here\n\n"
                await listener.next(timeout=_QUIET)
        finally:
            if player is not None and not listener.closed:
                state.matches.close_page(match, player)
