"""The jobs of the crew: functions that worker processes run, with their answers as JSON.

JSON is made by the worker, so that the server passes on bytes.

>>> write_analysis(Board.from_text("mines 1\\n.1.\\n"), 7, None, states=1000)[:40]
'{"version":7,"mine_probability":[0.5,nul'
"""

from __future__ import annotations

import gzip
import json
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.board.shape import Shape
from sapper.game.dealing import deal
from sapper.game.layout import Layout
from sapper.game.live import Terms
from sapper.play.promise import Promise
from sapper.play.review import Finished, Judged, judge_moves, weigh_points
from sapper.play.strategy import Strategy
from sapper.web import insight
from sapper.web.demo import play_demo
from sapper.web.reading import describe_text, read_position
from sapper.web.requests import PositionText
from sapper.web.schemas import DemoView
from sapper.web.settings import Limits
from sapper.web.shapes import view_shape

__all__ = [
    "DemoText",
    "judge_slice",
    "weigh_slice",
    "write_analysis",
    "write_demo",
    "write_description",
    "write_guesses",
    "write_hint",
    "write_own_demo",
    "write_position_analysis",
    "write_position_guesses",
    "write_position_hint",
    "write_shape",
]

_JUDGING_S, _WEIGHING_S = 0.3, 1.0  # slices of a review


class DemoText(NamedTuple):
    """A demo as JSON, and what the statistics count of it."""

    text: str
    strategy: str
    won: bool
    guesses: int
    time_ms: int


def judge_slice(game: Finished, begin: int, states: int) -> list[tuple[Judged, str]]:
    """Return the next judged points of a review, from a move on, each with the cells that change as JSON."""
    points = judge_moves(game, begin=begin, states=states, seconds=_JUDGING_S)
    return [(replace(point, changed=[]), json.dumps(point.changed)) for point in points]


def weigh_slice(game: Finished, points: Sequence[Judged], first: int | None, states: int) -> list[Judged]:
    """Return the next points of a review with win probabilities."""
    return weigh_points(game, points, first=first, states=states, seconds=_WEIGHING_S)


def write_analysis(
    board: Board,
    version: int | None,
    promise: Promise | None,
    states: int,
    asked: insight.Asked | None = None,
) -> str:
    """Return `insight.view_analysis` of the board of a game."""
    view = insight.view_analysis(board, states=states, asked=asked, promise=promise)
    view.version = version
    return view.model_dump_json()


def write_hint(  # the crew passes arguments by their places
    board: Board, version: int | None, promise: Promise | None, strength: int, states: int
) -> str:
    """Return `insight.view_hint`."""
    view = insight.view_hint(board, strength, states=states, promise=promise)
    view.version = version
    return view.model_dump_json()


def write_guesses(board: Board, version: int | None, promise: Promise | None, states: int) -> str:
    """Return `insight.view_guesses`."""
    view = insight.view_guesses(board, states=states, promise=promise)
    view.version = version
    return view.model_dump_json()


def write_position_analysis(body: PositionText, limits: Limits, asked: insight.Asked) -> str:
    """Return the analysis of a position, read from a request."""
    return write_analysis(read_position(body, limits), None, None, limits.states, asked)


def write_position_hint(body: PositionText, limits: Limits, strength: int) -> str:
    """Return a hint for a position, read from a request."""
    return write_hint(read_position(body, limits), None, None, strength, limits.states)


def write_position_guesses(body: PositionText, limits: Limits) -> str:
    """Return the candidates for a guess in a position, read from a request."""
    return write_guesses(read_position(body, limits), None, None, limits.states)


def write_description(text: str, limits: Limits) -> str:
    """Return `reading.describe_text`."""
    return describe_text(text, limits).model_dump_json()


def write_shape(shape: Shape) -> bytes:
    """Return `shapes.view_shape` as compressed JSON."""
    return gzip.compress(view_shape(shape).model_dump_json().encode(), mtime=0)


def write_demo(layout: Layout, opened: Sequence[Cell], strategy: Strategy) -> DemoText:
    """Return `demo.play_demo`."""
    return _write(play_demo(layout, opened, strategy))


def write_own_demo(terms: Terms, strategy: Strategy) -> DemoText:
    """Return a demo for a game whose first reveal has not made a layout yet, on a layout of its own."""
    start = terms.level.default_start(terms.first_click) if terms.start is None else terms.start
    # Another seed than that of the game, whose layout stays secret unless the player chose it.
    known = terms.seed_chosen and terms.start is not None
    layout = deal(terms if known else replace(terms, seed=secrets.randbelow(2**32)), start)
    return _write(play_demo(layout, (), strategy).model_copy(update={"own": not known}))


def _write(made: DemoView) -> DemoText:
    guesses = sum(step.safety < 1 for step in made.steps)
    return DemoText(made.model_dump_json(), made.strategy, made.outcome == "won", guesses, made.time_ms)
