"""The tables of `superloc`: final results, and studies of start cell, threshold, multiplier and linked clears.

A study is a table of the document: a column for each value, a row for each run seed, and the percentage of games won
in each cell. `play_study` plays it again on the same boards. The columns of `starts` and `refine` are start cells,
written x,y as in the document: its 3,2 is row 2, column 3.

>>> STUDIES["threshold"].columns("expert")[:2]
('0.965', '0.960')
>>> found = play_study("starts", "beginner", seeds=[1], games=200, threads=1)
>>> [(cell.column, cell.published, cell.rate.wins) for cell in found][:2]
[('1,1', 96.83, 196), ('2,1', 97.19, 195)]
>>> f"{found[0].difference:+.2f} ± {found[0].margin:.2f}", found[0].agrees
('+1.17 ± 2.15', True)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import fmean

from sapper.base.number import quote
from sapper.board.level import FirstClick
from sapper.errors import InputError
from sapper.reference.pieces import play_pieces
from sapper.reference.superloc import COLUMNS, GAMES, TABLES
from sapper.run.interval import Rate
from sapper.run.spec import RunSpec

__all__ = ["MISPRINTS", "STUDIES", "Cell", "Study", "find_means", "play_study"]

_BLOCK = 10  # run seeds of which the document prints the mean


@dataclass(frozen=True, slots=True)
class Study:
    """What varies and what was published."""

    what: str  # what the columns are
    section: str  # of the document
    strategy: Callable[[str], str | None]  # from a column to its strategy; None for the column of another program
    games: int = GAMES  # games that the document played for each cell
    by_level: bool = False  # a table for each level, or one for expert
    by_start: bool = False  # whether a column is a start cell, written x,y

    def table(self, level: str) -> dict[str, list[float]]:
        """The published columns, percentages by run seed from 1 on.

        Raises:
            InputError: the document has no table for this level.
        """
        found = TABLES[self.what].get(level) if self.by_level else TABLES[self.what] if level == "expert" else None
        if found is None:
            raise InputError(f"the document has no study of {self.what} on {quote(level)}")
        return found  # type: ignore[return-value]  # one table is a level deeper than the others

    def columns(self, level: str, wanted: Iterable[str] = ()) -> tuple[str, ...]:
        """The names of the columns that can be played again: the wanted ones, or all.

        Raises:
            InputError: no such column, or one of another program.
        """
        known = tuple(name for name in self.table(level) if self.strategy(name) is not None)
        names = tuple(wanted)
        for name in names:
            if name in self.table(level) and name not in known:
                raise InputError(f"the column {quote(name)} was played by another program")
            if name not in known:
                raise InputError(f"no column {quote(name)} on {level}: it is one of {'; '.join(known)}")
        return tuple(name for name in known if name in names) if names else known


# Versions 1.1 to 1.2d broke ties left to right; those before 1.2d counted linked clears the old way.
_OLD = "superloc,linked=old,order=across"


def _first_version(column: str) -> str | None:
    return None if column.startswith("jar") else f"{_OLD},plus=off"


STUDIES = {
    "results": Study("results", "final results", COLUMNS.get, by_level=True),
    "starts": Study("starts", "starting positions", _first_version, 10_000, by_level=True, by_start=True),
    "refine": Study("refine", "starting positions, refined", _first_version, by_level=True, by_start=True),
    "threshold": Study("threshold", "threshold", lambda value: f"{_OLD},threshold={value}"),
    "multiplier": Study("multiplier", "clear multiplier", lambda value: f"{_OLD},multiplier={value}"),
    "methods": Study(
        "methods",
        "multiplier and method",
        lambda name: (
            f"superloc,linked={name[:3]},order=across,plus={'on' if name.endswith('+') else 'off'}"
            if name in ("jar", "jar+", "old", "old+", "new", "new+")
            else None
        ),
    ),
}

# Means that the document prints and that do not follow from its own rows: study, level, column, first and last seed.
MISPRINTS = {
    ("results", "beginner", "old+", 11, 20): 97.1655,
    ("results", "expert", "new+", 1, 10): 54.0285,
    ("starts", "beginner", "2,1", 1, 5): 97.114,
    ("starts", "expert", "3,2", 1, 5): 53.650,
    ("refine", "expert", "3,3", 1, 5): 54.007,
    ("threshold", "expert", "0.965", 1, 10): 53.9134,
}


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of the table, played again, or the mean of several below each other."""

    column: str
    first_seed: int  # of the run; the cell has one seed, a mean all from the first to the last
    last_seed: int
    published: float | None  # percent; None for seeds beyond the document's
    published_games: int
    rate: Rate

    @property
    def difference(self) -> float | None:
        """Points won here above the published percentage; None where nothing is published."""
        return None if self.published is None else self.rate.value * 100 - self.published

    @property
    def published_margin(self) -> float:
        """The 95 % margin of the published percentage, in points, by the document's formula; 0 if it has none."""
        share = (self.published or 0) / 100
        return 196 * math.sqrt(share * (1 - share) / self.published_games)

    @property
    def margin(self) -> float:
        """The 95 % margin of the difference, in points, from the margins of both figures.

        The games here are among the published ones, but which of those were won is not known, so both count as
        independent. The true margin is smaller.
        """
        here = (self.rate.high - self.rate.low) * 50
        return here if self.published is None else math.hypot(here, self.published_margin)

    @property
    def agrees(self) -> bool | None:
        """Whether the difference is within its margin; None where nothing is published."""
        return None if self.difference is None else abs(self.difference) <= self.margin


