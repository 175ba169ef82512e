"""A played run: how many games were won, every game as a row, and queries in SQL.

>>> from sapper.run.simulate import simulate
>>> run = simulate("beginner", games=40, seed=1, strategy="safest")
>>> print(run.win_rate)
97.500 % ± 6.219
>>> run.query("select count(*) as lost from games where not won").to_pylist()
[{'lost': 1}]
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from sapper.base.extras import arrow
from sapper.errors import RunError
from sapper.game.layout import Layout
from sapper.game.moves import read_moves
from sapper.game.puzzle import Puzzle
from sapper.run.columns import join_tables, rate_of
from sapper.run.folder import RunFolder, folder_path
from sapper.run.interval import Rate
from sapper.run.notebook import show_rates
from sapper.run.query import connect, run_query
from sapper.run.spec import RunSpec

if TYPE_CHECKING:
    import duckdb
    import pyarrow

__all__ = ["Run"]


@dataclass(frozen=True, slots=True)
class Run:
    """Games that were played, in memory or in a folder.

    Attributes:
        spec: what was played.
        games: how many games there are.
        wins: how many of them were won; 0 for a luck-free run, whose games are neither won nor lost.
        folder: where they are kept; None for a run in memory.
    """

    spec: RunSpec
    games: int
    wins: int
    folder: Path | None = None
    _rows: pyarrow.Table | None = field(default=None, repr=False, compare=False)

    @classmethod
    def open(cls, folder: str | PathLike[str]) -> Run:
        """Open the run in a folder.

        Raises:
            InputError: a name that no folder has.
            RunError: there is no run, no game is finished, or a file of games is damaged or cannot be read.
        """
        found = RunFolder.open(folder_path(folder))
        shards = found.look()
        games = sum(shard.games for shard in shards)
        if games == 0:
            raise _no_game(found.path)
        wins = 0 if found.spec.luck_free else sum(int(shard.rate.wins) for shard in shards)
        return cls(found.spec, games, wins, found.path)

    @property
    def win_rate(self) -> Rate:
        """Wins a game, or the mean value of luck-free games, with its 95 % interval.

        Raises:
            RunError: as `table`, for a luck-free run.
        """
        if not self.spec.luck_free:
            return Rate(self.wins, self.games)
        if self.folder is None:
            return rate_of(self.table, luck_free=True)
        shards = RunFolder.open(self.folder).look()
        return sum((shard.rate for shard in shards[1:]), shards[0].rate)

    @property
    def efficiency(self) -> float | None:
        """The mean of 100 x 3BV / clicks of the mouse over the games won, in percent; None where none was won.

        Raises:
            RunError: as `table`.
        """
        found = self.query(
            "select bbbv, mouse_clicks, count(*) as games from games where won and mouse_clicks > 0 group by all"
        )
        bbbv, clicks, games = (found[name].to_numpy() for name in ("bbbv", "mouse_clicks", "games"))
        if not games.size:
            return None
        # The groups come in any order, and an exact sum does not depend on it.
        return math.fsum(100 * games * bbbv / clicks) / int(games.sum())

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the win rate as a bar, and what was played."""
        won = [] if self.spec.luck_free else [("won", f"{self.wins:,}")]
        facts = [("games", f"{self.games:,}"), *won, *self.spec.facts]
        if self.folder is not None:
            facts.append(("folder", str(self.folder)))
        return show_rates(f"{self.spec.strategy} on {self.spec.level}", [("won", self.win_rate)], facts)

    @property
    def table(self) -> pyarrow.Table:
        """Every game as a row, in order. For a run in a folder, every access reads all files.

        Raises:
            RunError: the folder holds no run or no games any more, or a file of games is damaged.
        """
        if self._rows is not None:
            return self._rows
        if self.folder is None:
            raise RunError("the run has neither rows nor a folder")
        found = RunFolder.open(self.folder)
        tables = [found.read(number) for number in found.numbers]
        if not tables:
            raise _no_game(self.folder)
        try:
            return join_tables(tables)
        except arrow.ArrowException as error:
            raise RunError(f"the files of games in {str(self.folder)!r} have different columns: {error}") from error

    def puzzles(self, *, every: bool = False) -> Iterator[Puzzle]:
        """Yield the lost games (or with `every` all games) as puzzles, in order, including the click that lost.

        Raises:
            RunError: as `table`, or a luck-free run.
        """
        self.check_layouts()
        which = "games" if every else "games where not won"
        for row in self.query(f"select seed, moves from {which} order by game").to_pylist():
            spec = self.spec
            layout = Layout.from_seed(spec.level, seed=row["seed"], start=spec.start, first_click=spec.first_click)
            yield Puzzle(layout, tuple(read_moves(row["moves"], spec.level)))

    def check_layouts(self) -> None:
        """Raise RunError if the games were not played on the layouts of their seeds."""
        if self.spec.luck_free:
            raise RunError("a luck-free game leaves the layout of its seed, so its moves cannot be replayed")

    def connect(self) -> duckdb.DuckDBPyConnection:
        """A DuckDB connection with the views `games`, `lost` and `guesses`; it reads a folder shard by shard.

        Raises:
            RunError: as `table`.
        """
        if self._rows is not None:
            return connect(self._rows)
        if self.folder is None:
            raise RunError("the run has neither rows nor a folder")
        files = RunFolder.open(self.folder).files
        if not files:
            raise _no_game(self.folder)
        return connect(files)

    def query(self, sql: str) -> pyarrow.Table:
        """Return the result of an SQL query on the views of `connect`.

        Raises:
            InputError: DuckDB rejects the query; the message is DuckDB's.
            RunError: as `table`.
        """
        with self.connect() as connection:
            return run_query(connection, sql)


def _no_game(folder: Path) -> RunError:
    return RunError(f"the run in {str(folder)!r} has no finished game yet")
