"""Totals of results and demos, and indexes for what the server reads often.

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

__all__ = ["count_totals", "down_revision", "downgrade", "revision", "upgrade"]

revision = "0003"
down_revision = "0002"

_TOGETHER = 5000  # rows inserted at once


def upgrade() -> None:
    """Make the tables, and fill them."""
    totals = op.create_table(
        "totals",
        sa.Column("level", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("no_guess", sa.Boolean, nullable=False),
        sa.Column("helped", sa.Boolean, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("best_streak", sa.Integer, nullable=False),
        sa.Column("best_ms", sa.BigInteger),
        sa.Column("sum_ms", sa.BigInteger, nullable=False),
        sa.Column("best_rate", sa.Double),
        sa.Column("judged", sa.Integer, nullable=False),
        sa.Column("judged_wins", sa.Integer, nullable=False),
        sa.Column("expected_wins", sa.Integer, nullable=False),
        sa.Column("last_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("level", "name", "no_guess", "helped", name="pk_totals"),
    )
    op.create_index("ix_totals_last_at", "totals", ["level", "last_at"])
    op.create_table(
        "demo_totals",
        sa.Column("level", sa.String(32), nullable=False),
        sa.Column("strategy", sa.String(200), nullable=False),
        sa.Column("from_start", sa.Boolean, nullable=False),
        sa.Column("no_guess", sa.Boolean, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("time_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("level", "strategy", "from_start", "no_guess", name="pk_demo_totals"),
    )
    op.add_column("results", sa.Column("to_judge", sa.Boolean, nullable=False, server_default=sa.true()))
    op.execute("UPDATE results SET to_judge = (best_wins IS NULL)")
    op.create_index("ix_results_to_judge", "results", ["to_judge", "ended_at"])
    op.create_index("ix_games_created_at", "games", ["created_at"])
    op.create_index("ix_races_game", "races", ["game"])
    op.execute(
        "INSERT INTO demo_totals SELECT level, strategy, from_start, no_guess, COUNT(*), "
        "SUM(CASE WHEN won THEN 1 ELSE 0 END), SUM(time_ms) FROM demos GROUP BY level, strategy, from_start, no_guess"
    )
    counted = list(count_totals(op.get_bind()))
    for begin in range(0, len(counted), _TOGETHER):
        op.bulk_insert(totals, counted[begin : begin + _TOGETHER])


def downgrade() -> None:
    """Drop the tables and indexes."""
    op.drop_index("ix_races_game", "races")
    op.drop_index("ix_games_created_at", "games")
    op.drop_index("ix_results_to_judge", "results")
    op.drop_column("results", "to_judge")
    op.drop_table("demo_totals")
    op.drop_table("totals")


def count_totals(connection: sa.Connection) -> list[dict[str, Any]]:
    """Return the rows of totals for all results, counted in the order in which games ended."""
    found: dict[tuple[str, str, bool, bool], dict[str, Any]] = {}
    chosen = (
        "SELECT level, name, no_guess, helped, won, time_ms, three_bv, best_wins, ended_at FROM results "
        "ORDER BY ended_at, game"
    )
    rows = connection.execute(sa.text(chosen), execution_options={"yield_per": _TOGETHER})
    for level, name, no_guess, helped, won, time_ms, three_bv, best_wins, ended_at in rows:
        for at_level in ("", level):
            for by in {"", name or ""}:
                key = (at_level, by, bool(no_guess), bool(helped))
                if key not in found:
                    found[key] = dict(zip(("level", "name", "no_guess", "helped"), key, strict=True)) | {
                        "games": 0,
                        "wins": 0,
                        "streak": 0,
                        "best_streak": 0,
                        "best_ms": None,
                        "sum_ms": 0,
                        "best_rate": None,
                        "judged": 0,
                        "judged_wins": 0,
                        "expected_wins": 0,
                    }
                total = found[key]
                total["games"] += 1
                total["last_at"] = ended_at
                if best_wins is not None:
                    total["judged"] += 1
                    total["judged_wins"] += bool(won)
                    total["expected_wins"] += bool(best_wins)
                if not won:
                    total["streak"] = 0
                    continue
                rate = three_bv / max(time_ms / 1000, 0.001)
                total["wins"] += 1
                total["streak"] += 1
                total["best_streak"] = max(total["best_streak"], total["streak"])
                total["best_ms"] = time_ms if total["best_ms"] is None else min(total["best_ms"], time_ms)
                total["sum_ms"] += time_ms
                total["best_rate"] = rate if total["best_rate"] is None else max(total["best_rate"], rate)
    return list(found.values())
