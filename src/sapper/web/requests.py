"""Request bodies: one model for each, which checks what a client sent.

Cells are `[row, col]` from 0, times are milliseconds.

>>> Move.model_validate({"kind": "reveal", "cell": [2, 3]})
Move(kind='reveal', cell=(2, 3), version=None)
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from sapper.board.level import FirstClick
from sapper.web.live import MoveKind

__all__ = [
    "BoardText",
    "Branch",
    "DemoRequest",
    "Move",
    "NewGame",
    "NewRace",
    "NewScore",
    "PositionText",
    "TextForm",
]

# JSON readers that use doubles keep every digit of these.
Seed = Annotated[int, Field(ge=-(2**53) + 1, le=2**53 - 1)]
# Bounds of the format. The server's own limits are smaller: `Limits` has them, `GET /api/limits` returns them.
Count = Annotated[int, Field(ge=0, le=2**31)]
Side = Annotated[int, Field(ge=1, le=2**31)]
CellIn = tuple[Count, Count]
TextForm = Literal["picture", "position", "json", "layout"]
GameId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
Name = Annotated[str, Field(description="The player's name; normalised (NFKC) and trimmed.")]


class _Body(BaseModel):
    """A request: unknown fields are refused, so that a misspelt one is not ignored."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class NewGame(_Body):
    """What a new game is made of: a level or a size, the same board as another game, or a position."""

    level: Annotated[str, Field(max_length=32, description="A name, or ROWSxCOLS/MINES.")] | None = None
    rows: Side | None = None
    cols: Side | None = None
    mines: Count | None = None
    first_click: Annotated[FirstClick, Field(strict=False)] = FirstClick.ZERO
    no_guess: bool = False
    seed: Seed | None = None
    start: Annotated[CellIn, Field(strict=False)] | None = None
    name: Name | None = None
    same_board_as: GameId | None = None
    from_position: str | None = None


class Move(_Body):
    """A move on a cell."""

    kind: MoveKind
    cell: Annotated[CellIn, Field(strict=False)]
    version: Count | None = Field(
        default=None, description="The version the player saw; cells that changed since are listed."
    )


class Branch(_Body):
    """Where another game goes its own way."""

    move: Annotated[int, Field(ge=0, le=2**31, description="The new game stands before this move, from 0.")]


class PositionText(_Body):
    """A board to analyse: a text of any form, or its parts."""

    position: str | None = None
    rows: Side | None = None
    cols: Side | None = None
    mines: Count | None = None
    board: str | None = Field(default=None, description="One character a cell, row by row, as in a game.")


class BoardText(_Body):
    """A text to read."""

    text: str


class DemoRequest(_Body):
    """Who plays, and from where."""

    strategy: Annotated[str, Field(max_length=40, description="NAME or NAME@BUDGET.")] = "best@fast"
    begin: Literal["start", "here"] = Field(default="start", alias="from")


class NewRace(NewGame):
    """A game to race on, and the solver to race with."""

    strategy: Annotated[str, Field(max_length=40, description="NAME or NAME@BUDGET.")] = "best@fast"
    pace_ms: Annotated[int, Field(ge=20, le=60_000, description="What the solver takes for one click.")] = 1000
    open: bool = Field(default=False, description="See its board during the race; counts as help.")


class NewScore(_Body):
    """Who won."""

    name: Name
