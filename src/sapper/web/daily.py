"""The boards of the day: the same two games and one guess for everybody, made from the date.

The seed of a board is a code of day and kind under the key of the server. So all servers with the same key make the
same boards, and only a person with the key can compute those of tomorrow. Days begin at midnight UTC. The first game
of a browser and of a name counts. Later ones and past days are practice.

>>> seeds = Seeds(b"key")
>>> seeds.of("2026-11-17", "expert") == seeds.of("2026-11-17", "expert")
True
>>> len({seeds.of(day, kind) for day in ("2026-11-17", "2026-11-18") for kind in KINDS})
6
>>> day_of(0)
'1970-01-01'
"""

from __future__ import annotations

import hmac
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from sqlalchemy import Engine, Row, insert, update
from sqlalchemy.exc import IntegrityError

from sapper.base.number import quote
from sapper.board.cell import Cell
from sapper.board.level import FirstClick
from sapper.errors import GameError, InputError
from sapper.game.live import LiveGame, Origin, Terms
from sapper.web.clock import day_of, now_ms
from sapper.web.crew import Crew
from sapper.web.daily_results import BOARDS, GUESS, LEVELS_OF, find_own, load_answers, load_day, view_answer
from sapper.web.daily_schemas import DailyAnswer, DailyView
from sapper.web.exercise_job import make_exercises
from sapper.web.games import Games, new_id
from sapper.web.journal import ADD_DAILY, Change
from sapper.web.reads import Reads
from sapper.web.requests import BoardKind
from sapper.web.schemas import ExerciseView
from sapper.web.tables import daily

__all__ = ["KINDS", "Daily", "Opened", "Seeds"]

KINDS = (*BOARDS, GUESS)
_FIRST = date(2026, 1, 1)  # the first day that can be requested
_DAY_MS = 86_400_000
_BITS = 53  # of a seed: JSON readers that use doubles keep every digit
_DIGITS = 32  # of the code of a player, in hex
_MOST_GUESSES = 60  # kept in memory, by day


class Seeds:
    """Derives seeds, and the codes of players, from the key of the server."""

    def __init__(self, key: bytes) -> None:
        """Use a key derived from that of the scores, so that a seed is never part of a signature."""
        self._key = hmac.digest(key, b"sapper daily", "sha256")

    def of(self, day: str, kind: str) -> int:
        """Return the seed of a board."""
        return int.from_bytes(self._code(f"board {day} {kind}")[:8]) >> (64 - _BITS)

    def player(self, browser: str) -> str:
        """Return the code that the database has for a browser: a reader of the database cannot pass for it."""
        return self._code(f"player {browser}").hex()[:_DIGITS]

    def _code(self, text: str) -> bytes:
        return hmac.digest(self._key, text.encode(), "sha256")


@dataclass(frozen=True, slots=True)
class Opened:
    """A game on a board of the day."""

    live: LiveGame
    reason: Literal["again", "name", "past"] | None  # why it is practice; None if it counts


