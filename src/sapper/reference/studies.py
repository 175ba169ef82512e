"""The studies behind the settings of `superloc`: start cell, threshold, multiplier, and how linked clears count.

A study is a table of the document: a column for each value, a row for each run seed, and the percentage of games won
in each cell. `play_study` plays it again on the same boards.

>>> STUDIES["threshold"].columns("expert")[:2]
('0.965', '0.960')
>>> found = play_study("starts", "beginner", seeds=[1], games=200, threads=1)
>>> [(cell.column, cell.published, cell.rate.wins) for cell in found][:2]
[('1,1', 96.83, 196), ('2,1', 97.19, 195)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sapper.base.number import quote
from sapper.board.level import FirstClick
from sapper.errors import InputError
from sapper.reference.pieces import play_pieces
from sapper.reference.superloc import TABLES
from sapper.run.interval import Rate
from sapper.run.spec import RunSpec

__all__ = ["STUDIES", "Cell", "Study", "play_study"]


@dataclass(frozen=True, slots=True)
class Study:
    """What varies and what was published."""

    what: str  # what the columns are
    section: str  # of the document
    games: int  # games that the document played for each cell
    strategy: Callable[[str], str | None]  # from a column to its strategy; None for the column of another program
    by_level: bool = False  # a table for each level, or one for expert

    def table(self, level: str) -> dict[str, list[float]]:
        """The published columns, percentages by run seed from 1 on.

        Raises:
            InputError: the document has no table for this level.
        """
        found = TABLES[self.what].get(level) if self.by_level else TABLES[self.what] if level == "expert" else None
        if found is None:
            raise InputError(f"the document has no study of {self.what} on {quote(level)}")
        return found  # type: ignore[return-value]  # one table is a level deeper than the others

    def columns(self, level: str) -> tuple[str, ...]:
        """The names of the columns that can be played again."""
        return tuple(name for name in self.table(level) if self.strategy(name) is not None)


# Versions 1.1 to 1.2d broke ties left to right; those before 1.2d counted linked clears the old way.
_OLD = "superloc,linked=old,order=across"
STUDIES = {
    "starts": Study("starts", "starting positions", 10_000, lambda _: f"{_OLD},plus=off", by_level=True),
    "threshold": Study("threshold", "threshold", 100_000, lambda value: f"{_OLD},threshold={value}"),
    "multiplier": Study("multiplier", "clear multiplier", 100_000, lambda value: f"{_OLD},multiplier={value}"),
    "methods": Study(
        "methods",
        "multiplier and method",
        100_000,
        lambda name: (
            f"superloc,linked={name[:3]},order=across,plus={'on' if name.endswith('+') else 'off'}"
            if name in ("jar", "jar+", "old", "old+", "new", "new+")
            else None
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of the table, played again."""

    column: str
    seed: int  # of the run
    published: float | None  # percent; None for seeds beyond the document's
    rate: Rate


def play_study(
    name: str,
    level: str,
    *,
    seeds: Iterable[int],
    games: int | None = None,
    threads: int | None = None,
    on_cell: Callable[[list[Cell]], None] | None = None,
) -> list[Cell]:
    """Play a study again, a run for every column and seed; by default as many games as the document.

    Raises:
        InputError: an unknown study, or a level without a table in the document.
    """
    if name not in STUDIES:
        raise InputError(f"unknown study {quote(name)}: it is one of {', '.join(STUDIES)}")
    study, cells = STUDIES[name], list[Cell]()
    for seed in seeds:
        for column in study.columns(level):
            text, start = study.strategy(column) or "", None
            if name == "starts":
                col, row = map(int, column.split(","))  # the document writes x,y
                start = (row, col)
            spec = RunSpec.make(level, seed=seed, strategy=text, first_click=FirstClick.DRAWN, start=start)
            wins, played = 0, 0
            for _, piece in play_pieces(spec, games=games or study.games, threads=threads):
                wins += int(piece.won.sum())
                played += len(piece.won)
            known = study.table(level)[column]
            published = known[seed - 1] if 1 <= seed <= len(known) else None
            cells.append(Cell(column, seed, published, Rate(wins, played)))
            if on_cell is not None:
                on_cell(cells)
    return cells
