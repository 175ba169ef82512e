"""Request bodies: one model for each, which checks what a client sent.

Cells are `[row, col]` from 0, with the rows and columns of the board; a shape without them has one row of all its
cells. Times are milliseconds.

>>> Move.model_validate({"kind": "reveal", "cell": [2, 3]})
Move(kind='reveal', cell=(2, 3), version=None)
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, FailFast, Field, model_validator
from pydantic_core import PydanticCustomError

from sapper.board.level import FirstClick
from sapper.game.live import MoveKind

__all__ = [
    "BoardKind",
    "BoardText",
    "Body",
    "Branch",
    "Count",
    "DailyGuess",
    "DailyName",
    "Day",
    "DemoRequest",
    "ExerciseKind",
    "ExerciseSeed",
    "LevelText",
    "Move",
    "Name",
    "NewDaily",
    "NewGame",
    "NewRace",
    "NewScore",
    "Player",
    "PositionText",
    "Reset",
    "Side",
    "TextForm",
    "Track",
    "Tries",
    "Try",
    "Undo",
]

# JSON readers that use doubles keep every digit of these.
Seed = Annotated[int, Field(ge=-(2**53) + 1, le=2**53 - 1)]
# Bounds of the format. The server's own limits are smaller: `Limits` has them, `GET /api/limits` returns them.
Count = Annotated[int, Field(ge=0, le=2**31)]
Version = Annotated[
    Count | None, Field(description="The version of the game this is for: 409 if the game has another one.")
]
Side = Annotated[int, Field(ge=1, le=2**31)]
CellIn = tuple[Count, Count]
TextForm = Literal["picture", "position", "json", "layout"]
StrategyText = Annotated[str, Field(max_length=120, description="NAME[@BUDGET][,setting=word...].")]
LevelText = Annotated[str, Field(max_length=32, description="A name, ROWSxCOLS/MINES or SHAPE/MINES.")]
Name = Annotated[str, Field(description="The player's name; normalised (NFKC) and trimmed.")]


ExerciseKind = Literal["single", "pair", "chain", "cases", "counting", "counting-cases", "guess"]
ExerciseSeed = Annotated[int, Field(ge=1, le=300)]
BoardKind = Literal["no-guess", "expert"]
Player = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9_-]{16,64}$", description="A random text that a browser keeps, to be recognised.")
]
Day = Annotated[str, Field(max_length=10, description="YYYY-MM-DD; without it, today (UTC).")]


PlayedMs = Annotated[int, Field(ge=0, le=2**31)]
Offset = Annotated[float, Field(ge=-1_000, le=1_000, allow_inf_nan=False, strict=False)]


_MOST_FIELDS = 40  # of an object; no call has so many


class Body(BaseModel):
    """A request body. Unknown fields are refused, so that a misspelt one is not ignored."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @model_validator(mode="before")
    @classmethod
    def _count(cls, sent: object) -> object:
        """Refuse many fields with one error: pydantic makes one for each that is unknown."""
        if isinstance(sent, dict) and len(sent) > _MOST_FIELDS:
            raise PydanticCustomError("too_many_fields", "at most {most} fields", {"most": _MOST_FIELDS})
        return sent


class NewGame(Body):
    """A new game: of a level or a size, with the layout of another game, or from a position."""

    level: LevelText | None = None
    rows: Side | None = None
    cols: Side | None = None
    mines: Count | None = None
    first_click: Annotated[FirstClick, Field(strict=False)] = FirstClick.ZERO
    no_guess: bool = False
    ranked: bool = Field(default=False, description="No help and no undo until the end.")
    cruel: bool = Field(
        default=False,
        description="No fixed layout: a needless guess always loses, a best one never. The game is practice.",
    )
    seed: Seed | None = None
    start: Annotated[CellIn, Field(strict=False)] | None = None
    name: Name | None = None
    player: Player | None = None
    same_board_as: (
        Annotated[
            str,
            Field(
                pattern=r"^[A-Za-z0-9_-]{1,32}$",
                description="The token `watch` of a game that has ended, or the id of the player's own game.",
            ),
        ]
        | None
    ) = None
    from_position: str | None = None


class Move(Body):
    """A move on a cell."""

    kind: MoveKind
    cell: Annotated[CellIn, Field(strict=False)]
    version: Version = None


class Track(Body):
    """Where the pointer was during a game."""

    moves: Annotated[
        list[Annotated[tuple[PlayedMs, Offset, Offset], Field(strict=False)]],
        FailFast(),
        Field(max_length=20_000, description="Milliseconds since the first reveal, and cells from the left and top."),
    ] = Field(default_factory=list)


class Undo(Body):
    """Which move to undo."""

    version: Version = None


class Branch(Body):
    """A new game that continues this one before a move."""

    move: Annotated[int, Field(ge=0, le=2**31, description="The number of the move, from 0.")]


class PositionText(Body):
    """A board to analyse: as text in any form, or as its parts."""

    position: str | None = None
    shape: Annotated[str, Field(max_length=32, description="Such as hex:8x8; else rows and cols.")] | None = None
    rows: Side | None = None
    cols: Side | None = None
    mines: Count | None = None
    board: str | None = Field(default=None, description="One character per cell, row by row, as in a game.")


class BoardText(Body):
    """A board or a layout as text."""

    text: str


class DemoRequest(Body):
    """The strategy of a demo, and where it starts."""

    strategy: StrategyText = "best@fast"
    begin: Literal["start", "here"] = Field(default="start", alias="from")


class NewRace(NewGame):
    """A race: a new game, and the strategy and pace of the solver."""

    strategy: StrategyText = "best@fast"
    pace_ms: Annotated[int, Field(ge=20, le=60_000, description="Time of one click of the solver.")] = 1000
    open: bool = Field(
        default=False, description="Show the solver's game during the race; the player's game is practice."
    )


class NewScore(Body):
    """The name for the table of best times."""

    name: Name
    player: Player | None = None


class Reset(Body):
    """Which scores to remove."""

    key: Annotated[str, Field(max_length=200, description="The text of the file that signs scores.")]
    level: str | None = Field(default=None, description="A level; without it, the scores of all levels.")


class Try(Body):
    """The result of a player's first try of an exercise, and the player's standing before it."""

    kind: ExerciseKind
    seed: ExerciseSeed
    solved: bool
    rating: Annotated[float, Field(ge=0, le=4000, allow_inf_nan=False, strict=False)]
    deviation: Annotated[float, Field(ge=0, le=1000, allow_inf_nan=False, strict=False)]


class Tries(Body):
    """Results of tries, in order."""

    tries: Annotated[list[Try], FailFast(), Field(max_length=50)]


class NewDaily(Body):
    """A game on a board of the day; that of a past day is practice."""

    player: Player
    name: Name | None = None
    day: Day | None = None


class DailyGuess(NewDaily):
    """An answer to the guess of the day."""

    cell: Annotated[CellIn, Field(strict=False)]


class DailyName(Body):
    """The name for the tables of today, of a browser that had none when it played."""

    player: Player
    name: Name
