"""What an explanation is made of: a `Proof` with its steps, or a `Witness` where worlds differ.

A proof names few clues that force a cell, the mine counter only where the clues do not suffice, and the steps from
these clues to the cell. `Analysis.explain` makes it.

>>> import sapper
>>> analysis = sapper.analyze(sapper.Board.from_text("mines 3\\n0 1 . .\\n0 2 . .\\n0 1 . ."))
>>> proof = analysis.explain((1, 2))
>>> proof.mine, proof.technique.label, proof.clues
(False, 'two clues compared', ((0, 1), (1, 1), (2, 1)))
>>> for step in proof.steps:
...     print(step.technique.label, step.clues, step.safe, step.mines)
two clues compared ((1, 1), (2, 1)) () ((0, 2),)
single clue ((0, 1),) ((1, 2),) ()
>>> print(proof.steps[-1].text)
The 1 at 0,1 has its mine at 0,2, so 1,2 is safe.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sapper.base.html import write_text
from sapper.board.board import Board
from sapper.board.cell import Cell, spell
from sapper.board.polygons import draw_shape
from sapper.board.svg import ADVICE, CLUE_MARK, MINE_MARK, SAFE_MARK
from sapper.board.view import View
from sapper.explain.technique import Technique
from sapper.words.catalogue import ENGLISH, Said

__all__ = ["Area", "Case", "CaseStep", "Proof", "ProofStep", "Witness"]


@dataclass(frozen=True, slots=True)
class CaseStep:
    """A clue that settles all open cells around it, inside a case.

    Attributes:
        clue: which clue.
        mine: whether it makes them mines.
        cells: the cells, row by row.
    """

    clue: Cell
    mine: bool
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """An assumption and what follows. The first case of a step assumes the opposite of what the step shows.

    A case that breaks no clue is split: the two next cases one level deeper are a cell as a mine and as safe.

    Attributes:
        depth: 0 for the first case, one more for every split.
        cell: the cell whose value is assumed, beside all that the cases around it assume.
        mine: whether it is assumed to be a mine.
        steps: the cells that clues settle under the assumption, in order.
        broken: the clue that is contradicted; None where two further cases follow.
    """

    depth: int
    cell: Cell
    mine: bool
    steps: tuple[CaseStep, ...]
    broken: Cell | None


@dataclass(frozen=True, slots=True)
class Area:
    """Clues that share no open cell with other clues of the step, and what their cells can hold.

    Attributes:
        clues: row by row.
        cells: the open cells beside them without the one assumed, row by row.
        mines: all numbers of mines that these cells can hold, rising.
    """

    clues: tuple[Cell, ...]
    cells: tuple[Cell, ...]
    mines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One step: a technique combines clues and settles cells. It uses the results of earlier steps.

    Attributes:
        technique: how.
        clues: the clues that it combines.
        signs: of each clue: 1 where it is added, -1 where it is taken away; all 1 in case splits.
        counter: the sign of the mine counter; 0 where it is not used.
        safe: cells that are safe then, row by row.
        mines: cells that are mines then, row by row.
        cases: of a case split; empty where there are too many to be read.
        areas: of counting with case split.
        mines_left: mines that are not settled before the step; None without the counter.
        open_cells: hidden cells that are not settled before the step; None without the counter.
        said: what is to be said of the step; `sapper.words` has the sentences.
    """

    technique: Technique
    clues: tuple[Cell, ...]
    signs: tuple[int, ...]
    counter: int
    safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    cases: tuple[Case, ...]
    areas: tuple[Area, ...]
    mines_left: int | None
    open_cells: int | None
    said: Said = field(repr=False, hash=False)

    @property
    def text(self) -> str:
        """The step as a sentence or a few."""
        return ENGLISH.text(self.said, spell)


