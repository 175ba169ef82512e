"""Statistics of finished games: counts, streaks, times, and the win rate with its interval.

They include how many of the same layouts the strategy `best@fast` wins. The results of demos are counted apart. All
are read from totals, so that they take no longer with more games.

>>> read_statistics.__annotations__["return"]
'StatisticsView'
"""

from __future__ import annotations

from sqlalchemy import Engine, select

from sapper.board.level import Level
from sapper.run.interval import Rate
from sapper.web.schemas import DemoRow, StatisticsView
from sapper.web.tables import demo_totals, totals
from sapper.web.totals import ALL
from sapper.web.views import level_name

__all__ = ["read_demos", "read_names", "read_statistics"]

_MOST_NAMES = 100
_MOST_DEMOS = 1000  # rows
_TABLES = 4  # rows that a name may have: with help or not, no-guess or not


def read_statistics(
    engine: Engine, *, level: str | None, name: str | None, helped: bool, no_guess: bool
) -> StatisticsView:
    """Return the statistics of all finished games, or those of a level or a name."""
    chosen = select(totals).where(
        totals.c.level == (ALL if level is None else level),
        totals.c.name == (ALL if name is None else name),
        totals.c.no_guess.is_(no_guess),
        totals.c.helped.is_(helped),
    )
    with engine.connect() as connection:
        row = connection.execute(chosen).one_or_none()
    games, wins = (0, 0) if row is None else (row.games, row.wins)
    rate = Rate(wins, games) if games else None
    return StatisticsView(
        level=level,
        name=name,
        helped=helped,
        no_guess=no_guess,
        games=games,
        wins=wins,
        losses=games - wins,
        streak=0 if row is None else row.streak,
        best_streak=0 if row is None else row.best_streak,
        best_ms=None if row is None else row.best_ms,
        mean_ms=row.sum_ms / row.timed if row is not None and row.timed else None,
        three_bv_per_s=None if row is None else row.best_rate,
        win_rate=None if rate is None else rate.value,
        win_rate_low=None if rate is None else rate.low,
        win_rate_high=None if rate is None else rate.high,
        judged=0 if row is None else row.judged,
        judged_wins=0 if row is None else row.judged_wins,
        expected_wins=0 if row is None else row.expected_wins,
    )


def read_demos(engine: Engine, *, level: str | None, no_guess: bool) -> list[DemoRow]:
    """Return the results of demos by level, strategy and beginning, of one level or of all."""
    counted = (
        select(demo_totals)
        .where(demo_totals.c.no_guess.is_(no_guess))
        .order_by(demo_totals.c.level, demo_totals.c.strategy, demo_totals.c.from_start)
        .limit(_MOST_DEMOS)
    )
    if level is not None:
        counted = counted.where(demo_totals.c.level == level)
    with engine.connect() as connection:
        rows = connection.execute(counted).all()
    return [
        DemoRow(
            strategy=row.strategy,
            level=level_name(Level.parse(row.level)),
            from_start=row.from_start,
            games=row.games,
            wins=row.wins,
            win_rate=(rate := Rate(row.wins, row.games)).value,
            win_rate_low=rate.low,
            win_rate_high=rate.high,
            mean_ms=int(row.time_ms) / row.games,
        )
        for row in rows
    ]


def read_names(engine: Engine) -> list[str]:
    """Return the names of players with finished games, the latest first."""
    chosen = (
        select(totals.c.name)
        .where(totals.c.level == ALL, totals.c.name != ALL)
        .order_by(totals.c.last_at.desc())
        .limit(_MOST_NAMES * _TABLES)
    )
    with engine.connect() as connection:
        names = dict.fromkeys(str(row.name) for row in connection.execute(chosen))
    return list(names)[:_MOST_NAMES]
