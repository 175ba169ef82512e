"""Response bodies of imported files and of replays.

>>> PathView(times=[0], xs=[0.5], ys=[1.5], buttons=[1]).buttons
[1]
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from sapper.board.cell import Cell
from sapper.web.schemas import BoardView

__all__ = ["ImportView", "PathView", "ReplayView", "StepView"]


class StepView(BaseModel):
    """One click of a replay that changed the board."""

    kind: Literal["reveal", "flag", "question", "chord"]
    cell: Cell
    at_ms: int = Field(description="Milliseconds of the replay; of a game of this server since its first reveal.")
    changed: list[tuple[int, int, str]] = Field(description="Row, column and character of every cell that changes.")


class PathView(BaseModel):
    """The way of the pointer, as lists of one length."""

    times: list[int] = Field(description="Milliseconds of the replay; never falling.")
    xs: list[float] = Field(description="From the left edge of the board, in cells.")
    ys: list[float] = Field(description="From its top edge, in cells.")
    buttons: list[int] = Field(description="What is held from then on: 1 left, 2 right, 4 middle, added.")


class ReplayView(BaseModel):
    """A recorded game, move by move."""

    replay: str | None = Field(description="For `/api/replays/REPLAY/review`; null of games that have not ended.")
    name: str = Field(description="Of the file, or of the replay in it.")
    number: int = Field(description="Of the replay in a file that holds several, from 0.")
    count: int = Field(description="Replays in the file.")
    format: str = Field(
        description="Such as avf or evf; sapper for a game of this server, link for a path of clicks."
    )
    program: str
    player: str
    started: str = Field(description="As the file tells it.")
    timed: bool = Field(description="False for a path of clicks without times: its clicks are a second apart.")
    fault: str | None = Field(description="Where reading ended, of a file that is not whole.")
    shape: str
    rows: int
    cols: int
    mines: int
    status: Literal["playing", "won", "lost"]
    rtime: float = Field(description="Seconds.")
    board: str = Field(description="Before the first step.")
    steps: list[StepView] = Field(description="Their numbers are the numbers of moves in the review.")
    path: PathView
    statistics: dict[str, float | None] = Field(description="Figures of the game, by the names that players use.")


class DoubtView(BaseModel):
    """A cell of a picture that may be read wrong."""

    cell: tuple[int, int]
    look: str = Field(description="As it was read: the character of a cell of a board.")
    probability: float
    second: str = Field(description="The next likely one.")
    second_probability: float


class PictureView(BaseModel):
    """Where the board of a picture lies in it, in pixels, and what may be wrong."""

    left: float
    top: float
    across: float = Field(description="From one column to the next.")
    down: float = Field(description="From one row to the next.")
    doubts: list[DoubtView]
    boards: int = Field(description="How many boards the picture shows; the largest is read.")
    mines_known: bool = Field(description="Whether the number of mines was read from the picture.")
    straight: str | None = Field(
        default=None,
        description="Of a photo: the board made upright, as a JPEG in base64. All lengths are pixels of it.",
    )


class ImportView(BaseModel):
    """What a file or a text holds: a board, a layout or a replay."""

    kind: Literal["board", "layout", "replay"]
    text: str | None = Field(description="The board or layout as text, which other calls read.")
    board: BoardView | None
    replay: ReplayView | None
    picture: PictureView | None = Field(default=None, description="Where the board was read from a picture.")
