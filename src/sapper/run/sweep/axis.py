"""What a sweep varies: mines, size, first click, start, strategy, its budget or any of its settings.

>>> read_axis("mines=10:30:10")
Axis(name='mines', values=(10, 20, 30))
>>> read_axis("size=9x9,16x16").values, read_axis("strategy=safest;best,rollouts=0").values
(('9x9', '16x16'), ('safest', 'best,rollouts=0'))
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from sapper.base.number import quote
from sapper.board.board import check_squares
from sapper.board.level import Level
from sapper.errors import InputError

__all__ = [
    "BUDGET",
    "COL",
    "DENSITY",
    "FIRST_CLICK",
    "LEVEL",
    "MINES",
    "ROW",
    "SIZE",
    "STRATEGY",
    "Axes",
    "Axis",
    "read_axes",
    "read_axis",
]

# The axes that are not settings of a strategy.
LEVEL, SIZE, MINES, DENSITY = "level", "size", "mines", "density"
FIRST_CLICK, ROW, COL = "first_click", "row", "col"
STRATEGY, BUDGET = "strategy", "budget"
_START = "start"  # short for both coordinates, over the whole board
_WHOLE = (ROW, COL, MINES)
_NAMED = (LEVEL, SIZE, FIRST_CLICK, STRATEGY, BUDGET)
_CLASHES = ((LEVEL, SIZE), (LEVEL, MINES), (LEVEL, DENSITY), (MINES, DENSITY))

_AXIS = re.compile(r"(?P<name>[A-Za-z_][\w-]*)=(?P<values>\S+)")
_RANGE = re.compile(r"[-+.0-9e]+(:[-+.0-9e]+){1,3}", re.IGNORECASE)
_MOST = 10_000  # values of an axis
_MOST_AXES = 4

# Texts such as "mines=10:30", or names with their values.
Axes: TypeAlias = "Iterable[str | Axis] | Mapping[str, Iterable[float | str]]"


@dataclass(frozen=True, slots=True)
class Axis:
    """One thing that varies, and the values it takes.

    Attributes:
        name: level, size, mines, density, first_click, row, col, strategy, budget, or a setting.
        values: at least one, no two alike; whole numbers for mines and coordinates.
    """

    name: str
    values: tuple[float | str, ...]

    @property
    def named(self) -> bool:
        """Whether a value is a name instead of a number."""
        return any(isinstance(value, str) for value in self.values)


def read_axes(axes: Axes, level: Level) -> list[Axis]:
    """Return the axes that texts such as `start` or `rollouts=0,10,20`, or a mapping, name: one to four of them.

    Raises:
        InputError: no axis or too many, a repeated axis, two axes that set the same thing, or a text that is not an
            axis.
    """
    found: list[Axis] = []
    if isinstance(axes, str | Axis) or not isinstance(axes, Iterable):
        raise InputError(f"what varies is a list of texts such as 'mines=10:30', or a mapping, not {quote(axes)}")
    for one in axes.items() if isinstance(axes, Mapping) else axes:
        if one == _START:
            check_squares(level.shape, "a sweep over the start")
            found += [Axis(ROW, tuple(range(level.rows))), Axis(COL, tuple(range(level.cols)))]
        elif isinstance(one, Axis):
            found.append(_checked(one.name, one.values, one.values))
        elif isinstance(one, str):
            found.append(read_axis(one))
        else:
            found.append(_given(*one))
    names = [axis.name for axis in found]
    if not 1 <= len(found) <= _MOST_AXES or len(set(names)) < len(names):
        raise InputError(f"a sweep varies one to {_MOST_AXES} different things, not {quote(names)}")
    for pair in _CLASHES:
        if set(pair) <= set(names):
            raise InputError(f"{pair[0]} and {pair[1]} cannot both vary, as each sets the same thing")
    return found


def read_axis(text: str) -> Axis:
    """Return the axis written as NAME=VALUE,VALUE... or NAME=FIRST:LAST[:STEP]; a semicolon may separate values.

    Raises:
        InputError: the text is not an axis; the message quotes it.
    """
    match = _AXIS.fullmatch(text)
    if match is None:
        raise InputError(f"what varies is written start, name=1,2,3 or name=first:last:step, not {quote(text)}")
    name, values = match["name"].replace("-", "_"), match["values"]
    parts = values.split(";" if ";" in values else ",")
    if name in _NAMED:
        return _checked(name, parts, values)
    try:
        numbers = _read_range(values) if _RANGE.fullmatch(values) else [_value(part) for part in parts]
    except InputError:
        raise
    except ValueError:
        raise InputError(f"the values of {name!r} are numbers or words, not {quote(values)}") from None
    return _checked(name, numbers, values)


def _given(name: object, values: object) -> Axis:
    """An axis of a mapping."""
    if not isinstance(name, str):
        raise InputError(f"what varies has a name, unlike {quote(name)}")
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InputError(f"the values of {name!r} are a list, not {quote(values)}")
    plain = [value.item() if hasattr(value, "item") else value for value in values]  # numbers of numpy
    return _checked(name.replace("-", "_"), plain, values)


def _checked(name: str, values: Iterable[object], quoted: object) -> Axis:
    listed: list[float | str] = []
    for value in values:
        plain = str(value) if name in _NAMED and not isinstance(value, int | float) else value
        if not isinstance(plain, int | float | str) or plain == "" or (name in _NAMED and not isinstance(plain, str)):
            raise InputError(f"the values of {name!r} are {_kind(name)}, unlike {quote(value)} in {quote(quoted)}")
        if isinstance(plain, float) and not math.isfinite(plain):
            raise InputError(f"the values of {name!r} are finite, unlike {quote(quoted)}")
        listed.append(plain)
    if not listed or len(set(listed)) < len(listed):
        raise InputError(f"the values of {name!r} are at least one, and no two alike, unlike {quote(quoted)}")
    if name in _WHOLE and not all(isinstance(value, int) for value in listed):
        raise InputError(f"the values of {name!r} are whole numbers, unlike {quote(quoted)}")
    if name == DENSITY and not all(isinstance(value, int | float) and 0 <= value < 1 for value in listed):
        raise InputError(f"the values of {name!r} are shares of mines from 0 to 1, unlike {quote(quoted)}")
    return Axis(name, tuple(listed))


def _kind(name: str) -> str:
    return "names" if name in _NAMED else "numbers or words"


def _read_range(text: str) -> list[float | str]:
    first, last, step = (*map(_number, text.split(":")), 1)[:3]
    if step <= 0 or text.count(":") > 2:
        raise ValueError
    steps = (last - first) / step + 1e-9  # may be infinite, so it is compared before it is rounded
    if steps >= _MOST:
        raise InputError(f"{quote(text)} has more than {_MOST} values")
    # Twelve digits, so that 0.1 + 2 * 0.1 is 0.3.
    return [round(first + step * k, 12) for k in range(int(steps) + 1)] if steps >= 0 else []


def _value(text: str) -> float | str:
    """A number, or a word, which the strategy checks."""
    return text if re.fullmatch(r"[A-Za-z_][\w-]*", text) and not _is_number(text) else _number(text)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _number(text: str) -> float:
    number = int(text) if re.fullmatch(r"[-+]?[0-9]{1,15}", text) else float(text)
    if not math.isfinite(number):
        raise ValueError
    return number
