"""Hypothesis strategies: small boards, boards without a world, rule sets. `examples(n)` sets how many.

A run draws the same cases every time; the environment variable SAPPER_FUZZ=N draws N times as many new cases.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from oracle.boards import near
from oracle.brute import FLAG, HIDDEN, MINE, QUESTION, VOID, Puzzle, read_board, read_rules

__all__ = ["Position", "RuleSet", "any_boards", "consistent_boards", "examples", "rule_sets"]

MOST_COVERED = 14  # brute force lists 2 ** this many placements for each case


def examples(count: int) -> settings:
    """Settings for a test that draws `count` cases, times SAPPER_FUZZ."""
    factor = int(os.environ.get("SAPPER_FUZZ", "0"))
    return settings(
        max_examples=count * max(factor, 1),
        derandomize=factor == 0,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )


@dataclass(frozen=True)
class Position:
    """A board as the public functions take it."""

    rows: list[list[int]]
    mines: int | None
    density: float | None
    trust_flags: bool

    def puzzle(self) -> Puzzle:
        """The same for the oracles."""
        return read_board(self.rows, mines=self.mines, density=self.density, trust_flags=self.trust_flags)


@dataclass(frozen=True)
class RuleSet:
    """Rules as `solve_rules` takes them."""

    rules: list[str]
    options: dict[str, Any]

    def puzzle(self) -> Puzzle:
        """The same for the oracles."""
        return read_rules(self.rules, **self.options)


DENSITIES = st.sampled_from([0.01, 0.125, 0.2063, 0.5, 0.75, 0.999])


SHAPES = [(1, 1), (1, 9), (2, 5), (2, 8), (3, 4), (3, 5), (3, 6), (4, 4), (4, 5), (5, 5)]


@st.composite
def consistent_boards(draw: st.DrawFn) -> Position:
    """A true layout: some safe cells revealed, some cells void, some mines known, some cells flagged.

    Hypothesis draws only the rates and a seed for the cells: drawn cell by cell, most boards would be trivial.
    """
    rows, cols = draw(st.sampled_from(SHAPES))
    mine_rate = draw(st.sampled_from([0.1, 0.25, 0.5]))
    hide_rate = draw(st.sampled_from([0.3, 0.7, 0.9]))
    void_rate = draw(st.sampled_from([0, 0, 0.15]))
    trust_flags = draw(st.booleans())
    density = draw(st.none() | DENSITIES)
    chance = random.Random(draw(st.integers(0, 2**32)))

    cells = [(r, c) for r in range(rows) for c in range(cols)]
    void = {cell for cell in cells if chance.random() < void_rate}
    layout = {cell for cell in cells if chance.random() < mine_rate} - void
    view: dict[tuple[int, int], int] = {}
    covered = 0
    for cell in chance.sample(cells, len(cells)):
        if cell in void:
            view[cell] = VOID
        elif covered < MOST_COVERED and (cell in layout or chance.random() < hide_rate):
            kinds = [HIDDEN, HIDDEN, HIDDEN, QUESTION]
            # A trusted flag on a safe cell would contradict the layout; another test covers that.
            kinds += [FLAG] if cell in layout or not trust_flags else []
            kinds += [MINE] if cell in layout else []
            view[cell] = chance.choice(kinds)
            covered += view[cell] != MINE
        else:
            view[cell] = MINE if cell in layout else sum(other in layout for other in near(cell, rows, cols))
    table = [[view[r, c] for c in range(cols)] for r in range(rows)]
    return Position(table, None if density is not None else len(layout), density, trust_flags)


@st.composite
def any_boards(draw: st.DrawFn) -> Position:
    """Any numbers anywhere, each at most its number of neighbours: most boards have no world, some do."""
    rows, cols = draw(st.sampled_from([(1, 2), (1, 5), (2, 3), (3, 3), (3, 4), (4, 4)]))
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    kinds = st.sampled_from([HIDDEN] * 5 + [FLAG, QUESTION, MINE, VOID] + [0] * 6)
    view = {cell: draw(kinds) for cell in cells}
    for cell in cells:
        if view[cell] == 0:
            in_play = sum(view[other] != VOID for other in near(cell, rows, cols))
            view[cell] = draw(st.integers(0, min(in_play, 3)))
    table = [[view[r, c] for c in range(cols)] for r in range(rows)]
    trust_flags = draw(st.booleans())
    known = sum(value == MINE or (trust_flags and value == FLAG) for value in view.values())
    covered = sum(value in (HIDDEN, QUESTION, FLAG) for value in view.values())
    covered -= sum(trust_flags and value == FLAG for value in view.values())
    density = draw(st.none() | DENSITIES)
    mines = None if density is not None else draw(st.integers(known, known + covered))
    return Position(table, mines, density, trust_flags)


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """Rules over up to ten named cells, exact or with bounds, with or without further cells and a total."""
    names = [f"cell{i}" for i in range(draw(st.integers(1, 10)))]
    rules = []
    for _ in range(draw(st.integers(0, 6))):
        among = draw(st.lists(st.sampled_from(names), min_size=1, max_size=6, unique=True))
        least = draw(st.integers(0, min(2, len(among))))
        most = draw(st.integers(least, len(among)))
        count = f"{least}" if draw(st.booleans()) else f"{least}-{most}"
        rules.append(f"{count}:{','.join(among)}")
    used = {name for rule in rules for name in rule.partition(":")[2].split(",")}
    extra = [name for name in names if name not in used and draw(st.booleans())]
    others = draw(st.integers(0, 4))
    cells = len(used) + len(extra) + others
    known = draw(st.sampled_from(["mines", "density", "nothing"]))
    options: dict[str, Any] = {"cells": extra, "others": others}
    if known == "mines":
        options["mines"] = draw(st.integers(0, cells))
    elif known == "density":
        options["density"] = draw(DENSITIES)
    return RuleSet(rules, options)
