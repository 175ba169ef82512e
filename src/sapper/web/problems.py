"""Errors as problem details (RFC 9457).

Errors of the package, requests that do not match the schema and unknown addresses become responses of type
`application/problem+json` with a kind, a sentence and, if there is one, the cell at fault.

>>> describe(InputError("no such cell", (9, 9))).status
422
"""

from __future__ import annotations

import logging
import re
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Scope

from sapper.errors import ContradictionError, GameError, InputError, LimitError, ParseError, SapperError
from sapper.web.german_messages import say_contradiction, say_kind, translate
from sapper.web.mistakes import spell_mistake
from sapper.web.schemas import Contradiction, Problem
from sapper.words.catalogue import ENGLISH, Language, catalogue, choose_language

__all__ = [
    "PREFERENCE",
    "PROBLEM_TYPE",
    "RESPONSES",
    "BusyError",
    "GoneError",
    "NameTakenError",
    "NotFoundError",
    "RateError",
    "StaleError",
    "add_handlers",
    "answer_error",
    "answer_http",
    "answer_unexpected",
    "describe",
    "describe_in",
    "first_line",
    "log",
    "respond",
    "route_of",
    "say_german",
    "status_of",
]

log = logging.getLogger("sapper.web")

PROBLEM_TYPE = "application/problem+json"
# What the page sends as `Prefer`. Browsers write an error into their console for every status above 399, and a
# refused request is nothing that a player has to repair.
PREFERENCE = "refusals=200"
# Statuses of requests that the server understood and does not fulfil.
_REFUSALS = frozenset({404, 409, 422})
_MOST_NAMED = 8  # clues that a contradiction names
# The place of a fault at the end of a message; problems have it in fields too.
_PLACE = re.compile(r"(, at [\w,-]+)?( \(line \d+(, column \d+)?\)| \(byte \d+\))?$")
# Where the scope of a request keeps the status of a refusal that was sent with the status 200.
_REFUSED = "sapper.refused"

# Errors that every call may return.
RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"description": text, "content": {PROBLEM_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    for status, text in {
        400: "The body is not JSON, or the server does not accept the host name.",
        403: "The request comes from another site, or lacks `X-Sapper: 1`.",
        404: "There is no such game, race or page.",
        409: "The game does not allow that now.",
        413: "The body is too large.",
        414: "The query of the address is too long.",
        422: "The request is invalid. A contradiction names the contradicting clues.",
        429: "Too many requests.",
        503: "The server cannot answer now.",
    }.items()
}

_KINDS: tuple[tuple[type[SapperError], int, str], ...] = (
    (ParseError, 422, "unreadable"),
    (InputError, 422, "input"),
    (ContradictionError, 422, "contradiction"),
    (LimitError, 422, "limit"),
)


class NotFoundError(SapperError):
    """There is no such game, race or page."""


class NameTakenError(GameError):
    """The name belongs to another browser."""


class StaleError(GameError):
    """The request is for another version of the game."""


_CONFLICTS: dict[type[GameError], str] = {NameTakenError: "name", StaleError: "version"}


class GoneError(SapperError):
    """The client left before it was answered."""


class BusyError(SapperError):
    """Others change the same game so often that this change found no turn."""


class RateError(SapperError):
    """Too many requests in a short time.

    Attributes:
        wait: seconds until the next request is allowed.
    """

    def __init__(self, message: str, wait: float) -> None:
        """Keep the time to wait beside the message."""
        super().__init__(message)
        self.wait = wait


def describe(error: SapperError) -> Problem:
    """Return the problem of an error."""
    if isinstance(error, NotFoundError):
        return _problem(404, "missing", str(error))
    if isinstance(error, RateError):
        return _problem(429, "rate", str(error))
    if isinstance(error, GameError):
        return _problem(409, _CONFLICTS.get(type(error), "move"), str(error))
    for kind, status, name in _KINDS:
        if isinstance(error, kind):
            problem = _problem(status, name, str(error))
            break
    else:
        problem = _problem(503, "unavailable", str(error))
    if isinstance(error, InputError):
        problem.cell = error.cell
    if isinstance(error, ParseError):
        problem.line, problem.column, problem.byte = error.line, error.column, error.byte
    if isinstance(error, ContradictionError):
        clues = list(error.clues)
        text = error.tell(ENGLISH.spell)
        problem.contradiction = Contradiction(
            clues=clues, needs_total=error.needs_total, text=text, reason=error.reason
        )
    return problem


