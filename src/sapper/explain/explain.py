"""Why a cell is safe or a mine: the engine's proof put into words, or two worlds that differ.

A board with the engine's analysis of it and a hidden cell come in; a `Proof` or a `Witness` comes out. Callers use
`Analysis.explain`, which is this.

>>> import sapper
>>> print(sapper.analyze(sapper.Board.from_text("mines 1\\n.1.\\n")).explain((0, 0)))
0,0 is neither safe nor a mine for certain: both fit the board. It is a mine with probability 0.5.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.board.board import Board
from sapper.board.view import View
from sapper.explain.proof import Area, Case, CaseStep, Proof, ProofStep, Witness
from sapper.explain.sentence import Facts, say_step
from sapper.explain.technique import Technique

__all__ = ["explain_cell"]

Cell = tuple[int, int]


def explain_cell(
    board: Board, handle: _engine.Analysis, cell: Cell, options: tuple[bool, int], *, easiest: bool
) -> Proof | Witness:
    """Return the proof of what a hidden cell is, or two worlds that differ there.

    `options` are those of the analysis: whether flags are trusted, and the limit on states. The proof takes the
    fewest clues, or the `easiest` technique.

    Raises:
        InputError: the cell is revealed, a known mine, out of play or outside the board.
        LimitError: a component too wide to be counted without the mine counter.
    """
    found = _engine.prove_cell(handle, cell, easiest)
    place = (int(cell[0]), int(cell[1]))
    if found is None:
        with_mine = _draw_world(board, place, View.MINE, options)
        without = _draw_world(board, place, View.VOID, options)
        return Witness(place, with_mine, without, handle.mine_probability_of(place))
    facts = Facts(board, trust_flags=options[0])
    return Proof(
        cell=place,
        mine=found.mine,
        technique=Technique(found.technique),
        clues=tuple(found.clues),
        counter=found.counter,
        minimal=found.minimal,
        smallest=found.smallest,
        steps=tuple(_read_step(step, facts) for step in found.steps),
    )


def _read_step(found: _engine.ProofStep, facts: Facts) -> ProofStep:
    """Return one step with its words; `facts` learns what it settles."""
    step = ProofStep(
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
        text="",
    )
    step = replace(step, text=say_step(step, facts))
    facts.learn(step.safe, step.mines)
    return step


def _read_case(found: _engine.Case) -> Case:
    steps = tuple(CaseStep(step.clue, step.mine, tuple(step.cells)) for step in found.steps)
    return Case(found.depth, found.cell, found.mine, steps, found.broken)


def _draw_world(board: Board, cell: Cell, view: View, options: tuple[bool, int]) -> NDArray[np.bool_]:
    """A world in which a hidden cell is a known mine, or out of play, which is as good as safe."""
    decided = board.replace({cell: view})
    world: NDArray[np.bool_] = _engine.analyze(decided._handle, *options).sample(1, 0)[0]
    world.flags.writeable = False
    return world
