"""The command line: `sapper analyze`, `sapper simulate` and so on, one file a subcommand.

Exit codes: 0; 1 when a board was searched for and none found; 2 for bad input, with one line on standard error; 130
when stopped by Ctrl-C.
"""

from sapper.cli.app import app, main

__all__ = ["app", "main"]
