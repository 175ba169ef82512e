"""Owners of names.

Revision ID: 0009
Revises: 0008
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "downgrade", "revision", "upgrade"]

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "names",
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("claimed_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_names"),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("names")
