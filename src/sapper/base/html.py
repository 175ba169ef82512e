"""Small tables in HTML for notebooks. Every text is escaped.

>>> print(write_table(["name", "games"], [["<best>", "1,000"]]))
<table><thead><tr><th>name</th><th>games</th></tr></thead><tbody><tr><td>&lt;best&gt;</td><td>1,000</td></tr></tbody></table>
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["MOST_ROWS", "write_table", "write_text"]

MOST_ROWS = 60  # rows of a table; a line below it counts the others


def write_table(heads: Iterable[str], rows: Sequence[Iterable[str]]) -> str:
    """Return a table of texts; of a long one the first rows, and how many follow."""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in rows[:MOST_ROWS])
    more = f"<p>and {len(rows) - MOST_ROWS:,} more rows</p>" if len(rows) > MOST_ROWS else ""
    top = f"<thead><tr>{head}</tr></thead>" if head else ""
    return f"<table>{top}<tbody>{body}</tbody></table>{more}"


def write_text(text: str, *, tag: str = "p") -> str:
    """Return an element with a text."""
    return f"<{tag}>{escape(text)}</{tag}>"
