"""The review of a finished game: every move judged, with luck and skill.

First every move is judged by the mine probabilities before it. Then the win probability before each move is computed,
which takes longer; a review can be read while this runs. Both happen in slices of bounded time, so that several
processes can share the work. A choice loses the win probability before it minus the mean over its possible outcomes.
The rest of the difference between the first win probability and the outcome is luck.

>>> from sapper.board.level import LEVELS, FirstClick
>>> terms = Terms("id", "new", LEVELS["beginner"], FirstClick.ZERO, False, 1, False, None, None, False, None, 0)
>>> live = LiveGame(terms, Layout.from_seed("beginner", seed=1, start=(4, 4)))
>>> _ = live.play("reveal", (4, 4), at=0), live.play("reveal", (1, 7), at=9)
>>> [(point.verdict, round(point.safety, 2)) for point in Review(live, states=100_000).judge().points]
[('start', 1.0), ('needless', 0.9)]
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any, Literal

from sapper.analysis.analysis import analyze
from sapper.analysis.quick_win import find_win
from sapper.analysis.value import Bound, WinValue
from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.errors import GameError, SapperError
from sapper.game.layout import Layout
from sapper.game.live import SIGN_CODE, Event, LiveGame, Terms, differences
from sapper.play.odds import is_promised, safety_of
from sapper.words.catalogue import ENGLISH, Said

__all__ = [
    "Finished",
    "Judged",
    "Judgement",
    "Missed",
    "Review",
    "Verdict",
    "first_choice",
    "judge_moves",
    "summarize",
    "weigh_points",
]

Verdict = Literal["start", "certain", "guess", "mistake", "needless", "mine"]

_ROLLOUTS = 40  # games that estimate a win probability
_GUESS_ROLLOUTS = 120  # for guesses and the first move
_MISTAKE = 0.02  # a guess that loses more is a mistake; less is within the error of the estimate
_SHOWN = 12  # safe cells listed for one needless risk
_RARE = 0.001  # outcomes of a guess less likely than this are ignored


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that has ended; can be pickled, unlike a `LiveGame`."""

    terms: Terms
    layout: Layout | None
    moves: tuple[Event, ...]  # those not undone
    times: tuple[int, ...]  # of the moves, in milliseconds since the first reveal, without pauses
    signs: str  # the final board, as on the page
    won: bool

    @classmethod
    def of(cls, live: LiveGame) -> Finished:
        """Return a game to be reviewed.

        Raises:
            GameError: it has not ended.
        """
        if not live.over:
            raise GameError("a game is reviewed after its end")
        times = tuple(live.played_ms(event.at) for event in live.moves)
        return cls(live.terms, live.layout, tuple(live.moves), times, live.signs, live.status == "won")


