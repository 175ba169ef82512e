"""The tables: games, what happened in them, results, scores, races and demos, totals of results and demos,
ratings of exercises, what players did with the boards of a day, and matches with the seats of their players.

A game is one row, of which only the layout changes, and a log of events that only grows. The layout is set at the
first reveal; that of a cruel game may be replaced by later ones. Replaying the events gives everything else.

>>> sorted(metadata.tables)
['daily', 'demo_totals', 'demos', 'events', 'exercises', 'games', 'matches', 'names', 'races', 'results', 'scores', \
'seats', 'totals']
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    true,
)

__all__ = [
    "daily",
    "demo_totals",
    "demos",
    "events",
    "exercises",
    "games",
    "matches",
    "metadata",
    "names",
    "races",
    "results",
    "scores",
    "seats",
    "totals",
]

# Migrations refer to constraints by name, so the names must be the same on every database.
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
    Column("id", String(32), primary_key=True),  # random: anyone who knows it can play
    Column("origin", String(8), nullable=False),  # new, ranked, daily, cruel, match, same, position or branch
    Column("level", String(32), nullable=False),  # ROWSxCOLS/MINES
    Column("first_click", String(8), nullable=False),
    Column("no_guess", Boolean, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("seed_chosen", Boolean, nullable=False),  # by the player
    Column("start_row", SmallInteger),  # null if the first reveal decides
    Column("start_col", SmallInteger),
    Column("layout", Text),  # as `str(Layout)`; null until the first reveal
    Column("position", Text),  # the board at the start; null if nothing was revealed
    Column("helped", Boolean, nullable=False),  # from the start; later help is an event
    Column("name", String(64)),  # of the player
    Column("created_at", BigInteger, nullable=False),  # milliseconds since 1970, as every time here
    Column("seal", String(32)),  # of the others but the layout; null for practice and old games
    Column("watch", String(32)),  # the token with which others see it; null if an older server made it
    Index("ix_games_created_at", "created_at"),
    Index("ix_games_watch", "watch", unique=True),
)

events = Table(
    "events",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1; the game's version after it
    Column("kind", String(8), nullable=False),  # a move, undo, pause, resume, help, expose, cheat, leave or uncover
    Column("row", SmallInteger),
    Column("col", SmallInteger),
    Column("at", BigInteger, nullable=False),
    Column("tick", BigInteger),  # milliseconds of a clock that cannot be set
    Column("clock", String(16)),  # which one; ticks of different clocks cannot be compared
    Column("seal", String(32)),  # of this event, the layout and the seal before it
    Column("nonce", BigInteger),  # random: tells a row from one of another server that is the same otherwise
)

# One row per game, written when it first ends: an undo does not remove a loss.
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
    Column("best_wins", Boolean),  # whether `best@fast` wins this layout; null if it has not played it
    Column("to_judge", Boolean, nullable=False, server_default=true()),  # whether it will play it
    # Whether one clock measured the time, and a person can reach it.
    Column("time_counts", Boolean, nullable=False, server_default=true()),
    Index("ix_results_level", "level", "helped", "ended_at"),
    Index("ix_results_to_judge", "to_judge", "ended_at"),
    # To compare a time with all others: no row needs to be read.
    Index("ix_results_time", "level", "no_guess", "helped", "won", "time_counts", "time_ms"),
)

scores = Table(
    "scores",
    metadata,
    Column("game", String(32), primary_key=True),  # may outlive its game
    Column("level", String(64), nullable=False),
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
    Column("pace_ms", Integer, nullable=False),  # time of one click of the solver
    Column("open", Boolean, nullable=False),  # whether the solver's board is visible during the race
    Column("created_at", BigInteger, nullable=False),
    Index("ix_races_game", "game"),
)

# One row per game, strategy and beginning: the same demo again is no other result.
demos = Table(
    "demos",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("strategy", String(200), primary_key=True),
    Column("from_start", Boolean, primary_key=True),  # otherwise from the board of the player
    Column("level", String(32), nullable=False),
    Column("no_guess", Boolean, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("guesses", Integer, nullable=False),
    Column("time_ms", BigInteger, nullable=False),  # that the strategy took for the game
    Column("ended_at", BigInteger, nullable=False),
    Index("ix_demos_level", "level", "strategy"),
)

# Sums over results: `sapper.web.totals` updates them with every result. An empty level or name means all.
totals = Table(
    "totals",
    metadata,
    Column("level", String(32), primary_key=True),
    Column("name", String(64), primary_key=True),
    Column("no_guess", Boolean, primary_key=True),
    Column("helped", Boolean, primary_key=True),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("streak", Integer, nullable=False),  # wins since the last loss
    Column("best_streak", Integer, nullable=False),
    Column("best_ms", BigInteger),  # of the wins whose time counts
    Column("sum_ms", BigInteger, nullable=False),  # of the wins whose time counts
    Column("timed", Integer, nullable=False, server_default="0"),  # wins whose time counts
    Column("best_rate", Double),  # 3BV per second
    Column("judged", Integer, nullable=False),
    Column("judged_wins", Integer, nullable=False),  # of the players, among the judged
    Column("expected_wins", Integer, nullable=False),  # of `best@fast`, among the judged
    Column("last_at", BigInteger, nullable=False),  # when the last game ended
    Index("ix_totals_last_at", "level", "last_at"),
)

demo_totals = Table(
    "demo_totals",
    metadata,
    Column("level", String(32), primary_key=True),
    Column("strategy", String(200), primary_key=True),
    Column("from_start", Boolean, primary_key=True),
    Column("no_guess", Boolean, primary_key=True),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("time_ms", BigInteger, nullable=False),  # of all games together
)

# One row per exercise that was tried; kind and seed make the exercise, so that the table is small and bounded.
exercises = Table(
    "exercises",
    metadata,
    Column("kind", String(16), primary_key=True),
    Column("seed", Integer, primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)

# One row per day, board and browser: its first game, or its first answer to the guess. Others are practice.
daily = Table(
    "daily",
    metadata,
    Column("day", String(10), primary_key=True),  # YYYY-MM-DD, UTC
    Column("kind", String(10), primary_key=True),
    Column("player", String(32), primary_key=True),  # a code of the id that the browser keeps
    Column("name", String(64)),  # once per day and board
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE")),  # null for the guess
    Column("row", SmallInteger),  # of the guess
    Column("col", SmallInteger),
    Column("won", Boolean),  # null until the game has ended; whether the guess was best
    Column("helped", Boolean),
    Column("time_ms", BigInteger),
    Column("cleared", Double),  # share of the cells without a mine that were revealed
    Column("rank", BigInteger),  # order in the table of the day; null if the game does not count
    Column("at", BigInteger, nullable=False),  # when it was begun or answered
    Index("ix_daily_name", "day", "kind", "name", unique=True),
    Index("ix_daily_game", "game", unique=True),
    Index("ix_daily_rank", "day", "kind", "rank"),
)

# Names that a browser has claimed.
names = Table(
    "names",
    metadata,
    Column("key", String(200), primary_key=True),  # the name, with the case of letters removed
    Column("owner", String(64), nullable=False),  # a hash of the name and of the text that the browser keeps
    Column("claimed_at", BigInteger, nullable=False),
)

# A match: people who play the same layout at the same time, round after round.
matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),  # random: anyone who knows it can take a seat
    Column("watch", String(32), nullable=False),  # the token with which others see it
    Column("version", Integer, nullable=False),  # increases with every change of the match or its seats
    Column("round", Integer, nullable=False),  # from 1
    Column("status", String(8), nullable=False),  # lobby, playing or ended
    Column("level", String(32), nullable=False),  # ROWSxCOLS/MINES or SHAPE/MINES
    Column("no_guess", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Index("ix_matches_watch", "watch", unique=True),
    Index("ix_matches_changed_at", "changed_at"),
)

# The players of a match.
seats = Table(
    "seats",
    metadata,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", SmallInteger, primary_key=True),  # from 1
    Column("player", String(64), nullable=False),  # a hash of the match and of the text that the browser keeps
    Column("name", String(64)),
    Column("ready", Boolean, nullable=False),  # for the next round
    Column("gone", Boolean, nullable=False),  # has left: the seat is free in the next lobby
    Column("wins", Integer, nullable=False),  # rounds
    Column("game", String(32), ForeignKey("games.id", ondelete="SET NULL")),  # of this round; null: sits out
    Column("seen_at", BigInteger, nullable=False),  # when the player's page was last known to be open
    Index("ix_seats_player", "match", "player", unique=True),
    Index("ix_seats_game", "game"),
)
