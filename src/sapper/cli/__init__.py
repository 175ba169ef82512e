"""The command line: `sapper analyze`, `sapper simulate` and so on, one file a subcommand.

Exit codes: 0 for success; 1 when no such board was found; 2 for bad input, with one line on standard error; 130 after
Ctrl-C.
"""
