"""The pictures of a report, one function each: `Facts` in, an SVG element out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from sapper.run.report.facts import QUANTILES, Facts, Share
from sapper.run.report.ink import FIRST, GRID, INK, MUTED, SECOND, draw, write_svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["calibration", "course", "deaths", "progress", "times", "wins_by_guesses"]

_FEW = 5  # a share of fewer games is too uncertain and is left out


def course(facts: Facts) -> str:
    """The win rate over the course of the run, with its interval."""
    games = [share.at for share in facts.course]
    with draw() as (figure, axes):
        low = [share.rate.low * 100 for share in facts.course]
        high = [share.rate.high * 100 for share in facts.course]
        axes.fill_between(games, low, high, color=FIRST, alpha=0.2, linewidth=0, label="95 % interval")
        axes.plot(games, [share.rate.value * 100 for share in facts.course], color=FIRST, label="won so far")
        axes.set(title="Win rate as the run went on", xlabel="games", ylabel="won (%)")
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        axes.legend(loc="best")
        return write_svg(figure, "Win rate as the run went on")


def calibration(facts: Facts) -> str:
    """The share of guesses that were safe against their predicted safety."""
    shares = [share for share in facts.calibration if share.rate.games >= _FEW]
    with draw(height=4.4) as (figure, axes):
        axes.plot([0, 100], [0, 100], color=MUTED, linewidth=1, linestyle="--", label="as it should be")
        _points(axes, [share.at * 100 for share in shares], shares, "guesses, with 95 % interval")
        low = min((share.at * 100 for share in shares), default=0)
        axes.set(
            title="Calibration: our chances against what happened",
            xlabel="chance that the cell is safe, as computed (%)",
            ylabel="safe in fact (%)",
            xlim=(max(0, low - 5), 101),
            ylim=(max(0, low - 10), 102),
        )
        axes.legend(loc="upper left")
        return write_svg(figure, "Calibration of the probabilities")


def wins_by_guesses(facts: Facts) -> str:
    """The win rate of games by their number of guesses, and the number of such games."""
    shares = [share for share in facts.by_guesses if share.rate.games >= _FEW]
    with draw() as (figure, axes):
        behind = axes.twinx()
        behind.bar([share.at for share in shares], [share.rate.games for share in shares], color=GRID, width=0.8)
        behind.set_ylabel("games (bars)")
        behind.grid(visible=False)
        behind.spines["right"].set_visible(True)
        behind.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        axes.set_zorder(behind.get_zorder() + 1)
        axes.patch.set_visible(False)
        _points(axes, [share.at for share in shares], shares, "won, with 95 % interval")
        axes.set(title="Wins by number of guesses", xlabel="guesses in a game", ylabel="won (%)", ylim=(0, 104))
        axes.locator_params(axis="x", integer=True)
        return write_svg(figure, "Wins by number of guesses")


def deaths(facts: Facts) -> str:
    """Where games are lost: a heat map of the board."""
    rows, cols = facts.deaths.shape
    total = max(1, int(facts.deaths.sum()))
    height = min(max(1.4 + 5.6 * rows / cols, 2.4), 7)
    with draw(height=height) as (figure, axes):
        shown = axes.imshow(facts.deaths / total * 100, cmap="viridis", vmin=0, interpolation="nearest")
        axes.set(title="Where games are lost", xlabel="column", ylabel="row")
        axes.grid(visible=False)
        axes.locator_params(axis="x", integer=True)
        axes.locator_params(axis="y", integer=True)
        axes.spines[:].set_visible(False)
        figure.colorbar(shown, ax=axes, label="lost games (%)", fraction=0.046 * rows / cols, pad=0.02)
        return write_svg(figure, "Heat map of the cells where games are lost")


def progress(facts: Facts) -> str:
    """The share of safe cells revealed in lost games."""
    bins = len(facts.progress)
    total = max(1, int(facts.progress.sum()))
    with draw() as (figure, axes):
        left = np.arange(bins) * 100 / bins
        axes.bar(left, facts.progress / total * 100, width=100 / bins * 0.92, align="edge", color=SECOND)
        axes.set(
            title="How far lost games were",
            xlabel="safe cells revealed (%)",
            ylabel="lost games (%)",
            xlim=(0, 100),
        )
        return write_svg(figure, "How far games were when they were lost")


def times(facts: Facts) -> str:
    """Time a game on two logarithmic scales, which show the tail, with quantiles."""
    edges = [at for at, _ in facts.times]
    counts = [count for _, count in facts.times]
    with draw() as (figure, axes):
        widths = [at * (10**0.1 - 1) * 0.92 for at in edges]
        axes.bar(edges, counts, width=widths, align="edge", color=FIRST)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_ylim(0.6, max(counts, default=1) * 20)  # room for the names of the quantiles
        for share, seconds in zip(QUANTILES, facts.quantiles, strict=True):
            axes.axvline(seconds, color=INK, linewidth=1, linestyle=":")
            axes.annotate(
                f"{share * 100:g} %",
                (seconds, 1),
                xycoords=("data", "axes fraction"),
                xytext=(3, -2),
                textcoords="offset points",
                va="top",
                fontsize=9,
                rotation=90,
                color=INK,
            )
        axes.xaxis.set_major_formatter(lambda value, _: _spell_scale(value))
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        axes.set(title="Time a game", xlabel="time (both scales logarithmic)", ylabel="games")
        return write_svg(figure, "Time a game")


def _points(axes: Axes, at: Sequence[float], shares: Sequence[Share], label: str) -> None:
    """Rates in percent as points with their intervals."""
    values = [share.rate.value * 100 for share in shares]
    below = [value - share.rate.low * 100 for value, share in zip(values, shares, strict=True)]
    above = [share.rate.high * 100 - value for value, share in zip(values, shares, strict=True)]
    axes.errorbar(at, values, yerr=[below, above], fmt="o", markersize=4, capsize=2, color=FIRST, label=label)


def _spell_scale(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size * 0.999:
            return f"{seconds / size:g} {unit}"
    return f"{seconds / 1e-9:g} ns"
