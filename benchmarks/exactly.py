"""Mine probabilities in whole numbers, to measure the errors of the engine's doubles. Does not use the engine.

A `Case` comes in, `Exact` fractions come out. The components and their fillings are those of the tests' oracle,
which counts in integers of any size. They are joined here, because the oracle multiplies polynomials term by term,
and a board of a million cells would take hours.

Without `bits` the join is exact too, and fast enough for boards up to about 200x200. With `bits`, mines are weighted
so that their total is the likeliest number, every product is rounded down to integers of that many bits, and values
below one are dropped. With 512 bits this changes no probability by 1e-120, and a million cells take seconds.

>>> import numpy as np
>>> exact = mine_fractions(Case("", np.array([[-1, 1, -1, -1]]), 1))
>>> exact.beside, exact.floating
({0: Fraction(1, 2), 2: Fraction(1, 2)}, Fraction(0, 1))
"""

from __future__ import annotations

import importlib
import math
import random
import sys
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from boards import Case

__all__ = ["Exact", "hidden_mines", "mine_fractions"]

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
_oracle: Any = importlib.import_module("oracle.brute")


@dataclass(frozen=True, slots=True)
class Exact:
    """Mine probabilities of hidden cells, named by their flat index."""

    beside: dict[int, Fraction]  # cells beside a clue; with a sample, of some components only
    floating: Fraction | None  # any other hidden cell, None where there is none


@dataclass(frozen=True, slots=True)
class _Counts:
    """Values for lo, lo + 1, ... mines, to a common factor."""

    lo: int
    values: list[int]


@dataclass(frozen=True, slots=True)
class _Node:
    """A component, or two nodes together."""

    ways: _Counts
    children: tuple[_Node, _Node] | None


def mine_fractions(case: Case, *, bits: int | None = None, sample: int | None = None, seed: int = 0) -> Exact:
    """The exact probabilities of a board that has a world; with `sample`, of `sample` random components."""
    puzzle, floating = _read(case)
    settled, left = _oracle._settle(puzzle)
    groups, _ = _oracle._groups(left)
    chains = [_oracle._Chain(left, members) for members in _oracle._components(groups)]
    counts = [_counts(chain.polynomial()) for chain in chains]
    mines = case.mines - sum(settled.values())
    tilt = Fraction(1) if bits is None else _balance(counts, floating, mines)

    tree = _grow([_Node(_tilted(count, tilt), None) for count in counts], bits)
    weights = _floating_ways(tree.ways, floating, mines, tilt, bits)
    beside = {cell: Fraction(mine) for cell, mine in settled.items()}
    chosen = set(range(len(chains)) if sample is None else random.Random(seed).sample(range(len(chains)), sample))
    for k, share in enumerate(_shares(tree, weights, bits)):
        if k in chosen:
            beside |= _marginals(chains[k], counts[k], _tilted(share, tilt).values)
    return Exact(beside, _floating_fraction(tree.ways, weights, floating, mines))


def hidden_mines(case: Case) -> tuple[int, int]:
    """Return the fewest and the most mines that the clues of a board allow, independent of its total."""
    puzzle, floating = _read(case)
    settled, left = _oracle._settle(puzzle)
    groups, _ = _oracle._groups(left)
    counts = [_oracle._Chain(left, members).polynomial() for members in _oracle._components(groups)]
    known = sum(settled.values())
    return known + sum(map(min, counts)), known + sum(map(max, counts)) + floating


def _read(case: Case) -> tuple[Any, int]:
    """The clues as rules of the oracle, and the number of hidden cells beside none."""
    rows, cols = case.cells.shape
    index = np.pad(np.arange(rows * cols).reshape(rows, cols), 1, constant_values=-1)
    hidden = np.pad(case.cells < 0, 1)
    around = np.stack(
        [
            np.where(hidden, index, -1)[i : i + rows, j : j + cols]
            for i in range(3)
            for j in range(3)
            if (i, j) != (1, 1)
        ],
        axis=-1,
    )
    rules = []
    for need, cells in zip(case.cells[case.cells >= 0].tolist(), around[case.cells >= 0].tolist(), strict=True):
        among = tuple(cell for cell in cells if cell >= 0)
        if among:
            rules.append((need, need, among))
    ruled = sorted({cell for _, _, among in rules for cell in among})
    return _oracle.Puzzle(tuple(ruled), tuple(rules)), int((case.cells < 0).sum()) - len(ruled)


def _counts(polynomial: dict[int, int]) -> _Counts:
    lo, hi = min(polynomial), max(polynomial)
    return _Counts(lo, [polynomial.get(mines, 0) for mines in range(lo, hi + 1)])


def _balance(counts: list[_Counts], floating: int, mines: int) -> Fraction:
    """Return a weight of a mine at which the expected number of mines is about the total."""
    shapes = [(count.lo, np.array([ways / max(count.values) for ways in count.values])) for count in counts]
    low, high = -20.0, 20.0
    while high - low > 0.001:
        middle = (low + high) / 2
        tilt = math.exp(middle)
        expected = floating * tilt / (1 + tilt)
        for lo, shape in shapes:
            steps = np.arange(len(shape))
            mass = shape * np.exp(middle * (steps - (steps[-1] if middle > 0 else 0)))
            expected += lo + float(mass @ steps / mass.sum())
        low, high = (middle, high) if expected < mines else (low, middle)
    return Fraction(math.exp(low)).limit_denominator(1000)


