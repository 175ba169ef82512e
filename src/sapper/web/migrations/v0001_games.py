"""The first tables: games, events, results, scores and races.

Revision ID: 0001
Revises:
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "downgrade", "revision", "upgrade"]

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("origin", sa.String(8), nullable=False),
        sa.Column("level", sa.String(32), nullable=False),
        sa.Column("first_click", sa.String(8), nullable=False),
        sa.Column("no_guess", sa.Boolean, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("seed_chosen", sa.Boolean, nullable=False),
        sa.Column("start_row", sa.SmallInteger),
        sa.Column("start_col", sa.SmallInteger),
        sa.Column("layout", sa.Text),
        sa.Column("position", sa.Text),
        sa.Column("helped", sa.Boolean, nullable=False),
        sa.Column("name", sa.String(64)),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_table(
        "events",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("row", sa.SmallInteger),
        sa.Column("col", sa.SmallInteger),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="pk_events"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_events_game", ondelete="CASCADE"),
    )
    op.create_table(
        "results",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("level", sa.String(32), nullable=False),
        sa.Column("no_guess", sa.Boolean, nullable=False),
        sa.Column("helped", sa.Boolean, nullable=False),
        sa.Column("name", sa.String(64)),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("time_ms", sa.BigInteger, nullable=False),
        sa.Column("three_bv", sa.Integer, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("best_wins", sa.Boolean),
        sa.PrimaryKeyConstraint("game", name="pk_results"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_results_game", ondelete="CASCADE"),
    )
    op.create_index("ix_results_level", "results", ["level", "helped", "ended_at"])
    op.create_table(
        "scores",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("level", sa.String(32), nullable=False),
        sa.Column("helped", sa.Boolean, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("time_ms", sa.BigInteger, nullable=False),
        sa.Column("three_bv", sa.Integer, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("signature", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_scores"),
    )
    op.create_index("ix_scores_level", "scores", ["level", "helped", "time_ms"])
    op.create_table(
        "races",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("strategy", sa.String(200), nullable=False),
        sa.Column("pace_ms", sa.Integer, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_races"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_races_game", ondelete="CASCADE"),
    )


def downgrade() -> None:
    """Drop the tables."""
    for name in ("races", "scores", "results", "events", "games"):
        op.drop_table(name)
