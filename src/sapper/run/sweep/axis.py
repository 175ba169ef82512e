"""What a sweep varies: a setting of the strategy, its budget, or a coordinate of the start cell.

>>> read_axis("rollouts=0:20:10")
Axis(name='rollouts', values=(0, 10, 20))
>>> read_axis("budget=fast,deep").values
('fast', 'deep')
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from sapper.base.number import quote
from sapper.board.level import Level
from sapper.errors import InputError

__all__ = ["BUDGET", "COL", "ROW", "Axis", "read_axes", "read_axis"]

# The axes that are not settings of a strategy.
ROW, COL, BUDGET = "row", "col", "budget"
_START = "start"  # short for both coordinates, over the whole board

_AXIS = re.compile(r"(?P<name>[A-Za-z_]\w*)=(?P<values>\S+)")
_MOST = 10_000  # values of an axis


@dataclass(frozen=True, slots=True)
class Axis:
    """One thing that varies, and the values it takes."""

    name: str  # a setting, "budget", "row" or "col"
    values: tuple[float | str, ...]  # at least one; names for a budget, whole numbers for a coordinate


def read_axes(texts: Iterable[str], level: Level) -> list[Axis]:
    """Return the axes that texts such as `start` or `rollouts=0,10,20` name, one or two of them.

    Raises:
        InputError: no axis or more than two, a repeated axis, or a text that is not an axis.
    """
    axes = []
    for text in texts:
        if text == _START:
            axes += [Axis(ROW, tuple(range(level.rows))), Axis(COL, tuple(range(level.cols)))]
        else:
            axes.append(read_axis(text))
    names = [axis.name for axis in axes]
    if not 1 <= len(axes) <= 2 or len(set(names)) < len(names):
        raise InputError(f"a sweep varies one thing or two different ones, not {quote(names)}")
    return axes


def read_axis(text: str) -> Axis:
    """Return the axis written as NAME=VALUE,VALUE... or NAME=FIRST:LAST[:STEP].

    Raises:
        InputError: the text is not an axis; the message quotes it.
    """
    match = _AXIS.fullmatch(text)
    if match is None:
        raise InputError(f"what varies is written start, name=1,2,3 or name=first:last:step, not {quote(text)}")
    name, values = match["name"], match["values"]
    if name == BUDGET:
        return Axis(name, tuple(values.split(",")))
    try:
        numbers = _read_range(values) if ":" in values else [_number(part) for part in values.split(",")]
    except InputError:
        raise
    except ValueError:
        raise InputError(f"the values of {name!r} are numbers, not {quote(values)}") from None
    if not numbers or len(set(numbers)) < len(numbers):
        raise InputError(f"the values of {name!r} are at least one, and no two alike, unlike {quote(values)}")
    if name in (ROW, COL) and not all(isinstance(number, int) for number in numbers):
        raise InputError(f"the values of {name!r} are whole numbers, unlike {quote(values)}")
    return Axis(name, tuple(numbers))


def _read_range(text: str) -> list[float]:
    first, last, step = (*map(_number, text.split(":")), 1)[:3]
    if step <= 0 or text.count(":") > 2:
        raise ValueError
    steps = (last - first) / step + 1e-9  # may be infinite, so it is compared before it is rounded
    if steps >= _MOST:
        raise InputError(f"{quote(text)} has more than {_MOST} values")
    return [first + step * k for k in range(int(steps) + 1)] if steps >= 0 else []


def _number(text: str) -> float:
    number = int(text) if re.fullmatch(r"[-+]?[0-9]{1,15}", text) else float(text)
    if not math.isfinite(number):
        raise ValueError
    return number
