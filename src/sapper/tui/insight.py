"""What the solver says about a board, as notes: a text and the cells it is about.

These functions may take some tenths of a second; the app calls them in a thread. They see boards only, no layout.

>>> note = find_hint(Board.from_text("mines 3\\n0 1 . .\\n0 2 . .\\n0 1 . ."), Strength.CELL)
>>> note.pages[0].text, note.pages[0].marks
('Row 2 column 3 is safe.', {(1, 2): 'safe'})
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from sapper.analysis.analysis import Analysis, analyze
from sapper.analysis.hint import Strength, give_hint
from sapper.analysis.quick_win import LARGEST_PLAYED_OUT, find_win
from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.board.view import View
from sapper.explain.proof import Proof, Witness
from sapper.explain.worth import Bound, Estimate, WinValue
from sapper.tui.session import STATES
from sapper.words.catalogue import ENGLISH, Said, begin

__all__ = ["Mark", "Note", "Page", "Risks", "find_hint", "find_risks", "prove", "say_chance", "say_win"]

Mark = Literal["look", "safe", "mine", "best"]

_GUESS_ROLLOUTS = 20  # games for every number that a candidate may show


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a note that is shown at once."""

    text: str
    marks: dict[Cell, Mark] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Note:
    """What is said about a board; , and . turn its pages."""

    title: str
    pages: tuple[Page, ...]


@dataclass(frozen=True, slots=True)
class Risks:
    """What the overlay shows."""

    mine_probability: NDArray[np.float64]  # NaN where a cell is revealed
    floating: float | None  # mine probability of the cells beside no clue, where all have the same
    floating_cells: frozenset[Cell]
    safe: int  # cells that are safe for certain


def find_risks(board: Board) -> Risks:
    """Return the mine probabilities of a board.

    Raises:
        LimitError: the board is too wide.
    """
    analysis = analyze(board, max_states=STATES)
    probability = analysis.mine_probability
    floating = [cell for cell in analysis.floating if 0 < probability[cell] < 1]
    each = float(probability[floating[0]]) if floating else None
    return Risks(probability, each, frozenset(floating), len(analysis.safe_cells))


def find_hint(board: Board, strength: Strength) -> Note:
    """Return a hint: whether a safe cell exists, where to look, which cell, or why.

    Raises:
        LimitError: the board is too wide.
    """
    analysis = analyze(board, max_states=STATES)
    title = f"Hint {int(strength)} of 4"
    if not analysis.safe_cells:
        return Note(title, (_guess(analysis, strength),))
    hint = give_hint(analysis)
    proof = hint.proof
    assert proof is not None  # some cell is safe
    count = len(analysis.safe_cells)
    if strength is Strength.ANY:
        return Note(title, (Page(ENGLISH.text({"say": "hint.exists", "count": count})),))
    looks: dict[Cell, Mark] = dict.fromkeys(proof.clues, "look")
    if strength is Strength.WHERE:
        where = "Look at the highlighted clues" if looks else "Look at the number of mines that are left"
        return Note(title, (Page(f"{where}: {proof.technique.label}.", looks),))
    if strength is Strength.CELL:
        said = ENGLISH.text({"say": "hint.safe", "cell": proof.cell})
        return Note(title, (Page(said, {proof.cell: "safe"}),))
    return Note(title, _pages(proof))


def prove(board: Board, cell: Cell) -> Note:
    """Return why a cell is safe or a mine, or why neither is certain.

    Raises:
        LimitError: the board is too wide.
    """
    name = ENGLISH.spell(cell)
    title, name = f"Why: {name}", begin(name)
    value = board[cell]
    if value >= 0:
        near = [board[one] for one in board.shape.neighbours(cell)]
        hidden, flags = sum(one < 0 for one in near), near.count(View.FLAG)
        beside = "1 hidden cell" if hidden == 1 else f"{hidden} hidden cells"
        return Note(title, (Page(f"{name} shows {value}: {beside} beside it, {flags} flagged."),))
    analysis = analyze(board, max_states=STATES)
    explained = analysis.explain(cell, easiest=True)
    if isinstance(explained, Proof):
        return Note(title, _pages(explained))
    chance = explained.mine_probability
    pages = (
        Page(f"{name} is not certain: it is a mine with probability {say_chance(chance)}.", {cell: "look"}),
        Page("With a mine there, these mines fit the clues.", _world(analysis, explained, mine=True)),
        Page("Without a mine there, these mines fit the clues.", _world(analysis, explained, mine=False)),
    )
    return Note(title, pages)


def say_win(board: Board) -> str:
    """Return the win probability of a board in words, as far as it is found quickly.

    Raises:
        LimitError: the board is too wide.
    """
    return _say_value(find_win(board))


def say_chance(chance: float) -> str:
    """Return a probability that is never rounded to 0 or 100.

    >>> say_chance(0.3333), say_chance(0.0004), say_chance(0.9999), say_chance(1)
    ('33 %', '0.04 %', '99.99 %', '100 %')
    """
    percent = chance * 100
    if percent in (0, 100) or 0.95 <= percent <= 99.05:
        return f"{percent:.0f} %"
    return f"{percent:.2g} %" if percent < 50 else f"{min(percent, 99.99):.2f} %"


def _pages(proof: Proof) -> tuple[Page, ...]:
    """Return a page for every step, with what earlier steps settled marked as well."""
    verdict: Mark = "mine" if proof.mine else "safe"
    said: Said = {
        "say": "proof.title",
        "cell": proof.cell,
        "what": verdict,
        "technique": {"say": f"technique.{int(proof.technique)}"},
    }
    head = ENGLISH.text(said)
    settled: dict[Cell, Mark] = {}
    pages = []
    for number, step in enumerate(proof.steps):
        text = ENGLISH.text(step.said)
        settled.update(dict.fromkeys(step.safe, "safe"))
        settled.update(dict.fromkeys(step.mines, "mine"))
        looks: dict[Cell, Mark] = dict.fromkeys(step.clues, "look")
        pages.append(Page(f"{head} {text}" if number == 0 else text, settled | looks))
    return tuple(pages) or (Page(head, {proof.cell: verdict}),)


def _world(analysis: Analysis, witness: Witness, *, mine: bool) -> dict[Cell, Mark]:
    world = witness.with_mine if mine else witness.without
    marks: dict[Cell, Mark] = {cell: "mine" if world[cell] else "safe" for cell in analysis.frontier}
    return marks | {witness.cell: "mine" if mine else "safe"}


def _guess(analysis: Analysis, strength: Strength) -> Page:
    if not np.any(analysis.mine_probability < 1):
        return Page("No cell is left to be revealed.")
    if strength < Strength.CELL:
        return Page("No cell is safe: you have to guess.")
    if strength is Strength.CELL:
        safest = analysis.safest_cells[0]
        chance = say_chance(1 - float(analysis.mine_probability[safest]))
        name = begin(ENGLISH.spell(safest))
        return Page(f"No cell is safe. {name} is safe with probability {chance}.", {safest: "best"})
    board = analysis.board
    rollouts = _GUESS_ROLLOUTS if board.rows * board.cols <= LARGEST_PLAYED_OUT else 0
    report = analysis.explain_guess(rollouts=rollouts)
    return Page(ENGLISH.text(report.said), {report.best: "best"})


def _say_value(value: WinValue) -> str:
    if isinstance(value, Bound):
        return f"{value.low * 100:.0f} to {value.high * 100:.0f} %"
    if isinstance(value, Estimate):
        return f"about {value.probability * 100:.0f} %"
    return say_chance(float(value.probability))
