"""Exercises: positions of games for one technique, made from a seed, with every right answer and the reason.

A technique and a seed come in, an `Exercise` comes out. The maker plays layouts of small levels by logic and takes a
position in which that technique is the easiest one that shows a safe cell. For "guess" it takes a position in which
nothing is safe and a search of all worlds proves which cells are best. The exact analysis checks every answer.

>>> made = exercise("pair", seed=3)
>>> print(made.board)
mines 16
1.10112.1
11102.4..
00002..3.
0000124..
1110002..
1.101123.
22101.12.
.2112212.
2.11.101.
>>> made.answers, made.solves((0, 7)), made.proof.technique.label
(((1, 7), (1, 8)), False, 'two clues compared')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from types import MappingProxyType

import numpy as np

from sapper.analysis.analysis import Analysis, analyze
from sapper.analysis.value import win_value
from sapper.base.number import quote, seed_number
from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.errors import InputError
from sapper.explain.guess import GuessReport
from sapper.explain.proof import Proof
from sapper.explain.technique import Technique
from sapper.explain.worth import Exact
from sapper.game.game import Game, Status
from sapper.game.layout import Layout, game_seeds

__all__ = ["KINDS", "Exercise", "exercise"]

GUESS = "guess"
# The kinds of exercises from easy to hard, each with the level whose games have the most of them; all fit a phone.
_LEVELS = {
    "single": "9x9/12",
    "pair": "9x9/16",
    "chain": "9x9/20",
    "cases": "9x9/24",
    "counting": "8x8/14",
    "counting-cases": "7x7/11",
    GUESS: "8x8/14",
}
KINDS = tuple(_LEVELS)

_CHUNK = 16  # seeds of games drawn at once
_MOST_SAFE = 4  # safe cells of a position; where many are, a click without a thought is right
_LEAST_HIDDEN = 3  # hidden cells for each right answer
_LEAST_CHOICE = 2  # cells that may be guessed for each best one
_MOST_CASES = 9  # of one step; longer proofs are hard to read
_MOST_WORLDS = 200  # of a guess: all are searched for every cell
_CLEAR = Fraction(2, 100)  # a best guess wins at least so much more often than every other cell


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position and what is right to reveal next.

    Attributes:
        kind: the technique by its name, or "guess".
        seed: what it was made from.
        board: what the player sees.
        answers: every cell that is right to reveal, row by row: all safe cells, or all best guesses.
        proof: why the easiest answer is safe, by the technique of the exercise; None for a guess.
        report: why the best guess is best; None where a cell is safe.
        wins: of a guess: the win probability of each hidden cell, followed by best play; empty where a cell is safe.
    """

    kind: str
    seed: int
    board: Board
    answers: tuple[Cell, ...]
    proof: Proof | None
    report: GuessReport | None
    wins: Mapping[Cell, Fraction] = field(hash=False)

    def __post_init__(self) -> None:
        """Keep a read-only copy of the win probabilities."""
        object.__setattr__(self, "wins", MappingProxyType(dict(self.wins)))

    def __reduce__(self) -> tuple[type[Exercise], tuple[object, ...]]:
        """Pickle and copy by the fields: a read-only mapping has no pickle of its own."""
        fields = (self.kind, self.seed, self.board, self.answers, self.proof, self.report, dict(self.wins))
        return Exercise, fields

    @property
    def technique(self) -> Technique | None:
        """The easiest technique that shows a safe cell; None for a guess."""
        return None if self.kind == GUESS else Technique.parse(self.kind)

    def solves(self, cell: Cell) -> bool:
        """Return whether it is right to reveal this cell."""
        return cell in self.answers

    def __str__(self) -> str:
        """Return the board."""
        return str(self.board)


def exercise(technique: Technique | str | int, *, seed: int) -> Exercise:
    """Return the exercise of a seed, the same on every machine.

    Args:
        technique: the easiest technique that shows a safe cell, by name or rank; or "guess".
        seed: any integer of 64 bits.

    Raises:
        InputError: an unknown technique, or a seed that is not an integer of 64 bits.
    """
    kind = _read_kind(technique)
    number = seed_number(seed)
    for first in count(1, _CHUNK):
        for game_seed in game_seeds(number, _CHUNK, first=first):
            positions = list(_positions(kind, Layout.from_seed(_LEVELS[kind], seed=game_seed)))
            if positions:
                made = _pose(kind, number, positions[game_seed % len(positions)])
                if made is not None:
                    return made
    raise AssertionError  # seeds do not end before a game fits


