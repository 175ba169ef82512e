"""`sapper puzzles`: games of a run saved as puzzles, those that were lost unless told otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.errors import reporting
from sapper.game.puzzle import save_puzzles
from sapper.run.run import Run

__all__ = ["puzzles"]


def puzzles(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")],
    out: Annotated[Path, typer.Argument(metavar="FILE", help="Where they are saved.")],
    *,
    every: Annotated[bool, typer.Option("--all", help="The games that were won too.")] = False,
) -> None:
    """Save the lost games of a run as puzzles."""
    with reporting():
        run = Run.open(folder)
        count = save_puzzles(out, run.puzzles(every=every))
        typer.echo(f"saved {count:,} of {run.games:,} games in {out}")
