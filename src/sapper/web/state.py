"""The shared parts of a running server, opened when it starts and closed when it stops.

>>> from sapper.web.state import State
>>> State.__slots__[:3]
('settings', 'engine', 'journal')
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy import Engine

from sapper.play.review import Finished
from sapper.web.crew import Crew
from sapper.web.daily import Daily
from sapper.web.database import open_database
from sapper.web.exercises import Exercises
from sapper.web.following import Follower
from sapper.web.games import Games
from sapper.web.hub import Hub
from sapper.web.journal import Journal
from sapper.web.judge import Judge
from sapper.web.latest import Latest
from sapper.web.match_feed import Feeds
from sapper.web.matches import Matches
from sapper.web.odds import Odds
from sapper.web.races import SolverRun
from sapper.web.rates import Rate
from sapper.web.reads import Reads, Together
from sapper.web.retention import Retention
from sapper.web.reviews import Reviews
from sapper.web.scores import Score, ScoreTable, read_key
from sapper.web.seals import Sealer
from sapper.web.settings import RateLimit, Settings
from sapper.web.spectating import Tokens
from sapper.web.versions import Versions

__all__ = ["State", "StateOf", "running", "state_of"]

_DAY_S = 86_400
_SOLVER_RUNS, _SHAPES, _REPLAYS = 64, 32, 200  # kept; others are computed again


@dataclass(frozen=True, slots=True)
class State:
    """The parts of one running server."""

    settings: Settings
    engine: Engine
    journal: Journal
    hub: Hub
    games: Games
    tokens: Tokens  # of games that others watch
    reads: Reads
    pulse: Reads  # answers whether the server is ready, however busy the others are
    # Reads of the tables of best times, by level, help and game: the best, the row of the game and its place.
    tables: Together[tuple[str, bool, str | None], tuple[ScoreTable, Score | None, int | None]]
    crew: Crew
    solver_runs: Latest[SolverRun]  # by race, because pages poll
    shapes: Latest[bytes]  # descriptions of shapes, compressed
    reviews: Reviews
    replays: Latest[Finished]  # games of imported replays, to be reviewed
    odds: Odds
    judge: Judge
    exercises: Exercises
    daily: Daily
    matches: Matches
    feeds: Feeds  # of matches that are watched or played
    key: bytes  # signs scores
    sealer: Sealer
    moves: Rate  # by game
    starts: Rate  # by address
    costly: Rate  # by address
    queries: Rate  # by address
    cells: Rate  # by address
    games_a_day: Rate  # new games, by address


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[State]:
    """Open all parts, and close them at the end.

    Raises:
        InputError: the database cannot be used, or the key file holds no key.
        OSError: the key file cannot be read or created.
    """
    limits = settings.limits
    key = read_key(settings.key_path)
    sealer = Sealer(key)
    engine = open_database(settings.database_url)
    journal = Journal(engine)
    reads, pulse, crew = Reads(), Reads(threads=1), Crew(settings.lanes)
    reviews, judge = Reviews(crew, states=limits.states), Judge(engine, reads, crew)
    hub = Hub(
        in_all=limits.listeners,
        per_game=limits.listeners_per_game,
        watching_a_game=limits.watchers_per_game,
        per_address=limits.listeners_per_address,
    )
    versions = Versions(engine)
    games = Games(
        engine,
        journal=journal,
        hub=hub,
        reads=reads,
        crew=crew,
        versions=versions,
        sealer=sealer,
        limits=limits,
        ended=judge.wake,
    )
    retention = Retention(engine, reads, days=settings.keep_days)
    exercises = Exercises(engine, reads, crew)
    games_a_day = Rate(per_second=limits.games_per_day / _DAY_S, at_once=limits.games_per_day)
    matches = Matches(engine, reads=reads, games=games, crew=crew, hub=hub, games_a_day=games_a_day, limits=limits)
    feeds = Feeds(hub, matches)
    follower = Follower(engine, versions=versions, hub=hub, heard=games.hear)
    try:
        yield State(
            settings=settings,
            engine=engine,
            journal=journal,
            hub=hub,
            games=games,
            tokens=Tokens(engine, reads, most=limits.live_games),
            reads=reads,
            pulse=pulse,
            tables=Together(),
            crew=crew,
            solver_runs=Latest(_SOLVER_RUNS),
            shapes=Latest(_SHAPES),
            reviews=reviews,
            replays=Latest(_REPLAYS),
            odds=Odds(reads),
            judge=judge,
            exercises=exercises,
            daily=Daily(engine, key=key, reads=reads, crew=crew, games=games),
            matches=matches,
            feeds=feeds,
            key=key,
            sealer=sealer,
            moves=_rate(limits.moves),
            starts=_rate(limits.starts),
            costly=_rate(limits.costly),
            queries=_rate(limits.queries),
            cells=_rate(limits.cells),
            games_a_day=games_a_day,
        )
    finally:
        hub.close()
        await feeds.close()
        await follower.close()
        versions.close()
        await reviews.close()
        await retention.close()
        await judge.close()
        await exercises.close()
        await crew.close()
        await reads.close()
        await pulse.close()
        await journal.close()
        engine.dispose()


def _rate(limit: RateLimit) -> Rate:
    return Rate(per_second=limit.per_second, at_once=limit.at_once)


def state_of(request: Request) -> State:
    """Return the state of the server that answers a request."""
    state = request.app.state.sapper
    assert isinstance(state, State)
    return state


async def _depend(request: Request) -> State:  # async: FastAPI would run it on a thread otherwise
    return state_of(request)


StateOf = Annotated[State, Depends(_depend)]