def _read_kind(technique: Technique | str | int) -> str:
    if isinstance(technique, str) and technique.strip().lower() == GUESS:
        return GUESS
    try:
        return Technique.parse(technique).name.lower().replace("_", "-")
    except InputError:
        names = ", ".join(KINDS)
        raise InputError(f"the technique of an exercise is one of {names}, not {quote(technique)}") from None


def _positions(kind: str, layout: Layout) -> Iterator[Analysis]:
    """Yield the positions of a game that may become exercises; where nothing is safe, the player is lucky."""
    game = Game(layout)
    assert layout.start is not None  # the first-click rule sets it
    game.reveal(layout.start)
    mines = set(layout.mines)
    while game.status is Status.PLAYING:
        analysis = analyze(game.board)
        safe = analysis.safe_cells
        techniques = analysis.techniques
        easiest = min(safe, key=lambda cell: (techniques[cell], cell), default=None)
        found = GUESS if easiest is None else techniques[easiest].name.lower().replace("_", "-")
        if found == kind and len(safe) <= _MOST_SAFE:
            yield analysis
        game.reveal(_luckiest(analysis, mines) if easiest is None else easiest)


def _luckiest(analysis: Analysis, mines: set[Cell]) -> Cell:
    """Return the safest hidden cell that holds no mine."""
    chance = analysis.mine_probability
    hidden = [(row, col) for row, col in np.argwhere(~np.isnan(chance)).tolist() if (row, col) not in mines]
    return min(hidden, key=lambda cell: (float(chance[cell]), cell))


def _pose(kind: str, seed: int, analysis: Analysis) -> Exercise | None:
    """Return the exercise of a position, or None where chance answers it too easily or its proof is too long."""
    if kind == GUESS:
        return _pose_guess(seed, analysis)
    answers = tuple(analysis.safe_cells)
    proof = _prove_easiest(analysis)
    wordy = any(step.technique is Technique.CASES and not 0 < len(step.cases) <= _MOST_CASES for step in proof.steps)
    if wordy or len(_hidden(analysis)) < _LEAST_HIDDEN * len(answers):
        return None
    return Exercise(kind, seed, analysis.board, answers, proof, None, {})


def _prove_easiest(analysis: Analysis) -> Proof:
    """Return the shortest proof among the safe cells of the lowest technique."""
    techniques = analysis.techniques
    lowest = min(techniques[cell] for cell in analysis.safe_cells)
    proofs = []
    for cell in analysis.safe_cells:
        proof = analysis.explain(cell, easiest=True) if techniques[cell] == lowest else None
        if isinstance(proof, Proof):
            proofs.append(proof)
    return min(proofs, key=lambda one: (len(one.steps), len(one.clues), one.cell))


def _pose_guess(seed: int, analysis: Analysis) -> Exercise | None:
    if analysis.worlds > _MOST_WORLDS:
        return None
    report = analysis.explain_guess()
    wins = {cell: _win_after(analysis, cell) for cell in _hidden(analysis)}
    best = max(wins.values())
    answers = tuple(cell for cell, win in wins.items() if win == best)
    close = any(best - win < _CLEAR for cell, win in wins.items() if cell not in answers)
    open_cells = int(np.count_nonzero(analysis.mine_probability < 1))  # not counting certain mines
    if close or len(wins) < _LEAST_HIDDEN * len(answers) or open_cells < _LEAST_CHOICE * len(answers):
        return None
    return Exercise(GUESS, seed, analysis.board, answers, None, report, wins)


def _win_after(analysis: Analysis, cell: Cell) -> Fraction:
    """Return the win probability if a cell is revealed and then played best."""
    won = Fraction(0)
    for number, chance in enumerate(analysis.outcomes(cell).numbers):
        if chance:
            board = analysis.board.replace({cell: number})
            value = win_value(board)
            assert isinstance(value, Exact)  # it has no more worlds than the board before
            won += Fraction(value.wins, analysis.worlds)
    return won


def _hidden(analysis: Analysis) -> list[Cell]:
    return [(row, col) for row, col in np.argwhere(~np.isnan(analysis.mine_probability)).tolist()]
