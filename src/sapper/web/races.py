"""Races: the solver plays the player's layout at a fixed pace.

The solver's game is computed at once, when the player's first reveal has set the layout, and shown click by click.
Its board reveals clues of the player's board. It stays hidden until the player's game has ended, unless the race is
open, which counts as help.

>>> from sapper.game.layout import Layout
>>> run = run_solver(Layout.from_seed("beginner", seed=1), "safest")
>>> len(run.steps), run.outcome, round(run.risk_after(len(run.steps)), 3)
(23, 'won', 0.0)
"""

from __future__ import annotations

import atexit
from dataclasses import asdict, dataclass
from functools import lru_cache
from math import prod

from sqlalchemy import Engine

from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.game.live import LiveGame, draw
from sapper.play.walk import Step, Walk
from sapper.web.demo import read_strategy
from sapper.web.rows import find_row
from sapper.web.schemas import RaceView
from sapper.web.tables import races

__all__ = ["Race", "SolverRun", "load_race", "run_solver", "view_race"]


@dataclass(frozen=True, slots=True)
class Race:
    """The terms of a race."""

    id: str
    game: str  # the player's
    strategy: str
    pace_ms: int  # time of one click of the solver
    open: bool  # whether the solver's board is visible during the race
    created_at: int

    def row(self) -> dict[str, object]:
        """Return its row in the table."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class SolverRun:
    """The whole game of the solver."""

    layout: Layout
    steps: tuple[Step, ...]
    outcome: str  # won or lost

    def risk_after(self, clicks: int) -> float:
        """Return the probability that it had hit a mine by then."""
        return 1 - prod(step.safety for step in self.steps[:clicks])

    def signs_after(self, clicks: int) -> str:
        """Return its board after so many clicks."""
        game = Game(self.layout)
        for step in self.steps[:clicks]:
            game.reveal(step.cell)
        return draw(game, self.layout).decode("ascii")


def load_race(engine: Engine, race: str) -> Race:
    """Return a race.

    Raises:
        NotFoundError: there is no such race.
    """
    with engine.connect() as connection:
        return Race(**find_row(connection, races, race))


def run_solver(layout: Layout, strategy: str) -> SolverRun:
    """Return how a strategy plays a layout from its start cell; cached, because pages poll.

    Raises:
        LimitError: a board too wide to analyse.
    """
    return _run_solver(layout, layout.start, strategy)


def view_race(race: Race, live: LiveGame, now: int) -> RaceView:
    """Return the state of the solver at a time of the race; its board only if that may be visible."""
    view = RaceView(
        id=race.id,
        game=race.game,
        strategy=race.strategy,
        pace_ms=race.pace_ms,
        open=race.open,
        elapsed_ms=live.elapsed_ms(now),
        clicks=0,
        progress=0.0,
        risk=0.0,
        guesses=0,
        status="ready",
        time_ms=None,
        board=None,
        moves=None,
    )
    if live.layout is None or live.started_at is None:
        return view
    run = run_solver(live.layout, race.strategy)
    # The solver continues after the end of the player's game.
    clicks = min(max(now - live.started_at, 0) // race.pace_ms, len(run.steps))
    signs = run.signs_after(clicks)
    done = clicks == len(run.steps)
    safe = live.terms.level.rows * live.terms.level.cols - live.terms.level.mines
    view.clicks = clicks
    view.progress = sum(sign.isdigit() for sign in signs) / safe
    view.risk = run.risk_after(clicks)
    view.guesses = sum(step.is_guess for step in run.steps[:clicks])
    view.status = "playing" if not done else "won" if run.outcome == "won" else "lost"
    view.time_ms = len(run.steps) * race.pace_ms if done else None
    if race.open or live.over:
        # A finished board shows the player's mines: hide them until the player's game has ended.
        view.board = signs if live.over else "".join("." if sign == "M" else sign for sign in signs)
        view.moves = [step.cell for step in run.steps[:clicks]]
    return view


@lru_cache(maxsize=64)
def _run_solver(layout: Layout, _: object, strategy: str) -> SolverRun:
    # Layouts with the same mines are equal, but may have different start cells.
    walk = Walk.play(layout, read_strategy(strategy))
    walk.to_end()
    return SolverRun(layout, walk.steps, walk.game.status.value)


# nanobind reports objects that are alive at exit as leaks.
atexit.register(_run_solver.cache_clear)
