"""Guesses that cannot be avoided, found and proved: pairs, chains and closed boxes.

Cells with exactly two fillings, each the opposite of the other, are a pair or a chain if exchanging the fillings
changes nothing outside: no clue, and no number that another cell can still show. Then every world with one filling
has a twin with the other, and no reveal outside can distinguish them. The first reveal inside is a 50/50, now or
later. If some outside cells would distinguish them, but only if they are safe, the guess is unavoidable with the
probability that all these cells are mines.

A closed box is an area whose number of mines is fixed and whose hidden neighbours are all mines. It may have more
than two fillings; a search of all of them gives the win probability of the best play inside.

>>> import sapper
>>> found = sapper.analyze(sapper.Board.from_text("mines 1\\n.1.\\n")).forced_guesses
>>> found[0].kind, found[0].cells, found[0].odds, found[0].chance
('pair', ((0, 0), (0, 2)), Fraction(1, 2), 1.0)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import compress, product

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.board.board import Board
from sapper.board.cell import Cell, spell
from sapper.board.view import View
from sapper.explain.counted import CountedBoard
from sapper.words.catalogue import ENGLISH, Said

__all__ = ["ForcedGuess", "find_forced"]

_NEAR = 0.5  # guesses that are unavoidable with a lower probability are not reported
_SAMPLES = 64  # sampled worlds that suggest which cells depend on each other, before that is proved
_HALF = 1e-9  # tolerance for a mine probability of one half, before that is proved
_MOST_BOX = 10  # cells of a closed box
_MOST_FILLINGS = 64
_BOX_NODES = 100_000  # of the search inside a box


@dataclass(frozen=True, slots=True)
class ForcedGuess:
    """Cells that have to be guessed now or later.

    Attributes:
        kind: "pair", "chain" or "box".
        cells: row by row.
        fillings: the cells with a mine, for every way to place the mines.
        odds: probability that the best play inside survives.
        chance: probability that it is unavoidable: 1 if proved, at least 1/2 if it depends on `escapes`.
        escapes: hidden cells that would decide the guess if they were safe; empty if none would.
        said: what is to be said: what it is, and why no reveal decides it.
    """

    kind: str
    cells: tuple[Cell, ...]
    fillings: tuple[tuple[Cell, ...], ...]
    odds: Fraction
    chance: float
    escapes: tuple[Cell, ...]
    said: Said = field(repr=False, hash=False)

    @property
    def text(self) -> str:
        """What it is, and why no reveal decides it."""
        return ENGLISH.text(self.said, spell)

    @property
    def unavoidable(self) -> bool:
        """Whether no reveal outside can decide the guess."""
        return not self.escapes


def find_forced(counted: CountedBoard) -> list[ForcedGuess]:
    """Return the guesses that certainly or probably cannot be avoided, the most certain first, then by first cell."""
    area = _Area(counted)
    found = [guess for cells in _twins(area) if (guess := _prove_switch(area, cells)) is not None]
    taken = {cell for guess in found for cell in guess.cells}
    found += [
        guess
        for cells, clues in _closed(area)
        if not taken.intersection(cells) and (guess := _prove_box(area, cells, clues)) is not None
    ]
    return sorted(found, key=lambda guess: (-guess.chance, [area.shape.number(cell) for cell in guess.cells]))


class _Area:
    """A board as sets of cells: hidden cells, certain cells and neighbours."""

    def __init__(self, counted: CountedBoard) -> None:
        self.counted, self.handle = counted, counted._handle
        self.cells = counted.board.cells
        self.shape, self.value_of = counted.board.shape, counted.board.value_of
        self.probability = counted.mine_probability

    def around(self, cell: Cell) -> list[Cell]:
        """Return the neighbours of a cell."""
        return self.shape.neighbours(cell)

    def beside(self, cells: Iterable[Cell]) -> set[Cell]:
        """Return the neighbours of some cells, including those cells that are neighbours of each other."""
        return {near for cell in cells for near in self.around(cell)}

    def is_clue(self, cell: Cell) -> bool:
        """Whether the cell shows a number."""
        return bool(self.value_of(self.cells, cell) >= 0)

    def may_show(self, cell: Cell) -> bool:
        """Whether the cell is hidden and safe in some world."""
        return bool(self.value_of(self.probability, cell) < 1)  # NaN where nothing is hidden

    def chance(self, facts: dict[Cell, bool]) -> float:
        """The probability that cells are mines (True) and safe (False)."""
        return self.handle.solved.probability(self.handle.facts(dict(facts)), [])


def _twins(area: _Area) -> list[list[Cell]]:
    """Return sets of cells that equal the first cell of the set, or its opposite, in every sampled world."""
    half = area.counted.board.cells_where(np.abs(area.probability - 0.5) < _HALF)
    if len(half) < 2:
        return []
    worlds = area.handle.sample(_SAMPLES, 0).reshape(_SAMPLES, -1)
    sets: dict[bytes, list[Cell]] = {}
    for cell in half:
        column = worlds[:, area.shape.number(cell)]
        sets.setdefault((column ^ column[0]).tobytes(), []).append(cell)
    return [cells for cells in sets.values() if len(cells) > 1]


def _prove_switch(area: _Area, cells: list[Cell]) -> ForcedGuess | None:
    """Return the guess if these cells have two opposite fillings that look the same from outside, else None."""
    world = area.handle.sample(1, 0)[0]
    mined = {cell: bool(area.value_of(world, cell)) for cell in cells}
    one = [cell for cell in cells if mined[cell]]
    other = [cell for cell in cells if not mined[cell]]
    if len(one) != len(other):
        return None
    for cell in cells[1:]:
        same = mined[cell] == mined[cells[0]]
        if any(area.chance({cells[0]: value, cell: value != same}) > 0 for value in (True, False)):
            return None
    inside, mines = set(cells), set(one)
    uneven = [
        cell
        for cell in sorted(area.beside(cells) - inside, key=area.shape.number)
        if sum(near in mines for near in area.around(cell)) * 2 != sum(near in inside for near in area.around(cell))
    ]
    if any(area.is_clue(cell) for cell in uneven):
        return None
    escapes = tuple(cell for cell in uneven if area.may_show(cell))
    chance = area.chance(dict.fromkeys(escapes, True)) if escapes else 1.0
    if chance < _NEAR:
        return None
    kind = "pair" if len(cells) == 2 else "chain"
    fillings = tuple(one), tuple(other)
    said = {
        "say": f"forced.{kind}",
        "cells": cells,
        "one": one,
        "other": other,
        "escapes": list(escapes),
        "chance": chance,
    }
    return ForcedGuess(kind, tuple(cells), fillings, Fraction(1, 2), chance, escapes, said)


def _closed(area: _Area) -> Iterator[tuple[list[Cell], list[Cell]]]:
    """Yield areas, with their clues, whose number of mines is fixed and whose hidden neighbours are all mines."""
    solved = area.handle.solved
    members = solved.groups()
    components = solved.components()
    fixed = [_is_fixed(solved, index) for index in range(len(components))]
    for index, (groups, rules, _, _) in enumerate(components):
        cells = area.handle.named([cell for group in groups for cell in members[group][0]])
        if fixed[index] and _is_closed(area, cells):
            yield cells, area.handle.clues(rules)
    floating = area.handle.named(solved.floating)
    if floating and all(fixed) and area.counted.board.mines is not None and _is_closed(area, floating):
        yield floating, []


def _is_fixed(solved: _engine.Solved, component: int) -> bool:
    """Whether a component holds the same number of mines in all its fillings."""
    _, width, counts = solved.exact_counts(component)
    return len(counts) == width


def _is_closed(area: _Area, cells: list[Cell]) -> bool:
    inside = set(cells)
    if len(cells) > _MOST_BOX or any(area.value_of(area.probability, cell) in (0, 1) for cell in cells):
        return False
    return not any(area.may_show(cell) for cell in area.beside(cells) - inside)


def _prove_box(area: _Area, cells: Sequence[Cell], clues: Sequence[Cell]) -> ForcedGuess | None:
    """Return the guess inside a closed area with the odds of the best play there, or None if no guess is needed."""
    alone = area.cells.copy()
    mined = area.probability == 1
    alone[:] = View.VOID
    alone[mined] = View.MINE
    for cell in (*cells, *clues):
        number = area.shape.number(cell)
        alone.flat[number] = area.cells.flat[number] if area.is_clue(cell) else View.HIDDEN
    fillings = _fillings(area, alone, cells, clues)
    if len(fillings) > _MOST_FILLINGS:
        return None
    box = Board(area.shape, alone, mines=int(mined.sum()) + len(fillings[0]))
    counted = CountedBoard.count(box, area.counted._options)
    found = _engine.search_board(counted._handle, _MOST_FILLINGS, _BOX_NODES)
    if found is None or found.low != found.high or found.low == found.total:
        return None
    odds = Fraction(int(found.low), int(found.total))
    said = {
        "say": "forced.box",
        "cells": list(cells),
        "ways": len(fillings),
        "mines": len(fillings[0]),
        "odds": str(odds),
    }
    return ForcedGuess("box", tuple(cells), fillings, odds, 1.0, (), said)


def _fillings(
    area: _Area, alone: NDArray[np.int8], cells: Sequence[Cell], clues: Sequence[Cell]
) -> tuple[tuple[Cell, ...], ...]:
    """Return all fillings that fit the clues or, without clues, that have the mine count of every world."""
    ways = [list(compress(cells, values)) for values in product((False, True), repeat=len(cells))]
    for clue in clues:
        known = sum(area.value_of(alone, near) == View.MINE for near in area.around(clue))
        around = set(area.around(clue))
        ways = [way for way in ways if len(around.intersection(way)) + known == area.value_of(area.cells, clue)]
    if not clues:
        world = area.handle.sample(1, 0)[0]
        count = sum(bool(area.value_of(world, cell)) for cell in cells)
        ways = [way for way in ways if len(way) == count]
    return tuple(tuple(way) for way in ways)
