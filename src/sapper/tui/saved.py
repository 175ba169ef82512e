"""The text of a saved game: its terms, its layout and its log as JSON.

>>> session = Session.start(Choice("beginner"), seed=1)
>>> session.fix(session.deal((4, 4)))
>>> _ = session.play("reveal", (4, 4))
>>> again = read_game(write_game(session))
>>> again.live.signs == session.live.signs, again.paused
(True, True)
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from sapper.base.number import quote, seed_number, whole_number
from sapper.base.whole_file import writing
from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.board.level import FirstClick, Level
from sapper.errors import InputError, SapperError
from sapper.formats.reading import read, recognise
from sapper.game.layout import Layout
from sapper.game.live import MOVES, Event, LiveGame, Terms
from sapper.tui.session import Choice, Session

__all__ = ["open_game", "read_game", "save_game", "write_game"]

FORMAT = "sapper game 1"


def write_game(session: Session) -> str:
    """Return the text of a game; its layout is part of it."""
    live, terms = session.live, session.live.terms
    return json.dumps(
        {
            "format": FORMAT,
            "level": str(terms.level),
            "first_click": terms.first_click,
            "no_guess": terms.no_guess,
            "origin": terms.origin,
            "seed": terms.seed,
            "seed_chosen": terms.seed_chosen,
            "start": terms.start,
            "helped": terms.helped,
            "position": None if terms.position is None else str(terms.position),
            "layout": None if live.layout is None else str(live.layout),
            "clock_ms": session.now,
            "events": [[event.kind, event.cell, event.at] for event in session.events],
        },
        indent=1,
    )


def read_game(text: str) -> Session:
    """Return the game of a text, paused.

    Raises:
        InputError: the text is no saved game, or its log has a move that the game does not allow.
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"no saved game: {error}") from error
    if not isinstance(found, Mapping) or found.get("format") != FORMAT:
        raise InputError(f'no saved game: "format" is not {FORMAT!r}')
    try:
        session = _read(found)
    except KeyError as error:
        raise InputError(f"the saved game has no {error.args[0]!r}") from error
    session.pause()
    return session


def save_game(session: Session, file: Path) -> None:
    """Write a game; the file is complete or as it was before.

    Raises:
        OSError: it cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with writing(file) as stream:
        stream.write(write_game(session).encode())


def open_game(file: Path) -> Session:
    """Return the game in a file: a saved game, a layout or a board.

    Raises:
        InputError: the file holds none of these.
        SapperError: the board cannot be played.
        OSError: it cannot be read.
    """
    try:
        data = file.read_bytes()
        form = recognise(data)
        if form is not None:
            layout = read(data).view is None
            return Session.open_board(Layout.from_text(data) if layout else Board.from_text(data))
        text = data.decode("utf-8")
        if text.lstrip().startswith("{") and '"format"' in text:
            return read_game(text)
        if text.lstrip().startswith("layout"):
            return Session.open_board(Layout.from_text(text))
        return Session.open_board(Board.from_text(text))
    except UnicodeDecodeError as error:
        raise InputError(f"{file}: no text in UTF-8") from error
    except SapperError as error:
        raise InputError(f"{file}: {error}") from error


def _read(found: Mapping[str, Any]) -> Session:
    level = Level.parse(found["level"])
    rule = FirstClick(found["first_click"])
    Session.start(Choice(str(level), rule))  # checks the size
    position = found["position"]
    origin = found["origin"]
    if origin not in ("new", "cruel", "same", "position", "branch"):
        raise InputError(f"unknown origin {quote(origin)}")
    terms = Terms(
        id="terminal",
        origin=origin,
        level=level,
        first_click=rule,
        no_guess=_flag(found, "no_guess"),
        seed=seed_number(found["seed"]),
        seed_chosen=_flag(found, "seed_chosen"),
        start=None if found["start"] is None else _cell(found["start"]),
        position=None if position is None else Board.from_text(_text(position)),
        helped=_flag(found, "helped"),
        name=None,
        created_at=0,
    )
    layout = None if found["layout"] is None else Layout.from_text(_text(found["layout"]))
    if layout is not None and layout.level != level:
        raise InputError(f"the layout is {layout.level}, but the level is {level}")
    events = _events(found["events"])
    events = _without_undone(events) if origin == "cruel" else events
    live = LiveGame(terms, layout)
    kept = []
    for event in events:
        try:
            kept += _apply(live, event)
        except SapperError as error:
            raise InputError(f"event {event.number} of the saved game: {error}") from error
    return Session(live, events=kept, spent_ms=whole_number(found["clock_ms"], "clock_ms"))


def _without_undone(events: list[Event]) -> list[Event]:
    """The events of a cruel game that its layout fits: moves that were undone may have had others."""
    kept: list[Event] = []
    for event in events:
        moves = [number for number, one in enumerate(kept) if one.kind in MOVES]
        if event.kind == "undo" and moves:
            kept[moves[-1]] = replace(event, kind="help")
        else:
            kept.append(event)
    return kept


def _apply(live: LiveGame, event: Event) -> list[Event]:
    if event.kind == "undo":
        return [live.undo(at=event.at)]
    if event.kind == "help":
        done = live.help(at=event.at)
    elif event.cell is None or (live.layout is None and event.kind in ("reveal", "chord")):
        raise InputError(f"{event.kind!r} needs a cell and a layout")
    else:
        done = live.play(event.kind, event.cell, at=event.at).event
    return [] if done is None else [done]


def _events(found: object) -> list[Event]:
    if not isinstance(found, list):
        raise InputError(f'"events" is a list, not {quote(found)}')
    events = []
    for number, entry in enumerate(found, start=1):
        match entry:
            case [str(kind), cell, int(at)] if kind in (*MOVES, "undo", "help"):
                events.append(Event(number, kind, None if cell is None else _cell(cell), at))
            case _:
                raise InputError(
                    f"event {number} of the saved game is {quote(entry)}, not [kind, cell, milliseconds]"
                )
    return events


def _cell(found: object) -> Cell:
    match found:
        case [int(row), int(col)]:
            return row, col
    raise InputError(f"a cell is [row, column], not {quote(found)}")


def _flag(found: Mapping[str, Any], name: str) -> bool:
    if not isinstance(found[name], bool):
        raise InputError(f"{name!r} is true or false, not {quote(found[name])}")
    return bool(found[name])


def _text(found: object) -> str:
    if not isinstance(found, str):
        raise InputError(f"a board is a text, not {quote(found)}")
    return found
