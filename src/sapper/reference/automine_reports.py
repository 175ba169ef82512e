"""The 32 reports of the helper's simulation (appendix B), beside exact values, and the same simulation run again.

A report gives, for two clues side by side on one level, how often the pair was found on 10,000 random boards and the
share of mines in each of the ten cells around it. The document prints the seed of each report. Its generator is
`drand48` of POSIX and its way to lay mines is printed too, so `replay_report` deals the same boards and returns the
same digits.

>>> report = REPORTS[0]
>>> report.level, report.clues, report.samples, report.rows[0], report.average
(Level(rows=8, cols=8, mines=10), (1, 1), 90510, ('0.106927', '0.105038', '0.103944'), '1.315910')
>>> replay_report(report).rows == report.rows
True
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from sapper.board.level import Level
from sapper.errors import InputError
from sapper.reference.patterns import PARTS, HitCounts, Pattern, Share, count_hits, find_pattern

__all__ = ["BOARDS", "REPORTS", "PrintedReport", "Replay", "replay_report"]

BOARDS = 10_000  # random boards of each report

Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class PrintedReport:
    """One report; digits as they are printed."""

    level: Level
    clues: tuple[int, int]
    seed: int  # of the generator: the second of its clock, so several reports may share it
    samples: int  # pairs found
    rows: Rows  # before, the two rows of shared, after; empty without samples
    average: str  # mines in the ten cells together; empty without samples

    @property
    def exact(self) -> Pattern | None:
        """The exact risks; None where no board shows the two clues side by side."""
        try:
            return find_pattern(*self.clues, self.level)
        except InputError:
            return None

    @property
    def expected_samples(self) -> Fraction:
        """The mean number of pairs on so many boards."""
        if self.exact is None:
            return Fraction(0)
        cells = self.level.rows * self.level.cols
        places = 4 * (self.level.rows - 4) * (self.level.cols - 4)  # four directions from every inner cell
        worlds = sum(count for _, count in self.exact.weights)
        return Fraction(BOARDS * places * worlds, math.comb(cells, self.level.mines))

    @property
    def exact_average(self) -> Fraction | None:
        """The mean number of mines in the ten cells; None where the pair does not exist."""
        if self.exact is None:
            return None
        return sum((getattr(self.exact, part) * cells for part, (_, cells) in PARTS.items()), Fraction(0))

    def cells(self, part: str) -> tuple[str, ...]:
        """The printed values of the cells of a part: before, shared or after."""
        if not self.rows:
            return ()
        return {"before": self.rows[0], "shared": self.rows[1] + self.rows[2], "after": self.rows[3]}[part]

    def mean(self, part: str) -> Fraction:
        """Their average."""
        values = self.cells(part)
        return sum(map(Fraction, values), Fraction(0)) / len(values)


@dataclass(frozen=True, slots=True)
class Replay:
    """The simulation of a report run again from its seed."""

    samples: int
    rows: Rows
    average: str
    parts: dict[str, Share | None]  # by part, with 95 % intervals; None without samples

    def count_equal(self, report: PrintedReport) -> int:
        """Return how many numbers of the report the replay equals digit for digit: samples, cells and average."""
        ours = [str(self.samples), *sum(self.rows, ()), self.average]
        printed = [str(report.samples), *sum(report.rows, ()), report.average]
        return sum(one == other for one, other in zip(ours, printed, strict=True) if other)


def replay_report(report: PrintedReport) -> Replay:
    """Run the simulation of a report again on the boards of its seed."""
    mined = _deal(report.level, report.seed)
    found, hits = np.zeros(BOARDS, np.int64), np.zeros((BOARDS, 4, 3), np.int64)
    count_hits(report.clues, mined, found, hits)
    counts = HitCounts()
    counts.add(found, hits)
    parts = {part: counts.share(place, cells) for part, (place, cells) in PARTS.items()}
    if counts.samples == 0:
        return Replay(0, (), "", parts)
    total = hits.sum(axis=0)
    shares = [[f"{count / counts.samples:.6f}" for count in row] for row in total.tolist()]
    rows = tuple(tuple(row) if place in (0, 3) else (row[0], row[2]) for place, row in enumerate(shares))
    return Replay(counts.samples, rows, f"{int(total.sum()) / counts.samples:.6f}", parts)


def _deal(level: Level, seed: int) -> NDArray[np.bool_]:
    """Return the boards of one report. Every mine is drawn from a list; the last entry replaces the drawn one."""
    cells = level.rows * level.cols
    boards = np.arange(BOARDS)
    state = _start_states(seed, level.mines)
    free = np.tile(np.arange(cells, dtype=np.int32), (BOARDS, 1))
    mined = np.zeros((BOARDS, cells), np.bool_)
    for left in range(cells, cells - level.mines, -1):
        state = (state * np.uint64(_FACTOR) + np.uint64(_SUMMAND)) & np.uint64(_MASK)
        drawn = (state / 2.0**48 * left).astype(np.int64)
        mined[boards, free[boards, drawn]] = True
        free[boards, drawn] = free[:, left - 1]
    return mined.reshape(BOARDS, level.rows, level.cols)


# drand48 of POSIX: the next state is (factor * state + summand) modulo 2^48.
_FACTOR, _SUMMAND, _MASK = 0x5DEECE66D, 0xB, 2**48 - 1


def _start_states(seed: int, draws: int) -> NDArray[np.uint64]:
    """The state of the generator before each board, each of which takes so many draws."""
    factor, summand = 1, 0
    for _ in range(draws):
        factor, summand = factor * _FACTOR & _MASK, summand * _FACTOR + _SUMMAND & _MASK
    states = [(seed << 16 | 0x330E) & _MASK]
    while len(states) < BOARDS:
        states.append(states[-1] * factor + summand & _MASK)
    return np.array(states, np.uint64)


def _read(line: str) -> PrintedReport:
    """A line below: level, clues, seed, samples, then the ten cells by rows and the average, in millionths."""
    level, clues, seed, samples, *rest = line.split()
    first, second = map(int, clues.split(","))
    values = [f"{int(value) / 1e6:.6f}" for value in rest]
    rows = tuple(tuple(values[i:j]) for i, j in ((0, 3), (3, 5), (5, 7), (7, 10))) if values else ()
    average = values[10] if values else ""
    return PrintedReport(Level.parse(level), (first, second), int(seed), int(samples), rows, average)


REPORTS = tuple(
    map(
        _read,
        """\
