"""The program `sapper`: its subcommands put together.

>>> from sapper.cli.app import app
>>> from typer.testing import CliRunner
>>> CliRunner().invoke(app, ["generate", "2x3/1", "--seed", "7", "--first-click", "none"]).stdout
'layout 2x3/1 seed 7 first-click none start 0,0\\n..*\\n...\\n'
"""

from __future__ import annotations

from typing import Annotated

import typer

from sapper import __version__
from sapper.cli.analyze import analyze
from sapper.cli.bench import bench
from sapper.cli.compare import compare
from sapper.cli.explain import explain
from sapper.cli.flip import flip
from sapper.cli.gallery import gallery
from sapper.cli.generate import generate
from sapper.cli.hint import hint
from sapper.cli.optimum import optimum
from sapper.cli.patterns import patterns
from sapper.cli.puzzles import puzzles
from sapper.cli.query import query
from sapper.cli.rate import rate
from sapper.cli.reference import app as reference
from sapper.cli.scores import app as scores
from sapper.cli.serve import serve
from sapper.cli.simulate import simulate
from sapper.cli.solve import solve
from sapper.cli.sweep import sweep

__all__ = ["app", "main"]

app = typer.Typer(
    name="sapper",
    help="Minesweeper: exact analysis of boards, layouts from seeds, runs of many games, and a benchmark.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(analyze)
app.command()(hint)
app.command()(explain)
app.command()(generate)
app.command()(rate)
app.command()(solve)
app.command()(simulate)
app.command()(compare)
app.command()(sweep)
app.command()(query)
app.command()(puzzles)
app.command()(flip)
app.command()(optimum)
app.command()(patterns)
app.command()(gallery)
app.add_typer(reference)
app.command()(serve)
app.add_typer(scores)
app.command()(bench)


def main() -> None:
    """Run the program on the arguments it was called with, and exit."""
    app(prog_name="sapper")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sapper {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None: ...
