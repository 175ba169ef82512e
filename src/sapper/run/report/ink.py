"""matplotlib pictures as SVG that takes its colours from the page, for light and dark pages.

A picture is drawn in placeholder colours. In the SVG, variables of the page's style replace them.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sapper.base.extras import figure, matplotlib

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["FIRST", "GRID", "INK", "MUTED", "SECOND", "STYLE", "draw", "write_svg"]

# Placeholder colours, which no picture uses, and the variables they stand for.
INK, MUTED, GRID, FIRST, SECOND = (f"#01020{n}" for n in range(5))
_VARIABLES = {INK: "--ink", MUTED: "--muted", GRID: "--grid", FIRST: "--first", SECOND: "--second"}

STYLE = """
:root { --page: #ffffff; --ink: #1c2430; --muted: #5b6676; --grid: #d8dde4; --first: #1f6fc4; --second: #c2560a; }
@media (prefers-color-scheme: dark) {
  :root { --page: #14181d; --ink: #e6eaf0; --muted: #9aa5b4; --grid: #333c48; --first: #6db1f7; --second: #f2974b; }
}
"""

_SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "sapper",
    "font.family": "sans-serif",
    "font.size": 11,
    "text.color": INK,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
}


@contextmanager
def draw(width: float = 6.4, height: float = 3.6) -> Iterator[tuple[Figure, Axes]]:
    """Yield a figure of this size in inches, and its axes, in the placeholder colours."""
    with matplotlib.rc_context(_SETTINGS):
        drawn = figure.Figure(figsize=(width, height), layout="constrained")
        yield drawn, drawn.add_subplot()


def write_svg(drawn: Figure, label: str) -> str:
    """Return the figure as an SVG element for a page, with a label for screen readers."""
    stream = io.StringIO()
    with matplotlib.rc_context(_SETTINGS):
        drawn.savefig(stream, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = stream.getvalue()
    text = text[text.index("<svg ") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    for colour, variable in _VARIABLES.items():
        text = text.replace(colour, f"var({variable})")
    # A width in points would not scale with the page.
    text = re.sub(r'(<svg [^>]*?)width="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg [^>]*?)height="[^"]*"', r"\1", text, count=1)
    return text.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
