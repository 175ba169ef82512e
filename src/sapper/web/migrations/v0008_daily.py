"""What players did with the boards of a day.

Revision ID: 0008
Revises: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "downgrade", "revision", "upgrade"]

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "daily",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64)),
        sa.Column("game", sa.String(32)),
        sa.Column("row", sa.SmallInteger),
        sa.Column("col", sa.SmallInteger),
        sa.Column("won", sa.Boolean),
        sa.Column("helped", sa.Boolean),
        sa.Column("time_ms", sa.BigInteger),
        sa.Column("cleared", sa.Double),
        sa.Column("rank", sa.BigInteger),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_daily_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("day", "kind", "player", name="pk_daily"),
    )
    op.create_index("ix_daily_name", "daily", ["day", "kind", "name"], unique=True)
    op.create_index("ix_daily_game", "daily", ["game"], unique=True)
    op.create_index("ix_daily_rank", "daily", ["day", "kind", "rank"])


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("daily")