8x8/10 1,1 1086073538 90510 106927 105038 103944 171141 171583 170688 170677 104331 105215 106364 1315910
8x8/10 1,2 1086073538 43272 38200 38709 38801 221714 222037 220258 220281 370933 376826 367952 2115710
8x8/10 1,3 1086073539 6899 11886 11016 14350 234962 239600 242354 245833 668503 693724 675025 3037252
8x8/10 1,4 1086073539 384 0 0 0 252604 250000 242188 255208 1000000 1000000 1000000 4000000
8x8/10 2,2 1086073539 40377 181985 180623 178914 366372 362682 362211 367214 177453 180573 183496 2541521
8x8/10 2,3 1086073539 12923 82798 77923 79161 438753 435735 443473 442157 414300 419407 406175 3239882
8x8/10 2,4 1086073539 1775 27042 24225 29859 487887 490141 458028 482817 710423 689577 681127 4081127
8x8/10 3,3 1086073539 7113 242654 250387 248840 568536 566428 561226 561929 249684 246169 246028 3741881
8x8/10 3,4 1086073539 1657 143030 123718 120097 679541 665661 638503 629451 476162 441762 468920 4386844
16x16/40 1,1 1086073539 795102 99985 99509 99236 175145 175327 175335 175463 99263 99479 99988 1298730
16x16/40 1,2 1086073540 359524 40790 40220 40278 218428 218353 221051 220881 371594 375978 373716 2121288
16x16/40 1,3 1086073540 60339 14667 14153 13706 238585 241784 239033 238072 678649 679710 684168 3042526
16x16/40 1,4 1086073541 3364 0 0 0 244946 252973 240785 261296 1000000 1000000 1000000 4000000
16x16/40 2,2 1086073541 341355 188575 186179 186158 359585 359596 360088 359819 186211 186495 188206 2560912
16x16/40 2,3 1086073542 118816 89079 88700 89811 433157 433081 433065 433107 422746 422830 422014 3267590
16x16/40 2,4 1086073542 17341 32812 33966 33677 473502 474655 477135 474252 694193 708091 698172 4100456
16x16/40 3,3 1086073543 71520 269114 268820 266303 549692 548923 548280 548867 266848 269379 268009 3804237
16x16/40 3,4 1086073543 18813 154893 153192 158188 629777 636262 633870 633817 492053 489024 485196 4466273
16x32/99 1,1 1086073544 1505522 118099 117747 118533 161066 161650 161789 161116 118370 117798 118211 1354379
16x32/99 1,2 1086073545 837394 50655 51064 50833 212022 211751 211841 211835 384150 384285 384117 2152552
16x32/99 1,3 1086073546 180653 18411 18538 18234 236359 235346 235922 237190 685087 684821 685275 3055183
16x32/99 1,4 1086073547 13315 0 0 0 252572 253323 249643 244461 1000000 1000000 1000000 4000000
16x32/99 1,5 1086073548 0
16x32/99 2,2 1086073549 901694 213000 213038 212986 340433 340100 340339 340104 212916 212928 213180 2639024
16x32/99 2,3 1086073550 377893 110486 110314 110275 417605 417658 416515 417147 443686 444173 443215 3331075
16x32/99 2,4 1086073551 70280 45120 46429 44863 468284 465581 465894 463830 713389 710031 712991 4136411
16x32/99 2,5 1086073552 4542 0 0 0 498239 498899 503963 498899 1000000 1000000 1000000 5000000
16x32/99 3,3 1086073553 267376 297985 298142 299215 525556 527157 527224 524722 298965 298191 298187 3895342
16x32/99 3,4 1086073554 85212 186453 183484 183530 612296 612907 611991 609339 515855 519094 518519 4553467
16x32/99 3,5 1086073555 12637 87125 86729 84039 687426 686318 684814 683548 752315 751840 753739 5257893
16x32/99 4,4 1086073556 42071 390293 386656 383756 711868 707899 707708 711820 383542 386394 390768 5160705
16x32/99 4,5 1086073557 9850 269848 275330 278173 796650 791878 793503 794619 611574 608122 603655 5823350
""".splitlines(),
    )
)
