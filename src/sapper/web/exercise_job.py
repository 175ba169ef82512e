"""The job of the crew that makes exercises: each as JSON, with every answer and the reason.

>>> (made,) = make_exercises("pair", [3])
>>> made.answers, made.text[:24]
(2, '{"kind":"pair","seed":3,')
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from sapper.analysis.analysis import analyze
from sapper.explain.proof import Proof
from sapper.game.exercise import Exercise, exercise
from sapper.web.schemas import ExerciseStep, ExerciseView
from sapper.words.catalogue import ENGLISH

__all__ = ["ExerciseText", "make_exercises"]

_DIGITS = 6  # of a probability


class ExerciseText(NamedTuple):
    """An exercise as JSON, and how much there is to see in it."""

    seed: int
    text: str
    answers: int
    steps: int
    clues: int


def make_exercises(kind: str, seeds: Sequence[int]) -> list[ExerciseText]:
    """Return the exercises of these seeds."""
    return [_write(exercise(kind, seed=seed)) for seed in seeds]


def _write(made: Exercise) -> ExerciseText:
    proof = made.proof
    steps, clues = (1, 1) if proof is None else (len(proof.steps), len(proof.clues))
    return ExerciseText(made.seed, _view(made).model_dump_json(), len(made.answers), steps, clues)


def _view(made: Exercise) -> ExerciseView:
    board, proof, report = made.board, made.proof, made.report
    chances = analyze(board).mine_probability.ravel().tolist()
    cells = [(row, col) for row in range(board.rows) for col in range(board.cols)]
    best = made.answers[0] if report is None else report.best
    return ExerciseView(
        kind=made.kind,
        seed=made.seed,
        rows=board.rows,
        cols=board.cols,
        mines=board.mines or 0,
        board="".join(str(board[cell]) if board[cell] >= 0 else "." for cell in cells),
        answers=list(made.answers),
        mine_probability=[None if math.isnan(chance) else round(chance, _DIGITS) for chance in chances],
        cell=best if proof is None else proof.cell,
        said=None if report is None else dict(report.said),
        text="" if report is None else ENGLISH.text(report.said),
        steps=[] if proof is None else _steps(proof),
        wins=[round(float(made.wins[cell]), _DIGITS) if cell in made.wins else None for cell in cells]
        if made.wins
        else None,
    )


def _steps(proof: Proof) -> list[ExerciseStep]:
    return [
        ExerciseStep(
            technique=step.technique.name.lower().replace("_", "-"),
            said=dict(step.said),
            text=ENGLISH.text(step.said),
            clues=list(step.clues),
            safe=list(step.safe),
            mines=list(step.mines),
        )
        for step in proof.steps
    ]
