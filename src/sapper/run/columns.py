"""The rows of a run: played games as an Arrow table, one row a game.

Whatever played them, engine or Python, the columns are the same.

>>> [name for name, _, _ in COLUMNS][:4]
['game', 'seed', 'won', 'clicks']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper.base.extras import arrow
from sapper.board.level import Level
from sapper.game.moves import MOVE_DIGITS, move_width
from sapper.play.player import PlayedGames

if TYPE_CHECKING:
    import pyarrow

__all__ = ["COLUMNS", "TIMED", "chain_tables", "join_tables", "make_table"]

# Name, Arrow type and meaning.
COLUMNS = (
    ("game", "int64", "number in the run, from 1"),
    ("seed", "uint64", "seed of the layout"),
    ("won", "bool", "whether every safe cell was revealed"),
    ("clicks", "uint32", "reveals made, the start included"),
    ("guesses", "uint32", "reveals that might have hit a mine"),
    ("odds", "float64", "product of the chances of all guesses"),
    ("progress", "float64", "share of the safe cells revealed when the game was lost; null when won"),
    ("died_row", "int32", "row of the mine that ended the game; null when won"),
    ("died_col", "int32", "column of that mine; null when won"),
    ("openings", "uint32", "connected regions of zeros of the layout"),
    ("bbbv", "uint32", "3BV: the fewest clicks that win the layout without chords"),
    ("nanoseconds", "uint64", "time spent on the game"),
    ("nodes", "uint64", "search nodes and rollouts spent on the game"),
    ("guess_kinds", "list<dictionary>", "what each guess was"),
    ("guess_odds", "list<float64>", "the chance of each guess that its cell was safe"),
    ("guess_clicks", "list<uint32>", "which click each guess was, from 0"),
    ("moves", "string", "the cells clicked, a fixed number of base-64 digits each"),
)
# The one column that differs when the same games are played again.
TIMED = "nanoseconds"

_VALUES = np.zeros(256, np.int64)  # of a digit, by its character
_VALUES[np.frombuffer(MOVE_DIGITS.encode(), np.uint8)] = np.arange(64)


def make_table(
    played: PlayedGames, *, first: int, seeds: NDArray[np.uint64], kinds: Sequence[str], level: Level
) -> pyarrow.Table:
    """Return the rows of games `first`, `first` + 1 and so on, which had these seeds."""
    count, lost = len(played.won), ~played.won
    row, col = np.divmod(_last_cells(played, move_width(level)), level.cols)
    safe = max(level.rows * level.cols - level.mines, 1)
    guess_first = arrow.array(played.guess_first)
    named = arrow.DictionaryArray.from_arrays(arrow.array(played.guess_kind.astype(np.int8)), arrow.array(kinds))
    columns = {
        "game": np.arange(first, first + count, dtype=np.int64),
        "seed": seeds,
        "won": played.won,
        "clicks": played.clicks,
        "guesses": np.diff(played.guess_first).astype(np.uint32),
        "odds": _products(played.guess_odds, played.guess_first),
        "progress": arrow.array(played.revealed / safe, mask=played.won),
        "died_row": arrow.array(row.astype(np.int32), mask=~lost),
        "died_col": arrow.array(col.astype(np.int32), mask=~lost),
        "openings": played.openings,
        "bbbv": played.bbbv,
        "nanoseconds": played.nanoseconds,
        "nodes": played.nodes,
        "guess_kinds": arrow.ListArray.from_arrays(guess_first, named),
        "guess_odds": arrow.ListArray.from_arrays(guess_first, arrow.array(played.guess_odds)),
        "guess_clicks": arrow.ListArray.from_arrays(guess_first, arrow.array(played.guess_click)),
        "moves": arrow.StringArray.from_buffers(
            count, arrow.py_buffer(played.moves_first), arrow.py_buffer(played.moves)
        ),
    }
    return arrow.table(columns)


def chain_tables(tables: Sequence[pyarrow.Table]) -> pyarrow.Table:
    """Return the rows of all tables as one, which shares their memory."""
    return arrow.concat_tables(tables).unify_dictionaries()


def join_tables(tables: Sequence[pyarrow.Table]) -> pyarrow.Table:
    """Return the rows of all tables as one, without a seam that shows."""
    return chain_tables(tables).combine_chunks()


def _last_cells(played: PlayedGames, width: int) -> NDArray[np.int64]:
    """The cell of the last click of every game, 0 where there was none."""
    clicked = np.diff(played.moves_first) > 0
    ends = played.moves_first[1:][clicked]
    digits = np.frombuffer(played.moves, np.uint8)
    cells = np.zeros(len(clicked), np.int64)
    for back in range(width, 0, -1):
        cells[clicked] = cells[clicked] * 64 + _VALUES[digits[ends - back]]
    return cells


def _products(values: NDArray[np.float64], first: NDArray[np.int32]) -> NDArray[np.float64]:
    """The product of the values of every game; 1 where there are none."""
    # An entry of 1 after the last makes every offset valid; where a game has no values, numpy takes one all the same.
    products = np.multiply.reduceat(np.append(values, 1.0), first[:-1]) if len(first) > 1 else np.ones(0)
    return np.where(np.diff(first) == 0, 1.0, products)
