"""Figures 5 (memory), 10 (one clue) and 17 (simulation and theory) of the helper's document as charts.

A folder comes in; an SVG and a PNG of each figure come out.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     [path.name for path in draw_charts(Path(folder))][:2]
['figure-5.svg', 'figure-5.png']
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.base.extras import figure, matplotlib
from sapper.base.number import quote, whole_number
from sapper.base.whole_file import writing
from sapper.errors import InputError
from sapper.game.layout import FirstClick, game_seeds
from sapper.play.player import play_games
from sapper.play.strategy import Strategy
from sapper.reference.automine_reports import REPORTS
from sapper.reference.automine_tables import PARTS, TABLES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["difference_by_pair", "draw_charts", "memory_by_level", "risk_of_one_clue"]

_INK, _MUTED, _GRID = "#1c2430", "#5b6676", "#d8dde4"
_COLOURS = ("#1f6fc4", "#c2560a", "#2c8a3d")  # of before, shared, after
_GAMES = 100  # games that show how much memory a level takes
_SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "sapper",  # the same figure gives the same file
    "font.size": 11,
    "text.color": _INK,
    "axes.axisbelow": True,
    "axes.edgecolor": _MUTED,
    "axes.labelcolor": _INK,
    "axes.titlesize": 12,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
}


def risk_of_one_clue(clue: int = 1) -> dict[str, Fraction]:
    """The risk of each hidden neighbour of a single clue, by where it stands: the clue over its neighbours.

    Raises:
        InputError: a clue that cannot stand in a corner.
    """
    number = whole_number(clue, "a clue")
    if not 0 <= number <= 3:
        raise InputError(f"a clue with three neighbours is a number from 0 to 3, not {quote(clue)}")
    return {"inside": Fraction(number, 8), "at the edge": Fraction(number, 5), "in the corner": Fraction(number, 3)}


def difference_by_pair() -> dict[tuple[int, int], dict[str, tuple[float, float]]]:
    """By pair and part: the average of table 3 minus table 4 as printed, and minus the exact risk."""
    return {
        printed.pair: {
            part: (
                float(printed.mean(place) - Fraction(printed.calculated[place])),
                float(printed.mean(place) - getattr(printed.exact, part)),
            )
            for place, part in enumerate(PARTS)
        }
        for printed in TABLES
    }


def memory_by_level() -> dict[str, int]:
    """The most working memory the helper takes in some games of each level of the reports, in bytes."""
    strategy, found = Strategy.parse("automine"), {}
    for level in dict.fromkeys(report.level for report in REPORTS):
        start = level.default_start(FirstClick.ZERO)
        played = play_games(level, start, FirstClick.ZERO, game_seeds(1, _GAMES), strategy, threads=1)
        found[str(level)] = played.counters["bytes"]
    return found


def draw_charts(folder: Path, *, clue: int = 1) -> tuple[Path, ...]:
    """Draw figures 5, 10 and 17 into a folder, each as SVG and as PNG, and return where they are.

    Raises:
        InputError: a clue that cannot stand in a corner.
        MissingError: matplotlib is not installed.
        OSError: a file cannot be written.
    """
    risks = risk_of_one_clue(clue)
    charts: dict[str, Callable[[], Figure]] = {
        "figure-5": _draw_memory,
        "figure-10": lambda: _draw_one_clue(clue, risks),
        "figure-17": _draw_differences,
    }
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    with matplotlib.rc_context(_SETTINGS):
        for name, draw in charts.items():
            drawn = draw()
            for ending in ("svg", "png"):
                paths.append(folder / f"{name}.{ending}")
                metadata = {"Date": None} if ending == "svg" else {}
                with writing(paths[-1]) as stream:
                    drawn.savefig(stream, format=ending, dpi=160, metadata=metadata)
    return tuple(paths)


def _draw_memory() -> Figure:
    memory = memory_by_level()
    drawn = figure.Figure(figsize=(6.4, 3.6), layout="constrained")
    axes = drawn.add_subplot()
    bars = axes.bar(list(memory), [used / 1024 for used in memory.values()], width=0.5, color=_COLOURS[0])
    axes.bar_label(bars, fmt="%.1f KiB", padding=3)
    axes.margins(y=0.15)
    axes.grid(axis="y", color=_GRID)
    axes.set_ylabel("working memory (KiB)")
    axes.set_title(f"Figure 5 measured: memory of the helper, most of {_GAMES} games")
    return drawn


def _draw_one_clue(clue: int, risks: dict[str, Fraction]) -> Figure:
    drawn = figure.Figure(figsize=(8.4, 3.4), layout="constrained")
    # Rows and columns of the board that each place leaves of the 3x3 cells around the clue.
    shown = {"inside": (0, 0), "at the edge": (0, 1), "in the corner": (1, 1)}
    for axes, (place, risk) in zip(drawn.subplots(1, 3), risks.items(), strict=True):
        _draw_cells(axes, clue, risk, *shown[place])
        axes.set_title(place)
    drawn.suptitle(f"Figure 10: the risk around a single {clue}", x=0.01, ha="left", fontweight="bold")
    return drawn


def _draw_cells(axes: Axes, clue: int, risk: Fraction, first_row: int, first_col: int) -> None:
    for row in range(first_row, 3):
        for col in range(first_col, 3):
            known = (row, col) == (1, 1)
            xs, ys = (col, col + 1, col + 1, col), (row, row, row + 1, row + 1)
            axes.fill(xs, ys, facecolor="#ffffff" if known else "#f6e7a8", edgecolor=_MUTED)
            text = str(clue) if known else str(risk)
            axes.text(col + 0.5, row + 0.5, text, ha="center", va="center", fontsize=18 if known else 13)
    # A thick line is the edge of the board.
    if first_row:
        axes.plot([first_col, 3], [first_row] * 2, color=_INK, linewidth=4)
    if first_col:
        axes.plot([first_col] * 2, [first_row, 3], color=_INK, linewidth=4)
    axes.set(xlim=(-0.1, 3.1), ylim=(3.1, -0.1), aspect="equal")
    axes.axis("off")


def _draw_differences() -> Figure:
    found = difference_by_pair()
    drawn = figure.Figure(figsize=(9.6, 6.4), layout="constrained")
    panels = drawn.subplots(2, 1, sharex=True, sharey=True)
    places = np.arange(len(found))
    for axes, which, against in zip(panels, (0, 1), ("table 4 as printed", "the exact risk"), strict=True):
        for shift, (part, colour) in enumerate(zip(PARTS, _COLOURS, strict=True)):
            heights = [parts[part][which] for parts in found.values()]
            axes.bar(places + (shift - 1) * 0.26, heights, width=0.24, color=colour, label=part)
        axes.axhline(0, color=_INK, linewidth=1)
        axes.grid(axis="y", color=_GRID)
        axes.set_ylabel("difference")
        axes.set_title(f"Figure 17: average of table 3 minus {against}")
    panels[0].legend(ncols=3, loc="upper left")
    panels[1].set_xticks(places, [f"({one}, {other})" for one, other in found])
    panels[1].set_xlabel("clues")
    return drawn
