"""`sapper reference`: the systems others described, each a subcommand with a file of its own.

To add one, write `NAME.py` beside this file with a function `NAME`, its options annotated as in any command of the
house, and add a line `app.command()(NAME)` below. What it computes belongs into `sapper.reference`.
"""

from __future__ import annotations

import typer

from sapper.cli.reference.automine import automine
from sapper.cli.reference.figures import figures
from sapper.cli.reference.groups import groups
from sapper.cli.reference.matrix import matrix
from sapper.cli.reference.smartguess import smartguess
from sapper.cli.reference.study import study
from sapper.cli.reference.superloc import superloc

__all__ = ["app"]

app = typer.Typer(name="reference", help="Systems others described, played again beside their figures.")
app.command()(figures)
app.command()(superloc)
app.command()(study)
app.command()(smartguess)
app.command()(groups)
app.command()(automine)
app.command()(matrix)


@app.callback(no_args_is_help=True)
def _group() -> None: ...
