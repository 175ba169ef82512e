"""The results of demos.

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "downgrade", "revision", "upgrade"]

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "demos",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("strategy", sa.String(200), nullable=False),
        sa.Column("from_start", sa.Boolean, nullable=False),
        sa.Column("level", sa.String(32), nullable=False),
        sa.Column("no_guess", sa.Boolean, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("guesses", sa.Integer, nullable=False),
        sa.Column("time_ms", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "strategy", "from_start", name="pk_demos"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_demos_game", ondelete="CASCADE"),
    )
    op.create_index("ix_demos_level", "demos", ["level", "strategy"])


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("demos")
