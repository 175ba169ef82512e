"""The numbers of a report: one SQL query per number, with memory use that does not depend on the games.

A `Run` comes in; `Facts` come out, small enough to print.

>>> from sapper.run.simulate import simulate
>>> facts = gather_facts(simulate("beginner", games=40, seed=1, strategy="safest"))
>>> [(kind.name, kind.guesses, kind.failed) for kind in facts.kinds]
[('safest', 7, 1)]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper.run.interval import Rate
from sapper.run.run import Run

if TYPE_CHECKING:
    import duckdb

__all__ = ["QUANTILES", "Facts", "Kind", "Share", "gather_facts"]

QUANTILES = (0.5, 0.9, 0.99, 0.999)
_BINS = 20  # bins of calibration and progress
_TIMES = 10  # bins of time in each power of ten
_BLOCKS = 50  # points of the course of a run


@dataclass(frozen=True, slots=True)
class Kind:
    """Guesses of one kind."""

    name: str
    guesses: int
    expected: float  # how many of them should have failed, the sum of their chances
    spread: float  # standard deviation of that number
    failed: int  # how many did


@dataclass(frozen=True, slots=True)
class Share:
    """Games or guesses with the same value of some quantity, and how many of them were won or safe."""

    at: float  # the value
    rate: Rate


@dataclass(frozen=True, slots=True)
class Facts:
    """All numbers of the report."""

    win_rate: Rate
    kinds: tuple[Kind, ...]  # most frequent first
    calibration: tuple[Share, ...]  # at: mean predicted safety, rate: share of guesses that were safe
    by_guesses: tuple[Share, ...]  # at: number of guesses of a game, rate: how often it was won
    course: tuple[Share, ...]  # at: games so far, rate: won so far
    deaths: NDArray[np.int64]  # rows x cols: games lost at each cell
    progress: NDArray[np.int64]  # lost games by the share of safe cells revealed, in equal bins
    times: tuple[tuple[float, int], ...]  # seconds a game at the lower end of a bin, games in it
    quantiles: tuple[float, ...]  # seconds a game, for QUANTILES
    seconds: float  # of all games together
    slowest: float  # seconds of the slowest game
    means: dict[str, float]  # a game: mouse_clicks, guesses, openings, bbbv, nodes


def gather_facts(run: Run) -> Facts:
    """Compute all numbers of the report."""
    with run.connect() as connection:
        quantiles, seconds, slowest = _times(connection)
        return Facts(
            win_rate=run.win_rate,
            kinds=tuple(Kind(*row) for row in connection.execute(_KINDS).fetchall()),
            calibration=_shares(connection, _CALIBRATION),
            by_guesses=_shares(connection, _BY_GUESSES),
            course=_course(connection, run.games),
            deaths=_deaths(connection, run),
            progress=_progress(connection),
            times=tuple(
                (10 ** (bin / _TIMES) / 1e9, games) for bin, games in connection.execute(_HISTOGRAM).fetchall()
            ),
            quantiles=quantiles,
            seconds=seconds,
            slowest=slowest,
            means=_means(connection),
        )


_KINDS = """
    select kind, count(*), sum(1 - odds), sqrt(sum(odds * (1 - odds))), count_if(failed)
    from guesses group by kind order by count(*) desc, kind
"""
_CALIBRATION = f"""
    select avg(odds), count_if(not failed), count(*)
    from guesses group by least(floor(odds * {_BINS}), {_BINS - 1}) order by 1
"""
_BY_GUESSES = "select guesses, count_if(won), count(*) from games group by guesses order by guesses"
_HISTOGRAM = f"""
    select floor(log10(greatest(nanoseconds, 1)) * {_TIMES}) as bin, count(*) from games group by bin order by bin
"""


def _shares(connection: duckdb.DuckDBPyConnection, query: str) -> tuple[Share, ...]:
    return tuple(Share(at, Rate(good, count)) for at, good, count in connection.execute(query).fetchall())


def _course(connection: duckdb.DuckDBPyConnection, games: int) -> tuple[Share, ...]:
    """Wins so far, at a few points of the run."""
    block = -(-games // _BLOCKS)
    query = f"select (game - 1) // {block} as block, count_if(won), count(*) from games group by block order by block"
    won = played = 0
    shares = []
    for _, wins, count in connection.execute(query).fetchall():
        won, played = won + wins, played + count
        shares.append(Share(played, Rate(won, played)))
    return tuple(shares)


def _deaths(connection: duckdb.DuckDBPyConnection, run: Run) -> NDArray[np.int64]:
    deaths = np.zeros((run.spec.level.rows, run.spec.level.cols), np.int64)
    query = "select died_row, died_col, count(*) from games where not won group by all"
    for row, col, count in connection.execute(query).fetchall():
        deaths[row, col] = count
    return deaths


def _progress(connection: duckdb.DuckDBPyConnection) -> NDArray[np.int64]:
    counts = np.zeros(_BINS, np.int64)
    query = f"""
        select least(floor(progress * {_BINS}), {_BINS - 1}) as bin, count(*) from games where not won group by bin
    """
    for place, count in connection.execute(query).fetchall():
        counts[int(place)] = count
    return counts


def _times(connection: duckdb.DuckDBPyConnection) -> tuple[tuple[float, ...], float, float]:
    row = connection.execute(
        f"select approx_quantile(nanoseconds, {list(QUANTILES)}), sum(nanoseconds), max(nanoseconds) from games"
    ).fetchone()
    quantiles, total, slowest = row or ([], 0, 0)
    return tuple(value / 1e9 for value in quantiles), float(total) / 1e9, slowest / 1e9


def _means(connection: duckdb.DuckDBPyConnection) -> dict[str, float]:
    names = ("mouse_clicks", "guesses", "openings", "bbbv", "nodes")
    query = f"select {', '.join(f'avg({name})' for name in names)} from games"
    row = connection.execute(query).fetchone() or ()
    return dict(zip(names, map(float, row), strict=True))
