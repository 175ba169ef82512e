"""Draws an analysis with rich: the board with its probabilities, a summary in words, and both as an SVG.

An `Analysis` goes in; a rich renderable comes out, which adapts to the width and the colours of the console. All
output is ASCII, and no information is given by colour alone.

>>> import sapper
>>> from rich.console import Console
>>> from sapper.draw.picture import draw_board
>>> board = sapper.Board.from_text("mines 2\\n..1\\n.21\\n.10")
>>> picture = draw_board(sapper.analyze(board))
>>> Console(width=40, no_color=True).print(picture)  # doctest: +NORMALIZE_WHITESPACE
   0    1    2
0  ok   *    1
1 50.0  2    1
2 50.0  1
ok safe  * mine  50.0 chance of a mine in %
"""
