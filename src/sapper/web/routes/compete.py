"""Calls to compete: reviews, best times, statistics, races."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from sqlalchemy.exc import IntegrityError
from starlette.responses import Response

from sapper.errors import GameError, InputError
from sapper.web import scores, statistics
from sapper.web.clients import LanguageOf, address_of, charge, compute
from sapper.web.clock import now_ms
from sapper.web.demo import read_strategy
from sapper.web.games import new_id
from sapper.web.german_messages import translate
from sapper.web.journal import ADD_RACE, ADD_SCORE, NAME_RESULT, Change
from sapper.web.names import read_name
from sapper.web.races import Race, load_race, run_solver, view_race
from sapper.web.requests import NewGame, NewRace, NewScore, Reset
from sapper.web.routes.play import GAME, GameName, answer, make_game, own_name
from sapper.web.schemas import (
    DemoRow,
    RaceStart,
    RaceView,
    ResetView,
    ReviewView,
    ScorePlace,
    ScoreRow,
    ScoresView,
    StandingView,
    StatisticsView,
)
from sapper.web.seals import read_sealed
from sapper.web.shapes import read_level
from sapper.web.standing import NO_STANDING, read_standing
from sapper.web.state import State, StateOf
from sapper.web.views import level_name, view_game

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["compete"], dependencies=[Depends(charge)])

_CHECKED = 100  # events of a log whose check costs as much as a review
LevelName = Annotated[str, Query(max_length=32, description="A name, ROWSxCOLS/MINES or SHAPE/MINES.")]
Helped = Annotated[bool, Query(description="Games with help; they have separate tables.")]
Machine = Annotated[bool, Query(description="Times that no person reaches; they have separate tables.")]
NoGuess = Annotated[bool, Query(description="No-guess games; they have separate tables.")]


@router.get("/games/{game}/review", response_model=ReviewView)
async def review(game: GameName, state: StateOf, request: Request) -> Response:
    """Return the review of a finished game. Poll until it is complete."""
    state.costly.check(address_of(request))
    made = await state.reviews.get(await state.games.get(game), address_of(request))
    return Response(made, media_type="application/json")


@router.post("/games/{game}/score", response_model=ScorePlace)
async def add_score(
    game: GameName, body: NewScore, state: StateOf, request: Request, language: LanguageOf
) -> Response:
    """Add a won game to the table of its level, under a name; once per game."""
    state.moves.check(game)
    live = await state.games.get(game)
    if not live.has_ended:
        raise GameError("the game has not ended")
    state.costly.check(address_of(request), 1 + live.version / _CHECKED)  # all seals of its log are checked
    name = await own_name(state, body.name, body.player)
    assert name is not None
    change = Change().add(NAME_RESULT, of=game, by=name)
    reason = scores.refusal(live)
    if reason is None:
        # From the database, because the game in memory may have been read from rows that were edited.
        sealed = await state.reads.run(read_sealed, state.engine, state.sealer, game)
        reason = "this server did not write its whole log" if sealed is None else scores.refusal(sealed)
    if reason is not None or sealed is None:
        await state.journal.write(change)
        if reason is not None and language == "de":
            reason = translate(reason)
        return answer(ScorePlace(place=None, reason=reason))
    score = scores.score_of(sealed, name, state.key)
    try:
        # In one change: if the game is in the table, the result keeps its name too.
        await state.journal.write(change.add(ADD_SCORE, **scores.row_of(score)))
    except IntegrityError:
        raise GameError("this game is already in the table") from None
    place = await state.reads.run(_place, state, score)
    return answer(ScorePlace(place=place, reason=None, machine=scores.is_of_machine(score)))


@router.get("/games/{game}/standing", response_model=StandingView)
async def get_standing(game: GameName, state: StateOf, request: Request) -> Response:
    """Return how a finished game compares with the others of its level."""
    state.queries.check(address_of(request))
    live = await state.games.get(game)
    if scores.refusal(live) is not None:
        return answer(NO_STANDING)
    return answer(await state.reads.run(_stand, state, game))


@router.get("/scores", response_model=ScoresView)
async def get_scores(
    state: StateOf,
    request: Request,
    *,
    level: LevelName = "beginner",
    helped: Helped = False,
    no_guess: NoGuess = False,
    machine: Machine = False,
    game: Annotated[str | None, Query(pattern=GAME, description="A game whose place to return.")] = None,
) -> Response:
    """Return the ten best times of a level. Edited rows among them come last, without a place."""
    state.queries.check(address_of(request))
    size = read_level(level)
    key = scores.table_name(size, no_guess=no_guess, machine=machine)
    asked = (key, helped, game)
    table, own, last = await state.tables.get(asked, lambda: state.reads.run(_read_scores, state, *asked))
    rows = [_row(score, place, game) for place, score in enumerate(table.best, 1)]
    if own is not None and last is not None and last > len(rows):
        rows.append(_row(own, last, game))
    rows += [_row(score, None, game) for score in table.broken]
    view = ScoresView(level=level_name(size), helped=helped, no_guess=no_guess, machine=machine, rows=rows, last=last)
    return answer(view)


@router.post("/scores/reset", response_model=ResetView)
async def reset_scores(body: Reset, state: StateOf, request: Request) -> Response:
    """Remove the scores of a level, or all of them. Only who holds the key that signs scores can."""
    state.costly.check(address_of(request))
    if not scores.is_key(body.key, state.key):
        raise InputError("this is not the key of the scores: the text of the server's key file is")
    level = None if body.level is None else str(read_level(body.level))
    return answer(ResetView(removed=await state.reads.run(scores.wipe, state.engine, level)))


@router.get("/statistics", response_model=StatisticsView)
async def get_statistics(
    state: StateOf,
    request: Request,
    *,
    level: Annotated[str | None, Query(max_length=32)] = None,
    name: str | None = None,
    helped: Helped = False,
    no_guess: NoGuess = False,
) -> Response:
    """Return statistics of all finished games, or of those with a level or name."""
    state.queries.check(address_of(request))
    return answer(
        await state.reads.run(
            statistics.read_statistics,
            state.engine,
            level=None if level is None else str(read_level(level)),
            name=None if name is None else read_name(name, most=state.settings.limits.name),
            helped=helped,
            no_guess=no_guess,
        )
    )


@router.get("/statistics/demos")
async def get_demos(
    state: StateOf,
    request: Request,
    level: Annotated[str | None, Query(max_length=32)] = None,
    no_guess: NoGuess = False,
) -> list[DemoRow]:
    """Return the results of demos by level, strategy and beginning. They are no games of players."""
    state.queries.check(address_of(request))
    wanted = None if level is None else str(read_level(level))
    return await state.reads.run(statistics.read_demos, state.engine, level=wanted, no_guess=no_guess)


@router.get("/names")
async def get_names(state: StateOf, request: Request) -> list[str]:
    """Return the names of players with finished games, the latest first; a hundred at most."""
    state.queries.check(address_of(request))
    return await state.reads.run(statistics.read_names, state.engine)


@router.post("/races", status_code=201, response_model=RaceStart)
async def create_race(body: NewRace, state: StateOf, request: Request) -> Response:
    """Create a game and a solver that plays the same layout."""
    state.starts.check(address_of(request))
    strategy = str(read_strategy(body.strategy))
    if body.from_position is not None:
        raise InputError("a race cannot start from a position")
    if body.cruel or body.ranked:
        raise InputError("a race is neither cruel, because it needs a fixed layout, nor ranked")
    live = await make_game(state, request, NewGame(**body.model_dump(include=set(NewGame.model_fields))))
    if body.open:
        live = await state.games.expose(live.terms.id)  # a quick solver shows the whole board
    race = Race(new_id(), live.terms.id, strategy, body.pace_ms, body.open, now_ms())
    await state.journal.write(Change().add(ADD_RACE, **race.row()))
    return answer(RaceStart(game=view_game(live), race=view_race(race, live, now_ms(), None)), 201)


@router.get("/races/{race}", response_model=RaceView)
async def get_race(race: GameName, state: StateOf, request: Request, *, end: bool = False) -> Response:
    """Return the state of the solver; of a covered race only its clicks until the player's game has ended.

    After that, `end` asks for the end of the solver's game at once.
    """
    state.queries.check(address_of(request))
    found = await state.reads.run(load_race, state.engine, race)
    live = await state.games.get(found.game)
    run = state.solver_runs.get(race)
    if run is None and live.layout is not None and (found.open or live.over):
        run = await compute(state, request, run_solver, live.layout, found.strategy, key=("race", race))
        state.solver_runs.keep(race, run)
    return answer(view_race(found, live, now_ms(), run, end=end))


def _place(state: State, score: scores.Score) -> int:
    best = scores.read_best(state.engine, state.key, score.level, helped=score.helped)
    return scores.place_of(state.engine, best, score)


def _stand(state: State, game: str) -> StandingView:
    saved = scores.find_score(state.engine, state.key, game)
    view = read_standing(state.engine, game)
    if saved is not None:
        view.place, view.name = _place(state, saved), saved.name
    return view


def _read_scores(
    state: State, level: str, helped: bool, game: str | None
) -> tuple[scores.ScoreTable, scores.Score | None, int | None]:
    """The best rows of a table, the row of a game if it is in the table, and its place."""
    best = scores.read_best(state.engine, state.key, level, helped=helped)
    own = None if game is None else scores.find_score(state.engine, state.key, game)
    if own is None or (own.level, own.helped) != (level, helped):
        return best, None, None
    return best, own, scores.place_of(state.engine, best, own)


def _row(score: scores.Score, place: int | None, game: str | None) -> ScoreRow:
    return ScoreRow(
        place=place,
        name=score.name,
        time_ms=score.time_ms,
        three_bv=score.three_bv,
        three_bv_per_s=score.three_bv_per_s,
        date=score.ended_at,
        helped=score.helped,
        broken=place is None,
        game=score.game if score.game == game else None,
    )
