"""What a notebook shows of runs, comparisons and sweeps: win rates as bars with intervals, and a table of facts.

>>> from sapper.run.interval import Rate
>>> page = show_rates("a < b", [("a", Rate(1, 2))], [("games", "2")])
>>> "a &lt; b" in page, page.count("<rect")
(True, 2)
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from sapper.base.html import MOST_ROWS, write_table, write_text
from sapper.run.interval import Rate

__all__ = ["show_rates"]

_SCALE = 2.4  # pixels a percent
_LINE = 22  # pixels a bar
_LONGEST = 48  # characters of a label
_INK, _BAR, _TRACK, _WHISKER = "#7b8694", "#1f6fc4", "#7b869433", "#1c2430"


def show_rates(title: str, rates: Sequence[tuple[str, Rate]], facts: Sequence[tuple[str, str]]) -> str:
    """Return an HTML fragment: the title, a bar for each rate with its 95 % interval, and a table of facts."""
    table = write_table([], facts) if facts else ""
    return f"<div>{write_text(title, tag='strong')}<br>{_draw_bars(rates)}{table}</div>"


def _draw_bars(rates: Sequence[tuple[str, Rate]]) -> str:
    shown = rates[:MOST_ROWS]
    labels = [label if len(label) <= _LONGEST else f"{label[: _LONGEST - 3]}..." for label, _ in shown]
    left = 10 + 7 * max(map(len, labels), default=0)
    width, height = (
        round(left + 100 * _SCALE + 210),
        _LINE * len(shown) + (_LINE if len(rates) > len(shown) else 0) + 4,
    )
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' role='img' width='{width}' height='{height}' "
        f"viewBox='0 0 {width} {height}' style='max-width:100%;height:auto' font-size='12' "
        f"font-family='DejaVu Sans,Verdana,Arial,sans-serif' fill='{_INK}'>"
    ]
    for place, (label, (_, rate)) in enumerate(zip(labels, shown, strict=True)):
        parts += _draw_bar(label, rate, left, place * _LINE + 2)
    if len(rates) > len(shown):
        parts.append(f"<text x='0' y='{height - 6}'>and {len(rates) - len(shown):,} more</text>")
    return "".join([*parts, "</svg>"])


def _draw_bar(label: str, rate: Rate, left: int, top: int) -> list[str]:
    middle = top + _LINE / 2 - 1
    value = 0.0 if rate.games == 0 else rate.value * 100
    low, high = (left + bound * 100 * _SCALE for bound in (rate.low, rate.high))
    spelled = f"{value:.2f} % ({rate.low * 100:.2f} to {rate.high * 100:.2f})" if rate.games else "no games"
    return [
        f"<text x='0' y='{middle + 4:g}'>{escape(label)}</text>",
        f"<rect x='{left}' y='{top + 3}' width='{100 * _SCALE:g}' height='{_LINE - 8}' fill='{_TRACK}'/>",
        f"<rect x='{left}' y='{top + 3}' width='{value * _SCALE:.1f}' height='{_LINE - 8}' fill='{_BAR}'/>",
        f"<path d='M{low:.1f} {middle:g}H{high:.1f}M{low:.1f} {middle - 4:g}v8M{high:.1f} {middle - 4:g}v8' "
        f"stroke='{_WHISKER}' stroke-width='1.5'/>",
        f"<text x='{left + 100 * _SCALE + 8:g}' y='{middle + 4:g}'>{escape(spelled)}</text>",
    ]
