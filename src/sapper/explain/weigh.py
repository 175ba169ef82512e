"""The guess on a board weighed: every candidate, every number it may show, and which is best.

A board with the engine's analysis of it comes in, a `GuessReport` comes out; callers use `Analysis.explain_guess`.
What a number brings is found by analysing the board that shows it. Where few worlds are left, all of them are
searched, and the best cell is one that the search proves best; elsewhere it is the move of the strategy `best`.

>>> import sapper
>>> report = sapper.analyze(sapper.Board.from_text("mines 1\\n.1.\\n")).explain_guess()
>>> report.best, report.candidates[0].safety, report.candidates[0].win, report.forced[0].kind
((0, 0), 0.5, Exact(wins=1, total=2, moves=((0, 0),)), 'pair')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from sapper import _engine
from sapper.board.board import Board
from sapper.board.view import View
from sapper.errors import InputError, LimitError
from sapper.explain.forced import find_forced
from sapper.explain.guess import Candidate, GuessReport, Prospect, say_guess
from sapper.explain.proof import spell
from sapper.explain.worth import Estimate, WinValue, read_weights

__all__ = ["explain_guess"]

Cell = tuple[int, int]
Options = tuple[bool, int]  # whether flags are trusted, and the limit on states

_MOST_CANDIDATES = 8
_MOST_FLOATING = 2  # cells beside no clue among them
_WORTH_A_LOOK = 0.85  # cells as safe as this share of the safest are candidates
_MOST_WORLDS = 1_000  # boards with more are not searched
_MOST_NODES = 20_000  # sets of worlds that each search may look into


def explain_guess(
    board: Board, handle: _engine.Analysis, options: Options, *, rollouts: int = 0, seed: int = 0
) -> GuessReport:
    """Return what speaks for and against the candidates of a guess.

    Raises:
        InputError: a cell is safe for certain, or nothing is hidden that could be revealed.
        LimitError: the board is too wide.
    """
    probability = handle.mine_probability()
    safe = handle.safe_cells()
    if safe:
        raise InputError(f"nothing has to be guessed: {spell(safe[0])} is safe", safe[0])
    if not np.any(probability < 1):
        raise InputError("nothing is left to be guessed: every safe cell is revealed")
    seen = _trust(board) if options[0] else board
    searched = _engine.search_board(handle, _MOST_WORLDS, _MOST_NODES)
    best = _choose(seen, handle, searched)
    cells = _list_candidates(handle, best)
    place = _Place(seen, handle, options, searched, rollouts, seed)
    weighed = {cell: _weigh(place, cell) for cell in cells}
    others = tuple(sorted((weighed[cell] for cell in cells if cell != best), key=lambda one: (-one.safety, one.cell)))
    forced = tuple(find_forced(board, handle, options))
    win: WinValue | None = None
    if searched is not None:
        counted = board.mines is not None
        win = read_weights(searched.low, searched.high, searched.total, searched.best, counted=counted)
    text = say_guess(weighed[best], others, forced, win)
    return GuessReport(best, (weighed[best], *others), forced, win, text)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a guess has to be made, and what may be spent on it."""

    board: Board  # trusted flags taken for known mines
    handle: _engine.Analysis
    options: Options
    searched: _engine.Searched | None  # what a search of all worlds found; None where they are too many
    rollouts: int  # for every number that may be shown
    seed: int


def _trust(board: Board) -> Board:
    """The board with every flag taken for a known mine."""
    flags = [(int(r), int(c)) for r, c in np.argwhere(board.cells == View.FLAG)]
    return board.replace(dict.fromkeys(flags, int(View.MINE))) if flags else board


def _choose(board: Board, handle: _engine.Analysis, searched: _engine.Searched | None) -> Cell:
    """The best cell: proved by a search, or the move of the strategy `best`, or the safest without a total."""
    if searched is not None and searched.best:
        return searched.best[0]
    if board.mines is None:
        return handle.safest_cells()[0]
    try:
        return _engine.choose_move(board._handle, "best", _engine.strategy_settings("best", "fast"), 0)[0]
    except LimitError:  # too large to be played
        return handle.safest_cells()[0]


