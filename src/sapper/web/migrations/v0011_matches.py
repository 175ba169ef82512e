"""Matches between people, and their seats.

Revision ID: 0011
Revises: 0010
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "downgrade", "revision", "upgrade"]

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("watch", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("level", sa.String(32), nullable=False),
        sa.Column("no_guess", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index("ix_matches_watch", "matches", ["watch"], unique=True)
    op.create_index("ix_matches_changed_at", "matches", ["changed_at"])
    op.create_table(
        "seats",
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("number", sa.SmallInteger, nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64)),
        sa.Column("ready", sa.Boolean, nullable=False),
        sa.Column("gone", sa.Boolean, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("game", sa.String(32)),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_seats_match", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_seats_game", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("match", "number", name="pk_seats"),
    )
    op.create_index("ix_seats_player", "seats", ["match", "player"], unique=True)
    op.create_index("ix_seats_game", "seats", ["game"])


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("seats")
    op.drop_table("matches")
