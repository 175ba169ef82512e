"""Nonces of events, which tell rows of several servers apart.

Revision ID: 0012
Revises: 0011
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "downgrade", "revision", "upgrade"]

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the column; events of before have none."""
    op.add_column("events", sa.Column("nonce", sa.BigInteger))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("events", "nonce")
