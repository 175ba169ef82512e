"""The tables of the helper's document: risks around two clues, simulated and calculated there, beside exact ones.

The document prints the risk around nine pairs of clues on 8x8 cells with 10 mines three times: simulated (table 3),
calculated (table 4), and on the way there (section 4.1.2). `find_slips` names every printed value that is not the
exact one rounded to as many digits, with the reason where it can be told.

>>> slips = find_slips()
>>> len(slips), slips[0].where, slips[0].pair, slips[0].part, slips[0].printed, f"{float(slips[0].exact):.5f}"
(23, 'section 4.1.2', (1, 2), 'shared', '0.2204', '0.22059')
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from sapper.board.level import Level
from sapper.reference.patterns import Pattern, find_pattern
from sapper.reference.published import Published

__all__ = ["LEVEL", "MISPRINTS", "PARTS", "PROGRAM", "PUBLISHED", "TABLES", "PrintedPattern", "Slip", "find_slips"]

LEVEL = Level(8, 8, 10)
PARTS = ("before", "shared", "after")

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PrintedPattern:
    """What the document prints about one pair; digits as they stand there."""

    pair: Pair
    simulated: tuple[tuple[str, ...], ...]  # table 3: before, the two rows of shared, after
    calculated: tuple[str, ...]  # table 4: before, shared, after
    derived: tuple[str, ...]  # section 4.1.2, the same; empty where it prints none

    @property
    def exact(self) -> Pattern:
        """The exact risks."""
        return find_pattern(*self.pair, LEVEL)

    def cells(self, part: int) -> tuple[str, ...]:
        """The values of table 3 for the cells of a part: 0 is before, 1 shared, 2 after."""
        return (self.simulated[0], self.simulated[1] + self.simulated[2], self.simulated[3])[part]

    def mean(self, part: int) -> Fraction:
        """Their average."""
        return sum(map(Fraction, self.cells(part)), Fraction(0)) / len(self.cells(part))


def _printed(pair: Pair, simulated: str, calculated: str, derived: str) -> PrintedPattern:
    rows = tuple(tuple(row.split()) for row in simulated.split("/"))
    missing = tuple("" if value == "-" else value for value in derived.split())
    return PrintedPattern(pair, rows, tuple(calculated.split()), missing)


# In the order of the tables' columns. The scan we have garbles one digit of the second derived value of (2, 4).
TABLES = (
    _printed(
        (1, 1),
        "0.1069 0.1050 0.1039/0.1711 0.1716/0.1707 0.1707/0.1043 0.1052 0.1064",
        "0.1050 0.1712 0.1050",
        "0.105 0.1712 0.105",
    ),
    _printed(
        (1, 2),
        "0.0382 0.0387 0.0388/0.2217 0.2220/0.2203 0.2203/0.3709 0.3768 0.3680",
        "0.0392 0.2204 0.3725",
        "0.0392 0.2204 0.3725",
    ),
    _printed(
        (1, 3),
        "0.0119 0.0110 0.0144/0.2350 0.2396/0.2424 0.2458/0.6685 0.6937 0.6750",
        "0.0122 0.2409 0.6789",
        "0.0341 0.2244 0.7008",
    ),
    _printed(
        (1, 4),
        "0.0000 0.0000 0.0000/0.2526 0.2500/0.2422 0.2552/1.0000 1.0000 1.0000",
        "0.0000 0.2500 1.0000",
        "0 0.25 1",
    ),
    _printed(
        (2, 2),
        "0.1820 0.1806 0.1789/0.3664 0.3627/0.3622 0.3672/0.1775 0.1806 0.1835",
        "0.1816 0.3639 0.1816",
        "0.1816 0.3639 0.1816",
    ),
    _printed(
        (2, 3),
        "0.0828 0.0779 0.0792/0.4388 0.4357/0.4435 0.4422/0.4143 0.4194 0.4062",
        "0.0792 0.4406 0.4125",
        "0.0792 0.4406 0.4125",
    ),
    _printed(
        (2, 4),
        "0.0270 0.0242 0.0299/0.4879 0.4901/0.4580 0.4828/0.7104 0.6896 0.6811",
        "0.0270 0.4797 0.6937",
        "0.02614 0.4804 0.6928",
    ),
    _printed(
        (3, 3),
        "0.2427 0.2504 0.2488/0.5685 0.5664/0.5612 0.5619/0.2497 0.2462 0.2460",
        "0.2473 0.5645 0.2473",
        "0.2483 0.5637 0.2483",
    ),
    _printed(
        (3, 4),
        "0.1430 0.1237 0.1201/0.6795 0.6657/0.6385 0.6295/0.4762 0.4418 0.4689",
        "0.1289 0.6533 0.4623",
        "- 0.6554 0.4600",
    ),
)

# The table inside its program, which the strategy plays by: before, shared, after.
PROGRAM: dict[Pair, tuple[str, str, str]] = {
    (1, 2): ("0.04", "0.21", "0.37"),
    (1, 3): ("0.01", "0.24", "0.68"),
    (1, 4): ("0.00", "0.25", "1.0"),
    (2, 3): ("0.09", "0.43", "0.42"),
    (2, 4): ("0.03", "0.47", "0.70"),
    (2, 5): ("0.00", "0.50", "1.0"),
    (3, 4): ("0.13", "0.65", "0.46"),
    (3, 5): ("0.09", "0.69", "0.75"),
    (4, 5): ("0.27", "0.79", "0.61"),
}

# Formulas that are printed wrongly and were calculated rightly.
MISPRINTS = (
    "(2, 4): case (B) is counted with C(52,6); five mines lie outside, so it is C(52,5), as used two lines below",
    "(2, 4): the term of case (B) in c is P(B)/C(4,1); all three cells are mines then, so it is P(B), as was added",
    "(3, 3): the term of case (A) in b is P(A)/3; three of the four cells are mines, so it is 3/4 P(A), as was added",
    "(3, 4): the term of case (C) in a is P(C)/C(3,2); two of the three cells are mines, so it is 2/3 P(C)",
)

_REASONS = {
    ("section 4.1.2", (1, 3)): "12/9 where the line above has 12/3",
    ("section 4.1.2", (3, 4)): "its own terms add up to 0.4595",
}

PUBLISHED = tuple(
    Published(f"risk of cells {part} around {printed.pair}, 8x8/10", float(value), "", "table 4")
    for printed in TABLES
    for part, value in zip(PARTS, printed.calculated, strict=True)
)


@dataclass(frozen=True, slots=True)
class Slip:
    """A printed value that is not the exact one."""

    where: str
    pair: Pair
    part: str  # before, shared or after
    printed: str
    exact: Fraction
    reason: str


def find_slips() -> tuple[Slip, ...]:
    """Every value of section 4.1.2 and table 4 that is not the exact one rounded to its digits."""
    return tuple(_slips("section 4.1.2")) + tuple(_slips("table 4"))


def _slips(where: str) -> Iterator[Slip]:
    for printed in TABLES:
        values = printed.calculated if where == "table 4" else printed.derived
        exact = printed.exact
        for place, (part, value) in enumerate(zip(PARTS, values, strict=True)):
            true: Fraction = getattr(exact, part)
            if value and not _rounds_to(true, value):
                yield Slip(where, printed.pair, part, value, true, _reason(where, printed, place, true))


def _rounds_to(exact: Fraction, text: str) -> bool:
    return abs(exact - Fraction(text)) <= _unit(text) / 2


def _unit(text: str) -> Fraction:
    """One in the last digit of a printed number."""
    return Fraction(1, 10 ** len(text.partition(".")[2]))


def _reason(where: str, printed: PrintedPattern, place: int, exact: Fraction) -> str:
    value = (printed.calculated if where == "table 4" else printed.derived)[place]
    known = _REASONS.get((where, printed.pair))
    if known is not None:
        return known
    if abs(Fraction(value) - exact) < 2 * _unit(value):
        return "rounded on the way"
    if where == "table 4" and _rounds_to(printed.mean(place), value):
        return "the average of table 3, not calculated"
    return "unknown"
