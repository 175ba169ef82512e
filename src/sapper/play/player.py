"""Games played by a strategy, built in or a Python function.

Seeds and a `Strategy` come in; `PlayedGames` comes out, with the same columns either way. The engine makes all
certain moves and asks a Python function only at guesses. The function gets only what a player sees: neither it nor
the analysis can reach the layout.

>>> strategy = Strategy.parse(lambda analysis: analysis.safest_cells[0])
>>> played = play_games(Level(4, 4, 3), (0, 0), FirstClick.ZERO, [1, 2], strategy, threads=1)
>>> played.won.tolist(), played.clicks.tolist(), played.moves[:2]
([True, True], [4, 6], b'AA')
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.analysis.analysis import Analysis, analyze
from sapper.base.number import quote
from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.board.level import Level
from sapper.errors import InputError
from sapper.game.layout import FirstClick, Layout, game_seeds
from sapper.play.strategy import Choose, Strategy

__all__ = [
    "KINDS",
    "PlayedGames",
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
_SIGNED_BUDGET = "best@deep"


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """The results of games as columns: entry i of every array belongs to game i."""

    won: NDArray[np.bool_]  # of a luck-free game: whether every safe cell was revealed
    value: NDArray[np.float64]  # 1 or 0; of a luck-free game: the chance of its guesses
    clicks: NDArray[np.uint32]  # reveals made, the start and every cell that a chord reveals included
    revealed: NDArray[np.uint32]  # cells without a mine that are shown at the end
    openings: NDArray[np.uint32]  # connected regions of zeros of the layout
    bbbv: NDArray[np.uint32]  # 3BV: the fewest clicks that win the layout without chords
    nanoseconds: NDArray[np.uint64]
    nodes: NDArray[np.uint64]  # search nodes and rollouts; 0 for a Python function
    flagged: NDArray[np.uint32]  # mines the strategy had found at the end
    flags: NDArray[np.uint32]  # flags put
    chords: NDArray[np.uint32]
    mouse_clicks: NDArray[np.uint32]  # reveals that no chord made, flags and chords
    guess_first: NDArray[np.int32]  # the guesses of game i are those from guess_first[i] to guess_first[i + 1]
    moves_first: NDArray[np.int32]  # as guess_first, for the bytes of the moves
    trail_first: NDArray[np.int32]  # as guess_first, for the bytes of the trails
    guess_kind: NDArray[np.uint8]  # index into the names of the kinds
    guess_odds: NDArray[np.float64]  # chance that the cell was safe
    guess_click: NDArray[np.uint32]  # which click of its game, from 0
    frontier_guess: NDArray[np.uint32]  # guesses, by place among all, whose strategy estimated mines in the frontier
    frontier_estimate: NDArray[np.float64]  # those mines, as estimated
    frontier_mines: NDArray[np.uint32]  # those mines, as counted in the layout when the game had ended
    moves: bytes  # every click's cell in the digits of sapper.game.moves
    trail: bytes  # notes of strategies that make every move themselves
    counters: dict[str, int] = field(default_factory=dict)  # counters of the strategy, summed over all games

    @property
    def trails(self) -> list[str]:
        """The trail of every game; empty if the strategy writes none."""
        return [self.trail[i:j].decode() for i, j in itertools.pairwise(self.trail_first.tolist())]


def play_games(
    level: Level,
    start: Cell,
    first_click: FirstClick,
    seeds: Sequence[int] | NDArray[np.uint64],
    strategy: Strategy,
    *,
    threads: int,
    luck_free: bool = False,
) -> PlayedGames:
    """Play the game of every seed. A Python function plays on one thread.

    In luck-free games a guess multiplies the value of the game by its chance, and the game goes on in a layout in
    which the guess was right. An endgame counts with its exact value.

    Raises:
        InputError: the function returned a value that is not a hidden cell; the message names seed and cell. Or
            luck-free games under the rule `moved`.
        LimitError: a board too wide to analyse.
    """
    grid, rule, numbers = (
        level.shape.grid,
        _engine.FirstClick[first_click.name],
        seed_array(seeds),
    )
    if strategy.choose is not None:
        ask = _asking(strategy.choose, numbers.tolist())
        return PlayedGames(**_engine.play_asking(grid, level.mines, rule, start, numbers, ask, luck_free))
    columns = _engine.play_games(
        grid, level.mines, rule, start, numbers, strategy.name, strategy.engine_settings, threads, luck_free
    )
    return PlayedGames(**columns)


def seed_array(seeds: Sequence[int] | NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return seeds as an array for the engine; an array is returned as it is."""
    return seeds if isinstance(seeds, np.ndarray) else np.array([seed % 2**64 for seed in seeds], np.uint64)


