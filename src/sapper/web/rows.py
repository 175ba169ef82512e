"""Rows of the database: the rows a game is written as, and games read from them.

No other module knows the columns of `Terms`, events and layouts.

>>> from sapper.board.level import LEVELS, FirstClick
>>> terms = Terms("id", "new", LEVELS["beginner"], FirstClick.ZERO, False, 1, False, (2, 2), None, False, None, 0)
>>> terms_row(terms, None)["level"], read_terms(terms_row(terms, None)) == terms
('9x9/10', True)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from sqlalchemy import Connection, Engine, Table, select

from sapper.board.board import Board
from sapper.board.level import FirstClick, Level
from sapper.game.layout import Layout
from sapper.game.live import Event, LiveGame, Terms
from sapper.web.clock import ANCHOR, CLOCK, day_of, now_ms
from sapper.web.jobs import DemoText
from sapper.web.pace import is_machine
from sapper.web.places import Places
from sapper.web.problems import NotFoundError
from sapper.web.settings import LARGEST_JUDGED
from sapper.web.tables import events, games, results

__all__ = [
    "Stored",
    "daily_row",
    "demo_row",
    "event_row",
    "find_row",
    "load_events",
    "load_game",
    "load_stored",
    "make_live",
    "read_event",
    "read_log",
    "read_terms",
    "result_row",
    "shift_of",
    "terms_row",
]

_LOST = 10**12  # the first rank of lost games of a day: no win takes so many milliseconds


class Stored(NamedTuple):
    """A game of the database."""

    live: LiveGame
    seal: str | None  # of its last event or, without one, of the game
    layout: str | None  # as its row has it


def terms_row(terms: Terms, layout: Layout | None) -> dict[str, Any]:
    """Return the row of a new game."""
    row, col = (None, None) if terms.start is None else Places(terms.level.shape).of(terms.start)
    return {
        "id": terms.id,
        "origin": terms.origin,
        "level": str(terms.level),
        "first_click": terms.first_click.value,
        "no_guess": terms.no_guess,
        "seed": terms.seed,
        "seed_chosen": terms.seed_chosen,
        "start_row": row,
        "start_col": col,
        "layout": None if layout is None else str(layout),
        "position": None if terms.position is None else terms.position.position,
        "helped": terms.helped,
        "name": terms.name,
        "created_at": terms.created_at,
        "seal": None,
        "watch": terms.watch,
    }


def read_terms(row: Mapping[str, Any]) -> Terms:
    """Return the terms of a game from its row."""
    level = Level.parse(row["level"])
    return Terms(
        id=row["id"],
        origin=row["origin"],
        level=level,
        first_click=FirstClick(row["first_click"]),
        no_guess=row["no_guess"],
        seed=row["seed"],
        seed_chosen=row["seed_chosen"],
        start=None if row["start_row"] is None else Places(level.shape).cell((row["start_row"], row["start_col"])),
        position=None if row["position"] is None else Board.from_text(row["position"]),
        helped=row["helped"],
        name=row["name"],
        created_at=row["created_at"],
        watch=row["watch"],
    )


def event_row(terms: Terms, event: Event) -> dict[str, Any]:
    """Return the row of an event, without its tick and its seal."""
    row, col = (None, None) if event.cell is None else Places(terms.level.shape).of(event.cell)
    return {
        "game": terms.id,
        "number": event.number,
        "kind": event.kind,
        "row": row,
        "col": col,
        "at": event.at,
        "tick": None,
        "clock": None,
        "seal": None,
    }


def result_row(live: LiveGame) -> dict[str, Any]:
    """Return the result row of a game that has ended."""
    ended_at = live.ended_at or live.terms.created_at
    time_ms = live.elapsed_ms(ended_at)
    return {
        "game": live.terms.id,
        "level": str(live.terms.level),
        "no_guess": live.terms.no_guess,
        "helped": live.helped,
        "name": live.terms.name,
        "won": live.status == "won",
        "time_ms": time_ms,
        "three_bv": live.three_bv,
        "ended_at": ended_at,
        "best_wins": None,
        "to_judge": len(live.terms.level.shape) <= LARGEST_JUDGED,
        # The layout of a day or of a match has several players, so that its times are compared with each other only.
        "time_counts": live.terms.origin not in ("daily", "match") and _is_of_person(live, time_ms),
    }


def daily_row(live: LiveGame) -> dict[str, Any]:
    """Return what is stored of a game of the day when it ends."""
    ended_at = live.ended_at or live.terms.created_at
    time_ms = live.elapsed_ms(ended_at)
    # After its day the board can be played for practice, with its mines shown.
    late = day_of(ended_at) != day_of(live.terms.created_at)
    won, level = live.status == "won", live.terms.level
    safe = len(level.shape) - level.mines
    left = safe - int(np.count_nonzero(live.board.cells >= 0))
    counts = not (live.helped or late) and (not won or _is_of_person(live, time_ms))
    return {
        "of": live.terms.id,
        "won": won,
        "helped": live.helped,
        "time_ms": time_ms,
        "cleared": 1 - left / safe,
        "rank": None if not counts else time_ms if won else _LOST + left,
    }


def demo_row(live: LiveGame, demo: DemoText, *, from_start: bool, now: int) -> dict[str, Any]:
    """Return the result row of a demo."""
    return {
        "game": live.terms.id,
        "strategy": demo.strategy,
        "from_start": from_start,
        "level": str(live.terms.level),
        "no_guess": live.terms.no_guess,
        "won": demo.won,
        "guesses": demo.guesses,
        "time_ms": demo.time_ms,
        "ended_at": now,
    }


def find_row(connection: Connection, table: Table, key: str) -> dict[str, Any]:
    """Return the row of a game or a race.

    Raises:
        NotFoundError: there is none.
    """
    row = connection.execute(select(table).where(table.c.id == key)).mappings().one_or_none()
    if row is None:
        raise NotFoundError(f"there is no such {table.name.removesuffix('s')}")
    return dict(row)


def load_game(engine: Engine, game: str) -> LiveGame:
    """Return a game, replayed from its events.

    Raises:
        NotFoundError: there is no such game.
    """
    return load_stored(engine, game).live


def load_stored(engine: Engine, game: str) -> Stored:
    """Return a game, replayed from its events, with what the seal of its next event needs.

    Raises:
        NotFoundError: there is no such game.
    """
    with engine.connect() as connection:
        # Events first: what they refer to is then in the row.
        log = read_log(connection, game)
        row = find_row(connection, games, game)
        had_ended = connection.execute(select(results.c.game).where(results.c.game == game)).first() is not None
    return Stored(make_live(row, log, had_ended=had_ended), (log[-1] if log else row)["seal"], row["layout"])


def load_events(engine: Engine, game: str, since: int) -> tuple[str | None, Sequence[Mapping[str, Any]]]:
    """Return the layout of a game, as text, and the rows of its events after a version.

    Raises:
        NotFoundError: there is no such game.
    """
    with engine.connect() as connection:
        # Events first: what they refer to is then in the row.
        log = read_log(connection, game, since)
        return find_row(connection, games, game)["layout"], log


def read_log(connection: Connection, game: str, since: int = 0) -> Sequence[Mapping[str, Any]]:
    """Return the rows of the events of a game after a version."""
    chosen = select(events).where(events.c.game == game, events.c.number > since).order_by(events.c.number)
    return [dict(row) for row in connection.execute(chosen).mappings()]


def make_live(row: Mapping[str, Any], log: Sequence[Mapping[str, Any]], *, had_ended: bool = False) -> LiveGame:
    """Return the game of its row and the rows of its events.

    A game that was made before games had seals is practice, because its log may have been edited.
    """
    layout = None if row["layout"] is None else Layout.from_text(row["layout"])
    terms = read_terms(row)
    moves = (read_event(terms, entry) for entry in log)
    live = LiveGame.replay(terms, layout, moves, had_ended=had_ended)
    if row["seal"] is None:
        live.helped = live.practice = True
    last = log[-1] if log else None
    here = last is not None and last["clock"] == CLOCK
    if last is not None and here:
        live.shift = shift_of(last)
    elif row["origin"] != "match" or len(log) > 1:
        # The opening of a match lies ahead when it is written: no other clock may take that for now.
        live.resume(now_ms())
    first = next((number for number, entry in enumerate(log) if entry["kind"] in ("reveal", "chord")), len(log))
    clocks = {entry["clock"] for entry in log[first:]}
    live.timed = live.timed and len(clocks) <= 1 and (here or live.over or not clocks)
    return live


def _is_of_person(live: LiveGame, time_ms: int) -> bool:
    """Whether one clock measured the time of a game, and a person can reach it."""
    return live.timed and not is_machine(time_ms, live.three_bv, live.clicks)


def shift_of(row: Mapping[str, Any]) -> int:
    """Return what makes times of this process continue those of an event, written by this clock."""
    return int(row["at"] - row["tick"] - ANCHOR)


def read_event(terms: Terms, row: Mapping[str, Any]) -> Event:
    """Return the event of its row, of a game with these terms."""
    cell = None if row["row"] is None else Places(terms.level.shape).cell((row["row"], row["col"]))
    return Event(row["number"], row["kind"], cell, row["at"])
