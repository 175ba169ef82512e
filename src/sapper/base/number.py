"""Checks of numbers that callers pass: whole numbers and seeds, and how an error message quotes them.

Each function takes any object and returns a plain `int`, or raises an `InputError` that quotes the object. Every
object that Python accepts as an index is accepted, numpy integers included. Booleans and floats are rejected.

>>> whole_number(99, "mines")
99
>>> whole_number(2.5, "mines")
Traceback (most recent call last):
sapper.errors.InputError: mines must be a whole number, not 2.5
"""

from __future__ import annotations

import operator
import re
from decimal import Decimal
from typing import SupportsIndex, cast

from sapper.errors import InputError

__all__ = ["quote", "read_count", "seed_number", "whole_number"]

_LONGEST_QUOTE = 60
_COUNT = re.compile(
    r"(?P<digits>[0-9][0-9_,]{0,30}(\.[0-9]{1,30})?)(e\+?(?P<tens>[0-9]{1,2}))?(?P<unit>[kmg]?)", re.I
)
_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}


def whole_number(value: object, name: str, *, least: int = 0) -> int:
    """Return `value` as an int.

    Raises:
        InputError: it is not a whole number, or below `least`; the message calls it `name`.
    """
    number = _index(value, name)
    if number < least:
        raise InputError(f"{name} must be at least {least}, not {quote(number)}")
    return number


def seed_number(value: object, name: str = "seed") -> int:
    """Return `value` as an int that fits in 64 bits, signed or unsigned.

    Raises:
        InputError: it is not a whole number, or does not fit; the message calls it `name`.
    """
    number = _index(value, name)
    if not -(2**63) <= number < 2**64:
        raise InputError(f"{name} must fit in 64 bits, signed or unsigned, unlike {quote(number)}")
    return number


def read_count(text: str, name: str) -> int:
    """Return the whole number that a text such as 500, 1_000_000, 1,000,000, 1e6, 100k or 2.5M writes.

    Raises:
        InputError: the text has another form, or is not a whole number, as 1.5; the message calls it `name`.

    >>> read_count("1e6", "games"), read_count("2.5k", "games")
    (1000000, 2500)
    """
    found = _COUNT.fullmatch(text.strip())
    if found is not None:
        digits = Decimal(re.sub("[_,]", "", found["digits"]))
        count = digits * 10 ** int(found["tens"] or 0) * _UNITS[found["unit"].lower()]
        if count == int(count):
            return int(count)
    raise InputError(f"{name} must be a whole number such as 500, 1e6, 1_000_000 or 100k, not {quote(text)}")


def quote(value: object) -> str:
    """Return the repr of `value`, shortened. Never raises."""
    try:
        text = repr(value)
    except Exception:  # an integer of thousands of digits has no repr, and a caller's own may raise anything
        return f"an object of type {type(value).__name__}"
    return text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "..."


def _index(value: object, name: str) -> int:
    if isinstance(value, bool):
        raise InputError(f"{name} must be a whole number, not {value}")
    try:
        return operator.index(cast(SupportsIndex, value))
    except Exception as error:  # __index__ is the caller's code and may raise anything
        raise InputError(f"{name} must be a whole number, not {quote(value)}") from error
