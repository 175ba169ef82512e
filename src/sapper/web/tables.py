"""The tables: games, what happened in them, results, scores and races.

A game is one row that never changes but for its layout, which is fixed by the first reveal, and a log of events
that only grows. Everything else about a game follows from these two by replaying them.

>>> sorted(metadata.tables)
['events', 'games', 'races', 'results', 'scores']
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
)

__all__ = ["events", "games", "metadata", "races", "results", "scores"]

# Migrations name constraints, so they need names that are the same everywhere.
metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),  # unguessable: who knows it may play
    Column("origin", String(8), nullable=False),  # new, same, position or branch
    Column("level", String(32), nullable=False),  # ROWSxCOLS/MINES
    Column("first_click", String(8), nullable=False),
    Column("no_guess", Boolean, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("seed_chosen", Boolean, nullable=False),  # by the player, who may then see it
    Column("start_row", SmallInteger),  # given when the game was made; null where the first reveal decides
    Column("start_col", SmallInteger),
    Column("layout", Text),  # as `str(Layout)`; null until the first reveal
    Column("position", Text),  # what was on the board at the beginning; null for nothing
    Column("helped", Boolean, nullable=False),  # from the beginning; later help is an event
    Column("name", String(64)),  # of the player
    Column("created_at", BigInteger, nullable=False),  # milliseconds since 1970, as every time here
)

events = Table(
    "events",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1; the game's version after it
    Column("kind", String(8), nullable=False),  # reveal, flag, question, chord, undo or help
    Column("row", SmallInteger),
    Column("col", SmallInteger),
    Column("at", BigInteger, nullable=False),
)

# One row a game, written when it first ends: what is undone later does not unmake a loss.
results = Table(
    "results",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("level", String(32), nullable=False),
    Column("no_guess", Boolean, nullable=False),
    Column("helped", Boolean, nullable=False),
    Column("name", String(64)),
    Column("won", Boolean, nullable=False),
    Column("time_ms", BigInteger, nullable=False),
    Column("three_bv", Integer, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("best_wins", Boolean),  # whether the best strategy wins this board; null until somebody found out
    Index("ix_results_level", "level", "helped", "ended_at"),
)

scores = Table(
    "scores",
    metadata,
    Column("game", String(32), primary_key=True),  # outlives its game
    Column("level", String(32), nullable=False),
    Column("helped", Boolean, nullable=False),
    Column("name", String(64), nullable=False),
    Column("time_ms", BigInteger, nullable=False),
    Column("three_bv", Integer, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("signature", String(64), nullable=False),  # HMAC-SHA256 of the others, in hex
    Index("ix_scores_level", "level", "helped", "time_ms"),
)

races = Table(
    "races",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("strategy", String(200), nullable=False),
    Column("pace_ms", Integer, nullable=False),  # what the solver takes for one click
    Column("open", Boolean, nullable=False),  # whether its board is seen during the race
    Column("created_at", BigInteger, nullable=False),
)
