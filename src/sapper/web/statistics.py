"""Statistics of finished games: counts, streaks, times, and the win rate with its interval.

They include how many of the same layouts the strategy `best@fast` wins. The results of demos are counted apart.

>>> streaks([True, True, False, True])
(1, 2)
>>> streaks([])
(0, 0)
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Engine, case, func, select

from sapper.board.level import Level
from sapper.run.interval import Rate
from sapper.web.schemas import DemoRow, StatisticsView
from sapper.web.tables import demos, results
from sapper.web.views import level_name

__all__ = ["read_demos", "read_names", "read_statistics", "streaks"]

_MOST_NAMES = 100


def read_statistics(
    engine: Engine, *, level: str | None, name: str | None, helped: bool, no_guess: bool
) -> StatisticsView:
    """Return the statistics of all finished games, or those of a level or a name."""
    chosen = (
        select(results.c.won, results.c.time_ms, results.c.three_bv, results.c.best_wins)
        .where(results.c.helped.is_(helped), results.c.no_guess.is_(no_guess))
        .order_by(results.c.ended_at, results.c.game)
    )
    if level is not None:
        chosen = chosen.where(results.c.level == level)
    if name is not None:
        chosen = chosen.where(results.c.name == name)
    with engine.connect() as connection:
        rows = connection.execute(chosen).all()
    won = [row for row in rows if row.won]
    judged = [row for row in rows if row.best_wins is not None]
    rate = Rate(len(won), len(rows)) if rows else None
    streak, best_streak = streaks(row.won for row in rows)
    return StatisticsView(
        level=level,
        name=name,
        helped=helped,
        no_guess=no_guess,
        games=len(rows),
        wins=len(won),
        losses=len(rows) - len(won),
        streak=streak,
        best_streak=best_streak,
        best_ms=min((row.time_ms for row in won), default=None),
        mean_ms=sum(row.time_ms for row in won) / len(won) if won else None,
        three_bv_per_s=max((row.three_bv / max(row.time_ms / 1000, 0.001) for row in won), default=None),
        win_rate=None if rate is None else rate.value,
        win_rate_low=None if rate is None else rate.low,
        win_rate_high=None if rate is None else rate.high,
        judged=len(judged),
        judged_wins=sum(row.won for row in judged),
        expected_wins=sum(row.best_wins for row in judged),
    )


def read_demos(engine: Engine, *, level: str | None, no_guess: bool) -> list[DemoRow]:
    """Return the results of demos by level, strategy and beginning, of one level or of all."""
    by = (demos.c.level, demos.c.strategy, demos.c.from_start)
    counted = (
        select(
            *by,
            func.count().label("games"),
            func.sum(case((demos.c.won, 1), else_=0)).label("wins"),
            func.sum(demos.c.time_ms).label("time_ms"),
        )
        .where(demos.c.no_guess.is_(no_guess))
        .group_by(*by)
        .order_by(*by)
    )
    if level is not None:
        counted = counted.where(demos.c.level == level)
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
        select(results.c.name)
        .where(results.c.name.is_not(None))
        .group_by(results.c.name)
        .order_by(func.max(results.c.ended_at).desc())
        .limit(_MOST_NAMES)
    )
    with engine.connect() as connection:
        return [str(row.name) for row in connection.execute(chosen)]


def streaks(outcomes: Iterable[bool]) -> tuple[int, int]:
    """Return the current and the longest streak of wins."""
    now = best = 0
    for won in outcomes:
        now = now + 1 if won else 0
        best = max(best, now)
    return now, best