class Daily:
    """The boards of each day, and what players did with them."""

    def __init__(self, engine: Engine, *, key: bytes, reads: Reads, crew: Crew, games: Games) -> None:
        """Make boards from this key, and keep results in this database."""
        self._engine = engine
        self._seeds = Seeds(key)
        self._reads = reads
        self._crew = crew
        self._games = games
        self._guesses: OrderedDict[str, ExerciseView] = OrderedDict()  # by day

    async def open(self, kind: BoardKind, *, browser: str, name: str | None, day: str | None) -> Opened:
        """Return the first game of a browser on a board, or a game for practice after that.

        Raises:
            InputError: no day, or a day that has not begun.
        """
        today = day_of(now_ms())
        wanted = _read_day(day, today)
        if wanted != today:
            return await self._practise(kind, wanted, name, "past")
        player = self._seeds.player(browser)
        own = await self._reads.run(self._find, today, kind, player)
        if own is None:
            terms = self._terms(kind, today, name, origin="daily")
            row = _row(today, kind, player, name, game=terms.id)
            try:
                return Opened(await self._games.add(terms, change=Change().add(ADD_DAILY, **row)), None)
            except IntegrityError:
                # Another request of this browser was faster, or the name has a row.
                own = await self._reads.run(self._find, today, kind, player)
                if own is None:
                    return await self._practise(kind, today, name, "name")
        if own.won is None:
            return Opened(await self._games.get(own.game), None)
        return await self._practise(kind, today, name, "again")

    async def answer(
        self, cell: Cell, *, browser: str, name: str | None, day: str | None, address: str
    ) -> DailyAnswer:
        """Store an answer to the guess, and return it with the solution; the first answer of a browser stands.

        Raises:
            InputError: no day, a day that has not begun, or no hidden cell of the board.
            LimitError, RateError: the crew is too busy to make the position.
        """
        today = day_of(now_ms())
        wanted = _read_day(day, today)
        exercise = await self._guess(wanted, address)
        row, col = cell
        if row >= exercise.rows or col >= exercise.cols or exercise.board[row * exercise.cols + col] != ".":
            raise InputError("this cell of the guess of the day is not hidden", cell)
        counts = False
        if wanted == today:
            player = self._seeds.player(browser)
            added = _row(today, GUESS, player, name, row=row, col=col, won=cell in exercise.answers)
            own = await self._reads.run(self._add_answer, added)
            counts = own is not None
            if own is not None:
                cell = (own.row, own.col)
        answers = await self._reads.run(load_answers, self._engine, wanted)
        return view_answer(exercise, cell, answers, counts=counts)

    async def name(self, *, browser: str, name: str) -> None:
        """Name what a browser did today without a name.

        Raises:
            GameError: the name has a row of today.
        """
        try:
            await self._reads.run(self._write_name, day_of(now_ms()), self._seeds.player(browser), name)
        except IntegrityError:
            raise GameError(f"the name {quote(name)} already has a result of today: choose another") from None

    async def view(self, *, day: str | None, browser: str | None, address: str) -> DailyView:
        """Return the boards of a day, their tables, and what a browser did.

        Raises:
            InputError: no day, or a day that has not begun.
            LimitError, RateError: the crew is too busy to make the position of the guess.
        """
        now = now_ms()
        today = day_of(now)
        wanted = _read_day(day, today)
        player = "" if browser is None else self._seeds.player(browser)
        exercise = await self._guess(wanted, address)
        boards, guess = await self._reads.run(load_day, self._engine, wanted, player, exercise)
        return DailyView(day=wanted, today=today, next_ms=_DAY_MS - now % _DAY_MS, boards=boards, guess=guess)

    def check_shared(self, live: LiveGame) -> None:
        """Check that others than its player may see a game: a board of today would tell them where the mines are.

        Raises:
            GameError: it is played on a board of today, also for practice.
        """
        today = day_of(now_ms())
        if live.terms.seed in {self._seeds.of(today, kind) for kind in BOARDS}:
            raise GameError("this is a board of today: others can see it when the day is over, at midnight UTC")

    def _terms(self, kind: BoardKind, day: str, name: str | None, *, origin: Origin) -> Terms:
        level = LEVELS_OF[kind]
        return Terms(
            id=new_id(),
            origin=origin,
            level=level,
            first_click=FirstClick.ZERO,
            no_guess=kind == "no-guess",
            seed=self._seeds.of(day, kind),
            seed_chosen=False,
            start=(level.rows // 2, level.cols // 2),
            position=None,
            helped=origin != "daily",
            name=name,
            created_at=now_ms(),
        )

    async def _practise(
        self, kind: BoardKind, day: str, name: str | None, reason: Literal["again", "name", "past"]
    ) -> Opened:
        return Opened(await self._games.add(self._terms(kind, day, name, origin="same")), reason)

    async def _guess(self, day: str, address: str) -> ExerciseView:
        made = self._guesses.get(day)
        if made is None:
            seeds = [self._seeds.of(day, GUESS)]
            (written,) = await self._crew.run(address, make_exercises, GUESS, seeds, key=(GUESS, day), long=True)
            made = ExerciseView.model_validate_json(written.text)
            made.answers = [tuple(cell) for cell in made.answers]  # JSON has no tuples
            self._guesses[day] = made
            if len(self._guesses) > _MOST_GUESSES:
                self._guesses.popitem(last=False)
        return made

    def _find(self, day: str, kind: str, player: str) -> Row[Any] | None:
        with self._engine.connect() as connection:
            return find_own(connection, day, kind, player)

    def _add_answer(self, row: Mapping[str, Any]) -> Row[Any] | None:
        """Store an answer; return the one that stands, None if the name has answered from another browser."""
        own = row["day"], row["kind"], row["player"]
        try:
            if (found := self._find(*own)) is None:
                with self._engine.begin() as connection:
                    connection.execute(insert(daily).values(**row))
        except IntegrityError:
            return self._find(*own)
        return found or self._find(*own)

    def _write_name(self, day: str, player: str, name: str) -> None:
        unnamed = (daily.c.day == day) & (daily.c.player == player) & daily.c.name.is_(None)
        with self._engine.begin() as connection:
            connection.execute(update(daily).where(unnamed).values(name=name))


def _read_day(text: str | None, today: str) -> str:
    if text is None:
        return today
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise InputError(f"a day is written YYYY-MM-DD, such as {today}, not {quote(text)}") from None
    if day.isoformat() > today:
        raise InputError(f"the boards of {day} are made when that day begins, at midnight UTC")
    if day < _FIRST:
        raise InputError(f"the first day with boards is {_FIRST}, not {day}")
    return day.isoformat()


def _row(
    day: str,
    kind: str,
    player: str,
    name: str | None,
    *,
    game: str | None = None,
    row: int | None = None,
    col: int | None = None,
    won: bool | None = None,
) -> dict[str, Any]:
    own = {"day": day, "kind": kind, "player": player, "name": name, "at": now_ms()}
    return {**own, "game": game, "row": row, "col": col, "won": won}
