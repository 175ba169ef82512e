"""Schemas: what answers look like. Cells are `[row, col]` from 0, times are milliseconds.

>>> Problem(type="/api#problem-move", title="Conflict", status=409, detail="the game is over").cell is None
True
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from sapper.board.cell import Cell
from sapper.board.level import FirstClick

__all__ = [
    "AnalysisView",
    "BoardView",
    "Contradiction",
    "DemoStep",
    "DemoView",
    "GameView",
    "GuessView",
    "GuessesView",
    "HintStep",
    "HintView",
    "LevelView",
    "MissedCells",
    "Problem",
    "RaceStart",
    "RaceView",
    "ReviewPoint",
    "ReviewView",
    "ScorePlace",
    "ScoreRow",
    "ScoresView",
    "StatisticsView",
    "StrategyView",
    "WinView",
]


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
    win: float | None = Field(description="The chance to win for those who choose it and play on, where it is known.")


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


class ReviewPoint(BaseModel):
    """One move, looked at afterwards."""

    move: int = Field(description="From 0, among the moves not taken back.")
    cell: Cell
    kind: Literal["reveal", "chord"]
    at_ms: int = Field(description="Since the first reveal.")
    safety: float = Field(description="The chance that it hit no mine.")
    verdict: Literal["start", "certain", "guess", "mistake", "needless", "mine"] = Field(
        description="A guess was as good as any; a mistake was a worse guess than another; a needless risk was taken "
        "where a cell was safe; a mine was known to be one."
    )
    win_probability: float | None = Field(description="Before the move; null until it is found out.")
    lost: float | None = Field(description="Chance to win given away by the choice.")
    changed: list[tuple[int, int, str]] = Field(
        description="Row, column and character of what is seen before the next point and was not before this one."
    )
    best: Cell | None = Field(description="A better move.")
    text: str


class MissedCells(BaseModel):
    """Safe cells beside which a risk was taken."""

    move: int
    cells: list[Cell]


class ReviewView(BaseModel):
    """A game looked at afterwards: chance to win at the start + luck + skill = 1 for a win, 0 for a loss."""

    board: str = Field(description="Before the first point.")
    points: list[ReviewPoint]
    progress: float = Field(description="The share of the chances to win that are found out.")
    complete: bool
    outcome: Literal["won", "lost"]
    win_probability: float | None = Field(description="At the start.")
    luck: float | None
    skill: float | None = Field(description="0 for perfect choices, negative for what they gave away.")
    guesses: int
    odds: float = Field(description="The chance to survive all risks that were taken.")
    needless: list[int] = Field(description="Moves.")
    missed: list[MissedCells]


class RaceView(BaseModel):
    """How the solver stands."""

    id: str
    game: str
    strategy: str
    pace_ms: int
    open: bool
    elapsed_ms: int = Field(description="Of the player.")
    clicks: int
    progress: float = Field(description="The share of safe cells it has revealed.")
    risk: float = Field(description="The chance that it had hit a mine by now.")
    guesses: int
    status: Literal["ready", "playing", "won", "lost"]
    time_ms: int | None = Field(description="When it ended.")
    board: str | None = Field(description="Null while it would show the player's own board.")
    moves: list[Cell] | None


class RaceStart(BaseModel):
    """A race that can begin."""

    game: GameView
    race: RaceView


class ScoreRow(BaseModel):
    """One row of a table of best times."""

    place: int | None = Field(description="Null for a row that was edited.")
    name: str
    time_ms: int
    three_bv: int
    three_bv_per_s: float
    date: int = Field(description="Milliseconds since 1970.")
    helped: bool
    broken: bool = Field(description="Edited since it was signed; left out of the places.")
    game: str | None = Field(description="Given for the game that was asked about.")


class ScoresView(BaseModel):
    """The ten best times of a level."""

    level: str
    helped: bool
    no_guess: bool
    rows: list[ScoreRow]
    last: int | None = Field(description="The place of the game that was asked about, also beyond the ten.")


class ScorePlace(BaseModel):
    """The place of a game."""

    place: int | None = Field(description="Null for a game that was not won, or is practice.")
    reason: str | None = Field(description="Why it has none.")


class StatisticsView(BaseModel):
    """How somebody plays."""

    level: str | None
    name: str | None
    helped: bool
    no_guess: bool
    games: int = Field(description="Games that ended.")
    wins: int
    losses: int
    streak: int = Field(description="Won in a row at the end.")
    best_streak: int
    best_ms: int | None
    mean_ms: float | None = Field(description="Of the wins.")
    three_bv_per_s: float | None = Field(description="The best.")
    win_rate: float | None
    win_rate_low: float | None = Field(description="Of its 95 % interval.")
    win_rate_high: float | None
    judged: int = Field(description="Games on whose boards the best strategy was asked.")
    judged_wins: int = Field(description="Wins among these.")
    expected_wins: int = Field(description="How many of these boards the best strategy wins.")


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