@dataclass(frozen=True, slots=True)
class Proof:
    """Why every world agrees on a cell.

    Attributes:
        cell: the cell.
        mine: what it is.
        technique: the hardest technique of the steps.
        clues: the clues that force it, row by row; the proof uses no other clue.
        counter: whether the mine counter is needed too.
        minimal: whether the cell is undecided without any one of the clues or the counter.
        smallest: whether it is proved that no set with fewer clues decides it.
        steps: in order; the last one settles the cell.
        board: the board it is about.
    """

    cell: Cell
    mine: bool
    technique: Technique
    clues: tuple[Cell, ...]
    counter: bool
    minimal: bool
    smallest: bool
    steps: tuple[ProofStep, ...]
    board: Board = field(repr=False)

    @property
    def text(self) -> str:
        """The sentences of all steps, one a line."""
        return "\n".join(step.text for step in self.steps)

    def __str__(self) -> str:
        """What is proved, how, and the steps."""
        what = "mine" if self.mine else "safe"
        title = {"say": "proof.title", "cell": self.cell, "what": what, "technique": self.technique.label}
        return f"{ENGLISH.text(title, spell)}\n{self.text}"

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the board with the clues of the proof, and the steps."""
        settled = [cell for step in self.steps for cell in step.safe]
        mines = [cell for step in self.steps for cell in step.mines]
        shape = self.board.shape
        risk = np.full(shape.sides, np.nan)
        for cells, chance in ((settled, 0.0), (mines, 1.0)):
            risk.flat[[shape.number(cell) for cell in cells]] = chance
        outlined = dict.fromkeys(self.clues, CLUE_MARK) | {self.cell: ADVICE}
        title, *_ = str(self).splitlines()
        steps = "".join(write_text(step.text, tag="li") for step in self.steps)
        picture = draw_shape(shape, self.board.cells, risk=risk, outlined=outlined)
        return f"<div>{write_text(title, tag='strong')}<br>{picture}<ol>{steps}</ol></div>"


@dataclass(frozen=True, slots=True, eq=False)
class Witness:
    """Two worlds that fit the board and differ in a cell, so that the board does not decide it.

    Attributes:
        cell: the cell.
        with_mine: a world with a mine there, (rows, cols); True is a mine; read-only.
        without: a world without; read-only.
        mine_probability: of the cell, strictly between 0 and 1.
        board: the board that both fit.
    """

    cell: Cell
    with_mine: NDArray[np.bool_]
    without: NDArray[np.bool_]
    mine_probability: float
    board: Board = field(repr=False)

    def __post_init__(self) -> None:
        """Keep read-only copies of the worlds."""
        for name in ("with_mine", "without"):
            world = np.array(getattr(self, name), dtype=np.bool_)
            world.flags.writeable = False
            object.__setattr__(self, name, world)

    def __eq__(self, other: object) -> bool:
        """Whether both show the same two worlds for the same cell with the same probability."""
        return self._identity() == other._identity() if isinstance(other, Witness) else NotImplemented

    def __hash__(self) -> int:
        """Return the same for equal ones."""
        return hash(self._identity())

    def __reduce__(self) -> tuple[type[Witness], tuple[object, ...]]:
        """Pickle and copy by the fields: a copy of the arrays alone could be written to."""
        return Witness, (self.cell, self.with_mine, self.without, self.mine_probability, self.board)

    @property
    def text(self) -> str:
        """A sentence that says that both fit, with the mine probability."""
        said = {"say": "proof.witness", "cell": self.cell, "risk": self.mine_probability}
        return ENGLISH.text(said, spell)

    def __str__(self) -> str:
        """The sentence."""
        return self.text

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the sentence, and both worlds on the board."""
        pictures = []
        for world, mark in ((self.with_mine, MINE_MARK), (self.without, SAFE_MARK)):
            cells = self.board.cells
            cells[world] = View.MINE
            said = {"say": "proof.world", "cell": self.cell, "mine": mark is MINE_MARK}
            caption = ENGLISH.text(said, spell)
            pictures.append(draw_shape(self.board.shape, cells, outlined={self.cell: mark}, caption=caption))
        return f"<div>{write_text(self.text)}{' '.join(pictures)}</div>"

    def _identity(self) -> tuple[object, ...]:
        worlds = (self.with_mine.shape, self.with_mine.tobytes(), self.without.shape, self.without.tobytes())
        return self.cell, self.mine_probability, self.board, worlds
