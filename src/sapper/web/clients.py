"""The client of a request: its address, its language, and work that ends when it leaves.

>>> import asyncio
>>> async def stays():
...     return await asyncio.Event().wait()
>>> asyncio.run(first_of(asyncio.sleep(0, "answer"), stays()))
'answer'
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Header, Request

from sapper.web.networks import network_of
from sapper.web.problems import GoneError
from sapper.web.state import State, StateOf
from sapper.words.catalogue import Language, choose_language

__all__ = ["LanguageOf", "address_of", "charge", "charge_game", "compute", "first_of"]

T = TypeVar("T")


async def _read_language(
    accept_language: Annotated[
        str | None, Header(description="The sentences are in German or, by default, in English.")
    ] = None,
) -> Language:
    return choose_language(accept_language)


LanguageOf = Annotated[Language, Depends(_read_language)]

_OWN_CELLS = 100  # cells that a request for a game counts besides those of its board


def address_of(request: Request) -> str:
    """Return the address of the client, for limits; of an IPv6 address, its network."""
    return network_of(request.client.host) if request.client is not None else "unknown"


async def charge(request: Request, state: StateOf) -> None:
    """Charge the client for the game in the path: for the cells of its board, or for reading it from the database.

    Raises:
        RateError: the client has requested too many.
    """
    game = request.path_params.get("game")
    if game is not None:
        charge_game(request, state, game)


def charge_game(request: Request, state: State, game: str) -> None:
    """Charge the client for a game, as `charge` does.

    Raises:
        RateError: the client has requested too many.
    """
    cells = state.games.cells_of(game)
    if cells is None:
        state.queries.check(address_of(request))
    else:
        state.cells.check(address_of(request), _OWN_CELLS + cells)


async def compute(
    state: State, request: Request, work: Callable[..., T], *args: object, key: Hashable | None = None
) -> T:
    """Return `work(*args)` from the crew, for the client of a request; dropped when the client leaves.

    Raises:
        GoneError: the client has left.
        RateError, LimitError: as in `Crew.run`.
    """
    return await first_of(state.crew.run(address_of(request), work, *args, key=key), _leaves(request))


async def first_of(work: Coroutine[Any, Any, T], gone: Coroutine[Any, Any, object]) -> T:
    """Return what `work` returns, unless `gone` returns first.

    Raises:
        GoneError: `gone` returned first; `work` is cancelled.
    """
    tasks: tuple[asyncio.Task[T], asyncio.Task[object]] = (asyncio.ensure_future(work), asyncio.ensure_future(gone))
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if tasks[0].done():
            return tasks[0].result()
        raise GoneError("the client has left")
    finally:
        for task in tasks:
            task.cancel()


async def _leaves(request: Request) -> None:
    """Return when the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
