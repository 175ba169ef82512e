"""Two slow and independent implementations of what the engine computes; never shipped.

A `Puzzle` is a list of cells, rules "between lo and hi mines among these", and what is known of the number
of mines. `read_board` and `read_rules` make one. `brute_force` lists every placement of mines and keeps the
worlds; `eliminate` counts them with whole numbers, one group of cells at a time, and reaches boards of any
size as long as few rules are open at once. Both are simple, so that they do not share the faults of an engine.

>>> puzzle = read_board([[-1, 1, -1, -1]], mines=1)
>>> brute_force(puzzle).worlds, brute_force(puzzle).fraction((0, 0))
(2, Fraction(1, 2))
>>> eliminate(puzzle).worlds, eliminate(puzzle).fraction((0, 3))
(2, Fraction(0, 1))
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

__all__ = [
    "FLAG",
    "HIDDEN",
    "MINE",
    "QUESTION",
    "VOID",
    "Elimination",
    "Puzzle",
    "Worlds",
    "brute_force",
    "count_by_mines",
    "eliminate",
    "joint",
    "read_board",
    "read_rules",
]

HIDDEN, FLAG, QUESTION, MINE, VOID = -1, -2, -3, -4, -5

MOST_CELLS = 20  # brute force lists 2 ** cells placements

Rule = tuple[int, int, tuple[Hashable, ...]]  # at least, at most, among these cells


@dataclass(frozen=True)
class Puzzle:
    """Cells that may hold a mine, and everything known about them."""

    cells: tuple[Hashable, ...]  # the undecided cells, in the order given
    rules: tuple[Rule, ...]  # over undecided cells only
    mines: int | None = None  # total over the undecided cells, or None when only the density is known
    density: Fraction = Fraction(1, 2)  # used when `mines` is None; 1/2 makes all worlds equally likely
    known: frozenset[Hashable] = frozenset()  # cells that are mines for sure; not in `cells`
    neighbours: Mapping[Hashable, frozenset[Hashable]] = field(default_factory=dict)  # boards only
    clues: Mapping[Hashable, int] = field(default_factory=dict)  # boards only: the rule of each clue

    def with_rules(self, rules: Iterable[Rule]) -> Puzzle:
        """The same puzzle with more rules."""
        return replace(self, rules=self.rules + tuple(rules))

    def only(self, kept: Iterable[int], *, total: bool = True) -> Puzzle:
        """The same puzzle with these rules alone, and without the total unless `total` is set."""
        rules = tuple(self.rules[i] for i in sorted(kept))
        return replace(self, rules=rules, mines=self.mines if total else None)


def read_board(
    rows: Sequence[Sequence[int]],
    *,
    mines: int | None = None,
    density: float | None = None,
    trust_flags: bool = False,
) -> Puzzle:
    """A board in row format; its cells are (row, col) in row-major order."""
    view = {(r, c): int(value) for r, row in enumerate(rows) for c, value in enumerate(row)}
    if trust_flags:
        view = {cell: MINE if value == FLAG else value for cell, value in view.items()}
    view = {cell: value for cell, value in view.items() if value != VOID}
    neighbours = {
        (r, c): frozenset(
            near
            for near in ((r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))
            if near in view
        )
        for r, c in view
    }
    known = frozenset(cell for cell, value in view.items() if value == MINE)
    covered = {cell for cell, value in view.items() if value in (HIDDEN, FLAG, QUESTION)}
    rules = []
    clues = {}
    for cell, value in view.items():
        if value >= 0:
            need = value - len(neighbours[cell] & known)
            clues[cell] = len(rules)
            rules.append((need, need, tuple(sorted(neighbours[cell] & covered))))
    return Puzzle(
        tuple(sorted(covered)),
        tuple(rules),
        None if mines is None else mines - len(known),
        Fraction(1, 2) if density is None else Fraction(density),
        known,
        neighbours,
        clues,
    )


def read_rules(
    rules: Iterable[str],
    *,
    cells: Iterable[str] = (),
    others: int = 0,
    mines: int | None = None,
    density: float | None = None,
) -> Puzzle:
    """Rules "2:a,b,c" or "0-1:a,b"; further cells are named in `cells` or become ("other", i)."""
    parsed = []
    for text in rules:
        count, _, names = text.partition(":")
        least, _, most = count.partition("-")
        parsed.append((int(least), int(most or least), tuple(filter(None, names.split(",")))))
    named = dict.fromkeys(name for rule in parsed for name in rule[2]) | dict.fromkeys(cells)
    everything = (*named, *(("other", i) for i in range(others)))
    return Puzzle(everything, tuple(parsed), mines, Fraction(1, 2) if density is None else Fraction(density))


def joint(puzzle: Puzzle, question: Mapping[Hashable, bool | int]) -> Iterator[Rule]:
    """The question "this cell is a mine (True), is safe (False) or shows this number" as rules."""
    for cell, answer in question.items():
        if cell in puzzle.known:
            if answer is not True:
                yield (1, 1, ())  # never
            continue
        mine = int(answer is True)
        yield (mine, mine, (cell,))
        if not isinstance(answer, bool):
            beside = puzzle.neighbours[cell]
            need = answer - len(beside & puzzle.known)
            yield (need, need, tuple(beside.intersection(puzzle.cells)))


# --- brute force ---


@dataclass(frozen=True)
class Worlds:
    """Every world of a small puzzle, as rows of a table."""

    puzzle: Puzzle
    table: np.ndarray  # bool, one row a world, one column a cell of the puzzle

    @property
    def worlds(self) -> int:
        """How many there are."""
        return len(self.table)

    def sets(self) -> set[frozenset[Hashable]]:
        """Each world as its set of mines, known mines included."""
        cells = self.puzzle.cells
        return {
            frozenset(cell for cell, mine in zip(cells, world, strict=True) if mine) | self.puzzle.known
            for world in self.table.tolist()
        }

    def weight(self, chosen: np.ndarray | None = None) -> Fraction:
        """Return the weight of the chosen worlds: one each, or their probability by density."""
        table = self.table if chosen is None else self.table[chosen]
        if self.puzzle.mines is not None:
            return Fraction(len(table))
        p, n = self.puzzle.density, len(self.puzzle.cells)
        per_count = np.bincount(table.sum(axis=1), minlength=n + 1).tolist()
        return sum((ways * p**k * (1 - p) ** (n - k) for k, ways in enumerate(per_count) if ways), Fraction(0))

    def probability(self, question: Mapping[Hashable, bool | int]) -> Fraction:
        """The probability that every answer holds."""
        chosen = np.ones(len(self.table), dtype=bool)
        for cell, answer in question.items():
            if isinstance(answer, bool):
                chosen &= self.mine(cell) == answer
            else:
                chosen &= ~self.mine(cell) & (self.number(cell) == answer)
        return self.weight(chosen) / self.weight()

    def fraction(self, cell: Hashable) -> Fraction:
        """The mine probability of a cell."""
        return self.probability({cell: True})

    def outcomes(self, cell: Hashable) -> tuple[Fraction, list[Fraction]]:
        """The probability of a mine, and of each number 0..8."""
        return self.fraction(cell), [self.probability({cell: number}) for number in range(9)]

    def dead(self) -> list[Hashable]:
        """The undecided cells that are safe in some world and show the same number in all of those."""
        return [cell for cell in self.puzzle.cells if len(set(self.number(cell)[~self.mine(cell)].tolist())) == 1]

    def mine(self, cell: Hashable) -> np.ndarray:
        """In which worlds the cell is a mine."""
        if cell in self.puzzle.known:
            return np.ones(len(self.table), dtype=bool)
        return self.table[:, self.puzzle.cells.index(cell)]

    def number(self, cell: Hashable) -> np.ndarray:
        """How many mines lie beside the cell in each world."""
        near = self.puzzle.neighbours[cell]
        columns = [i for i, other in enumerate(self.puzzle.cells) if other in near]
        return self.table[:, columns].sum(axis=1) + len(near & self.puzzle.known)


def brute_force(puzzle: Puzzle) -> Worlds:
    """List every placement of mines and keep those that fit."""
    n = len(puzzle.cells)
    if n > MOST_CELLS:
        raise ValueError(f"{n} cells are too many for brute force")
    table = (np.arange(2**n)[:, None] >> np.arange(n)) & 1 == 1
    fits = np.ones(len(table), dtype=bool)
    for least, most, cells in puzzle.rules:
        count = table[:, [puzzle.cells.index(cell) for cell in cells]].sum(axis=1)
        fits &= (least <= count) & (count <= most)
    if puzzle.mines is not None:
        fits &= table.sum(axis=1) == puzzle.mines
    return Worlds(puzzle, table[fits])


# --- elimination ---

Polynomial = dict[int, int]  # number of mines -> number of ways


@dataclass(frozen=True)
class Elimination:
    """Exact counts of a puzzle of any size."""

    puzzle: Puzzle
    worlds: int  # how many placements fit
    weight: Fraction  # the same, each weighed by the density where the total is unknown
    fractions: Mapping[Hashable, Fraction]  # mine probability of every undecided cell; {} without a world

    def fraction(self, cell: Hashable) -> Fraction:
        """The mine probability of a cell."""
        return Fraction(1) if cell in self.puzzle.known else self.fractions[cell]

    def probability(self, question: Mapping[Hashable, bool | int]) -> Fraction:
        """The probability that every answer holds, by counting again with the answers as rules."""
        asked = eliminate(self.puzzle.with_rules(joint(self.puzzle, question)), marginals=False)
        return asked.weight / self.weight


def count_by_mines(puzzle: Puzzle) -> Polynomial:
    """Return the number of worlds for each number of mines that has any, independent of the total."""
    settled, left = _settle(replace(puzzle, mines=None))
    if any(not least <= 0 <= most for least, most, cells in left.rules if not cells):
        return {}
    ruled, free = _groups(left)
    chains = [_Chain(left, groups).polynomial() for groups in _components(ruled)]
    whole = _product([*chains, {k: math.comb(len(free), k) for k in range(len(free) + 1)}])
    found = sum(settled.values()) + len(puzzle.known)
    return {mines + found: ways for mines, ways in whole.items() if ways}


def eliminate(puzzle: Puzzle, *, marginals: bool = True) -> Elimination:
    """Count the worlds group by group, in whole numbers."""
    settled, left = _settle(puzzle)
    if any(not least <= 0 <= most for least, most, cells in left.rules if not cells):
        return Elimination(puzzle, 0, Fraction(0), {})
    ruled, free = _groups(left)
    chains = [_Chain(left, groups) for groups in _components(ruled)]
    polynomials = [chain.polynomial() for chain in chains]
    whole = _product(polynomials)
    rest = {mines: _rest(left, len(free), mines) for mines in whole}
    weight = sum(ways * rest[mines] for mines, ways in whole.items())
    if puzzle.mines is None:
        p, found = puzzle.density, sum(settled.values())
        worlds = sum(whole.values()) * 2 ** len(free)
        unit = p**found * (1 - p) ** (len(settled) - found) / p.denominator ** len(left.cells)
    else:
        worlds, unit = weight, Fraction(1)
    fractions: dict[Hashable, Fraction] = {}
    if marginals and worlds:
        fractions |= {cell: Fraction(mine) for cell, mine in settled.items()}
        for chain, share in zip(chains, _shares(polynomials, rest), strict=True):
            for group, mines in chain.expected_mines(share):
                fractions |= dict.fromkeys(group, Fraction(mines, weight * len(group)))
        if free:
            mines = sum(ways * _rest(left, len(free), k, of_which=1) for k, ways in whole.items())
            fractions |= dict.fromkeys(free, Fraction(mines, weight))
    return Elimination(puzzle, worlds, weight * unit, fractions)


def _settle(puzzle: Puzzle) -> tuple[dict[Hashable, bool], Puzzle]:
    """Return the cells that single rules decide, applied repeatedly, and the puzzle over the others.

    A played board is mostly such cells; without them its components are small.
    """
    rules_of: dict[Hashable, list[int]] = {cell: [] for cell in puzzle.cells}
    for i, (_, _, cells) in enumerate(puzzle.rules):
        for cell in cells:
            rules_of[cell].append(i)
    rules = list(puzzle.rules)
    settled: dict[Hashable, bool] = {}
    for i in (queue := list(range(len(rules)))):
        least, most, cells = rules[i]
        if cells and (most == 0 or least == len(cells)):
            for cell in cells:
                settled[cell] = most != 0
                for j in rules_of[cell]:
                    low, high, among = rules[j]
                    among = tuple(other for other in among if other != cell)
                    rules[j] = (low - settled[cell], high - settled[cell], among)
                    queue.append(j)
    undecided = tuple(cell for cell in puzzle.cells if cell not in settled)
    mines = None if puzzle.mines is None else puzzle.mines - sum(settled.values())
    return settled, replace(puzzle, cells=undecided, rules=tuple(rules), mines=mines)


def _groups(puzzle: Puzzle) -> tuple[dict[frozenset[int], list[Hashable]], list[Hashable]]:
    """The cells by the set of rules they are in, and those in no rule at all."""
    rules_of: dict[Hashable, list[int]] = {cell: [] for cell in puzzle.cells}
    for i, (_, _, cells) in enumerate(puzzle.rules):
        for cell in cells:
            rules_of[cell].append(i)
    groups: dict[frozenset[int], list[Hashable]] = defaultdict(list)
    for cell, rules in rules_of.items():
        groups[frozenset(rules)].append(cell)
    return groups, groups.pop(frozenset(), [])


def _components(groups: dict[frozenset[int], list[Hashable]]) -> list[dict[frozenset[int], list[Hashable]]]:
    """Return the components, which are groups connected by rules, each in a good order of elimination."""
    by_rule: dict[int, list[frozenset[int]]] = defaultdict(list)
    for rules in groups:
        for rule in sorted(rules):
            by_rule[rule].append(rules)
    components = []
    waiting = dict(groups)
    while waiting:
        start = _far_end(by_rule, next(iter(waiting)))
        order: dict[frozenset[int], list[Hashable]] = {}
        open_rules: list[int] = []
        while start is not None:
            order[start] = waiting.pop(start)
            open_rules += sorted(start.difference(open_rules))
            open_rules = [rule for rule in open_rules if any(group in waiting for group in by_rule[rule])]
            # Fewest newly opened rules first; among equals the group of the rule that has been open longest.
            near = dict.fromkeys(g for rule in open_rules for g in by_rule[rule] if g in waiting)
            start = min(near, key=lambda group: len(group.difference(open_rules)), default=None)
        components.append(order)
    return components


def _far_end(by_rule: dict[int, list[frozenset[int]]], start: frozenset[int]) -> frozenset[int]:
    """Return a group as far from `start` as possible: elimination of a long chain is cheapest from one end."""
    seen = {start: None}
    used: set[int] = set()
    for group in (queue := [start]):
        for rule in sorted(group - used):
            used.add(rule)
            queue += (fresh := [other for other in by_rule[rule] if other not in seen])
            seen |= dict.fromkeys(fresh)
    return queue[-1]


class _Chain:
    """One component as a chain of layers. A state holds the mines of each open rule so far, and in all."""

    def __init__(self, puzzle: Puzzle, order: dict[frozenset[int], list[Hashable]]) -> None:
        self.groups = list(order.items())
        left = {rule: len(puzzle.rules[rule][2]) for rules in order for rule in rules}
        opened: list[int] = []
        self.steps = []
        for rules, cells in self.groups:
            fresh = sorted(rules.difference(opened))
            opened = opened + fresh
            for rule in rules:
                left[rule] -= len(cells)
            bounds = [
                (i, puzzle.rules[rule][0] - left[rule], puzzle.rules[rule][1])
                for i, rule in enumerate(opened)
                if rule in rules
            ]
            kept = [i for i, rule in enumerate(opened) if left[rule]]
            opened = [opened[i] for i in kept]
            self.steps.append((len(cells), (0,) * len(fresh), bounds, kept))

    def moves(self, step: int, seen: tuple[int, ...]) -> list[tuple[int, int, tuple[int, ...]]]:
        """From one state: mines put in the group, ways to put them, and the state after."""
        size, fresh, bounds, kept = self.steps[step]
        out = []
        for mines in range(size + 1):
            counts = [*seen, *fresh]
            for i, _, _ in bounds:
                counts[i] += mines
            if all(least <= counts[i] <= most for i, least, most in bounds):
                out.append((mines, math.comb(size, mines), tuple(counts[i] for i in kept)))
        return out

    def layers(self) -> list[dict[tuple[int, ...], Polynomial]]:
        """For each state before each group, and at the end: the ways to reach it, by mines so far."""
        layers: list[dict[tuple[int, ...], Polynomial]] = [{(): {0: 1}}]
        for step in range(len(self.steps)):
            layer: dict[tuple[int, ...], Polynomial] = defaultdict(lambda: defaultdict(int))
            for seen, ways in layers[-1].items():
                for mines, choices, after in self.moves(step, seen):
                    target = layer[after]
                    for so_far, count in ways.items():
                        target[so_far + mines] += count * choices
            layers.append(layer)
        return layers

    def polynomial(self) -> Polynomial:
        """Ways to fill the component, by its number of mines."""
        return dict(self.layers()[-1].get((), {}))

    def expected_mines(self, share: Polynomial) -> Iterator[tuple[list[Hashable], int]]:
        """Each group with its mines over all worlds; a filling with m mines stands for share[m] worlds."""
        layers = self.layers()
        ahead: dict[tuple[int, ...], Polynomial] = {(): share}
        for step in reversed(range(len(self.steps))):
            total = 0
            behind: dict[tuple[int, ...], Polynomial] = {}
            for seen, ways in layers[step].items():
                worth = dict.fromkeys(ways, 0)
                for mines, choices, after in self.moves(step, seen):
                    to_come = ahead[after]
                    for so_far, count in ways.items():
                        value = choices * to_come[so_far + mines]
                        worth[so_far] += value
                        total += mines * count * value
                behind[seen] = worth
            ahead = behind
            yield self.groups[step][1], total


def _rest(puzzle: Puzzle, free: int, mines: int, *, of_which: int = 0) -> int:
    """Return the weight of one filling with `mines` mines, summed over all fillings of the free cells.

    With of_which=1 only the ways that put a mine on one given free cell are counted. For a density a/b the
    unit is 1 / b ** cells, so that everything stays whole.
    """
    if puzzle.mines is not None:
        left = puzzle.mines - mines - of_which
        return math.comb(free - of_which, left) if left >= 0 else 0
    a, b = puzzle.density.numerator, puzzle.density.denominator
    ruled = len(puzzle.cells) - free
    return a**mines * (b - a) ** (ruled - mines) * b ** (free - of_which) * a**of_which


def _product(polynomials: list[Polynomial]) -> Polynomial:
    """Return the product, computed by halves."""
    if len(polynomials) <= 1:
        return polynomials[0] if polynomials else {0: 1}
    half = len(polynomials) // 2
    left, right = _product(polynomials[:half]), _product(polynomials[half:])
    out: Polynomial = defaultdict(int)
    for i, x in left.items():
        for j, y in right.items():
            out[i + j] += x * y
    return dict(out)


def _shares(polynomials: list[Polynomial], rest: Polynomial) -> list[Polynomial]:
    """Return, for each polynomial, the weight of its m mines summed over all the others; computed by halves."""
    if len(polynomials) <= 1:
        return [rest] * len(polynomials)
    half = len(polynomials) // 2
    left, right = _product(polynomials[:half]), _product(polynomials[half:])
    of_left = {i: sum(y * rest[i + j] for j, y in right.items()) for i in left}
    of_right = {j: sum(x * rest[i + j] for i, x in left.items()) for j in right}
    return _shares(polynomials[:half], of_left) + _shares(polynomials[half:], of_right)
