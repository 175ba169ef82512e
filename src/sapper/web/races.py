"""Races: the solver plays the player's layout at a fixed pace.

The solver's game is computed once, when it may be shown, and shown click by click. It reveals clues of the player's
board, and which guesses are fatal. It stays hidden until the player's game has ended, unless the race is open, which
makes the player's game practice.

>>> from sapper.game.layout import Layout
>>> run = run_solver(Layout.from_seed("beginner", seed=1), "safest")
>>> run.clicks, run.outcome, round(run.risk_after(run.clicks), 3)
(23, 'won', 0.0)
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Engine

from sapper.game.layout import Layout
from sapper.game.live import SIGN_CODE, LiveGame, draw
from sapper.play.walk import Walk
from sapper.web.demo import read_strategy
from sapper.web.rows import find_row
from sapper.web.schemas import RaceView
from sapper.web.tables import races

__all__ = ["Race", "SolverRun", "load_race", "run_solver", "view_race"]

_NEVER = np.iinfo(np.int32).max


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
    """The whole game of the solver, in a few bytes a cell and click."""

    outcome: str  # won or lost
    cells: NDArray[np.int32]  # of each click, the number of the cell
    safety: NDArray[np.float64]  # of each click
    guesses: NDArray[np.int32]  # guesses up to and with each click
    opened: NDArray[np.int32]  # safe cells revealed up to and with each click
    changed: NDArray[np.int32]  # the click that changed each cell; a large number for none
    last: bytes  # the final board, one character a cell

    @property
    def clicks(self) -> int:
        """The number of clicks."""
        return len(self.safety)

    def risk_after(self, clicks: int) -> float:
        """Return the probability that it had hit a mine by then."""
        return float(1 - self.safety[:clicks].prod())

    def guesses_after(self, clicks: int) -> int:
        """Return the number of guesses by then."""
        return int(self.guesses[clicks - 1]) if clicks else 0

    def opened_after(self, clicks: int) -> int:
        """Return the number of safe cells revealed by then."""
        return int(self.opened[clicks - 1]) if clicks else 0

    def signs_after(self, clicks: int) -> str:
        """Return its board after so many clicks."""
        if clicks == self.clicks:
            return self.last.decode(SIGN_CODE)
        seen = np.where(self.changed < clicks, np.frombuffer(self.last, np.uint8), ord("."))
        return seen.astype(np.uint8).tobytes().decode(SIGN_CODE)


def load_race(engine: Engine, race: str) -> Race:
    """Return a race.

    Raises:
        NotFoundError: there is no such race.
    """
    with engine.connect() as connection:
        return Race(**find_row(connection, races, race))


def run_solver(layout: Layout, strategy: str) -> SolverRun:
    """Return how a strategy plays a layout from its start cell.

    Raises:
        LimitError: a board too wide to analyse.
    """
    walk = Walk.play(layout, read_strategy(strategy))
    signs = np.frombuffer(draw(walk.game, layout), np.uint8)
    changed = np.full(signs.shape, _NEVER, np.int32)
    cells: list[int] = []
    safety: list[float] = []
    guesses: list[bool] = []
    opened: list[int] = []
    while walk.next is not None:
        step = walk.forward()
        before, signs = signs, np.frombuffer(draw(walk.game, layout), np.uint8)
        changed[np.flatnonzero(before != signs)] = len(safety)
        cells.append(layout.shape.number(step.cell))
        safety.append(step.safety)
        guesses.append(step.is_guess)
        opened.append(int(np.count_nonzero(walk.game.board.cells >= 0)))
    return SolverRun(
        outcome=walk.game.status.value,
        cells=np.array(cells, np.int32),
        safety=np.array(safety, np.float64),
        guesses=np.cumsum(guesses, dtype=np.int32),
        opened=np.array(opened, np.int32),
        changed=changed,
        last=signs.tobytes(),
    )


def view_race(race: Race, live: LiveGame, now: int, run: SolverRun | None, *, end: bool = False) -> RaceView:
    """Return the state of the solver at a time of the race, or at its end if the player's game has ended.

    Until the player's game has ended, a covered race tells only what follows from the time. Anything that depends on
    the solver's game could be used: a solver that stops has hit a mine, and a player who repeats its moves would then
    avoid that cell.
    """
    covered = not race.open and not live.over
    view = RaceView(
        id=race.id,
        watch=live.terms.watch,
        strategy=race.strategy,
        pace_ms=race.pace_ms,
        open=race.open,
        elapsed_ms=live.elapsed_ms(now),
        covered=covered,
        clicks=0,
        progress=None if covered else 0.0,
        risk=None if covered else 0.0,
        guesses=None if covered else 0,
        status="ready",
        time_ms=None,
        board=None,
        last=None,
    )
    if live.started_at is None:
        return view
    # The solver continues after the end of the player's game.
    view.clicks = max(now + live.shift - live.started_at, 0) // race.pace_ms
    if end and live.over and run is not None:
        view.clicks = run.clicks
    view.status = "playing"
    return view if covered or run is None else _uncover(view, live, run)


def _uncover(view: RaceView, live: LiveGame, run: SolverRun) -> RaceView:
    """Return the view with the game of the solver, whose clicks so far it knows."""
    clicks = view.clicks = min(view.clicks, run.clicks)
    done = clicks == run.clicks
    safe = len(live.terms.level.shape) - live.terms.level.mines
    view.progress = run.opened_after(clicks) / safe
    view.risk = run.risk_after(clicks)
    view.guesses = run.guesses_after(clicks)
    if done:
        view.status = "won" if run.outcome == "won" else "lost"
        view.time_ms = run.clicks * view.pace_ms
    signs = run.signs_after(clicks)
    # A finished board shows the player's mines: hide them until the player's game has ended.
    view.board = signs if live.over else "".join("." if sign == "M" else sign for sign in signs)
    view.last = divmod(int(run.cells[clicks - 1]), live.terms.level.cols) if clicks else None
    return view