def play_layout(layout: Layout, choose: Choose) -> PlayedGames:
    """Play one game on a layout by a Python function.

    A layout without a start cell starts in the corner (0, 0) with rule `none`.

    Raises:
        InputError: the function returned a value that is not a hidden cell.
        LimitError: a board too wide to analyse.
    """
    rule = _engine.FirstClick[(layout.first_click or FirstClick.NONE).name]
    start = layout.level.default_start(FirstClick.NONE) if layout.start is None else layout.start
    columns = _engine.play_layout(layout._handle, rule, start, _asking(choose, [layout.seed]))
    return PlayedGames(**columns)


def guess_in_python(analysis: Analysis, choose: Choose, *, seed: int | None = None) -> Cell:
    """Return the cell that a Python function guesses; the message of an error names the seed of the game.

    Raises:
        InputError: the function returned a value that is not a hidden cell.
    """
    cell = choose(analysis)
    named = None
    try:
        named = analysis.board.shape.grid.cell(cell)
        hidden = analysis.board[named] < 0
    except InputError:
        hidden = False
    if not hidden:
        game = "" if seed is None else f" (seed {seed})"
        raise InputError(
            f"the strategy chose {quote(cell)}, which is no hidden cell of {analysis.board.position}{game}"
        )
    return named


def play_signature(strategy: Strategy, *, luck_free: bool = False) -> str:
    """Return a digest of a few games, which changes when the strategy plays one of them differently.

    A strategy that works longer on a guess than `best@deep` plays most of these games with that budget, and only the
    first as it is: all of them would take many seconds. So two strategies are told apart by their settings, too. A
    Python function is not called, because it may be slow or made for one level. Its digest covers the engine only.
    The digest of luck-free games has their values.
    """
    fixed = strategy if strategy.choose is None else Strategy.parse(lambda analysis: analysis.safest_cells[0])
    most = Strategy.parse(_SIGNED_BUDGET).engine_settings
    less = {
        name: most[name]
        for name, value in fixed.engine_settings.items()
        if isinstance(value, int) and value > most.get(name, value)
    }
    digest = blake2b(_play_signed(fixed.vary(less), _SIGNED_GAMES, luck_free=luck_free), digest_size=6)
    if less:
        digest.update(_play_signed(fixed, 1, luck_free=luck_free))
    return digest.hexdigest()


def _play_signed(strategy: Strategy, games: int, *, luck_free: bool) -> bytes:
    played = play_games(
        _SIGNED_LEVEL, (0, 0), FirstClick.SAFE, game_seeds(1, games), strategy, threads=1, luck_free=luck_free
    )
    values = np.round(played.value, 9).tobytes() if luck_free else b""
    return played.moves + played.guess_kind.tobytes() + values


def _asking(choose: Choose, seeds: Sequence[int | None]) -> Callable[[_engine.Board, int], tuple[Cell, float]]:
    """Return the function that the engine asks for guesses, with a board and the place of its game."""

    def ask(board: _engine.Board, place: int) -> tuple[Cell, float]:
        analysis = analyze(Board._wrap(board))
        cell = guess_in_python(analysis, choose, seed=seeds[place])
        return cell, 1 - analysis.mine_probability_of(cell)

    return ask
