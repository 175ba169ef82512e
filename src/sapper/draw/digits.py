"""Whole numbers of any length as text: by default Python raises above 4300 digits.

>>> from sapper.draw.digits import shorten_integer, spell_integer
>>> len(spell_integer(10**5000)), shorten_integer(12345), shorten_integer(2**400)
(5001, '12345', '2.58225e+120 (121 digits)')
"""

from __future__ import annotations

import decimal
import math

__all__ = ["shorten_integer", "spell_integer"]

_READABLE = 40  # digits that are still written out
# Bits up to which `decimal` converts at once; its time grows with the square of their number.
_AT_ONCE = 1 << 14


def spell_integer(number: int) -> str:
    """Return all digits of a number that is not negative."""
    context = decimal.Context(prec=decimal.MAX_PREC, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)
    powers: dict[int, decimal.Decimal] = {}

    def power_of_two(bits: int) -> decimal.Decimal:
        if bits not in powers:
            if bits <= _AT_ONCE:
                powers[bits] = decimal.Decimal(1 << bits)
            else:
                powers[bits] = context.multiply(power_of_two(bits // 2), power_of_two(bits - bits // 2))
        return powers[bits]

    def convert(part: int, bits: int) -> decimal.Decimal:
        if bits <= _AT_ONCE:
            return decimal.Decimal(part)
        low = bits // 2
        high_part = convert(part >> low, bits - low)
        return context.fma(high_part, power_of_two(low), convert(part & ((1 << low) - 1), low))

    return format(convert(number, number.bit_length()), "f")


def shorten_integer(number: int) -> str:
    """Return a number that is not negative: all its digits up to 40, else its size and the count of digits."""
    if number < 10**_READABLE:
        return str(number)
    # The logarithm of a longer number is close but not exact, so the count of digits is checked.
    exponent = int(math.log10(number))
    exponent += 1 if number >= 10 ** (exponent + 1) else -1 if number < 10**exponent else 0
    leading = decimal.Decimal(number // 10 ** (exponent - 9))
    return f"{leading.scaleb(-9):.5f}e+{exponent} ({exponent + 1} digits)"
