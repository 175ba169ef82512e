"""Exact probability by rules over groups: the mine total is one more rule, and equivalent cells count as one.

A board comes in; a `GroupWalk` comes out with every step of the method. Clues become *rules*, cells in the same rules
become *groups*, and a group is given one value after the other. After each choice every rule is *simplified*: groups
with known values leave it, and what is left may force other values. When all groups have values, that is a
*solution*, worth the product of its binomials. The engine counts the same worlds another way and far faster; this
walk can be followed by hand.

>>> walk = walk_groups(Board.from_text(EXAMPLE))
>>> [walk.spell_rule(rule) for rule in walk.rules][:2]
['(a+e+g) + (b+c+h+i) = 1', '(b+c+h+i) + (d+f+j) = 3']
>>> [(solution.values, solution.worlds) for solution in walk.solutions], walk.worlds
([((0, 1, 2, 3), 48), ((1, 0, 3, 2), 18)], 66)
>>> walk.mine_fraction(3), float(walk.mine_fraction(3))
(Fraction(15, 22), 0.6818181818181818)
>>> step = walk.simplify(0)[0]
>>> walk.spell_rule(step.before), walk.spell_rule(step.after), step.deduced
('(a+e+g) + (b+c+h+i) = 1', '(b+c+h+i) = 1', ((1, 1),))
"""

from __future__ import annotations

import math
import string
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from sapper.base.number import whole_number
from sapper.board.board import Board, View
from sapper.board.cell import Cell, neighbours, spell
from sapper.errors import ContradictionError, InputError, LimitError
from sapper.reference.published import Published

__all__ = [
    "DEFAULT_MAX_CHOICES",
    "EXAMPLE",
    "PUBLISHED",
    "THREES",
    "Choice",
    "GroupRule",
    "GroupSolution",
    "GroupWalk",
    "Simplification",
    "walk_groups",
]

# The worked example: a 1 and a 3 side by side, six mines.
EXAMPLE = "mines 6\n....\n.13.\n....\n...."
# The hard board of connected threes, which methods that list cells one by one do not finish.
THREES = """mines 51
................
.3.......3...3..
................
...3...3...3....
................
.....3..........
................
.......3...3....
................
.3.......3......
................
...3...3...3....
................
.3...3.......3..
................
................"""
DEFAULT_MAX_CHOICES = 2_000_000

PUBLISHED = (
    Published("combinations of the first solution of the example", 48, "", "solution combinations"),
    Published("combinations of the second", 18, "", "solution combinations"),
    Published("combinations of the example", 66, "", "solution combinations"),
    Published("mine probability of the cells k, l, m and n", 0.681818181818, "", "probabilities"),
    Published("time for the board of connected threes, about", 4, "s", "common problems"),
)

_MOST_GROUPS = 400  # each may be one choice deeper
_KEPT = 1_000  # solutions and choices that are kept to be told
_LETTERS = string.ascii_letters
_UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class GroupRule:
    """So many mines among these groups together."""

    total: int  # mines still to be found
    groups: tuple[int, ...]  # places in `GroupWalk.groups`
    clue: Cell | None  # whose rule it is; None for the mine total


@dataclass(frozen=True, slots=True)
class GroupSolution:
    """A number of mines for every group that keeps all rules."""

    values: tuple[int, ...]  # mines of each group
    combinations: tuple[int, ...]  # ways to place them inside it

    @property
    def worlds(self) -> int:
        """The worlds this solution stands for."""
        return math.prod(self.combinations)


@dataclass(frozen=True, slots=True)
class Choice:
    """A value given to a group, and what followed from it."""

    depth: int  # choices made before it that still hold
    group: int
    value: int
    deduced: tuple[tuple[int, int], ...]  # groups and the values the rules then forced on them
    end: str  # "solution", "contradiction", or "open" where another choice follows


@dataclass(frozen=True, slots=True)
class Simplification:
    """One rule before and after the known values leave it, and the values it then forces."""

    rule: int  # place in `GroupWalk.rules`
    before: GroupRule  # as the steps before left it
    after: GroupRule  # the groups without a value, and the mines left for them
    deduced: tuple[tuple[int, int], ...]  # all groups of `after` and their values, or none
    possible: bool  # false where no values keep the rule


