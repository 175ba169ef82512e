"""Room for the names of shapes in the tables of best times.

Revision ID: 0010
Revises: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "downgrade", "revision", "upgrade"]

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Widen the column: a level of a shape may have 32 characters, and a table adds up to 17."""
    _resize(32, 64)


def downgrade() -> None:
    """Narrow it again."""
    _resize(64, 32)


def _resize(before: int, after: int) -> None:
    with op.batch_alter_table("scores") as scores:
        scores.alter_column("level", existing_type=sa.String(before), type_=sa.String(after), existing_nullable=False)
