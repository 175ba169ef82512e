"""`sapper reference charts`: three figures of the helper's document as pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.errors import reporting
from sapper.cli.outputs import ForceOption, keep
from sapper.reference.automine_charts import draw_charts

__all__ = ["charts"]

_FILES = [f"figure-{number}.{ending}" for number in (5, 10, 17) for ending in ("svg", "png")]


def charts(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder to write the pictures to.")],
    clue: Annotated[int, typer.Option(metavar="N", help="Clue of figure 10, from 0 to 3.")] = 1,
    *,
    force: ForceOption = False,
) -> None:
    """Draw three figures of the automine document: memory, one clue, simulation."""
    with reporting():
        keep(*(folder / name for name in _FILES), force=force)
        for path in draw_charts(folder, clue=clue):
            typer.echo(path)
