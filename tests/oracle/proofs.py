"""Checks proofs step by step without the engine, from a board in row format and the fields of a proof.

A set of clues forces a cell when no placement around them has the opposite, counted by the plain elimination of
`brute`. Steps are checked one by one: a sum of clues must have exactly one filling, a case must end in a contradicted
clue, and an area's numbers must be all that are possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import numpy as np

from oracle.brute import Puzzle, count_by_mines, eliminate, read_board

__all__ = [
    "LONGEST_CHAIN",
    "check_claims",
    "check_proof",
    "check_witness",
    "check_worlds",
    "find_counted_sum",
    "forces",
    "has_smaller",
    "is_minimal",
]

Cell = tuple[int, int]

LONGEST_CHAIN = 6  # clues in a chain, as documented


def forces(puzzle: Puzzle, clues: Collection[Cell], cell: Cell, mine: bool, counter: bool) -> bool:
    """Whether these clues, with the mine counter or without, leave no placement with the opposite at the cell."""
    kept = puzzle.only([puzzle.clues[clue] for clue in clues], total=counter)
    if not counter:  # cells beside no chosen clue are free and need not be counted
        near = {cell, *(other for rule in kept.rules for other in rule[2])}
        kept = replace(kept, cells=tuple(near))
    opposite = kept.with_rules([(1 - mine, 1 - mine, (cell,))])
    return eliminate(opposite, marginals=False).worlds == 0


def check_proof(rows: Sequence[Sequence[int]], mines: int | None, proof: Any) -> None:
    """Assert everything a proof claims about a board of squares."""
    check_claims(read_board(rows, mines=mines), proof)


def check_claims(puzzle: Puzzle, proof: Any) -> None:
    """Assert everything a proof claims about a board of any shape."""
    assert forces(puzzle, proof.clues, proof.cell, proof.mine, proof.counter)
    for clue in proof.clues if proof.minimal else ():
        rest = [other for other in proof.clues if other != clue]
        assert not forces(puzzle, rest, proof.cell, proof.mine, proof.counter), (proof, clue)
    if proof.counter:
        assert not forces(puzzle, puzzle.clues, proof.cell, proof.mine, counter=False)
    follower = _Follower(puzzle, proof.clues)
    for step in proof.steps:
        assert set(step.clues) <= set(proof.clues)
        assert step.counter == 0 or proof.counter
        follower.follow(step)
    assert follower.settled[proof.cell] == proof.mine
    assert proof.cell in (*proof.steps[-1].safe, *proof.steps[-1].mines)
    assert proof.technique == max(step.technique for step in proof.steps)
    assert set(proof.clues) == {clue for step in proof.steps for clue in step.clues}


def is_minimal(rows: Sequence[Sequence[int]], mines: int | None, proof: Any) -> bool:
    """Whether the cell is undecided without any one of the proof's clues."""
    puzzle = read_board(rows, mines=mines)
    return not any(
        forces(puzzle, [other for other in proof.clues if other != clue], proof.cell, proof.mine, proof.counter)
        for clue in proof.clues
    )


def find_counted_sum(rows: Sequence[Sequence[int]], mines: int, known: Mapping[Cell, bool]) -> bool:
    """Whether some sum of clues and the mine counter, each added or subtracted, settles a cell; all are tried.

    `known` tells which hidden cells are settled already, and whether they are mines.
    """
    puzzle = read_board(rows, mines=mines)
    place = {cell: at for at, cell in enumerate(cell for cell in puzzle.cells if cell not in known)}
    found = sum(known.values())
    equations = {
        (frozenset(place[cell] for cell in cells if cell in place), need - sum(known.get(cell, 0) for cell in cells))
        for need, _, cells in puzzle.rules
    }
    clues = [(sorted(cells), need) for cells, need in equations if cells]
    signs = np.array(list(product((-1, 0, 1), repeat=len(clues))), dtype=int).reshape(3 ** len(clues), len(clues))
    factors = np.zeros((len(clues), len(place)), dtype=int)
    for at, (cells, _) in enumerate(clues):
        factors[at, cells] = 1
    needs = np.array([need for _, need in clues], dtype=int)
    for counter in (-1, 1):
        factor = signs @ factors + counter
        says = signs @ needs + counter * (mines - found)
        if np.any((np.maximum(factor, 0).sum(axis=1) == says) & (factor != 0).any(axis=1)):
            return True
    return False


def check_witness(rows: Sequence[Sequence[int]], mines: int | None, witness: Any) -> None:
    """Assert that both worlds fit a board of squares and differ in the cell."""
    check_worlds(read_board(rows, mines=mines), witness)


def check_worlds(puzzle: Puzzle, witness: Any) -> None:
    """Assert that both worlds fit a board of any shape and differ in the cell."""
    for world, value in ((witness.with_mine, True), (witness.without, False)):
        placed = set(witness.board.cells_where(world))
        assert (witness.cell in placed) == value
        assert placed <= {*puzzle.cells, *puzzle.known}
        assert placed >= puzzle.known
        assert all(least <= len(placed.intersection(cells)) <= most for least, most, cells in puzzle.rules)
        assert puzzle.mines is None or len(placed - puzzle.known) == puzzle.mines


def has_smaller(puzzle: Puzzle, cell: Cell, mine: bool, counter: bool, below: int) -> bool:
    """Whether some set of fewer than `below` clues forces the cell, tried one by one."""
    useful = [clue for clue, rule in puzzle.clues.items() if puzzle.rules[rule][2]]
    return any(
        forces(puzzle, chosen, cell, mine, counter) for size in range(below) for chosen in combinations(useful, size)
    )


