"""How the tests compare: probabilities with fractions, samples with a distribution, conflicts with proof."""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from oracle.brute import Elimination, Puzzle, Worlds, brute_force

__all__ = [
    "LOOSE",
    "TIGHT",
    "check_conflict",
    "check_probabilities",
    "chi_square_fits",
    "close",
    "mine_set",
]

LOOSE = 1e-9  # the documented accuracy on every board
TIGHT = 1e-12  # the accuracy on small boards


def close(value: float, exact: Fraction | int, tolerance: float = TIGHT) -> bool:
    """Whether a value is within the tolerance; 0 and 1 must be exact."""
    if exact in (0, 1):
        return value == float(exact)
    return 0.0 <= value <= 1.0 and abs(value - float(exact)) <= tolerance


def mine_set(world: np.ndarray) -> frozenset[tuple[int, int]]:
    """The mines of a world given as a boolean array."""
    return frozenset((int(r), int(c)) for r, c in np.argwhere(world))


def check_probabilities(analysis: Any, oracle: Worlds | Elimination, tolerance: float = TIGHT) -> None:
    """Check the worlds, probabilities, safe cells and mines of an analysis."""
    puzzle = oracle.puzzle
    probability = analysis.mine_probability
    assert probability.dtype == np.float64
    assert analysis.worlds == oracle.worlds
    asked = {*puzzle.cells, *puzzle.known}
    assert mine_set(~np.isnan(probability)) == asked
    exact = {cell: oracle.fraction(cell) for cell in asked}
    for cell, fraction in exact.items():
        assert close(float(probability[cell]), fraction, tolerance), (cell, probability[cell], fraction)
    assert analysis.safe_cells == sorted(cell for cell, fraction in exact.items() if fraction == 0)
    assert analysis.mine_cells == sorted(cell for cell, fraction in exact.items() if fraction == 1)


def check_conflict(rules: Collection[int], needs_total: bool, puzzle: Puzzle) -> None:
    """Check that these rules, with the total if `needs_total`, have no world, but have one without any of them."""
    chosen = set(rules)
    assert len(chosen) == len(rules)
    assert not (needs_total and puzzle.mines is None)
    assert brute_force(puzzle.only(chosen, total=needs_total)).worlds == 0
    for rule in chosen:
        assert brute_force(puzzle.only(chosen - {rule}, total=needs_total)).worlds > 0
    if needs_total:
        assert brute_force(puzzle.only(chosen, total=False)).worlds > 0


def chi_square_fits(drawn: Mapping[Hashable, int], expected: Mapping[Hashable, Fraction]) -> bool:
    """Whether the counts fit the distribution; a fair sampler fails once in a million seeds.

    The limit is the Wilson-Hilferty value of chi-square at 1e-6.
    """
    assert set(drawn) <= set(expected)
    count = sum(drawn.values())
    ideal = {key: float(share) * count for key, share in expected.items()}
    assert min(ideal.values()) >= 5, "too few draws for this many worlds"
    statistic = sum((drawn.get(key, 0) - mean) ** 2 / mean for key, mean in ideal.items())
    freedom = len(expected) - 1
    spread = 2 / (9 * freedom)
    return statistic < freedom * (1 - spread + 4.753 * math.sqrt(spread)) ** 3