def say_german(problem: Problem) -> None:
    """Put what a problem says into German, with the place of the fault in brackets.

    >>> problem = describe(InputError("2 mines do not fit in 1 cells", (0, 4)))
    >>> say_german(problem)
    >>> problem.detail
    '2 Minen passen nicht in 1 Felder (Zeile 1 Spalte 5)'
    """
    german = catalogue("de")
    if problem.contradiction is not None:
        cells = german.join([german.spell(clue) for clue in problem.contradiction.clues[:_MOST_NAMED]])
        problem.detail = problem.contradiction.text = say_contradiction(problem.contradiction.reason, cells)
        return
    where = [] if problem.cell is None else [german.spell(problem.cell)]
    if problem.line is not None:
        where.append(f"Zeile {problem.line}" + ("" if problem.column is None else f", Zeichen {problem.column}"))
    if problem.byte is not None:
        where.append(f"Byte {problem.byte}")
    said = translate(_PLACE.sub("", problem.detail)) or say_kind(problem.type.rpartition("-")[2])
    problem.detail = f"{said} ({', '.join(where)})" if where else said


def describe_in(language: Language, error: SapperError) -> Problem:
    """Return the problem of an error in a language."""
    problem = describe(error)
    if language == "de":
        say_german(problem)
    return problem


def respond(
    problem: Problem,
    headers: dict[str, str] | None = None,
    *,
    status: int | None = None,
    language: Language = "en",
) -> Response:
    """Return the response of a problem in a language, with another status than its own if there is one."""
    if language == "de":
        say_german(problem)
    return Response(
        problem.model_dump_json(exclude_none=True),
        status_code=status or problem.status,
        media_type=PROBLEM_TYPE,
        headers=headers,
    )


def add_handlers(app: FastAPI) -> None:
    """Let `app` answer every error with a problem."""
    app.add_exception_handler(SapperError, answer_error)
    app.add_exception_handler(RequestValidationError, _answer_validation)
    app.add_exception_handler(HTTPException, answer_http)
    app.add_exception_handler(SQLAlchemyError, answer_error)


def _problem(status: int, kind: str, detail: str) -> Problem:
    # What a client sent is quoted, and JSON can name characters that no text in UTF-8 has.
    detail = detail.encode(errors="backslashreplace").decode()
    return Problem(type=f"/api#problem-{kind}", title=HTTPStatus(status).phrase, status=status, detail=detail)


def answer_unexpected(scope: Scope, error: Exception) -> Response:
    """Log an error that has no handler, with its traceback, and return the response."""
    log.error("unexpected error at %s", route_of(scope), exc_info=error)
    problem = _problem(500, "internal", "something went wrong on the server; nothing of the game is lost")
    return respond(problem, language=choose_language(Headers(scope=scope).get("accept-language")))


def route_of(scope: Scope) -> str:
    """Return method and address of a request, with the names of parameters in place of ids."""
    route = scope.get("route")
    path = getattr(route, "path", None) or "another address"
    return f"{scope['method']} {path}"


def status_of(scope: Scope, sent: int) -> int:
    """Return the status of a request that was answered with the status `sent`, or that of its refusal."""
    return int(scope.get(_REFUSED, sent))


def first_line(error: BaseException) -> str:
    """Return the first line of what a database driver said; the lines after it may hold values."""
    lines = str(getattr(error, "orig", None) or error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def _respond(request: Request, problem: Problem, headers: dict[str, str] | None = None) -> Response:
    """Return the response of a problem; a refusal has the status 200 for clients that prefer that."""
    language = choose_language(request.headers.get("accept-language"))
    if problem.status in _REFUSALS and PREFERENCE in _preferences(request):
        request.scope[_REFUSED] = problem.status
        headers = {"Preference-Applied": PREFERENCE, **(headers or {})}
        return respond(problem, headers, status=200, language=language)
    return respond(problem, headers, language=language)


def _preferences(request: Request) -> set[str]:
    """Return what the client prefers (RFC 7240)."""
    return {part.strip() for line in request.headers.getlist("prefer") for part in line.split(",")}


async def answer_error(request: Request, error: Exception) -> Response:
    """Return the response of an error of the package or of the database."""
    if not isinstance(error, SapperError):
        return _answer_database(request, error)
    wait = error.wait if isinstance(error, RateError) else 0.0 if isinstance(error, BusyError) else None
    headers = None if wait is None else {"Retry-After": str(max(int(wait + 1), 1))}
    return _respond(request, describe(error), headers)


async def _answer_validation(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    status = 400 if first["type"] == "json_invalid" else 422
    return _respond(request, _problem(status, "schema", spell_mistake(first)))


async def answer_http(request: Request, error: Exception) -> Response:
    """Return the response of an error of the framework, such as an unknown address."""
    assert isinstance(error, HTTPException)
    detail = str(error.detail)
    if detail == HTTPStatus(error.status_code).phrase:  # the framework's own words
        detail = {404: "there is nothing at this address", 405: f"this address does not take {request.method}"}.get(
            error.status_code, detail
        )
    return _respond(request, _problem(error.status_code, "http", detail), dict(error.headers or {}))


def _answer_database(request: Request, error: Exception) -> Response:
    # The text of SQLAlchemy has the statement with its values, and these have ids that let others play a game.
    log.error("the database failed at %s: %s", route_of(request.scope), first_line(error))
    detail = "the database does not answer; every acknowledged move is stored: try again in a few seconds"
    return _respond(request, _problem(503, "database", detail), {"Retry-After": "2"})