class _Follower:
    """The cells settled so far, by the chosen clues alone."""

    def __init__(self, puzzle: Puzzle, clues: Collection[Cell]) -> None:
        self.puzzle = puzzle
        self.clues = {clue: puzzle.rules[puzzle.clues[clue]] for clue in clues}
        self.settled: dict[Any, bool] = {}

    def open(self, clue: Cell) -> set[Any]:
        return {cell for cell in self.clues[clue][2] if cell not in self.settled}

    def need(self, clue: Cell) -> int:
        return self.clues[clue][0] - sum(self.settled.get(cell, False) for cell in self.clues[clue][2])

    def left(self) -> int:
        assert self.puzzle.mines is not None
        return self.puzzle.mines - sum(self.settled.values())

    def all_open(self) -> set[Any]:
        return {cell for cell in self.puzzle.cells if cell not in self.settled}

    def follow(self, step: Any) -> None:
        """Assert that a step proves its result, and add the result to the settled cells."""
        assert step.safe or step.mines
        assert not self.settled.keys() & {*step.safe, *step.mines}
        assert step.text
        assert step.open_cells == (len(self.all_open()) if step.counter else None)
        assert step.mines_left == (self.left() if step.counter else None)
        if step.areas:
            self.follow_areas(step)
        elif step.cases:
            self.follow_cases(step)
        elif step.technique == 4:
            self.follow_forced(step)
        else:
            self.follow_sum(step)
        self.settled |= dict.fromkeys(step.safe, False) | dict.fromkeys(step.mines, True)

    def follow_sum(self, step: Any) -> None:
        """Assert that the sum equals the most that its factors can reach."""
        expected = {1: (1, 1), 2: (2, 2), 3: (3, LONGEST_CHAIN), 5: (0, 24)}[int(step.technique)]
        assert expected[0] <= len(step.clues) <= expected[1]
        assert (step.counter != 0) == (step.technique == 5)
        says = step.counter * self.left() if step.counter else 0
        factors: Counter[Any] = Counter(dict.fromkeys(self.all_open(), step.counter)) if step.counter else Counter()
        for clue, sign in zip(step.clues, step.signs, strict=True):
            says += sign * self.need(clue)
            for cell in self.open(clue):
                factors[cell] += sign
        assert says == sum(factor for factor in factors.values() if factor > 0)
        assert set(step.mines) == {cell for cell, factor in factors.items() if factor > 0}
        assert set(step.safe) == {cell for cell, factor in factors.items() if factor < 0}

    def follow_cases(self, step: Any) -> None:
        assert int(step.technique) == 4
        (cell,) = (*step.safe, *step.mines)
        assert (step.cases[0].cell, step.cases[0].mine) == (cell, not step.mines)
        before = dict(self.settled)
        assert self.follow_case(step, 0) == len(step.cases)
        assert self.settled == before

    def follow_forced(self, step: Any) -> None:
        """Assert that the clues force the cell, for a step with too many cases to list."""
        (cell,) = (*step.safe, *step.mines)
        rules = [(self.need(clue), self.need(clue), tuple(self.open(clue))) for clue in step.clues]
        opposite = (int(not step.mines), int(not step.mines), (cell,))
        cells = {cell, *(other for rule in rules for other in rule[2])}
        assert eliminate(Puzzle(tuple(cells), (*rules, opposite)), marginals=False).worlds == 0

    def follow_case(self, step: Any, at: int) -> int:
        """Check one case and its sub-cases; return the index after them."""
        case, before = step.cases[at], dict(self.settled)
        assert case.cell not in self.settled
        self.settled[case.cell] = case.mine
        for inner in case.steps:
            assert inner.clue in step.clues
            assert set(inner.cells) == self.open(inner.clue)
            assert self.need(inner.clue) == (len(inner.cells) if inner.mine else 0)
            self.settled |= dict.fromkeys(inner.cells, inner.mine)
        at += 1
        if case.broken is not None:
            assert case.broken in step.clues
            assert not 0 <= self.need(case.broken) <= len(self.open(case.broken))
        else:
            one = step.cases[at]
            assert one.depth == case.depth + 1
            middle = self.follow_case(step, at)
            other = step.cases[middle]
            assert (other.depth, other.cell, other.mine) == (one.depth, one.cell, not one.mine)
            at = self.follow_case(step, middle)
        self.settled = before
        return at

    def follow_areas(self, step: Any) -> None:
        """Assert that under the opposite, the areas and the cells outside cannot hold the mines left."""
        assert int(step.technique) == 6
        assert step.counter
        (cell,) = (*step.safe, *step.mines)
        mine = not step.mines
        sums = {int(mine)}
        inside: set[Any] = {cell}
        for area in step.areas:
            assert set(area.clues) <= set(step.clues)
            cells = set().union(*(self.open(clue) for clue in area.clues)) - {cell}
            assert cells == set(area.cells)
            assert not cells & inside
            inside |= cells
            rules = [
                (need, need, tuple(self.open(clue) - {cell}))
                for clue in area.clues
                for need in [self.need(clue) - (mine and cell in self.open(clue))]
            ]
            assert set(area.mines) == set(count_by_mines(Puzzle(tuple(cells), tuple(rules))))
            sums = {one + other for one in sums for other in area.mines}
        outside = len(self.all_open() - inside)
        assert not any(one <= self.left() <= one + outside for one in sums)
