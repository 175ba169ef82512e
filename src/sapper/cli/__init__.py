"""The command line: `sapper analyze`, `sapper simulate` and so on, one file a subcommand.

Exit codes: 0; 1 when no board was found that was asked for; 2 for bad input, with one line on standard error; 130
after Ctrl-C.
"""
