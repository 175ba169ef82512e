"""Compares the candidates for a guess: every number each may show, and which candidate is best.

A counted board comes in, a `GuessReport` comes out; callers use `Analysis.explain_guess`.
The effect of a number is found by analysing the board that shows it. Where few worlds are left, a search of all of
them proves the best cell. Elsewhere the best cell is the move of the strategy `best`, or of `lookahead` on boards
above 2,500 cells.

>>> import sapper
>>> report = sapper.analyze(sapper.Board.from_text("mines 1\\n.1.\\n")).explain_guess()
>>> report.best, report.candidates[0].safety, report.candidates[0].win, report.forced[0].kind
((0, 0), 0.5, Exact(wins=1, total=2, moves=((0, 0),)), 'pair')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nsmallest
from math import sqrt

import numpy as np

from sapper import _engine
from sapper.board.cell import Cell, Speller, spell
from sapper.board.view import View
from sapper.errors import InputError, LimitError, SapperError
from sapper.explain.counted import CountedBoard
from sapper.explain.forced import find_forced
from sapper.explain.guess import Candidate, GuessReport, Prospect, tell_guess
from sapper.explain.worth import Estimate, WinValue, read_weights
from sapper.words.catalogue import ENGLISH

__all__ = ["choose_guess", "explain_guess", "weigh_cells"]

_MOST_CANDIDATES = 8
_MOST_FLOATING = 2  # cells beside no clue among them
_WORTH_A_LOOK = 0.85  # cells as safe as this share of the safest are candidates
_MOST_WORLDS = 1_000  # boards with more are not searched
_MOST_NODES = 20_000  # sets of worlds that each search may look into
_MOST_CELLS = 2_500  # on larger boards, `best` plays games out for seconds or minutes; `lookahead` takes milliseconds
_SEEDS_APART = 0x9E3779B97F4A7C15  # between the seeds of numbers: far from the distances of seeds that callers use


def choose_guess(counted: CountedBoard) -> Cell:
    """Return the best cell of a board on which nothing is safe, as `explain_guess` names it."""
    return _choose(counted, _engine.search_board(counted._handle, _MOST_WORLDS, _MOST_NODES))


def weigh_cells(counted: CountedBoard, cells: Sequence[Cell]) -> tuple[Candidate, ...]:
    """Return the effect of revealing each of the first cells, for cells that are no guess; no chances to win."""
    guess = _Guess(counted, None, 0, 0)
    return tuple(_weigh(guess, cell) for cell in cells[:_MOST_CANDIDATES])


def explain_guess(
    counted: CountedBoard,
    *,
    rollouts: int = 0,
    seed: int = 0,
    spell: Speller = spell,
    chosen: Cell | None = None,
) -> GuessReport:
    """Return the report on the candidates of a guess; `spell` writes the cells in the text.

    `chosen` is the cell to report as the best; None stands for the best one known.

    Raises:
        InputError: a cell is safe for certain, or nothing is hidden that could be revealed.
        LimitError: the board is too wide.
    """
    safe = counted.safe_cells
    if safe:
        raise InputError(f"nothing has to be guessed: {spell(safe[0])} is safe", safe[0])
    if not np.any(counted.mine_probability < 1):
        raise InputError("nothing is left to be guessed: every safe cell is revealed")
    searched = _engine.search_board(counted._handle, _MOST_WORLDS, _MOST_NODES)
    best = _choose(counted, searched) if chosen is None else chosen
    cells = _list_candidates(counted, best)
    guess = _Guess(counted, searched, rollouts, seed)
    weighed = {cell: _weigh(guess, cell) for cell in cells}
    others = tuple(sorted((weighed[cell] for cell in cells if cell != best), key=lambda one: (-one.safety, one.cell)))
    forced = tuple(find_forced(counted))
    win: WinValue | None = None
    if searched is not None:
        known = counted.board.mines is not None
        win = read_weights(searched.low, searched.high, searched.total, searched.best, counted=known)
    said = tell_guess(weighed[best], others, forced, win, is_best=chosen is None)
    return GuessReport(best, (weighed[best], *others), forced, win, said, ENGLISH.text(said, spell))


@dataclass(frozen=True, slots=True)
class _Guess:
    """The board on which a guess has to be made, and the limits of the work on it."""

    counted: CountedBoard
    searched: _engine.Searched | None  # what a search of all worlds found; None where they are too many
    rollouts: int  # for every number that may be shown
    seed: int


def _choose(counted: CountedBoard, searched: _engine.Searched | None) -> Cell:
    """Return the move of a strategy, or a better one that a search proves; the safest without a number of mines."""
    board = counted._trusted
    proved = [] if searched is None else searched.best
    move = proved[0] if proved else counted.safest_cells[0]
    if board.mines is None:
        return move
    name = "best" if len(board.shape) <= _MOST_CELLS else "lookahead"
    try:
        found = _engine.choose_move(board._handle, name, _engine.strategy_settings(name, "normal"), 0)[0]
    except LimitError:  # too large to be played
        return move
    return found if not proved or found in proved else move


def _list_candidates(counted: CountedBoard, best: Cell) -> list[Cell]:
    """Return the best cell and the safest others: one of each group, and few cells beside no clue."""
    grid, risk = counted.board.shape.grid, counted._handle.mine_probability_of  # a large board has a million cells

    def by_neighbours(cell: Cell) -> tuple[int, int]:  # fewer neighbours make a 0 likelier
        return len(grid.neighbours(cell)), grid.number(cell)

    least = 1 - float(np.nanmin(counted.mine_probability))
    pool = [min(cells, key=by_neighbours) for cells, _ in counted._handle.groups()]
    pool += nsmallest(_MOST_FLOATING, counted._handle.floating(), key=by_neighbours)
    near = [cell for cell in pool if cell != best and 1 - risk(cell) >= _WORTH_A_LOOK * least]
    near.sort(key=lambda cell: (risk(cell), grid.number(cell)))
    return [best, *near[: _MOST_CANDIDATES - 1]]


def _weigh(guess: _Guess, cell: Cell) -> Candidate:
    """Return one candidate. Analyses the board of each number it may show, then searches it or plays it out."""
    counted, board = guess.counted, guess.counted._trusted
    mine, chances = counted._handle.outcomes(cell)
    shown = [(number, chance) for number, chance in enumerate(chances) if chance > 0]
    after = CountedBoard.count_many([board.replace({cell: number}) for number, _ in shown], counted._options)
    children = []
    for child in after:
        if isinstance(child, SapperError):
            raise child
        children.append(child)
    numbers = tuple(_prospect(number, chance, child) for (number, chance), child in zip(shown, children, strict=True))
    win: WinValue | None = None
    if board.mines is None:
        pass  # with a density, the worlds of these boards weigh differently
    elif guess.searched is not None:
        win = _search_children(children, guess.searched.total, cell)
    elif guess.rollouts >= 2:
        win = _play_out(guess, numbers, children, cell)
    progress = sum(one.probability for one in numbers if one.safe or one.wins)
    return Candidate(cell, 1 - mine, min(progress, 1 - mine), numbers, _count_areas(counted, cell), win)


def _prospect(number: int, chance: float, child: CountedBoard) -> Prospect:
    probability = child.mine_probability
    known = np.count_nonzero(child.board.cells == View.MINE)
    hidden = np.count_nonzero(~np.isnan(probability)) - known
    mines = np.count_nonzero(probability == 1) - known
    return Prospect(number, chance, int(np.count_nonzero(probability == 0)), int(mines), bool(mines == hidden))


def _count_areas(counted: CountedBoard, cell: Cell) -> int:
    """Count the components that have an open cell beside this one, its own included."""
    handle, solved = counted._handle, counted._handle.solved
    members = solved.groups()
    near = {cell, *counted.board.shape.neighbours(cell)}
    parts = ([index for group in groups for index in members[group][0]] for groups, _, _, _ in solved.components())
    return sum(not near.isdisjoint(handle.named(part)) for part in parts)


def _search_children(children: Sequence[CountedBoard], total: float, cell: Cell) -> WinValue | None:
    """Return the sum of the worlds won after each number, or None if a board has too many worlds."""
    low = high = 0.0
    for child in children:
        found = _engine.search_board(child._handle, _MOST_WORLDS, _MOST_NODES)
        if found is None:
            return None
        low, high = low + found.low, high + found.high
    return read_weights(low, high, total, (cell,), counted=True)


def _play_out(guess: _Guess, numbers: Sequence[Prospect], children: Sequence[CountedBoard], cell: Cell) -> Estimate:
    """Return the mean share of playouts won, weighted over the numbers."""
    mean = variance = 0.0
    for number, child in zip(numbers, children, strict=True):
        won, error = 1.0, 0.0  # of a board with nothing left to play
        if not number.wins:
            # Each number has a seed of its own: the same one would draw alike worlds, and variances would not add up.
            seed = (guess.seed + number.number * _SEEDS_APART) % 2**64
            won, error, _ = _engine.estimate_win(child.board._handle, False, guess.rollouts, seed)
        mean += number.probability * won
        variance += (number.probability * error) ** 2
    return Estimate(mean, sqrt(variance), (cell,))
