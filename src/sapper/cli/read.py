"""`sapper read`: reads a board from a picture and analyses it."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

import numpy as np
import typer

from sapper.analysis.analysis import analyze
from sapper.board.cell import spell
from sapper.cli.analyze import to_json
from sapper.cli.console import QuietConsole
from sapper.cli.errors import reporting
from sapper.cli.options import JsonOption
from sapper.draw.picture import draw_board
from sapper.draw.summary import draw_summary
from sapper.errors import ContradictionError, LimitError
from sapper.vision.read import Reading, read_image

__all__ = ["read"]

_SOURCES = {
    "given": "as given",
    "counter": "read from the counter",
    "density": "not known, so their density is assumed: --mines gives them",
}
_MOST_DOUBTS = 20  # that are listed


def read(
    file: Annotated[str, typer.Argument(metavar="FILE", help="PNG, JPEG, WebP, BMP or GIF. - reads standard input.")],
    *,
    mines: Annotated[
        int | None,
        typer.Option(metavar="N", help="Number of mines.", show_default="that of the counter, or a density"),
    ] = None,
    index: Annotated[
        int | None, typer.Option(metavar="N", help="Read this board of several, from 0.", show_default="all")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Read a board from a picture, and analyse it.

    The picture is a screenshot of any Minesweeper program, of a whole desktop with one in it, or a photo of a screen.
    Prints the board with the mine probability of each hidden cell, and the cells that may be read wrong with their
    second look.
    """
    with reporting():
        picture = sys.stdin.buffer.read() if file == "-" else file
        readings = read_image(picture, mines=mines, index=index)
        if as_json:
            first, *others = map(_to_json, readings)
            typer.echo(json.dumps(first | {"others": others}))
            return
        console = QuietConsole()
        for number, reading in enumerate(readings):
            if number:
                console.print()
            _print(console, reading, f"board {number}: " if len(readings) > 1 else "")


def _print(console: QuietConsole, reading: Reading, name: str) -> None:
    board, grid = reading.board, reading.grid
    console.print(
        f"{name}{board.rows} x {board.cols} cells of {grid.across:.2f} pixels, {_spell_place(reading)}; "
        f"mines {board.mines if board.mines is not None else '?'}, {_SOURCES[reading.mines_from]}",
        highlight=False,
    )
    try:
        found = analyze(board)
        for part in (draw_board(found), "", draw_summary(found)):
            console.print(part, crop=False)
    except (ContradictionError, LimitError) as error:
        console.print(str(board), highlight=False)
        console.print(f"no analysis: {error}", highlight=False)
    for note in reading.notes:
        console.print(f"note: {note}", highlight=False)
    for repair in reading.repairs:
        console.print(
            f"{spell(repair.cell)} was taken as {repair.kept}: as {repair.read} it contradicts the others",
            highlight=False,
        )
    for doubt in reading.doubts[:_MOST_DOUBTS]:
        console.print(
            f"{spell(doubt.cell)} may be wrong: {doubt.look} {doubt.probability:.0%}, "
            f"or {doubt.second} {doubt.second_probability:.0%}",
            highlight=False,
        )
    if len(reading.doubts) > _MOST_DOUBTS:
        console.print(f"and {len(reading.doubts) - _MOST_DOUBTS} more cells may be wrong", highlight=False)


def _spell_place(reading: Reading) -> str:
    if reading.corners is None:
        return f"at {reading.grid.left:.0f},{reading.grid.top:.0f}"
    corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in reading.corners)
    return f"in a photo with the corners {corners}"


def _to_json(reading: Reading) -> dict[str, Any]:
    try:
        found = to_json(analyze(reading.board))
    except (ContradictionError, LimitError):
        found = None
    grid = reading.grid
    return {
        **json.loads(reading.board.to_json()),
        "mines_from": reading.mines_from,
        "doubts": [
            {
                "cell": doubt.cell,
                "look": doubt.look,
                "probability": round(doubt.probability, 4),
                "second": doubt.second,
                "second_probability": round(doubt.second_probability, 4),
            }
            for doubt in reading.doubts
        ],
        "repairs": [{"cell": one.cell, "read": one.read, "kept": one.kept} for one in reading.repairs],
        "notes": reading.notes,
        "grid": {"left": grid.left, "top": grid.top, "across": grid.across, "down": grid.down},
        "corners": None if reading.corners is None else np.round(reading.corners, 1).tolist(),
        "analysis": found,
    }
