"""Reviews a replay: every move judged, luck and skill apart, and the time that each kind of move took.

A replay becomes a game of ours, so `sapper.play.review` judges it as it judges games of the web app.

>>> from sapper.game.layout import Layout
>>> from sapper.game.statistics import TimedClick
>>> layout = Layout.from_text("*..\\n..*\\n")
>>> clicks = [TimedClick("left", (1, 0), 0.0), TimedClick("left", (0, 1), 1.0), TimedClick("left", (0, 2), 2.5)]
>>> found = review(Replay.of_clicks(layout, [*clicks, TimedClick("left", (1, 1), 3.0)]))
>>> [(point.verdict, round(point.safety, 2)) for point in found.judgement.points]
[('start', 1.0), ('guess', 0.67), ('guess', 0.5), ('certain', 1.0)]
>>> round(found.pluck, 3), found.judgement.outcome
(0.477, 'won')
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from sapper.analysis.analysis import DEFAULT_MAX_STATES, analyze
from sapper.board.level import FirstClick
from sapper.board.view import View
from sapper.errors import GameError, InputError
from sapper.explain.technique import Technique
from sapper.game.game import hidden_beside
from sapper.game.live import Event, LiveGame, Terms
from sapper.play.odds import is_promised, safety_of
from sapper.play.review import Finished, Judged, Judgement, first_choice, judge_moves, summarize, weigh_points
from sapper.replay.replay import Replay

__all__ = ["Reviewed", "Spent", "play_moves", "review", "spend_time", "time_of"]

_BEGIN = 1  # milliseconds; a game of ours begins after time 0
_MOVES = {"left": "reveal", "chord": "chord"}


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The review of a replay."""

    replay: Replay
    judgement: Judgement  # every move, the chance of winning before it, luck and skill
    pluck: float  # -log10 of the chance that all risks succeed; infinite after a loss


@dataclass(frozen=True, slots=True)
class Spent:
    """One revealing move of a game and the time it took."""

    kind: str  # "start", "needless", "guess", "mine", or the technique that shows that it is safe
    seconds: float  # since the revealing move before it
    safety: float  # chance that it hits no mine


def review(
    replay: Replay,
    *,
    wins: bool = True,
    states: int = DEFAULT_MAX_STATES,
    on_progress: Callable[[int, int], None] | None = None,
) -> Reviewed:
    """Return the review of a replay whose game has ended.

    Args:
        replay: the replay.
        wins: whether the chance of winning before every move is computed, which takes seconds. Without it, luck and
            skill are None, and no guess is compared with others.
        states: the limit of an analysis.
        on_progress: called with the moves done and their number while chances of winning are computed.

    Raises:
        InputError: the game has not ended.
        LimitError: a position is too wide to analyse.
    """
    live = play_moves(replay)
    try:
        game = Finished.of(live)
    except GameError:
        raise InputError("the game of this replay did not end, so it cannot be reviewed") from None
    points = judge_moves(game, states=states)
    done = 0
    if wins:
        first = first_choice(points)
        weighed: list[Judged] = []
        while len(weighed) < len(points):
            left = points[len(weighed) :]
            weighed += weigh_points(game, left, first=first, states=states, seconds=0)
            if on_progress is not None:
                on_progress(len(weighed), len(points))
        points, done = weighed, len(weighed)
    judgement = summarize(game, points, done)
    pluck = 0.0 - math.log10(judgement.odds) if game.won and judgement.odds > 0 else math.inf
    return Reviewed(replay, judgement, pluck)


def spend_time(replay: Replay, *, states: int = DEFAULT_MAX_STATES) -> list[Spent]:
    """Return every revealing move with its time, its safety and the easiest technique that shows that it is safe.

    Raises:
        LimitError: a position is too wide to analyse.
    """
    spent: list[Spent] = []
    last = 0.0

    def note(live: LiveGame, kind: str, cell: tuple[int, int], at: float) -> None:
        nonlocal last
        label, safety = _classify(live, kind, cell, states)
        spent.append(Spent(label, at - last if spent else 0.0, safety))
        last = at

    play_moves(replay, note)
    return spent


def play_moves(
    replay: Replay, before: Callable[[LiveGame, str, tuple[int, int], float], None] | None = None
) -> LiveGame:
    """Return the game after all clicks that have an effect; `before` is called before each that reveals."""
    layout, played = replay.layout, replay.statistics
    clicks = [click for number, click in enumerate(replay.clicks) if played.is_effective(number)]
    start = next((click.cell for click in clicks if click.kind == "left"), None)
    safe = start is not None and not layout.mask[start]
    rule = FirstClick.SAFE if safe else FirstClick.NONE
    layout = layout if start is None else layout.starting_at(start, rule)
    terms = Terms(
        "replay",
        "same",
        layout.level,
        rule,
        no_guess=False,
        seed=0,
        seed_chosen=False,
        start=start,
        position=None,
        helped=False,
        name=None,
        created_at=_BEGIN,
    )
    live = LiveGame(terms, layout)
    for click in clicks:
        if click.cell is None or live.over:
            continue
        kind = _MOVES.get(click.kind)
        if kind is None:
            shown = live.board[click.cell]
            turns = shown == View.QUESTION or (shown == View.FLAG and replay.recording.questions)
            kind = "question" if turns else "flag"
        elif before is not None:
            before(live, kind, click.cell, click.at)
        live.play(kind, click.cell, at=_BEGIN + round(1000 * click.at))
    return live


def time_of(event: Event) -> int:
    """Return the time of a move of `play_moves` in milliseconds, as the replay tells it."""
    return event.at - _BEGIN


def _classify(live: LiveGame, kind: str, cell: tuple[int, int], states: int) -> tuple[str, float]:
    if is_promised(live, cell):
        return "start", 1.0
    analysis = analyze(live.board, max_states=states)
    safety = safety_of(analysis, kind, cell)
    if safety < 1:
        return ("mine" if safety == 0 else "needless" if analysis.safe_cells else "guess"), safety
    cells = (cell,) if kind == "reveal" else hidden_beside(live.board, cell)
    techniques = analysis.techniques
    hardest = max((techniques.get(one, Technique.COUNTING_CASES) for one in cells), default=Technique.SINGLE)
    return hardest.label, 1.0
