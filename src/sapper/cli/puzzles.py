"""`sapper puzzles`: saves the lost games of a run as puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.errors import reporting
from sapper.cli.outputs import ForceOption, keep
from sapper.game.puzzle import save_puzzles
from sapper.run.run import Run

__all__ = ["puzzles"]


def puzzles(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run.")],
    out: Annotated[Path, typer.Argument(metavar="FILE", help="File to write.")],
    *,
    every: Annotated[bool, typer.Option("--all", help="Also save the games that were won.")] = False,
    force: ForceOption = False,
) -> None:
    """Save the lost games of a run as puzzles.

    A puzzle is a layout and the clicks made on it. solve and flip read the file.
    """
    with reporting():
        keep(out, force=force)
        run = Run.open(folder)
        count = save_puzzles(out, run.puzzles(every=every))
        typer.echo(f"saved {count:,} of {run.games:,} games in {out}")
