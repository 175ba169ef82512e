"""An index to compare the time of a win with those of all others.

Revision ID: 0006
Revises: 0005
"""

from __future__ import annotations

from alembic import op

__all__ = ["down_revision", "downgrade", "revision", "upgrade"]

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the index."""
    columns = ["level", "no_guess", "helped", "won", "time_counts", "time_ms"]
    op.create_index("ix_results_time", "results", columns)


def downgrade() -> None:
    """Drop the index."""
    op.drop_index("ix_results_time", "results")
