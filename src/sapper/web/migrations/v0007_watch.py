"""Tokens with which others watch a game.

Revision ID: 0007
Revises: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "downgrade", "revision", "upgrade"]

revision = "0007"
down_revision = "0006"

# Random texts of 32 digits, one for each row.
_TOKENS = {
    "sqlite": "lower(hex(randomblob(16)))",
    "postgresql": "replace(CAST(gen_random_uuid() AS text), '-', '')",
}


def upgrade() -> None:
    """Add the column, with a token for every game."""
    op.add_column("games", sa.Column("watch", sa.String(32)))
    op.execute(f"UPDATE games SET watch = {_TOKENS[op.get_bind().dialect.name]}")
    op.create_index("ix_games_watch", "games", ["watch"], unique=True)


def downgrade() -> None:
    """Drop the column."""
    op.drop_index("ix_games_watch", "games")
    op.drop_column("games", "watch")
