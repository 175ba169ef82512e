"""How far the engine's doubles are from the exact probabilities, measured in whole numbers.

Boards of all kinds come in, a table of the largest errors comes out. The exact values do not come from the engine
(see exactly.py). A probability of exactly 0 or 1 claims that every world agrees on the cell. `false claims` counts
the cells where this claim is wrong or missing.

    python benchmarks/accuracy.py               about three minutes
    python benchmarks/accuracy.py --write-docs  also renew the table in docs/accuracy.md
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from boards import Case, clicked, connected, golden, lattice, salted, scattered
from exactly import Exact, hidden_mines, mine_fractions
from numpy.typing import NDArray
from report import DOCS, markdown, replace_block

import sapper

__all__ = ["Errors", "compare"]

BITS = 512  # of the rounded integers that replace exact ones on boards of a million cells
MEMORY = 8 * 2**30  # bytes; limit of this process, because exact integers may take any amount


@dataclass(frozen=True, slots=True)
class Errors:
    """The errors of all probabilities of some boards."""

    cells: int  # compared
    absolute: float  # largest error
    relative: float  # largest error of a probability of less than one half, or of its complement, in itself
    claims: int | None  # cells whose certainty is wrong; None where the integers are rounded and cannot tell

    def __or__(self, other: Errors) -> Errors:
        """Combine the errors of both."""
        claims = None if self.claims is None or other.claims is None else self.claims + other.claims
        return Errors(
            self.cells + other.cells,
            max(self.absolute, other.absolute),
            max(self.relative, other.relative),
            claims,
        )


NOTHING = Errors(0, 0.0, 0.0, 0)


def compare(found: NDArray[np.float64], case: Case, exact: Exact, *, rounded: bool) -> Errors:
    """The errors of probabilities found for a board."""
    ours = found.ravel()
    pairs = [(float(ours[cell]), fraction) for cell, fraction in exact.beside.items()]
    if exact.floating is not None:
        floating = (case.cells < 0).ravel()
        floating[list(exact.beside)] = False
        pairs += [(value, exact.floating) for value in ours[floating].tolist()]
    errors = NOTHING
    for value, fraction in dict.fromkeys(pairs):
        errors |= _one(value, fraction)
    return Errors(len(pairs), errors.absolute, errors.relative, None if rounded else errors.claims)


def _one(value: float, fraction: Fraction) -> Errors:
    error = abs(Fraction(value) - fraction)
    rarer = min(fraction, 1 - fraction)
    claims = int((value == 0) != (fraction == 0) or (value == 1) != (fraction == 1))
    return Errors(1, float(error), float(error / rarer) if rarer else 0.0, claims)


def kinds() -> Iterator[tuple[str, Iterable[Case], int | None]]:
    """The boards by kind, and the bits of the integers; None for exact ones."""
    yield "120 expert positions", golden("expert_positions") + golden("expert_stuck"), None
    yield "hard boards: threes, lattices up to 13x13", golden("hard_boards"), None
    yield "200x200, 8,000 mines, half played", [play(200, 200, 8000, seed=1) for play in (connected, scattered)], None
    yield "the same clicked at random", [clicked(200, 200, 8000, seed=1)], None
    yield "60x60, 5% to 35% mines, half played", [scattered(60, 60, 36 * p, seed=p) for p in range(5, 36, 5)], None
    dense = [salted(60, 60, 720, seed=seed, share=share) for seed, share in ((1, 0.1), (2, 0.15), (3, 0.6))]
    yield "60x60, cells revealed without zeros opening", dense, None
    yield "60x60, every tenth possible total", _all_totals(clicked(60, 60, 720, seed=2), 10), None
    yield "lattice 5x401, every tenth possible total", _all_totals(lattice(5, 401, seed=1), 10), None
    yield (
        "lattice 3x1201, 35% mines, every fiftieth total",
        _all_totals(lattice(3, 1201, seed=3, density=0.35), 50),
        None,
    )
    big = [play(1000, 1000, 200_000, seed=1) for play in (connected, scattered)]
    yield "1000x1000, 200,000 mines, half played", big, BITS
    yield "the same clicked at random", [clicked(1000, 1000, 200_000, seed=1)], BITS


def _all_totals(case: Case, step: int) -> Iterator[Case]:
    """A board with other totals, from the fewest to the most mines its clues allow."""
    fewest, most = hidden_mines(case)
    for mines in [*range(fewest, most, step), most]:
        yield Case(f"{case.name}, {mines} mines", case.cells, mines)


def main() -> int:
    """Measure, and return 1 when some error is above 1e-9 or a claim is false."""
    parser = argparse.ArgumentParser(description="Measure the errors of probabilities against whole numbers.")
    parser.add_argument("--write-docs", action="store_true", help="renew the table in docs/accuracy.md")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    lines = []
    good = True
    for kind, cases, bits in kinds():
        errors, refused = NOTHING, 0
        for case in cases:
            try:
                analysis = sapper.analyze(sapper.Board.from_rows(case.cells, mines=case.mines))
            except sapper.SapperError as error:
                print(f"REFUSED {case.name}: {error}")
                refused += 1
                continue
            exact = mine_fractions(case, bits=bits)
            errors |= compare(analysis.mine_probability, case, exact, rounded=bits is not None)
        good = good and errors.absolute < 1e-9 and not errors.claims and not refused
        claims = "not checked" if errors.claims is None else str(errors.claims)
        line = (kind, f"{errors.cells:,}", f"{errors.absolute:.1e}", f"{errors.relative:.1e}", claims)
        print(f"{line[0]:52}{line[1]:>12}{line[2]:>10}{line[3]:>10}{line[4]:>13}", flush=True)
        lines.append(line)
    if options.write_docs:
        header = ("boards", "cells", "largest error", "relative", "false claims")
        replace_block(DOCS / "accuracy.md", "errors", markdown(header, lines))
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
