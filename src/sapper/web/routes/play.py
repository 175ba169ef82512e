"""Calls to play: create and get a game, move, undo, branch, and listen to its changes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Request
from pydantic import BaseModel
from starlette.responses import Response, StreamingResponse

from sapper.errors import GameError
from sapper.game.live import LiveGame
from sapper.web import making
from sapper.web.clients import address_of, charge, compute
from sapper.web.clock import now_ms
from sapper.web.games import new_id
from sapper.web.names import read_name
from sapper.web.owners import claim
from sapper.web.places import Places
from sapper.web.problems import RateError
from sapper.web.requests import Branch, Move, NewGame, Undo
from sapper.web.schemas import GameView, MinesView, OddsView
from sapper.web.state import State, StateOf
from sapper.web.views import view_game

__all__ = ["EVENTS", "GameName", "answer", "make_game", "own_name", "router", "stream"]

router = APIRouter(prefix="/api/games", tags=["play"], dependencies=[Depends(charge)])

_COPIED = 50  # moves whose copies cost as much as a new game
GAME: Final = r"^[A-Za-z0-9_-]{1,32}$"  # the form of an id
GameName = Annotated[str, Path(pattern=GAME, description="The id of the game.")]

EVENTS: Final[dict[int | str, dict[str, Any]]] = {
    200: {"description": "A stream of events.", "content": {"text/event-stream": {}}}
}
_QUIET = 15.0  # seconds without an event after which a stream sends a comment, to stay open


@router.post("", status_code=201, response_model=GameView)
async def create_game(body: NewGame, state: StateOf, request: Request) -> Response:
    """Create a game: of a level or a size, with the layout of another game, or from a position."""
    state.starts.check(address_of(request))
    live = await make_game(state, request, body)
    return answer(view_game(live), 201)


@router.get("/{game}", response_model=GameView)
async def get_game(game: GameName, state: StateOf) -> Response:
    """Return a game."""
    return answer(view_game(await state.games.get(game, covered=True)))


@router.post("/{game}/moves", response_model=GameView)
async def move(game: GameName, body: Move, state: StateOf, request: Request) -> Response:
    """Reveal, flag, question or chord. A chord whose flags do not match only returns cells to flash."""
    state.moves.check(game)
    live, played = await state.games.move(game, body.kind, body.cell, address_of(request), version=body.version)
    return answer(view_game(live, played.flash))


@router.post("/{game}/undo", response_model=GameView)
async def undo(game: GameName, state: StateOf, body: Undo | None = None) -> Response:
    """Undo the last move, even if it ended the game. The game counts as practice from then on."""
    state.moves.check(game)
    return answer(view_game(await state.games.undo(game, version=body.version if body is not None else None)))


@router.post("/{game}/pause", response_model=GameView)
async def pause(game: GameName, state: StateOf) -> Response:
    """Stop the clock of a game that has begun, and cover its board. It has no best time from then on."""
    state.moves.check(game)
    return answer(view_game(await state.games.pause(game)))


@router.post("/{game}/resume", response_model=GameView)
async def resume(game: GameName, state: StateOf) -> Response:
    """Start the clock of a paused game again, and show its board."""
    state.moves.check(game)
    return answer(view_game(await state.games.unpause(game)))


@router.post("/{game}/help", response_model=GameView)
async def help_game(game: GameName, state: StateOf) -> Response:
    """Note that the board of a game is analysed elsewhere: the game counts as helped from then on."""
    state.moves.check(game)
    return answer(view_game(await state.games.help(game)))


@router.post("/{game}/unrank", response_model=GameView)
async def unrank(game: GameName, state: StateOf) -> Response:
    """Allow help in a ranked game. It counts as helped from then on."""
    state.moves.check(game)
    return answer(view_game(await state.games.help(game, unrank=True)))


@router.post("/{game}/cheat", response_model=MinesView)
async def cheat(game: GameName, state: StateOf) -> Response:
    """Return the mines of a game. It counts as practice from then on, and gets no score."""
    state.moves.check(game)
    live = await state.games.cheat(game)
    assert live.layout is not None
    return answer(MinesView(game=view_game(live), mines=Places(live.layout.shape).all(live.layout.mines)))


@router.get("/{game}/odds", response_model=OddsView)
async def get_odds(game: GameName, state: StateOf) -> Response:
    """Return the probability that all risks taken so far succeed. It needs no help: it is about past moves."""
    return answer(await state.odds.get(await state.games.get(game, covered=True)))


@router.post("/{game}/branch", status_code=201, response_model=GameView)
async def branch(game: GameName, body: Branch, state: StateOf, request: Request) -> Response:
    """Create a game that continues this one before a move, to try another."""
    state.starts.check(address_of(request), 1 + body.move / _COPIED)  # the new game has a copy of the moves
    state.games_a_day.check(address_of(request))
    return answer(view_game(await state.games.branch(game, body.move, None)), 201)


@router.get("/{game}/events", response_class=StreamingResponse, responses=EVENTS)
async def listen(game: GameName, state: StateOf, request: Request) -> StreamingResponse:
    """Stream the changes of a game: events `version` with `{"version": n}`, the current one first."""
    return await stream(state, request, game, watching=False)


async def make_game(state: State, request: Request, body: NewGame) -> LiveGame:
    """Create the game of a request."""
    state.games_a_day.check(address_of(request))
    limits = state.settings.limits
    await own_name(state, body.name, body.player)
    if body.same_board_as is not None:
        return await _make_same(state, body, body.same_board_as)
    if body.from_position is not None:
        made = await compute(state, request, making.from_position, body, new_id(), now_ms(), limits)
        return await state.games.add(*made)
    if body.level is not None and ":" in body.level:  # to make another shape than squares may take half a second
        return await state.games.add(await state.reads.run(making.make_terms, body, new_id(), now_ms(), limits))
    return await state.games.add(making.make_terms(body, new_id(), now_ms(), limits))


async def own_name(state: State, name: str | None, player: str | None) -> str | None:
    """Return a name as it is stored, claimed for the browser `player`.

    Raises:
        InputError: it is no name.
        NameTakenError: it belongs to another browser.
    """
    if name is None:
        return None
    read = read_name(name, most=state.settings.limits.name)
    await state.reads.run(claim, state.engine, read, player)
    return read


def answer(view: BaseModel, status: int = 200) -> Response:
    """Return a view as a JSON response."""
    # FastAPI would validate the view again, which is slow for a board.
    return Response(view.model_dump_json(), status_code=status, media_type="application/json")


async def stream(state: State, request: Request, game: str, *, watching: bool) -> StreamingResponse:
    """Return the event stream of a game, for its player or for a client that only watches."""
    live = await state.games.get(game, covered=not watching)
    address = address_of(request)
    state.hub.check(game, address, watching=watching)  # before the response starts, so that it can be refused
    return StreamingResponse(
        _stream(state, game, address, live.version, watching=watching),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store"},
    )


async def _make_same(state: State, body: NewGame, named: str) -> LiveGame:
    """Create a game with the layout of another one: of a game to watch, or of the player's own."""
    watched = await state.tokens.find(named)
    game = watched or named
    other = await state.games.get(game)
    if watched is not None:
        state.daily.check_shared(other)
    if watched is not None and not other.over:
        raise GameError("that game is still running: its board can be played when it has ended")
    made = making.from_same_board(other, body, new_id(), now_ms(), state.settings.limits)
    await state.games.expose(game)  # the new game reveals where the mines of a running one are
    return await state.games.add(*made)


async def _stream(state: State, game: str, address: str, version: int, *, watching: bool) -> AsyncIterator[str]:
    # Other requests of this moment may have taken the last place: the stream then ends at once.
    with suppress(RateError), state.hub.listen(game, address, version, watching=watching) as listener:
        yield _event(version)
        while not listener.closed:
            news = await listener.next(timeout=_QUIET)
            if not listener.closed:
                yield ": here\n\n" if news is None else _event(news)


def _event(version: int) -> str:
    return f'event: version\ndata: {{"version": {version}}}\n\n'
