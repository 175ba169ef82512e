"""Figures with their targets, as tables in the terminal, in Markdown, in JSON and in the pages of docs/.

`Row` objects come in, text goes out. A page keeps its table between two marker comments, so that a later run can
replace it and nothing else.

>>> row = Row("lattice 13x13", 0.0021, "s", most=0.004)
>>> row.measured, row.target, row.verdict
('2.10 ms', '< 4 ms', 'PASS')
"""

from __future__ import annotations

import math
import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

__all__ = [
    "DOCS",
    "RESULTS",
    "Row",
    "conditions",
    "machine",
    "markdown",
    "pad",
    "quantity",
    "replace_block",
    "verdicts",
]

RESULTS = Path(__file__).resolve().parent / "results"
DOCS = Path(__file__).resolve().parent.parent / "docs"

_SECONDS = ((1e-3, 1e6, "us"), (1, 1e3, "ms"), (math.inf, 1, "s"))  # below, times, unit
_BYTES = ((2**20, 2**-10, "KiB"), (2**30, 2**-20, "MiB"), (math.inf, 2**-30, "GiB"))


@dataclass(frozen=True, slots=True)
class Row:
    """One measured figure."""

    name: str  # what was measured
    value: float  # in the unit
    unit: str  # "s", "B", "x" (a ratio), "/s" or "" for a plain number
    least: float | None = None  # the target, when more is better
    most: float | None = None  # the target, when less is better
    note: str = ""  # how it was measured, or what it is compared with

    @property
    def measured(self) -> str:
        """The figure for people."""
        return quantity(self.value, self.unit)

    @property
    def target(self) -> str:
        """The target for people; empty where there is none."""
        if self.least is not None:
            return f">= {quantity(self.least, self.unit, exact=True)}"
        return "" if self.most is None else f"< {quantity(self.most, self.unit, exact=True)}"

    @property
    def verdict(self) -> str:
        """PASS, MISS, or empty where there is no target."""
        if self.least is None and self.most is None:
            return ""
        reached = (self.least is None or self.value >= self.least) and (self.most is None or self.value < self.most)
        return "PASS" if reached else "MISS"


def quantity(value: float, unit: str, *, exact: bool = False) -> str:
    """A number with a unit fit for its size: three digits, or as given where it is `exact`."""
    digits = "g" if exact else "#.3g"
    for scales in (_SECONDS,) * (unit == "s") + (_BYTES,) * (unit == "B"):
        for below, times, name in scales:
            if value < below:
                return f"{_plain(value * times, digits)} {name}"
    if unit == "x":
        return f"{_plain(value, digits)}x"
    if unit == "/s":
        return f"{value:,.0f} /s"
    return f"{value:.2g}" if value and abs(value) < 1e-3 else _plain(value, digits)


def _plain(value: float, digits: str) -> str:
    """Three digits without an exponent and without a point at the end."""
    return f"{value:,.0f}" if value >= 1000 else format(value, digits).removesuffix(".")


def markdown(header: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """A Markdown table, aligned so that it reads well as text, too."""
    table = [list(header), *map(list, lines)]
    widths = [max(len(line[k]) for line in table) for k in range(len(header))]
    drawn = [f"| {' | '.join(pad(line, widths))} |" for line in table]
    rule = f"| {' | '.join('-' * width for width in widths)} |"
    return "\n".join([drawn[0], rule, *drawn[1:]])


def pad(line: Sequence[str], widths: Sequence[int]) -> list[str]:
    """The entries of a line, filled up to the widths of their columns."""
    return [entry.ljust(width) for entry, width in zip(line, widths, strict=True)]


def verdicts(rows: Iterable[Row]) -> str:
    """The table of figures and targets."""
    lines = [(row.name, row.measured, row.target, row.verdict, row.note) for row in rows]
    return markdown(("measured", "figure", "target", "", "how"), lines)


def replace_block(page: Path, name: str, text: str) -> None:
    """Replace the text between the markers `<!-- name -->` and `<!-- end of name -->` of a page.

    Raises:
        ValueError: the page has no such markers.
    """
    before, begin, rest = page.read_text().partition(f"<!-- {name} -->\n")
    _, end, after = rest.partition(f"<!-- end of {name} -->")
    if not begin or not end:
        raise ValueError(f"{page.name} has no markers for {name!r}")
    page.write_text(f"{before}{begin}\n{text}\n\n{end}{after}")


def machine(*packages: str) -> dict[str, str]:
    """Return the machine of the measurement, and the versions of these packages."""
    return {
        "processor": _processor(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **{name: version(name) for name in packages},
    }


def conditions(rival: str, busy: float) -> str:
    """Return a line about the machine, the other library, and the share of time other processes had the core."""
    facts = machine(rival)
    text = f"{facts['processor']}, Python {facts['python']}, {rival} {facts[rival]}; one core"
    return text + (f", which others had for {busy:.0%} of the time." if busy > 0.03 else ".")


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or "unknown"
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{models[0] if models else 'unknown'}, {os.cpu_count()} cores"
