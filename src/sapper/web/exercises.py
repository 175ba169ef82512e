"""The exercises of the server: made when they are first needed, kept in memory, rated by the tries of all players.

Kind and seed make an exercise, so the database keeps ratings only. The crew makes exercises a few at a time, and goes
on in the background until players have some to spare; each kind has `POOL`. An exercise that many players fail gets a
higher rating. A client states its own results and standing. That can do little harm: one try per exercise, address
and day counts, and a rating stays within `_MOST_AWAY` of the first one.

>>> first_rating(ExerciseText(seed=1, text="", answers=2, steps=1, clues=2), "pair")
1060.0
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from sqlalchemy import Engine, insert, select, update
from sqlalchemy.exc import IntegrityError

from sapper.errors import LimitError
from sapper.game.exercise import KINDS
from sapper.web.crew import Crew
from sapper.web.exercise_job import ExerciseText, make_exercises
from sapper.web.glicko import MOST_DEVIATION, Standing, after_try
from sapper.web.problems import RateError
from sapper.web.reads import Reads
from sapper.web.requests import Try
from sapper.web.tables import exercises

__all__ = ["FIRST_DEVIATION", "POOL", "Exercises", "first_rating"]

POOL: Final = 300  # exercises of each kind; the bound of `ExerciseSeed`
_TOGETHER = 2  # made by one job; a player may wait behind one
_SPARE = 3  # times as many are kept ready as a request asks for
_ADDRESS = "learn"  # of what is made in the background: a client that waits comes before it
_DAY_S = 86_400.0
_MOST_REMEMBERED = 20_000  # tries of a day; the oldest are forgotten first
_FRESH_S = 30.0  # seconds after which ratings are read again, for the tries on other servers
_MOST_AWAY = 400.0  # points of a rating from the first one
_PLAYERS = (400.0, 2600.0)  # ratings of players that are believed
_LEAST_CERTAIN = 75.0  # deviation of a player that is believed
FIRST_DEVIATION = 150.0  # of an exercise: its technique tells a good deal
_BASE = dict(zip(KINDS, (750.0, 1050.0, 1350.0, 1650.0, 1350.0, 1800.0, 1450.0), strict=True))


def first_rating(made: ExerciseText, kind: str) -> float:
    """Return the rating of an exercise that was never tried: longer proofs and fewer answers are harder."""
    return _BASE[kind] + 40 * (made.steps - 1) + 20 * (made.clues - 1) - 10 * (made.answers - 1)


class Exercises:
    """The exercises made so far, their ratings, and the tries that counted today."""

    def __init__(self, engine: Engine, reads: Reads, crew: Crew) -> None:
        """Have none yet."""
        self._engine = engine
        self._reads = reads
        self._crew = crew
        self._made: dict[str, dict[int, ExerciseText]] = {kind: {} for kind in KINDS}
        self._standings: dict[str, dict[int, Standing]] = {kind: {} for kind in KINDS}
        self._read_at: dict[str, float] = {}
        self._growing: dict[str, asyncio.Task[None]] = {}
        self._counted: OrderedDict[tuple[str, str, int], float] = OrderedDict()  # when each try was counted

    async def close(self) -> None:
        """Stop making exercises."""
        tasks = list(self._growing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def pick(
        self, kind: str, rating: float, count: int, seen: set[int], address: str
    ) -> list[tuple[Standing, str]]:
        """Return up to `count` exercises that are ready and not seen, nearest to a rating first, each as JSON.

        It waits only where none is ready, and then for the first one. Where all are seen, they begin again.

        Raises:
            LimitError, RateError: the crew is too busy to make one.
        """
        if len(seen) >= POOL:
            seen = set()
        made = self._made[kind]
        if not made.keys() - seen:
            await self._make(self._next(kind, seen)[:1], kind, address)
        await self._read(kind)
        ready = sorted(made.keys() - seen, key=lambda seed: (abs(self._standing(kind, seed).rating - rating), seed))
        if len(ready) < _SPARE * count and kind not in self._growing and len(made) < POOL:
            task = self._growing[kind] = asyncio.create_task(self._grow(kind, len(made) + _SPARE * count))
            task.add_done_callback(lambda _: self._growing.pop(kind, None))
        return [(self._standing(kind, seed), made[seed].text) for seed in ready[:count]]

    async def count(self, tries: Sequence[Try], address: str) -> int:
        """Move the ratings of exercises by the results of tries; return how many counted.

        Raises:
            LimitError, RateError: the crew is too busy to make an exercise that was tried elsewhere.
        """
        now = time.monotonic()
        new = [one for one in tries if self._is_new((address, one.kind, one.seed), now)]
        for one in new:
            if one.seed not in self._made[one.kind]:
                await self._make([one.seed], one.kind, address)
        for one in new:
            first = Standing(first_rating(self._made[one.kind][one.seed], one.kind), FIRST_DEVIATION)
            self._standings[one.kind][one.seed] = await self._reads.run(self._store, one, first)
        return len(new)

    def _standing(self, kind: str, seed: int) -> Standing:
        stored = self._standings[kind].get(seed)
        return stored or Standing(first_rating(self._made[kind][seed], kind), FIRST_DEVIATION)

    def _next(self, kind: str, seen: set[int] | None = None) -> list[int]:
        """The next seeds to make."""
        missing = (seed for seed in range(1, POOL + 1) if seed not in self._made[kind] and seed not in (seen or ()))
        return [seed for seed, _ in zip(missing, range(_TOGETHER), strict=False)]

    async def _make(self, seeds: list[int], kind: str, address: str) -> None:
        key = ("exercises", kind, tuple(seeds))
        for made in await self._crew.run(address, make_exercises, kind, seeds, key=key, long=True):
            self._made[kind][made.seed] = made

    async def _grow(self, kind: str, wanted: int) -> None:
        # If the crew is busy, the next request tries again.
        with suppress(LimitError, RateError):
            while len(self._made[kind]) < min(wanted, POOL):
                await self._make(self._next(kind), kind, _ADDRESS)

    async def _read(self, kind: str) -> None:
        now = time.monotonic()
        if now - self._read_at.get(kind, -_FRESH_S) >= _FRESH_S:
            self._read_at[kind] = now
            self._standings[kind] = await self._reads.run(self._load, kind)

    def _load(self, kind: str) -> dict[int, Standing]:
        chosen = select(exercises).where(exercises.c.kind == kind)
        with self._engine.connect() as connection:
            return {
                row.seed: Standing(row.rating, row.deviation, row.volatility) for row in connection.execute(chosen)
            }

    def _is_new(self, key: tuple[str, str, int], now: float) -> bool:
        """Whether the try counts; remembers it then."""
        while self._counted and (
            len(self._counted) > _MOST_REMEMBERED or next(iter(self._counted.values())) < now - _DAY_S
        ):
            self._counted.popitem(last=False)
        if key in self._counted:
            return False
        self._counted[key] = now
        return True

    def _store(self, one: Try, first: Standing) -> Standing:
        """Write the new standing of an exercise and return it; try again if another server wrote in between."""
        own = (exercises.c.kind == one.kind) & (exercises.c.seed == one.seed)
        while True:
            with self._engine.connect() as connection:
                row = connection.execute(select(exercises).where(own)).one_or_none()
            before = first if row is None else Standing(row.rating, row.deviation, row.volatility)
            moved = after_try(before, _believed(one), 0.0 if one.solved else 1.0)
            rating = min(max(moved.rating, first.rating - _MOST_AWAY), first.rating + _MOST_AWAY)
            values = moved._replace(rating=rating)._asdict()
            with suppress(IntegrityError), self._engine.begin() as connection:
                if row is None:
                    added = {"kind": one.kind, "seed": one.seed, "tries": 1, "solved": int(one.solved)}
                    connection.execute(insert(exercises).values(**added, **values))
                    return Standing(**values)
                counts = {"tries": row.tries + 1, "solved": row.solved + one.solved}
                same = own & (exercises.c.tries == row.tries)
                if connection.execute(update(exercises).where(same).values(**counts, **values)).rowcount:
                    return Standing(**values)


def _believed(one: Try) -> Standing:
    low, high = _PLAYERS
    return Standing(min(max(one.rating, low), high), min(max(one.deviation, _LEAST_CERTAIN), MOST_DEVIATION))
