"""Exact answers for rules over any named cells, with no board at all.

A rule says how many mines lie among some cells: an exact number or a range. Rules come in as `Rule` objects or as
texts like "2:a,b,c" and "0-1:a,b"; out comes a `RuleSolution` with the same exact answers an analysis gives.

>>> import sapper
>>> solution = sapper.solve_rules(["1:a,b,c", "2:b,c,d"])
>>> solution.worlds, solution.safe, solution.mines, solution.mine_probability["b"]
(2, ['a'], ['d'], 0.5)
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isfinite
from typing import Literal, final, overload

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.analysis import DEFAULT_MAX_STATES
from sapper.errors import ContradictionError, InputError, ParseError
from sapper.exact import ExactCount, Statement
from sapper.number import quote, seed_number, whole_number

__all__ = ["Rule", "RuleSolution", "solve_rules"]

Name = Hashable
_TEXT_FORM = re.compile(r"\s*(\d{1,9})(?:\s*-\s*(\d{1,9}))?\s*:(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Rule:
    """Between `lo` and `hi` mines among `cells`."""

    lo: int  # least number of mines, at least 0
    hi: int  # greatest number, at least lo
    cells: tuple[Name, ...]  # different names; may be empty

    @classmethod
    def exactly(cls, count: int, cells: Iterable[Name]) -> Rule:
        """Return the rule that exactly `count` of the cells are mines."""
        return cls(count, count, tuple(cells))

    @classmethod
    def between(cls, lo: int, hi: int, cells: Iterable[Name]) -> Rule:
        """Return the rule that from `lo` to `hi` of the cells are mines."""
        return cls(lo, hi, tuple(cells))

    @classmethod
    def parse(cls, text: str) -> Rule:
        """Read "2:a,b,c" (exactly two) or "0-1:a,b" (at most one); names are what stands between commas.

        Raises:
            ParseError: anything else.
        """
        match = _TEXT_FORM.fullmatch(text)
        if match is None:
            raise ParseError(f"a rule looks like '2:a,b,c' or '0-1:a,b', not {quote(text)}")
        lo, hi, names = match.groups()
        cells = tuple(name.strip() for name in names.split(",")) if names.strip() else ()
        if "" in cells:
            raise ParseError(f"an empty name between commas in {quote(text)}")
        return cls(int(lo), int(hi or lo), cells)


@final
class RuleSolution:
    """Exact answers about solved rules. Made by `solve_rules`."""

    def __init__(
        self, solved: _engine.Solved, names: list[Name], *, others: int, mines: int | None, density: float
    ) -> None:
        """Wrap solved rules whose unknown cells are `names`, then `others` anonymous ones."""
        self._solved = solved
        self._names = names
        self._others = others
        self._mines = mines
        self._density = density
        self._index = {name: index for index, name in enumerate(names)}
        self._probabilities = solved.mine_probability()

    def __repr__(self) -> str:
        """Say how much was solved."""
        return f"<RuleSolution of {len(self._names)} cells: {len(self.safe)} safe, {len(self.mines)} mines>"

    @cached_property
    def mine_probability(self) -> dict[Name, float]:
        """Mine probability by name; exactly 0 or 1 if and only if every world agrees."""
        return {name: float(self._probabilities[index]) for index, name in enumerate(self._names)}

    @property
    def other_probability(self) -> float | None:
        """Mine probability of each anonymous cell, None when there is none."""
        return float(self._probabilities[len(self._names)]) if self._others else None

    @cached_property
    def safe(self) -> list[Name]:
        """Names that are a mine in no world, in the order they first appeared."""
        return [name for name, probability in self.mine_probability.items() if probability == 0]

    @cached_property
    def mines(self) -> list[Name]:
        """Names that are a mine in every world, in the order they first appeared."""
        return [name for name, probability in self.mine_probability.items() if probability == 1]

    @cached_property
    def groups(self) -> list[tuple[Name, ...]]:
        """Names that lie in exactly the same rules, where single rules do not settle them."""
        return [
            tuple(self._names[cell] for cell in cells)
            for cells, _ in self._solved.groups()
            if all(cell < len(self._names) for cell in cells)
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
        return self.probability_of({name: True}, exact=True)

    @overload
    def probability_of(
        self, facts: Mapping[Name, bool], *, given: Mapping[Name, bool] | None = None, exact: Literal[False] = False
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

    def sample(self, count: int, *, seed: int = 0) -> NDArray[np.bool_]:
        """Return `count` worlds drawn uniformly (with a density: by probability), one a row; True is a mine.

        Columns are the names in the order of `mine_probability`, then the anonymous cells.

        Raises:
            InputError: a negative count or a seed outside 64 bits.
        """
        return self._solved.sample(whole_number(count, "count"), seed_number(seed) % 2**64)

    def world(self, index: int) -> list[Name]:
        """Return the names mined in world `index`, 0 <= index < worlds, in a fixed order.

        Raises:
            InputError: there is no such world.
        """
        number = whole_number(index, "world")
        if number >= self.worlds:
            raise InputError(f"there is no world {quote(number)}: the rules have {quote(self.worlds)}")
        return [self._names[cell] for cell in self._exact.world(number) if cell < len(self._names)]

    @cached_property
    def _exact(self) -> ExactCount:
        return ExactCount(self._solved, self._mines, None if self._mines is not None else self._density)

    def _statements(self, facts: Mapping[Name, bool]) -> list[Statement]:
        if not isinstance(facts, Mapping):
            raise InputError(f"facts are a mapping from names to True or False, not {quote(facts)}")
        statements: list[Statement] = []
        for name, mine in facts.items():
            if name not in self._index:
                raise InputError(f"no rule names the cell {quote(name)}")
            if not isinstance(mine, bool):
                raise InputError(f"the cell {quote(name)} is True (a mine) or False, not {quote(mine)}")
            statements.append((int(mine), int(mine), [self._index[name]]))
        return statements


def solve_rules(
    rules: Iterable[Rule | str | tuple[int | tuple[int, int], Iterable[Name]]],
    *,
    cells: Iterable[Name] = (),
    others: int = 0,
    mines: int | None = None,
    density: float | None = None,
    max_states: int = DEFAULT_MAX_STATES,
) -> RuleSolution:
    """Solve rules exactly.

    A rule is a `Rule`, a text ("2:a,b,c", "0-1:a,b") or a pair (count or (lo, hi), cells). `cells` names further
    cells that no rule mentions, and `others` adds so many anonymous ones. `mines` is the total over all of them;
    without it every placement counts the same or, with `density`, every cell is a mine with that probability.

    Raises:
        ParseError: a text that is no rule.
        InputError: a rule or option outside its domain; the message quotes it.
        ContradictionError: no placement keeps all rules; `clues` lists the positions of some that cannot all hold.
        LimitError: the rules are too wide for `max_states`.
    """
    listed = [_rule(rule, position) for position, rule in enumerate(_iterate(rules, "rules"))]
    index: dict[Name, int] = {}
    for name in [name for rule in listed for name in rule.cells] + _iterate(cells, "cells"):
        index.setdefault(_hashable(name), len(index))
    extra = whole_number(others, "others")
    total = None if mines is None else whole_number(mines, "mines")
    if total is not None and density is not None:
        raise InputError("give mines or density, not both")
    if total is not None and total > len(index) + extra:
        raise InputError(f"{quote(total)} mines do not fit in {len(index) + extra} cells")
    chance = 0.5 if density is None else _density(density)
    statements: list[Statement] = [(rule.lo, rule.hi, [index[name] for name in rule.cells]) for rule in listed]
    try:
        solved = _engine.solve_rules(
            _cell_count(len(index), extra), statements, total, chance, whole_number(max_states, "max_states")
        )
    except ContradictionError as error:
        positions = [int(position) for position in error.clues]  # type: ignore[call-overload]
        texts = ", ".join(_text(listed[position]) for position in positions[:8])
        raise ContradictionError(f"{error}: {texts}", positions, error.needs_total) from None
    return RuleSolution(solved, list(index), others=extra, mines=total, density=chance)


def _cell_count(named: int, others: int) -> int:
    # Anything above 32 bits is far above the engine's limit; it will say so.
    return min(named + others, 2**32 - 1)


def _rule(rule: object, position: int) -> Rule:
    where = f"rule {position}"
    if isinstance(rule, str):
        made = Rule.parse(rule)
    elif isinstance(rule, Rule):
        made = rule
    elif isinstance(rule, tuple) and len(rule) == 2:
        count, cells = rule
        bounds = count if isinstance(count, tuple) and len(count) == 2 else (count, count)
        made = Rule(bounds[0], bounds[1], tuple(_iterate(cells, f"the cells of {where}")))
    else:
        raise InputError(f"{where} must be a Rule, a text or a pair (count, cells), not {quote(rule)}")
    lo = whole_number(made.lo, f"the count of {where}")
    hi = whole_number(made.hi, f"the count of {where}")
    if lo > hi:
        raise InputError(f"{where} asks for at least {lo} but at most {hi} mines")
    names = tuple(_hashable(name) for name in made.cells)
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"{where} names the cell {quote(twice)} twice")
    # More mines than cells can hold is a contradiction, for the engine to report; only keep it in range.
    return Rule(min(lo, len(names) + 1), min(hi, len(names) + 1), names)


def _iterate(values: object, name: str) -> list[Name]:
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InputError(f"{name} must be a list, not {quote(values)}")
    return list(values)


def _hashable(name: object) -> Name:
    try:
        hash(name)
    except TypeError:
        raise InputError(f"a cell's name must be hashable, unlike {quote(name)}") from None
    return name


def _density(density: object) -> float:
    number = float(density) if isinstance(density, int | float) and not isinstance(density, bool) else float("nan")
    if not isfinite(number) or not 0 < number < 1:
        raise InputError(f"density must lie strictly between 0 and 1, not {quote(density)}")
    return number


def _text(rule: Rule) -> str:
    count = str(rule.lo) if rule.lo == rule.hi else f"{rule.lo}-{rule.hi}"
    return quote(f"{count}:{','.join(str(name) for name in rule.cells)}")
