"""The command line: `sapper analyze`, `sapper simulate` and so on, one file a subcommand.

Exit codes: 0; 2 for bad input, with one line on standard error; 130 when stopped by Ctrl-C.
"""

from sapper.cli.app import app, main

__all__ = ["app", "main"]
