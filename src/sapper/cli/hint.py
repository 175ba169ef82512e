"""`sapper hint`: a hint about the easiest safe cell of a board."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from sapper.analysis.hint import Hint, Strength
from sapper.analysis.hint import hint as find_hint
from sapper.cli.errors import reporting
from sapper.cli.explain import proof_json
from sapper.cli.files import read_board
from sapper.cli.options import (
    BoardArgument,
    CodesOption,
    DensityOption,
    JsonOption,
    MinesOption,
    TrustFlagsOption,
    read_codes,
)
from sapper.cli.together import exclude

__all__ = ["hint"]


def hint(
    file: BoardArgument,
    *,
    strength: Annotated[
        str,
        typer.Option(
            metavar="S",
            help="How much the hint reveals; each strength adds to the one before.\n\n\b\n"
            "1 or any    whether a safe cell exists\n"
            "2 or where  the region of the board to look at\n"
            "3 or cell   the cell\n"
            "4 or why    the proof",
        ),
    ] = Strength.WHY.name.lower(),
    mines: MinesOption = None,
    density: DensityOption = None,
    codes: CodesOption = None,
    trust_flags: TrustFlagsOption = False,
    as_json: JsonOption = False,
) -> None:
    """Give a hint about the easiest safe cell, as strong as you choose."""
    with reporting():
        exclude("mines", "density")
        found = find_hint(
            read_board(file, mines, density, read_codes(codes)), strength=strength, trust_flags=trust_flags
        )
        typer.echo(json.dumps(_to_json(found)) if as_json else found.text)


def _to_json(found: Hint) -> dict[str, Any]:
    return {
        "strength": int(found.strength),
        "has_safe_cell": found.safe,
        "technique": None if found.technique is None else found.technique.label,
        "rank": None if found.technique is None else int(found.technique),
        "corners": found.corners,
        "cell": found.cell,
        "proof": None if found.proof is None else proof_json(found.proof),
        "text": found.text,
    }
