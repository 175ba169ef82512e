"""The formulas of the figures that players compare, for numbers that come from anywhere.

Where programs disagree, an argument names the definition. Nothing is rounded, and a quotient by 0 is None.

>>> round(stnb(49.25, 127, "expert"), 2), round(rqp(49.25, 127), 2), path_length([(0, 0), (3, 4)])
(73.32, 19.49, 5.0)
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from sapper.base.number import quote
from sapper.board.level import Level, LevelLike
from sapper.errors import InputError

__all__ = [
    "CELL_PIXELS",
    "STNB_YEARS",
    "Bests",
    "Point",
    "ios",
    "level_strength",
    "lsf",
    "path_length",
    "qg",
    "ratio",
    "rqp",
    "rv",
    "stnb",
]

Point: TypeAlias = tuple[float, float]

_QG_POWER = 1.7
CELL_PIXELS = 16  # paths are scaled to cells of this size

# The constants of STNB by level, and the year from which they are used.
STNB_YEARS = {
    2009: {"beginner": 47.299, "intermediate": 153.73, "expert": 435.001},
    2023: {"beginner": 36.0, "intermediate": 162.0, "expert": 435.0},
}
_USUAL = {(8, 8, 10): "beginner", (9, 9, 10): "beginner", (16, 16, 40): "intermediate", (16, 30, 99): "expert"}
_RV_FACTORS = {"intermediate": 30, "expert": 100}

# Shares of time, 3BV a second and STNB in the strength at a level, and what a level counts in all.
_STRENGTH_SHARES = {"beginner": (31, 44, 25), "intermediate": (34, 34, 32), "expert": (33, 33, 34)}
_STRENGTH_WEIGHTS = {"beginner": 5, "intermediate": 12, "expert": 16}
_NO_FLAG_SHARE = 0.06


class Bests(NamedTuple):
    """Means of the best five games at a level, of a player or of those to compare with."""

    rtime: float  # seconds
    bbbv_s: float
    stnb: float


def ratio(top: float, bottom: float) -> float | None:
    """Return a quotient, or None where the divisor is 0."""
    return top / bottom if bottom else None


def path_length(
    points: Sequence[Point],
    *,
    cell_size: float = CELL_PIXELS,
    metric: Literal["euclidean", "manhattan"] = "euclidean",
    inside: Sequence[bool] | None = None,
) -> float:
    """Return the length of the way of a pointer, scaled to cells of 16 pixels.

    Args:
        points: the places of the pointer in pixels, in order, from the start of the game on.
        cell_size: pixels of a cell.
        metric: "euclidean", as Arbiter and ms_toollib measure, or "manhattan", as RAWVF and Freesweeper do.
        inside: for each point whether it lies on the board; a step that begins or ends beside it does not count. None
            counts all, as Arbiter does.

    Raises:
        InputError: an unknown metric, a cell size that is not positive, or another number of flags than of points.
    """
    if metric not in ("euclidean", "manhattan"):
        raise InputError(f"a metric is 'euclidean' or 'manhattan', not {quote(metric)}")
    if not cell_size > 0:
        raise InputError(f"the size of a cell is a positive number of pixels, not {quote(cell_size)}")
    if inside is not None and len(inside) != len(points):
        raise InputError(f"{len(points)} points cannot have {len(inside)} flags that say whether they lie inside")
    total = 0.0
    for k in range(1, len(points)):
        if inside is not None and not (inside[k - 1] and inside[k]):
            continue
        across, down = points[k][0] - points[k - 1][0], points[k][1] - points[k - 1][1]
        total += math.hypot(across, down) if metric == "euclidean" else abs(across) + abs(down)
    return total * CELL_PIXELS / cell_size


def rqp(
    seconds: float, bbbv: float, *, definition: Literal["minesweepergame", "toollib"] = "minesweepergame"
) -> float | None:
    """Return RQP: seconds x (seconds + 1) / 3BV, or seconds^2 / solved 3BV as ms_toollib has it. Low is good.

    Raises:
        InputError: an unknown definition.
    """
    if definition not in ("minesweepergame", "toollib"):
        raise InputError(f"RQP is defined by 'minesweepergame' or 'toollib', not {quote(definition)}")
    return ratio(seconds * (seconds + (definition == "minesweepergame")), bbbv)


def qg(seconds: float, solved: float) -> float | None:
    """Return the quality grade: seconds^1.7 / solved 3BV. Low is good."""
    return ratio(seconds**_QG_POWER, solved)


def stnb(
    seconds: float, bbbv: float, level: LevelLike, *, solved: float | None = None, year: int = 2023
) -> float | None:
    """Return STNB: C x solved / seconds^1.7 x sqrt(solved / 3BV), where C depends on the level and the year.

    None on levels other than beginner (8x8/10 or 9x9/10), intermediate and expert, and after no time.

    Raises:
        InputError: an unknown level, or a year without constants.
    """
    if year not in STNB_YEARS:
        raise InputError(f"STNB has constants of the years {', '.join(map(str, STNB_YEARS))}, not {quote(year)}")
    name = _usual_name(Level.make(level))
    done = bbbv if solved is None else solved
    if name is None or not bbbv or not seconds:
        return None
    slowness: float = seconds**_QG_POWER
    return STNB_YEARS[year][name] * done / slowness * math.sqrt(done / bbbv)


def ios(seconds: float, bbbv: float, *, definition: Literal["openms", "minesweepergame"] = "openms") -> float | None:
    """Return the index of speed: log(3BV) / log(seconds) by openms, the inverse by minesweepergame.

    Raises:
        InputError: an unknown definition.
    """
    if definition not in ("openms", "minesweepergame"):
        raise InputError(f"IOS is defined by 'openms' or 'minesweepergame', not {quote(definition)}")
    if seconds <= 0 or bbbv <= 0:
        return None
    top, bottom = math.log(bbbv), math.log(seconds)
    return ratio(top, bottom) if definition == "openms" else ratio(bottom, top)


def rv(rqp_value: float, level: LevelLike) -> float | None:
    """Return the Rirun value of an RQP: sqrt(B x RQP + 1/4) - 1/2, with B = 100 on expert and 30 on intermediate."""
    factor = _RV_FACTORS.get(_usual_name(Level.make(level)) or "")
    return None if factor is None else math.sqrt(factor * rqp_value + 0.25) - 0.5


def level_strength(level: LevelLike, player: Bests, top: Bests) -> float | None:
    """Return the soft strength of openms at a level: 100 for a player whose best five games equal those of `top`.

    `top` has the means over the national top 20. The shares of time, 3BV a second and STNB are 31, 44 and 25 % on
    beginner, 34, 34 and 32 % on intermediate, 33, 33 and 34 % on expert. None on other levels, and where a divisor is
    0.
    """
    shares = _STRENGTH_SHARES.get(_usual_name(Level.make(level)) or "")
    quotients = [
        ratio(top.rtime, player.rtime),
        ratio(player.bbbv_s, top.bbbv_s),
        ratio(player.stnb, top.stnb),
    ]
    if shares is None or None in quotients:
        return None
    return sum(share * (quotient or 0.0) for share, quotient in zip(shares, quotients, strict=True))


def lsf(strengths: Mapping[str, float], no_flags: Mapping[str, float]) -> float:
    """Return LSF of openms: 0.94 of the strength in all games and 0.06 of that in games without flags.

    Args:
        strengths: `level_strength` by the name of the level, "beginner", "intermediate" or "expert"; they count 5, 12
            and 16 times. A level that is missing counts 0.
        no_flags: the same in games without flags.

    Raises:
        InputError: another level.
    """
    for name in (*strengths, *no_flags):
        if name not in _STRENGTH_WEIGHTS:
            raise InputError(f"LSF has the levels {', '.join(_STRENGTH_WEIGHTS)}, not {quote(name)}")
    weights = _STRENGTH_WEIGHTS.items()
    everywhere = sum(weight * strengths.get(name, 0.0) for name, weight in weights)
    without = sum(weight * no_flags.get(name, 0.0) for name, weight in weights)
    return (1 - _NO_FLAG_SHARE) * everywhere + _NO_FLAG_SHARE * without


def _usual_name(level: Level) -> str | None:
    return _USUAL.get((level.rows, level.cols, level.mines)) if level.shape.is_square else None
