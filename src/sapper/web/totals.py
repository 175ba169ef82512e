"""Totals: sums over results and demos, kept up to date in the transaction that stores a result.

The statistics of a million results are then one row. A result counts in the totals of its level and of all levels,
each for all players and, if it has a name, for that name. Streaks follow the order in which results are stored.

>>> sorted(keys_of({"level": "9x9/10", "name": "Ada"}))
[('', ''), ('', 'Ada'), ('9x9/10', ''), ('9x9/10', 'Ada')]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, select, text, update

from sapper.web.tables import results

__all__ = ["ALL", "count_demos", "count_results", "keys_of", "name_result", "store_verdict"]

ALL = ""  # in place of a level or a name: all of them

# SQLite and PostgreSQL read both statements alike.
_COUNT = text("""
    INSERT INTO totals AS t (level, name, no_guess, helped, games, wins, streak, best_streak, best_ms, sum_ms, timed,
        best_rate, judged, judged_wins, expected_wins, last_at)
    VALUES (:level, :name, :no_guess, :helped, 1, :win, :win, :win, :best_ms, :sum_ms, :timed, :best_rate,
        :judged, :judged_win, :expected_win, :last_at)
    ON CONFLICT (level, name, no_guess, helped) DO UPDATE SET
        games = t.games + 1,
        wins = t.wins + excluded.wins,
        streak = CASE WHEN excluded.wins > 0 THEN t.streak + 1 ELSE 0 END,
        best_streak = CASE WHEN excluded.wins > 0 AND t.streak >= t.best_streak THEN t.streak + 1
            ELSE t.best_streak END,
        best_ms = CASE WHEN t.best_ms IS NULL OR excluded.best_ms < t.best_ms THEN excluded.best_ms
            ELSE t.best_ms END,
        sum_ms = t.sum_ms + excluded.sum_ms,
        timed = t.timed + excluded.timed,
        best_rate = CASE WHEN t.best_rate IS NULL OR excluded.best_rate > t.best_rate THEN excluded.best_rate
            ELSE t.best_rate END,
        judged = t.judged + excluded.judged,
        judged_wins = t.judged_wins + excluded.judged_wins,
        expected_wins = t.expected_wins + excluded.expected_wins,
        last_at = CASE WHEN excluded.last_at > t.last_at THEN excluded.last_at ELSE t.last_at END
""")
_JUDGE = text("""
    UPDATE totals SET judged = judged + 1, judged_wins = judged_wins + :judged_win,
        expected_wins = expected_wins + :expected_win
    WHERE level = :level AND name = :name AND no_guess = :no_guess AND helped = :helped
""")
_COUNT_DEMO = text("""
    INSERT INTO demo_totals AS t (level, strategy, from_start, no_guess, games, wins, time_ms)
    VALUES (:level, :strategy, :from_start, :no_guess, 1, :win, :time_ms)
    ON CONFLICT (level, strategy, from_start, no_guess) DO UPDATE SET
        games = t.games + 1, wins = t.wins + excluded.wins, time_ms = t.time_ms + excluded.time_ms
""")


def keys_of(row: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the pairs of level and name in whose totals a result counts."""
    names = {ALL} if row["name"] is None else {ALL, str(row["name"])}
    return [(level, name) for level in (ALL, str(row["level"])) for name in names]


def count_results(connection: Connection, rows: Iterable[Mapping[str, Any]]) -> None:
    """Count new results."""
    _execute(connection, ((key, row) for row in rows for key in keys_of(row)))


def count_demos(connection: Connection, rows: Iterable[Mapping[str, Any]]) -> None:
    """Count new results of demos."""
    added = [
        {key: row[key] for key in ("level", "strategy", "from_start", "no_guess", "time_ms")}
        | {"win": int(row["won"])}
        for row in rows
    ]
    if added:
        connection.execute(_COUNT_DEMO, sorted(added, key=lambda row: (row["level"], row["strategy"])))


def name_result(connection: Connection, game: str, name: str) -> None:
    """Give the result of a game a name, and count it there; a result that has a name keeps it."""
    unnamed = update(results).where(results.c.game == game, results.c.name.is_(None)).values(name=name)
    if connection.execute(unnamed).rowcount:
        row = _result(connection, game)
        _execute(connection, ((key, row) for key in keys_of(row) if key[1] != ALL))


def store_verdict(connection: Connection, game: str, verdict: bool | None) -> None:
    """Store whether the strategy wins the layout of a result, and count it; None if that cannot be computed."""
    waiting = results.c.game == game, results.c.to_judge.is_(True)
    if connection.execute(update(results).where(*waiting).values(best_wins=verdict, to_judge=False)).rowcount:
        row = _result(connection, game)
        if verdict is not None:
            connection.execute(_JUDGE, [_values(key, row) for key in sorted(keys_of(row))])


def _result(connection: Connection, game: str) -> Mapping[str, Any]:
    return dict(connection.execute(select(results).where(results.c.game == game)).mappings().one())


def _execute(connection: Connection, counted: Iterable[tuple[tuple[str, str], Mapping[str, Any]]]) -> None:
    # In the order of the keys: two servers that count results at once wait for each other, but never in a circle.
    # Sorting is stable, so the results of one key stay in their order.
    rows = [_values(key, row) for key, row in counted]
    if rows:
        connection.execute(_COUNT, sorted(rows, key=lambda row: (row["level"], row["name"])))


def _values(key: tuple[str, str], row: Mapping[str, Any]) -> dict[str, Any]:
    won, judged = bool(row["won"]), row["best_wins"] is not None
    timed = won and bool(row["time_counts"])
    return {
        "level": key[0],
        "name": key[1],
        "no_guess": bool(row["no_guess"]),
        "helped": bool(row["helped"]),
        "win": int(won),
        "best_ms": row["time_ms"] if timed else None,
        "sum_ms": row["time_ms"] if timed else 0,
        "timed": int(timed),
        "best_rate": row["three_bv"] / max(row["time_ms"] / 1000, 0.001) if timed else None,
        "judged": int(judged),
        "judged_win": int(judged and won),
        "expected_win": int(judged and row["best_wins"]),
        "last_at": row["ended_at"],
    }
