"""Running reviews: each game is reviewed once, in slices that the crew computes.

>>> import asyncio
>>> async def example():
...     from sapper.web.settings import Lanes
...     crew = Crew(Lanes())
...     return Reviews(crew, states=100_000)._kept
>>> asyncio.run(example())
OrderedDict()
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import TypeVar

from sapper.errors import LimitError
from sapper.game.live import LiveGame
from sapper.play.review import Finished, Judged, first_choice, summarize
from sapper.web.crew import Crew
from sapper.web.jobs import judge_slice, weigh_slice
from sapper.web.places import Places
from sapper.web.problems import RateError
from sapper.web.schemas import ReviewView

__all__ = ["Reviews"]

T = TypeVar("T")

_MOST = 50  # cached reviews; others are computed again
_MOST_TEXT = 30_000_000  # characters of them all
_PATIENCE = 8.0  # seconds a request waits for the judged moves
_TOGETHER = 100  # points sent to a worker at once


class Reviews:
    """Reviews by game and version."""

    def __init__(self, crew: Crew, *, states: int) -> None:
        """Have none yet; analyse boards within so many states."""
        self._crew = crew
        self._states = states
        self._kept: OrderedDict[tuple[str, int], _Review] = OrderedDict()

    async def get(self, live: LiveGame, address: str) -> str:
        """Return the review of a game as JSON, which may be incomplete; computed for this client address.

        Raises:
            GameError: the game has not ended.
            LimitError, RateError: as in `get_finished`.
        """
        return await self.get_finished((live.terms.id, live.version), lambda: Finished.of(live), address)

    async def get_finished(self, key: tuple[str, int], game: Callable[[], Finished], address: str) -> str:
        """Return the review of a game by its name and version; `game` is called where no review of them is kept.

        Raises:
            LimitError: a board too wide to analyse.
            RateError: not all moves are judged yet.
        """
        review = self._kept.get(key)
        if review is None:
            review = self._kept[key] = _Review(self._crew, game(), address, self._states)
        self._kept.move_to_end(key)
        self._drop()
        try:
            await asyncio.wait_for(asyncio.shield(review.judging), _PATIENCE)
        except TimeoutError:
            raise RateError("the review is being computed: try again in a few seconds", 2) from None
        except Exception:
            self._kept.pop(key, None)
            raise
        return review.write()

    async def close(self) -> None:
        """Stop all reviews."""
        for review in self._kept.values():
            review.stop()
        await asyncio.gather(*(review.weighing for review in self._kept.values()), return_exceptions=True)

    def _drop(self) -> None:
        """Drop the reviews that were not read for the longest time."""
        while len(self._kept) > 1 and (
            len(self._kept) > _MOST or sum(review.length for review in self._kept.values()) > _MOST_TEXT
        ):
            self._kept.popitem(last=False)[1].stop()


class _Review:
    """The review of one game."""

    def __init__(self, crew: Crew, game: Finished, address: str, states: int) -> None:
        self._crew = crew
        self._game = game
        self._places = Places(game.terms.level.shape)
        self._address = address
        self._states = states
        self._points: list[Judged] = []
        self._changed: list[str] = []  # for each point, the cells that change, as JSON
        self._texts: list[str] = []  # each point as JSON: to write thousands of them would stop the event loop
        self._done = 0
        self.length = 0
        self.judging = asyncio.create_task(self._judge())
        self.weighing = asyncio.create_task(self._weigh())

    def stop(self) -> None:
        """End it."""
        self.judging.cancel()
        self.weighing.cancel()

    def write(self) -> str:
        """Return what is computed so far."""
        summary = summarize(self._game, self._points, self._done)
        missed = [replace(one, cells=self._places.all(one.cells)) for one in summary.missed]
        judged = ReviewView.model_validate(replace(summary, points=[], missed=missed), from_attributes=True)
        return f'{{"points":[{",".join(self._texts)}],{judged.model_dump_json(exclude={"points"})[1:]}'

    async def _judge(self) -> None:
        begin = 0
        while more := await self._patiently(judge_slice, self._game, begin, self._states):
            begin = more[-1][0].move + 1
            for point, changed in more:
                self._points.append(point)
                self._changed.append(changed)
                self._texts.append(self._write_point(point, changed))
                self.length += len(changed) + len(self._texts[-1])

    async def _weigh(self) -> None:
        await asyncio.wait({self.judging})
        if self.judging.cancelled() or self.judging.exception() is not None:
            return
        first = first_choice(self._points)
        while self._done < len(self._points):
            part = self._points[self._done : self._done + _TOGETHER]
            try:
                weighed = await self._patiently(weigh_slice, self._game, part, first, self._states, long=True)
            except LimitError:
                weighed = part[:1]  # its win probability takes too long and stays unknown
            for point in weighed:
                self._points[self._done] = point
                self._texts[self._done] = self._write_point(point, self._changed[self._done])
                self._done += 1

    async def _patiently(self, work: Callable[..., list[T]], *args: object, long: bool = False) -> list[T]:
        """A slice of the review, when the address may have one more job."""
        while True:
            try:
                return await self._crew.run(self._address, work, *args, long=long)
            except RateError as error:
                await asyncio.sleep(error.wait)

    def _write_point(self, point: Judged, changed: str) -> str:
        fields = {key: value for key, value in asdict(point).items() if key not in ("changed", "missed", "said")}
        fields["text"] = point.text
        fields["cell"] = self._places.of(point.cell)
        fields["best"] = None if point.best is None else self._places.of(point.best)
        return f'{json.dumps(fields)[:-1]}, "changed": {changed}}}'
