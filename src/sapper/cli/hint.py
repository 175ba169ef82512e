"""`sapper hint`: a hint about the easiest safe cell of a board, as strong as wanted."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from sapper.analysis.hint import Hint
from sapper.analysis.hint import hint as find_hint
from sapper.cli.errors import reporting
from sapper.cli.explain import proof_json
from sapper.cli.files import read_board
from sapper.cli.options import BoardArgument, DensityOption, MinesOption, TrustFlagsOption

__all__ = ["hint"]


def hint(
    file: BoardArgument,
    *,
    strength: Annotated[
        str,
        typer.Option(
            metavar="S",
            help="How much to give away: 1 or any, 2 or where, 3 or cell, 4 or why; each adds to the last.",
        ),
    ] = "any",
    mines: MinesOption = None,
    density: DensityOption = None,
    trust_flags: TrustFlagsOption = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """Give a hint about the easiest safe cell, as strong as you choose."""
    with reporting():
        found = find_hint(read_board(file, mines, density), strength=strength, trust_flags=trust_flags)
        typer.echo(json.dumps(_to_json(found)) if as_json else found.text)


def _to_json(found: Hint) -> dict[str, Any]:
    return {
        "strength": int(found.strength),
        "safe": found.safe,
        "technique": None if found.technique is None else found.technique.label,
        "rank": None if found.technique is None else int(found.technique),
        "corners": found.corners,
        "cell": found.cell,
        "proof": None if found.proof is None else proof_json(found.proof),
        "text": found.text,
    }
