"""Logs: lines of text, or of JSON with the id of the request.

>>> record = logging.LogRecord("sapper.web", logging.WARNING, "", 0, "the database failed", None, None)
>>> sorted(json.loads(JsonLines().format(record)))
['level', 'logger', 'message', 'process', 'time']
"""

from __future__ import annotations

import json
import logging
import time
import traceback
from collections.abc import Hashable
from contextvars import ContextVar
from datetime import UTC, datetime

__all__ = ["REQUEST", "JsonLines", "Lines", "Sparing", "set_up_logs"]

_MINUTE = 60.0  # seconds in which a kind of message is written once
_MOST_KINDS = 1_000  # remembered

REQUEST: ContextVar[str | None] = ContextVar("request", default=None)  # the id of the request being answered


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record. `extra={"fields": {...}}` adds its fields."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
        }
        request = REQUEST.get()
        if request is not None:
            line["request"] = request
        line.update(getattr(record, "fields", {}))
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class Lines(logging.Formatter):
    """One line of text a record, also with an exception: its type, its message and where it was raised."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        line = f"{record.levelname}: {record.getMessage().strip()}"
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            places = traceback.extract_tb(error.__traceback__)
            at = next((one for one in reversed(places) if "/sapper/" in one.filename), places[-1] if places else None)
            where = "" if at is None else f" ({at.filename}:{at.lineno})"
            line += f": {type(error).__name__}: {error}{where}"
        return " ".join(line.splitlines())


class Sparing(logging.StreamHandler):  # type: ignore[type-arg]  # generic only for type checkers
    """Writes a kind of warning or error once a minute, with the number of those that were left out.

    A kind is a message before its values are put in, and the type and place of its exception.
    """

    def __init__(self) -> None:
        """Write to the standard error stream."""
        super().__init__()
        self._next: dict[Hashable, tuple[float, int]] = {}  # when a kind is written again, and how many were not

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, or count it."""
        if record.levelno < logging.WARNING:
            super().emit(record)
            return
        now, kind = time.monotonic(), _kind_of(record)
        due, left_out = self._next.get(kind, (now, 0))
        if now < due:
            self._next[kind] = due, left_out + 1
            return
        if len(self._next) >= _MOST_KINDS:
            self._next.clear()
        self._next[kind] = now + _MINUTE, 0
        if left_out:
            record.msg, record.args = f"{record.getMessage().strip()} (and {left_out} more of these)", ()
        super().emit(record)


def _kind_of(record: logging.LogRecord) -> Hashable:
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return record.name, str(record.msg)
    places = traceback.extract_tb(error.__traceback__)
    return record.name, str(record.msg), type(error), places[-1].lineno if places else 0


def set_up_logs(*, as_json: bool) -> None:
    """Write logs to the standard error stream: warnings as text, or every request as JSON; a line each."""
    handler = Sparing()
    handler.setFormatter(JsonLines() if as_json else Lines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("sapper").setLevel(logging.INFO if as_json else logging.WARNING)
