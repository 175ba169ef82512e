"""What the database has about the boards of a day: tables, answers to the guess, and the results of one browser.

>>> LEVELS_OF["no-guess"]
Level(rows=16, cols=16, mines=40)
"""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple, get_args

from sqlalchemy import ColumnElement, Connection, Engine, Row, func, select

from sapper.board.cell import Cell
from sapper.board.level import LEVELS, Level
from sapper.web.clock import day_of
from sapper.web.daily_schemas import (
    AnswerCount,
    DailyAnswer,
    DailyBoard,
    DailyPosition,
    DailyResult,
    DailyRow,
)
from sapper.web.requests import BoardKind
from sapper.web.schemas import ExerciseView
from sapper.web.tables import daily, results
from sapper.web.views import level_name

__all__ = ["BOARDS", "GUESS", "LEVELS_OF", "find_own", "load_answers", "load_day", "view_answer"]

GUESS: Final = "guess"
BOARDS: tuple[BoardKind, ...] = get_args(BoardKind)
LEVELS_OF: dict[BoardKind, Level] = {"no-guess": LEVELS["intermediate"], "expert": LEVELS["expert"]}
_PLACES = 10  # rows of a table


class _Standing(NamedTuple):
    """What the database has about a board of a day."""

    own: Row[Any] | None
    best: list[Row[Any]]  # the first rows of the table
    place: int | None  # of the own row
    late: bool  # whether the own game ended after its day
    players: int
    wins: int


def load_day(engine: Engine, day: str, player: str, exercise: ExerciseView) -> tuple[list[DailyBoard], DailyPosition]:
    """Return the boards of a day and its guess, as a player may see them."""
    with engine.connect() as connection:
        boards = [_view_board(kind, _stand(connection, day, kind, player), player) for kind in BOARDS]
        own = find_own(connection, day, GUESS, player)
        answers = _count_answers(connection, day)
    hits = sum(one.players for one in answers if one.cell in exercise.answers)
    return boards, DailyPosition(
        rows=exercise.rows,
        cols=exercise.cols,
        mines=exercise.mines,
        board=exercise.board,
        players=sum(one.players for one in answers),
        best=hits,
        own=None if own is None else view_answer(exercise, (own.row, own.col), answers, counts=True),
    )


def load_answers(engine: Engine, day: str) -> list[AnswerCount]:
    """Return the answers to the guess of a day, most frequent first."""
    with engine.connect() as connection:
        return _count_answers(connection, day)


def find_own(connection: Connection, day: str, kind: str, player: str) -> Row[Any] | None:
    """Return the row of a browser; None if there is none."""
    own = (daily.c.day == day) & (daily.c.kind == kind) & (daily.c.player == player)
    return connection.execute(select(daily).where(own)).one_or_none()


def _stand(connection: Connection, day: str, kind: str, player: str) -> _Standing:
    own = find_own(connection, day, kind, player)
    table: ColumnElement[bool] = (daily.c.day == day) & (daily.c.kind == kind) & daily.c.rank.is_not(None)
    best = connection.execute(select(daily).where(table).order_by(daily.c.rank, daily.c.at).limit(_PLACES)).all()
    count = select(func.count()).select_from(daily)
    place = None
    if own is not None and own.rank is not None:
        before = (daily.c.rank < own.rank) | ((daily.c.rank == own.rank) & (daily.c.at < own.at))
        place = connection.execute(count.where(table & before)).scalar_one() + 1
    players = connection.execute(count.where(table)).scalar_one()
    wins = connection.execute(count.where(table & daily.c.won.is_(True))).scalar_one()
    return _Standing(own, list(best), place, own is not None and _is_late(connection, own), players, wins)


def _is_late(connection: Connection, own: Row[Any]) -> bool:
    ended_at = connection.execute(select(results.c.ended_at).where(results.c.game == own.game)).scalar()
    return ended_at is not None and day_of(ended_at) != own.day


def _view_board(kind: BoardKind, standing: _Standing, player: str) -> DailyBoard:
    level, own = LEVELS_OF[kind], standing.own
    table = [_view_row(row, place, player) for place, row in enumerate(standing.best, 1)]
    if own is not None and standing.place is not None and standing.place > len(table):
        table.append(_view_row(own, standing.place, player))
    return DailyBoard(
        kind=kind,
        level=level_name(level),
        rows=level.rows,
        cols=level.cols,
        mines=level.mines,
        no_guess=kind == "no-guess",
        players=standing.players,
        wins=standing.wins,
        table=table,
        own=None if own is None else _view_own(own, standing.place, late=standing.late),
    )


def _view_row(row: Row[Any], place: int, player: str) -> DailyRow:
    return DailyRow(
        place=place,
        name=row.name,
        won=row.won,
        time_ms=row.time_ms,
        cleared=row.cleared,
        own=row.player == player,
    )


def _view_own(own: Row[Any], place: int | None, *, late: bool) -> DailyResult:
    ended = own.won is not None
    reason: Literal["helped", "late", "time"] = "helped" if own.helped else "late" if late else "time"
    return DailyResult(
        game=own.game,
        name=own.name,
        status="playing" if not ended else "won" if own.won else "lost",
        time_ms=own.time_ms,
        cleared=own.cleared,
        place=place,
        reason=None if not ended or own.rank is not None else reason,
    )


def _count_answers(connection: Connection, day: str) -> list[AnswerCount]:
    chosen = (daily.c.day == day) & (daily.c.kind == GUESS)
    many = func.count().label("many")
    counts = select(daily.c.row, daily.c.col, many).where(chosen).group_by(daily.c.row, daily.c.col)
    rows = connection.execute(counts.order_by(many.desc(), daily.c.row, daily.c.col)).all()
    return [AnswerCount(cell=(row.row, row.col), players=row.many) for row in rows]


def view_answer(exercise: ExerciseView, cell: Cell, answers: list[AnswerCount], *, counts: bool) -> DailyAnswer:
    """Return an answer with the solution."""
    return DailyAnswer(cell=cell, best=cell in exercise.answers, counts=counts, exercise=exercise, answers=answers)
