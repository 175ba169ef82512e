"""`sapper explain`: why a cell is safe or a mine, or which cell to guess and why.

>>> import sapper
>>> proof = sapper.analyze(sapper.Board.from_text("mines 1\\n1.")).explain((0, 1))
>>> proof_json(proof)["technique"]
'single clue'
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer

from sapper.analysis.analysis import analyze
from sapper.analysis.hint import Strength, give_hint
from sapper.board.board import flat_cells
from sapper.board.cell import spell
from sapper.cli.candidates import candidates_table, choice_json, say_choice
from sapper.cli.console import open_console
from sapper.cli.errors import reporting
from sapper.cli.files import read_board
from sapper.cli.options import (
    BoardArgument,
    CodesOption,
    DensityOption,
    JsonOption,
    MinesOption,
    TrustFlagsOption,
    read_cell,
    read_codes,
)
from sapper.cli.together import exclude, need
from sapper.explain.guess import Candidate, GuessReport, candidates_json
from sapper.explain.proof import Proof, Witness
from sapper.explain.worth import Bound, Estimate, Exact, WinValue, win_json
from sapper.play.choice import choose

__all__ = [
    "explain",
    "guess_json",
    "proof_json",
    "say_candidates",
    "say_win",
    "witness_json",
]


def explain(
    file: BoardArgument,
    cell: Annotated[
        str | None,
        typer.Argument(
            metavar="CELL", help="Hidden cell as ROW,COL, counted from 0.", show_default="the easiest safe cell"
        ),
    ] = None,
    *,
    mines: MinesOption = None,
    density: DensityOption = None,
    codes: CodesOption = None,
    trust_flags: TrustFlagsOption = False,
    easiest: Annotated[
        bool,
        typer.Option(
            "--easiest", help="Prefer the proof with the easiest technique to the proof with the fewest clues."
        ),
    ] = False,
    rollouts: Annotated[
        int,
        typer.Option(
            metavar="N", help="Games to play out for each number a guess may show; estimates the chance to win."
        ),
    ] = 0,
    strategy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME[@BUDGET][,SETTING=VALUE...]",
            help="Print the move of this strategy, its rule, and all candidates with what the strategy weighs.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Seed of the dice of --strategy, for strategies that roll them.", show_default="0"
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Prove that a cell is safe or a mine, or explain the best guess.

    For a cell that is neither, prints two worlds: one with a mine there, one without. Without CELL, explains the
    easiest safe cell, or the best guess where no cell is safe. With --strategy, explains the move of that strategy.
    """
    with reporting():
        exclude("strategy", "cell", "easiest", "rollouts")
        exclude("cell", "rollouts")
        exclude("mines", "density")
        need("strategy", "seed")
        board = read_board(file, mines, density, read_codes(codes))
        found = analyze(board, trust_flags=trust_flags)
        if strategy is not None:
            choice = choose(found, strategy, seed=seed or 0)
            if as_json:
                typer.echo(json.dumps(choice_json(choice)))
                return
            typer.echo(say_choice(choice) + "\n")
            open_console().print(candidates_table(choice.candidates))
            return
        if cell is None and not found.safe_cells:
            report = found.explain_guess(rollouts=rollouts)
            typer.echo(json.dumps(guess_json(report)) if as_json else _say_report(report))
            return
        place = give_hint(found, Strength.CELL).cell if cell is None else read_cell(cell, found.board.shape)
        assert place is not None  # some cell is safe
        answer = found.explain(place, easiest=easiest or cell is None)
        if isinstance(answer, Proof):
            typer.echo(json.dumps(proof_json(answer)) if as_json else str(answer))
        else:
            typer.echo(json.dumps(witness_json(answer)) if as_json else _say_witness(answer))


def proof_json(proof: Proof) -> dict[str, Any]:
    """Return a proof as one object for JSON; techniques by their labels."""
    out = asdict(proof) | {"kind": "proof", "board": proof.board.position}
    out |= {"technique": proof.technique.label, "rank": int(proof.technique)}
    for step, made in zip(out["steps"], proof.steps, strict=True):
        step |= {"technique": made.technique.label, "rank": int(made.technique)}
        step |= {"safe_cells": step.pop("safe"), "mine_cells": step.pop("mines")}
    return out


def witness_json(witness: Witness) -> dict[str, Any]:
    """Return two worlds as lists of mines."""
    return {
        "kind": "witness",
        "cell": witness.cell,
        "mine_probability": witness.mine_probability,
        "with_mine": witness.board.cells_where(witness.with_mine),
        "without": witness.board.cells_where(witness.without),
        "text": witness.text,
    }


def guess_json(report: GuessReport) -> dict[str, Any]:
    """Return a guess as one object for JSON; odds and chances to win name their type."""
    return {
        "kind": "guess",
        "best": report.best,
        "win": win_json(report.win),
        "candidates": candidates_json(report.candidates),
        "forced": [asdict(one) | {"odds": str(one.odds), "unavoidable": one.unavoidable} for one in report.forced],
        "text": report.text,
    }


def _say_report(report: GuessReport) -> str:
    """The paragraph, and a line for every candidate."""
    return f"{report.text}\n\n{say_candidates(report.candidates)}"


def say_candidates(candidates: Sequence[Candidate]) -> str:
    """Return a table of the candidates of a guess, a line each."""
    lines = ["cell       safe  progress  chance to win"]
    lines += [
        f"{spell(one.cell):<8}{_percent(one.safety):>7}{_percent(one.progress):>10}  {say_win(one.win)}"
        for one in candidates
    ]
    return "\n".join(lines)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def say_win(win: WinValue | None) -> str:
    """Return a chance to win in words."""
    match win:
        case Exact(wins, total):
            return f"{wins} of {total} worlds, {_percent(wins / total)}"
        case Bound(low, high):
            return f"between {_percent(low)} and {_percent(high)}"
        case Estimate(probability, error):
            return f"{_percent(probability)} ± {_percent(error)}, estimated"
    return "not known"


def _say_witness(witness: Witness) -> str:
    """The sentence and both worlds."""
    worlds = []
    for title, world in (("With a mine there:", witness.with_mine), ("Without:", witness.without)):
        lines = flat_cells(world).tolist()
        worlds += ["", title, *("".join("*" if mine else "." for mine in line) for line in lines)]
    return "\n".join([witness.text, *worlds])
