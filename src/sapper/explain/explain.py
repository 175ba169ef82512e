"""Why a cell is safe or a mine: the engine's proof, or two worlds that differ.

A counted board and a hidden cell come in; a `Proof` or a `Witness` comes out. Callers use
`Analysis.explain`, which calls this module.

>>> import sapper
>>> print(sapper.analyze(sapper.Board.from_text("mines 1\\n.1.\\n")).explain((0, 0)))
0,0 is neither safe nor a mine for certain: both fit the board. It is a mine with probability 0.5.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.board.cell import Cell
from sapper.board.view import View
from sapper.explain.counted import CountedBoard
from sapper.explain.proof import Area, Case, CaseStep, Proof, ProofStep, Witness
from sapper.explain.technique import Technique

__all__ = ["explain_cell"]


def explain_cell(counted: CountedBoard, cell: Cell, *, easiest: bool) -> Proof | Witness:
    """Return the proof of what a hidden cell is, or two worlds that differ there.

    The proof takes the fewest clues or, with `easiest`, the lowest technique.

    Raises:
        InputError: the cell is revealed, a known mine, out of play or outside the board.
        LimitError: a component too wide to be counted without the mine counter.
    """
    found = _engine.prove_cell(counted._handle, cell, easiest)
    named = counted.board.shape.grid.cell(cell)
    if found is None:
        with_mine, without = _draw_world(counted, named, View.MINE), _draw_world(counted, named, View.VOID)
        return Witness(named, with_mine, without, counted._handle.mine_probability_of(named), counted.board)
    return Proof(
        cell=named,
        mine=found.mine,
        technique=Technique(found.technique),
        clues=tuple(found.clues),
        counter=found.counter,
        minimal=found.minimal,
        smallest=found.smallest,
        steps=tuple(_read_step(step) for step in found.steps),
        board=counted.board,
    )


def _read_step(found: _engine.ProofStep) -> ProofStep:
    return ProofStep(
        technique=Technique(found.technique),
        clues=tuple(found.clues),
        signs=tuple(found.signs),
        counter=found.counter,
        safe=tuple(found.safe),
        mines=tuple(found.mines),
        cases=tuple(_read_case(case) for case in found.cases),
        areas=tuple(Area(tuple(area.clues), tuple(area.cells), tuple(area.mines)) for area in found.areas),
        mines_left=found.mines_left,
        open_cells=found.open_cells,
        said=found.said,
    )


def _read_case(found: _engine.Case) -> Case:
    steps = tuple(CaseStep(step.clue, step.mine, tuple(step.cells)) for step in found.steps)
    return Case(found.depth, found.cell, found.mine, steps, found.broken)


def _draw_world(counted: CountedBoard, cell: Cell, view: View) -> NDArray[np.bool_]:
    """Return a world in which a hidden cell is a mine (`View.MINE`) or safe (`View.VOID`, which acts as safe)."""
    decided = CountedBoard.count(counted.board.replace({cell: view}), counted._options)
    world: NDArray[np.bool_] = decided._handle.sample(1, 0)[0]
    return world
