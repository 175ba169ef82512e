"""A finished game of ours as a replay, which other programs read.

>>> from sapper.board.level import LEVELS, FirstClick
>>> from sapper.game.layout import Layout
>>> from sapper.game.live import LiveGame, Terms
>>> terms = Terms("id", "new", LEVELS["beginner"], FirstClick.ZERO, False, 1, False, None, None, False, None, 0)
>>> live = LiveGame(terms, Layout.from_seed("beginner", seed=1, start=(4, 4)))
>>> _ = live.play("reveal", (4, 4), at=5), live.play("flag", (0, 8), at=900)
>>> _ = live.play("reveal", live.layout.mines[0], at=1700)
>>> replay = replay_game(Finished.of(live))
>>> [(click.kind, click.cell, click.at) for click in replay.clicks]
[('left', (4, 4), 0.0), ('right', (0, 8), 0.895), ('left', (1, 7), 1.695)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from sapper.board.view import View
from sapper.errors import InputError
from sapper.game.live import LiveGame
from sapper.game.statistics import TimedClick
from sapper.play.review import Finished
from sapper.replay.replay import Replay

__all__ = ["replay_game"]

# What a right click makes of a cell, one after another.
_MARKS = (View.HIDDEN, View.FLAG)
_MARKS_WITH_QUESTION = (View.HIDDEN, View.FLAG, View.QUESTION)


def replay_game(game: Finished, *, moves: Iterable[tuple[float, float, float]] = ()) -> Replay:
    """Return the replay of a finished game: its moves as clicks with their times, without pauses.

    Args:
        game: the game, on squares with eight neighbours.
        moves: places of the pointer, as for `Replay.of_clicks`.

    Raises:
        InputError: another shape than squares, or a game that began from a position.
    """
    if game.terms.position is not None:
        raise InputError("the game began from a position, so its clicks are no whole replay")
    assert game.layout is not None  # it has ended
    return Replay.of_clicks(
        game.layout,
        _list_clicks(game),
        moves=moves,
        player=game.terms.name or "",
        started=datetime.fromtimestamp(game.terms.created_at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S"),
        questions=_has_questions(game),
        rtime=max(game.times, default=0) / 1000,
    )


def _has_questions(game: Finished) -> bool:
    return any(event.kind == "question" for event in game.moves)


def _list_clicks(game: Finished) -> Iterator[TimedClick]:
    marks = _MARKS_WITH_QUESTION if _has_questions(game) else _MARKS
    live = LiveGame(game.terms, game.layout)
    for event, time in zip(game.moves, game.times, strict=True):
        cell, at = event.cell, max(time, 0) / 1000
        assert cell is not None
        before = live.board[cell]
        live.play(event.kind, cell, at=event.at)
        if event.kind == "reveal":
            yield TimedClick("left", cell, at)
        elif event.kind == "chord":
            yield TimedClick("chord", cell, at)
        else:
            # The page takes off a flag with one key where a mouse may have to pass the question mark.
            turns = (marks.index(View(live.board[cell])) - marks.index(View(before))) % len(marks)
            for _ in range(turns):
                yield TimedClick("right", cell, at)
