"""Logs: lines of text, or of JSON with the id of the request.

>>> record = logging.LogRecord("sapper.web", logging.WARNING, "", 0, "the database failed", None, None)
>>> sorted(json.loads(JsonLines().format(record)))
['level', 'logger', 'message', 'process', 'time']
"""

from __future__ import annotations

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime

__all__ = ["REQUEST", "JsonLines", "set_up_logs"]

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


def set_up_logs(*, as_json: bool) -> None:
    """Write logs to the standard error stream: warnings as text, or every request as JSON."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if as_json else logging.Formatter("%(levelname)s: %(message)s"))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("sapper").setLevel(logging.INFO if as_json else logging.WARNING)