def _list_candidates(handle: _engine.Analysis, best: Cell) -> list[Cell]:
    """The best cell and the safest others: one of each group, and few cells beside no clue."""
    probability = handle.mine_probability()
    least = 1 - float(np.nanmin(probability))
    firsts = {tuple(clues): cells for cells, clues in handle.groups()}
    pool = [min(cells, key=lambda cell: (_neighbours(probability.shape, cell), cell)) for cells in firsts.values()]
    floating = sorted(handle.floating(), key=lambda cell: (_neighbours(probability.shape, cell), cell))
    pool += floating[:_MOST_FLOATING]
    near = [cell for cell in pool if cell != best and 1 - probability[cell] >= _WORTH_A_LOOK * least]
    near.sort(key=lambda cell: (float(probability[cell]), cell))
    return [best, *near[: _MOST_CANDIDATES - 1]]


def _neighbours(shape: tuple[int, ...], cell: Cell) -> int:
    """How many neighbours a cell has: fewer make a 0 likelier."""
    (rows, cols), (row, col) = shape, cell
    return (3 - (row in (0, rows - 1)) - (rows == 1)) * (3 - (col in (0, cols - 1)) - (cols == 1)) - 1


def _weigh(place: _Place, cell: Cell) -> Candidate:
    """One candidate: the boards that show each of its numbers, analysed, searched or played out."""
    board, handle = place.board, place.handle
    mine, chances = handle.outcomes(cell)
    shown = [(number, chance) for number, chance in enumerate(chances) if chance > 0]
    boards = [board.replace({cell: number}) for number, _ in shown]
    children = _engine.analyze_batch([child._handle for child in boards], *place.options, 1)
    for child in children:
        if not isinstance(child, _engine.Analysis):
            raise child
    numbers = tuple(
        _prospect(board, number, chance, child) for (number, chance), child in zip(shown, children, strict=True)
    )
    win: WinValue | None = None
    if place.searched is not None:
        win = _search_children(children, place.searched.total, cell, board)
    elif place.rollouts >= 2 and board.mines is not None:
        win = _play_out(place, numbers, boards, cell)
    progress = sum(one.probability for one in numbers if one.safe or one.wins)
    return Candidate(cell, 1 - mine, min(progress, 1 - mine), numbers, _count_areas(handle, cell), win)


def _prospect(board: Board, number: int, chance: float, child: _engine.Analysis) -> Prospect:
    probability = child.mine_probability()
    hidden = np.count_nonzero(~np.isnan(probability)) - np.count_nonzero(board.cells == View.MINE)
    mines = np.count_nonzero(probability == 1) - np.count_nonzero(board.cells == View.MINE)
    return Prospect(number, chance, int(np.count_nonzero(probability == 0)), int(mines), bool(mines == hidden))


def _count_areas(handle: _engine.Analysis, cell: Cell) -> int:
    """How many components have an open cell beside this one, its own included."""
    solved = handle.solved
    members = solved.groups()
    count = 0
    for groups, _, _, _ in solved.components():
        cells = handle.named([index for group in groups for index in members[group][0]])
        count += any(max(abs(row - cell[0]), abs(col - cell[1])) <= 1 for row, col in cells)
    return count


def _search_children(children: Sequence[_engine.Analysis], total: float, cell: Cell, board: Board) -> WinValue | None:
    """The worlds won after each number, added up; with a density, worlds of different boards weigh differently."""
    if board.mines is None:
        return None
    low = high = 0.0
    for child in children:
        found = _engine.search_board(child, _MOST_WORLDS, _MOST_NODES)
        if found is None:
            return None
        low, high = low + found.low, high + found.high
    return read_weights(low, high, total, (cell,), counted=True)


def _play_out(place: _Place, numbers: Sequence[Prospect], boards: Sequence[Board], cell: Cell) -> Estimate:
    """The mean over the numbers of how often their boards are won when played out."""
    mean = variance = 0.0
    for number, board in zip(numbers, boards, strict=True):
        won, error = 1.0, 0.0  # of a board with nothing left to play
        if not number.wins:
            won, error, _ = _engine.estimate_win(board._handle, False, place.rollouts, place.seed)
        mean += number.probability * won
        variance += (number.probability * error) ** 2
    return Estimate(mean, sqrt(variance), (cell,))
