"""SQL over the rows of a run, by DuckDB.

Three views: `games` has one row a game, `lost` only those that were lost, with the kind and the odds of the guess
that failed, and `guesses` one row a guess, with whether it failed.
"""

from __future__ import annotations

from collections.abc import Sequence
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING

from sapper.base.extras import arrow, duckdb
from sapper.base.number import quote
from sapper.errors import InputError, RunError

if TYPE_CHECKING:
    import pyarrow

__all__ = ["connect", "run_query"]

_MEMORY = "64MB"  # limit of DuckDB, so that queries on runs of any length use little memory

# Only the last guess of a lost game failed.
_VIEWS = """
create view lost as
    select * exclude (guess_kinds, guess_odds, guess_clicks, moves),
        guess_kinds[-1] as failed_kind, guess_odds[-1] as failed_odds, moves
    from games where not won;
create view guesses as
    select game, seed, number, guess_kinds[number] as kind, guess_odds[number] as odds,
        guess_clicks[number] as click, (not won and number = guesses) as failed
    from (select game, seed, won, guesses, guess_kinds, guess_odds, guess_clicks,
        unnest(range(1, guesses + 1)) as number from games);
"""


def connect(rows: pyarrow.Table | Sequence[Path]) -> duckdb.DuckDBPyConnection:
    """Return a connection whose views read these rows, a table or Parquet files.

    Raises:
        RunError: DuckDB cannot read the files, or they hold no games.
    """
    connection = duckdb.connect(":memory:", config={"memory_limit": _MEMORY})
    if isinstance(rows, Sequence):
        # Whole paths without patterns, as DuckDB reads *, ? and [ in a name, ~ before it, and columns from a=b.
        files = ", ".join("'{}'".format(escape(str(file.absolute())).replace("'", "''")) for file in rows)
        games = f"select * from read_parquet([{files}], hive_partitioning = false)"
        try:
            connection.execute(f"create view games as {games};{_VIEWS}")
        except (RuntimeError, duckdb.Error) as error:  # RuntimeError: a file name that is not Unicode
            connection.close()
            raise RunError(f"the games in {str(rows[0].parent)!r} cannot be queried: {error}") from error
    else:
        # DuckDB cannot read lists of dictionary texts where all lists are empty.
        place = rows.column_names.index("guess_kinds")
        plain = rows["guess_kinds"].cast(arrow.list_(arrow.string()))
        connection.register("games", rows.set_column(place, "guess_kinds", plain))
        connection.execute(_VIEWS)
    return connection


def run_query(connection: duckdb.DuckDBPyConnection, sql: str) -> pyarrow.Table:
    """Return the result of a query.

    Raises:
        InputError: DuckDB rejects it, or the statement has no result.
    """
    try:
        answer = connection.sql(sql)
        if answer is not None:
            return answer.to_arrow_table()
    except (duckdb.Error, UnicodeDecodeError) as error:  # UnicodeDecodeError: DuckDB quotes bytes of a damaged file
        # The list of candidates that may follow is longer than the reason.
        reason = str(error).partition("Candidate functions:")[0].strip()
        raise InputError(f"the query fails: {reason}") from error
    raise InputError(f"the query has no result: {quote(sql)}")