@dataclass(frozen=True, slots=True)
class GroupWalk:
    """The method on one board, step by step. Made by `walk_groups`."""

    board: Board
    names: dict[Cell, str]  # of the hidden cells: as given, else letters, or row,col where letters do not suffice
    rules: tuple[GroupRule, ...]  # clue by clue, the mine total last
    groups: tuple[tuple[Cell, ...], ...]  # cells in the same rules, in the order of their first cell
    certain: tuple[tuple[int, int], ...]  # groups and values that the rules force before any choice
    choices: tuple[Choice, ...]  # the first thousand
    choice_count: int
    solutions: tuple[GroupSolution, ...]  # the first thousand
    solution_count: int
    worlds: int
    mine_ways: tuple[int, ...]  # by group: mines in it summed over all worlds
    seconds: dict[str, float] = field(compare=False)  # by step: rules, groups, solutions

    def mine_fraction(self, group: int) -> Fraction:
        """The exact mine probability of every cell of a group."""
        return Fraction(self.mine_ways[group], len(self.groups[group]) * self.worlds)

    def simplify(self, place: int | None) -> tuple[Simplification, ...]:
        """The steps that follow the choice at a place of `choices`; with None, those before any choice.

        Rules are simplified in their order, again and again until no value is new or a rule cannot hold. A step is
        told where the rule changes or forces something.
        """
        known = {} if place is None else dict(self._known_before(place))
        left = [_take_out(rule, known) for rule in self.rules]
        if place is not None:
            known[self.choices[place].group] = self.choices[place].value
        steps: list[Simplification] = []
        moved = True
        while moved:
            moved = False
            for number, before in enumerate(left):
                after = _take_out(before, known)
                room = sum(len(self.groups[group]) for group in after.groups)
                possible = 0 <= after.total <= room
                deduced = tuple(self._forced_by(after, room)) if possible else ()
                if after == before and possible and not deduced:
                    continue
                steps.append(Simplification(number, before, after, deduced, possible))
                if not possible:
                    return tuple(steps)
                left[number] = GroupRule(0, (), after.clue) if deduced else after
                known.update(deduced)
                moved |= bool(deduced)
        return tuple(steps)

    def _known_before(self, place: int) -> Iterator[tuple[int, int]]:
        """Groups and values that hold when a choice is made: the certain ones, and those of the choices above it."""
        yield from self.certain
        depth = self.choices[place].depth
        for choice in reversed(self.choices[:place]):
            if choice.depth < depth:
                depth = choice.depth
                yield choice.group, choice.value
                yield from choice.deduced

    def _forced_by(self, rule: GroupRule, room: int) -> Iterator[tuple[int, int]]:
        if rule.total in (0, room) or len(rule.groups) == 1:
            for group in rule.groups:
                size = len(self.groups[group])
                yield group, 0 if rule.total == 0 else size if rule.total == room else rule.total

    def spell_group(self, group: int) -> str:
        """A group as the sum of its cells; a large one is cut short."""
        names = [self.names[cell] for cell in self.groups[group]]
        return "(" + "+".join(names if len(names) <= 12 else [*names[:3], f"{len(names) - 3} more"]) + ")"

    def spell_rule(self, rule: GroupRule) -> str:
        """A rule as an equation over groups."""
        return f"{' + '.join(map(self.spell_group, rule.groups)) or '0'} = {rule.total}"


