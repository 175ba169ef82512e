"""Calls that analyse: games and positions, hints, guesses, demos, boards as text, and lists."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request
from sqlalchemy.exc import IntegrityError
from starlette.responses import PlainTextResponse, Response

from sapper import _engine
from sapper.board.board import Board
from sapper.board.level import LEVELS
from sapper.errors import GameError, LimitError
from sapper.game.live import LiveGame
from sapper.play.promise import find_promise
from sapper.web import jobs
from sapper.web.clients import address_of, charge, compute
from sapper.web.clock import now_ms
from sapper.web.demo import BUDGETS, list_words, read_strategy
from sapper.web.insight import Asked
from sapper.web.journal import ADD_DEMO, Change
from sapper.web.reading import write_text
from sapper.web.requests import BoardText, DemoRequest, PositionText, TextForm
from sapper.web.routes.play import GameName
from sapper.web.rows import demo_row
from sapper.web.schemas import (
    AnalysisView,
    BoardView,
    DemoView,
    GuessesView,
    HintView,
    LevelView,
    ShapeView,
    StrategyView,
    StrengthView,
)
from sapper.web.settings import Limits
from sapper.web.shapes import check_size, read_shape
from sapper.web.state import State, StateOf
from sapper.web.strengths import read_strengths

__all__ = ["describe_strategies", "router"]

router = APIRouter(prefix="/api", tags=["see"], dependencies=[Depends(charge)])

Classes = Annotated[
    bool, Query(description="Also return the best move, good moves, similar and dead cells, as superloc sees them.")
]
ShapeName = Annotated[
    str, Path(pattern=r"^[a-z0-9]+(:[0-9x]+)?$", max_length=32, description="Such as hex:8x8, or 16x30 for squares.")
]
Strength = Annotated[int, Query(ge=1, le=4, description="How much the hint tells.")]
Win = Annotated[bool, Query(description="Also compute the win probability.")]
Best = Annotated[bool, Query(description="Also return the recommended move where it is a guess.")]
Estimate = Annotated[bool, Query(description="Also return the risk that the strategy automine estimates.")]


async def _read_asked(
    win: Win = False, classes: Classes = False, best: Best = False, estimate: Estimate = False
) -> Asked:
    # A function that is not asynchronous would run on a thread, which takes longer than the overlay of a small board.
    return Asked(win=win, classes=classes, best=best, estimate=estimate)


AskedOf = Annotated[Asked, Depends(_read_asked)]


# The overlay is requested after every move. Below both limits it takes less than two milliseconds, so that it runs in
# the event loop. Positions may be contradictory, which takes longer to explain: the crew analyses them.
_QUICK_CELLS, _QUICK_STATES = 600, 2_000
_QUICK = "quick analysis"


@router.get("/games/{game}/analysis", response_model=AnalysisView)
async def analyze_game(game: GameName, state: StateOf, request: Request, asked: AskedOf) -> Response:
    """Return the mine probabilities of the current board. The game counts as helped from then on."""
    live = await state.games.help(game)
    limits = state.settings.limits
    if asked == Asked() and len(live.terms.level.shape) <= _QUICK_CELLS:
        with suppress(LimitError):  # it needs more states: the crew has them
            if _QUICK not in live.kept:
                states = min(_QUICK_STATES, limits.states)
                live.kept[_QUICK] = jobs.write_analysis(_running(live), live.version, find_promise(live), states)
            return _json(live.kept[_QUICK])
    return await _keep(state, request, live, jobs.write_analysis, limits.states, asked)


@router.get("/games/{game}/hint", response_model=HintView)
async def hint(game: GameName, state: StateOf, request: Request, strength: Strength = 1) -> Response:
    """Return a hint: whether there is a safe cell (1), where to look (2), which cell (3), why (4)."""
    live = await state.games.help(game)
    return await _keep(state, request, live, jobs.write_hint, strength, state.settings.limits.states)


@router.get("/games/{game}/guesses", response_model=GuessesView)
async def guesses(game: GameName, state: StateOf, request: Request) -> Response:
    """Return candidates for a guess, best first; 409 if a cell is safe."""
    live = await state.games.help(game)
    return await _keep(state, request, live, jobs.write_guesses, state.settings.limits.states)


@router.post("/games/{game}/demo", response_model=DemoView)
async def demo(game: GameName, body: DemoRequest, state: StateOf, request: Request) -> Response:
    """Return how a strategy plays this layout, from the start or the current board. A running game is practice.

    A game without a fixed layout stays as it is: the strategy plays another board of the same kind. The first demo of
    a strategy in a game counts in the statistics of demos.
    """
    state.costly.check(address_of(request))
    strategy = read_strategy(body.strategy)
    live = await state.games.get(game)
    fixed = live.layout is not None and (live.terms.origin != "cruel" or live.over)
    from_start = body.begin == "start" or not fixed
    if live.layout is None or not fixed:
        made = await compute(state, request, jobs.write_own_demo, live.terms, strategy)
    else:
        live = await state.games.expose(game)
        opened = [] if from_start else live.board.cells_where(live.board.cells >= 0)
        key = ("demo", game, live.version, body.begin, str(strategy))
        made = await compute(state, request, jobs.write_demo, live.layout, opened, strategy, key=key)
    with suppress(IntegrityError):  # this demo was shown before
        row = demo_row(live, made, from_start=from_start, now=now_ms())
        await state.journal.write(Change().add(ADD_DEMO, **row))
    return _json(made.text)


@router.get("/games/{game}/text", response_class=PlainTextResponse)
async def write(game: GameName, state: StateOf, form: TextForm = "picture") -> PlainTextResponse:
    """Return the board of a game as text; the layout only after the end."""
    live = await state.games.get(game)
    live.check_running()
    return PlainTextResponse(write_text(live, form))


@router.post("/analyze", response_model=AnalysisView)
async def analyze_position(body: PositionText, state: StateOf, request: Request, asked: AskedOf) -> Response:
    """Return the mine probabilities of a position. If no world fits it, 422 names the contradicting clues."""
    state.costly.check(address_of(request))
    return _json(await compute(state, request, jobs.write_position_analysis, body, state.settings.limits, asked))


@router.post("/analyze/hint", response_model=HintView)
async def hint_position(body: PositionText, state: StateOf, request: Request, strength: Strength = 1) -> Response:
    """Return a hint for a position: whether there is a safe cell (1), where to look (2), which cell (3), why (4)."""
    state.costly.check(address_of(request))
    limits = state.settings.limits
    return _json(await compute(state, request, jobs.write_position_hint, body, limits, strength))


@router.post("/analyze/guesses", response_model=GuessesView)
async def guesses_position(body: PositionText, state: StateOf, request: Request) -> Response:
    """Return candidates for a guess in a position, best first; 409 if a cell is safe."""
    state.costly.check(address_of(request))
    return _json(await compute(state, request, jobs.write_position_guesses, body, state.settings.limits))


@router.post("/formats", response_model=BoardView)
async def read(body: BoardText, state: StateOf, request: Request) -> Response:
    """Return a board or a layout, read from text in any form."""
    state.costly.check(address_of(request))
    return _json(await compute(state, request, jobs.write_description, body.text, state.settings.limits))


@router.get("/limits")
async def limits(state: StateOf) -> Limits:
    """Return the limits of this server."""
    return state.settings.limits


@router.get("/levels")
async def levels() -> list[LevelView]:
    """Return the named levels."""
    return [
        LevelView(name=name, shape=str(level.shape), rows=level.rows, cols=level.cols, mines=level.mines)
        for name, level in LEVELS.items()
    ]


@router.get("/shapes/{name}", response_model=ShapeView)
async def get_shape(name: ShapeName, state: StateOf, request: Request) -> Response:
    """Return the cells of a shape: neighbours, names, and how they are drawn. It never changes."""
    state.queries.check(address_of(request))
    shape = read_shape(name)
    check_size(shape, state.settings.limits)
    packed = state.shapes.get(str(shape))
    if packed is None:
        packed = await compute(state, request, jobs.write_shape, shape, key=("shape", str(shape)))
        state.shapes.keep(str(shape), packed)
    accepts = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"Cache-Control": "max-age=604800", "Vary": "Accept-Encoding"}
    if accepts:
        headers["Content-Encoding"] = "gzip"
    return Response(packed if accepts else gzip.decompress(packed), media_type="application/json", headers=headers)


@router.get("/strategies")
async def strategies() -> list[StrategyView]:
    """Return the built-in strategies."""
    return describe_strategies()


@cache
def describe_strategies() -> list[StrategyView]:
    """Return the strategies with their settings and measured strengths."""
    return [
        StrategyView(name=name, budgets=list(BUDGETS), settings=list_words(name), strengths=_strengths(name))
        for name in _engine.strategy_names()
    ]


def _strengths(name: str) -> dict[str, StrengthView]:
    """The results of a strategy by budget; none for one that was not measured."""
    found = {budget: read_strengths().get(name if budget == "normal" else f"{name}@{budget}") for budget in BUDGETS}
    return {
        budget: StrengthView(games=won.games, wins=won.wins, win_rate=won.wins / won.games)
        for budget, won in found.items()
        if won is not None
    }


async def _keep(
    state: State, request: Request, live: LiveGame, work: Callable[..., str], *options: object
) -> Response:
    """Answer with a view of the board of a game, computed once per version."""
    # The game may change while we wait: the view belongs to the version before.
    kept, version = live.kept, live.version
    name = f"{work.__name__} {options}"
    if name not in kept:
        key = (live.terms.id, version, name)
        kept[name] = await compute(
            state, request, work, _running(live), version, find_promise(live), *options, key=key
        )
    return _json(kept[name])


def _json(text: str) -> Response:
    return Response(text, media_type="application/json")


def _running(live: LiveGame) -> Board:
    if live.over:
        raise GameError("the game is over: request its review")
    return live.board
