"""The journal: changes are written together, and each caller gets its own error."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from sapper.board.level import LEVELS, FirstClick
from sapper.game.live import Event, Terms
from sapper.web.database import open_database
from sapper.web.journal import ADD_EVENT, ADD_GAME, Change, Journal
from sapper.web.rows import event_row, terms_row
from sapper.web.tables import events

TERMS = Terms("game", "new", LEVELS["beginner"], FirstClick.ZERO, False, 1, False, None, None, False, None, 0)


def event(number: int, *more: int) -> Change:
    """A change of one event or more."""
    change = Change()
    for each in (number, *more):
        change.add(ADD_EVENT, **event_row(TERMS, Event(each, "reveal", (1, 2), 5)))
    return change


def test_a_change_fails_alone_and_whole(database):
    engine = open_database(database)

    async def write() -> list[object]:
        journal = Journal(engine)
        try:
            await journal.write(Change().add(ADD_GAME, **terms_row(TERMS, None)))
            changes = [event(1), event(2, 3), event(4, 2), event(5), event(5), event(6)]
            return await asyncio.gather(*map(journal.write, changes), return_exceptions=True)
        finally:
            await journal.close()

    outcomes = asyncio.run(write())
    with engine.connect() as connection:
        stored = connection.execute(select(events.c.number, events.c.row, events.c.kind)).all()
    engine.dispose()
    # Of two servers that write the same event 5 within a millisecond, one is told that it was overtaken.
    assert [type(outcome) for outcome in outcomes if outcome is not None] == [IntegrityError] * 2
    assert isinstance(outcomes[2], IntegrityError)
    assert [type(outcome) for outcome in outcomes[3:5]] in (
        [type(None), IntegrityError],
        [IntegrityError, type(None)],
    )
    assert sorted(map(tuple, stored)) == [(number, 1, "reveal") for number in (1, 2, 3, 5, 6)]


def test_an_event_of_no_game_is_refused(database):
    engine = open_database(database)

    async def write() -> None:
        journal = Journal(engine)
        try:
            with pytest.raises(IntegrityError):
                await journal.write(event(1))
        finally:
            await journal.close()

    asyncio.run(write())
    engine.dispose()