def walk_groups(
    board: Board, *, names: Mapping[Cell, str] | None = None, max_choices: int = DEFAULT_MAX_CHOICES
) -> GroupWalk:
    """Go through the method on a board with a known number of mines; flags are hidden cells.

    `names` are those of the hidden cells, as `read_lettered` returns them; without them the cells get letters.

    Raises:
        InputError: the number of mines is not known, nothing is hidden, or a hidden cell has no name.
        ContradictionError: no solution keeps all rules.
        LimitError: more choices than `max_choices`, or more than 400 groups.
    """
    most = whole_number(max_choices, "max_choices", least=1)
    if board.mines is None:
        raise InputError("the total of mines is one of the rules, and this board states none")
    clock = [time.perf_counter()]
    within = _read_rules(board)
    hidden = sorted(within.rules_of)
    if unnamed := [cell for cell in hidden if names is not None and cell not in names]:
        raise InputError("the hidden cell has no name", unnamed[0])
    clock.append(time.perf_counter())
    totals, members, groups, clues = _group(within)
    if len(groups) > _MOST_GROUPS:
        raise LimitError(f"the walk is for small boards: {len(groups)} groups are more than {_MOST_GROUPS}")
    rules = tuple(GroupRule(*rule) for rule in zip(totals, members, clues, strict=True))
    clock.append(time.perf_counter())
    search = _Search(rules, [len(cells) for cells in groups], most)
    search.run()
    clock.append(time.perf_counter())
    if search.solution_count == 0:
        raise ContradictionError("no numbers of mines in the groups keep all rules", [], True)
    return GroupWalk(
        board=board,
        names=_name_cells(hidden) if names is None else {cell: names[cell] for cell in hidden},
        rules=rules,
        groups=groups,
        certain=search.certain,
        choices=tuple(search.choices),
        choice_count=search.choice_count,
        solutions=tuple(search.solutions),
        solution_count=search.solution_count,
        worlds=search.worlds,
        mine_ways=tuple(search.mine_ways),
        seconds=dict(zip(("rules", "groups", "solutions"), np.diff(clock).tolist(), strict=True)),
    )


def _name_cells(hidden: list[Cell]) -> dict[Cell, str]:
    if len(hidden) <= len(_LETTERS):
        return dict(zip(hidden, _LETTERS, strict=False))
    return {cell: spell(cell) for cell in hidden}


def _take_out(rule: GroupRule, known: Mapping[int, int]) -> GroupRule:
    """The rule without the groups that have values."""
    mines = sum(known.get(group, 0) for group in rule.groups)
    return GroupRule(rule.total - mines, tuple(group for group in rule.groups if group not in known), rule.clue)


@dataclass(slots=True)
class _Rules:
    """Rules over single cells."""

    totals: list[int]
    clues: list[Cell | None]
    rules_of: dict[Cell, list[int]]  # hidden cell -> its rules


def _read_rules(board: Board) -> _Rules:
    cells = board.cells
    covered = np.isin(cells, (View.HIDDEN, View.FLAG, View.QUESTION))
    hidden = [(int(row), int(col)) for row, col in np.argwhere(covered)]
    if not hidden:
        raise InputError("the board has no hidden cell")
    found = _Rules([], [], {cell: [] for cell in hidden})
    for row, col in np.argwhere(cells >= 0).tolist():
        around = neighbours((row, col), rows=board.rows, cols=board.cols)
        for cell in around:
            if cell in found.rules_of:
                found.rules_of[cell].append(len(found.totals))
        found.totals.append(int(cells[row, col]) - sum(int(cells[cell]) == View.MINE for cell in around))
        found.clues.append((row, col))
    for rules in found.rules_of.values():
        rules.append(len(found.totals))
    found.totals.append((board.mines or 0) - int(np.count_nonzero(cells == View.MINE)))
    found.clues.append(None)
    return found


def _group(
    rules: _Rules,
) -> tuple[list[int], list[tuple[int, ...]], tuple[tuple[Cell, ...], ...], list[Cell | None]]:
    """Totals, groups and clues of the rules, and the cells of each group; a clue with nothing hidden is no rule."""
    grouped: dict[tuple[int, ...], list[Cell]] = {}
    for cell, within in rules.rules_of.items():
        grouped.setdefault(tuple(within), []).append(cell)
    members: list[list[int]] = [[] for _ in rules.totals]
    for group, shared in enumerate(grouped):
        for rule in shared:
            members[rule].append(group)
    kept = [rule for rule, inside in enumerate(members) if inside or rules.totals[rule]]
    return (
        [rules.totals[rule] for rule in kept],
        [tuple(members[rule]) for rule in kept],
        tuple(map(tuple, grouped.values())),
        [rules.clues[rule] for rule in kept],
    )


