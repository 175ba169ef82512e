"""Response bodies about the boards of a day. Times are in milliseconds.

>>> DailyRow(place=1, name="Ada", won=True, time_ms=41_200, cleared=1, own=False).place
1
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from sapper.board.cell import Cell
from sapper.web.requests import BoardKind
from sapper.web.schemas import ExerciseView, GameView

__all__ = [
    "AnswerCount",
    "DailyAnswer",
    "DailyBoard",
    "DailyPosition",
    "DailyResult",
    "DailyRow",
    "DailyStart",
    "DailyView",
]


class DailyRow(BaseModel):
    """One row of the table of a day."""

    place: int
    name: str | None
    won: bool
    time_ms: int
    cleared: float = Field(description="Share of the cells without a mine that were revealed.")
    own: bool = Field(description="Whether it is of the browser that requests.")


class DailyResult(BaseModel):
    """The first game of a browser on a board of a day."""

    game: str
    name: str | None
    status: Literal["playing", "won", "lost"]
    time_ms: int | None = Field(description="Null until the end.")
    cleared: float | None = Field(description="Null until the end.")
    place: int | None = Field(description="In the table; null until the end, or if the game does not count.")
    reason: Literal["helped", "late", "time"] | None = Field(
        description="Why a finished game does not count: help, an end after its day, or a time no person reaches."
    )


class DailyBoard(BaseModel):
    """A board of a day: what everybody may know of it, and its table."""

    kind: BoardKind
    level: str
    rows: int
    cols: int
    mines: int
    no_guess: bool
    players: int = Field(description="Players whose first game counts, the listed ones and all others.")
    wins: int = Field(description="Of these.")
    table: list[DailyRow] = Field(
        description="The ten best: wins by time, then losses by cells left; and that of the browser that requests."
    )
    own: DailyResult | None


class AnswerCount(BaseModel):
    """How many players chose a cell."""

    cell: Cell
    players: int


class DailyAnswer(BaseModel):
    """An answer to the guess of a day, with the solution and the answers of all."""

    cell: Cell
    best: bool
    counts: bool = Field(description="Whether it is the first answer of this browser and name, given on that day.")
    exercise: ExerciseView
    answers: list[AnswerCount] = Field(description="Most frequent first.")


class DailyPosition(BaseModel):
    """The position of the guess of a day."""

    rows: int
    cols: int
    mines: int
    board: str
    players: int = Field(description="Players who answered.")
    best: int = Field(description="Those who chose a best cell.")
    own: DailyAnswer | None = Field(description="Null until this browser has answered.")


class DailyView(BaseModel):
    """The boards of a day."""

    day: str = Field(description="YYYY-MM-DD.")
    today: str
    next_ms: int = Field(description="Until the boards of the next day open.")
    boards: list[DailyBoard]
    guess: DailyPosition


class DailyStart(BaseModel):
    """A game on a board of a day."""

    game: GameView
    counts: bool = Field(description="Whether it is the one game of this browser and name that counts.")
    reason: Literal["again", "name", "past"] | None = Field(
        description="Why it is practice: this browser or this name has played the board, or its day is past."
    )
