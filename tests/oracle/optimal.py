"""Optimal play by its definition, in whole numbers and fractions: slow, independent, never shipped.

A position is the worlds that are left and the cells that are revealed. Every cell is tried. A game is won as soon as
all safe cells of its world are revealed; while it continues, the worlds it would have won are excluded.

>>> from oracle.brute import read_board
>>> optimal_play(read_board([[-1, 1, -1]], mines=1))
(Fraction(1, 2), [], [(0, 0), (0, 2)])
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from fractions import Fraction
from functools import cache
from itertools import combinations

from oracle.boards import near
from oracle.brute import Puzzle, brute_force

__all__ = ["Play", "optimal_play", "whole_board"]

Mines = frozenset[Hashable]


class Play:
    """Optimal play among worlds with their weights."""

    def __init__(self, worlds: dict[Mines, Fraction], cells: list[Hashable], around: dict[Hashable, Mines]) -> None:
        """Take the worlds as sets of mines, the cells that may be revealed, and the neighbours of each."""
        self.weight = worlds
        self.cells = cells
        self.around = around
        self.value = cache(self._value)

    def _value(self, worlds: frozenset[Mines], revealed: Mines) -> Fraction:
        over = {world for world in worlds if all(cell in world or cell in revealed for cell in self.cells)}
        left = worlds - over
        won = sum((self.weight[world] for world in over), Fraction(0))
        if not left:
            return won
        return won + max(self.after(left, revealed, cell) for cell in self.cells if cell not in revealed)

    def after(self, worlds: frozenset[Mines], revealed: Mines, cell: Hashable) -> Fraction:
        """Return the value of revealing this cell next."""
        parts = defaultdict(set)
        for world in worlds:
            if cell not in world:
                parts[len(world & self.around[cell])].add(world)
        return sum((self.value(frozenset(part), revealed | {cell}) for part in parts.values()), Fraction(0))


def optimal_play(puzzle: Puzzle) -> tuple[Fraction, list[Hashable], list[Hashable]]:
    """Return the win probability of a board, its safe cells, and the other cells that are as good to reveal."""
    listed = brute_force(puzzle)
    weights = {}
    for index, row in enumerate(listed.table.tolist()):
        world = frozenset(cell for cell, mine in zip(puzzle.cells, row, strict=True) if mine) | puzzle.known
        weights[world] = listed.weight([index])
    play = Play(weights, list(puzzle.cells), dict(puzzle.neighbours))
    worlds = frozenset(weights)
    value = play.value(worlds, frozenset())
    over = {world for world in worlds if all(cell in world for cell in puzzle.cells)}
    rest = worlds - over
    won = sum((weights[world] for world in over), Fraction(0))
    safe = {cell for cell in puzzle.cells if not any(cell in world for world in worlds)}
    best = {cell for cell in puzzle.cells if rest and won + play.after(rest, frozenset(), cell) == value}
    return value / listed.weight(), sorted(safe), sorted(best - safe)


def whole_board(rows: int, cols: int, mines: int) -> dict[tuple[int, int], tuple[int, int]]:
    """For every start cell the layouts won, and those won among the layouts in which it shows a zero."""
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    around = {cell: frozenset(near(cell, rows, cols)) for cell in cells}
    layouts = [frozenset(chosen) for chosen in combinations(cells, mines)]
    play = Play(dict.fromkeys(layouts, Fraction(1)), list(cells), around)
    over = sum(len(layout) == len(cells) for layout in layouts)  # no safe cell: won before the start
    found = {}
    for start in cells:
        open_here = frozenset(layout for layout in layouts if start not in layout and not layout & around[start])
        any_number = play.after(frozenset(layouts), frozenset(), start)
        found[start] = over + int(any_number), int(play.after(open_here, frozenset(), start))
    return found
