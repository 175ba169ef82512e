"""Calls that follow every move, answered without the framework, which takes longer to find a call than they take.

A request goes to the function that the framework would call. A request that differs in anything from what the page
sends (an unknown address, parameters in the query, a body that does not match its model) goes to the framework: it
has the rules, and the words of refusals.

>>> find("POST", "/api/games/abc/moves")[1], find("GET", "/api/games/a.b"), find("DELETE", "/api/games/abc")
('abc', None, None)
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from fastapi import Request
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sapper.errors import SapperError
from sapper.web.clients import charge_game
from sapper.web.insight import Asked
from sapper.web.problems import answer_error
from sapper.web.requests import Body, Move, Undo
from sapper.web.routes import insight, play
from sapper.web.state import State, state_of

__all__ = ["Call", "Direct", "find"]

_GAME = "/api/games/{game}"
_PATH = re.compile(r"/api/games/([A-Za-z0-9_-]{1,32})(/[a-z]+)?")


@dataclass(frozen=True, slots=True)
class Call:
    """One call."""

    path: str  # as the framework has it, for logs
    answer: Callable[[str, State, Request, Any], Awaitable[Response]]  # of game, state, request and body
    body: type[Body] | None = None  # what a request with a body sends


_CALLS = {
    ("GET", None): Call(_GAME, lambda game, state, *_: play.get_game(game, state)),
    ("GET", "/analysis"): Call(
        f"{_GAME}/analysis", lambda game, state, request, _: insight.analyze_game(game, state, request, Asked())
    ),
    ("GET", "/odds"): Call(f"{_GAME}/odds", lambda game, state, *_: play.get_odds(game, state)),
    ("POST", "/moves"): Call(
        f"{_GAME}/moves", lambda game, state, request, body: play.move(game, body, state, request), Move
    ),
    ("POST", "/undo"): Call(f"{_GAME}/undo", lambda game, state, _, body: play.undo(game, state, body), Undo),
}


class Direct:
    """An ASGI application around the framework."""

    def __init__(self, app: ASGIApp) -> None:
        """Leave to `app` what is not answered here."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        plain = scope["type"] == "http" and not scope["query_string"]
        found = find(scope["method"], scope["path"]) if plain else None
        if found is None:
            await self._app(scope, receive, send)
            return
        call, game = found
        request, body = Request(scope, receive), None
        if call.body is not None:
            message = await receive()
            body = _read(call.body, request, message)
            if body is None:
                await self._app(scope, _repeat(message, receive), send)
                return
        scope["route"] = call
        try:
            state = state_of(request)
            charge_game(request, state, game)
            response = await call.answer(game, state, request, body)
        except (SapperError, SQLAlchemyError) as error:
            response = await answer_error(request, error)
        await response(scope, receive, send)


def find(method: str, path: str) -> tuple[Call, str] | None:
    """Return the call of a request, and the id of its game."""
    matched = _PATH.fullmatch(path)
    call = _CALLS.get((method, matched[2])) if matched is not None else None
    return None if matched is None or call is None else (call, matched[1])


def _read(model: type[Body], request: Request, message: Message) -> Body | None:
    """Return the body of a request; None if it is not a whole one, or not one of this model."""
    if message.get("more_body", True) or request.headers.get("content-type") != "application/json":
        return None
    try:
        return model.model_validate(json.loads(message["body"]))
    except (ValidationError, ValueError, RecursionError):
        return None


def _repeat(message: Message, receive: Receive) -> Receive:
    """Receive a message again, then what follows it."""
    again = [message]

    async def next_message() -> Message:
        return again.pop() if again else await receive()

    return next_message
