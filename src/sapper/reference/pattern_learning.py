"""Learns from play: counts, for every guess of a game, which open cells of which local patterns were safe.

Games come in, played here or recorded; a `PatternTable` comes out. Only positions without a certain safe cell count,
once each, before a click. The first click of a game is left out, because nothing is shown then. The same games give
the same table on any number of threads.

>>> table = learn_from_play("beginner", games=50, seed=1, strategy="safest")
>>> table.about["positions"], sum(count.seen for count in table.windows["5x5"].values())
(8, 241)
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper.analysis.analysis import analyze_many
from sapper.base.number import whole_number
from sapper.base.threads import count_threads
from sapper.board.board import Board
from sapper.board.level import Level, LevelLike
from sapper.errors import InputError
from sapper.game.game import Game
from sapper.game.layout import FirstClick, Layout
from sapper.game.moves import read_moves
from sapper.game.puzzle import Puzzle
from sapper.play.player import play_games
from sapper.play.strategy import Choose, Strategy
from sapper.reference.pattern_table import Count, PatternTable
from sapper.reference.pattern_windows import LOW, SHAPES, code_boards, find_windows
from sapper.run.run import Run
from sapper.run.spec import RunSpec

__all__ = ["DEFAULT_LEAST", "learn_from_games", "learn_from_play", "learn_from_run"]

DEFAULT_LEAST = 2
_CHUNK = 200  # games counted together; changing it may change the rounding of the sums

Progress = Callable[[int], None]
Columns = tuple[NDArray[np.int64] | NDArray[np.float64], ...]  # high, low, seen, safe, expected, squares


@dataclass(frozen=True, slots=True)
class _Played:
    """A game and which of its clicks may be guesses; None where that is not known."""

    layout: Layout
    clicks: Sequence[tuple[int, int]]
    guesses: frozenset[int] | None


def learn_from_play(
    level: LevelLike,
    *,
    games: int,
    seed: int = 1,
    strategy: Strategy | str | Choose = "safest",
    first_click: FirstClick | str = FirstClick.ZERO,
    start: tuple[int, int] | None = None,
    least: int = DEFAULT_LEAST,
    threads: int | None = None,
    on_progress: Progress | None = None,
) -> PatternTable:
    """Play the games of a run and return their table; a pattern seen fewer than `least` times is dropped.

    Raises:
        InputError: a bad argument.
        LimitError: a board too wide to analyse.
    """
    spec = RunSpec.make(level, seed=seed, strategy=strategy, first_click=first_click, start=start)
    count, workers = whole_number(games, "games", least=1), count_threads(threads)

    def play() -> Iterator[_Played]:
        for first in range(1, count + 1, _CHUNK):
            seeds = spec.seeds(first, min(_CHUNK, count + 1 - first))
            played = play_games(spec.level, spec.start, spec.first_click, seeds, spec.strategy, threads=workers)
            moves, guesses = played.moves_first.tolist(), played.guess_first.tolist()
            for place, one in enumerate(seeds):
                clicks = read_moves(played.moves[moves[place] : moves[place + 1]].decode(), spec.level)
                at = frozenset(played.guess_click[guesses[place] : guesses[place + 1]].tolist())
                yield _Played(_lay(spec, one), clicks, at)

    return _learn(play(), spec.name, least, workers, on_progress)


def learn_from_run(
    run: Run, *, least: int = DEFAULT_LEAST, threads: int | None = None, on_progress: Progress | None = None
) -> PatternTable:
    """Return the table of the games of a saved run.

    Raises:
        InputError: a bad argument.
        RunError: as `Run.table`, or a luck-free run.
    """
    run.check_layouts()

    def recall() -> Iterator[_Played]:
        rows = run.query("select seed, moves, guess_clicks from games order by game").to_pylist()
        for row in rows:
            clicks = read_moves(row["moves"], run.spec.level)
            yield _Played(_lay(run.spec, row["seed"]), clicks, frozenset(row["guess_clicks"]))

    return _learn(recall(), run.spec.name, least, count_threads(threads), on_progress)


def learn_from_games(
    games: Iterable[Puzzle],
    *,
    name: str = "games",
    least: int = DEFAULT_LEAST,
    threads: int | None = None,
    on_progress: Progress | None = None,
) -> PatternTable:
    """Return the table of recorded games, such as a player's own: layouts with the cells clicked, in order.

    Raises:
        InputError: a bad argument, or no game.
        GameError: a click after a game was over.
    """
    played = (_Played(puzzle.layout, puzzle.clicks, None) for puzzle in games)
    return _learn(played, name, least, count_threads(threads), on_progress)


def _lay(spec: RunSpec, seed: int) -> Layout:
    return Layout.from_seed(spec.level, seed=seed, start=spec.start, first_click=spec.first_click)


def _learn(
    played: Iterator[_Played], source: str, least: int, threads: int, on_progress: Progress | None
) -> PatternTable:
    fewest = whole_number(least, "least", least=1)
    sums: dict[str, Columns] = {}
    games = positions = 0
    while chunk := list(itertools.islice(played, _CHUNK)):
        met: dict[Level, list[tuple[Board, Layout]]] = {}
        for one in chunk:
            met.setdefault(one.layout.level, []).extend((board, one.layout) for board in _boards(one))
        for pairs in met.values():
            positions += _count_chunk(pairs, threads, sums)
        games += len(chunk)
        if on_progress is not None:
            on_progress(games)
    if games == 0:
        raise InputError("there is no game to learn from")
    windows = {
        kind: {
            high * LOW + low: Count(seen, safe, expected, squares)
            for high, low, seen, safe, expected, squares in zip(*(c.tolist() for c in columns), strict=True)
            if seen >= fewest
        }
        for kind, columns in ((kind, sums.get(kind, _NO_COLUMNS)) for kind in SHAPES)
    }
    return PatternTable(windows, {"source": source, "games": games, "positions": positions, "least": fewest})


def _boards(played: _Played) -> Iterator[Board]:
    """The boards before clicks that may be guesses."""
    game, changed = Game(played.layout), False
    for number, cell in enumerate(played.clicks):
        if changed and (played.guesses is None or number in played.guesses):
            yield game.board
        changed = game.reveal(cell)


def _count_chunk(met: list[tuple[Board, Layout]], threads: int, sums: dict[str, Columns]) -> int:
    """Add the positions that are guesses, of one size, to the sums; return their number."""
    analyses = analyze_many([board for board, _ in met], threads=threads)
    both = zip(analyses, (layout for _, layout in met), strict=True)
    guesses = [(analysis, layout) for analysis, layout in both if not analysis.safe_cells]
    if not guesses:
        return 0
    cells = np.stack([analysis.board.cells for analysis, _ in guesses])
    risk = np.stack([analysis.mine_probability for analysis, _ in guesses])
    mined = np.stack([_mined(layout) for _, layout in guesses])
    for kind, found in find_windows(code_boards(cells, risk)).items():
        at = tuple(found.cells.T)
        chance = 1 - risk[at]
        new = (found.high, found.low, np.ones_like(found.low), (~mined[at]).astype(np.int64), chance, chance**2)
        sums[kind] = _add_up(sums[kind], new) if kind in sums else _add_up(new)
    return len(guesses)


def _mined(layout: Layout) -> NDArray[np.bool_]:
    mined = np.zeros((layout.rows, layout.cols), np.bool_)
    mined[tuple(np.array(layout.mines, np.int64).reshape(-1, 2).T)] = True
    return mined


_NO_COLUMNS: Columns = (*(np.zeros(0, np.int64),) * 4, *(np.zeros(0),) * 2)


def _add_up(*parts: Columns) -> Columns:
    """Rows of the same key become one; keys are sorted."""
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    high, low = columns[:2]
    order = np.lexsort((low, high))
    columns = [column[order] for column in columns]
    high, low = columns[:2]
    if not len(high):
        return tuple(columns)
    first = np.flatnonzero(np.r_[True, (high[1:] != high[:-1]) | (low[1:] != low[:-1])])
    return (high[first], low[first], *(np.add.reduceat(column, first) for column in columns[2:]))
