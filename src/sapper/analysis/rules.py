"""Exact answers for rules over any named cells, without a board.

A rule says how many mines lie among some cells: an exact number or a range. Rules come in as `Rule` objects or as
texts like "2:a,b,c", "0-1:a,b" and "1 mine in cells (0,1) and (1,1)"; out comes a `RuleSolution` with the same exact
answers an analysis gives.

>>> import sapper
>>> solution = sapper.solve_rules(["1:a,b,c", "2:b,c,d"])
>>> solution.worlds, solution.safe_cells, solution.mine_cells, solution.mine_probability["b"]
(2, ['a'], ['d'], 0.5)
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal, final, overload

import numpy as np

from sapper import _engine
from sapper.analysis.analysis import DEFAULT_MAX_STATES, sample_count, state_limit
from sapper.analysis.exact import ExactCount, Statement
from sapper.base.number import quote, seed_number, whole_number
from sapper.board.board import read_density
from sapper.errors import ContradictionError, InputError, LimitError, ParseError, list_few

__all__ = ["Rule", "RuleSolution", "solve_rules", "spell_name"]

Name = Hashable
_COUNT = r"\s*(\d{1,9})(?:\s*-\s*(\d{1,9}))?"
_TEXT_FORM = re.compile(_COUNT + r"\s*:(.*)", re.DOTALL)
_SENTENCE = re.compile(
    rf"\s*(?P<brace>\{{)?{_COUNT}\s+mines?\s+in\s+(?:cell|space)s?\s(.*?)(?(brace)\}})\s*", re.DOTALL | re.IGNORECASE
)
_COMMA = re.compile(r",(?![^()]*\))")  # not between parentheses
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_CELL = re.compile(r"\(\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\)")


@dataclass(frozen=True, slots=True)
class Rule:
    """The number of mines among some cells: an exact number, or a range (lo, hi) that includes both ends.

    Attributes:
        count: mines, or fewest and most.
        cells: different names; may be empty; kept as a tuple.
    """

    count: int | tuple[int, int]
    cells: Iterable[Name]

    def __post_init__(self) -> None:
        """Keep the cells as a tuple, so that rules over the same cells are equal and no caller can change them."""
        if isinstance(self.cells, Iterable) and not isinstance(self.cells, str | bytes):
            object.__setattr__(self, "cells", tuple(self.cells))

    @classmethod
    def parse(cls, text: str) -> Rule:
        """Read "2:a,b,c" (exactly two), "0-1:a,b" (at most one) or "1 mine in cells a and b".

        Names are what stands between commas. A name such as (0,1) is the cell in row 0 and column 1, a pair of whole
        numbers. A sentence may stand in braces, and say space for cell.

        Raises:
            ParseError: any other text.
            InputError: `text` is not a str.
        """
        if not isinstance(text, str):
            raise InputError(f"a rule text must be a str, not {quote(text)}")
        if sentence := _SENTENCE.fullmatch(text):
            lo, hi, names = sentence.groups()[1:]
            names = _AND.sub(",", names)
        elif match := _TEXT_FORM.fullmatch(text):
            lo, hi, names = match.groups()
        else:
            forms = "'2:a,b,c', '0-1:a,b' or '1 mine in cells (0,1) and (1,1)'"
            raise ParseError(f"a rule looks like {forms}, not {quote(text)}")
        cells = tuple(map(_read_name, _COMMA.split(names))) if names.strip() else ()
        if "" in cells or ":" in names:
            raise ParseError(f"a name is empty or holds a colon in {quote(text)}")
        return cls(int(lo) if hi is None else (int(lo), int(hi)), cells)


def spell_name(name: Name) -> str:
    """A name as rules write it: a cell (row, col) without a blank, any other as its text."""
    cell = isinstance(name, tuple) and len(name) == 2 and all(isinstance(side, int) for side in name)
    return str(name).replace(" ", "") if cell else str(name)


@final
class RuleSolution:
    """Exact answers about solved rules. Made by `solve_rules`."""

    def __init__(self, asked: _Asked) -> None:
        """Solve what is asked.

        Raises:
            ContradictionError: no placement keeps all rules.
            LimitError: the rules are too wide.
        """
        self._asked = asked
        self._index = {name: index for index, name in enumerate(asked.names)}
        statements: list[Statement] = [
            (rule.lo, rule.hi, [self._index[name] for name in rule.cells]) for rule in asked.rules
        ]
        cells = len(asked.names) + asked.others
        self._solved = _engine.solve_rules(cells, statements, asked.mines, asked.density, asked.max_states)
        self._probabilities = self._solved.mine_probability()

    def __reduce__(self) -> tuple[type[RuleSolution], tuple[_Asked]]:
        """Pickle and copy as what was asked: the copy solves the rules again."""
        return RuleSolution, (self._asked,)

    def __repr__(self) -> str:
        """Say how much was solved."""
        return (
            f"<RuleSolution of {len(self._asked.names)} cells: "
            f"{len(self.safe_cells)} safe, {len(self.mine_cells)} mines>"
        )

    @property
    def mine_probability(self) -> dict[Name, float]:
        """Mine probability by name; exactly 0 or 1 if and only if every world agrees."""
        return dict(zip(self._asked.names, self._probabilities.tolist(), strict=False))

    @property
    def other_probability(self) -> float | None:
        """Mine probability of each anonymous cell, None when there is none."""
        return float(self._probabilities[len(self._asked.names)]) if self._asked.others else None

    @property
    def safe_cells(self) -> list[Name]:
        """Names that are a mine in no world, in the order they first appeared."""
        return [name for name, probability in self.mine_probability.items() if probability == 0]

    @property
    def mine_cells(self) -> list[Name]:
        """Names that are a mine in every world, in the order they first appeared."""
        return [name for name, probability in self.mine_probability.items() if probability == 1]

    @property
    def groups(self) -> list[tuple[Name, ...]]:
        """Names that lie in exactly the same rules, in the order they first appeared; those in none come last."""
        within: dict[Name, list[int]] = {name: [] for name in self._asked.names}
        for number, rule in enumerate(self._asked.rules):
            for name in rule.cells:
                within[name].append(number)
        grouped: dict[tuple[int, ...], list[Name]] = {}
        for name, numbers in within.items():
            grouped.setdefault(tuple(numbers), []).append(name)
        return [tuple(names) for numbers, names in grouped.items() if numbers] + [
            tuple(names) for numbers, names in grouped.items() if not numbers
        ]

    @cached_property
    def worlds(self) -> int:
        """The exact number of placements that keep all rules, anonymous cells included."""
        return self._exact.worlds

    def mine_fraction(self, name: Name) -> Fraction:
        """Return the exact mine probability of a cell.

        Raises:
            InputError: no rule names it.
        """
        return self.probability_of({_hashable(name): True}, exact=True)

    @overload
    def probability_of(
        self,
        facts: Mapping[Name, bool],
        *,
        given: Mapping[Name, bool] | None = None,
        exact: Literal[False] = False,
    ) -> float: ...
    @overload
    def probability_of(
        self, facts: Mapping[Name, bool], *, given: Mapping[Name, bool] | None = None, exact: Literal[True]
    ) -> Fraction: ...

    def probability_of(
        self, facts: Mapping[Name, bool], *, given: Mapping[Name, bool] | None = None, exact: bool = False
    ) -> float | Fraction:
        """Return the probability that all facts hold (True is a mine, False is none), given others if there are any.

        Raises:
            InputError: an unknown name or fact, or `given` is impossible.
        """
        asked, condition = self._statements(facts), self._statements({} if given is None else given)
        fraction = self._exact.fraction(asked, condition)
        if fraction is None:
            raise InputError("what is given is impossible")
        return fraction if exact else float(fraction)

    def sample(self, count: int, *, seed: int = 0) -> list[dict[Name, bool]]:
        """Return `count` worlds drawn uniformly (with a density: by probability): which names are mines.

        Raises:
            InputError: a negative count or a seed outside 64 bits.
            LimitError: more samples than fit in memory.
        """
        worlds = self._solved.sample(sample_count(count, self._solved.cell_count), seed_number(seed) % 2**64)
        return [dict(zip(self._asked.names, world.tolist(), strict=False)) for world in worlds]

    def world(self, index: int) -> dict[Name, bool]:
        """Return world `index`, 0 <= index < worlds, in a fixed order: which names are mines.

        Raises:
            InputError: there is no such world.
        """
        number = whole_number(index, "world")
        if number >= self.worlds:
            raise InputError(f"there is no world {quote(number)}: the rules have {quote(self.worlds)}")
        mined = set(self._exact.world(number))
        return {name: cell in mined for cell, name in enumerate(self._asked.names)}

    @cached_property
    def _exact(self) -> ExactCount:
        mines = self._asked.mines
        return ExactCount(self._solved, mines, None if mines is not None else self._asked.density)

    def _statements(self, facts: Mapping[Name, bool]) -> list[Statement]:
        if not isinstance(facts, Mapping):
            raise InputError(f"facts are a mapping from names to True or False, not {quote(facts)}")
        statements: list[Statement] = []
        for name, mine in facts.items():
            if name not in self._index:
                raise InputError(f"no rule names the cell {quote(name)}")
            if not isinstance(mine, bool | np.bool_):
                raise InputError(f"the cell {quote(name)} is True (a mine) or False, not {quote(mine)}")
            statements.append((int(mine), int(mine), [self._index[name]]))
        return statements


def solve_rules(
    rules: Iterable[Rule | str],
    *,
    cells: Iterable[Name] = (),
    others: int = 0,
    mines: int | None = None,
    density: float | None = None,
    max_states: int = DEFAULT_MAX_STATES,
) -> RuleSolution:
    """Solve rules exactly.

    A rule is a `Rule` or a text for `Rule.parse`: "2:a,b,c", "0-1:a,b" or "1 mine in cells (0,1) and (1,1)". `cells`
    names further cells that no rule mentions, and `others` is a number of further anonymous cells. `mines` is the
    total over all of them; without it every placement counts the same or, with `density`, every cell is a mine with
    that probability.

    Raises:
        ParseError: a text that is not a rule.
        InputError: a rule or option outside its domain; the message quotes it.
        ContradictionError: no placement keeps all rules; `clues` lists the indexes of some that cannot all hold.
        LimitError: the rules are too wide for `max_states`.
    """
    listed = [_checked(rule, number) for number, rule in enumerate(_iterate(rules, "rules"))]
    index: dict[Name, int] = {}
    for name in [name for rule in listed for name in rule.cells] + _different(cells, "cells"):
        index.setdefault(name, len(index))
    extra = whole_number(others, "others")
    if len(index) + extra > _engine.MAX_CELLS:
        raise LimitError(f"{quote(len(index) + extra)} cells are more than the limit of {_engine.MAX_CELLS}")
    total = None if mines is None else whole_number(mines, "mines")
    if total is not None and density is not None:
        raise InputError("give mines or density, not both")
    if total is not None and total > len(index) + extra:
        raise InputError(f"{quote(total)} mines do not fit in {len(index) + extra} cells")
    chance = 0.5 if density is None else read_density(density)
    asked = _Asked(tuple(listed), tuple(index), extra, total, chance, state_limit(max_states))
    try:
        return RuleSolution(asked)
    except ContradictionError as error:
        numbers = [int(number) for number in error.clues]
        texts = list_few([_text(listed[number]) for number in numbers])
        raise ContradictionError(error.reason.replace("{clues}", texts), numbers, error.needs_total) from None


@dataclass(frozen=True, slots=True)
class _Range:
    """A checked rule: between lo and hi mines among different cells."""

    lo: int
    hi: int
    cells: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class _Asked:
    """Checked rules over cells, and what is known of the number of mines."""

    rules: tuple[_Range, ...]
    names: tuple[Name, ...]  # the unknown cells in the order of the engine
    others: int  # further anonymous ones after them
    mines: int | None  # in all of these cells; None where only the density is known
    density: float  # where the number of mines is not known
    max_states: int  # states that the count may keep


def _checked(rule: object, number: int) -> _Range:
    where = f"rule {number}, {quote(rule)},"
    if isinstance(rule, str):
        rule = Rule.parse(rule)
    if not isinstance(rule, Rule):
        raise InputError(f"{where} must be a Rule or a text")
    pair = isinstance(rule.count, tuple) and len(rule.count) == 2
    low, high = rule.count if pair else (rule.count, rule.count)  # type: ignore[misc]
    lo, hi = whole_number(low, f"the count of {where}"), whole_number(high, f"the count of {where}")
    if lo > hi:
        raise InputError(f"{where} asks for at least {lo} but at most {hi} mines")
    names = _different(rule.cells, f"the cells of {where}")
    # A count above the number of cells is a contradiction that the engine reports. Clip it to the engine's range.
    return _Range(min(lo, len(names) + 1), min(hi, len(names) + 1), tuple(names))


def _different(names: object, what: str) -> list[Name]:
    listed = [_hashable(name) for name in _iterate(names, what)]
    if len(set(listed)) != len(listed):
        twice = next(name for name in listed if listed.count(name) > 1)
        raise InputError(f"{what} name {quote(twice)} twice")
    return listed


def _iterate(values: object, what: str) -> list[Name]:
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InputError(f"{what} must be a list, not {quote(values)}")
    return list(values)


def _hashable(name: object) -> Name:
    try:
        hash(name)
    except TypeError:
        raise InputError(f"a cell's name must be hashable, unlike {quote(name)}") from None
    return name


def _read_name(text: str) -> Name:
    cell = _CELL.fullmatch(text.strip())
    return (int(cell[1]), int(cell[2])) if cell else text.strip()


def _text(rule: _Range) -> str:
    count = str(rule.lo) if rule.lo == rule.hi else f"{rule.lo}-{rule.hi}"
    return quote(f"{count}:{','.join(map(spell_name, rule.cells))}")
