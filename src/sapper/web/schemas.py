"""What requests and answers look like: the contract between the page and the server.

Bodies come in as these models, checked; answers go out as them. Cells are `[row, col]` from 0, times milliseconds.

>>> Move.model_validate({"kind": "reveal", "cell": [2, 3]})
Move(kind='reveal', cell=(2, 3), version=None)
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from sapper.level import FirstClick
from sapper.web.live import MoveKind

__all__ = [
    "AnalysisView",
    "BoardText",
    "BoardView",
    "Branch",
    "Contradiction",
    "DemoOrder",
    "DemoStep",
    "DemoView",
    "GameView",
    "GuessView",
    "GuessesView",
    "HintStep",
    "HintView",
    "LevelView",
    "Move",
    "NewGame",
    "PositionText",
    "Problem",
    "StrategyView",
    "TextForm",
    "WinView",
]

# Whole numbers that every reader of JSON keeps digit by digit.
Seed = Annotated[int, Field(ge=-(2**53) + 1, le=2**53 - 1)]
Side = Annotated[int, Field(ge=1, le=200)]
CellIn = tuple[Annotated[int, Field(ge=0, le=199)], Annotated[int, Field(ge=0, le=199)]]
Cell = tuple[int, int]
TextForm = Literal["picture", "position", "json", "layout"]
GameId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
Text = Annotated[str, Field(max_length=400_000)]
Name = Annotated[str, Field(max_length=200, description="What players call themselves; trimmed and checked.")]


class _Body(BaseModel):
    """A request: unknown fields are refused, so that a misspelt one is not ignored."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class NewGame(_Body):
    """What a new game is made of: a level or a size, the same board as another game, or a position."""

    level: Annotated[str, Field(max_length=32, description="A name, or ROWSxCOLS/MINES.")] | None = None
    rows: Side | None = None
    cols: Side | None = None
    mines: Annotated[int, Field(ge=0, le=40_000)] | None = None
    first_click: Annotated[FirstClick, Field(strict=False)] = FirstClick.ZERO
    no_guess: bool = False
    seed: Seed | None = None
    start: Annotated[CellIn, Field(strict=False)] | None = None
    name: Name | None = None
    same_board_as: GameId | None = None
    from_position: Text | None = None


class Move(_Body):
    """A move on a cell."""

    kind: MoveKind
    cell: Annotated[CellIn, Field(strict=False)]
    version: Annotated[int, Field(ge=0, le=2**31)] | None = Field(
        default=None, description="The version the player saw; cells that changed since are listed."
    )


class Branch(_Body):
    """Where another game goes its own way."""

    move: Annotated[int, Field(ge=0, le=2**31, description="The new game stands before this move, from 0.")]


class PositionText(_Body):
    """A board to analyse: a text of any form, or its parts."""

    position: Text | None = None
    rows: Side | None = None
    cols: Side | None = None
    mines: Annotated[int, Field(ge=0, le=40_000)] | None = None
    board: Text | None = Field(default=None, description="One character a cell, row by row, as in a game.")


class BoardText(_Body):
    """A text to read."""

    text: Text


class DemoOrder(_Body):
    """Who plays, and from where."""

    strategy: Annotated[str, Field(max_length=40, description="NAME or NAME@BUDGET.")] = "best@fast"
    begin: Literal["start", "here"] = Field(default="start", alias="from")


class GameView(BaseModel):
    """What the player of a game may see now."""

    id: str
    version: int = Field(description="Grows by one with every change.")
    level: str = Field(description="A name, or ROWSxCOLS/MINES.")
    rows: int
    cols: int
    mines: int
    first_click: FirstClick
    no_guess: bool
    seed: int | None = Field(description="Null until the end, unless the player chose it.")
    start: Cell | None = Field(description="The cell the first-click rule speaks of.")
    origin: Literal["new", "same", "position", "branch"]
    status: Literal["ready", "playing", "won", "lost"]
    board: str = Field(
        description="One character a cell, row by row: `.` hidden, `F` flag, `Q` question mark, `0`-`8` clue; after "
        "the end also `M` mine, `X` exploded mine, `W` wrong flag."
    )
    changed: list[tuple[int, int, str]] | None = Field(description="Row, column and character; null for all.")
    mines_left: int = Field(description="Mines less flags.")
    clicks: int
    moves: int = Field(description="Moves made and not taken back.")
    three_bv: int | None = Field(description="After the end.")
    efficiency: float | None = Field(description="3BV a click, of a game that was won.")
    elapsed_ms: int
    started_at: int | None
    ended_at: int | None
    helped: bool = Field(description="Hints, the overlay and the like, or practice.")
    practice: bool = Field(description="Undone, a known board or a position: never in best times.")
    can_undo: bool
    name: str | None
    flash: list[Cell] = Field(description="After a chord: hidden neighbours of a clue whose flags do not match.")


class WinView(BaseModel):
    """What is known of the chance to win: proved, bounded or measured."""

    kind: Literal["exact", "bound", "estimate"]
    probability: float | None = Field(description="Null for a bound.")
    low: float
    high: float
    moves: list[Cell] = Field(description="The best ones known.")


class AnalysisView(BaseModel):
    """Everything that is known of a board."""

    version: int | None = Field(default=None, description="Of the game; null for a position.")
    mine_probability: list[float | None] = Field(description="Row by row; null where revealed. Exact.")
    safe: list[Cell]
    mines: list[Cell]
    worlds: str = Field(description="A whole number of any size.")
    win: WinView | None = None


class Contradiction(BaseModel):
    """Clues that cannot all hold."""

    clues: list[Cell]
    needs_total: bool = Field(description="Whether the number of mines is part of it.")
    text: str


class HintStep(BaseModel):
    """One step of an explanation."""

    text: str
    cells: list[Cell]
    clues: list[Cell]


class HintView(BaseModel):
    """A hint: whether there is a safe cell (1), where to look (2), which cell (3), why (4)."""

    version: int | None = None
    strength: int
    text: str
    technique: str | None
    cells: list[Cell]
    clues: list[Cell] = Field(description="To be lit up.")
    steps: list[HintStep]


class GuessView(BaseModel):
    """One candidate for a guess."""

    cell: Cell
    safety: float
    progress: float | None = Field(description="The chance that something is safe afterwards.")
    win: float | None = Field(description="The chance to win, where it is known.")


class GuessesView(BaseModel):
    """The candidates for a guess, the best first, and why it is the best."""

    version: int | None = None
    text: str
    guesses: list[GuessView]
    win: WinView


class DemoStep(BaseModel):
    """One move of the solver."""

    cell: Cell
    kind: str = Field(description="start, certain, or the kind of guess.")
    safety: float
    technique: str
    text: str
    changed: list[tuple[int, int, str]] = Field(description="Row, column and character of what it showed.")


class DemoView(BaseModel):
    """How the solver plays, to the end."""

    strategy: str
    board: str = Field(description="Before the first step.")
    steps: list[DemoStep]
    outcome: Literal["won", "lost", "playing"]


class BoardView(BaseModel):
    """A board or a layout that was read from a text."""

    kind: Literal["board", "layout"]
    rows: int
    cols: int
    mines: int | None
    density: float | None
    board: str
    position: str
    picture: str


class LevelView(BaseModel):
    """A level of a name."""

    name: str
    rows: int
    cols: int
    mines: int


class StrategyView(BaseModel):
    """A strategy of the house."""

    name: str
    budgets: list[str]


class Problem(BaseModel):
    """What went wrong (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    cell: Cell | None = None
    line: int | None = None
    column: int | None = None
    contradiction: Contradiction | None = None