@dataclass(frozen=True, slots=True)
class Judged:
    """One move of a review."""

    move: int  # its number among the moves not undone, from 0
    cell: Cell
    kind: str  # "reveal" or "chord"
    at_ms: int  # since the first reveal, without pauses
    safety: float  # probability that it hits no mine
    verdict: Verdict  # guess: no better one existed; mistake: a better one did; needless: a safe cell existed
    win_probability: float | None  # before the move; None until it is computed
    lost: float | None  # win probability lost by the choice
    changed: list[tuple[int, int, str]]  # cells that change until the next point, as on the page
    best: Cell | None  # a better move
    said: Said  # what is to be said of the move
    missed: list[Cell] = field(default_factory=list)  # safe cells that existed when a risk was taken

    @property
    def text(self) -> str:
        """What is said of the move, with cells in words."""
        return ENGLISH.text(self.said)


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
            GameError: the game has not ended.
            LimitError: a board too wide to analyse.
        """
        self._game = Finished.of(live)
        self._states = states
        self._points = judge_moves(self._game, states=states)
        self._done = 0
        self._stopped = False

    def find_wins(self) -> None:
        """Compute the win probability before every move, and what each choice lost."""
        first = first_choice(self._points)
        while self._done < len(self._points) and not self._stopped:
            left = self._points[self._done :]
            weighed = weigh_points(self._game, left, first=first, states=self._states, seconds=0)
            self._points = [*self._points[: self._done], *weighed, *left[len(weighed) :]]
            self._done += len(weighed)

    def stop(self) -> None:
        """End `find_wins` after the current move, for a review that will not be read."""
        self._stopped = True

    def judge(self) -> Judgement:
        """Return what is computed so far."""
        return summarize(self._game, self._points, self._done)


def judge_moves(game: Finished, *, begin: int = 0, states: int, seconds: float = math.inf) -> list[Judged]:
    """Return the judged points from a move on; ends with the first that passes so many seconds.

    Raises:
        LimitError: a board too wide to analyse.
    """
    end = time.monotonic() + seconds
    points: list[Judged] = []
    before = ""  # the board of the last point
    for number, event, live in _replay(game, begin):
        signs = live.signs
        if points:
            points[-1] = _with_changes(points[-1], before, signs, game)
            if time.monotonic() > end:
                return points
        before = signs
        points.append(_judge(live, number, event, game.times[number], states))
    if points:
        points[-1] = _with_changes(points[-1], before, game.signs, game)
    return points


def weigh_points(
    game: Finished, points: Sequence[Judged], *, first: int | None, states: int, seconds: float = math.inf
) -> list[Judged]:
    """Return points with win probabilities, in order; ends with the first that passes so many seconds.

    `first` is the move of the game's first choice, which is estimated with more games.
    """
    end = time.monotonic() + seconds
    weighed: list[Judged] = []
    for (_, _, live), point in zip(_replay(game, points[0].move if points else 0), points, strict=False):
        update: dict[str, Any] = {"lost": 0.0}
        try:
            update |= _weigh(live.board, point, states, first=point.move == first)
        except SapperError:
            update |= {"lost": None}  # too wide: the win probability stays unknown
        weighed.append(replace(point, **update))
        if time.monotonic() > end:
            break
    return weighed


def first_choice(points: Sequence[Judged]) -> int | None:
    """Return the move of the first point that was a choice; None if there is none."""
    return next((point.move for point in points if point.verdict != "start"), None)


def summarize(game: Finished, points: Sequence[Judged], done: int) -> Judgement:
    """Return the review of a game, of whose points the first `done` have win probabilities."""
    complete = done == len(points)
    first = next((point.win_probability for point in points if point.verdict != "start"), None)
    lost = [point.lost or 0.0 for point in points]
    judged = complete and first is not None
    start = points[0].move if points else len(game.moves)
    return Judgement(
        board=LiveGame.replay(game.terms, game.layout, game.moves[:start]).signs,
        points=list(points),
        progress=done / len(points) if points else 1.0,
        complete=complete,
        outcome="won" if game.won else "lost",
        win_probability=first,
        skill=0.0 - sum(lost) if judged else None,
        luck=float(game.won) - first + sum(lost) if judged and first is not None else None,
        guesses=sum(point.safety < 1 for point in points),
        odds=prod(point.safety for point in points),
        needless=[point.move for point in points if point.verdict in ("needless", "mine")],
        missed=[Missed(point.move, point.missed) for point in points if point.missed],
    )


def _replay(game: Finished, begin: int) -> Iterator[tuple[int, Event, LiveGame]]:
    """The reveals and chords from a move on: number, event, and the game before it."""
    live = LiveGame(game.terms, game.layout)
    for number, event in enumerate(game.moves):
        if number >= begin and event.kind in ("reveal", "chord"):
            yield number, event, live
        assert event.cell is not None
        live.play(event.kind, event.cell, at=event.at)


def _with_changes(point: Judged, before: str, after: str, game: Finished) -> Judged:
    changed = differences(before.encode(SIGN_CODE), after.encode(SIGN_CODE), game.terms.level.cols)
    return replace(point, changed=changed)


def _judge(live: LiveGame, number: int, event: Event, at_ms: int, states: int) -> Judged:
    cell, kind = event.cell, event.kind
    assert cell is not None
    board = live.board
    analysis = analyze(board, max_states=states)
    promised = is_promised(live, cell)
    safety = 1.0 if promised else safety_of(analysis, kind, cell)
    safe = analysis.safe_cells
    verdict: Verdict
    if promised:
        verdict = "start"
    elif safety == 1:
        verdict = "certain"
    elif safety == 0:
        verdict = "mine"
    elif safe:
        verdict = "needless"
    else:
        verdict = "guess"
    return Judged(
        move=number,
        cell=cell,
        kind=kind,
        at_ms=at_ms,
        safety=safety,
        verdict=verdict,
        win_probability=None,
        lost=None,
        changed=[],
        best=safe[0] if safe and safety < 1 else None,
        said={"say": f"review.{verdict}", "risk": 1 - safety, "safe": len(safe)},
        missed=safe[:_SHOWN] if verdict in ("needless", "mine") else [],
    )


def _weigh(board: Board, point: Judged, states: int, *, first: bool) -> dict[str, Any]:
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
    lost = max(before - _mean_after(board, point.cell, states), 0.0)
    update: dict[str, Any] = {"win_probability": before, "lost": lost}
    if lost > _MISTAKE and value.moves:
        best = value.moves[0]
        update |= {
            "verdict": "mistake",
            "best": best,
            "said": {**point.said, "say": "review.mistake", "best": best, "lost": lost},
        }
    return update


def _mean_after(board: Board, cell: Cell, states: int) -> float:
    """The mean win probability over the outcomes of a reveal."""
    outcomes = analyze(board, max_states=states).outcomes(cell)
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
