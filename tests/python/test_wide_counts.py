"""Counts beyond the range of doubles: wide groups, extreme densities and totals, against exact fractions.

The oracle counts groups by their number of mines with Python's integers and fractions; it shares nothing with the
engine but the rules.
"""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from sapper import Board, ContradictionError, Shape, analyze, solve_rules
from sapper.analysis.rules import Rule

# Cells in exactly the same rules: how many, and which rules.
Group = tuple[int, tuple[int, ...]]
# Fewest and most mines of a rule.
Bounds = tuple[int, int]


def fillings(groups: list[Group], bounds: list[Bounds]) -> Iterator[tuple[tuple[int, ...], int]]:
    """All numbers of mines in the groups that keep the rules, with the ways to place them."""
    for mines in itertools.product(*(range(size + 1) for size, _ in groups)):
        sums = [0] * len(bounds)
        for count, (_, rules) in zip(mines, groups, strict=True):
            for rule in rules:
                sums[rule] += count
        if all(lo <= total <= hi for total, (lo, hi) in zip(sums, bounds, strict=True)):
            ways = 1
            for count, (size, _) in zip(mines, groups, strict=True):
                ways *= comb(size, count)
            yield mines, ways


def exact(groups: list[Group], bounds: list[Bounds], others: int, mines: int | None, density: Fraction | None):
    """The mine probability of each group and of the other cells; None where no world fits."""
    whole = Fraction(0)
    share = [Fraction(0)] * (len(groups) + 1)
    cells = sum(size for size, _ in groups)
    for counts, ways in fillings(groups, bounds):
        inside = sum(counts)
        if density is not None:
            weight = ways * density**inside * (1 - density) ** (cells - inside)
            left = density * others
        else:
            if not 0 <= mines - inside <= others:
                continue
            # C(others, n) against C(others, 0), so that no number has millions of digits.
            weight = Fraction(ways * falling(others, mines - inside, mines))
            left = Fraction(mines - inside)
        whole += weight
        for k, (count, (size, _)) in enumerate(zip(counts, groups, strict=True)):
            share[k] += weight * Fraction(count, size)
        share[-1] += weight * left / max(others, 1)
    return None if whole == 0 else [one / whole for one in share]


def falling(others: int, mines: int, most: int) -> Fraction:
    """C(others, mines), up to a factor that depends on `others` and `most` alone."""
    value = Fraction(1)
    if others - mines < mines:  # counted by the safe cells, whose number is the smaller one
        least = others - most
        for safe in range(max(least, 0), others - mines):
            value *= Fraction(others - safe, safe + 1)
        return value
    for k in range(mines, min(most, others)):
        value *= Fraction(k + 1, others - k)
    return value


def check(groups: list[Group], bounds: list[Bounds], others: int, mines=None, density=None):
    first = list(itertools.accumulate((size for size, _ in groups), initial=0))
    rules = []
    for index, (lo, hi) in enumerate(bounds):
        among = [
            cell
            for k, (size, inside) in enumerate(groups)
            if index in inside
            for cell in range(first[k], first[k] + size)
        ]
        rules.append(Rule((lo, hi), among))
    wanted = exact(groups, bounds, others, mines, None if density is None else Fraction(density))
    if wanted is None:
        with pytest.raises(ContradictionError):
            solve_rules(rules, others=others, mines=mines, density=density)
        return
    found = solve_rules(rules, others=others, mines=mines, density=density)
    answers = [found.mine_probability[first[k]] for k in range(len(groups))]
    if others:
        answers.append(found.other_probability)
    for answer, one in zip(answers, wanted, strict=False):
        assert (answer == 0) == (one == 0), (answer, float(one))
        assert (answer == 1) == (one == 1), (answer, float(one))
        assert abs(answer - float(one)) <= 1e-12, (answer, float(one))


