"""The risks of a helper for players: what it paints on hidden cells, by three heuristics that can be switched off.

A board comes in; a `Risk` comes out. 0 is green and 1 is red, both certain; what lies between is no probability, but
a player who follows the helper reveals green cells and then the lowest risk. The strategy `automine` does that.

>>> board = Board.from_text("mines 2\\n....\\n.12.\\n....\\n....")
>>> risk = find_risk(board)
>>> risk.patterns, risk.risk[0].tolist(), risk.lowest_cells[:3]
(1, [0.04, 0.21, 0.21, 0.37], [(0, 0), (1, 0), (2, 0)])
>>> find_risk(board, patterns=False).risk[0].round(3).tolist()
[0.129, 0.3, 0.3, 0.257]
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.base.number import quote
from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.board.level import LevelLike
from sapper.errors import InputError
from sapper.play.player import play_games
from sapper.play.strategy import Strategy
from sapper.run.gallery.entries import Entry
from sapper.run.gallery.play import Gallery, play_gallery

__all__ = ["HEURISTICS", "LEVELS", "Risk", "compare_heuristics", "find_risk", "measure_memory"]

# The switches of the strategy: full search, overlap adjustment, special patterns.
HEURISTICS = ("search", "overlap", "patterns")

# Its levels: the document calls the third 16x30 with 100 mines, 16x32 with 99 and 16x32 with 80 in different places.
LEVELS = ("8x8/10", "16x16/40", "16x30/99")

_MEASURED = 100  # games that show how much memory it takes


@dataclass(frozen=True, slots=True)
class Risk:
    """What the helper says about a board. Made by `find_risk`."""

    board: Board
    risk: NDArray[np.float64]  # by row and column, from 0 to 1; NaN for cells that are shown, flagged or out of play
    rounds: int  # of the full search, until no risk moved by a hundredth
    patterns: int  # pairs of clues found
    bytes: int  # of working memory

    @property
    def green_cells(self) -> list[Cell]:
        """Cells that are safe."""
        return _cells(self.risk == 0)

    @property
    def red_cells(self) -> list[Cell]:
        """Cells that are mines."""
        return _cells(self.risk == 1)

    @property
    def lowest_cells(self) -> list[Cell]:
        """Cells of the lowest risk; none where nothing is hidden."""
        return [] if np.isnan(self.risk).all() else _cells(self.risk == np.nanmin(self.risk))


def find_risk(board: Board, *, search: bool = True, overlap: bool = True, patterns: bool = True) -> Risk:
    """Return the risk of every hidden cell as the helper sees it; flags and known mines count as found.

    Raises:
        InputError: something that is no board, or a board without a number of mines.
    """
    if not isinstance(board, Board):
        raise InputError(f"the helper looks at a board, not at {quote(board)}")
    risk, rounds, found, used = _engine.automine_risk(board._handle, bool(search), bool(overlap), bool(patterns))
    return Risk(board, risk, rounds, found, used)


def compare_heuristics(
    level: LevelLike,
    *,
    games: int,
    seed: int = 1,
    threads: int | None = None,
    on_progress: Callable[[int, int, str], None] | None = None,
) -> Gallery:
    """Let the strategy play with each of its heuristics on and off, all eight ways on the same boards.

    Raises:
        InputError: a bad argument.
    """
    entries = [
        Entry(_name(chosen), _strategy(chosen), "automine")
        for chosen in itertools.product((True, False), repeat=len(HEURISTICS))
    ]
    return play_gallery(level, games=games, seed=seed, entries=entries, threads=threads, on_progress=on_progress)


def measure_memory(gallery: Gallery) -> tuple[int, ...]:
    """The most working memory each way to play took in its first games, in bytes."""
    spec, count = gallery.spec, min(_MEASURED, gallery.games)
    played = (
        play_games(
            spec.level,
            spec.start,
            spec.first_click,
            spec.seeds(1, count),
            Strategy.parse(exhibit.entry.strategy),
            threads=1,
        )
        for exhibit in gallery.exhibits
    )
    return tuple(one.counters["bytes"] for one in played)


def _name(chosen: Sequence[bool]) -> str:
    return " + ".join(itertools.compress(HEURISTICS, chosen)) or "none of them"


def _strategy(chosen: Sequence[bool]) -> str:
    return "automine" + "".join(f",{name}=off" for name, on in zip(HEURISTICS, chosen, strict=True) if not on)


def _cells(chosen: NDArray[np.bool_]) -> list[Cell]:
    return [(int(row), int(col)) for row, col in np.argwhere(chosen)]
