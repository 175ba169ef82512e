"""Files of other programs and games of this server as views: boards, layouts and replays. The crew runs this.

>>> write_import(bytes([3, 2, 0, 1, 0, 0]), Asked("", 0, partial=False), Limits()).text[:50]
'{"kind":"layout","text":"layout 2x3/1\\\\n*..\\\\n..."'
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sapper._engine import holds_replay
from sapper.board.shape import Shape
from sapper.errors import InputError, LimitError
from sapper.formats.reading import is_binary, read, recognise
from sapper.game.layout import Layout
from sapper.game.live import SIGN_CODE, Event, LiveGame, differences
from sapper.game.statistics import ButtonKind, TimedClick
from sapper.play.review import Finished
from sapper.replay.own_game import replay_game
from sapper.replay.recording import Events, Kind
from sapper.replay.replay import Replay
from sapper.replay.review import play_moves, time_of
from sapper.replay.table import describe
from sapper.vision.picture import is_picture
from sapper.web.pictures import import_picture
from sapper.web.places import Places
from sapper.web.problems import describe_in
from sapper.web.reading import describe_board, read_board
from sapper.web.replay_schemas import ImportView, PathView, ReplayView, StepView
from sapper.web.settings import Limits
from sapper.web.shapes import check_size
from sapper.words.catalogue import Language

__all__ = ["Asked", "Imported", "write_import", "write_own", "write_own_file"]

_MOST_STEPS = 20_000
_MOST_PLACES = 20_000  # of a path: more than a screen shows
_MOST_REPLAYS = 2_000  # of one file
_CLICKS: dict[str, ButtonKind] = {"reveal": "left", "flag": "right", "chord": "chord"}
_HELD = {"LEFT": 1, "RIGHT": 2, "MIDDLE": 4, "BOTH": 3, "SHIFT_LEFT": 1}
_TEXTS = frozenset({"file", "format", "player", "program", "version", "started", "mode", "error"})

Track = Sequence[tuple[int, float, float]]  # milliseconds, and cells from the left and top edge


class Asked(NamedTuple):
    """How a file is to be read."""

    name: str  # of the file, or ""
    number: int  # of the replay in it
    partial: bool  # whether a broken replay is read as far as it goes
    language: Language = "en"  # of what is wrong with it


class Imported(NamedTuple):
    """An `ImportView` as JSON, and the game to be reviewed."""

    text: str
    replay: str | None  # the name of the review
    finished: Finished | None


def write_import(data: bytes, asked: Asked, limits: Limits) -> Imported:
    """Return what a file holds: a replay, a board, a layout, or a picture of a board.

    Raises:
        ParseError: none of them, or a broken one; names the byte, or line and column.
        InputError: the file has no replay of this number.
        LimitError: a larger board or more moves than allowed.
    """
    if is_picture(data):
        return Imported(import_picture(data, limits).model_dump_json(), None, None)
    if holds_replay(data, os.path.splitext(asked.name)[1].removeprefix(".").lower()):
        return _import_replay(data, asked, limits)
    if is_binary(data):
        content = read(data)
        check_size(Shape.square(content.rows, content.cols), limits)
        board = Layout.from_text(data)
    else:
        text = data.decode()
        if recognise(text) is not None and (content := read(text)).clicks:
            check_size(Shape.square(content.rows, content.cols), limits)
            kinds = ((_CLICKS[kind], cell) for kind, cell in content.clicks)
            clicks = [TimedClick(kind, cell, float(number)) for number, (kind, cell) in enumerate(kinds)]
            return _view(Replay.of_clicks(Layout.from_text(text), clicks), asked, hashlib.sha256(data), count=0)
        found = read_board(text, limits)
        if not isinstance(found, Layout):
            view = ImportView(kind="board", text=text, board=describe_board(found), replay=None)
            return Imported(view.model_dump_json(), None, None)
        board = found
    view = ImportView(kind="layout", text=str(board), board=describe_board(board), replay=None)
    return Imported(view.model_dump_json(), None, None)


def write_own(game: Finished, track: Track) -> str:
    """Return the `ReplayView` of a finished game of this server; of other shapes than squares without figures."""
    live = LiveGame(game.terms, game.layout)
    times = dict(zip(game.moves, game.times, strict=True))
    shape = game.terms.level.shape
    steps = _list_steps(live, game.moves, times.__getitem__)
    plain = shape.is_square and game.terms.position is None
    replay = replay_game(game, moves=_seconds(track)) if plain else None
    moved = Events.of([(int(Kind.MOVE), time, round(1000 * x), round(1000 * y)) for time, x, y in track])
    view = ReplayView.model_construct(
        replay=None,
        name="",
        number=0,
        count=1,
        format="sapper",
        program="Sapper",
        player=game.terms.name or "",
        started="" if replay is None else replay.recording.started,
        timed=True,
        fault=None,
        shape=str(shape),
        rows=game.terms.level.rows,
        cols=game.terms.level.cols,
        mines=game.terms.level.mines,
        status="won" if game.won else "lost",
        rtime=max(game.times, default=0) / 1000,
        board=LiveGame(game.terms, game.layout).signs,
        steps=steps,
        path=_thin(replay.events, 16) if replay is not None else _thin(moved, 1000),
        statistics={} if replay is None else _figures(replay, path=bool(track)),
    )
    return view.model_dump_json()


def write_own_file(game: Finished, track: Track, form: str) -> bytes:
    """Return a finished game of this server as a file, "evf" or "rawvf".

    Raises:
        InputError: a shape or size that the form cannot hold, or a game from a position.
    """
    replay = replay_game(game, moves=_seconds(track))
    return replay.to_evf() if form == "evf" else replay.to_rawvf()


def _import_replay(data: bytes, asked: Asked, limits: Limits) -> Imported:
    found, count = None, 0
    for replay in islice(Replay.read_all(data, name=asked.name, partial=asked.partial), _MOST_REPLAYS):
        if count == asked.number:
            found = replay
        count += 1
    if found is None:
        raise InputError(f"the file holds {count} replays: there is no number {asked.number}")
    check_size(Shape.square(found.recording.rows, found.recording.cols), limits)
    if len(found.clicks) > _MOST_STEPS:
        raise LimitError(f"a replay shown here has at most {_MOST_STEPS} clicks, not {len(found.clicks)}")
    key = hashlib.sha256(data)
    key.update(f"{asked.name} {asked.number} {asked.partial}".encode())
    return _view(found, asked, key, count=count)


def _view(replay: Replay, asked: Asked, key: hashlib._Hash, *, count: int) -> Imported:
    """The view of a replay; without a count it is a path of clicks."""
    live = play_moves(replay)
    one = replay.recording
    finished = Finished.of(live) if live.over else None
    name = None if finished is None else key.hexdigest()[:32]
    status = live.status
    view = ReplayView.model_construct(
        replay=name,
        name=os.path.basename(replay.name),
        number=asked.number,
        count=max(count, 1),
        format=one.format if count else "link",
        program=one.program if count else "",
        player=one.player,
        started=one.started,
        timed=bool(count),
        fault=None if one.fault is None else describe_in(asked.language, one.fault).detail,
        shape=str(replay.layout.shape),
        rows=one.rows,
        cols=one.cols,
        mines=len(one.mines),
        status="playing" if status == "ready" else status,
        rtime=replay.rtime,
        board="." * (one.rows * one.cols),
        steps=_list_steps(LiveGame(live.terms, live.layout), live.moves, time_of),
        path=_thin(one.events, one.cell) if count else _thin(Events.of([]), 1),
        statistics=_figures(replay, path=True),
    )
    text = ImportView.model_construct(kind="replay", text=None, board=None, replay=view).model_dump_json()
    return Imported(text, name, finished)


def _list_steps(live: LiveGame, moves: Sequence[Event], time: Callable[[Event], int]) -> list[StepView]:
    places, cols = Places(live.terms.level.shape), live.terms.level.cols
    steps = []
    before = live.signs.encode(SIGN_CODE)
    for event in moves:
        assert event.cell is not None
        live.play(event.kind, event.cell, at=event.at)
        after = live.signs.encode(SIGN_CODE)
        changed = differences(before, after, cols)
        steps.append(
            StepView.model_construct(
                kind=event.kind, cell=places.of(event.cell), at_ms=max(time(event), 0), changed=changed
            )
        )
        before = after
    return steps


def _figures(replay: Replay, *, path: bool) -> dict[str, float | None]:
    row = {name: value for name, value in describe(replay).items() if name not in _TEXTS}
    if not path:  # it was not recorded
        row["path"] = None
    return {name: None if value is None else float(value) for name, value in row.items()}


def _thin(events: Events, cell: int) -> PathView:
    """The path of the pointer, with every press and release but fewer moves where there are many."""
    held, buttons = 0, []
    for kind in events.kinds.tolist():
        held = _press(held, Kind(kind))
        buttons.append(held)
    moves = np.flatnonzero(events.kinds == Kind.MOVE)
    chosen: NDArray[np.bool_] = np.ones(len(events), np.bool_)
    if len(events) > _MOST_PLACES and len(moves):
        every = -(-len(events) // _MOST_PLACES)
        chosen[moves] = False
        chosen[moves[::every]] = True
    at = np.flatnonzero(chosen)[:_MOST_PLACES]
    return PathView.model_construct(
        times=events.times[at].tolist(),
        xs=np.round(events.xs[at] / cell, 2).tolist(),
        ys=np.round(events.ys[at] / cell, 2).tolist(),
        buttons=[buttons[number] for number in at.tolist()],
    )


def _press(held: int, kind: Kind) -> int:
    name, _, way = kind.name.rpartition("_")
    if way == "DOWN":
        return held | _HELD.get(name, 0)
    if way == "UP":
        return held & ~_HELD.get(name, 0)
    return held ^ _HELD.get(kind.name, 0)  # formats that do not tell presses from releases


def _seconds(track: Track) -> list[tuple[float, float, float]]:
    return [(time / 1000, x, y) for time, x, y in track]
