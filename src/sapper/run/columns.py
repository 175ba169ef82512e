"""The rows of a run: played games as an Arrow table, one row a game.

`COLUMNS` is the one list of columns. `make_table` fills them, `make_schema` returns their types, `spec.json` and
docs/runs.md repeat their meanings.

>>> [column.name for column in COLUMNS][:4]
['game', 'seed', 'won', 'clicks']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper.base.extras import arrow
from sapper.board.level import Level
from sapper.game.layout import Layout
from sapper.game.metrics import MEASURES, measure_seeds
from sapper.game.moves import MOVE_DIGITS, move_width
from sapper.play.player import KINDS, PlayedGames
from sapper.run.interval import Rate
from sapper.run.spec import RunSpec

if TYPE_CHECKING:
    import pyarrow

__all__ = [
    "COLUMNS",
    "TIMED",
    "Column",
    "Games",
    "chain_tables",
    "join_tables",
    "list_columns",
    "make_schema",
    "make_table",
    "rate_of",
]

_VALUES = np.zeros(256, np.int64)  # of a digit, by its character
_VALUES[np.frombuffer(MOVE_DIGITS.encode(), np.uint8)] = np.arange(64)


@dataclass(frozen=True, slots=True)
class Games:
    """Consecutive games of a run, from which columns are filled."""

    played: PlayedGames
    level: Level
    numbers: NDArray[np.int64]  # of the games in the run, from 1
    seeds: NDArray[np.uint64]
    last_cells: NDArray[np.int64]  # flat index of the last cell clicked
    luck_free: bool
    measured: Mapping[str, NDArray[np.uint32]]  # measures of the layouts by name

    def where_lost(self, values: NDArray[np.generic]) -> pyarrow.Array:
        """Values of games, null where a game was won or luck-free."""
        return arrow.array(values, mask=self.played.won | self.luck_free)

    def where_decided(self, values: NDArray[np.generic]) -> pyarrow.Array:
        """Values of games, null where a game was luck-free."""
        return arrow.array(values, mask=np.full(len(values), self.luck_free))

    def by_guess(self, values: pyarrow.Array | NDArray[np.generic]) -> pyarrow.Array:
        """Values of guesses as one list a game."""
        return arrow.ListArray.from_arrays(arrow.array(self.played.guess_first), arrow.array(values))


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the table."""

    name: str
    type: str  # Arrow's name of it, or list<NAME>; a dictionary holds texts
    meaning: str
    fill: Callable[[Games], pyarrow.Array | NDArray[np.generic]]
    luck_free: bool = False  # whether only luck-free runs have it


