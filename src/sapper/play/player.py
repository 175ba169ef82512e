"""Games played by a strategy: the engine plays built-in strategies, this module plays Python functions.

Seeds and a `Strategy` come in; `PlayedGames` comes out, with the same columns either way. Certain moves are made
first; then the function guesses. It gets only what a player sees: neither it nor the analysis can reach the layout.

>>> strategy = Strategy.parse(lambda analysis: analysis.safest_cells[0])
>>> played = play_games(Level(4, 4, 3), (0, 0), FirstClick.ZERO, [1, 2], strategy, threads=1)
>>> played.won.tolist(), played.clicks.tolist(), played.moves[:2]
([True, True], [4, 6], b'AA')
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.analysis.analysis import Analysis, analyze
from sapper.base.number import quote, whole_number
from sapper.board.cell import Cell
from sapper.board.level import Level
from sapper.errors import InputError
from sapper.game.game import Game, Status
from sapper.game.layout import FirstClick, Layout, game_seeds
from sapper.game.moves import write_moves
from sapper.play.strategy import Choose, Strategy

__all__ = [
    "KINDS",
    "PlayedGames",
    "Record",
    "guess_in_python",
    "play_games",
    "play_layout",
    "play_signature",
    "seed_array",
]

# Names of the kinds of guesses by number: those of the engine, then the choice of a Python function.
KINDS = (*_engine.guess_kinds(), "python")

# The games of a signature: boards with many guesses of every kind.
_SIGNED_LEVEL = Level(12, 12, 28)
_SIGNED_GAMES = 12


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """The results of games as columns: entry i of every array belongs to game i."""

    won: NDArray[np.bool_]
    clicks: NDArray[np.uint32]  # reveals made, the start included
    revealed: NDArray[np.uint32]  # cells without a mine that are shown at the end
    openings: NDArray[np.uint32]  # connected regions of zeros of the layout
    bbbv: NDArray[np.uint32]  # 3BV: the fewest clicks that win the layout without chords
    nanoseconds: NDArray[np.uint64]
    nodes: NDArray[np.uint64]  # search nodes and rollouts; 0 for a Python function
    guess_first: NDArray[np.int32]  # the guesses of game i are those from guess_first[i] to guess_first[i + 1]
    guess_kind: NDArray[np.uint8]  # index into the names of the kinds
    guess_odds: NDArray[np.float64]  # chance that the cell was safe
    guess_click: NDArray[np.uint32]  # which click of its game, from 0
    frontier_guess: NDArray[np.uint32]  # guesses, by place among all, whose strategy estimated mines in the frontier
    frontier_estimate: NDArray[np.float64]  # those mines, as estimated
    frontier_mines: NDArray[np.uint32]  # those mines, as counted in the layout when the game had ended
    moves_first: NDArray[np.int32]  # as guess_first, for the bytes of the moves
    moves: bytes  # every click's cell in the digits of sapper.game.moves
    flagged: NDArray[np.uint32]  # mines the strategy had found at the end; 0 for a Python function
    trail_first: NDArray[np.int32]  # as guess_first, for the bytes of the trails
    trail: bytes  # notes of strategies that make every move themselves
    counters: dict[str, int] = field(default_factory=dict)  # counters of the strategy, summed over all games

    @property
    def trails(self) -> list[str]:
        """The trail of every game; empty if the strategy writes none."""
        return [self.trail[i:j].decode() for i, j in itertools.pairwise(self.trail_first.tolist())]


@dataclass(slots=True)
class Record:
    """One game while it is played."""

    clicks: list[Cell] = field(default_factory=list)
    guesses: list[tuple[int, float, int]] = field(default_factory=list)  # kind, odds, click
    nanoseconds: int = 0
    won: bool = False
    revealed: int = 0


def play_games(
    level: Level,
    start: Cell,
    first_click: FirstClick,
    seeds: Sequence[int] | NDArray[np.uint64],
    strategy: Strategy,
    *,
    threads: int,
) -> PlayedGames:
    """Play the game of every seed. A Python function plays on one thread.

    Raises:
        InputError: the function returned a value that is not a hidden cell; the message names seed and cell.
        LimitError: a board too wide to analyse.
    """
    if strategy.choose is not None:
        return _play_in_python(level, start, first_click, [int(seed) for seed in seeds], strategy.choose)
    columns = _engine.play_games(
        _engine.square_grid(level.rows, level.cols),
        level.mines,
        _engine.FirstClick[first_click.name],
        start,
        seed_array(seeds),
        strategy.name,
        strategy.engine_settings,
        threads,
    )
    return PlayedGames(**columns)


def seed_array(seeds: Sequence[int] | NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return seeds as an array for the engine; an array is returned as it is."""
    return seeds if isinstance(seeds, np.ndarray) else np.array([seed % 2**64 for seed in seeds], np.uint64)


