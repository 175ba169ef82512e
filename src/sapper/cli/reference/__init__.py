"""`sapper reference`: systems that others described, one subcommand and one file each.

To add one, write `NAME.py` beside this file with a function `NAME`, and add a line to `groups` below and its
examples to `sapper.cli.examples`. What it computes belongs into `sapper.reference`.
"""

from __future__ import annotations

from sapper.cli.lazy import LazyGroup, make_app

__all__ = ["Systems", "reference"]


class Systems(LazyGroup):
    """Every subcommand with the first line of its docstring, in the order of `sapper reference --help`."""

    package = "sapper.cli.reference"
    groups = {  # noqa: RUF012  # a ClassVar of LazyGroup
        "Commands": {
            "figures": "Print published figures, each with the section that states it.",
            "superloc": "Play superloc and print its results beside the published ones.",
            "study": "Measure a published table of superloc again.",
            "smartguess": "Measure the published win rates of smartguess again, or log its games.",
            "groups": "Solve a board by rules over groups, step by step.",
            "automine": "Measure automine's heuristics and recompute its printed tables.",
            "reports": "Print the 32 simulation reports of automine beside exact values.",
            "charts": "Draw three figures of the automine document: memory, one clue, simulation.",
            "patterns": "Learn from games which cells of local patterns are safe, and print what was learned.",
            "matrix": "Solve a board by rule sets and matrices, or measure the published win rates again.",
        },
    }


reference = make_app("reference", "Replay published systems and compare results with their figures.", cls=Systems)


@reference.callback()
def _group() -> None: ...
