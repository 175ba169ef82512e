"""`sapper exercise`: a position to practise a technique on, and its solution.

>>> from sapper.cli.app import app
>>> from typer.testing import CliRunner
>>> print(CliRunner().invoke(app, ["exercise", "pair", "--seed", "3"]).stdout[:27])
; exercise pair seed 3
mine
"""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from sapper.board.cell import spell
from sapper.cli.errors import reporting
from sapper.cli.explain import guess_json, proof_json
from sapper.cli.options import JsonOption, choose_seed
from sapper.game.exercise import KINDS, Exercise
from sapper.game.exercise import exercise as make_exercise
from sapper.words.catalogue import ENGLISH

__all__ = ["exercise"]


def exercise(
    technique: Annotated[
        str,
        typer.Argument(
            metavar="TECHNIQUE",
            help=f"One of {', '.join(KINDS)}, or a rank from 1 to 6.",
            autocompletion=lambda incomplete: [kind for kind in KINDS if kind.startswith(incomplete)],
        ),
    ],
    *,
    seed: Annotated[
        int | None,
        typer.Option(metavar="SEED", help="Seed of the exercise, any integer of 64 bits.", show_default="random"),
    ] = None,
    solution: Annotated[
        bool, typer.Option("--solution", help="Also print all right answers and the reason.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Print a position to practise a technique on, and its solution.

    The technique is the easiest one that shows a safe cell: find such a cell. With guess, nothing is safe: find the
    best cell. The same seed gives the same exercise on every machine.
    """
    with reporting():
        made = make_exercise(technique, seed=choose_seed(seed))
        if as_json:
            typer.echo(json.dumps(_to_json(made)))
            return
        typer.echo(f"; exercise {made.kind} seed {made.seed}\n{made.board}")
        if solution:
            verb = "is right" if len(made.answers) == 1 else "are right"
            reason = str(made.proof) if made.report is None else made.report.text
            typer.echo(f"\n{ENGLISH.join([spell(cell) for cell in made.answers])} {verb} to reveal.\n{reason}")


def _to_json(made: Exercise) -> dict[str, Any]:
    technique = made.technique
    return {
        "kind": "exercise",
        "technique": None if technique is None else technique.label,
        "rank": None if technique is None else int(technique),
        "seed": made.seed,
        "board": made.board.position,
        "safe_cells": made.answers if technique is not None else [],
        "answers": made.answers,
        "proof": None if made.proof is None else proof_json(made.proof),
        "guess": None if made.report is None else guess_json(made.report),
    }