def test_a_wide_clue_at_a_tiny_density():
    shape = Shape.box(6, 6, 6, 6)
    inner = shape.cells[sum(2 * 6**k for k in range(4))]
    around = list(shape.neighbours(inner))
    assert len(around) == 80
    for clue, density in [(75, 1e-6), (60, 1e-6), (79, 0.9999999), (5, 1e-9)]:
        analysis = analyze(Board(shape, density=density).replace({inner: clue}))
        assert analysis.safe_cells == []
        assert analysis.mine_cells == []
        for cell in around:
            assert abs(analysis.mine_probability[cell] - clue / 80) < 1e-12


@pytest.mark.parametrize(
    ("groups", "bounds", "others", "mines", "density"),
    [
        ([(150, (0,))], [(75, 150)], 10**5, 76, None),
        ([(200, (0,))], [(100, 200)], 10**7, 101, None),
        ([(80, (0,))], [(79, 79)], 10**6, 1_000_078, None),
        ([(80, (0,))], [(79, 79)], 10**6, 1_000_079, None),
        ([(80, (0,))], [(79, 79)], 10**6, 79, None),
        ([(80, (0,))], [(79, 79)], 10**6, 1_000_080, None),
        ([(62, (0,)), (62, (0, 1)), (62, (1,))], [(60, 60), (60, 60)], 10**7, 61, None),
        ([(80, (0,))], [(79, 79)], 0, None, 0.9999999),
        ([(1000, (0,))], [(600, 1000)], 0, None, 0.01),
        ([(1200, (0,))], [(600, 1200)], 50, None, 0.9),
        ([(1500, (0,))], [(10, 1400)], 3000, 1500, None),
    ],
)
def test_known_corners(groups, bounds, others, mines, density):
    check(groups, bounds, others, mines, density)


def test_wide_groups_everywhere():
    random = np.random.default_rng(7)
    for _ in range(150):
        sizes = [int(size) for size in random.integers(50, 125, size=int(random.integers(1, 3)))]
        groups: list[Group] = [(sizes[0], (0,))]
        bounds = []
        if len(sizes) == 2:
            groups = [(sizes[0], (0,)), (3, (0, 1)), (sizes[1], (1,))]
        for rule in range(len(sizes)):
            cells = sum(size for size, rules in groups if rule in rules)
            lo = int(random.integers(0, cells + 1))
            bounds.append((lo, lo if random.random() < 0.5 else int(random.integers(lo, cells + 1))))
        if random.random() < 0.5:
            exponent = float(random.uniform(-12, -0.3))
            density = 10**exponent if random.random() < 0.5 else 1 - 10**exponent
            check(groups, bounds, int(random.integers(0, 3)), density=density)
        else:
            others = int(random.choice([0, 5, 900, 10**5, 10**7]))
            least = sum(lo for lo, _ in bounds) - (3 if len(sizes) == 2 else 0)
            near = max(least, 0) + int(random.integers(0, 4))
            total = near if random.random() < 0.5 else sum(sizes) + others - int(random.integers(0, 130))
            check(groups, bounds, others, mines=max(total, 0))


MANY_COMPONENTS = """
import re
from pathlib import Path
import sapper
rows = [[-1] * 900 for _ in range(900)]
for row in range(1, 900, 6):
    for col in range(1, 896, 5):
        rows[row][col] = rows[row][col + 2] = 1
board = sapper.Board.from_rows(rows, mines=120_000)
analysis = sapper.analyze(board)
move = sapper.choose(board, "safest", candidates=False)
print(len(analysis.components), abs(move.safety - (1 - analysis.mine_probability[move.cell])) < 1e-12)
# The peak of this program alone; that of getrusage() begins with the peak of the one that started it.
print(int(re.search(r"VmHWM:\\s+([0-9]+) kB", Path("/proc/self/status").read_text())[1]) // 1024)
"""


def test_many_components_take_memory_in_proportion():
    done = subprocess.run([sys.executable, "-c", MANY_COMPONENTS], capture_output=True, text=True, check=True)
    answer, megabytes = done.stdout.splitlines()
    components, right = answer.split()
    assert int(components) > 25_000
    assert right == "True"
    assert int(megabytes) < 500  # with one array a component it took 5.8 GB