def find_means(cells: Iterable[Cell]) -> list[Cell]:
    """The means of every column over ten seeds each (1 to 10, 11 to 20 and so on), then over all seeds."""
    table = list(cells)
    blocks = dict.fromkeys((cell.first_seed - 1) // _BLOCK for cell in table)
    groups = [[cell for cell in table if (cell.first_seed - 1) // _BLOCK == block] for block in blocks]
    means = [mean for group in [*groups, table] for mean in _mean_columns(group)]
    # A block of one seed has no mean; the mean of the only block is that of all seeds.
    found = {(mean.column, mean.first_seed, mean.last_seed): mean for mean in means}
    return [mean for mean in found.values() if mean.first_seed < mean.last_seed]


def play_study(
    name: str,
    level: str,
    *,
    seeds: Iterable[int],
    columns: Iterable[str] = (),
    games: int | None = None,
    threads: int | None = None,
    on_cell: Callable[[list[Cell]], None] | None = None,
) -> list[Cell]:
    """Play a study again, a run for every column and seed; by default all columns, and as many games as the document.

    Raises:
        InputError: an unknown study or column, or a level without a table in the document.
    """
    if name not in STUDIES:
        raise InputError(f"unknown study {quote(name)}: it is one of {', '.join(STUDIES)}")
    study, cells = STUDIES[name], list[Cell]()
    names = study.columns(level, columns)
    for seed in seeds:
        for column in names:
            start = None
            if study.by_start:
                col, row = map(int, column.split(","))
                start = (row, col)
            spec = RunSpec.make(
                level, seed=seed, strategy=study.strategy(column) or "", first_click=FirstClick.DRAWN, start=start
            )
            wins, played = 0, 0
            for _, piece in play_pieces(spec, games=study.games if games is None else games, threads=threads):
                wins += int(piece.won.sum())
                played += len(piece.won)
            known = study.table(level)[column]
            published = known[seed - 1] if 1 <= seed <= len(known) else None
            cells.append(Cell(column, seed, seed, published, study.games, Rate(wins, played)))
            if on_cell is not None:
                on_cell(cells)
    return cells


def _mean_columns(cells: list[Cell]) -> list[Cell]:
    return [
        _mean([cell for cell in cells if cell.column == column]) for column in dict.fromkeys(c.column for c in cells)
    ]


def _mean(cells: list[Cell]) -> Cell:
    known = [cell.published for cell in cells if cell.published is not None]
    rate = Rate(sum(cell.rate.wins for cell in cells), sum(cell.rate.games for cell in cells))
    # A mean of some of the seeds would be compared with a mean of others.
    published = fmean(known) if len(known) == len(cells) else None
    games = sum(cell.published_games for cell in cells)
    return Cell(cells[0].column, cells[0].first_seed, cells[-1].last_seed, published, games, rate)
