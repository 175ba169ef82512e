"""Response bodies, one model each. Times are in milliseconds.

Cells are `[row, col]` from 0, with the rows and columns of the board; `row * cols + col` is the number of a cell in
the order of its shape. A problem alone names cells as the shape does.

>>> Problem(type="/api#problem-move", title="Conflict", status=409, detail="the game is over").cell is None
True
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from sapper.board.cell import Cell
from sapper.board.level import FirstClick
from sapper.game.live import Origin
from sapper.play.classes import CellClass

__all__ = [
    "AnalysisView",
    "BoardView",
    "CandidateView",
    "Contradiction",
    "DemoRow",
    "DemoStep",
    "DemoView",
    "ExerciseStep",
    "ExerciseView",
    "ExercisesView",
    "GameView",
    "GuessView",
    "GuessesView",
    "HealthView",
    "HintStep",
    "HintView",
    "LevelView",
    "MinesView",
    "MissedCells",
    "OddsView",
    "Problem",
    "RaceStart",
    "RaceView",
    "RatedExercise",
    "ReadyView",
    "ResetView",
    "ReviewPoint",
    "ReviewView",
    "ScorePlace",
    "ScoreRow",
    "ScoresView",
    "ShapeView",
    "StandingView",
    "StatisticsView",
    "StrategyView",
    "StrengthView",
    "TriesView",
    "WatchView",
    "WinView",
]


class WatchView(BaseModel):
    """A game, as others may see it."""

    watch: str | None = Field(
        description="The token of links for others; null if a server of an older version made the game."
    )
    version: int = Field(description="Increases by one with every change.")
    level: str = Field(description="A name, or SHAPE/MINES.")
    shape: str = Field(description="The name of its shape, such as 9x9 or hex:8x8.")
    rows: int = Field(description="1 for a shape without rows and columns.")
    cols: int = Field(description="The number of cells for a shape without rows and columns.")
    mines: int
    first_click: FirstClick
    no_guess: bool
    seed: int | None = Field(
        description="Null until the end, unless the player chose it. Boards of the day, games on the board of "
        "another game and cruel games have none."
    )
    start: Cell | None = Field(description="The cell of the first-click rule.")
    origin: Origin
    status: Literal["ready", "playing", "won", "lost"]
    board: str = Field(
        description="One character per cell, in order: `.` hidden, `F` flag, `Q` question mark, `0`-`9` clue, "
        "a clue n above 9 the character with the code 128 + n; after a loss also `M` mine, `X` exploded mine, "
        "`W` wrong flag. After a win every mine has a flag. While the game is paused, every cell is hidden."
    )
    mines_left: int = Field(description="Mines minus flags.")
    clicks: int
    moves: int = Field(description="Moves made and not undone.")
    three_bv: int | None = Field(description="After the end.")
    efficiency: float | None = Field(description="3BV per click; null unless the game was won.")
    elapsed_ms: int
    started_at: int | None
    ended_at: int | None
    helped: bool = Field(description="Hints, overlay or other help were used, or the game is practice.")
    practice: bool = Field(
        description="A move was undone, the mines were shown, the layout or position was known, or the game is "
        "cruel: no best time."
    )
    timed: bool = Field(
        description="False if the game was paused, or the server's clock changed during it: no best time."
    )
    paused: bool = Field(description="The clock stands still, the board is covered, and moves are refused.")
    name: str | None


class GameView(WatchView):
    """A game, as its player may see it."""

    id: str = Field(description="The secret of the player: it allows moves and scores.")
    can_undo: bool
    flash: list[Cell] = Field(description="After a chord: hidden neighbours of a clue whose flags do not match.")


class WinView(BaseModel):
    """The win probability: exact, bounded or estimated."""

    kind: Literal["exact", "bound", "estimate"]
    probability: float | None = Field(description="Null for a bound.")
    low: float
    high: float
    moves: list[Cell] = Field(description="The best known moves.")


class AnalysisView(BaseModel):
    """The analysis of a board."""

    version: int | None = Field(default=None, description="Of the game; null for a position.")
    mine_probability: list[float | None] = Field(description="Exact, row by row; null for revealed cells.")
    safe: list[Cell]
    mines: list[Cell]
    worlds: str = Field(description="A whole number of any size.")
    first_click: Literal["any", "start"] | None = Field(
        default=None,
        description="Before the first reveal: whether the first-click rule makes any cell safe, or the start cell.",
    )
    best: Cell | None = Field(
        default=None, description="The recommended move, as hints and guesses name it; at a guess only if requested."
    )
    win: WinView | None = None
    estimate: list[float | None] | None = Field(
        default=None, description="The risk of every hidden cell as the strategy automine estimates it."
    )
    classes: dict[CellClass, list[Cell]] | None = Field(
        default=None, description="The best move, good moves, similar and dead cells, as superloc sees them."
    )


class Contradiction(BaseModel):
    """Clues that contradict each other."""

    clues: list[Cell]
    needs_total: bool = Field(description="Whether the number of mines is part of the contradiction.")
    text: str
    reason: str = Field(description="In English, without the cells.")


class HintStep(BaseModel):
    """One step of an explanation."""

    said: dict[str, Any] = Field(description="What is said as data: an entry of the catalogue and its values.")
    text: str = Field(description="The same in English.")
    cells: list[Cell] = Field(description="Cells that the step shows to be safe.")
    mines: list[Cell] = Field(description="Cells that it shows to be mines.")
    clues: list[Cell]


class HintView(BaseModel):
    """A hint: whether there is a safe cell (1), where to look (2), which cell (3), why (4)."""

    version: int | None = None
    strength: int
    kind: Literal["promised", "safe", "guess"] = Field(
        description="Whether the first-click rule makes the cell safe, a proof does, or it is a guess."
    )
    said: dict[str, Any] = Field(description="What is said as data: an entry of the catalogue and its values.")
    text: str = Field(description="The same in English.")
    technique: str | None
    cells: list[Cell]
    clues: list[Cell] = Field(description="Clues to highlight.")
    steps: list[HintStep]


class GuessView(BaseModel):
    """One candidate for a guess."""

    cell: Cell
    safety: float
    progress: float | None = Field(description="Probability that a safe cell exists afterwards.")
    win: float | None = Field(description="Win probability after this guess; null if unknown.")


class GuessesView(BaseModel):
    """The candidates for a guess, best first, with the reason."""

    version: int | None = None
    said: dict[str, Any] = Field(description="What is said as data: an entry of the catalogue and its values.")
    text: str = Field(description="The same in English.")
    guesses: list[GuessView]
    win: WinView


class CandidateView(BaseModel):
    """A candidate of a strategy for a guess; null is what the strategy does not weigh."""

    cell: Cell
    safety: float = Field(description="Exact probability that it is no mine.")
    estimate: float | None = Field(description="The same, as the strategy estimates it.")
    progress: float | None = Field(description="Probability that it is safe and another cell is safe afterwards.")
    clears: float | None = Field(description="Mean number of cells it makes safe, itself included.")
    game_tree: float | None = Field(description="Share of the searched worlds that are won after it.")
    secondary_safety: float | None = Field(description="Probability that it and the safest cell after it are safe.")
    hazard: float | None = Field(description="Share of the worlds in which its mine makes a guess unavoidable.")
    instinct: float | None = Field(description="Correction of the lookahead by experience.")
    lookahead: float | None = Field(description="Score of the lookahead.")
    rollouts: float | None = Field(description="Mean win probability of the games played out.")
    games: int | None = Field(description="Number of those games.")
    win: float | None = Field(description="Win probability as the strategy judges it.")


class DemoStep(BaseModel):
    """One move of the solver."""

    cell: Cell
    kind: str = Field(description="start, certain, or the kind of guess.")
    safety: float
    technique: str
    said: dict[str, Any] = Field(description="What is said as data: an entry of the catalogue and its values.")
    text: str = Field(description="The same in English.")
    clues: list[Cell] = Field(description="Clues that the text is about.")
    changed: list[tuple[int, int, str]] = Field(description="Row, column and character of the changed cells.")
    candidates: list[CandidateView] = Field(
        description="What the strategy weighed, its choice first; eight at most, none for a certain move."
    )


class DemoView(BaseModel):
    """The moves of the solver, to the end of the game."""

    strategy: str
    board: str = Field(description="Before the first step.")
    own: bool = Field(
        default=False, description="Whether the board is not that of the game, which has no layout before its start."
    )
    steps: list[DemoStep]
    outcome: Literal["won", "lost", "playing"]
    time_ms: int = Field(description="Time the strategy took for its moves.")


class BoardView(BaseModel):
    """A board or a layout read from text."""

    kind: Literal["board", "layout"]
    shape: str = Field(description="The name of its shape, such as 9x9 or hex:8x8.")
    rows: int
    cols: int
    mines: int | None
    density: float | None
    board: str
    position: str
    picture: str


class ReviewPoint(BaseModel):
    """One move of a review."""

    move: int = Field(description="Its number among the moves not undone, from 0.")
    cell: Cell
    kind: Literal["reveal", "chord"]
    at_ms: int = Field(description="Since the first reveal.")
    safety: float = Field(description="Probability that it hits no mine.")
    verdict: Literal["start", "certain", "guess", "mistake", "needless", "mine"] = Field(
        description="guess: no better guess existed; mistake: a better guess existed; "
        "needless: a safe cell existed; mine: the cell was certainly a mine."
    )
    win_probability: float | None = Field(description="Before the move; null until it is computed.")
    lost: float | None = Field(description="Win probability lost by the choice.")
    changed: list[tuple[int, int, str]] = Field(
        description="Row, column and character of the cells that change until the next point."
    )
    best: Cell | None = Field(description="A better move.")
    text: str


class MissedCells(BaseModel):
    """Safe cells that existed when a risk was taken."""

    move: int
    cells: list[Cell]


class ReviewView(BaseModel):
    """The review of a game: win_probability + luck + skill is 1 for a win and 0 for a loss."""

    board: str = Field(description="Before the first point.")
    points: list[ReviewPoint]
    progress: float = Field(description="Share of the win probabilities that are computed.")
    complete: bool
    outcome: Literal["won", "lost"]
    win_probability: float | None = Field(description="At the start.")
    luck: float | None
    skill: float | None = Field(description="Minus the win probability lost by choices; 0 for best play.")
    guesses: int
    odds: float = Field(description="Probability that all risks taken succeed.")
    needless: list[int] = Field(description="Numbers of the moves.")
    missed: list[MissedCells]


class RaceView(BaseModel):
    """The state of the solver in a race.

    Until the player's game has ended, a covered race tells only what follows from the time: its outcome, its progress
    and its guesses would tell which guesses are fatal on the player's board.
    """

    id: str
    watch: str | None = Field(description="The token with which others see the player's game.")
    strategy: str
    pace_ms: int
    open: bool
    elapsed_ms: int = Field(description="Time of the player.")
    covered: bool = Field(description="Whether the solver's game is hidden now.")
    clicks: int = Field(description="While covered, those that the pace allows, also if its game has ended before.")
    progress: float | None = Field(description="Share of the safe cells it has revealed; null while covered.")
    risk: float | None = Field(description="Probability that it had hit a mine by now; null while covered.")
    guesses: int | None = Field(description="Null while covered.")
    status: Literal["ready", "playing", "won", "lost"] = Field(description="While covered, that it has started.")
    time_ms: int | None = Field(description="When it ended.")
    board: str | None = Field(description="Null while covered.")
    last: Cell | None = Field(description="Its last click; null with the board.")


class RaceStart(BaseModel):
    """A new race."""

    game: GameView
    race: RaceView


class ScoreRow(BaseModel):
    """One row of a table of best times."""

    place: int | None = Field(description="Null for an edited row.")
    name: str
    time_ms: int
    three_bv: int
    three_bv_per_s: float
    date: int = Field(description="Milliseconds since 1970.")
    helped: bool
    broken: bool = Field(description="Edited since it was signed; has no place.")
    game: str | None = Field(description="Set only for the game in the request.")


class ScoresView(BaseModel):
    """The ten best times of a level, and the row of the game that was asked about."""

    level: str
    helped: bool
    no_guess: bool
    machine: bool = Field(description="Whether these are times that no person reaches.")
    rows: list[ScoreRow]
    last: int | None = Field(description="Place of the game in the request; may be beyond ten.")


class ResetView(BaseModel):
    """What a reset did."""

    removed: int


class ScorePlace(BaseModel):
    """The place of a game."""

    place: int | None = Field(description="Null if the game has no best time.")
    reason: str | None = Field(description="Why it has no place.")
    machine: bool = Field(default=False, description="No person reaches the time: the place is in a separate table.")


class StandingView(BaseModel):
    """How a won game compares with others of its level, with the same help and the same rule about guesses."""

    time_ms: int | None = Field(description="Null if the game has no best time; all others are null then, too.")
    others: int | None = Field(description="Other wins whose times count.")
    slower: int | None = Field(description="Those of them that took longer.")
    best_ms: int | None = Field(description="The best time under the name of the game; null without a name.")
    place: int | None = Field(description="In the table of best times; null if it was not saved.")
    name: str | None = Field(description="Under which it was saved.")


class StatisticsView(BaseModel):
    """Statistics of finished games."""

    level: str | None
    name: str | None
    helped: bool
    no_guess: bool
    games: int = Field(description="Finished games.")
    wins: int
    losses: int
    streak: int = Field(description="Current streak of wins.")
    best_streak: int
    best_ms: int | None
    mean_ms: float | None = Field(description="Mean time of the wins.")
    three_bv_per_s: float | None = Field(description="Best 3BV per second.")
    win_rate: float | None
    win_rate_low: float | None = Field(description="Lower end of the 95 % interval.")
    win_rate_high: float | None
    judged: int = Field(description="Games whose layouts the strategy best@fast has played.")
    judged_wins: int = Field(description="The player's wins among these.")
    expected_wins: int = Field(description="Wins of this strategy on these layouts.")


class DemoRow(BaseModel):
    """The results of the demos of one strategy on one level."""

    strategy: str
    level: str
    from_start: bool = Field(description="Whether the demos began at the start, or at the board of a player.")
    games: int = Field(description="Different games; the same demo again does not count.")
    wins: int
    win_rate: float
    win_rate_low: float = Field(description="Lower end of the 95 % interval.")
    win_rate_high: float
    mean_ms: float = Field(description="Mean time the strategy took for a game.")


class MinesView(BaseModel):
    """The mines of a game, which is practice from then on."""

    game: GameView
    mines: list[Cell]


class OddsView(BaseModel):
    """The probability that all risks taken so far succeed."""

    version: int
    odds: float | None = Field(description="Null if the board is too large.")
    guesses: int | None = Field(description="Reveals and chords that might have hit a mine.")
    last: float | None = Field(description="Probability that the last move hits no mine.")


class LevelView(BaseModel):
    """A named level."""

    name: str
    shape: str
    rows: int
    cols: int
    mines: int


class ShapeView(BaseModel):
    """A shape: its cells by their numbers, their neighbours, and how they are drawn."""

    name: str
    kind: str = Field(description="The word before the colon of the name; square for 16x30.")
    rows: int = Field(description="As in a game: 1 where cells have no rows and columns.")
    cols: int
    sides: list[int] = Field(description="Of an array of all cells, such as [4, 4, 4] for a box.")
    around: tuple[bool, bool] = Field(description="Whether the last row lies beside the first, and the last column.")
    on_sphere: bool = Field(description="Whether points are (x, y, z) on the unit sphere; else (x, y), y downwards.")
    neighbours: list[list[int]]
    points: list[list[float]] = Field(description="The corners of all cells, each once.")
    outlines: list[list[int]] = Field(description="Of each cell, the numbers of its corners, in order around it.")
    names: list[Any] | None = Field(description="Of all cells; null where they are [row, col].")


class StrengthView(BaseModel):
    """How many expert games a strategy wins that begin with an opening."""

    games: int
    wins: int
    win_rate: float


class StrategyView(BaseModel):
    """A built-in strategy."""

    name: str
    budgets: list[str]
    settings: dict[str, list[str]] = Field(description="Settings that take one of a few values, the default first.")
    strengths: dict[str, StrengthView] = Field(description="Measured results by budget, with default settings.")


class HealthView(BaseModel):
    """That the process is alive."""

    status: Literal["alive"]


class ReadyView(BaseModel):
    """That the server can answer requests."""

    status: Literal["ready"]
    revision: str = Field(description="The version of the tables.")


class Problem(BaseModel):
    """Problem details (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    cell: Cell | None = None
    line: int | None = None
    column: int | None = None
    byte: int | None = Field(default=None, description="Of a file that is no text, from 0.")
    contradiction: Contradiction | None = None


class ExerciseStep(BaseModel):
    """A step of a proof."""

    technique: str = Field(description="By name: single, pair, chain, cases, counting or counting-cases.")
    said: dict[str, Any] = Field(description="What is said as data: an entry of the catalogue and its values.")
    text: str = Field(description="The same in English.")
    clues: list[Cell]
    safe: list[Cell]
    mines: list[Cell]


class ExerciseView(BaseModel):
    """A position with every right answer and the reason."""

    kind: str = Field(description="The easiest technique that shows a safe cell, by name, or guess.")
    seed: int
    rows: int
    cols: int
    mines: int
    board: str = Field(description="One character per cell, row by row, as in a game.")
    answers: list[Cell] = Field(description="All safe cells; for a guess, all best cells.")
    mine_probability: list[float | None]
    cell: Cell = Field(description="The answer that the steps or the text explain.")
    said: dict[str, Any] | None = Field(description="Why a guess is best, as data; null where a proof has steps.")
    text: str = Field(description="The same in English; empty where a proof has steps.")
    steps: list[ExerciseStep]
    wins: list[float | None] | None = Field(description="Win probability by cell, of a guess.")


class RatedExercise(BaseModel):
    """An exercise and its rating (Glicko-2)."""

    rating: float
    deviation: float
    exercise: ExerciseView


class ExercisesView(BaseModel):
    """Exercises to try."""

    exercises: list[RatedExercise]
    all: int = Field(description="Exercises of this kind; their seeds count from 1.")


class TriesView(BaseModel):
    """What became of the results of tries."""

    counted: int = Field(description="Results that moved a rating. One try per exercise, address and day does.")
