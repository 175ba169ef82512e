"""`sapper analyze`: reads a board and prints its exact analysis.

>>> import sapper
>>> from sapper.cli.analyze import to_json
>>> to_json(sapper.analyze(sapper.Board.from_text("1x4:1:1ab")))["safe_cells"]
[(0, 2), (0, 3)]
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import RenderableType

from sapper.analysis import analysis
from sapper.analysis.hint import find_move
from sapper.base.whole_file import write_whole
from sapper.cli.console import QuietConsole
from sapper.cli.errors import reporting
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
from sapper.cli.outputs import ForceOption, keep
from sapper.cli.together import exclude, need
from sapper.draw.digits import spell_integer
from sapper.draw.picture import draw_board, draw_classes
from sapper.draw.summary import draw_summary
from sapper.draw.svg import write_svg
from sapper.play.classes import classify

__all__ = ["analyze", "to_json"]

# Width without a terminal, in columns: an expert board fits.
_DEFAULT_WIDTH = 120


def analyze(
    file: BoardArgument,
    *,
    mines: MinesOption = None,
    density: DensityOption = None,
    codes: CodesOption = None,
    trust_flags: TrustFlagsOption = False,
    max_states: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Stop with an error after N states, about 100 bytes each.",
            show_default="24000000; 20000 on shapes with more than 12 neighbours a cell",
        ),
    ] = None,
    classes: Annotated[
        bool,
        typer.Option(
            "--classes", help="Colour the best move, good moves, similar cells and dead cells, as superloc sees them."
        ),
    ] = False,
    as_json: JsonOption = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Also save the picture to this SVG file.")] = None,
    force: ForceOption = False,
    width: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=20,
            max=10_000,
            help="Width of the picture in columns.",
            show_default="that of the terminal",
        ),
    ] = None,
    no_color: Annotated[bool, typer.Option("--no-color", help="Print without colours.")] = False,
) -> None:
    """Print the exact mine probability of each hidden cell of a board."""
    with reporting():
        if svg is None:
            exclude("as_json", "width")
        exclude("mines", "density")
        need("svg", "force")
        keep(svg, force=force)
        board = read_board(file, mines, density, read_codes(codes))
        found = analysis.analyze(board, trust_flags=trust_flags, max_states=max_states)
        if svg is not None:
            write_whole(svg, write_svg(_draw(found, classes), width=width or _DEFAULT_WIDTH))
        if as_json:
            typer.echo(json.dumps(to_json(found) | ({"classes": classify(found)} if classes else {})))
            return
        console = QuietConsole(width=width or _terminal_width(), no_color=no_color or None)
        for part in _draw(found, classes):
            console.print(part, crop=False)


def to_json(found: analysis.Analysis) -> dict[str, Any]:
    """Return an analysis as one object for JSON; worlds as a text, because they may have thousands of digits."""
    probability = found.mine_probability
    return {
        "worlds": spell_integer(found.worlds),
        "mine_probability": np.where(np.isnan(probability), None, probability).tolist(),  # type: ignore[call-overload]
        "safe_cells": found.safe_cells,
        "mine_cells": found.mine_cells,
        "dead_cells": found.dead_cells,
        "best": find_move(found),
    }


def _draw(found: analysis.Analysis, classes: bool) -> tuple[RenderableType, ...]:
    return draw_classes(found) if classes else draw_board(found), "", draw_summary(found)


def _terminal_width() -> int | None:
    """None where a terminal or the variable COLUMNS sets the width."""
    if os.environ.get("COLUMNS", "").isdigit():
        return None
    for stream in (sys.__stdin__, sys.__stdout__, sys.__stderr__):
        try:
            if stream is not None and os.get_terminal_size(stream.fileno()).columns > 0:
                return None
        except (OSError, ValueError):
            continue
    return _DEFAULT_WIDTH
