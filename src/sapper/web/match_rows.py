"""Matches and their seats, read from the database and written to it.

A change locks the match, so that servers change it one after another. `change_match` applies a function to the match
and writes what differs.

>>> seat = Seat(1, "code", "Ada", ready=True, gone=False, wins=0, game=None, seen_at=5)
>>> match = Match("id", "token", 1, 1, "lobby", LEVELS["beginner"], False, 5, 5, (seat,))
>>> match.seat_of("code") is seat, match.host(now=6)
(True, 1)
>>> match.host(now=6 + HERE_MS) is None
True
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Literal

from sqlalchemy import Connection, Engine, and_, delete, insert, or_, select, update

from sapper.board.level import LEVELS, Level
from sapper.web.clock import now_ms
from sapper.web.journal import notify
from sapper.web.problems import NotFoundError
from sapper.web.tables import matches, seats
from sapper.web.versions import match_key

__all__ = ["HERE_MS", "LEVELS", "Match", "Seat", "add_match", "change_match", "load_match", "touch_seat"]

HERE_MS = 40_000  # milliseconds after its last sign within which a page counts as open; pages give one every 15 s

MatchStatus = Literal["lobby", "playing", "ended"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of a match."""

    number: int  # from 1
    player: str  # a hash of the match and of the text that the browser keeps
    name: str | None
    ready: bool  # for the next round
    gone: bool  # has left: the seat is free in the next lobby
    wins: int  # rounds
    game: str | None  # of this round; None: sits out
    seen_at: int  # when the player's page was last known to be open

    def is_here(self, now: int) -> bool:
        """Whether the player's page is open, as far as the server knows."""
        return not self.gone and now - self.seen_at < HERE_MS


@dataclass(frozen=True, slots=True)
class Match:
    """A match with its seats, in order."""

    id: str  # lets others take a seat
    watch: str  # lets others see it
    version: int
    round: int  # from 1
    status: MatchStatus
    level: Level
    no_guess: bool
    created_at: int
    changed_at: int
    seats: tuple[Seat, ...]

    def seat_of(self, player: str) -> Seat | None:
        """Return the seat of a player, named by the code; None without one."""
        return next((seat for seat in self.seats if seat.player == player), None)

    def host(self, now: int) -> int | None:
        """Return the number of the seat that chooses the board: the first whose player is here."""
        return next((seat.number for seat in self.seats if seat.is_here(now)), None)


def load_match(engine: Engine, token: str) -> Match:
    """Return the match of a token: of its id, or of that for others.

    Raises:
        NotFoundError: there is no such match.
    """
    with engine.connect() as connection:
        return _read(connection, or_(matches.c.id == token, matches.c.watch == token))


def add_match(engine: Engine, match: Match) -> Match:
    """Store a new match, and return it."""
    with engine.begin() as connection:
        connection.execute(insert(matches).values(**_row(match)))
        connection.execute(insert(seats), [_seat_row(match, seat) for seat in match.seats])
    return match


def change_match(engine: Engine, match: str, work: Callable[[Match], Match]) -> Match:
    """Return a match after a change, which all servers are told; what `work` raises leaves it as it was.

    Raises:
        NotFoundError: there is no such match.
    """
    own = matches.c.id == match
    with engine.begin() as connection:
        # The update comes first, because it locks the row, and on SQLite the file, until the commit.
        connection.execute(update(matches).where(own).values(version=matches.c.version + 1, changed_at=now_ms()))
        before = _read(connection, own)
        after = work(before)
        connection.execute(update(matches).where(own).values(**_row(after)))
        kept = {seat.number: seat for seat in after.seats}
        known = {seat.number: seat for seat in before.seats}
        free = known.keys() - kept.keys()
        if free:
            connection.execute(delete(seats).where(seats.c.match == match, seats.c.number.in_(free)))
        for number, seat in kept.items():
            if number not in known:
                connection.execute(insert(seats).values(**_seat_row(after, seat)))
            elif seat != known[number]:
                here = and_(seats.c.match == match, seats.c.number == number)
                connection.execute(update(seats).where(here).values(**_seat_row(after, seat)))
        notify(connection, {match_key(match): after.version})
    return after


def touch_seat(engine: Engine, match: str, player: str, at: int) -> int | None:
    """Note when the page of a player was last known to be open; return the new version if the player is back."""
    own = and_(seats.c.match == match, seats.c.player == player)
    with engine.begin() as connection:
        away = connection.execute(select(seats.c.number).where(own, seats.c.seen_at < at - HERE_MS)).first()
        connection.execute(update(seats).where(own).values(seen_at=at))
        if away is None:
            return None
        connection.execute(update(matches).where(matches.c.id == match).values(version=matches.c.version + 1))
        version = connection.execute(select(matches.c.version).where(matches.c.id == match)).scalar_one()
        notify(connection, {match_key(match): version})
    return int(version)


def _read(connection: Connection, which: Any) -> Match:  # noqa: ANN401  # SQLAlchemy has many types of conditions
    row = connection.execute(select(matches).where(which)).mappings().one_or_none()
    if row is None:
        raise NotFoundError("there is no such match")
    found = select(seats).where(seats.c.match == row["id"]).order_by(seats.c.number)
    taken = [dict(seat) for seat in connection.execute(found).mappings()]
    return Match(
        **{**row, "level": Level.parse(row["level"])},
        seats=tuple(Seat(**{name: value for name, value in seat.items() if name != "match"}) for seat in taken),
    )


def _row(match: Match) -> dict[str, Any]:
    row = {name: getattr(match, name) for name in Match.__slots__ if name != "seats"}
    return {**row, "level": str(match.level)}


def _seat_row(match: Match, seat: Seat) -> dict[str, Any]:
    return {"match": match.id, **asdict(seat)}
