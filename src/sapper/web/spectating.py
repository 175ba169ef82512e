"""Watching: a game has a token besides its id, with which others see the game and cannot play it.

The id of a game is the secret of its player. Links that a player gives to others have the token.

>>> import asyncio, tempfile
>>> from sapper.web.database import open_database
>>> async def example(url):
...     engine, reads = open_database(url), Reads()
...     try:
...         return await Tokens(engine, reads, most=10).find("no token")
...     finally:
...         await reads.close()
...         engine.dispose()
>>> with tempfile.TemporaryDirectory() as folder:
...     print(asyncio.run(example(f"sqlite:///{folder}/games.db")))
None
"""

from __future__ import annotations

from collections import OrderedDict

from sqlalchemy import Engine, select

from sapper.web.reads import Reads
from sapper.web.tables import games

__all__ = ["Tokens"]


class Tokens:
    """The tokens of games; those in use are cached, because a token never changes its game."""

    def __init__(self, engine: Engine, reads: Reads, *, most: int) -> None:
        """Look tokens up in this database, and cache so many."""
        self._engine = engine
        self._reads = reads
        self._most = most
        self._kept: OrderedDict[str, str] = OrderedDict()  # ids of games by token, least recently used first

    async def find(self, token: str) -> str | None:
        """Return the id of the game with a token; None if there is none."""
        if token not in self._kept:
            game = await self._reads.run(_read_game, self._engine, token)
            if game is None:
                return None
            self._kept[token] = game
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        self._kept.move_to_end(token)
        return self._kept[token]

    def has(self, token: str) -> bool:
        """Whether a token is cached, so that it costs no read."""
        return token in self._kept


def _read_game(engine: Engine, token: str) -> str | None:
    with engine.connect() as connection:
        found: str | None = connection.execute(select(games.c.id).where(games.c.watch == token)).scalar()
    return found