def _tilted(counts: _Counts, tilt: Fraction) -> _Counts:
    """The same with every mine weighted, still in whole numbers."""
    top, bottom, last = tilt.numerator, tilt.denominator, len(counts.values) - 1
    return _Counts(counts.lo, [value * top**k * bottom ** (last - k) for k, value in enumerate(counts.values)])


def _rounded(values: list[int], bits: int | None) -> list[int]:
    excess = 0 if bits is None else max(max(values).bit_length() - bits, 0)
    return [value >> excess for value in values] if excess else values


def _product(left: list[int], right: list[int]) -> list[int]:
    """The coefficients of a product of polynomials, through one product of two long integers."""
    largest = max(left).bit_length() + max(right).bit_length() + min(len(left), len(right)).bit_length()
    width = largest // 8 + 1
    one, other = (int.from_bytes(b"".join(v.to_bytes(width, "little") for v in p), "little") for p in (left, right))
    count = len(left) + len(right) - 1
    packed = (one * other).to_bytes(width * count, "little")
    return [int.from_bytes(packed[at : at + width], "little") for at in range(0, len(packed), width)]


def _grow(level: list[_Node], bits: int | None) -> _Node:
    """A balanced tree over the components, in their order."""
    if not level:
        return _Node(_Counts(0, [1]), None)
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        level = [_joined(left, right, bits) for left, right in pairs] + level[len(level) // 2 * 2 :]
    return level[0]


def _joined(left: _Node, right: _Node, bits: int | None) -> _Node:
    values = _rounded(_product(left.ways.values, right.ways.values), bits)
    kept = [k for k, value in enumerate(values) if value]
    ways = _Counts(left.ways.lo + right.ways.lo + kept[0], values[kept[0] : kept[-1] + 1])
    return _Node(ways, (left, right))


def _floating_ways(ways: _Counts, floating: int, mines: int, tilt: Fraction, bits: int | None) -> _Counts:
    """Return the ways of the floating cells for each number of mines in all components together."""
    most = min(mines - ways.lo, floating)
    least = max(mines - ways.lo - len(ways.values) + 1, 0)
    values = [0] * len(ways.values)  # for rising numbers in the components, so for falling numbers of floating mines
    if least > most:
        return _Counts(ways.lo, values)
    top, bottom = tilt.numerator, tilt.denominator
    start = min(max(floating * top // (top + bottom), least), most)
    first = math.comb(floating, start) if bits is None else 1 << 2 * bits
    value = first
    for k in range(start, most + 1):
        values[mines - k - ways.lo] = value
        value = value * (floating - k) * top // ((k + 1) * bottom)
    value = first
    for k in range(start, least - 1, -1):
        values[mines - k - ways.lo] = value
        value = value * k * bottom // ((floating - k + 1) * top)
    return _Counts(ways.lo, _rounded(values, bits))


def _shares(tree: _Node, weights: _Counts, bits: int | None) -> list[_Counts]:
    """Return, for each component, the ways of everything outside it by its number of mines."""
    if tree.children is None:
        return [weights]
    left, right = tree.children
    return [
        *_shares(left, _seen_through(weights, right.ways, left.ways, bits), bits),
        *_shares(right, _seen_through(weights, left.ways, right.ways, bits), bits),
    ]


def _seen_through(weights: _Counts, sibling: _Counts, own: _Counts, bits: int | None) -> _Counts:
    """Return, for each own number of mines, the summed weights over the numbers of the sibling."""
    product = _product(weights.values, sibling.values[::-1])
    shift = own.lo + sibling.lo - weights.lo + len(sibling.values) - 1
    inside = [k + shift for k in range(len(own.values))]
    values = [product[k] if 0 <= k < len(product) else 0 for k in inside]
    return _Counts(own.lo, _rounded(values, bits))


def _marginals(chain: Any, counts: _Counts, share: list[int]) -> dict[int, Fraction]:  # noqa: ANN401  # the oracle's
    """The probabilities of one component's cells."""
    whole = sum(ways * worth for ways, worth in zip(counts.values, share, strict=True))
    by_mines = {counts.lo + k: worth for k, worth in enumerate(share)}
    found: dict[int, Fraction] = {}
    for cells, mines in chain.expected_mines(by_mines):
        found |= dict.fromkeys(cells, Fraction(mines, whole * len(cells)))
    return found


def _floating_fraction(ways: _Counts, weights: _Counts, floating: int, mines: int) -> Fraction | None:
    if not floating:
        return None
    mass = [one * other for one, other in zip(ways.values, weights.values, strict=True)]
    held = sum(value * (mines - ways.lo - k) for k, value in enumerate(mass))
    return Fraction(held, sum(mass) * floating)
