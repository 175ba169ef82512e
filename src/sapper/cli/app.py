"""The program `sapper`: its list of commands.

To add a command, write `NAME.py` beside this file with a function `NAME`, and add a line to `groups` below and its
examples to `examples.py`.

>>> from sapper.cli.app import app
>>> from typer.testing import CliRunner
>>> CliRunner().invoke(app, ["generate", "2x3/1", "--seed", "7", "--first-click", "none"]).stdout
'layout 2x3/1 seed 7 first-click none start 0,0\\n..*\\n...\\n'
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from sapper import __version__
from sapper.cli.lazy import LazyGroup, make_app

__all__ = ["Commands", "app", "main"]


class Commands(LazyGroup):
    """Every command with the first line of its docstring, by group, in the order of `sapper --help`."""

    package = "sapper.cli"
    groups = {  # noqa: RUF012  # a ClassVar of LazyGroup
        "Play": {
            "play": "Play Minesweeper in the terminal, with mouse or keyboard.",
            "solve": "Play one game in the terminal and explain each move.",
            "autoplay": "Play the Minesweeper program in a window with the mouse.",
        },
        "Analyse": {
            "analyze": "Print the exact mine probability of each hidden cell of a board.",
            "read": "Read a board from a picture, and analyse it.",
            "watch": "Follow a board on the screen, and show its analysis and a hint.",
            "best": "Print the best next move on a board, and why it is best.",
            "hint": "Give a hint about the easiest safe cell, as strong as you choose.",
            "explain": "Prove that a cell is safe or a mine, or explain the best guess.",
            "optimum": "Solve a whole small board for optimal play.",
            "patterns": "Print the mine probabilities around two adjacent clues.",
        },
        "Make": {
            "generate": "Print the layout of a seed, or the board after its first reveal.",
            "rate": "Rate how hard a layout is to finish by logic.",
            "metrics": "Print the measures of layouts, such as 3BV and ZiNi.",
            "exercise": "Print a position to practise a technique on, and its solution.",
            "flip": "Print the mirror image of a board, a layout or puzzles.",
            "convert": "Convert a board or a layout to another program's form, or back.",
            "puzzles": "Save the lost games of a run as puzzles.",
        },
        "Study": {
            "review": "Judge every move of a replay, or report on a folder of replays.",
            "replay": "Print the statistics of replays that other programs recorded.",
            "simulate": "Play many games and save them in a folder.",
            "compare": "Compare two strategies game by game on the same boards.",
            "sweep": "Measure the win rate over a grid of levels, strategies or settings.",
            "query": "Query the games of a run with SQL.",
            "gallery": "Compare wins and time of every strategy on the same boards.",
            "reference": "Replay published systems and compare results with their figures.",
            "bench": "Measure the speed of the engine on fixed boards.",
        },
        "Serve": {
            "serve": "Serve the web app and open it in a browser.",
            "mcp": "Serve boards and games to assistants (Model Context Protocol).",
            "database": "Back up or restore the database of the web app.",
            "scores": "List, check, back up, restore or remove scores of the web app.",
        },
    }
    firsts = {  # noqa: RUF012  # a ClassVar of LazyGroup
        "play": "level",
        "generate": "level",
        "simulate": "level",
        "sweep": "level",
        "compare": "strategy",
    }


app = make_app(
    "sapper",
    "Play Minesweeper, analyse boards exactly, make boards, and study strategies.\n\n"
    "sapper play starts a game here, sapper serve opens one in a browser. "
    "sapper COMMAND -h explains a command and shows examples.",
    cls=Commands,
    add_completion=True,
)


def main() -> None:
    """Run the program on the arguments it was called with, and exit.

    What would be written to a closed stream is discarded, as by /dev/null: a server may be started without them.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  # until the end
    try:
        app(prog_name="sapper")
    except OSError as error:  # help to a full disk, for one
        from sapper.cli.errors import report_os_error  # noqa: PLC0415  # `sapper --version` needs none of it

        sys.exit(report_os_error(error))


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sapper {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None: ...
