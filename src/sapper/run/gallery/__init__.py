"""The gallery: every built-in strategy and every published system, on the same boards.

One table and one picture show the share of games won against the time a game takes.

>>> from sapper.run.gallery.entries import ENTRIES
>>> sorted({entry.family for entry in ENTRIES})
['Sapper', 'automine', 'matrix', 'smartguess', 'superloc']
"""
