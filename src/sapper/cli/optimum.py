"""`sapper optimum`: solves whole small boards for optimal play."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from sapper.analysis.optimum import Optimum
from sapper.analysis.optimum import optimum as solve
from sapper.board.cell import spell
from sapper.board.level import FirstClick
from sapper.cli.errors import reporting
from sapper.cli.options import FirstClickOption, JsonOption, read_start
from sapper.cli.progress import show_progress

__all__ = ["optimum"]


def optimum(
    level: Annotated[
        str, typer.Argument(metavar="LEVEL", help="Size of a small board as ROWSxCOLS/MINES, such as 4x4/4.")
    ],
    *,
    first_click: FirstClickOption = FirstClick.NONE,
    start: Annotated[
        str | None,
        typer.Option(
            metavar="ROW,COL", help="First cell to reveal, counted from 0.", show_default="each cell in turn"
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Solve a whole small board for optimal play.

    Prints in how many layouts optimal play wins from each start cell.
    """
    with reporting():
        cell = read_start(start, level)
        with show_progress("start cells") as show:
            found = solve(
                level,
                first_click=first_click,
                start=cell,
                on_progress=lambda done, wanted, best: show(done, wanted, 0, f"best {100 * best:.2f} %"),
            )
        typer.echo(_json(found) if as_json else _text(found))


def _json(found: Optimum) -> str:
    return json.dumps(
        {
            "rows": found.level.rows,
            "cols": found.level.cols,
            "mines": found.level.mines,
            "first_click": found.first_click,
            "wins": found.wins,
            "total": found.total,
            "starts": found.starts,
            "every": [{"cell": one.cell, "wins": one.wins, "total": one.total} for one in found.every],
        }
    )


def _text(found: Optimum) -> str:
    lines = [
        f"{found.level}, first click {found.first_click}: optimal play wins {found.wins:,} of {found.total:,} "
        f"layouts, {100 * float(found.best.probability):.4f} %",
        "best start: " + ", ".join(map(spell, found.starts)),
    ]
    if len(found.every) > 1 and len(found.level.shape.sides) == 2:
        wins = {one.cell: f"{100 * float(one.probability):.2f} %" for one in found.every}
        width = max(map(len, wins.values())) + 2
        for row in range(found.level.rows):
            lines.append("".join(wins.get((row, col), "-").rjust(width) for col in range(found.level.cols)))
    return "\n".join(lines)
