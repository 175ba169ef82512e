"""Ticks and seals of events, and times that no person reaches.

Revision ID: 0004
Revises: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "downgrade", "revision", "upgrade"]

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("games", sa.Column("seal", sa.String(32)))
    op.add_column("events", sa.Column("tick", sa.BigInteger))
    op.add_column("events", sa.Column("clock", sa.String(16)))
    op.add_column("events", sa.Column("seal", sa.String(32)))
    op.add_column("results", sa.Column("time_counts", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("totals", sa.Column("timed", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE totals SET timed = wins")


def downgrade() -> None:
    """Drop the columns."""
    for table, name in (
        ("totals", "timed"),
        ("results", "time_counts"),
        ("events", "seal"),
        ("events", "clock"),
        ("events", "tick"),
        ("games", "seal"),
    ):
        op.drop_column(table, name)
