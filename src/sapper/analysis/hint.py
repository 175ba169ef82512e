"""Hints in four strengths: whether a safe cell exists, where to look, which cell it is, and why.

A board comes in, a `Hint` comes out. It is about the easiest safe cell: the one that the lowest technique shows, with
the fewest clues. Where no cell is safe it is about the best guess. `find_move` returns the cell alone.

>>> from sapper.board.board import Board
>>> board = Board.from_text("mines 3\\n0 1 . .\\n0 2 . .\\n0 1 . .")
>>> for strength in Strength:
...     print(hint(board, strength=strength).text.partition("\\n")[0])
There is a safe cell.
Look at rows 0 to 2, columns 1 to 2: two clues compared.
1,2 is safe.
1,2 is safe: two clues compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from sapper import _engine
from sapper.analysis.analysis import Analysis, analyze
from sapper.base.number import quote
from sapper.board.board import BoardLike
from sapper.board.cell import Cell, spell
from sapper.board.notation.codes import Codes
from sapper.errors import InputError, list_few
from sapper.explain.proof import Proof
from sapper.explain.technique import Technique
from sapper.explain.weigh import choose_guess

__all__ = ["Hint", "Strength", "find_move", "give_hint", "hint"]


class Strength(IntEnum):
    """How much a hint gives away; each strength includes the ones before it.

    Attributes:
        ANY: whether some cell is safe.
        WHERE: in which rows and columns the cell and its clues lie, and the technique.
        CELL: which cell.
        WHY: the proof.
    """

    ANY = 1
    WHERE = 2
    CELL = 3
    WHY = 4

    @classmethod
    def parse(cls, text: object) -> Strength:
        """Return the strength with this number or name.

        Raises:
            InputError: there is none.
        """
        known: dict[object, Strength] = {
            key: strength
            for strength in cls
            for key in (int(strength), str(int(strength)), strength.name, strength.name.lower())
        }
        try:
            return known[text]
        except (KeyError, TypeError):  # TypeError: not hashable, for example an array
            names = ", ".join(f"{int(strength)} ({strength.name.lower()})" for strength in cls)
            raise InputError(f"the strength of a hint is one of {names}, not {quote(text)}") from None


@dataclass(frozen=True, slots=True)
class Hint:
    """What a hint of one strength says about the next move.

    Attributes:
        strength: how much is given away.
        safe: whether any hidden cell is safe for certain.
        technique: the lowest technique that shows a safe cell; from WHERE on.
        corners: first and last cell of the part of the board to look at; from WHERE on.
        cell: the safe cell, or the best guess where `safe` is False; from CELL on.
        proof: why; from WHY on.
        text: all that in words.
    """

    strength: Strength
    safe: bool
    technique: Technique | None
    corners: tuple[Cell, Cell] | None
    cell: Cell | None
    proof: Proof | None
    text: str


def hint(
    board: BoardLike,
    *,
    mines: int | None = None,
    density: float | None = None,
    codes: Codes | None = None,
    strength: Strength | int | str = Strength.WHY,
    trust_flags: bool = False,
) -> Hint:
    """Return a hint about the easiest safe cell of a board, or about the best guess where no cell is safe.

    `board`, `mines`, `density` and `codes` are as in `Board.from_rows`.

    Raises:
        InputError: what does not read as a board, an unknown strength, or more trusted flags than mines.
        ContradictionError: no world fits.
        LimitError: a component is too wide.
    """
    asked = Strength.parse(strength)
    return give_hint(analyze(board, mines=mines, density=density, codes=codes, trust_flags=trust_flags), asked)


def give_hint(analysis: Analysis, asked: Strength = Strength.WHY) -> Hint:
    """Return a hint about a board that is analysed already."""
    if not analysis.safe_cells:
        return _hint_at_guess(analysis, asked)
    if asked is Strength.ANY:
        return Hint(asked, True, None, None, None, None, "There is a safe cell.")
    cell = find_move(analysis)
    assert cell is not None  # some cell is safe
    proof = analysis.explain(cell, easiest=True)
    assert isinstance(proof, Proof)  # the cell is safe
    corners = _corners((proof.cell, *proof.clues)) if analysis.board.shape.is_square else None
    if asked is Strength.WHERE:
        return Hint(asked, True, proof.technique, corners, None, None, _say_where(proof, corners))
    if asked is Strength.CELL:
        return Hint(asked, True, proof.technique, corners, proof.cell, None, f"{spell(proof.cell)} is safe.")
    return Hint(asked, True, proof.technique, corners, proof.cell, proof, str(proof))


def find_move(analysis: Analysis) -> Cell | None:
    """Return the easiest safe cell, or the best guess where none is safe; None when no move is left."""
    if analysis.safe_cells:
        cell: Cell = _engine.easiest_safe(analysis._handle)[0]
        return cell
    return choose_guess(analysis) if np.any(analysis.mine_probability < 1) else None


def _hint_at_guess(analysis: Analysis, asked: Strength) -> Hint:
    if not np.any(analysis.mine_probability < 1):
        return Hint(asked, False, None, None, None, None, "No cell is left to be revealed.")
    text = "No cell is safe for certain: this is a guess."
    if asked < Strength.CELL:
        return Hint(asked, False, None, None, None, None, text)
    if asked is Strength.WHY:
        report = analysis.explain_guess()
        return Hint(asked, False, None, None, report.best, None, report.text)
    cell = choose_guess(analysis)
    safety = 1 - analysis.mine_probability_of(cell)
    return Hint(asked, False, None, None, cell, None, f"{text} The best is {spell(cell)}, {100 * safety:.3g}% safe.")


def _corners(cells: tuple[Cell, ...]) -> tuple[Cell, Cell]:
    rows, cols = zip(*cells, strict=True)
    return (min(rows), min(cols)), (max(rows), max(cols))


def _say_where(proof: Proof, corners: tuple[Cell, Cell] | None) -> str:
    if corners is None:  # another shape than squares, where rows and columns say little
        clues = list_few([spell(clue) for clue in proof.clues])
        return f"Look at the clue{'s' if len(proof.clues) > 1 else ''} at {clues}: {proof.technique.label}."
    (top, left), (bottom, right) = corners
    rows = f"row {top}" if top == bottom else f"rows {top} to {bottom}"
    cols = f"column {left}" if left == right else f"columns {left} to {right}"
    return f"Look at {rows}, {cols}: {proof.technique.label}."
