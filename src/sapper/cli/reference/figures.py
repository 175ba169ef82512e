"""`sapper reference figures`: what was published, and where it stands."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from sapper.base.number import quote
from sapper.cli.errors import reporting
from sapper.errors import InputError
from sapper.reference import SYSTEMS

__all__ = ["figures"]


def figures(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Name of a system.", show_default="all systems")
    ] = None,
) -> None:
    """Print published figures, each with the section that states it."""
    with reporting():
        if name is not None and name not in SYSTEMS:
            raise InputError(f"unknown system {quote(name)}: it is one of {', '.join(SYSTEMS)}")
        table = Table("system", "what", "published", "section", box=None, pad_edge=False, header_style="bold")
        for system in SYSTEMS if name is None else (name,):
            for figure in SYSTEMS[system]:
                table.add_row(system, figure.what, str(figure), figure.section)
        Console(highlight=False).print(table)
