"""Polynomials with exact whole coefficients: ways for each number of mines.

A component's counts come in as a polynomial (`ways[k]` ways to hold `lo + k` mines), and the product of two
counts the ways of both together. Short ones are multiplied term by term; long ones are packed into one decimal
number each, because `decimal` multiplies very long numbers in almost linear time and Python's integers do not.

>>> Polynomial(0, (1, 2)) * Polynomial(1, (3, 4))
Polynomial(lo=1, ways=(3, 10, 8))
"""

from __future__ import annotations

import decimal
from dataclasses import dataclass
from functools import cache

__all__ = ["ONE", "Polynomial"]

# Term-by-term work (products of coefficients) above which packing pays.
_PACK_ABOVE = 1 << 14


@dataclass(frozen=True, slots=True)
class Polynomial:
    """Ways for each number of mines."""

    lo: int  # fewest mines
    ways: tuple[int, ...]  # ways[k] for lo + k mines; not empty

    def __mul__(self, other: Polynomial) -> Polynomial:
        """Count the ways of both together."""
        short, long = sorted((self.ways, other.ways), key=len)
        if len(short) * len(long) <= _PACK_ABOVE:
            product = [0] * (len(short) + len(long) - 1)
            for i, factor in enumerate(short):
                if factor:
                    for j, ways in enumerate(long):
                        product[i + j] += factor * ways
            return Polynomial(self.lo + other.lo, tuple(product))
        return Polynomial(self.lo + other.lo, _multiply_packed(short, long))

    def at(self, mines: int) -> int:
        """Ways to hold exactly `mines` mines."""
        return self.ways[mines - self.lo] if 0 <= mines - self.lo < len(self.ways) else 0

    def weigh(self, mine: int, safe: int) -> int:
        """Return the sum of ways * mine^(mines - lo) * safe^(hi - mines), computed by halves.

        So only numbers of about the same length are multiplied; term by term, the time grows with the cube of the
        number of cells.

        >>> Polynomial(1, (3, 10, 8)).weigh(2, 5)
        207
        """
        mine_to, safe_to = cache(mine.__pow__), cache(safe.__pow__)

        def weigh_range(first: int, count: int) -> int:
            if count == 1:
                return self.ways[first]
            half = 1 << (count - 1).bit_length() - 1
            low, high = weigh_range(first, half), weigh_range(first + half, count - half)
            return low * safe_to(count - half) + high * mine_to(half)

        return weigh_range(0, len(self.ways))

    @property
    def hi(self) -> int:
        """Most mines."""
        return self.lo + len(self.ways) - 1


ONE = Polynomial(0, (1,))


def _multiply_packed(short: tuple[int, ...], long: tuple[int, ...]) -> tuple[int, ...]:
    """Multiply by Kronecker substitution: coefficients as digits of one number in a base no sum can exceed."""
    largest = max(short) * max(long) * len(short)
    context = decimal.Context(prec=decimal.MAX_PREC, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN, traps=[])
    width = largest.bit_length() * 30103 // 100000 + 2  # digits: log10(2) rounded up
    product = context.multiply(_pack(short, width), _pack(long, width))
    digits = format(product, "f").zfill(width * (len(short) + len(long) - 1))
    # Decimal reads and writes integers of any length; int(str) and str(int) refuse long ones.
    return tuple(int(decimal.Decimal(digits[at : at + width])) for at in range(0, len(digits), width))


def _pack(ways: tuple[int, ...], width: int) -> decimal.Decimal:
    return decimal.Decimal("".join(format(decimal.Decimal(count), "f").zfill(width) for count in ways))
