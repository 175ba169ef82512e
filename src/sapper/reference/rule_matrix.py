"""Rule sets and matrices on one board, step by step: rules, reduced rules, row operations, exact probabilities.

A board or a list of rules comes in; a `MatrixWalk` comes out. Every clue beside a hidden cell is *needed* and makes a
rule, so many mines in these cells; the mine total makes one more. *Reducing* removes equal rules and takes a rule out
of each one it lies in. The rules that still leave a choice become matrices, one a component, with a row for each rule
and a column for each group of cells in the same rules. *Row operations* leave some columns free; their values are
tried, and the fillings found, joined through the total, give every cell its mine probability.

>>> walk = walk_rules(["1 mine in spaces (0,1) and (1,1)", "1 mine in space (0,1)"])
>>> [str(rule) for rule in walk.reduced], walk.safe, walk.mines
(['{0 mines in space (1,1)}', '{1 mine in space (0,1)}'], ((1, 1),), ((0, 1),))
>>> walk = walk_matrix(Board.from_text("mines 6\\n....\\n.13.\\n....\\n...."))
>>> walk.matrices[0].operations[0].text, walk.mine_fraction[3, 3], walk.clicks
('R1 = R1 - R2', Fraction(15, 22), ((0, 0),))
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from sapper.analysis.analysis import analyze
from sapper.analysis.rules import Rule, solve_rules, spell_name
from sapper.base.number import quote, whole_number
from sapper.board.board import Board, View
from sapper.board.cell import Cell, neighbours
from sapper.errors import InputError, LimitError

__all__ = [
    "DEFAULT_MAX_TRIALS",
    "Filling",
    "MatrixWalk",
    "Row",
    "RowOperation",
    "RuleMatrix",
    "RuleStep",
    "SetRule",
    "walk_matrix",
    "walk_rules",
]

Name = Hashable
DEFAULT_MAX_TRIALS = 200_000

_MOST_RULES = 500
_KEPT = 1_000  # fillings of a matrix that are listed


@dataclass(frozen=True, slots=True)
class SetRule:
    """So many mines in these cells."""

    mines: int
    cells: tuple[Name, ...]

    def __str__(self) -> str:
        """The rule as the document writes it: {1 mine in spaces (0,1) and (1,1)}; a long list is cut short."""
        return self.spell({})

    def spell(self, names: Mapping[Name, str]) -> str:
        """The same with other names for some cells."""
        told = [names.get(cell, spell_name(cell)) for cell in self.cells]
        if len(told) > 12:
            told = [*told[:6], f"{len(told) - 6} more"]
        listed = " and ".join(filter(None, [", ".join(told[:-1]), *told[-1:]]))
        spaces = "space" if len(self.cells) == 1 else "spaces"
        return f"{{{self.mines} mine{'s' * (self.mines != 1)} in {f'{spaces} {listed}' if listed else 'no space'}}}"

    @property
    def settled(self) -> bool:
        """Whether it leaves no choice: no mines, or only mines."""
        return self.mines in (0, len(self.cells))


@dataclass(frozen=True, slots=True)
class RuleStep:
    """One rule reduced by another."""

    kind: str  # "duplicate": removed, "subset": the other taken out, "known": cells the other settles taken out
    rule: int  # place in `MatrixWalk.rules`
    by: int  # the same of the other rule
    before: SetRule
    after: SetRule | None  # None where the rule is removed, because nothing is left of it


@dataclass(frozen=True, slots=True)
class Row:
    """The sum of the columns times their factors equals a number of mines."""

    factors: tuple[int, ...]  # one a column
    mines: int


@dataclass(frozen=True, slots=True)
class RowOperation:
    """One row operation."""

    text: str  # such as "R2 = R2 - R1"; rows count from 1
    rows: tuple[Row, ...]  # of the whole matrix after it


@dataclass(frozen=True, slots=True)
class Filling:
    """A number of mines for every column that keeps all rows."""

    values: tuple[int, ...]
    ways: int  # to place them: the product of binomials


@dataclass(frozen=True, slots=True)
class RuleMatrix:
    """A component: its rules as rows, what row operations make of them, and all ways to fill them."""

    columns: tuple[tuple[Name, ...], ...]  # groups of cells in the same rules
    rules: tuple[int, ...]  # of the rows, places in `MatrixWalk.rules`
    rows: tuple[Row, ...]
    operations: tuple[RowOperation, ...]
    reduced: tuple[Row, ...]  # after the last operation
    own: tuple[int, ...]  # for each reduced row the column that no other row has; the other columns are free
    trials: int  # values of free columns tried
    fillings: tuple[Filling, ...]  # the first thousand
    filling_count: int
    ways: tuple[int, ...]  # fillings with 0, 1, ... mines, each as often as its mines can be placed
    mine_ways: tuple[tuple[int, ...], ...]  # the same a column, each times the mines in the column

    @property
    def free(self) -> tuple[int, ...]:
        """The columns whose values are tried."""
        return tuple(column for column in range(len(self.columns)) if column not in self.own)


@dataclass(frozen=True, slots=True)
class MatrixWalk:
    """The method on one board or list of rules. Made by `walk_matrix` and `walk_rules`."""

    board: Board | None
    needed: tuple[Cell, ...]  # clues beside a hidden cell
    near: tuple[Cell, ...]  # hidden cells beside a needed clue
    rules: tuple[SetRule, ...]  # as first stated; that of the total, where there is one, last
    clues: tuple[Cell | None, ...]  # whose rule it is; None for the total and where there is no board
    steps: tuple[RuleStep, ...]
    left: tuple[int, ...]  # places of the rules that are left, in the order of `reduced`
    reduced: tuple[SetRule, ...]
    safe: tuple[Name, ...]  # settled by the reduced rules
    mines: tuple[Name, ...]  # the same
    matrices: tuple[RuleMatrix, ...]
    worlds: int
    mine_fraction: dict[Name, Fraction] = field(compare=False)  # of every hidden cell
    clicks: tuple[Name, ...]  # all cells that are safe, or the one guessed; none where all are mines


def walk_matrix(board: Board, *, max_trials: int = DEFAULT_MAX_TRIALS) -> MatrixWalk:
    """Go through the method on a board with a known number of mines; flags are hidden cells.

    Raises:
        InputError: the number of mines is not known, or nothing is hidden.
        ContradictionError: no world fits the board.
        LimitError: more than 500 rules, or a component that needs more than `max_trials` trials.
    """
    if board.mines is None:
        raise InputError("the total of mines is one of the rules, and this board has none")
    cells = board.cells
    covered = np.isin(cells, (View.HIDDEN, View.FLAG, View.QUESTION))
    hidden = [(row, col) for row, col in np.argwhere(covered).tolist()]
    if not hidden:
        raise InputError("the board has no hidden cell")
    analyze(board)  # names the clues that cannot all hold
    rules: list[SetRule] = []
    clues: list[Cell | None] = []
    for row, col in np.argwhere(cells >= 0).tolist():
        around = neighbours((row, col), rows=board.rows, cols=board.cols)
        if inside := tuple(cell for cell in around if covered[cell]):
            known = sum(int(cells[cell]) == View.MINE for cell in around)
            rules.append(SetRule(int(cells[row, col]) - known, inside))
            clues.append((row, col))
    needed = tuple(clue for clue in clues if clue is not None)
    rules.append(SetRule(board.mines - int(np.count_nonzero(cells == View.MINE)), tuple(hidden)))
    clues.append(None)
    near = {cell for rule in rules[:-1] for cell in rule.cells}
    return _walk(
        rules,
        _Frame(board, needed, tuple(cell for cell in hidden if cell in near), tuple(clues), total=len(rules) - 1),
        max_trials,
    )


def walk_rules(
    rules: Iterable[Rule | str], *, mines: int | None = None, max_trials: int = DEFAULT_MAX_TRIALS
) -> MatrixWalk:
    """Go through the method on rules as `solve_rules` takes them; `mines` is the total over all cells they name.

    Raises:
        ParseError: a text that is not a rule.
        InputError: no rules, a rule with a range in place of a number, or one that `solve_rules` refuses.
        ContradictionError: no placement keeps all rules.
        LimitError: as `walk_matrix`.
    """
    parsed = [Rule.parse(rule) if isinstance(rule, str) else rule for rule in rules]
    solve_rules(parsed, mines=mines)  # raises for invalid and for contradicting rules
    stated = [_state(rule) for rule in parsed]
    if not any(rule.cells for rule in stated):
        raise InputError("the rules name no cell")
    total = None
    if mines is not None:
        total = len(stated)
        stated.append(SetRule(mines, tuple(dict.fromkeys(_cells_of(stated)))))
    return _walk(stated, _Frame(None, (), (), (None,) * len(stated), total), max_trials)


def _state(rule: Rule) -> SetRule:
    count = rule.count
    if isinstance(count, tuple):
        if count[0] != count[1]:
            spelled = f"{count[0]}-{count[1]}:{','.join(map(spell_name, rule.cells))}"
            raise InputError(f"a row of a matrix needs one number of mines, not a range as in {quote(spelled)}")
        count = count[0]
    return SetRule(count, tuple(rule.cells))


@dataclass(frozen=True, slots=True)
class _Frame:
    """The input of a walk besides its rules."""

    board: Board | None
    needed: tuple[Cell, ...]
    near: tuple[Cell, ...]
    clues: tuple[Cell | None, ...]
    total: int | None  # place of the rule of the total


def _walk(rules: list[SetRule], frame: _Frame, max_trials: int) -> MatrixWalk:
    most = whole_number(max_trials, "max_trials", least=1)
    if len(rules) > _MOST_RULES:
        raise LimitError(f"the walk is for small boards: {len(rules)} rules are more than {_MOST_RULES}")
    left, steps = _reduce_rules(rules)
    known = {cell: rule.mines > 0 for rule in left.values() if rule.settled for cell in rule.cells}
    choosing = {place: rule for place, rule in left.items() if place != frame.total and not rule.settled}
    matrices = tuple(_fill(columns, rows, most) for columns, rows in _split(choosing))
    unknown = dict.fromkeys(cell for cell in _cells_of(rules) if cell not in known)
    total = None if frame.total is None else rules[frame.total].mines - sum(known.values())
    worlds, fractions = _join(matrices, list(unknown), total)
    fractions |= {cell: Fraction(mine) for cell, mine in known.items()}
    order = rules[frame.total].cells if frame.total is not None else list(dict.fromkeys(_cells_of(rules)))
    return MatrixWalk(
        board=frame.board,
        needed=frame.needed,
        near=frame.near,
        rules=tuple(rules),
        clues=frame.clues,
        steps=tuple(steps),
        left=tuple(left),
        reduced=tuple(left.values()),
        safe=tuple(cell for cell, mine in known.items() if not mine),
        mines=tuple(cell for cell, mine in known.items() if mine),
        matrices=matrices,
        worlds=worlds,
        mine_fraction={cell: fractions[cell] for cell in order},
        clicks=_choose(fractions, order, frame),
    )


def _cells_of(rules: Iterable[SetRule]) -> Iterator[Name]:
    for rule in rules:
        yield from rule.cells


def _reduce_rules(rules: list[SetRule]) -> tuple[dict[int, SetRule], list[RuleStep]]:
    """The rules that are left, by place, and the steps that led there; the last rule changes last."""
    left = dict(enumerate(rules))
    steps: list[RuleStep] = []
    while step := next(_find_steps(left), None):
        steps.append(step)
        if step.after is None:
            del left[step.rule]
        else:
            left[step.rule] = step.after
    return left, steps


def _find_steps(left: dict[int, SetRule]) -> Iterator[RuleStep]:
    sets = {place: frozenset(rule.cells) for place, rule in left.items()}
    for place, rule in left.items():
        for other, inside in sets.items():
            if other < place and inside == sets[place]:
                yield RuleStep("duplicate", place, other, rule, None)
            if inside and inside < sets[place]:
                yield RuleStep("subset", place, other, rule, _take_out(rule, left[other].mines, inside))
        if not rule.cells:
            yield RuleStep("duplicate", place, place, rule, None)
    for place, rule in left.items():
        for other, inside in sets.items():
            shared = inside & sets[place]
            if shared and left[other].settled and other != place and not rule.settled:
                mines = len(shared) if left[other].mines else 0
                yield RuleStep("known", place, other, rule, _take_out(rule, mines, shared))


def _take_out(rule: SetRule, mines: int, cells: frozenset[Name]) -> SetRule | None:
    rest = tuple(cell for cell in rule.cells if cell not in cells)
    return SetRule(rule.mines - mines, rest) if rest else None


def _split(rules: dict[int, SetRule]) -> Iterator[tuple[tuple[tuple[Name, ...], ...], dict[int, Row]]]:
    """The columns and rows of each component: rules that share cells, and the groups of their cells."""
    within: dict[Name, list[int]] = {}
    for place, rule in rules.items():
        for cell in rule.cells:
            within.setdefault(cell, []).append(place)
    groups: dict[tuple[int, ...], list[Name]] = {}
    for cell, places in within.items():
        groups.setdefault(tuple(places), []).append(cell)
    leader = {place: place for place in rules}
    for shared in groups:
        old = {leader[place] for place in shared}
        leader = {place: min(old) if first in old else first for place, first in leader.items()}
    for first in dict.fromkeys(leader.values()):
        inside = [shared for shared in groups if leader[shared[0]] == first]
        rows = {
            place: Row(tuple(int(place in shared) for shared in inside), rules[place].mines)
            for place in rules
            if leader[place] == first
        }
        yield tuple(tuple(groups[shared]) for shared in inside), rows


def _fill(columns: tuple[tuple[Name, ...], ...], rows: dict[int, Row], max_trials: int) -> RuleMatrix:
    reduced, own, operations = _operate(list(rows.values()), len(columns))
    filler = _Filler([len(cells) for cells in columns], reduced, own, max_trials)
    filler.fill(0)
    return RuleMatrix(
        columns=columns,
        rules=tuple(rows),
        rows=tuple(rows.values()),
        operations=tuple(operations),
        reduced=tuple(reduced),
        own=tuple(own),
        trials=filler.trials,
        fillings=tuple(filler.fillings),
        filling_count=filler.filling_count,
        ways=tuple(filler.ways),
        mine_ways=tuple(map(tuple, filler.mine_ways)),
    )


def _operate(rows: list[Row], columns: int) -> tuple[list[Row], list[int], list[RowOperation]]:
    """Gauss-Jordan elimination in whole numbers: the rows left, the column each has for itself, the operations."""
    own: list[int] = []
    operations: list[RowOperation] = []

    def note(text: str) -> None:
        operations.append(RowOperation(text, tuple(rows)))

    for column in range(columns):
        at = len(own)
        keeper = next((row for row in range(at, len(rows)) if rows[row].factors[column]), None)
        if keeper is None:
            continue
        if keeper != at:
            rows[at], rows[keeper] = rows[keeper], rows[at]
            note(f"swap R{at + 1} and R{keeper + 1}")
        if rows[at].factors[column] < 0:
            rows[at] = _combine(rows[at], -1, rows[at], 0)
            note(f"R{at + 1} = -R{at + 1}")
        for row in range(len(rows)):
            if row != at and rows[row].factors[column]:
                factor, other = rows[at].factors[column], rows[row].factors[column]
                common = math.gcd(factor, other)
                factor, other = factor // common, other // common
                rows[row] = _combine(rows[row], factor, rows[at], other)
                note(f"R{row + 1} = {_times(factor)}R{row + 1} {'-+'[other < 0]} {_times(abs(other))}R{at + 1}")
                common = math.gcd(*rows[row].factors, rows[row].mines)
                if common > 1:
                    rows[row] = Row(tuple(one // common for one in rows[row].factors), rows[row].mines // common)
                    note(f"R{row + 1} = R{row + 1} / {common}")
        own.append(column)
    if len(own) < len(rows):
        gone = [f"R{row + 1}" for row in range(len(own), len(rows))]
        del rows[len(own) :]
        note(f"remove {', '.join(gone)}: all zero")
    return rows, own, operations


def _combine(row: Row, factor: int, other: Row, times: int) -> Row:
    factors = (factor * a - times * b for a, b in zip(row.factors, other.factors, strict=True))
    return Row(tuple(factors), factor * row.mines - times * other.mines)


def _times(factor: int) -> str:
    return "" if factor == 1 else f"{factor} "


class _Filler:
    """Tries all values of the free columns, and counts the fillings that keep all rows."""

    def __init__(self, sizes: list[int], rows: list[Row], own: list[int], max_trials: int) -> None:
        self._sizes, self._rows, self._own, self._most = sizes, rows, own, max_trials
        self._free = [column for column in range(len(sizes)) if column not in own]
        self._left = [row.mines for row in rows]  # minus the part of the free columns that have values
        self._values = [0] * len(sizes)
        # The least and the most that the free columns from a place on can add to each row.
        self._least, self._largest = (
            [
                [sum(pick(0, row.factors[column] * sizes[column]) for column in self._free[place:]) for row in rows]
                for place in range(len(self._free) + 1)
            ]
            for pick in (min, max)
        )
        self.trials = self.filling_count = 0
        self.fillings: list[Filling] = []
        self.ways = [0] * (sum(sizes) + 1)
        self.mine_ways = [[0] * len(self.ways) for _ in sizes]

    def fill(self, place: int) -> None:
        self.trials += 1
        if self.trials > self._most:
            raise LimitError(
                f"a matrix of {len(self._rows)} rows and {len(self._sizes)} columns needs more than {self._most} "
                "trials; the engine's own analysis does not"
            )
        if place == len(self._free):
            self._note()
            return
        column = self._free[place]
        before = list(self._left)
        for value in range(self._sizes[column] + 1):
            self._left = [left - value * row.factors[column] for left, row in zip(before, self._rows, strict=True)]
            self._values[column] = value
            if self._is_open(place + 1):
                self.fill(place + 1)
        self._left = before

    def _is_open(self, place: int) -> bool:
        """Whether every row can still give its own column a number from 0 to its size."""
        return all(
            left - least >= 0 and left - most <= row.factors[column] * self._sizes[column]
            for left, least, most, row, column in zip(
                self._left, self._least[place], self._largest[place], self._rows, self._own, strict=True
            )
        )

    def _note(self) -> None:
        for left, row, column in zip(self._left, self._rows, self._own, strict=True):
            value, rest = divmod(left, row.factors[column])
            if rest or not 0 <= value <= self._sizes[column]:
                return
            self._values[column] = value
        ways = math.prod(map(math.comb, self._sizes, self._values))
        mines = sum(self._values)
        self.ways[mines] += ways
        for column, value in enumerate(self._values):
            self.mine_ways[column][mines] += ways * value
        self.filling_count += 1
        if len(self.fillings) < _KEPT:
            self.fillings.append(Filling(tuple(self._values), ways))


def _join(
    matrices: tuple[RuleMatrix, ...], unknown: list[Name], total: int | None
) -> tuple[int, dict[Name, Fraction]]:
    """All worlds, and the mine probability of every unknown cell, from the ways of the matrices and the total."""
    inside = {cell for matrix in matrices for group in matrix.columns for cell in group}
    floating = [cell for cell in unknown if cell not in inside]

    def count(parts: list[tuple[int, ...]], cells: int, mines: int | None) -> int:
        """Return the ways to fill the parts and `cells` floating cells with `mines` mines together."""
        product = [1]
        for part in parts:
            product = [
                sum(product[k] * part[n - k] for k in range(max(0, n - len(part) + 1), min(n + 1, len(product))))
                for n in range(len(product) + len(part) - 1)
            ]
        if mines is None:
            return sum(product) << cells
        return sum(ways * math.comb(cells, mines - n) for n, ways in enumerate(product) if n <= mines)

    all_ways = [matrix.ways for matrix in matrices]
    worlds = count(all_ways, len(floating), total)
    fractions: dict[Name, Fraction] = {}
    for place, matrix in enumerate(matrices):
        others = all_ways[:place] + all_ways[place + 1 :]
        for group, mine_ways in zip(matrix.columns, matrix.mine_ways, strict=True):
            mined = count([*others, mine_ways], len(floating), total)
            fractions |= dict.fromkeys(group, Fraction(mined, len(group) * worlds))
    if floating:
        less = None if total is None else total - 1
        mined = count(all_ways, len(floating) - 1, less) if total is None or total > 0 else 0
        fractions |= dict.fromkeys(floating, Fraction(mined, worlds))
    return worlds, fractions


def _choose(fractions: dict[Name, Fraction], order: Iterable[Name], frame: _Frame) -> tuple[Name, ...]:
    """All cells that are safe; else the one with the least risk, of equals the nearest to the clues.

    Of those a board has the topmost row first, and in it the cell farthest to the right.
    """
    if safe := tuple(cell for cell in order if fractions[cell] == 0):
        return safe
    board, beside = frame.board, {cell for cell in frame.near if fractions[cell] < 1}
    if board is not None:
        order = ((row, col) for row in range(board.rows) for col in reversed(range(board.cols)))
    uncertain = [cell for cell in order if fractions.get(cell, 1) < 1]
    if not uncertain:
        return ()
    next_to = {} if board is None else {cell: neighbours(cell, rows=board.rows, cols=board.cols) for cell in beside}
    close = {other for around in next_to.values() for other in around}

    def away(cell: Name) -> int:
        return 0 if cell in beside else 1 if cell in close else 2

    return (min(uncertain, key=lambda cell: (fractions[cell], away(cell))),)
