"""Cruel games: the answer to a reveal is chosen among all worlds that fit, so that only needless risks lose.

A cruel game has no fixed layout. Its layout is one of the worlds that fit, and a reveal may replace it:

- If some cell is certainly safe, a reveal that may hit a mine hits one.
- If no cell is, a reveal of a cell with the least mine probability never hits a mine.
- Every other reveal has its honest chance.

A chord is one decision about all cells that it reveals. It counts as best if each of them has the least probability
and a world exists in which all of them are safe. A new layout is drawn from all worlds that agree with the answer,
each equally likely, so the mine probabilities of an analysis hold for the next move too.

>>> board = Board.from_text("mines 1\\n.1.\\n")  # no cell is safe, and both are equally likely
>>> layout = Layout.from_mines(1, 3, [(0, 0)])
>>> settle(Doubt(board, layout, ((0, 0),), False, 1)).mines
[(0, 2)]
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sapper.analysis.analysis import DEFAULT_MAX_STATES, Analysis, analyze
from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.board.level import FirstClick
from sapper.board.view import View
from sapper.errors import LimitError
from sapper.game.layout import Layout

__all__ = ["Doubt", "settle", "settle_or_keep"]

_NEAR = 1e-9  # probabilities that differ by less are compared as fractions
_CHEAP_INTEGERS = (
    4096  # cells; on larger boards fractions take seconds, so that probabilities this near count as equal
)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A move whose answer is to be chosen."""

    board: Board  # before the move
    layout: Layout  # one of its worlds
    cells: tuple[Cell, ...]  # hidden cells that the move reveals
    fresh: bool  # whether the layout is drawn anew first, because the player has seen some of it
    seed: int  # of the draws


def settle(doubt: Doubt, *, max_states: int = DEFAULT_MAX_STATES) -> Layout:
    """Return the layout with which a move is answered; it fits the board.

    Raises:
        LimitError: the board is too wide for `max_states`.
    """
    layout, start = doubt.layout, _promised(doubt)
    board = doubt.board
    if start is not None:
        opens = layout.first_click is not None and layout.first_click.opens
        board = board.replace({start: 0 if opens else int(View.VOID)})
    analysis = analyze(board, max_states=max_states)
    if doubt.fresh:
        layout = _draw(analysis, layout, doubt.seed)
    risky = [cell for cell in doubt.cells if cell != start and analysis.mine_probability_of(cell) > 0]
    if not risky or analysis.probability_of(dict.fromkeys(risky, False)) == 0:
        return layout  # all worlds agree
    mines = set(layout.mines)
    hits = any(cell in mines for cell in risky)
    if analysis.safe_cells or start is not None:
        if not hits:
            return _draw(analyze(_mine_one(analysis, risky, doubt.seed), max_states=max_states), layout, doubt.seed)
    elif hits and _are_best(analysis, risky):
        # Out of play stands for a cell without a mine whose number is unknown.
        safe = board.replace(dict.fromkeys(risky, int(View.VOID)))
        return _draw(analyze(safe, max_states=max_states), layout, doubt.seed)
    return layout


def settle_or_keep(doubt: Doubt, *, max_states: int = DEFAULT_MAX_STATES) -> Layout:
    """Return what `settle` does; on a board that is too wide the layout stays, and with it the honest chance."""
    try:
        return settle(doubt, max_states=max_states)
    except LimitError:
        return doubt.layout


def _promised(doubt: Doubt) -> Cell | None:
    """The start cell, while it is hidden and the first-click rule promises that it is safe."""
    layout = doubt.layout
    if layout.start is None or layout.first_click in (None, FirstClick.NONE):
        return None
    return layout.start if doubt.board[layout.start] < 0 else None


def _are_best(analysis: Analysis, cells: Sequence[Cell]) -> bool:
    """Whether each of the cells has the least mine probability of all."""
    safest = analysis.safest_cells[0]
    least = analysis.mine_probability_of(safest)
    if any(analysis.mine_probability_of(cell) > least + _NEAR for cell in cells):
        return False
    if len(analysis.board.shape) > _CHEAP_INTEGERS:
        return True
    # Equal fractions may differ in their last bits as floats. Cells of a group are equal, and so are floating cells.
    groups = [group.cells for group in analysis.groups] + [tuple(analysis.floating)]
    near = [group for group in groups if group and analysis.mine_probability_of(group[0]) <= least + _NEAR]
    fractions = [analysis.mine_fraction(group[0]) for group in near] if len(near) > 1 else [Fraction(0)]
    best = set().union(*(group for group, one in zip(near, fractions, strict=True) if one == min(fractions)))
    return best.issuperset(cells)


def _mine_one(analysis: Analysis, cells: Sequence[Cell], seed: int) -> Board:
    """The board with what is known if one of the cells is a mine: the first that is one, and none before it."""
    board = analysis.board
    safe = [dict.fromkeys(cells[:number], False) for number in range(len(cells))]
    chances = [analysis.probability_of({**before, cell: True}) for before, cell in zip(safe, cells, strict=True)]
    number = random.Random(seed).choices(range(len(cells)), chances)[0]
    return board.replace({**dict.fromkeys(cells[:number], int(View.VOID)), cells[number]: int(View.MINE)})


def _draw(analysis: Analysis, like: Layout, seed: int) -> Layout:
    """A random world as a layout with the start of another one."""
    world = analysis.sample(1, seed=seed)[0]
    rule = like.first_click or FirstClick.NONE
    return Layout.from_mask(world, shape=analysis.board.shape, start=like.start, first_click=rule)
