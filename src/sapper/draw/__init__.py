"""An analysis as rich draws it: the board with its probabilities, what is known in words, and both as an SVG.

An `Analysis` goes in; a rich renderable comes out, which the console that prints it fits to its width and its
colours. Everything is ASCII, and nothing is told by colour alone.

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