class _Search:
    """Gives groups values until the rules leave no choice, and adds up what the solutions are worth."""

    def __init__(self, rules: tuple[GroupRule, ...], sizes: list[int], max_choices: int) -> None:
        self._groups_of = [rule.groups for rule in rules]
        self._rules_of: list[list[int]] = [[] for _ in sizes]
        for place, rule in enumerate(rules):
            for group in rule.groups:
                self._rules_of[group].append(place)
        self._sizes, self._most = sizes, max_choices
        self._combinations = [[math.comb(size, value) for value in range(size + 1)] for size in sizes]
        self._need = [rule.total for rule in rules]
        self._room = [sum(sizes[group] for group in rule.groups) for rule in rules]
        self._open = [len(rule.groups) for rule in rules]
        self._values = [_UNKNOWN] * len(sizes)
        self._trail: list[int] = []  # groups in the order they got their values
        self._order = sorted(range(len(sizes)), key=lambda group: sizes[group])  # small groups first
        self.certain: tuple[tuple[int, int], ...] = ()
        self.choices: list[Choice] = []
        self.solutions: list[GroupSolution] = []
        self.choice_count = self.solution_count = self.worlds = 0
        self.mine_ways = [0] * len(sizes)

    def run(self) -> None:
        if any(not 0 <= need <= room for need, room in zip(self._need, self._room, strict=True)):
            return
        if self._settle(list(range(len(self._need)))):
            self.certain = tuple((group, self._values[group]) for group in self._trail)
            self._choose(0, 0)

    def _choose(self, depth: int, place: int) -> None:
        """Try every value of the smallest group that has none, from place `place` of the order on."""
        while place < len(self._order) and self._values[self._order[place]] != _UNKNOWN:
            place += 1
        if place == len(self._order):
            self._note_solution()
            return
        group, mark = self._order[place], len(self._trail)
        for value in range(min([self._sizes[group], *(self._need[rule] for rule in self._rules_of[group])]) + 1):
            self.choice_count += 1
            if self.choice_count > self._most:
                raise LimitError(f"the walk needs more than {self._most} choices; the engine's own analysis does not")
            possible = self._assign(group, value) and self._settle(list(self._rules_of[group]))
            if len(self.choices) < _KEPT:
                deduced = tuple((other, self._values[other]) for other in self._trail[mark + 1 :])
                end = "open" if len(self._trail) < len(self._values) else "solution"
                self.choices.append(Choice(depth, group, value, deduced, end if possible else "contradiction"))
            if possible:
                self._choose(depth + 1, place + 1)
            self._undo(mark)

    def _assign(self, group: int, value: int) -> bool:
        """Give a group its value; false when some rule cannot hold any more."""
        self._values[group] = value
        self._trail.append(group)
        possible = True
        for rule in self._rules_of[group]:
            self._need[rule] -= value
            self._room[rule] -= self._sizes[group]
            self._open[rule] -= 1
            possible &= 0 <= self._need[rule] <= self._room[rule]
        return possible

    def _settle(self, rules: list[int]) -> bool:
        """Follow what these rules force, and what that forces; false at a contradiction."""
        while rules:
            rule = rules.pop()
            for group, value in self._forced(rule):
                if not self._assign(group, value):
                    return False
                rules.extend(self._rules_of[group])
        return True

    def _forced(self, rule: int) -> Iterator[tuple[int, int]]:
        """Groups without a value that the rule leaves no choice: all empty, all full, or the only one left."""
        need, room = self._need[rule], self._room[rule]
        if self._open[rule] == 0 or not (need in (0, room) or self._open[rule] == 1):
            return
        for group in self._groups_of[rule]:
            if self._values[group] == _UNKNOWN:
                yield group, 0 if need == 0 else self._sizes[group] if need == room else need

    def _undo(self, mark: int) -> None:
        for group in reversed(self._trail[mark:]):
            for rule in self._rules_of[group]:
                self._need[rule] += self._values[group]
                self._room[rule] += self._sizes[group]
                self._open[rule] += 1
            self._values[group] = _UNKNOWN
        del self._trail[mark:]

    def _note_solution(self) -> None:
        combinations = tuple(ways[value] for ways, value in zip(self._combinations, self._values, strict=True))
        worlds = math.prod(combinations)
        self.solution_count += 1
        self.worlds += worlds
        for group, value in enumerate(self._values):
            if value:
                self.mine_ways[group] += worlds * value
        if len(self.solutions) < _KEPT:
            self.solutions.append(GroupSolution(tuple(self._values), combinations))