COLUMNS = (
    Column("game", "int64", "number in the run, from 1", lambda games: games.numbers),
    Column("seed", "uint64", "seed of the layout", lambda games: games.seeds),
    Column(
        "won",
        "bool",
        "whether every safe cell was revealed; null in a luck-free game, which is neither won nor lost",
        lambda games: games.where_decided(games.played.won),
    ),
    Column(
        "clicks",
        "uint32",
        "reveals made, the start and every cell of a chord included",
        lambda games: games.played.clicks,
    ),
    Column("flags", "uint32", "flags put", lambda games: games.played.flags),
    Column("chords", "uint32", "chords made", lambda games: games.played.chords),
    Column(
        "mouse_clicks",
        "uint32",
        "clicks of the mouse: reveals that no chord made, flags and chords",
        lambda games: games.played.mouse_clicks,
    ),
    Column(
        "guesses", "uint32", "reveals that might have hit a mine", lambda games: np.diff(games.played.guess_first)
    ),
    Column("odds", "float64", "product of the chances of all guesses", lambda games: _multiply_odds(games.played)),
    Column(
        "progress",
        "float64",
        "share of the safe cells revealed when the game was lost; null when won",
        lambda games: games.where_lost(games.played.revealed / _count_safe(games.level)),
    ),
    Column(
        "died_row",
        "int32",
        "row of the mine that ended the game; null when won",
        lambda games: games.where_lost(games.last_cells // games.level.cols),
    ),
    Column(
        "died_col",
        "int32",
        "column of that mine; null when won",
        lambda games: games.where_lost(games.last_cells % games.level.cols),
    ),
    Column("openings", "uint32", "connected regions of zeros of the layout", lambda games: games.played.openings),
    Column(
        "bbbv", "uint32", "3BV: the fewest clicks that win the layout without chords", lambda games: games.played.bbbv
    ),
    Column("nanoseconds", "uint64", "time spent on the game", lambda games: games.played.nanoseconds),
    Column("nodes", "uint64", "search nodes and rollouts spent on the game", lambda games: games.played.nodes),
    Column(
        "guess_kinds", "list<dictionary>", "what each guess was", lambda games: games.by_guess(_name_kinds(games))
    ),
    Column(
        "guess_odds",
        "list<float64>",
        "the chance of each guess that its cell was safe",
        lambda games: games.by_guess(games.played.guess_odds),
    ),
    Column(
        "guess_clicks",
        "list<uint32>",
        "which click each guess was, from 0",
        lambda games: games.by_guess(games.played.guess_click),
    ),
    Column(
        "moves",
        "string",
        "the cells clicked, a fixed number of base-64 digits each",
        lambda games: arrow.StringArray.from_buffers(
            len(games.numbers), arrow.py_buffer(games.played.moves_first), arrow.py_buffer(games.played.moves)
        ),
    ),
    Column(
        "value",
        "float64",
        "exact chance of all guesses, whose mean is the win rate; only in luck-free runs",
        lambda games: games.played.value,
        luck_free=True,
    ),
)
# The one column that differs when the same games are played again.
TIMED = "nanoseconds"


def make_schema(*names: str, luck_free: bool = False, measures: Iterable[str] = ()) -> pyarrow.Schema:
    """Return the names and types of these columns, or of all that such a run has."""
    columns = list_columns(luck_free=luck_free, measures=measures)
    chosen = [column for column in columns if not names or column.name in names]
    return arrow.schema([(column.name, _arrow_type(column.type)) for column in chosen])


def list_columns(*, luck_free: bool, measures: Iterable[str] = ()) -> list[Column]:
    """Return the columns of a run with luck-free games, or of one with others, and with measures of the layouts."""
    columns = [column for column in COLUMNS if luck_free or not column.luck_free]
    return columns + [Column(name, "uint32", MEASURES[name], _fill_measure(name)) for name in measures]


def make_table(
    played: PlayedGames, *, first: int, seeds: NDArray[np.uint64], spec: RunSpec, threads: int
) -> pyarrow.Table:
    """Return the rows of games `first`, `first` + 1 and so on, which had these seeds; measures their layouts."""
    numbers = np.arange(first, first + len(seeds), dtype=np.int64)
    measured = _measure(spec, seeds, threads)
    games = Games(
        played, spec.level, numbers, seeds, _last_cells(played, move_width(spec.level)), spec.luck_free, measured
    )
    filled = [column.fill(games) for column in list_columns(luck_free=spec.luck_free, measures=spec.measures)]
    return arrow.table(filled, schema=make_schema(luck_free=spec.luck_free, measures=spec.measures))


def rate_of(rows: pyarrow.Table, *, luck_free: bool) -> Rate:
    """Return the win rate of these games."""
    if luck_free:
        return Rate.of_values(rows["value"].to_numpy())
    return Rate(int(np.count_nonzero(rows["won"])), rows.num_rows)


def chain_tables(tables: Sequence[pyarrow.Table]) -> pyarrow.Table:
    """Return the rows of all tables as one table, which shares their memory."""
    return arrow.concat_tables(tables).unify_dictionaries()


def join_tables(tables: Sequence[pyarrow.Table]) -> pyarrow.Table:
    """Return the rows of all tables as one table with one chunk per column."""
    return chain_tables(tables).combine_chunks()


def _measure(spec: RunSpec, seeds: NDArray[np.uint64], threads: int) -> dict[str, NDArray[np.uint32]]:
    """The measures that a run asks for, of the layouts of these seeds."""
    if not spec.measures:
        return {}
    first = Layout.from_seed(spec.level, seed=spec.seed, start=spec.start, first_click=spec.first_click)
    table = measure_seeds(first, seeds, list(spec.measures), threads=threads)
    return dict(zip(spec.measures, table.T, strict=True))


def _fill_measure(name: str) -> Callable[[Games], NDArray[np.generic]]:
    return lambda games: games.measured[name]


def _last_cells(played: PlayedGames, width: int) -> NDArray[np.int64]:
    """The cell of the last click of every game, 0 where there was none."""
    clicked = np.diff(played.moves_first) > 0
    ends = played.moves_first[1:][clicked]
    digits = np.frombuffer(played.moves, np.uint8)
    cells = np.zeros(len(clicked), np.int64)
    for back in range(width, 0, -1):
        cells[clicked] = cells[clicked] * 64 + _VALUES[digits[ends - back]]
    return cells


def _multiply_odds(played: PlayedGames) -> NDArray[np.float64]:
    """The product of the odds of every game's guesses; 1 where there are none."""
    odds, first = played.guess_odds, played.guess_first
    # An extra entry of 1 makes every offset valid: for a game without a guess, `reduceat` reads one entry anyway.
    products = np.multiply.reduceat(np.append(odds, 1.0), first[:-1]) if len(first) > 1 else np.ones(0)
    return np.where(np.diff(first) == 0, 1.0, products)


def _count_safe(level: Level) -> int:
    return max(level.rows * level.cols - level.mines, 1)


def _name_kinds(games: Games) -> pyarrow.Array:
    return arrow.DictionaryArray.from_arrays(games.played.guess_kind.astype(np.int8), KINDS)


def _arrow_type(name: str) -> pyarrow.DataType:
    if name.startswith("list<"):
        return arrow.list_(_arrow_type(name[5:-1]))
    return arrow.dictionary(arrow.int8(), arrow.string()) if name == "dictionary" else arrow.type_for_alias(name)
