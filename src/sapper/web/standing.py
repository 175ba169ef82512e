"""How a won game compares with the other wins of its level.

Only wins whose times count are compared, with the same help and the same rule about guesses.

>>> NO_STANDING.others is None
True
"""

from __future__ import annotations

from sqlalchemy import Engine, func, select

from sapper.web.schemas import StandingView
from sapper.web.tables import results, totals
from sapper.web.totals import ALL

__all__ = ["NO_STANDING", "read_standing"]

NO_STANDING = StandingView(time_ms=None, others=None, slower=None, best_ms=None, place=None, name=None)


def read_standing(engine: Engine, game: str) -> StandingView:
    """Return the standing of a game, without its place in the table; nothing if its time does not count."""
    with engine.connect() as connection:
        row = connection.execute(select(results).where(results.c.game == game)).one_or_none()
        if row is None or not row.won or not row.time_counts:
            return NO_STANDING.model_copy()
        own = totals.c.level == row.level, totals.c.no_guess.is_(row.no_guess), totals.c.helped.is_(row.helped)
        sums = select(totals.c.timed, totals.c.best_ms).where(*own)
        everyone = connection.execute(sums.where(totals.c.name == ALL)).one_or_none()
        named = connection.execute(sums.where(totals.c.name == row.name)).one_or_none() if row.name else None
        slower = connection.execute(
            select(func.count()).where(
                results.c.level == row.level,
                results.c.no_guess.is_(row.no_guess),
                results.c.helped.is_(row.helped),
                results.c.won.is_(True),
                results.c.time_counts.is_(True),
                results.c.time_ms > row.time_ms,
            )
        ).scalar_one()
    others = 0 if everyone is None else everyone.timed - 1
    return StandingView(
        time_ms=row.time_ms,
        others=max(others, slower),  # another game may have ended between the two reads
        slower=slower,
        best_ms=None if named is None else named.best_ms,
        place=None,
        name=None,
    )