def play_layout(layout: Layout, start: Cell, choose: Choose) -> Record:
    """Play one game on a layout by a Python function.

    Raises:
        InputError: the function returned a value that is not a hidden cell.
        LimitError: a board too wide to analyse.
    """
    begin = time.perf_counter_ns()
    game, record = Game(layout), Record()
    if layout.first_click in (None, FirstClick.NONE) and game.status is Status.PLAYING:
        level = layout.level
        record.guesses.append((KINDS.index("start"), 1 - level.mines / (level.rows * level.cols), 0))
    _reveal(game, start, record)
    while game.status is Status.PLAYING:
        analysis = analyze(game.board)
        certain = analysis.safe_cells
        if not certain:
            cell = guess_in_python(analysis, choose, seed=layout.seed)
            record.guesses.append(
                (KINDS.index("python"), 1 - float(analysis.mine_probability[cell]), len(record.clicks))
            )
            certain = [cell]
        for cell in certain:
            _reveal(game, cell, record)
    record.nanoseconds = time.perf_counter_ns() - begin
    record.won = game.status is Status.WON
    record.revealed = int(np.count_nonzero(game.board.cells >= 0))
    return record


def guess_in_python(analysis: Analysis, choose: Choose, *, seed: int | None = None) -> Cell:
    """Return the cell that a Python function guesses; the message of an error names the seed of the game.

    Raises:
        InputError: the function returned a value that is not a hidden cell.
    """
    cell = choose(analysis)
    try:
        row, col = whole_number(cell[0], "row"), whole_number(cell[1], "col")
        hidden = len(cell) == 2 and analysis.board[row, col] < 0
    except (InputError, TypeError, ValueError, LookupError):
        hidden = False
    if not hidden:
        game = "" if seed is None else f" (seed {seed})"
        raise InputError(
            f"the strategy chose {quote(cell)}, which is no hidden cell of {analysis.board.position}{game}"
        )
    return row, col


def play_signature(strategy: Strategy) -> str:
    """Return a digest of a few games, which changes when the strategy plays one of them differently.

    A Python function is not called, because it may be slow or made for one level. Its digest covers the engine only.
    """
    fixed = strategy if strategy.choose is None else Strategy.parse("safest")
    seeds = game_seeds(1, _SIGNED_GAMES)
    played = play_games(_SIGNED_LEVEL, (0, 0), FirstClick.SAFE, seeds, fixed, threads=1)
    return blake2b(played.moves + played.guess_kind.tobytes(), digest_size=6).hexdigest()


def _play_in_python(
    level: Level, start: Cell, first_click: FirstClick, seeds: Sequence[int], choose: Choose
) -> PlayedGames:
    layouts = [Layout.from_seed(level, seed=seed, start=start, first_click=first_click) for seed in seeds]
    records = [play_layout(layout, start, choose) for layout in layouts]
    guesses = [guess for record in records for guess in record.guesses]
    moves = [write_moves(record.clicks, level).encode() for record in records]
    return PlayedGames(
        won=np.array([record.won for record in records], np.bool_),
        clicks=np.array([len(record.clicks) for record in records], np.uint32),
        revealed=np.array([record.revealed for record in records], np.uint32),
        openings=np.array([layout.openings for layout in layouts], np.uint32),
        bbbv=np.array([layout.bbbv for layout in layouts], np.uint32),
        nanoseconds=np.array([record.nanoseconds for record in records], np.uint64),
        nodes=np.zeros(len(records), np.uint64),
        guess_first=_offsets([len(record.guesses) for record in records]),
        guess_kind=np.array([kind for kind, _, _ in guesses], np.uint8),
        guess_odds=np.array([odds for _, odds, _ in guesses], np.float64),
        guess_click=np.array([click for _, _, click in guesses], np.uint32),
        frontier_guess=np.zeros(0, np.uint32),
        frontier_estimate=np.zeros(0, np.float64),
        frontier_mines=np.zeros(0, np.uint32),
        moves_first=_offsets([len(text) for text in moves]),
        moves=b"".join(moves),
        flagged=np.zeros(len(records), np.uint32),
        trail_first=np.zeros(len(records) + 1, np.int32),
        trail=b"",
    )


def _reveal(game: Game, cell: Cell, record: Record) -> None:
    # A cascade may have revealed the cell, or ended the game, since it was found to be safe.
    if game.status is Status.PLAYING and game.reveal(cell):
        record.clicks.append(cell)


def _offsets(lengths: list[int]) -> NDArray[np.int32]:
    return np.cumsum([0, *lengths], dtype=np.int32)
