"""The review of a finished game: every move judged, with luck and skill.

First every move is judged by the mine probabilities before it. Then the win probability before each move is computed,
which takes longer; a review can be read while this runs. A choice loses the win probability before it minus the mean
over its possible outcomes. The rest of the difference between the first win probability and the outcome is luck.

>>> from sapper.board.level import LEVELS, FirstClick
>>> from sapper.game.layout import Layout
>>> from sapper.game.live import Terms
>>> terms = Terms("id", "new", LEVELS["beginner"], FirstClick.ZERO, False, 1, False, None, None, False, None, 0)
>>> live = LiveGame(terms, Layout.from_seed("beginner", seed=1, start=(4, 4)))
>>> _ = live.play("reveal", (4, 4), at=0), live.play("reveal", (1, 7), at=9)
>>> [(point.verdict, round(point.safety, 2)) for point in Review(live, states=100_000).judge().points]
[('start', 1.0), ('needless', 0.9)]
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any, Literal

from sapper.analysis.analysis import analyze
from sapper.analysis.quick_win import find_win
from sapper.analysis.value import Bound, WinValue
from sapper.board.board import Board
from sapper.board.cell import Cell, spell_in_words
from sapper.errors import GameError, SapperError
from sapper.explain.sentence import begin
from sapper.game.live import LiveGame, differences
from sapper.play.odds import is_promised, safety_of

__all__ = ["Judged", "Judgement", "Missed", "Review", "Verdict"]

Verdict = Literal["start", "certain", "guess", "mistake", "needless", "mine"]

_ROLLOUTS = 40  # games that estimate a win probability
_GUESS_ROLLOUTS = 120  # for guesses and the first move
_MISTAKE = 0.02  # a guess that loses more is a mistake; less is within the error of the estimate
_SHOWN = 12  # safe cells listed for one needless risk
_RARE = 0.001  # outcomes of a guess less likely than this are ignored


@dataclass(frozen=True, slots=True)
class Judged:
    """One move of a review."""

    move: int  # its number among the moves not undone, from 0
    cell: Cell
    kind: str  # "reveal" or "chord"
    at_ms: int  # since the first reveal
    safety: float  # probability that it hits no mine
    verdict: Verdict  # guess: no better one existed; mistake: a better one did; needless: a safe cell existed
    win_probability: float | None  # before the move; None until it is computed
    lost: float | None  # win probability lost by the choice
    changed: list[tuple[int, int, str]]  # cells that change until the next point, as on the page
    best: Cell | None  # a better move
    text: str


@dataclass(frozen=True, slots=True)
class Missed:
    """Safe cells that existed when a risk was taken."""

    move: int
    cells: list[Cell]


@dataclass(frozen=True, slots=True)
class Judgement:
    """The review of a game: win_probability + luck + skill is 1 for a win and 0 for a loss."""

    board: str  # before the first point, as on the page
    points: list[Judged]
    progress: float  # share of the win probabilities that are computed
    complete: bool
    outcome: Literal["won", "lost"]
    win_probability: float | None  # at the start
    luck: float | None
    skill: float | None  # minus the win probability lost by choices; 0 for best play
    guesses: int
    odds: float  # probability that all risks taken succeed
    needless: list[int]  # numbers of the moves
    missed: list[Missed]


class Review:
    """The review of one game. `find_wins` fills it, on a thread; `judge` may be called at any time."""

    def __init__(self, live: LiveGame, *, states: int) -> None:
        """Judge every move by its mine probabilities.

        Raises:
            LimitError: a board too wide to analyse.
        """
        if not live.over:
            raise GameError("a game is reviewed after its end")
        self._states = states
        self._won = live.status == "won"
        self._boards: list[Board] = []  # before each point
        self._signs: list[str] = []  # the same as drawn on the page, with flags
        self._points: list[Judged] = []
        self._missed: list[Missed] = []
        self._done = 0
        self._stopped = False
        self._lock = threading.Lock()
        replayed = LiveGame(live.terms, live.layout)
        for number, event in enumerate(live.moves):
            if event.cell is not None and event.kind in ("reveal", "chord"):
                at = event.at - (live.started_at or event.at)
                self._judge(replayed, number, event.kind, event.cell, at)
            if event.cell is not None:
                replayed.play(event.kind, event.cell, at=event.at)
        self._signs.append(live.signs)
        for place, point in enumerate(self._points):
            before, after = (signs.encode("ascii") for signs in self._signs[place : place + 2])
            self._points[place] = replace(point, changed=differences(before, after, live.terms.level.cols))

    def find_wins(self) -> None:
        """Compute the win probability before every move, and what each choice lost."""
        first = next((n for n, point in enumerate(self._points) if point.verdict != "start"), None)
        for number, board in enumerate(self._boards):
            if self._stopped:
                return
            point = self._points[number]
            update: dict[str, Any] = {"lost": 0.0}
            try:
                update |= self._weigh(board, point, first=number == first)
            except SapperError:
                update |= {"lost": None}  # too wide: the win probability stays unknown
            with self._lock:
                self._points[number] = replace(point, **update)
                self._done += 1

    def stop(self) -> None:
        """End `find_wins` after the current move, for a review that will not be read."""
        self._stopped = True

    def judge(self) -> Judgement:
        """Return what is computed so far."""
        with self._lock:
            points, done = list(self._points), self._done
        complete = done == len(points)
        first = next((point.win_probability for point in points if point.verdict != "start"), None)
        lost = [point.lost or 0.0 for point in points]
        judged = complete and first is not None
        return Judgement(
            board=self._signs[0],
            points=points,
            progress=done / len(points) if points else 1.0,
            complete=complete,
            outcome="won" if self._won else "lost",
            win_probability=first,
            skill=0.0 - sum(lost) if judged else None,
            luck=float(self._won) - first + sum(lost) if judged and first is not None else None,
            guesses=sum(point.safety < 1 for point in points),
            odds=prod(point.safety for point in points),
            needless=[point.move for point in points if point.verdict in ("needless", "mine")],
            missed=self._missed,
        )

    def _judge(self, live: LiveGame, number: int, kind: str, cell: Cell, at: int) -> None:
        board = live.board
        analysis = analyze(board, max_states=self._states)
        promised = is_promised(live, cell)
        safety = 1.0 if promised else safety_of(analysis, kind, cell)
        safe = analysis.safe_cells
        verdict: Verdict
        if promised:
            verdict, text = "start", "The first reveal."
        elif safety == 1:
            verdict, text = "certain", "Certainly safe."
        elif safety == 0:
            verdict, text = "mine", "This cell was certainly a mine."
        elif safe:
            verdict = "needless"
            text = f"A needless risk of {1 - safety:.0%}: {_count(safe)} safe."
        else:
            verdict, text = "guess", f"A guess with a risk of {1 - safety:.0%}."
        if verdict in ("needless", "mine") and safe:
            self._missed.append(Missed(move=number, cells=safe[:_SHOWN]))
        self._boards.append(board)
        self._signs.append(live.signs)
        self._points.append(
            Judged(
                move=number,
                cell=cell,
                kind=kind,
                at_ms=at,
                safety=safety,
                verdict=verdict,
                win_probability=None,
                lost=None,
                changed=[],
                best=safe[0] if safe and safety < 1 else None,
                text=text,
            )
        )

    def _weigh(self, board: Board, point: Judged, *, first: bool) -> dict[str, Any]:
        if point.verdict == "start":
            return {}
        guess = point.verdict == "guess"
        value = find_win(board, rollouts=_GUESS_ROLLOUTS if guess or first else _ROLLOUTS)
        before = _middle(value)
        if before is None:
            return {"lost": None if point.safety < 1 else 0.0}
        if point.safety == 1:
            return {"win_probability": before}
        if not guess or point.kind == "chord" or point.cell in value.moves:
            # A needless risk loses its share of the win probability; a best move loses nothing.
            lost = 0.0 if guess else before * (1 - point.safety)
            return {"win_probability": before, "lost": lost}
        lost = max(before - self._mean_after(board, point.cell), 0.0)
        update: dict[str, Any] = {"win_probability": before, "lost": lost}
        if lost > _MISTAKE and value.moves:
            row, col = value.moves[0]
            update |= {
                "verdict": "mistake",
                "best": (row, col),
                "text": f"{point.text} {begin(spell_in_words((row, col)))} wins {lost:.0%} more often.",
            }
        return update

    def _mean_after(self, board: Board, cell: Cell) -> float:
        """The mean win probability over the outcomes of a reveal."""
        outcomes = analyze(board, max_states=self._states).outcomes(cell)
        mean = 0.0
        for clue, chance in enumerate(outcomes.numbers):
            if chance > _RARE:
                after = board.replace({cell: clue})
                mean += chance * (_middle(find_win(after, rollouts=_GUESS_ROLLOUTS)) or 0.0)
        return mean


def _middle(value: WinValue) -> float | None:
    """One number for the timeline; None if the bounds are far apart."""
    if isinstance(value, Bound):
        return None if value.high - value.low > 0.1 else (value.low + value.high) / 2
    return float(value.probability)


def _count(cells: Sequence[Cell]) -> str:
    return f"{len(cells)} cells were" if len(cells) > 1 else "a cell was"
